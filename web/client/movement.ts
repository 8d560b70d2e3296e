// How a piece moves, as a diagram: squares are pressed to add and remove steps, leaps, slides and
// hops. What no diagram expresses is text beside it.

import { addStyle, el } from "./dom";
import { say } from "./messages";
import { paintRules } from "./paints";
import { svg } from "./pieces";

/** A way in one direction, as piece.Ray in Go. */
export interface Ray {
  file: number; // of one step, to the right
  rank: number; // of one step, forward
  far: number; // the greatest number of steps, 0 for no limit
  kind: Kind;
  mode: Mode;
  initial?: boolean;
}

type Kind = "free" | "lame" | "over" | "behind";
type Mode = "both" | "move" | "capture";

export interface Chart {
  rays: Ray[];
  rest?: string;
}

export interface Mark {
  file: number;
  rank: number;
  mode: Mode;
}

addStyle(`
.chart { display: grid; gap: .6rem; max-width: 24rem; }
.chart [role="grid"] {
  position: relative; display: grid; grid-template-columns: repeat(9, 1fr); aspect-ratio: 1; border: 1px solid var(--line);
  border-radius: 6px; overflow: hidden; touch-action: manipulation;
}
.chart [role="row"] { display: contents; }
.chart [role="gridcell"] {
  position: relative; padding: 0; border: 0; border-radius: 0; background: #f3e6d0; min-width: 0; min-height: 0; cursor: pointer;
}
.chart [role="gridcell"].dark { background: #ddc39b; }
.chart [role="gridcell"]:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; z-index: 1; }
.chart [role="gridcell"] svg { position: absolute; z-index: 1; inset: 8%; width: 84%; height: 84%; overflow: visible; pointer-events: none; }
.chart .go { fill: #274b8f; } .chart .take { fill: none; stroke: #274b8f; stroke-width: 9; }
.chart .hop.go { fill: #8a1c6a; } .chart .hop.take { stroke: #8a1c6a; }
.chart .other.go { fill: #5b544a; } .chart .other.take { stroke: #5b544a; }
.chart .first { fill: none; stroke: #222; stroke-width: 4; stroke-dasharray: 8 7; }
.chart .way { stroke: #274b8f; stroke-width: 7; opacity: .5; } .chart .hop.way { stroke: #8a1c6a; stroke-dasharray: 14 10; }
.chart { ${paintRules()} }
.chart .center svg.piece { inset: 0; width: 100%; height: 100%; }
.chart fieldset { display: flex; flex-wrap: wrap; gap: .1rem .9rem; margin: 0; padding: .1rem .7rem .3rem; border: 1px solid var(--line); border-radius: 8px; min-width: 0; }
.chart legend { font-size: .9rem; color: var(--quiet); padding: 0 .3rem; }
.chart fieldset label { display: inline-flex; flex-direction: row; align-items: center; gap: .35rem; min-height: 2rem; width: auto; }
.chart fieldset input[type="number"] { width: 4.5em; }
.chart fieldset input:is([type="radio"], [type="checkbox"]) { width: auto; }
.chart .legend { margin: 0; font-size: .88rem; color: var(--quiet); }
`);

const reach = 4; // squares to each side
const leap = 3; // how far a step goes: Betza's notation has no longer ones

/** straight reports whether a square is on a line of a queen. */
const straight = (file: number, rank: number) => file === 0 || rank === 0 || Math.abs(file) === Math.abs(rank);

/** images returns a step turned and mirrored. */
function images(file: number, rank: number, how: string): [number, number][] {
  const all: [number, number][] = [[file, rank]];
  if (how !== "one") all.push([-file, rank]);
  if (how === "all") all.push(...all.flatMap(([f, r]): [number, number][] => [[f, -r], [r, f], [-r, f], [r, -f], [-r, -f]]));
  return all.filter(([f, r], i) => all.findIndex(([x, y]) => x === f && y === r) === i);
}

const same = (a: Ray, b: Ray) =>
  a.file === b.file && a.rank === b.rank && a.kind === b.kind && Boolean(a.initial) === Boolean(b.initial);

let diagrams = 0;

export class MovementDiagram {
  readonly element: HTMLElement;
  private readonly cells = new Map<string, HTMLElement>();
  private readonly hint = el("p", { className: "legend", role: "status" });
  private readonly far = el("input", { type: "number", min: "1", max: "15", placeholder: "∞" });
  private readonly initial = el("input", { type: "checkbox" });
  private chart: Chart = { rays: [] };
  private marks: Mark[] = [];
  private tool = "leap";
  private mode: Mode = "both";
  private how = "all";
  private cursor = "0,0";

