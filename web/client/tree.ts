// A tree of moves: a start, and from each position what was played there, the main line first.

import type { Color, View } from "./view";

export class Node {
  readonly children: Node[] = [];
  view?: View; // when the server has told it
  nags: number[] = []; // of the move that led here
  before: string[] = []; // what is said before that move
  comments: string[] = []; // what is said after it; of the root, before the first move

  constructor(readonly parent: Node | null, readonly uci: string, public san: string) {}

  get root(): Node {
    return this.parent ? this.parent.root : this;
  }

  /** line returns the moves from the start to here. */
  get line(): Node[] {
    return this.parent ? [...this.parent.line, this] : [];
  }

  get moves(): string {
    return this.line.map((n) => n.uci).join(" ");
  }

  /** play returns the child for a move, made if it is new. */
  play(uci: string, san: string): Node {
    const known = this.children.find((c) => c.uci === uci);
    if (known) return known;
    const child = new Node(this, uci, san);
    this.children.push(child);
    return child;
  }

  get next(): Node | undefined {
    return this.children[0];
  }

  /** end is where the main line from here leads. */
  get end(): Node {
    return this.next ? this.next.end : this;
  }

  /** promote makes this and all before it the main line. */
  promote(): void {
    for (let node: Node = this; node.parent; node = node.parent) {
      const { children } = node.parent;
      children.splice(children.indexOf(node), 1);
      children.unshift(node);
    }
  }

  remove(): Node {
    const parent = this.parent;
    if (!parent) return this;
    const at = parent.children.indexOf(this);
    if (at >= 0) parent.children.splice(at, 1);
    return parent;
  }
}

/** Tag is a name and a value of the head of a game. */
export interface Tag {
  name: string;
  value: string;
}

/** Written is a move as the server writes games in JSON, with what is said about it and its variations. */
export interface Written {
  uci: string;
  san: string;
  nags?: number[];
  before?: string[];
  comments?: string[];
  variations?: Written[][];
}

/** Game is a game as the server writes it in JSON. */
export interface Game {
  variant: string;
  start: string;
  array?: string;
  tags?: Tag[];
  comments?: string[];
  moves: Written[];
  result?: string;
  reason?: string;
}

/** grow plays a written line from a node, and returns its end. */
export function grow(from: Node, line: Written[]): Node {
  let node = from;
  for (const move of line) {
    const next = node.play(move.uci, move.san);
    next.nags.push(...(move.nags ?? []));
    next.before.push(...(move.before ?? []));
    next.comments.push(...(move.comments ?? []));
    for (const variation of move.variations ?? []) grow(node, variation);
    node = next;
  }
  return node;
}

/** written returns the main line from a node, with all variations from it: what grow plays. */
export function written(from: Node): Written[] {
  const line: Written[] = [];
  for (let node = from; node.next; node = node.next) {
    const [main, ...others] = node.children;
    line.push({ ...alone(main!), variations: others.map((other) => [alone(other), ...written(other)]) });
  }
  return line;
}

function alone({ uci, san, nags, before, comments }: Node): Written {
  return { uci, san, nags, before, comments };
}

const glyphs: Record<number, string> = {
  1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 10: "=", 13: "∞", 14: "+=", 15: "=+", 16: "±", 17: "∓", 18: "+−", 19: "−+", 146: "N",
};

/** annotated returns a move with its glyphs as people write them: "Nf3!? ±", and "$132" where there is no usual sign. */
export function annotated(node: Node): string {
  return node.nags.reduce((text, nag) => text + (nag > 6 ? " " : "") + (glyphs[nag] ?? `$${nag}`), node.san);
}

/** remark returns a comment as it is read: without what it tells to programs, such as [%clk 0:03:00]. */
export function remark(comment: string): string {
  return comment.replace(/\[%\w+[^\]]*\]/g, " ").replace(/\s+/g, " ").trim();
}

/**
 * turnOf returns the side to move and the number of the move: as the view tells, or counted on from the position before,
 * which says it in games where the sides take turns.
 */
function turnOf(node: Node): { turn: Color; number: number } | undefined {
  if (node.view) return node.view;
  const before = node.parent && turnOf(node.parent);
  if (!before || node.root.view?.series) return undefined;
  return before.turn === "white" ? { turn: "black", number: before.number } : { turn: "white", number: before.number + 1 };
}

/** numbered returns what stands before a move: the number of White's turns, and of Black's where a line begins. */
export function numbered(node: Node, first: boolean): string {
  const now = node.parent && turnOf(node.parent);
  if (!now) return "";
  const before = node.parent!.parent && turnOf(node.parent!.parent);
  const goesOn = before?.turn === now.turn; // a series of moves
  if (goesOn && !first) return "";
  if (now.turn === "white") return `${now.number}. `;
  return first ? `${now.number}... ` : "";
}
