package client_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/web"
)

// site starts a whole server without a store.
func site(t *testing.T) string {
	t.Helper()
	server, err := web.New(web.Config{Rate: 10_000, Engines: 1})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(server)
	t.Cleanup(s.Close)
	return s.URL
}

// TestBoardOnAnotherSite shows a board on a foreign page, with one script tag.
func TestBoardOnAnotherSite(t *testing.T) {
	t.Parallel()
	kirke := site(t)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(
			w,
			`<!DOCTYPE html><html lang="en"><title>A diary</title><link rel="icon" href="data:,">
<script src="%s/static/board.js" defer></script>
<kirke-board variant="circe" moves="e2e4 d7d5"></kirke-board></html>`,
			kirke,
		)
	}))
	t.Cleanup(other.Close)
	b := tab{chromium.Open(t, chromium.Desk, other.URL)}
	b.until("board.view !== null")
	b.press("e4", "d5")
	b.until(`board.view.last?.uci === "e4d5" && board.view.fen.startsWith("rnbqkbnr/pppppppp/8/3P4/")`)
	b.press("a7", "a4")
	b.until(find(".said") + `.textContent.includes("does not move to a4")`)
}

// onPage opens a page with an island and waits until its board shows something.
func onPage(t *testing.T, on chromium.Screen, path string, query ...string) tab {
	t.Helper()
	values := url.Values{}
	for i := 0; i < len(query); i += 2 {
		values.Set(query[i], query[i+1])
	}
	b := tab{chromium.Open(t, on, site(t)+path+"?"+values.Encode())}
	b.Wait(`document.querySelector("kirke-board")?.view != null`)
	return b
}

func TestAnalysis(t *testing.T) {
	t.Parallel()
	b := onPage(t, chromium.Desk, "/analysis", "variant", "seirawan", "moves", "g1f3h e7e5")
	b.Wait(`document.querySelectorAll(".movelist button").length === 2`)
	b.press("e2", "e4")
	b.Wait(`document.querySelector(".movelist [aria-current]").textContent === "e4"`)
	// Back, and another move: a variation.
	b.Press(b.Middle(`document.querySelector('.steer [aria-label="Back"]')`))
	b.Wait(`document.querySelector(".movelist [aria-current]").textContent === "e5"`)
	b.press("d2", "d3")
	b.Wait(`document.querySelector(".movelist .variation [aria-current]")?.textContent === "d3"`)
	if got, want := b.moveList(), "1. Nf3/H e5 2. e4 2. d3"; got != want {
		t.Errorf("the moves read %q, not %q", got, want)
	}
	// A typed move. The board passes on what is typed on it.
	b.Keys("N")
	b.Wait(`document.activeElement.getAttribute("aria-label") === "Move" && document.activeElement.value === "N"`)
	b.Keys("f6" + kb.Enter)
	b.Wait(`document.querySelector(".movelist [aria-current]").textContent === "Nf6"`)
	// The engine's lines.
	b.Press(b.Middle(`document.querySelector(".engine button")`))
	b.Wait(`document.querySelectorAll(".engine li button").length > 0`)
	b.Shoot("analysis")
	b.Press(b.Middle(`document.querySelector(".engine li button")`))
	b.Wait(`document.querySelector(".movelist [aria-current]").textContent !== "Nf6"`)
	b.Press(b.Middle(`document.querySelector(".engine button")`))
}

func TestAnalysisReadsAndWritesGames(t *testing.T) {
	t.Parallel()
	b := onPage(
		t, chromium.Desk, "/analysis", "variant", "circe", "moves", "1. e4 d5 (1... e5 2. Nf3 (2. f4)) 2. exd5(d7)",
	)
	b.Wait(`document.querySelectorAll(".movelist button").length === 6`)
	if got, want := b.moveList(),
		"1. e4 d5 1... e5 2. Nf3 2. f4 2. exd5(d7)"; got != want {
		t.Errorf("the moves read %q, not %q", got, want)
	}
	b.Wait(`document.querySelector("kirke-board").view.fen.startsWith("rnbqkbnr/pppppppp/8/3P4/")`)
	chromium.Eval[bool](
		b.Tab, `([...document.querySelectorAll("summary")].find((s) => s.textContent === "As PGN").click(), true)`,
	)
	b.Wait(
		`document.querySelector('[aria-label="The moves as PGN"]').value
			.includes("1. e4 d5 (1... e5 2. Nf3 (2. f4)) 2. exd5(d7) *")`,
	)
}

