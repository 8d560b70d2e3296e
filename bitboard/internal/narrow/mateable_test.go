package narrow

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestMateable looks for positions with mates, takes a move of the other side back in all ways, and looks whether it is dropped. It counts what is dropped of other moves.
func TestMateable(t *testing.T) {
	for i, id := range []string{"chess", "circe", "circe-pwc", "circe-symmetrical", "circe-strict", "circe-mirror", "circe-clone", "circe-couscous", "circe-diagram", "circe-rex-inclusive",
		"anticirce-cheylan", "anticirce-calvet"} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(v.ID, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(uint64(i), 29))
			moves, dropped, back := 0, 0, 0
			for range 3000 {
				s := rulestest.Scatter(dice, v, 3+dice.IntN(10), "")
				s.Turn = board.Color(dice.IntN(2))
				huddle(dice, v, &s)
				p, err := New(v, s, rules.AnyProblem)
				if err != nil {
					continue
				}
				q := p.(*position)
				all := q.LegalMoves(nil)
				moves, dropped = moves+len(all), dropped+len(all)-len(q.Mateable(slices.Clone(all)))
				if len(q.Select(rules.Mates, nil)) > 0 {
					back += takeBack(t, q, s)
				}
			}
			t.Logf("%d of %d moves dropped, %d moves kept after which there is a mate", dropped, moves, back)
			if dropped*3 < moves || back < 150 {
				t.Error("these are few")
			}
		})
	}
}

// huddle puts about half of the men near the king of the side that is not to move, which is put on the edge every other time.
func huddle(dice *rand.Rand, v *rules.Variant, s *rules.Setup) {
	size, king := v.Size, slices.Index(s.Board, rules.MakeMan(v.KindOf('K'), s.Turn.Other()))
	if king < 0 {
		return
	}
	move := func(from, file, rank int) int {
		to := size.At(file, rank)
		if to == board.NoSquare || s.Board[to] != 0 || v.Type(s.Board[from].Kind()).Pawn && (rank == 0 || rank == size.Ranks-1) {
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
		if m != 0 && !v.Type(m.Kind()).Royal && dice.IntN(2) == 0 {
			move(sq, size.File(k)+dice.IntN(5)-2, size.Rank(k)+dice.IntN(5)-2)
		}
	}
}

// takeBack takes back each quiet move that may have led to the position q of s, in which a side mates, looks that it is kept, and returns how many that are.
func takeBack(t *testing.T, q *position, s rules.Setup) (n int) {
	t.Helper()
	s.Turn = s.Turn.Other()
	for to, m := range s.Board {
		if m == 0 || m.Color() != s.Turn {
			continue
		}
		s.Board[to] = 0
		for from := range s.Board {
			if s.Board[from] != 0 || from == to {
				continue
			}
			s.Board[from] = m
			p, err := New(q.g.v, s, rules.AnyProblem)
			s.Board[from] = 0
			move := rules.MakeMove(rules.Ordinary, board.Square(from), board.Square(to))
			if err != nil || !p.IsLegal(move) || len(p.Play(move).Select(rules.Mates, nil)) == 0 { // in the diagram of which a man has another home
				continue
			}
			if n++; len(p.(*position).Mateable([]rules.Move{move})) == 0 {
				t.Fatalf("%s: %s is dropped, but %s mates", rulestest.Text(p), rulestest.MoveText(p, move), rulestest.MoveText(p.Play(move), p.Play(move).Select(rules.Mates, nil)[0]))
			}
		}
		s.Board[to] = m
	}
	return n
}
