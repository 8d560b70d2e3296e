// A tree of moves: a start, and from each position what was played there, the main line first.

import type { Color, View } from "./view";

export class Node {
  readonly children: Node[] = [];
  view?: View; // when the server has told it

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
    parent.children.splice(parent.children.indexOf(this), 1);
    return parent;
  }
}

/** Written is a move with its variations as the server writes games in JSON. */
export interface Written {
  uci: string;
  san: string;
  variations?: Written[][];
}

/** grow plays a written line from a node, and returns its end. */
export function grow(from: Node, line: Written[]): Node {
  let node = from;
  for (const move of line) {
    const next = node.play(move.uci, move.san);
    for (const variation of move.variations ?? []) grow(node, variation);
    node = next;
  }
  return node;
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

/** movetext writes what follows a node as PGN does. */
export function movetext(node: Node): string {
  const words: string[] = [];
  for (let at = node.next, first = true; at; at = at.next) {
    words.push(numbered(at, first) + at.san);
    first = false;
    for (const other of at.parent!.children.slice(1)) {
      const rest = movetext(other);
      words.push(`(${numbered(other, true)}${other.san}${rest ? " " + rest : ""})`);
      first = true;
    }
  }
  return words.join(" ");
}
