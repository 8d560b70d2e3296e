// The chooser: a small dialog of large buttons that can always be left.

import { draw, type Pieces } from "./men";
import type { Piece } from "./view";

export interface Option {
  key: string;
  label: string;
  man?: Piece;
}

/** The press or key that opens the chooser, held or repeated, must not choose in it. */
const guardMs = 220;

export class Chooser {
  readonly element = document.createElement("div");
  private opened = 0;

  /** leave is called when the chooser that had the focus is hidden. */
  constructor(private choose: (key: string) => void, private cancel: () => void, private leave: () => void) {
    this.element.className = "chooser";
    this.element.setAttribute("role", "dialog");
    this.element.hidden = true;
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("pointerdown", (event) => event.stopPropagation());
  }

  get open(): boolean {
    return !this.element.hidden;
  }

  /** modal says that nothing else can be chosen: the chooser has the focus and keeps it. */
  modal = false;

  show(title: string, options: Option[], pieces: Pieces, modal: boolean): void {
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
      if (option.man) button.prepend(draw(option.man, pieces));
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