// TestEngineLinesBelongToAPosition: lines of the engine disappear with their position. A late press
// plays a line from its own position.
func TestEngineLinesBelongToAPosition(t *testing.T) {
	t.Parallel()
	b := onPage(t, chromium.Desk, "/analysis", "variant", "chess")
	const line = `document.querySelector(".engine li button")`
	b.Wait(`document.querySelector(".movelist")?.textContent.includes("Play a move")`)
	b.Press(b.Middle(`document.querySelector(".engine button")`))
	b.Wait(line + ` !== null`)
	b.Press(b.Middle(`document.querySelector(".engine button")`)) // settled
	chromium.Eval[bool](b.Tab, `(window.late = `+line+`, window.first = late.textContent, true)`)
	b.press("a2", "a3")
	b.Wait(`document.querySelector(".movelist [aria-current]")?.textContent === "a3"`)
	if n := chromium.Eval[int](b.Tab, `document.querySelectorAll(".engine li").length`); n != 0 {
		t.Errorf("%d lines of the previous position are shown", n)
	}
	chromium.Eval[bool](b.Tab, `(window.late.click(), true)`)
	b.Wait(`document.querySelector(".movelist [aria-current]")?.textContent === window.first`)
	if !strings.HasPrefix(b.moveList(), "1. a3 1. ") {
		t.Errorf("the line is not played from its own position")
	}
	b.Wait(b.exported() + `.includes("1. a3 (1. ")`)
}

// exported opens the PGN of the analysis, and returns an expression for it.
func (b tab) exported() string {
	b.Helper()
	chromium.Eval[bool](
		b.Tab,
		`([...document.querySelectorAll("details")].find((d) => d.textContent.startsWith("As PGN")).open = true)`,
	)
	return `document.querySelector('[aria-label="The moves as PGN"]').value`
}

// moveList returns the moves of the analysis as text.
func (b tab) moveList() string {
	b.Helper()
	const text = `document.querySelector(".movelist").innerText.replace(/\s+/g, " ").trim()`
	return chromium.Eval[string](b.Tab, text)
}

// given loads a text into the analysis by its form.
func (b tab) given(text string) {
	b.Helper()
	chromium.Eval[bool](
		b.Tab,
		`(() => {
			const form = document.querySelector('form[action="/analysis"]')
			form.moves.value = `+quote(text)+`
			form.requestSubmit(); return true })()`,
	)
}

// TestAnalysisKeepsWhatAGameSays: players, comments and glyphs are shown and exported.
func TestAnalysisKeepsWhatAGameSays(t *testing.T) {
	t.Parallel()
	const game = `[Event "Club match"]
[Site "Lüneburg"]
[Date "2024.05.17"]
[Round "3"]
[White "Ann Archer"]
[Black "Bob Baker"]
[Result "1-0"]
[Variant "seirawan"]
[RulesVersion "1"]
[WhiteElo "2001"]
[Annotator "Cyd"]

{A short one.} 1. e4 $1 {Best by test. [%clk 0:03:00]} 1... e5 $6 (1... c5 $14
{The Sicilian.} 2. Nf3/H) ({Or} 1... e6 2. d4) 2. Nf3/H Nc6 $132 1-0

`
	b := onPage(t, chromium.Desk, "/analysis")
	b.given(game)
	b.Wait(`document.querySelectorAll(".movelist button").length === 8`)
	const want = "A short one. 1. e4! Best by test. 1... e5?! 1... c5 += The Sicilian. 2. Nf3/H Or 1... e6 2. d4 " +
		"2. Nf3/H Nc6 $132"
	if got := b.moveList(); got != want {
		t.Errorf("the moves read\n%q, not\n%q", got, want)
	}
	head := chromium.Eval[string](b.Tab, `document.querySelector(".gamehead").innerText`)
	for _, want := range []string{
		"Ann Archer (2001) – Bob Baker, 1-0", "Club match, Lüneburg, round 3, 2024.05.17", "Annotated by Cyd",
	} {
		if !strings.Contains(head, want) {
			t.Errorf("the head reads %q, without %q", head, want)
		}
	}
	shown := b.exported()
	b.Wait(shown + ` !== ""`)
	if got := chromium.Eval[string](b.Tab, shown); got != game {
		t.Errorf("the game is written as\n%s", got)
	}
	b.Shoot("annotated")
	// The export follows the moves that are played.
	b.Press(b.Middle(`document.querySelector('.steer [aria-label="Last move"]')`))
	b.press("d2", "d4")
	b.Wait(shown + `.includes("Nc6 $132 3. d4 1-0")`)
}

