package narrow

import (
	"math/rand/v2"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestLoose makes moves in crowded positions and looks how many of the loose men of both sides have no legal move then, their king not being attacked: never more than are said to.
func TestLoose(t *testing.T) {
	for i, id := range []string{"chess", "circe", "circe-strict", "circe-symmetrical", "circe-symmetrical+circe-strict", "circe-pwc", "circe-equipollents", "circe-mirror",
		"circe-clone", "circe-chameleon", "circe-couscous"} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(v.ID, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(uint64(i), 17))
			var most [2]int // of the other side and of that which moves
			positions := 0
			for range 3000 {
				p, err := New(v, rulestest.Scatter(dice, v, 12+dice.IntN(20), ""), rules.AnyProblem&^rules.OppositeCheck)
				if err != nil {
					continue
				}
				positions++
				q := p.(*position)
				for _, m := range p.LegalMoves(nil) {
					after := p.Play(m)
					if after.InCheck() {
						continue
					}
					of := p.Turn()
					most[0] = max(most[0], stilled(t, q, after, of.Other(), m))
					if q.p.fills() == 1 && !q.p.king.has(q.p.seen(m.From())) {
						most[1] = max(most[1], stilled(t, q, after.Play(rules.MakeMove(rules.Pass, 0, 0)), of, m))
					}
				}
			}
			if t.Logf("%d positions, at most %d of the other side stilled, %d of the own", positions, most[0], most[1]); most[0] > fewLoose || most[1] > fewLoose {
				t.Errorf("one move stills %d and %d loose men", most[0], most[1])
			}
		})
	}
}

// TestLooseAfter holds the men that are said to be loose after a move to those that are once it is made.
func TestLooseAfter(t *testing.T) {
	for i, id := range []string{"chess", "circe", "circe-symmetrical", "circe-pwc", "circe-couscous"} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		dice, told := rand.New(rand.NewPCG(uint64(i), 19)), 0
		for range 1000 {
			r, err := New(v, rulestest.Scatter(dice, v, 6+dice.IntN(20), ""), rules.AnyProblem&^rules.OppositeCheck)
			if err != nil {
				continue
			}
			q := r.(*position)
			w := q.worker()
			fills := w.passed(&q.p).fills()
			for _, m := range r.LegalMoves(nil) {
				got, ok := w.looseAfter(&q.p, fills, m)
				if !ok {
					continue
				}
				after := r.Play(m).(*position).p
				if want := w.loose(w.passed(&after), after.fills()+1); got != want {
					t.Fatalf("%s: %s after %s: loose are %v, want %v", v.ID, rulestest.Text(r), rulestest.MoveText(r, m), got, want)
				}
				if got.count() > 0 {
					told++
				}
			}
			q.done(w)
		}
		if t.Logf("%s: after %d moves some men are loose", v.ID, told); told < 1000 {
			t.Error("too few moves")
		}
	}
}

// stilled returns how many loose men of a side that stand in q cannot move in after, where it has the move.
func stilled(t *testing.T, q *position, after rules.Position, side board.Color, m rules.Move) (n int) {
	t.Helper()
	w := q.worker()
	defer q.done(w)
	p := &q.p
	if p.turn != uint8(side) {
		p = w.passed(p)
	}
	l := w.loose(p, q.p.fills()+1)
	exact, err := rules.Exactly(after.Variant(), after.Setup())
	if err != nil {
		t.Fatalf("%s after %s: %v", rulestest.Text(q), rulestest.MoveText(q, m), err)
	}
	var moves [cells]bool
	for _, next := range exact.LegalMoves(nil) {
		moves[next.From()] = true
	}
	for from := range q.Variant().Size.Area() {
		s := bit(p.seen(board.Square(from)))
		loose := l.officers&s != 0 || p.own&p.pawn&s != 0 && w.ahead(s, p.turn)&l.before != 0
		man := after.At(board.Square(from))
		if loose && (!moves[from] || man == 0 || man.Color() != side) {
			if board.Square(from) == m.From() && moves[m.To()] {
				continue // it still can
			}
			n++
		}
	}
	return n
}
