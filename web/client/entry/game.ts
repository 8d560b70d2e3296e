// The page of a game: events come over a socket, and the player's commands go back over it. Each
// command has an ID and is sent again after an interruption, so that none is lost or done twice.

import type { KirkeBoard } from "../board";
import { button, el } from "../dom";
import { Material, type Army } from "../material";
import { count, say } from "../messages";
import { MoveList, type ScoreLine } from "../movelist";
import { ask, island, place, ready, sentence, setMovable, signedOut } from "../page";
import { Past } from "../past";
import { Plan } from "../plan";
import { resizable } from "../resize";
import { Review } from "../review";
import { Share } from "../share";
import { Sounds, soundOf, type Sound } from "../sounds";
import type { Move, Path, View } from "../view";

type Seat = "white" | "black" | "watcher";

interface Clocks {
  white: number;
  black: number;
  running: boolean;
  deadline?: string;
}

interface State {
  game: string;
  seq: number;
  seat: Seat;
  ply: number;
  turn: "white" | "black";
  view: View;
  moves: string[];
  uci: string[];
  score: ScoreLine[] | null;
  times?: number[];
  clock?: Clocks;
  clocks?: [number, number][];
  drawOffer?: Seat;
  takeback?: Seat;
  rematchOffer?: Seat;
  rematch?: string;
  claims?: string[];
  over?: boolean;
  says: string;
  result: string;
  ending?: string;
  verdict?: string;
  ratings?: string[];
}

interface GameEvent {
  seq: number;
  by: Seat;
  kind: string;
  data: { name?: string; text?: string; game?: string };
}

interface Command {
  do: string;
  id: string;
  ply?: number;
  text?: string;
  reason?: string;
  offer?: boolean;
}

type Message =
  | { state: State; events?: GameEvent[]; online?: Seat[] }
  | { ack: string } | { refused: string; code: string; text: string };

const lowMs = 20_000;

class Game {
  private state: State;
  private receivedAt = performance.now(); // of the state
  private socket?: WebSocket;
  private waiting = new Map<string, Command>(); // sent, and not answered yet
  private tries = 0;
  private readonly playing: boolean;
  private ended = false;
  private about = ""; // identifies what the board shows
  private at: number | null = null; // the half-moves before a past position on the board; null for the last one
  private seen = 0; // the half-moves made when the reader left the last position
  private past: Past;
  private list: MoveList;
  private buttons = new Map<string, Map<string, HTMLElement>>(); // by their slot and what they do
  private material: Material;
  private readonly sounds = new Sounds();
  private heard = 0; // the half-moves whose sound has been played
  private warned = false; // that the reader has little time left
  private plan?: Plan;
  private review?: Review;
  private beside = false; // the board shows a line that leaves the game at a past position
  private planned = ""; // identifies the state of the plan that is shown
  private connections = 0;
  private checking = false; // a typed move is being checked
  private toldSeq = 0; // the last event that the server knows the player has seen

