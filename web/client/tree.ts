// A tree of moves: from each position the moves that were played there, the main line first.

import type { Color, View } from "./view";

export class Node {
  readonly children: Node[] = [];
  view?: View; // once the server has sent it
  nags: number[] = []; // of the move that led here
  before: string[] = []; // comments before that move
  comments: string[] = []; // comments after it; of the root, before the first move

  constructor(
    readonly parent: Node | null,
    readonly uci: string,
    public san: string,
  ) {}

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

  /** play returns the child of a move, which it makes if it is new. */
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

  /** end is the last node of the main line from here. */
  get end(): Node {
    return this.next ? this.next.end : this;
  }

  /** promote makes the line to this node the main line. */
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

/** Tag is a tag of a game, as in PGN. */
export interface Tag {
  name: string;
  value: string;
}

/** MoveRecord is a move in the JSON of a game, with its comments and variations. */
export interface MoveRecord {
  uci: string;
  san: string;
  nags?: number[];
  before?: string[];
  comments?: string[];
  variations?: MoveRecord[][];
}

/** Game is the JSON of a game. */
export interface Game {
  variant: string;
  start: string;
  array?: string;
  tags?: Tag[];
  comments?: string[];
  moves: MoveRecord[];
  result?: string;
  reason?: string;
}

/** addLine adds a line to the tree at a node, and returns its end. */
export function addLine(from: Node, line: MoveRecord[]): Node {
  let node = from;
  for (const move of line) {
    const next = node.play(move.uci, move.san);
    next.nags.push(...(move.nags ?? []));
    next.before.push(...(move.before ?? []));
    next.comments.push(...(move.comments ?? []));
    for (const variation of move.variations ?? []) addLine(node, variation);
    node = next;
  }
  return node;
}

/** writeLine returns the main line from a node with all its variations, as addLine reads it. */
export function writeLine(from: Node): MoveRecord[] {
  const line: MoveRecord[] = [];
  for (let node = from; node.next; node = node.next) {
    const [main, ...others] = node.children;
    line.push({ ...recordOf(main!), variations: others.map((other) => [recordOf(other), ...writeLine(other)]) });
  }
  return line;
}

function recordOf({ uci, san, nags, before, comments }: Node): MoveRecord {
  return { uci, san, nags, before, comments };
}

const glyphs: Record<number, string> = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  10: "=",
  13: "∞",
  14: "+=",
  15: "=+",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
  146: "N",
};

/**
 * annotated returns a move with its glyphs as people write them: "Nf3!? ±", or "$132" if a glyph
 * has no usual sign.
 */
export function annotated(node: Node): string {
  return node.nags.reduce((text, nag) => text + (nag > 6 ? " " : "") + (glyphs[nag] ?? `$${nag}`), node.san);
}

/** remark returns a comment without commands for programs, such as [%clk 0:03:00]. */
export function remark(comment: string): string {
  return comment
    .replace(/\[%\w+[^\]]*\]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * turnOf returns the side to move and the move number. Without a view it counts from the position
 * before, in variants without series.
 */
function turnOf(node: Node): { turn: Color; number: number } | undefined {
  if (node.view) return node.view;
  const before = node.parent && turnOf(node.parent);
  if (!before || node.root.view?.series) return undefined;
  return before.turn === "white"
    ? { turn: "black", number: before.number }
    : { turn: "white", number: before.number + 1 };
}

/**
 * numbered returns the number to write before a move: before White's moves, and before a move of
 * Black that begins a line.
 */
export function numbered(node: Node, first: boolean): string {
  const now = node.parent && turnOf(node.parent);
  if (!now) return "";
  const before = node.parent!.parent && turnOf(node.parent!.parent);
  const goesOn = before?.turn === now.turn; // a series of moves
  if (goesOn && !first) return "";
  if (now.turn === "white") return `${now.number}. `;
  return first ? `${now.number}... ` : "";
}
