// The places of squares: columns and rows from the top left, in squares.

import type { Color, View } from "./view";

export interface Place {
  x: number;
  y: number;
}

/** Imaginary squares are beside the corners, or above and below them on a narrow board. */
export class Geometry {
  readonly width: number;
  readonly height: number;
  private places = new Map<string, Place>();
  private names = new Map<string, string>();
  readonly rows: string[][] = []; // names by row, from the top

  constructor(
    readonly view: View,
    readonly orientation: Color,
    readonly compact: boolean,
  ) {
    const { files, ranks } = view.variant;
    const outside = view.imaginary ? 1 : 0;
    const beside = outside && !compact ? 1 : 0;
    this.width = files + 2 * beside;
    this.height = ranks + 2 * outside;
    const flip = orientation === "black";
    const put = (name: string, file: number, rank: number) => {
      const x = (flip ? files - 1 - file : file) + beside;
      const y = (flip ? rank : ranks - 1 - rank) + outside;
      this.places.set(name, { x, y });
      this.names.set(`${x} ${y}`, name);
    };
    view.squares.forEach((name, i) => put(name, i % files, Math.floor(i / files)));
    view.imaginary?.forEach((name, i) => {
      const file = i % 2 ? files - 1 + beside : -beside;
      put(name, file, i < 2 ? -1 : ranks);
    });
    for (let y = 0; y < this.height; y++) {
      const row: string[] = [];
      for (let x = 0; x < this.width; x++) {
        const name = this.at(x, y);
        if (name) row.push(name);
      }
      this.rows.push(row);
    }
  }

  place(name: string): Place | undefined {
    return this.places.get(name);
  }

  at(x: number, y: number): string | undefined {
    return this.names.get(`${x} ${y}`);
  }

  /**
   * step returns the next square in a direction, or the square itself at the edge. Imaginary
   * squares are next to the corners.
   */
  step(name: string, dx: number, dy: number): string {
    const from = this.place(name);
    if (!from) return name;
    const straight = this.at(from.x + dx, from.y + dy);
    if (straight) return straight;
    for (const off of [-1, 1]) {
      const slant = dx ? this.at(from.x + dx, from.y + off) : this.at(from.x + off, from.y + dy);
      if (slant && (this.imaginary(slant) || this.imaginary(name))) return slant;
    }
    return name;
  }

  imaginary(name: string): boolean {
    return this.view.imaginary?.includes(name) ?? false;
  }

  /** dark reports whether a square is dark; a1 is. */
  dark(name: string): boolean {
    const i = this.view.squares.indexOf(name);
    const { files } = this.view.variant;
    return ((i % files) + Math.floor(i / files)) % 2 === 0;
  }
}
