// What a screen reader is told of the board.

import { typeName } from "./pieces";
import type { PlacedPiece, View } from "./view";

/** titleOf names the game and says how it stands. */
export function titleOf(view: View): string {
  const turn = view.outcome ? view.outcome.text : `${view.turn === "white" ? "White" : "Black"} to move`;
  return `${view.variant.name}, ${turn}`;
}

/** wordsOf says what is on a square, in parts. */
export function wordsOf(view: View, square: string, piece: PlacedPiece | undefined, gate: boolean): string[] {
  const words = [square];
  if (piece) words.push(`${piece.color} ${typeName(piece)}`, ...(piece.marks ?? []).filter((m) => m !== "royal"));
  if (gate) words.push("gate open");
  for (const h of view.hidden ?? []) {
    if (h.square === square)
      words.push(h.how === "below" ? `${h.color} ${h.type} below` : `${h.color} ${h.type} waiting to be reborn`);
  }
  if (view.check?.includes(square)) words.push("in check");
  return words;
}
