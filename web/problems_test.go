package web_test

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// TestExamplesAreSolved: without scripts, each example of the solver's page fills in the form and
// has a solution with its author and source.
func TestExamplesAreSolved(t *testing.T) {
	c := newSite(t).client()
	links := regexp.MustCompile(`href="/problems\?(author=[^"]+)"`).FindAllStringSubmatch(c.get("/problems").body, -1)
	if len(links) < 4 {
		t.Fatalf("%d examples", len(links))
	}
	for _, link := range links {
		query, err := url.ParseQuery(html.UnescapeString(link[1]))
		if err != nil {
			t.Fatal(err)
		}
		form := c.get("/problems?" + query.Encode()).body
		for name := range query {
			if name != "variant" && name != "author" && !strings.Contains(form, html.EscapeString(query.Get(name))) {
				t.Errorf("%v: the form lacks %s", query, name)
			}
		}
		if !strings.Contains(form, `value="`+query.Get("variant")+`" selected`) &&
			!strings.Contains(form, " selected>Anticirce") {
			t.Errorf("%v: the form has another condition", query)
		}
		for _, sound := range []string{"", "yes"} {
			fields := []string{"sound=" + sound}
			for name := range query {
				fields = append(fields, name+"="+query.Get(name))
			}
			a := c.form("/problems", fields...)
			if a.status != http.StatusOK || !strings.Contains(a.body, "1.") ||
				!strings.Contains(a.body, "BeginProblem") ||
				strings.Contains(a.body, `class="error"`) {
				t.Errorf("%v: %d", query, a.status)
			}
			credit := html.EscapeString(query.Get("author") + ", " + query.Get("source"))
			if !strings.Contains(a.body, `<p class="credit">`+credit) {
				t.Errorf("%v: the solution does not name the author", query)
			}
			if sound != "" && !strings.Contains(a.body, "Sound (C+)") && !strings.Contains(a.body, "Not sound") {
				t.Errorf("%v: the solution does not say whether it is sound", query)
			}
		}
	}
}

// TestNoSolutionIsPlain: with and without scripts, a sentence says that a problem has no solution.
func TestNoSolutionIsPlain(t *testing.T) {
	s := newSite(t)
	const want = "No solution: none of White's first moves forces mate in 2 moves."
	query := url.Values{"fen": {"7k/8/8/8/8/8/P7/K7 w"}, "stipulation": {"#2"}}.Encode()
	for _, sound := range []string{"", "yes"} {
		a := s.client().form("/problems", "fen=7k/8/8/8/8/8/P7/K7 w", "stipulation=#2", "sound="+sound)
		if !strings.Contains(html.UnescapeString(a.body), want) || strings.Contains(a.body, "problem 1") {
			t.Errorf("without scripts, sound=%q: %d", sound, a.status)
		}
		tab := open(t, chromium.Desk, s.at("localhost", "/problems?"+query+"&sound="+sound))
		tab.Wait(board(`board?.view != null`))
		tab.press(`[data-place="task"] .primary`)
		tab.Wait(fmt.Sprintf(`document.querySelector(".verdict")?.textContent.startsWith(%q)`, want))
	}
}

// formOf returns the fields of the solver's form that are not empty.
func formOf(tab player) map[string]string {
	return chromium.Eval[map[string]string](
		tab.Tab,
		`Object.fromEntries([...new FormData(document.querySelector('[data-place="task"]'))]
			.filter(([, value]) => value))`,
	)
}

