package bitboard_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/bitboard"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestStalemates goes random walks among few pieces in the Circe family, towards few replies, and
// looks whether just the moves that stalemate are found.
func TestStalemates(t *testing.T) {
	for i, id := range []string{
		"circe-martian", "symmetric-sissa+circe-martian", "cetran2+circe-martian", "circe", "circe-pwc",
		"circe-rex-inclusive", "anticirce-cheylan", "anticirce-calvet", "circe-parrain", "circe-volcanic",
		"circe-clone", "circe-symmetrical", "circe-strict", "circe-couscous", "circe-mirror", "circe-equipollents",
		"circe-chameleon",
	} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(v.ID, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(uint64(i), 5))
			asked, stalemates := 0, 0
			for range 8 * *walks {
				s := rulestest.Scatter(dice, v, 3+dice.IntN(6), "")
				p, err := bitboard.New(v, s, rules.AnyDefect&^rules.OppositeCheck)
				if err != nil {
					continue
				}
				for range 8 {
					moves := p.LegalMoves(nil)
					asked += len(moves)
					stalemates += compareStalemates(t, p, moves)
					if len(moves) == 0 {
						break
					}
					next := p.Play(moves[dice.IntN(len(moves))])
					for range 3 { // towards few replies
						other := p.Play(moves[dice.IntN(len(moves))])
						if rules.Perft(other, nil, 1) < rules.Perft(next, nil, 1) {
							next = other
						}
					}
					p = next
				}
			}
			if t.Logf("%d moves, %d stalemates", asked, stalemates); stalemates*20000 < asked {
				t.Error("these are few stalemates")
			}
		})
	}
}

// compareStalemates looks whether just those moves stalemate that are found, and returns how many.
func compareStalemates(t *testing.T, p rules.Position, moves []rules.Move) (count int) {
	t.Helper()
	found := rules.Select(p, rules.Stalemates, nil)
	for _, m := range moves {
		q := p.Play(m)
		want := !q.InCheck() && len(q.LegalMoves(nil)) == 0
		if got := slices.Contains(found, m); got != want {
			t.Fatalf("%s: that %s stalemates is %v, found is %v",
				rulestest.Text(p), rulestest.MoveText(p, m), want, got)
		}
		if want {
			count++
		}
	}
	return count
}

