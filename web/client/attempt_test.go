package client_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// says waits until a place of the page has a text.
func (b tab) says(place, text string) {
	b.Helper()
	b.Wait(fmt.Sprintf(`document.querySelector('[data-place=%q]:not([hidden])')?.textContent.includes(%q)`,
		place, text))
}

// TestSolveItYourself: the problem of the day asks to be solved on the board. It says whether a move
// is right, goes on in play in which both sides help, and shows the solution in the end.
func TestSolveItYourself(t *testing.T) {
	t.Parallel()
	for _, on := range []chromium.Screen{smallPhone, wideDesk, darkDesk} {
		t.Run(fmt.Sprint(on.Width), func(t *testing.T) {
			t.Parallel()
			b := onPage(t, on, "/problems", "daily", "yes", "variant", "circe-pwc", "stipulation", "#2",
				"options", "Variations", "fen", "2B5/8/1PK5/8/4k3/8/1Q6/8 w")
			b.says("attempt", "White moves first and forces mate in 2 moves. Solve it yourself")
			b.until(`board.movable === "white" && board.view.moves.length > 0`)
			b.Shoot(fmt.Sprintf("attempt-%d", on.Width))
			b.press("c6", "c5")
			b.says("attempt", "does not solve it")
			b.until(`board.movable === "white"`)
			b.press("b2", "c3")
			b.says("attempt", "Solved: ")
			b.Wait(`document.querySelectorAll(".solution-tree .move").length > 2`)
			b.Shoot(fmt.Sprintf("attempted-%d", on.Width))
			chromium.Pointer.Press(b.Tab, `[...document.querySelectorAll(".step button")].at(-1)`)
			b.until(`board.editing`)
			b.Wait(`document.querySelector('[data-place="attempt"]').hidden`)
		})
	}
	b := composing(t, wideDesk, "stipulation", "h#1.5", "fen", "k7/8/K7/8/8/8/8/6R1 w")
	chromium.Pointer.Press(b.Tab, `document.querySelector('[data-do="attempt"]')`)
	b.says("attempt", "White moves first, and both sides help White to give mate in 1.5 moves.")
	for i, move := range [][2]string{{"a6", "b6"}, {"a8", "b8"}, {"g1", "g8"}} {
		b.until(fmt.Sprintf(`board.movable === %q`, []string{"white", "black"}[i%2]))
		b.press(move[0], move[1])
		b.says("attempt", []string{"Right. Now the next move.", "Right. Now the next move.", "Solved: "}[i])
	}
	for _, text := range b.Complaints() {
		t.Errorf("the page complains: %s", text)
	}
}

// TestProblemsAreExplained: the words of the form are explained at their fields, what cannot be
// solved is refused by a sentence, and a solution says what it is.
func TestProblemsAreExplained(t *testing.T) {
	t.Parallel()
	b := composing(t, wideDesk)
	for _, name := range []string{"stipulation", "options", "twins"} {
		b.Wait(fmt.Sprintf(`document.getElementById(
			document.querySelector("[name=%s]").getAttribute("aria-describedby"))?.textContent.length > 50`, name))
	}
	b.has("options", "Variations") // of a new problem
	says := func(field, text string) {
		t.Helper()
		b.Wait(fmt.Sprintf(`(document.querySelector("#wrong-%s")?.textContent ?? "").includes(%q)`, field, text))
		b.Wait(fmt.Sprintf(
			`document.querySelector("[name=%s]").getAttribute("aria-describedby").includes("wrong-%[1]s")`,
			field))
	}
	solve := func(text string) {
		t.Helper()
		chromium.Eval[bool](b.Tab, `(document.querySelector('form[data-place="task"] .primary').click(), true)`)
		b.Wait(fmt.Sprintf(`["progress", "solution"].some((name) =>
			document.querySelector('[data-place="' + name + '"]').textContent.includes(%q))`, text))
	}
	b.write("stipulation", "#2")
	b.says("words", "White moves first and forces mate in 2 moves.")
	b.write("fen", strings.Repeat("8/", 2000))
	says("fen", "The position is too long: it has 4000 characters, and 2000 are the most.")
	solve("The position is too long")
	b.write("fen", "8/8/8/8/8/8/8/8 w")
	solve("The board is empty: put the pieces of the problem on it first.")
	b.write("fen", "4P3/8/8/8/8/8/8/K1k5 w")
	says("fen", "A white pawn stands on e8, where it would be promoted")
	b.Shoot("problem-refused")
	solve("A white pawn stands on e8")
	b.write("fen", "7k/5K2/8/8/8/8/1R6/R7 w")
	b.write("stipulation", "#1")
	solve("Cooked: 2 keys, ")
	b.write("fen", "2B5/8/1PK5/8/4k3/8/1Q6/8 w")
	b.write("variant", "circe-pwc")
	b.says("caption", "#1, Platzwechsel Circe (PWC)")
	b.write("stipulation", "#2")
	b.write("options", "")
	solve("The key alone is shown.")
	chromium.Pointer.Press(b.Tab, `[...document.querySelectorAll('[data-place="solution"] button')].find((e) =>
		e.textContent.startsWith("Show the answers"))`)
	b.Wait(`document.querySelectorAll(".solution-tree .move").length > 2`)
	b.has("options", "Variations")
}