  constructor(private changed: (chart: Chart) => void) {
    const id = `chart${++diagrams}`;
    const choice = (name: string, title: string, options: [string, string][], chosen: string, set: (v: string) => void) =>
      el(
        "fieldset",
        {},
        el("legend", {}, title),
        ...options.map(([value, label]) => {
          const input = el("input", { type: "radio", name: `${id}-${name}`, value, checked: value === chosen });
          input.addEventListener("change", () => set(value));
          return el("label", {}, input, label);
        }),
      );
    const grid = el("div", { role: "grid", aria: { label: say("Moves of the piece. Choose squares to change them.") } });
    for (let rank = reach; rank >= -reach; rank--) {
      const row = el("div", { role: "row" });
      for (let file = -reach; file <= reach; file++) row.append(this.cell(file, rank));
      grid.append(row);
    }
    grid.addEventListener("keydown", (event) => this.key(event));
    this.element = el(
      "div",
      { className: "chart" },
      choice(
        "tool",
        say("A square adds or removes"),
        [
          ["leap", say("a step or leap")],
          ["slide", say("a slide")],
          ["over", say("a hop over a piece")],
          ["behind", say("a hop just behind a piece")],
          ["lame", say("a leap that can be blocked")],
        ],
        this.tool,
        (tool) => (this.tool = tool),
      ),
      grid,
      this.hint,
      choice(
        "mode",
        say("There it may"),
        [
          ["both", say("move and capture")],
          ["move", say("only move")],
          ["capture", say("only capture")],
        ],
        this.mode,
        (mode) => (this.mode = mode as Mode),
      ),
      choice(
        "how",
        say("Directions"),
        [
          ["all", say("all")],
          ["mirror", say("left as right")],
          ["one", say("this one")],
        ],
        this.how,
        (how) => (this.how = how),
      ),
      el(
        "fieldset",
        {},
        el("legend", {}, say("And")),
        el("label", {}, say("at most this many steps"), this.far),
        el("label", {}, this.initial, say("only from its start")),
      ),
      el(
        "p",
        { className: "legend" },
        say("Discs: it moves there. Rings: it captures there. Purple: over a piece. Dashed: only from its start."),
      ),
    );
  }

  private cell(file: number, rank: number): HTMLElement {
    const key = `${file},${rank}`;
    const dark = (file + rank) % 2 === 0;
    const cell = el("div", {
      className: dark ? "dark" : "light",
      role: "gridcell",
      tabIndex: key === this.cursor ? 0 : -1,
      data: { at: key },
    });
    if (key === "0,0") cell.classList.add("center");
    cell.addEventListener("click", () => this.press(file, rank));
    cell.addEventListener("focus", () => this.moveCursor(key, false));
    this.cells.set(key, cell);
    return cell;
  }

