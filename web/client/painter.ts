// The elements of the board. The painter knows squares, pieces and marks, but no moves.

import { Geometry, type Place } from "./geometry";
import { count, say } from "./messages";
import { draw, pieceKey, type PieceSet } from "./pieces";
import { drawShape, drawWay, type Shape } from "./shapes";
import { other, type Color, type Path, type Piece, type PlacedPiece, type View } from "./view";

/** A piece on the board with what it was drawn from. */
interface Drawn {
  element: SVGSVGElement;
  key: string;
}

/** A piece shown where a capture would bring it. */
export interface Ghost extends Piece {
  square: string;
  from: string;
}

/** What the bars on the board mean. */
export const gateHelp = say("A piece in hand can be placed here when the piece on the square moves.");

const moveMs = 170;
const rebirthMs = 380;

export class Painter {
  /** room has the largest size of board and hands. Without a height there is no limit to it. */
  readonly room = document.createElement("div");
  readonly field = document.createElement("div");
  readonly grid = document.createElement("div");
  readonly cells = new Map<string, HTMLElement>();
  readonly hands = [document.createElement("div"), document.createElement("div")]; // above, below
  geometry?: Geometry;
  private ground = document.createElement("div");
  private lines = document.createElementNS("http://www.w3.org/2000/svg", "svg"); // of the board
  private coordinates = document.createElement("div");
  private pieces = document.createElement("div");
  private ghosts = document.createElement("div");
  private shapes = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  /** hints is where it is drawn how a piece moves. */
  readonly hints = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  private shown = new Map<string, Drawn>();
  private numbers = document.createElement("div"); // of premoves
  private numbered = ""; // identifies the premoves that are shown
  private held = ""; // identifies what is shown of the hands

  constructor() {
    this.room.className = "room";
    this.room.setAttribute("aria-hidden", "true");
    this.field.className = "field";
    this.ground.className = "ground";
    this.grid.setAttribute("role", "grid");
    this.pieces.className = "pieces";
    this.ghosts.className = "pieces";
    this.numbers.className = "numbers";
    this.lines.setAttribute("class", "shapes lines");
    this.shapes.setAttribute("class", "shapes");
    this.hints.setAttribute("class", "shapes hints");
    for (const layer of [this.ground, this.lines, this.coordinates, this.pieces, this.ghosts, this.shapes, this.hints])
      layer.setAttribute("aria-hidden", "true");
    for (const hand of this.hands) hand.className = "hand";
    this.field.append(this.ground, this.grid, this.lines, this.pieces, this.ghosts, this.coordinates);
    this.field.append(this.shapes, this.hints, this.numbers);
  }

