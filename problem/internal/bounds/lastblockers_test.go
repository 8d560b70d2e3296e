package bounds

import (
	"math/rand/v2"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem/internal/distance"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestLastBlockers compares the verdicts of lastBlockers with those of the bound, for all moves in
// random positions.
func TestLastBlockers(t *testing.T) {
	for i, id := range []string{
		"anticirce-cheylan", "anticirce-calvet", "anticirce-calvet+circe-mirror", "circe", "circe-strict", "circe-pwc",
		"circe-equipollents", "circe-rex-inclusive", "circe-martian", "circe-kamikaze-rebirth", "chess",
	} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		dice := rand.New(rand.NewPCG(uint64(i), 23))
		within, lost := 0, 0
		for range 600 {
			s := rulestest.Scatter(dice, v, 6+dice.IntN(16), "")
			s.Turn = board.Black
			const forgive = rules.MissingKing | rules.OppositeCheck | rules.PawnOnFirstRank | rules.PawnOnLastRank
			p, err := kirke.FromSetup(v, s, kirke.Forgive(forgive))
			if err != nil {
				continue
			}
			n, m := compareVerdicts(t, p.Rules(), 1+dice.IntN(2))
			within, lost = within+n, lost+m
		}
		if t.Logf("%s: out of reach %d, within %d", id, lost, within); within < 20 || lost < 20 {
			t.Errorf("%s: too few verdicts", id)
		}
	}
}

// compareVerdicts compares the verdicts on all moves from p, after which the mating side has some
// moves left, and counts them.
func compareVerdicts(t *testing.T, p rules.Position, moves int) (within, lost int) {
	t.Helper()
	b := new(Cache).For(p, board.White, false)
	q := mateQuery{mustDo: checkTask, kingSquares: distance.AllSquares, turns: 1}
	var l lastBlockers
	if b == nil || !q.read(b, p, board.White) || !l.find(b, &q, moves) {
		return 0, 0
	}
	for _, m := range p.LegalMoves(nil) {
		piece := q.moved(b, false, m)
		if m.Form() != rules.Ordinary || p.At(m.To()) != 0 || piece == nil || piece == &q.king {
			continue
		}
		before := *piece
		after := before.MoveTo(q.orient(b, m.To()), m)
		got, known := l.judge(b, before, after)
		*piece = after
		want := b.outOfReach(&q, moves, 0)
		*piece = before
		switch {
		case !known:
		case got != want:
			t.Fatalf("%s: %s after %s: out of reach is %v, want %v",
				p.Variant().ID, rulestest.Text(p), notation.UCI(p.Variant(), m), got, want)
		case want:
			lost++
		default:
			within++
		}
	}
	return within, lost
}
