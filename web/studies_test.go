package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/tools"
)

// ptr returns a pointer to a value.
func ptr[T any](v T) *T { return &v }

// kept saves an analysis by the API.
func (c *client) kept(text tools.StudyText) store.Study {
	c.Helper()
	y, a := api[store.Study](c, http.MethodPost, "/studies", text)
	if a.status != http.StatusOK {
		c.Fatalf("saving a study: %d %s", a.status, a.body)
	}
	return y
}

// TestStudies: a study is private until its owner makes it public, keeps all that the PGN has, and
// of two changes to one version the second is refused.
func TestStudies(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	const pgn = "[White \"Ann\"]\n[Variant \"seirawan\"]\n\n{Begin. [%csl Rd4][%cal Ge2e4]} " +
		"1. e4 $1 (1. d4 {Also.} d5) 1... e5 {[%cal Bg8f6]} 2. Nf3/H $14 *\n"
	y := ann.kept(tools.StudyText{Name: " My\tfirst ", PGN: pgn})
	if y.Name != "My first" || y.Variant != "seirawan" || y.Public || y.Version != 1 {
		t.Errorf("the study is %+v", y)
	}
	for _, part := range []string{
		"[%csl Rd4][%cal Ge2e4]", "1. e4 $1 (1. d4 {Also.} 1... d5)", "[%cal Bg8f6]", "Nf3/H $14", `[White "Ann"]`,
	} {
		if !strings.Contains(strings.Join(strings.Fields(y.PGN), " "), part) {
			t.Errorf("the kept PGN lacks %s:\n%s", part, y.PGN)
		}
	}
	page := "/study/" + y.ID
	for _, path := range []string{page, page + "/pgn", "/api/v1/studies/" + y.ID, "/api/v1/studies/" + y.ID + "/pgn"} {
		if a := bob.get(path); a.status != http.StatusNotFound {
			t.Errorf("%s of a private study is answered with %d", path, a.status)
		}
		if a := ann.get(path); a.status != http.StatusOK || !strings.Contains(a.body, "Also.") {
			t.Errorf("%s is answered to its owner with %d", path, a.status)
		}
	}
	change := func(c *client, in tools.StudyChange, status int) store.Study {
		t.Helper()
		out, a := api[store.Study](c, http.MethodPut, "/studies/"+y.ID, in)
		if a.status != status {
			t.Errorf("%+v is answered with %d, not %d: %s", in, a.status, status, a.body)
		}
		return out
	}
	change(bob, tools.StudyChange{Version: 1, Name: ptr("Bob's")}, http.StatusNotFound)
	now := change(ann, tools.StudyChange{Version: 1, Public: ptr(true)}, http.StatusOK)
	if now.Version != 2 || !now.Public || now.PGN != y.PGN || now.Name != y.Name {
		t.Errorf("the public study is %+v", now)
	}
	change(ann, tools.StudyChange{Version: 1, PGN: ptr("1. e4 *")}, http.StatusConflict)
	change(ann, tools.StudyChange{Version: 2, PGN: ptr("1. e5 *")}, http.StatusUnprocessableEntity)
	change(ann, tools.StudyChange{Version: 2, PGN: ptr("1. e4 *\n\n1. d4 *")}, http.StatusUnprocessableEntity)
	if a := bob.get(page); a.status != http.StatusOK || !strings.Contains(a.body, "A study of") {
		t.Errorf("a public study is answered with %d", a.status)
	}
	change(bob, tools.StudyChange{Version: 2, Name: ptr("Bob's")}, http.StatusNotFound)
	if _, a := api[any](bob, http.MethodDelete, "/studies/"+y.ID, nil); a.status != http.StatusNotFound {
		t.Errorf("somebody else's study is deleted with %d", a.status)
	}
	if _, a := api[any](s.client(), http.MethodPost, "/studies", tools.StudyText{PGN: "*"}); a.status !=
		http.StatusUnauthorized {
		t.Errorf("a visitor saves a study by the API with %d", a.status)
	}
}

