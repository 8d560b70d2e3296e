// How a piece moves, shown on the board to whoever asks: after a short rest of the mouse on it, by a
// long press, or with a key. The server knows it; its answers are kept.

import { say } from "./messages";
import { gateHelp, Painter } from "./painter";
import { svg, typeName } from "./pieces";
import { base } from "./remote";
import type { Piece, View } from "./view";

/** Movement is what the server says of a piece (README.md). */
export interface Movement {
  piece: Piece;
  doc: string;
  text: string;
  squares?: { square: string; capture?: boolean; barred?: boolean; ways?: string[][] }[];
  blocks?: string[];
  gates?: string[];
  drops?: string[];
}

/** What is asked about: the piece on a square, or one in hand. */
export type Subject = { square: string } | { hand: string; side: string };

/** So many answers are kept. */
const most = 200;

export class Hint {
  readonly element = document.createElement("p");
  private known = new Map<string, Movement>();
  private asked = ""; // what is shown or will be, "" for nothing

  constructor(
    private board: HTMLElement & { view: View | null; movement: ((of: Subject) => Promise<Movement>) | null },
    private painter: Painter,
    private speak: (text: string) => void,
    private lay: (text: HTMLElement) => void, // places the words
  ) {
    this.element.className = "hint";
    this.element.hidden = true;
    this.element.setAttribute("aria-hidden", "true"); // the live region says it
  }

  /** open reports whether something is shown, or will be as soon as the server answers. */
  get open(): boolean {
    return this.asked !== "";
  }

  /** show shows how a piece moves. aloud also reads it. */
  async show(subject: Subject, aloud: boolean): Promise<void> {
    const { view } = this.board;
    if (!view) return;
    const query = new URLSearchParams({ variant: view.variant.id, fen: view.fen, ...subject }).toString();
    if (query === this.asked && !aloud) return;
    this.asked = query;
    let movement = this.known.get(query);
    if (!movement) {
      try {
        movement = await (this.board.movement ? this.board.movement(subject) : this.fetch(query));
      } catch {
        if (query === this.asked) this.hide();
        return;
      }
    }
    if (query !== this.asked) return; // something else is asked by now, or nothing
    this.draw(movement, "square" in subject ? subject.square : undefined);
    if (aloud) this.speak(movement.text);
  }

  /** fetch asks the server, and keeps its answer. */
  private async fetch(query: string): Promise<Movement> {
    const answer = await fetch(`${base(this.board)}/api/v1/movement?${query}`);
    if (!answer.ok) throw new Error(answer.statusText);
    const movement = (await answer.json()) as Movement;
    if (this.known.size >= most) this.known.clear();
    this.known.set(query, movement);
    return movement;
  }

  hide(): void {
    if (!this.asked) return;
    this.asked = "";
    this.element.hidden = true;
    this.painter.hints.replaceChildren();
  }

  private draw(movement: Movement, from: string | undefined): void {
    if (!this.painter.geometry) return;
    const name = document.createElement("strong");
    const { piece } = movement;
    name.textContent = piece.color === "white" ? say("White %s", typeName(piece)) : say("Black %s", typeName(piece));
    const words = [movement.doc];
    if (movement.blocks) words.push(say("Blocked on %s.", movement.blocks.join(", ")));
    if (from && this.board.view?.gates?.includes(from))
      words.push(say("The bar marks a gate."), gateHelp);
    if (!from) {
      const gates = movement.gates?.join(", ");
      if (gates) words.push(say("Gates: %s.", gates));
      else if (movement.drops) words.push(say("Instead of a move it may be dropped on an empty square."));
      else words.push(this.board.view?.gates ? say("No gate is left for it.") : say("It cannot be dropped now."));
    }
    this.element.replaceChildren(name, ` ${words.join(" ")}`);
    this.element.hidden = false;
    this.lay(this.element);
    this.painter.hints.replaceChildren(...this.marks(movement, from));
  }

  private marks(movement: Movement, from: string | undefined): SVGElement[] {
    const geometry = this.painter.geometry!;
    const marks: SVGElement[] = [];
    const at = (name: string) => {
      const place = geometry.place(name);
      return place && { x: place.x + 0.5, y: place.y + 0.5 };
    };
    const mark = (square: string, draw: (x: number, y: number) => SVGElement) => {
      const place = at(square);
      if (place) marks.push(draw(place.x, place.y));
    };
    const circle = (kind: string, r: number) => (x: number, y: number) =>
      svg("circle", { class: `reach ${kind}`, cx: x, cy: y, r });
    for (const { square, ways } of movement.squares ?? []) {
      for (const way of ways ?? []) {
        const points = [from!, ...way, square].flatMap((name) => at(name) ?? []);
        marks.push(svg("polyline", { class: "reach over", points: points.map((p) => `${p.x},${p.y}`).join(" ") }));
      }
    }
    if (from) mark(from, circle("start", 0.46));
    for (const { square, capture, barred } of movement.squares ?? [])
      mark(square, circle(`${capture ? "take" : "go"}${barred ? " barred" : ""}`, capture ? 0.42 : 0.15));
    for (const square of movement.drops ?? []) mark(square, circle("go", 0.15));
    for (const square of movement.gates ?? []) mark(square, circle("take", 0.42));
    for (const square of movement.blocks ?? []) {
      mark(square, (x, y) =>
        svg("path", { class: "reach block", d: `M${x - 0.2} ${y - 0.2}l.4 .4m0-.4l-.4 .4` }),
      );
    }
    return marks;
  }
}
