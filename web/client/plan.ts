// Conditional moves on the page of a correspondence game. They are saved without leaving the page,
// which shows what is left of them as the game goes on.

import { Lines, type Host } from "./lines";
import { say } from "./messages";
import { ask, place, sentence } from "./page";

export class Plan {
  private readonly form: HTMLFormElement;
  private readonly field: HTMLTextAreaElement;
  private readonly kept: HTMLElement;
  private known: string; // what the server has
  private asked = 0; // requests so far
  private saving: Promise<void> = Promise.resolve(); // the last lines that were saved
  private mine = false; // it is the reader's turn
  private over = false;
  private readonly lines: Lines;

  constructor(
    private box: HTMLDetailsElement,
    private game: string,
    host: Omit<Host, "save">,
  ) {
    this.form = place<HTMLFormElement>(box, "plan-form")!;
    this.field = this.form.querySelector("textarea")!;
    this.kept = place(box, "plan-kept")!;
    this.known = this.kept.textContent ?? "";
    this.lines = new Lines({ ...host, save: (lines) => this.put({ lines }) });
    this.lines.take(this.known);
    this.form.before(this.lines.element);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.save();
    });
    this.field.addEventListener("input", () => this.say("", ""));
  }

  /**
   * show lists the conditional moves while the reader is to move, and lets the reader edit them
   * otherwise.
   */
  show(mine: boolean, over: boolean): void {
    [this.mine, this.over] = [mine, over];
    this.form.hidden = this.lines.element.hidden = mine;
    if (mine || over) this.lines.stop();
    this.kept.hidden = !mine;
    this.box.hidden = over || (mine && !this.known);
  }

  /** entering reports whether lines are entered on the board, which then shows no game. */
  get entering(): boolean {
    return this.lines.entering;
  }

  /** stop leaves a line that is being entered on the board. */
  stop(): void {
    this.lines.stop();
  }

  /** refresh asks the server what is left of the moves. */
  async refresh(): Promise<void> {
    const asked = ++this.asked;
    try {
      const { text } = await ask<{ text: string }>(`/api/v1/games/${this.game}/plan`);
      if (asked !== this.asked) return;
      this.take(text);
      this.say("", "");
      this.show(this.mine, this.over);
    } catch {
      // The next change of the game asks again.
    }
  }

  /** take shows what the server has, unless the reader is typing. */
  private take(text: string): void {
    if (this.field.value.trim() === this.known) this.field.value = text;
    this.known = text;
    this.kept.textContent = text;
    this.lines.take(text);
  }

  /**
   * put saves lines, once what was saved before has been answered, and shows what the server has
   * read. typed is what the field had then, if the reader saves it. It throws the server's sentence.
   */
  private put(lines: { text: string } | { lines: string[][] }, typed?: string): Promise<void> {
    const answered = this.saving.then(() => this.send(lines, typed));
    this.saving = answered.catch(() => {}); // whoever has asked for it is told
    return answered;
  }

  private async send(lines: { text: string } | { lines: string[][] }, typed?: string): Promise<void> {
    this.asked++; // earlier answers no longer count
    const { text } = await ask<{ text: string }>(`/api/v1/games/${this.game}/plan`, lines, "PUT");
    if (typed !== undefined) this.known = typed;
    this.take(text);
    this.say(text ? say("Saved.") : say("No conditional moves."), "");
  }

  private async save(): Promise<void> {
    const sent = this.field.value.trim();
    try {
      await this.put({ text: sent }, sent);
    } catch (error) {
      this.say("", sentence(error));
    }
  }

  private say(done: string, wrong: string): void {
    place(this.box, "plan-says")!.textContent = done;
    const error = place(this.box, "plan-error")!;
    error.textContent = wrong;
    error.hidden = !wrong;
  }
}
