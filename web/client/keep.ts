// Keeping an analysis: as a draft in the browser, which survives a reload, and as a study on the
// server.

import { addStyle, button, copyButton, el } from "./dom";
import { say } from "./messages";
import { ask, open, sentence } from "./page";
import type { Game } from "./tree";

/** Draft is an analysis that is not saved. */
export interface Draft {
  address: string; // of the page when it was written
  game: Game;
  here: string; // the moves to the position shown
  version?: number; // of the study that it changes
}

/** Where drafts are kept: for the tab, and for the browser. A browser can refuse to give access. */
const storages = ["sessionStorage", "localStorage"] as const;

/** Drafts keeps the draft of one page. */
export class Drafts {
  private readonly name: string;

  constructor(study?: string) {
    this.name = study ? `kirke-study-${study}` : "kirke-analysis";
  }

  /** tab returns the draft of this tab, if the address is still the one that it was written at. */
  tab(): Draft | undefined {
    const draft = read("sessionStorage", this.name);
    return draft?.address === location.pathname + location.search ? draft : undefined;
  }

  /** last returns the latest draft of this browser. */
  last(): Draft | undefined {
    return read("localStorage", this.name);
  }

  /** write keeps a draft for this tab, and lasting for the browser. */
  write(draft: Draft, lasting: boolean): void {
    const text = JSON.stringify(draft);
    for (const storage of lasting ? storages : storages.slice(0, 1)) {
      try {
        window[storage].setItem(this.name, text);
      } catch {
        // The browser keeps nothing, or no more.
      }
    }
  }

  drop(): void {
    for (const storage of storages) {
      try {
        window[storage].removeItem(this.name);
      } catch {
        // The browser keeps nothing.
      }
    }
  }
}

function read(storage: (typeof storages)[number], name: string): Draft | undefined {
  try {
    const draft = JSON.parse(window[storage].getItem(name) ?? "null") as Draft | null;
    return draft?.game?.variant && Array.isArray(draft.game.moves) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Study is a study as the page has it. */
export interface Study {
  ID: string;
  Name: string;
  Version: number;
  Public: boolean;
  Mine: boolean;
}

addStyle(`
.keep { display: grid; gap: .5rem; margin: .8rem 0; padding: .6rem; border: 1px solid var(--line); border-radius: 8px; }
.keep p { margin: 0; }
.keep .row { align-items: center; }
`);

/** Keeper saves the analysis: a new study, or another version of the reader's own. */
export class Keeper {
  readonly element: HTMLElement;
  private readonly name = el("input", {
    name: "name",
    maxLength: 60,
    autocomplete: "off",
    placeholder: say("Analysis"),
  });
  private readonly isPublic = el("input", { type: "checkbox", name: "public", value: "yes" });
  private readonly says = el("p", { role: "status", className: "quiet" });
  private readonly save: HTMLButtonElement;
  private readonly form: HTMLFormElement;
  private dirty = false;

  /**
   * written returns the analysis as PGN, with its variant. saved is called when it is on the
   * server.
   */
  constructor(
    private readonly study: Study | undefined,
    private readonly written: () => Promise<[variant: string, pgn: string]>,
    private readonly saved: () => void,
  ) {
    const mine = study?.Mine;
    if (study) this.name.value = study.Name;
    this.isPublic.checked = Boolean(mine && study.Public);
    const does = mine ? say("Save") : study ? say("Save a copy") : say("Save as a study");
    this.save = el("button", { className: "button primary" }, does);
    this.form = el(
      "form",
      { className: "keep" },
      el("label", {}, `${say("Name")} `, this.name),
      el("label", { className: "check" }, this.isPublic, ` ${say("Public: whoever has the link sees it")}`),
      el(
        "div",
        { className: "row" },
        this.save,
        ...(study ? [copyButton(() => location.origin + location.pathname, say("Copy link"))] : []),
        ...(mine ? [button(say("Save as a new study"), () => void this.create())] : []),
      ),
      this.says,
    );
    this.element = el("section", { aria: { label: say("Save") } }, this.form);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void (mine ? this.change(study) : this.create());
    });
    for (const field of [this.name, this.isPublic]) field.addEventListener("input", () => this.show(true));
  }

  /** show says whether there are changes that are not saved. */
  show(dirty: boolean): void {
    if (!this.study?.Mine) return;
    this.dirty = dirty;
    this.say(dirty ? say("There are unsaved changes. They are kept in this browser.") : "");
  }

  say(text: string, error = false): void {
    this.says.textContent = text;
    this.says.className = error ? "error" : "quiet";
  }

  /** create makes a new study, whose page is then shown. */
  private async create(): Promise<void> {
    await this.working(async () => {
      const [variant, pgn] = await this.written();
      const body = new URLSearchParams({ name: this.name.value, variant, pgn });
      if (this.isPublic.checked) body.set("public", "yes");
      const answer = await open("/studies", { method: "POST", headers: { Accept: "application/json" }, body });
      const { id } = (await answer.json()) as { id: string };
      this.saved();
      location.assign(`/study/${id}`);
    });
  }

  private async change(study: Study): Promise<void> {
    await this.working(async () => {
      this.dirty = false;
      const [, pgn] = await this.written();
      const change = { version: study.Version, name: this.name.value, public: this.isPublic.checked, pgn };
      const now = await ask<{ name: string; version: number }>(`/api/v1/studies/${study.ID}`, change, "PUT");
      study.Version = now.version;
      document.querySelector("h1")!.textContent = this.name.value = now.name;
      if (this.dirty) return; // the reader has gone on
      this.saved();
      this.say(say("Saved."));
    });
  }

  private async working(work: () => Promise<void>): Promise<void> {
    if (this.save.disabled) return;
    this.save.disabled = true;
    try {
      await work();
    } catch (error) {
      this.say(sentence(error), true);
    } finally {
      this.save.disabled = false;
    }
  }
}
