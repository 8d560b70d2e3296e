package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/web"
)

// mainPages are what people read, each with what must be on it once its scripts have run.
func (s *scene) mainPages() []struct{ name, path, ready string } {
	problem := url.Values{"variant": {"circe"}, "fen": {"4n3/8/5b2/8/4R3/6K1/3P4/5k2 w - - 0 1"}, "stipulation": {"#1"}}.Encode()
	const playing = `document.querySelector("kirke-board")?.view != null`
	return []struct{ name, path, ready string }{
		{"home", "/", playing},
		{"home-sissa", "/?variant=sissa", playing},
		{"lobby", "/lobby", `document.querySelector(".seeks") !== null`},
		{"games", "/games", `document.querySelector(".games") !== null`},
		{"game", "/g/" + s.game, playing},
		{"analysis", "/analysis?variant=seirawan&moves=e4+e5+Nf3/H+Nc6", playing},
		{"editor", "/editor?variant=siceirawan", playing},
		{"problems", "/problems?" + problem, "true"},
		{"rules", "/rules", "true"},
		{"rules-of", "/rules/siceirawan", "true"},
		{"browse", "/browse", `document.querySelector(".games") !== null`},
		{"profile", "/u/Ann", "true"},
		{"me", "/me", "true"},
		{"sign-in", "/sign-in", "true"},
		{"convert", "/convert", "true"},
		{"import", "/import", "true"},
		{"api", "/api", "true"},
		{"nothing", "/nothing", "true"},
	}
}

// TestPages: every page is shown without a complaint of the browser and has no serious barrier for anybody, in both themes, and
// on a phone nothing is wider than the screen. With KIRKE_SHOTS there are pictures of all, in both themes on both screens.
func TestPages(t *testing.T) {
	s := newScene(t)
	screens := map[string]chromium.Screen{
		"desk-dark": {Width: 1280, Height: 900, Dark: true},
		"phone":     chromium.Phone,
	}
	if os.Getenv("KIRKE_SHOTS") != "" {
		screens["desk"] = chromium.Screen{Width: 1280, Height: 900}
		screens["phone-dark"] = chromium.Screen{Width: 360, Height: 740, Touch: true, Dark: true}
	}
	for name, screen := range screens {
		t.Run(name, func(t *testing.T) {
			tab := player{chromium.Open(t, screen, s.at("localhost", "/sign-in?back=/"))}
			tab.fill(`input[name=name]`, "Bob")
			tab.fill(`input[name=password]`, "correct horse Bob")
			tab.press(`form[action="/sign-in"] .primary`)
			tab.Wait(`location.pathname === "/" && document.querySelector("kirke-board")?.view != null`)
			for _, p := range s.mainPages() {
				tab.Go(s.at("localhost", p.path))
				tab.Wait(p.ready)
				tab.Shoot(p.name + "-" + name)
				if wide := chromium.Eval[float64](tab.Tab, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
					t.Errorf("%s is %v pixels wider than the screen", p.path, wide)
				}
				for _, barrier := range chromium.Eval[[]string](tab.Tab, accessible) {
					t.Errorf("%s: %s", p.path, barrier)
				}
				for _, text := range tab.Complaints() {
					if p.name != "nothing" { // whose status the browser reports
						t.Errorf("%s: %s", p.path, text)
					}
				}
			}
		})
	}
}

