// Lists of games and offers. They follow the server. An invitation goes to the game by correspondence
// that begins; notices.ts goes to live games, from every page.

import { pickers } from "../picker";
import { island, place, refill, watchPress } from "../page";

const page = island("lobby") ?? island("invitation") ?? island("games");

/** fresh returns the reader's games by correspondence in which nobody has moved yet. */
function fresh(within: ParentNode): string[] {
  return place(within, "fresh")?.dataset.games?.split(" ").filter(Boolean) ?? [];
}

class Lists {
  private timer = 0;
  private readonly pressed: (() => boolean)[]; // while something is pressed, the lists do not change
  private readonly known: string[];

  constructor(
    private shown: HTMLElement[],
    private goes: boolean, // to a game by correspondence that begins
  ) {
    this.known = fresh(document);
    this.pressed = shown.map((element) => watchPress(element, () => this.soon()));
  }

  soon(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.refresh(), 100);
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
    const answer = document.createElement("div");
    answer.innerHTML = text; // written and escaped by the server
    const next = fresh(answer).find((id) => !this.known.includes(id));
    if (next && this.goes) location.assign(`/g/${next}`);
    for (const element of this.shown) {
      const now = place(answer, element.dataset.place!);
      const held = this.pressed.some((pressed) => pressed());
      if (now && !held && now.innerHTML !== element.innerHTML) refill(element, now);
    }
  }
}

if (page) {
  pickers(page);
  const parts = ["waits", "lists"].flatMap((name) => place(page, name) ?? []);
  const invited = page.dataset.island === "invitation";
  const lists = invited || parts.length > 0 ? new Lists(parts, invited) : undefined;
  const events = new EventSource("/api/v1/seeks/events");
  // The first event comes at once, so that nothing is missed between the page and the stream.
  events.addEventListener("change", () => lists?.soon());
  events.addEventListener("game", (event) => {
    const { game } = JSON.parse((event as MessageEvent<string>).data) as { game?: string };
    if (lists) lists.soon();
    else if (game) location.reload();
  });
  addEventListener("pagehide", () => events.close());
}
