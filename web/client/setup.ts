// A position that is edited on the board: a tray of pieces, and the rights of the pieces on the
// board. The board editor and the problem solver share it. The server says what can be set.

import type { KirkeBoard } from "./board";
import { button, addStyle, el } from "./dom";
import { say } from "./messages";
import { paintRules } from "./paints";
import type { Color, Piece, View } from "./view";

export interface Setup {
  variant: string;
  men: { square: string; letter: string; color: Piece["color"] }[];
  turn: Color;
  hands?: Record<string, Record<string, number>>;
  gates?: string[];
  castling?: string[];
  enPassant?: string[];
  passers?: string[]; // the pawns that have passed them, if one did not go straight
  unmoved?: { square: string; must: boolean }[];
  series?: { left: number; length: number };
  checks?: Record<string, number>; // that each side still has to give
  halfmove?: number;
  number?: number;
}

export interface Edited {
  setup: Setup;
  fen: string;
  problems: string[];
  view: View;
  army: Piece[];
  hand: string[];
  offers: { gates: string[]; castling: string[]; enPassant: string[]; unmoved: string[] };
}

/** counter returns a labelled field for a number from 0 to most. */
function counter(label: string, n: number, most: number, changed: (n: number) => void): HTMLElement {
  const input = el("input", { type: "number", min: "0", max: String(most), value: String(n) });
  input.addEventListener("change", () => changed(Math.max(0, Math.floor(Number(input.value) || 0))));
  return el("label", {}, label, " ", input);
}

addStyle(`
.palette { margin: .4rem 0; } .palette div { display: flex; flex-wrap: wrap; gap: 3px; margin-bottom: 3px; }
.palette button {
  width: 48px; height: 48px; padding: 3px; border: 1px solid var(--line); border-radius: 8px; background: #c8ab82;
  color: #222; font-size: 1.1rem; cursor: pointer; touch-action: none;
}
.palette button[aria-pressed="true"] { outline: 3px solid var(--accent); outline-offset: -1px; }
.palette .piece { display: block; width: 100%; height: 100%; overflow: visible; }
.palette { ${paintRules()} }
.palette .flying { position: fixed; z-index: 30; pointer-events: none; width: 56px; height: 56px; margin: -28px; }
.rights {
  display: flex; flex-wrap: wrap; gap: .2rem .9rem; border: 1px solid var(--line); border-radius: 8px;
  margin: .5rem 0; padding: .3rem .7rem .5rem;
}
.rights label { display: inline-flex; align-items: center; gap: .35rem; min-height: 32px; }
.rights input[type="number"] { width: 4.5em; }
`);

/** A tool is a piece to place, the eraser, or null, which moves pieces. */
type Tool = Piece | "eraser" | null;

/** How far a pointer moves before a press in the tray is a drag. */
const slack = 5;
/** Under a finger a dragged piece is drawn above it. The square is that of the piece. */
const aboveFinger = 40;

export interface Options {
  turn: boolean; // the side to move can be set
  /** change is called with the position after each change. rights says that a right was set. */
  change(setup: Setup, rights: boolean): void;
}

export class SetupEditor {
  readonly palette = el("div", { className: "palette", role: "group", aria: { label: say("Pieces") } });
  readonly rights = el("div");
  readonly hint = el("p", { className: "quiet", role: "status" });
  private now: Edited | null = null;
  private tool: Tool = null;
  private picked = ""; // the square of a piece that is moved by two presses

  constructor(
    private board: KirkeBoard,
    private options: Options,
  ) {
    board.movable = "none";
    board.addEventListener("kirke-edit", (event) => this.edit((event as CustomEvent).detail));
    board.addEventListener("keydown", (event) => this.key(event));
  }

  /** setup is the position as it was edited last. */
  get setup(): Setup | null {
    return this.now?.setup ?? null;
  }

  /** show shows a position and what can be set in it. The tray changes with the variant. */
  show(edited: Edited): void {
    const anew = JSON.stringify(this.now?.army) !== JSON.stringify(edited.army);
    this.now = edited;
    this.pick("");
    if (anew) {
      this.tool = null;
      this.showPalette();
    }
    this.showRights();
  }

  /** place changes the pieces, or the whole position. */
  place(how: (setup: Setup) => Setup): void {
    this.change(how, false);
  }

  private change(how: (setup: Setup) => Setup, rights = true): void {
    if (!this.now) return;
    this.now.setup = how(this.now.setup);
    this.options.change(this.now.setup, rights);
  }

  private edit({ from, to }: { from: string; to: string | null }): void {
    const { tool, picked } = this;
    if (from !== to) this.move(from, to);
    else if (tool) this.put(tool, from);
    else if (picked && picked !== from) this.move(picked, from);
    else if (!picked && this.now?.setup.men.some((m) => m.square === from)) this.pick(from);
    else {
      this.pick("");
      this.hint.textContent = say("Drag a piece to the board, or choose one and then its squares.");
    }
  }

