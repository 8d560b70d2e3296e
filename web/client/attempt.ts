// A problem that the reader solves on the board: the key of play with answers, or every move of
// play in which the sides help each other.

import { explain, position, type At } from "./api";
import type { KirkeBoard } from "./board";
import { say } from "./messages";
import { sentence, setMovable } from "./page";
import type { View } from "./view";

/** Way is a solution: its moves up to where it is found. */
export type Way = { uci?: string; text?: string }[];

export class Attempt {
  private view?: View;
  private moves: string[] = [];
  private ways?: Promise<Way[]>;
  private busy = false;
  private readonly listening = new AbortController();

  /** solve returns the ways to solve the problem. found is called when the reader has found one. */
  constructor(
    private board: KirkeBoard,
    private at: At,
    private says: HTMLElement,
    private solve: () => Promise<Way[]>,
    private found: () => void,
  ) {
    const { signal } = this.listening;
    const on = (name: string, act: (detail: Record<string, string>) => Promise<void>) =>
      board.addEventListener(name, (event) => void act((event as CustomEvent).detail), { signal });
    on("kirke-move", ({ uci }) => this.move(uci));
    on("kirke-explain", async ({ text }) => {
      const answer = await explain(this.after(this.moves), text).catch(() => undefined);
      if (answer?.text) board.say(answer.text);
    });
    void this.show([]).catch((error: unknown) => (says.textContent = sentence(error)));
  }

  /** end leaves the board. */
  end(): void {
    this.listening.abort();
    setMovable(this.board, "none", false);
  }

  private after(moves: string[]): At {
    return { ...this.at, moves: moves.join(" ") };
  }

  private async show(moves: string[]): Promise<void> {
    const view = await position(this.after(moves));
    if (this.listening.signal.aborted) return;
    this.moves = moves;
    this.view = view;
    this.again();
  }

  private again(): void {
    if (!this.view) return;
    this.board.view = this.view;
    setMovable(this.board, this.view.turn, false);
  }

  private async move(uci: string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      this.says.textContent = say("Is it right? Kirke is looking…");
      const ways = await (this.ways ??= this.solve());
      if (this.listening.signal.aborted) return;
      const moves = [...this.moves, uci];
      const right = ways.filter((way) => moves.every((m, i) => way[i]?.uci === m));
      if (right.length === 0) {
        this.again();
        this.says.textContent = say("That move does not solve it. Try another.");
      } else if (right.some((way) => way.length === moves.length)) {
        await this.show(moves);
        setMovable(this.board, "none", false);
        this.says.textContent = say("Solved: %s.", right[0]!.map(({ text, uci }) => text ?? uci ?? "").join(" "));
        this.found();
      } else {
        await this.show(moves);
        this.says.textContent = say("Right. Now the next move.");
      }
    } catch (error) {
      this.ways = undefined;
      this.again();
      this.says.textContent = sentence(error);
    } finally {
      this.busy = false;
    }
  }
}
