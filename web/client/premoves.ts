// Premoves, several in a row. The board shows the position as they would leave it; the server says
// which position that is and what can follow. Until it has answered, the board helps itself.

import { anticipate } from "./anticipate";
import { say } from "./messages";
import { base } from "./remote";
import type { View } from "./view";

type Ahead = View & { kept: number };

export class Premoves {
  /** view is the position as the premoves would leave it, null without premoves. */
  view: View | null = null;
  private chains: string[][] = [];
  private asked = 0; // requests so far

  /** changed is called when the premoves or their position have changed. */
  constructor(
    private board: HTMLElement & { view: View | null },
    private changed: () => void,
    private refused: (text: string) => void,
  ) {}

  get all(): readonly string[][] {
    return this.chains;
  }

  add(chain: string[]): void {
    this.chains.push(chain);
    if (this.view) this.view = follow(this.view, chain);
    this.look(!this.view);
  }

  /** remove cancels one premove. Those after it stay if they can still be made. */
  remove(i: number): void {
    this.chains.splice(i, 1);
    this.look(true);
  }

  /** shift takes the first premove, to be played. The position is looked at again when it is there. */
  shift(): string[] | undefined {
    const first = this.chains.shift();
    this.asked++;
    this.view = null;
    return first;
  }

  clear(): boolean {
    const had = this.chains.length > 0;
    this.chains = [];
    this.view = null;
    this.asked++;
    return had;
  }

  /** look finds the position after the premoves. afresh begins with that on the board. */
  look(afresh = true): void {
    const now = this.board.view;
    this.asked++;
    if (!now || this.chains.length === 0) {
      this.view = null;
      this.changed();
      return;
    }
    if (afresh) this.view = this.chains.reduce(follow, { ...now, moves: [] });
    this.changed();
    void this.ask(now);
  }

  private async ask(now: View): Promise<void> {
    const { asked } = this;
    const premoves = this.chains.map((chain) => chain.join(" ")).join(";");
    const query = new URLSearchParams({ variant: now.variant.id, fen: now.fen, premoves });
    let ahead: Ahead;
    try {
      const answer = await fetch(`${base(this.board)}/api/v1/ahead?${query}`);
      if (!answer.ok) return;
      ahead = (await answer.json()) as Ahead;
    } catch {
      return; // what the board knows must do
    }
    if (asked !== this.asked) return;
    const { men, hands, gates, hidden, premoves: next, choices, kept } = ahead;
    const lost = this.chains.splice(kept);
    this.view = this.chains.length
      ? { ...now, moves: [], men, hands, gates, hidden, premoves: next, choices: { ...now.choices, ...choices } }
      : null;
    this.changed();
    if (lost.length) this.refused(refusal(lost));
  }
}

/** refusal says that premoves are dropped, the first of them because it cannot be made. */
export function refusal(lost: string[][]): string {
  const [first] = lost;
  return lost.length > 1
    ? say("The premove %s to %s is no longer legal, so those after it are dropped too.", first[0], first[1])
    : say("The premove %s to %s is no longer legal.", first[0], first[1]);
}

/** follow returns roughly what a premove leaves: pieces that have moved can premove again later. */
function follow(view: View, chain: string[]): View {
  const { pieces } = anticipate(view, { uci: "", san: "", spoken: "", steps: chain });
  const moved = chain.slice(0, 2);
  return {
    ...view,
    men: pieces,
    premoves: view.premoves?.filter(([from]) => !moved.includes(from)),
    aliases: undefined,
  };
}