  /** pick marks a piece that the next square moves. */
  private pick(square: string): void {
    if (square === this.picked) return;
    this.picked = square;
    this.board.shapes = square ? [{ from: square, to: square, color: "blue" }] : [];
    if (square) this.hint.textContent = say("Now the square to which the piece on %s moves.", square);
  }

  private move(from: string, to: string | null): void {
    this.pick("");
    this.place((s) => {
      const moved = s.men.find((m) => m.square === from);
      const others = s.men.filter((m) => m.square !== from && m.square !== to);
      return { ...s, men: moved && to ? [...others, { ...moved, square: to }] : others };
    });
  }

  /** put uses a tool on a square. A piece on a square where it stands already is removed. */
  private put(tool: Piece | "eraser", square: string): void {
    this.place((s) => {
      const there = s.men.find((m) => m.square === square);
      const others = s.men.filter((m) => m.square !== square);
      const same = tool !== "eraser" && there && there.letter === tool.letter && there.color === tool.color;
      if (tool === "eraser" || same) return { ...s, men: others };
      return { ...s, men: [...others, { square, letter: tool.letter, color: tool.color }] };
    });
  }

  /** key empties the square under the cursor. */
  private key(event: KeyboardEvent): void {
    if (!this.board.editing || (event.key !== "Delete" && event.key !== "Backspace")) return;
    const square = (this.board.shadowRoot?.activeElement as HTMLElement | null)?.dataset.square;
    if (square) this.put("eraser", square);
  }

  private showPalette(): void {
    const all: HTMLButtonElement[] = [];
    const choose = (tool: Tool, label: string, hint: string, face: string | Element) => {
      const b = button(
        "",
        () => {
          this.tool = tool;
          this.pick("");
          for (const other of all) other.setAttribute("aria-pressed", String(other === b));
          this.hint.textContent = hint;
        },
        { className: "", title: label, aria: { label, pressed: String(tool === this.tool) } },
      );
      b.append(face);
      all.push(b);
      return b;
    };
    const labels = {
      white: (type: string) => say("white %s", type),
      black: (type: string) => say("black %s", type),
      neutral: (type: string) => say("neutral %s", type),
      "": () => say("wall"),
    };
    const pieces = (color: Piece["color"]) =>
      this.now!.army
        .filter((p) => p.color === color)
        .map((p) => {
          const label = labels[color](p.type);
          const b = choose(p, label, say("Choose squares to place a %s.", label), this.board.picture(p));
          this.makeDraggable(b, p);
          return b;
        });
    this.hint.textContent = say("Drag pieces to and from the board, or choose a piece and then its squares.");
    this.palette.replaceChildren(
      el("div", {}, ...pieces("white")),
      el("div", {}, ...pieces("black")),
      el("div", {}, ...pieces("neutral")),
      el(
        "div",
        {},
        ...pieces(""),
        choose(null, say("Move pieces"), say("Drag pieces, or choose a piece and its new square."), "✥"),
        choose(
          "eraser",
          say("Remove pieces"),
          say("Choose pieces to remove them. You can also drag them off the board."),
          "✕",
        ),
      ),
    );
  }

