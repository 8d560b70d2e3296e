// The positions of a game before the last one.

import { ask } from "./page";
import type { View } from "./view";

/** How many positions are asked for at a time. */
const block = 64;

/** Past keeps the positions of a game and asks the server for those it does not have. */
export class Past {
  private views = new Map<number, View>(); // by half-moves made
  private moves: string[] = []; // of the game, as programs write them
  private asked = new Map<number, Promise<void>>(); // blocks that are on their way
  private version = 0; // changes when moves are taken back

  constructor(private game: string) {}

  /** keep adds the last position of a game. Positions that its moves do not lead to are dropped. */
  keep(moves: string[], view: View): void {
    const same = this.moves.findIndex((move, i) => move !== moves[i]);
    if (same >= 0) {
      this.version++;
      this.asked.clear();
      for (const ply of [...this.views.keys()]) if (ply > same) this.views.delete(ply);
    }
    this.moves = moves;
    this.views.set(moves.length, { ...view, moves: [], premoves: undefined, outcome: undefined });
  }

  /** at returns a position that is known. */
  at(ply: number): View | undefined {
    return this.views.get(ply);
  }

  /** find returns a position, and then asks for those around it. */
  async find(ply: number): Promise<View | undefined> {
    const here = Math.floor(ply / block);
    if (!this.views.has(ply)) await this.load(here);
    for (const near of [here - 1, here + 1]) void this.load(near).catch(() => undefined);
    return this.views.get(ply);
  }

  private load(number: number): Promise<void> {
    const from = number * block;
    const to = Math.min(from + block, this.moves.length);
    let missing = false;
    for (let ply = from; ply < to; ply++) missing ||= !this.views.has(ply);
    if (from < 0 || !missing) return Promise.resolve();
    const loading = this.asked.get(number) ?? this.request(from, to).finally(() => this.asked.delete(number));
    this.asked.set(number, loading);
    return loading;
  }

  private async request(from: number, to: number): Promise<void> {
    const { version } = this;
    const found = await ask<View[]>(`/g/${this.game}/positions?from=${from}&to=${to}`);
    const known = this.views.get(this.moves.length);
    if (version !== this.version || !known) return;
    const { variant, squares, imaginary } = known;
    found.forEach((view, i) => this.views.set(from + i, { ...view, variant, squares, imaginary }));
  }
}
