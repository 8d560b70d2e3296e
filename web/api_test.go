package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/games"
	"github.com/kirke-chess/kirke/web/internal/tools"
)

// document is the API as it describes itself.
type document struct {
	Paths map[string]map[string]struct {
		OperationID string `json:"operationId"`
		Summary     string `json:"summary"`
	} `json:"paths"`
}

// TestEveryOperation calls every operation that the API describes, as a program with a token.
func TestEveryOperation(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	ann, bob := s.client(), s.client()
	ann.token, bob.token = s.ann.newToken("play"), s.tokens["play"]
	offer := func(o games.Offer) games.Offered {
		t.Helper()
		out, a := api[games.Offered](ann, http.MethodPost, "/seeks", o)
		if a.status != http.StatusOK {
			t.Fatalf("an offer: %d %s", a.status, a.body)
		}
		return out
	}
	taken := offer(games.Offer{Variant: "circe", Clock: play.Days(1), Opponent: games.Anybody})
	dropped := offer(games.Offer{Variant: "circe", Clock: play.Days(1), Opponent: games.Anybody})
	link := offer(games.Offer{Variant: "circe", Clock: play.Days(1), Opponent: games.Friend})
	preset, a := api[store.Preset](
		ann,
		http.MethodPost,
		"/presets",
		map[string]any{
			"name": "Mine", "offer": games.Offer{Variant: "sissa", Clock: play.Days(2), Opponent: games.Anybody},
		},
	)
	if a.status != http.StatusOK {
		t.Fatalf("a preset: %d %s", a.status, a.body)
	}
	study := ann.kept(tools.StudyText{Name: "A study", PGN: "1. e4 {kept} *", Public: true})
	gone := ann.kept(tools.StudyText{PGN: "*"})
	setup, a := api[struct {
		Setup json.RawMessage `json:"setup"`
	}](ann, http.MethodGet, "/setup?variant=siceirawan", nil)
	if a.status != http.StatusOK {
		t.Fatalf("a setup: %d %s", a.status, a.body)
	}
	problem := map[string]any{"variant": "circe", "fen": "4n3/8/5b2/8/4R3/6K1/3P4/5k2 w - - 0 1", "stipulation": "#1"}

	over := s.site.game(s.ann, s.bob, "chess", "5+3")
	bob.act(over, play.Command{Do: play.Resign})
	calls := map[string]struct {
		by           *client
		method, path string
		body         any
		want         string // part of the answer
	}{
		"compose":       {ann, "GET", "/composition?parts=circe%2Bprogressive", nil, `"id":"progressive+circe"`},
		"list-variants": {ann, "GET", "/variants", nil, `"id":"seirawan"`},
		"get-variant":   {ann, "GET", "/variants/progressive+circe", nil, `"title":"Rebirth"`},
		"get-position":  {ann, "GET", "/position?variant=seirawan&moves=e4+e5", nil, `"uci":"g1f3h"`},
		"post-position": {
			ann, "POST", "/position", map[string]any{"variant": "seirawan", "moves": "e4 e5"}, `"uci":"g1f3h"`,
		},
		"ask-tables": {s.nobody, "GET", "/tables?variant=seirawan", nil, `{"moves":[]}`},
		"list-moves": {ann, "GET", "/moves?variant=seirawan", nil, `"courier":"N g1-f3; H-g1"`},
		"explain-move": {
			ann, "GET", "/explain?variant=sissa&moves=d3+d7+Be3+e7+h3+h7&text=Bh2", nil, `must convert first`,
		},
		"show-movement": {s.nobody, "GET", "/movement?variant=sissa&square=e1", nil, `"text":"White King on e1`},
		"look-ahead":    {s.nobody, "GET", "/ahead?variant=chess&color=black&premoves=e7+e5", nil, `"men"`},
		"draft-problem": {s.nobody, "POST", "/problem", problem, `"begins":"white"`},
		"begin-review":  {ann, "POST", "/games/" + over + "/review", nil, `"state"`},
		"get-review":    {bob, "GET", "/games/" + over + "/review", nil, `"state"`},
		"review-events": {bob, "GET", "/games/" + over + "/review/events", nil, `event: status`},
		"get-setup":     {ann, "GET", "/setup?variant=sissa", nil, `"army"`},
		"post-setup":    {ann, "POST", "/setup", setup.Setup, `"fen":"rnbqkbnr/pppppppp`},
		"computer-move": {
			ann, "POST", "/computer", map[string]any{"variant": "circe", "moves": "e4", "level": 1}, `"san"`,
		},
		"check-game": {ann, "POST", "/workshop/check", map[string]any{"file": ownFile}, `"title":"The pieces"`},
		"look-at-game": {
			ann, "POST", "/workshop/position", map[string]any{"file": ownFile, "moves": "e2e3"}, `"turn":"black"`,
		},
		"show-movement-in-game": {
			ann, "POST", "/workshop/movement", map[string]any{"file": ownFile, "square": "e1"}, `"type":"King"`,
		},
		"explain-move-in-game": {
			ann, "POST", "/workshop/explain", map[string]any{"file": ownFile, "text": "e2e7"}, `"legal":false`,
		},
		"computer-move-in-game": {
			ann, "POST", "/workshop/computer", map[string]any{"file": ownFile, "level": 1}, `"san"`,
		},
		"try-game":    {ann, "POST", "/workshop/games", map[string]any{"file": ownFile, "games": 1}, `event: end`},
		"analyse":     {ann, "GET", "/analyse?variant=circe&seconds=1&lines=2", nil, `event: end`},
		"may-analyse": {ann, "GET", "/analyse/permission?variant=circe", nil, `"ends":[]`},
		"solve":       {ann, "POST", "/solve", problem, `Re4-e1`},
		"convert": {
			ann,
			"POST",
			"/convert",
			map[string]any{"variant": "seirawan", "text": "e4 e5 Nf3/H", "from": "moves", "to": "courier"},
			`N g1-f3; H-g1`,
		},
		"diagram-svg":  {ann, "GET", "/diagram.svg?variant=circe&moves=e4&arrows=e7-e5", nil, `<svg `},
		"diagram-png":  {ann, "GET", "/diagram.png?variant=circe", nil, "PNG"},
		"get-account":  {ann, "GET", "/account", nil, `"name":"Ann"`},
		"push-key":     {s.nobody, "GET", "/push/key", nil, `"key":"B`},
		"get-person":   {bob, "GET", "/people/ann", nil, `"name":"Ann"`},
		"list-presets": {ann, "GET", "/presets", nil, `"name":"Mine"`},
		"save-preset": {
			ann,
			"POST",
			"/presets",
			map[string]any{
				"name": "Other", "offer": games.Offer{Variant: "chess", Clock: play.Days(2), Opponent: games.Anybody},
			},
			`"name":"Other"`,
		},
		"list-studies":   {ann, "GET", "/studies", nil, study.ID},
		"save-study":     {bob, "POST", "/studies", tools.StudyText{PGN: "1. d4 *"}, `"name":"Analysis"`},
		"get-study":      {bob, "GET", "/studies/" + study.ID, nil, `{kept}`},
		"export-study":   {bob, "GET", "/studies/" + study.ID + "/pgn", nil, `1. e4 {kept}`},
		"change-study":   {ann, "PUT", "/studies/" + study.ID, tools.StudyChange{Version: 1, Name: ptr("X")}, `"X"`},
		"delete-study":   {ann, "DELETE", "/studies/" + gone.ID, nil, ""},
		"get-preset":     {bob, "GET", "/presets/" + preset.ID, nil, `"variant":"sissa"`},
		"list-seeks":     {bob, "GET", "/seeks", nil, taken.Seek.ID},
		"list-own-seeks": {ann, "GET", "/seeks/mine", nil, taken.Seek.ID},
		"make-offer": {
			ann,
			"POST",
			"/seeks",
			games.Offer{Variant: "circe", Clock: play.Days(1), Opponent: games.Computer, Level: 1},
			`"game"`,
		},
		"take-offer": {bob, "POST", "/seeks/" + taken.Seek.ID + "/take", nil, `"variant":"circe"`},
		"take-link": {
			bob, "POST", "/invitations/" + strings.TrimPrefix(link.Link, "/i/") + "/take", nil, `"variant":"circe"`,
		},
		"drop-offer":     {ann, "DELETE", "/seeks/" + dropped.Seek.ID, nil, ""},
		"search-games":   {s.nobody, "GET", "/games?player=ann&variant=seirawan&state=live", nil, s.game},
		"list-own-games": {bob, "GET", "/games/mine", nil, s.private},
		"get-game":       {bob, "GET", "/games/" + s.game, nil, `"seat":"black"`},
		"export-game":    {s.nobody, "GET", "/games/" + s.game + "/export/pgn", nil, `[Variant "seirawan"]`},
		"do": {
			bob,
			"POST",
			"/games/" + s.game + "/do",
			play.Command{Do: play.MakeMove, Ply: 2, Text: "e5", ID: "x"},
			`"ply":3`,
		}, // Ann's plan replies
		"get-note": {ann, "GET", "/games/" + s.game + "/note", nil, `my secret plan`},
		"set-note": {bob, "PUT", "/games/" + s.game + "/note", map[string]any{"text": "mine"}, `mine`},
		"get-plan": {ann, "GET", "/games/" + s.game + "/plan", nil, `"lines"`},
		"set-plan": {
			ann, "PUT", "/games/" + s.game + "/plan", map[string]any{"lines": [][]string{{"Nc6/E", "Bc4"}}}, `b8c6e`,
		},
		"game-events":    {bob, "GET", "/games/" + s.game + "/events", nil, `event: live`},
		"account-events": {bob, "GET", "/account/events", nil, `event: game`},
		"lobby-events":   {s.nobody, "GET", "/seeks/events", nil, `event: change`},
	}
	_, a = api[json.RawMessage](
		ann, "GET", "/explain?variant=cetran2&array=KQSCAHRN/KQSCAHRN&moves=g3+g6&text=DHg2", nil)
	if !strings.Contains(a.body, `"san":"Hg2"`) {
		t.Errorf("the dragon horse by its author's name: %s", a.body)
	}
	described := map[string]string{}
	doc, a := api[document](ann, http.MethodGet, "/openapi.json", nil)
	if a.status != http.StatusOK {
		t.Fatal(a.status)
	}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			described[op.OperationID] = strings.ToUpper(method) + " " + path
			if op.Summary == "" {
				t.Errorf("%s has no summary", op.OperationID)
			}
		}
	}
	// The order matters: some operations undo others.
	order := slices.Sorted(maps.Keys(calls))
	last := []string{"do", "set-plan", "drop-offer", "take-offer", "take-link"}
	order = append(slices.DeleteFunc(order, func(id string) bool { return slices.Contains(last, id) }), last...)
	for _, id := range order {
		c := calls[id]
		if described[id] == "" {
			t.Errorf("%s is not described", id)
		}
		var got answer
		if strings.Contains(c.want, "event: ") && id != "analyse" && id != "try-game" {
			got = c.by.first(c.path)
		} else {
			_, got = api[json.RawMessage](c.by, c.method, c.path, raw(c.body))
		}
		if got.status/100 != 2 || !strings.Contains(got.body, c.want) {
			t.Errorf("%s: %d without %q: %.300s", id, got.status, c.want, got.body)
		}
		delete(described, id)
	}
	for id, where := range described {
		if !strings.Contains(where, "/jobs") { // jobs have a test of their own
			t.Errorf("%s (%s) is not tested", id, where)
		}
	}
}

