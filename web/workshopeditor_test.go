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

	"github.com/chromedp/chromedp/kb"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/variantfile"
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
	t.Parallel()
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
	t.Parallel()
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

// crowd returns a game of many pieces that move alike.
func crowd(betza, more string) string {
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

// TestHostileGames: files that would cost much are refused soon, each with a sentence.
func TestHostileGames(t *testing.T) { // alone, as it is timed
	c := newSite(t).client()
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

// TestWideGame: the largest game that the site takes is answered soon.
func TestWideGame(t *testing.T) { // alone, as it is timed
	c := newSite(t).client()
	began := time.Now()
	got := c.checked(gameeditor.Change{File: crowd("QNN", "")})
	if len(got.Errors) > 0 || got.Game == nil || got.Game.View == nil || len(got.Game.View.Moves) < 500 {
		t.Errorf("%+v, %v", got.Errors, got.Game != nil)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it takes %v", took)
	} else {
		t.Log(took)
	}
}

// TestComputerGames: the computer plays games with progress and a report, and stops when nobody
// listens.
func TestComputerGames(t *testing.T) { // alone, as it is timed
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
	t.Parallel()
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
	t.Parallel()
	s := newSite(t)
	s.account("Ann")
	for name, screen := range looks(editorScreens, "desk", "phone-dark") {
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
			tab.press(`[data-part="text"] summary`)
			tab.fill(`textarea[name=file]`, ownFile+"\n[goal]\ntypes = \"K\"\nzone = \"*5\"\n")
			tab.Wait(board(`board.view.squares.length === 25`)) // what is written is on the board and in the form
			tab.Wait(`document.querySelector('[name="key-goal.zone"]').value === "*5"`)
			tab.press(`[data-part="goal"] summary`)
			tab.isForAll(t, "workshop-part-"+name, "/workshop")
			tab.press(`[data-part="goal"] > .button`)
			tab.Wait(`!document.querySelector("textarea[name=file]").value.includes("[goal]")`)
			for _, text := range tab.Complaints() {
				t.Error(text)
			}
		})
	}
}

// notInForm are the keys of a file that the form has no control for, with the reason.
var notInForm = map[string]string{
	"id":              "the site gives a game its ID when it is published",
	"aliases":         "the site has one ID for a game",
	"family":          "a published game is rated by itself",
	"version":         "the site counts the versions that are published",
	"army":            "pieces are added to the list of pieces, and taken from it",
	"extends":         "it is chosen when the draft begins; another game changes what all other keys mean",
	"assume-castling": "it is about problems, which are no games of a start",
}

// TestEditorHasEveryKey: the form has a control for every key of the reference of files, or the key is
// named here with a reason.
func TestEditorHasEveryKey(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.account("Ann")
	tab := s.inEditor(t, chromium.Screen{Width: 1280, Height: 800, Alone: true})
	tab.Wait(`(() => { // adds the next part as soon as the one before is there
		const parts = document.querySelector('[name="add-part"]');
		if (!parts.dataset.asked) document.querySelector('.row:has([name="add-part"]) .button').click();
		parts.dataset.asked = "yes"; // with another part the list is made anew
		return !document.querySelector('[name="add-part"]').value;
	})()`)
	tab.press(`[data-at="type Knight"]`)
	tab.Wait(`document.querySelector('[name="key-pieces[Knight].betza"]') !== null`)
	offered := map[string]bool{}
	for _, name := range chromium.Eval[[]string](tab.Tab,
		`[...document.querySelectorAll('[name^="key-"]')].map((e) => e.getAttribute("name"))`) {
		offered[strings.Replace(strings.TrimPrefix(name, "key-"), "[Knight]", "", 1)] = true
	}
	keys := 0
	for _, section := range variantfile.Reference() {
		for _, f := range section.Fields {
			key := strings.TrimPrefix(section.Path+"."+f.Key, ".")
			_, left := notInForm[key]
			switch {
			case f.Kind == variantfile.TableField: // it has a section of its own
			case offered[key] && left:
				t.Errorf("%s is in the form, and is named as a key that is not", key)
			case !offered[key] && !left:
				t.Errorf("the form has no control for %s", key)
			}
			keys++
		}
	}
	if keys < 150 {
		t.Errorf("only %d keys were looked for", keys)
	}
}

