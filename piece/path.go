// Package piece holds movement as data. A piece moves along paths over squares; its movement is
// written in Betza's notation, and compiled for a board.
//
// Read path.go first, then type.go and catalogue.go (the types of the built-in games), betza.go
// with atom.go and trip.go (the notation), chart.go (movement as a diagram to edit), and reach.go
// (tables for a board). Package fairy has the piece types of problemists.
package piece

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
)

// Mode says what a piece may do at the end of a path.
type Mode uint8

// The modes.
const (
	Move    Mode = 1 << iota // to an empty square
	Capture                  // onto an enemy
	Both    = Move | Capture
)

// Offset is a displacement in files and ranks as the mover sees it: a positive Rank is forward, and
// a positive File to the right, which is the a-file's side for Black.
type Offset struct {
	File, Rank int
}

// Path is one way of a piece from its square to another. Every square before the last must be
// empty, but hurdles must be occupied. The piece itself occupies its start.
type Path struct {
	Squares []Offset // in order, relative to the start; the last is the arrival
	Hurdles uint32   // bit i is set if Squares[i] is a hurdle
	Over    Hurdle   // which pieces are hurdles
	Takes   int      // of a piece captured on the way, the index in Squares plus 1; 0 is none
	Mode    Mode     // what the piece may do on arrival
	Initial bool     // only from a start square of the type
	Wrap    bool     // files wrap round as on a cylinder
	Rim     Rim      // what the path has to do with the edge of the board
	Turns   int      // how often it may turn at an edge, as Rim says
	Beyond  Offset   // a square that the board must not have; the zero value asks nothing
	Ranks   uint16   // the ranks that it begins on, from the mover's first as bits; 0 is all
	Files   uint16   // the files that it begins on, from the a-file as bits; 0 is all
	Upright bool     // it goes as White sees it for Black too
}

// Rim says what a path has to do with the edge of the board.
type Rim uint8

// What a path may have to do with the edge.
const (
	AnyRim     Rim = iota
	Between        // it goes between the edge and the inside
	Touching       // all squares that it passes are on the edge
	Reflecting     // it turns on the edge by a right angle, where it would leave the board, as a bishop may
	Cushioned      // it turns behind the edge, so that it goes on from the square beside
)

// Hurdle says which pieces a path may hop over.
type Hurdle uint8

// The kinds of hurdles.
const (
	AnyPiece   Hurdle = iota
	OtherType         // not of the type of the hopper, which does not capture its own type either
	EnemyPiece        // of the other side
)

// Plain reports whether the only thing in p's way is a piece: it hops over nothing, captures nothing on
// the way, and is the same from every square.
func (p *Path) Plain() bool { return p.Hurdles == 0 && p.Takes == 0 && p.Anywhere() }

// Anywhere reports whether p is the same from every square and for both sides, as far as the board has
// its squares.
func (p *Path) Anywhere() bool {
	return p.Rim == AnyRim && p.Beyond == Offset{} && p.Ranks == 0 && p.Files == 0 && !p.Upright
}

// Movement is all paths of a piece on the largest board. A leap is a path of one square; a rider
// has a path for each distance.
type Movement []Path

// From returns the squares of p for a piece of colour c on sq, on a board of size s, or false if p
// leaves the board or finds the piece itself in its way. It uses the memory of buf.
func (p Path) From(s board.Size, c board.Color, sq board.Square, buf []board.Square) ([]board.Square, bool) {
	last := len(p.Squares) - 1
	if last >= 0 {
		if end, _ := p.square(s, c, sq, last); end == board.NoSquare {
			return nil, false // most paths leave the board
		}
	}
	if !p.begins(s, c, sq) {
		return nil, false
	}
	if buf = buf[:0]; cap(buf) == 0 {
		buf = make([]board.Square, 0, last+1)
	}
	turned := 0
	for i := range p.Squares {
		to, turns := p.square(s, c, sq, i)
		if to == board.NoSquare || to == sq && (i == last || p.Hurdles>>i&1 == 0 || p.Over != AnyPiece) {
			return nil, false
		}
		if turns > min(turned+1, p.Turns) || i == 0 && turns > 0 && p.Rim == Reflecting {
			return nil, false // in a corner it cannot turn, nor on its start
		}
		turned, buf = turns, append(buf, to)
	}
	return buf, true
}

// square returns the square to which the step of p with an index leads from sq, NoSquare if it leaves the
// board; and how often p has turned at an edge by then.
func (p *Path) square(s board.Size, c board.Color, sq board.Square, i int) (to board.Square, turns int) {
	o := p.seenBy(c, p.Squares[i])
	file, rank := s.File(sq)+o.File, s.Rank(sq)+o.Rank
	if p.Wrap {
		file = ((file % s.Files) + s.Files) % s.Files
	}
	if p.Turns > 0 {
		file, rank, turns = p.reflect(s, file, rank)
	}
	return s.At(file, rank), turns
}

// seenBy returns o as it is on the board for a piece of c.
func (p *Path) seenBy(c board.Color, o Offset) Offset {
	if c == board.Black && !p.Upright {
		return o.times(-1)
	}
	return o
}

// reflect returns the square that a path comes to which would lead straight on to one that may be beyond
// the edges, and how often it has turned.
func (p *Path) reflect(s board.Size, file, rank int) (f, r, turns int) {
	f, across := p.fold(file, s.Files)
	r, up := p.fold(rank, s.Ranks)
	return f, r, across + up
}

// fold is reflect for one of n files or ranks, of at least 2.
func (p *Path) fold(x, n int) (at, turns int) {
	last, behind := n-1, 0
	if p.Rim == Cushioned {
		behind = 1
	}
	for ; n > 1 && (x < 0 || x > last); turns++ {
		if x < 0 {
			x = -x - behind
		} else {
			x = 2*last + behind - x
		}
	}
	return x, turns
}

// begins reports whether p may be gone from a square, as far as its relation to the edges tells.
func (p *Path) begins(s board.Size, c board.Color, sq board.Square) bool {
	if p.Ranks != 0 && p.Ranks>>s.RankFrom(c, sq)&1 == 0 || p.Files != 0 && p.Files>>s.File(sq)&1 == 0 {
		return false
	}
	at := func(o Offset) board.Square {
		o = p.seenBy(c, o)
		return s.At(s.File(sq)+o.File, s.Rank(sq)+o.Rank)
	}
	if p.Beyond != (Offset{}) && at(p.Beyond) != board.NoSquare {
		return false
	}
	onEdge := func(o Offset) bool { return at(o) != board.NoSquare && s.OnEdge(at(o)) }
	last := len(p.Squares) - 1
	switch p.Rim {
	case Between:
		return onEdge(Offset{}) != onEdge(p.Squares[last])
	case Touching:
		return !slices.ContainsFunc(p.Squares[:last], func(o Offset) bool { return !onEdge(o) })
	}
	return true
}
