package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/web/internal/gameeditor"
)

// ownFile is a small game of one's own.
const ownFile = `extends = "chess"
name = "Small Chess" # mine
size = "5x5"
castling = false

[start]
placement = "rnbqk/ppppp/5/PPPPP/RNBQK"
`

// checked asks what follows from a file after changes.
func (c *client) checked(change gameeditor.Change) gameeditor.Checked {
	c.Helper()
	out, a := api[gameeditor.Checked](c, http.MethodPost, "/workshop/check", change)
	if a.status != http.StatusOK {
		c.Fatalf("a file is answered with %d: %s", a.status, a.body)
	}
	return out
}

// TestGameIsChecked: a file is answered with its board, its pieces, its rules, and what is wrong by
// key.
func TestGameIsChecked(t *testing.T) {
	c := newSite(t).client()
	got := c.checked(gameeditor.Change{File: ownFile})
	if len(got.Errors) > 0 || got.Game == nil || got.Game.View == nil || got.Game.Setup == nil {
		t.Fatalf("%+v", got)
	}
	if got.File != ownFile || got.Game.Files != 5 || len(got.Game.View.Moves) == 0 || len(got.Game.Rules) < 3 {
		t.Errorf("%s: %d moves, %d parts of the rules", got.File, len(got.Game.View.Moves), len(got.Game.Rules))
	}
	if got.Values["size"] != "5x5" || got.Values["extends"] != "chess" {
		t.Errorf("the values are %v", got.Values)
	}
	for _, p := range got.Pieces {
		if p.Name == "Knight" && (len(p.Chart.Rays) != 8 || p.Values["letter"] != "N" || p.Label != "N") {
			t.Errorf("the knight is %+v", p)
		}
	}
	for _, wrong := range []struct{ key, file string }{
		{"promotion.to", ownFile + "[promotion]\nto = \"X\"\n"},
		{"pieces[Knight].betza", ownFile + "[[pieces]]\nname = \"Knight\"\nbetza = \"NX\"\n"},
		{"start.placement", strings.Replace(ownFile, "RNBQK", "RNB", 1)},
		{"nonsense", "nonsense = 1\n" + ownFile},
		{"name", "name ="},
	} {
		got := c.checked(gameeditor.Change{File: wrong.file})
		if len(got.Errors) == 0 || got.Errors[0].Key != wrong.key || got.Errors[0].Problem == "" {
			t.Errorf("%s: %+v", wrong.key, got.Errors)
		}
	}
}

// TestGameIsChanged: keys, movements and the starting position are changed in the text.
func TestGameIsChanged(t *testing.T) {
	c := newSite(t).client()
	rays := []gameeditor.Ray{}
	for _, step := range [][2]int{{-2, 0}, {2, 0}, {0, 2}, {0, -2}} {
		rays = append(rays, gameeditor.Ray{File: step[0], Rank: step[1], Far: 1, Kind: "free", Mode: "both"})
	}
	got := c.checked(gameeditor.Change{File: ownFile, Edits: []gameeditor.Edit{
		{Key: "pieces[Cow].letter", Value: "C"},
		{Key: "pieces[Cow].betza", Chart: &gameeditor.Chart{Rays: rays, Rest: "FyafsF"}},
		{Key: "drops.active", Value: true},
		{Key: "size", Value: "10x8"},
	}})
	for _, want := range []string{
		"betza = \"DFyafsF\"", "[drops]\nactive = true",
		`placement = "rnbqk5/ppppp5/10/10/10/10/PPPPP5/RNBQK5"`, "# mine",
		"size = \"10x8\"",
	} {
		if !strings.Contains(got.File, want) {
			t.Errorf("the file lacks %s:\n%s", want, got.File)
		}
	}
	if len(got.Errors) > 0 || got.Game == nil {
		t.Fatalf("%+v", got.Errors)
	}
	cow := got.Pieces[len(got.Pieces)-1]
	if cow.Name != "Cow" || cow.Chart.Rest != "yafsF" || len(cow.Chart.Rays) != 8 || len(cow.Marks) == 0 {
		t.Errorf("the cow is %+v", cow)
	}
	setup := got.Game.Setup.Setup
	for i := range setup.Pieces {
		if p := &setup.Pieces[i]; p.Square == "e1" {
			p.Square = "j1"
		}
	}
	got = c.checked(gameeditor.Change{File: got.File, Setup: &setup})
	if !strings.Contains(got.File, "/PPPPP5/RNBQ5K") || len(got.Errors) > 0 {
		t.Errorf("the king has not moved (%v):\n%s", got.Errors, got.File)
	}
	again := c.checked(gameeditor.Change{File: got.File, Edits: []gameeditor.Edit{{Key: "size", Value: "5x5"}}})
	if !strings.Contains(again.File, `"rnbqk/ppppp/5/PPPPP/RNBQ1"`) {
		t.Errorf("the smaller board:\n%s", again.File)
	}
	far := &gameeditor.Chart{Rays: []gameeditor.Ray{{File: 9, Kind: "free", Mode: "both"}}}
	for _, bad := range []gameeditor.Edit{
		{Key: "a..b", Value: "x"}, {Key: "size", Value: 1.5}, {Key: "pieces[Cow].betza", Chart: far},
	} {
		_, a := api[gameeditor.Checked](c, http.MethodPost, "/workshop/check",
			gameeditor.Change{File: ownFile, Edits: []gameeditor.Edit{bad}})
		if a.status != http.StatusUnprocessableEntity {
			t.Errorf("%+v is answered with %d: %s", bad, a.status, a.body)
		}
	}
}

