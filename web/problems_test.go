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
	t.Parallel()
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
	t.Parallel()
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

// TestExamplesFillTheForm: an example fills in all of the form, and its position can be edited.
func TestExamplesFillTheForm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	tab := open(t, chromium.Desk, s.at("localhost", "/problems"))
	tab.Wait(board(`board?.view != null`)) // it scrolls the page
	chromium.Eval[bool](tab.Tab, `(document.querySelector('a[href*="Widlert"]').click(), true)`)
	tab.Wait(`new URLSearchParams(location.search).get("author") === "Kjell Widlert" &&
		document.querySelectorAll(".palette button").length > 10`)
	want := map[string]string{
		"variant": "circe-volcanic", "fen": "8/8/8/8/2Bp1n2/K1k5/8/1R6 w",
		"stipulation": "h#2", "twins": "Twin move c4 d5",
		"author": "Kjell Widlert", "source": "The Problemist 1976",
	}
	if got := formOf(tab); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the example fills the form with\n%v, want\n%v", got, want)
	}
	tab.press(`.palette [aria-label="Remove pieces"]`)
	tab.hand.Square(tab.Tab, "f4")
	tab.Wait(`new URLSearchParams(location.search).get("fen") === "8/8/8/8/2Bp4/K1k5/8/1R6 b"`)
	want["fen"] = "8/8/8/8/2Bp4/K1k5/8/1R6 b"
	tab.Go(chromium.Eval[string](tab.Tab, "location.href")) // as a reload does
	tab.Wait(`document.querySelectorAll(".palette button").length > 10`)
	if got := formOf(tab); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the problem comes back as\n%v, want\n%v", got, want)
	}
	// Old links to the editor of a problem lead to its page.
	tab.Go(s.at("localhost", "/editor?fen=8/8/8/8/8/k1K5/8/1R6&stipulation=h%232"))
	tab.Wait(`location.pathname === "/problems" && ` + board(`board?.view?.fen.startsWith("8/8/8/8/8/k1K5/8/1R6 b")`))
}

// TestPopeyeIsReadIntoTheForm: a text in Popeye's language fills in the form if the form suffices,
// and else stays a text.
func TestPopeyeIsReadIntoTheForm(t *testing.T) {
	t.Parallel()
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

// TestFairyProblemsInTheForm: a text with neutral and fairy pieces and a condition fills in the form,
// and its solution has Popeye's moves.
func TestFairyProblemsInTheForm(t *testing.T) {
	t.Parallel()
	c := newSite(t).client()
	const text = "BeginProblem\nStipulation h#2\nCondition CouscousCirce\n" +
		"Pieces White Ka2 Black Ke2 Ga8 Neutral Pd2e6f2f4\nEndProblem"
	body := html.UnescapeString(c.get("/problems?popeye=" + url.QueryEscape(text)).body)
	for _, want := range []string{
		`name="fen" value="g7/8/4=P3/8/5=P2/8/K2=Pk=P2/8 w"`, `value="grasshoppers" checked`,
		`value="neutrals" checked`, `value="circe-coucou" selected`, "1+2+4",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the form lacks %s", want)
		}
	}
	a := c.form("/problems", "variant=chess", "with=circe-coucou", "with=neutrals", "stipulation=h#2",
		"fen=8/8/4=P3/8/5=P2/8/K2=Pk=P2/8 w")
	const want = "1.Ke2*d2[+nPe8=nR] nRe8*e6[+nPh1=nS] 2.nSh1*f2[+nPb8=nB] nBb8*f4[+nPc1=nQ] #"
	if got := strings.Join(strings.Fields(html.UnescapeString(a.body)), " "); !strings.Contains(got, want) {
		t.Errorf("the solution lacks %s", want)
	}
}

// TestAFairyProblemOnTheBoard: a problemist finds a condition and a piece by name, places the piece,
// and solves the problem.
func TestAFairyProblemOnTheBoard(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	tab := open(t, chromium.Desk, s.at("localhost", "/problems?fen=8/8/8/8/8/2k5/8/K7+w&stipulation=ser-%231"))
	tab.Wait(`document.querySelectorAll(".palette button").length > 10`)
	choose := func(typed, id string) {
		t.Helper()
		box := fmt.Sprintf(`document.querySelector('.searched [value=%q]')`, id)
		chromium.Eval[bool](tab.Tab, `[...document.querySelectorAll(".picker details")].every((d) => (d.open = true))`)
		chromium.Eval[bool](tab.Tab, fmt.Sprintf(`(() => {
			const field = %s.closest(".searched").querySelector('[type="search"]')
			field.value = %q
			return field.dispatchEvent(new Event("input", {bubbles: true})) })()`, box, typed))
		if n := chromium.Eval[int](tab.Tab, `[...`+box+`.closest(".searched").querySelectorAll("label")]
			.filter((l) => l.checkVisibility()).length`); n == 0 || n > 12 {
			t.Errorf("%d boxes are shown for %q", n, typed)
		}
		tab.hand.Press(tab.Tab, box)
		tab.Wait(box + ".checked")
	}
	choose("madrasi", "madrasi")
	choose("grass", "grasshoppers")
	tab.press(`.palette [aria-label="white Grasshopper"]`)
	tab.hand.Square(tab.Tab, "e3")
	tab.Wait(`new URLSearchParams(location.search).get("fen")?.startsWith("8/8/8/8/8/2k1G3/8/K7")`)
	v := chromium.Eval[string](tab.Tab, `new URLSearchParams(location.search).get("variant")`)
	if v != "chess+madrasi+grasshoppers" {
		t.Errorf("the variant is %s", v)
	}
	tab.Shoot("fairy-problem")
	tab.Wait(`document.querySelector("[name=popeye]").value.includes("Ge3")`)
	chromium.Eval[bool](tab.Tab, `(document.querySelector("[name=stipulation]").value = "ser-zb31",
		document.querySelector("[name=stipulation]").dispatchEvent(new Event("input", {bubbles: true})))`)
	tab.press(`[data-place="task"] .primary`)
	tab.Wait(`document.querySelector('[data-place="solution"]').textContent.includes("1.")`)
	tab.Shoot("fairy-problem-solved")
}
