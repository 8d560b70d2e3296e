// Pages with lists of games and offers: they stay as the server knows them, and go to a game that begins.

import { island, place } from "../page";

const page = island("lobby") ?? island("invitation") ?? island("games");

/** fresh returns the reader's games in which nobody has moved yet, as the lists name them. */
function fresh(lists: ParentNode): string[] {
  return place(lists, "fresh")?.dataset.games?.split(" ").filter(Boolean) ?? [];
}

/** target says where a link or a button leads, which tells it from the others in any copy of the lists. */
function target(e: Element): string | null | undefined {
  return e.getAttribute("href") ?? e.getAttribute("formaction") ?? e.closest("form")?.getAttribute("action");
}

class Lists {
  private asked = 0;
  private pressed = false; // something in them, which stays where it is until it is let go
  private readonly known: string[];

  constructor(
    private lists: HTMLElement,
    private shown: boolean, // the page shows the lists, and not only goes to a game that begins
  ) {
    this.known = fresh(lists);
    lists.addEventListener("pointerdown", () => (this.pressed = true));
    for (const end of ["pointerup", "pointercancel"]) {
      document.addEventListener(end, () => {
        if (this.pressed) this.soon();
        this.pressed = false;
      });
    }
  }

  soon(): void {
    window.clearTimeout(this.asked);
    this.asked = window.setTimeout(() => void this.refresh(), 100);
  }

  private async refresh(): Promise<void> {
    let text: string;
    try {
      const answer = await fetch("/lobby/lists", { headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      text = await answer.text();
    } catch {
      return; // the next change asks again
    }
    const come = document.createElement("div");
    come.innerHTML = text; // written, and escaped, by the server
    const next = fresh(come).find((id) => !this.known.includes(id));
    if (next) location.assign(`/g/${next}`);
    else if (this.shown && !this.pressed && come.innerHTML !== this.lists.innerHTML) this.show(come);
  }

  /** show shows what the lists have come to be, with the focus where it was. */
  private show(come: Element): void {
    const focus = this.lists.contains(document.activeElement) ? target(document.activeElement!) : undefined;
    this.lists.replaceChildren(...come.childNodes);
    if (focus) [...this.lists.querySelectorAll<HTMLElement>("a, button")].find((e) => target(e) === focus)?.focus({ preventScroll: true });
  }
}

if (page) {
  const lists = place(page, "lists");
  const shown = lists ? new Lists(lists, page.dataset.island === "lobby") : undefined;
  const events = new EventSource("/api/v1/seeks/events");
  // The first event comes at once, so that nothing is missed between the page and the stream.
  events.addEventListener("change", () => shown?.soon());
  events.addEventListener("game", (event) => {
    const { game } = JSON.parse((event as MessageEvent<string>).data) as { game?: string };
    if (shown) shown.soon();
    else if (game) location.reload();
  });
  addEventListener("pagehide", () => events.close());
}
