package web_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/review"
)

// turns makes moves in a game from its start, each by the side whose turn it is.
func (s *site) turns(game string, white, black *client, moves ...string) {
	s.Helper()
	for i, text := range moves {
		g, err := s.store.Game(s.Context(), game)
		if err != nil {
			s.Fatal(err)
		}
		c := white
		if g.Turn() == play.Black {
			c = black
		}
		if a := c.moves(game, i+1, text); a.status != http.StatusOK {
			s.Fatalf("%s: %d %s", text, a.status, a.body)
		}
	}
}

// reviewed waits until a game is reviewed.
func (c *client) reviewed(game string) review.Review {
	c.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		found, a := api[review.Review](c, http.MethodGet, "/games/"+game+"/review", nil)
		if a.status != http.StatusOK || found.State == review.Done || found.State == review.Failed {
			if found.State != review.Done {
				c.Fatalf("the review is answered with %d: %s", a.status, a.body)
			}
			return found
		}
		if time.Now().After(end) {
			c.Fatalf("the review is %s: %d of %d", found.State, found.Parts, found.Of)
		}
	}
}

// TestReviews reviews finished games of several kinds: with series of moves, other boards, rebirths,
// a mate, and almost no moves.
func TestReviews(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	for _, test := range []struct {
		variant, moves string
		end            play.Command
		marks          string // of the half-moves: none, Inaccuracy, Mistake or Blunder; x is I or M
		by             string // who made them: White or Black
	}{
		{variant: "chess", moves: "f3 e5 g4 Qh4", marks: "x-B-", by: "wbwb"},
		{variant: "chess", moves: "", end: play.Command{Do: play.Resign}},
		{variant: "chess", moves: "e4", end: play.Command{Do: play.Resign}, marks: "-", by: "w"},
		{variant: "progressive", moves: "e4 e5 d5 Bc4 Qh5 Qxf7", end: play.Command{Do: play.Resign}, by: "wbbwww"},
		{variant: "circe", moves: "e4 d5 exd5 Nf6 Nc3 Nxd5 Nxd5", end: play.Command{Do: play.Resign}, by: "wbwbwbw"},
		{variant: "sissa", moves: "", end: play.Command{Do: play.Resign}},
	} {
		t.Run(test.variant+" "+test.moves, func(t *testing.T) {
			game := s.game(ann, bob, test.variant, "5+3")
			if _, a := api[review.Review](ann, http.MethodPost, "/games/"+game+"/review", nil); a.status !=
				http.StatusConflict || !strings.Contains(a.body, "finished") {
				t.Errorf("the review of a running game is answered with %d: %s", a.status, a.body)
			}
			s.turns(game, ann, bob, strings.Fields(test.moves)...)
			if test.end.Do != "" {
				if a := ann.does(game, test.end); a.status != http.StatusOK {
					t.Fatalf("ending: %d %s", a.status, a.body)
				}
			}
			begun, a := api[review.Review](ann, http.MethodPost, "/games/"+game+"/review", nil)
			if a.status != http.StatusOK || begun.State == review.None {
				t.Fatalf("beginning is answered with %d: %s", a.status, a.body)
			}
			found := bob.reviewed(game)
			moves := strings.Fields(test.moves)
			r := found.Report
			if len(r.Positions) != len(moves)+1 || len(r.Moves) != len(moves) {
				t.Fatalf("%d positions and %d moves are judged", len(r.Positions), len(r.Moves))
			}
			marks, by := "", ""
			for _, m := range r.Moves {
				marks += map[review.Mark]string{
					"": "-", review.Inaccuracy: "I", review.Mistake: "M", review.Blunder: "B",
				}[m.Mark]
				by += string(m.By)[:1]
				if m.Mark != "" && len(m.Best) == 0 {
					t.Errorf("%s has no best line", m.Move)
				}
				if m.Accuracy < 0 || m.Accuracy > 100 || math.IsNaN(m.Accuracy) {
					t.Errorf("%s has an accuracy of %f", m.Move, m.Accuracy)
				}
			}
			if strings.HasPrefix(test.marks, "x") && strings.ContainsAny(marks[:1], "IM") {
				test.marks = marks[:1] + test.marks[1:] // which of both depends on a tenth of a pawn
			}
			if test.marks != "" && marks != test.marks || test.by != "" && by != test.by {
				t.Errorf("the moves are %s by %s", marks, by)
			}
			page := s.client().get("/g/" + game).body
			if !strings.Contains(page, `data-place="graph"`) || strings.Count(page, `class="dot`) !=
				strings.Count(marks, "B")+strings.Count(marks, "M")+strings.Count(marks, "I") {
				t.Error("the page does not show the review")
			}
		})
	}
}

