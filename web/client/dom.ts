// Elements made in one line.

import { say } from "./messages";

type Props<K extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[K], "style">> & {
  role?: string;
  data?: Record<string, string>;
  aria?: Record<string, string>;
};

export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  props: Props<K> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const { data, aria, role, ...rest } = props;
  const element = Object.assign(document.createElement(name), rest);
  if (role) element.setAttribute("role", role);
  for (const [key, value] of Object.entries(data ?? {})) element.dataset[key] = value;
  for (const [key, value] of Object.entries(aria ?? {})) element.setAttribute("aria-" + key, value);
  element.append(...children);
  return element;
}

export function button(label: string, act: () => void, props: Props<"button"> = {}): HTMLButtonElement {
  const b = el("button", { type: "button", className: "button", ...props }, label);
  b.addEventListener("click", act);
  return b;
}

/** addStyle adds the style of an island to the page, as the policy against inline styles allows. */
export function addStyle(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

export function copyButton(text: () => string, label = say("Copy")): HTMLButtonElement {
  const b = button(label, () => {
    void navigator.clipboard.writeText(text()).then(() => {
      b.textContent = say("Copied");
      setTimeout(() => (b.textContent = label), 1500);
    });
  });
  return b;
}
