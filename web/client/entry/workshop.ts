// The workshop: a game of one's own is edited beside its board. The text of the file is all there
// is: each change goes to the server, which answers with the text and with what follows from it.

import { post } from "../api";
import type { KirkeBoard } from "../board";
import { addStyle, button, el } from "../dom";
import { fieldsOf, labelOf, marked, nameOf, type Section, type Value, type Values } from "../fields";
import type { Movement } from "../hint";
import { count, say } from "../messages";
import { MovementDiagram, type Chart, type Mark } from "../movement";
import { ask, island as find, open, place, sentence, setMovable, watchPress } from "../page";
import { paintRules } from "../paints";
import { SetupEditor, type Edited, type Setup } from "../setup";
import { Trial } from "../trial";
import { other, type Color, type View } from "../view";

interface Wrong {
  line?: number;
  key?: string;
  problem: string;
  hint?: string;
}

interface Type {
  name: string;
  label: string;
  betza: string;
  values: Values;
  chart: Chart;
  marks?: Mark[];
}

interface Checked {
  file: string;
  errors?: Wrong[];
  values: Values;
  pieces: Type[];
  army?: string[];
  game?: {
    name: string;
    setup?: Edited;
    view?: View;
    rules?: { title: string; list?: boolean; text: string[] }[];
    warnings?: string[];
    slow?: string;
  };
}

interface Edit {
  key: string;
  value?: Value;
  chart?: Chart;
}

addStyle(`
.workshop .bench-side { display: grid; gap: .8rem; grid-template-columns: minmax(0, 1fr); }
.workshop .bench-board { position: sticky; top: 4.75rem; }
.workshop.bench kirke-board { --room: max(16rem, calc(100svh - 20rem)); }
.workshop .modes { margin: .5rem 0; }
.workshop .types { ${paintRules()} }
.workshop h1, .workshop h1 + .row { margin: 0; } .workshop [hidden] { display: none; }
.workshop details.part { border: 1px solid var(--line); border-radius: 10px; padding: 0 .9rem; background: var(--card); }
.workshop details.part[open] { padding-bottom: .9rem; }
.workshop .fields { display: grid; gap: .8rem; }
.workshop .field .help { margin: .25rem 0 0; }
.workshop .field label.check { display: inline-flex; flex-direction: row; align-items: center; gap: .5rem; min-height: 2rem; width: auto; }
.workshop .field label.check input { width: auto; }
.workshop .types { display: flex; flex-wrap: wrap; gap: 6px; margin: .2rem 0 .8rem; padding: 0; list-style: none; }
.workshop .types button { display: grid; justify-items: center; gap: 2px; min-width: 64px; padding: 4px 6px; font: inherit; font-size: .8rem; color: #222; background: #e3cba6; border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
.workshop .types button[aria-pressed="true"] { outline: 3px solid var(--accent); outline-offset: -1px; }
.workshop .types svg { width: 44px; height: 44px; }
.workshop .region label { flex: 1 1 9rem; }
.workshop .betza { font-family: ui-monospace, monospace; }
.workshop textarea[name="file"] { font-family: ui-monospace, monospace; font-size: .88rem; white-space: pre; overflow: auto; }
.workshop .wrongs { margin: 0 0 .8rem; } .workshop .wrongs button { font: inherit; color: inherit; background: none; border: 0; padding: 0; text-align: left; text-decoration: underline; cursor: pointer; min-height: 1.6rem; }
.workshop .state { margin: 0; min-height: 1.5em; }
.workshop .rules h2 { margin: .9rem 0 .2rem; font-size: 1.05rem; } .workshop .rules p { margin: .2rem 0; }
@media (max-width: 800px) { .workshop .bench-board { position: static; } .workshop.bench kirke-board { --room: 100vw; } }
`);

/** tableOf returns the values of a table within another. */
function tableOf(values: Values, path: string): Values {
  const table = path.split(".").reduce<Value | undefined>((v, key) => (v as Values | undefined)?.[key], values);
  return table && typeof table === "object" ? (table as Values) : {};
}

