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
	f.inPlace()
	f.pass()
	return f.moves
}

// premover collects premoves.
type premover struct {
	*table
	setup rules.Setup
	us    board.Color
	moves []rules.Move
}

// originTag returns the tag of the piece on a square in games that remember origins.
func (f *premover) originTag(sq board.Square) uint16 {
	if origins := f.setup.Aftermath.Origin; origins != nil {
		sq = origins[sq]
	}
	return uint16(sq) + 1 // 0 for NoSquare
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
		if f.mars || f.v.Fairy.Changing.Departs == rules.QuietFromHome {
			f.fromStarts(k, from, seen)
		}
	}
	f.exchanges(k, from)
	f.freeCastlings(k, from)
}

// fromStarts appends the moves of a piece as if from the squares from which it may capture in
// Martian Circe, or move in Anti-Martian Circe, once they are free.
func (f *premover) fromStarts(k rules.PieceType, from board.Square, seen map[board.Square]bool) {
	if !f.choosesStart() {
		if home := f.moverHome(rules.MakePiece(k, f.us), f.us, from, f.originTag(from)); home != board.NoSquare {
			f.walk(k, from, home, seen)
		}
		return
	}
	for sq := range f.area {
		base := len(f.moves)
		f.walk(k, from, sq, map[board.Square]bool{from: true})
		for i := range f.moves[base:] {
			f.moves[base+i] = f.moves[base+i].WithSecond(sq)
		}
	}
}

// freeCastlings appends the castlings of a king with any piece that may come to a square.
func (f *premover) freeCastlings(k rules.PieceType, from board.Square) {
	if f.v.Fairy.Castling == rules.NoFreeCastling || !f.castlesAnywhere(rules.MakePiece(k, f.us)) {
		return
	}
	for to := range f.area {
		if to != from {
			f.moves = append(f.moves, rules.MakeMove(rules.Castle, from, to))
		}
	}
}

// exchanges appends the moves by which a piece changes places with any that may come to its square.
func (f *premover) exchanges(k rules.PieceType, from board.Square) {
	rule := f.v.Fairy.Exchange
	if rule == rules.NoExchange || rule == rules.LikePiecesNoKings && f.royal>>(k-1)&1 != 0 {
		return
	}
	for to := range f.area {
		if to != from {
			f.moves = append(f.moves, rules.MakeMove(rules.Exchange, from, to))
		}
	}
}

// walk appends the moves of a piece that stands on from and moves as if it stood on at.
func (f *premover) walk(k rules.PieceType, from, at board.Square, seen map[board.Square]bool) {
	if !f.v.Size.Contains(at) {
		return
	}
	pc := rules.MakePiece(k, f.us)
	pawn := has(f.pawn, pc)
	reach := f.reach
	open := f.v.Size.RankFrom(f.us, from) == 0 && f.setup.Gating.Gates[f.us]>>f.v.Size.File(from)&1 != 0
	if f.parts.first>>(k-1)&1 != 0 && !open {
		reach = f.later
	}
	if has(f.goingOn, pc) {
		for to := range f.area {
			if to != from {
				f.moves = append(f.moves, rules.MakeMove(rules.Ordinary, from, to))
			}
		}
		return
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
		case f.v.Size.Contains(n.Square) && f.promotesOn(pc, f.us, n.Square) && len(f.promotionOf(pc, f.us)) > 0:
			for _, k := range f.promotionOf(pc, f.us) {
				f.moves = append(f.moves, m.WithPromotion(k))
			}
			if f.v.MayStayPawn() || f.vanishes(rules.MakePiece(k, f.us)) {
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
	for _, k := range f.gated() {
		if f.gatesOn(k, sq) {
			f.moves = append(f.moves, m.WithGated(k, atRook))
		}
	}
}

// gated returns the types that may be gated in the game.
func (t *table) gated() []rules.PieceType {
	if !t.v.Gating.Dropped {
		return t.hand
	}
	all, types := []rules.PieceType(nil), t.v.HandTypes()
	for i := range t.v.Army {
		if types>>i&1 != 0 {
			all = append(all, rules.PieceType(i+1))
		}
	}
	return all
}

// gatesOn reports whether a piece of type k in hand may be gated on sq.
func (f *premover) gatesOn(k rules.PieceType, sq board.Square) bool {
	g := &f.setup.Gating
	if f.v.Gating.Imaginary {
		return f.waits(k) // through a gate, or anywhere once the other is gone
	}
	open := f.v.Size.RankFrom(f.us, sq) == 0 && g.Gates[f.us]>>f.v.Size.File(sq)&1 != 0
	if f.v.Gating.Dropped {
		return open && f.setup.Hand[f.us][k] > 0 && f.dropsOn(f.us, k, sq)
	}
	return open && g.Hand[f.us][f.handIndex(k)] > 0
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

// inPlace appends the promotions in place of pawns, which may be the last of their side by then.
func (f *premover) inPlace() {
	for i, pc := range f.setup.Board {
		from := board.Square(i)
		if !f.v.InPlace.Active || !pc.Of(f.us) || !has(f.pawn, pc) ||
			!f.v.InPlace.LastAnywhere && !f.promotesOn(pc, f.us, from) {
			continue
		}
		for _, k := range f.promotionOf(pc, f.us) {
			f.moves = append(f.moves, rules.MakeMove(rules.Ordinary, from, from).WithPromotion(k))
			for _, n := range f.reach.From[f.us][k-1][from] {
				f.moves = append(f.moves, rules.MakeMove(rules.Ordinary, from, n.Square).WithPromotion(k))
			}
		}
	}
}

// pass appends a pass, as a move of the king or else of the first piece.
func (f *premover) pass() {
	if !f.mayPass(f.us) {
		return
	}
	own := func(pc rules.Piece) bool { return pc.Of(f.us) }
	at := slices.IndexFunc(f.setup.Board, func(pc rules.Piece) bool { return own(pc) && has(f.royal, pc) })
	if at < 0 {
		at = slices.IndexFunc(f.setup.Board, own)
	}
	if at >= 0 {
		f.moves = append(f.moves, rules.MakeMove(rules.Pass, board.Square(at), board.Square(at)))
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
