// The board editor: a position of any variant. The server says what can be set for the pieces on
// the board.

import { get, post } from "../api";
import type { KirkeBoard } from "../board";
import { button, copyButton, addStyle, el, select } from "../dom";
import { island as find, place, sentence, setAddress } from "../page";
import type { Color, Piece, View } from "../view";

interface Setup {
  variant: string;
  men: { square: string; letter: string; color: Color }[];
  turn: Color;
  hands?: Record<string, Record<string, number>>;
  gates?: string[];
  castling?: string[];
  enPassant?: string[];
  unmoved?: { square: string; must: boolean }[];
  series?: { left: number; length: number };
  halfmove?: number;
  number?: number;
}

interface Edited {
  setup: Setup;
  fen: string;
  problems: string[];
  view: View;
  army: Piece[];
  hand: string[];
  offers: { gates: string[]; castling: string[]; enPassant: string[]; unmoved: string[] };
}

addStyle(`
.palette { margin: .4rem 0; } .palette div { display: flex; flex-wrap: wrap; gap: 3px; margin-bottom: 3px; }
.palette button {
  width: 48px; height: 48px; padding: 3px; border: 1px solid var(--line); border-radius: 8px; background: #c8ab82;
  color: #222; font-size: 1.1rem; cursor: pointer;
}
.palette button[aria-pressed="true"] { outline: 3px solid var(--accent); outline-offset: -1px; }
.palette svg { display: block; width: 100%; height: 100%; overflow: visible; }
.palette .body { stroke: #111; stroke-width: 3; stroke-linejoin: round; }
.palette .line { fill: none; stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
.palette .white .body { fill: #fff; } .palette .black .body { fill: #333; }
.palette .white .line { stroke: #111; } .palette .black .line { stroke: #eee; }
.palette .white .spot { fill: #111; } .palette .black .spot { fill: #eee; }
.palette .letter { font: 600 54px var(--sans); text-anchor: middle; }
.rights {
  display: flex; flex-wrap: wrap; gap: .2rem .9rem; border: 1px solid var(--line); border-radius: 8px;
  margin: .5rem 0; padding: .3rem .7rem .5rem;
}
.rights label { display: inline-flex; align-items: center; gap: .35rem; min-height: 32px; }
.rights input[type="number"] { width: 4.5em; }
.wrong { color: var(--warn); } .wrong:empty { display: none; }
`);

const island = find("editor");
const board = island?.querySelector<KirkeBoard>("kirke-board");
if (island && board) void customElements.whenDefined("kirke-board").then(() => new Editor(island, board));

/** A tool is a piece to place, the eraser, or null, which moves pieces. */
type Tool = Piece | "eraser" | null;

class Editor {
  private now!: Edited;
  private tool: Tool = null;
  private latest = 0;
  private readonly palette = el("div", { className: "palette", role: "group", aria: { label: "Pieces" } });
  private readonly rights = el("div");
  private readonly wrong = el("p", { className: "wrong", role: "status" });
  private readonly fen = el("input", { spellcheck: false, autocomplete: "off", aria: { label: "Position as FEN" } });
  private readonly links = el("p", { className: "row" });
  private readonly hint = el("p", { className: "quiet" });
  /** problem is the problem whose position is edited, without the position. It may be empty. */
  private readonly problem: Record<string, string>;

