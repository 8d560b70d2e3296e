// What the scripts of the pages share: finding elements, and asking the server.

import type { KirkeBoard } from "./board";
import { el } from "./dom";

/** island returns the part of the page that a script is for, if it is on this page. */
export function island(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-island="${name}"]`);
}

/** place returns an element that the page has prepared for a script. */
export function place<E extends HTMLElement = HTMLElement>(within: ParentNode, name: string): E | null {
  return within.querySelector<E>(`[data-place="${name}"]`);
}

/**
 * setAddress changes the address of the page without loading it. Reloading and the forms around the
 * page then lead back to it.
 */
export function setAddress(address: string): void {
  history.replaceState(null, "", address);
  for (const back of document.querySelectorAll<HTMLInputElement>('input[name="back"]'))
    back.value = location.pathname + location.search;
}

/** ready resolves with the board of a page once its element is defined. */
export async function ready(within: ParentNode): Promise<KirkeBoard> {
  await customElements.whenDefined("kirke-board");
  const board = within.querySelector<KirkeBoard>("kirke-board");
  if (!board) throw new Error("the page has no board");
  board.replaceChildren(); // the picture for those without scripts
  return board;
}

/** open returns the answer of the server. The error is the server's sentence, its cause the status. */
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
    // An answer that is not JSON has no sentence.
  }
  throw new Error(detail ?? answer.statusText, { cause: answer.status });
}

/**
 * setMovable says who can move on a board, and whether they can premove. It sets only what changes,
 * since setting drops a half-made choice.
 */
export function setMovable(board: KirkeBoard, movable: KirkeBoard["movable"], premovable: boolean): void {
  if (board.movable !== movable) board.movable = movable;
  if (board.premovable !== premovable) board.premovable = premovable;
}

/**
 * ask returns the JSON that the server answers. A body is sent as POST unless method says
 * otherwise. The error is the server's sentence.
 */
export async function ask<T>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST"): Promise<T> {
  const json: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) json["Content-Type"] = "application/json";
  const answer = await open(path, {
    method,
    headers: json,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return (text ? JSON.parse(text) : {}) as T;
}

/**
 * destination returns where a link or a button leads, which identifies it in any copy of a list.
 */
export function destination(e: Element): string | null | undefined {
  return e.getAttribute("href") ?? e.getAttribute("formaction") ?? e.closest("form")?.getAttribute("action");
}

/** refill replaces the content of an element. A link or button with the focus keeps it. */
export function refill(element: HTMLElement, content: Element): void {
  const focus = element.contains(document.activeElement) ? destination(document.activeElement!) : undefined;
  element.replaceChildren(...content.childNodes);
  if (!focus) return;
  const focused = [...element.querySelectorAll<HTMLElement>("a, button")].find((e) => destination(e) === focus);
  focused?.focus({ preventScroll: true });
}

/**
 * watchPress returns a function that reports whether an element is pressed. released is called
 * after a press.
 */
export function watchPress(element: HTMLElement, released: () => void = () => {}): () => boolean {
  let pressed = false;
  element.addEventListener("pointerdown", () => (pressed = true));
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => {
      if (!pressed) return;
      pressed = false;
      released();
    });
  }
  return () => pressed;
}

/** sentence returns the text of an error. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** signedOut is the code with which the server closes the socket of a session that has ended. */
export const signedOut = 4001;

/** saysWrong says at a field what is wrong with it; "" when nothing is. */
export function saysWrong(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, text: string): void {
  const id = `wrong-${field.name}`;
  const helps = document.getElementById(`help-${field.name}`)?.id ?? "";
  let said = document.getElementById(id);
  if (!said && !text) return;
  if (!said) {
    said = el("p", { id, className: "field-error", role: "status" });
    // Next to it in a row there is no room.
    (field.closest(".movebox") ?? field).after(said);
    field.setAttribute("aria-describedby", `${id} ${helps}`.trim());
  }
  said.textContent = text;
  if (text) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  if (text) field.closest("details")?.setAttribute("open", "");
}
