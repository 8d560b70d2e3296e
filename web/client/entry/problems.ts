// The problem solver: the problem, which is edited on the board, in a form or as text (draft.ts), the
// progress, and the solution as a tree to click through.

import { get, position, stream } from "../api";
import { Attempt, type Way } from "../attempt";
import type { KirkeBoard, View } from "../board";
import { button, copyButton, addStyle, el } from "../dom";
import { DraftEditor } from "../draft";
import { say } from "../messages";
import { island as find, place, sentence } from "../page";

interface Played {
  text?: string;
  uci?: string;
}

interface TreeNode extends Played {
  number: number;
  answer?: boolean;
  sign?: string;
  threats?: TreeNode[];
  zugzwang?: boolean;
  next?: TreeNode[];
  but?: TreeNode[];
}

interface Step extends Played {
  number?: number;
  dots?: boolean;
}

interface Phase {
  kind: string;
  lines?: { moves: Step[] }[];
  tree?: TreeNode[];
}

interface Twin {
  label?: string;
  stipulation: string;
  fen: string;
  phases: Phase[];
  solutions: number;
  complete: boolean;
  nodes: number;
}

interface Solution {
  variant: string;
  twins: Twin[];
  notes?: string[];
  text: string;
  popeye: string;
  verdict?: string;
  credit?: string;
  stopped?: boolean;
  seconds?: number;
}

/** Job is a problem that is solved in the background, in parts. */
interface Job {
  state: "waiting" | "running" | "done" | "failed" | "cancelled";
  answer?: Solution;
}

/** The delay before a broken stream is requested again. */
const againMs = 2000;

addStyle(`
.solution-tree ul { list-style: none; margin: 0; padding-left: 1.1rem; border-left: 2px solid var(--line); }
.solution-tree > ul, .solution-tree > details > ul { padding-left: 0; border: 0; }
.solution-tree li { margin: .1rem 0; }
.solution-tree button.move {
  font: inherit; color: inherit; background: none; border: 0; padding: .15rem .35rem; border-radius: 4px;
  cursor: pointer; min-height: 28px;
}
.solution-tree button.move:hover { background: var(--tint); }
.solution-tree button.move[aria-current] { background: var(--accent); color: var(--accent-ink); }
.solution-tree .key { font-weight: 650; }
.solution-tree .quiet { color: var(--quiet); }
.step { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem; margin-top: .4rem; }
.step[hidden] { display: none; }
.attempting .step .icon { display: none; }
.step span { flex: 1; font-weight: 600; }
`);

const island = find("problems");
if (island) void customElements.whenDefined("kirke-board").then(() => new Solver(island));

/** TreePosition is a position in a solution. It is requested when it is first shown. */
class TreePosition {
  private known?: Promise<View>;

  constructor(private ask: () => Promise<View>) {}

  view(): Promise<View> {
    return (this.known ??= this.ask());
  }

  /**
   * after returns the position after a move from here. In set play and threats the side not to move
   * may move: then the turn is changed first.
   */
  after(variant: string, uci: string): TreePosition {
    return new TreePosition(async () => {
      const view = await this.view();
      const from = uci.replace(/^=.,/, "").match(/^[a-z]\d+/)?.[0];
      const mover = view.men.find((m) => m.square === from)?.color;
      const fields = view.fen.split(" ");
      if (mover) fields[1] = mover === "white" ? "w" : "b";
      return position({ variant, fen: fields.join(" "), moves: uci, problem: true });
    });
  }
}

class Solver {
  private readonly form: HTMLFormElement;
  private readonly board: KirkeBoard;
  private readonly draft: DraftEditor;
  private readonly stop: HTMLButtonElement;
  private readonly progress: HTMLElement;
  private readonly solution: HTMLElement;
  private readonly step = el("div", { className: "step", hidden: true });
  private readonly stepped = el("span", { role: "status" });
  private solving?: AbortController;
  private following?: AbortController; // a problem that is solved in the background
  private current?: HTMLElement;
  private attempt?: Attempt;

