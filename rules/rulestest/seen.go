package rulestest

import (
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// seen is a position looked at without the kernels' tables: movements are walked path by path,
// and what a capture leads to is found by playing it.
type seen struct {
	v   *rules.Variant
	men []rules.Man // by square, imaginary squares last
}

func look(p rules.Position) seen { return seen{p.Variant(), Men(p)} }

// without returns the position with a square emptied.
func (b seen) without(sq board.Square) seen {
	b.men = slices.Clone(b.men)
	b.men[sq] = 0
	return b
}

// path is one way of a piece to a square.
type path struct {
	passed  []board.Square // before the last square
	hurdles uint32
	mode    piece.Mode
}

// paths returns the ways of a man that stands on from, or would, to a square on an empty board,
// each once for each use.
func (b seen) paths(man rules.Man, from, to board.Square, mode piece.Mode) []path {
	v, c := b.v, man.Color()
	t := v.Type(man.Kind())
	if t.Pawn && v.Size.RankFrom(c, from) == 0 && v.Aftermath.Where != rules.AtNextVector {
		return nil
	}
	movement, err := t.Movement()
	if err != nil {
		panic(err) // the variant has played
	}
	var all []path
	known := map[string]bool{}
	for _, p := range movement {
		squares, ok := b.squares(p, c, from)
		if !ok || squares[len(squares)-1] != to || p.Initial && !b.starts(man, from) {
			continue
		}
		uses := p.Mode
		step := len(squares) == 1 && (p.Squares[0].File == 0 || p.Squares[0].Rank == 0)
		if step && b.unmovedBishop(man.Kind()) && v.Conversion.NoCaptures {
			uses &^= piece.Capture
		}
		if !v.Size.Contains(to) {
			uses &= piece.Capture
		}
		if key := fmt.Sprint(squares, p.Hurdles); uses&mode != 0 && !known[key] {
			known[key] = true
			all = append(all, path{squares[:len(squares)-1], p.Hurdles, uses})
		}
	}
	return all
}

// squares returns what a path passes; its last square may be an imaginary one.
func (b seen) squares(p piece.Path, c board.Color, from board.Square) ([]board.Square, bool) {
	v := b.v
	if squares, ok := p.From(v.Size, c, from, nil); ok || !v.Entry.Imaginary {
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

// starts reports whether a man may use its initial paths from a square.
func (b seen) starts(man rules.Man, from board.Square) bool {
	if b.v.Type(man.Kind()).Pawn {
		return b.v.Size.RankFrom(man.Color(), from) == 1
	}
	return b.array()[from] == man
}

func (b seen) array() []rules.Man {
	men, err := b.v.ParsePlacement(b.v.Array.Placement)
	if err != nil {
		panic(err) // the variant has played
	}
	return men
}

// unmovedBishop reports whether a kind is a bishop that may or must still convert.
func (b seen) unmovedBishop(k rules.Kind) bool {
	letter := b.v.Type(k).Letter
	return b.v.Conversion.Bishop == letter && b.v.KindOf(letter) != k
}

// open reports whether a path may be gone.
func (b seen) open(p path) bool {
	for i, sq := range p.passed {
		if (b.men[sq] != 0) != (p.hurdles>>i&1 != 0) {
			return false
		}
	}
	return true
}

// blockers returns what stands on paths: all of it on one, else the first on each.
func (b seen) blockers(paths []path) []board.Square {
	var all []board.Square
	for _, p := range paths {
		for i, sq := range p.passed {
			if b.men[sq] == 0 || p.hurdles>>i&1 != 0 {
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

// home returns the square where a man of kind k that captures or is captured on c is at home on
// the ranks of a side.
func (b seen) home(k rules.Kind, side board.Color, c board.Square) board.Square {
	size, file := b.v.Size, b.v.Size.File(c)
	if b.v.Type(k).Pawn {
		return size.Home(side, file, 1)
	}
	letter, first := b.v.Type(k).Letter, b.array()
	best := board.NoSquare
	for _, sameColour := range []bool{true, false} {
		for f := range size.Files {
			sq := size.Home(side, f, 0)
			if m := first[sq]; m == 0 || b.v.Type(m.Kind()).Letter != letter ||
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
// each captures; q is the setup, in which it need not be the other side's turn.
func checkers(v *rules.Variant, q rules.Setup, king board.Color) map[board.Square]board.Square {
	q = q.Clone()
	q.Turn = king.Other()
	if v.Series.Progressive {
		q.Series = rules.SeriesState{Left: 2, Length: 2}
	}
	p, err := rules.Exactly(v, q)
	if err != nil {
		panic(err) // it is that of a position
	}
	found := map[board.Square]board.Square{}
	at := p.King(king)
	if at == board.NoSquare {
		return found
	}
	b, a := look(p), &v.Aftermath
	byCapture := a.Active && (a.Reborn == rules.CapturerReborn || a.Kings || a.Occupied == rules.Removed)
	for from := range board.Square(v.Size.Area()) {
		man := b.men[from]
		if man == 0 || man.Color() == king {
			continue
		}
		start, from2 := b, from
		if a.Active && a.Reborn == rules.MoverReborn {
			if from2 = b.home(man.Kind(), man.Color(), from); from2 != from && b.men[from2] != 0 {
				continue
			}
			if v.Type(man.Kind()).Pawn && v.Size.RankFrom(man.Color(), from) == 0 {
				continue
			}
			start = b.without(from)
		}
		for to, target := range b.men[:v.Size.Area()] {
			to := board.Square(to)
			passed := v.Type(man.Kind()).Pawn && byCapture && slices.Contains(q.EnPassant, to)
			if to != at && a.Occupied != rules.Removed || (target == 0 || target.Color() != king) && !passed {
				continue
			}
			if !slices.ContainsFunc(start.paths(man, from2, to, piece.Capture), start.open) {
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

// takesKing reports whether a capture, played in full in some branch, leaves a side without its king.
func takesKing(p rules.Position, from, to board.Square, king board.Color) bool {
	v := p.Variant()
	kinds := []rules.Kind{0}
	for _, letter := range []byte(v.Promotion.To) {
		kinds = append(kinds, v.KindOf(letter))
	}
	form, promotions := rules.Ordinary, kinds[:1]
	if man := p.At(from); v.Type(man.Kind()).Pawn {
		switch {
		case p.At(to) == 0:
			form = rules.EnPassant
		case v.Size.RankFrom(man.Color(), to) == v.Size.Ranks-1 && v.Aftermath.Capturer != rules.Vanishes:
			promotions = kinds[1:]
		}
	}
	for _, promotion := range promotions {
		for _, own := range kinds {
			for _, reborn := range kinds {
				m := rules.MakeMove(form, from, to).WithPromotion(promotion).WithOwnReborn(own).WithReborn(reborn)
				if next, full := playFully(p, m); full && next.King(king) == board.NoSquare {
					return true
				}
			}
		}
	}
	return false
}

// playFully plays a move that need not be legal and reports whether it came to its end: a choice
// that is missing and a rebirth that is impossible leave it before the turn is handed over.
func playFully(p rules.Position, m rules.Move) (rules.Position, bool) {
	next := p.Play(m)
	return next, next.Turn() != p.Turn() || next.Setup().Series != p.Setup().Series
}