/** Sections that have a place of their own, and are no parts to be added. */
const own = ["", "pieces", "start"];
/** Keys of the game that the site sets. */
const kept = ["id", "aliases", "family", "version", "army", "extends", "assume-castling"];
/** How long after the last change the draft is saved. */
const saveAfter = 1200;
/** How long after the release of a pointer its click has come, and how long a press is waited for. */
const clickAfter = 50;
const longestPress = 2000;

class Workshop {
  private checked: Checked | null = null;
  private file: string;
  private saved: string;
  private queue = Promise.resolve(); // changes are made one after the other, each to the text of the last
  private saving = Promise.resolve(); // the last save: each begins when the one before has ended
  private waiting = 0; // changes that have not been answered
  private readonly pressed: () => boolean;
  private releases: (() => void)[] = []; // what waits until nothing is pressed
  private typing = ""; // the name of the field that is being filled in
  private timer = 0;
  private revision: number;
  private type = ""; // the name of the piece type that is edited
  private added = new Set<string>(); // parts that were added and say nothing yet
  private adding = ""; // the part that is chosen to be added
  private unfolded = new Set<string>(["game", "pieces"]);

  private readonly sections: Section[];
  private readonly area: HTMLTextAreaElement;
  private readonly state = el("p", { className: "quiet state", role: "status" });
  private readonly wrongs = el("div", { role: "status" });
  private readonly form = el("div", { className: "fields" });
  private readonly rules = el("div", { className: "rules" });
  private readonly warnings = el("ul");
  /** The diagram stays, with the tool that was chosen. */
  private readonly diagram = new MovementDiagram(
    (chart) => void this.change([{ key: `pieces[${this.type}].betza`, chart }]),
  );
  private readonly setup: SetupEditor;
  private readonly play: Play;

