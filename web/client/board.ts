// <kirke-board>: a board for any variant. It knows no rules: the view says what can be chosen next
// (README.md).

import { ahead, legal, resolve, rest, type Chain } from "./chain";
import { Chooser, type Option } from "./chooser";
import { Geometry } from "./geometry";
import { Gestures } from "./gestures";
import { Painter, type Ghost } from "./painter";
import { draw, setNamed, typeName, type PieceSet } from "./pieces";
import { Remote } from "./remote";
import type { Shape } from "./shapes";
import { style } from "./style";
import { other, type Choice, type Color, type Move, type Path, type Piece, type PlacedPiece, type View } from "./view";

export type { View } from "./view";
export type { Shape } from "./shapes";

/** On a board narrower than this, imaginary squares are above and below it. */
const compactWidth = 520;
/**
 * Squares smaller than this are hard to hit with a finger: a move by two taps is shown before it is
 * played.
 */
const sureSquare = 36;
const sayMs = 6000;

type Side = Color | "both" | "none";

export class KirkeBoard extends HTMLElement {
  static observedAttributes = [
    "variant",
    "fen",
    "moves",
    "src",
    "orientation",
    "movable",
    "premovable",
    "pieces",
    "editing",
    "aside",
  ];

  private readonly painter = new Painter();
  private readonly chooser = new Chooser(
    (key) => this.chosen(key),
    () => this.cancel(),
    () => this.focusCursor(),
  );
  private readonly heard = document.createElement("div");
  private readonly said = document.createElement("p");
  private readonly remote = new Remote(this);
  private readonly fallback = document.createElement("slot"); // shown until there is a view
  private shown: View | null = null;
  private made: string[] = []; // the choices made so far
  private premove: string[] | null = null; // the choices of a premove
  private played: Move | null = null; // a move that the server has not answered yet
  private proposal: Move | null = null; // a move that must be confirmed
  private hovered: string | null = null; // the square under pointer or cursor while a piece is picked up
  private cursor = "";
  private pageShapes: Shape[] = [];
  private userShapes: Shape[] = [];
  private ghosts: Ghost[] = []; // pieces on the squares of a possible rebirth
  private sayTimer = 0;
  private finger = false; // the last choice was a tap
  private shift = false; // Shift was held at the last press or key
  private pointed = false; // the focus came by a press, not by the keyboard

