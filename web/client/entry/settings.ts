// The page of settings: the board beside the form looks as chosen, and each choice is kept at once.

import { say } from "../messages";
import { island, open, place, ready, sentence } from "../page";
import { boardScale, keepBoardScale } from "../resize";
import { Sounds } from "../sounds";

const form = island("settings") as HTMLFormElement | null;

function begin(form: HTMLFormElement): void {
  place(form, "apply")!.hidden = true;
  const saved = place(form, "saved")!;
  const show = async () => {
    const board = await ready(form);
    const chosen = new FormData(form);
    const choice = (name: string) => String(chosen.get(name) ?? "");
    board.theme = choice("board");
    board.pieces = choice("pieces");
    for (const name of ["coordinates", "gating"]) board.setAttribute(name, choice(name));
    const theme = choice("theme");
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  };
  let last = Promise.resolve();
  const save = async () => {
    const chosen = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    chosen.set("quiet", "true");
    try {
      await open(form.action, { method: "POST", body: chosen });
      saved.textContent = say("Saved.");
    } catch (error) {
      saved.textContent = sentence(error);
    }
  };
  form.addEventListener("change", (event) => {
    if (!(event.target as HTMLInputElement).name) return; // it is kept by the browser alone
    saved.textContent = "";
    void show();
    last = last.then(save); // in order
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  void show(); // a browser that comes back to the page fills in the form
  device(form);
}

/** device shows the settings that the browser alone keeps. */
function device(form: HTMLFormElement): void {
  place(form, "device")!.hidden = false;
  const sounds = new Sounds();
  const on = place<HTMLInputElement>(form, "sounds")!;
  const volume = place<HTMLInputElement>(form, "volume")!;
  const scale = place<HTMLInputElement>(form, "scale")!;
  const fill = () => {
    on.checked = sounds.on;
    volume.value = String(sounds.volume);
    volume.disabled = !sounds.on;
    scale.value = String(boardScale());
  };
  fill();
  on.addEventListener("change", () => {
    sounds.on = on.checked;
    fill();
  });
  volume.addEventListener("change", () => {
    sounds.volume = Number(volume.value);
    sounds.play("move");
  });
  scale.addEventListener("change", () => keepBoardScale(Number(scale.value)));
}

if (form) begin(form);
