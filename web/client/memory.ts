// What the browser remembers for all pages of the site. A browser can refuse to.

/** recall returns what is kept under a name, null without it. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** remember keeps a text under a name, if the browser keeps anything. */
export function remember(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // The browser keeps nothing.
  }
}
