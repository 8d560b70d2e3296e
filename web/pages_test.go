package web_test

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/account"
	"github.com/kirke-chess/kirke/web/internal/games"
	"github.com/kirke-chess/kirke/web/internal/tools"
)

// mainPage is a page that TestPages looks at: the condition that it is ready, and what is pressed
// then, if anything.
type mainPage struct{ name, path, ready, press, then string }

// study returns the ID of a public study.
func (s *scene) study() string {
	return s.ann.kept(tools.StudyText{
		Name: "An opening", Public: true,
		PGN: "[White \"Ann\"]\n[Variant \"seirawan\"]\n\n1. e4 $1 {Best. [%cal Gd2d4]} e5 (1... c5 2. Nf3/H) 2. d4 *",
	}).ID
}

func (s *scene) mainPages() []mainPage {
	problem := url.Values{
		"variant": {"circe"}, "fen": {"4n3/8/5b2/8/4R3/6K1/3P4/5k2 w - - 0 1"}, "stipulation": {"#1"},
	}.Encode()
	live, over := s.site.game(s.ann, s.bob, "circe", "5+3"), s.site.game(s.ann, s.bob, "sissa", "5+3")
	s.ann.form("/g/"+live+"/do", "do=move", "ply=1", "text=e4")
	s.bob.form("/g/"+over+"/do", "do=resign")
	s.jobPages()
	const playing = `document.querySelector("kirke-board")?.view != null`
	return []mainPage{
		{name: "game-live", path: "/g/" + live, ready: playing}, // first, since the game ends if nobody moves
		{name: "game-over", path: "/g/" + over, ready: playing},
		{name: "game-correspondence", path: "/g/" + s.game, ready: playing},
		{name: "home", path: "/", ready: playing},
		{name: "home-sissa", path: "/?variant=sissa", ready: playing},
		{name: "lobby", path: "/lobby", ready: `document.querySelector(".seeks") !== null`},
		{name: "games", path: "/games", ready: `document.querySelector(".games") !== null`},
		{name: "study", path: "/study/" + s.study(), ready: playing},
		{name: "analysis", path: "/analysis?variant=seirawan&moves=e4+e5+Nf3/H+Nc6", ready: playing},
		{name: "editor", path: "/editor?variant=siceirawan", ready: playing},
		{name: "problems", path: "/problems?" + problem},
		{
			name:  "solution",
			path:  "/problems?" + problem,
			ready: playing,
			press: `[data-place="task"] .primary`,
			then:  `document.querySelector(".solution-tree .key") !== null`,
		},
		{name: "job-done", path: s.solved, ready: `document.querySelector(".solution-tree .key") !== null`},
		{
			name:  "job-running",
			path:  s.begun,
			ready: `document.querySelector('[data-place="job-progress"]') !== null && ` + playing,
		},
		{name: "rules", path: "/rules"},
		{name: "rules-of", path: "/rules/siceirawan"},
		{name: "workshop", path: "/workshop"},
		{name: "workshop-new", path: "/workshop/new"},
		{name: "browse", path: "/browse", ready: `document.querySelector(".games") !== null`},
		{name: "profile", path: "/u/Ann"},
		{name: "me", path: "/me"},
		{name: "notices", path: "/me/notifications"},
		{name: "forgot", path: "/reset"},
		{name: "sign-in-again", path: "/sign-in"},
		{name: "convert", path: "/convert"},
		{name: "import", path: "/import"},
		{name: "api", path: "/api"},
		{name: "settings", path: "/settings", ready: playing},
		{name: "nothing", path: "/nothing"},
	}
}

// isForAll takes a picture of a page, and fails the test if the page is wider than the screen or
// has a barrier.
func (p player) isForAll(t *testing.T, name, path string) {
	t.Helper()
	p.Shoot(name)
	if wide := chromium.Eval[float64](p.Tab, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
		t.Errorf("%s is %v pixels wider than the screen", path, wide)
	}
	barriers := chromium.Eval[[]string](p.Tab, accessible)
	if chromium.HasAxe() {
		barriers = append(barriers, p.Axe()...)
	}
	for _, barrier := range barriers {
		t.Errorf("%s: %s", path, barrier)
	}
}