// adds adds a part to the game, and waits for one of its keys.
func (p player) adds(part, key string) {
	p.Helper()
	p.fill(`[name="add-part"]`, part)
	p.press(`.row:has([name="add-part"]) .button`)
	p.Wait(fmt.Sprintf(`document.querySelector('[name="key-%s"]') !== null`, key))
}

// TestEditorControls: controls of every kind write their key, and take it away again where the game
// that is extended has it.
func TestEditorControls(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.account("Ann")
	tab := s.inEditor(t, chromium.Screen{Width: 1280, Height: 800, Alone: true})
	tab.press(`[data-part="text"] summary`)
	tab.fill(`textarea[name=file]`, "extends = \"chess\"\nname = \"Own Chess\"\n")
	tab.Wait(`document.querySelector("[data-part=castling]") !== null && document.querySelector(".wrongs li") === null`)
	tab.adds("goal", "goal.zone")
	tab.writes("goal.types", "K", `types = "K"`)
	tab.writes("goal.zone", "*8", `zone = "*8"`)
	tab.writes("goal.zone.black", "*2", `zone = {black = "*2", white = "*8"}`)
	tab.Wait(board(`board.view.goals?.black?.[0] === "a2"`))
	tab.writes("goal.zone.black", "", `zone = "*8"`)
	tab.Wait(board(`board.view.goals?.black?.[0] === "a1"`))
	tab.fill(`[name="add-part"]`, "drops") // stays chosen when the form changes
	tab.writes("goal.count", "1", "count = 1")
	tab.Wait(`document.querySelector('[name="add-part"]').value === "drops"`)
	tab.writes("goal.count", "", "count = 0")
	tab.adds("end", "end.stalemate")
	tab.writes("end.stalemate", "win", `stalemate = "win"`)
	tab.writes("end.stalemate", "", `stalemate = ""`)
	tab.press(`[data-at="type Knight"]`)
	tab.Wait(`document.querySelector('[name="key-pieces[Knight].betza"]') !== null`)
	tab.press(`[data-part="more Knight"] > summary`)
	tab.press(`[data-part="pieces[Knight].traits"] > summary`)
	tab.press(`[name="key-pieces[Knight].traits.volage"]`)
	tab.Wait(`document.querySelector("textarea[name=file]").value.includes("traits = {volage = true}")`)
	tab.Shoot("workshop-controls")
	tab.press(`[name="key-pieces[Knight].traits.volage"]`)
	tab.Wait(`document.querySelector("textarea[name=file]").value.includes("traits = {volage = false}")`)
	tab.Wait(`document.querySelector(".wrongs li") === null`)
	for _, text := range tab.Complaints() {
		t.Error(text)
	}
}

// TestWhatIsPressedStays: an answer that comes while a button is pressed waits for the click.
func TestWhatIsPressedStays(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.account("Ann")
	tab := s.inEditor(t, chromium.Screen{Width: 1280, Height: 800, Alone: true})
	const file = `document.querySelector("textarea[name=file]").value`
	const answers = `performance.getEntriesByName(location.origin + "/api/v1/workshop/check").length`
	chromium.Eval[bool](tab.Tab, `(() => {
		window.pressed = document.querySelector('[data-at="type Knight"]')
		pressed.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }))
		return true })()`)
	answered := chromium.Eval[int](tab.Tab, answers)
	tab.fill(`[name="key-summary"]`, "An own game.")
	tab.Wait(fmt.Sprintf("%s > %d", answers, answered))
	time.Sleep(300 * time.Millisecond) // the page would have shown it
	if chromium.Eval[bool](tab.Tab, `!pressed.isConnected || `+file+`.includes("An own game.")`) {
		t.Error("the button was replaced while it was pressed")
	}
	// The button saves, and what was changed while it was pressed is saved with the rest.
	chromium.Eval[bool](tab.Tab, `(() => {
		document.dispatchEvent(new PointerEvent("pointerup"))
		document.querySelector("form[data-place=file] button").click()
		return true })()`)
	tab.Wait(`document.querySelector(".workshop .state").textContent === "Saved."`)
	tab.Wait(`!pressed.isConnected`)
	tab.Go(chromium.Eval[string](tab.Tab, `location.href`))
	tab.Wait(file + `.includes("An own game.")`)
}

