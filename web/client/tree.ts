// A tree of moves: from each position the moves that were played there, the main line first.

import type { Brush, Shape } from "./shapes";
import { other, type View } from "./view";

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

/** glyphs are the numeric annotation glyphs of PGN that people write as signs. */
export const glyphs: Record<number, string> = {
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

/** commands returns the commands for programs in a comment, without those for arrows and circles. */
function commands(comment: string): string {
  return (comment.match(/\[%\w+[^\]]*\]/g) ?? []).filter((c) => !/^\[%c[as]l\b/.test(c)).join("");
}

/** textOf returns what people read in comments. */
export function textOf(comments: string[]): string {
  return comments.map(remark).filter(Boolean).join(" ");
}

/** described returns comments with another text, arrows and circles. Other commands in them stay. */
export function described(comments: string[], text: string, shapes: Shape[]): string[] {
  const plain = text.replace(/\s+/g, " ").trim().replaceAll("{", "(").replaceAll("}", ")");
  const all = [comments.map(commands).join("") + writeShapes(shapes), plain].filter(Boolean).join(" ");
  return all ? [all] : [];
}

const brushes: Record<string, Brush> = { G: "green", R: "red", B: "blue", Y: "yellow" };

function brushLetter(color: Brush = "green"): string {
  return color[0]!.toUpperCase();
}

/** shapeText returns an arrow as "Ge2e4" and a circle as "Rd5". */
export function shapeText({ from, to, color }: Shape): string {
  return brushLetter(color) + from + (from === to ? "" : to);
}

/** writeShapes returns the commands of PGN for arrows and circles. */
function writeShapes(shapes: Shape[]): string {
  const list = (name: string, some: Shape[]) => (some.length ? `[%${name} ${some.map(shapeText).join(",")}]` : "");
  return (
    list(
      "csl",
      shapes.filter((s) => s.from === s.to),
    ) +
    list(
      "cal",
      shapes.filter((s) => s.from !== s.to),
    )
  );
}

/** shapesOf returns the arrows and circles in comments, on a board with some squares. */
export function shapesOf(comments: string[], squares: string[]): Shape[] {
  return comments.flatMap((comment) =>
    [...comment.matchAll(/\[%c[as]l ([^\]]*)\]/g)].flatMap((found) => readShapes(found[1]!, squares)[0]),
  );
}

/** readShapes reads arrows and circles as shapeText writes them, and returns what it cannot read. */
export function readShapes(text: string, squares: string[]): [Shape[], string[]] {
  const shapes: Shape[] = [];
  const bad: string[] = [];
  for (const word of text.split(/[\s,]+/).filter(Boolean)) {
    const color = brushes[word[0]!] ?? "green";
    const names = brushes[word[0]!] ? word.slice(1) : word;
    const from = squares.find((s) => names === s || (names.startsWith(s) && squares.includes(names.slice(s.length))));
    if (from) shapes.push({ from, to: names === from ? from : names.slice(from.length), color });
    else bad.push(word);
  }
  return [shapes, bad];
}

/** withGlyph returns glyphs with another one, which replaces those of its kind, or without it. */
export function withGlyph(nags: number[], nag: number): number[] {
  if (nags.includes(nag)) return nags.filter((n) => n !== nag);
  const kind = (n: number) => (n <= 6 ? 0 : n < 20 ? 1 : n);
  return [...nags.filter((n) => kind(n) !== kind(nag)), nag].sort((a, b) => a - b);
}

/** typedGlyph returns the glyph of a move after "!" or "?" is typed: Nf3! and "?" make Nf3!?. */
export function typedGlyph(nags: number[], sign: string): number {
  const before = nags.find((n) => n <= 6);
  const find = (text: string) => Number(Object.keys(glyphs).find((n) => glyphs[Number(n)] === text));
  return (before && find(glyphs[before]! + sign)) || find(sign);
}

/** Turn is the side to move, the move number and where in a series of moves the game is. */
type Turn = Pick<View, "turn" | "number" | "series">;

/**
 * turnOf returns whose turn it is. Without a view it counts from the position before: a series ends
 * with its last move or with a check, and the next one is a move longer.
 */
function turnOf(node: Node): Turn | undefined {
  if (node.view) return node.view;
  const before = node.parent && turnOf(node.parent);
  if (!before) return undefined;
  const { turn, number, series } = before;
  if (series && series.left > 1 && !/[+#]/.test(node.san))
    return { turn, number, series: { ...series, left: series.left - 1 } };
  const next = series && { left: series.length + 1, length: series.length + 1 };
  return { turn: other(turn), number: number + (turn === "black" ? 1 : 0), series: next };
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
