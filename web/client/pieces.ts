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

/**
 * drawingOf returns the parts of a picture: a path, or the name of the piece that is drawn, by how
 * many degrees it is turned, and what is written beside it.
 */
function drawingOf(type: string, picture = ""): { name: string; path?: string; turn: number; mark?: string } {
  if (/^M[-0-9., MLHVQCZ]+$/.test(picture)) return { name: type, path: picture, turn: 0 };
  const turned = /^(.+?) (\d+)(?: ([A-Z0-9]{1,2}))?$/.exec(picture);
  return turned ? { name: turned[1], turn: Number(turned[2]), mark: turned[3] } : { name: picture || type, turn: 0 };
}

/** strokesOf returns the strokes of a piece in a set, undefined if it has no drawing there. */
function strokesOf({ type, picture }: Piece, set: PieceSet): [Ink, string][] | undefined {
  const from = set === "flat" ? "classic" : set;
  const { name, path } = drawingOf(type, picture);
  // A set without drawings has discs.
  const strokes: [Ink, string][] | undefined = art[from] && path ? [["body", path]] : art[from]?.[name];
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
    drawing = svg("svg", { viewBox: "0 0 100 100", class: "piece", "aria-hidden": "true" });
    if (piece.color === "neutral") {
      const black = svg("svg", { x: 50, width: 50, height: 100, viewBox: "50 0 50 100" }); // its right half
      paint(black, piece, set, "black");
      const white = svg("g");
      paint(white, piece, set, "white");
      drawing.append(white, black);
    } else paint(drawing, piece, set, piece.color || "black");
    drawings.set(key, drawing);
  }
  return drawing.cloneNode(true) as SVGSVGElement;
}

/** paint draws a piece of a side into an element. */
function paint(into: SVGElement, piece: Piece, set: PieceSet, color: "white" | "black"): void {
  const strokes = strokesOf(piece, set);
  into.classList.add(strokes ? set : "letters", color);
  const text = (letters: string, name: string, x: number, y: number) => {
    const element = svg("text", { x, y, class: name });
    element.textContent = letters;
    into.append(element);
  };
  if (!strokes) {
    into.append(svg("circle", { class: "body", cx: 50, cy: 50, r: 40 }));
    text(piece.letter + ({ "Free Bishop": "+", "Must Bishop": "!" }[piece.type] ?? ""), "letter", 50, 68);
    return;
  }
  const { turn, mark } = drawingOf(piece.type, piece.picture);
  const scale = turn % 90 ? 0.86 : 1; // then it stays within its square
  const turned = `translate(50 50) rotate(${turn}) scale(${scale}) translate(-50 -50)`;
  const drawn = turn ? svg("g", { transform: turned }) : into;
  for (const [ink, path] of strokes) drawn.append(svg("path", { class: ink, d: path }));
  if (turn) into.append(drawn);
  if (mark) {
    const width = 22 * mark.length + 6;
    into.append(svg("rect", { class: "plate", x: 98 - width, y: 69, width, height: 30 }));
    text(mark, "mark", 98 - width / 2, 95);
  }
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