  constructor(
    private island: HTMLElement,
    private board: KirkeBoard,
  ) {
    this.sections = JSON.parse(island.dataset.sections ?? "[]") as Section[];
    this.revision = Number(island.dataset.revision);
    this.pressed = watchPress(island, () => {
      const waiting = this.releases.splice(0);
      setTimeout(() => waiting.forEach((go) => go()), clickAfter);
    });
    const form = place<HTMLFormElement>(island, "file")!;
    this.area = form.querySelector("textarea")!;
    this.file = this.saved = this.area.value;
    this.setup = new SetupEditor(board, { turn: false, change: (setup) => void this.change([], setup) });
    this.play = new Play(board, () => this.file);
    board.movement = (of) =>
      post<Movement>("workshop/movement", { file: this.file, moves: this.play.moves.join(" "), ...of });
    const under = place(island, "under")!;
    const tray = el("div", {}, this.setup.palette, this.setup.hint);
    under.replaceChildren(this.play.modes((editing) => (tray.hidden = !editing)), tray, this.play.controls);
    this.area.addEventListener("change", () => void this.write(this.area.value));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.write(this.area.value).then(() => this.save());
    });
    place(island, "editor")!.replaceChildren(this.state, this.wrongs, this.form);
    form.before(this.part("rules", say("The rules in words"), [this.rules]));
    form.before(this.part("warnings", say("What may not be meant"), [this.warnings]));
    const folded = this.part("text", say("The file"), []);
    form.replaceWith(folded);
    folded.append(form);
    folded.before(this.part("trial", say("Computer games"), [new Trial(() => this.file).element]));
    const publish = place<HTMLAnchorElement>(island, "publish")!;
    publish.addEventListener("click", (event) => {
      if (this.file === this.saved) return;
      event.preventDefault();
      void this.save().then(() => this.file === this.saved && location.assign(publish.href));
    });
    addEventListener("beforeunload", (event) => this.file !== this.saved && event.preventDefault());
    this.form.addEventListener("input", (event) => (this.typing = (event.target as HTMLInputElement).name ?? ""));
    this.form.addEventListener("change", () => (this.typing = ""), true);
    void this.check(() => ({ file: this.file }));
  }

  /** part returns a folded part of the page, which stays as it was when it is made again. */
  private part(name: string, title: string, inner: Node[]): HTMLDetailsElement {
    const all = el("details", { className: "part", open: this.unfolded.has(name), data: { part: name } });
    all.append(el("summary", {}, title), ...inner);
    all.addEventListener("toggle", () => (all.open ? this.unfolded.add(name) : this.unfolded.delete(name)));
    return all;
  }

  // Changes

  private set = (key: string, value: Value) => void this.change([{ key, value: this.taken(key, value) }]);

  /** taken is how a value is taken away: where another game is extended, its own must be denied. */
  private taken(key: string, value: Value): Value {
    if (value !== null || !this.checked?.values.extends) return value;
    const input: HTMLElement | null = this.field(key);
    if (input instanceof HTMLSelectElement) return input.options[0].value;
    if (input instanceof HTMLTextAreaElement) return [];
    if (!(input instanceof HTMLInputElement)) return value;
    return input.type === "checkbox" ? false : input.type === "number" ? 0 : "";
  }

  private field(key: string): HTMLInputElement | null {
    return this.form.querySelector<HTMLInputElement>(`[name="${CSS.escape(nameOf(key))}"]`);
  }

  private change(edits: Edit[], setup?: Setup): Promise<void> {
    return this.check(() => ({ file: this.file, edits, ...(setup ? { setup } : {}) }));
  }

  private write(text: string): Promise<void> {
    return text === this.file ? this.queue : this.check(() => ({ file: text }));
  }

  /** check asks the server. What follows is shown when no other change waits. */
  private check(change: () => { file: string; edits?: Edit[]; setup?: Setup }): Promise<void> {
    this.waiting++;
    this.queue = this.queue.then(async () => {
      try {
        const checked = await post<Checked>("workshop/check", change()).finally(() => this.released());
        this.waiting--;
        if (this.waiting === 0) this.show(checked);
        else this.file = checked.file;
      } catch (error) {
        this.waiting--;
        if (this.checked) this.showForm(); // as it was
        this.state.textContent = sentence(error);
      }
    });
    return this.queue;
  }

  /**
   * released waits until nothing is pressed: if what is pressed were replaced, no click would come of it.
   * It waits for a while only, since a page is not told of every release (over the list of a choice).
   */
  private released(): Promise<void> {
    if (!this.pressed()) return Promise.resolve();
    return new Promise((go) => {
      this.releases.push(go);
      setTimeout(go, longestPress);
    });
  }

  private later(): void {
    clearTimeout(this.timer);
    if (this.file === this.saved) return;
    this.state.textContent = say("Not saved yet.");
    this.timer = window.setTimeout(() => void this.save(), saveAfter);
  }

  /** save saves the file once no other save is under way: each needs the revision of the one before. */
  private save(): Promise<void> {
    clearTimeout(this.timer);
    this.saving = this.saving.then(() => this.send());
    return this.saving;
  }

  private async send(): Promise<void> {
    const { file } = this;
    const body = new URLSearchParams({ file, revision: String(this.revision) });
    try {
      const answer = await open(`/workshop/${this.island.dataset.draft}/save`, {
        method: "POST",
        headers: { Accept: "application/json" },
        body,
      });
      const { title, revision } = (await answer.json()) as { title: string; revision: number };
      this.revision = revision;
      this.saved = file;
      place(this.island, "title")!.textContent = title;
      this.state.textContent = say("Saved.");
    } catch (error) {
      this.state.textContent = say("Not saved: %s", sentence(error));
    }
  }

  // What is shown

  private show(checked: Checked): void {
    const fresh = checked.file !== this.checked?.file;
    this.checked = checked;
    this.file = checked.file;
    if (this.area.value !== checked.file && document.activeElement !== this.area) this.area.value = checked.file;
    const { game } = checked;
    if (game?.setup) {
      this.setup.show(game.setup);
      if (fresh) this.play.begin(game.setup.view, game.view ?? null);
    } else this.play.begin(null, null);
    this.showForm();
    this.showWrongs();
    this.rules.replaceChildren(
      ...(game?.rules ?? []).flatMap(({ title, list, text }) => [
        el("h2", {}, title),
        ...(list ? [el("ul", {}, ...text.map((t) => el("li", {}, t)))] : text.map((t) => el("p", {}, t))),
      ]),
    );
    const warnings = [...(game?.warnings ?? [])];
    if (game?.slow) warnings.push(say("The fast kernel does not play this game: %s.", game.slow));
    this.warnings.replaceChildren(...warnings.map((text) => el("li", {}, text)));
    this.warnings.parentElement!.hidden = warnings.length === 0;
    this.rules.parentElement!.hidden = !game?.rules;
    this.later();
  }

  /** showForm makes the form anew. The control with the focus keeps it. */
  private showForm(): void {
    const focused = document.activeElement as HTMLElement | null;
    const name = focused && this.form.contains(focused) ? (focused.getAttribute("name") ?? focused.dataset.at) : null;
    const typed = name && name === this.typing && "value" in focused! ? (focused as HTMLInputElement).value : null;
    const { values, pieces } = this.checked!;
    const game = this.sections.find((s) => s.path === "")!;
    const first = ["name", "summary", "size"];
    const order = { ...game, fields: first.map((key) => game.fields.find((f) => f.key === key)!) };
    const rest = { ...game, fields: game.fields.filter((f) => !first.includes(f.key)) };
    const parts = this.sections.filter((s) => !own.includes(s.path) && !s.path.includes("."));
    const present = parts.filter((s) => this.present(values[s.path]) || this.added.has(s.path));
    const absent = parts.filter((s) => !present.includes(s));
    this.form.replaceChildren(
      this.part("game", say("Game and board"), [
        el("div", { className: "fields" }, ...fieldsOf(order, "", values, this.set, kept), ...fieldsOf(rest, "", values, this.set, kept)),
      ]),
      this.part("pieces", count(pieces.length, "%d piece type", "%d piece types"), this.pieceFields()),
      this.part("start", say("Starting position"), this.partFields("start", values)),
      ...present.map((s) =>
        this.part(s.path, labelOf(s.path), [
          el("p", { className: "help" }, ...marked(s.doc ?? "")),
          ...this.partFields(s.path, values),
          button(say("Remove this part"), () => this.remove(s.path), { className: "button small" }),
        ]),
      ),
      this.adder(absent),
    );
    if (!name) return;
    const again = this.form.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"], [data-at="${CSS.escape(name)}"]`);
    again?.focus();
    if (typed !== null && again) again.value = typed;
  }

  /** present reports whether a part says anything. */
  private present(part: Value | undefined): boolean {
    return typeof part === "object" && part !== null && Object.values(part).some((v) => v !== false && v !== "");
  }

  /** partFields returns the fields of a part and of the tables in it. */
  private partFields(path: string, all: Values): HTMLElement[] {
    const section = this.sections.find((s) => s.path === path)!;
    const values = tableOf(all, path);
    return [el("div", { className: "fields" }, ...fieldsOf(section, path, values, this.set)), ...this.tables(path, path, values)];
  }

  /** tables returns the fields of the tables within a section. prefix is the key of its values. */
  private tables(path: string, prefix: string, values: Values): HTMLElement[] {
    return this.sections
      .filter((s) => s.path.startsWith(path + "."))
      .map((s) => {
        const below = s.path.slice(path.length + 1);
        const key = `${prefix}.${below}`;
        return this.part(key, labelOf(below), [
          el("p", { className: "help" }, ...marked(s.doc ?? "")),
          el("div", { className: "fields" }, ...fieldsOf(s, key, tableOf(values, below), this.set)),
        ]);
      });
  }

  /** adder offers the parts that the game does not have. */
  private adder(absent: Section[]): HTMLElement {
    const choice = el("select", { name: "add-part" }, ...absent.map((s) => el("option", { value: s.path }, labelOf(s.path))));
    const about = el("p", { className: "help", id: "help-add-part" });
    if (absent.some((s) => s.path === this.adding)) choice.value = this.adding; // as it was before the form changed
    const explain = () => {
      this.adding = choice.value;
      about.replaceChildren(...marked(absent.find((s) => s.path === choice.value)?.doc ?? ""));
    };
    choice.setAttribute("aria-describedby", about.id);
    choice.addEventListener("change", explain);
    explain();
    const add = () => {
      const path = choice.value;
      if (!path) return; // the game has every part
      this.added.add(path);
      this.unfolded.add(path);
      // Some parts are there only when they are active.
      const active = absent.find((s) => s.path === path)!.fields.some((f) => f.key === "active");
      const shown = active ? this.change([{ key: `${path}.active`, value: true }]) : Promise.resolve(this.showForm());
      void shown.then(() => this.form.querySelector<HTMLElement>(`[data-part="${path}"] summary`)?.focus());
    };
    return el(
      "div",
      { className: "field" },
      el("div", { className: "row" }, el("label", { className: "grow" }, say("Add a part"), choice), button(say("Add"), add)),
      about,
    );
  }

  private remove(path: string): void {
    this.added.delete(path);
    void this.change([{ key: path, value: this.checked!.values.extends ? false : null }]);
  }

  // Pieces

  private pieceFields(): HTMLElement[] {
    const { pieces, army = [] } = this.checked!;
    const chosen = pieces.find((p) => p.name === this.type);
    const buttons = pieces.map((p) => {
      const b = button(
        "",
        () => {
          this.type = p.name === this.type ? "" : p.name;
          this.showForm();
        },
        { className: "", aria: { pressed: String(p === chosen) }, data: { at: `type ${p.name}` } },
      );
      b.append(this.picture(p), p.name);
      return el("li", {}, b);
    });
    const names = el("datalist", { id: "known-pieces" });
    names.append(...army.filter((a) => !pieces.some((p) => p.name === a)).map((a) => el("option", { value: a })));
    const input = el("input", { name: "new-piece", autocomplete: "off", maxLength: 40 });
    input.setAttribute("list", names.id);
    const add = el("form", { className: "row" }, el("label", { className: "grow" }, say("New piece"), input), names);
    add.append(el("button", { className: "button" }, say("Add")));
    add.addEventListener("submit", (event) => {
      event.preventDefault();
      this.addPiece(input.value.trim());
    });
    return [el("ul", { className: "types" }, ...buttons), ...(chosen ? [this.pieceForm(chosen)] : []), add];
  }

  private picture(p: Type): SVGSVGElement {
    const picture = typeof p.values.picture === "string" ? p.values.picture : undefined;
    return this.board.picture({ letter: p.label || "?", type: p.name, color: "white", picture });
  }

  private addPiece(name: string): void {
    const { pieces, army = [] } = this.checked!;
    if (!name || pieces.some((p) => p.name === name)) return;
    this.type = name;
    if (army.includes(name)) {
      void this.change([{ key: `pieces[${name}].name`, value: name }]);
      return;
    }
    const taken = new Set(pieces.map((p) => p.label.replace(/[^A-Z]/g, "")));
    const letters = [...name.toUpperCase().replace(/[^A-Z]/g, ""), ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const letter = letters.find((l) => !taken.has(l)) ?? "A";
    void this.change([
      { key: `pieces[${name}].letter`, value: letter },
      { key: `pieces[${name}].betza`, value: "W" },
    ]);
  }

  private removePiece(name: string): void {
    const { values, pieces } = this.checked!;
    const edits: Edit[] = [{ key: `pieces[${name}]`, value: null }];
    const left = pieces.map((p) => p.name).filter((n) => n !== name);
    if (values.extends || values.army) edits.push({ key: "army", value: left });
    this.type = "";
    void this.change(edits);
  }

  private pieceForm(p: Type): HTMLElement {
    const section = this.sections.find((s) => s.path === "pieces")!;
    const prefix = `pieces[${p.name}]`;
    const only = (keys: string[]) => ({ ...section, fields: section.fields.filter((f) => keys.includes(f.key)) });
    const first = ["name", "letter", "betza"];
    if (this.waiting === 0) this.diagram.show(p.chart, p.marks ?? [], this.picture(p));
    const rest = p.chart.rest;
    return el(
      "div",
      { className: "fields", role: "group", aria: { label: p.name } },
      ...fieldsOf(only(first), prefix, p.values, (key, value) => {
        if (key === `${prefix}.name` && typeof value === "string") this.type = value;
        this.set(key, value ?? (key.endsWith(".betza") ? "-" : value));
      }),
      ...(rest ? [el("p", { className: "quiet" }, say("Not on the diagram, but kept:"), " ", el("code", {}, rest))] : []),
      this.diagram.element,
      this.part(`more ${p.name}`, say("More about this piece"), [
        el("div", { className: "fields" }, ...fieldsOf(section, prefix, p.values, this.set, first)),
        ...this.tables("pieces", prefix, p.values),
      ]),
      button(say("Remove this piece"), () => this.removePiece(p.name), { className: "button small" }),
    );
  }

  // What is wrong

  private showWrongs(): void {
    const { errors = [] } = this.checked!;
    const lines = errors.map((e) => {
      const text = e.hint ? `${e.problem}; ${e.hint}` : e.problem;
      const field = e.key ? this.field(e.key) : null;
      if (field) this.mark(field, text);
      const b = button("", () => this.lead(e, field), { className: "" });
      b.append(...(e.key ? [el("code", {}, e.key), ": "] : []), text);
      return el("li", {}, b);
    });
    this.wrongs.replaceChildren(...(lines.length ? [el("ul", { className: "error wrongs" }, ...lines)] : []));
  }

  /** mark says at a field what is wrong with it, and unfolds its part. */
  private mark(field: HTMLElement, text: string): void {
    field.setAttribute("aria-invalid", "true");
    const id = `wrong-${field.getAttribute("name")}`;
    field.closest(".field")!.append(el("p", { className: "field-error", id }, text));
    field.setAttribute("aria-describedby", `${id} ${field.getAttribute("aria-describedby") ?? ""}`.trim());
  }

  /** lead brings the reader to what is wrong: to its field, or to its line in the file. */
  private lead(e: Wrong, field: HTMLElement | null): void {
    const name = /^pieces\[(.*)\]/.exec(e.key ?? "")?.[1];
    if (!field && name && name !== this.type && e.key) {
      this.type = name;
      this.unfolded.add("pieces");
      this.showForm();
      this.showWrongs();
      field = this.field(e.key);
    }
    const shown = field ?? this.area;
    for (let up = shown.closest("details"); up; up = up.parentElement!.closest("details")) up.open = true;
    shown.focus();
    if (field || !e.line) return;
    const before = this.area.value.split("\n").slice(0, e.line - 1).join("\n").length + (e.line > 1 ? 1 : 0);
    const end = this.area.value.indexOf("\n", before);
    this.area.setSelectionRange(before, end < 0 ? this.area.value.length : end);
  }
}

