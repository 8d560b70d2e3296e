package web_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/play"
)

func TestMain(m *testing.M) {
	code := m.Run()
	chromium.Close()
	os.Exit(code)
}

// lockedWriter lets several goroutines write.
type lockedWriter struct {
	mu sync.Mutex
	w  *strings.Builder
}

func (l *lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}

// player is somebody at a page with a board.
type player struct{ *chromium.Tab }

// board wraps an expression about the board of a page and its shadow.
func board(expression string) string {
	return `(() => { const board = document.querySelector("kirke-board"), root = board?.shadowRoot; return ` + expression + ` })()`
}

// move makes a move on the board, one choice after the other.
func (p player) move(uci string) {
	p.Helper()
	p.Wait(board(fmt.Sprintf("board?.view?.moves?.some((m) => m.uci === %q) && board.movable === board.view.turn", uci)))
	steps := chromium.Eval[[]string](p.Tab, board(fmt.Sprintf("board.view.moves.find((m) => m.uci === %q).steps", uci)))
	for _, step := range steps {
		at := fmt.Sprintf(`root.querySelector('[data-square=%q]')`, step)
		if strings.Contains(step, ":") {
			at = fmt.Sprintf(`root.querySelector('button[data-key=%q]')`, step)
			p.Wait(board(at + " !== null"))
			time.Sleep(250 * time.Millisecond) // a press that comes sooner may be the second of a double click
		}
		p.Press(p.Middle(board(at)))
	}
	if confirm := board(`root.querySelector('button[data-key="!play"]') !== null`); chromium.Eval[bool](p.Tab, confirm) {
		time.Sleep(250 * time.Millisecond)
		p.Press(p.Middle(board(`root.querySelector('button[data-key="!play"]')`)))
	}
}

// press presses the element that a selector finds.
func (p player) press(selector string) {
	p.Helper()
	found := fmt.Sprintf("document.querySelector(%q)", selector)
	p.Wait(found + " !== null && " + found + ".getBoundingClientRect().width > 0")
	chromium.Eval[bool](p.Tab, "("+found+`.scrollIntoView({block: "center", behavior: "instant"}), true)`)
	p.Press(p.Middle(found))
}

// fill writes into a field or chooses in a list.
func (p player) fill(selector, value string) {
	p.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		p.Fatal(err)
	}
	chromium.Eval[bool](p.Tab, fmt.Sprintf("(() => { const e = document.querySelector(%q); if (e.type === 'radio' || e.type === 'checkbox') e.checked = true; else e.value = %s; e.dispatchEvent(new Event('change', {bubbles: true})); return true })()", selector, text))
}

// games are whole games, in styles that people write, with how they end.
var games = []struct {
	name, variant, start, moves, result string
	touch                               bool // Black plays on a phone
}{
	{
		"seirawan, both gates and a castling gate", "seirawan", "",
		"e4 e5 Nh3 Nc6/E Bc4 h6 O-O/He1 a6 Nc3/E a5 Qf3 a4 Qxf7", "1-0", true,
	},
}

// TestTwoPeoplePlay: two browsers play whole games, from the offer to the mate, and both see everything.
func TestTwoPeoplePlay(t *testing.T) {
	s := newSite(t)
	for _, c := range games {
		t.Run(c.name, func(t *testing.T) {
			screen := chromium.Desk
			if c.touch {
				screen = chromium.Phone
			}
			ann := player{chromium.Open(t, chromium.Screen{Width: 1280, Height: 900}, s.at("localhost", "/lobby"))}
			ann.fill("select[name=variant]", c.variant)
			ann.fill("select[name=colour]", "white")
			ann.press(".offer .primary")
			ann.Wait(`document.querySelector(".seeks") !== null`)
			ann.Shoot("lobby")
			bob := player{chromium.Open(t, screen, s.at("127.0.0.1", "/lobby"))}
			bob.press(".seeks .primary")
			for _, p := range []player{ann, bob} {
				p.Wait(`location.pathname.startsWith("/g/")`)
			}
			id := strings.TrimPrefix(chromium.Eval[string](ann.Tab, "location.pathname"), "/g/")
			v, err := kirke.Lookup(c.variant)
			if err != nil {
				t.Fatal(err)
			}
			p, err := kirke.Start(v)
			if err != nil {
				t.Fatal(err)
			}
			line := kirke.NewGame(p)
			if err := gamefile.PlayAll(line, c.moves); err != nil {
				t.Fatal(err)
			}
			ply := 0
			for n := range line.Line() {
				mover := ann
				if n.Parent().Position().Turn() == kirke.Black {
					mover = bob
				}
				mover.move(n.Text(kirke.UCI))
				ply++
				s.until(id, func(g *play.Game) bool { return g.Ply() == ply })
				if ply == 8 {
					ann.Shoot("game-desk")
					bob.Shoot("game-phone")
				}
			}
			g := s.until(id, func(g *play.Game) bool { return g.Over() })
			if e, _, _ := g.Ending(); e.Result != c.result {
				t.Errorf("the game ended %s, want %s", e.Result, c.result)
			}
			for _, p := range []player{ann, bob} {
				p.Wait(board(fmt.Sprintf("board.view.fen === %q && board.view.outcome !== undefined", g.Position().FEN())))
			}
			ann.Shoot("game-over")
			ann.press(`[data-verb="offerRematch"]`)
			bob.press(`[data-verb="offerRematch"]`)
			for _, p := range []player{ann, bob} {
				p.Wait(fmt.Sprintf("location.pathname !== %q && location.pathname.startsWith('/g/')", "/g/"+id))
			}
		})
	}
}
