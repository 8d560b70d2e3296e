// What a screen reader is told of the board.

import { say } from "./messages";
import { typeName } from "./pieces";
import type { PlacedPiece, View } from "./view";

/** titleOf names the game and says how it stands. */
export function titleOf(view: View): string {
  const turn = view.outcome ? view.outcome.text : view.turn === "white" ? say("White to move") : say("Black to move");
  return `${view.variant.name}, ${turn}`;
}

/** wordsOf says what is on a square, in parts. */
export function wordsOf(view: View, square: string, piece: PlacedPiece | undefined, gate: boolean): string[] {
  const words = [square];
  if (piece) {
    const name = typeName(piece);
    if (!piece.color) words.push(say("wall"));
    else words.push(piece.color === "white" ? say("white %s", name) : say("black %s", name));
    words.push(...(piece.marks ?? []).filter((m) => m !== "royal"));
  }
  if (gate) words.push(say("gate open"));
  if (view.goals?.white?.includes(square)) words.push(say("goal of White"));
  if (view.goals?.black?.includes(square)) words.push(say("goal of Black"));
  for (const h of view.hidden ?? []) {
    if (h.square === square)
      words.push(
        h.how === "below"
          ? say("%s %s below", say(h.color), h.type)
          : say("%s %s waiting to be reborn", say(h.color), h.type),
      );
  }
  if (view.check?.includes(square)) words.push(say("in check"));
  return words;
}
