// What a reader writes about a move on the analysis page: glyphs, a comment, arrows and circles.
// And the tags of the game.

import { addStyle, button, el } from "./dom";
import { say } from "./messages";
import { described, glyphs, Node, readShapes, shapesOf, shapeText, textOf, withGlyph } from "./tree";
import type { Game, Tag } from "./tree";

addStyle(`
.notes { display: grid; gap: .5rem; margin: .6rem 0; }
.notes .glyphs { display: flex; flex-wrap: wrap; gap: .25rem; }
.notes .glyphs .button { min-width: 44px; min-height: 44px; padding: .2rem .4rem; justify-content: center; }
.notes .glyphs .button[aria-pressed="true"] { background: var(--accent); color: var(--accent-ink); }
.notes textarea { min-height: 3.4em; }
.tags .row { flex-wrap: nowrap; align-items: center; margin-bottom: .35rem; }
.tags .row label { flex: 1; min-width: 0; display: grid; grid-template-columns: 7.5em 1fr; align-items: center; }
.tags .row label input, .tags .row label select { min-width: 0; width: 100%; }
`);

const meanings: Record<number, string> = {
  1: say("good move"),
  2: say("mistake"),
  3: say("brilliant move"),
  4: say("blunder"),
  5: say("interesting move"),
  6: say("dubious move"),
  10: say("equal position"),
  13: say("unclear position"),
  14: say("White is slightly better"),
  15: say("Black is slightly better"),
  16: say("White is better"),
  17: say("Black is better"),
  18: say("White is winning"),
  19: say("Black is winning"),
  146: say("novelty"),
};

/** Notes are the fields for what is written about the current move. */
export class Notes {
  readonly element: HTMLElement;
  private node = new Node(null, "", "");
  private squares: string[] = [];
  private readonly comment = el("textarea", { rows: 2 });
  private readonly before = el("textarea", { rows: 2 });
  private readonly beforeLabel = el("label", { hidden: true }, `${say("Comment before the move")} `, this.before);
  private readonly title = document.createTextNode(`${say("Comment")} `);
  private readonly shapes = el("input", { autocomplete: "off", spellcheck: false, placeholder: "Ge2e4 Rd5" });
  private readonly wrong = el("p", { className: "error", role: "status", hidden: true });
  private readonly marks = new Map<number, HTMLButtonElement>();

  /** changed is called when the reader has changed something about a move. */
  constructor(private readonly changed: () => void) {
    const row = el("div", { className: "glyphs", role: "group", aria: { label: say("Glyphs") } });
    const order = Object.keys(meanings).map(Number);
    for (const nag of order) {
      const key = nag === 1 ? ` ${say("(key %s)", "!")}` : nag === 2 ? ` ${say("(key %s)", "?")}` : "";
      const mark = button(glyphs[nag]!, () => this.toggle(nag), {
        title: meanings[nag]! + key,
        aria: { label: `${glyphs[nag]} ${meanings[nag]}`, pressed: "false" },
      });
      this.marks.set(nag, mark);
      row.append(mark);
    }
    this.comment.addEventListener("input", () => this.write());
    this.before.addEventListener("input", () => {
      this.node.before = described(this.node.before, this.before.value, shapesOf(this.node.before, this.squares));
      this.changed();
    });
    this.shapes.addEventListener("change", () => this.draw());
    this.element = el(
      "section",
      { className: "notes", inert: true, aria: { label: say("Notes on the move") } }, // until there is a position
      row,
      this.beforeLabel,
      el("label", {}, this.title, this.comment),
      el("label", {}, `${say("Arrows and circles, drawn with the right button or written")} `, this.shapes),
      this.wrong,
    );
  }

  /** show shows what is written about a move, on a board with some squares. */
  show(node: Node, squares: string[]): void {
    this.node = node;
    this.squares = squares;
    this.element.inert = squares.length === 0;
    this.title.data = node.parent ? `${say("Comment on %s", node.san)} ` : `${say("Comment before the first move")} `;
    for (const [nag, mark] of this.marks) {
      mark.disabled = !node.parent;
      mark.setAttribute("aria-pressed", String(node.nags.includes(nag)));
    }
    if (document.activeElement !== this.comment) this.comment.value = textOf(node.comments);
    this.beforeLabel.hidden = node.before.length === 0;
    if (document.activeElement !== this.before) this.before.value = textOf(node.before);
    this.shapes.value = shapesOf(node.comments, squares).map(shapeText).join(" ");
    this.wrong.hidden = true;
  }