/** The game on the board: its start is edited, or it is played. */
class Play {
  moves: string[] = [];
  readonly controls = el("div", { hidden: true });
  private mode = "edit";
  private side: Color = "white";
  private start: View | null = null; // to be played from
  private edited: View | null = null;
  private view: View | null = null;
  private busy = false;
  private turn = 0; // counts games, so that no late answer shows in another
  private readonly said = el("p", { role: "status" });
  /** again asks the computer once more, after it gave no answer. */
  private readonly again = button(say("Try again"), () => void this.answer());
  private readonly score = el("ol", { className: "moves" });
  private readonly level = el("select", {}, ...Array.from({ length: 10 }, (_, i) => el("option", {}, String(i + 1))));

  constructor(
    private board: KirkeBoard,
    private file: () => string,
  ) {
    this.level.value = "3";
    this.controls.append(
      this.said,
      el(
        "div",
        { className: "row" },
        this.again,
        button(say("Take back"), () => void this.back()),
        button(say("Begin again"), () => this.restart()),
        button(say("Flip"), () => board.flip()),
      ),
      el("label", {}, say("Level of the computer"), this.level),
      this.score,
    );
    board.addEventListener("kirke-move", (event) => void this.move((event as CustomEvent<{ uci: string }>).detail.uci));
    board.addEventListener("kirke-explain", (event) => {
      const { text } = (event as CustomEvent<{ text: string }>).detail;
      const asked = post<{ text?: string }>("workshop/explain", { file: file(), moves: this.moves.join(" "), text });
      void asked.then((answer) => answer.text && board.say(answer.text)).catch(() => {}); // it is refused all the same
    });
  }

