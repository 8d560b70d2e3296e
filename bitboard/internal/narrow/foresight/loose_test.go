package foresight

import (
	"math/rand/v2"
	"testing"

	kernel "github.com/kirke-chess/kirke/bitboard/internal/narrow"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// TestLoose plays moves in crowded positions and counts how many loose pieces of both sides have no
// legal move then, their king not being attacked: never more than mostImmobilised.
func TestLoose(t *testing.T) {
	for i, id := range []string{
		"chess", "circe", "circe-strict", "circe-symmetrical", "circe-symmetrical+circe-strict", "circe-pwc",
		"circe-equipollents", "circe-mirror", "circe-clone", "circe-chameleon", "circe-couscous",
	} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(v.ID, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(uint64(i), 17))
			var most [2]int // of the other side and of the side that moves
			for range 1000 * *rounds {
				n := scattered(t, dice, v, 12+dice.IntN(20))
				if n == nil {
					continue
				}
				for _, m := range n.moves() {
					after := n.play(m)
					if after.inCheck() {
						continue
					}
					us := n.turn()
					most[0] = max(most[0], n.immobilised(t, after, us.Other(), m))
					if fills(&n.p) == 1 && !n.p.King.Has(n.p.Seen(m.From())) {
						most[1] = max(most[1], n.immobilised(t, after.play(rules.NullMove), us, m))
					}
				}
			}
			t.Logf("at most %d pieces of the other side are immobilised, %d own ones", most[0], most[1])
			if most[0] > mostImmobilised || most[1] > mostImmobilised {
				t.Error("these are too many")
			}
		})
	}
}

// immobilised returns how many loose pieces of a side of n cannot move in after, where m leads and
// that side has the move.
func (n *node) immobilised(t *testing.T, after *node, side board.Color, m rules.Move) (count int) {
	t.Helper()
	p := &n.p
	if n.turn() != side {
		p = n.f.pass(p)
	}
	l := n.f.loosePieces(p, fills(&n.p)+1)
	exact := after.position(t)
	var moves [cells]bool
	for _, next := range exact.LegalMoves(nil) {
		moves[next.From()] = true
	}
	for from := range n.f.Size.Area() {
		s := kernel.Bit(p.Seen(board.Square(from)))
		loose := l.pieces&s != 0 || p.Own&p.Pawn&s != 0 && n.f.Ahead(s, p.Turn)&l.before != 0
		pc := exact.At(board.Square(from))
		if !loose || moves[from] && pc != 0 && pc.Color() == side {
			continue
		}
		if board.Square(from) != m.From() || !moves[m.To()] { // else it moved, and still can
			count++
		}
	}
	return count
}

// TestLooseAfterQuiet holds the pieces that are said to be loose after a quiet move to those that
// are once it is played.
func TestLooseAfterQuiet(t *testing.T) {
	for i, id := range []string{"chess", "circe", "circe-symmetrical", "circe-pwc", "circe-couscous"} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		dice, told := rand.New(rand.NewPCG(uint64(i), 19)), 0
		for range 1000 {
			n := scattered(t, dice, v, 6+dice.IntN(20))
			if n == nil {
				continue
			}
			filled := fills(n.f.pass(&n.p))
			for _, m := range n.moves() {
				got, ok := n.f.looseAfterQuiet(&n.p, filled, m)
				if !ok {
					continue
				}
				after := n.play(m).p
				if want := n.f.loosePieces(n.f.pass(&after), fills(&after)+1); got != want {
					t.Fatalf("%s: loose are %v, want %v", n.text(t, m), got, want)
				}
				if got.count() > 0 {
					told++
				}
			}
		}
		if t.Logf("%s: after %d moves some pieces are loose", v.ID, told); told < 1000 {
			t.Error("these are few")
		}
	}
}
