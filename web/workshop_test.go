package web_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/variantfile"
)

// draft begins a draft as a game and returns its address.
func (c *client) draft(game, title string) string {
	c.Helper()
	a := c.form("/workshop/new", "game="+game, "title="+title)
	if !strings.HasPrefix(a.at, "/workshop/") {
		c.Fatalf("a draft begins at %s with %d: %s", a.at, a.status, a.body)
	}
	return a.at
}

// TestDrafts: a visitor who begins a game becomes a guest, and the draft is theirs alone.
func TestDrafts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	guest := s.client()
	if a := guest.form("/workshop/new", "game=nochess"); a.status != http.StatusUnprocessableEntity {
		t.Errorf("a draft of a game that is not there is answered with %d", a.status)
	}
	guest.get("/workshop").wants(t, http.StatusOK, "You have no name here yet")
	guest.get("/workshop/new?game=crazyhouse").wants(t, http.StatusOK, `<option value="crazyhouse" selected>`)
	at := guest.draft("seirawan+circe", "Reborn")
	guest.get("/workshop").wants(t, http.StatusOK, `href="`+at+`"`)
	file := guest.get(at + "/file")
	v, err := variantfile.Read("draft", []byte(file.body))
	if err != nil || v.Name != "Reborn" || !v.Aftermath.Active || v.ID != "draft" {
		t.Errorf("the file of a new draft is %v (%v):\n%s", v, err, file.body)
	}
	if a := s.account("Bob").get(at + "/file"); a.status != http.StatusNotFound {
		t.Errorf("somebody else's draft is answered with %d", a.status)
	}
	save := func(want int, fields ...string) {
		t.Helper()
		r := guest.post(at+"/save", fields...)
		r.Header.Set("Accept", "application/json")
		if a := guest.send(r); a.status != want {
			t.Errorf("saving %q is answered with %d: %s", fields, a.status, a.body)
		}
	}
	save(http.StatusOK, "revision=1", "file=extends = \"chess\"\r\nname = \"Plain Chess\"\r\n")
	save(http.StatusConflict, "revision=1", "file=name")
	save(http.StatusUnprocessableEntity, "file=name")
	save(http.StatusUnprocessableEntity, "revision=2", "file="+strings.Repeat("x", store.MaxGameFile+1))
	save(http.StatusOK, "revision=2", "file=army = this is wrong")
	guest.get("/workshop").wants(t, http.StatusOK, "Plain Chess")
	guest.get(at+"/file").wants(t, http.StatusOK, "army = this is wrong")
	guest.form(at+"/delete").wants(t, http.StatusOK, "The draft is deleted.")
	if a := guest.get(at + "/file"); a.status != http.StatusNotFound {
		t.Errorf("a deleted draft is answered with %d", a.status)
	}
}

// TestEveryGameFitsInADraft: all games can be begun with.
func TestEveryGameFitsInADraft(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann := s.account("Ann")
	for _, v := range append(rules.All(), rules.Catalogue()...) {
		at := ann.draft(v.ID, "")
		ann.get(at+"/file").wants(t, http.StatusOK, "name = ")
		ann.form(at + "/delete")
	}
}

// saves puts a file into a draft.
func (c *client) saves(at, revision, file string) {
	c.Helper()
	r := c.post(at+"/save", "revision="+revision, "file="+file)
	r.Header.Set("Accept", "application/json")
	if a := c.send(r); a.status != http.StatusOK {
		c.Fatalf("saving is answered with %d: %s", a.status, a.body)
	}
}

// publishes publishes a draft and returns the ID of the game.
func (c *client) publishes(at, revision, visibility string) string {
	c.Helper()
	a := c.form(at+"/publish", "revision="+revision, "visibility="+visibility, "news=As said.")
	if a.status != http.StatusOK || !strings.HasPrefix(a.at, "/rules/u-") {
		c.Fatalf("publishing ends at %s with %d: %s", a.at, a.status, a.body)
	}
	return strings.TrimPrefix(a.at, "/rules/")
}

