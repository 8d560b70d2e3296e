// The analysis page: moves on the board with variations, and the engine's lines.

import { explain, position, post, type At } from "../api";
import type { KirkeBoard } from "../board";
import { button, copyButton, addStyle, el } from "../dom";
import { Tables } from "../endgame";
import { Engine, type Line } from "../engine";
import { count, say } from "../messages";
import { island as find, place, saysWrong, sentence, watchPress } from "../page";
import { Drafts, Keeper, type Draft, type Study } from "../keep";
import { Notes, Tags } from "../notes";
import { pickers } from "../picker";
import type { Shape } from "../shapes";
import {
  addLine,
  annotated,
  described,
  Node,
  numbered,
  remark,
  shapesOf,
  textOf,
  typedGlyph,
  writeLine,
  type Game,
  type Tag,
} from "../tree";

addStyle(`
.steer { display: flex; flex-wrap: wrap; gap: .35rem; margin: .6rem 0; }
.steer .button { font-size: 1.05rem; min-width: 44px; min-height: 44px; justify-content: center; }
.movelist {
  max-height: 22rem; overflow-y: auto; padding: .5rem .6rem; border: 1px solid var(--line); border-radius: 8px;
  background: var(--card); line-height: 1.9;
}
.movelist:empty { display: none; }
.movelist button {
  font: inherit; color: inherit; background: none; border: 0; padding: .1rem .3rem; border-radius: 4px;
  cursor: pointer;
}
.movelist button:hover { background: var(--tint); }
.movelist button[aria-current] { background: var(--accent); color: var(--accent-ink); }
.movelist .number { color: var(--quiet); }
.movelist .comment { color: var(--quiet); font-style: italic; overflow-wrap: anywhere; }
.gamehead p { margin: .2rem 0; overflow-wrap: anywhere; }
.movelist .variation {
  display: block; margin-left: .8rem; padding-left: .6rem; border-left: 2px solid var(--line); font-size: .94em;
}
.engine {
  margin: .8rem 0; border: 1px solid var(--line); border-radius: 8px; background: var(--card); overflow: hidden;
}
.engine header { display: flex; align-items: center; gap: .6rem; flex-wrap: wrap; padding: .4rem .6rem; }
.engine header select { width: auto; }
.engine > p { margin: 0; padding: 0 .6rem .5rem; }
.engine header .depth { color: var(--quiet); font-size: .9em; margin-left: auto; }
.engine ol { list-style: none; margin: 0; padding: 0; }
.engine li {
  display: flex; gap: .6rem; align-items: baseline; padding: .25rem .6rem; border-top: 1px solid var(--line);
}
.engine .score { font-weight: 650; min-width: 3.6em; font-variant-numeric: tabular-nums; }
.engine li button {
  font: inherit; color: inherit; background: none; border: 0; padding: 0 .18rem; cursor: pointer;
  border-radius: 3px;
}
.engine li button:hover { background: var(--tint); }
.chances { height: 6px; background: #333; }
.chances div { height: 100%; width: 50%; background: #f4f1ea; transition: width .3s; }
.movebox { display: flex; gap: .4rem; margin: .6rem 0; } .movebox input { flex: 1; min-width: 0; }
`);

const restMs = 250;

const island = find("analysis");
const board = island?.querySelector<KirkeBoard>("kirke-board");
if (island && board) void customElements.whenDefined("kirke-board").then(() => new Analysis(island, board));

