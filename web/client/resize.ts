// A handle that sets the size of a board. The size is remembered.

import { el } from "./dom";
import { recall, remember } from "./memory";
import { say } from "./messages";

const key = "kirke-board-scale";
const least = 50;
const most = 110;

/** boardScale returns the size of boards in percent. */
export function boardScale(): number {
  return Number(recall(key)) || 100;
}

/** keepBoardScale keeps the size of boards for other pages. */
export function keepBoardScale(percent: number): void {
  remember(key, String(percent));
}

/** resizable puts a handle into the corner of a place whose size is --scale times its usual one. */
export function resizable(page: HTMLElement, corner: HTMLElement): void {
  const handle = el("div", {
    className: "resize",
    role: "slider",
    tabIndex: 0,
    title: say("Drag to resize the board"),
    aria: { label: say("Size of the board in percent"), valuemin: String(least), valuemax: String(most) },
  });
  let scale = 100;
  const set = (to: number) => {
    scale = Math.round(Math.max(least, Math.min(most, to)));
    page.style.setProperty("--scale", String(scale / 100));
    handle.setAttribute("aria-valuenow", String(scale));
  };
  const keep = () => keepBoardScale(scale);
  set(boardScale());
  let from: { x: number; y: number; scale: number; side: number } | null = null;
  handle.addEventListener("pointerdown", (event) => {
    from = { x: event.clientX, y: event.clientY, scale, side: corner.getBoundingClientRect().height };
    handle.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  handle.addEventListener("pointermove", (event) => {
    if (from) set(from.scale * (1 + (event.clientX - from.x + event.clientY - from.y) / 2 / from.side));
  });
  for (const end of ["pointerup", "pointercancel"]) {
    handle.addEventListener(end, () => {
      if (from) keep();
      from = null;
    });
  }
  handle.addEventListener("dblclick", () => {
    set(100);
    keep();
  });
  handle.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 5, ArrowRight: 5, ArrowDown: -5, ArrowLeft: -5, Home: -100, End: 100 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    set(scale + by);
    keep();
  });
  corner.append(handle);
}