// TestAccountPages sets up a second factor in a browser, signs in with it, and moderates.
func TestAccountPages(t *testing.T) {
	t.Parallel()
	for name, screen := range looks(pageScreens, "desk", "phone-dark") {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			ann, bob := s.account("Ann"), s.account("Bob")
			s.account("Mia")
			if err := s.store.SetRole(t.Context(), store.Operator, s.id("Mia"), store.Admin); err != nil {
				t.Fatal(err)
			}
			game := s.game(ann, bob, "chess", "5+3")
			bob.form("/g/"+game+"/do", "do=say", "text=You are a fool")
			line := within(t, ann.get("/g/"+game).body, `&amp;line=(\d+)#report`)
			ann.form("/u/Bob/report", "game="+game, "line="+line, "text=He insults me in every game.").
				wants(t, http.StatusOK, "")
			bob.form("/me/profile", "text=I play Circe.\nAnd I compose.")

			tab := open(t, screen, s.at("localhost", "/sign-in?back=/me"))
			tab.fill(`input[name=name]`, "Mia")
			tab.fill(`input[name=password]`, "correct horse Mia")
			tab.press(`form[action="/sign-in"] .primary`)
			tab.Wait(`location.pathname === "/me"`)
			tab.press(`form[action="/me/factor"] button`)
			tab.Wait(`document.querySelector(".qr")?.naturalWidth > 0`)
			tab.isForAll(t, "new-factor-"+name, "/me/factor")
			secret := chromium.Eval[string](tab.Tab, `document.querySelector(".secret").textContent`)
			code := func(at time.Time) string {
				c, err := totp.GenerateCode(secret, at)
				if err != nil {
					t.Fatal(err)
				}
				return c
			}
			tab.fill(`input[name=code]`, code(time.Now()))
			tab.press(`form[action="/me/factor/on"] .primary`)
			tab.Wait(`document.querySelector(".codes") !== null`)
			tab.isForAll(t, "recovery-"+name, "/me/factor/on")

			tab.Go(s.at("localhost", "/sign-in?back=/moderation"))
			tab.fill(`input[name=password]`, "correct horse Mia")
			tab.press(`form[action="/sign-in"] .primary`)
			tab.Wait(`document.querySelector("input[name=code]") !== null`)
			tab.isForAll(t, "code-"+name, "/sign-in")
			tab.fill(`input[name=code]`, code(time.Now().Add(30*time.Second))) // the previous code is used up
			tab.press(`form[action="/sign-in/code"] .primary`)
			tab.Wait(`location.pathname === "/moderation"`)
			tab.Go(s.at("localhost", "/moderation?name=Bob"))
			tab.isForAll(t, "moderation-"+name, "/moderation")
			tab.Go(s.at("localhost", "/u/Bob?game="+game+"&line="+line))
			tab.isForAll(t, "profile-report-"+name, "/u/Bob")
			tab.Go(s.at("localhost", "/me"))
			tab.isForAll(t, "me-"+name, "/me")
			for _, text := range tab.Complaints() {
				t.Error(text)
			}
		})
	}
}

