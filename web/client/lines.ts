// Conditional moves made on the board: lines of moves with branches, listed as a tree. The first move
// of a line is the opponent's. A line is saved as soon as it ends with a reply.

import { position } from "./api";
import type { KirkeBoard } from "./board";
import { button, el } from "./dom";
import { say } from "./messages";
import { sentence } from "./page";
import type { View } from "./view";

/** What the lines need of the page. */
export interface Host {
  board: KirkeBoard;
  view(): View; // the last position of the game
  restore(): void; // shows it again
  panel: HTMLElement; // beside the board, where the lines stand while they are entered
  save(lines: string[][]): Promise<void>; // throws the server's sentence
}

interface Branch {
  path: string[];
  next: Branch[];
}

export class Lines {
  readonly element = el("div", { className: "plan-lines" });
  private readonly home = document.createComment(""); // where the lines stand otherwise
  private readonly tree = el("div", { className: "plan-tree" });
  private readonly says = el("p", { className: "quiet", role: "status" });
  private readonly tools = el("div", { className: "row" });
  private lines: string[][] = [];
  private path: string[] | null = null; // the moves of the line on the board, null when none is entered
  private confirm: KirkeBoard["confirm"] = "auto";

  constructor(private host: Host) {
    this.element.append(this.tree, this.tools, this.says);
    host.board.addEventListener("kirke-move", (event) => {
      if (this.path) void this.add((event as CustomEvent<{ san: string }>).detail.san);
    });
    this.show();
  }

  /** entering reports whether lines are entered on the board, which then shows no game. */
  get entering(): boolean {
    return this.path !== null;
  }

  /** take lists the lines of a text, one a row. */
  take(text: string): void {
    const rows = text.split("\n").map((row) => row.trim().split(/\s+/).filter(Boolean));
    this.lines = rows.filter((line) => line.length > 0);
    this.show();
  }

  /** stop ends the entering and shows the game again. */
  stop(): void {
    if (!this.path) return;
    this.path = null;
    this.says.textContent = "";
    this.host.board.confirm = this.confirm;
    this.host.panel.classList.remove("planning");
    this.home.replaceWith(this.element);
    this.show();
    this.host.restore();
  }

  /** enter goes to the position after some moves of a line. */
  private async enter(path: string[]): Promise<void> {
    const { board } = this.host;
    if (!this.path) {
      this.confirm = board.confirm;
      this.element.replaceWith(this.home);
      this.host.panel.querySelector(".moves-list")!.before(this.element);
      this.host.panel.classList.add("planning");
      board.scrollIntoView({ block: "nearest" });
    }
    this.path = path;
    this.show();
    const now = this.host.view();
    try {
      const view = await position({ variant: now.variant.id, fen: now.fen, moves: path.join(" ") });
      if (this.path !== path) return;
      board.confirm = "never";
      if (board.premovable) board.premovable = false;
      if (board.movable !== "both") board.movable = "both";
      board.view = view;
      const theirs = view.turn === now.turn;
      if (view.outcome) this.says.textContent = `${view.outcome.text}.`;
      else if (!path.length) this.says.textContent = theirs ? say("Your opponent's move:") : say("Your reply:");
      else {
        const after = path.join(" ");
        this.says.textContent = theirs
          ? say("Your opponent's move after %s:", after)
          : say("Your reply after %s:", after);
      }
    } catch (error) {
      if (this.path === path) this.says.textContent = sentence(error);
    }
  }

  /** add makes one more move in the line, and saves the line if the move is a reply. */
  private async add(san: string): Promise<void> {
    const before = this.path!;
    const path = [...before, san];
    const reply = this.host.board.view?.turn !== this.host.view().turn;
    await this.enter(path);
    if (!reply || this.known(path)) return;
    const others = this.lines.filter((line) => !line.every((move, i) => move === path[i]));
    if (!(await this.save([...others, path])) && this.path === path) {
      const why = this.says.textContent;
      await this.enter(before);
      this.says.textContent = why;
    }
  }

  /** known reports whether a line begins with some moves. */
  private known(path: string[]): boolean {
    return this.lines.some((line) => path.every((move, i) => line[i] === move));
  }

  private async save(lines: string[][]): Promise<boolean> {
    try {
      await this.host.save(lines);
      return true;
    } catch (error) {
      this.says.textContent = sentence(error);
      return false;
    }
  }

  /** remove deletes the lines that begin with some moves. What leads to them stays, if it has a reply. */
  private remove(path: string[]): void {
    void this.save(this.lines.filter((line) => !path.every((move, i) => line[i] === move)));
  }

  private show(): void {
    const root: Branch = { path: [], next: [] };
    for (const line of this.lines) {
      let at = root;
      line.forEach((move, i) => {
        let next = at.next.find((branch) => branch.path[i] === move);
        if (!next) at.next.push((next = { path: line.slice(0, i + 1), next: [] }));
        at = next;
      });
    }
    this.tree.replaceChildren(...(root.next.length ? [this.list(root)] : []));
    const { path } = this;
    const tools = path
      ? [
          button(say("Back one move"), () => path.length && void this.enter(path.slice(0, -1))),
          button(say("New line"), () => void this.enter([])),
          button(say("Done"), () => this.stop()),
        ]
      : [button(say("Enter on the board"), () => void this.enter([]))];
    for (const b of tools) b.className = "button small";
    this.tools.replaceChildren(...tools);
  }

  /** list lists the branches after some moves. Moves without an alternative stand in one row. */
  private list(from: Branch): HTMLElement {
    const rows = from.next.map((first) => {
      const row = el("li", {}, this.move(first));
      let last = first;
      while (last.next.length === 1) row.append(" ", this.move((last = last.next[0])));
      const remove = button("×", () => this.remove(first.path));
      remove.className = "plan-delete";
      remove.ariaLabel = say("Delete %s", first.path.join(" "));
      row.append(" ", remove);
      if (last.next.length) row.append(this.list(last));
      return row;
    });
    return el("ul", {}, ...rows);
  }

  private move(branch: Branch): HTMLElement {
    const b = button(branch.path.at(-1)!, () => void this.enter(branch.path));
    b.className = "plan-move";
    b.title = say("Go on from here");
    if (this.path?.join(" ") === branch.path.join(" ")) b.setAttribute("aria-current", "true");
    return b;
  }
}
