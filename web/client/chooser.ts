// The chooser: a small dialog of large buttons. It can always be cancelled.

import { draw, type PieceSet } from "./pieces";
import type { Piece } from "./view";

export interface Option {
  key: string;
  label: string;
  piece?: Piece;
}

/** For this time, the press or key that opened the chooser cannot choose in it. */
const guardMs = 220;

export class Chooser {
  readonly element = document.createElement("div");
  private opened = 0;

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
    this.element.setAttribute("aria-label", title);
    const heading = document.createElement("p");
    heading.textContent = title;
    const buttons = document.createElement("div");
    buttons.className = "buttons";
    for (const option of options) {
      const button = this.button(option.label, () => this.choose(option.key));
      button.dataset.key = option.key;
      if (option.piece) button.prepend(draw(option.piece, set));
      buttons.append(button);
    }
    const cancel = this.button("Cancel", this.cancel);
    cancel.className = "cancel";
    buttons.append(cancel);
    this.element.replaceChildren(heading, buttons);
    this.element.hidden = false;
    if (modal) (buttons.firstElementChild as HTMLElement).focus();
  }

  hide(): void {
    const focused = this.element.contains((this.element.getRootNode() as ShadowRoot).activeElement);
    this.element.hidden = true;
    this.element.replaceChildren();
    if (focused) this.leave();
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
    if (event.key === "Escape") {
      this.cancel();
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
