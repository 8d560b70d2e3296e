// What is on the board, as elements. The painter knows squares, men and marks, and no moves.

import { Geometry, type Place } from "./geometry";
import { draw, manKey, type Pieces } from "./men";
import { drawShape, drawWay, type Shape } from "./shapes";
import { other, type Color, type Man, type Path, type Piece, type View } from "./view";

interface Stander {
  element: SVGSVGElement;
  key: string;
}

/** A man shown where it does not stand yet: the home of one to be captured. */
export interface Ghost extends Piece {
  square: string;
  from: string;
}

const moveMs = 170;
const rebirthMs = 380;

export class Painter {
  readonly room = document.createElement("div"); // as large as the board and its hands may be; without a height, as high as they come
  readonly field = document.createElement("div");
  readonly grid = document.createElement("div");
  readonly cells = new Map<string, HTMLElement>();
  readonly hands = [document.createElement("div"), document.createElement("div")]; // above, below
  geometry?: Geometry;
  private ground = document.createElement("div");
  private coordinates = document.createElement("div");
  private men = document.createElement("div");
  private ghosts = document.createElement("div");
  private shapes = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  private standing = new Map<string, Stander>();

  constructor() {
    this.room.className = "room";
    this.room.setAttribute("aria-hidden", "true");
    this.field.className = "field";
    this.ground.className = "ground";
    this.grid.setAttribute("role", "grid");
    this.men.className = "men";
    this.ghosts.className = "men";
    this.shapes.setAttribute("class", "shapes");
    for (const layer of [this.ground, this.coordinates, this.men, this.ghosts, this.shapes]) layer.setAttribute("aria-hidden", "true");
    for (const hand of this.hands) hand.className = "hand";
    this.field.append(this.ground, this.grid, this.coordinates, this.men, this.ghosts, this.shapes);
  }

  /**
   * fit gives each square as many device pixels as there is room for, and a whole number of them: between squares that begin and end
   * within a pixel the ground shows through. It returns how far from the left the board begins.
   */
  fit(): number {
    const { width: w, height: h } = this.geometry!;
    const { width, height } = this.room.getBoundingClientRect();
    const hands = this.hands.reduce((sum, hand) => sum + hand.offsetHeight, 0);
    const side = Math.min(width / w, height > 0 ? (height - hands) / h : Infinity);
    const square = Math.max(1, Math.floor(side * devicePixelRatio)) / devicePixelRatio;
    this.field.style.width = `${square * w}px`;
    this.field.style.height = `${square * h}px`;
    return Math.floor(((width - square * w) / 2) * devicePixelRatio) / devicePixelRatio;
  }

  /** layout makes the cells anew for a board of another size or side. */
  layout(geometry: Geometry): void {
    this.geometry = geometry;
    const { view, width, height } = geometry;
    this.shapes.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.cells.clear();
    this.standing.clear();
    this.men.replaceChildren();
    this.grid.replaceChildren(
      ...geometry.rows.filter((row) => row.length > 0).map((names) => {
        const row = document.createElement("div");
        row.setAttribute("role", "row");
        for (const name of names) {
          const cell = document.createElement("div");
          cell.setAttribute("role", "gridcell");
          cell.tabIndex = -1;
          cell.dataset.square = name;
          this.put(cell, geometry.place(name)!);
          this.cells.set(name, cell);
          row.append(cell);
        }
        return row;
      }),
    );
    const first = geometry.place(view.squares[0])!;
    const last = geometry.place(view.squares[view.squares.length - 1])!;
    this.put(this.ground, { x: Math.min(first.x, last.x), y: Math.min(first.y, last.y) }, view.variant.files, view.variant.ranks);
    this.write(geometry);
  }