// raw returns a body as it is sent, or nil for none.
func raw(body any) any {
	if message, ok := body.(json.RawMessage); ok && message == nil {
		return nil
	}
	return body
}

// first returns the beginning of a stream.
func (c *client) first(path string) answer {
	c.Helper()
	r := c.request(http.MethodGet, "/api/v1"+path, "", nil)
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := c.http.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	defer response.Body.Close()
	part := make([]byte, 200)
	n, err := response.Body.Read(part)
	if n == 0 { // a short stream has its end with its only event
		c.Errorf("%s: %v", path, err)
	}
	return answer{status: response.StatusCode, body: string(part[:n])}
}

// TestOneMoveTwice: a command that is sent twice is carried out once.
func TestOneMoveTwice(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.game(ann, bob, "chess", "5+3")
	for i := range 3 {
		a := ann.does(game, play.Command{Do: play.MakeMove, ID: "once", Ply: 1, Text: "e4"})
		if a.status != http.StatusOK {
			t.Errorf("sent %d times: %d %s", i+1, a.status, a.body)
		}
	}
	if seq, _ := s.stands(game); seq != 2 {
		t.Errorf("the game has come to event %d, want 2", seq)
	}
}

// TestSearch: games are found by player, variant, result and a position that occurred.
func TestSearch(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	mated := s.game(ann, bob, "chess", "3d")
	for i, text := range strings.Fields("f3 e5 g4 Qh4") {
		a := []*client{ann, bob}[i%2].moves(mated, i+1, text)
		if a.status != http.StatusOK {
			t.Fatalf("%s: %d %s", text, a.status, a.body)
		}
	}
	live := s.game(bob, ann, "circe", "3d")
	for _, c := range []struct{ query, want string }{
		{"player=ann", live + " " + mated},
		{"player=ann&opponent=bob", live + " " + mated},
		{"variant=circe", live},
		{"result=0-1", mated},
		{"result=1-0", ""},
		{"state=over", mated},
		{"state=live", live},
		{"speed=blitz", ""},
		{"variant=chess&position=rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR+w+KQkq+-+0+2", mated},
		{"variant=chess&position=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR+w+KQkq+-+0+2", ""},
	} {
		found, a := api[store.Page](ann, http.MethodGet, "/games?"+c.query, nil)
		var ids []string
		for _, m := range found.Games {
			ids = append(ids, m.ID)
		}
		if got := strings.Join(ids, " "); a.status != http.StatusOK || got != c.want {
			t.Errorf("%s: %d, found %q, want %q", c.query, a.status, got, c.want)
		}
	}
}