  /**
   * walks leaves arrow keys, Home and End to a page that steps through a game, until the keyboard
   * has brought the focus to the board.
   */
  walks = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style()];
    this.heard.className = "heard";
    this.heard.setAttribute("aria-live", "polite");
    this.said.className = "said";
    this.said.setAttribute("role", "status");
    const [above, below] = this.painter.hands;
    this.painter.field.append(this.chooser.element, this.said);
    root.append(this.painter.room, this.fallback, above, this.painter.field, below, this.heard);
    this.painter.field.hidden = true;
    const { grid, field } = this.painter;
    grid.addEventListener("keydown", (event) => this.key(event));
    field.addEventListener("pointerdown", () => (this.pointed = true), true);
    field.addEventListener("pointerup", (event) => (this.shift = event.shiftKey), true);
    grid.addEventListener("focusout", (event) => (this.pointed &&= grid.contains(event.relatedTarget as Node | null)));
    grid.addEventListener("focusin", (event) => {
      const square = (event.target as HTMLElement).dataset.square;
      if (square) this.moveCursor(square, false);
    });
    new Gestures(field, {
      geometry: () => this.painter.geometry,
      aim: (square) => this.meaningful(square),
      press: (square) => this.press(square),
      lift: (square) => (this.editing || this.made[0] === square ? this.painter.element(square) : undefined),
      hover: (square) => this.hover(square),
      drop: (from, to) => this.drop(from, to),
      tap: (square, again, finger) => this.tap(square, again, finger),
      shape: (shapes) => {
        this.drawn = shapes;
        this.emit("kirke-draw", { shapes });
      },
      shapes: () => this.userShapes,
      cancel: () => this.cancel(),
      busy: () => this.chooser.open && this.chooser.modal,
    });
    const observer = new ResizeObserver(() => this.resize());
    for (const element of [this.painter.room, above, below]) observer.observe(element);
  }

  // Properties

  get view(): View | null {
    return this.shown;
  }

  /**
   * view is the position shown. After a move the page sets the new view, or the old one to take the
   * move back.
   */
  set view(view: View | null) {
    const before = this.shown;
    const answered = this.played && view?.last?.uci === this.played.uci;
    const fresh = this.change(view);
    if (!view) return;
    const led = fresh && before !== null && before.variant.id === view.variant.id;
    this.showPieces(view.men, led && !answered ? (view.last?.paths ?? []) : [], led);
    if (fresh && before) this.announce(view);
    this.playPremove();
    this.paint();
  }

  /**
   * show sets the view for a page that steps through a game. The pieces move along paths, or stand
   * at once where they are without any. The page says what is shown.
   */
  show(view: View, paths: Path[]): void {
    this.change(view);
    this.showPieces(view.men, paths, paths.length > 0);
    this.paint();
  }

  /** change sets the view without drawing it, and reports whether the position is another. */
  private change(view: View | null): boolean {
    const before = this.shown;
    this.shown = view;
    this.played = this.proposal = null;
    if (!view) {
      this.clear();
      return true;
    }
    this.fallback.remove();
    this.painter.field.hidden = false;
    const fresh = !before || before.fen !== view.fen;
    if (fresh) {
      this.made = [];
      this.userShapes = [];
      this.chooser.hide();
    }
    this.arrange();
    return fresh;
  }

  get orientation(): Color {
    return this.getAttribute("orientation") === "black" ? "black" : "white";
  }

  set orientation(color: Color) {
    this.setAttribute("orientation", color);
  }

  get movable(): Side {
    const side = this.getAttribute("movable") as Side | null;
    return side ?? (this.hasAttribute("variant") ? "both" : "none");
  }

  set movable(side: Side) {
    this.setAttribute("movable", side);
  }

  get premovable(): boolean {
    return this.hasAttribute("premovable");
  }

  set premovable(on: boolean) {
    this.toggleAttribute("premovable", on);
  }

  get theme(): string {
    return this.getAttribute("theme") ?? "wood";
  }

  set theme(name: string) {
    this.setAttribute("theme", name);
  }

  get pieces(): PieceSet {
    return setNamed(this.getAttribute("pieces"));
  }

  set pieces(set: PieceSet) {
    this.setAttribute("pieces", set);
  }

  get editing(): boolean {
    return this.hasAttribute("editing");
  }

  set editing(on: boolean) {
    this.toggleAttribute("editing", on);
  }

  /**
   * confirm says when a move must be confirmed: "always", "never", or "auto": on squares too small
   * for a finger.
   */
  get confirm(): "auto" | "always" | "never" {
    const when = this.getAttribute("confirm");
    return when === "always" || when === "never" ? when : "auto";
  }

  set confirm(when: "auto" | "always" | "never") {
    this.setAttribute("confirm", when);
  }

  /**
   * gating says when the board asks whether to gate: "ask": always, or "shift": only if Shift is
   * held. A finger is always asked.
   */
  get gating(): "ask" | "shift" {
    return this.getAttribute("gating") === "shift" ? "shift" : "ask";
  }

  set gating(when: "ask" | "shift") {
    this.setAttribute("gating", when);
  }

  /** shapes are arrows and circles of the page, drawn below those of the user. */
  get shapes(): Shape[] {
    return this.pageShapes;
  }

  set shapes(shapes: Shape[]) {
    this.pageShapes = shapes;
    this.drawShapes();
  }

  /** drawn are the arrows and circles of the user. Another position removes them. */
  get drawn(): Shape[] {
    return this.userShapes;
  }

  set drawn(shapes: Shape[]) {
    this.userShapes = shapes;
    this.drawShapes();
  }

  /**
   * enter makes a legal move as if on the board: it is played, or shown first where moves are
   * confirmed. enter reports whether the move can be played now.
   */
  enter(uci: string): boolean {
    const move = this.premoving() || !this.side() ? undefined : this.shown!.moves.find((m) => m.uci === uci);
    if (!move) return false;
    this.cancel();
    this.made = move.steps;
    this.finger = false;
    this.finish({ steps: move.steps, move }, false);
    return true;
  }

  /** waiting reports whether a move is on the board that the page has not answered. */
  get waiting(): boolean {
    return this.played !== null;
  }

  /** say shows a sentence over the board and reads it aloud. */
  say(text: string): void {
    this.said.textContent = text;
    clearTimeout(this.sayTimer);
    if (text) this.sayTimer = window.setTimeout(() => (this.said.textContent = ""), sayMs);
  }

  /** picture returns a drawing of a piece as the board shows it, for the page. */
  picture(piece: Piece): SVGSVGElement {
    return draw(piece, this.pieces);
  }

  flip(): void {
    this.orientation = other(this.orientation);
  }

  // Life cycle

  connectedCallback(): void {
    document.addEventListener("pointerdown", this.outside);
    const view = this.getAttribute("view");
    if (view && !this.shown) this.view = JSON.parse(view) as View;
    this.remote.load();
  }

  disconnectedCallback(): void {
    document.removeEventListener("pointerdown", this.outside);
    this.remote.stop();
    clearTimeout(this.sayTimer);
  }

  attributeChangedCallback(name: string): void {
    if (["variant", "fen", "moves", "src"].includes(name)) {
      if (this.isConnected) this.remote.load();
      return;
    }
    if (!this.shown) return;
    if (name === "movable" || name === "premovable" || name === "editing") {
      this.made = [];
      this.chooser.hide();
      if (!this.premovable) this.dropPremove();
    }
    this.arrange();
    this.showPieces(this.shown.men, [], false);
    this.paint();
  }

  private readonly outside = (event: Event) => {
    if (this.made.length && !event.composedPath().includes(this)) this.cancel();
  };

  private clear(): void {
    this.made = [];
    this.premove = null;
    this.chooser.hide();
    this.painter.cells.clear();
    this.painter.geometry = undefined;
    this.painter.grid.replaceChildren();
  }

  private resize(): void {
    if (!this.shown) return;
    const old = this.painter.geometry;
    this.arrange();
    if (this.painter.geometry !== old) {
      this.showPieces(this.shown.men, [], false);
      this.paint();
    }
    this.style.setProperty("--inset", `${this.painter.fit()}px`);
  }

  /** square is the side of a square in pixels. */
  private square(): number {
    const width = this.painter.geometry?.width ?? 8;
    return this.painter.field.clientWidth / width;
  }

  /** arrange makes new cells if the shape or orientation of the board has changed. */
  private arrange(): void {
    const view = this.shown!;
    const { width, height } = this.painter.room.getBoundingClientRect();
    const side = (files: number, ranks: number) => Math.min(width / files, height > 0 ? height / ranks : Infinity);
    const { files, ranks } = view.variant;
    const compact = width < compactWidth && side(files, ranks + 2) > side(files + 2, ranks + 2);
    this.style.fontSize = `${Math.max(10, Math.min(18, side(files, ranks) / 4))}px`;
    const old = this.painter.geometry;
    const same =
      old &&
      old.orientation === this.orientation &&
      old.compact === compact &&
      old.view.squares.length === view.squares.length &&
      old.view.variant.files === view.variant.files &&
      Boolean(old.view.imaginary) === Boolean(view.imaginary);
    if (same) return;
    this.painter.layout(new Geometry(view, this.orientation, compact));
    if (!this.painter.cells.has(this.cursor))
      this.cursor = view.squares[this.orientation === "white" ? 0 : view.squares.length - 1];
    this.style.setProperty("--inset", `${this.painter.fit()}px`);
  }

  private showPieces(pieces: PlacedPiece[], paths: Path[], animate: boolean): void {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.painter.show(pieces, paths, this.pieces, animate && !calm);
  }

  // What can be chosen

  /** side is the side that can choose now: a move, or a premove. */
  private side(): Color | null {
    const { movable, shown } = this;
    if (!shown || shown.outcome || this.played || movable === "none") return null;
    return movable === "both" ? shown.turn : movable;
  }

  private premoving(): boolean {
    return this.side() !== null && this.side() !== this.shown!.turn;
  }

  private chains(): Chain[] {
    if (!this.side()) return [];
    if (!this.premoving()) return legal(this.shown!);
    return this.premovable ? ahead(this.shown!) : [];
  }

  private owner(square: string): Color | undefined {
    return this.shown?.men.find((m) => m.square === square)?.color;
  }

  /** means returns the next choice that a square stands for, if any. */
  private means(square: string, next: string[]): string | undefined {
    if (next.includes(square)) return square;
    const alias = this.made.length === 1 ? this.shown?.aliases?.[this.made[0]]?.[square] : undefined;
    return alias && next.includes(alias) ? alias : undefined;
  }

  /** meaningful reports whether a tap near a square can mean it. */
  private meaningful(square: string): boolean {
    if (this.editing) return true;
    const { next } = rest(this.chains(), this.made);
    return (
      this.means(square, next) !== undefined ||
      square === this.made[0] ||
      (this.made.length < 2 && this.side() !== null && this.owner(square) === this.side())
    );
  }

  // Choosing

  /**
   * press handles a pointer going down on a square, which picks a piece up. It reports whether
   * something can be dragged.
   */
  private press(square: string): boolean {
    if (this.editing) return this.owner(square) !== undefined;
    if (this.made.length > 1 || this.made[0] === square) return this.made[0] === square;
    const { next } = rest(this.chains(), this.made);
    if (this.made.length === 1 && this.means(square, next)) return false;
    if (!this.mayPick(square)) return false;
    this.pick(square);
    return true;
  }

  private mayPick(square: string): boolean {
    const side = this.side();
    if (!side || (this.premoving() && !this.premovable)) return false;
    return this.owner(square) === side || rest(this.chains(), []).next.includes(square);
  }

  private pick(square: string): void {
    this.dropPremove();
    this.say("");
    this.made = [square];
    const { next } = rest(this.chains(), this.made);
    const piece = this.shown!.men.find((m) => m.square === square);
    const moves = next.length === 1 ? "1 square" : `${next.length} squares`;
    this.speak(`${piece ? typeName(piece) + " " : ""}${square} picked up, ${next.length ? moves : "no legal move"}`);
    this.paint();
  }

  /**
   * tap handles a press and release on one square. again says that its piece was picked up before.
   */
  private tap(square: string, again: boolean, finger: boolean): void {
    this.finger = finger;
    if (this.editing) {
      this.emit("kirke-edit", { from: square, to: square });
      return;
    }
    const { next } = rest(this.chains(), this.made);
    const key = this.made.length > 0 ? this.means(square, next) : undefined;
    if (key) this.choose(key);
    else if (square === this.made[0]) {
      if (again) this.cancel();
    } else if (this.made.length === 1 && !this.mayPick(square)) this.refuse(this.made[0], square);
    else if (this.made.length < 2 && this.mayPick(square)) this.pick(square);
    else if (this.made.length) this.cancel();
    else this.idle();
  }

  /** drop handles the end of a drag. to is null off the board. */
  private drop(from: string, to: string | null): void {
    this.finger = false;
    this.hovered = null;
    if (this.editing) {
      this.emit("kirke-edit", { from, to });
      return;
    }
    if (this.made.length !== 1 || !to || to === from) {
      this.paint();
      return;
    }
    const key = this.means(to, rest(this.chains(), this.made).next);
    if (key) this.choose(key, true);
    else this.refuse(from, to);
  }

  private idle(): void {
    if (this.premove) this.dropPremove();
    if (this.userShapes.length) {
      this.drawn = [];
      this.emit("kirke-draw", { shapes: [] });
    }
    this.say("");
  }

  private refuse(from: string, to: string): void {
    this.made = [];
    this.paint();
    if (this.premoving()) return;
    this.emit("kirke-explain", { text: from + to });
  }

  /** choose makes one more choice, and plays the move if nothing is left to choose. */
  private choose(key: string, dragged = false): void {
    this.made = [...this.made, key];
    this.hovered = null;
    const left = rest(this.chains(), this.made);
    const none = this.unasked(left.next);
    if (left.done) this.finish(left.done, dragged);
    else if (none) this.choose(none, dragged);
    else {
      this.ask(left.next);
      this.paint();
    }
  }

  /** unasked returns the choice to gate nothing if the player wants to be asked only with Shift. */
  private unasked(next: string[]): string | undefined {
    if (this.gating === "ask" || this.shift || this.finger) return undefined;
    const choices = this.shown!.choices;
    return next.find((key) => choices?.[key]?.kind === "gate" && choices[key].none);
  }

  private chosen(key: string): void {
    if (key === "!play" && this.proposal) this.play(this.proposal, false);
    else this.choose(key);
  }

  /** ask shows the chooser for the choices that are not squares. */
  private ask(next: string[]): void {
    const view = this.shown!;
    const known = next.map((key): [string, Choice | undefined] => [key, view.choices?.[key]]);
    const options: Option[] = known.flatMap(([key, c]) => (c ? [{ key, label: c.label, piece: c.man }] : []));
    if (options.length === 0) {
      this.chooser.hide();
      return;
    }
    const squares = known.some(([, c]) => !c);
    const kind = known.find(([, c]) => c)![1]!.kind;
    const on = kind === "gate" ? gatingSquare(next) : undefined;
    if (on) for (const option of options) option.label = option.piece ? typeName(option.piece) : option.label;
    this.open(on ? `Place a piece on ${on}?` : (titles[kind] ?? "Choose"), options, squares);
  }

  /**
   * open places the chooser where it hides no square that can be chosen: below the board if squares
   * can be chosen too or the board is small, else beside the square of the move. A second chooser
   * has another place, so that a double press cannot confirm both.
   */
  private open(title: string, options: Option[], squares: boolean): void {
    const { element } = this.chooser;
    const { field } = this.painter;
    const geometry = this.painter.geometry!;
    this.chooser.show(title, options, this.pieces, !squares);
    const further = this.made.filter((key) => this.shown!.choices?.[key]).length > 0;
    const style = { left: "", top: "", bottom: "" };
    const place = geometry.place(this.made[1] ?? this.made[0]) ?? { x: 0, y: 0 };
    const upper = place.y < geometry.height / 2;
    if (squares || (geometry.compact && !further)) {
      style.left = "0";
      style.top = "calc(100% + 6px)";
    } else {
      const center = ((place.x + 0.5) / geometry.width) * field.clientWidth;
      const left = Math.min(field.clientWidth - element.offsetWidth, center - element.offsetWidth / 2);
      style.left = `${Math.max(0, left)}px`;
      const edge = (upper ? place.y + 1.15 : geometry.height - place.y + 0.15) / geometry.height;
      if (further) style[upper ? "bottom" : "top"] = "4%";
      else style[upper ? "top" : "bottom"] = `${edge * 100}%`;
    }
    Object.assign(element.style, style);
    element.scrollIntoView({ block: "nearest" });
  }

  private finish(chain: Chain, dragged: boolean): void {
    const asked = this.chooser.open;
    this.chooser.hide();
    if (!chain.move) {
      this.premove = chain.steps;
      this.made = [];
      this.emit("kirke-premove", { steps: chain.steps });
      this.speak(`Premove ${chain.steps.slice(0, 2).join(" to ")}`);
      this.paint();
      return;
    }
    const unsure =
      this.confirm === "always" || (this.confirm === "auto" && this.finger && !asked && this.square() < sureSquare);
    if (!unsure) {
      this.play(chain.move, dragged);
      return;
    }
    this.proposal = chain.move;
    const { pieces, paths } = anticipate(this.shown!, chain.move);
    this.showPieces(pieces, paths, true);
    this.paint();
    this.open("Play this move?", [{ key: "!play", label: chain.move.spoken }], false);
  }

  private play(move: Move, dragged: boolean): void {
    const confirmed = this.proposal !== null;
    this.proposal = null;
    this.chooser.hide();
    this.made = [];
    this.hovered = null;
    this.played = move;
    const { pieces, paths } = anticipate(this.shown!, move);
    this.showPieces(pieces, confirmed ? [] : dragged ? paths.slice(1) : paths, !confirmed);
    this.paint();
    const { uci, san, spoken, steps } = move;
    if (!this.emit("kirke-move", { uci, san, spoken, steps })) {
      this.view = this.shown;
      return;
    }
    this.remote.play(uci);
  }

  /** cancel takes back all choices of a move that is not played yet. */
  cancel(): void {
    this.chooser.hide();
    const had = this.made.length > 0;
    if (this.proposal) this.showPieces(this.shown!.men, [], false);
    this.made = [];
    this.proposal = null;
    this.hovered = null;
    if (had) this.speak("Cancelled");
    else this.dropPremove();
    this.paint();
  }

  private dropPremove(): void {
    if (!this.premove) return;
    this.premove = null;
    this.emit("kirke-premove", { steps: [] });
    this.paint();
  }

  /** playPremove plays the premove when its turn comes. */
  private playPremove(): void {
    if (!this.premove || !this.side() || this.premoving()) return;
    const made = resolve(this.chains(), this.premove);
    this.premove = null;
    this.emit("kirke-premove", { steps: [] });
    if (!made) {
      this.say("The premove is no longer legal.");
      return;
    }
    this.made = made;
    this.finger = false;
    const left = rest(this.chains(), made);
    if (left.done) this.finish(left.done, false);
    else this.ask(left.next);
  }

  private emit(name: string, detail: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  }

  // Showing

  private hover(square: string | null): void {
    if (square === this.hovered) return;
    this.hovered = square;
    if (this.made.length) this.paint();
  }

  private paint(): void {
    const { shown: view, painter } = this;
    if (!view || !painter.geometry) return;
    const left = rest(this.chains(), this.made);
    const next = this.made.length ? left.next : [];
    const root = this.made.length ? [] : left.next;
    // Without a choice on the board, a swipe scrolls the page.
    const idle = this.side() === null || (this.premoving() && !this.premovable);
    painter.field.classList.toggle("passive", idle && !this.editing);
    painter.grid.setAttribute("aria-label", this.label(view));
    const pieces = new Map(view.men.map((m) => [m.square, m]));
    const gates = new Set(view.gates ?? []);
    for (const [square, cell] of painter.cells) {
      const target = this.means(square, next) !== undefined;
      const piece = pieces.get(square);
      const beyond = painter.geometry.imaginary(square);
      const names = ["cell", beyond ? "beyond" : painter.geometry.dark(square) ? "dark" : "light"];
      if (view.last?.squares.includes(square) && !this.played) names.push("last");
      if (view.check?.includes(square)) names.push("check");
      if (gates.has(square)) {
        const place = painter.geometry.place(square)!;
        names.push("gate");
        if (place.y < painter.geometry.height / 2) names.push("far");
      }
      if (this.made.includes(square) || this.played?.steps.includes(square)) names.push("from");
      if (this.premove?.includes(square)) names.push("ahead");
      if (target) names.push(piece ? "capture" : "target");
      if (target && square === this.hovered) names.push("over");
      if (target || root.includes(square)) names.push("choosable");
      cell.className = names.join(" ");
      cell.setAttribute("aria-label", this.describe(square, piece, gates.has(square), target, left.chains));
      cell.tabIndex = square === this.cursor ? 0 : -1;
      if (this.made[0] === square) cell.setAttribute("aria-selected", "true");
      else cell.removeAttribute("aria-selected");
    }
    painter.showHands(view, this.orientation, this.pieces, !this.hasAttribute("aside"));
    this.ghosts = this.rebirthGhosts(view, left.chains);
    painter.showHidden(view.hidden, this.ghosts, this.pieces);
    this.drawShapes();
  }

  private drawShapes(): void {
    if (this.painter.geometry) this.painter.drawShapes([...this.pageShapes, ...this.userShapes], this.ghosts);
  }

  /**
   * rebirthGhosts returns where the pieces of a capture would be reborn: of the capture under the
   * pointer, or of all captures if they are few.
   */
  private rebirthGhosts(view: View, chains: Chain[]): Ghost[] {
    if (this.made.length === 0 || this.played) return [];
    let moves = chains.flatMap((c) => (c.move && (c.move.reborn || c.move.capturer) ? [c.move] : []));
    if (this.proposal) moves = [this.proposal];
    else if (this.hovered && this.means(this.hovered, rest(chains, this.made).next))
      moves = moves.filter((m) => m.steps.includes(this.hovered!));
    const ghosts = new Map<string, Ghost>();
    for (const move of moves) {
      const at = (square: string) =>
        view.men.find((m) => m.square === square) ?? view.hidden?.find((m) => m.square === square);
      const captured = move.captures ? at(move.captures) : view.hidden?.find((m) => m.how === "pending");
      const mover = at(move.steps[0]);
      if (move.reborn && captured)
        ghosts.set(captured.square + move.reborn, { ...captured, square: move.reborn, from: captured.square });
      if (move.capturer && mover)
        ghosts.set(move.steps[1] + move.capturer, { ...mover, square: move.capturer, from: move.steps[1] });
    }
    return ghosts.size > 6 && !this.hovered ? [] : [...ghosts.values()];
  }

  // Words

  private label(view: View): string {
    const turn = view.outcome ? view.outcome.text : `${view.turn === "white" ? "White" : "Black"} to move`;
    return `${view.variant.name}, ${turn}`;
  }

  private describe(
    square: string,
    piece: PlacedPiece | undefined,
    gate: boolean,
    target: boolean,
    chains: Chain[],
  ): string {
    const words = [square];
    if (piece) words.push(`${piece.color} ${typeName(piece)}`, ...(piece.marks ?? []).filter((m) => m !== "royal"));
    if (gate) words.push("gate open");
    for (const h of this.shown?.hidden ?? []) {
      if (h.square === square)
        words.push(h.how === "below" ? `${h.color} ${h.type} below` : `${h.color} ${h.type} waiting to be reborn`);
    }
    if (this.shown?.check?.includes(square)) words.push("in check");
    if (target) {
      const moves = chains.filter(
        (c) => c.move && c.steps[this.made.length] === this.means(square, [c.steps[this.made.length]]),
      );
      words.push(moves.length === 1 ? moves[0].move!.spoken : "can be chosen");
    }
    return words.join(", ");
  }

  private announce(view: View): void {
    const words: string[] = [];
    if (view.last) words.push(view.last.spoken);
    if (view.outcome) words.push(view.outcome.text);
    else if (view.series && view.series.left > 0 && view.series.left < view.series.length)
      words.push(`${view.series.left} ${view.series.left === 1 ? "move" : "moves"} left in the series`);
    this.speak(words.join(". "));
  }

  private speak(text: string): void {
    this.heard.textContent = text;
  }

  // The keyboard

  private moveCursor(square: string, focus: boolean): void {
    this.painter.cells.get(this.cursor)?.setAttribute("tabindex", "-1");
    this.cursor = square;
    this.painter.cells.get(square)?.setAttribute("tabindex", "0");
    if (focus) this.focusCursor();
    if (this.made.length) this.hover(square);
  }

  private focusCursor(): void {
    this.painter.cells.get(this.cursor)?.focus({ preventScroll: true });
  }

  private key(event: KeyboardEvent): void {
    const geometry = this.painter.geometry;
    this.shift = event.shiftKey;
    if (!geometry || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.walks && this.pointed && this.made.length === 0 && /^(Arrow|Home|End)/.test(event.key)) return;
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (way) this.moveCursor(geometry.step(this.cursor, way[0], way[1]), true);
    else if (event.key === "Home" || event.key === "End") {
      const row = geometry.rows.find((names) => names.includes(this.cursor))!;
      this.moveCursor(event.key === "Home" ? row[0] : row[row.length - 1], true);
    } else if (event.key === "Enter" || event.key === " ") this.tap(this.cursor, true, false);
    else if (event.key === "Escape") this.cancel();
    else {
      // The page can move the focus to its move box: then the character is typed there.
      if (/^[a-zA-Z0-9]$/.test(event.key)) this.emit("kirke-type", { text: event.key });
      return;
    }
    event.preventDefault();
  }
}

