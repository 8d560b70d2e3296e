// Mouse and finger: a press and release on one square, a drag, and shapes with the right button.

import type { Geometry } from "./geometry";
import { capture, moved, Rest } from "./rest";
import { brush, toggle, type Shape } from "./shapes";

export interface Handler {
  geometry(): Geometry | undefined;
  aim(square: string): boolean; // can a finger near the square mean it?
  press(square: string): boolean; // is something there that can be dragged?
  lift(square: string): SVGSVGElement | undefined;
  hover(square: string | null): void;
  drop(from: string, to: string | null): void;
  tap(square: string, again: boolean, finger: boolean): void;
  shapes(): Shape[];
  shape(shapes: Shape[]): void;
  cancel(): void;
  dismiss(): boolean; // cancels premoves; false without any
  busy(): boolean; // is the chooser open?
  ask(square: string): boolean; // how does the piece there move? false without one
  asked(): boolean; // is that shown?
  unask(): void;
  put(square: string, again: boolean): void; // a long press has ended
}

/** The size of a target for a finger, whatever the size of its square. */
const fingerPixels = 44;

interface Press {
  id: number;
  square: string;
  x: number;
  y: number;
  finger: boolean;
  again: boolean; // the piece had been picked up before
  draggable: boolean;
  lifted?: SVGSVGElement;
  held?: boolean; // so long that it has asked how the piece moves
}

export class Gestures {
  private pressed: Press | null = null;
  private drawing: { id: number; from: string } | null = null;
  private readonly rest = new Rest();
  private rested: string | undefined; // the square that the mouse was on

  constructor(
    private field: HTMLElement,
    private handler: Handler,
  ) {
    field.addEventListener("pointerdown", (event) => this.down(event));
    field.addEventListener("pointermove", (event) => this.move(event));
    field.addEventListener("pointerup", (event) => this.up(event));
    field.addEventListener("pointercancel", () => this.release());
    field.addEventListener("pointerleave", () => {
      this.unask();
      if (!this.pressed) this.handler.hover(null);
    });
    field.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /**
   * at returns the square under a pointer. For a finger it is the nearest square within reach that
   * can be chosen.
   */
  private at(event: PointerEvent, finger: boolean): string | undefined {
    const geometry = this.handler.geometry();
    if (!geometry) return undefined;
    const box = this.field.getBoundingClientRect();
    const side = box.width / geometry.width;
    const [x, y] = [(event.clientX - box.left) / side, (event.clientY - box.top) / side];
    const under = geometry.at(Math.floor(x), Math.floor(y));
    if (!finger || side >= fingerPixels || (under && this.handler.aim(under))) return under;
    const reach = fingerPixels / 2 / side;
    let best = under;
    let nearest = Infinity;
    for (let row = Math.floor(y - reach); row <= y + reach; row++) {
      for (let col = Math.floor(x - reach); col <= x + reach; col++) {
        const square = geometry.at(col, row);
        const [dx, dy] = [Math.abs(x - col - 0.5), Math.abs(y - row - 0.5)];
        if (!square || dx > reach || dy > reach || !this.handler.aim(square)) continue;
        if (Math.hypot(dx, dy) < nearest) [best, nearest] = [square, Math.hypot(dx, dy)];
      }
    }
    return best;
  }

  private unask(): void {
    this.rest.end();
    this.rested = undefined;
    this.handler.unask();
  }

  /** wait asks how a piece moves when the mouse rests on it. */
  private wait(square: string | undefined): void {
    if (this.handler.asked() && square === this.rested) return;
    this.unask();
    this.rested = square;
    if (square) this.rest.begin(false, () => this.handler.ask(square));
  }

  private down(event: PointerEvent): void {
    this.unask();
    if (this.pressed || this.drawing) {
      this.release();
      return;
    }
    const finger = event.pointerType === "touch";
    const square = this.at(event, finger);
    if (this.handler.busy()) {
      this.handler.cancel();
      return;
    }
    if (!square) {
      this.handler.cancel();
      return;
    }
    if (event.button === 2) {
      this.drawing = { id: event.pointerId, from: square };
      capture(this.field, event);
      return;
    }
    if (event.button !== 0) return;
    const again = this.handler.lift(square) !== undefined;
    const draggable = this.handler.press(square);
    this.pressed = { id: event.pointerId, square, x: event.clientX, y: event.clientY, finger, again, draggable };
    if (draggable) capture(this.field, event);
    const under = finger && this.at(event, false);
    if (under) this.rest.begin(true, () => (this.pressed!.held = this.handler.ask(under)));
  }

  private move(event: PointerEvent): void {
    const press = this.pressed;
    if (!press) {
      if (this.drawing || event.pointerType === "touch") return;
      const square = this.at(event, false);
      this.handler.hover(square ?? null);
      this.wait(square);
      return;
    }
    if (event.pointerId !== press.id) return;
    if (!press.lifted) {
      if (!moved(event, press)) return;
      this.unask();
      if (!press.draggable) return;
      press.lifted = this.handler.lift(press.square);
      if (!press.lifted) return;
      press.lifted.classList.add("lifted");
    }
    const box = this.field.getBoundingClientRect();
    const side = box.width / this.handler.geometry()!.width;
    const place = this.handler.geometry()!.place(press.square)!;
    const cx = event.clientX - box.left - (place.x + 0.5) * side;
    const cy = event.clientY - box.top - (place.y + 0.5) * side;
    // Under a finger the piece is drawn larger and above it, so that it can be seen.
    press.lifted.style.transform = press.finger
      ? `translate(${cx}px, ${cy - 0.9 * side}px) scale(1.8)`
      : `translate(${cx}px, ${cy}px)`;
    this.handler.hover(this.at(event, press.finger) ?? null);
  }

  private up(event: PointerEvent): void {
    if (this.drawing) {
      const to = this.at(event, false);
      const click = to === this.drawing.from;
      const shape = { from: this.drawing.from, to: to ?? "", color: brush(event) };
      if (to && !(click && this.handler.dismiss())) this.handler.shape(toggle(this.handler.shapes(), shape));
      this.drawing = null;
      return;
    }
    const press = this.pressed;
    if (!press || event.pointerId !== press.id) return;
    const to = this.at(event, press.finger);
    this.release();
    if (press.held && !press.lifted) this.handler.put(press.square, press.again);
    else if (press.lifted) this.handler.drop(press.square, to ?? null);
    else if (to === press.square) this.handler.tap(press.square, press.again, press.finger);
  }

  private release(): void {
    this.unask();
    const lifted = this.pressed?.lifted;
    if (lifted) {
      lifted.classList.remove("lifted");
      lifted.style.transform = "";
    }
    this.pressed = this.drawing = null;
  }
}