// jobPages gives Bob two problems in the background: one that is solved, and one with a part done.
func (s *scene) jobPages() {
	s.Helper()
	if s.solved != "" {
		return
	}
	solved, a := api[store.Job](
		s.bob,
		http.MethodPost,
		"/jobs",
		tools.JobRequest{Solve: &tools.Task{FEN: "7k/8/5K2/8/8/8/6R1/4Q3 w - - 0 1", Stipulation: "#2"}},
	)
	if solved = s.bob.job(solved.ID); solved.State != store.JobDone {
		s.Fatalf("a problem in the background is %q: %d %s", solved.State, a.status, a.body)
	}
	me, _ := api[account.Account](s.bob, http.MethodGet, "/account", nil)
	request, err := json.Marshal(jobs.Problem{FEN: hard.Solve.FEN, Stipulation: hard.Solve.Stipulation})
	if err != nil {
		s.Fatal(err)
	}
	// This one is not in the queue, so no worker takes it.
	begun, err := s.store.CreateJob(
		context.Background(), store.Job{User: me.ID, Kind: string(jobs.Solving), Request: request, Shards: 20},
	)
	if err == nil {
		_, err = s.store.SaveShard(context.Background(), begun.ID, 0, json.RawMessage(`{}`))
	}
	if err == nil {
		err = s.store.SetJob(context.Background(), begun.ID, store.JobRunning, nil)
	}
	if err != nil {
		s.Fatal(err)
	}
	s.solved, s.begun = "/problems/"+solved.ID, "/problems/"+begun.ID
}

// darkPage is whether a page has dark colours.
const darkPage = `getComputedStyle(document.documentElement).colorScheme === "dark"`

// visit looks at every page as Bob sees it, after the page where he signs in and chooses the look
// of boards.
func (s *scene) visit(t *testing.T, screen chromium.Screen, theme string, look func(tab player, name, path string)) {
	t.Helper()
	screen.Alone = true // choices of earlier looks do not count
	tab := open(t, screen, s.at("localhost", "/sign-in?back=/"))
	if dark := chromium.Eval[bool](tab.Tab, darkPage); dark != screen.Dark {
		t.Errorf("the page is dark: %v, the screen: %v", dark, screen.Dark)
	}
	look(tab, "sign-in", "/sign-in")
	tab.fill(`input[name=name]`, "Bob")
	tab.fill(`input[name=password]`, "correct horse Bob")
	tab.press(`form[action="/sign-in"] .primary`)
	tab.Wait(`location.pathname === "/" && document.querySelector("kirke-board")?.view != null`)
	if theme != "wood" { // the default
		tab.Go(s.at("localhost", "/settings"))
		tab.Wait(`document.querySelector('[data-place="apply"]').hidden`)
		tab.press(fmt.Sprintf(`input[name=board][value=%s]`, theme))
		tab.Wait(`document.querySelector('[data-place="saved"]').textContent === "Saved."`)
	}
	for _, p := range s.mainPages() {
		tab.Go(s.at("localhost", p.path))
		tab.Wait(cmp.Or(p.ready, "true"))
		if p.press != "" {
			tab.press(p.press)
			tab.Wait(p.then)
		}
		look(tab, p.name, p.path)
		for _, text := range tab.Complaints() {
			if p.name != "nothing" { // the browser reports its status 404
				t.Errorf("%s: %s", p.path, text)
			}
		}
	}
}

// pageScreens are the screens of TestPages.
var pageScreens = map[string]chromium.Screen{
	"desk":       {Width: 1366, Height: 768},
	"desk-dark":  {Width: 1366, Height: 768, Dark: true},
	"wide":       {Width: 1920, Height: 1080},
	"wide-dark":  {Width: 1920, Height: 1080, Dark: true},
	"phone":      {Width: 390, Height: 844, Touch: true},
	"phone-dark": {Width: chromium.Phone.Width, Height: chromium.Phone.Height, Touch: true, Dark: true},
}

var everyLook = flag.Bool("looks", false, "look at every page light and dark, on all screens")

// looks returns some screens, by their names, and all of them with -looks or KIRKE_SHOTS.
func looks(screens map[string]chromium.Screen, some ...string) map[string]chromium.Screen {
	if *everyLook || os.Getenv("KIRKE_SHOTS") != "" {
		return screens
	}
	few := map[string]chromium.Screen{}
	for _, name := range some {
		few[name] = screens[name]
	}
	return few
}