// TestReviewIsGuarded: a private game stays private, nobody reviews a running game, and a review is
// one job, however many ask.
func TestReviewIsGuarded(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob, eve := s.account("Ann"), s.account("Bob"), s.account("Eve")
	game := s.game(ann, bob, "chess", "5+3", "private=yes")
	s.turns(game, ann, bob, "e4", "e5")
	if a := ann.form("/g/" + game + "/review"); a.status != http.StatusConflict {
		t.Errorf("the form of a running game is answered with %d", a.status)
	}
	ann.does(game, play.Command{Do: play.Resign})
	for _, c := range []*client{ann, bob, ann} {
		if a := c.form("/g/" + game + "/review"); a.status != http.StatusOK || a.at != "/g/"+game {
			t.Fatalf("the form is answered with %d at %s", a.status, a.at)
		}
	}
	if a := s.client().form("/g/" + game + "/review"); a.status != http.StatusUnauthorized {
		t.Errorf("the form of a visitor is answered with %d", a.status)
	}
	ann.reviewed(game)
	open := s.game(ann, bob, "chess", "5+3")
	ann.does(open, play.Command{Do: play.Resign})
	if page := s.client().get("/g/" + open).body; strings.Contains(page, "Review this game") ||
		strings.Contains(page, "to-review") || !strings.Contains(page, "to have this game reviewed") {
		t.Error("a visitor is offered a review before a name")
	}
	for _, path := range []string{
		"/g/" + game + "/review", "/g/" + game + "/review/line?ply=1", "/api/v1/games/" + game + "/review",
		"/api/v1/jobs/review-" + game,
	} {
		if a := eve.get(path); a.status != http.StatusNotFound {
			t.Errorf("%s is answered with %d to a stranger", path, a.status)
		}
	}
	if a := eve.get("/api/v1/games/" + game + "/review/events"); !strings.Contains(a.body, "no such game") {
		t.Errorf("the events of a private game are %s", a.body)
	}
	if a := eve.form("/g/" + game + "/review"); a.status != http.StatusNotFound {
		t.Errorf("the form of a private game is answered with %d", a.status)
	}
	// The review is refused while its players have a rated game with one of its positions.
	s.rated(ann, bob, "3d", "e4")
	if a := ann.get("/api/v1/games/" + game + "/review"); a.status != http.StatusForbidden ||
		!strings.Contains(a.body, "your rated game") {
		t.Errorf("the review is answered with %d: %s", a.status, a.body)
	}
	if page := ann.get("/g/" + game).body; strings.Contains(page, `data-place="graph"`) ||
		!strings.Contains(page, "your rated game") {
		t.Error("the page shows the review while it is of use in a rated game")
	}
}