  /** toggle adds a glyph to the move, or takes it away. */
  toggle(nag: number): void {
    if (!this.node.parent) return;
    this.node.nags = withGlyph(this.node.nags, nag);
    this.show(this.node, this.squares);
    this.changed();
  }

  private write(): void {
    const { node, squares } = this;
    node.comments = described(node.comments, this.comment.value, shapesOf(node.comments, squares));
    this.changed();
  }

  private draw(): void {
    const [shapes, bad] = readShapes(this.shapes.value, this.squares);
    this.wrong.hidden = bad.length === 0;
    this.wrong.textContent = say(
      "An arrow is written Ge2e4, a circle Rd5 (green, red, blue, yellow), not \"%s\".",
      bad[0],
    );
    if (bad.length) return;
    this.node.comments = described(this.node.comments, textOf(this.node.comments), shapes);
    this.changed();
  }
}

const usual = ["White", "Black", "Event", "Site", "Date", "Round", "Annotator"];

// Tags that follow from the game.
const own = ["Variant", "RulesVersion", "FEN", "SetUp", "Array", "Result", "Problem"];

/** Tags are the fields for the tags and the result of a game. */
export class Tags {
  readonly element = el("details", { className: "tags" });
  private readonly rows = el("div");
  private readonly wrong = el("p", { className: "error", role: "status", hidden: true });
  private readonly result = el(
    "select",
    {},
    ...["*", "1-0", "0-1", "1/2-1/2"].map((r) => el("option", { value: r }, r === "*" ? say("unfinished") : r)),
  );
  private head: Pick<Game, "tags" | "result" | "reason"> = {};

  constructor(private readonly changed: () => void) {
    const name = el("input", { maxLength: 40, autocomplete: "off", spellcheck: false });
    const form = el(
      "form",
      { className: "row" },
      el("label", {}, `${say("Another tag")} `, name),
      el("button", { className: "button" }, say("Add")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const tag = name.value.trim();
      const bad = !/^[A-Za-z0-9_]+$/.test(tag)
        ? say("The name of a tag has letters, digits and underscores.")
        : own.includes(tag)
          ? say("The tag %s follows from the game.", tag)
          : "";
      this.wrong.textContent = bad;
      this.wrong.hidden = !bad;
      if (bad) return;
      name.value = "";
      this.field(tag).focus();
    });
    this.result.addEventListener("change", () => {
      this.head.result = this.result.value;
      delete this.head.reason;
      this.changed();
    });
    this.element.append(
      el("summary", {}, say("Edit players and tags")),
      this.rows,
      el("div", { className: "row" }, el("label", {}, `${say("Result")} `, this.result)),
      form,
      this.wrong,
    );
  }

  /** show shows the tags of a game, which the reader then changes. */
  show(head: Pick<Game, "tags" | "result" | "reason">): void {
    this.head = head;
    this.result.value = head.result ?? "*";
    this.rows.replaceChildren();
    const names = [...usual, ...(head.tags ?? []).map((t: Tag) => t.name)];
    for (const name of new Set(names)) this.field(name);
  }

  /** field returns the field of a tag, which it makes if there is none. */
  private field(name: string): HTMLInputElement {
    const known = this.rows.querySelector<HTMLInputElement>(`input[name="tag-${CSS.escape(name)}"]`);
    if (known) return known;
    const value = this.head.tags?.find((t) => t.name === name)?.value ?? "";
    const input = el("input", { name: `tag-${name}`, value, autocomplete: "off" });
    input.addEventListener("input", () => this.set(name, input.value.trim()));
    this.rows.append(el("div", { className: "row" }, el("label", {}, `${name} `, input)));
    return input;
  }

  private set(name: string, value: string): void {
    const tags = (this.head.tags ??= []);
    const at = tags.findIndex((t) => t.name === name);
    if (!value && at >= 0) tags.splice(at, 1);
    else if (at >= 0) tags[at] = { name, value };
    else if (value) tags.push({ name, value });
    this.changed();
  }
}
