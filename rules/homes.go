package rules

import "github.com/kirke-chess/kirke/board"

// Homes are the squares on which the pieces of a game are at home. They follow from its starting
// position; captured pieces are reborn there, and castling starts from there.
type Homes struct {
	variant   *Variant
	ranks     [2][]PieceType     // the first rank of each side in the starting position, by file
	king      [2]board.Square    // NoSquare for none
	corner    [2][2]board.Square // the castling rooks, the queen's side first; NoSquare for none
	pawn      uint32             // piece types, as bits 1<<(type-1)
	plain     [32]PieceType      // bishops with a conversion before them are at home like others
	chameleon [32]PieceType
}

// HomesOf returns the homes of v's pieces, or an error if v itself makes no sense.
func HomesOf(v *Variant) (*Homes, error) { return Compiled(v, newHomes) }

func newHomes(v *Variant) (*Homes, error) {
	pieces, err := v.check()
	if err != nil {
		return nil, err
	}
	h := &Homes{variant: v, ranks: v.firstRanks(pieces)}
	plain, free, must := v.ConversionTypes()
	for i := range h.plain {
		switch k := PieceType(i); {
		case k != 0 && (k == free || k == must):
			h.plain[k] = plain
		case k != 0 && i <= len(v.Army) && v.Type(k).Traits.Promoted && v.MarksPromoted():
			h.plain[k] = k // it does not start on the first rank, so Home gives the last
		case i <= len(v.Army):
			h.plain[k] = v.WalkOf(k)
		}
		h.chameleon[i] = PieceType(i)
	}
	const cycle = ChameleonCycle
	for i := range len(cycle) - 1 {
		from, to := v.TypeOf(cycle[i]), v.TypeOf(cycle[i+1])
		for k := PieceType(1); from != 0 && to != 0 && int(k) <= len(v.Army); k++ {
			if like := v.Like(to, k); v.WalkOf(k) == from && like != 0 {
				h.chameleon[k] = like
			}
		}
	}
	for i := range v.Army {
		if v.Army[i].Pawn {
			h.pawn |= 1 << i
		}
	}
	for c := range board.Color(2) {
		h.readCastling(c, pieces)
	}
	return h, nil
}

// readCastling finds the king and the castling rooks on the rank where a side castles. Where they
// are dropped, their squares follow from where the king lands on both sides, and from the corners.
func (h *Homes) readCastling(c board.Color, pieces []Piece) {
	v := h.variant
	if v.Drops.Castling {
		home := func(file int) board.Square { return v.Size.Home(c, file, v.Castling.Rank) }
		h.king[c] = home((v.Castling.KingTo[0] + v.Castling.KingTo[1]) / 2)
		h.corner[c] = [2]board.Square{home(0), home(v.Size.Files - 1)}
		return
	}
	h.king[c], h.corner[c] = board.NoSquare, [2]board.Square{board.NoSquare, board.NoSquare}
	for file := range v.Size.Files {
		sq := v.Size.Home(c, file, v.Castling.Rank)
		if sq == board.NoSquare || pieces[sq].Type() == 0 || pieces[sq].Color() != c {
			continue
		}
		switch typ := v.Type(pieces[sq].Type()); {
		case v.Castling.IsKing(typ):
			h.king[c] = sq
		case v.Castling.IsRook(typ) && h.king[c] == board.NoSquare:
			if h.corner[c][0] == board.NoSquare {
				h.corner[c][0] = sq
			}
		case v.Castling.IsRook(typ):
			h.corner[c][1] = sq
		}
	}
}

// firstRanks returns the types of each side's own pieces on its first rank, by file.
func (v *Variant) firstRanks(pieces []Piece) (ranks [2][]PieceType) {
	for c := range board.Color(2) {
		ranks[c] = make([]PieceType, v.Size.Files)
		for file := range ranks[c] {
			if pc := pieces[v.Size.Home(c, file, 0)]; pc.Type() != 0 && pc.Color() == c {
				ranks[c][file] = pc.Type()
			}
		}
	}
	return ranks
}

// King returns the square from which a side's king castles: that of the starting position, or where
// it must be dropped; or NoSquare.
func (h *Homes) King(c board.Color) board.Square { return h.king[c] }

// Corner returns the square of a castling rook as King does, or NoSquare. Side 0 is the queen's.
func (h *Homes) Corner(c board.Color, side int) board.Square { return h.corner[c][side] }

// Rank returns the types on a side's first rank in the starting position, by file; 0 is none. The
// slice is shared: do not write to it.
func (h *Homes) Rank(c board.Color) []PieceType { return h.ranks[c] }

// Chameleon returns what a captured piece of type k is reborn as in Chameleon Circe.
func (h *Homes) Chameleon(k PieceType) PieceType { return h.chameleon[k] }

// Home returns the home square, on the ranks of a side, of a piece of type k captured on a square.
// A pawn is at home on the second rank of the file of its capture. A type that starts on the first
// rank is at home where it starts: of several squares on those of the colour of the capture
// square, and of these or, if there are none, of all, on the nearest by file, the queen's side
// first. Any other type is at home on the last rank, on the file of its capture.
func (h *Homes) Home(k PieceType, side board.Color, captured board.Square) board.Square {
	size := h.variant.Size
	file := size.File(captured)
	if h.pawn>>(k-1)&1 != 0 {
		return size.Home(side, file, 1)
	}
	k = h.plain[k]
	best, bestCost := board.NoSquare, 1<<30
	for f, pieceType := range h.ranks[side] {
		if pieceType != k {
			continue
		}
		sq := size.Home(side, f, 0)
		cost := f - file
		if cost < 0 {
			cost = -cost
		}
		if size.Dark(sq) != size.Dark(captured) {
			cost += size.Files
		}
		if cost < bestCost {
			best, bestCost = sq, cost
		}
	}
	if best == board.NoSquare {
		return size.Home(side, file, size.Ranks-1)
	}
	return best
}