  constructor(private island: HTMLElement) {
    this.form = place(island, "task")! as HTMLFormElement;
    this.progress = place(island, "progress")!;
    this.solution = place(island, "solution")!;
    this.stop = island.querySelector<HTMLButtonElement>('[data-do="cancel"]')!;
    this.board = this.makeBoard();
    this.draft = new DraftEditor(island, this.form, this.board, () => this.changed());
    this.form.addEventListener("submit", (event) => {
      if (event.submitter?.hasAttribute("formaction")) return; // in the background
      event.preventDefault();
      void this.solve();
    });
    this.stop.addEventListener("click", () => this.solving?.abort());
    addEventListener("pagehide", () => this.solving?.abort());
    const attempt = this.form.querySelector<HTMLButtonElement>('[data-do="attempt"]')!;
    attempt.hidden = false;
    attempt.addEventListener("click", () => void this.tryIt());
    if ("attempt" in island.dataset) void this.draft.task().then(() => this.tryIt());
    if (this.solution.childElementCount) island.classList.add("solved");
    if (island.dataset.job) void this.follow(island.dataset.job);
  }

  /** makeBoard puts a board in the place of the picture, with the way through the solution below. */
  private makeBoard(): KirkeBoard {
    const picture = place(this.island, "diagram");
    const board = this.island.querySelector("kirke-board") ?? document.createElement("kirke-board");
    if (picture) {
      picture.replaceWith(board);
      board.append(picture); // until there is a view
    }
    board.classList.add("board");
    for (const name of ["theme", "pieces", "coordinates"]) board.setAttribute(name, this.island.dataset[name] ?? "");
    const walk = (by: number, label: string, name: string) =>
      button("", () => this.walk(by), { className: `icon ${name}`, ariaLabel: label, title: label });
    this.step.append(
      walk(-1, say("Previous move"), "previous"),
      walk(1, say("Next move"), "next"),
      this.stepped,
      button(say("Diagram"), () => this.compose(), { className: "button small", title: say("Back to the diagram") }),
    );
    board.after(this.step);
    return board;
  }

  /** walk shows the next move of the solution, or the one before. */
  private walk(by: number): void {
    const all = [...this.solution.querySelectorAll<HTMLElement>("button.move")];
    all[(this.current ? all.indexOf(this.current) : -1) + by]?.click();
  }

  /** tryIt lets the reader solve the problem on the board. */
  private async tryIt(): Promise<void> {
    const task = await this.draft.task();
    const at = this.draft.at();
    if (!at) return this.fail(say("Set a position and a stipulation first."));
    this.compose();
    this.draft.pause();
    this.island.classList.add("stepping", "attempting");
    this.step.hidden = false;
    this.stepped.textContent = "";
    const says = place(this.island, "attempt")!;
    says.hidden = false;
    says.textContent = `${this.draft.words} ${say("Solve it yourself: make the first move on the board.")}`.trim();
    this.progress.replaceChildren();
    let solution: Solution | undefined;
    const solve = async (): Promise<Way[]> => {
      for await (const { event, data } of this.asked(task, new AbortController())) {
        if (event === "error") throw new Error((data as { detail: string }).detail);
        if (event === "solution") solution = data as Solution;
      }
      if (solution?.stopped) throw new Error(say("A limit ended the search, so Kirke cannot say."));
      return ways(solution);
    };
    this.attempt = new Attempt(this.board, at, says, solve, () => this.show(solution!));
  }

  private endAttempt(): void {
    this.attempt?.end();
    this.attempt = undefined;
    this.island.classList.remove("attempting");
    place(this.island, "attempt")!.hidden = true;
  }