// leaping is a game whose knights also leap two squares diagonally, and plain is the same without that.
const (
	leaping = "extends = \"chess\"\nname = \"Leaping Knights\"\nsummary = \"Knights leap further.\"\n" +
		"[[pieces]]\nname = \"Knight\"\nbetza = \"NA\"\n"
	plain = "extends = \"chess\"\nname = \"Plain Knights\"\n[end]\nstalemate = \"win\"\n"
)

// challenges challenges a player by correspondence, and returns the game that begins.
func (s *site) challenges(white, black *client, name, variant string) string {
	s.Helper()
	a := white.form("/offers", "variant="+variant, "clock=3d", "opponent=named", "name="+name, "colour=white")
	if a.status != http.StatusOK {
		s.Fatalf("the challenge is answered with %d: %s", a.status, a.body)
	}
	mine, _ := api[[]store.Seek](white, http.MethodGet, "/seeks/mine", nil)
	if len(mine) == 0 {
		s.Fatal("the challenge is not there")
	}
	a = black.form("/offers/" + mine[0].ID + "/take")
	if a.status != http.StatusOK || !strings.HasPrefix(a.at, "/g/") {
		s.Fatalf("taking: %d at %s: %s", a.status, a.at, a.body)
	}
	return strings.TrimPrefix(a.at, "/g/")
}

// TestVersionsOfAGame: a game is published, challenged to and played by correspondence; version 2 is
// published; the game goes on under version 1 to its end, and is replayed under it. A new game has
// version 2.
func TestVersionsOfAGame(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	at := ann.draft("chess", "x")
	ann.saves(at, "1", leaping)
	id := ann.publishes(at, "2", store.Public)
	game := s.challenges(ann, bob, "Bob", id)
	ply := 0
	play := func(game string, status int, moves string) {
		t.Helper()
		for _, text := range strings.Fields(moves) {
			ply++
			mover := []*client{ann, bob}[(ply-1)%2]
			a := mover.form("/g/"+game+"/do", "do=move", "ply="+strconv.Itoa(ply), "text="+text)
			if a.status != status {
				t.Fatalf("%s is answered with %d: %s", text, a.status, a.body)
			}
		}
	}
	play(game, http.StatusOK, "e4 e5 Bc4 Nc6")

	ann.saves(at, "2", plain)
	if again := ann.publishes(at, "3", store.Public); again != id {
		t.Errorf("the second version is %s", again)
	}
	bob.get("/rules/"+id).wants(t, http.StatusOK, "version 2")
	bob.get("/rules/"+id+"?version=1").wants(t, http.StatusOK, "These are the rules of an earlier version.")
	play(game, http.StatusOK, "Ne3 a6 Qf3 a5 Qxf7#")
	ann.get("/g/"+game).wants(t, http.StatusOK, "1-0")
	pgn := ann.get("/g/" + game + "/export/pgn").body
	for _, part := range []string{`[Variant "` + id + `"]`, `[RulesVersion "1"]`, "3. Ne3", "5. Qxf7#"} {
		if !strings.Contains(pgn, part) {
			t.Errorf("the PGN lacks %s: %s", part, pgn)
		}
	}
	read := 0
	for g, err := range kirke.ReadPGN(strings.NewReader(pgn)) {
		if err != nil || g.Variant().Version != 1 || g.Ply() != 9 {
			t.Fatalf("the PGN is read as %v, %v", g, err)
		}
		read++
	}
	if read != 1 {
		t.Errorf("the PGN has %d games", read)
	}

	next, nextPly := s.challenges(ann, bob, "Bob", id), ply
	ply = 0
	play(next, http.StatusOK, "e4 e5 Bc4 Nc6")
	play(next, http.StatusUnprocessableEntity, "Ne3")
	ply = nextPly
	bob.get("/rules/"+id).wants(t, http.StatusOK, "Games played")
	bob.get("/browse?variant="+id).wants(t, http.StatusOK, "Plain Knights")
}

