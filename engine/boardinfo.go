package engine

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// boardInfo is what the search and the evaluation know of a position: its survey by the kernel
// (pieces, attacks, checks), and what follows from that. Arrays of two are by colour.
type boardInfo[W rules.Words] struct {
	rules.Survey[W]
	board      [board.MaxSide * board.MaxSide]rules.Piece
	king       [2]board.Square
	material   Score     // White's minus Black's, with pieces in hand
	pawnKey    uint64    // of all pawns
	nonPawnKey [2]uint64 // of the other pieces of a side

	// Pieces without kings, with those in hand that can be gated, and those that await rebirth.
	pieceCount [2]int
	nonPawns   [2]int

	attackedByLesser [2][classes]rules.Squares[W] // squares that pieces of lower classes attack
}

// at returns the piece on a square, or on an imaginary square.
func (info *boardInfo[W]) at(sq board.Square, area int) rules.Piece {
	if int(sq) < area {
		return info.board[sq&255]
	}
	if i := int(sq) - area; i < len(info.Waiting) {
		return info.Waiting[i]
	}
	return 0
}

// readPosition sets the info of a position.
func (e *evaluator[W]) readPosition(p rules.Surveyor[W], info *boardInfo[W]) {
	clear(info.board[:e.area])
	p.Survey(&info.Survey)
	info.pawnKey = 0
	info.attackedByLesser = [2][classes]rules.Squares[W]{}
	info.king = [2]board.Square{board.NoSquare, board.NoSquare}
	e.readPawns(info)
	e.readPieces(info)
	e.readOffBoard(info)
}

// readPawns sets what follows from the pawns.
func (e *evaluator[W]) readPawns(info *boardInfo[W]) {
	for c := range board.Color(2) {
		info.pieceCount[c] = info.Pawns[c].Count()
		pawn := rules.MakePiece(e.pawnType, c)
		info.pawnKey = mix(info.pawnKey ^ info.Pawns[c].Words[0])
		for w := 1; w < len(info.Pawns[c].Words); w++ {
			info.pawnKey = mix(info.pawnKey ^ info.Pawns[c].Words[w])
		}
		for sq := range info.Pawns[c].Each {
			info.board[sq&255] = pawn
		}
	}
}

// readPieces sets what follows from the other pieces on the board.
func (e *evaluator[W]) readPieces(info *boardInfo[W]) {
	material := Score(info.pieceCount[0]-info.pieceCount[1]) * e.value[e.pawnType][0]
	var keys [2]uint64
	var count [2]int
	for i := range info.Pieces {
		s := &info.Pieces[i]
		k, c := s.Piece.Type()&31, s.Piece.Color()&1
		info.board[s.At&255] = s.Piece
		keys[c] ^= mix(uint64(s.At)<<5 | uint64(k))
		if e.royal[k] {
			info.king[c] = s.At
			continue
		}
		count[c]++
		if next := e.class[k] + 1; next < classes {
			info.attackedByLesser[c][next].Join(&s.Reach)
		}
		material += forWhite(e.value[k][0], c)
	}
	info.material, info.nonPawnKey, info.nonPawns = material, keys, count
	for c := range 2 {
		info.pieceCount[c] += info.nonPawns[c]
		info.attackedByLesser[c][0] = info.Guarded[c]
		for class := 1; class < classes; class++ {
			info.attackedByLesser[c][class].Join(&info.attackedByLesser[c][class-1])
		}
	}
}

// readOffBoard counts pieces that await rebirth, are in hand, or stand on imaginary squares.
func (e *evaluator[W]) readOffBoard(info *boardInfo[W]) {
	e.eachAwaitingRebirth(info, func(pc rules.Piece, value Score) {
		c := pc.Color()
		info.pieceCount[c]++
		if !e.pawn[pc.Type()] {
			info.nonPawns[c]++
		}
		info.material += value
	})
	for i, k := range e.handType {
		if k != 0 {
			info.material += e.value[k][0] * Score(info.Hand[0][i]-info.Hand[1][i])
			for c := range 2 {
				if info.Gates[c] > 0 {
					info.pieceCount[c] += info.Hand[c][i]
					info.nonPawns[c] += info.Hand[c][i]
				}
			}
		}
	}
	for _, h := range info.Held {
		k, c := h.Piece.Type()&31, h.Piece.Color()&1
		info.pieceCount[c] += h.Count
		if !e.pawn[k] {
			info.nonPawns[c] += h.Count
		}
		info.material += forWhite(e.value[k][0]*Score(h.Count), c)
	}
	for _, pc := range info.Waiting {
		if pc != 0 {
			c := pc.Color()
			info.pieceCount[c]++
			info.nonPawns[c]++
			info.material += forWhite(e.value[pc.Type()][0], c)
		}
	}
}

// forWhite returns a value of a side from White's point of view.
func forWhite[T Score | taper](value T, c board.Color) T {
	if c == board.Black {
		return -value
	}
	return value
}

// eachAwaitingRebirth calls do with each captured piece that is to be reborn, and its value for
// White: the full value if it is reborn with the next move, most of it if it is below another
// piece.
func (e *evaluator[W]) eachAwaitingRebirth(info *boardInfo[W], do func(pc rules.Piece, value Score)) {
	add := func(pc rules.Piece, percent Score) {
		do(pc, forWhite(e.value[pc.Type()&31][0]*percent/100, pc.Color()))
	}
	if info.Pending != 0 {
		add(info.Pending, 100)
	}
	for _, pc := range info.Below {
		add(pc, 75)
	}
}
