package board_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/board"
)

func TestNames(t *testing.T) {
	wide, chess := board.Size{Files: 16, Ranks: 16}, board.Size{Files: 8, Ranks: 8}
	for _, c := range []struct {
		size board.Size
		name string
		sq   board.Square
	}{
		{chess, "a1", 0}, {chess, "h1", 7}, {chess, "e4", 28}, {chess, "h8", 63},
		{wide, "a10", 144}, {wide, "p16", 255}, {board.Size{Files: 9, Ranks: 9}, "i9", 80},
	} {
		if sq, err := c.size.Parse(c.name); err != nil || sq != c.sq {
			t.Errorf("%s is square %d (%v), not %d", c.name, sq, err, c.sq)
		}
	}
	for _, name := range []string{"", "e", "4e", "i1", "a9", "a0", "a01", "e44", "E4", "-"} {
		if sq, err := chess.Parse(name); err == nil {
			t.Errorf("%q is read as square %d", name, sq)
		}
	}
}

func TestPrefixTakesTheLongestRank(t *testing.T) {
	for _, c := range []struct {
		ranks, length int
		text          string
	}{{8, 2, "e12"}, {9, 2, "e12"}, {12, 3, "e12"}, {12, 2, "e13"}, {16, 3, "e16q"}} {
		if _, n := (board.Size{Files: 8, Ranks: c.ranks}).Prefix(c.text); n != c.length {
			t.Errorf("on %d ranks %q starts with a name of %d bytes, not %d", c.ranks, c.text, n, c.length)
		}
	}
}

func TestSizesOutOfRange(t *testing.T) {
	for _, s := range []board.Size{{}, {Files: 17, Ranks: 8}, {Files: 8, Ranks: 17}, {Files: -1, Ranks: 8}} {
		if s.Check() == nil {
			t.Errorf("%v passes for a board", s)
		}
	}
}

// TestGeometry: names read back, mirrors and reflections are their own inverses
// and keep or change the colour of a square as the size of the board says.
func TestGeometry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, board.MaxSide)
		s := board.Size{Files: side.Draw(t, "files"), Ranks: side.Draw(t, "ranks")}
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		sq := board.Square(rapid.IntRange(0, s.Area()-1).Draw(t, "square"))
		if s.At(s.File(sq), s.Rank(sq)) != sq {
			t.Fatal("file and rank do not give the square back")
		}
		if back, err := s.Parse(s.Name(sq)); err != nil || back != sq {
			t.Fatalf("%s reads back as %d (%v), not %d", s.Name(sq), back, err, sq)
		}
		if s.Mirror(s.Mirror(sq)) != sq || s.Reflect(s.Reflect(sq)) != sq {
			t.Fatal("a mirror is not its own inverse")
		}
		if s.RankFrom(board.White, sq) != s.RankFrom(board.Black, s.Mirror(sq)) {
			t.Fatal("the mirror does not exchange the sides")
		}
		if even := (s.Files+s.Ranks)%2 == 0; (s.Dark(sq) == s.Dark(s.Reflect(sq))) != even {
			t.Fatal("the reflection has the wrong colour")
		}
		if c := board.Color(rapid.IntRange(0, 1).Draw(t, "side")); s.Home(c, s.File(sq), s.RankFrom(c, sq)) != sq {
			t.Fatal("Home does not invert RankFrom")
		}
	})
}