// fast returns a position of a game on the fast kernel.
func fast(t *testing.T, game, fen string) rules.Position {
	t.Helper()
	v, err := rules.Lookup(game)
	if err != nil {
		t.Fatal(err)
	}
	p, err := bitboard.New(v, rulestest.Position(t, v, fen, 0).Setup(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestStalematesByRebirth has captures after which the reborn piece stands in the way of the last
// move of its side, or beside it.
func TestStalematesByRebirth(t *testing.T) {
	for _, c := range []struct {
		game, fen string
		want      int
	}{
		{"circe", "4k3/4p1p1/4P1P1/8/8/b7/1P6/3R3K w - - 0 1", 1}, // the king would go to f8
		{"circe", "4k3/4p1p1/4P1P1/8/8/n7/1P6/3R3K w - - 0 1", 0}, // and goes there beside the knight
		// One pawn is captured and reborn before the other, and the bishop is pinned.
		{"circe-symmetrical", "2k5/2b5/8/R1p2p2/8/5P2/8/1R1R2K1 w - - 0 1", 1},
	} {
		p := fast(t, c.game, c.fen)
		if got := compareStalemates(t, p, p.LegalMoves(nil)); got != c.want {
			t.Errorf("%s: %d stalemates, want %d", c.fen, got, c.want)
		}
	}
}

// TestForcedByRebirth has moves after which all replies mate. None would check without a rebirth.
func TestForcedByRebirth(t *testing.T) {
	for _, c := range []struct{ game, fen, want string }{
		// A capture: each reply opens the line of the piece that is reborn, the rook on a1,
		{"circe", "krr5/1p6/8/8/8/3n2p1/N6R/1K6 b - - 0 1", "g3h2"},
		{"circe", "krr5/1p6/8/8/8/3n2p1/N6B/1K6 b - - 0 1", ""}, // or of the bishop on c1, where it may move.
		// Each reply leaves the home of the pawn that attacks the king.
		{"anticirce-calvet", "7k/3n3p/7P/8/8/P1pPP3/2PKP3/2RRR1R1 w - - 0 1", "g1g2"},
	} {
		p := fast(t, c.game, c.fen)
		got := ""
		if m, ok := p.(rules.Foresight).Forces(rules.EveryReplyMates); ok {
			got = rulestest.MoveText(p, m)
		}
		if got != c.want {
			t.Errorf("%s: mates are forced by %q, want %q", c.fen, got, c.want)
		}
	}
}

// TestBeforeStalemate has a move after which a reply immobilises three pieces besides the king, and
// first moves of a game, after which none does.
func TestBeforeStalemate(t *testing.T) {
	for _, c := range []struct {
		game, fen, move string
		kept            bool
	}{
		{"circe-symmetrical", "2kb4/8/8/R1p2p2/8/5P2/8/1R1R2K1 b - - 0 1", "d8c7", true},
		{"circe", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", false},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", false},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", true}, // there is no loose piece
	} {
		p := fast(t, c.game, c.fen)
		left := p.(rules.Foresight).BeforeStalemate(p.LegalMoves(nil))
		kept := slices.ContainsFunc(left, func(m rules.Move) bool { return rulestest.MoveText(p, m) == c.move })
		if kept != c.kept {
			t.Errorf("%s %s: %s is kept: %v, want %v", c.game, c.fen, c.move, kept, c.kept)
		}
	}
}

// TestBeforeRareMates has moves after which there is a mate for a reason that random positions
// hardly ever show. They are kept.
func TestBeforeRareMates(t *testing.T) {
	for _, c := range []struct{ game, fen, move, mate string }{
		// The piece that leaves stands between a rook and squares beside the king.
		{"chess", "r3k2r/8/8/8/8/8/1rpQ4/5K2 w - - 0 1", "d2h2", "c2c1q"},
		// A pawn captures, promotes and is reborn.
		{"anticirce-calvet", "1kqR4/1P2RPP1/2Q1Q3/8/8/8/b3pn2/4K3 b - - 0 1", "a2b1", "b7c8r"},
		// A capture en passant.
		{"chess", "5q1N/3b2p1/5P1k/7P/3b1Pp1/6B1/8/2Q1K2R b - - 0 1", "g7g5", "h5g6"},
		// The piece that leaves is in the way of a double step.
		{"chess", "3B4/8/6pp/7k/8/5Kn1/6P1/8 b - - 0 1", "g3h1", "g2g4"},
		// The capturer stands on its home.
		{"anticirce-calvet", "k7/7p/8/4B3/8/p7/8/RR2K3 b - - 0 1", "h7h6", "a1a3"},
		// The piece that is captured where it arrives is reborn beside the king.
		{"circe", "8/6kp/8/6P1/6N1/8/B6r/1B2KR2 b - - 0 1", "h2h6", "g5h6"},
	} {
		p := fast(t, c.game, c.fen)
		all, tried := p.LegalMoves(nil), false
		for _, m := range all {
			if rulestest.MoveText(p, m) != c.move {
				continue
			}
			tried = true
			q := p.Play(m)
			mates := rules.Select(q, rules.Mates, nil)
			if !slices.ContainsFunc(mates, func(r rules.Move) bool { return rulestest.MoveText(q, r) == c.mate }) {
				t.Errorf("%s: %s does not mate after %s", c.fen, c.mate, c.move)
			}
			if len(p.(rules.Foresight).BeforeMate([]rules.Move{m})) == 0 {
				t.Errorf("%s: %s is dropped", c.fen, c.move)
			}
		}
		if !tried {
			t.Errorf("%s: %s is no move", c.fen, c.move)
		}
	}
}