// TestPublishedGamesAreGames: all parts of the site know a published game.
func TestPublishedGamesAreGames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	at := ann.draft("chess", "x")
	ann.saves(at, "1", leaping)
	id := ann.publishes(at, "2", store.ByLink)
	for path, says := range map[string]string{
		"/analysis?variant=" + id:                        "Leaping Knights",
		"/editor?variant=" + id:                          "Leaping Knights",
		"/?variant=" + id:                                `value="` + id + `" selected`,
		"/lobby?variant=" + id:                           `value="` + id + `" selected`,
		"/lobby?variant=" + id + "%2Bcirce":              "Leaping Knights + Circe",
		"/problems?variant=" + id:                        "",
		"/rules/" + id + "+circe":                        "Leaping Knights + Circe",
		"/rules/" + id:                                   "made from",
		"/rules/" + id + "/diagrams/0.svg":               "<svg",
		"/rules/" + id + "/file":                         `betza = "NA"`,
		"/rules/" + id + "/file?version=1":               `betza = "NA"`,
		"/rules/crazyhouse/file":                         `[drops]`,
		"/rules/crazyhouse":                              "Make your own from it",
		"/api/v1/position?variant=" + id + "&moves=Ne3":  "",
		"/api/v1/moves?variant=" + id:                    "g1e3",
		"/api/v1/variants/" + id:                         "Leaping Knights",
		"/api/v1/diagram.svg?variant=" + id:              "<svg",
		"/api/v1/composition?base=" + id + "&with=circe": "",
		"/api/v1/explain?variant=" + id + "&move=g1g3":   "",
		"/api/v1/movement?variant=" + id + "&square=g1":  "",
		"/api/v1/ahead?variant=" + id + "&square=g1":     "",
		"/workshop/new?game=" + id:                       "Leaping Knights",
	} {
		if a := bob.get(path); a.status == http.StatusOK && !strings.Contains(a.body, says) {
			t.Errorf("%s does not say %q: %.300s", path, says, a.body)
		} else if a.status != http.StatusOK && says != "" {
			t.Errorf("%s is answered with %d: %.300s", path, a.status, a.body)
		}
	}
	if v, err := variantfile.Read("x", []byte(bob.get("/rules/"+id+"/file").body)); err != nil || v.ID != id {
		t.Errorf("the file of the game is %v, %v", v, err)
	}
	// The computer plays it.
	a := bob.form("/offers", "variant="+id, "clock=3d", "opponent=computer", "level=1", "colour=black")
	if a.status != http.StatusOK || !strings.HasPrefix(a.at, "/g/") {
		t.Fatalf("a game against the computer begins at %s with %d: %s", a.at, a.status, a.body)
	}
	s.until(strings.TrimPrefix(a.at, "/g/"), func(g *play.Game) bool { return g.Ply() > 0 })
	// A fork gives credit.
	fork := bob.draft(id, "Leaping Further")
	bob.saves(fork, "1", strings.ReplaceAll(bob.get(fork+"/file").body, `"NA"`, `"NAD"`))
	copied := bob.publishes(fork, "2", store.Public)
	s.client().get("/rules/"+copied).wants(t, http.StatusOK,
		`made from <a href="/rules/`+id+`?version=1">Leaping Knights</a>`)
	ann.get("/rules/"+id).wants(t, http.StatusOK, "Leaping Further")
	// Comments.
	bob.form("/rules/"+id+"/comments", "text=Well <done>.\nReally.").wants(t, http.StatusOK, "Well &lt;done&gt;.")
	comment := within(t, ann.get("/rules/"+id).body, `name="id" value="(\w+)"`)
	ann.form("/rules/"+id+"/comments/delete", "id="+comment).wants(t, http.StatusOK, "The comment is deleted.")
	if a := s.client().form("/rules/"+id+"/comments", "text=x"); a.status != http.StatusUnauthorized {
		t.Errorf("a visitor comments with %d", a.status)
	}
}

