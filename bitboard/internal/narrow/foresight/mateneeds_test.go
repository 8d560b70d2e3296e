package foresight

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestBeforeMate looks for positions with mates, takes a move of the other side back in all ways,
// and looks that it is not dropped. It counts what is dropped of other moves.
func TestBeforeMate(t *testing.T) {
	for i, id := range []string{
		"chess", "circe", "circe-pwc", "circe-symmetrical", "circe-strict", "circe-mirror", "circe-clone",
		"circe-couscous", "circe-diagram", "circe-rex-inclusive", "anticirce-cheylan", "anticirce-calvet",
	} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(v.ID, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(uint64(i), 29))
			moves, dropped, back := 0, 0, 0
			for range 1000 * *rounds {
				s := rulestest.Scatter(dice, v, 3+dice.IntN(10), "")
				s.Turn = board.Color(dice.IntN(2))
				huddle(dice, v, &s)
				n := setUp(t, v, s, rules.AnyDefect)
				if n == nil {
					continue
				}
				all := n.moves()
				moves += len(all)
				dropped += len(all) - len(n.f.BeforeMate(&n.p, n.mem, slices.Clone(all)))
				if len(n.mates()) > 0 {
					back += n.takeBack(t, s)
				}
			}
			t.Logf("%d of %d moves dropped, %d moves kept after which there is a mate", dropped, moves, back)
			if dropped*3 < moves || back < 50 {
				t.Error("these are few")
			}
		})
	}
}

// huddle moves about half of the pieces to squares near the king of the side that is not to move.
// Every other time that king is moved to the edge.
func huddle(dice *rand.Rand, v *rules.Variant, s *rules.Setup) {
	size, king := v.Size, slices.Index(s.Board, rules.MakePiece(v.TypeOf('K'), s.Turn.Other()))
	if king < 0 {
		return
	}
	move := func(from, file, rank int) int {
		to := size.At(file, rank)
		onEdge := rank == 0 || rank == size.Ranks-1
		if to == board.NoSquare || s.Board[to] != 0 || onEdge && v.Type(s.Board[from].Type()).Pawn {
			return from
		}
		s.Board[from], s.Board[to] = 0, s.Board[from]
		return int(to)
	}
	if dice.IntN(2) == 0 {
		king = move(king, dice.IntN(size.Files), dice.IntN(2)*(size.Ranks-1))
	}
	k := board.Square(king)
	for sq, m := range slices.Clone(s.Board) {
		if m != 0 && !v.Type(m.Type()).Royal && dice.IntN(2) == 0 {
			move(sq, size.File(k)+dice.IntN(5)-2, size.Rank(k)+dice.IntN(5)-2)
		}
	}
}

// takeBack takes back each quiet move that may have led to the position of s, in which a side
// mates. It looks that the move is kept, and returns how many moves that are.
func (n *node) takeBack(t *testing.T, s rules.Setup) (count int) {
	t.Helper()
	s.Turn = s.Turn.Other()
	for to, piece := range s.Board {
		if piece == 0 || piece.Color() != s.Turn {
			continue
		}
		s.Board[to] = 0
		for from := range s.Board {
			if s.Board[from] != 0 || from == to {
				continue
			}
			s.Board[from] = piece
			before := n.other(s, rules.AnyDefect)
			s.Board[from] = 0
			m := rules.MakeMove(rules.Ordinary, board.Square(from), board.Square(to))
			if before == nil || !before.w.IsLegal(&before.p, before.mem, m) {
				continue
			}
			mates := before.play(m).mates()
			if len(mates) == 0 { // the diagram before has other homes
				continue
			}
			count++
			if len(before.f.BeforeMate(&before.p, before.mem, []rules.Move{m})) == 0 {
				t.Fatalf("%s is dropped, but %v mates", before.text(t, m), mates)
			}
		}
		s.Board[to] = piece
	}
	return count
}