  constructor(
    private page: HTMLElement,
    private board: KirkeBoard,
  ) {
    this.state = JSON.parse(page.dataset.state!) as State;
    this.playing = this.state.seat !== "watcher";
    board.walks = true;
    board.margin = page.querySelector<HTMLElement>(".moves-list");
    this.material = new Material(JSON.parse(page.dataset.army!) as Army, board, {
      white: place(page, "taken-white"),
      black: place(page, "taken-black"),
    });
    resizable(page, place(page, "board")!);
    this.past = new Past(this.state.game);
    this.list = new MoveList(
      page,
      (ply, quick) => this.go(ply, quick),
      () => this.flip(),
    );
    board.addEventListener("kirke-move", (event) => this.move((event as CustomEvent<{ uci: string }>).detail.uci));
    board.addEventListener(
      "kirke-explain",
      (event) => void this.explain((event as CustomEvent<{ text: string }>).detail.text),
    );
    board.addEventListener("kirke-type", () => this.type());
    for (const [name, does] of [
      ["acts", this.act],
      ["say", this.talk],
      ["move-form", this.typed],
    ] as const) {
      place(page, name)?.addEventListener("submit", (event) => void does.call(this, event as SubmitEvent));
    }
    const plan = place<HTMLDetailsElement>(page, "plan");
    if (plan) {
      const panel = page.querySelector<HTMLElement>(".game-panel")!;
      const desk = { board, panel, view: () => this.state.view, restore: () => this.back() };
      this.plan = new Plan(plan, this.state.game, desk);
    }
    this.box?.addEventListener("input", () => this.wrong(""));
    if (this.box && board.confirm !== "always") this.box.form!.querySelector("button")!.textContent = say("Play");
    place(page, "walk")?.append(soundsButton(this.sounds));
    this.heard = this.state.ply;
    const reviewed = place(page, "review-here");
    if (reviewed) this.review = this.reviewIn(reviewed);
    const shared = place(page, "share");
    if (shared) new Share(shared, this.state.game, () => ({ ply: this.at, flip: board.orientation === "black" }));
    this.show();
    if (page.dataset.at && Number(page.dataset.at) < this.state.ply) this.go(Number(page.dataset.at), true);
    this.connect();
    setInterval(() => this.tick(), 100);
    addEventListener("online", () => this.connect());
    document.addEventListener("visibilitychange", () => this.see());
    addEventListener("pagehide", () => {
      this.ended = true;
      this.socket?.close();
    });
  }

  // The socket

  private connect(): void {
    if (this.ended || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    const url = new URL(`/g/${this.state.game}/live?after=${this.state.seq}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = (this.socket = new WebSocket(url));
    socket.addEventListener("open", () => {
      this.tries = 0;
      this.connections++;
      for (const command of this.waiting.values()) socket.send(JSON.stringify(command));
    });
    socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data as string) as Message));
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket || this.ended) return;
      if (event.code === signedOut) return location.reload();
      this.page.dataset.offline = "yes";
      const wait = Math.min(10_000, 300 * 2 ** this.tries++) * (0.75 + Math.random() / 2);
      setTimeout(() => this.connect(), wait);
      if (this.tries > 1) this.say(say("Reconnecting…"));
    });
  }

  private receive(message: Message): void {
    delete this.page.dataset.offline;
    if ("ack" in message) {
      this.waiting.delete(message.ack);
      return;
    }
    if ("refused" in message) {
      const refused = this.waiting.get(message.refused);
      this.waiting.delete(message.refused);
      if (refused?.do === "move") this.back();
      this.board.say(message.text);
      return;
    }
    if (message.state.seq < this.state.seq) return;
    const before = this.state;
    this.state = message.state;
    this.receivedAt = performance.now();
    if (message.online) this.showPresence(message.online);
    for (const event of message.events ?? []) this.apply(event, before);
    this.show();
    this.sound(before);
    this.see();
  }

  /**
   * see tells the server what the player has seen, so that no mail tells it. Of a live game only the
   * end is told.
   */
  private see(): void {
    const { seq, over, game } = this.state;
    const told = over || this.page.dataset.correspondence !== undefined;
    if (!this.playing || !told || document.hidden || seq <= this.toldSeq) return;
    this.toldSeq = seq;
    void fetch(`/g/${game}/seen`, { method: "POST", body: new URLSearchParams({ seq: String(seq) }) }).catch(
      () => (this.toldSeq = 0), // the next event tells it too
    );
  }

  private send(command: Omit<Command, "id">): void {
    const whole: Command = {
      ...command,
      id: crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`,
    };
    this.waiting.set(whole.id, whole);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(whole));
    else this.connect();
  }

  // What the player does

  private move(uci: string): void {
    if (this.at !== null || this.plan?.entering) return; // this is no move of the game
    const move = this.state.view.moves.find((m) => m.uci === uci);
    if (move) this.play(this.soundOfMine(move));
    this.heard = this.state.ply + 1;
    const offer = this.box?.form?.elements.namedItem("offer") as HTMLInputElement | null;
    this.send({ do: "move", ply: this.state.ply + 1, text: uci, ...(offer?.checked ? { offer: true } : {}) });
    if (offer) offer.checked = false;
    if (this.box) this.box.value = "";
    this.wrong("");
  }

