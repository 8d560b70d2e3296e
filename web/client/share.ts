// A game as an address and as files: of the position on the board, as the reader sees it.

import { say } from "./messages";
import { open, sentence } from "./page";

/** What the reader looks at: the half-moves before a past position or null, and the board turned. */
interface Shown {
  ply: number | null;
  flip: boolean;
}

export class Share {
  constructor(
    private here: HTMLElement,
    private game: string,
    private shown: () => Shown,
  ) {
    for (const e of here.querySelectorAll<HTMLElement>('[data-share^="copy"]')) e.hidden = false;
    this.find("link")?.setAttribute("hidden", "");
    // Where a link leads is settled when it is about to be followed.
    for (const event of ["pointerdown", "focusin", "pointerover"]) here.addEventListener(event, () => this.address());
    here.addEventListener("click", (event) => {
      this.address();
      const what = (event.target as Element).closest<HTMLElement>("[data-share]")?.dataset.share;
      if (what === "copy-link") void this.copy(say("The link"), async () => this.link);
      if (what === "copy-pgn") void this.copy(say("The PGN"), async () => (await open(this.pgn, {})).text());
    });
    this.address();
  }

  private find(what: string): HTMLAnchorElement | null {
    return this.here.querySelector(`[data-share="${what}"]`);
  }

  private get pgn(): string {
    return `/g/${this.game}/export/pgn`;
  }

  private get link(): string {
    const { ply } = this.shown();
    return `${location.origin}/g/${this.game}${ply === null ? "" : `?ply=${ply}`}`;
  }

  private address(): void {
    const { ply, flip } = this.shown();
    const query = new URLSearchParams({ flip: String(flip), download: "true" });
    this.find("gif")?.setAttribute("href", `/g/${this.game}/game.gif?${query}`);
    if (ply !== null) query.set("ply", String(ply));
    this.find("png")?.setAttribute("href", `/g/${this.game}/diagram.png?${query}`);
  }

  private async copy(what: string, text: () => Promise<string>): Promise<void> {
    const says = this.here.querySelector('[data-place="share-says"]');
    let said = say("%s is copied.", what);
    try {
      const copied = await text();
      if (!navigator.clipboard) throw new Error(say("This browser does not copy on pages without https."));
      await navigator.clipboard.writeText(copied);
    } catch (error) {
      said = sentence(error);
    }
    if (says) says.textContent = said;
  }
}