// TestHostileGames: files that would cost much are refused soon, each with a sentence.
func TestHostileGames(t *testing.T) {
	c := newSite(t).client()
	crowd := func(betza, more string) string {
		var b strings.Builder
		b.WriteString("size = \"16x16\"\n" + more + "[start]\nplacement = \"")
		const rank, others = "abcdefgkijlmnopq/", "abcdefgaijlmnopq/"
		b.WriteString(rank + strings.Repeat(others, 3) + strings.Repeat("16/", 8))
		b.WriteString(strings.ToUpper(strings.Repeat(others, 3)+strings.TrimSuffix(rank, "/")) + "\"\n")
		b.WriteString("[[pieces]]\nname = \"King\"\n")
		for _, letter := range "ABCDEFGIJLMNOPQ" {
			fmt.Fprintf(&b, "[[pieces]]\nname = \"P%c\"\nletter = \"%c\"\nbetza = \"%s\"\n", letter, letter, betza)
		}
		return b.String()
	}
	for name, file := range map[string]string{
		"many ways":    crowd("{Sissa}QNN", ""),
		"many walls":   crowd("QNN", "[walls]\nplace = \"any\"\n"),
		"large file":   strings.Repeat("# nothing\n", 6553),
		"deep":         "notes = " + strings.Repeat("[", 30000) + strings.Repeat("]", 30000),
		"not TOML":     strings.Repeat("\x00", 60000),
		"many pieces":  strings.Repeat("[[pieces]]\nname = \"x\"\n", 2500),
		"long numbers": "version = " + strings.Repeat("9", 60000),
	} {
		began := time.Now()
		got, a := api[gameeditor.Checked](c, http.MethodPost, "/workshop/check", gameeditor.Change{File: file})
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s takes %v", name, took)
		}
		switch {
		case a.status == http.StatusOK && len(got.Errors) > 0 && got.Errors[0].Problem != "":
		case a.status == http.StatusUnprocessableEntity, a.status == http.StatusRequestEntityTooLarge:
		default:
			t.Errorf("%s is answered with %d: %.200s", name, a.status, a.body)
		}
		for _, path := range []string{"position", "computer"} {
			_, a := api[json.RawMessage](c, http.MethodPost, "/workshop/"+path, map[string]any{"file": file})
			if a.status != http.StatusUnprocessableEntity && a.status != http.StatusRequestEntityTooLarge {
				t.Errorf("%s, %s: %d: %.200s", name, path, a.status, a.body)
			}
		}
	}
}

// TestComputerGames: the computer plays games with progress and a report, and stops when nobody
// listens.
func TestComputerGames(t *testing.T) {
	s := newSite(t)
	c := s.client()
	play := func(ctx context.Context, games int) *http.Response {
		body, err := json.Marshal(map[string]any{"file": ownFile, "games": games})
		if err != nil {
			t.Fatal(err)
		}
		r := c.request(http.MethodPost, "/api/v1/workshop/games", "application/json", strings.NewReader(string(body)))
		answer, err := http.DefaultClient.Do(r.WithContext(ctx))
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	answer := play(t.Context(), 3)
	defer answer.Body.Close()
	var events []string
	var end gameeditor.TrialEnd
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			events = append(events, name)
		}
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			if err := json.Unmarshal([]byte(data), &end); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := strings.Join(events, " "); got != "progress progress progress end" && got != "end" {
		t.Errorf("the events are %s", got)
	}
	moved := 0
	for _, p := range end.Pieces {
		moved += p.Moved
	}
	ended := end.White + end.Black + end.Drawn + end.Unfinished
	if end.Games != 3 || ended != 3 || moved < 3*end.Shortest || end.Shortest < 1 {
		t.Errorf("the report is %+v", end)
	}
	ctx, cancel := context.WithCancel(t.Context())
	long := play(ctx, 100)
	if !bufio.NewScanner(long.Body).Scan() {
		t.Error("the games do not begin")
	}
	cancel()
	_ = long.Body.Close()
	began := time.Now()
	answer = play(t.Context(), 1) // the place is free again
	defer answer.Body.Close()
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("the next game waits %v", took)
	}
}

