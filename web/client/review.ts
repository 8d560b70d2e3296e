// The computer's review of a finished game: its progress, the graph, and the best lines.

import { get, stream } from "./api";
import { say } from "./messages";
import { ask, open, place, refill, sentence } from "./page";
import type { View } from "./view";

/** What the page of a game does for its review. */
export interface Page {
  /** go shows the position after some half-moves. */
  go(ply: number): void;
  /** aside shows a position of a best line, which leaves the game after some half-moves. */
  aside(ply: number, view: View, text: string): void;
  /** marks shows the marks of half-moves in the list of moves. */
  marks(marks: Record<string, string>): void;
}

interface Progress {
  state: string;
  parts: number;
  of: number;
}

const againMs = 2000;
const mostMs = 60_000;

/** refused reports whether the server has refused for good: asking again is no use. */
function refused(error: unknown): boolean {
  const status = Number((error as Error).cause ?? 0);
  return status >= 400 && status < 500 && status !== 429; // too many requests: later
}

export class Review {
  private ply = 0; // the half-moves made before the position on the board
  private lines = new Map<number, Promise<View[]>>(); // by the half-move that they replace
  private following = false;
  private loading = false;
  private led = false; // the reader waits for the review

  /** here is the element that holds the review once the game is over. */
  constructor(
    private here: HTMLElement,
    private game: string,
    private page: Page,
  ) {
    here.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.begin();
    });
    here.addEventListener("click", (event) => this.click(event));
    here.addEventListener("keydown", (event) => this.key(event));
    here.addEventListener("pointermove", (event) => this.hover(event));
    here.addEventListener("pointerleave", () => this.point(this.ply), true);
    if (this.part) this.attach();
  }

  private get part(): HTMLElement | null {
    return place(this.here, "review");
  }

  private get title(): HTMLElement | null {
    return this.here.querySelector("h2");
  }

  private get graph(): HTMLElement | null {
    return place(this.here, "graph");
  }

  private get points(): string[] {
    return JSON.parse(this.graph?.dataset.points ?? "[]") as string[];
  }

  /** begun reports whether there is a review, or will be. */
  get begun(): boolean {
    return (this.part?.dataset.state ?? "none") !== "none";
  }

  /** over shows the review of a game that has ended while the page was open. */
  over(): void {
    if (this.part || this.loading) return;
    void this.load();
  }

  /** lead brings the reader to the review, and begins it if nobody has. */
  lead(): void {
    const { state } = this.part?.dataset ?? {};
    this.led = state !== "done";
    if (state === "none") void this.begin();
    (this.graph ?? this.title)?.scrollIntoView({ block: "nearest" });
    this.title?.focus({ preventScroll: true });
  }

  /** at says which position of the game is on the board. */
  at(ply: number): void {
    this.ply = ply;
    this.point(ply);
    for (const step of this.here.querySelectorAll("[aria-current]")) step.removeAttribute("aria-current");
  }

  private async begin(): Promise<void> {
    try {
      await ask(`/g/${this.game}/review`, {});
      await this.load();
    } catch (error) {
      this.failed(error);
    }
  }

  private failed(error: unknown): void {
    const says = place(this.here, "review-says");
    if (!says) return;
    says.textContent = sentence(error);
    says.className = "error";
    says.setAttribute("role", "alert");
  }

  /** load asks the server for the review. */
  private async load(): Promise<void> {
    this.loading = true;
    try {
      const content = document.createElement("div");
      content.innerHTML = await (await open(`/g/${this.game}/review`, {})).text();
      const focused = this.title !== null && document.activeElement === this.title;
      refill(this.here, content);
      if (focused) this.title?.focus({ preventScroll: true });
      this.here.hidden = false;
      this.attach();
    } catch {
      // The next visit shows it.
    } finally {
      this.loading = false;
    }
  }

  /** attach gives life to what the server has written. */
  private attach(): void {
    const { part, graph } = this;
    if (!part) return;
    const { state } = part.dataset;
    if (state === "waiting" || state === "running") void this.follow();
    this.page.marks(JSON.parse(part.dataset.marks ?? "{}") as Record<string, string>);
    if (!graph) return;
    if (this.led) graph.scrollIntoView({ block: "nearest" });
    this.led = false;
    graph.setAttribute("role", "slider");
    graph.tabIndex = 0;
    graph.ariaValueMin = "0";
    graph.ariaValueMax = String(this.points.length - 1);
    this.point(this.ply);
  }

  /** follow shows the progress of the review until it is there. */
  private async follow(): Promise<void> {
    if (this.following) return;
    this.following = true;
    for (let over = false, wait = againMs; !over; wait = Math.min(2 * wait, mostMs)) {
      try {
        for await (const { event, data } of stream(`games/${this.game}/review/events`, {})) {
          wait = againMs;
          if (event === "status") this.progress(data as Progress);
        }
        const { state } = await get<Progress>(`games/${this.game}/review`, {});
        over = state !== "waiting" && state !== "running";
      } catch (error) {
        if (refused(error)) {
          this.following = false;
          this.failed(error);
          return;
        }
        // The connection is broken. The review goes on.
      }
      if (!over) await new Promise((resolve) => setTimeout(resolve, wait));
    }
    this.following = false;
    await this.load();
  }

  private progress({ parts, of }: Progress): void {
    const says = place(this.here, "review-says");
    const bar = place<HTMLProgressElement>(this.here, "review-progress");
    if (!says || !bar || parts === 0) return;
    says.textContent = say("%d of %d parts done", parts, of);
    bar.max = of || 1;
    bar.value = parts;
  }

  // The graph

  /** point shows a position on the graph. */
  private point(ply: number): void {
    const { graph, points } = this;
    if (!graph || !points.length) return;
    const here = Math.min(ply, points.length - 1);
    const at = graph.querySelector('[data-place="graph-at"]');
    at?.setAttribute("d", `M${here} 0V100`);
    at?.removeAttribute("visibility");
    graph.ariaValueNow = String(here);
    graph.ariaValueText = points[here];
    const says = place(graph, "graph-says");
    if (says) says.textContent = points[here];
  }

  /** under returns the half-moves made at a place of the graph. */
  private under(event: MouseEvent): number | null {
    const graph = (event.target as Element).closest?.<HTMLElement>('[data-place="graph"]');
    const box = graph?.querySelector("svg")?.getBoundingClientRect();
    if (!box?.width) return null;
    const last = this.points.length - 1;
    return Math.max(0, Math.min(last, Math.round(((event.clientX - box.left) / box.width) * last)));
  }

  private hover(event: PointerEvent): void {
    const ply = this.under(event);
    const says = place(this.here, "graph-says");
    if (says) says.textContent = this.points[ply ?? Math.min(this.ply, this.points.length - 1)] ?? "";
  }

  private click(event: MouseEvent): void {
    const ply = this.under(event);
    if (ply !== null) return this.page.go(ply);
    const target = event.target as Element;
    const step = target.closest<HTMLElement>("[data-step]");
    if (step) return void this.walk(step);
    const link = target.closest<HTMLElement>("a[data-ply]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.page.go(Number(link.dataset.ply));
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = event.target as HTMLElement;
    if (target === this.graph) this.slide(event);
    const step = target.closest<HTMLElement>("[data-step]");
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !way) return;
    event.preventDefault();
    const next = way < 0 ? step.previousElementSibling : step.nextElementSibling;
    if (next instanceof HTMLElement && next.dataset.step) {
      next.focus();
      void this.walk(next);
    }
  }

  private slide(event: KeyboardEvent): void {
    const last = this.points.length - 1;
    const to = {
      ArrowLeft: this.ply - 1,
      ArrowDown: this.ply - 1,
      ArrowRight: this.ply + 1,
      ArrowUp: this.ply + 1,
      PageDown: this.ply - 10,
      PageUp: this.ply + 10,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.page.go(Math.max(0, Math.min(last, to)));
  }

  // The best lines

  /** walk shows the position after a move of a best line. */
  private async walk(step: HTMLElement): Promise<void> {
    const ply = Number(step.dataset.line);
    const n = Number(step.dataset.step);
    const line = this.lines.get(ply) ?? ask<View[]>(`/g/${this.game}/review/line?ply=${ply}`);
    this.lines.set(ply, line);
    try {
      const view = (await line)[n];
      if (!view) return;
      this.page.aside(ply - 1, view, say("The best line: %s.", step.textContent ?? ""));
      step.setAttribute("aria-current", "true");
    } catch {
      this.lines.delete(ply);
    }
  }
}