class Analysis {
  private start: At;
  private root = new Node(null, "", "");
  private here = this.root;
  private head: Pick<Game, "tags" | "result" | "reason"> = {};
  private thinking?: AbortController;
  private loads = 0; // begun so far
  private lines: Line[] = []; // of the engine, from the current position
  private readonly moves = el("div", { className: "movelist", role: "group", aria: { label: say("Moves") } });
  private readonly lineList = el("ol", { aria: { live: "off", label: say("Best lines") } });
  private readonly pressed = watchPress(this.lineList); // a line is being pressed
  private readonly depth = el("span", { className: "depth" });
  private readonly bar = el("div");
  private readonly chances = el("div", { className: "chances", hidden: true, aria: { hidden: "true" } }, this.bar);
  private readonly says = el("p", { role: "status", className: "quiet" });
  private readonly about = el("section", { className: "gamehead", hidden: true, aria: { label: say("Game details") } });
  private readonly lost = el("p", { role: "status", className: "quiet", hidden: true }); // games not loaded
  private readonly pgn = el("textarea", { readOnly: true, rows: 8, aria: { label: say("The moves as PGN") } });
  private exported = ""; // the game that the PGN shows, as JSON
  private readonly pgnBox = el(
    "details",
    {},
    el("summary", {}, say("As PGN")),
    this.pgn,
    copyButton(() => this.pgn.value),
  );
  private readonly fen = el("input", { readOnly: true, aria: { label: say("Position as FEN") } });
  private readonly box = el("input", {
    name: "move",
    placeholder: say("Type a move"),
    autocomplete: "off",
    spellcheck: false,
    aria: { label: say("Move") },
  });
  private readonly count = el(
    "select",
    { aria: { label: say("Number of engine lines") } },
    ...[1, 2, 3, 4, 5].map((n) => el("option", { value: `${n}` }, count(n, "%d line", "%d lines"))),
  );
  private readonly engine = button(say("Engine"), () => this.toggleEngine(), { aria: { pressed: "false" } });
  private readonly why = el("p", { className: "quiet", hidden: true }); // why the engine is off
  private readonly links = el("p", { className: "row" });
  private readonly named: HTMLElement; // the game
  private readonly source: Engine;
  private readonly tables: Tables;
  private readonly study?: Study;
  private readonly drafts: Drafts;
  private readonly kept = el("p", { className: "quiet", role: "status", hidden: true }); // about a draft
  private readonly notes = new Notes(() => this.changed());
  private readonly tags = new Tags(() => this.changed());
  private readonly keeper?: Keeper;
  private saved = ""; // the game as the server has it, or as it was loaded, as JSON
  private reading = false; // somebody else's study is read, and nothing is changed
  private editors: HTMLElement[] = []; // what a reader does not see

  constructor(
    island: HTMLElement,
    private board: KirkeBoard,
  ) {
    const panel = place(island, "analysis")!;
    this.named = place(island, "game")!;
    const form = panel.querySelector("form");
    const value = (name: string) => form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value.trim() ?? "";
    const moves = value("moves");
    const shown = board.view?.variant.id ?? "chess";
    this.start = { variant: shown };
    if (island.dataset.study) this.study = JSON.parse(island.dataset.study) as Study;
    this.drafts = new Drafts(this.study?.ID);
    if ("mayKeep" in island.dataset)
      this.keeper = new Keeper(
        this.study,
        async () => [this.start.variant, await this.asPGN()],
        () => this.settle(),
      );
    this.source = new Engine(island.dataset.engine);
    this.tables = new Tables(Number(island.dataset.tables ?? 0), (uci, san) => this.go(this.here.play(uci, san)));
    this.disableEngine(island.dataset.noEngine ?? "");
    this.arrange(panel, this.setup(form, value));
    this.listen();
    void this.open({ variant: shown, fen: value("fen") || undefined }, moves);
  }

