// A pointer that stays where it is: a mouse at rest, or a long press of a finger.

const mouseSlack = 4;
const fingerSlack = 9;
/** After this time, a mouse at rest or a finger on a piece asks how it moves. */
const mouseMs = 700;
const fingerMs = 450;

/** Rest waits for one pointer at a time. */
export class Rest {
  private timer = 0;

  /** begin calls act when the pointer has stayed long enough. */
  begin(finger: boolean, act: () => void): void {
    this.end();
    this.timer = window.setTimeout(act, finger ? fingerMs : mouseMs);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

/** moved reports whether a pointer has left the place where it went down. */
export function moved(event: PointerEvent, from: { x: number; y: number; finger: boolean }): boolean {
  return Math.hypot(event.clientX - from.x, event.clientY - from.y) >= (from.finger ? fingerSlack : mouseSlack);
}

/** capture lets an element hear of a pointer wherever it goes. */
export function capture(element: HTMLElement, event: PointerEvent): void {
  try {
    element.setPointerCapture(event.pointerId);
  } catch {
    // The pointer is gone already.
  }
}
