// A problem that is edited: on the board, in the fields of the form, or as text in Popeye's
// language. What is edited in one is shown in the others as soon as the server has read it. What
// cannot be read is said at its field, and changes nothing else.

import { get, post, type At } from "./api";
import type { KirkeBoard } from "./board";
import { button, el } from "./dom";
import { say } from "./messages";
import { place, saysWrong, sentence, setAddress } from "./page";
import { pickers, type Picker } from "./picker";
import { SetupEditor, type Edited, type Setup } from "./setup";

interface Caption {
  credit?: string;
  task?: string;
  words?: string;
  count?: string;
  begins?: "white" | "black";
  twins?: string[];
}

/** Read is a problem as the server has read it. */
interface Read extends Record<string, unknown> {
  position?: Edited;
  stated?: boolean;
  whole?: boolean; // only the text says the whole problem
  text?: string;
  caption: Caption;
  wrong?: { field: string; text: string }[];
  lost?: string[];
}

/** Lead is what was edited last: a field of the form ("fen" and "variant" apart), the text, the board. */
type Lead = "form" | "fen" | "variant" | "popeye" | "board";

/** both returns what leads when something is edited before the server has been told of an edit. */
function both(before: Lead | null, lead: Lead): Lead {
  if (before && lead === "form") return before;
  if (lead === "variant" && (before === "fen" || before === "popeye")) return before;
  return lead;
}

/** The fields of a problem, without the text in Popeye's language. */
const parts = ["variant", "fen", "stipulation", "options", "twins", "title", "author", "source", "award", "remark"];

/** The longest link. Many programs cut longer ones. The server has the same bound. */
const mostLink = 8000;

export class DraftEditor {
  private readonly setup: SetupEditor;
  private readonly popeye: HTMLTextAreaElement;
  private readonly games: Picker;
  private readonly notes = el("p", { className: "quiet", role: "status" });
  private readonly derived: HTMLElement;
  private readonly tray: HTMLElement;
  private readonly printed = el("img", { className: "only-print", alt: "" });
  private read: Read | null = null;
  private base: Setup | null = null; // the position before the variant was changed
  private paused = false; // the board shows the solution
  private latest = 0;
  private timer = 0;
  private waiting: Lead | null = null; // an edit that the server has not been told
  private asked: Promise<void> = Promise.resolve();

  /** changed is called after each edit. */
  constructor(
    private page: HTMLElement,
    private form: HTMLFormElement,
    private board: KirkeBoard,
    private changed: () => void,
  ) {
    this.popeye = this.field("popeye") as HTMLTextAreaElement;
    this.games = pickers(form)[0]!;
    this.setup = new SetupEditor(board, {
      turn: false,
      change: (setup, rights) => {
        if (this.read && rights) this.read.stated = true;
        this.base = setup;
        this.edited("board");
        this.send();
      },
    });
    this.derived = el(
      "p",
      { className: "quiet", hidden: true },
      `${say("You have set rights.")} `,
      button(say("Let them follow from the squares"), () => this.assume(), { className: "button small" }),
    );
    const whole = el(
      "div",
      { className: "row" },
      button(say("Empty board"), () => this.setup.place((s) => ({ variant: s.variant, men: [], turn: s.turn }))),
      button(say("Starting position"), () => void this.start()),
      button(say("Flip"), () => board.flip()),
    );
    this.tray = place(page, "tray")!;
    this.tray.replaceChildren(this.setup.palette, this.setup.hint, this.notes, whole, this.setup.rights, this.derived);
    board.after(this.printed);
    this.listen();
    this.send(this.popeye.value.trim() ? "popeye" : "form");
  }