// TestReviewIsGivenUp: a review that failed too often is not offered again, and one that was cancelled
// has failed.
func TestReviewIsGivenUp(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.game(ann, bob, "chess", "5+3")
	s.turns(game, ann, bob, "e4", "e5")
	ann.does(game, play.Command{Do: play.Resign})
	for i, end := range []string{"", "-2", "-3"} {
		j, err := s.store.CreateJob(t.Context(), store.Job{ID: "review-" + game + end, Kind: "analyse",
			Request: json.RawMessage(`{}`), Shards: 1})
		if err == nil {
			err = s.store.SetJob(t.Context(), j.ID, store.JobCancelled, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		body := ann.get("/g/" + game + "/review").body
		if again := strings.Contains(body, "review-form"); again != (i < 2) {
			t.Errorf("after %d failures trying again is offered: %t", i+1, again)
		}
		if says := strings.Contains(body, "failed 3 times"); says != (i == 2) {
			t.Errorf("after %d failures the page gives up: %t", i+1, says)
		}
	}
	events := ann.get("/api/v1/games/" + game + "/review/events").body
	if !strings.Contains(events, `"state":"failed"`) {
		t.Errorf("the events of a cancelled review are %s", events)
	}
}

// TestReviewPage: a game ends on an open page, its reader has it reviewed by one button, and looks
// at it with the mouse and the keyboard. A spectator's page shows the same review.
func TestReviewPage(t *testing.T) {
	t.Parallel()
	for _, on := range []chromium.Screen{
		{Width: 1366, Height: 650}, {Width: 390, Height: 844, Touch: true, Dark: true},
	} {
		t.Run(fmt.Sprint(on.Width), func(t *testing.T) {
			s := newSite(t)
			ann, bob, game := s.between(on, "chess", "5+3")
			ann.move("f2f3")
			s.until(game, func(g *play.Game) bool { return g.Ply() == 1 })
			bob.moves(game, 2, "e5")
			ann.says("Your move.")
			ann.move("g2g4")
			s.until(game, func(g *play.Game) bool { return g.Ply() == 3 })
			bob.moves(game, 4, "Qh4")
			ann.says("Black wins: mate")
			const button = `document.querySelector('[data-place="to-review"]')`
			ann.Wait(button + `?.checkVisibility() === true && document.querySelector("#review-form") !== null`)
			chromium.Eval[bool](ann.Tab, `(`+button+`.click(), true)`)
			const graph = `document.querySelector('[data-place="graph"]')`
			ann.Wait(graph + `?.role === "slider"`)
			if !ann.stayed() {
				t.Error("the review has loaded the page anew")
			}
			ann.Wait(graph + `.ariaValueNow === "4"`) // the last position is on the board
			ann.Wait(`document.querySelector('.moves-list [data-ply="3"] .sign.blunder')?.textContent === "??"`)
			ann.Shoot(fmt.Sprintf("review-%d", on.Width))
			// Board and graph are seen at once, and all columns of the table.
			both := chromium.Eval[[]float64](ann.Tab, `["kirke-board", ".graph"].flatMap((name) => {
				const { top, bottom } = document.querySelector(name).getBoundingClientRect()
				return [top + scrollY, bottom + scrollY] })`)
			if both[1] > float64(on.Height) || both[3] > float64(on.Height) {
				t.Errorf("the board is at %v, the graph at %v", both[:2], both[2:])
			}
			if !chromium.Eval[bool](ann.Tab, `(() => {
				const last = document.querySelector(".review th:last-child").getBoundingClientRect()
				const table = document.querySelector(".review .table")
				return last.right <= innerWidth && table.scrollWidth <= table.clientWidth })()`) {
				t.Error("columns of the table are off the screen")
			}

			chromium.Eval[bool](ann.Tab, `(`+graph+`.focus(), true)`)
			ann.Keys(kb.Home)
			ann.Wait(graph + `.ariaValueNow === "0" && ` + board(`board.view.men.some((m) => m.square === "f2")`))
			ann.Keys(kb.ArrowRight)
			ann.Wait(graph + `.ariaValueNow === "1" && ` + graph + `.ariaValueText.startsWith("1. f3: ")`)

			chromium.Eval[bool](ann.Tab, `(document.querySelector('.step[data-line="3"]').click(), true)`)
			ann.Wait(`document.querySelector('.step[aria-current]')?.dataset.step === "1"`)
			const fen = `document.querySelector("kirke-board").view.fen`
			first := chromium.Eval[string](ann.Tab, fen)
			if strings.Contains(first, "6P1") {
				t.Errorf("the best line begins with %s", first)
			}
			chromium.Eval[bool](ann.Tab, `(document.querySelector('.step[data-line="3"]').focus(), true)`)
			ann.Keys(kb.ArrowRight)
			ann.Wait(`document.querySelector('.step[aria-current]')?.dataset.step === "2" && ` + fen +
				fmt.Sprintf(" !== %q", first))
			ann.Wait(pastLine + `.includes("best line")`)
			ann.Shoot(fmt.Sprintf("review-line-%d", on.Width))
			chromium.Eval[bool](ann.Tab, `(document.querySelector('.marked a[data-ply="3"]').click(), true)`)
			ann.Wait(board(`board.view.men.some((m) => m.square === "g4")`) + ` && ` + graph + `.ariaValueNow === "3"`)

			ann.Go(s.at("localhost", "/g/"+game))
			ann.Wait(graph + `?.role === "slider"`)
			ann.isForAll(t, fmt.Sprintf("review-page-%d", on.Width), "/g/"+game)
			wide := chromium.Eval[float64](ann.Tab, `document.documentElement.scrollWidth`)
			if wide > float64(on.Width) {
				t.Errorf("the page is %.0f pixels wide", wide)
			}
		})
	}
}
