// Notices of what others have done, on every page of a reader with a name. The socket also tells
// the server that the reader is online, which keeps their offers of live games open.

import { island, place, refill, signedOut, watchPress } from "../page";

interface News {
  turns: number;
  notices: string; // HTML, written by the server
}

class Notices {
  private socket?: WebSocket;
  private tries = 0;
  private away = false; // the reader has left the page
  private readonly pressed: () => boolean; // while a button is pressed, the notices do not change
  private waiting?: string; // notices to show after the press

  constructor(private region: HTMLElement) {
    region.addEventListener("submit", (event) => this.act(event as SubmitEvent));
    this.pressed = watchPress(region, () => {
      setTimeout(() => this.waiting !== undefined && this.show(this.waiting)); // after the click
    });
    addEventListener("pagehide", () => {
      this.away = true;
      this.socket?.close();
    });
    addEventListener("pageshow", () => this.connect());
    addEventListener("online", () => this.connect());
    this.connect();
  }

  private connect(): void {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    this.away = false;
    const url = new URL(`/notices/live?${new URLSearchParams({ at: this.region.dataset.at ?? "/" })}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = (this.socket = new WebSocket(url));
    socket.addEventListener("message", (event) => {
      this.tries = 0;
      const news = JSON.parse(event.data as string) as News;
      this.count(news.turns);
      this.show(news.notices);
    });
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket || this.away) return;
      if (event.code === signedOut && this.tries > 0) return; // the first try would have found a new session
      const wait = Math.min(30_000, 500 * 2 ** this.tries++) * (0.75 + Math.random() / 2);
      setTimeout(() => this.connect(), wait);
    });
  }

  private count(turns: number): void {
    const badge = place(document, "turns");
    if (!badge) return;
    badge.textContent = String(turns);
    badge.hidden = turns === 0;
  }

  private show(html: string): void {
    this.waiting = this.pressed() ? html : undefined;
    if (this.pressed()) return;
    const notices = document.createElement("div");
    notices.innerHTML = html;
    if (notices.innerHTML.trim() !== this.region.innerHTML.trim()) refill(this.region, notices);
  }

  /** act sends a quiet form without leaving the page. */
  private act(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    if (form.dataset.quiet === undefined) return;
    event.preventDefault();
    void fetch(form.action, { method: "POST", redirect: "manual" }).then(
      (answer) => answer.type === "opaqueredirect" && form.closest(".notice")?.remove(), // if refused, it stays
      () => undefined, // the notice stays
    );
  }
}

const region = island("notices");
if (region) new Notices(region);
