// How pieces are painted, on the board and in trays beside it.

import { paints } from "kirke:art";

type Sides = (typeof paints)[string];

/** rulesOf returns how the paths of a set of pieces are painted. */
function rulesOf([set, sides]: [string, Sides]): string[] {
  return Object.entries(sides).flatMap(([side, inks]) =>
    Object.entries(inks).map(([ink, { fill = "none", stroke = "none", width = 0 }]) => {
      const paint = `fill: ${fill}; stroke: ${stroke}; stroke-width: ${width};`;
      return `.${set}.${side} .${ink} { ${paint} }`;
    }),
  );
}

/** paintRules returns the style of drawings of pieces. */
export function paintRules(): string {
  return `.piece :is(path, circle) { fill: none; stroke-linejoin: round; stroke-linecap: round; }
.piece .letter { font: 600 54px var(--sans, system-ui, sans-serif); text-anchor: middle; }
.piece .mark { font: 600 30px var(--sans, system-ui, sans-serif); text-anchor: middle; fill: #111; }
.piece .plate { fill: #fff; stroke: #111; stroke-width: 2; }
.white .letter { fill: #111; }
.black .letter { fill: #fff; }
${Object.entries(paints).flatMap(rulesOf).join("\n")}`;
}
