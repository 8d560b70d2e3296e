// The fields of a variant: a game and the modifiers on it, as the page has them (picker in
// web/page/picker.templ). At each change the server is asked whether the parts make sense together.

import { get } from "./api";
import { place, sentence } from "./page";

interface Composed {
  id?: string; // missing if the parts make no sense together
  name?: string;
  why?: string;
}

type Field = HTMLSelectElement | HTMLInputElement;

export class Picker {
  private readonly games: HTMLSelectElement;
  private readonly mods: Field[];
  private readonly said: HTMLElement;
  private readonly stopped = new Set<HTMLButtonElement>(); // while the parts make no sense together
  private latest = 0;

  /** picked is called with the ID of each variant that was chosen and makes sense. */
  constructor(
    readonly element: HTMLElement,
    private picked: (id: string) => void = () => {},
  ) {
    this.games = element.querySelector<HTMLSelectElement>('[name="variant"]')!;
    this.mods = [...element.querySelectorAll<Field>('[name="with"]')];
    this.said = place(element, "picked")!;
    for (const list of element.querySelectorAll<HTMLElement>('[data-place="searched"]')) search(list);
    element.addEventListener("change", () => void this.check());
    addEventListener("pageshow", (event) => event.persisted && void this.check());
  }

  /** value is the ID of the game with its modifiers, in any order. */
  get value(): string {
    return [this.games.value, ...this.mods.filter(chosen).map((m) => m.value)].join("+");
  }

  /** value chooses the parts of an ID. */
  set value(id: string) {
    if (id === this.value) return;
    const listed = (part: string) => [...this.games.options].some((o) => o.value === part);
    const parts = listed(id) ? [] : id.split("+");
    for (const m of this.mods) clear(m);
    const left = parts.filter((part) => !this.mods.some((m) => put(m, part)));
    this.games.value = listed(id) ? id : (left.find(listed) ?? "chess");
    const changed = this.mods.some(chosen);
    if (changed) this.element.querySelector("details")!.open = true;
    this.say("");
  }

  set disabled(disabled: boolean) {
    for (const field of [this.games, ...this.mods]) field.disabled = disabled;
  }

  private async check(): Promise<void> {
    const ticket = ++this.latest;
    try {
      const { id, name, why } = await get<Composed>("composition", { parts: this.value });
      if (ticket !== this.latest) return;
      this.say(why ?? "", this.mods.some(chosen) ? name : "");
      if (id) this.picked(id);
    } catch (error) {
      if (ticket === this.latest) this.say(sentence(error));
    }
  }

  /** say says why the parts make no sense together, and the buttons of the form wait for another choice;
   * or it names the game that they make. */
  private say(why: string, name = ""): void {
    this.said.textContent = why || name;
    this.said.classList.toggle("error", why !== "");
    for (const b of this.stopped) b.disabled = false;
    this.stopped.clear();
    if (!why) return;
    for (const b of this.element.closest("form")?.querySelectorAll<HTMLButtonElement>("button:enabled") ?? []) {
      if (b.type !== "submit") continue;
      b.disabled = true;
      this.stopped.add(b);
    }
  }
}

const box = (m: Field): m is HTMLInputElement => m instanceof HTMLInputElement;

const chosen = (m: Field): boolean => (box(m) ? m.checked : m.value !== "");

function clear(m: Field): void {
  if (box(m)) m.checked = false;
  else m.value = "";
}

/** put chooses a modifier in a field that has it and is free, and reports whether it did. */
function put(m: Field, id: string): boolean {
  if (chosen(m)) return false;
  if (box(m)) m.checked = m.value === id;
  else m.value = id;
  if (!box(m) && m.selectedIndex < 0) m.value = "";
  return chosen(m);
}

/** search shows the boxes of a long list whose text has all words that are typed, and those ticked. */
function search(list: HTMLElement): void {
  const field = list.querySelector<HTMLInputElement>('input[type="search"]')!;
  field.hidden = false;
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const label of list.querySelectorAll("label")) {
      const text = label.textContent!.toLowerCase();
      label.hidden = !label.querySelector("input")!.checked && !words.every((word) => text.includes(word));
    }
  });
  field.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault()); // sends no form
}

/** pickers takes over the fields of variants in a part of the page. */
export function pickers(within: ParentNode, picked?: (id: string) => void): Picker[] {
  return [...within.querySelectorAll<HTMLElement>('[data-place="picker"]')].map((e) => new Picker(e, picked));
}
