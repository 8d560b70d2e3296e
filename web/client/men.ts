// The men as SVG, from the art of package diagram.

import art from "kirke:art";
import type { Man, Piece } from "./view";

export type Pieces = "drawn" | "letters";

const space = "http://www.w3.org/2000/svg";
const drawings = new Map<string, SVGSVGElement>();

export function svg<K extends keyof SVGElementTagNameMap>(name: K, attributes: Record<string, string | number> = {}): SVGElementTagNameMap[K] {
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** draw returns a new drawing of a man on a field of 100×100. A type without art is a disc with its letter. */
export function draw(man: Piece & Partial<Man>, pieces: Pieces): SVGSVGElement {
  const key = `${pieces} ${man.color} ${man.type} ${man.letter}`;
  let drawing = drawings.get(key);
  if (!drawing) {
    drawing = svg("svg", { viewBox: "0 0 100 100", class: `man ${man.color}`, "aria-hidden": "true" });
    const strokes = art[man.type];
    if (strokes && pieces === "drawn") {
      for (const [ink, path] of strokes) drawing.append(svg("path", { class: ink, d: path }));
    } else {
      drawing.append(svg("circle", { class: "body", cx: 50, cy: 50, r: 40 }));
      const text = svg("text", { x: 50, y: 68, class: "letter" });
      text.textContent = man.letter + ({ "Free Bishop": "+", "Must Bishop": "!" }[man.type] ?? "");
      drawing.append(text);
    }
    drawings.set(key, drawing);
  }
  return drawing.cloneNode(true) as SVGSVGElement;
}

/** manKey tells men apart that are drawn differently. */
export function manKey(man: Piece, pieces: Pieces): string {
  return `${pieces} ${man.color} ${man.type}`;
}

/** typeName returns what a man is called: bishops before a conversion are bishops, and their marks say the rest. */
export function typeName(man: Piece): string {
  return man.type === "Free Bishop" || man.type === "Must Bishop" ? "Bishop" : man.type;
}