// TestAnalysisSaysWhatItLeavesOut: the first of several games is shown, and the page says so.
func TestAnalysisSaysWhatItLeavesOut(t *testing.T) {
	t.Parallel()
	b := onPage(t, chromium.Desk, "/analysis")
	b.given("[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 *\n\n[White \"C\"]\n\n1. Ke5 *\n")
	b.Wait(`document.querySelectorAll(".movelist button").length === 2`)
	panel := chromium.Eval[string](b.Tab, `document.querySelector('[data-place="analysis"]').innerText`)
	for _, want := range []string{"1 game could not be read: Line 11:", "1 further game is not shown"} {
		if !strings.Contains(panel, want) {
			t.Errorf("the page does not say %q: %s", want, panel)
		}
	}
	b.given("e4 c5")
	b.Wait(`document.querySelector(".movelist [aria-current]")?.textContent === "c5"`)
	text := chromium.Eval[string](b.Tab, `document.querySelector('[data-place="analysis"]').innerText`)
	if strings.Contains(text, "further game") {
		t.Error("the page reports what was left out of the previous game")
	}
}

// TestAnalysisOfPasses: a game with a pass, as in analyses, can be replayed.
func TestAnalysisOfPasses(t *testing.T) {
	t.Parallel()
	b := onPage(t, chromium.Desk, "/analysis", "variant", "chess")
	b.given("1. e4 e5 (1... -- 2. d4 {A threat.}) *")
	b.Wait(`document.querySelectorAll(".movelist button").length === 4`)
	chromium.Eval[bool](
		b.Tab, `([...document.querySelectorAll(".movelist button")].find((b) => b.textContent === "d4").click(), true)`,
	)
	b.Wait(`document.querySelector("kirke-board").view.fen.startsWith("rnbqkbnr/pppppppp/8/8/3PP3/")`)
}

// TestAnalysisOfDrawnStart: a game is analysed from the starting position that was drawn for it.
func TestAnalysisOfDrawnStart(t *testing.T) {
	t.Parallel()
	b := onPage(t, chromium.Desk, "/analysis", "variant", "chess960", "array", "0", "moves", "e4")
	b.Wait(`document.querySelector(".movelist [aria-current]")?.textContent === "e4"`)
	b.Wait(`document.querySelector("kirke-board").view.fen.startsWith("bbqnnrkr/pppppppp/8/8/4P3/")`)
}

