// What a move looks like before the server answers.

import type { Ghost } from "./painter";
import type { Move, Path, Piece, PlacedPiece, View } from "./view";

/**
 * anticipate returns what a move looks like before the server answers: the pieces after it, and the
 * paths they take.
 */
export function anticipate(view: View, move: Move): { pieces: PlacedPiece[]; paths: Path[] } {
  const [from, to] = move.steps;
  const dropped = view.choices?.[from];
  if (dropped?.kind === "drop" && dropped.man) return drop(view, dropped.man, move.steps);
  const mover = view.men.find((m) => m.square === from);
  const occupant = view.men.find((m) => m.square === to);
  // An exchange of pieces, or king takes rook, is shown when the server answers.
  if (!mover || (occupant && occupant.color === mover.color)) return { pieces: view.men, paths: [] };
  const captured = view.men.find((m) => m.square === move.captures);
  const end = move.capturer ?? (move.waited === to && move.reborn ? move.reborn : to);
  let pieces = view.men.filter((m) => m !== mover && m !== captured && m.square !== end);
  const paths: Path[] = [{ from, to, how: "move" }];
  if (move.capturer) paths.push({ from: to, to: end, how: "capturer" });
  const returning = revived(view, move);
  if (move.reborn && move.waited === to) paths.push({ from: to, to: end, how: "rebirth" });
  else if (returning && move.reborn) {
    pieces = pieces.filter((m) => m.square !== move.reborn && m !== returning);
    pieces.push({ ...returning, square: move.reborn });
    paths.push({ from: returning.square, to: move.reborn, how: "rebirth" });
  }
  const arrived: PlacedPiece = { ...mover, square: end };
  for (const key of move.steps.slice(2)) {
    const choice = view.choices?.[key];
    if (choice?.kind === "promotion" && choice.man) Object.assign(arrived, choice.man);
    if (choice?.kind === "gate" && choice.man) {
      const square = key.slice(key.indexOf("@") + 1);
      pieces = pieces.filter((m) => m.square !== square);
      pieces.push({ ...choice.man, square });
      paths.push({ from: "", to: square, how: "entry" });
    }
  }
  if (!move.capturer || !view.imaginary?.includes(to)) pieces.push(arrived);
  return { pieces, paths };
}

/**
 * revived returns the piece that a move lets be reborn, where it is then: one that has waited, the mover if it has
 * captured that one, or the captured one.
 */
function revived(view: View, move: Move): PlacedPiece | undefined {
  const [from, to] = move.steps;
  const mover = pieceAt(view, from);
  if (mover && move.waited === to) return { ...mover, square: to };
  if (move.waited) return pieceAt(view, move.waited);
  return view.hidden?.find((m) => m.how === "pending") ?? (move.captures ? pieceAt(view, move.captures) : undefined);
}

/** pieceAt returns the piece on a square, or else one that is hidden there. */
function pieceAt(view: View, square: string): PlacedPiece | undefined {
  return view.men.find((m) => m.square === square) ?? view.hidden?.find((m) => m.square === square);
}

/** drop returns what the drop of a piece from the hand looks like. */
function drop(view: View, piece: Piece, [, square, ...further]: string[]): { pieces: PlacedPiece[]; paths: Path[] } {
  const arrived = { ...piece, ...further.map((key) => view.choices?.[key]?.man).find((man) => man), square };
  const pieces = view.men.filter((m) => m.square !== square);
  return { pieces: [...pieces, arrived], paths: [{ from: "", to: square, how: "entry" }] };
}

/** ghostsOf returns where moves bring pieces by a rebirth: none if they are too many, unless all is set. */
export function ghostsOf(view: View, moves: Move[], all: boolean): Ghost[] {
  const ghosts = new Map<string, Ghost>();
  for (const move of moves) {
    const returning = revived(view, move);
    const mover = pieceAt(view, move.steps[0]);
    if (move.reborn && returning)
      ghosts.set(returning.square + move.reborn, { ...returning, square: move.reborn, from: returning.square });
    if (move.capturer && mover)
      ghosts.set(move.steps[1] + move.capturer, { ...mover, square: move.capturer, from: move.steps[1] });
  }
  return ghosts.size > 6 && !all ? [] : [...ghosts.values()];
}
