// What is new, on every page of a reader with a name: the bell with its list, and notices that ask
// for an answer. A live game that begins brings its player to the board. The socket also tells the
// server that the reader is online, which keeps their offers of live games open.

import { recall, remember } from "../memory";
import { say } from "../messages";
import { island, place, refill, signedOut, watchPress } from "../page";
import { Sounds } from "../sounds";

interface News {
  turns: number;
  notices: string; // HTML, written by the server
  count: number;
  bell: string; // HTML
}

/** Filled is an element with HTML of the server, which does not change while it is pressed. */
class Filled {
  private readonly pressed: () => boolean;
  private waiting?: string; // to show after the press

  constructor(
    private element: HTMLElement,
    private shown: () => void = () => {},
  ) {
    this.pressed = watchPress(element, () => {
      setTimeout(() => this.waiting !== undefined && this.show(this.waiting)); // after the click
    });
    element.addEventListener("submit", (event) => this.act(event as SubmitEvent));
  }

  /** show shows HTML, and returns whether it is new. */
  show(html: string): boolean {
    this.waiting = this.pressed() ? html : undefined;
    if (this.pressed()) return true;
    const content = document.createElement("div");
    content.innerHTML = html;
    const fresh = content.innerHTML.trim() !== this.element.innerHTML.trim();
    if (fresh) refill(this.element, content);
    this.shown();
    return fresh;
  }

  /** act sends a quiet form without leaving the page. */
  private act(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    if (form.dataset.quiet === undefined) return;
    event.preventDefault();
    void fetch(form.action, { method: "POST", redirect: "manual" }).then(
      // If refused, it stays.
      (answer) => answer.type === "opaqueredirect" && form.closest(".notice, .news li")?.remove(),
      () => undefined, // the notice stays
    );
  }
}

/** answered is the name in the browser's storage of the game that a page has led to, or stayed away from. */
const answered = "begun";

/** Beginning leads to the board of a live game that has begun. */
class Beginning {
  private game = ""; // to which the page will go
  private timer = 0;

  constructor(private region: HTMLElement) {
    document.addEventListener("visibilitychange", () => this.look());
  }

  /** look begins to count when a game has begun, and stops when it is no news any more. */
  look(): void {
    const notice = this.region.querySelector<HTMLElement>("[data-begun]");
    const game = notice?.dataset.begun ?? "";
    if (game !== this.game) {
      clearTimeout(this.timer);
      this.timer = 0;
      this.game = game;
    }
    if (!game || recall(answered) === game) return;
    this.say(notice!, game);
    // Of several pages the one in front goes. Where none is, the first of those behind does.
    const wait = document.hidden ? 4000 : 3000;
    this.timer ||= window.setTimeout(() => this.go(game), wait);
  }

  /** say shows that the page will go, and a button to stay. */
  private say(notice: HTMLElement, game: string): void {
    const says = place(notice, "taken");
    if (!says?.hidden) return;
    says.hidden = false;
    const stay = document.createElement("button");
    stay.type = "button";
    stay.className = "button small";
    stay.textContent = say("Stay here");
    stay.addEventListener("click", () => {
      clearTimeout(this.timer);
      remember(answered, game);
      says.hidden = true;
      stay.remove();
    });
    notice.querySelector(".row")?.append(stay);
  }

  /** go leads to the board, unless another page does. */
  private go(game: string): void {
    // What one page remembers reaches the others late, so it keeps them locked out until it is left.
    void alone("begun", () => {
      if (recall(answered) === game) return Promise.resolve();
      remember(answered, game);
      location.assign(`/g/${game}`);
      return new Promise(() => {});
    });
  }
}

/** alone runs what one page at a time may do, or nothing if another page is at it. */
async function alone(name: string, act: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return act(); // a site without TLS
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? act() : undefined));
}

class Notices {
  private socket?: WebSocket;
  private tries = 0;
  private away = false; // the reader has left the page
  private unseen = false; // something may have come that the reader has not seen
  private readonly beginning: Beginning;
  private readonly notices: Filled;
  private readonly sounds = new Sounds();
  private challenges = 0; // that the page has shown
  private readonly news?: Filled;

  constructor(private region: HTMLElement) {
    this.challenges = this.challenged();
    this.beginning = new Beginning(region);
    this.notices = new Filled(region, () => {
      this.beginning.look();
      this.listen();
    });
    const bell = place<HTMLDetailsElement>(document, "bell");
    if (bell) {
      this.news = new Filled(place(bell, "news")!);
      closes(bell);
    }
    addEventListener("pagehide", () => {
      this.away = true;
      this.socket?.close();
    });
    addEventListener("pageshow", () => this.connect());
    addEventListener("online", () => this.connect());
    document.addEventListener("visibilitychange", () => this.see());
    this.beginning.look();
    this.connect();
  }

  /** challenged returns how many challenges ask for an answer. */
  private challenged(): number {
    return this.region.querySelectorAll('form[action$="/take"]').length;
  }

  /** listen plays a sound when a challenge has arrived. */
  private listen(): void {
    const now = this.challenged();
    if (now > this.challenges) this.sounds.play("challenge");
    this.challenges = now;
  }

  private connect(): void {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    this.away = false;
    const url = new URL(`/notices/live?${new URLSearchParams({ at: this.region.dataset.at ?? "/" })}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = (this.socket = new WebSocket(url));
    socket.addEventListener("message", (event) => {
      this.tries = 0;
      this.receive(JSON.parse(event.data as string) as News);
    });
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket || this.away) return;
      if (event.code === signedOut && this.tries > 0) return; // the first try would have found a new session
      const wait = Math.min(30_000, 500 * 2 ** this.tries++) * (0.75 + Math.random() / 2);
      setTimeout(() => this.connect(), wait);
    });
  }

  private receive({ turns, notices, count, bell }: News): void {
    badge("turns", turns);
    badge("news-count", count);
    const none = place(document, "no-news");
    if (none) none.hidden = count > 0;
    this.notices.show(notices);
    if (this.news?.show(bell)) this.unseen = true;
    this.see();
  }

  /** see tells the server that the reader sees the news, so that no mail tells them. */
  private see(): void {
    if (!this.unseen || document.hidden) return;
    this.unseen = false;
    void fetch("/notices/seen", { method: "POST" }).catch(() => undefined); // then the mail is sent
  }
}

/** badge shows a number, unless it is zero. */
function badge(name: string, count: number): void {
  const shown = place(document, name);
  if (!shown) return;
  shown.textContent = String(count);
  shown.hidden = count === 0;
}

/** closes closes the list of the bell by Escape, and by a press elsewhere. */
function closes(bell: HTMLDetailsElement): void {
  document.addEventListener("pointerdown", (event) => {
    if (!bell.contains(event.target as Node)) bell.open = false;
  });
  bell.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !bell.open) return;
    bell.open = false;
    bell.querySelector("summary")?.focus();
  });
}

const region = island("notices");
if (region) new Notices(region);
