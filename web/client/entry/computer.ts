// The first page: a game against the computer, at once and without an account. The server keeps nothing of it.

import type { KirkeBoard } from "../board";
import { allow, ask, island, place, ready, sentence } from "../page";
import type { View } from "../view";

interface Settings {
  variant: string;
  level: number;
  seed: string;
}

class Game {
  private views: View[] = [];
  private moves: string[] = [];
  private busy = false;

  constructor(
    private page: HTMLElement,
    private board: KirkeBoard,
    private settings: Settings,
    private side: "white" | "black",
  ) {
    board.orientation = side;
    board.addEventListener("kirke-move", (event) => void this.play((event as CustomEvent<{ uci: string }>).detail.uci));
    board.addEventListener("kirke-explain", (event) => void this.explain((event as CustomEvent<{ text: string }>).detail.text));
    const undo = page.querySelector<HTMLButtonElement>('[data-do="undo"]');
    undo?.addEventListener("click", () => this.undo());
  }

  async begin(view: View): Promise<void> {
    this.show(view);
    await this.answer();
  }

  private get view(): View {
    return this.views[this.views.length - 1]!;
  }

  /** at says to the server which position is meant. */
  private at(more: Record<string, unknown> = {}): Record<string, unknown> {
    const { variant, seed } = this.settings;
    return { variant, ...(seed ? { seed: Number(seed) } : {}), moves: this.moves.join(" "), ...more };
  }

  private query(more: Record<string, string>): string {
    const query = new URLSearchParams({ variant: this.settings.variant, moves: this.moves.join(" "), ...more });
    if (this.settings.seed) query.set("seed", this.settings.seed);
    return query.toString();
  }

  private show(view: View): void {
    this.views.push(view);
    this.board.view = view;
    this.tell();
  }

  private tell(): void {
    const { view } = this;
    const mine = !view.outcome && view.turn === this.side;
    allow(this.board, mine && !this.busy ? this.side : "none", !view.outcome && !mine);
    this.say(view.outcome ? `${view.outcome.text}.` : mine ? (view.check ? "Check. Your move." : "Your move.") : "The computer thinks…");
    const undo = this.page.querySelector<HTMLButtonElement>('[data-do="undo"]');
    if (undo) undo.hidden = this.moves.length < 2 && !(this.moves.length === 1 && this.side === "white");
    const score = place(this.page, "score");
    score?.replaceChildren(
      ...this.views.slice(1).map((shown, i) => {
        const before = this.views[i]!;
        const line = document.createElement("li");
        line.textContent = (before.turn === "white" || i === 0 ? `${before.number}.${before.turn === "black" ? ".." : ""} ` : "") + (shown.last?.san ?? "");
        return line;
      }),
    );
  }

  private say(text: string): void {
    const says = place(this.page, "says");
    if (says) says.textContent = text;
  }

  private async play(uci: string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.moves.push(uci);
    try {
      const view = await ask<View>("/api/v1/position", this.at());
      this.busy = false;
      this.show(view);
      await this.answer();
    } catch (error) {
      this.moves.pop();
      this.failed(error);
    }
  }

  /** answer lets the computer move for as long as it is its turn. */
  private async answer(): Promise<void> {
    while (!this.view.outcome && this.view.turn !== this.side) {
      this.busy = true;
      try {
        const { move, view } = await ask<{ move: { uci: string }; view: View }>("/api/v1/computer", this.at({ level: this.settings.level }));
        this.moves.push(move.uci);
        this.busy = false;
        this.show(view);
      } catch (error) {
        this.failed(error);
        return;
      }
    }
  }

  private failed(error: unknown): void {
    this.busy = false;
    this.board.view = this.view;
    this.tell();
    this.say(sentence(error));
  }

  private undo(): void {
    if (this.busy) return;
    do {
      if (this.moves.length === 0) break;
      this.moves.pop();
      this.views.pop();
    } while (this.view.turn !== this.side);
    this.board.view = this.view;
    this.tell();
    void this.answer();
  }

  private async explain(text: string): Promise<void> {
    try {
      const answer = await ask<{ text?: string }>(`/api/v1/explain?${this.query({ text })}`);
      if (answer.text) this.board.say(answer.text);
    } catch {
      // The move is refused all the same.
    }
  }
}

const page = island("computer");
if (page) {
  void ready(page).then((board) => {
    const { view } = board;
    if (!view) return;
    const settings = { variant: page.dataset.variant ?? "chess", level: Number(page.dataset.level), seed: page.dataset.seed ?? "" };
    void new Game(page, board, settings, board.orientation).begin(view);
  });
}