// TestImport: a Game Courier log is replayed. The error of an illegal move names the move and its
// line.
func TestImport(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client()
	a := c.form("/import", "variant=seirawan", "text=1. P e2-e4\n1... P e7-e5\n2. N g1-f3; H-g1\n2... N b8-c6")
	if a.status != http.StatusOK || a.at != "/analysis" {
		t.Errorf("%d at %s: %.200s", a.status, a.at, a.body)
	}
	a = c.form("/import", "variant=seirawan", "text=1. P e2-e4\n1... P e7-e5\n2. N g1-e3; H-g1")
	if a.status != http.StatusUnprocessableEntity || !strings.Contains(a.body, "Line 3") ||
		!strings.Contains(a.body, "g1-e3") {
		t.Errorf("%d, the wrong move is not named: %v", a.status, strings.Contains(a.body, "g1-e3"))
	}
	a = c.form("/convert", "variant=seirawan", "to=courier", "from=moves", "text=e4 e5 Nf3/H")
	if !strings.Contains(a.body, "N g1-f3; H-g1") {
		t.Errorf("not converted: %d", a.status)
	}
}

// TestInvitation: the first who opens a link can accept it. The maker and later readers cannot.
func TestInvitation(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob, eve := s.account("Ann"), s.account("Bob"), s.client()
	a := ann.form("/offers", "variant=circe", "clock=3d", "opponent=friend", "colour=white")
	if !strings.HasPrefix(a.at, "/i/") || !strings.Contains(a.body, "http://localhost:"+s.port+a.at) {
		t.Fatalf("no address at %s", a.at)
	}
	link := a.at
	if a := eve.get(link); a.status != http.StatusOK || !strings.Contains(a.body, "Ann invites you") {
		t.Errorf("the invitation: %d", a.status)
	}
	if a := ann.form(link); a.status/100 != 4 {
		t.Errorf("the maker takes it: %d", a.status)
	}
	if a := bob.form(link); a.status != http.StatusOK || !strings.HasPrefix(a.at, "/g/") {
		t.Errorf("Bob takes it: %d at %s", a.status, a.at)
	}
	if a := eve.form(link); a.status != http.StatusNotFound {
		t.Errorf("another takes it too: %d", a.status)
	}
}

