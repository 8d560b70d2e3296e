package web_test

import (
	"encoding/json"
	"fmt"
	"net/url"
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
	p.Wait(board(fmt.Sprintf("Boolean(board?.view?.moves?.some((m) => m.uci === %q)) && board.movable === board.view.turn", uci)))
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
	chromium.Eval[bool](p.Tab, "("+found+`.scrollIntoView({block: "center"}), true)`)
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

// ending is what ends a game: the buttons that White and Black press, in turn.
type ending []string

var (
	mate    ending
	resigns = ending{".resign summary", `[data-verb="resign"]`}
	agree   = ending{`[data-verb="offerDraw"]`, `[data-verb="acceptDraw"]`}
)

// games are whole games, their moves as UCI or people write them, and how they end. Black plays on a phone where touch is set.
var games = []struct {
	name, variant, start, array, moves string
	end                                ending
	result                             string
	touch                              bool
}{
	{
		"seirawan, both gates and a castling gate", "seirawan", "", "",
		"e4 e5 Nh3 Nc6/E Bc4 h6 O-O/He1 a6 Nc3/E a5 Qf3 a4 Qxf7", mate, "1-0", true,
	},
	{
		"siceirawan, reassignment with a pawn move and redesignation", "siceirawan", "4k3/4p3/8/8/3H4/8/4P3/R3K3[E---] w Q - 0 1", "",
		"d4d4e,e2e4 e8f8 e1c1~ e7e5", agree, "1/2-1/2", false,
	},
	{
		"siceirawan, a capture on an imaginary square", "siceirawan", "4k3/8/8/8/8/5B2/8/4K3[--e-] w - - 0 1", "",
		"f3z9", mate, "1/2-1/2", true,
	},
	{
		"circe, a rebirth", "circe", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "",
		"d1d5 e8e7 d5d7 e7d7", agree, "1/2-1/2", false,
	},
	{
		"anticirce, a capturer reborn", "anticirce", "4k3/8/8/3p4/8/8/3N4/4K3 w - - 0 1", "",
		"d2f3 d5d4 f3d4 e8e7", resigns, "0-1", false,
	},
	{
		"sissa, a conversion", "sissa", "", "",
		"c2c3 a8a7 c1c2 a7a6", resigns, "0-1", true,
	},
	{
		"cetran 2, an array by name", "cetran2", "", "RNAHKCSQ",
		"d2d4 e7e5 d4e5 f7f6", agree, "1/2-1/2", false,
	},
	{
		"progressive circe, a series with a capture", "progressive+circe", "", "",
		"e2e4 d7d5 d5e4 d2d3", resigns, "0-1", false,
	},
}

// TestTwoPeoplePlay: two browsers play whole games, from the offer to the mate, and both see everything.
func TestTwoPeoplePlay(t *testing.T) {
	for _, c := range games {
		t.Run(c.name, func(t *testing.T) {
			s := newSite(t)
			screen := chromium.Desk
			if c.touch {
				screen = chromium.Phone
			}
			ann := player{chromium.Open(t, chromium.Screen{Width: 1280, Height: 900}, s.at("localhost", "/lobby?variant="+url.QueryEscape(c.variant)))}
			ann.fill("select[name=colour]", "white")
			ann.fill("input[name=start]", c.start)
			ann.fill("input[name=array]", c.array)
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
			g, err := s.store.Game(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if g.Chess().Variant().ID != v.ID {
				t.Fatalf("the game is %s", g.Chess().Variant().ID)
			}
			line := kirke.NewGame(g.Position())
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
			for i, button := range c.end {
				presser := ann
				if len(c.end) == 2 && c.end[0] == agree[0] && i == 1 {
					presser = bob
				}
				presser.press(button)
			}
			g = s.until(id, func(g *play.Game) bool { return g.Over() })
			if e, _, _ := g.Ending(); e.Result != c.result {
				t.Errorf("the game ended %s, want %s", e.Result, c.result)
			}
			for _, p := range []player{ann, bob} {
				p.Wait(board(fmt.Sprintf("board?.view?.fen === %q && board.view.outcome !== undefined", g.Position().FEN())))
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