// TestPages: every page is shown without a complaint of the browser, has no barrier, and is no
// wider than the screen: light or dark, on a desktop or a phone. Without -looks it
// tests some of the looks. With KIRKE_AXE, violations that axe-core finds count as barriers. With
// KIRKE_SHOTS it takes pictures.
func TestPages(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	boards := map[string]string{
		"desk": "wood", "desk-dark": "ocean", "wide": "print", "wide-dark": "wood", "phone": "rose",
		"phone-dark": "slate",
	}
	for name, screen := range looks(pageScreens, "desk", "phone-dark") {
		theme := boards[name]
		name += "-" + theme
		t.Run(name, func(t *testing.T) {
			s.visit(t, screen, theme, func(tab player, page, path string) { tab.isForAll(t, page+"-"+name, path) })
		})
	}
}

// TestPagesForEverybody: pages work without a session and without scripts, and have one heading.
func TestPagesForEverybody(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for _, p := range s.mainPages() {
		a := s.nobody.get(p.path)
		want := http.StatusOK
		if p.name == "nothing" {
			want = http.StatusNotFound
		}
		if a.status != want {
			t.Errorf("%s: %d, want %d", p.path, a.status, want)
		}
		if n := strings.Count(a.body, "<h1"); n < 1 || n > 2 {
			t.Errorf("%s has %d headings", p.path, n)
		}
	}
}

// TestTheFirstPageIsSmall: all that a browser loads at a first visit, until the board can be played
// on, takes less than 40 kB without the font, as the server sends it, and the font less than 30 kB.
func TestTheFirstPageIsSmall(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	screen := chromium.Desk
	screen.Alone = true // nothing is in its cache
	tab := open(t, screen, s.at("localhost", "/"))
	tab.Wait(board(`board?.view != null && board.movable === "white"`) +
		` && performance.getEntriesByName(location.href)[0]?.duration > 0` +
		` && performance.getEntriesByType("resource").some((e) => e.name.includes(".woff2"))`)
	type file struct {
		Address string
		Size    int
	}
	files := chromium.Eval[[]file](tab.Tab, `["navigation", "resource"]
		.flatMap((kind) => performance.getEntriesByType(kind))
		.map((e) => ({ Address: e.name, Size: e.encodedBodySize }))`)
	total, font := 0, 0
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.Address, b.Address) })
	files = slices.Compact(files) // browsers may ask twice for the icon
	for _, f := range files {
		t.Logf("%6d %s", f.Size, f.Address)
		if strings.Contains(f.Address, ".woff2") {
			font += f.Size
		} else {
			total += f.Size
		}
	}
	t.Logf("%6d bytes in %d files, and %d of the font", total, len(files), font)
	if total > 40_000 || total < 10_000 || len(files) < 5 {
		t.Errorf("the first page takes %d bytes in %d files, more than 40 kB", total, len(files))
	}
	if font > 30_000 || font == 0 {
		t.Errorf("the font has %d bytes, more than 30 kB", font)
	}
}

// TestTheFontIsKept: the style sheet names the font by its content, so that browsers keep it.
func TestTheFontIsKept(t *testing.T) {
	t.Parallel()
	c := newSite(t).client()
	address := "/static/" + within(t, c.get("/static/site.css").body, `url\("(inter\.woff2[^"]*)"\)`)
	a := c.get(address)
	if kind, cache := a.header.Get("Content-Type"), a.header.Get("Cache-Control"); kind != "font/woff2" ||
		!strings.Contains(cache, "immutable") {
		t.Errorf("%s is %q, cached as %q: has the font changed?", address, kind, cache)
	}
	if a := c.get("/static/inter-LICENSE.txt"); !strings.Contains(a.body, "SIL OPEN FONT LICENSE") {
		t.Error("the licence does not stand beside the font")
	}
}

