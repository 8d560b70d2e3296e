package rulestest

import (
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// seen is a position looked at without the tables of the kernels: movements are followed path by
// path, and what a capture leads to is found by playing it.
type seen struct {
	v      *rules.Variant
	pieces []rules.Piece // by square, imaginary squares last
}

func look(p rules.Position) seen { return seen{p.Variant(), Pieces(p)} }

// without returns the position with a square emptied.
func (b seen) without(sq board.Square) seen {
	b.pieces = slices.Clone(b.pieces)
	b.pieces[sq] = 0
	return b
}

// path is one way of a piece to a square.
type path struct {
	passed  []board.Square // before the last square
	hurdles uint32
	not     rules.PieceType // a type that is no hurdle, or 0
	mode    piece.Mode
}

// paths returns the ways of a piece from one square to another on an empty board, each once for
// each use.
func (b seen) paths(pc rules.Piece, from, to board.Square, mode piece.Mode) []path {
	v, c := b.v, pc.Color()
	t := v.Type(pc.Type())
	if t.Pawn && v.Size.RankFrom(c, from) == 0 && !v.PawnsLeaveFirstRank() {
		return nil
	}
	if within, _ := t.Within.Squares(v.Size, c); within != nil && !within[to] {
		return nil
	}
	movement, err := t.Movement()
	if err != nil {
		panic(err) // the variant has played
	}
	along := len(movement)
	if t.Along != "" {
		more, err := piece.Parse(t.Along)
		if err != nil {
			panic(err) // the variant has played
		}
		movement = slices.Concat(movement, more)
	}
	lines, _ := v.Lines.Squares.Squares(v.Size, c)
	off := func(sq board.Square) bool { return lines != nil && !lines[sq] }
	var all []path
	known := map[string]bool{}
	for i, p := range movement {
		squares, ok := b.squares(p, c, from)
		if i >= along && (off(from) || slices.ContainsFunc(squares, off)) {
			continue
		}
		if !ok || squares[len(squares)-1] != to || p.Initial && !b.starts(pc, from) || p.Takes > 0 {
			continue
		}
		not := rules.PieceType(0)
		if p.Over == piece.OtherType {
			not = pc.Type()
		}
		uses := p.Mode
		step := len(squares) == 1 && (p.Squares[0].File == 0 || p.Squares[0].Rank == 0)
		if step && b.unmovedBishop(pc.Type()) && v.Conversion.NoCaptures {
			uses &^= piece.Capture
		}
		if !v.Size.Contains(to) {
			uses &= piece.Capture
		}
		if target := b.pieces[to]; target.Against(c) && target.Type() == not {
			uses &^= piece.Capture
		}
		if key := fmt.Sprint(squares, p.Hurdles, not); uses&mode != 0 && !known[key] {
			known[key] = true
			all = append(all, path{squares[:len(squares)-1], p.Hurdles, not, uses})
		}
	}
	return all
}

// squares returns the squares of a path. The last may be an imaginary one.
func (b seen) squares(p piece.Path, c board.Color, from board.Square) ([]board.Square, bool) {
	v := b.v
	if squares, ok := p.From(v.Size, c, from, nil); ok || !v.Gating.Imaginary {
		return squares, ok
	}
	last := len(p.Squares) - 1
	head := p
	head.Squares = p.Squares[:last]
	squares, ok := head.From(v.Size, c, from, nil)
	if !ok {
		return nil, false
	}
	o := p.Squares[last]
	if c == board.Black {
		o.Rank = -o.Rank
	}
	file, rank := v.Size.File(from)+o.File, v.Size.Rank(from)+o.Rank
	for i, corner := range [4][2]int{{-1, -1}, {v.Size.Files, -1}, {-1, v.Size.Ranks}, {v.Size.Files, v.Size.Ranks}} {
		if corner == [2]int{file, rank} {
			return append(squares, v.Imaginary(i)), true
		}
	}
	return nil, false
}

// starts reports whether a piece may use its initial paths from a square.
func (b seen) starts(pc rules.Piece, from board.Square) bool {
	t := b.v.Type(pc.Type())
	if region, _ := t.Starts.Squares(b.v.Size, pc.Color()); region != nil {
		return region[from]
	}
	if t.Pawn {
		return b.v.Size.RankFrom(pc.Color(), from) == 1
	}
	return b.start()[from] == pc
}

func (b seen) start() []rules.Piece {
	pieces, err := b.v.ParsePlacement(b.v.Start.Placement)
	if err != nil {
		panic(err) // the variant has played
	}
	return pieces
}

// unmovedBishop reports whether a type is a bishop that may or must still convert.
func (b seen) unmovedBishop(k rules.PieceType) bool {
	letter := b.v.Type(k).Letter
	return b.v.Conversion.Bishop == letter && b.v.TypeOf(letter) != k
}

// open reports whether a path is open.
func (b seen) open(p path) bool {
	for i, sq := range p.passed {
		pc := b.pieces[sq]
		if (pc != 0) != (p.hurdles>>i&1 != 0) || pc.Type() != 0 && pc.Type() == p.not {
			return false
		}
	}
	return true
}

// blockers returns the squares of pieces in the way: all of them on a single path, else the first
// on each.
func (b seen) blockers(paths []path) []board.Square {
	var all []board.Square
	for _, p := range paths {
		for i, sq := range p.passed {
			if b.pieces[sq] == 0 || p.hurdles>>i&1 != 0 {
				continue
			}
			if !slices.Contains(all, sq) {
				all = append(all, sq)
			}
			if len(paths) > 1 {
				break
			}
		}
	}
	return all
}

// home returns the home square, on the ranks of a side, of a piece of type k that captures or is
// captured on c.
func (b seen) home(k rules.PieceType, side board.Color, c board.Square) board.Square {
	size, file := b.v.Size, b.v.Size.File(c)
	if b.v.Type(k).Pawn {
		return size.Home(side, file, 1)
	}
	letter, first := b.v.Type(k).Letter, b.start()
	best := board.NoSquare
	for _, sameColour := range []bool{true, false} {
		for f := range size.Files {
			sq := size.Home(side, f, 0)
			if pc := first[sq]; pc == 0 || b.v.Type(pc.Type()).Letter != letter ||
				(size.Dark(sq) == size.Dark(c)) != sameColour {
				continue
			}
			if best == board.NoSquare || distance(f, file) < distance(size.File(best), file) {
				best = sq
			}
		}
		if best != board.NoSquare {
			return best
		}
	}
	return size.Home(side, file, size.Ranks-1)
}

func distance(a, b int) int { return max(a-b, b-a) }

// checkers returns the squares of the pieces that give check to a king, with the square on which
// each captures. In the setup q it need not be the other side's turn.
func checkers(v *rules.Variant, q rules.Setup, king board.Color) map[board.Square]board.Square {
	q = q.Clone()
	q.Turn = king.Other()
	if v.Series.Progressive {
		q.Series = rules.SeriesState{Left: 2, Length: 2}
	}
	p, err := reference.Exactly(v, q)
	if err != nil {
		panic(err) // it is that of a position
	}
	found := look(p).attackersOfRoyals(king)
	at := p.King(king)
	if at == board.NoSquare {
		return found
	}
	b, a := look(p), &v.Aftermath
	byCapture := a.Active && (a.Reborn == rules.CapturerReborn || a.Kings || a.Occupied == rules.ReplacesOccupant)
	for from := range board.Square(v.Size.Area()) {
		pc := b.pieces[from]
		if pc.Type() == 0 || pc.Color() == king {
			continue
		}
		start, from2 := b, from
		if a.Active && a.Reborn == rules.MoverReborn {
			if from2 = b.home(pc.Type(), pc.Color(), from); from2 != from && b.pieces[from2] != 0 {
				continue
			}
			if v.Type(pc.Type()).Pawn && v.Size.RankFrom(pc.Color(), from) == 0 {
				continue
			}
			start = b.without(from)
		}
		for to, target := range b.pieces[:v.Size.Area()] {
			to := board.Square(to)
			passed := v.Type(pc.Type()).Pawn && byCapture && slices.Contains(q.EnPassant, to)
			if to != at && a.Occupied != rules.ReplacesOccupant || (target == 0 || target.Color() != king) && !passed {
				continue
			}
			if !slices.ContainsFunc(start.paths(pc, from2, to, piece.Capture), start.open) {
				continue
			}
			if byCapture && !takesKing(p, from, to, king) {
				continue
			}
			if _, known := found[from]; !known || to == at {
				found[from] = to
			}
		}
	}
	return found
}

// takesKing reports whether a capture, played in full with some choice, leaves a side without its
// king.
func takesKing(p rules.Position, from, to board.Square, king board.Color) bool {
	v := p.Variant()
	types := []rules.PieceType{0}
	types = append(types, v.PromotionTypes()...)
	form, promotions := rules.Ordinary, types[:1]
	if pc := p.At(from); v.Type(pc.Type()).Pawn {
		switch {
		case p.At(to) == 0:
			form = rules.EnPassant
		case v.Size.RankFrom(pc.Color(), to) == v.Size.Ranks-1 && v.Aftermath.Capturer != rules.CapturerVanishes:
			promotions = types[1:]
		}
	}
	for _, promotion := range promotions {
		for _, own := range types {
			for _, reborn := range types {
				m := rules.MakeMove(form, from, to).WithPromotion(promotion).WithOwnReborn(own).WithReborn(reborn)
				if next, full := playFully(p, m); full && next.King(king) == board.NoSquare {
					return true
				}
			}
		}
	}
	return false
}

// playFully plays a move that need not be legal and reports whether it came to its end. It does not
// if a choice is missing or a rebirth is impossible.
func playFully(p rules.Position, m rules.Move) (rules.Position, bool) {
	next := p.Play(m)
	return next, next.Turn() != p.Turn() || next.Setup().Series != p.Setup().Series
}

// royals returns the types of a side of which Extinction makes the last pieces royal.
func (b seen) royals(side board.Color) map[rules.PieceType]bool {
	royal := map[rules.PieceType]bool{}
	if !b.v.Extinction.Royal {
		return royal
	}
	set, err := b.v.TypesOf(b.v.Extinction.Types)
	if err != nil {
		panic(err) // the variant has played
	}
	for i := range b.v.Army {
		k := rules.PieceType(i + 1)
		if n := len(b.squaresOf(rules.MakePiece(k, side))); set>>i&1 != 0 && n > 0 && n <= b.v.Extinction.Count+1 {
			royal[k] = true
		}
	}
	return royal
}

// squaresOf returns the squares of the board on which a piece stands.
func (b seen) squaresOf(pc rules.Piece) (all []board.Square) {
	for sq, other := range b.pieces[:b.v.Size.Area()] {
		if other == pc {
			all = append(all, board.Square(sq))
		}
	}
	return all
}

// attackersOfRoyals returns the squares of the pieces that give check to pieces that Extinction
// makes royal, one by one, with the square on which each captures. A capture that blows up the
// capturer's own royal piece gives no check.
func (b seen) attackersOfRoyals(side board.Color) map[board.Square]board.Square {
	found := map[board.Square]board.Square{}
	for k := range b.royals(side) {
		for _, at := range b.squaresOf(rules.MakePiece(k, side)) {
			if b.v.Capture.Blast && b.besideRoyal(at, side.Other()) {
				continue
			}
			for from := range board.Square(b.v.Size.Area()) {
				pc := b.pieces[from]
				if pc.Type() == 0 || pc.Color() == side {
					continue
				}
				if slices.ContainsFunc(b.paths(pc, from, at, piece.Capture), b.open) {
					found[from] = at
				}
			}
		}
	}
	return found
}

// besideRoyal reports whether a royal piece of a side stands next to a square.
func (b seen) besideRoyal(at board.Square, side board.Color) bool {
	size := b.v.Size
	for k := range b.royals(side) {
		for _, sq := range b.squaresOf(rules.MakePiece(k, side)) {
			if max(distance(size.File(sq), size.File(at)), distance(size.Rank(sq), size.Rank(at))) == 1 {
				return true
			}
		}
	}
	return false
}