// TestComputerIsAskedAgain: when the computer gives no answer, the page says why and asks it once more.
func TestComputerIsAskedAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.account("Ann")
	tab := s.inEditor(t, chromium.Screen{Width: 1280, Height: 800, Alone: true})
	chromium.Eval[bool](tab.Tab, `(() => {
		const real = window.fetch
		window.fetch = (path, init) => {
			if (!String(path).endsWith("/workshop/computer")) return real(path, init)
			window.fetch = real
			return Promise.resolve(new Response(JSON.stringify({ detail: "The computer is busy." }), { status: 503 }))
		}
		return true })()`)
	tab.fill(`[name="mode"]`, "black")
	const again = `[...document.querySelectorAll(".bench-board button")].find((b) => b.textContent === "Try again")`
	tab.Wait(`document.querySelector(".bench-board").textContent.includes("The computer is busy.")`)
	tab.Wait(`!` + again + `.hidden`)
	tab.Shoot("workshop-again")
	tab.hand.Press(tab.Tab, again)
	tab.Wait(board(`board.view.turn === "black" && board.movable === "black"`))
	tab.Wait(again + `.hidden`)
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

// inventTitle is the game of the story.
const inventTitle = "Crane Chess"

// TestAnInventorsStory: Ann invents a game in the browser from nothing (10×8, two new pieces, drops),
// plays it to mate against the computer, publishes it, challenges Bob to it, publishes another version,
// and they finish their game under the old one.
func TestAnInventorsStory(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	bob := s.account("Bob")
	s.account("Ann")
	ann := s.inventor(t)
	ann.invents()
	file := ann.saved()
	ann.beatsTheComputer(file)
	id := ann.publishes("public")

	// The challenge, and some moves of the first version.
	ann.Go(s.at("localhost", "/lobby?variant="+id+"&clock=3d&opponent=friend"))
	ann.Wait(`document.querySelector(".offer select[name=colour]") !== null`)
	ann.fill(`.offer [name="opponent"][value="named"]`, "named")
	ann.fill(`.offer [name="name"]`, "Bob")
	ann.fill(".offer select[name=colour]", "white")
	ann.press(".offer .primary")
	game := s.acceptedBy(bob)
	first, err := s.store.Game(t.Context(), game)
	if err != nil {
		t.Fatal(err)
	}
	if v := first.Chess().Variant(); v.ID != id || v.Version != 1 || v.Name != inventTitle {
		t.Fatalf("the game is %s, version %d", v.ID, v.Version)
	}
	player := strongAgainstRandom(t)
	ann.Go(s.at("localhost", "/g/"+game))
	ann.move(player(first.Chess()))
	s.until(game, func(g *play.Game) bool { return g.Ply() == 1 })
	ann.Shoot("story-correspondence")

	// Another version: the crane leaps no longer.
	ann.Go(s.at("localhost", "/rules/"+id))
	ann.Wait(`[...document.querySelectorAll("kirke-board")].every((b) => b.view)`) // no board grows any more
	ann.press(`[aria-labelledby="versions"] a.button[href^="/workshop/"]`)
	ann.Wait(`location.pathname.startsWith("/workshop/") && document.querySelector(".rules h2") !== null`)
	ann.press(`[data-at="type Crane"]`)
	ann.fill(`[name="key-pieces[Crane].betza"]`, "F")
	ann.saved()
	if again := ann.publishes(""); again != id {
		t.Errorf("the next version is %s, not %s", again, id)
	}
	if v, err := kirke.Lookup(id); err != nil || v.Version != 2 {
		t.Fatalf("the latest version is %v, %v", v, err)
	}

	// They finish under the old one.
	annAPI := s.client()
	annAPI.form("/sign-in", "name=Ann", "password=correct horse Ann")
	for {
		g, err := s.store.Game(t.Context(), game)
		if err != nil {
			t.Fatal(err)
		}
		if g.Over() {
			break
		}
		mover := annAPI
		if g.Chess().Position().Turn() == kirke.Black {
			mover = bob
		}
		if a := mover.moves(game, g.Ply()+1, player(g.Chess())); a.status != http.StatusOK {
			t.Fatalf("a move is answered with %d: %s", a.status, a.body)
		}
	}
	last, err := s.store.Game(t.Context(), game)
	if err != nil {
		t.Fatal(err)
	}
	if v := last.Chess().Variant(); v.Version != 1 || last.Chess().Outcome().Reason != kirke.Mate {
		t.Errorf("the game ended under version %d: %v", v.Version, last.Chess().Outcome())
	}
	ann.Go(s.at("localhost", "/g/"+game))
	ann.Wait(board(`board?.view?.outcome?.reason === "mate"`))
	ann.Shoot("story-over")
	for _, text := range ann.Complaints() {
		t.Error(text)
	}
}

