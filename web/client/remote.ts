// A board by itself on any page. It asks a Kirke server for the position of its attributes, and
// again after each move.

import type { KirkeBoard } from "./board";
import { say } from "./messages";
import type { View } from "./view";

/** The server that this script came from. */
const home =
  document.currentScript instanceof HTMLScriptElement && document.currentScript.src
    ? new URL(document.currentScript.src).origin
    : "";

/** base returns the server that a board asks. */
export function base(board: HTMLElement): string {
  return (board.getAttribute("src") ?? home).replace(/\/$/, "");
}

export class Remote {
  private moves: string[] = [];
  private abort?: AbortController;

  constructor(private board: KirkeBoard) {
    board.addEventListener("kirke-explain", (event) => {
      if (this.active) void this.explain((event as CustomEvent<{ text: string }>).detail.text);
    });
  }

  /** active reports whether the board is driven by its attributes. */
  private get active(): boolean {
    return this.board.hasAttribute("variant");
  }

  load(): void {
    if (!this.active) return;
    this.moves = (this.board.getAttribute("moves") ?? "").split(/\s+/).filter(Boolean);
    void this.show();
  }

  play(uci: string): void {
    if (!this.active) return;
    this.moves.push(uci);
    void this.show();
  }

  stop(): void {
    this.abort?.abort();
  }

  private url(path: string, more: Record<string, string> = {}): string {
    const { board } = this;
    const query = new URLSearchParams({ variant: board.getAttribute("variant") ?? "chess", ...more });
    if (board.getAttribute("fen")) query.set("fen", board.getAttribute("fen")!);
    if (this.moves.length) query.set("moves", this.moves.join(" "));
    return `${base(board)}/api/v1/${path}?${query}`;
  }

  private async show(): Promise<void> {
    this.stop();
    const abort = (this.abort = new AbortController());
    try {
      const answer = await fetch(this.url("position"), { signal: abort.signal });
      const body = await answer.json();
      if (abort.signal.aborted) return;
      if (answer.ok) this.board.view = body as View;
      else this.fail(body.detail ?? body.title ?? answer.statusText);
    } catch (error) {
      if (!abort.signal.aborted) this.fail(say("The server cannot be reached."));
    }
  }

  private fail(text: string): void {
    this.moves.pop();
    this.board.view = this.board.view; // takes the move back
    this.board.say(text);
  }

  private async explain(text: string): Promise<void> {
    try {
      const answer = await fetch(this.url("explain", { text }));
      const body = await answer.json();
      if (answer.ok && body.text) this.board.say(body.text);
    } catch {
      // The move is refused all the same.
    }
  }
}
