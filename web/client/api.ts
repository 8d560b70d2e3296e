// What the pages ask of the server.

import type { View } from "./view";

/** At says which position is meant: a game, where it starts, and the moves since, in any style. */
export interface At {
  variant: string;
  fen?: string;
  moves?: string;
  problem?: boolean; // as problemists read positions
}

export interface Explained {
  legal: boolean;
  uci?: string;
  san?: string;
  text?: string;
}

/** Failure is an error with the sentence of the server. */
export class Failure extends Error {}

const base = "/api/v1/";

async function sentence(answer: Response): Promise<string> {
  try {
    const body = await answer.json();
    return body.detail ?? body.title ?? answer.statusText;
  } catch {
    return answer.statusText || "The server has refused";
  }
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const answer = await fetch(base + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });
  if (!answer.ok) throw new Failure(await sentence(answer));
  return (await answer.json()) as T;
}

export async function get<T>(path: string, query: Record<string, string>, signal?: AbortSignal): Promise<T> {
  const answer = await fetch(`${base}${path}?${new URLSearchParams(query)}`, { signal });
  if (!answer.ok) throw new Failure(await sentence(answer));
  return (await answer.json()) as T;
}

export function query(at: At): Record<string, string> {
  const q: Record<string, string> = { variant: at.variant };
  if (at.fen) q.fen = at.fen;
  if (at.moves) q.moves = at.moves;
  if (at.problem) q.problem = "true";
  return q;
}

export function position(at: At, signal?: AbortSignal): Promise<View> {
  return post<View>("position", at, signal);
}

export function explain(at: At, text: string): Promise<Explained> {
  return get<Explained>("explain", { ...query(at), text });
}

export interface Told {
  event: string;
  data: unknown;
}

/** stream yields the server-sent events of a request; aborting the signal ends the work on the server too. */
export async function* stream(path: string, init: RequestInit): AsyncGenerator<Told> {
  const answer = await fetch(base + path, init);
  if (!answer.ok || !answer.body) throw new Failure(await sentence(answer));
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value.replaceAll("\r", "");
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const field = (name: string) =>
        lines.filter((l) => l.startsWith(name + ":")).map((l) => l.slice(name.length + 1).replace(/^ /, "")).join("\n");
      const data = field("data");
      if (data) yield { event: field("event") || "message", data: JSON.parse(data) };
    }
  }
}

/** words turns what was thrown into a sentence for the reader. */
export function words(error: unknown): string {
  return error instanceof Failure ? error.message : "The server cannot be reached.";
}