  private listen(): void {
    this.form.addEventListener("input", (event) => {
      const typed = (event.target as HTMLInputElement).name;
      const name = typed === "with" ? "variant" : typed;
      if (name === "sound") this.address();
      if (name === "sound" || !name) return;
      this.edited(name === "popeye" || name === "variant" || name === "fen" ? name : "form");
      this.timer = window.setTimeout(() => this.send(), name === "variant" ? 0 : 250);
    });
    // The form is sent by its parts if they say all of the problem.
    this.form.addEventListener("formdata", (event) => {
      if (!this.read?.whole && this.read?.text === this.popeye.value) event.formData.delete("popeye");
    });
    for (const b of this.form.querySelectorAll<HTMLElement>('[data-do="fill"]')) b.hidden = true;
    const copy = this.form.querySelector<HTMLButtonElement>('[data-do="link"]')!;
    copy.hidden = false;
    copy.addEventListener("click", () => void this.copyLink(copy));
    const print = this.form.querySelector<HTMLButtonElement>('[data-do="print"]')!;
    print.hidden = false;
    print.addEventListener("click", () => window.print());
  }

  private field(name: string): HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
    return this.form.querySelector<HTMLInputElement>(`[name="${name}"]`)!;
  }

  /** text is what a field says. */
  private text(name: string): string {
    return name === "variant" ? this.games.value : this.field(name).value.trim();
  }

  private get sound(): boolean {
    return (this.field("sound") as HTMLInputElement).checked;
  }

  /** fields are the parts of the problem that are not empty, or its text. */
  private fields(text: boolean): Record<string, string> {
    const names = text ? ["popeye"] : parts;
    return Object.fromEntries(names.map((name) => [name, this.text(name)]).filter(([, value]) => value));
  }

  private textLeads(): boolean {
    return Boolean(this.waiting === "popeye" ? this.popeye.value.trim() : this.read?.whole);
  }

  /** task is the problem to solve, once the server has read what was edited last. */
  async task(): Promise<Record<string, unknown>> {
    if (this.waiting) this.send();
    await this.asked;
    return { ...this.fields(this.textLeads()), sound: this.sound };
  }

  /** at is the position of the problem, with the side to move that begins; null without a stipulation. */
  at(): At | null {
    const { position, caption } = this.read ?? {};
    if (!position || !caption?.begins) return null;
    return { variant: position.setup.variant, fen: position.fen, problem: true };
  }

  /** words are what the stipulation asks for. */
  get words(): string {
    return this.read?.caption.words ?? "";
  }

  /** keysOnly reports whether answers to keys can be asked for, and are not. */
  get keysOnly(): boolean {
    return !this.read?.whole && !/\bvariations\b/i.test(this.text("options"));
  }

  /** add adds a word to a field. */
  add(name: string, word: string): void {
    const field = this.field(name);
    field.value = `${field.value.trim()} ${word}`.trim();
    this.edited("form");
  }

  /** pause leaves the board to the solution. */
  pause(): void {
    this.paused = true;
    this.board.editing = false;
    this.tray.hidden = true;
  }

  /** resume shows the problem on the board again. */
  resume(): void {
    this.paused = false;
    this.tray.hidden = false;
    this.board.editing = !this.read?.whole;
    if (this.read?.position) this.board.view = this.read.position.view;
  }

  private edited(lead: Lead): void {
    clearTimeout(this.timer);
    this.waiting = both(this.waiting, lead);
    this.latest++; // an answer that is under way is about an earlier problem
    this.changed();
  }

  /** send asks the server to read the problem. Only the newest answer counts. */
  private send(lead: Lead = this.waiting ?? "form"): void {
    clearTimeout(this.timer);
    const ticket = ++this.latest;
    const first = this.waiting === null;
    const body: Record<string, unknown> = this.fields(lead === "popeye" && this.popeye.value.trim() !== "");
    const setup = lead === "variant" ? this.base : lead === "board" ? this.setup.setup : null;
    if (setup) Object.assign(body, { setup, stated: this.read?.stated ?? false });
    this.asked = post<Read>("problem", body).then(
      (read) => {
        if (ticket !== this.latest) return;
        this.waiting = null;
        this.show(read, lead);
        if (!first) this.address();
      },
      (error) => {
        if (ticket === this.latest) this.notes.textContent = sentence(error); // no answer at all
      },
    );
  }

  private show(read: Read, lead: Lead): void {
    const wrong = read.wrong ?? [];
    this.showFaults(wrong);
    if (wrong.some((w) => w.field === "popeye")) return; // all else stays as it was
    const position = read.position ?? this.read?.position;
    const emptied = lead === "popeye" && !this.popeye.value.trim();
    if (!["form", "fen"].includes(lead) && !read.whole && !emptied) this.fill(read, lead);
    if (lead !== "popeye" || emptied) this.popeye.value = read.text ?? "";
    this.read = { ...read, position, text: this.popeye.value };
    for (const name of parts) this.field(name).disabled = read.whole === true;
    this.games.disabled = read.whole === true;
    this.showNotes(read, wrong.length > 0);
    if (!position) return;
    if (!this.paused) this.board.view = position.view;
    this.board.editing = !read.whole && !this.paused;
    this.setup.palette.hidden = this.setup.rights.hidden = read.whole === true;
    this.setup.show(position);
    if (lead !== "variant" && read.position) this.base = position.setup;
    this.derived.hidden = !read.stated || read.whole === true;
    this.showCaption(read, position);
  }

  /** fill writes what was read into the form. */
  private fill(read: Read, lead: Lead): void {
    for (const name of lead === "popeye" ? parts : ["fen"]) {
      const field = this.field(name);
      const value = (read[name] as string | undefined) ?? "";
      if (name === "variant") this.games.value = value || "chess";
      else if (field.value.trim() !== value) field.value = value;
    }
  }

  private showFaults(wrong: { field: string; text: string }[]): void {
    for (const name of [...parts, "popeye"]) {
      if (name === "variant") continue; // the picker says it
      saysWrong(this.field(name), wrong.find((w) => w.field === name)?.text ?? "");
    }
  }

  private showNotes(read: Read, wrong: boolean): void {
    const notes: string[] = [];
    if (read.whole)
      notes.push(say("The text in Popeye's language says more than the board and the form can. Edit it there."));
    if (read.lost?.length)
      notes.push(say("Left out, since this variant has no such piece or square: %s.", read.lost.join(", ")));
    this.notes.textContent = notes.join(" ");
    this.popeye.placeholder =
      !wrong && !read.text && this.fields(false).stipulation
        ? say("Popeye's language cannot say all of this problem.")
        : say("BeginProblem\nPieces White Kg3 Re4 …\nStipulation #2\nEndProblem");
  }

  private showCaption({ caption }: Read, position: Edited): void {
    const put = (name: string, text: string) => {
      const at = place(this.page, name);
      if (at) at.textContent = text;
    };
    put("credit", caption.credit ?? "");
    put("caption", caption.task ?? "");
    put("words", caption.words ?? "");
    put("count", caption.count ?? "");
    place(this.page, "twins")?.replaceChildren(...(caption.twins ?? []).map((text) => el("li", {}, text)));
    const at = { variant: position.setup.variant, fen: position.fen, problem: "true" };
    this.printed.src = `/api/v1/diagram.svg?${new URLSearchParams(at)}`;
  }

  /** assume lets the rights follow from the squares again. */
  private assume(): void {
    if (this.read) this.read.stated = false;
    this.edited("board");
    this.send();
  }

  private async start(): Promise<void> {
    const { setup } = await get<Edited>("setup", { variant: this.games.value });
    this.setup.place(() => setup);
  }

  /** link is the address that fills in the form with the whole problem. */
  private link(): string {
    const task = { ...this.fields(this.textLeads()), ...(this.sound ? { sound: "yes" } : {}) };
    return `/problems?${new URLSearchParams(task)}`;
  }

  /** address makes the link the address of the page. */
  address(): void {
    const link = this.link();
    if (link.length <= mostLink) setAddress(link);
  }

  private async copyLink(from: HTMLButtonElement): Promise<void> {
    await this.task(); // what was typed last is part of the link
    const link = this.link();
    const said = place(this.page, "link-said")!;
    if (link.length > mostLink) {
      said.textContent =
        say(
          "The problem is too long for a link: it would have %s characters, and %s is the most.",
          link.length,
          mostLink,
        ) +
        ` ${say("Send its text in Popeye's language instead.")}`;
      return;
    }
    try {
      await navigator.clipboard.writeText(location.origin + link);
      said.textContent = say("The link is copied. It has the whole problem.");
    } catch {
      this.address();
      said.textContent = say("Copy the address of this page. It has the whole problem.");
    }
    from.focus();
  }
}