// inventor signs Ann in and begins a game from nothing.
func (s *site) inventor(t *testing.T) player {
	t.Helper()
	tab := s.signsIn(t, chromium.Screen{Width: 1280, Height: 900, Alone: true}, "Ann", "/workshop/new")
	tab.Wait(`document.querySelector('[name="title"]') !== null`)
	tab.fill(`[name="game"]`, "nothing")
	tab.fill(`[name="title"]`, inventTitle)
	tab.press(`form[action="/workshop/new"] .primary`)
	tab.Wait(board(`board?.view?.variant.name === "` + inventTitle + `"`))
	tab.Wait(`document.querySelector("[name=key-size]") !== null`)
	return tab
}

// writes fills in a field of the editor and waits until the file says so.
func (p player) writes(key, value, file string) {
	p.Helper()
	p.fill(fmt.Sprintf(`[name="key-%s"]`, key), value)
	p.Wait(fmt.Sprintf(`document.querySelector("textarea[name=file]").value.includes(%q)`, file))
}

// addsPiece adds a piece type, and opens it.
func (p player) addsPiece(name string) {
	p.Helper()
	p.fill(`[name="new-piece"]`, name)
	p.press(`form:has([name="new-piece"]) .button`)
	p.Wait(fmt.Sprintf(`document.querySelector('[data-at="type %s"][aria-pressed="true"]') !== null`, name))
}

// draws presses a square of the diagram of a piece, and waits until the piece moves like that.
func (p player) draws(piece, at, betza string) {
	p.Helper()
	p.press(`.chart [data-at="` + at + `"]`)
	p.Wait(fmt.Sprintf(`document.querySelector('[name="key-pieces[%s].betza"]').value === %q`, piece, betza))
}

// invents makes a game of 10×8 with two new pieces and drops.
func (p player) invents() {
	p.Helper()
	p.writes("size", "10x8", `placement = "10/10/10/10/10/10/10/10"`)
	p.Wait(board(`board.view.squares.length === 80`))
	for _, known := range []string{"Rook", "Pawn"} {
		p.addsPiece(known)
	}
	p.addsPiece("Crane")
	p.draws("Crane", "2,1", "WN")
	p.draws("Crane", "3,0", "WNH")
	p.draws("Crane", "0,1", "NH") // the step of a new piece goes
	p.addsPiece("Leopard")
	p.press(`.chart input[value="slide"]`)
	p.draws("Leopard", "0,1", "R")
	p.draws("Leopard", "2,2", "Q")
	// A king is placed on the board, the rest by text.
	p.press(`.palette button[aria-label="white King"]`)
	p.hand.Square(p.Tab, "f1")
	p.Wait(`document.querySelector("textarea[name=file]").value.includes("10/5K4")`)
	p.press(`[data-part="start"] summary`)
	const start = "r1clrkl1cr/pppppppppp/10/10/10/10/PPPPPPPPPP/R1CLRKL1CR"
	p.writes("start.placement", start, start)
	for part, field := range map[string][3]string{
		"promotion": {"promotion.to", "LCR", `to = "LCR"`},
		"drops":     {"drops.captured", "on", "captured = true"},
	} {
		p.adds(part, field[0])
		p.writes(field[0], field[1], field[2])
	}
	p.Wait(`document.querySelector(".wrongs") === null`)
	p.Wait(`document.querySelector(".rules").textContent.includes("Crane")`)
}

// saved waits until the draft is saved and returns its file.
func (p player) saved() string {
	p.Helper()
	p.Wait(`document.querySelector(".workshop .state").textContent === "Saved."`)
	return chromium.Eval[string](p.Tab, `document.querySelector("textarea[name=file]").value`)
}

// strongAgainstRandom returns a player that thinks for White and lets Black play what comes first in
// its head.
func strongAgainstRandom(t *testing.T) func(*kirke.Game) string {
	t.Helper()
	strong, weak := engine.New(engine.Options{Threads: 1}), engine.New(engine.Options{Threads: 1, Level: 1, Seed: 1})
	return func(g *kirke.Game) string {
		e, limits := strong, engine.Limits{Nodes: 60_000, Depth: 8}
		if g.Position().Turn() == kirke.Black {
			e, limits = weak, engine.Limits{Depth: 1}
		}
		r, err := e.Search(t.Context(), g, limits, nil)
		if err != nil {
			t.Fatal(err)
		}
		return g.Position().MoveText(r.Move, kirke.UCI)
	}
}