const titles: Record<string, string> = {
  gate: "Place a piece?",
  promotion: "Promote to",
  rebirth: "The reborn pawn becomes",
  "own rebirth": "Your reborn pawn becomes",
  first: "First, your reborn pawn becomes",
  swap: "Swap the imaginary squares?",
  castling: "Castle?",
  pawn: "Move a pawn as well? Choose it, or",
};

/** gatingSquare returns the square of all gating choices, if they agree. */
function gatingSquare(keys: string[]): string | undefined {
  const [square, ...others] = new Set(
    keys.filter((key) => key.includes("@")).map((key) => key.slice(key.indexOf("@") + 1)),
  );
  return others.length === 0 ? square : undefined;
}

/**
 * anticipate returns what a move looks like before the server answers: the pieces after it, and the
 * paths they take.
 */
function anticipate(view: View, move: Move): { pieces: PlacedPiece[]; paths: Path[] } {
  const [from, to] = move.steps;
  const mover = view.men.find((m) => m.square === from);
  const occupant = view.men.find((m) => m.square === to);
  // An exchange of pieces, or king takes rook, is shown when the server answers.
  if (!mover || (occupant && occupant.color === mover.color)) return { pieces: view.men, paths: [] };
  const captured = view.men.find((m) => m.square === move.captures);
  const end = move.capturer ?? to;
  let pieces = view.men.filter((m) => m !== mover && m !== captured && m.square !== end);
  const paths: Path[] = [{ from, to, how: "move" }];
  if (move.capturer) paths.push({ from: to, to: end, how: "capturer" });
  if (captured && move.reborn) {
    pieces = pieces.filter((m) => m.square !== move.reborn);
    pieces.push({ ...captured, square: move.reborn });
    paths.push({ from: captured.square, to: move.reborn, how: "rebirth" });
  }
  const arrived: PlacedPiece = { ...mover, square: end };
  for (const key of move.steps.slice(2)) {
    const choice = view.choices?.[key];
    if (choice?.kind === "promotion" && choice.man) Object.assign(arrived, choice.man);
    if (choice?.kind === "gate" && choice.man) {
      const square = key.slice(key.indexOf("@") + 1);
      pieces = pieces.filter((m) => m.square !== square);
      pieces.push({ ...choice.man, square });
      paths.push({ from: "", to: square, how: "entry" });
    }
  }
  if (!move.capturer || !view.imaginary?.includes(to)) pieces.push(arrived);
  return { pieces, paths };
}

if (!customElements.get("kirke-board")) customElements.define("kirke-board", KirkeBoard);

declare global {
  interface HTMLElementTagNameMap {
    "kirke-board": KirkeBoard;
  }
}
