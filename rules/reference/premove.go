package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Premoves returns the moves that the side not to move may enter before its turn. These are all
// moves of its pieces to squares that they reach in some arrangement of the other pieces, with each
// promotion and each piece that may be gated, and castling while the rights last. Every move that
// may become legal is among them, unless a rebirth needs a choice that cannot be foreseen. They are
// in no order.
func Premoves(p rules.Position) []rules.Move {
	t, err := tableOf(p.Variant())
	if err != nil {
		return nil
	}
	f := premover{table: t, setup: p.Setup(), us: p.Turn().Other()}
	for sq, pc := range f.setup.Board {
		if pc.Of(f.us) {
			f.piece(pc.Type(), board.Square(sq))
		}
	}
	f.castlings()
	f.reassignments()
	f.drops()
	return f.moves
}

// premover collects premoves.
type premover struct {
	*table
	setup rules.Setup
	us    board.Color
	moves []rules.Move
}

// piece appends the moves of a piece. A bishop may have lost or met its duty to convert by then.
func (f *premover) piece(k rules.PieceType, from board.Square) {
	types := []rules.PieceType{k}
	if slices.ContainsFunc(f.setup.Conversions, func(u rules.ConversionRight) bool { return u.Square == from }) {
		types = append(types, f.free, f.must)
	}
	seen := map[board.Square]bool{from: true}
	for _, k := range types {
		if k == 0 {
			continue
		}
		f.walk(k, from, from, seen)
		if f.check == byHomes {
			f.walk(k, from, f.homes.Home(k, f.us, from), seen)
		}
	}
}

// walk appends the moves of a piece that stands on from and moves as if it stood on at.
func (f *premover) walk(k rules.PieceType, from, at board.Square, seen map[board.Square]bool) {
	if !f.v.Size.Contains(at) {
		return
	}
	pawn := f.pawn>>(k-1)&1 != 0
	reach := f.reach
	open := f.v.Size.RankFrom(f.us, from) == 0 && f.setup.Gating.Gates[f.us]>>f.v.Size.File(from)&1 != 0
	if f.parts.first>>(k-1)&1 != 0 && !open {
		reach = f.later
	}
	for _, n := range reach.From[f.us][k-1][at] {
		if n.Mode == 0 || seen[n.Square] {
			continue
		}
		seen[n.Square] = true
		m := rules.MakeMove(rules.Ordinary, from, n.Square)
		switch {
		case !pawn:
			f.withGatings(m, from, false)
		case f.v.Size.Contains(n.Square) && f.parts.zone[f.us][n.Square] && len(f.promotionOf(f.us)) > 0:
			for _, k := range f.promotionOf(f.us) {
				f.moves = append(f.moves, m.WithPromotion(k))
			}
			if f.v.Promotion.Optional || f.v.Aftermath.Capturer == rules.CapturerVanishes {
				f.moves = append(f.moves, m)
			}
		default:
			f.moves = append(f.moves, m)
		}
	}
}

// withGatings appends m alone and with each piece that may be gated on sq.
func (f *premover) withGatings(m rules.Move, sq board.Square, atRook bool) {
	if !atRook {
		f.moves = append(f.moves, m)
	}
	for i := range f.hand {
		k := f.hand[i]
		if f.gatesOn(k, i, sq) {
			f.moves = append(f.moves, m.WithGated(k, atRook))
		}
	}
}

// gatesOn reports whether the i-th piece of the hand, of type k, may be gated on sq.
func (f *premover) gatesOn(k rules.PieceType, i int, sq board.Square) bool {
	g := &f.setup.Gating
	if f.v.Gating.Imaginary {
		return f.waits(k) // through a gate, or anywhere once the other is gone
	}
	open := f.v.Size.RankFrom(f.us, sq) == 0 && g.Gates[f.us]>>f.v.Size.File(sq)&1 != 0
	return open && g.Hand[f.us][i] > 0
}

// waits reports whether a piece of type k waits on an imaginary square.
func (f *premover) waits(k rules.PieceType) bool {
	mine := f.setup.Gating.Imaginary[2*f.us : 2*f.us+2]
	return slices.Contains(mine, rules.MakePiece(k, f.us))
}

// castlings appends castling with each rook that still has the right.
func (f *premover) castlings() {
	king := slices.IndexFunc(f.setup.Board, func(pc rules.Piece) bool {
		return pc.Of(f.us) && f.v.Castling.IsKing(f.v.Type(pc.Type()))
	})
	if king < 0 || !f.v.Castling.Any() {
		return
	}
	for _, rook := range f.setup.Castling.Rook[f.us] {
		if rook == board.NoSquare {
			continue
		}
		m := rules.MakeMove(rules.Castle, board.Square(king), rook)
		f.withGatings(m, board.Square(king), false)
		f.withGatings(m, rook, true)
	}
}

// reassignments appends the exchanges of a piece on the board with one that waits.
func (f *premover) reassignments() {
	if !f.v.Gating.Imaginary {
		return
	}
	for sq, pc := range f.setup.Board {
		if pc.Type() == 0 || pc.Color() != f.us || !slices.Contains(f.hand, pc.Type()) {
			continue
		}
		for _, k := range f.hand {
			if k != pc.Type() && f.waits(k) {
				f.moves = append(f.moves, rules.MakeMove(rules.Reassign, board.Square(sq),
					board.Square(sq)).WithGated(k, false))
			}
		}
	}
}

// drops appends the drops of the pieces in hand. A square that an enemy leaves, or where an own
// piece is captured, is not empty yet.
func (f *premover) drops() {
	for i := range f.v.Army {
		k := rules.PieceType(i + 1)
		for sq := range f.area {
			if f.setup.Hand[f.us][k] > 0 && f.dropsOn(f.us, k, sq) {
				f.moves = append(f.moves, rules.MakeMove(rules.Drop, sq, sq).WithGated(k, false))
			}
		}
	}
}
