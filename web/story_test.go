package web_test

import (
	"flag"
	"fmt"
	"net/url"
	"os"
	"strings"
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

// player is a person at a page with a board.
type player struct {
	*chromium.Tab
	hand chromium.Hand
}

// open opens a page for a player with a mouse or, on a touch screen, with fingers.
func open(t testing.TB, on chromium.Screen, address string) player {
	t.Helper()
	return player{chromium.Open(t, on, address), chromium.Pointer}
}

// board wraps an expression about the board of a page and its shadow root.
func board(expression string) string { return chromium.OnBoard(expression) }

// move makes a move on the board, one choice after the other. Until the move before is answered, the
// board shows the position before it.
func (p player) move(uci string) {
	p.Helper()
	p.Wait(board(fmt.Sprintf("Boolean(board?.view?.moves?.some((m) => m.uci === %q)) && "+
		"!board.waiting && board.movable === board.view.turn", uci)))
	p.choose(uci)
	if chromium.Eval[bool](p.Tab, board(`root.querySelector('button[data-key="!play"]') !== null`)) {
		p.hand.Choose(p.Tab, "!play")
	}
}

// choose chooses a move on the board. On a busy machine a press may last so long that it does not count:
// then it is pressed again, as a player would.
func (p player) choose(uci string) {
	p.Helper()
	steps := chromium.Eval[[]string](p.Tab, board(fmt.Sprintf("board.view.moves.find((m) => m.uci === %q).steps", uci)))
	before := chromium.Eval[string](p.Tab, board("board.view.fen"))
	made := board(fmt.Sprintf("board.waiting || board.view?.fen !== %q ? %d : board.made.length", before, len(steps)))
	for tries := 0; ; tries++ {
		n := chromium.Eval[int](p.Tab, made)
		if n >= len(steps) {
			break
		}
		if tries == 3*len(steps) {
			p.Fatalf("the board takes %d of %q", n, steps)
		}
		p.step(steps[n])
		for range 40 {
			if chromium.Eval[int](p.Tab, made) != n {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
}

// step makes a step of a move, as the board names it.
func (p player) step(step string) {
	p.Helper()
	if letter, drops := strings.CutPrefix(step, "drop:"); drops {
		p.hand.Press(p.Tab, board(fmt.Sprintf(
			"root.querySelector(`[data-hand=%q][data-side=${board.view.turn}]`)", letter)))
	} else if strings.Contains(step, ":") {
		p.hand.Choose(p.Tab, step)
	} else {
		p.hand.Square(p.Tab, step)
	}
}

// tryInVain tries an illegal move, and waits until the board says why.
func (p player) tryInVain(from, to, why string) {
	p.Helper()
	p.Wait(board("board?.view != null && board.movable === board.view.turn"))
	p.hand.Square(p.Tab, from)
	p.hand.Square(p.Tab, to)
	p.Wait(board(fmt.Sprintf("root.querySelector('.said').textContent.includes(%q)", why)))
}

// press presses the element that a selector finds.
func (p player) press(selector string) {
	p.Helper()
	p.hand.Press(p.Tab, fmt.Sprintf("document.querySelector(%q)", selector))
}

// fill fills in a field or chooses from a list.
func (p player) fill(selector, value string) {
	p.Helper()
	p.hand.Fill(p.Tab, selector, value)
}

// way is a way to play: a screen and an input device.
type way struct {
	name   string
	screen chromium.Screen
	hand   chromium.Hand
}

var (
	mouse = way{"mouse", chromium.Screen{Width: 1280, Height: 900}, chromium.Pointer}
	keys  = way{"keys", chromium.Desk, chromium.Keyboard}
	touch = way{"touch", chromium.Phone, chromium.Pointer}

	ways = []way{mouse, keys, touch}
)

// everyWay makes every story be played in each way.
var everyWay = flag.Bool("ways", false, "play every game in every way")

// ending is how a game is ended: the buttons that White and Black press, in turn.
type ending []string

var (
	mate    ending
	resigns = ending{".resign summary", `[data-verb="resign"]`}
	agree   = ending{`[data-verb="offerDraw"]`, `[data-verb="acceptDraw"]`}
)

// story is a whole game: its moves as UCI or people write them, how it ends, and how White and
// Black play it.
type story struct {
	name, variant, start, array, moves string
	end                                ending
	result                             string
	white, black                       way
	// refused are the squares of a move that White tries first, and why it is illegal.
	refused [3]string
	checks  string // the square of a king in check after the last move
}

var stories = []story{
	{
		name: "seirawan, both gates and a castling gate", variant: "seirawan",
		moves: "e4 e5 Nh3 Nc6/E Bc4 h6 O-O/He1 a6 Nc3/E a5 Qf3 a4 Qxf7",
		end:   mate, result: "1-0", white: mouse, black: touch,
	},
	{
		name: "siceirawan, reassignment with a pawn move and redesignation", variant: "siceirawan",
		start: "4k3/4p3/8/8/3H4/8/4P3/R3K3[E---] w Q - 0 1", moves: "d4d4e,e2e4 e8f8 e1c1~ e7e5",
		end: agree, result: "1/2-1/2", white: keys, black: mouse,
	},
	{
		name: "siceirawan, a capture on an imaginary square", variant: "siceirawan",
		start: "4k3/8/8/8/8/5B2/8/4K3[--e-] w - - 0 1", moves: "f3z9",
		end: mate, result: "1/2-1/2", white: touch, black: keys,
	},
	{
		name: "circe, a rebirth", variant: "circe",
		start: "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", moves: "d1d5 e8e7 d5d7 e7d7",
		end: agree, result: "1/2-1/2", white: mouse, black: touch,
	},
	// In Circe the captured piece is reborn. The only king that it can check at once is the
	// capturer's, so such a capture is illegal.
	{
		name: "circe, a rebirth that would check", variant: "circe",
		start:   "4k3/8/2K5/8/8/8/3n4/3R4 w - - 0 1",
		refused: [3]string{"d1", "d2", "the king would be in check from the knight reborn on b8"},
		moves:   "c6c5 e8e7 d1d2 b8d7", checks: "c5",
		end: resigns, result: "0-1", white: keys, black: touch,
	},
	// In other Circe conditions a rebirth can check: in Parrain the side that lost the piece brings
	// it back with its next move, in Anticirce the capturer is reborn.
	{
		name: "circe parrain, a rebirth that checks", variant: "circe-parrain",
		start: "4k3/7p/8/3r4/K7/8/3R4/8 w - - 0 1", moves: "d2d5 e8e7", checks: "a4",
		end: resigns, result: "0-1", white: touch, black: mouse,
	},
	{
		name: "anticirce, a capturer reborn with check", variant: "anticirce",
		start: "8/8/8/3p4/8/7k/3N4/4K3 w - - 0 1", moves: "d2f3 d5d4 f3d4", checks: "h3",
		end: resigns, result: "0-1", white: mouse, black: keys,
	},
	{
		name: "sissa, a conversion", variant: "sissa",
		moves: "c2c3 a8a7 c1c2 a7a6",
		end:   resigns, result: "0-1", white: keys, black: touch,
	},
	{
		name: "cetran 2, a first rank by name", variant: "cetran2", array: "RNAHKCSQ",
		moves: "d2d4 e7e5 d4e5 f7f6",
		end:   agree, result: "1/2-1/2", white: touch, black: keys,
	},
	{
		name: "cetran 3 on phones, a Sissa along its path", variant: "cetran3", array: "KMQSGXCADHRN",
		moves: "e2e4 i11i9 l1k3 l12k10 Sh9 a11a9 Sxh11 Dxh11",
		end:   resigns, result: "0-1", white: touch, black: touch,
	},
	{
		name: "progressive circe, a series with a capture", variant: "progressive+circe",
		moves: "e2e4 d7d5 d5e4 d2d3",
		end:   resigns, result: "0-1", white: mouse, black: keys,
	},
}

// TestTwoPeoplePlay: two browsers play whole games, from the offer to the mate, with the mouse,
// with the keyboard and with fingers, and both see every move.
func TestTwoPeoplePlay(t *testing.T) {
	t.Parallel()
	for _, c := range stories {
		if !*everyWay {
			t.Run(c.name, c.tell)
			continue
		}
		for _, w := range ways {
			c.white, c.black = w, w
			t.Run(w.name+" "+c.name, c.tell)
		}
	}
}

// tell plays a story, beside others.
func (c story) tell(t *testing.T) {
	t.Parallel()
	c.white.screen.Alone, c.black.screen.Alone = true, true // the stories of a test share nothing
	s := newSite(t)
	ann := player{
		chromium.Open(t, c.white.screen, s.at("localhost", "/lobby?variant="+url.QueryEscape(c.variant))), c.white.hand,
	}
	ann.fill("select[name=colour]", "white")
	if c.start+c.array != "" {
		ann.press(".offer .more-terms summary")
	}
	if c.start != "" {
		ann.fill("input[name=start]", c.start)
	}
	if c.array != "" {
		ann.fill("input[name=array]", c.array)
	}
	ann.press(".offer .primary")
	ann.Wait(`document.querySelector(".seeks") !== null`)
	ann.Shoot("lobby")
	bob := player{chromium.Open(t, c.black.screen, s.at("127.0.0.1", "/lobby")), c.black.hand}
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
	if c.refused[0] != "" {
		ann.tryInVain(c.refused[0], c.refused[1], c.refused[2])
	}
	ply := 0
	for n := range line.Line() {
		mover := ann
		if n.Parent().Position().Turn() == kirke.Black {
			mover = bob
		}
		mover.Wait(board(fmt.Sprintf("board?.view?.fen === %q", n.Parent().Position().FEN())))
		mover.move(n.Text(kirke.UCI))
		ply++
		s.until(id, func(g *play.Game) bool { return g.Ply() == ply })
		if ply == 8 {
			ann.Shoot("game-" + c.white.name)
			bob.Shoot("game-" + c.black.name)
		}
	}
	if c.checks != "" {
		for _, p := range []player{ann, bob} {
			p.Wait(
				board(
					fmt.Sprintf(
						`board.view.check?.includes(%q) && root.querySelector('.check[data-square=%q]') !== null`,
						c.checks,
						c.checks,
					),
				),
			)
		}
	}
	for _, p := range []player{ann, bob} {
		p.Wait(board(fmt.Sprintf("board.view.fen === %q", line.Position().FEN())))
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
}
