package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/games"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/tools"
)

// rated begins a rated game between two browsers and plays moves in it.
func (s *site) rated(white, black *client, clock string, moves ...string) string {
	s.Helper()
	game := s.game(white, black, "chess", clock, "rated=yes")
	s.play(game, white, black, moves...)
	return game
}

// play makes moves in a game from its start, White's and Black's in turn.
func (s *site) play(game string, white, black *client, moves ...string) {
	s.Helper()
	for i, text := range moves {
		c := []*client{white, black}[i%2]
		if a := c.moves(game, i+1, text); a.status != http.StatusOK {
			s.Fatalf("%s: %d %s", text, a.status, a.body)
		}
	}
}

// analyses reports whether the engine judges a position for a person.
func (c *client) analyses(query ...string) bool {
	c.Helper()
	values := url.Values{"seconds": {"1"}, "variant": {"chess"}}
	for i := 0; i < len(query); i += 2 {
		values.Set(query[i], query[i+1])
	}
	a := c.get("/api/v1/analyse?" + values.Encode())
	if refused := strings.Contains(a.body, "your rated game"); refused == strings.Contains(a.body, `"uci"`) {
		c.Fatalf("%v is answered with %d: %s", query, a.status, a.body)
	} else {
		return !refused
	}
	return false
}

// TestNoHelpInOwnRatedGames: until it is over, neither engine nor solver judges the position of a
// player's own rated game, however the position is given.
func TestNoHelpInOwnRatedGames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob, eve := s.account("Ann"), s.account("Bob"), s.account("Eve")
	game := s.rated(ann, bob, "3d", "e4", "f6", "Qh5", "g6")
	const (
		stands = "rnbqkbnr/ppppp2p/5pp1/7Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 3"
		// past has other counters, no rights, and the other side to move.
		past = "rnbqkbnr/ppppp2p/5pp1/7Q/4P3/8/PPPP1PPP/RNB1KBNR b - - 12 33"
		next = "rnbqkbnr/ppppp2p/5pQ1/8/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3"
	)
	asked := map[string][]string{
		"the game":              {"moves", "e4 f6 Qh5 g6"},
		"its position":          {"fen", stands},
		"the position, altered": {"fen", past},
		"another variant":       {"variant", "chess960", "fen", stands},
		"a move on":             {"moves", "e4 f6 Qh5 g6 Qxg6"},
		"a move on, as FEN":     {"fen", next},
		"a line from there":     {"fen", stands, "moves", "Qh4 Nc6 Nc3"},
	}
	for name, query := range asked {
		for _, player := range []*client{ann, bob} {
			if player.analyses(query...) {
				t.Errorf("a player gets the engine's lines of %s", name)
			}
		}
	}
	if !eve.analyses("fen", stands) || !s.client().analyses("fen", stands) {
		t.Error("a person who does not play is refused the engine")
	}
	if !ann.analyses() || !ann.analyses("moves", "d4 d5") {
		t.Error("Ann is refused the engine for other positions")
	}
	if a := ann.get("/api/v1/analyse?seconds=1&variant=chess&moves=e4+f6+Qh5"); !strings.Contains(
		a.body, `"uci":["g7g6"]`,
	) ||
		strings.Contains(a.body, `"uci":["g7g6",`) {
		t.Errorf("the engine's lines go beyond the position of the game: %s", a.body)
	}

	at := position.At{FEN: stands}
	task := tools.Task{FEN: stands, Stipulation: "#2"}
	refused := func(name string, a answer, status int) {
		t.Helper()
		if a.status != status || !strings.Contains(a.body, "your rated game") {
			t.Errorf("%s is answered with %d: %s", name, a.status, a.body)
		}
	}
	_, a := api[any](ann, http.MethodPost, "/computer", at)
	refused("the computer's move", a, http.StatusForbidden)
	_, a = api[any](ann, http.MethodPost, "/jobs", tools.JobRequest{Solve: &task})
	refused("a problem in the background", a, http.StatusForbidden)
	_, a = api[any](ann, http.MethodPost, "/solve", task)
	refused("a problem", a, http.StatusOK) // the error comes in the stream
	_, a = api[any](
		ann,
		http.MethodPost,
		"/seeks",
		games.Offer{
			Variant:  "chess",
			Start:    stands,
			Clock:    play.Unlimited,
			Opponent: games.Computer,
			Level:    8,
			Colour:   play.Black,
		},
	)
	refused("a game with the computer", a, http.StatusForbidden)
	refused(
		"the form of the solver",
		ann.form("/problems", "variant=chess", "fen="+stands, "stipulation=#2"),
		http.StatusForbidden,
	)
	refused("the problem of the game", ann.get("/g/"+game+"/problem"), http.StatusForbidden)
	refused("the analysis of the game", ann.get("/g/"+game+"/analysis"), http.StatusOK) // a board without the engine

	if a := bob.does(game, play.Command{Do: play.Resign}); a.status != http.StatusOK {
		t.Fatalf("resigning: %d %s", a.status, a.body)
	}
	if !ann.analyses("fen", stands) {
		t.Error("the engine is refused after the game")
	}
	if a := ann.get("/g/" + game + "/problem"); a.status != http.StatusOK || a.at != "/problems" {
		t.Errorf("the problem of a game that is over is answered with %d at %s", a.status, a.at)
	}
}