// TestPagesForEverybody: pages answer without a session and without scripts, with one heading, and name every field.
func TestPagesForEverybody(t *testing.T) {
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

// TestTheFirstPageIsSmall: with a board to play on, it is less than 100 kB on the way.
func TestTheFirstPageIsSmall(t *testing.T) {
	s := newSite(t)
	c := s.client()
	size := func(path string) int {
		r := c.request(http.MethodGet, path, "", nil)
		r.Header.Set("Accept-Encoding", "gzip")
		return len(c.send(r).body)
	}
	page := c.get("/").body
	total := size("/")
	files := 0
	for _, attribute := range []string{`src="`, `href="`} {
		for _, part := range strings.Split(page, attribute)[1:] {
			path, _, _ := strings.Cut(part, `"`)
			if strings.HasPrefix(path, "/static/") || strings.HasPrefix(path, "/api/") {
				if path == "/api" {
					continue
				}
				total += size(strings.ReplaceAll(path, "&amp;", "&"))
				files++
			}
		}
	}
	const most = 100_000
	t.Logf("%d bytes in %d files", total, files)
	if total > most || files < 4 {
		t.Errorf("the first page takes %d bytes in %d files, more than %d", total, files, most)
	}
}

// TestPlayWithoutScripts: a whole game by correspondence, typed, looked at and sent by forms.
func TestPlayWithoutScripts(t *testing.T) {
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.game(ann, bob, "seirawan", "3d")
	moves := strings.Fields("f3 e5 g4 Qh4/E")
	for i, text := range moves {
		mover := []*client{ann, bob}[i%2]
		if i == 1 {
			text = "P e7-e5" // as Game Courier writes it
		}
		a := mover.get("/g/" + game + "/try?text=" + url.QueryEscape(text))
		if a.status != http.StatusOK || !strings.Contains(a.body, "Send this move") {
			t.Fatalf("%s is not shown before it is sent: %d", text, a.status)
		}
		if seq, _ := s.stands(game); seq != i+1 {
			t.Fatalf("looking at %s has made event %d", text, seq)
		}
		a = mover.form("/g/"+game+"/do", "do=move", fmt.Sprintf("ply=%d", i+1), "text="+field(a.body, "text"), "id="+field(a.body, "id"))
		if a.status != http.StatusOK {
			t.Fatalf("%s: %d", text, a.status)
		}
		// Sent again, as by a reader who presses twice, it changes nothing.
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

// TestIllegalMovesAreExplainedBeforeTheyAreSent: the preview is the rules' own judgement.
func TestIllegalMovesAreExplainedBeforeTheyAreSent(t *testing.T) {
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.game(ann, bob, "sissa", "3d")
	for i, text := range strings.Fields("d3 d7 Be3 e7 h3 h7") {
		mover := []*client{ann, bob}[i%2]
		if a := mover.form("/g/"+game+"/do", "do=move", fmt.Sprintf("ply=%d", i+1), "text="+text); a.status != http.StatusOK {
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

// TestComputerOpponent: the computer answers in every game, at the lowest and the highest level.
func TestComputerOpponent(t *testing.T) {
	s := newSite(t)
	ann := s.account("Ann")
	for i, variant := range []string{"seirawan", "siceirawan", "sissa", "cetran2", "circe", "anticirce", "progressive+circe", "chess"} {
		level := []int{1, 10}[i%2]
		offered, a := api[web.Offered](ann, http.MethodPost, "/seeks", web.Offer{Variant: variant, Clock: play.Unlimited, Colour: play.Black, Opponent: web.Computer, Level: level})
		if a.status != http.StatusOK {
			t.Fatalf("%s: %d %s", variant, a.status, a.body)
		}
		g := s.until(offered.Game, func(g *play.Game) bool { return g.Turn() == play.Black && g.Ply() > 0 })
		if g.Player(play.White).Level != level {
			t.Errorf("%s: White is %+v", variant, g.Player(play.White))
		}
	}
}

// TestLooks: the choice of light or dark, and of how boards look, is kept and leads back to the page, to pages of this site only.
func TestLooks(t *testing.T) {
	c := newSite(t).client()
	a := c.form("/theme", "theme=dark", "back=/problems?fen=8/8/8/8/8/8/8/8")
	if a.at != "/problems" || !strings.Contains(a.body, `data-theme="dark"`) {
		t.Errorf("dark: %d at %s", a.status, a.at)
	}
	a = c.form("/look", "board=slate", "men=letters", "back=/analysis")
	if a.at != "/analysis" || !strings.Contains(a.body, `theme="slate"`) || !strings.Contains(a.body, `pieces="letters"`) {
		t.Errorf("slate: %d at %s", a.status, a.at)
	}
	c.form("/look", `board="><script>`, "men=letters", "back=/")
	if a := c.get("/analysis"); !strings.Contains(a.body, `theme="wood"`) {
		t.Error("a look that is none is kept")
	}
	for _, back := range []string{"//evil.example", "https://evil.example", `/\evil.example`, "javascript:alert(1)"} {
		if a := c.form("/theme", "theme=dark", "back="+back); a.at != "/" {
			t.Errorf("%s leads to %s", back, a.at)
		}
	}
}