// TestPresets: a preset can be shared by its link.
func TestPresets(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.client()
	a := ann.form(
		"/offers",
		"variant=cetran2",
		"own=spare=7d grace=12h bonus=6h within=1s max=14d",
		"array=RNAHKCSQ",
		"do=preset",
		"preset-name=Six parts",
		"opponent=anybody",
	)
	if a.status != http.StatusOK || !strings.Contains(a.body, "Six parts") {
		t.Fatalf("keeping a preset: %d: %.300s", a.status, a.body)
	}
	presets, _ := api[[]store.Preset](ann, http.MethodGet, "/presets", nil)
	if len(presets) != 1 {
		t.Fatalf("%d presets", len(presets))
	}
	page := bob.get("/lobby?preset=" + presets[0].ID).body
	for _, want := range []string{"Six parts", `value="RNAHKCSQ"`, "spare=7d grace=12h bonus=6h within=1s max=14d"} {
		if !strings.Contains(page, want) {
			t.Errorf("the link does not show %q", want)
		}
	}
}

// TestVacation: a vacation begins once and can be ended.
func TestVacation(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann := s.account("Ann")
	if a := ann.form("/me/vacation", "days=5"); a.status != http.StatusOK ||
		!strings.Contains(a.body, "clocks in correspondence games are stopped") {
		t.Errorf("a vacation: %d", a.status)
	}
	if a := ann.form("/me/vacation", "days=5"); a.status/100 != 4 {
		t.Errorf("a second one: %d", a.status)
	}
	if a := ann.form("/me/vacation", "do=end"); a.status != http.StatusOK {
		t.Errorf("its end: %d", a.status)
	}
}