  /** write puts the coordinates into the squares at the left and below. */
  private write(geometry: Geometry): void {
    const { view, orientation } = geometry;
    const { files, ranks } = view.variant;
    const spans: HTMLElement[] = [];
    const add = (square: string, text: string, side: "left" | "bottom") => {
      const place = geometry.place(square)!;
      const span = document.createElement("span");
      const ground = geometry.imaginary(square) ? "outside" : geometry.dark(square) ? "ondark" : "onlight";
      span.className = `coordinate ${ground}`;
      span.textContent = text;
      const [w, h] = [100 / geometry.width, 100 / geometry.height];
      if (side === "left") {
        span.style.left = `${(place.x + 0.05) * w}%`;
        span.style.top = `${(place.y + 0.06) * h}%`;
      } else {
        span.style.right = `${100 - (place.x + 0.95) * w}%`;
        span.style.bottom = `${100 - (place.y + 0.95) * h}%`;
      }
      spans.push(span);
    };
    const left = orientation === "white" ? 0 : files - 1;
    const bottom = orientation === "white" ? 0 : ranks - 1;
    for (let rank = 0; rank < ranks; rank++) add(view.squares[rank * files + left], String(rank + 1), "left");
    for (let file = 0; file < files; file++) {
      const square = view.squares[bottom * files + file];
      add(square, square.replace(/\d+$/, ""), "bottom");
    }
    for (const square of view.imaginary ?? []) add(square, square, "bottom");
    this.coordinates.replaceChildren(...spans);
  }

  private put(element: HTMLElement | SVGSVGElement, place: Place, width = 1, height = 1): void {
    const { width: w, height: h } = this.geometry!;
    element.style.left = `${(place.x / w) * 100}%`;
    element.style.top = `${(place.y / h) * 100}%`;
    element.style.width = `${(width / w) * 100}%`;
    element.style.height = `${(height / h) * 100}%`;
  }

  /** element returns the drawing of the man on a square. */
  element(square: string): SVGSVGElement | undefined {
    return this.standing.get(square)?.element;
  }

  /** show draws the men, moved along the paths where men that stood before have gone. */
  show(men: Man[], paths: Path[], pieces: Pieces, animate: boolean): void {
    const geometry = this.geometry!;
    const before = this.standing;
    const now = new Map<string, Stander>();
    const motions: (() => void)[] = [];
    const used = new Set<Stander>();
    for (const man of men) {
      const place = geometry.place(man.square);
      if (!place) continue;
      const key = manKey(man, pieces);
      let way = animate ? trace(paths, man.square) : [];
      if (before.get(man.square)?.key === key && way.every((p) => p.how !== "capturer")) way = []; // it is there already
      const origin = before.get(way.length ? way[0].from : man.square);
      let stander: Stander;
      if (origin && origin.key === key && !used.has(origin)) {
        stander = origin;
        used.add(origin);
      } else {
        stander = { element: draw(man, pieces), key };
      }
      stander.element.classList.toggle("reborn", man.marks?.includes("reborn") ?? false);
      this.put(stander.element, place);
      now.set(man.square, stander);
      if (animate && way.length && (origin || way[0].how === "entry")) {
        motions.push(() => this.travel(stander.element, way, man.square));
      }
    }
    for (const stander of before.values()) {
      if (used.has(stander)) continue;
      if (animate) this.vanish(stander.element);
      else stander.element.remove();
    }
    for (const { element } of now.values()) if (!element.isConnected) this.men.append(element);
    this.standing = now;
    for (const move of motions) move();
  }

  /** travel lets a man go along its way: its own move first, a rebirth when that is done. */
  private travel(element: SVGSVGElement, way: Path[], end: string): void {
    const to = this.geometry!.place(end)!;
    const at = (name: string) => {
      const p = this.geometry!.place(name) ?? to;
      return `translate(${(p.x - to.x) * 100}%, ${(p.y - to.y) * 100}%)`;
    };
    if (way[0].how === "entry" && !way[0].from) {
      element.animate([{ opacity: 0, transform: "scale(.3)" }, { opacity: 1, transform: "none" }], { duration: 260, easing: "ease-out" });
      return;
    }
    const late = way[0].how === "rebirth";
    const total = way.some((p) => p.how === "rebirth" || p.how === "capturer") ? moveMs + rebirthMs : moveMs;
    const frames: Keyframe[] = [{ offset: 0, transform: at(way[0].from) }];
    if (late) frames.push({ offset: moveMs / total, transform: at(way[0].from), easing: "ease-in-out" });
    else if (way.length > 1) frames.push({ offset: moveMs / total, transform: at(way[0].to), easing: "ease-in-out" });
    frames.push({ offset: 1, transform: "none" });
    element.animate(frames, { duration: total, easing: late ? "linear" : "ease-out" });
  }

