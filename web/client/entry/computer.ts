// The first page: a game against the computer, without an account. The address has the game; the
// server does not store it.

import type { KirkeBoard } from "../board";
import { say } from "../messages";
import { ask, island, place, ready, sentence, setAddress, setMovable } from "../page";
import { pickers } from "../picker";
import type { View } from "../view";

interface Settings {
  variant: string;
  level: number;
  seed: string;
}

interface Played {
  uci: string;
  san: string;
  turn: "white" | "black"; // the side that made it
  number: number; // of the move
}

class Game {
  private busy = false;

  constructor(
    private page: HTMLElement,
    private board: KirkeBoard,
    private settings: Settings,
    private side: "white" | "black",
    private view: View,
    private played: Played[],
  ) {
    board.orientation = side;
    board.addEventListener("kirke-move", (event) => void this.play((event as CustomEvent<{ uci: string }>).detail.uci));
    board.addEventListener(
      "kirke-explain",
      (event) => void this.explain((event as CustomEvent<{ text: string }>).detail.text),
    );
    const undo = page.querySelector<HTMLButtonElement>('[data-do="undo"]');
    undo?.addEventListener("click", () => void this.undo());
  }

  async begin(): Promise<void> {
    this.board.view = this.view;
    this.showState();
    await this.answer();
  }

  private get moves(): string {
    return this.played.map(({ uci }) => uci).join(" ");
  }

  /** at names the position after some moves. */
  private at(moves: string, more: Record<string, unknown> = {}): Record<string, unknown> {
    const { variant, seed } = this.settings;
    return { variant, ...(seed ? { seed: Number(seed) } : {}), moves, ...more };
  }

  private query(more: Record<string, string>): URLSearchParams {
    const query = new URLSearchParams({ variant: this.settings.variant, moves: this.moves, ...more });
    if (this.settings.seed) query.set("seed", this.settings.seed);
    return query;
  }

  /** show shows a position and its moves, and keeps the game in the address. */
  private show(view: View, played: Played[]): void {
    this.view = view;
    this.played = played;
    this.board.view = view;
    setAddress(`/?${this.query({ level: String(this.settings.level), side: this.side })}`);
    this.showState();
  }

  /** after returns the moves with one more. */
  private after(uci: string, view: View): Played[] {
    const { turn, number } = this.view;
    return [...this.played, { uci, san: view.last?.san ?? uci, turn, number }];
  }

  private showState(): void {
    const { view, played } = this;
    const mine = !view.outcome && view.turn === this.side;
    setMovable(this.board, mine && !this.busy ? this.side : "none", !view.outcome);
    this.say(
      view.outcome
        ? `${view.outcome.text}.`
        : mine
          ? view.check
            ? say("Check. Your move.")
            : say("Your move.")
          : say("The computer is thinking…"),
    );
    const undo = this.page.querySelector<HTMLButtonElement>('[data-do="undo"]');
    if (undo) undo.hidden = !played.some(({ turn }) => turn === this.side);
    const analyse = place<HTMLAnchorElement>(this.page, "analyse");
    if (analyse) {
      analyse.hidden = played.length === 0;
      analyse.href = `/analysis?${this.query({})}`;
    }
    place(this.page, "score")?.replaceChildren(
      ...played.map(({ san, turn, number }, i) => {
        const line = document.createElement("li");
        // A series has its number once.
        const numbered = i === 0 || (turn === "white" && played[i - 1]!.turn !== "white");
        line.textContent = (numbered ? `${number}.${turn === "black" ? ".." : ""} ` : "") + san;
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
    try {
      const view = await ask<View>("/api/v1/position", this.at(`${this.moves} ${uci}`));
      this.busy = false;
      this.show(view, this.after(uci, view));
      await this.answer();
    } catch (error) {
      this.failed(error);
    }
  }

  /** answer lets the computer move while it is its turn. */
  private async answer(): Promise<void> {
    while (!this.view.outcome && this.view.turn !== this.side) {
      this.busy = true;
      try {
        const { move, view } = await ask<{ move: { uci: string }; view: View }>(
          "/api/v1/computer",
          this.at(this.moves, { level: this.settings.level }),
        );
        this.busy = false;
        this.show(view, this.after(move.uci, view));
      } catch (error) {
        this.failed(error);
        return;
      }
    }
  }

  private failed(error: unknown): void {
    this.busy = false;
    this.board.view = this.view;
    this.showState();
    this.say(sentence(error));
  }

  /** undo takes back the player's last move, and the computer's reply. */
  private async undo(): Promise<void> {
    const last = this.played.map(({ turn }) => turn).lastIndexOf(this.side);
    if (this.busy || last < 0) return;
    const left = this.played.slice(0, last);
    this.busy = true;
    try {
      const view = await ask<View>("/api/v1/position", this.at(left.map(({ uci }) => uci).join(" ")));
      this.busy = false;
      this.show(view, left);
      await this.answer();
    } catch (error) {
      this.failed(error);
    }
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

/** follow shows a game that is being played on a board in place of its picture. The link around it works. */
function follow(picture: HTMLImageElement, like: KirkeBoard): void {
  const board = document.createElement("kirke-board");
  for (const name of ["theme", "pieces"]) board.setAttribute(name, like.getAttribute(name) ?? "");
  board.setAttribute("coordinates", "none");
  board.className = "plain"; // without hands
  board.inert = true;
  const events = new EventSource(`/api/v1/games/${picture.dataset.live}/events`);
  events.addEventListener("live", (event) => {
    const { state } = JSON.parse((event as MessageEvent<string>).data) as { state: { view: View } };
    board.view = state.view;
    if (picture.isConnected) picture.replaceWith(board);
  });
  addEventListener("pagehide", () => events.close());
}

const page = island("computer");
if (page) {
  pickers(page);
  void ready(page).then((board) => {
    const { view } = board;
    if (!view) return;
    const settings = {
      variant: page.dataset.variant ?? "chess",
      level: Number(page.dataset.level),
      seed: page.dataset.seed ?? "",
    };
    const played = (JSON.parse(page.dataset.played ?? "null") as Played[] | null) ?? [];
    void new Game(page, board, settings, board.orientation, view, played).begin();
    // The game of others is not what the reader came for, and waits until the page is there.
    const follows = () => document.querySelectorAll<HTMLImageElement>("[data-live]").forEach((p) => follow(p, board));
    if (document.readyState === "complete") setTimeout(follows);
    else addEventListener("load", () => setTimeout(follows));
  });
}