// TestPlayWithoutScripts plays a whole correspondence game by forms: each move is typed, previewed
// and sent.
func TestPlayWithoutScripts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.game(ann, bob, "seirawan", "3d")
	const example = `placeholder="Na3/H or b1a3h" title="Na3/H, b1a3h or N b1-a3; H-b1"`
	if page := ann.get("/g/" + game).body; !strings.Contains(page, example) {
		t.Error("the page does not show an example of a move")
	}
	moves := strings.Fields("f3 e5 g4 Qh4/E")
	for i, text := range moves {
		mover := []*client{ann, bob}[i%2]
		if i == 1 {
			text = "P e7-e5" // as Game Courier writes it
		}
		a := mover.get("/g/" + game + "/try?text=" + url.QueryEscape(text))
		if a.status != http.StatusOK || !strings.Contains(a.body, "Send move") {
			t.Fatalf("%s is not previewed: %d", text, a.status)
		}
		if seq, _ := s.stands(game); seq != i+1 {
			t.Fatalf("the preview of %s has made event %d", text, seq)
		}
		a = mover.form(
			"/g/"+game+"/do",
			"do=move",
			fmt.Sprintf("ply=%d", i+1),
			"text="+field(a.body, "text"),
			"id="+field(a.body, "id"),
		)
		if a.status != http.StatusOK {
			t.Fatalf("%s: %d", text, a.status)
		}
		// Sent again, as by a double click, it changes nothing.
	}
	g := s.until(game, func(g *play.Game) bool { return g.Over() })
	if e, _, _ := g.Ending(); e.Result != "0-1" || e.Reason != "mate" {
		t.Errorf("the game ended %v", e)
	}
	a := ann.get("/g/" + game + "/try?text=e4")
	if a.status != http.StatusConflict {
		t.Errorf("a move after the end: %d", a.status)
	}
}

// TestIllegalMovesAreExplainedBeforeTheyAreSent: the preview says why a move is illegal.
func TestIllegalMovesAreExplainedBeforeTheyAreSent(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.game(ann, bob, "sissa", "3d")
	for i, text := range strings.Fields("d3 d7 Be3 e7 h3 h7") {
		mover := []*client{ann, bob}[i%2]
		a := mover.form("/g/"+game+"/do", "do=move", fmt.Sprintf("ply=%d", i+1), "text="+text)
		if a.status != http.StatusOK {
			t.Fatalf("%s: %d", text, a.status)
		}
	}
	a := ann.get("/g/" + game + "/try?text=Bh2")
	if a.status != http.StatusUnprocessableEntity || !strings.Contains(a.body, "must convert first") {
		t.Errorf("%d, without the reason: %v", a.status, strings.Contains(a.body, "must convert first"))
	}
}

// field returns the value of a hidden field of a page.
func field(body, name string) string {
	_, after, _ := strings.Cut(body, `<input type="hidden" name="`+name+`" value="`)
	value, _, _ := strings.Cut(after, `"`)
	return value
}

// TestComputerOpponent: the computer moves in every game, at the lowest and the highest level.
func TestComputerOpponent(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann := s.account("Ann")
	for i, variant := range []string{
		"seirawan", "siceirawan", "sissa", "cetran2", "circe", "anticirce", "progressive+circe", "chess",
	} {
		level := []int{1, 10}[i%2]
		offered, a := api[games.Offered](
			ann,
			http.MethodPost,
			"/seeks",
			games.Offer{
				Variant: variant, Clock: play.Unlimited, Colour: play.Black, Opponent: games.Computer, Level: level,
			},
		)
		if a.status != http.StatusOK {
			t.Fatalf("%s: %d %s", variant, a.status, a.body)
		}
		g := s.until(offered.Game, func(g *play.Game) bool { return g.Turn() == play.Black && g.Ply() > 0 })
		if g.Player(play.White).Level != level {
			t.Errorf("%s: White is %+v", variant, g.Player(play.White))
		}
	}
}