// TestPasswords: a change of the password ends the other sessions, and the new password signs in.
func TestPasswords(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, other := s.account("Ann"), s.client()
	if a := other.form("/sign-in", "name=ann", "password=correct horse Ann", "back=/me"); a.at != "/me" {
		t.Fatalf("signing in: %d at %s", a.status, a.at)
	}
	if a := ann.form("/me/password", "old=correct horse Ann", "password=battery staple"); a.status != http.StatusOK {
		t.Fatalf("changing it: %d", a.status)
	}
	if a := other.get("/me"); a.at != "/sign-in" {
		t.Errorf("the other session still shows %s", a.at)
	}
	if a := ann.get("/me"); a.at != "/me" {
		t.Errorf("the own session shows %s", a.at)
	}
	for password, want := range map[string]int{
		"correct horse Ann": http.StatusUnauthorized, "battery staple": http.StatusOK,
	} {
		if a := s.client().form("/sign-in", "name=Ann", "password="+password); a.status != want {
			t.Errorf("%q: %d, want %d", password, a.status, want)
		}
	}
}

// TestGuestsKeepTheirGames: a guest who registers is the same player.
func TestGuestsKeepTheirGames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	guest, bob := s.client(), s.account("Bob")
	game := s.game(guest, bob, "chess", "3d")
	if a := guest.form("/register", "name=Ann", "password=correct horse", "back=/games"); a.status != http.StatusOK ||
		!strings.Contains(a.body, game) {
		t.Errorf("the games of the new account: %d", a.status)
	}
	if a := guest.form("/g/"+game+"/do", "do=move", "ply=1", "text=e4"); a.status != http.StatusOK {
		t.Errorf("a move: %d", a.status)
	}
	rated := []string{"variant=chess", "clock=5+3", "opponent=anybody", "rated=yes"}
	if a := guest.form("/offers", rated...); a.status != http.StatusOK {
		t.Errorf("a rated offer: %d", a.status)
	}
	if a := s.client().form("/offers", rated...); a.status != http.StatusForbidden {
		t.Errorf("a guest's rated offer: %d", a.status)
	}
}

// TestLevelsInTheAPI: the API states the strength of the lowest and the highest level.
func TestLevelsInTheAPI(t *testing.T) {
	t.Parallel()
	want := fmt.Sprintf("from 1 (about %d Elo) to %d (about %d).",
		engine.LevelElo(1), engine.MaxLevel, engine.LevelElo(engine.MaxLevel))
	body := newSite(t).client().get("/api/v1/openapi.json").body
	if got := strings.Count(body, want); got != 2 {
		t.Errorf("the description says %q %d times, want 2", want, got)
	}
}