  /** setup returns the form that loads another game or position. */
  private setup(form: HTMLFormElement | null, value: (name: string) => string): HTMLElement {
    const setup = el("details", {}, el("summary", {}, say("Load another game or position")));
    if (!form) return setup;
    const games = pickers(form)[0];
    setup.append(form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.disableEngine("");
      void this.loadAnother(form, { variant: games!.value, fen: value("fen") || undefined }, value("moves"));
    });
    return setup;
  }

  /** arrange fills the panel beside the board. */
  private arrange(panel: HTMLElement, setup: HTMLElement): void {
    const changes = [
      button(say("Main line"), () => this.promote(), { title: say("Make this variation the main line") }),
      button(say("Delete"), () => this.remove(), { title: say("Delete from here on") }),
    ];
    const steer = el(
      "div",
      { className: "steer", role: "group", aria: { label: say("Navigation") } },
      button("«", () => this.go(this.root), { aria: { label: say("First move") } }),
      button("‹", () => this.go(this.here.parent ?? this.root), { aria: { label: say("Back") } }),
      button("›", () => this.here.next && this.go(this.here.next), { aria: { label: say("Forward") } }),
      button("»", () => this.go(this.here.end), { aria: { label: say("Last move") } }),
      button(say("Flip"), () => this.board.flip()),
      ...changes,
    );
    const movebox = el("form", { className: "movebox" }, this.box, el("button", { className: "button" }, say("Play")));
    movebox.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.type(this.box.value.trim());
    });
    const head = el("header", {}, this.engine, this.count, this.depth);
    const parts = [head, this.chances, this.lineList, this.why];
    const engine = el("section", { className: "engine", aria: { label: say("Engine") } }, ...parts);
    const keep = this.keeper ? [this.keeper.element] : [];
    const copy = copyButton(() => this.fen.value);
    const position = el("div", { className: "fenline" }, this.fen, copy);
    this.editors = [...changes, movebox, this.notes.element, this.tags.element, ...keep, setup];
    panel.replaceChildren(this.says, this.kept, this.lost, engine, this.tables.element, this.about, this.moves);
    panel.append(steer, movebox, this.notes.element, this.tags.element, ...keep, position, this.links, this.pgnBox, setup);
    this.board.margin = this.moves;
  }

  private listen(): void {
    const { board } = this;
    this.count.addEventListener("change", () => this.thinking && this.startEngine());
    this.pgnBox.addEventListener("toggle", () => void this.export());
    board.addEventListener("kirke-move", (event) => {
      const { uci, san } = (event as CustomEvent).detail;
      this.go(this.here.play(uci, san));
    });
    board.addEventListener("kirke-draw", (event) => this.draw((event as CustomEvent).detail.shapes));
    board.addEventListener("kirke-explain", (event) => void this.explain((event as CustomEvent).detail.text));
    board.addEventListener("kirke-type", () => this.box.focus());
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("pagehide", () => this.thinking?.abort());
  }

  /** read shows somebody else's study without what changes it, until the reader wants a copy. */
  private read(reading: boolean): void {
    this.reading = reading;
    for (const element of this.editors) element.hidden = reading;
    this.board.movable = reading ? "none" : "both";
    if (reading) this.offer(say("You are reading."), say("Change a copy"), () => this.read(false));
  }

  /** open shows the draft of this page if there is one, and else what the page was asked for. */
  private async open(start: At, moves: string): Promise<void> {
    const draft = this.drafts.tab() ?? (this.study ? this.drafts.last() : undefined);
    this.board.movable = "both";
    if (draft && !this.study && (await this.restore(draft))) return;
    const last = this.study || location.search ? undefined : this.drafts.last();
    this.read(this.study !== undefined && !this.study.Mine && !draft);
    await this.load(start, moves);
    if (draft && this.study && JSON.stringify(draft.game) !== this.saved) {
      if (draft.version === this.study.Version) {
        if (await this.restore(draft))
          this.offer(say("Your unsaved changes are shown."), say("Discard them"), () => this.discard());
      } else {
        const older = say("This browser has unsaved changes to an earlier version.");
        this.offer(older, say("Show them"), () => void this.restore(draft));
      }
    }
    if (last)
      this.offer(say("You have an analysis that is not saved."), say("Continue it"), () => void this.restore(last));
  }

  /** offer says something about a draft, with a button. */
  private offer(text: string, label: string, act: () => void): void {
    const accept = button(label, () => {
      this.kept.hidden = true;
      act();
    });
    this.kept.replaceChildren(text, " ", accept);
    this.kept.hidden = false;
  }

  private discard(): void {
    this.drafts.drop();
    location.reload();
  }

  /** restore shows a draft. It reports whether its first position could be read. */
  private async restore({ game, here }: Draft): Promise<boolean> {
    const load = ++this.loads;
    const start: At = { variant: game.variant, fen: game.start, array: game.array };
    const root = new Node(null, "", "");
    try {
      root.view = await position(start);
    } catch {
      return false;
    }
    if (load !== this.loads) return true;
    this.takeOver(start, root, game);
    let node = root;
    for (const uci of here.split(" ").filter(Boolean)) node = node.children.find((c) => c.uci === uci) ?? node;
    this.go(node);
    this.changed();
    return true;
  }

  /** takeOver takes over a game whose first position is known. It returns the end of its main line. */
  private takeOver(start: At, root: Node, game?: Game): Node {
    root.comments.push(...(game?.comments ?? []));
    this.start = start;
    this.root = root;
    this.head = { tags: game?.tags, result: game?.result, reason: game?.reason };
    this.tags.show(this.head);
    this.showHead();
    return addLine(root, game?.moves ?? []);
  }

  /** game returns the whole analysis as the JSON of a game has it. */
  private game(): Game {
    const { root, start, head } = this;
    return {
      variant: start.variant,
      start: root.view!.fen,
      array: start.array,
      ...head,
      comments: root.comments,
      moves: writeLine(root),
    };
  }

  private async asPGN(): Promise<string> {
    const task = { variant: this.start.variant, text: JSON.stringify(this.game()), from: "jsonl", to: "pgn" };
    const { text, bad } = await post<Converted>("convert", task);
    if (bad?.length) throw new Error(bad[0]);
    return text;
  }

  /** changed is called when the analysis has changed. */
  private changed(): void {
    this.write();
    this.showHead();
    this.showShapes();
    this.keepDraft();
  }

  /**
   * keepDraft keeps the analysis for a reload, and beyond if it is not as it was loaded. A study that
   * is as the server has it needs no draft.
   */
  private keepDraft(): void {
    if (!this.root.view || this.reading) return;
    const game = this.game();
    const dirty = JSON.stringify(game) !== this.saved;
    this.keeper?.show(dirty);
    if (!dirty && this.study) {
      this.drafts.drop();
      return;
    }
    const address = location.pathname + location.search;
    this.drafts.write({ address, game, here: this.here.moves, version: this.study?.Version }, dirty);
  }

  /** settle notes that the analysis is saved. */
  private settle(): void {
    this.saved = JSON.stringify(this.game());
    this.drafts.drop();
    this.kept.hidden = true;
  }

  /** squares returns the names of all squares. */
  private squares(): string[] {
    const view = this.root.view;
    return view ? [...view.squares, ...(view.imaginary ?? [])] : [];
  }

  private draw(shapes: Shape[]): void {
    const { here } = this;
    if (this.reading) return;
    here.comments = described(here.comments, textOf(here.comments), shapes);
    this.notes.show(here, this.squares());
    this.changed();
  }

  /** showShapes shows the arrows and circles of the position on the board. */
  private showShapes(): void {
    if (this.here.view && this.board.view === this.here.view)
      this.board.drawn = shapesOf(this.here.comments, this.squares());
  }

  private at(node: Node): At {
    return { ...this.start, moves: node.moves || undefined };
  }

  /** loadAnother loads what the form says. What is wrong is said at its field. */
  private async loadAnother(form: HTMLFormElement, start: At, text: string): Promise<void> {
    const fields = {
      fen: form.querySelector<HTMLInputElement>('[name="fen"]')!,
      moves: form.querySelector<HTMLTextAreaElement>('[name="moves"]')!,
    };
    for (const field of Object.values(fields)) saysWrong(field, "");
    const wrong = (error: unknown, part: "fen" | "moves") => {
      saysWrong(fields[part], sentence(error));
      fields[part].focus();
    };
    if (await this.load(start, text, wrong)) this.board.scrollIntoView({ block: "nearest" });
  }

  /**
   * load shows a line of moves, or a game in PGN with comments and variations, and reports whether
   * it did. A text that cannot be read changes nothing, and only the latest load counts.
   */
  private async load(
    start: At,
    text: string,
    fail: (error: unknown, part: "fen" | "moves") => void = (error) => this.fail(error),
  ): Promise<boolean> {
    const given = start;
    const load = ++this.loads;
    let part: "fen" | "moves" = "moves";
    try {
      let game: Game | undefined;
      let left: string[] = [];
      if (text) {
        [game, left] = await read(start, text);
        if (isPGN(text)) start = { variant: game.variant, fen: game.start, array: game.array };
      }
      part = "fen";
      const root = new Node(null, "", "");
      root.view = await position(start);
      if (load !== this.loads) return false;
      const end = this.takeOver(start, root, game);
      this.setText(this.lost, left.join(" "));
      if (load === 1) this.saved = JSON.stringify(this.game());
      this.go(load === 1 && this.study ? root : end);
      return true;
    } catch (error) {
      if (load !== this.loads) return false;
      if (!this.root.view) await this.begin(given, this.start);
      fail(error, part);
      return false;
    }
  }

  /** begin shows the first of some positions that can be read. */
  private async begin(...starts: At[]): Promise<void> {
    for (const start of starts) {
      try {
        this.root.view = await position(start);
        this.start = start;
        return this.go(this.root);
      } catch {
        // The next one.
      }
    }
  }

  /** showHead shows who played, where and when. */
  private showHead(): void {
    const tag = (name: string) =>
      this.head.tags?.find((t: Tag) => t.name === name && !/^[?.\s]*$/.test(t.value))?.value;
    const elo = (side: string) => (tag(`${side}Elo`) ? ` (${tag(`${side}Elo`)})` : "");
    const result = this.head.result && this.head.result !== "*" ? this.head.result : "";
    const players =
      tag("White") || tag("Black")
        ? `${tag("White") ?? "?"}${elo("White")} – ${tag("Black") ?? "?"}${elo("Black")}`
        : "";
    const lines = [
      [players, result],
      [tag("Event"), tag("Site"), tag("Round") && say("round %s", tag("Round") ?? ""), tag("Date")],
      [tag("Annotator") && say("Annotated by %s", tag("Annotator") ?? "")],
    ];
    const texts = lines.map((words) => words.filter(Boolean).join(", ")).filter(Boolean);
    this.about.replaceChildren(
      ...texts.map((line, i) => el("p", {}, i === 0 && players ? el("strong", {}, line) : line)),
    );
    this.about.hidden = texts.length === 0;
  }

  /** export asks the server for the whole tree as PGN, if the PGN is open. */
  private async export(): Promise<void> {
    if (!this.pgnBox.open) return;
    if (!this.root.view) return;
    const asked = JSON.stringify(this.game());
    if (asked === this.exported) return;
    this.exported = asked;
    try {
      const text = await this.asPGN();
      if (asked === this.exported) this.pgn.value = text;
    } catch (error) {
      this.pgn.value = this.exported = "";
      this.fail(error);
    }
  }

  private go(node: Node): void {
    this.here = node;
    this.clearLines();
    this.say("");
    saysWrong(this.box, "");
    if (node.view) this.show(node);
    else void this.fetch(node);
    this.notes.show(node, this.squares());
    this.write();
    if (this.thinking) this.startEngine();
  }

  private async fetch(node: Node): Promise<void> {
    try {
      node.view = await position(this.at(node));
      if (node === this.here) this.show(node);
      this.write();
    } catch (error) {
      const parent = node.remove();
      if (this.here.line.includes(node)) this.go(parent);
      else this.write();
      this.fail(error);
    }
  }

  private show(node: Node): void {
    const view = node.view!;
    this.board.view = view;
    this.fen.value = view.fen;
    this.named.textContent = view.variant.name;
    if (view.outcome) this.say(view.outcome.text);
    void this.tables.show(this.at(node), view);
    const link = (path: string, label: string, query: Record<string, string>) =>
      el("a", { className: "button", href: `${path}?${new URLSearchParams(query)}` }, label);
    const at = { variant: this.start.variant, fen: view.fen };
    this.links.replaceChildren(
      link("/editor", say("Edit position"), at),
      link("/problems", say("Solve"), at),
      link("/api/v1/diagram.svg", say("Diagram"), at),
    );
    const address: Record<string, string> = { variant: this.start.variant };
    if (this.start.fen) address.fen = this.start.fen;
    if (node.moves) address.moves = node.moves;
    if (!this.study) history.replaceState(null, "", `?${new URLSearchParams(address)}`);
    this.showShapes();
    this.keepDraft();
  }

  private setText(where: HTMLElement, text: string): void {
    where.textContent = text;
    where.hidden = !text;
  }

  private say(text: string): void {
    this.setText(this.says, text);
    this.says.className = "quiet";
  }

  private fail(error: unknown): void {
    this.say(sentence(error));
    this.says.className = "error";
  }

  private async explain(text: string): Promise<void> {
    try {
      const { text: why } = await explain(this.at(this.here), text);
      if (why) this.board.say(why);
    } catch (error) {
      this.board.say(sentence(error));
    }
  }

  private async type(text: string): Promise<void> {
    if (!text) return;
    try {
      const known = await explain(this.at(this.here), text);
      if (known.legal) {
        this.box.value = "";
        this.go(this.here.play(known.uci!, known.san!));
      } else this.wrongMove(known.text ?? say("That is not a move."));
    } catch (error) {
      this.wrongMove(sentence(error));
    }
  }

  /** wrongMove says at the move box why a move is not played. */
  private wrongMove(text: string): void {
    saysWrong(this.box, text);
    this.box.focus();
  }

  private promote(): void {
    this.here.promote();
    this.changed();
  }

  private remove(): void {
    if (this.here.parent) this.go(this.here.remove());
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const onBoard = target.closest("kirke-board") !== null;
    if (!this.reading && (event.key === "!" || event.key === "?") && (onBoard || !target.closest("input, textarea, select"))) {
      this.notes.toggle(typedGlyph(this.here.nags, event.key));
      event.preventDefault();
      return;
    }
    if (
      target.closest("input, textarea, select, kirke-board, .movelist") ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    if (event.key === "ArrowLeft") this.go(this.here.parent ?? this.root);
    else if (event.key === "ArrowRight" && this.here.next) this.go(this.here.next);
    else if (event.key === "f") this.board.flip();
    else return;
    event.preventDefault();
  }

  /**
   * write shows the tree: the main line as running text, each variation indented under the move
   * that it replaces.
   */
  private write(): void {
    const run = (node: Node, first: boolean, into: HTMLElement): void => {
      for (let at: Node | undefined = node, begin = first; at;) {
        into.append(...this.moveElements(at, begin));
        begin = at.comments.some(remark);
        const others: Node[] = at.parent && at === at.parent.next ? at.parent.children.slice(1) : [];
        for (const other of others) {
          const variation = el("span", { className: "variation" });
          run(other, true, variation);
          into.append(variation);
          begin = true;
        }
        at = at.next;
      }
    };
    this.moves.replaceChildren(...remarks(this.root.comments));
    if (this.root.next) run(this.root.next, true, this.moves);
    else this.moves.append(el("span", { className: "number" }, say("Play a move on the board, or type one.")));
    this.moves.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    void this.export();
  }

  private moveElements(node: Node, first: boolean): (HTMLElement | string)[] {
    const before = remarks(node.before);
    const label = numbered(node, first || before.length > 0);
    const move = button(annotated(node), () => this.go(node), { className: "" });
    if (node === this.here) move.setAttribute("aria-current", "true");
    return [
      ...before,
      ...(label ? [el("span", { className: "number" }, label)] : []),
      move,
      " ",
      ...remarks(node.comments),
    ];
  }

  // The engine

  /** disableEngine turns the engine off for a reason, or on if that is empty. */
  private disableEngine(reason: string): void {
    this.engine.disabled = this.count.disabled = Boolean(reason);
    this.setText(this.why, reason);
  }

  private toggleEngine(): void {
    if (this.thinking) this.stopEngine();
    else this.startEngine();
  }

  private stopEngine(): void {
    this.thinking?.abort();
    this.thinking = undefined;
    this.engine.setAttribute("aria-pressed", "false");
    this.engine.textContent = say("Engine");
    this.board.shapes = [];
  }

  /** clearLines removes the engine's lines, which belong to another position. */
  private clearLines(): void {
    this.lines = [];
    this.board.shapes = [];
    this.depth.textContent = "";
    this.chances.hidden = true;
    this.lineList.replaceChildren();
  }

  private startEngine(): void {
    this.thinking?.abort();
    const abort = (this.thinking = new AbortController());
    this.engine.setAttribute("aria-pressed", "true");
    this.engine.textContent = say("Stop");
    this.clearLines();
    if (this.here.view?.outcome) return;
    const { here } = this;
    // The engine does not start while the reader goes through moves quickly.
    setTimeout(() => !abort.signal.aborted && void this.followAnalysis(here, abort), restMs);
  }

  private async followAnalysis(node: Node, abort: AbortController): Promise<void> {
    try {
      for await (const line of this.source.lines(this.at(node), Number(this.count.value), abort.signal)) {
        if (abort.signal.aborted || node !== this.here) return;
        this.addLine(node, line);
        this.setText(this.why, this.source.why);
      }
    } catch (error) {
      if (abort.signal.aborted) return;
      this.stopEngine();
      this.fail(error);
    }
  }

  private addLine(node: Node, line: Line): void {
    this.lines[line.line - 1] = line;
    const best = this.lines[0];
    if (best) {
      this.depth.textContent = say("depth %s", best.depth) + speed(line);
      // The expected result of a score, as a share.
      const share = 1 / (1 + Math.exp(-0.00368208 * Math.max(-2000, Math.min(2000, best.score))));
      this.chances.hidden = false;
      this.bar.style.width = `${(share * 100).toFixed(1)}%`;
      const [from, to] = this.ends(best.uci[0]);
      this.board.shapes = from && to ? [{ from, to, color: "blue" }] : [];
    }
    if (!this.pressed() && !this.lineList.contains(document.activeElement)) this.listLines(node);
  }

  /**
   * listLines shows the lines. addLine does not call it while a line is pressed or has the focus,
   * so that it stays in its place.
   */
  private listLines(node: Node): void {
    this.lineList.replaceChildren(
      ...this.lines.filter(Boolean).map((l) => {
        const moves = l.san.map((san, i) => button(san, () => this.follow(node, l, i), { className: "" }));
        return el("li", {}, el("span", { className: "score" }, l.text), el("span", {}, ...moves));
      }),
    );
  }

  /** ends returns where a move starts and ends. */
  private ends(uci: string): string[] {
    return this.here.view?.moves.find((m) => m.uci === uci)?.steps.slice(0, 2) ?? [];
  }

  /** follow plays a line of the engine up to a move, from the position of the line. */
  private follow(from: Node, line: Line, last: number): void {
    let node = from;
    for (let i = 0; i <= last; i++) node = node.play(line.uci[i], line.san[i]);
    this.go(node);
  }
}

