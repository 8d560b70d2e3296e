// What tables of endgames know of the position on the analysis page.

import { get, query, type At } from "./api";
import { addStyle, button, el } from "./dom";
import { key, say } from "./messages";
import { sentence } from "./page";
import type { View } from "./view";

addStyle(`
.tables {
  margin: .8rem 0; padding: .5rem .6rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card);
}
.tables p { margin: 0; }
.tables dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem .8rem; margin: .4rem 0 0; }
.tables dt { color: var(--quiet); padding: .1rem 0; }
.tables dd { margin: 0; max-height: 9rem; overflow-y: auto; }
.tables dd button {
  font: inherit; color: inherit; background: none; border: 0; padding: .1rem .3rem; border-radius: 4px;
  cursor: pointer; white-space: nowrap;
}
.tables dd button:hover { background: var(--tint); }
.tables dd small { color: var(--quiet); }
@media (pointer: coarse) {
  .tables dt { line-height: 44px; } .tables dd { max-height: none; }
  .tables dd button { min-width: 44px; min-height: 44px; }
}
`);

/** Value is what a position is worth to the side to move, or a move to the side that makes it. */
interface Value {
  result: "win" | "draw" | "loss";
  plies: number;
  text: string;
}

interface Move extends Value {
  uci: string;
  san: string;
}

interface Answer {
  value?: Value;
  note?: string;
  moves: Move[];
}

/** rows are the results in the order in which the moves stand, with what they are called. */
const rows = [
  ["win", key("Wins")],
  ["draw", key("Draws")],
  ["loss", key("Loses")],
] as const;

/** Tables shows what the tables know of one position at a time. */
export class Tables {
  readonly element = el("section", { className: "tables", hidden: true, aria: { label: say("Tables of endgames") } });
  private latest?: object; // what was asked last

  /** most is the number of pieces that a table may have, 0 where the server has no tables. */
  constructor(
    private most: number,
    private play: (uci: string, san: string) => void,
  ) {}

  /** show asks for a position and shows the answer, unless another position was shown meanwhile. */
  async show(at: At, view: View): Promise<void> {
    const asked = (this.latest = {});
    if (view.outcome || view.men.length > this.most) {
      this.element.hidden = true;
      return;
    }
    this.element.inert = true; // it is still about the position before
    try {
      const answer = await get<Answer>("tables", query(at));
      if (asked === this.latest) this.fill(answer);
    } catch (error) {
      if (asked === this.latest) {
        this.element.replaceChildren(el("p", { className: "quiet" }, sentence(error)));
        this.element.hidden = false;
      }
    }
    if (asked === this.latest) this.element.inert = false;
  }

  private fill({ value, note, moves }: Answer): void {
    this.element.hidden = !value;
    if (!value) return;
    const list = el("dl");
    for (const [result, name] of rows) {
      const such = moves.filter((m) => m.result === result);
      if (such.length) list.append(el("dt", {}, say(name)), el("dd", {}, ...such.map((m) => this.button(m))));
    }
    this.element.replaceChildren(
      el("p", { role: "status" }, el("strong", {}, value.text)),
      ...(note ? [el("p", { className: "quiet" }, note)] : []),
      ...(moves.length ? [list] : []),
    );
  }

  /** button plays a move. It shows in how many moves the game is decided. */
  private button({ uci, san, text, result, plies }: Move): HTMLElement {
    const b = button(san, () => this.play(uci, san), { className: "", title: text });
    if (result !== "draw") b.append(" ", el("small", {}, `${Math.ceil(plies / 2)}`));
    return b;
  }
}
