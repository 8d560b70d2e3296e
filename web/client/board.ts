// <kirke-board>: a board for any variant. It knows no rules: the view says what can be chosen next
// (README.md).

import { anticipate, ghostsOf } from "./anticipate";
import { ahead, legal, resolve, rest, type Chain } from "./chain";
import { Chooser, gatingSquare, titles, type Option } from "./chooser";
import { Geometry } from "./geometry";
import { Gestures } from "./gestures";
import { HandGestures } from "./hand";
import { Hint, type Movement, type Subject } from "./hint";
import { count, key, say } from "./messages";
import { Painter, type Ghost } from "./painter";
import { draw, setNamed, typeName, type PieceSet } from "./pieces";
import { Premoves, refusal } from "./premoves";
import { Remote } from "./remote";
import type { Shape } from "./shapes";
import { layBeside, Speech } from "./speech";
import { style } from "./style";
import { titleOf, wordsOf } from "./words";
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

type Side = Color | "both" | "none";

/** dropped is the choice of a piece in hand to be dropped. letterOf returns the letter of such a choice. */
const dropped = (letter: string) => `drop:${letter}`;
const letterOf = (key?: string) => (key?.startsWith("drop:") ? key.slice("drop:".length) : undefined);

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
  private readonly speech = new Speech((said) => this.lay(said));
  private readonly remote = new Remote(this);
  private readonly hint = new Hint(
    this,
    this.painter,
    (text) => this.speak(text),
    (text) => this.lay(text),
  );
  private readonly fallback = document.createElement("slot"); // shown until there is a view
  private shown: View | null = null;
  private made: string[] = []; // the choices made so far
  private carried = ""; // the letter of a piece in hand whose gates are shown
  private placing = ""; // the gating that was chosen first, by dropping a piece from the hand
  private readonly premoves = new Premoves(
    this,
    () => this.premoved(),
    (text) => this.say(text),
  );
  private played: Move | null = null; // a move that the server has not answered yet
  private proposal: Move | null = null; // a move that must be confirmed
  private hovered: string | null = null; // the square under pointer or cursor while a piece is picked up
  private cursor = "";
  private pageShapes: Shape[] = [];
  private userShapes: Shape[] = [];
  private ghosts: Ghost[] = []; // pieces on the squares of a possible rebirth
  private finger = false; // the last choice was a tap
  private shift = false; // Shift was held at the last press or key
  private pointed = false; // the focus came by a press, not by the keyboard

  /**
   * walks leaves arrow keys, Home and End to a page that steps through a game, until the keyboard
   * has brought the focus to the board.
   */
  walks = false;

  /**
   * margin is a part of the page beside or below the board where it shows sentences and asks whether
   * to play a move. Without it, or where the reader does not see it, they are below the board.
   */
  margin: HTMLElement | null = null;

  /** movement says how a piece moves, for a page whose game the server cannot look up. */
  movement: ((of: Subject) => Promise<Movement>) | null = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style()];
    const [above, below] = this.painter.hands;
    this.painter.field.append(this.chooser.element, this.speech.said, this.hint.element);
    root.append(this.painter.room, this.fallback, above, this.painter.field, below, this.speech.heard);
    this.painter.field.hidden = true;
    const { grid, field } = this.painter;
    grid.setAttribute("aria-description", say("Press question mark on a piece to hear how it moves."));
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
      dismiss: () => this.dropPremoves(),
      cancel: () => this.cancel(),
      busy: () => this.chooser.open && this.chooser.modal,
      ask: (square) => this.ask(square, false),
      asked: () => this.hint.open,
      unask: () => this.hint.hide(),
      put: (square, again) => this.put(square, again),
    });
    for (const hand of this.painter.hands) this.hear(hand);
    const observer = new ResizeObserver(() => this.resize());
    for (const element of [this.painter.room, above, below]) observer.observe(element);
  }

  /** hear takes input on a hand. */
  private hear(hand: HTMLElement): void {
    new HandGestures(hand, {
      geometry: () => this.painter.geometry,
      field: this.painter.field,
      may: (letter, side) => side === this.side() && (this.drops(letter) || this.gatesFor(letter).length > 0),
      hover: (square) => this.hover(square),
      lift: (letter) => this.carry(letter),
      drop: (letter, square) => this.place(letter, square),
      tap: (letter, side) => this.tapHand(letter, side),
      ask: (hand, side) => void this.hint.show({ hand, side }, true),
      unask: () => this.hint.hide(),
    });
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
    if (fresh && this.premoving()) this.premoves.look();
    else if (fresh) this.premoves.view = null;
    const led = fresh && before !== null && before.variant.id === view.variant.id;
    this.showPieces(this.scene!.men, led && !answered ? (view.last?.paths ?? []) : [], led);
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
      this.hint.hide();
      this.carried = this.placing = "";
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

  /** say shows a sentence in the margin and reads it aloud. */
  say(text: string): void {
    this.speech.say(text);
  }

  /** lay places a part of the board in the margin. */
  private lay(part: HTMLElement): void {
    layBeside(part, this.painter.field, this.margin);
  }

  /** picture returns a drawing of a piece as the board shows it, for the page. */
  picture(piece: Piece): SVGSVGElement {
    return draw(piece, this.pieces);
  }

  /** squareAt returns the square at a point of the window. */
  squareAt(x: number, y: number): string | null {
    const { field, geometry } = this.painter;
    const box = field.getBoundingClientRect();
    if (!geometry || box.width === 0) return null;
    const side = box.width / geometry.width;
    return geometry.at(Math.floor((x - box.left) / side), Math.floor((y - box.top) / side)) ?? null;
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
    this.speech.stop();
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
      if (!this.premovable) this.dropPremoves();
    }
    this.arrange();
    this.showPieces(this.scene!.men, [], false);
    this.paint();
  }

  private readonly outside = (event: Event) => {
    if ((this.made.length || this.carried) && !event.composedPath().includes(this)) this.cancel();
  };

  private clear(): void {
    this.made = [];
    this.premoves.clear();
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
      this.showPieces(this.scene!.men, [], false);
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
      Boolean(old.view.imaginary) === Boolean(view.imaginary) &&
      JSON.stringify(old.view.lines) === JSON.stringify(view.lines);
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

  /** scene is what the board shows: the position, or that which the premoves would leave. */
  private get scene(): View | null {
    return this.premoves.view ?? this.shown;
  }

  private chains(): Chain[] {
    if (!this.side()) return [];
    const all = !this.premoving() ? legal(this.shown!) : this.premovable ? ahead(this.scene!) : [];
    return this.placing ? all.filter((chain) => chain.steps.includes(this.placing)) : all;
  }

  private owner(square: string): Piece["color"] | undefined {
    return this.scene?.men.find((m) => m.square === square)?.color;
  }

  /** means returns the next choice that a square stands for, if any. */
  private means(square: string, next: string[]): string | undefined {
    if (next.includes(square)) return square;
    const alias = this.made.length === 1 ? this.scene?.aliases?.[this.made[0]]?.[square] : undefined;
    return alias && next.includes(alias) ? alias : undefined;
  }

  /** drops reports whether a piece in hand can be dropped now. */
  private drops(letter: string): boolean {
    return rest(this.chains(), []).next.includes(dropped(letter));
  }

  /** gatesFor returns the squares where a piece of the reader's that is not on the board can be placed. */
  private gatesFor(letter: string): string[] {
    const key = `gate:${letter}@`;
    const gatings = this.chains().flatMap((chain) => chain.steps.filter((step) => step.startsWith(key)));
    return [...new Set(gatings)].map((step) => step.slice(key.length));
  }

  /** offBoard returns the letter of the piece that is picked up and not on the board yet, if any. */
  private offBoard(): string {
    if (this.carried || this.made.length !== 1 || !this.shown?.imaginary?.includes(this.made[0])) return this.carried;
    return this.scene!.men.find((m) => m.square === this.made[0])?.letter ?? "";
  }

  /** meaningful reports whether a tap near a square can mean it. */
  private meaningful(square: string): boolean {
    if (this.editing) return true;
    const { next } = rest(this.chains(), this.made);
    return (
      this.means(square, next) !== undefined ||
      this.gatesFor(this.offBoard()).includes(square) ||
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
    if (this.gatesFor(this.offBoard()).includes(square)) return false;
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
    this.say("");
    this.made = [square];
    this.carried = "";
    if (!this.chains().some((chain) => chain.steps[0] === square)) this.placing = "";
    const { next } = rest(this.chains(), this.made);
    const piece = this.scene!.men.find((m) => m.square === square);
    const moves = next.length ? count(next.length, "%d square", "%d squares") : say("no legal move");
    this.speak(say("%s picked up, %s", `${piece ? typeName(piece) + " " : ""}${square}`, moves));
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
    else if (this.offBoard() && (this.carried || this.gatesFor(this.offBoard()).includes(square)))
      this.place(this.offBoard(), square);
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
    else if (this.gatesFor(this.offBoard()).includes(to)) this.place(this.offBoard(), to);
    else this.refuse(from, to);
  }

  // Pieces in hand

  /** carry shows where a piece in hand can be placed. */
  private carry(letter: string): void {
    this.cancel();
    if (this.drops(letter)) this.made = [dropped(letter)];
    else this.carried = letter;
    this.paint();
  }

  /** inHand returns the letter of the piece that is picked up from the hand, if any. */
  private inHand(): string {
    return this.carried || (letterOf(this.made[0]) ?? "");
  }

  private tapHand(letter: string, side: string): void {
    const drops = this.drops(letter);
    if (side !== this.side() || !(drops || this.gatesFor(letter).length)) {
      void this.hint.show({ hand: letter, side }, true);
      return;
    }
    if (this.inHand() === letter) {
      this.cancel();
      return;
    }
    this.carry(letter);
    const places = drops ? rest(this.chains(), this.made).next : this.gatesFor(letter);
    this.speak(
      drops
        ? count(places.length, "Choose the square to drop it on: %d", "Choose the square to drop it on: %d are free")
        : say("Choose a gate: %s", places.join(", ")),
    );
    this.moveCursor(places[0], false);
  }

  /** place chooses the gate of a piece first. The move of the piece on the gate is chosen then. */
  private place(letter: string, square: string | null): void {
    if (this.made[0] === dropped(letter)) {
      const key = square && this.means(square, rest(this.chains(), this.made).next);
      if (key) this.choose(key, true);
      else if (square) this.refuse(this.made[0], square);
      else this.cancel();
      return;
    }
    const key = `gate:${letter}@${square}`;
    const chains = this.chains().filter((chain) => chain.steps.includes(key));
    const label = this.scene!.choices?.[key]?.man?.type ?? "piece";
    this.cancel();
    if (chains.length === 0) {
      if (square) this.say(say("Drop it on a piece on a gate. It is placed there when that piece moves."));
      return;
    }
    const first = [...new Set(chains.map((chain) => chain.steps[0]))];
    this.placing = key;
    this.made = first.length === 1 ? first : first.includes(square!) ? [square!] : [];
    this.pointed = true;
    this.moveCursor(square!, true);
    this.speak(say("%s on %s. Choose the move of the piece there.", label, square!));
    this.paint();
  }

  // How a piece moves

  /** ask shows how the piece on a square moves. It reports whether there is one. */
  private ask(square: string, aloud: boolean): boolean {
    if (this.editing || this.chooser.open || !this.owner(square)) return false;
    if (!aloud && this.made.length > 0 && this.made[0] !== square) return false;
    void this.hint.show({ square }, aloud);
    return true;
  }

  /** put ends a long press, which picks nothing up. */
  private put(square: string, again: boolean): void {
    if (!again && this.made.length === 1 && this.made[0] === square) this.made = [];
    this.paint();
  }

  private idle(): void {
    this.dropPremoves();
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
    const letter = letterOf(from);
    this.emit("kirke-explain", { text: letter ? `${letter}@${to}` : from + to });
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
      this.question(left.next);
      this.paint();
    }
  }

  /**
   * unasked returns the gating that was chosen first, or the choice to gate nothing if the player
   * wants to be asked only with Shift.
   */
  private unasked(next: string[]): string | undefined {
    if (this.placing && next.includes(this.placing)) return this.placing;
    if (this.gating === "ask" || this.shift || this.finger) return undefined;
    const choices = this.scene!.choices;
    return next.find((key) => choices?.[key]?.kind === "gate" && choices[key].none);
  }

  private chosen(key: string): void {
    if (key === "!play" && this.proposal) this.play(this.proposal, false);
    else this.choose(key);
  }

  /** question shows the chooser for the choices that are not squares. */
  private question(next: string[]): void {
    const view = this.scene!;
    const known = next.map((key): [string, Choice | undefined] => [key, view.choices?.[key]]);
    if (this.made.length > 1) this.say(known.every(([, c]) => !c) ? say("Now choose another square.") : "");
    const options: Option[] = known.flatMap(([key, c]) =>
      c ? [{ key, label: c.label, piece: c.man, none: c.none }] : [],
    );
    if (options.length === 0) {
      this.chooser.hide();
      return;
    }
    const squares = known.some(([, c]) => !c);
    const kind = known.find(([, c]) => c)![1]!.kind;
    const on = kind === "gate" ? gatingSquare(next) : undefined;
    if (on) for (const option of options) option.label = option.piece ? typeName(option.piece) : option.label;
    this.open(on ? say("Place a piece on %s?", on) : say(titles[kind] ?? key("Choose")), options, squares);
  }

  /**
   * open places the chooser where it hides no square that can be chosen: below the board if squares
   * can be chosen too, else beside the square of the move.
   */
  private open(title: string, options: Option[], squares: boolean): void {
    this.chooser.show(title, options, this.pieces, !squares);
    const further = this.made.some((key) => this.scene!.choices?.[key]);
    const at = squares ? undefined : this.painter.geometry!.place(this.made[1] ?? this.made[0]);
    this.chooser.stand(this.painter, at, further);
  }

  /** sure asks in the margin whether to play a move. */
  private sure(move: Move): void {
    this.chooser.show(say("Play this move?"), [{ key: "!play", label: move.spoken }], this.pieces, true);
    this.lay(this.chooser.element);
    this.chooser.element.scrollIntoView({ block: "nearest" });
  }

  private finish(chain: Chain, dragged: boolean): void {
    const asked = this.chooser.open;
    this.chooser.hide();
    this.say("");
    if (!chain.move) {
      this.made = [];
      this.placing = "";
      this.premoves.add(chain.steps);
      this.emit("kirke-premove", { steps: chain.steps });
      const [from, to] = chain.steps;
      this.speak(say("Premove %s: %s to %s", this.premoves.all.length, this.scene!.choices?.[from]?.label ?? from, to));
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
    this.sure(chain.move);
  }

  private play(move: Move, dragged: boolean): void {
    const confirmed = this.proposal !== null;
    this.proposal = null;
    this.chooser.hide();
    this.made = [];
    this.placing = "";
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
    const had = this.made.length > 0 || this.carried !== "";
    this.carried = this.placing = "";
    this.hint.hide();
    if (this.proposal) this.showPieces(this.scene!.men, [], false);
    this.made = [];
    this.proposal = null;
    this.hovered = null;
    if (had) this.speak(say("Cancelled"));
    else this.dropPremoves();
    this.paint();
  }

  /** dropPremoves cancels all premoves, and reports whether there were any. */
  private dropPremoves(): boolean {
    if (!this.premoves.clear()) return false;
    this.emit("kirke-premove", { steps: [] });
    this.speak(say("Premoves cancelled"));
    this.premoved();
    return true;
  }

  /** premoved shows other premoves than before. */
  private premoved(): void {
    if (!this.shown || !this.painter.geometry) return;
    this.showPieces(this.scene!.men, [], false);
    this.paint();
  }

  /** unpremove cancels one premove. */
  private unpremove(i: number): void {
    this.made = [];
    this.chooser.hide();
    this.premoves.remove(i);
    this.emit("kirke-premove", { steps: this.premoves.all.at(-1) ?? [] });
    this.speak(say("Premove %s cancelled", i + 1));
  }

  /** playPremove plays the first premove when its turn comes. */
  private playPremove(): void {
    if (!this.premoves.all.length || !this.side() || this.premoving()) return;
    const lost = [...this.premoves.all];
    const made = resolve(this.chains(), this.premoves.shift()!);
    if (!this.premoves.all.length) this.emit("kirke-premove", { steps: [] });
    if (!made) {
      this.dropPremoves();
      this.say(refusal(lost));
      return;
    }
    this.made = made;
    this.finger = false;
    const left = rest(this.chains(), made);
    if (left.done) this.finish(left.done, false);
    else this.question(left.next);
  }

  private emit(name: string, detail: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  }

  // Showing

  private hover(square: string | null): void {
    if (square === this.hovered) return;
    this.hovered = square;
    if (this.made.length || this.carried) this.paint();
  }

  private paint(): void {
    const { scene: view, painter } = this;
    if (!view || !painter.geometry) return;
    const left = rest(this.chains(), this.made);
    const next = this.made.length ? left.next : [];
    const root = this.made.length ? [] : left.next;
    const places = this.gatesFor(this.offBoard());
    // Without a choice on the board, a swipe scrolls the page.
    const idle = this.side() === null || (this.premoving() && !this.premovable);
    painter.field.classList.toggle("passive", idle && !this.editing);
    painter.grid.setAttribute("aria-label", titleOf(view));
    const pieces = new Map(view.men.map((m) => [m.square, m]));
    const gates = new Set(view.gates ?? []);
    for (const [square, cell] of painter.cells) {
      const target = this.means(square, next) !== undefined || places.includes(square);
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
      if (view.goals?.white?.includes(square) || view.goals?.black?.includes(square)) names.push("goal");
      if (this.made.includes(square) || this.played?.steps.includes(square)) names.push("from");
      if (this.premoves.all.some((chain) => chain.includes(square))) names.push("ahead");
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
    painter.press(this.inHand(), this.side());
    this.ghosts = this.rebirths(view, left.chains);
    painter.showHidden([...(view.hidden ?? []), ...this.placed()], this.ghosts, this.pieces);
    painter.showPremoves(this.premoves.all, (i) => this.unpremove(i));
    this.drawShapes();
  }

  /** placed returns the piece that waits on its gate for the move of the other piece there. */
  private placed(): NonNullable<View["hidden"]> {
    const piece = this.placing && this.scene!.choices?.[this.placing]?.man;
    return piece ? [{ ...piece, square: this.placing.slice(this.placing.indexOf("@") + 1), how: "below" }] : [];
  }

  private drawShapes(): void {
    if (this.painter.geometry) this.painter.drawShapes([...this.pageShapes, ...this.userShapes], this.ghosts);
  }

  /** rebirths returns where the pieces of the captures that can be chosen would be reborn. */
  private rebirths(view: View, chains: Chain[]): Ghost[] {
    if (this.made.length === 0 || this.played) return [];
    if (this.proposal) return ghostsOf(view, [this.proposal], true);
    const { hovered } = this;
    const aimed = hovered !== null && this.means(hovered, rest(chains, this.made).next) !== undefined;
    const moves = chains.flatMap((chain) => chain.move ?? []).filter((m) => !aimed || m.steps.includes(hovered));
    return ghostsOf(view, moves, hovered !== null);
  }

  // Words

  private describe(
    square: string,
    piece: PlacedPiece | undefined,
    gate: boolean,
    target: boolean,
    chains: Chain[],
  ): string {
    const words = wordsOf(this.scene!, square, piece, gate);
    if (target) {
      const moves = chains.filter(
        (c) => c.move && c.steps[this.made.length] === this.means(square, [c.steps[this.made.length]]),
      );
      words.push(moves.length === 1 ? moves[0].move!.spoken : say("can be chosen"));
    }
    return words.join(", ");
  }

  private announce(view: View): void {
    const words: string[] = [];
    if (view.last) words.push(view.last.spoken);
    if (view.outcome) words.push(view.outcome.text);
    else if (view.series && view.series.left > 0 && view.series.left < view.series.length)
      words.push(count(view.series.left, "%d move left in the series", "%d moves left in the series"));
    this.speak(words.join(". "));
  }

  private speak(text: string): void {
    this.speech.speak(text);
  }

  // The keyboard

  private moveCursor(square: string, focus: boolean): void {
    this.painter.cells.get(this.cursor)?.setAttribute("tabindex", "-1");
    if (square !== this.cursor) this.hint.hide();
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
    const asked = this.hint.open;
    this.hint.hide();
    if (!geometry || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.walks && this.pointed && this.made.length === 0 && /^(Arrow|Home|End)/.test(event.key)) return;
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (way) this.moveCursor(geometry.step(this.cursor, way[0], way[1]), true);
    else if (event.key === "Home" || event.key === "End") {
      const row = geometry.rows.find((names) => names.includes(this.cursor))!;
      this.moveCursor(event.key === "Home" ? row[0] : row[row.length - 1], true);
    } else if (event.key === "Enter" || event.key === " ") this.tap(this.cursor, true, false);
    else if (event.key === "Escape") asked || this.cancel();
    else if (event.key === "?") asked || this.ask(this.cursor, true) || this.speak(say("There is no piece here"));
    else {
      // The page can move the focus to its move box: then the character is typed there.
      if (/^[a-zA-Z0-9]$/.test(event.key)) this.emit("kirke-type", { text: event.key });
      return;
    }
    event.preventDefault();
  }
}

if (!customElements.get("kirke-board")) customElements.define("kirke-board", KirkeBoard);

declare global {
  interface HTMLElementTagNameMap {
    "kirke-board": KirkeBoard;
  }
}