// TestAnalysisOfNoPosition: the page says what cannot be read, and the board stays as it is.
func TestAnalysisOfNoPosition(t *testing.T) {
	t.Parallel()
	const says = `document.querySelector('[data-place="analysis"] [role="status"]')`
	b := onPage(t, chromium.Desk, "/analysis", "variant", "seirawan", "fen", "8/8")
	b.Wait(says + `.textContent.includes("ranks") && ` + says + `.className === "error"`)
	b.press("e2", "e4")
	b.Wait(`document.querySelector(".movelist [aria-current]")?.textContent === "e4"`)
	chromium.Eval[bool](
		b.Tab,
		`([...document.querySelectorAll("summary")]
			.find((s) => s.textContent === "Load another game or position").click(), true)`,
	)
	const form = `document.querySelector('form[action="/analysis"]')`
	chromium.Eval[bool](b.Tab, `(`+form+`.fen.value = "9/9", `+form+`.requestSubmit(), true)`)
	const inSight = `((e) => e.getBoundingClientRect().top >= 0 && e.getBoundingClientRect().bottom <= innerHeight)`
	wrong := func(name, text string) {
		t.Helper()
		b.Wait(fmt.Sprintf(`document.getElementById("wrong-%s")?.textContent.includes(%q)`, name, text))
		b.Wait(fmt.Sprintf(`document.activeElement.name === %q &&
			document.activeElement.getAttribute("aria-describedby") === "wrong-%[1]s" &&
			`+inSight+`(document.getElementById("wrong-%[1]s"))`, name))
	}
	wrong("fen", "9/9")
	b.Shoot("load-refused")
	chromium.Eval[bool](b.Tab, `(`+form+`.fen.value = "", `+form+`.moves.value = "1. e4 e9", `+
		form+`.requestSubmit(), true)`)
	wrong("moves", "e9")
	b.Wait(`document.getElementById("wrong-fen").textContent === ""`)
	chromium.Eval[bool](b.Tab, `(scrollTo(0, 0), true)`) // the field is below the board
	b.press("e7", "e5")
	b.Wait(`document.querySelector(".movelist [aria-current]")?.textContent === "e5" && ` + says + `.hidden`)
	box := `document.querySelector(".movebox input")`
	chromium.Eval[bool](b.Tab, `(`+box+`.value = "Qh9", `+box+`.form.requestSubmit(), true)`)
	wrong("move", "Qh9")
	b.Shoot("typed-refused")
	chromium.Eval[bool](b.Tab, `(`+box+`.value = "Nf3", `+box+`.form.requestSubmit(), true)`)
	b.Wait(`document.querySelector(".movelist [aria-current]")?.textContent === "Nf3" &&
		document.getElementById("wrong-move").textContent === ""`)
	for _, text := range b.Complaints() {
		if !strings.Contains(text, "422") { // the expected refusal
			t.Errorf("the page complains: %s", text)
		}
	}
}

// TestAnalysisWithoutStorage: where the browser gives no access to its storages, the analysis goes
// on, and nothing is kept.
func TestAnalysisWithoutStorage(t *testing.T) {
	t.Parallel()
	b := onPage(t, chromium.Desk, "/analysis", "variant", "chess")
	b.Wait(`document.querySelector(".movelist")?.textContent.includes("Play a move")`)
	chromium.Eval[bool](b.Tab, `["sessionStorage", "localStorage"].every((name) =>
		Object.defineProperty(window, name, { get() { throw new DOMException("no access", "SecurityError") } }))`)
	for _, move := range [][2]string{{"e2", "e4"}, {"e7", "e5"}} {
		b.press(move[:]...)
		b.Wait(current + fmt.Sprintf(` === %q`, move[1]))
		b.until(fmt.Sprintf(`board.view.last?.uci === %q`, move[0]+move[1])) // the answer, after the list
	}
}

// TestTrayIsPainted: the pieces of the tray are painted as on the board, in each set.
func TestTrayIsPainted(t *testing.T) {
	t.Parallel()
	b := onPage(t, chromium.Desk, "/editor", "variant", "seirawan")
	b.Wait(`document.querySelectorAll(".palette button").length > 10`)
	const different = `(() => {
		const board = document.querySelector("kirke-board").shadowRoot
		const paint = (drawn) => [...drawn.children].map((e) => {
			const { fill, stroke, strokeWidth } = getComputedStyle(e)
			return [e.getAttribute("class"), fill, stroke, strokeWidth].join(" ")
		})
		const sets = ["classic", "flat", "letters", "symbols"]
		return sets.flatMap((set) => ["white", "black"].flatMap((side) => {
			const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg")
			drawn.setAttribute("class", "piece " + set + " " + side)
			for (const ink of ["body", "line", "spot", "edge", "hatch", "letter"]) {
				const tag = ink === "letter" ? "text" : "path"
				drawn.append(document.createElementNS(drawn.namespaceURI, tag))
				drawn.lastChild.setAttribute("class", ink)
			}
			const other = drawn.cloneNode(true)
			document.querySelector(".palette button").append(drawn)
			board.querySelector(".pieces").append(other)
			const got = paint(drawn), want = paint(other)
			drawn.remove()
			other.remove()
			return got.join() === want.join() ? [] : [set + ": " + got + " is not " + want]
		}))
	})()`
	for _, text := range chromium.Eval[[]string](b.Tab, different) {
		t.Error(text)
	}
}