interface Converted {
  text: string;
  games: number;
  bad?: string[];
}

/**
 * read returns the first game of a text that can be read, and sentences about the others. The error
 * says why no game can be read.
 */
async function read(start: At, text: string): Promise<[Game, string[]]> {
  const pgn = isPGN(text);
  if (pgn && !text.includes("[") && start.fen) text = `[SetUp "1"]\n[FEN "${start.fen}"]\n\n${text}`;
  const task = {
    variant: start.variant,
    fen: pgn ? undefined : start.fen,
    text,
    from: pgn ? "pgn" : "moves",
    to: "jsonl",
  };
  const { text: json, games, bad = [] } = await post<Converted>("convert", task);
  if (games === 0) throw new Error(bad[0]);
  const left = bad.length
    ? [count(bad.length, "%d game could not be read: %s", "%d games could not be read: %s", bad[0])]
    : [];
  if (games > 1)
    left.push(
      count(
        games - 1,
        "%d further game is not shown: only the first game is loaded.",
        "%d further games are not shown: only the first game is loaded.",
      ),
    );
  return [JSON.parse(json.split("\n")[0]!) as Game, left];
}

/** isPGN tells PGN from a plain line of moves by its tags, comments, variations and glyphs. */
function isPGN(text: string): boolean {
  return /[[({;$!?]/.test(text);
}

/** speed says how many positions a second the engine looks at, once it can be told. */
function speed({ nodes, millis }: Line): string {
  return millis < 100 ? "" : `, ${Math.round(nodes / millis).toLocaleString("en")}k positions/s`;
}

function remarks(comments: string[]): HTMLElement[] {
  return comments
    .map(remark)
    .filter(Boolean)
    .map((text) => el("span", { className: "comment" }, `${text} `));
}
