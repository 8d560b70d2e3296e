// Package board holds what every game is played on: colours, squares, and rectangular boards of up
// to 16×16 squares.
package board

import (
	"fmt"
	"strconv"
)

// Color is the side a piece belongs to.
type Color uint8

// The two sides. White moves first.
const (
	White Color = iota
	Black
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// String returns "White" or "Black".
func (c Color) String() string {
	if c == White {
		return "White"
	}
	return "Black"
}

// MaxSide is the largest number of files or ranks a board may have.
const MaxSide = 16

// Square is the index of a square: rank × files + file, so that a1 is 0. A game may have squares of
// its own beyond the area of the board, as the imaginary squares of Siceirawan.
type Square uint16

// NoSquare is no square.
const NoSquare Square = 0xFFFF

// Size is the number of files and ranks of a board.
type Size struct {
	Files, Ranks int
}

// Check returns an error if s is not between 1×1 and 16×16.
func (s Size) Check() error {
	if s.Files < 1 || s.Files > MaxSide || s.Ranks < 1 || s.Ranks > MaxSide {
		return fmt.Errorf("a board has 1 to %d files and ranks, not %d×%d", MaxSide, s.Files, s.Ranks)
	}
	return nil
}

// Area returns the number of squares.
func (s Size) Area() int { return s.Files * s.Ranks }

// At returns the square on a file and a rank, counted from 0, or NoSquare if that is off the board.
func (s Size) At(file, rank int) Square {
	if file < 0 || rank < 0 || file >= s.Files || rank >= s.Ranks {
		return NoSquare
	}
	return Square(rank*s.Files + file)
}

// File returns the file of sq, 0 for the a-file.
func (s Size) File(sq Square) int { return int(sq) % s.Files }

// Rank returns the rank of sq, 0 for the first.
func (s Size) Rank(sq Square) int { return int(sq) / s.Files }

// RankFrom returns the rank of sq as the side c counts it: 0 is c's own first rank.
func (s Size) RankFrom(c Color, sq Square) int {
	if c == White {
		return s.Rank(sq)
	}
	return s.Ranks - 1 - s.Rank(sq)
}

// Home returns the square on a file and a rank as the side c counts ranks.
func (s Size) Home(c Color, file, rank int) Square {
	if c == Black {
		rank = s.Ranks - 1 - rank
	}
	return s.At(file, rank)
}

// Contains reports whether sq is on the board.
func (s Size) Contains(sq Square) bool { return int(sq) < s.Area() }

// OnEdge reports whether a square of the board is on its edge.
func (s Size) OnEdge(sq Square) bool {
	file, rank := s.File(sq), s.Rank(sq)
	return file == 0 || rank == 0 || file == s.Files-1 || rank == s.Ranks-1
}

// Dark reports whether sq is a dark square; a1 is dark.
func (s Size) Dark(sq Square) bool { return (s.File(sq)+s.Rank(sq))%2 == 0 }

// Mirror returns sq reflected in the horizontal middle line of the board: the square that is to
// Black what sq is to White.
func (s Size) Mirror(sq Square) Square { return s.At(s.File(sq), s.Ranks-1-s.Rank(sq)) }

// Distance returns the number of king steps between two squares.
func (s Size) Distance(a, b Square) int {
	files, ranks := s.File(a)-s.File(b), s.Rank(a)-s.Rank(b)
	return max(files, -files, ranks, -ranks)
}

// Reflect returns sq reflected in the centre of the board.
func (s Size) Reflect(sq Square) Square { return Square(s.Area()-1) - sq }

// FileName returns the letter of a file, "a" for 0.
func FileName(file int) string { return string(rune('a' + file)) }

// Name returns the algebraic name of sq, such as "e4" or "l12".
func (s Size) Name(sq Square) string {
	if !s.Contains(sq) {
		return "-"
	}
	return FileName(s.File(sq)) + strconv.Itoa(s.Rank(sq)+1)
}

// Parse reads an algebraic square name. It returns an error if the name is not a file letter and a
// rank number, or the square is off the board.
func (s Size) Parse(name string) (Square, error) {
	sq, n := s.Prefix(name)
	if n == 0 || n != len(name) {
		return NoSquare, fmt.Errorf("%q is not a square of the %d×%d board", name, s.Files, s.Ranks)
	}
	return sq, nil
}

// Prefix reads the square name at the start of text. It returns the square and the length of its
// name, or NoSquare and 0 if there is none.
func (s Size) Prefix(text string) (Square, int) {
	if len(text) < 2 || text[0] < 'a' || text[0] > 'p' || text[1] < '1' || text[1] > '9' {
		return NoSquare, 0
	}
	rank, n := int(text[1]-'0'), 2
	if s.Ranks > 9 && len(text) > 2 && text[2] >= '0' && text[2] <= '9' && rank*10+int(text[2]-'0') <= s.Ranks {
		rank, n = rank*10+int(text[2]-'0'), 3
	}
	sq := s.At(int(text[0]-'a'), rank-1)
	if sq == NoSquare {
		return NoSquare, 0
	}
	return sq, n
}

// Names returns the names of squares, of two letters each, that stand one after the other in a text.
func Names(text string) (names []string) {
	for ; len(text) >= 2; text = text[2:] {
		names = append(names, text[:2])
	}
	return names
}