func TestEditor(t *testing.T) {
	t.Parallel()
	b := onPage(t, chromium.Desk, "/editor", "variant", "seirawan")
	b.Wait(`document.querySelectorAll(".palette button").length > 10`)
	fen := func(want string) {
		t.Helper()
		b.Wait(`document.querySelector('[aria-label="Position as FEN"]').value.startsWith(` + quote(want) + `)`)
	}
	b.drag("e2", "e5")
	fen("rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR[HEhe] w ")
	b.Press(b.Middle(`document.querySelector('[aria-label="white Hawk"]')`))
	b.press("d4")
	fen("rnbqkbnr/pppppppp/8/4P3/3H4/8/PPPP1PPP/RNBQKBNR[HEhe] w ")
	chromium.Eval[bool](
		b.Tab,
		`(() => {
			const n = [...document.querySelectorAll(".rights")]
				.find((f) => f.textContent.startsWith("White in hand")).querySelector("input")
			n.value = "0"; n.dispatchEvent(new Event("change")); return true })()`,
	)
	fen("rnbqkbnr/pppppppp/8/4P3/3H4/8/PPPP1PPP/RNBQKBNR[Ehe] w ")
	b.Press(b.Middle(`document.querySelector('[aria-label="Remove pieces"]')`))
	b.press("e1")
	fen("rnbqkbnr/pppppppp/8/4P3/3H4/8/PPPP1PPP/RNBQ1BNR[Ehe] w ")
	b.Wait(`document.querySelector(".wrong").textContent.includes("a side has no king")`)
	b.Shoot("editor")
}