// TestPrivateGames: a private game is its author's, until somebody is challenged to it.
func TestPrivateGames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	at := ann.draft("chess", "x")
	ann.saves(at, "1", leaping)
	id := ann.publishes(at, "2", store.Private)
	for _, path := range []string{"", "/file", "/diagrams/0.svg", "?version=1"} {
		if a := bob.get("/rules/" + id + path); a.status != http.StatusNotFound {
			t.Errorf("%s of a private game is answered with %d", path, a.status)
		}
		if a := ann.get("/rules/" + id + path); a.status != http.StatusOK {
			t.Errorf("%s of her private game is answered with %d", path, a.status)
		}
	}
	bob.form("/workshop/new", "game="+id).wants(t, http.StatusNotFound, "There is no such game")
	bob.form("/rules/"+id+"/comments", "text=x").wants(t, http.StatusNotFound, "There is no such game")
	if a := bob.form("/rules/"+id+"/visibility", "visibility=public"); a.status != http.StatusNotFound {
		t.Errorf("somebody else makes it public with %d", a.status)
	}
	a := ann.form("/offers", "variant="+id, "clock=3d", "opponent=anybody")
	if !strings.Contains(a.body, "Only public games can be offered to everybody.") {
		t.Errorf("offering it to all is answered with %d", a.status)
	}
	s.challenges(ann, bob, "Bob", id)
	bob.get("/rules/"+id).wants(t, http.StatusOK, "Leaping Knights")
	ann.form("/rules/"+id+"/visibility", "visibility=public").wants(t, http.StatusOK, "The change is saved.")
	s.client().get("/rules/"+id).wants(t, http.StatusOK, "Leaping Knights")
	s.client().get("/rules?from=workshop").wants(t, http.StatusOK, "Leaping Knights")
}

// TestPublishingIsRefused: what a site does not take is said with its place, and stays a draft.
func TestPublishingIsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	guest, ann := s.client(), s.account("Ann")
	at := guest.draft("chess", "x")
	guest.get(at+"/publish").wants(t, http.StatusOK, "Guests cannot publish games.")
	if a := guest.form(at+"/publish", "revision=1", "visibility=public"); a.status != http.StatusForbidden {
		t.Errorf("a guest publishes with %d", a.status)
	}
	at = ann.draft("chess", "x")
	riders := strings.Repeat("A", 16) + "/"
	for i, test := range []struct{ file, says string }{
		{"army = this is wrong", "text needs quotes"},
		{"extends = \"chess\"\nname = \"Chess\"\n", "yours needs another name"},
		{"extends = \"chess\"\nname = \"x\"\n[promotion]\nto = \"X\"\n", "<code>promotion.to</code>"},
		{"size = \"16x16\"\n[[pieces]]\nname = \"King\"\n[[pieces]]\nname = \"Amazon Rider\"\nletter = \"A\"\n" +
			"betza = \"QNNCCZZDDAAHHGG\"\n[start]\nplacement = \"k" + strings.ToLower(riders[1:]) +
			strings.ToLower(strings.Repeat(riders, 6)) + "16/16/" + strings.Repeat(riders, 6) + "K" + riders[1:16] +
			"\"\n[drops]\nactive = true\ncaptured = true\n", "at most 128 pieces"},
	} {
		ann.saves(at, strconv.Itoa(i+1), test.file)
		ann.get(at+"/publish").wants(t, http.StatusOK, test.says)
		a := ann.form(at+"/publish", "revision="+strconv.Itoa(i+2), "visibility=public")
		a.wants(t, http.StatusUnprocessableEntity, test.says)
	}
	if a := ann.form(at+"/publish", "revision=1", "visibility=public"); a.status == http.StatusOK {
		t.Error("an old revision is published")
	}
	s.client().get("/rules?from=workshop").wants(t, http.StatusOK, "0 variants")
}