// TestLooks: the choices of light or dark and of the look of boards are kept. They lead back to the
// page, but never to another site.
func TestLooks(t *testing.T) {
	t.Parallel()
	c := newSite(t).client()
	a := c.form("/theme", "theme=dark", "back=/problems?fen=8/8/8/8/8/8/8/8")
	if a.at != "/problems" || !strings.Contains(a.body, `data-theme="dark"`) {
		t.Errorf("dark: %d at %s", a.status, a.at)
	}
	a = c.form("/settings", "board=slate", "pieces=letters", "theme=light")
	if a.at != "/settings" || !strings.Contains(a.body, `theme="slate"`) ||
		!strings.Contains(a.body, `pieces="letters"`) || !strings.Contains(a.body, `data-theme="light"`) {
		t.Errorf("slate: %d at %s", a.status, a.at)
	}
	c.form("/settings", "board=slate", "pieces=letters", "gating=shift", "confirm=never", "coordinates=none")
	if a := c.get("/analysis"); !strings.Contains(a.body, `gating="shift"`) ||
		!strings.Contains(a.body, `coordinates="none"`) || strings.Contains(a.body, `data-theme=`) {
		t.Error("the choices of gating, coordinates and of the system's colours are not kept")
	}
	if a := c.get("/settings"); !strings.Contains(a.body, `value="never" checked`) {
		t.Error("the choice of confirmed moves is not kept")
	}
	for _, path := range []string{"/rules", "/rules/sissa", "/analysis"} {
		if a := c.get(path); !strings.Contains(a.body, "board=slate&amp;pieces=letters&amp;theme=system") {
			t.Errorf("the pictures of %s are not in the reader's look", path)
		}
	}
	c.form("/settings", `board="><script>`, "pieces=letters")
	if a := c.get("/analysis"); !strings.Contains(a.body, `theme="wood"`) {
		t.Error("an unknown look is kept")
	}
	for _, back := range []string{"//evil.example", "https://evil.example", `/\evil.example`, "javascript:alert(1)"} {
		if a := c.form("/theme", "theme=dark", "back="+back); a.at != "/" {
			t.Errorf("%s leads to %s", back, a.at)
		}
	}
}

// TestSettings: each choice changes the board beside it at once and is kept, without a button.
func TestSettings(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, screen := range map[string]chromium.Screen{"desk": chromium.Desk, "phone": chromium.Phone} {
		t.Run(name, func(t *testing.T) {
			screen.Alone = true
			tab := open(t, screen, s.at("localhost", "/settings"))
			tab.Wait(board(`board?.view != null`) + ` && document.querySelector('[data-place="apply"]').hidden`)
			choose := func(name, value, shows string) {
				t.Helper()
				tab.press(fmt.Sprintf(`input[name=%s][value=%s]`, name, value))
				tab.Wait(shows)
				tab.Wait(`document.querySelector('[data-place="saved"]').textContent === "Saved."`)
			}
			choose("board", "ocean", board(`board.theme === "ocean"`))
			choose("pieces", "symbols", board(`root.querySelector(".piece.symbols") !== null`))
			const hidden = `getComputedStyle(root.querySelector(".coordinate")).display === "none"`
			choose("coordinates", "none", board(hidden))
			choose("theme", "dark", darkPage)
			for _, part := range []string{".hand .held", ".cell.gate", ".cell.check", ".cell.last"} {
				if chromium.Eval[int](tab.Tab, board(fmt.Sprintf(`root.querySelectorAll(%q).length`, part))) == 0 {
					t.Errorf("the board does not show %s", part)
				}
			}
			chromium.Eval[bool](tab.Tab, `(() => {
				const volume = document.querySelector('[data-place="volume"]')
				volume.value = 20
				return volume.dispatchEvent(new Event("change"))
			})()`)
			tab.isForAll(t, "settings-"+name, "/settings")
			tab.Go(s.at("localhost", "/analysis"))
			tab.Wait(board(`board?.theme === "ocean" && board.pieces === "symbols"`) +
				` && document.documentElement.dataset.theme === "dark"`)
			tab.Go(s.at("localhost", "/problems?fen=7k/8/5K2/8/8/8/6R1/4Q3+w&stipulation=%232"))
			tab.press(`[data-place="task"] .primary`)
			tab.Wait(board(`board?.view != null && board.theme === "ocean" && board.pieces === "symbols"`))
			if got := chromium.Eval[string](tab.Tab, `localStorage.getItem("kirke-volume")`); got != "20" {
				t.Errorf("the volume is kept as %q", got)
			}
			for _, text := range tab.Complaints() {
				t.Error(text)
			}
		})
	}
}
