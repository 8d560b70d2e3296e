// The engine of the analysis page: in the browser, if it can run there, or on the server.

import { get, query, stream, type At } from "./api";
import { say } from "./messages";

/** Line is one of the best lines of a position. */
export interface Line {
  line: number;
  depth: number;
  score: number;
  mate?: number;
  text: string;
  nodes: number;
  millis: number;
  uci: string[];
  san: string[];
}

/** Files are the addresses of the engine for browsers. */
interface Files {
  worker: string;
  start: string;
  program: string;
}

interface Message {
  module?: WebAssembly.Module;
  line?: Line;
  error?: string;
  broken?: string;
  end?: boolean;
}

/** Engine finds the best lines of one position at a time. */
export class Engine {
  /** why says why the server's engine is used, "" if the browser's is. */
  why = "";
  private readonly files?: Files;
  private module?: WebAssembly.Module;

  constructor(files: string | undefined) {
    if (files) this.files = JSON.parse(files) as Files;
  }

  /** check finds out whether the engine can run in the browser. */
  private check(): void {
    if (!this.files) this.why = say("The server thinks for ten seconds. It has no engine for browsers.");
    else if (typeof WebAssembly === "undefined" || !window.Worker)
      this.why = say("This browser cannot run the engine. The server thinks for ten seconds.");
  }

  /** lines yields lines until the signal is aborted, or, from the server, for ten seconds. */
  async *lines(at: At, count: number, signal: AbortSignal): AsyncGenerator<Line> {
    this.check();
    if (!this.why) {
      // The server says whether the engine may judge the position, and where its lines end.
      const { ends } = await get<{ ends: string[] }>("analyse/permission", query(at));
      if (signal.aborted) return;
      const found = this.here({ ...at, lines: count, ends }, signal);
      for (let next = await found.next(); ; next = await found.next()) {
        if (!next.done) yield next.value;
        else if (next.value) break; // it is broken
        else return;
      }
    }
    const asked = new URLSearchParams({ ...query(at), lines: `${count}`, seconds: "10" });
    for await (const { event, data } of stream(`analyse?${asked}`, { signal })) {
      if (signal.aborted) return;
      if (event === "line") yield data as Line;
      else if (event === "error") throw new Error((data as { detail: string }).detail);
    }
  }

  /** here runs the engine in a worker. It returns whether the engine cannot run. */
  private async *here(task: unknown, signal: AbortSignal): AsyncGenerator<Line, boolean> {
    const { worker: address, start, program } = this.files!;
    const messages: Message[] = [];
    let wake = () => {};
    const tell = (message: Message) => {
      messages.push(message);
      wake();
    };
    const worker = new Worker(address);
    worker.addEventListener("message", (event: MessageEvent<Message>) => tell(event.data));
    worker.addEventListener("error", (event) => tell({ broken: event.message || "the worker cannot be loaded" }));
    signal.addEventListener("abort", () => tell({ end: true }));
    try {
      worker.postMessage({ start, program, module: this.module, task });
      for (;;) {
        const message = messages.shift();
        if (signal.aborted) return false;
        if (!message) {
          await new Promise<void>((resolve) => (wake = resolve));
          continue;
        }
        if (message.module) this.module = message.module;
        if (message.error) throw new Error(message.error);
        if (message.end) return false;
        if (message.broken) {
          this.why = say("The engine does not start in this browser. The server thinks for ten seconds.");
          console.warn(message.broken);
          return true;
        }
        if (message.line) yield message.line;
      }
    } finally {
      worker.terminate();
    }
  }
}
