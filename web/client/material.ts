// The pieces that are gone, and the difference in material.

import { say } from "./messages";
import { el } from "./dom";
import type { KirkeBoard } from "./board";
import type { Color, Piece, View } from "./view";

/** The pieces that a game begins with, as the server lists them. */
export interface Army {
  pieces: Record<string, { type: string; value: number }>; // by letter
  start: Record<Color, Record<string, number>>;
}

const colors: Color[] = ["white", "black"];

/** count returns how many pieces of each letter a side has: on the board, in hand, below others. */
function count(view: View, color: Color): Record<string, number> {
  const counts: Record<string, number> = {};
  const add = (piece: Piece, n: number) => {
    if (piece.color === color) counts[piece.letter] = (counts[piece.letter] ?? 0) + n;
  };
  for (const piece of view.men) add(piece, 1);
  for (const held of view.hands?.[color] ?? []) add(held, held.count);
  for (const piece of view.hidden ?? []) add(piece, 1);
  return counts;
}

/**
 * gone returns the pieces that a side has lost for good, the most valuable first. A pawn that has
 * become another piece is not lost, and neither is a piece that has been reborn.
 */
function gone(army: Army, view: View, color: Color): string[] {
  const now = count(view, color);
  const lost: string[] = [];
  let more = 0; // pieces of types that the side has more of than at first
  for (const letter of new Set([...Object.keys(army.start[color]), ...Object.keys(now)])) {
    const n = (army.start[color][letter] ?? 0) - (now[letter] ?? 0);
    if (n < 0) more -= n;
    for (let i = 0; i < n; i++) lost.push(letter);
  }
  lost.sort((a, b) => (army.pieces[b]?.value ?? 0) - (army.pieces[a]?.value ?? 0));
  return lost.slice(0, Math.max(0, lost.length - more));
}

/** worth returns what a side has in whole pawns: 9 for a queen, 3 for a knight. */
function worth(army: Army, view: View, color: Color): number {
  const pawns = (letter: string) => Math.floor((army.pieces[letter]?.value ?? 0) / 100);
  return Object.entries(count(view, color)).reduce((sum, [letter, n]) => sum + n * pawns(letter), 0);
}

export class Material {
  private shown = "";

  constructor(
    private army: Army,
    private board: KirkeBoard,
    private places: Record<Color, HTMLElement | null>, // of what each side has captured
  ) {}

  show(view: View): void {
    const lost = { white: gone(this.army, view, "white"), black: gone(this.army, view, "black") };
    const ahead = worth(this.army, view, "white") - worth(this.army, view, "black");
    const about = JSON.stringify([lost, ahead]);
    if (about === this.shown) return;
    this.shown = about;
    for (const color of colors) this.fill(color, lost[color === "white" ? "black" : "white"], ahead);
  }

  private fill(color: Color, taken: string[], ahead: number): void {
    const other = color === "white" ? "black" : "white";
    const mine = color === "white" ? ahead : -ahead;
    const groups = new Map<string, number>();
    for (const letter of taken) groups.set(letter, (groups.get(letter) ?? 0) + 1);
    const pictures = [...groups].map(([letter, n]) => {
      const group = el("span", { aria: { hidden: "true" } });
      const type = this.army.pieces[letter]?.type ?? letter;
      for (let i = 0; i < n; i++) group.append(this.board.picture({ letter, type, color: other }));
      return group;
    });
    const names = [...groups].map(
      ([letter, n]) => `${n} ${this.army.pieces[letter]?.type ?? letter}${n > 1 ? "s" : ""}`,
    );
    const words = names.length ? [say("Captured: %s.", names.join(", "))] : [];
    if (mine > 0) words.push(`${mine} ahead.`);
    const parts: Node[] = [...pictures];
    if (mine > 0) parts.push(el("b", { aria: { hidden: "true" } }, `+${mine}`));
    if (words.length) parts.push(el("span", { className: "sr" }, words.join(" ")));
    this.places[color]?.replaceChildren(...parts);
  }
}
