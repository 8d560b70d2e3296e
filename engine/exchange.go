package engine

import (
	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// staticExchange is static exchange evaluation (SEE): it returns what a move wins in the captures
// on its square. Each side captures with its least valuable piece that can, including pieces behind
// others, and stops when that is better. Where the move captures at least as much as it risks, the
// difference is a good enough answer.
func (t *thread[W]) staticExchange(ss *stackEntry[W], m kirke.Move) Score {
	if f := m.Form(); f == rules.Castle || f == rules.Reassign || f == rules.Exchange {
		return 0
	}
	to := m.To()
	if int(to) >= t.area {
		return t.gain(ss, m)
	}
	mover := t.piece(ss, m)
	us := mover.Color()
	risked := t.value[mover.Type()&31][0] // the value of the piece on the square
	if q := m.Promotion(); q != 0 {
		risked = t.value[q&31][0]
	}
	gain := t.gain(ss, m)
	if gain >= risked {
		return gain - risked
	}
	if !ss.info.Attacks[us.Other()&1].Has(to) {
		return gain
	}
	left := ss.info.All[0] // pieces that have not captured
	left.Join(&ss.info.All[1])
	if int(m.From()) < t.area {
		left.Remove(m.From())
	}
	capturers, gains := &t.exchange, &t.gains
	capturers.gather(t.evaluator, ss.info, m)
	gains[0] = gain
	n := 1
	for side := us.Other(); n < len(gains); side = side.Other() {
		value := capturers.next(side, &left)
		if value == 0 || t.isKing(value) && capturers.next(side.Other(), &left) != 0 {
			break // a king cannot capture a protected piece
		}
		gains[n] = risked - gains[n-1]
		risked = value
		n++
	}
	for n--; n > 0; n-- {
		gains[n-1] = -max(-gains[n-1], gains[n])
	}
	return gains[0]
}

// losesMoreThan reports whether a move loses more than limit by staticExchange. Mostly the most
// that it can lose, or the loss to a first capturer of less value, decides without that. Where
// captures have other effects the answer is no.
func (t *thread[W]) losesMoreThan(ss *stackEntry[W], m kirke.Move, limit Score) bool {
	k := t.piece(ss, m).Type() & 31
	risked := t.value[k][0]
	if t.effects || risked <= limit {
		return false
	}
	f := m.Form()
	if to := m.To(); int(to) < t.area && m.Promotion() == 0 && (f == rules.Ordinary || f == rules.Drop) {
		balance := t.gain(ss, m) - risked
		if balance >= -limit {
			return false
		}
		them, class := ss.turn.Other()&1, t.class[k]
		switch {
		case !ss.info.Attacks[them].Has(to):
			return false
		case ss.info.Guarded[them].Has(to) && balance+t.value[t.pawnType][0] < -limit:
			return true
		case class > 0 && ss.info.attackedByLesser[them][class].Has(to) && balance+classLimit[class-1] < -limit:
			return true
		}
	}
	return t.staticExchange(ss, m) < -limit
}

// exchangePieces are the pieces that may capture on a square, by colour, the least valuable first.
type exchangePieces[W rules.Words] struct {
	pieces [2][maxExchange]exchangePiece[W]
	count  [2]int
}

// maxExchange is how many pieces of a side count.
const maxExchange = 12

// exchangePiece is a piece that may capture on a square, when the squares between are empty.
type exchangePiece[W rules.Words] struct {
	value   Score
	at      board.Square
	between *rules.Squares[W] // nil if it can capture at once
}

// gather finds the pieces that may capture on the square that a move goes to, except the moving
// piece.
func (k *exchangePieces[W]) gather(e *evaluator[W], info *boardInfo[W], m kirke.Move) {
	to, from := m.To(), m.From()
	k.count = [2]int{}
	for c := range board.Color(2) {
		pawns := info.Pawns[c]
		pawns.Keep(&e.pawnAttacks[c.Other()&1][to])
		pawns.Remove(from)
		for at := range pawns.Each {
			k.add(c, exchangePiece[W]{value: e.value[e.pawnType][0], at: at})
		}
	}
	for i := range info.Pieces {
		s := &info.Pieces[i]
		if s.At == from || s.At == to {
			continue
		}
		pieceType := s.Piece.Type() & 31
		var between *rules.Squares[W]
		if !s.Reach.Has(to) {
			if between = e.betweenSquares(pieceType, s.At, to); between == nil {
				continue
			}
		}
		k.add(s.Piece.Color()&1, exchangePiece[W]{value: e.value[pieceType][0], at: s.At, between: between})
	}
}

// add inserts a piece by its value.
func (k *exchangePieces[W]) add(c board.Color, pc exchangePiece[W]) {
	n := k.count[c&1]
	if n == len(k.pieces[c&1]) {
		return
	}
	for n > 0 && k.pieces[c&1][n-1].value > pc.value {
		k.pieces[c&1][n] = k.pieces[c&1][n-1]
		n--
	}
	k.pieces[c&1][n] = pc
	k.count[c&1]++
}

// next removes the least valuable piece of a side that can capture from left, and returns its
// value, 0 for none.
func (k *exchangePieces[W]) next(c board.Color, left *rules.Squares[W]) Score {
	for i := range k.count[c&1] {
		pc := &k.pieces[c&1][i]
		if left.Has(pc.at) && (pc.between == nil || pc.between.Common(left) == 0) {
			left.Remove(pc.at)
			return pc.value
		}
	}
	return 0
}

// isKing reports whether a value is a king's.
func (t *thread[W]) isKing(value Score) bool { return value >= 10000 }