// TestStudyForms: studies are listed, renamed, shown, hidden and deleted without scripts, and a
// visitor who saves one becomes a guest.
func TestStudyForms(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	guest := s.client()
	a := guest.form("/studies", "pgn=1. e4 {mine} *", "variant=circe", "name=One", "public=yes")
	if a.status != http.StatusOK || !strings.HasPrefix(a.at, "/study/") || !strings.Contains(a.body, "mine") {
		t.Fatalf("saving ends at %s with %d", a.at, a.status)
	}
	place := a.at
	if a := s.client().get(place); a.status != http.StatusOK {
		t.Errorf("a public study is answered with %d", a.status)
	}
	if a := s.client().form("/studies", "pgn=1. e5 *"); a.status != http.StatusUnprocessableEntity {
		t.Errorf("an illegal move is answered with %d", a.status)
	}
	late := s.client()
	long := late.form("/studies", "pgn=1. e4 {"+strings.Repeat("x", store.MaxStudy)+"} *")
	if long.status != http.StatusUnprocessableEntity || !strings.Contains(long.body, "A study has at most") {
		t.Errorf("a study that is too long is answered with %d", long.status)
	}
	if a := late.get("/studies"); !strings.Contains(a.body, "You have no name here yet") {
		t.Error("who could not save a study has become a guest")
	}
	for _, step := range []struct{ do, says string }{
		{"hide", "Only you can see the study now."},
		{"rename", "The study is called Two now."},
		{"publish", "Whoever has the link can see the study now."},
		{"nonsense", "does not say what to do"},
		{"delete", "The study is deleted."},
	} {
		if a := guest.form(place, "do="+step.do, "name=Two"); !strings.Contains(a.body, step.says) {
			t.Errorf("%s is answered with %d: %.200s", step.do, a.status, a.body)
		}
		want := http.StatusOK
		if step.do == "hide" || step.do == "rename" || step.do == "delete" {
			want = http.StatusNotFound
		}
		if a := s.client().get(place); a.status != want {
			t.Errorf("after %s the study is answered with %d, not %d", step.do, a.status, want)
		}
	}
	if a := s.client().get("/studies"); a.status != http.StatusOK || !strings.Contains(a.body, "sign in") {
		t.Errorf("the studies of a visitor are answered with %d", a.status)
	}
}