  private vanish(element: SVGSVGElement): void {
    const fade = element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: moveMs });
    fade.onfinish = fade.oncancel = () => element.remove();
  }

  /** haunt draws the men that belong to a square without standing on it, and those whose home is shown. */
  haunt(hidden: View["hidden"], ghosts: Ghost[], pieces: Pieces): void {
    const elements: SVGSVGElement[] = [];
    const count = new Map<string, number>();
    for (const man of hidden ?? []) {
      const place = this.geometry!.place(man.square);
      if (!place) continue;
      const n = count.get(man.square) ?? 0;
      count.set(man.square, n + 1);
      const element = draw(man, pieces);
      element.classList.add("hidden");
      this.put(element, { x: place.x + (n % 2 ? 0.02 : 0.6), y: place.y + (n % 4 > 1 ? 0.6 : 0.02) }, 0.38, 0.38);
      elements.push(element);
    }
    for (const man of ghosts) {
      const place = this.geometry!.place(man.square);
      if (!place) continue;
      const element = draw(man, pieces);
      element.classList.add("ghost");
      this.put(element, { x: place.x + 0.14, y: place.y + 0.14 }, 0.72, 0.72);
      elements.push(element);
    }
    this.ghosts.replaceChildren(...elements);
  }

  sketch(shapes: Shape[], ghosts: Ghost[]): void {
    const geometry = this.geometry!;
    const drawn: SVGElement[] = ghosts.flatMap((g) => drawWay(g.from, g.square, geometry));
    for (const shape of shapes) {
      const element = drawShape(shape, geometry);
      if (element) drawn.push(element);
    }
    this.shapes.replaceChildren(...drawn);
  }

  /** hold shows the men in hand, each side's at its own end of the board, and the moves that the side to move has left. */
  hold(view: View, orientation: Color, pieces: Pieces): void {
    [other(orientation), orientation].forEach((color, i) => {
      const hand = this.hands[i];
      const held = view.hands?.[color];
      const left = view.series && view.turn === color && !view.outcome ? view.series : undefined;
      hand.hidden = !held && !view.series;
      const side = color === "white" ? "White" : "Black";
      const parts: HTMLElement[] = [];
      const say = (text: string) => {
        const label = document.createElement("span");
        label.className = "label";
        label.textContent = text;
        parts.push(label);
      };
      for (const h of held ?? []) {
        const man = document.createElement("span");
        man.className = "held";
        man.setAttribute("aria-hidden", "true");
        man.append(draw(h, pieces));
        if (h.count > 1) man.append(`×${h.count}`);
        parts.push(man);
      }
      if (held) say(`${side} holds ${held.map((h) => (h.count > 1 ? `${h.count} ${h.type}s` : h.type)).join(", ") || "nothing"}`);
      if (left) say(`${side} has ${left.left} of ${left.length} ${left.length === 1 ? "move" : "moves"} left`);
      hand.replaceChildren(...parts);
    });
  }
}

/** trace returns the way that led a man to a square: one path, or two when a capturer was reborn. */
function trace(paths: Path[], square: string): Path[] {
  for (let i = paths.length - 1; i >= 0; i--) {
    const path = paths[i];
    if (path.to !== square) continue;
    if (path.how !== "capturer") return [path];
    const move = paths.slice(0, i).find((p) => p.to === path.from && p.how === "move");
    return move ? [move, path] : [path];
  }
  return [];
}