  /**
   * fit sets the size of the squares to the largest whole number of device pixels that fits. With
   * other sizes the ground would show between squares. fit returns the left edge of the board.
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

  /** layout makes the cells of a board. */
  layout(geometry: Geometry): void {
    this.geometry = geometry;
    const { view, width, height } = geometry;
    this.drawLines(geometry);
    this.shapes.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.hints.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.hints.replaceChildren();
    this.cells.clear();
    this.shown.clear();
    this.pieces.replaceChildren();
    this.grid.replaceChildren(
      ...geometry.rows
        .filter((row) => row.length > 0)
        .map((names) => {
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
    this.put(
      this.ground,
      { x: Math.min(first.x, last.x), y: Math.min(first.y, last.y) },
      view.variant.files,
      view.variant.ranks,
    );
    this.write(geometry);
  }

  /** drawLines draws the lines of the board, in the colours of the coordinates. */
  private drawLines(geometry: Geometry): void {
    this.lines.setAttribute("viewBox", `0 0 ${geometry.width} ${geometry.height}`);
    const lines = (geometry.view.lines ?? []).map((ends) => {
      const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
      line.setAttribute("class", geometry.dark(ends[0]) ? "ondark" : "onlight");
      ends.forEach((square, i) => {
        const place = geometry.place(square)!;
        line.setAttribute(`x${i + 1}`, String(place.x + 0.5));
        line.setAttribute(`y${i + 1}`, String(place.y + 0.5));
      });
      return line;
    });
    this.lines.replaceChildren(...lines);
  }

  /** write writes the coordinates into the corners of squares, over the pieces. */
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
        span.style.left = `${(place.x + 0.03) * w}%`;
        span.style.top = `${(place.y + 0.03) * h}%`;
      } else {
        span.style.right = `${100 - (place.x + 0.98) * w}%`;
        span.style.bottom = `${100 - (place.y + 0.98) * h}%`;
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
    for (const square of view.imaginary ?? []) add(square, square, "left");
    this.coordinates.replaceChildren(...spans);
  }

  private put(element: HTMLElement | SVGSVGElement, place: Place, width = 1, height = 1): void {
    const { width: w, height: h } = this.geometry!;
    element.style.left = `${(place.x / w) * 100}%`;
    element.style.top = `${(place.y / h) * 100}%`;
    element.style.width = `${(width / w) * 100}%`;
    element.style.height = `${(height / h) * 100}%`;
  }

  /** element returns the drawing of the piece on a square. */
  element(square: string): SVGSVGElement | undefined {
    return this.shown.get(square)?.element;
  }

  /** show draws the pieces. Pieces that were there before move along the paths. */
  show(pieces: PlacedPiece[], paths: Path[], set: PieceSet, animate: boolean): void {
    const geometry = this.geometry!;
    const before = this.shown;
    const now = new Map<string, Drawn>();
    const motions: (() => void)[] = [];
    const used = new Set<Drawn>();
    for (const piece of pieces) {
      const place = geometry.place(piece.square);
      if (!place) continue;
      const key = pieceKey(piece, set);
      let way = animate ? trace(paths, piece.square) : [];
      const there = before.get(piece.square)?.key === key;
      if (there && way.every((p) => p.how !== "capturer")) way = [];
      const origin = before.get(way.length ? way[0].from : piece.square);
      let drawn: Drawn;
      if (origin && origin.key === key && !used.has(origin)) {
        drawn = origin;
        used.add(origin);
      } else {
        drawn = { element: draw(piece, set), key };
      }
      drawn.element.classList.toggle("reborn", piece.marks?.includes("reborn") ?? false);
      this.put(drawn.element, place);
      now.set(piece.square, drawn);
      if (animate && way.length && (origin || way[0].how === "entry")) {
        motions.push(() => this.travel(drawn.element, way, piece.square));
      }
    }
    for (const drawn of before.values()) {
      if (used.has(drawn)) continue;
      if (animate) this.vanish(drawn.element);
      else drawn.element.remove();
    }
    for (const { element } of now.values()) if (!element.isConnected) this.pieces.append(element);
    this.shown = now;
    for (const move of motions) move();
  }

  /** travel moves a piece along its way: its own move first, then a rebirth. */
  private travel(element: SVGSVGElement, way: Path[], end: string): void {
    const to = this.geometry!.place(end)!;
    const at = (name: string) => {
      const p = this.geometry!.place(name) ?? to;
      return `translate(${(p.x - to.x) * 100}%, ${(p.y - to.y) * 100}%)`;
    };
    if (way[0].how === "entry" && !way[0].from) {
      element.animate(
        [
          { opacity: 0, transform: "scale(.3)" },
          { opacity: 1, transform: "none" },
        ],
        { duration: 260, easing: "ease-out" },
      );
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

  /** showHidden draws pieces below others or waiting to be reborn, and ghosts. */
  showHidden(hidden: View["hidden"], ghosts: Ghost[], set: PieceSet): void {
    const elements: SVGSVGElement[] = [];
    const count = new Map<string, number>();
    for (const piece of hidden ?? []) {
      const place = this.geometry!.place(piece.square);
      if (!place) continue;
      const n = count.get(piece.square) ?? 0;
      count.set(piece.square, n + 1);
      const element = draw(piece, set);
      element.classList.add("hidden");
      this.put(element, { x: place.x + (n % 2 ? 0.02 : 0.6), y: place.y + (n % 4 > 1 ? 0.6 : 0.02) }, 0.38, 0.38);
      elements.push(element);
    }
    for (const piece of ghosts) {
      const place = this.geometry!.place(piece.square);
      if (!place) continue;
      const element = draw(piece, set);
      element.classList.add("ghost");
      this.put(element, { x: place.x + 0.14, y: place.y + 0.14 }, 0.72, 0.72);
      elements.push(element);
    }
    this.ghosts.replaceChildren(...elements);
  }

  /** drawShapes draws arrows and circles, and the ways of ghosts. */
  drawShapes(shapes: Shape[], ghosts: Ghost[]): void {
    const geometry = this.geometry!;
    const elements: SVGElement[] = ghosts.flatMap((g) => drawWay(g.from, g.square, geometry));
    for (const shape of shapes) {
      const element = drawShape(shape, geometry);
      if (element) elements.push(element);
    }
    this.shapes.replaceChildren(...elements);
  }

  /** showPremoves numbers the squares that premoves go to. Pressing a number cancels its premove. */
  showPremoves(premoves: readonly string[][], cancel: (i: number) => void): void {
    const shown = JSON.stringify([premoves, this.geometry!.orientation, this.geometry!.width, this.geometry!.height]);
    if (shown === this.numbered) return;
    this.numbered = shown;
    const stacked = new Map<string, number>();
    const buttons = premoves.flatMap(([from, to], i) => {
      const place = this.geometry!.place(to);
      if (!place) return [];
      const before = stacked.get(to) ?? 0;
      stacked.set(to, before + 1);
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = String(i + 1);
      button.title = say("Cancel this premove");
      button.setAttribute("aria-label", say("Premove %s, %s to %s: cancel", i + 1, from, to));
      button.addEventListener("pointerdown", (event) => event.stopPropagation());
      button.addEventListener("click", () => cancel(i));
      this.put(button, { x: place.x + 0.62 - 0.36 * (before % 2), y: place.y + 0.02 }, 0.36, 0.36);
      return [button];
    });
    this.numbers.replaceChildren(...buttons);
  }

  /**
   * showHands shows the pieces in hand, each side's at its end of the board, and the moves left in
   * a series unless the page shows them.
   */
  showHands(view: View, orientation: Color, set: PieceSet, series: boolean): void {
    const gates = Boolean(view.gates?.length);
    const turn = series && [view.series, view.turn, view.outcome];
    const shown = JSON.stringify([view.hands, orientation, set, gates, turn]);
    if (shown === this.held) return;
    this.held = shown;
    [other(orientation), orientation].forEach((color, i) => {
      const hand = this.hands[i];
      const held = view.hands?.[color];
      const left = series && view.series && view.turn === color && !view.outcome ? view.series : undefined;
      hand.hidden = !held && !(series && view.series);
      const parts: HTMLElement[] = [];
      const put = (text: string, kind = "label") => {
        const label = document.createElement("span");
        label.className = kind;
        label.textContent = text;
        parts.push(label);
        return label;
      };
      for (const h of held ?? []) parts.push(heldButton(h, set));
      const names = (held ?? []).map((h) => (h.count > 1 ? `${h.count} ${h.type}s` : h.type));
      const all = names.join(", ") || say("nothing");
      if (held) put(color === "white" ? say("White in hand: %s", all) : say("Black in hand: %s", all));
      if (left) {
        const { length: n, left: more } = left;
        put(
          color === "white"
            ? count(n, "White has %[2]s of %[1]d move left", "White has %[2]s of %[1]d moves left", more)
            : count(n, "Black has %[2]s of %[1]d move left", "Black has %[2]s of %[1]d moves left", more),
        );
      }
      if (held && gates && i === 1) put(say("gate"), "gates").title = gateHelp;
      hand.replaceChildren(...parts);
    });
  }

  /** press shows which piece in hand is picked up: that of a letter and a side, or none. */
  press(letter: string, side: Color | null): void {
    for (const hand of this.hands)
      for (const button of hand.querySelectorAll<HTMLElement>("[data-hand]")) {
        const { hand, side: owner } = button.dataset;
        button.setAttribute("aria-pressed", String(hand === letter && owner === side));
      }
  }
}

/** heldButton returns a piece in hand, which can be dragged onto a square, or pressed. */
function heldButton(piece: Piece & { count: number }, set: PieceSet): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "held";
  button.dataset.hand = piece.letter;
  button.dataset.side = piece.color;
  const { color, type } = piece;
  button.setAttribute("aria-label", color === "white" ? say("White %s in hand", type) : say("Black %s in hand", type));
  button.append(draw(piece, set));
  if (piece.count > 1) button.append(`×${piece.count}`);
  return button;
}

/** trace returns the way of a piece to a square: one path, or two when a capturer was reborn. */
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
