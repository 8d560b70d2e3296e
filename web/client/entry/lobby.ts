// Lists of games and offers. They follow the server, and the page goes to a game that begins.

import { island, place, refill, watchPress } from "../page";

const page = island("lobby") ?? island("invitation") ?? island("games");

/** fresh returns the reader's games in which nobody has moved yet, as the lists name them. */
function fresh(lists: ParentNode): string[] {
  return place(lists, "fresh")?.dataset.games?.split(" ").filter(Boolean) ?? [];
}

class Lists {
  private timer = 0;
  private readonly pressed: () => boolean; // while something is pressed, the lists do not change
  private readonly known: string[];

  constructor(
    private lists: HTMLElement,
    private shown: boolean, // the page shows the lists; other pages only go to a game that begins
  ) {
    this.known = fresh(lists);
    this.pressed = watchPress(lists, () => this.soon());
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
    if (next) location.assign(`/g/${next}`);
    else if (this.shown && !this.pressed() && answer.innerHTML !== this.lists.innerHTML) refill(this.lists, answer);
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
