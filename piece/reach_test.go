package piece_test

import (
	"iter"
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
		"mNcB", "flNN", "pQ", "xpR", "gasQ", "gafK", "cyafmQ", "qN", "gqN", "qcyafmN", "(1,4)", "(2,1;2,-1)0",
		"(1,1;1,-1)0", "gafyagfhbhsR", "pafgQ",
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
			goes, takes := follow(size, army[types[sq]].Movement, sq, stand, types)
			if got := walk(table.From[c][types[sq]][sq], c, stand, types); !maps.Equal(got, goes) {
				t.Fatalf("%s %s on %s goes to %v, its paths to %v", c, texts[types[sq]], size.Name(sq), got, goes)
			}
			for to := range takes {
				if want[c][to] == nil {
					want[c][to] = map[board.Square]bool{}
				}
				want[c][to][sq] = true
			}
		}
		for sq, c := range stand {
			enemy := c.Other()
			got := attackers(table.To[enemy][sq], types[sq], enemy, stand, types)
			if !maps.Equal(got, want[enemy][sq]) {
				t.Fatalf("%s is attacked by %s from %v, by its paths from %v", size.Name(sq), enemy, got,
					want[enemy][sq])
			}
		}
	})
}

// follow returns where the piece on sq goes by the paths of m, and where it captures.
func follow(size board.Size, m piece.Movement, sq board.Square, stand pieces, types map[board.Square]int) (goes,
	takes map[board.Square]bool) {
	goes, takes = map[board.Square]bool{}, map[board.Square]bool{}
	c := stand[sq]
	prey := func(p *piece.Path, sq2 board.Square) bool {
		at, taken := stand[sq2]
		return taken && at != c && (p.Over != piece.OtherType || types[sq2] != types[sq])
	}
	for i := range m {
		p := &m[i]
		squares, ok := p.From(size, c, sq, nil)
		last := len(squares) - 1
		for j := 0; ok && j < last; j++ {
			_, taken := stand[squares[j]]
			switch {
			case j == p.Takes-1:
				ok = prey(p, squares[j])
			case p.Hurdles>>j&1 == 0:
				ok = !taken
			default:
				ok = taken && (p.Over != piece.OtherType || types[squares[j]] != types[sq])
			}
		}
		if !ok {
			continue
		}
		to := squares[last]
		_, taken := stand[to]
		switch {
		case p.Takes > 0 && !taken:
			goes[to], takes[squares[p.Takes-1]] = true, true
		case p.Takes > 0:
		case !taken && p.Mode&piece.Move != 0:
			goes[to] = true
		case prey(p, to) && p.Mode&piece.Capture != 0:
			goes[to], takes[to] = true, true
		}
	}
	return goes, takes
}

// walk returns where a piece of colour c goes by its tree.
func walk(r piece.Reach, c board.Color, pieces pieces, types map[board.Square]int) map[board.Square]bool {
	out := map[board.Square]bool{}
	for n := range visited(r, c, pieces, types) {
		at, taken := pieces[n.Square]
		_, fromEmpty := n.CapturesOn()
		switch {
		case !taken && (n.Mode&piece.Move != 0 || fromEmpty && n.Mode&piece.Capture != 0):
			out[n.Square] = true
		case taken && at != c && !fromEmpty && n.Mode&piece.Capture != 0 && n.Captures(uint8(types[n.Square]+1)):
			out[n.Square] = true
		}
	}
	return out
}

// visited returns the nodes that a piece of colour c comes to.
func visited(r piece.Reach, c board.Color, pieces pieces, types map[board.Square]int) iter.Seq[*piece.Node] {
	return func(yield func(*piece.Node) bool) {
		for i := 0; i < len(r); {
			n := &r[i]
			if !yield(n) {
				return
			}
			at, taken := pieces[n.Square]
			i = r.Next(i, n.Passes(taken, taken && at != c, uint8(types[n.Square]+1)))
		}
	}
}

// attackers returns the squares from which pieces of colour c attack a piece of a type by a tree of
// attacks.
func attackers(r piece.Reach, target int, c board.Color, pieces pieces,
	types map[board.Square]int) map[board.Square]bool {
	out := map[board.Square]bool{}
	for n := range visited(r, c, pieces, types) {
		at, taken := pieces[n.Square]
		if taken && at == c && n.Types>>types[n.Square]&1 == 1 && n.Captures(uint8(target+1)) {
			out[n.Square] = true
		}
	}
	return out
}