  /** makeDraggable lets a piece of the tray be dragged to the board. */
  private makeDraggable(from: HTMLButtonElement, piece: Piece): void {
    let start: { x: number; y: number } | null = null;
    let flying: HTMLElement | null = null;
    let dragged = false;
    const square = (event: PointerEvent) =>
      this.board.squareAt(event.clientX, event.clientY - (event.pointerType === "touch" ? aboveFinger : 0));
    const end = () => {
      flying?.remove();
      start = flying = null;
      if (!this.picked) this.board.shapes = [];
    };
    from.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      start = { x: event.clientX, y: event.clientY };
      from.setPointerCapture(event.pointerId);
    });
    from.addEventListener("pointermove", (event) => {
      if (!start || !this.board.editing) return;
      if (!flying) {
        if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < slack) return;
        this.pick("");
        flying = el("div", { className: "flying" }, this.board.picture(piece));
        this.palette.append(flying);
      }
      flying.style.left = `${event.clientX}px`;
      flying.style.top = `${event.clientY - (event.pointerType === "touch" ? aboveFinger : 0)}px`;
      const over = square(event);
      this.board.shapes = over ? [{ from: over, to: over, color: "green" }] : [];
    });
    from.addEventListener("pointerup", (event) => {
      const to = flying ? square(event) : null;
      dragged = flying !== null;
      setTimeout(() => (dragged = false)); // a click follows at once, or not at all
      const pressed = start !== null && !dragged;
      end();
      if (pressed) from.click(); // a long press of a finger is no click
      if (to)
        this.place((s) => {
          const others = s.men.filter((m) => m.square !== to);
          return { ...s, men: [...others, { square: to, letter: piece.letter, color: piece.color }] };
        });
    });
    from.addEventListener("pointercancel", end);
    from.addEventListener("click", (event) => dragged && event.stopImmediatePropagation(), true);
  }

  private showRights(): void {
    const { offers } = this.now!;
    const groups = [
      ...this.turnRights(),
      ...this.handRights(),
      ...this.squareRights(say("Gates"), offers.gates, "gates"),
      ...this.squareRights(say("May castle"), offers.castling, "castling"),
      ...this.squareRights(say("En passant on"), offers.enPassant, "enPassant"),
      ...this.bishopRights(offers.unmoved),
      ...this.seriesRights(),
      ...this.checkRights(),
    ];
    // The control that was used keeps the focus when the server's answer comes.
    const focused = [...this.rights.querySelectorAll("input, select")].indexOf(document.activeElement as Element);
    this.rights.replaceChildren(...groups);
    if (focused >= 0) this.rights.querySelectorAll<HTMLElement>("input, select")[focused]?.focus();
  }

  private turnRights(): HTMLElement[] {
    if (!this.options.turn) return [];
    const turn = (color: Color, label: string) => {
      const input = el("input", { type: "radio", name: "turn", checked: this.now!.setup.turn === color });
      input.addEventListener("change", () => this.change((s) => ({ ...s, turn: color, enPassant: [] })));
      return el("label", {}, input, label);
    };
    return [group(say("To move"), turn("white", say("White")), turn("black", say("Black")))];
  }

  private handRights(): HTMLElement[] {
    const { setup, hand, army } = this.now!;
    if (!hand.length) return [];
    return (["white", "black"] as const).map((color) => {
      const inputs = hand.map((letter) => {
        const type = army.find((p) => p.letter === letter)!.type;
        return counter(type, setup.hands?.[color]?.[letter] ?? 0, 99, (held) =>
          this.change((s) => ({ ...s, hands: { ...s.hands, [color]: { ...s.hands?.[color], [letter]: held } } })),
        );
      });
      return group(color === "white" ? say("White in hand") : say("Black in hand"), ...inputs);
    });
  }

  /** checkRights returns how many checks each side still has to give, where they count. */
  private checkRights(): HTMLElement[] {
    const { checks } = this.now!.setup;
    if (!checks) return [];
    const field = (color: Color, label: string) =>
      counter(label, checks[color], 9, (n) => this.change((s) => ({ ...s, checks: { ...s.checks, [color]: n } })));
    return [group(say("Checks to give"), field("white", say("White")), field("black", say("Black")))];
  }

  /** squareRights returns the squares that a right can be on. */
  private squareRights(title: string, offered: string[], field: "gates" | "castling" | "enPassant"): HTMLElement[] {
    if (!offered.length) return [];
    const boxes = offered.map((square) => {
      const input = el("input", { type: "checkbox", checked: this.now!.setup[field]?.includes(square) ?? false });
      input.addEventListener("change", () =>
        this.change((s) => {
          const rest = (s[field] ?? []).filter((name) => name !== square);
          return { ...s, [field]: input.checked ? [...rest, square] : rest };
        }),
      );
      return el("label", {}, input, square);
    });
    return [group(title, ...boxes)];
  }

  private bishopRights(offered: string[]): HTMLElement[] {
    if (!offered.length) return [];
    const choices = offered.map((square) => {
      const known = this.now!.setup.unmoved?.find((u) => u.square === square);
      const options = [
        ["", say("has moved")],
        ["may", say("may convert")],
        ["must", say("must convert")],
      ].map(([value, label]) => el("option", { value }, label));
      const choice = el("select", { aria: { label: say("Bishop on %s", square) } }, ...options);
      choice.value = known ? (known.must ? "must" : "may") : "";
      choice.addEventListener("change", () =>
        this.change((s) => {
          const rest = (s.unmoved ?? []).filter((u) => u.square !== square);
          return { ...s, unmoved: choice.value ? [...rest, { square, must: choice.value === "must" }] : rest };
        }),
      );
      return el("label", {}, square, " ", choice);
    });
    return [group(say("Bishops"), ...choices)];
  }

  private seriesRights(): HTMLElement[] {
    const { series } = this.now!.setup;
    if (!series) return [];
    const { left, length } = series;
    const number = (label: string, value: number, put: (n: number) => { left: number; length: number }) => {
      const input = el("input", { type: "number", min: "1", max: "99", value: String(value) });
      input.addEventListener("change", () =>
        this.change((s) => ({ ...s, series: put(Math.max(1, Math.floor(Number(input.value) || 1))) })),
      );
      return el("label", {}, label, " ", input);
    };
    const moves = number(say("Moves left"), left, (n) => ({ left: n, length: Math.max(n, length) }));
    return [group(say("Series"), moves, number(say("of"), length, (n) => ({ left: Math.min(left, n), length: n })))];
  }
}

function group(title: string, ...inner: Node[]): HTMLElement {
  return el("fieldset", { className: "rights" }, el("legend", {}, title), ...inner);
}