// TestEditorWithoutScripts: without scripts the page has the file, the errors and a button to save.
func TestEditorWithoutScripts(t *testing.T) {
	s := newSite(t)
	ann := s.account("Ann")
	at := ann.draft("chess", "My Game")
	for _, want := range []string{`<textarea name="file"`, "My Game", `action="` + at + `/save"`, at + "/board.svg"} {
		ann.get(at).wants(t, http.StatusOK, want)
	}
	ann.get(at+"/board.svg").wants(t, http.StatusOK, "<svg")
	if a := ann.form(at+"/save", "revision=1", "file=army = [\"Cow\"]\nsize = \"8x8\"\n"); a.status != http.StatusOK {
		t.Fatalf("saving is answered with %d", a.status)
	}
	for _, want := range []string{"<code>army[1]</code>", "there is no piece", "army = ["} {
		ann.get(at).wants(t, http.StatusOK, want)
	}
	if a := s.account("Bob").get(at); a.status != http.StatusNotFound {
		t.Errorf("somebody else's draft is answered with %d", a.status)
	}
}

// editorScreens are the screens on which the editor is looked at.
var editorScreens = map[string]chromium.Screen{
	"desk":        {Width: 1280, Height: 800, Alone: true},
	"tablet-dark": {Width: 768, Height: 1024, Dark: true, Alone: true},
	"phone":       {Width: 360, Height: 740, Touch: true, Alone: true},
	"phone-dark":  {Width: 360, Height: 740, Touch: true, Dark: true, Alone: true},
}

// TestEditorPage: on every screen the page is no wider than the screen, has no barrier, and edits a
// piece on its diagram.
func TestEditorPage(t *testing.T) {
	s := newSite(t)
	s.account("Ann")
	for name, screen := range editorScreens {
		t.Run(name, func(t *testing.T) {
			tab := s.inEditor(t, screen)
			tab.isForAll(t, "workshop-"+name, "/workshop")
			tab.press(`[data-at="type Knight"]`)
			tab.Wait(`document.querySelector(".chart") !== null`)
			tab.press(`.chart [data-at="2,2"]`)
			tab.Wait(`document.querySelector('[name="key-pieces[Knight].betza"]').value === "NA"`)
			tab.isForAll(t, "workshop-piece-"+name, "/workshop")
			tab.fill(`[name="key-pieces[Knight].betza"]`, "Q3QX")
			tab.Wait(`document.querySelector('[name="key-pieces[Knight].betza"][aria-invalid="true"]') !== null`)
			tab.isForAll(t, "workshop-wrong-"+name, "/workshop")
			tab.fill(`[name="key-pieces[Knight].betza"]`, "mNcgQ")
			tab.Wait(`document.querySelectorAll(".chart .hop.take").length > 4`)
			tab.isForAll(t, "workshop-hopper-"+name, "/workshop")
			tab.press(`.chart input[value="slide"]`)
			for _, at := range []string{"0,1", "1,1"} { // the tool stays, and no press is lost
				tab.press(`.chart [data-at="` + at + `"]`)
			}
			tab.Wait(`document.querySelector('[name="key-pieces[Knight].betza"]').value === "QmNcgQ"`)
			for _, text := range tab.Complaints() {
				t.Error(text)
			}
		})
	}
}

// inEditor signs Ann in and begins a game like chess in the workshop.
func (s *site) inEditor(t *testing.T, screen chromium.Screen) player {
	t.Helper()
	tab := s.signsIn(t, screen, "Ann", "/workshop/new")
	tab.Wait(`document.querySelector('[name="title"]') !== null`)
	tab.fill(`[name="title"]`, "Own Chess")
	tab.press(`form[action="/workshop/new"] .primary`)
	tab.Wait(board(`board?.view?.variant.name === "Own Chess"`) + ` && document.querySelector(".rules h2") !== null`)
	return tab
}
