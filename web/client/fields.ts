// The fields of a form for the file of a game, made of what the server says about its keys
// (variantfile.Reference in Go).

import { el } from "./dom";
import { say } from "./messages";

/** A table of a file. */
export interface Section {
  path: string;
  doc?: string;
  fields: Field[];
}

/** A key of a file. */
export interface Field {
  key: string;
  kind: string;
  doc: string;
  choices?: { name: string; doc?: string }[];
  items?: number;
}

export type Value = string | boolean | number | Value[] | { [key: string]: Value } | null;
export type Values = Record<string, Value>;

/** set changes the value of a key; null takes the key away. */
export type Set = (key: string, value: Value) => void;

/** marked returns text with what is in backticks as code. */
export function marked(text: string): Node[] {
  return text.split("`").map((part, i) => (i % 2 ? el("code", {}, part) : document.createTextNode(part)));
}

/** labelOf returns a key as a label: "king-to" is "King to". */
export function labelOf(key: string): string {
  const words = key.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const long = new Set(["doc", "summary", "placement", "notes", "picture"]);

/** nameOf returns the name of a key's field, from which what is wrong with it finds it. */
export const nameOf = (key: string) => `key-${key}`;

/** control returns the control of a key with its value. */
function control(field: Field, key: string, value: Value | undefined, set: Set): HTMLElement {
  const name = nameOf(key);
  const text = () => (Array.isArray(value) ? value.join("\n") : value === undefined || value === null ? "" : String(value));
  const common = { name, autocomplete: "off", spellcheck: false } as const;
  switch (field.kind) {
    case "yes": {
      const input = el("input", { type: "checkbox", name, checked: value === true });
      input.addEventListener("change", () => set(key, input.checked || null));
      return input;
    }
    case "number": {
      const input = el("input", { ...common, type: "number", value: text() });
      input.addEventListener("change", () => set(key, input.value === "" ? null : Math.trunc(Number(input.value))));
      return input;
    }
    case "choice": {
      const options = field.choices!.map((c) => el("option", { value: c.name }, c.name || say("as in chess")));
      const select = el("select", { name }, ...options);
      select.value = text() || field.choices![0].name;
      select.addEventListener("change", () => set(key, select.value === field.choices![0].name ? null : select.value));
      return select;
    }
    case "texts":
    case "choices": {
      const area = el("textarea", { ...common, rows: 2 });
      area.value = text();
      area.addEventListener("change", () => {
        const lines = area.value.split("\n").map((line) => line.trim());
        const kept = lines.filter(Boolean);
        set(key, kept.length ? kept : null);
      });
      return area;
    }
    case "numbers": {
      const input = el("input", { ...common, value: Array.isArray(value) ? value.join(" ") : "" });
      input.addEventListener("change", () => {
        const numbers = input.value.split(/[\s,]+/).filter(Boolean).map(Number);
        set(key, numbers.length ? numbers : null);
      });
      return input;
    }
    default: {
      const input = el("input", { ...common, value: text() });
      if (field.kind === "letter") input.maxLength = 1;
      input.addEventListener("change", () => set(key, input.value === "" ? null : input.value));
      return input;
    }
  }
}

/** regionField returns the field of a region: White's, and Black's where it is not White's turned over. */
function regionField(field: Field, key: string, value: Value | undefined, set: Set, help: HTMLElement): HTMLElement {
  const sides = value && typeof value === "object" ? (value as Values) : { white: value ?? "" };
  const input = (name: string, text: Value | undefined) => {
    const made = el("input", { name, autocomplete: "off", spellcheck: false, value: String(text ?? "") });
    made.setAttribute("aria-describedby", help.id);
    made.addEventListener("change", change);
    return made;
  };
  const change = () => set(key, black.value ? { white: white.value, black: black.value } : white.value || null);
  const white = input(nameOf(key), sides.white);
  const black = input(nameOf(`${key}.black`), sides.black);
  black.placeholder = say("the same, turned over");
  return el(
    "div",
    { className: "field", role: "group", aria: { label: labelOf(field.key) } },
    el("div", { className: "row region" }, el("label", {}, labelOf(field.key), white), el("label", {}, say("Black's"), black)),
    help,
  );
}

/** fieldsOf returns the controls of a section. prefix is the key of its table, "" for the game. */
export function fieldsOf(section: Section, prefix: string, values: Values, set: Set, left: string[] = []): HTMLElement[] {
  return section.fields
    .filter((f) => f.kind !== "table" && !left.includes(f.key))
    .map((field) => {
      const key = prefix ? `${prefix}.${field.key}` : field.key;
      const help = el("p", { className: "help", id: `help-${nameOf(key)}` }, ...helpOf(field));
      if (field.kind === "region") return regionField(field, key, values[field.key], set, help);
      const input = control(field, key, values[field.key], set);
      input.setAttribute("aria-describedby", help.id);
      const label =
        field.kind === "yes"
          ? el("label", { className: "check" }, input, labelOf(field.key))
          : el("label", { className: long.has(field.key) ? "long" : "" }, labelOf(field.key), input);
      if (field.kind === "texts" || field.kind === "choices") label.append(el("span", { className: "quiet" }, say("one a line")));
      return el("div", { className: "field" }, label, help);
    });
}

/** helpOf says what a key means, and its choices. */
function helpOf(field: Field): Node[] {
  const words = marked(field.doc);
  for (const { name, doc } of field.choices ?? [])
    if (doc) words.push(document.createTextNode(" "), el("code", {}, name), document.createTextNode(": "), ...marked(doc + "."));
  return words;
}
