// The requests of the pages to the server.

import { ask, open } from "./page";
import type { View } from "./view";

/** At names a position: a variant, a starting position, and the moves since, in any style. */
export interface At {
  variant: string;
  fen?: string;
  array?: string; // the first rank, where it is drawn
  moves?: string;
  problem?: boolean; // problem mode
}

export interface Explained {
  legal: boolean;
  uci?: string;
  san?: string;
  text?: string;
}

const base = "/api/v1/";

export function post<T>(path: string, body: unknown): Promise<T> {
  return ask<T>(base + path, body);
}

export function get<T>(path: string, query: Record<string, string>): Promise<T> {
  return ask<T>(`${base}${path}?${new URLSearchParams(query)}`);
}

export function query(at: At): Record<string, string> {
  const q: Record<string, string> = { variant: at.variant };
  if (at.fen) q.fen = at.fen;
  if (at.array) q.array = at.array;
  if (at.moves) q.moves = at.moves;
  if (at.problem) q.problem = "true";
  return q;
}

export function position(at: At): Promise<View> {
  return post<View>("position", at);
}

export function explain(at: At, text: string): Promise<Explained> {
  return get<Explained>("explain", { ...query(at), text });
}

export interface ServerEvent {
  event: string;
  data: unknown;
}

/**
 * stream yields the server-sent events of a request. Aborting the signal also ends the work on the
 * server.
 */
export async function* stream(path: string, init: RequestInit): AsyncGenerator<ServerEvent> {
  const answer = await open(base + path, init);
  if (!answer.body) return;
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
        lines
          .filter((l) => l.startsWith(name + ":"))
          .map((l) => l.slice(name.length + 1).replace(/^ /, ""))
          .join("\n");
      const data = field("data");
      if (data) yield { event: field("event") || "message", data: JSON.parse(data) };
    }
  }
}
