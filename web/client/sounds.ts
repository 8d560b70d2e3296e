// Sounds, made by the browser's synthesizer. They are on until the reader switches them off.

import { recall, remember } from "./memory";
import type { View } from "./view";

export type Sound = "move" | "capture" | "check" | "gate" | "rebirth" | "low" | "end" | "challenge";

/** A tone: pitch in hertz, when it begins and how long it lasts in seconds, and its shape. */
interface Tone {
  pitch: number;
  at: number;
  long: number;
  shape: OscillatorType;
  to?: number; // the pitch at the end, where it slides
}

const tone = (pitch: number, at: number, long: number, shape: OscillatorType = "sine", to?: number): Tone => ({
  pitch,
  at,
  long,
  shape,
  to,
});

const tones: Record<Sound, Tone[]> = {
  move: [tone(210, 0, 0.07, "triangle", 120)],
  capture: [tone(330, 0, 0.05, "square", 140), tone(160, 0.04, 0.09, "triangle", 90)],
  check: [tone(620, 0, 0.09, "triangle"), tone(820, 0.1, 0.12, "triangle")],
  gate: [tone(260, 0, 0.07, "triangle", 150), tone(520, 0.09, 0.12)],
  rebirth: [tone(330, 0, 0.05, "square", 140), tone(390, 0.1, 0.22, "sine", 780)],
  low: [tone(880, 0, 0.08, "square"), tone(880, 0.16, 0.08, "square")],
  end: [tone(392, 0, 0.18), tone(523, 0.18, 0.18), tone(659, 0.36, 0.35)],
  challenge: [tone(587, 0, 0.12), tone(784, 0.13, 0.2)],
};

const loudest = 0.14;
const key = "kirke-sounds";
const volumeKey = "kirke-volume";

export class Sounds {
  private context?: AudioContext;
  private chosen = "on"; // where the browser keeps nothing
  private percent = 50;

  constructor() {
    const percent = Number(recall(volumeKey) ?? this.percent);
    if (percent >= 0 && percent <= 100) this.percent = percent;
    // Browsers make no sound before the reader has done something on the page.
    for (const begin of ["pointerdown", "keydown"]) document.addEventListener(begin, () => this.wake());
  }

  /** on is the same for all pages and scripts. */
  get on(): boolean {
    return (recall(key) ?? this.chosen) !== "off";
  }

  set on(on: boolean) {
    this.chosen = on ? "on" : "off";
    remember(key, this.chosen);
    if (on) {
      this.wake();
      this.play("move");
    }
  }

  /** volume is in percent. */
  get volume(): number {
    return this.percent;
  }

  set volume(percent: number) {
    this.percent = percent;
    remember(volumeKey, String(percent));
  }

  private wake(): void {
    if (!this.on || !window.AudioContext) return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") void this.context.resume().catch(() => undefined);
  }

  play(sound: Sound): void {
    if (!this.on) return;
    document.dispatchEvent(new CustomEvent("kirke-sound", { detail: sound }));
    const { context } = this;
    const volume = (loudest * this.percent) / 100;
    if (!context || context.state !== "running" || volume === 0) return;
    for (const { pitch, at, long, shape, to } of tones[sound]) {
      const source = context.createOscillator();
      const level = context.createGain();
      const begin = context.currentTime + at;
      source.type = shape;
      source.frequency.setValueAtTime(pitch, begin);
      if (to) source.frequency.exponentialRampToValueAtTime(to, begin + long);
      level.gain.setValueAtTime(0, begin);
      level.gain.linearRampToValueAtTime(shape === "square" ? volume / 3 : volume, begin + 0.008);
      level.gain.exponentialRampToValueAtTime(0.0005, begin + long);
      source.connect(level).connect(context.destination);
      source.start(begin);
      source.stop(begin + long + 0.02);
    }
  }
}

/** soundOf returns the sound of the move that led to a position. */
export function soundOf(view: View): Sound {
  const { last } = view;
  const how = (last?.paths ?? []).map((path) => path.how);
  if (view.check) return "check";
  if (how.includes("rebirth") || how.includes("capturer")) return "rebirth";
  if (how.includes("entry")) return "gate";
  return last?.captured ? "capture" : "move";
}
