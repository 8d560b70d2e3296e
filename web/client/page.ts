// What the scripts of the pages share: finding their places, and asking the server.

import type { KirkeBoard } from "./board";

/** island returns the part of the page that a script is for, if it is on this page. */
export function island(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-island="${name}"]`);
}

/** place returns an element that a page has prepared. */
export function place<E extends HTMLElement = HTMLElement>(within: ParentNode, name: string): E | null {
  return within.querySelector<E>(`[data-place="${name}"]`);
}

/** stay gives the page an address without loading it, to which reloading and the forms of the frame come back. */
export function stay(address: string): void {
  history.replaceState(null, "", address);
  for (const back of document.querySelectorAll<HTMLInputElement>('input[name="back"]')) back.value = location.pathname + location.search;
}

/** ready resolves with the board of a page when its element is defined. */
export async function ready(within: ParentNode): Promise<KirkeBoard> {
  await customElements.whenDefined("kirke-board");
  const board = within.querySelector<KirkeBoard>("kirke-board");
  if (!board) throw new Error("the page has no board");
  board.replaceChildren(); // the picture for those without scripts
  return board;
}

/** open returns the answer of the server; the error is the server's sentence. */
export async function open(path: string, init: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Error("The server cannot be reached.");
  }
  if (answer.ok) return answer;
  let detail: string | undefined;
  try {
    detail = ((await answer.json()) as { detail?: string }).detail;
  } catch {
    // An answer that is no JSON has no sentence.
  }
  throw new Error(detail ?? answer.statusText);
}

/** allow says who may move on a board, and whether ahead of their turn. What stays as it is is not said again: the board would drop a choice that is half made. */
export function allow(board: KirkeBoard, movable: KirkeBoard["movable"], premovable: boolean): void {
  if (board.movable !== movable) board.movable = movable;
  if (board.premovable !== premovable) board.premovable = premovable;
}

/** ask returns the JSON that the server answers, to a body as POST unless method says otherwise; the error is the server's sentence. */
export async function ask<T>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST"): Promise<T> {
  const json: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) json["Content-Type"] = "application/json";
  const answer = await open(path, { method, headers: json, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await answer.text();
  return (text ? JSON.parse(text) : {}) as T;
}

/** sentence returns what an error says. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** signedOut is how the server closes the socket of a session that has ended. */
export const signedOut = 4001;