  /** modes returns the choice of what is done on the board. */
  modes(changed: (editing: boolean) => void): HTMLElement {
    const all: [string, string][] = [
      ["edit", say("Edit the start")],
      ["both", say("Play both sides")],
      ["white", say("White against the computer")],
      ["black", say("Black against the computer")],
    ];
    const choice = el("select", { name: "mode" }, ...all.map(([value, label]) => el("option", { value }, label)));
    choice.addEventListener("change", () => {
      this.mode = choice.value;
      if (this.mode !== "edit") this.side = this.mode === "black" ? "black" : "white";
      changed(this.mode === "edit");
      this.controls.hidden = this.mode === "edit";
      if (this.mode === "white" || this.mode === "black") this.board.orientation = this.side;
      this.restart();
    });
    return el("label", { className: "modes" }, say("On the board"), choice);
  }

  /** begin shows a game whose rules have changed, from its start. */
  begin(edited: View | null, start: View | null): void {
    if (edited) this.edited = edited;
    this.start = start;
    this.restart();
  }

  private restart(): void {
    this.turn++;
    this.moves = [];
    this.busy = false;
    this.score.replaceChildren();
    const editing = this.mode === "edit";
    if (this.board.editing !== editing) this.board.editing = editing;
    this.view = editing ? this.edited : this.start;
    if (this.view) this.board.view = this.view;
    else if (this.edited) this.board.view = this.edited;
    this.showState();
    void this.answer();
  }