  /** typed plays the move that was typed. Where moves are confirmed, the board shows it first. */
  private async typed(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const text = this.box!.value.trim();
    if (!text || this.checking) return;
    if (this.at !== null) {
      this.wrong(say("You are looking at a past move. Go back to the game to move."));
      return;
    }
    const { ply } = this.state;
    this.checking = true;
    try {
      const known = await this.explained(text);
      if (ply !== this.state.ply) this.wrong(say("The game has changed meanwhile."));
      else if (!known.legal) this.wrong(known.text ?? say("That is not a move."));
      else if (!this.board.enter(known.uci!)) this.wrong(say("The move cannot be played now."));
      else this.wrong("");
    } catch (error) {
      this.wrong(sentence(error));
    } finally {
      this.checking = false;
    }
  }

  /** explained asks the server whether a text is a legal move. */
  private explained(text: string): Promise<{ legal: boolean; uci?: string; text?: string }> {
    return ask(`/g/${this.state.game}/explain?${new URLSearchParams({ text })}`);
  }

  /** wrong says beside the move box why a move is not played. */
  private wrong(text: string): void {
    const error = place(this.page, "move-error");
    if (!error || !this.box) return;
    error.textContent = text;
    error.hidden = !text;
    if (text) this.box.setAttribute("aria-describedby", error.id);
    else this.box.removeAttribute("aria-describedby");
    this.box.setAttribute("aria-invalid", String(Boolean(text)));
  }

  private act(event: SubmitEvent): void {
    const verb = (event.submitter as HTMLElement | null)?.dataset.verb;
    if (!verb) return;
    event.preventDefault();
    this.send({ do: verb, ply: this.state.ply, reason: event.submitter!.dataset.reason });
  }

