package client_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// ways are all ways to play. On a small screen a move by taps may have to be confirmed.
var ways = []struct {
	name string
	on   chromium.Screen
	hand chromium.Hand
}{
	{"mouse", chromium.Desk, chromium.Pointer},
	{"keyboard", chromium.Desk, chromium.Keyboard},
	{"touch", chromium.Phone, chromium.Pointer},
}

// families are lines of play, with a chain of choices for each move, and their results.
var families = []struct {
	name, variant, fen string
	moves              string // of chains, separated by ";"
	uci                string // what the board tells the page
	pieces             string // the first field of the FEN in the end
}{
	{
		"seirawan gates", "seirawan", "",
		"g1 f3 gate:H@g1; e7 e5; b1 c3 gate:E@b1", "g1f3h e7e5 b1c3e",
		"rnbqkbnr/pppp1ppp/8/4p3/8/2N2N2/PPPPPPPP/REBQKBHR",
	},
	{
		"seirawan castling gate", "seirawan", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQAHkqah - 0 1",
		"e1 g1 gate:H@h1; e8 a8 gate:E@e8", "h1e1h e8c8e",
		"2kre2r/pppppppp/8/8/8/8/PPPPPPPP/R4RKH",
	},
	{
		"siceirawan reassignment with a pawn move", "siceirawan", "4k3/4p3/8/8/3H4/8/4P3/R3K3[E---] w Q - 0 1",
		"z0 d4 e2 e4", "d4d4e,e2e4",
		"4k3/4p3/8/8/3EP3/8/8/R3K3",
	},
	{
		"siceirawan reassignment alone", "siceirawan", "4k3/4p3/8/8/3H4/8/4P3/R3K3[E---] w Q - 0 1",
		"z0 d4 pawn:-", "d4d4e",
		"4k3/4p3/8/8/3E4/8/4P3/R3K3",
	},
	{
		"siceirawan redesignation", "siceirawan", "4k3/4p3/8/8/3H4/8/4P3/R3K3[E---] w Q - 0 1",
		"e1 c1 swap:+", "e1c1~",
		"4k3/4p3/8/8/3H4/8/4P3/2KR4",
	},
	{
		"siceirawan imaginary capture", "siceirawan", "4k3/8/8/8/8/5B2/8/4K3[--e-] w - - 0 1",
		"f3 z9", "f3z9",
		"4k3/8/8/8/8/8/8/4K3",
	},
	{
		"circe rebirth", "circe", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1",
		"d1 d5; e8 e7", "d1d5 e8e7",
		"8/3pk3/8/3R4/8/8/8/4K3",
	},
	{
		"circe promotion of both", "circe-equipollents", "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1",
		"e7 d8 promote:Q", "e7d8q",
		"3Q3k/8/8/8/8/8/8/K7",
	},
	{
		"anticirce", "anticirce", "4k3/8/8/3p4/8/8/3N4/4K3 w - - 0 1",
		"d2 f3; d5 d4; f3 d4", "d2f3 d5d4 f3d4",
		"4k3/8/8/8/8/8/8/4K1N1",
	},
	{
		"sissa conversion", "sissa", "",
		"c2 c3; a8 a7; c1 c2", "c2c3 a8a7 c1c2",
		"rnbskqbnr/1pppppppp/p8/9/9/9/2P6/PPBPPPPPP/RN1QKSBNR",
	},
	{
		"cetran 2", "cetran2", "rnahkcsq/pppppppp/8/8/8/8/PPPPPPPP/RNAHKCSQ w - - 0 1",
		"d2 d4; e7 e5; d4 e5", "d2d4 e7e5 d4e5",
		"rnahkcsq/pppp1ppp/8/4P3/8/8/PPP1PPPP/RNAHKCSQ",
	},
	{
		"progressive circe", "progressive+circe", "",
		"e2 e4; d7 d5; d5 e4; d2 d3", "e2e4 d7d5 d5e4 d2d3",
		"rnbqkbnr/ppp1pppp/8/8/4p3/3P4/PPP1PPPP/RNBQKBNR",
	},
	{
		"twelve by twelve", "cetran3", "",
		"e2 e4; e11 e9; f2 f3", "e2e4 e11e9 f2f3",
		"",
	},
}

// TestPlay plays a line of each family in each way.
func TestPlay(t *testing.T) {
	s := serve(t)
	for _, w := range ways {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			b := open(t, s, w.on, "variant", "chess")
			for _, f := range families {
				t.Run(f.name, func(t *testing.T) {
					b.In(t)
					b.reopen(s, "variant", f.variant, "fen", f.fen)
					b.run(`window.told = [], board.addEventListener("kirke-move", (e) => told.push(e.detail.uci))`)
					for _, chain := range strings.Split(f.moves, "; ") {
						before := b.fen()
						for _, key := range strings.Fields(chain) {
							if strings.Contains(key, ":") {
								w.hand.Choose(b.Tab, key)
							} else {
								w.hand.Square(b.Tab, key)
							}
						}
						b.confirm(w.hand)
						b.until(`board.view.fen !== ` + quote(before))
					}
					if got := b.text(`told.join(" ")`); got != f.uci {
						t.Errorf("the board sent %s, not %s", got, f.uci)
					}
					if got, _, _ := strings.Cut(b.fen(), " "); f.pieces != "" &&
						strings.Split(got, "[")[0] != f.pieces {
						t.Errorf("the pieces are %s, not %s", got, f.pieces)
					}
					b.Shoot("play " + w.name + " " + f.name)
				})
			}
			b.In(t)
		})
	}
}

func quote(s string) string { return strconv.Quote(s) }

// confirm confirms the move if the board asks.
func (b tab) confirm(hand chromium.Hand) {
	b.Helper()
	if chromium.Eval[bool](b.Tab, about(choice("!play")+" !== null")) {
		hand.Choose(b.Tab, "!play")
	}
}