  private moveCursor(key: string, focus: boolean): void {
    const to = this.cells.get(key);
    if (!to) return;
    this.cells.get(this.cursor)!.tabIndex = -1;
    this.cursor = key;
    to.tabIndex = 0;
    if (focus) to.focus();
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "Enter" || event.key === " ") {
      const [file, rank] = this.cursor.split(",").map(Number);
      this.press(file, rank);
      event.preventDefault();
      return;
    }
    const way = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!way) return;
    const [file, rank] = this.cursor.split(",").map(Number);
    this.moveCursor(`${file + way[0]},${rank + way[1]}`, true);
    event.preventDefault();
  }

  /** show shows a movement. marks are squares that the rest of it reaches. */
  show(chart: Chart, marks: Mark[], picture: SVGSVGElement): void {
    this.chart = chart;
    this.marks = marks;
    this.cells.get("0,0")!.replaceChildren(picture);
    this.draw();
  }

  private press(file: number, rank: number): void {
    const ray = this.rayTo(file, rank);
    if (!ray) return;
    this.hint.textContent = "";
    const all = images(ray.file, ray.rank, this.how).map(([f, r]): Ray => ({ ...ray, file: f, rank: r }));
    const there = this.chart.rays.some((r) => same(r, ray) && r.far === ray.far && r.mode === ray.mode);
    const others = this.chart.rays.filter((r) => !all.some((a) => same(a, r)));
    this.chart = { ...this.chart, rays: there ? others : [...others, ...all] };
    this.draw();
    this.changed(this.chart);
  }

  /** rayTo returns the ray that a press on a square means, or says why it means none. */
  private rayTo(file: number, rank: number): Ray | null {
    const size = Math.max(Math.abs(file), Math.abs(rank));
    const refuse = (text: string) => {
      this.hint.textContent = text;
      return null;
    };
    if (size === 0) return refuse(say("The piece stands here."));
    const far = Math.max(0, Math.min(15, Math.floor(Number(this.far.value) || 0)));
    const ray = { file, rank, far: 1, kind: "free" as Kind, mode: this.mode, initial: this.initial.checked };
    if (this.tool === "leap" || this.tool === "lame") {
      if (size > leap) return refuse(say("A leap goes at most %d squares far.", leap));
      const knight = Math.abs(file * rank) === 2;
      if (this.tool === "lame" && (size === 1 || !(straight(file, rank) || knight)))
        return refuse(say("Nothing can block a leap to this square."));
      return { ...ray, kind: this.tool === "lame" ? "lame" : "free" };
    }
    const kind = this.tool === "slide" ? "free" : (this.tool as Kind);
    if (straight(file, rank)) return { ...ray, file: Math.sign(file), rank: Math.sign(rank), kind, far: kind === "free" ? far : far && Math.max(2, far) };
    if (size > leap) return refuse(say("A slide goes straight, or repeats a leap of at most %d squares.", leap));
    return { ...ray, kind, far: kind === "free" ? far : far && Math.max(2, far) };
  }

  private draw(): void {
    const drawn = new Map<string, SVGElement[]>();
    const said = new Map<string, Set<string>>();
    const note = (file: number, rank: number, mode: Mode, kind: string, initial: boolean) => {
      const key = `${file},${rank}`;
      if (!this.cells.has(key)) return;
      const parts = drawn.get(key) ?? [];
      drawn.set(key, parts);
      if (mode !== "capture") parts.push(svg("circle", { class: `${kind} go`, cx: 50, cy: 50, r: 20 }));
      if (mode !== "move") parts.push(svg("circle", { class: `${kind} take`, cx: 50, cy: 50, r: 38 }));
      if (initial) parts.push(svg("circle", { class: "first", cx: 50, cy: 50, r: 50 }));
      const words = said.get(key) ?? new Set<string>();
      said.set(key, words);
      words.add(mode === "move" ? say("moves") : mode === "capture" ? say("captures") : say("moves and captures"));
      if (kind === "hop") words.add(say("over a piece"));
      if (initial) words.add(say("only from its start"));
    };
    for (const { file, rank, mode } of this.marks) note(file, rank, mode, "other", false);
    for (const ray of this.chart.rays) {
      const hop = ray.kind === "over" || ray.kind === "behind";
      const most = ray.far || 2 * reach;
      for (let n = hop ? 2 : 1; n <= most; n++) {
        const [file, rank] = [n * ray.file, n * ray.rank];
        if (!this.cells.has(`${file},${rank}`)) break;
        note(file, rank, ray.mode, hop ? "hop" : "free", Boolean(ray.initial));
        if (most > 1) {
          const back = { x: 50 - 110 * ray.file, y: 50 + 110 * ray.rank };
          drawn.get(`${file},${rank}`)!.unshift(
            svg("line", { class: hop ? "hop way" : "way", x1: 50, y1: 50, x2: back.x, y2: back.y }),
          );
        }
      }
    }
    for (const [key, cell] of this.cells) {
      const [file, rank] = key.split(",").map(Number);
      cell.setAttribute("aria-label", [where(file, rank), ...(said.get(key) ?? [])].join(", "));
      if (key === "0,0") continue;
      const parts = drawn.get(key);
      if (!parts) {
        cell.replaceChildren();
        continue;
      }
      const picture = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
      picture.append(...parts);
      cell.replaceChildren(picture);
    }
  }
}

/** where says where a square is from the piece. */
function where(file: number, rank: number): string {
  const words: string[] = [];
  if (rank > 0) words.push(say("%d forward", rank));
  if (rank < 0) words.push(say("%d back", -rank));
  if (file < 0) words.push(say("%d left", -file));
  if (file > 0) words.push(say("%d right", file));
  return words.length ? words.join(" ") : say("the piece");
}