func TestEditingByKeyboardAndFinger(t *testing.T) {
	t.Parallel()
	fen := func(b tab, want string) {
		t.Helper()
		b.Wait(`document.querySelector('[aria-label="Position as FEN"]').value.startsWith(` + quote(want) + `)`)
	}
	b := onPage(t, chromium.Desk, "/editor", "variant", "sissa", "fen", "4k4/9/9/9/9/9/9/9/4K4 w - - - 0 1")
	fen(b, "4k4/9/9/9/9/9/9/9/4K4 w ")
	chromium.Eval[bool](b.Tab, `(document.querySelector('[aria-label="black Sissa"]').focus(), true)`)
	b.Keys(kb.Enter)
	b.run(`root.querySelector('[tabindex="0"]').focus()`)
	chromium.Keyboard.Square(b.Tab, "d4")
	fen(b, "4k4/9/9/9/9/3s5/9/9/4K4 w ")
	b.Walk("e9")
	b.Keys(kb.Delete)
	fen(b, "9/9/9/9/9/3s5/9/9/4K4 w ")

	// A combination that the list does not have, with a series.
	b = onPage(t, chromium.Desk, "/editor", "variant", "progressive+circe")
	fen(b, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1/1")
	b.drag("e2", "e4")
	fen(b, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1 1/1")

	b = onPage(t, chromium.Phone, "/editor", "variant", "sissa", "fen", "4k4/9/9/9/9/9/9/9/4K4 w - - - 0 1")
	fen(b, "4k4/9/9/9/9/9/9/9/4K4 w ")
	b.drag("e1", "c3")
	fen(b, "4k4/9/9/9/9/9/2K6/9/9 w ")
}

func TestSolver(t *testing.T) {
	t.Parallel()
	b := onPage(
		t,
		chromium.Desk,
		"/problems",
		"variant",
		"circe",
		"fen",
		"4n3/8/5b2/8/4R3/6K1/3P4/5k2 w - - 0 1",
		"stipulation",
		"#1",
	)
	b.Wait(`document.querySelector("kirke-board").view.fen.startsWith("4n3/8/5b2/")`)
	chromium.Pointer.Press(b.Tab, `document.querySelector('form[data-place="task"] .primary')`)
	key := `document.querySelector(".solution-tree .key")`
	b.Wait(key + ` !== null`)
	if got, want := chromium.Eval[string](b.Tab, key+`.textContent`), "1.Re4-e1 # !"; got != want {
		t.Errorf("the key reads %q, not %q", got, want)
	}
	chromium.Pointer.Press(b.Tab, key)
	b.Wait(`document.querySelector("kirke-board").view.fen.startsWith("4n3/8/5b2/8/8/6K1/3P4/4Rk2")`)
	b.Shoot("solver")
}

func TestSolvingIsStopped(t *testing.T) {
	t.Parallel()
	b := onPage(
		t,
		chromium.Desk,
		"/problems",
		"variant",
		"chess",
		"fen",
		"r1b1k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R1BQK2R b KQkq - 0 1",
		"stipulation",
		"h#4",
	)
	b.Wait(`document.querySelector("kirke-board").view.fen.startsWith("r1b1k2r/")`)
	chromium.Pointer.Press(b.Tab, `document.querySelector('form[data-place="task"] .primary')`)
	stop := `document.querySelector('[data-do="cancel"]')`
	b.Wait(`!` + stop + `.hidden && document.querySelector("progress").value > 0`)
	stopped := stop + `.hidden && document.querySelector(".solving").textContent.includes("Stopped.")`
	for range 20 { // what is found may move the button away from the pointer
		if chromium.Eval[bool](b.Tab, `!`+stop+`.hidden && (`+stop+`.scrollIntoView({block: "center"}), true)`) {
			b.Press(b.Middle(stop))
		}
		if chromium.Eval[bool](b.Tab, stopped) {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	b.Wait(stopped)
}

// TestSolvingWhatPopeyeReads: a text that does not fit the form, since its solution is in German,
// is solved as it is.
func TestSolvingWhatPopeyeReads(t *testing.T) {
	t.Parallel()
	query := url.Values{"popeye": {"AnfangProblem\nSteine Weiss Kc6 Tb1 Schwarz Ka8\nForderung #2\nEndeProblem\n"}}
	b := tab{chromium.Open(t, chromium.Desk, site(t)+"/problems?"+query.Encode())}
	b.Wait(`document.querySelector("kirke-board img")?.complete`) // until there is a view
	submit := `document.querySelector('form[data-place="task"] .primary')`
	chromium.Eval[bool](b.Tab, `(`+submit+`.scrollIntoView(), true)`)
	b.Press(b.Middle(submit))
	b.Wait(`document.querySelector(".solution-tree .key")?.textContent === "1.Kc6-c7 !"`)
	b.Wait(`document.querySelector("kirke-board").view?.fen.startsWith("k7/8/2K5/") === true`)
	b.Wait(`[...document.querySelectorAll("pre")].some((p) => p.textContent.includes("BeginProblem"))`)
	b.Wait(`location.search.includes("popeye=AnfangProblem")`)
}

// TestSetPlayAndThreatsAreShown clicks through a solution with set play and threats.
func TestSetPlayAndThreatsAreShown(t *testing.T) {
	t.Parallel()
	dark := chromium.Phone
	dark.Dark = true
	b := onPage(
		t,
		dark,
		"/problems",
		"variant",
		"chess",
		"fen",
		"k7/8/2K5/8/8/8/8/1R6 w - - 0 1",
		"stipulation",
		"#2",
		"options",
		"SetPlay Variations Try",
	)
	b.Wait(`document.querySelector("kirke-board").view?.fen.startsWith("k7/8/2K5/") === true`)
	submit := `document.querySelector('form[data-place="task"] .primary')`
	chromium.Eval[bool](b.Tab, `(`+submit+`.scrollIntoView(), true)`)
	b.Press(b.Middle(submit))
	b.Wait(`document.querySelectorAll(".solution-tree .move").length > 3`)
	moves := chromium.Eval[int](b.Tab, `document.querySelectorAll(".solution-tree .move").length`)
	for i := range moves {
		before := b.fen()
		chromium.Eval[bool](
			b.Tab, fmt.Sprintf(`(document.querySelectorAll(".solution-tree .move")[%d].click(), true)`, i),
		)
		if i > 0 { // the first is the diagram
			b.Wait(`document.querySelector("kirke-board").view.fen !== ` + quote(before))
		}
	}
	if said := b.text(find(".said") + ".textContent"); said != "" {
		t.Errorf("the board says %q", said)
	}
	chromium.Eval[bool](b.Tab, `(document.querySelector(".solution-tree").scrollIntoView(), true)`)
	b.Shoot("solver-phone")
}
