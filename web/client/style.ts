// The style of the board. A policy against inline styles allows constructed stylesheets.

import { boards, check, last, type Board, type Tone } from "kirke:art";
import { paintRules } from "./paints";

const tone = ([light, dark]: Tone) => (light === dark ? light : `light-dark(${light}, ${dark})`);

/** boardRule returns the colours of a board as custom properties. */
function boardRule({ name, ...tones }: Board, index: number): string {
  const colors = Object.entries(tones).map(([property, value]) => `--${property}: ${tone(value)};`);
  return `:host${index > 0 ? `([theme="${name}"])` : ""} { ${colors.join(" ")} }`;
}

const css = `
:host {
  display: block;
  position: relative;
  z-index: 1; /* the chooser may stand over what follows */
  width: 100%;
  contain: layout style;
  user-select: none;
  -webkit-user-select: none;
  font-family: var(--sans, system-ui, sans-serif);
  --last: ${tone(last)};
  --ahead: rgb(70 110 190 / .55);
  --check: ${check};
  --hint: #6a1b9a;
  --panel: light-dark(#fffdf8, #26231f);
  --panel-ink: light-dark(#1d1a16, #f2ece2);
  --panel-line: light-dark(#c9bfae, #5b544a);
  --focus: light-dark(#0b57d0, #9cc3ff);
}
${boards.map(boardRule).join("\n")}
* { box-sizing: border-box; }
.room { position: absolute; inset: 0 0 auto; height: var(--room, 0); visibility: hidden; pointer-events: none; }
.field { position: relative; margin-left: var(--inset, 0); touch-action: none; cursor: default; }
.field.passive { touch-action: auto; }
.ground {
  position: absolute; border-radius: 3px; overflow: hidden; background: var(--light);
  box-shadow: 0 1px 4px rgb(0 0 0 / .35);
}
.cell { position: absolute; outline: none; }
.cell.dark { background: var(--dark); }
.cell.light { background: var(--light); }
.cell.beyond { background: var(--beyond); border-radius: 12%; box-shadow: inset 0 0 0 1px var(--panel-line); }
.cell.last { background-image: linear-gradient(var(--last), var(--last)); }
.cell.from { background-image: linear-gradient(var(--from), var(--from)); }
.cell.ahead { background-image: linear-gradient(var(--ahead), var(--ahead)); }
.cell.check {
  background-image:
    radial-gradient(circle, var(--check) 20%, color-mix(in srgb, var(--check) 45%, transparent) 60%, transparent 78%);
}
.cell.last { box-shadow: inset 0 0 0 .15em var(--accent); }
.cell.from, .cell.check { box-shadow: inset 0 0 0 .26em var(--accent); }
.cell.goal::before {
  content: ""; position: absolute; inset: 7%; border: .14em dashed var(--accent); border-radius: 18%; opacity: .7;
}
.cell.over { box-shadow: inset 0 0 0 .22em var(--accent); }
.cell.choosable { cursor: pointer; }
.cell.target::after, .cell.capture::after {
  content: ""; position: absolute; border-radius: 50%; pointer-events: none;
}
.cell.target::after { inset: 36%; background: var(--accent); }
.cell.capture::after { inset: 3%; border: .36em solid var(--accent); }
.cell.gate::before {
  content: ""; position: absolute; left: 20%; right: 20%; bottom: 0; height: 7%;
  background: var(--accent); border: solid #fff; border-width: .1em .1em 0; border-radius: 99px 99px 0 0;
}
.cell.gate.far::before { bottom: auto; top: 0; border-width: 0 .1em .1em; border-radius: 0 0 99px 99px; }
.hand .gates { display: inline-flex; align-items: center; gap: .4em; font-size: max(.85em, 12px); opacity: .85; }
.hand .gates::before {
  content: ""; width: 1.6em; height: .45em; background: var(--accent); border: 1px solid #fff;
  border-radius: 99px 99px 0 0;
}
:host(:focus-within) .cell:focus-visible {
  box-shadow: inset 0 0 0 .24em var(--focus), inset 0 0 0 .34em #fff;
}
.coordinate {
  position: absolute; font-size: max(.62em, 8px); line-height: 1; font-weight: 600; pointer-events: none;
  text-shadow: 0 0 2px var(--under), 0 0 2px var(--under), 0 0 3px var(--under);
}
.coordinate.ondark { --under: var(--dark); }
.coordinate.onlight { --under: var(--light); }
.coordinate.outside { --under: var(--beyond); }
.coordinate.ondark { color: var(--on-dark); }
.lines line { stroke-width: .03; stroke-linecap: round; }
.lines .ondark { stroke: var(--on-dark); }
.lines .onlight { stroke: var(--on-light); }
.coordinate.onlight { color: var(--on-light); }
.coordinate.outside { color: var(--on-beyond); }
:host([coordinates="none"]) .coordinate:not(.outside) { display: none; }
.pieces, .shapes { position: absolute; inset: 0; pointer-events: none; }
.shapes { width: 100%; height: 100%; overflow: visible; }
.piece { position: absolute; display: block; overflow: visible; }
${paintRules()}
.piece.lifted { z-index: 3; filter: drop-shadow(0 3px 4px rgb(0 0 0 / .45)); }
.piece.taken { opacity: .35; }
.piece.ghost { opacity: .5; }
.piece.hidden { opacity: .8; }
.piece.reborn { filter: drop-shadow(0 0 3px var(--accent)); }
.ring { fill: none; stroke: var(--accent); stroke-width: .06; stroke-dasharray: .1 .08; }
.way { fill: none; stroke: var(--accent); stroke-width: .05; stroke-dasharray: .12 .09; opacity: .9; }
.arrow { opacity: .75; }
.arrow.green { fill: #15781b; stroke: #15781b; } .arrow.red { fill: #b3261e; stroke: #b3261e; }
.arrow.blue { fill: #1a5fb4; stroke: #1a5fb4; } .arrow.yellow { fill: #c98a00; stroke: #c98a00; }
.arrow.circle { fill: none; stroke-width: .07; }
.reach { fill: none; stroke: var(--hint); stroke-width: .06; stroke-linejoin: round; stroke-linecap: round; }
.reach.go { fill: var(--hint); stroke: #fff; stroke-width: .03; }
.reach.barred { fill: none; stroke: var(--hint); stroke-dasharray: .07 .1; }
.reach.start { stroke-width: .04; }
.reach.over { stroke-width: .05; opacity: .75; }
.reach.block { stroke: #c3261c; stroke-width: .09; filter: drop-shadow(0 0 .03px #fff); }
.numbers { position: absolute; inset: 0; pointer-events: none; }
.numbers button {
  position: absolute; z-index: 2; padding: 0; font: 700 max(.8em, 11px)/1 system-ui, sans-serif; color: #fff;
  background: #274b8f; border: 1px solid #fff; border-radius: 50%; pointer-events: auto; cursor: pointer;
}
.numbers button::after { content: ""; position: absolute; inset: -5px; }
.numbers button:focus-visible { outline: 3px solid var(--focus); outline-offset: 1px; }
.hint {
  position: absolute; z-index: 4; width: max-content; margin: 0; padding: .4em .8em; font-size: 14px; line-height: 1.35; color: #fff; background: rgb(30 26 22 / .9);
  border-radius: 8px; pointer-events: none;
}
.hint[hidden] { display: none; }
.hand {
  margin-left: var(--inset, 0); display: flex; flex-wrap: wrap; align-items: center; gap: .3em; min-height: 2.4em;
  padding: .15em .1em;
}
.hand[hidden], :host(.plain) .hand { display: none; }
.hand .held {
  display: inline-flex; align-items: center; padding: 0; font: inherit; font-size: .85em; color: inherit;
  background: none; border: 0; border-radius: 12%; cursor: default;
}
.hand .held[aria-pressed="true"] { box-shadow: 0 0 0 2px var(--accent); }
.hand .held:focus-visible { outline: 3px solid var(--focus); outline-offset: 1px; }
.hand .piece { position: static; width: 2.4em; height: 2.4em; background: var(--light); border-radius: 12%; }
.hand .label { font-size: max(.85em, 12px); opacity: .85; margin-right: .3em; }
.hand .held { touch-action: none; }
.carried {
  position: absolute; z-index: 6; transform: translate(-50%, -50%); pointer-events: none;
  filter: drop-shadow(0 3px 4px rgb(0 0 0 / .45));
}
.carried .piece { position: static; width: 100%; height: 100%; }
.chooser {
  position: absolute; z-index: 5; width: max-content; max-width: 100%; padding: .5em;
  color: var(--panel-ink); background: var(--panel); border: 1px solid var(--panel-line);
  border-radius: 10px; box-shadow: 0 6px 24px rgb(0 0 0 / .4); font-size: 15px;
}
.chooser[hidden] { display: none; }
.chooser p { margin: 0 .2em .35em; font-size: 14px; }
.chooser .buttons { display: flex; flex-wrap: wrap; gap: 6px; }
.chooser button {
  display: inline-flex; align-items: center; gap: .45em; min-width: 44px; min-height: 48px; padding: 4px 12px 4px 8px;
  font: inherit; color: inherit; background: transparent; border: 1px solid var(--panel-line); border-radius: 8px;
  cursor: pointer;
  text-align: left;
}
.chooser button .piece { position: static; width: 38px; height: 38px; flex: none; }
.chooser button:hover { background: color-mix(in srgb, currentColor 12%, transparent); }
.chooser button:focus-visible { outline: 3px solid var(--focus); outline-offset: 1px; }
.chooser .buttons:has(> :nth-child(2):last-child) { flex-wrap: nowrap; }
.chooser button.cancel { margin-left: auto; justify-content: center; border-style: dashed; padding-left: 12px; }
.chooser:has(.corner) p { display: flex; align-items: center; min-height: 38px; margin: 0 48px 0 .2em; }
.chooser button.corner { position: absolute; top: 0; right: 0; min-height: 44px; padding: 0; border: 0; }
.said {
  position: absolute; z-index: 4; width: max-content; margin: 0; padding: .55em .9em; font-size: 14px; color: #fff; background: rgb(30 26 22 / .93);
  border-radius: 8px; pointer-events: none;
}
.said:empty { display: none; }
.heard {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap;
}
@media (forced-colors: active) {
  .cell { border: 1px solid CanvasText; forced-color-adjust: none; }
}
`;

let sheet: CSSStyleSheet | undefined;

export function style(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}
