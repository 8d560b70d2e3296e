// The board editor: a position of any variant. The server says what can be set for the pieces on
// the board.

import { get, post } from "../api";
import type { KirkeBoard } from "../board";
import { button, copyButton, addStyle, el } from "../dom";
import { say } from "../messages";
import { island as find, place, sentence, setAddress } from "../page";
import { pickers } from "../picker";
import { SetupEditor, type Edited, type Setup } from "../setup";

addStyle(`
.wrong { color: var(--warn); } .wrong:empty { display: none; }
`);

const island = find("editor");
const board = island?.querySelector<KirkeBoard>("kirke-board");
if (island && board) void customElements.whenDefined("kirke-board").then(() => new Editor(island, board));

class Editor {
  private latest = 0;
  private readonly setup: SetupEditor;
  private readonly wrong = el("p", { className: "wrong", role: "status" });
  private readonly fen = el("input", {
    spellcheck: false,
    autocomplete: "off",
    aria: { label: say("Position as FEN") },
  });
  private readonly links = el("p", { className: "row" });

  constructor(
    island: HTMLElement,
    private board: KirkeBoard,
  ) {
    const panel = place(island, "editor")!;
    const said = panel.querySelector(".error");
    const games = pickers(panel, (id) => void this.open(id, ""))[0]!;
    const given = panel.querySelector<HTMLInputElement>('input[name="fen"]')?.value ?? "";
    this.setup = new SetupEditor(board, { turn: true, change: (setup) => this.change(setup) });
    const fenline = el(
      "form",
      { className: "fenline" },
      this.fen,
      el("button", { className: "button" }, say("Read")),
      copyButton(() => this.fen.value),
    );
    fenline.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.open(games.value, this.fen.value);
    });
    const whole = el(
      "div",
      { className: "row" },
      button(say("Starting position"), () => void this.open(games.value, "")),
      button(say("Empty"), () => this.setup.place((s) => ({ variant: s.variant, men: [], turn: "white" }))),
      button(say("Flip"), () => board.flip()),
    );
    panel.replaceChildren(
      ...(said ? [said] : []),
      games.element,
      this.setup.palette,
      this.setup.hint,
      whole,
      this.setup.rights,
      this.wrong,
      fenline,
      this.links,
    );
    board.editing = true;
    void this.open(games.value, given);
  }

  private async open(variant: string, fen: string): Promise<void> {
    const ticket = ++this.latest;
    try {
      const edited = await get<Edited>("setup", { variant, ...(fen ? { fen } : {}) });
      if (ticket === this.latest) this.show(edited);
    } catch (error) {
      this.wrong.textContent = sentence(error);
    }
  }

  /** change asks the server about a changed position. Only the newest answer counts. */
  private change(setup: Setup): void {
    const ticket = ++this.latest;
    void post<Edited>("setup", setup).then(
      (edited) => ticket === this.latest && this.show(edited),
      (error) => (this.wrong.textContent = sentence(error)),
    );
  }

  private show(edited: Edited): void {
    this.board.view = edited.view;
    this.setup.show(edited);
    this.fen.value = edited.fen;
    this.wrong.textContent = edited.problems.length ? say("Not a legal position: %s.", edited.problems.join("; ")) : "";
    const at = { variant: edited.setup.variant, fen: edited.fen };
    const link = (path: string, label: string, more: Record<string, string> = {}) =>
      el("a", { className: "button", href: `${path}?${new URLSearchParams({ ...at, ...more })}` }, label);
    this.links.replaceChildren(
      link("/analysis", say("Analyse")),
      link("/problems", say("Solve")),
      link("/api/v1/diagram.svg", say("Diagram"), { problem: "true" }),
    );
    setAddress(`?${new URLSearchParams(at)}`);
  }
}