// beatsTheComputer plays the game on the board beside the form until the computer is mated.
func (p player) beatsTheComputer(file string) {
	p.Helper()
	v, err := variantfile.Read("draft", []byte(file))
	if err != nil {
		p.Fatal(err)
	}
	start, err := kirke.Start(v)
	if err != nil {
		p.Fatal(err)
	}
	t, ok := p.TB.(*testing.T)
	if !ok {
		p.Fatal("a story is told in a test")
	}
	think, g := strongAgainstRandom(t), kirke.NewGame(start)
	p.fill(`.modes ~ div select`, "1")
	p.fill(`[name="mode"]`, "white")
	for !g.Outcome().Over() {
		m := think(g)
		p.move(m)
		if err := g.PlayText(m); err != nil {
			p.Fatal(err)
		}
		p.Wait(board(`board.view.outcome || board.view.turn === "white" && board.movable === "white"`))
		if g.Outcome().Over() {
			break
		}
		reply := chromium.Eval[string](p.Tab, board(`board.view.last.uci`))
		if err := g.PlayText(reply); err != nil {
			p.Fatal(err)
		}
		if g.Ply() == 10 {
			p.Shoot("story-computer")
		}
	}
	if o := g.Outcome(); o.Reason != kirke.Mate || o.Result != kirke.WhiteWins {
		p.Fatalf("the game against the computer ended %v after %d half-moves", o, g.Ply())
	}
	p.Wait(`document.querySelector(".workshop").textContent.includes("White wins: mate")`)
	p.Shoot("story-mate")
}

// publishes publishes the draft on the page and returns the ID of the game.
func (p player) publishes(visibility string) string {
	p.Helper()
	p.press(`[data-place="publish"]`)
	p.Wait(`document.querySelector("form[action$='/publish'] .primary") !== null`)
	if visibility != "" {
		p.press(`[name="visibility"][value="` + visibility + `"]`)
	}
	p.press(`form[action$="/publish"] .primary`)
	p.Wait(`location.pathname.startsWith("/rules/")`)
	return chromium.Eval[string](p.Tab, `location.pathname.slice("/rules/".length)`)
}

// acceptedBy accepts the challenge to a person and returns the game.
func (s *site) acceptedBy(c *client) string {
	s.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		seeks, err := s.store.SeeksOf(s.Context(), s.id("Bob"))
		if err != nil {
			s.Fatal(err)
		}
		if len(seeks) > 0 {
			return strings.TrimPrefix(c.form("/offers/"+seeks[0].ID+"/take").at, "/g/")
		}
	}
	s.Fatal("no challenge comes")
	return ""
}

// TestEditorByKeyboard: a piece is edited on its diagram by the keyboard, and the computer's games are
// begun and cancelled.
func TestEditorByKeyboard(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.account("Ann")
	tab := s.inEditor(t, chromium.Screen{Width: 1280, Height: 800, Alone: true})
	tab.hand = chromium.Keyboard
	tab.press(`[data-at="type Knight"]`)
	tab.Wait(`document.activeElement.dataset.at === "type Knight" && document.querySelector(".chart") !== null`)
	chromium.Eval[bool](tab.Tab, `(document.querySelector('.chart [tabindex="0"]').focus(), true)`)
	for _, key := range []string{kb.ArrowUp, kb.ArrowUp, kb.Enter} {
		tab.Keys(key)
	}
	tab.Wait(`document.querySelector('[name="key-pieces[Knight].betza"]').value === "ND"`)
	tab.Wait(`document.activeElement.dataset.at === "0,2"`) // the focus stays
	label := chromium.Eval[string](tab.Tab, `document.activeElement.getAttribute("aria-label")`)
	if label != "2 forward, moves and captures" {
		t.Errorf("the square is called %q", label)
	}
	tab.Keys(kb.Enter)
	tab.Wait(`document.querySelector('[name="key-pieces[Knight].betza"]').value === "N"`)
	tab.press(`[data-part="trial"] summary`)
	tab.press(`.trial .row .button`)
	tab.Wait(`document.querySelector(".trial progress").value > 0 && document.querySelector(".trial table") !== null`)
	tab.Shoot("workshop-trial")
	tab.press(`.trial .row .button:not([disabled])`)
	tab.Wait(`document.querySelector(".trial").textContent.includes("Cancelled.")`)
	for _, text := range tab.Complaints() {
		t.Error(text)
	}
}
