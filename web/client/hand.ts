// Pieces in hand: dragged onto a gate, tapped, or asked about, like those on the board.

import type { Geometry } from "./geometry";
import { capture, moved, Rest } from "./rest";

export interface HandHandler {
  geometry(): Geometry | undefined;
  field: HTMLElement;
  may(letter: string, side: string): boolean; // can this piece be placed now?
  hover(square: string | null): void;
  lift(letter: string): void; // its gates are shown
  drop(letter: string, square: string | null): void;
  tap(letter: string, side: string): void;
  ask(letter: string, side: string): void; // how does the piece move?
  unask(): void;
}

interface Press {
  id: number;
  button: HTMLElement;
  x: number;
  y: number;
  finger: boolean;
  copy?: HTMLElement; // what is dragged
  held?: boolean; // so long that it has asked how the piece moves
}

export class HandGestures {
  private pressed: Press | null = null;
  private readonly rest = new Rest();
  private dragged = false; // the click that follows a drag is none

  constructor(
    private hand: HTMLElement,
    private handler: HandHandler,
  ) {
    hand.addEventListener("pointerdown", (event) => this.down(event));
    hand.addEventListener("pointermove", (event) => this.move(event));
    hand.addEventListener("pointerup", (event) => this.up(event));
    hand.addEventListener("pointercancel", () => this.release());
    hand.addEventListener("contextmenu", (event) => event.preventDefault());
    hand.addEventListener("pointerover", (event) => this.over(event));
    hand.addEventListener("pointerout", () => !this.pressed && this.unask());
    hand.addEventListener("click", (event) => this.click(event));
    hand.addEventListener("keydown", (event) => {
      const button = held(event);
      if (button && event.key === "?") handler.ask(button.dataset.hand!, button.dataset.side!);
      else handler.unask();
    });
    hand.addEventListener("focusout", () => handler.unask());
  }

  private ask(button: HTMLElement): void {
    this.handler.ask(button.dataset.hand!, button.dataset.side!);
  }

  private unask(): void {
    this.rest.end();
    this.handler.unask();
  }

  private over(event: PointerEvent): void {
    const button = held(event);
    if (!button || event.pointerType === "touch" || this.pressed) return;
    this.unask();
    this.rest.begin(false, () => this.ask(button));
  }

  private down(event: PointerEvent): void {
    const button = held(event);
    this.release();
    this.dragged = false;
    if (!button || event.button !== 0) return;
    const finger = event.pointerType === "touch";
    const press = { id: event.pointerId, button, x: event.clientX, y: event.clientY, finger };
    this.pressed = press;
    if (finger) {
      this.rest.begin(true, () => {
        this.ask(button);
        if (this.pressed) this.pressed.held = true;
      });
    }
    capture(this.hand, event);
  }

  private move(event: PointerEvent): void {
    const press = this.pressed;
    if (!press || event.pointerId !== press.id) return;
    const { hand: letter, side } = press.button.dataset;
    if (!press.copy) {
      if (!moved(event, press)) return;
      this.unask();
      if (!this.handler.may(letter!, side!)) return;
      press.copy = this.copy(press.button);
      this.handler.lift(letter!);
    }
    const box = this.handler.field.getBoundingClientRect();
    const raise = press.finger ? press.copy.clientHeight * 0.9 : 0; // above the finger, to be seen
    press.copy.style.left = `${event.clientX - box.left}px`;
    press.copy.style.top = `${event.clientY - box.top - raise}px`;
    this.handler.hover(this.at(event) ?? null);
  }

  /** copy returns a piece as large as a square, for dragging. */
  private copy(button: HTMLElement): HTMLElement {
    const copy = document.createElement("div");
    copy.className = "carried";
    const side = this.handler.field.clientWidth / (this.handler.geometry()?.width ?? 8);
    copy.style.width = copy.style.height = `${side}px`;
    copy.append(button.firstElementChild!.cloneNode(true));
    this.handler.field.append(copy);
    return copy;
  }

  private at(event: PointerEvent): string | undefined {
    const geometry = this.handler.geometry();
    if (!geometry) return undefined;
    const box = this.handler.field.getBoundingClientRect();
    const side = box.width / geometry.width;
    return geometry.at(Math.floor((event.clientX - box.left) / side), Math.floor((event.clientY - box.top) / side));
  }

  private up(event: PointerEvent): void {
    const press = this.pressed;
    if (!press || event.pointerId !== press.id) return;
    this.dragged = press.copy !== undefined || press.held === true;
    this.release();
    if (press.copy) this.handler.drop(press.button.dataset.hand!, this.at(event) ?? null);
    // The pointer is captured by the hand, so the click may not reach the button.
    else if (!press.held) this.handler.tap(press.button.dataset.hand!, press.button.dataset.side!);
  }

  /** click is a press with the keyboard or a screen reader: up has heard of the others. */
  private click(event: MouseEvent): void {
    const button = held(event);
    if (button && event.detail === 0 && !this.dragged) this.handler.tap(button.dataset.hand!, button.dataset.side!);
  }

  private release(): void {
    this.unask();
    this.pressed?.copy?.remove();
    this.pressed = null;
  }
}

/** held returns the piece in hand that an event is about. */
function held(event: Event): HTMLElement | null {
  return (event.target as HTMLElement).closest<HTMLElement>("[data-hand]");
}
