// The one rule of input: a move is a chain of choices, and each choice narrows down the legal
// moves.

import type { Move, View } from "./view";

/** A chain that can be chosen: a legal move, or a premove, which has no move yet. */
export interface Chain {
  steps: string[];
  move?: Move;
}

/** What remains after some choices. */
export interface Rest {
  chains: Chain[];
  next: string[]; // in the order of the moves, each once
  done?: Chain; // the only one left, if all its steps are made
}

/** legal returns the chains of the legal moves. */
export function legal(view: View): Chain[] {
  return view.moves.map((move) => ({ steps: move.steps, move }));
}

/** ahead returns the chains of the premoves. */
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
 * resolve follows a premove through the legal moves. It returns the steps that are legal now, or
 * null if one is not. It drops a step that says "none" where there is no choice left, and a
 * promotion that is the only legal one.
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

/** promotes reports whether a move is the promotion that a step names. */
function promotes(chain: Chain, key: string): boolean {
  const [, letter] = /^promote:(.)$/.exec(key) ?? [];
  return letter !== undefined && chain.move?.uci.slice(4) === letter.toLowerCase();
}