// TestNoHelpInStudies: the engine is off on a study whose position occurs in one's rated game.
func TestNoHelpInStudies(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.rated(ann, bob, "3d", "e4", "f6")
	const fen = "rnbqkbnr/ppppp1pp/5p2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	y := ann.kept(tools.StudyText{PGN: "[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n\n2. Qh5 g6 *"})
	if page := ann.get("/study/" + y.ID).body; !strings.Contains(page, "your rated game") {
		t.Error("the page of the study offers the engine")
	}
	if a := bob.does(game, play.Command{Do: play.Resign}); a.status != http.StatusOK {
		t.Fatal(a.status)
	}
	if page := ann.get("/study/" + y.ID).body; strings.Contains(page, "your rated game") {
		t.Error("the engine is off after the game")
	}
}

// TestStudiesAreRead: a visitor reads a public study, and sees the fields that change it only after
// they ask for a copy.
func TestStudiesAreRead(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	y := s.account("Ann").kept(tools.StudyText{
		Name: "Open", Public: true, PGN: "[White \"Ann\"]\n\n1. e4 {Best.} e5 (1... c5 2. Nf3) 2. d4 *",
	})
	tab := open(t, chromium.Desk, s.at("localhost", "/study/"+y.ID))
	tab.Wait(`document.querySelector(".movelist")?.textContent.includes("Best.")`)
	const fields = `[...document.querySelectorAll(".bench-side :is(input, textarea):not([readonly])")]
		.filter((field) => field.checkVisibility()).length`
	tab.Wait(fields + ` === 0`)
	tab.Keys(kb.ArrowRight)
	tab.Wait(board(`board.view.last?.uci === "e2e4" && board.movable === "none"`))
	tab.Keys("!")
	tab.isForAll(t, "study-read", "/study")
	if text := chromiumText(tab, ".movelist"); strings.Contains(text, "!") {
		t.Errorf("who reads has changed the moves to %q", text)
	}
	chromium.Eval[bool](tab.Tab, `([...document.querySelectorAll("button")]
		.find((b) => b.textContent === "Change a copy").click(), true)`)
	tab.Wait(fields + ` > 3 && ` + board(`board.movable === "both"`))
	tab.Wait(`document.querySelector(".keep .primary").textContent === "Save a copy"`)
}

// TestStudyInBrowser: an analysis is saved from its page, changed there, and not overwritten from
// another tab. What is not saved survives a reload.
func TestStudyInBrowser(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann := s.account("Ann")
	const (
		save    = `.keep .primary`
		says    = `document.querySelector(".keep [role=status]").textContent`
		comment = `.notes label:not([hidden]) textarea`
		moves   = `document.querySelector(".movelist").textContent`
		kept    = `.bench-side > div > p[role=status] button`
	)
	visit := func(tab player, path string) {
		tab.Helper()
		tab.Go(s.at("localhost", path))
		tab.Wait(`document.querySelector("kirke-board")?.view != null &&
			document.querySelector(".notes")?.inert === false`)
	}
	fill := func(tab player, field, text string) {
		tab.Helper()
		tab.fill(field, text)
		chromium.Eval[bool](tab.Tab, `document.querySelector("`+field+`").dispatchEvent(new Event("input"))`)
	}
	desk := open(t, chromium.Desk, s.at("localhost", "/"))
	signIn(desk, s, "Ann")
	visit(desk, "/analysis?variant=circe&moves=e4+d5")
	desk.Wait(moves + `.includes("d5")`)
	// A refusal is said, and the draft stays.
	fill(desk, comment, strings.Repeat("long ", store.MaxStudy/5))
	desk.press(save)
	desk.Wait(says + `.includes("at most 262144 bytes")`)
	if !chromium.Eval[bool](desk.Tab, `location.pathname === "/analysis" &&
		localStorage.getItem("kirke-analysis").includes("long long")`) {
		t.Error("the draft is gone after a refusal")
	}
	fill(desk, comment, "Scandinavian")
	desk.fill(`.keep [name=name]`, "My repertoire")
	desk.press(save)
	desk.Wait(`location.pathname.startsWith("/study/") && document.querySelector("h1").textContent === "My repertoire"`)
	desk.Wait(moves + `.includes("Scandinavian")`)
	place := chromium.Eval[string](desk.Tab, "location.pathname")
	desk.Shoot("study-desk")

	// Another tab, on a phone, where the same person changes it first.
	phone := open(t, chromium.Phone, s.at("localhost", "/"))
	signIn(phone, s, "Ann")
	visit(phone, place)
	fill(phone, comment, "From the phone")
	phone.Wait(says + `.includes("unsaved changes")`)
	phone.Shoot("study-phone")
	phone.press(save)
	phone.Wait(says + ` === "Saved."`)
	fill(desk, comment, "From the desk")
	desk.press(save)
	desk.Wait(says + `.includes("changed elsewhere")`)
	y, _ := api[store.Study](ann, http.MethodGet, "/studies/"+strings.TrimPrefix(place, "/study/"), nil)
	if !strings.Contains(y.PGN, "From the phone") || y.Version != 2 {
		t.Errorf("the study is %+v", y)
	}
	// Its draft is offered, and can be saved as a new study.
	visit(desk, place)
	desk.Wait(`document.querySelector("` + kept + `")?.textContent === "Show them"`)
	desk.press(kept)
	desk.Wait(moves + `.includes("From the desk")`)
	desk.press(`.keep button[type=button]:last-of-type`)
	desk.Wait(`location.pathname.startsWith("/study/") && location.pathname !== "` + place + `"`)
	desk.Wait(moves + `.includes("From the desk")`)
	desk.Go(s.at("localhost", "/studies"))
	desk.Wait(`document.querySelectorAll(".studies li").length === 2`)
	desk.Shoot("studies-desk")
	phone.Go(s.at("localhost", "/studies"))
	phone.Shoot("studies-phone")

	// A reload keeps what is not saved.
	visit(phone, place)
	fill(phone, comment, "Not saved")
	phone.Wait(says + `.includes("unsaved changes")`)
	visit(phone, place)
	phone.Wait(moves + `.includes("Not saved")`)
	phone.press(kept)
	phone.Wait(moves + `.includes("From the phone") && document.querySelector("kirke-board")?.view != null`)
	for _, tab := range []player{desk, phone} {
		for _, text := range tab.Complaints() {
			if !strings.Contains(text, "409") && !strings.Contains(text, "422") { // refused
				t.Error(text)
			}
		}
	}
}
