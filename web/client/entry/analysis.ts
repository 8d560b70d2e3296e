// The page of analysis: moves tried on the board with their variations, and the engine's opinion.

import { explain, position, post, query, stream, type At } from "../api";
import type { KirkeBoard } from "../board";
import { button, copyButton, dress, el, select } from "../dom";
import { island as find, place, sentence } from "../page";
import { annotated, grow, Node, numbered, remark, written, type Game, type Tag } from "../tree";

interface Line {
  line: number;
  depth: number;
  score: number;
  mate?: number;
  text: string;
  nodes: number;
  uci: string[];
  san: string[];
}

dress(`
.steer { display: flex; flex-wrap: wrap; gap: .35rem; margin: .6rem 0; }
.steer .button { font-size: 1.05rem; min-width: 44px; min-height: 44px; justify-content: center; }
.movelist { max-height: 22rem; overflow-y: auto; padding: .5rem .6rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card); line-height: 1.9; }
.movelist:empty { display: none; }
.movelist button { font: inherit; color: inherit; background: none; border: 0; padding: .1rem .3rem; border-radius: 4px; cursor: pointer; }
.movelist button:hover { background: var(--tint); }
.movelist button[aria-current] { background: var(--accent); color: var(--accent-ink); }
.movelist .number { color: var(--quiet); }
.movelist .comment { color: var(--quiet); font-style: italic; overflow-wrap: anywhere; }
.gamehead p { margin: .2rem 0; overflow-wrap: anywhere; }
.movelist .variation { display: block; margin-left: .8rem; padding-left: .6rem; border-left: 2px solid var(--line); font-size: .94em; }
.engine { margin: .8rem 0; border: 1px solid var(--line); border-radius: 8px; background: var(--card); overflow: hidden; }
.engine header { display: flex; align-items: center; gap: .6rem; flex-wrap: wrap; padding: .4rem .6rem; }
.engine header select { width: auto; }
.engine > p { margin: 0; padding: 0 .6rem .5rem; }
.engine header .depth { color: var(--quiet); font-size: .9em; margin-left: auto; }
.engine ol { list-style: none; margin: 0; padding: 0; }
.engine li { display: flex; gap: .6rem; align-items: baseline; padding: .25rem .6rem; border-top: 1px solid var(--line); }
.engine .score { font-weight: 650; min-width: 3.6em; font-variant-numeric: tabular-nums; }
.engine li button { font: inherit; color: inherit; background: none; border: 0; padding: 0 .18rem; cursor: pointer; border-radius: 3px; }
.engine li button:hover { background: var(--tint); }
.chances { height: 6px; background: #333; } .chances div { height: 100%; width: 50%; background: #f4f1ea; transition: width .3s; }
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
  private loads = 0; // asked for so far
  private lines: Line[] = []; // of the engine, all from where we are
  private pressed = false; // one of the lines
  private readonly moves = el("div", { className: "movelist", role: "group", aria: { label: "Moves" } });
  private readonly opinion = el("ol", { aria: { live: "off", label: "Best lines" } });
  private readonly depth = el("span", { className: "depth" });
  private readonly bar = el("div");
  private readonly chances = el("div", { className: "chances", hidden: true, aria: { hidden: "true" } }, this.bar);
  private readonly says = el("p", { role: "status", className: "quiet" });
  private readonly about = el("section", { className: "gamehead", hidden: true, aria: { label: "The game" } });
  private readonly lost = el("p", { role: "status", className: "quiet", hidden: true }); // what could not be loaded
  private readonly pgn = el("textarea", { readOnly: true, rows: 8, aria: { label: "The moves as PGN" } });
  private exported = ""; // what the PGN shows, as JSON
  private readonly pgnBox = el("details", {}, el("summary", {}, "As PGN"), this.pgn, copyButton(() => this.pgn.value));
  private readonly fen = el("input", { readOnly: true, aria: { label: "Position as FEN" } });
  private readonly box = el("input", { placeholder: "Type a move", autocomplete: "off", spellcheck: false, aria: { label: "Move" } });
  private readonly count = el("select", { aria: { label: "Lines of the engine" } }, ...[1, 2, 3, 4, 5].map((n) => el("option", { value: `${n}` }, n === 1 ? "1 line" : `${n} lines`)));
  private readonly engine = button("Engine", () => this.toggleEngine(), { aria: { pressed: "false" } });
  private readonly why = el("p", { className: "quiet", hidden: true }); // the engine is off
  private readonly links = el("p", { className: "row" });

  constructor(island: HTMLElement, private board: KirkeBoard) {
    const panel = place(island, "analysis")!;
    const form = panel.querySelector("form");
    const value = (name: string) => form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value.trim() ?? "";
    const games = form?.querySelector<HTMLSelectElement>('[name="variant"]');
    if (games) select(games, board.view?.variant.id);
    const moves = value("moves");
    const shown = board.view?.variant.id ?? "chess";
    this.start = { variant: shown };
    const steer = el("div", { className: "steer", role: "group", aria: { label: "Steer" } },
      button("«", () => this.go(this.root), { aria: { label: "To the start" } }),
      button("‹", () => this.go(this.here.parent ?? this.root), { aria: { label: "Back" } }),
      button("›", () => this.here.next && this.go(this.here.next), { aria: { label: "Forward" } }),
      button("»", () => this.go(this.here.end), { aria: { label: "To the end" } }),
      button("Flip", () => board.flip()),
      button("Main line", () => this.promote(), { title: "Make this variation the main line" }),
      button("Delete", () => this.remove(), { title: "Delete from here on" }));
    const movebox = el("form", { className: "movebox" }, this.box, el("button", { className: "button" }, "Play"));
    movebox.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.type(this.box.value.trim());
    });
    const engine = el("section", { className: "engine", aria: { label: "Engine" } },
      el("header", {}, this.engine, this.count, this.depth), this.chances, this.opinion, this.why);
    this.deny(island.dataset.noEngine ?? "");
    this.opinion.addEventListener("pointerdown", () => (this.pressed = true));
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => (this.pressed = false));
    this.count.addEventListener("change", () => this.thinking && this.think());
    const setup = el("details", {}, el("summary", {}, "Another game or position"));
    if (form) setup.append(form);
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.deny("");
      void this.load({ variant: value("variant"), fen: value("fen") || undefined }, value("moves"));
    });
    this.pgnBox.addEventListener("toggle", () => void this.export());
    panel.replaceChildren(this.says, this.lost, engine, this.about, this.moves, steer, movebox,
      el("div", { className: "fenline" }, this.fen, copyButton(() => this.fen.value)), this.links, this.pgnBox, setup);
    board.movable = "both";
    board.addEventListener("kirke-move", (event) => {
      const { uci, san } = (event as CustomEvent).detail;
      this.go(this.here.play(uci, san));
    });
    board.addEventListener("kirke-explain", (event) => void this.explain((event as CustomEvent).detail.text));
    board.addEventListener("kirke-type", () => this.box.focus());
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("pagehide", () => this.thinking?.abort());
    void this.load({ variant: value("variant") || shown, fen: value("fen") || undefined }, moves);
  }

  private at(node: Node): At {
    return { ...this.start, moves: node.moves || undefined };
  }

  /** load shows a line of moves, or a game in PGN with all that it says. What cannot be read changes nothing, nor does a load that
   *  ends after a later one was asked for. */
  private async load(start: At, text: string): Promise<void> {
    const given = start;
    const load = ++this.loads;
    try {
      let game: Game | undefined;
      let left: string[] = [];
      if (text) {
        [game, left] = await read(start, text);
        if (isPGN(text)) start = { variant: game.variant, fen: game.start, array: game.array };
      }
      const root = new Node(null, "", "");
      root.view = await position(start);
      if (load !== this.loads) return;
      root.comments.push(...(game?.comments ?? []));
      [this.start, this.root, this.head] = [start, root, { tags: game?.tags, result: game?.result, reason: game?.reason }];
      this.tell(this.lost, left.join(" "));
      this.showHead();
      this.go(grow(root, game?.moves ?? []));
    } catch (error) {
      if (load !== this.loads) return;
      if (!this.root.view) await this.begin(given, this.start);
      this.fail(error);
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

  /** showHead says who played, where and when. */
  private showHead(): void {
    const tag = (name: string) => this.head.tags?.find((t: Tag) => t.name === name && !/^[?.\s]*$/.test(t.value))?.value;
    const elo = (side: string) => (tag(`${side}Elo`) ? ` (${tag(`${side}Elo`)})` : "");
    const result = this.head.result && this.head.result !== "*" ? this.head.result : "";
    const players = tag("White") || tag("Black") ? `${tag("White") ?? "?"}${elo("White")} – ${tag("Black") ?? "?"}${elo("Black")}` : "";
    const lines = [[players, result], [tag("Event"), tag("Site"), tag("Round") && `round ${tag("Round")}`, tag("Date")], [tag("Annotator") && `Annotated by ${tag("Annotator")}`]];
    const texts = lines.map((words) => words.filter(Boolean).join(", ")).filter(Boolean);
    this.about.replaceChildren(...texts.map((line, i) => el("p", {}, i === 0 && players ? el("strong", {}, line) : line)));
    this.about.hidden = texts.length === 0;
  }

  /** export writes the whole tree as PGN, in the server's words, where it is shown. */
  private async export(): Promise<void> {
    if (!this.pgnBox.open) return;
    const { root, start, head } = this;
    if (!root.view) return;
    const game: Game = { variant: start.variant, start: root.view.fen, array: start.array, ...head, comments: root.comments, moves: written(root) };
    const asked = JSON.stringify(game);
    if (asked === this.exported) return;
    this.exported = asked;
    try {
      const { text, bad } = await post<Converted>("convert", { variant: start.variant, text: asked, from: "jsonl", to: "pgn" });
      if (bad?.length) throw new Error(bad[0]);
      if (asked === this.exported) this.pgn.value = text;
    } catch (error) {
      this.pgn.value = this.exported = "";
      this.fail(error);
    }
  }

  private go(node: Node): void {
    this.here = node;
    this.forget();
    this.say("");
    if (node.view) this.show(node);
    else void this.fetch(node);
    this.write();
    if (this.thinking) this.think();
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
    if (view.outcome) this.say(view.outcome.text);
    const link = (path: string, label: string, query: Record<string, string>) => el("a", { className: "button", href: `${path}?${new URLSearchParams(query)}` }, label);
    const at = { variant: this.start.variant, fen: view.fen };
    this.links.replaceChildren(link("/editor", "Edit position", at), link("/problems", "Solve", at), link("/api/v1/diagram.svg", "Diagram", at));
    const address: Record<string, string> = { variant: this.start.variant };
    if (this.start.fen) address.fen = this.start.fen;
    if (node.moves) address.moves = node.moves;
    history.replaceState(null, "", `?${new URLSearchParams(address)}`);
  }

  private tell(where: HTMLElement, text: string): void {
    where.textContent = text;
    where.hidden = !text;
  }

  private say(text: string): void {
    this.tell(this.says, text);
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
      } else this.say(known.text ?? "That is no move.");
    } catch (error) {
      this.fail(error);
    }
  }

  private promote(): void {
    this.here.promote();
    this.write();
  }

  private remove(): void {
    if (this.here.parent) this.go(this.here.remove());
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (target.closest("input, textarea, select, kirke-board, .movelist") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowLeft") this.go(this.here.parent ?? this.root);
    else if (event.key === "ArrowRight" && this.here.next) this.go(this.here.next);
    else if (event.key === "f") this.board.flip();
    else return;
    event.preventDefault();
  }

  /** write shows the tree: the main line running on, each variation set in under the move it stands beside. */
  private write(): void {
    const run = (node: Node, first: boolean, into: HTMLElement): void => {
      for (let at: Node | undefined = node, begin = first; at; ) {
        into.append(...this.written(at, begin));
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
    else this.moves.append(el("span", { className: "number" }, "Make a move on the board, or type one."));
    this.moves.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    void this.export();
  }

  private written(node: Node, first: boolean): (HTMLElement | string)[] {
    const before = remarks(node.before);
    const label = numbered(node, first || before.length > 0);
    const move = button(annotated(node), () => this.go(node), { className: "" });
    if (node === this.here) move.setAttribute("aria-current", "true");
    return [...before, ...(label ? [el("span", { className: "number" }, label)] : []), move, " ", ...remarks(node.comments)];
  }

  // The engine

  /** deny turns the engine off for a reason, and on for none. */
  private deny(reason: string): void {
    this.engine.disabled = this.count.disabled = Boolean(reason);
    this.tell(this.why, reason);
  }

  private toggleEngine(): void {
    if (this.thinking) this.rest();
    else this.think();
  }

  private rest(): void {
    this.thinking?.abort();
    this.thinking = undefined;
    this.engine.setAttribute("aria-pressed", "false");
    this.engine.textContent = "Engine";
    this.board.shapes = [];
  }

  /** forget takes away what the engine has said, which is of another position now. */
  private forget(): void {
    this.lines = [];
    this.board.shapes = [];
    this.depth.textContent = "";
    this.chances.hidden = true;
    this.opinion.replaceChildren();
  }

  private think(): void {
    this.thinking?.abort();
    const abort = (this.thinking = new AbortController());
    this.engine.setAttribute("aria-pressed", "true");
    this.engine.textContent = "Stop";
    this.forget();
    if (this.here.view?.outcome) return;
    const { here } = this;
    // Whoever goes through moves quickly asks nothing of the engine on the way.
    setTimeout(() => !abort.signal.aborted && void this.listen(here, abort), restMs);
  }

  private async listen(node: Node, abort: AbortController): Promise<void> {
    const asked = new URLSearchParams({ ...query(this.at(node)), lines: this.count.value, seconds: "10" });
    try {
      for await (const { event, data } of stream(`analyse?${asked}`, { signal: abort.signal })) {
        if (abort.signal.aborted || node !== this.here) return;
        if (event === "line") this.told(node, data as Line);
        else if (event === "error") throw new Error((data as { detail: string }).detail);
      }
    } catch (error) {
      if (abort.signal.aborted) return;
      this.rest();
      this.fail(error);
    }
  }

  private told(node: Node, line: Line): void {
    this.lines[line.line - 1] = line;
    const best = this.lines[0];
    if (best) {
      this.depth.textContent = `depth ${best.depth}`;
      // What a score wins in practice, as a share.
      const share = 1 / (1 + Math.exp(-0.00368208 * Math.max(-2000, Math.min(2000, best.score))));
      this.chances.hidden = false;
      this.bar.style.width = `${(share * 100).toFixed(1)}%`;
      const [from, to] = this.ends(best.uci[0]);
      this.board.shapes = from && to ? [{ from, to, color: "blue" }] : [];
    }
    if (!this.pressed && !this.opinion.contains(document.activeElement)) this.list(node);
  }

  /** list writes the lines, but not while one is being pressed or chosen by keys: what is under the finger stays there. */
  private list(node: Node): void {
    this.opinion.replaceChildren(...this.lines.filter(Boolean).map((l) => {
      const moves = l.san.map((san, i) => button(san, () => this.follow(node, l, i), { className: "" }));
      return el("li", {}, el("span", { className: "score" }, l.text), el("span", {}, ...moves));
    }));
  }

  /** ends returns where a move goes from and to, as the view tells. */
  private ends(uci: string): string[] {
    return this.here.view?.moves.find((m) => m.uci === uci)?.steps.slice(0, 2) ?? [];
  }

  /** follow plays a line of the engine up to a move, from the position that the line is of. */
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
 * read returns the first game of a text that can be read, and sentences about what is not shown: the others. The error says why there
 * is none.
 */
async function read(start: At, text: string): Promise<[Game, string[]]> {
  const pgn = isPGN(text);
  if (pgn && !text.includes("[") && start.fen) text = `[SetUp "1"]\n[FEN "${start.fen}"]\n\n${text}`;
  const task = { variant: start.variant, fen: pgn ? undefined : start.fen, text, from: pgn ? "pgn" : "moves", to: "jsonl" };
  const { text: json, games, bad = [] } = await post<Converted>("convert", task);
  if (games === 0) throw new Error(bad[0]);
  const left = bad.length ? [`${count(bad.length, "game")} could not be read: ${bad[0]}`] : [];
  if (games > 1) left.push(`${count(games - 1, "further game")} of the text ${games > 2 ? "are" : "is"} not shown: the analysis holds one.`);
  return [JSON.parse(json.split("\n")[0]!) as Game, left];
}

/** isPGN tells a game in PGN from a mere line of moves: by tags, comments, variations and glyphs. */
function isPGN(text: string): boolean {
  return /[[({;$!?]/.test(text);
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

function remarks(comments: string[]): HTMLElement[] {
  return comments.map(remark).filter(Boolean).map((text) => el("span", { className: "comment" }, `${text} `));
}