  constructor(
    island: HTMLElement,
    private board: KirkeBoard,
  ) {
    const panel = place(island, "editor")!;
    const said = panel.querySelector(".error");
    this.problem = Object.fromEntries(new URLSearchParams(island.dataset.problem));
    const games = panel.querySelector<HTMLSelectElement>('select[name="variant"]')!;
    select(games, board.view?.variant.id);
    const given = panel.querySelector<HTMLInputElement>('input[name="fen"]')?.value ?? "";
    games.addEventListener("change", () => void this.open(games.value, ""));
    const fenline = el(
      "form",
      { className: "fenline" },
      this.fen,
      el("button", { className: "button" }, "Read"),
      copyButton(() => this.fen.value),
    );
    fenline.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.open(games.value, this.fen.value);
    });
    const whole = el(
      "div",
      { className: "row" },
      button("Starting position", () => void this.open(games.value, "")),
      button("Empty", () => this.change((s) => ({ variant: s.variant, men: [], turn: "white" }))),
      button("Flip", () => board.flip()),
    );
    panel.replaceChildren(
      ...(said ? [said] : []),
      el("label", {}, "Variant ", games),
      this.palette,
      this.hint,
      whole,
      this.rights,
      this.wrong,
      fenline,
      this.links,
    );
    board.movable = "none";
    board.editing = true;
    board.addEventListener("kirke-edit", (event) => this.edit((event as CustomEvent).detail));
    board.addEventListener("keydown", (event) => this.key(event));
    void this.open(games.value, given);
  }

  /** solving reports whether the position belongs to a problem. */
  private get solving(): boolean {
    return Object.keys(this.problem).length > 0;
  }

  private async open(variant: string, fen: string): Promise<void> {
    const ticket = ++this.latest;
    try {
      const problem: Record<string, string> = this.solving ? { problem: "true" } : {};
      const edited = await get<Edited>("setup", { variant, ...(fen ? { fen } : {}), ...problem });
      if (ticket !== this.latest) return;
      this.tool = null;
      this.show(edited, true);
    } catch (error) {
      this.wrong.textContent = sentence(error);
    }
  }

  /** change changes the setup and asks the server about it. Only the newest answer counts. */
  private change(how: (setup: Setup) => Setup): void {
    const setup = how(this.now.setup);
    this.now.setup = setup;
    const ticket = ++this.latest;
    void post<Edited>("setup", setup).then(
      (edited) => ticket === this.latest && this.show(edited, false),
      (error) => (this.wrong.textContent = sentence(error)),
    );
  }

  private edit({ from, to }: { from: string; to: string | null }): void {
    const { tool } = this;
    if (from !== to) {
      this.change((s) => {
        const moved = s.men.find((m) => m.square === from);
        const others = s.men.filter((m) => m.square !== from && m.square !== to);
        return { ...s, men: moved && to ? [...others, { ...moved, square: to }] : others };
      });
      return;
    }
    if (!tool) {
      this.hint.textContent = "Choose a piece first, or drag one on the board.";
      return;
    }
    this.change((s) => {
      const there = s.men.find((m) => m.square === from);
      const others = s.men.filter((m) => m.square !== from);
      const same = tool !== "eraser" && there && there.letter === tool.letter && there.color === tool.color;
      if (tool === "eraser" || same) return { ...s, men: others };
      return { ...s, men: [...others, { square: from, letter: tool.letter, color: tool.color }] };
    });
  }

  /** key empties the square under the cursor. */
  private key(event: KeyboardEvent): void {
    if (event.key !== "Delete" && event.key !== "Backspace") return;
    const square = (this.board.shadowRoot?.activeElement as HTMLElement | null)?.dataset.square;
    if (square) this.change((s) => ({ ...s, men: s.men.filter((m) => m.square !== square) }));
  }

  private show(edited: Edited, anew: boolean): void {
    this.now = edited;
    this.board.view = edited.view;
    this.fen.value = edited.fen;
    this.wrong.textContent = edited.problems.length ? `Not a legal position: ${edited.problems.join("; ")}.` : "";
    if (anew) this.showPalette();
    this.showRights();
    const at = { variant: edited.setup.variant, fen: edited.fen };
    const link = (path: string, label: string, more: Record<string, string> = {}) =>
      el("a", { className: "button", href: `${path}?${new URLSearchParams({ ...at, ...more })}` }, label);
    const { problem } = this;
    const back = this.solving ? "Back to the problem" : "Solve";
    this.links.replaceChildren(
      link("/analysis", "Analyse"),
      link("/problems", back, problem),
      link("/api/v1/diagram.svg", "Diagram", { problem: "true" }),
    );
    setAddress(`?${new URLSearchParams({ ...at, ...problem })}`);
  }

  private showPalette(): void {
    const all: HTMLButtonElement[] = [];
    const choose = (tool: Tool, label: string, hint: string, face: string | Element) => {
      const b = button(
        "",
        () => {
          this.tool = tool;
          for (const other of all) other.setAttribute("aria-pressed", String(other === b));
          this.hint.textContent = hint;
        },
        { className: "", title: label, aria: { label, pressed: String(tool === this.tool) } },
      );
      b.append(face);
      all.push(b);
      return b;
    };
    const pieces = (color: Color) =>
      this.now.army
        .filter((p) => p.color === color)
        .map((p) => {
          const label = `${p.color} ${p.type}`;
          return choose(p, label, `Click squares to place a ${label}.`, this.board.picture(p));
        });
    this.hint.textContent = "Drag pieces, or choose a piece and click squares.";
    this.palette.replaceChildren(
      el("div", {}, ...pieces("white")),
      el("div", {}, ...pieces("black")),
      el(
        "div",
        {},
        choose(null, "Move pieces", "Drag pieces. Drop them off the board to remove them.", "✥"),
        choose("eraser", "Remove pieces", "Click pieces to remove them.", "✕"),
      ),
    );
  }

  private showRights(): void {
    const { setup, offers, hand } = this.now;
    const group = (title: string, ...inner: (Node | string)[]) =>
      el("fieldset", { className: "rights" }, el("legend", {}, title), ...inner);
    const groups: HTMLElement[] = [];
    const turn = (color: Color, label: string) => {
      const input = el("input", { type: "radio", name: "turn", checked: setup.turn === color });
      input.addEventListener("change", () => this.change((s) => ({ ...s, turn: color, enPassant: [] })));
      return el("label", {}, input, label);
    };
    groups.push(group("To move", turn("white", "White"), turn("black", "Black")));
    for (const color of ["white", "black"] as const) {
      if (!hand.length) break;
      const inputs = hand.map((letter) => {
        const type = this.now.army.find((p) => p.letter === letter)!.type;
        const input = el("input", {
          type: "number",
          min: "0",
          max: "9",
          value: String(setup.hands?.[color]?.[letter] ?? 0),
        });
        input.addEventListener("change", () =>
          this.change((s) => ({
            ...s,
            hands: {
              ...s.hands,
              [color]: { ...s.hands?.[color], [letter]: Math.max(0, Math.floor(Number(input.value) || 0)) },
            },
          })),
        );
        return el("label", {}, type, " ", input);
      });
      groups.push(group(`${color === "white" ? "White" : "Black"} in hand`, ...inputs));
    }
    this.checks(groups, group, "Gates", offers.gates, "gates");
    this.checks(groups, group, "May castle", offers.castling, "castling");
    this.checks(groups, group, "En passant on", offers.enPassant, "enPassant");
    if (offers.unmoved.length) {
      groups.push(
        group(
          "Bishops",
          ...offers.unmoved.map((square) => {
            const known = setup.unmoved?.find((u) => u.square === square);
            const options = [
              ["", "has moved"],
              ["may", "may convert"],
              ["must", "must convert"],
            ].map(([value, label]) => el("option", { value }, label));
            const choice = el("select", { aria: { label: `Bishop on ${square}` } }, ...options);
            choice.value = known ? (known.must ? "must" : "may") : "";
            choice.addEventListener("change", () =>
              this.change((s) => {
                const rest = (s.unmoved ?? []).filter((u) => u.square !== square);
                return { ...s, unmoved: choice.value ? [...rest, { square, must: choice.value === "must" }] : rest };
              }),
            );
            return el("label", {}, square, " ", choice);
          }),
        ),
      );
    }
    if (setup.series) {
      const { left, length } = setup.series;
      const number = (label: string, value: number, put: (n: number) => { left: number; length: number }) => {
        const input = el("input", { type: "number", min: "1", max: "99", value: String(value) });
        input.addEventListener("change", () =>
          this.change((s) => ({ ...s, series: put(Math.max(1, Math.floor(Number(input.value) || 1))) })),
        );
        return el("label", {}, label, " ", input);
      };
      groups.push(
        group(
          "Series",
          number("Moves left", left, (n) => ({ left: n, length: Math.max(n, length) })),
          number("of", length, (n) => ({ left: Math.min(left, n), length: n })),
        ),
      );
    }
    // The control that was used keeps the focus when the server's answer comes.
    const focused = [...this.rights.querySelectorAll("input, select")].indexOf(document.activeElement as Element);
    this.rights.replaceChildren(...groups);
    if (focused >= 0) this.rights.querySelectorAll<HTMLElement>("input, select")[focused]?.focus();
  }

  private checks(
    groups: HTMLElement[],
    group: (title: string, ...inner: Node[]) => HTMLElement,
    title: string,
    offered: string[],
    field: "gates" | "castling" | "enPassant",
  ): void {
    if (!offered.length) return;
    groups.push(
      group(
        title,
        ...offered.map((square) => {
          const input = el("input", { type: "checkbox", checked: this.now.setup[field]?.includes(square) ?? false });
          input.addEventListener("change", () =>
            this.change((s) => {
              const rest = (s[field] ?? []).filter((name) => name !== square);
              return { ...s, [field]: input.checked ? [...rest, square] : rest };
            }),
          );
          return el("label", {}, input, square);
        }),
      ),
    );
  }
}
