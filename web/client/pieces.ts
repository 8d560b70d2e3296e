// The pieces as SVG, from the art of package diagram.

import art from "kirke:art";
import type { Piece } from "./view";

/** How pieces look. */
export type PieceSet = "drawn" | "letters";

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

/**
 * draw returns a new drawing of a piece on a field of 100×100. A type without art is a disc with
 * its letter.
 */
export function draw(piece: Piece, set: PieceSet): SVGSVGElement {
  const key = `${set} ${piece.color} ${piece.type} ${piece.letter}`;
  let drawing = drawings.get(key);
  if (!drawing) {
    drawing = svg("svg", { viewBox: "0 0 100 100", class: `piece ${piece.color}`, "aria-hidden": "true" });
    const strokes = art[piece.type];
    if (strokes && set === "drawn") {
      for (const [ink, path] of strokes) drawing.append(svg("path", { class: ink, d: path }));
    } else {
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
  return `${set} ${piece.color} ${piece.type}`;
}

/**
 * typeName returns the name of a piece. A bishop before its conversion is called a bishop: its
 * marks say the rest.
 */
export function typeName(piece: Piece): string {
  return piece.type === "Free Bishop" || piece.type === "Must Bishop" ? "Bishop" : piece.type;
}
