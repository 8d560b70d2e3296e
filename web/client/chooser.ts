// The chooser: a small dialog of large buttons. It can always be cancelled.

import { key, say } from "./messages";
import { draw, type PieceSet } from "./pieces";
import type { Painter } from "./painter";
import type { Place } from "./geometry";
import type { Piece } from "./view";

export interface Option {
  key: string;
  label: string;
  piece?: Piece;
  none?: boolean;
}

/** The question that the chooser asks, by what is chosen. */
export const titles: Record<string, string> = {
  gate: key("Place a piece?"),
  promotion: key("Promote to"),
  rebirth: key("The reborn pawn becomes"),
  "own rebirth": key("Your reborn pawn becomes"),
  first: key("First, your reborn pawn becomes"),
  swap: key("Swap the imaginary squares?"),
  castling: key("Castle?"),
  pawn: key("Move a pawn as well? Choose it, or"),
};

/** gatingSquare returns the square of all gating choices, if they agree. */
export function gatingSquare(keys: string[]): string | undefined {
  const [square, ...others] = new Set(
    keys.filter((key) => key.includes("@")).map((key) => key.slice(key.indexOf("@") + 1)),
  );
  return others.length === 0 ? square : undefined;
}

/** For this time, the press or key that opened the chooser cannot choose in it. */
const guardMs = 220;

export class Chooser {
  readonly element = document.createElement("div");
  private opened = 0;
  private keys = new Map<string, string>(); // choices by the key on the keyboard

  /** leave is called when the chooser is hidden while it has the focus. */
  constructor(
    private choose: (key: string) => void,
    private cancel: () => void,
    private leave: () => void,
  ) {
    this.element.className = "chooser";
    this.element.setAttribute("role", "dialog");
    this.element.hidden = true;
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("pointerdown", (event) => event.stopPropagation());
  }

  get open(): boolean {
    return !this.element.hidden;
  }

  /** modal: nothing else can be chosen, and the chooser keeps the focus. */
  modal = false;

  show(title: string, options: Option[], set: PieceSet, modal: boolean): void {
    this.opened = performance.now();
    this.modal = modal;
    this.keys.clear();
    this.element.setAttribute("aria-label", title);
    const heading = document.createElement("p");
    heading.textContent = title;
    const buttons = document.createElement("div");
    buttons.className = "buttons";
    for (const option of options) {
      const button = this.button(option.label, () => this.choose(option.key));
      button.dataset.key = option.key;
      this.assign(button, option);
      if (option.piece) button.prepend(draw(option.piece, set));
      buttons.append(button);
    }
    // With several choices it is a sign in the corner, so that they fit into one line.
    const corner = options.length > 1;
    const cancel = this.button(corner ? "✕" : say("Cancel"), this.cancel);
    cancel.className = corner ? "cancel corner" : "cancel";
    cancel.title = cancel.ariaLabel = say("Cancel");
    buttons.append(cancel);
    this.element.replaceChildren(heading, buttons);
    this.element.hidden = false;
    if (modal) (buttons.firstElementChild as HTMLElement).focus();
  }

  /**
   * stand places the chooser beside a square of the board, or below the board. A second chooser has
   * another place, so that a double press cannot choose in both.
   */
  stand({ field, geometry }: Painter, at: Place | undefined, second: boolean): void {
    const { element } = this;
    const style = { left: "0", top: "", bottom: "", maxWidth: "" };
    Object.assign(element.style, style);
    if (at) {
      const { width, height } = geometry!;
      const upper = at.y < height / 2;
      const center = ((at.x + 0.5) / width) * field.clientWidth;
      const left = Math.min(field.clientWidth - element.offsetWidth, center - element.offsetWidth / 2);
      style.left = `${Math.max(0, left)}px`;
      const edge = (upper ? at.y + 1.15 : height - at.y + 0.15) / height;
      if (second) style[upper ? "bottom" : "top"] = "4%";
      else style[upper ? "top" : "bottom"] = `${edge * 100}%`;
    } else style.top = "calc(100% + 6px)";
    Object.assign(element.style, style);
    element.scrollIntoView({ block: "nearest" });
  }

  hide(): void {
    const focused = this.element.contains((this.element.getRootNode() as ShadowRoot).activeElement);
    this.element.hidden = true;
    this.element.replaceChildren();
    if (focused) this.leave();
  }

  /** assign gives a choice its key: the letter of its piece, or 0 for none. */
  private assign(button: HTMLElement, option: Option): void {
    const key = option.none ? "0" : option.piece?.letter.toLowerCase();
    if (!key || this.keys.has(key)) return;
    this.keys.set(key, option.key);
    button.setAttribute("aria-keyshortcuts", key);
    button.title = say("Key: %s", key.toUpperCase());
  }

  private button(label: string, act: () => void): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.append(label);
    button.addEventListener("click", () => {
      if (performance.now() - this.opened > guardMs) act();
    });
    return button;
  }

  private key(event: KeyboardEvent): void {
    const buttons = [...this.element.querySelectorAll("button")];
    const at = buttons.indexOf((this.element.getRootNode() as ShadowRoot).activeElement as HTMLButtonElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const choice = this.keys.get(event.key.toLowerCase());
    if (event.key === "Escape") {
      this.cancel();
    } else if (choice && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (performance.now() - this.opened > guardMs) this.choose(choice);
    } else if (step) {
      buttons[(at + step + buttons.length) % buttons.length].focus();
    } else if (event.key === "Tab" && this.modal) {
      buttons[(at + (event.shiftKey ? -1 : 1) + buttons.length) % buttons.length].focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
