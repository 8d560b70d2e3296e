package bounds

import (
	"math/rand/v2"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestLastBlockers holds what is told of all moves of a side at once, before its last one, to what the bound says of the pieces after each of them.
func TestLastBlockers(t *testing.T) {
	for i, id := range []string{"anticirce-cheylan", "anticirce-calvet", "anticirce-calvet+circe-mirror", "circe", "circe-strict", "circe-pwc", "circe-equipollents", "circe-rex-inclusive", "circe-martian", "circe-kamikaze-rebirth", "chess"} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		dice := rand.New(rand.NewPCG(uint64(i), 23))
		var told [2]int // by what was told
		for range 600 {
			s := rulestest.Scatter(dice, v, 6+dice.IntN(16), "")
			s.Turn = board.Black
			q, err := kirke.FromSetup(v, s, kirke.Forgive(rules.MissingKing|rules.OppositeCheck|rules.PawnOnFirstRank|rules.PawnOnLastRank))
			if err != nil {
				continue
			}
			p := q.Rules()
			b := new(Cache).For(p, board.White, false)
			c := mateQuery{mustDo: checkTask, kingSquares: everySquare, turns: 1}
			if b == nil || !b.read(p, board.White, &c) {
				continue
			}
			mating := 1 + dice.IntN(2)
			var h lastBlockers
			if !h.find(b, &c, mating) {
				continue
			}
			for _, m := range p.LegalMoves(nil) {
				man := c.moved(b, false, m)
				if m.Form() != rules.Ordinary || p.At(m.To()) != 0 || man == nil || man == &c.king {
					continue
				}
				was := *man
				after := placedPiece{man.pieceType, c.orient(b, m.To())}
				if q := m.Promotion(); q != 0 {
					after.pieceType = q
				}
				got, known := h.judge(b, was, after)
				*man = after
				want := b.outOfReach(&c, mating, 0)
				*man = was
				if known && got != want {
					t.Fatalf("%s: %s after %s: out of reach is said to be %v, is %v", id, rulestest.Text(p), notation.UCI(v, m), got, want)
				}
				if known && want {
					told[1]++
				} else if known {
					told[0]++
				}
			}
		}
		if t.Logf("%s: out of reach %d, within %d", id, told[1], told[0]); told[0] < 20 || told[1] < 20 {
			t.Errorf("%s: too little was told", id)
		}
	}
}