// TestCatalogue: games are found by name, piece, board and rule.
func TestCatalogue(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann := s.account("Ann")
	at := ann.draft("grand", "x")
	ann.saves(at, "1", "extends = \"chess\"\nname = \"Wazir Chess\"\n"+
		"[[pieces]]\nname = \"Wazir\"\nletter = \"W\"\nbetza = \"W\"\n"+
		"[start]\nplacement = \"rwbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RWBQKBNR\"\n")
	id := ann.publishes(at, "2", store.Public)
	visitor := s.client()
	for query, want := range map[string]string{
		"q=atomic": "/rules/atomic", "piece=wazir": "/rules/" + id, "size=10x8&q=gothic": "/rules/gothic",
		"rule=drops": "/rules/crazyhouse", "rule=blast": "/rules/atomic", "piece=Chancellor": "/rules/capablanca",
		"q=ann": "/rules/" + id, "from=workshop": "/rules/" + id, "sort=played": "/rules/" + id,
		"":                   "From the workshop",
		"sort=name&size=8x8": "/rules/" + id,
	} {
		if a := visitor.get("/rules?" + query); a.status != http.StatusOK || !strings.Contains(a.body, want) {
			t.Errorf("%s is answered with %d, without %s", query, a.status, want)
		}
	}
	for query, not := range map[string]string{
		"q=atomic": "/rules/chess\"", "piece=wazir&from=kirke": "/rules/" + id, "rule=drops": "/rules/" + id,
		"size=10x8": "/rules/crazyhouse", "q=nosuchgame": `game-card`,
	} {
		if strings.Contains(visitor.get("/rules?"+query).body, not) {
			t.Errorf("%s finds %s", query, not)
		}
	}
}

// TestWorkshopPages looks at the pages of the workshop on all screens.
func TestWorkshopPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	at := ann.draft("chess", "x")
	ann.saves(at, "1", leaping)
	id := ann.publishes(at, "2", store.Public)
	s.challenges(ann, bob, "Bob", id)
	ann.saves(at, "2", plain)
	ann.publishes(at, "3", store.Public)
	bob.form("/rules/"+id+"/comments", "text=The knights were better\nin the first version.")
	fork := bob.draft(id, "Knights of Bob")
	bob.publishes(fork, "1", store.Public)
	wrong := ann.draft("seirawan", "Wrong Game")
	ann.saves(wrong, "1",
		"extends = \"chess\"\nname = \"x\"\n[promotion]\nto = \"XYZ\"\n[start]\nplacement = \"8/8\"\n")
	for name, screen := range looks(workshopScreens, "1280", "360-dark") {
		t.Run(name, func(t *testing.T) {
			screen.Alone = true
			tab := open(t, screen, s.at("localhost", "/sign-in?back=/workshop"))
			tab.fill(`input[name=name]`, "Ann")
			tab.fill(`input[name=password]`, "correct horse Ann")
			tab.press(`form[action="/sign-in"] .primary`)
			tab.Wait(`location.pathname === "/workshop"`)
			for shot, path := range map[string]string{
				"workshop": "/workshop", "new": "/workshop/new",
				"publish": at + "/publish", "wrong": wrong + "/publish",
				"game": "/rules/" + id, "earlier": "/rules/" + id + "?version=1", "catalogue": "/rules",
				"search": "/rules?rule=drops&size=8x8&sort=name", "edit": at,
			} {
				tab.Go(s.at("localhost", path))
				tab.Wait(`document.querySelector("main h1") !== null`)
				tab.isForAll(t, "workshop-"+shot+"-"+name, path)
				if shot == "game" {
					chromium.Eval[bool](tab.Tab, `(document.querySelector("#versions").scrollIntoView(), true)`)
					tab.Shoot("workshop-rest-" + name)
				}
				for _, text := range tab.Complaints() {
					t.Errorf("%s: %s", path, text)
				}
			}
		})
	}
}

// workshopScreens are the screens of TestWorkshopPages.
var workshopScreens = map[string]chromium.Screen{
	"360": {Width: 360, Height: 740}, "768-dark": {Width: 768, Height: 1024, Dark: true},
	"1280": {Width: 1280, Height: 900}, "360-dark": {Width: 360, Height: 740, Dark: true},
}
