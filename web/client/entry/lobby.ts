// Pages with lists of games and offers: they stay as the server knows them, and go to a game that begins.

import { island, place } from "../page";

const page = island("lobby") ?? island("invitation") ?? island("games");

async function refresh(): Promise<void> {
  const lists = page && place(page, "lists");
  if (!lists) return;
  try {
    const answer = await fetch("/lobby/lists", { headers: { Accept: "text/html" } });
    if (answer.ok) lists.innerHTML = await answer.text(); // written, and escaped, by the server
  } catch {
    // The next change asks again.
  }
}

if (page) {
  let asked = 0;
  const soon = () => {
    window.clearTimeout(asked);
    asked = window.setTimeout(() => void refresh(), 150);
  };
  const events = new EventSource("/api/v1/seeks/events");
  const began = Date.now();
  events.addEventListener("change", soon);
  events.addEventListener("game", (event) => {
    const { game, ply, over } = JSON.parse((event as MessageEvent<string>).data) as { game: string; ply: number; over?: boolean };
    // A game that has just begun is one to go to, but not from a list of all games, nor when the page has just been opened.
    if (game && ply === 0 && !over && page.dataset.island !== "games" && Date.now() - began > 300) location.assign(`/g/${game}`);
    else if (page.dataset.island === "games" && game) location.reload();
    else soon();
  });
  addEventListener("pagehide", () => events.close());
}
