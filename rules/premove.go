package rules

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
)

// Premoves returns what the side not to move may wish to play in its next turn, whatever the side to move does: every move
// of a man that stands on the board now to a square that it could reach if men stood so that it can, with each promotion
// and each man that may enter, and castling while the rights last. A move that some legal reply answers to is among them,
// unless a rebirth calls for a choice that cannot be foreseen; which are legal is known when the turn comes. They are in
// no order.
func Premoves(p Position) []Move {
	t, err := tableOf(p.Variant())
	if err != nil {
		return nil
	}
	f := foresight{table: t, setup: p.Setup(), us: p.Turn().Other()}
	for sq, m := range f.setup.Board {
		if m != 0 && m.Color() == f.us {
			f.man(m.Kind(), board.Square(sq))
		}
	}
	f.castlings()
	f.reassignments()
	return f.moves
}

// foresight is the making of a list of premoves.
type foresight struct {
	*table
	setup Setup
	us    board.Color
	moves []Move
}

// man appends the moves of a man, in whichever state its next turn finds it.
func (f *foresight) man(k Kind, from board.Square) {
	kinds := []Kind{k}
	if slices.ContainsFunc(f.setup.Unmoved, func(u Unmoved) bool { return u.Square == from }) {
		kinds = append(kinds, f.free, f.must)
	}
	seen := map[board.Square]bool{from: true}
	for _, k := range kinds {
		if k == 0 {
			continue
		}
		f.walk(k, from, from, seen)
		if f.check == byHomes {
			f.walk(k, from, f.home(k, f.us, from), seen)
		}
	}
}

// walk appends the moves of a man on from that goes as if it stood on at.
func (f *foresight) walk(k Kind, from, at board.Square, seen map[board.Square]bool) {
	if !f.v.Size.Contains(at) {
		return
	}
	pawn := f.pawn>>(k-1)&1 != 0
	for _, n := range f.reach.From[f.us][k-1][at] {
		if n.Mode == 0 || seen[n.Square] {
			continue
		}
		seen[n.Square] = true
		m := MakeMove(Ordinary, from, n.Square)
		switch {
		case !pawn:
			f.withEntries(m, from, false)
		case f.v.Size.Contains(n.Square) && f.v.Size.RankFrom(f.us, n.Square) == f.v.Size.Ranks-1 && len(f.promotion) > 0:
			for _, k := range f.promotion {
				f.moves = append(f.moves, m.WithPromotion(k))
			}
			if f.v.Aftermath.Capturer == Vanishes {
				f.moves = append(f.moves, m)
			}
		default:
			f.moves = append(f.moves, m)
		}
	}
}

// withEntries appends m alone and with each man that may enter on sq.
func (f *foresight) withEntries(m Move, sq board.Square, atRook bool) {
	if !atRook {
		f.moves = append(f.moves, m)
	}
	for i := range f.handKinds {
		k := f.hand[i]
		if f.entersOn(k, i, sq) {
			f.moves = append(f.moves, m.WithEntry(k, atRook))
		}
	}
}

// entersOn reports whether the i-th man of the hand, of kind k, may come to enter on sq.
func (f *foresight) entersOn(k Kind, i int, sq board.Square) bool {
	e := &f.setup.Entry
	if f.v.Entry.Imaginary {
		return f.waits(k) // through a gate, or anywhere once the other is gone
	}
	open := f.v.Size.RankFrom(f.us, sq) == 0 && e.Gates[f.us]>>f.v.Size.File(sq)&1 != 0
	return open && e.Hand[f.us][i] > 0
}

// waits reports whether a man of kind k waits on an imaginary square.
func (f *foresight) waits(k Kind) bool {
	mine := f.setup.Entry.Imaginary[2*f.us : 2*f.us+2]
	return slices.Contains(mine, MakeMan(k, f.us))
}

// castlings appends a castling with each rook that still has the right.
func (f *foresight) castlings() {
	king := slices.IndexFunc(f.setup.Board, func(m Man) bool {
		return m != 0 && m.Color() == f.us && f.royal>>(m.Kind()-1)&1 != 0
	})
	if king < 0 || f.v.Castling == (Castling{}) {
		return
	}
	for _, rook := range f.setup.Castling.Rook[f.us] {
		if rook == board.NoSquare {
			continue
		}
		m := MakeMove(Castle, board.Square(king), rook)
		f.withEntries(m, board.Square(king), false)
		f.withEntries(m, rook, true)
	}
}

// reassignments appends the exchange of the man of the hand that is on the board with the one that waits.
func (f *foresight) reassignments() {
	if !f.v.Entry.Imaginary {
		return
	}
	for sq, m := range f.setup.Board {
		if m == 0 || m.Color() != f.us || !slices.Contains(f.hand[:f.handKinds], m.Kind()) {
			continue
		}
		for _, k := range f.hand[:f.handKinds] {
			if k != m.Kind() && f.waits(k) {
				f.moves = append(f.moves, MakeMove(Reassign, board.Square(sq), board.Square(sq)).WithEntry(k, false))
			}
		}
	}
}