  private get computer(): boolean {
    return this.mode === "white" || this.mode === "black";
  }

  private showState(): void {
    const { view } = this;
    const mine = view !== null && (!this.computer || view.turn === this.side);
    setMovable(this.board, this.mode === "edit" || !view || !mine || this.busy ? "none" : this.computer ? this.side : "both", false);
    this.again.hidden = true;
    if (this.mode === "edit") return;
    this.said.textContent = !view
      ? say("The game can be played when nothing is wrong with it.")
      : view.outcome
        ? `${view.outcome.text}.`
        : !mine
          ? say("The computer is thinking…")
          : view.turn === "white"
            ? say("White to move.")
            : say("Black to move.");
  }

  private async show<T>(path: string, more: object, view: (answer: T) => View, moves: (answer: T) => string[]): Promise<boolean> {
    const turn = this.turn;
    this.busy = true;
    this.showState();
    try {
      const answer = await ask<T>(`/api/v1/workshop/${path}`, { file: this.file(), ...more });
      if (turn !== this.turn) return false;
      this.busy = false;
      this.moves = moves(answer);
      this.view = view(answer);
      this.board.view = this.view;
      this.showScore();
      this.showState();
      return true;
    } catch (error) {
      if (turn !== this.turn) return false;
      this.busy = false;
      if (this.view) this.board.view = this.view;
      this.showState();
      this.again.hidden = !this.computer || this.view?.turn === this.side;
      this.said.textContent = sentence(error);
      return false;
    }
  }