// TestNoHelpInTwins: a twin with the position of a rated game is refused.
func TestNoHelpInTwins(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	s.rated(ann, bob, "3d", "e4", "e5")
	const text = "BeginProblem\nStipulation h#2\nPieces White Ke1 Qd1 Ra1h1 Bc1f1 Sb1g1 Pa2b2c2d2e3f2g2h2 " +
		"Black Ke8 Qd8 Ra8h8 Bc8f8 Sb8g8 Pa7b7c7d7e5f7g7h7\nTwin Move e3 e4\nEndProblem"
	_, a := api[any](ann, http.MethodPost, "/jobs", tools.JobRequest{Solve: &tools.Task{Popeye: text}})
	if a.status != http.StatusForbidden {
		t.Errorf("a twin is answered with %d: %s", a.status, a.body)
	}
}

// TestNoAnalysisOfGamesLikeOnesOwn: a finished game is not analysed while one of its positions is
// the current one of a rated game.
func TestNoAnalysisOfGamesLikeOnesOwn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	casual := s.game(ann, bob, "chess", "5+3")
	s.play(casual, ann, bob, "e4", "e5", "Nf3")
	if a := bob.does(casual, play.Command{Do: play.Resign}); a.status != http.StatusOK {
		t.Fatalf("resigning: %d %s", a.status, a.body)
	}
	game := s.rated(ann, bob, "3d", "e4", "e5")
	analyse := tools.JobRequest{Analyse: &tools.GameAnalysis{Game: casual, Nodes: 1000}}
	if _, a := api[store.Job](ann, http.MethodPost, "/jobs", analyse); a.status != http.StatusForbidden {
		t.Errorf("the analysis is answered with %d: %s", a.status, a.body)
	}
	if a := ann.moves(game, 3, "d4"); a.status != http.StatusOK {
		t.Fatalf("moving: %d %s", a.status, a.body)
	}
	if _, a := api[store.Job](ann, http.MethodPost, "/jobs", analyse); a.status != http.StatusOK {
		t.Errorf("once the game has gone on the analysis is answered with %d: %s", a.status, a.body)
	}
}

// TestHelpOnTheGamePage: the page of a rated game offers its players no help until it is over, and
// says why.
func TestHelpOnTheGamePage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.rated(ann, bob, "5+3", "e4", "e5")
	link := fmt.Sprintf(`href="/g/%s/problem"`, game)
	for _, player := range []*client{ann, bob} {
		if !strings.Contains(player.get("/g/"+game).body, "until this rated game is over") ||
			!strings.Contains(player.get("/lobby").body,
				"In a rated game, engine and solver are off for both players") {
			t.Error("a player is not told about fair play")
		}
	}
	if a := s.client().get("/g/" + game); !strings.Contains(a.body, link) {
		t.Error("a spectator has no link to the solver")
	}
	tab := open(t, chromium.Desk, s.at("localhost", "/"))
	signIn(tab, s, "Ann")
	tab.Go(s.at("localhost", "/g/"+game))
	tab.Wait(board("board?.view != null"))
	const (
		solver = `document.querySelector('.files a[href$="/problem"]')`
		why    = `document.querySelector('[data-place="no-help"]')`
	)
	if !chromium.Eval[bool](
		tab.Tab,
		`!(`+solver+`?.checkVisibility()) && `+why+`.checkVisibility() && `+
			why+`.textContent.includes("until this rated game is over")`,
	) {
		t.Error("a player is offered the solver, or not told why it is off")
	}
	tab.press(`.files a[href$="/analysis"]`)
	tab.Wait(
		`location.pathname === "/analysis" && document.querySelector(".engine button")?.disabled &&
			document.querySelector(".engine").textContent.includes("your rated game")`,
	)
	tab.Shoot("no-engine")
	// The engine is on for another game on the same page.
	chromium.Eval[bool](
		tab.Tab,
		`(() => {
			const form = document.querySelector('form[action="/analysis"]')
			form.fen.value = ""; form.moves.value = "d4 d5"
			form.requestSubmit(); return true })()`,
	)
	tab.Wait(
		`document.querySelector(".movelist [aria-current]")?.textContent === "d5" &&
			!document.querySelector(".engine button").disabled`,
	)
	// Turned on, it ends at the position of the game, in the browser as on the server.
	tab.press(".engine button")
	tab.Wait(`document.querySelectorAll(".engine li").length > 0`)
	chromium.Eval[bool](
		tab.Tab,
		`(() => {
			const form = document.querySelector('form[action="/analysis"]')
			form.fen.value = ""; form.moves.value = "e4 e5"
			form.requestSubmit(); return true })()`,
	)
	tab.Wait(
		`document.querySelector('[data-place="analysis"] [role="status"]').textContent.includes("your rated game") &&
			document.querySelector(".engine button").textContent === "Engine" &&
			document.querySelectorAll(".engine li").length === 0`,
	)
	for _, text := range tab.Complaints() {
		if !strings.Contains(text, "403") { // the browser reports the refusal
			t.Error(text)
		}
	}
	tab.Go(s.at("localhost", "/g/"+game))
	tab.Wait(board("board?.view != null"))
	if a := bob.does(game, play.Command{Do: play.Resign}); a.status != http.StatusOK {
		t.Fatalf("resigning: %d %s", a.status, a.body)
	}
	tab.Wait(solver + `?.checkVisibility() && !` + why + `?.checkVisibility()`)
}

// signIn signs in with one of the accounts of the tests.
func signIn(tab player, s *site, name string) {
	tab.Helper()
	tab.Go(s.at("localhost", "/sign-in?back=/me"))
	tab.fill(`form[action="/sign-in"] input[name=name]`, name)
	tab.fill(`form[action="/sign-in"] input[name=password]`, "correct horse "+name)
	tab.press(`form[action="/sign-in"] .primary`)
	tab.Wait(`location.pathname === "/me"`)
}