// TestProblemsSurviveTheEditor: a problem comes back from the board editor with all its parts and
// the changed position.
func TestProblemsSurviveTheEditor(t *testing.T) {
	s := newSite(t)
	tab := open(t, chromium.Desk, s.at("localhost", "/problems"))
	tab.Wait(
		board(`board?.view != null`),
	) // it scrolls the page
	chromium.Eval[bool](
		tab.Tab, `(document.querySelector('a[href*="Widlert"]').click(), true)`,
	) // it has two lines, and nothing between them
	tab.Wait(
		`new URLSearchParams(location.search).get("author") === "Kjell Widlert" &&
			document.querySelector('[data-place="editor-link"]').href.includes("Widlert")`,
	)
	before := formOf(tab)
	want := map[string]string{
		"variant": "circe-volcanic", "fen": "8/8/8/8/2Bp1n2/K1k5/8/1R6 w",
		"stipulation": "h#2", "twins": "Twin move c4 d5",
		"author": "Kjell Widlert", "source": "The Problemist 1976",
	}
	if fmt.Sprint(before) != fmt.Sprint(want) {
		t.Errorf("the example fills the form with\n%v, want\n%v", before, want)
	}
	placement := func(fen string) string {
		placed, _, _ := strings.Cut(fen, " ")
		return placed
	}
	there := func() {
		t.Helper()
		tab.press(`[data-place="editor-link"]`)
		tab.Wait(
			`location.pathname === "/editor" &&
				document.querySelector('[data-place="editor"] a[href^="/problems?"]') !== null`,
		)
	}
	back := func(fen string) {
		t.Helper()
		tab.press(`[data-place="editor"] a[href^="/problems?"]`)
		tab.Wait(`location.pathname === "/problems" && ` + board(`board?.view != null`))
		after := formOf(tab)
		if placement(after["fen"]) != fen {
			t.Errorf("the position comes back as %s, want %s", after["fen"], fen)
		}
		after["fen"] = want["fen"]
		if fmt.Sprint(after) != fmt.Sprint(want) {
			t.Errorf("the problem comes back as\n%v, want\n%v", after, want)
		}
	}
	there()
	back(placement(want["fen"]))
	there()
	tab.press(`.palette [aria-label="Remove pieces"]`)
	tab.hand.Square(tab.Tab, "f4")
	tab.Wait(`new URLSearchParams(location.search).get("fen").startsWith("8/8/8/8/2Bp4/")`)
	tab.Go(chromium.Eval[string](tab.Tab, "location.href")) // as a reload does
	tab.Wait(`document.querySelector('[data-place="editor"] a[href^="/problems?"]') !== null`)
	back("8/8/8/8/2Bp4/K1k5/8/1R6")

	// A text in Popeye's language survives too, by its parts.
	tab.Go(s.at("localhost", "/problems"))
	tab.press(`[data-place="task"] > details:last-of-type > summary`)
	tab.Wait(board(`board?.view != null`))
	const text = "BeginProblem\nAuthor Kjell Widlert\nOrigin The Problemist 1976\nStipulation h#2\n" +
		"Condition Circe Volcanic\nPieces White Ka3 Rb1 Bc4 Black Kc3 Pd4 Sf4\nTwin move c4 d5\nEndProblem"
	want["twins"] = "Twin Move c4 d5"
	chromium.Eval[bool](
		tab.Tab,
		fmt.Sprintf(
			`(() => {
				const t = document.querySelector("[name=popeye]")
				t.value = %q
				return t.dispatchEvent(new Event("input", { bubbles: true })) })()`,
			text,
		),
	)
	tab.Wait(`document.querySelector('[data-place="editor-link"]').href.includes("BeginProblem")`)
	there()
	back(placement(want["fen"]))
}

// TestPopeyeIsReadIntoTheForm: a text in Popeye's language fills in the form if the form suffices,
// and else stays a text.
func TestPopeyeIsReadIntoTheForm(t *testing.T) {
	c := newSite(t).client()
	read := func(text string) string {
		return html.UnescapeString(
			c.get("/problems?popeye=" + url.QueryEscape("BeginProblem\n"+text+"\nEndProblem")).body,
		)
	}
	body := read("Author A. Author\nStipulation h#3\nCondition Circe\nPieces White Ke1 Rh1 Black Kg8")
	for _, want := range []string{
		`name="stipulation" value="h#3"`, `name="fen" value="6k1/8/8/8/8/8/8/4K2R w"`,
		`rows="1">A. Author</textarea>`, `value="circe" selected`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the form lacks %s", want)
		}
	}
	if strings.Contains(body, "BeginProblem\nAuthor") {
		t.Error("the text is not moved into the form")
	}
	body = read("Stipulation a=>b1\nPieces White Ke1 Black Ke8\nPieces White Kd1 Black Ke8")
	if !strings.Contains(body, "a=>b1") || !strings.Contains(body, `name="stipulation" value=""`) {
		t.Error("a text that does not fit the form is lost")
	}
}
