// What the server sends: the JSON of package web/view, as README.md documents it. JSON has older
// names for two things: the pieces of a view are its "men", and the piece of a choice is its "man".

export type Color = "white" | "black";

/** A piece without a square, or a wall. */
export interface Piece {
  letter: string;
  type: string;
  color: Color | "neutral" | ""; // "" for a wall
  picture?: string; // the key of its drawing, or the path of one, if it is not that of its type
}

/** A piece on a square. */
export interface PlacedPiece extends Piece {
  square: string;
  marks?: string[];
}

export interface Move {
  uci: string;
  san: string;
  spoken: string;
  steps: string[];
  captures?: string;
  reborn?: string;
  capturer?: string;
  waited?: string;
  from?: string;
  removes?: string;
  check?: boolean;
}

export interface Choice {
  kind: string;
  label: string;
  none?: boolean;
  man?: Piece;
}

export interface Path {
  from: string;
  to: string;
  how: "move" | "rebirth" | "capturer" | "entry" | "return";
}

export interface View {
  variant: { id: string; name: string; files: number; ranks: number };
  squares: string[];
  imaginary?: string[];
  fen: string;
  turn: Color;
  number: number;
  men: PlacedPiece[];
  hands?: Record<Color, (Piece & { count: number })[]>;
  gates?: string[];
  goals?: Partial<Record<Color, string[]>>; // squares that win when they are reached
  lines?: [string, string][]; // squares that lines drawn on the board join
  hidden?: (Piece & { square: string; how: "below" | "pending" })[];
  check?: string[];
  series?: { left: number; length: number };
  notes?: string[];
  last?: { uci: string; san: string; spoken: string; squares: string[]; captured?: string; paths: Path[] };
  outcome?: { result: string; reason: string; text: string };
  moves: Move[];
  choices?: Record<string, Choice>;
  aliases?: Record<string, Record<string, string>>;
  premoves?: string[][];
}

export function other(color: Color): Color {
  return color === "white" ? "black" : "white";
}
