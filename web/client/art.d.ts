// The looks of package diagram, which tool/bundle puts into the bundle: boards and sets of pieces,
// the default first.
declare module "kirke:art" {
  /** A colour in light and in dark surroundings. */
  export type Tone = [light: string, dark: string];
  export type Ink = "body" | "line" | "spot" | "edge" | "hatch";

  /** A colour scheme: its name, and the colours by the names of the custom properties. */
  export type Board = { name: string } & Record<
    "light" | "dark" | "beyond" | "on-light" | "on-dark" | "on-beyond" | "accent" | "from",
    Tone
  >;
  export const boards: Board[];
  export const last: Tone; // squares of the last move
  export const check: string;

  export const sets: string[];
  /** By set and name of the piece type: the strokes from back to front, on a field of 100×100. */
  export const drawings: Record<string, Record<string, [Ink, string][]>>;
  /** By set, side and ink. */
  export const paints: Record<
    string,
    Record<string, Partial<Record<Ink, { fill?: string; stroke?: string; width?: number }>>>
  >;
}
