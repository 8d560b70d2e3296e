// The one rule of input: a move is a chain of choices, and each choice made narrows the moves down.

import type { Move, View } from "./view";

/** A chain that can be chosen: a legal move, or a premove, which has no move yet. */
export interface Chain {
  steps: string[];
  move?: Move;
}

/** What the choices made so far leave. */
export interface Rest {
  chains: Chain[];
  next: string[]; // in the order of the moves, without repetition
  done?: Chain; // the only one left, when all its steps are made
}

export function legal(view: View): Chain[] {
  return view.moves.map((move) => ({ steps: move.steps, move }));
}

export function ahead(view: View): Chain[] {
  return (view.premoves ?? []).map((steps) => ({ steps }));
}

/** rest keeps the chains that begin with the choices made. */
export function rest(chains: Chain[], made: string[]): Rest {
  const left = chains.filter((c) => c.steps.length >= made.length && made.every((key, i) => c.steps[i] === key));
  const next = [...new Set(left.filter((c) => c.steps.length > made.length).map((c) => c.steps[made.length]))];
  return { chains: left, next, done: left.length === 1 && next.length === 0 ? left[0] : undefined };
}

/**
 * resolve walks a premove through the legal moves. Steps that say "none" fall away where there is nothing to choose any
 * more, and so does a promotion that is the only legal one; the result is how far it came, or null when a step is not there.
 */
export function resolve(chains: Chain[], premove: string[]): string[] | null {
  const made: string[] = [];
  for (const key of premove) {
    const left = rest(chains, made);
    if (left.next.includes(key)) made.push(key);
    else if (!key.endsWith(":-") && !(left.done && promotes(left.done, key))) return null;
  }
  return made;
}

/** promotes tells whether a move is the promotion that a step says. */
function promotes(chain: Chain, key: string): boolean {
  const [, letter] = /^promote:(.)$/.exec(key) ?? [];
  return letter !== undefined && chain.move?.uci.slice(4) === letter.toLowerCase();
}
