package engine

import (
	"math/bits"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// pawnScore adds what a pawn's neighbours make of it.
func (j *judge) pawnScore(o *outline, m *rules.Standing) {
	c := m.Man.Color() & 1
	at, before := m.At&255, j.step(m.At, c)
	size, weights, sum := j.v.Size, &j.weights, &o.sum[c]
	own, theirs := &o.pawns[c], &o.pawns[c^1]
	if j.meet(theirs, &j.ahead[c][at]) == 0 {
		o.passed[c]++
		j.passedScore(o, c, at, before)
	}
	opposed := false
	for w := range j.words {
		opposed = opposed || theirs[w&3]&j.ahead[c][at][w&3]&j.file[at][w&3] != 0
	}
	beside := j.meet(own, &j.beside[at])
	supported := o.guarded[c].Has(m.At)
	switch {
	case beside == 0:
		sum.add(weights.Isolated, 1)
		if !opposed {
			sum.add(weights.Exposed, 1)
		}
	case !supported && before != board.NoSquare && o.guarded[c^1].Has(before) && j.behind(own, c, at) == 0:
		sum.add(weights.Backward, 1)
		if !opposed {
			sum.add(weights.Exposed, 1)
		}
	}
	phalanx := false
	for _, df := range [2]int{-1, 1} {
		sq := size.At(size.File(m.At)+df, size.Rank(m.At))
		phalanx = phalanx || sq != board.NoSquare && own.Has(sq)
	}
	if supported {
		sum.add(weights.Supported, 1)
	}
	if phalanx {
		sum.add(weights.Phalanx, 1)
	}
	if supported || phalanx {
		sum.add(weights.Chain, size.RankFrom(c, m.At)-1)
	}
	if j.meet(own, &j.file[at]) > 1 {
		sum.add(weights.Doubled, 1)
	}
	if o.attacks[c^1].Has(m.At) && !o.attacks[c].Has(m.At) {
		sum.add(weights.LoosePawn, 1)
	}
	if before != board.NoSquare && o.board[before&255] == 0 && !o.guarded[c^1].Has(before) && (o.attacks[c].Has(before) || !o.attacks[c^1].Has(before)) {
		targets := 0
		for w := range j.words {
			targets += bits.OnesCount64(j.strike[c][before&255][w&3] & o.all[c^1][w&3] &^ theirs[w&3] &^ o.guarded[c][w&3])
		}
		sum.add(weights.Push, targets)
	}
}

// passedScore adds what a passed pawn is worth: the more the further it has come, and when nobody can stop it.
func (j *judge) passedScore(o *outline, c board.Color, at, before board.Square) {
	size, weights, sum := j.v.Size, &j.weights, &o.sum[c]
	far := max(0, size.RankFrom(c, at)-1) * 5 / max(1, size.Ranks-3)
	square := far * far
	sum.add(weights.Passed, square)
	sum[0] += Score(weights.Late[0] * square * square / 64)
	sum[1] += Score(weights.Late[1] * square * square / 64)
	if before == board.NoSquare {
		return
	}
	open := true
	for w := range j.words {
		open = open && j.ahead[c][at][w&3]&j.file[at][w&3]&(o.attacks[c^1][w&3]|o.all[c^1][w&3]) == 0
	}
	switch {
	case o.board[before&255] != 0:
		sum.add(weights.Stopped, square)
	case open:
		sum.add(weights.Path, square)
	case !o.attacks[c^1].Has(before):
		sum[1] += Score(weights.Passed[1] * square / 3)
	}
	if o.attacks[c].Has(before) {
		sum.add(weights.Led, square)
	}
	for side, sign := range [2]int{-1, 1} { // the king who will be there first
		if king := o.king[c^board.Color(side)]; king != board.NoSquare {
			sum[1] += Score(sign * far * 2 * min(5, size.Distance(king, before)))
		}
	}
}

// chasers counts pawns of the other side that may yet attack a square.
func (j *judge) chasers(pawns *rules.Squares, c board.Color, at board.Square) int {
	n := 0
	for w := range j.words {
		n += bits.OnesCount64(pawns[w&3] & j.ahead[c][at][w&3] & j.beside[at][w&3])
	}
	return n
}

// behind counts pawns beside a square's file that are not before it.
func (j *judge) behind(pawns *rules.Squares, c board.Color, at board.Square) int {
	n := 0
	for w := range j.words {
		n += bits.OnesCount64(pawns[w&3] & j.beside[at][w&3] &^ j.ahead[c][at][w&3])
	}
	return n
}

// step is the square before a pawn.
func (j *judge) step(sq board.Square, c board.Color) board.Square {
	size := j.v.Size
	up := 1
	if c == board.Black {
		up = -1
	}
	return size.At(size.File(sq), size.Rank(sq)+up)
}