  private talk(event: SubmitEvent): void {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).elements.namedItem("text") as HTMLInputElement;
    if (input.value.trim()) this.send({ do: "say", text: input.value.trim() });
    input.value = "";
  }

  /**
   * type gives the focus to the move box. A character typed on the board then appears there.
   */
  private type(): void {
    if (this.mine) this.box?.focus();
  }

  private async explain(text: string): Promise<void> {
    if (this.plan?.entering) return; // it would be about another position
    try {
      const answer = await this.explained(text);
      if (answer.text) this.board.say(answer.text);
    } catch (error) {
      this.board.say(sentence(error));
    }
  }

  // Which position is shown

  /** go shows the position after some half-moves. quick is without motion. */
  private go(to: number, quick: boolean): void {
    const { state } = this;
    const from = this.at ?? state.ply;
    const ply = Math.max(0, Math.min(state.ply, to));
    if (ply === from && !this.beside) return;
    this.plan?.stop();
    this.beside = false;
    if (this.at === null) this.seen = state.ply;
    this.at = ply < state.ply ? ply : null;
    this.list.mark(ply);
    if (this.at === null) this.back();
    else {
      this.wrong("");
      setMovable(this.board, "none", false);
      void this.look(ply, quick || Math.abs(ply - from) > 1 ? 0 : ply - from);
    }
    this.list.say(this.at === null ? null : this.seen);
    this.tick();
    this.review?.at(ply);
  }

  /** reviewIn shows the review of the game in an element. */
  private reviewIn(here: HTMLElement): Review {
    return new Review(here, this.state.game, {
      go: (ply) => this.go(ply, false),
      aside: (ply, view, text) => {
        this.go(ply, true);
        this.beside = true;
        this.board.show(view, view.last?.paths ?? []);
        this.play(soundOf(view));
        this.material.show(view);
        this.list.tell(text);
        this.board.scrollIntoView({ block: "nearest" });
      },
      marks: (marks) => {
        this.list.judge(marks);
        this.list.show(this.state.score ?? [], this.state.moves, this.state.times);
      },
    });
  }

  /** look shows a past position, one half-move on (1) or back (-1), or at once (0). */
  private async look(ply: number, way: number): Promise<void> {
    let view = this.past.at(ply);
    if (!view) {
      try {
        view = await this.past.find(ply);
      } catch (error) {
        if (ply === this.at) this.board.say(sentence(error));
      }
      if (ply !== this.at || this.beside || !view) return;
    } else void this.past.find(ply).catch(() => undefined);
    const undone = way < 0 ? (this.past.at(ply + 1)?.last?.paths ?? []) : [];
    const back: Path[] = undone.filter((p) => p.from).map((p) => ({ from: p.to, to: p.from, how: "move" }));
    this.board.show(view, way > 0 ? (view.last?.paths ?? []) : back);
    if (way > 0) this.play(soundOf(view));
    this.material.show(view);
  }

  /** back shows the last position. */
  private back(): void {
    if (this.at !== null) return;
    this.about = "";
    this.showBoard();
  }

  private flip(): void {
    this.board.flip();
    const [upper, lower] = this.page.querySelectorAll("[data-side]");
    const mark = document.createComment("");
    upper.replaceWith(mark);
    lower.replaceWith(upper);
    mark.replaceWith(lower);
  }

  // What is shown

  /** box is where moves are typed, if the reader plays. */
  private get box(): HTMLInputElement | null {
    return place(this.page, "move-form")?.querySelector<HTMLInputElement>('input[name="text"]') ?? null;
  }

  private get mine(): boolean {
    return !this.state.over && this.state.turn === this.state.seat;
  }

  private apply(event: GameEvent, before: State): void {
    this.answer(event, before);
    if (event.kind === "said") {
      const chat = place(this.page, "chat");
      const name = event.data.name ?? "";
      const mine = event.by !== "watcher" && event.by === this.state.seat;
      const report = `/u/${name}?game=${this.page.dataset.game}&line=${event.seq}#report`;
      const who = mine
        ? name
        : el("a", { className: "name", href: report, title: say("Profile, with a form to report this message") }, name);
      chat?.append(el("li", {}, el("b", {}, who), " ", event.data.text ?? ""));
      chat?.scrollTo(0, chat.scrollHeight);
    }
    if (event.kind === "rematched" && this.playing && event.data.game) location.assign(`/g/${event.data.game}`);
  }

  /** answer says what the opponent has answered to a request, or that it was withdrawn. */
  private answer(event: GameEvent, before: State): void {
    const name = this.page.querySelector(`[data-side="${event.by}"] .name`)?.textContent ?? "";
    const theirs = this.playing && event.by !== this.state.seat;
    const asked = before.takeback === before.seat;
    if (event.kind === "takebackDeclined" && theirs)
      this.board.say(asked ? say("%s declines the takeback.", name) : say("%s no longer asks for a takeback.", name));
    if (event.kind === "drawDeclined" && theirs && before.drawOffer !== before.seat)
      this.board.say(say("%s has withdrawn the draw offer.", name));
    if (event.kind === "takenBack") this.board.say(say("Moves have been taken back."));
  }

  /** showPresence shows which players have the game open. */
  private showPresence(online: Seat[]): void {
    for (const side of ["white", "black"] as const) {
      const shown = place(this.page, `presence-${side}`);
      if (!shown || side === this.state.seat) continue;
      const here = online.includes(side);
      const text = here ? say("online") : say("away");
      shown.hidden = false;
      shown.classList.toggle("online", here);
      if (shown.textContent !== text) shown.textContent = text;
    }
  }

  // Sounds

  private play(sound: Sound): void {
    this.sounds.play(sound);
  }

  private soundOfMine(move: Move): Sound {
    if (move.check) return "check";
    if (move.reborn || move.capturer) return "rebirth";
    if (move.steps.some((step) => this.state.view.choices?.[step]?.kind === "gate" && !step.endsWith(":-")))
      return "gate";
    return move.captures ? "capture" : "move";
  }

  /** sound plays what has happened since a state. */
  private sound(before: State): void {
    const { state } = this;
    const offers = (s: State) => [s.drawOffer, s.takeback, s.rematchOffer];
    const asked = offers(state).some((by, i) => by && by !== state.seat && by !== offers(before)[i]);
    if (state.over && !before.over) {
      this.play("end");
      const told = [state.verdict, state.ending].filter(Boolean).map((text) => `${text}.`);
      if (this.at === null) this.board.say(told.join(" "));
      this.page.querySelector(".game-foot")?.classList.add("ended");
    } else if (state.ply > before.ply && state.ply > this.heard) this.play(soundOf(state.view));
    else if (asked && this.playing) this.play("challenge");
    this.heard = state.ply;
  }

  private show(): void {
    const { state } = this;
    this.past.keep(state.uci, state.view);
    if (this.about && !this.about.startsWith(`${state.ply} `)) this.plan?.stop();
    if (this.at !== null && this.at >= state.ply) this.at = null; // the moves since have been taken back
    this.seen = Math.min(this.seen, state.ply);
    this.showBoard();
    this.list.show(state.score ?? [], state.moves, state.times);
    this.list.mark(this.at ?? state.ply);
    this.list.say(this.at === null ? null : this.seen);
    if (!this.beside) this.review?.at(this.at ?? state.ply);
    this.say(state.says);
    this.showNotes();
    this.showPlan();
    this.showEnd();
    for (const side of ["white", "black"] as const) {
      this.page.querySelector(`[data-side="${side}"]`)?.classList.toggle("on-turn", !state.over && state.turn === side);
    }
    const box = place(this.page, "move-box");
    if (box) box.hidden = !this.mine;
    if (!this.mine) this.wrong("");
    this.showButtons();
    if (state.over) this.help();
    if (state.over) this.review?.over();
    this.tick();
    document.title = document.title.replace(/^● /, "");
    if (this.mine) document.title = `● ${document.title}`;
  }

  /** showBoard shows the last position, unless the reader looks at another one. */
  private showBoard(): void {
    const { state, board } = this;
    if (this.at !== null || this.plan?.entering) return;
    const moving = [...this.waiting.values()].some((command) => command.do === "move" && command.ply === state.ply + 1);
    // The board is set only when the position has changed, so that chat does not cancel a choice.
    const about = `${state.ply} ${state.view.fen} ${state.ending ?? ""}`;
    if (about !== this.about && (!moving || !this.about)) {
      board.view = state.view;
      this.about = about;
    }
    this.material.show(state.view);
    const mayMove = this.playing && !state.over && !(moving && !board.waiting);
    setMovable(board, mayMove ? (state.seat as "white" | "black") : "none", mayMove);
  }

  /** showEnd shows the result, and how the ratings have changed. */
  private showEnd(): void {
    const { over, result, verdict, ratings } = this.state;
    for (const [i, side] of (["white", "black"] as const).entries()) {
      const rating = place(this.page, `rating-${side}`);
      if (rating && ratings) rating.textContent = ratings[i];
    }
    const [end, shown] = [place(this.page, "end"), place(this.page, "verdict")];
    if (!end || !shown) return;
    end.hidden = shown.hidden = !over || result === "*";
    if (end.hidden) return;
    const score = verdict ? [" ", el("span", { className: "quiet" }, result)] : [];
    shown.replaceChildren(el("strong", {}, verdict ?? result), ...score);
    shown.classList.toggle("won", result === (this.state.seat === "white" ? "1-0" : "0-1") && this.playing);
    const names = ["white", "black"].map((side) => this.page.querySelector(`[data-side="${side}"] .name`)?.textContent);
    const changes = (ratings ?? []).map((rating, i) => el("span", {}, `${names[i] ?? ""} ${rating}`));
    const review = button(say("Computer review"), () => this.review?.lead(), { className: "button small" });
    review.dataset.place = "to-review";
    // A visitor cannot begin a review.
    const may = !("visitor" in this.page.dataset) || this.review?.begun;
    end.replaceChildren(...changes, ...(may ? [review] : []));
  }

  /** help shows the link to the solver, which is off in a rated game until it is over. */
  private help(): void {
    place(this.page, "solver")?.removeAttribute("hidden");
    place(this.page, "no-help")?.remove();
  }

  private say(text: string): void {
    const says = place(this.page, "says");
    if (says && says.textContent !== text) says.textContent = text;
  }

  /** showNotes shows the notes beside the board, and the deadline. */
  private showNotes(): void {
    const { view, clock, over } = this.state;
    const series = view.series ? say("Moves left in the series: %s of %s", view.series.left, view.series.length) : "";
    const line = place(this.page, "series");
    if (line) {
      line.textContent = series;
      line.hidden = !series;
    }
    const told = (view.notes ?? []).filter((note) => note !== series);
    const notes = told.map((text) => el("p", { className: "quiet", data: { place: "note-line" } }, text));
    place(this.page, "notes")?.replaceChildren(...notes);
    const deadline = place(this.page, "deadline");
    if (!deadline) return;
    deadline.hidden = over || !clock?.deadline;
    if (clock?.deadline) deadline.textContent = say("Deadline: %s", dateText(new Date(clock.deadline)));
  }

  /**
   * showPlan shows the conditional moves. It asks the server for them after a move or a new
   * connection.
   */
  private showPlan(): void {
    const { plan, state } = this;
    if (!plan) return;
    const about = `${state.ply} ${this.connections}`;
    plan.show(this.mine, Boolean(state.over));
    if (this.planned && about !== this.planned && !state.over) void plan.refresh();
    this.planned = about;
  }

  private showButtons(): void {
    const form = place<HTMLFormElement>(this.page, "acts");
    if (!form) return;
    const { state } = this;
    const slots: Record<string, HTMLElement[]> = { draw: [], takeback: [], resign: [] };
    const act = (slot: string, verb: string, label: string, kind = "", reason = "") => {
      const data = { verb, ...(reason ? { reason } : {}) };
      slots[slot].push(el("button", { className: `act ${kind}`.trim(), name: "do", value: verb, data }, label));
    };
    const link = (slot: string, act: string, href: string, label: string, kind = "") =>
      slots[slot].push(el("a", { className: `act ${kind}`.trim(), href, data: { act } }, label));
    if (state.over) {
      if (state.rematch) link("draw", "next", `/g/${state.rematch}`, say("Go to the rematch"), "primary");
      else if (!state.rematchOffer) act("draw", "offerRematch", say("Rematch"), "primary");
      else if (state.rematchOffer === state.seat) act("draw", "declineRematch", say("Cancel rematch offer"));
      else {
        act("draw", "offerRematch", say("Accept rematch"), "primary");
        act("draw", "declineRematch", say("Decline"));
      }
      link("takeback", "analyse", `/g/${state.game}/analysis`, say("Analyse"));
      link("resign", "new", "/lobby", say("New game"));
    } else {
      if (!state.drawOffer) act("draw", "offerDraw", say("Offer draw"));
      else if (state.drawOffer === state.seat) act("draw", "declineDraw", say("Cancel draw offer"));
      else {
        act("draw", "acceptDraw", say("Accept draw"), "primary");
        act("draw", "declineDraw", say("Decline draw"));
      }
      if (!state.takeback) act("takeback", "offerTakeback", say("Request takeback"));
      else if (state.takeback === state.seat) act("takeback", "declineTakeback", say("Cancel request"));
      else {
        act("takeback", "acceptTakeback", say("Accept takeback"), "primary");
        act("takeback", "declineTakeback", say("Decline takeback"));
      }
      if (this.mine) {
        for (const reason of state.claims ?? []) act("draw", "claim", say("Claim draw: %s", reason), "", reason);
      }
      if (!this.mine && this.left(state.turn) <= 0) act("draw", "flag", say("Claim on time"));
      if (state.ply < 2) act("resign", "abort", say("Abort"));
      const resign = el("details", { className: "resign" });
      resign.append(
        el("summary", { className: "act", data: { act: "resign" } }, say("Resign")),
        el(
          "button",
          { className: "button small danger", name: "do", value: "resign", data: { verb: "resign" } },
          say("Yes, resign"),
        ),
      );
      slots.resign.push(resign);
    }
    for (const [slot, made] of Object.entries(slots)) {
      const element = form.querySelector<HTMLElement>(`[data-slot="${slot}"]`);
      if (element) this.buttons.set(slot, updateButtons(element, made, this.buttons.get(slot) ?? new Map()));
    }
  }

  /** shownTime returns what a side's clock shows: after a game, what it showed at the position on the board. */
  private shownTime(side: "white" | "black"): number {
    const then = this.at === null ? undefined : this.state.clocks?.[this.at];
    return then ? then[side === "white" ? 0 : 1] : this.left(side);
  }

  /** left returns how much time a side has now, in milliseconds. */
  private left(side: "white" | "black"): number {
    const { clock, turn, over } = this.state;
    if (!clock) return Infinity;
    const passed = clock.running && !over && turn === side ? performance.now() - this.receivedAt : 0;
    return Math.max(0, clock[side] - passed);
  }

  /** warn plays a sound once when little time is left. */
  private warn(low: boolean): void {
    if (low && !this.warned && (this.state.clock?.[this.state.seat as "white" | "black"] ?? 0) > 0) {
      this.warned = true;
      this.play("low");
    }
    if (!low && this.mine) this.warned = false;
  }

  private tick(): void {
    if (!this.state.clock) return;
    for (const side of ["white", "black"] as const) {
      const shown = place(this.page, `clock-${side}`);
      if (!shown) continue;
      const left = this.left(side);
      const text = clockText(this.shownTime(side));
      if (shown.textContent !== text) shown.textContent = text;
      const low = left < lowMs && !this.state.over;
      shown.classList.toggle("low", low);
      if (side === this.state.seat && this.state.clock.running) this.warn(low && this.mine);
      if (left === 0 && !this.mine && this.playing) this.showButtons();
    }
  }
}

