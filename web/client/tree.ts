// A tree of moves: a start, and from each position what was played there, the main line first.

import type { View } from "./view";

export class Node {
  readonly children: Node[] = [];
  view?: View; // when the server has told it

  constructor(readonly parent: Node | null, readonly uci: string, public san: string) {}

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

/**
 * numbered returns what stands before a move, given the view of the position it is played in and of the one before: the
 * number of White's turns, and of Black's where a line begins.
 */
export function numbered(view: View | undefined, before: View | undefined, first: boolean): string {
  if (!view) return "";
  const goesOn = before?.turn === view.turn; // a series of moves
  if (goesOn && !first) return "";
  if (view.turn === "white") return `${view.number}. `;
  return first ? `${view.number}… ` : "";
}
