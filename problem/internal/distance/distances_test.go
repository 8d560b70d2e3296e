package distance

import (
	"math/rand/v2"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// newFinder returns a Finder for play from p in which a side mates.
func newFinder(t *testing.T, p rules.Position, side board.Color) *Finder {
	t.Helper()
	f := &Finder{Game: NewGame(p.Variant())}
	var err error
	if f.Diagram, err = f.ReadDiagram(p, side); err != nil {
		t.Fatal(err)
	}
	f.PrepareDistances()
	return f
}

// TestDistances has some distances that a player can count.
func TestDistances(t *testing.T) {
	v, err := rules.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	f := newFinder(t, rulestest.Position(t, v, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 0), board.White)
	for _, c := range []struct {
		piece, from, as, to string
		want                uint8
	}{
		{"N", "a1", "N", "b2", 4},
		{"B", "a1", "B", "a2", Unreachable},
		{"P", "a2", "Q", "a8", 5},
		{"P", "a2", "Q", "h1", 6},
		{"P", "a2", "P", "c4", 2},
		{"K", "e1", "K", "g1", 1}, // castling
		{"R", "h1", "R", "f1", 0}, // the rook's part of it
		{"R", "g1", "R", "f1", 1},
	} {
		state := func(piece, square string) (rules.PieceType, int) {
			sq, err := v.Size.Parse(square)
			if err != nil {
				t.Fatal(err)
			}
			return v.TypeOf(piece[0]), int(sq)
		}
		k, from := state(c.piece, c.from)
		d := f.DistancesFrom(board.White, k, from)
		if got := d[0].ToState[f.State(state(c.as, c.to))]; got != c.want {
			t.Errorf("%s from %s to %s as %s: %d moves, want %d", c.piece, c.from, c.to, c.as, got, c.want)
		}
	}
}

// TestDistancesAdmissible plays at random. No move brings a piece further than its distance says.
func TestDistancesAdmissible(t *testing.T) {
	for i, id := range []string{
		"chess", "anticirce-cheylan", "circe", "circe-mirror", "circe-pwc", "circe-equipollents", "circe-diagram",
		"circe-chameleon", "circe-clone", "circe-martian", "circe-kamikaze-rebirth", "circe-rex-inclusive",
	} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		dice, checked := rand.New(rand.NewPCG(uint64(i), 7)), 0
		for game := range 40 {
			q, err := kirke.FromSetup(v, rulestest.Scatter(dice, v, 6+dice.IntN(20), ""))
			if err != nil {
				continue
			}
			p := q.Rules()
			f := newFinder(t, p, board.Color(game%2))
			for range 20 {
				moves := p.LegalMoves(nil)
				if len(moves) == 0 {
					break
				}
				for _, m := range moves {
					f.checkMove(t, p, p.Details(m))
					checked++
				}
				p = p.Play(moves[dice.IntN(len(moves))])
			}
		}
		if t.Log(id, checked, "moves"); checked < 1000 {
			t.Errorf("%s: only %d moves", id, checked)
		}
	}
}

// checkMove compares what a move does to its pieces with their distances.
func (f *Finder) checkMove(t *testing.T, p rules.Position, d rules.Details) {
	t.Helper()
	at := func(sq board.Square) int { return f.orient(f.Variant, sq) }
	check := func(piece rules.Piece, from board.Square, as rules.Piece, to board.Square, own, captures int) {
		t.Helper()
		all := f.DistancesFrom(piece.Color()^f.Side, piece.Type(), at(from))
		if n := all[captures].ToState[f.State(as.Type(), at(to))]; int(n) > own {
			t.Fatalf("%s: %s: %d own moves for one of the pieces, want at most %d",
				rulestest.Text(p), rulestest.MoveText(p, d.Move), n, own)
		}
	}
	mover, to := d.Mover, d.To
	if d.Promoted != 0 {
		mover = d.Promoted
	}
	if d.CapturerAs != 0 {
		mover, to = d.CapturerAs, d.CapturerAt
	}
	if !d.CapturerGone {
		check(d.Mover, d.From, mover, to, 1, 0)
	}
	if d.Move.Form() == rules.Castle {
		rook := p.At(d.RookFrom)
		check(rook, d.RookFrom, rook, d.RookTo, 0, 0)
	}
	if d.RebornAs != 0 {
		reborn := d.RebornAs
		if d.RebornInto != 0 {
			reborn = d.RebornInto
		}
		check(d.Captured, d.CapturedAt, reborn, d.RebornAt, 0, 1)
	}
}