/** soundsButton returns the switch for sounds. */
function soundsButton(sounds: Sounds): HTMLButtonElement {
  const b = button("", () => {
    sounds.on = !sounds.on;
    show();
  });
  const show = () => {
    b.className = `icon ${sounds.on ? "sound" : "mute"}`;
    b.title = b.ariaLabel = say("Sounds");
    b.ariaPressed = String(sounds.on);
  };
  show();
  return b;
}

/**
 * updateButtons makes a slot show some buttons, and returns them by what they do. Buttons that are
 * shown already stay, so that they keep their place and the focus while others come and go.
 */
function updateButtons(
  slot: HTMLElement,
  wanted: HTMLElement[],
  shown: Map<string, HTMLElement>,
): Map<string, HTMLElement> {
  const next = new Map<string, HTMLElement>();
  for (const e of wanted) {
    const does = `${e.tagName} ${e.dataset.verb ?? ""} ${e.dataset.reason ?? ""} ${e.getAttribute("href") ?? ""}`;
    const old = shown.get(does);
    if (old && old.textContent !== e.textContent) old.textContent = e.textContent;
    if (old) old.className = e.className;
    next.set(does, old ?? e);
  }
  const now = [...next.values()];
  for (const e of [...slot.children]) if (!now.includes(e as HTMLElement)) e.remove();
  now.forEach((e, i) => slot.children[i] !== e && slot.insertBefore(e, slot.children[i]));
  return next;
}

/** dateText writes a moment as the server does: "2 January, 15:04 UTC". */
function dateText(at: Date): string {
  const month = say(at.toLocaleDateString("en", { month: "long", timeZone: "UTC" })); // a message of page/say.go
  return say("%s %s, %s UTC", at.getUTCDate(), month, at.toISOString().slice(11, 16));
}

function clockText(ms: number): string {
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  const seconds = ms / 1000;
  if (seconds >= 2 * 86400)
    return count(Math.floor(seconds / 86400), "%d day %d h", "%d days %d h", Math.floor((seconds % 86400) / 3600));
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`;
  if (seconds >= 10) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
}

const page = island("game");
if (page?.querySelector("kirke-board")) void ready(page).then((board) => new Game(page, board));