  /** asked yields what the solver says of a problem. */
  private asked(task: unknown, abort: AbortController): ReturnType<typeof stream> {
    return stream("solve", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(task),
      signal: abort.signal,
    });
  }

  /** compose shows the diagram again, which can be edited. */
  private compose(): void {
    this.endAttempt();
    this.current?.removeAttribute("aria-current");
    this.current = undefined;
    this.step.hidden = true;
    this.island.classList.remove("stepping");
    this.draft.resume();
  }

  /** changed says that the solution on the page is that of an earlier problem. */
  private changed(): void {
    if (this.current || this.attempt) this.compose();
    const old = this.solution;
    if (!old.childElementCount || old.querySelector(".outdated")) return;
    old.prepend(el("p", { className: "outdated quiet" }, say("The problem has been changed since it was solved.")));
  }

  /** follow shows the progress of a problem in the background, and its solution in the end. */
  private async follow(id: string): Promise<void> {
    const says = place(this.island, "job-state");
    const bar = place<HTMLProgressElement>(this.island, "job-progress");
    const parts = new Map<number, { done: number; of: number; nodes?: number }>(); // those under way
    const { signal } = (this.following = new AbortController());
    let [done, of] = [0, 0];
    while (!signal.aborted) {
      try {
        const job = await get<Job>(`jobs/${id}`, {});
        if (signal.aborted) return;
        if (job.state === "done" && job.answer) this.show(job.answer);
        if (!["waiting", "running"].includes(job.state)) {
          if (bar) location.reload(); // which shows a job that is over
          return;
        }
        for await (const { event, data } of stream(`jobs/${id}/events`, { signal })) {
          if (event === "status") {
            const status = data as { done: number; of: number };
            if (status.done !== done) parts.clear();
            ({ done, of } = status);
          } else if (event === "progress") {
            const p = data as { shard: number; done: number; of: number; nodes?: number };
            parts.set(p.shard, p);
          }
          if (!bar || !says || (done === 0 && parts.size === 0)) continue;
          const nodes = [...parts.values()].reduce((sum, p) => sum + (p.nodes ?? 0), 0);
          const searched = nodes ? `, ${say("%s positions searched in the next", nodes.toLocaleString("en"))}` : "";
          says.textContent = say("%d of %d parts done", done, of) + searched;
          bar.max = of || 1;
          bar.value = done + [...parts.values()].reduce((sum, p) => sum + (p.of ? p.done / p.of : 0), 0);
        }
      } catch {
        // The connection is broken. The job continues.
      }
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }

  private async solve(): Promise<void> {
    this.solving?.abort();
    this.following?.abort();
    delete this.island.dataset.job;
    place(this.island, "job")?.remove();
    const abort = (this.solving = new AbortController());
    const task = await this.draft.task();
    const bar = el("progress", { aria: { label: say("First moves searched") } });
    const said = el("p", { className: "quiet" }, say("Solving…"));
    const found = el("ul");
    this.progress.replaceChildren(el("div", { className: "solving" }, bar, said, found));
    this.solution.replaceChildren();
    this.progress.scrollIntoView({ block: "nearest" });
    this.stop.hidden = false;
    this.draft.address();
    try {
      for await (const { event, data } of this.asked(task, abort)) {
        if (event === "progress") {
          const { done, of, nodes } = data as { done: number; of: number; nodes: number };
          if (of) Object.assign(bar, { max: of, value: done });
          said.textContent = say("%s of %s first moves, %s positions", done, of, nodes.toLocaleString("en"));
        } else if (event === "found") {
          if (found.childElementCount < 200) found.append(el("li", {}, (data as { text: string }).text));
        } else if (event === "solution") {
          this.progress.replaceChildren();
          this.show(data as Solution);
        } else if (event === "error") {
          this.fail((data as { detail: string }).detail);
        }
      }
    } catch (error) {
      if (abort.signal.aborted) said.textContent = say("Stopped.");
      else this.fail(sentence(error));
      bar.remove();
    } finally {
      if (this.solving === abort) {
        this.stop.hidden = true;
        this.solving = undefined;
      }
    }
  }

  private fail(text: string): void {
    this.progress.replaceChildren(el("p", { className: "error", role: "alert" }, text));
  }

  private show(s: Solution): void {
    const parts: HTMLElement[] = [el("h2", {}, say("Solution"))];
    if (s.credit) parts.push(el("p", { className: "credit" }, s.credit));
    if (s.verdict) parts.push(el("p", { className: "verdict" }, s.verdict));
    for (const note of s.notes ?? []) parts.push(el("p", { className: "quiet" }, note));
    for (const twin of s.twins) parts.push(...this.twin(s, twin));
    if (this.draft.keysOnly && s.twins.some(brief)) {
      parts.push(
        el(
          "p",
          {},
          `${say("The key alone is shown.")} `,
          button(say("Show the answers and the mates"), () => this.further(), { className: "button small" }),
        ),
      );
    }
    const took = [
      s.seconds === undefined ? "" : say("%s seconds", s.seconds.toFixed(2)),
      s.stopped ? say("stopped early by a limit") : "",
    ]
      .filter(Boolean)
      .join("; ");
    if (took) parts.push(el("p", { className: "quiet" }, took));
    const background = this.form.querySelector<HTMLButtonElement>("[formaction]");
    if (s.stopped && background && !this.island.dataset.job) {
      parts.push(
        el(
          "p",
          {},
          button(say("Continue in the background"), () => this.form.requestSubmit(background)),
        ),
      );
    }
    const text = (title: string, body: string) =>
      el(
        "details",
        {},
        el("summary", {}, title),
        copyButton(() => body),
        el("pre", { className: "text", tabIndex: 0 }, body),
      );
    if (s.text) parts.push(text(say("As text"), s.text));
    if (s.popeye) parts.push(text(say("The problem in Popeye's language"), s.popeye));
    this.solution.replaceChildren(...parts);
    this.island.classList.add("solved");
  }

  /** further solves the problem again, with the answers to the key. */
  private further(): void {
    this.draft.add("options", "Variations");
    void this.solve();
  }

  private twin(s: Solution, twin: Twin): HTMLElement[] {
    const start = new TreePosition(() => position({ variant: s.variant, fen: twin.fen, problem: true }));
    const parts: HTMLElement[] = [];
    if (twin.label) parts.push(el("h3", {}, twin.label));
    const tree = el("div", { className: "solution-tree" });
    tree.append(this.move(start, say("Diagram")));
    for (const phase of twin.phases) {
      const lines = (phase.lines ?? []).map((line) => el("li", {}, ...this.line(s.variant, start, line.moves)));
      const keys = (phase.tree ?? []).map((node) => this.node(s.variant, start, node));
      if (lines.length + keys.length === 0) continue;
      if (phase.kind !== "play")
        tree.append(el("p", { className: "quiet" }, phase.kind[0].toUpperCase() + phase.kind.slice(1)));
      tree.append(el("ul", {}, ...lines, ...keys));
    }
    parts.push(tree);
    return parts;
  }

  private line(variant: string, start: TreePosition, steps: Step[]): (Node | string)[] {
    let at = start;
    return steps.map((step) => {
      if (step.uci) at = at.after(variant, step.uci);
      return this.move(
        at,
        `${step.number ? `${step.number}.${step.dots ? ".." : ""}` : ""}${step.text ?? step.uci ?? "…"}`,
      );
    });
  }

  private node(variant: string, before: TreePosition, node: TreeNode): HTMLLIElement {
    const at = node.uci ? before.after(variant, node.uci) : before;
    const number = node.number ? `${node.number}.${node.answer ? ".." : ""}` : "";
    const sign = node.sign && node.sign !== "refutes" ? ` ${node.sign}` : "";
    const item = el("li");
    if (node.text || node.uci)
      item.append(this.move(at, `${number}${node.text ?? node.uci}${sign}`, node.sign === "!"));
    if (node.zugzwang) item.append(el("span", { className: "quiet" }, " zugzwang"));
    const nested = (title: string, nodes: TreeNode[] | undefined) => {
      if (!nodes?.length) return;
      if (title) item.append(el("span", { className: "quiet" }, ` ${title}`));
      item.append(el("ul", {}, ...nodes.map((n) => this.node(variant, at, n))));
    };
    nested("threat", node.threats);
    nested("", node.next);
    nested("but", node.but);
    return item;
  }

  private move(at: TreePosition, label: string, key = false): HTMLButtonElement {
    const b = button(
      label,
      () => {
        this.current?.removeAttribute("aria-current");
        b.setAttribute("aria-current", "true");
        this.current = b;
        void this.showPosition(at, label);
      },
      { className: key ? "move key" : "move" },
    );
    return b;
  }

  private async showPosition(at: TreePosition, label: string): Promise<void> {
    this.endAttempt();
    this.draft.pause();
    this.island.classList.add("stepping");
    this.step.hidden = false;
    this.stepped.textContent = label;
    const move = this.current;
    try {
      const view = await at.view();
      if (this.current === move) this.board.view = view; // else the reader has gone elsewhere
    } catch (error) {
      if (this.current === move) this.board.say(sentence(error));
    }
  }
}

/** brief reports whether a solution has keys and no answers to them. */
function brief(twin: Twin): boolean {
  const keys = twin.phases.flatMap((phase) => phase.tree ?? []);
  return keys.length > 0 && keys.every((k) => !k.next?.length && !k.threats?.length && !/[#=]/.test(k.text ?? ""));
}

/** ways returns how the first diagram of a problem is solved: by its keys, or by the moves of its lines. */
function ways(s: Solution | undefined): Way[] {
  const phases = (s?.twins[0]?.phases ?? []).filter(({ kind }) => kind === "play");
  return phases.flatMap(({ tree, lines }) => [
    ...(tree ?? []).filter(({ sign }) => sign === "!").map((key) => [key]),
    ...(lines ?? []).map(({ moves }) => moves),
  ]);
}
