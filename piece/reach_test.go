package piece_test

import (
	"maps"
	"testing"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// A table of trees says what the paths say, from either end: where a piece goes,
// and who attacks a square.
func TestReachesArePaths(t *testing.T) {
	texts := []string{
		"K", "Q", "N", "fmWfcF", "{Sissa}", "FyafsF", "WyafsW", "mRcpR", "gQ", "afsW", "jA", "jR", "[F-B3]", "oR",
		"mNcB", "flNN",
	}
	army := make([]piece.Mover, len(texts))
	for k, text := range texts {
		army[k] = piece.Mover{Movement: parse(t, text)}
	}
	sizes := []board.Size{{Files: 8, Ranks: 8}, {Files: 9, Ranks: 10}, {Files: 12, Ranks: 5}}
	tables := make([]*piece.Table, len(sizes))
	for i, size := range sizes {
		tables[i] = piece.Reaches(size, army)
	}
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.IntRange(0, len(sizes)-1).Draw(t, "size")
		size, table := sizes[i], tables[i]
		stand, types := pieces{}, map[board.Square]int{}
		for sq := range board.Square(size.Area()) {
			if n := rapid.IntRange(0, 5*len(texts)).Draw(t, "piece"); n < 2*len(texts) {
				stand[sq], types[sq] = board.Color(n%2), n/2
			}
		}
		want := [2]map[board.Square]map[board.Square]bool{{}, {}} // by colour and target, the attackers
		for sq, c := range stand {
			m := army[types[sq]].Movement
			goes := destinations(size, m, c, sq, stand)
			if got := walk(table.From[c][types[sq]][sq], c, stand); !maps.Equal(got, goes) {
				t.Fatalf("%s %s on %s goes to %v, its paths to %v", c, texts[types[sq]], size.Name(sq), got, goes)
			}
			for to := range goes {
				if _, taken := stand[to]; taken {
					if want[c][to] == nil {
						want[c][to] = map[board.Square]bool{}
					}
					want[c][to][sq] = true
				}
			}
		}
		for sq, c := range stand {
			enemy := c.Other()
			if got := attackers(table.To[enemy][sq], enemy, stand, types); !maps.Equal(got, want[enemy][sq]) {
				t.Fatalf("%s is attacked by %s from %v, by its paths from %v", size.Name(sq), enemy, got,
					want[enemy][sq])
			}
		}
	})
}

// walk returns where a piece of colour c goes by its tree.
func walk(r piece.Reach, c board.Color, pieces pieces) map[board.Square]bool {
	out := map[board.Square]bool{}
	for i := 0; i < len(r); {
		n := r[i]
		at, taken := pieces[n.Square]
		if !n.Hurdle && (!taken && n.Mode&piece.Move != 0 || taken && at != c && n.Mode&piece.Capture != 0) {
			out[n.Square] = true
		}
		if i++; taken != n.Hurdle {
			i = int(n.Skip)
		}
	}
	return out
}

// attackers returns the squares from which pieces of colour c attack by a tree of
// attacks.
func attackers(r piece.Reach, c board.Color, pieces pieces, types map[board.Square]int) map[board.Square]bool {
	out := map[board.Square]bool{}
	for i := 0; i < len(r); {
		n := r[i]
		at, taken := pieces[n.Square]
		if taken && at == c && n.Types>>types[n.Square]&1 == 1 {
			out[n.Square] = true
		}
		if i++; taken != n.Hurdle {
			i = int(n.Skip)
		}
	}
	return out
}
