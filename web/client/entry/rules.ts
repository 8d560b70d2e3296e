// The rules of a game: boards that can be played on, each with a button that starts again.

export {}; // a module of its own

for (const again of document.querySelectorAll<HTMLButtonElement>('[data-do="again"]')) {
  const board = again.parentElement!.querySelector("kirke-board")!;
  again.hidden = false;
  again.addEventListener("click", () => board.setAttribute("moves", "")); // as at the start
}
