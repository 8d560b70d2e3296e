// What the board says: sentences that it shows for a while, and words for screen readers. And where
// sentences and questions stand, so that they hide no square.

const sayMs = 6000;
const gap = 6;

export class Speech {
  readonly said = document.createElement("p");
  readonly heard = document.createElement("div");
  private timer = 0;

  /** lay places the sentence. */
  constructor(private lay: (said: HTMLElement) => void) {
    this.heard.className = "heard";
    this.heard.setAttribute("aria-live", "polite");
    this.said.className = "said";
    this.said.setAttribute("role", "status");
  }

  /** say shows a sentence and reads it aloud. */
  say(text: string): void {
    this.said.textContent = text;
    clearTimeout(this.timer);
    if (!text) return;
    this.lay(this.said);
    this.timer = window.setTimeout(() => (this.said.textContent = ""), sayMs);
  }

  /** speak reads words aloud. */
  speak(text: string): void {
    this.heard.textContent = text;
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

/**
 * layBeside places a part of the board over the lower end of a part of the page, the margin, or
 * below the field if the reader does not see that. It stays in the window.
 */
export function layBeside(part: HTMLElement, field: HTMLElement, margin: HTMLElement | null): void {
  const own = field.getBoundingClientRect();
  const box = margin?.getBoundingClientRect();
  const seen = box && box.width > 0 && box.top < innerHeight && box.bottom > 0;
  const { left, width } = seen ? box : own;
  part.style.maxWidth = `${width}px`;
  const [wide, high] = [part.offsetWidth, part.offsetHeight];
  const top = seen ? Math.max(box.top, box.bottom - high - gap) : own.bottom + gap;
  part.style.left = `${left + (width - wide) / 2 - own.left}px`;
  part.style.top = `${Math.min(top, innerHeight - high - gap) - own.top}px`;
  part.style.bottom = "";
}
