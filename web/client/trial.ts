// Many games of the computer against itself, and what they were like.

import { stream } from "./api";
import { addStyle, button, el } from "./dom";
import { count, say } from "./messages";
import { sentence } from "./page";

/** What the games were like so far. */
interface Report {
  games: number;
  of: number;
  white: number;
  black: number;
  drawn: number;
  unfinished: number;
  most: number;
  shortest: number;
  middle: number;
  longest: number;
  ends: { reason: string; games: number }[];
  pieces: { name: string; moved: number; taken: number }[];
  warnings?: string[];
}

addStyle(`
.trial progress { width: 100%; accent-color: var(--accent); }
.trial table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.trial th, .trial td { text-align: right; padding: .15rem .7rem .15rem 0; }
.trial th:first-child, .trial td:first-child { text-align: left; }
`);

export class Trial {
  readonly element: HTMLElement;
  private readonly report = el("div", { role: "region", aria: { label: say("Report"), live: "off" } });
  private readonly said = el("p", { className: "quiet", role: "status" });
  private readonly bar = el("progress", { max: 100, value: 0, hidden: true, aria: { label: say("Games played") } });
  private readonly begin: HTMLButtonElement;
  private readonly cancel: HTMLButtonElement;
  private abort: AbortController | null = null;

  constructor(private file: () => string) {
    this.begin = button(say("Play 100 games"), () => void this.run());
    this.cancel = button(say("Cancel"), () => this.abort?.abort(), { hidden: true });
    this.element = el(
      "section",
      { className: "trial" },
      el("p", { className: "quiet" }, say("The computer plays your game against itself while you go on.")),
      el("div", { className: "row" }, this.begin, this.cancel),
      this.bar,
      this.said,
      this.report,
    );
  }

  private async run(): Promise<void> {
    const abort = (this.abort = new AbortController());
    this.begin.disabled = true;
    this.cancel.hidden = this.bar.hidden = false;
    this.bar.value = 0;
    this.said.textContent = say("The first game is being played…");
    let last = "";
    try {
      const request = {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ file: this.file(), games: 100 }),
        signal: abort.signal,
      };
      for await (const { event, data } of stream("workshop/games", request)) {
        last = event;
        if (event === "error") throw new Error((data as { detail: string }).detail);
        if (event === "progress" || event === "end") this.show(data as Report, event === "end");
      }
      if (last !== "end") this.said.textContent = say("The games ended early.");
    } catch (error) {
      this.said.textContent = abort.signal.aborted ? say("Cancelled.") : sentence(error);
    }
    this.abort = null;
    this.begin.disabled = false;
    this.cancel.hidden = this.bar.hidden = true;
  }

  private show(r: Report, over: boolean): void {
    this.bar.max = r.of;
    this.bar.value = r.games;
    if (over || r.games % 10 === 0)
      this.said.textContent = over
        ? count(r.games, "%d game played.", "%d games played.")
        : say("%d of %d games played…", r.games, r.of);
    const row = (...cells: (string | number)[]) => el("tr", {}, ...cells.map((c) => el("td", {}, String(c))));
    const head = (...cells: string[]) => el("tr", {}, ...cells.map((c) => el("th", { scope: "col" }, c)));
    const percent = (n: number) => `${n} (${Math.round((100 * n) / Math.max(1, r.games))} %)`;
    this.report.replaceChildren(
      el(
        "table",
        {},
        el("caption", { className: "quiet" }, say("Results")),
        row(say("White won"), percent(r.white)),
        row(say("Black won"), percent(r.black)),
        row(say("Drawn"), percent(r.drawn)),
        row(say("Longer than %d half-moves", r.most), percent(r.unfinished)),
        row(say("Half-moves: shortest, middle, longest"), `${r.shortest}, ${r.middle}, ${r.longest}`),
      ),
      el(
        "table",
        {},
        head(say("Ended by"), say("Games")),
        ...r.ends.map(({ reason, games }) => row(reason, games)),
      ),
      el(
        "table",
        {},
        head(say("Piece"), say("Moved"), say("Taken")),
        ...r.pieces.map(({ name, moved, taken }) => row(name, moved, taken)),
      ),
      el("ul", {}, ...(r.warnings ?? []).map((text) => el("li", {}, text))),
    );
    if (!r.warnings?.length) this.report.lastElementChild!.remove();
  }
}
