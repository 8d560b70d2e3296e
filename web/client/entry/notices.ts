// Every page of somebody who has a name: what others have done is told at once, wherever the reader is. The socket also says to the
// server that the reader is there, which keeps offers of live games open.

import { island, place, signedOut } from "../page";

interface News {
  turns: number;
  notices: string; // HTML, written by the server
}

class Notices {
  private socket?: WebSocket;
  private tries = 0;
  private away = false; // the page is being left, or kept by the browser
  private pressed = false; // a button in them, which stays where it is until it is let go
  private waiting?: string;

  constructor(private region: HTMLElement) {
    region.addEventListener("submit", (event) => this.act(event as SubmitEvent));
    region.addEventListener("pointerdown", () => (this.pressed = true));
    for (const end of ["pointerup", "pointercancel"]) {
      document.addEventListener(end, () => {
        this.pressed = false;
        setTimeout(() => this.waiting !== undefined && this.show(this.waiting)); // after the click
      });
    }
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
      if (event.code === signedOut && this.tries > 0) return; // nor is there a new session, which the first try would have found
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
    this.waiting = this.pressed ? html : undefined;
    if (this.pressed) return;
    const come = document.createElement("div");
    come.innerHTML = html;
    if (come.innerHTML.trim() === this.region.innerHTML.trim()) return;
    const focus = this.region.contains(document.activeElement) ? leads(document.activeElement!) : undefined;
    this.region.replaceChildren(...come.childNodes);
    if (focus) [...this.region.querySelectorAll<HTMLElement>("a, button")].find((e) => leads(e) === focus)?.focus({ preventScroll: true });
  }

  /** act sends a form that leads nowhere without leaving the page. */
  private act(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    if (form.dataset.quiet === undefined) return;
    event.preventDefault();
    void fetch(form.action, { method: "POST", redirect: "manual" }).then(
      (answer) => answer.type === "opaqueredirect" && form.closest(".notice")?.remove(), // refused, it stays
      () => undefined, // the notice stays, and can be pressed again
    );
  }
}

/** leads says where a link or a button leads, which tells it from the others. */
function leads(e: Element): string | null | undefined {
  return e.getAttribute("href") ?? e.closest("form")?.getAttribute("action");
}

const region = island("notices");
if (region) new Notices(region);
