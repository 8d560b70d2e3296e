// The pieces as SVG, from the art of package diagram.

import { drawings as art, sets, type Ink } from "kirke:art";
import type { Piece } from "./view";

/** How pieces look: the name of a set. */
export type PieceSet = string;

/** setNamed returns the set of a name, the default for a name that is not known. */
export function setNamed(name: string | null): PieceSet {
  return name && sets.includes(name) ? name : sets[0];
}

const space = "http://www.w3.org/2000/svg";
const drawings = new Map<string, SVGSVGElement>();

export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number> = {},
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** strokesOf returns the strokes of a piece in a set, undefined if it has no drawing there. */
function strokesOf({ type, picture }: Piece, set: PieceSet): [Ink, string][] | undefined {
  const from = set === "flat" ? "classic" : set;
  // A picture is the name of another piece, or a path. A set without drawings has discs.
  const strokes: [Ink, string][] | undefined =
    art[from] && picture?.startsWith("M") && !art[from][picture] ? [["body", picture]] : art[from]?.[picture ?? type];
  if (set !== "flat") return strokes;
  // One outline around all of it.
  const below = strokes?.filter(([ink]) => ink === "body").map(([, path]): [Ink, string] => ["edge", path]);
  return below && [...below, ...strokes];
}

/**
 * draw returns a new drawing of a piece on a field of 100×100. A type without art is a disc with
 * its letter.
 */
export function draw(piece: Piece, set: PieceSet): SVGSVGElement {
  const key = `${pieceKey(piece, set)} ${piece.letter}`;
  let drawing = drawings.get(key);
  if (!drawing) {
    const strokes = strokesOf(piece, set);
    const look = strokes ? set : "letters";
    drawing = svg("svg", { viewBox: "0 0 100 100", class: `piece ${look} ${piece.color || "black"}`, "aria-hidden": "true" });
    for (const [ink, path] of strokes ?? []) drawing.append(svg("path", { class: ink, d: path }));
    if (!strokes) {
      drawing.append(svg("circle", { class: "body", cx: 50, cy: 50, r: 40 }));
      const text = svg("text", { x: 50, y: 68, class: "letter" });
      text.textContent = piece.letter + ({ "Free Bishop": "+", "Must Bishop": "!" }[piece.type] ?? "");
      drawing.append(text);
    }
    drawings.set(key, drawing);
  }
  return drawing.cloneNode(true) as SVGSVGElement;
}

/** pieceKey returns a key that differs for pieces that are drawn differently. */
export function pieceKey(piece: Piece, set: PieceSet): string {
  return `${set} ${piece.color} ${piece.type} ${piece.picture ?? ""}`;
}

/**
 * typeName returns the name of a piece. A bishop before its conversion is called a bishop: its
 * marks say the rest.
 */
export function typeName(piece: Piece): string {
  return piece.type === "Free Bishop" || piece.type === "Must Bishop" ? "Bishop" : piece.type;
}