  private showScore(): void {
    const { last } = this.view!;
    while (this.score.children.length >= this.moves.length && this.score.lastElementChild) this.score.lastElementChild.remove();
    if (last && this.moves.length) this.score.append(el("li", {}, last.san));
  }

  private async move(uci: string): Promise<void> {
    if (this.busy) return;
    const moves = [...this.moves, uci];
    if (await this.show<View>("position", { moves: moves.join(" ") }, (view) => view, () => moves)) await this.answer();
  }

  /** answer lets the computer move while it is its turn. */
  private async answer(): Promise<void> {
    while (this.computer && this.view && !this.view.outcome && this.view.turn === other(this.side)) {
      const { moves } = this;
      const done = await this.show<{ move: { uci: string }; view: View }>(
        "computer",
        { moves: moves.join(" "), level: Number(this.level.value) },
        (answer) => answer.view,
        (answer) => [...moves, answer.move.uci],
      );
      if (!done) return;
    }
  }

  private async back(): Promise<void> {
    if (this.busy || !this.moves.length) return;
    let n = this.moves.length - 1;
    // Against the computer, its answer is taken back, too.
    if (this.computer && this.view?.turn === this.side) n = Math.max(0, n - 1);
    const moves = this.moves.slice(0, n);
    if (await this.show<View>("position", { moves: moves.join(" ") }, (view) => view, () => moves)) await this.answer();
  }
}

const island = find("workshop");
if (island) void customElements.whenDefined("kirke-board").then(() => new Workshop(island, boardOf(island)));

/** boardOf returns the board of the page. There is none while the file was wrong. */
function boardOf(page: HTMLElement): KirkeBoard {
  const there = page.querySelector<KirkeBoard>("kirke-board");
  if (there) {
    there.replaceChildren(); // the picture for those without scripts
    return there;
  }
  const board = document.createElement("kirke-board");
  board.className = "board";
  for (const name of ["theme", "pieces", "coordinates"]) board.setAttribute(name, page.dataset[name] ?? "");
  place(page, "board")!.append(board);
  return board;
}
