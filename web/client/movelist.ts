// The moves of a game as a list that one can walk through, with buttons and keys.

import { button, el } from "./dom";
import { count, say } from "./messages";
import { place } from "./page";

/** A move of White and of Black, as the server numbers them. */
export interface ScoreLine {
  number: number;
  ply: number;
  white?: string;
  black?: string;
  count: [number, number];
}

/** A half-move in the list. */
interface Half {
  number: number;
  text: string;
}

export class MoveList {
  private list: HTMLElement | null;
  private past: HTMLElement | null;
  private lines: string[] = []; // what the lines of the list were made of
  private halves: Half[] = [];
  private links = new Map<number, HTMLElement>(); // by half-moves made with theirs
  private ways: HTMLButtonElement[] = [];
  private shown = -1; // the half-moves made before the position on the board
  private marks: Record<string, string> = {}; // of a review, by half-moves
  private said = ""; // what the line about a past position was made of

  /** go is called with the half-moves made before a position that the reader wants to see. */
  constructor(
    private page: HTMLElement,
    private go: (ply: number, quick: boolean) => void,
    flip: () => void,
  ) {
    this.list = page.querySelector<HTMLElement>(".moves-list");
    this.past = place(page, "past");
    this.list?.addEventListener("click", (event) => {
      const link = (event.target as HTMLElement).closest<HTMLElement>("[data-ply]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.go(Number(link.dataset.ply), false);
    });
    document.addEventListener("keydown", (event) => this.key(event));
    const icon = (name: string, label: string, act: () => void) =>
      button("", act, { className: `icon ${name}`, ariaLabel: label, title: label });
    this.ways = [
      icon("first", say("Starting position"), () => this.go(0, false)),
      icon("previous", say("Previous move"), () => this.go(this.shown - 1, false)),
      icon("next", say("Next move"), () => this.go(this.shown + 1, false)),
      icon("last", say("Last move"), () => this.go(this.halves.length, false)),
    ];
    place(page, "walk")?.replaceChildren(...this.ways, icon("flip", say("Flip board"), flip));
  }

  /** show shows the moves, and the time in milliseconds that each took. Lines that are the same stay. */
  show(score: ScoreLine[], moves: string[], times: number[] | undefined): void {
    const { list } = this;
    if (!list) return;
    let ply = 0;
    this.halves = [];
    score.forEach((line, i) => {
      const first = ply;
      for (const count of line.count) {
        for (let n = 0; n < count; n++) this.halves.push({ number: line.number, text: moves[ply++] });
      }
      const marks = this.halves.slice(first, ply).map((_, n) => this.marks[first + n + 1]);
      const made = JSON.stringify([line, times?.slice(first, ply), marks]);
      if (made === this.lines[i]) return;
      this.lines[i] = made;
      const item = this.line(line, first, moves, times);
      if (list.children[i]) list.children[i].replaceWith(item);
      else list.append(item);
    });
    while (list.children.length > score.length) list.lastElementChild!.remove();
    this.lines.length = score.length;
    for (const made of this.links.keys()) if (made > ply) this.links.delete(made);
    this.mark(this.shown, true);
  }

  private line(line: ScoreLine, first: number, moves: string[], times: number[] | undefined): HTMLElement {
    let ply = first;
    const sides = line.count.map((count) => {
      const side = el("span", { className: "half" });
      for (let n = 0; n < count; n++) {
        const link = el("a", { href: `?ply=${ply + 1}`, tabIndex: -1, data: { ply: String(ply + 1) } }, moves[ply]);
        const mark = this.marks[ply + 1];
        if (mark) link.append(el("b", { className: `sign ${mark}`, title: mark }, signs[mark] ?? ""));
        const took = tookText(times?.[ply] ?? 0);
        if (took) link.append(" ", el("small", {}, took));
        this.links.set(++ply, link);
        side.append(link);
      }
      return side;
    });
    return el("li", {}, el("span", { className: "number" }, `${line.number}.`), ...sides);
  }

  /** judge marks the half-moves as a review does, when the moves are shown next. */
  judge(marks: Record<string, string>): void {
    this.marks = marks;
  }

  /** tell says which other position is on the board. */
  tell(text: string): void {
    const says = this.past?.querySelector("span");
    if (says) says.textContent = text;
    this.said = text;
  }

  /** mark shows which position is on the board. */
  mark(ply: number, anew = false): void {
    if (ply === this.shown && !anew) return;
    for (const link of this.list?.querySelectorAll('[aria-current="true"]') ?? []) {
      link.removeAttribute("aria-current");
      (link as HTMLElement).tabIndex = -1;
    }
    this.shown = ply;
    const link = this.links.get(ply);
    link?.setAttribute("aria-current", "true");
    const inside = this.list?.contains(document.activeElement) && document.activeElement !== this.list;
    if (link) link.tabIndex = 0;
    if (link && inside) link.focus({ preventScroll: true });
    this.reveal(link);
    const last = this.halves.length;
    this.ways.forEach((way, i) => (way.disabled = i < 2 ? ply <= 0 : ply >= last));
  }

  /** reveal scrolls the list so that a move is in its middle. */
  private reveal(link: HTMLElement | undefined): void {
    const { list } = this;
    if (!list) return;
    if (!link) {
      list.scrollTo(0, 0);
      return;
    }
    const [box, at] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
    list.scrollBy(at.left + at.width / 2 - box.left - box.width / 2, at.top + at.height / 2 - box.top - box.height / 2);
  }

  /**
   * say says which past position is on the board, and which moves have been made since. It says
   * nothing about the last position, when seen is null.
   */
  say(seen: number | null): void {
    const { past, halves } = this;
    if (!past) return;
    const last = halves.length;
    const about = seen === null || this.shown >= last ? "" : `${this.shown} ${seen} ${last}`;
    if (about === this.said) return;
    this.said = about;
    this.page.classList.toggle("in-past", about !== "");
    if (!about) {
      past.replaceChildren();
      return;
    }
    const here = halves[this.shown - 1];
    const at = here
      ? say("You are looking at move %s of %s: %s.", here.number, halves[last - 1].number, here.text)
      : say("You are looking at the starting position.");
    const since = halves.slice(seen!).map((half) => half.text);
    const parts: Node[] = [el("span", {}, at)];
    if (since.length) parts.push(el("strong", {}, say("New: %s.", since.slice(-3).join(" "))));
    const back = past.querySelector("button") ?? button("Back to the game", () => this.go(this.halves.length, false));
    back.className = "button small";
    if (past.contains(back)) {
      // The button keeps the focus.
      for (const e of [...past.children]) if (e !== back) e.remove();
      back.before(...parts);
    } else past.replaceChildren(...parts, back);
  }

  private key(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = event.target as HTMLElement;
    if (target.closest("input, textarea, select, [contenteditable]")) return;
    const to = {
      ArrowLeft: this.shown - 1,
      ArrowRight: this.shown + 1,
      Home: 0,
      End: this.halves.length,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to, event.repeat);
  }
}

/** How marked moves are shown. */
const signs: Record<string, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** tookText writes how long a half-move took, as the server does. */
export function tookText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (ms <= 0) return "";
  if (seconds < 10) return `${seconds}.${Math.floor((ms % 1000) / 100)}s`;
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (seconds < 2 * 86400) return `${Math.floor(seconds / 3600)}h`;
  return count(Math.floor(seconds / 86400), "%d days", "%d days");
}
