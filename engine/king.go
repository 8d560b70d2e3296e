package engine

import (
	"math/bits"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// danger is what threatens a king.
type danger struct {
	attackers, hits int
	weight, checks  int
	heavy           bool
}

// endanger adds what a man does to the other side's king on a square.
func (j *judge[W]) endanger(o *outline[W], m *rules.Standing[W], king board.Square) {
	k, us, them := m.Man.Kind()&31, m.Man.Color()&1, m.Man.Color().Other()&1
	class, d := j.class[k], &o.dangers[them]
	if hits := j.meet(&m.Reach, &j.zone[them][king]); hits > 0 {
		d.attackers++
		d.hits += hits
		d.weight += j.weights.Attacker[class]
		d.heavy = d.heavy || class == classes-1
	}
	safe, unsafe := 0, 0
	for w := range width[W]() {
		checks := m.Reach.Words[w] & o.Checks[them][k].Words[w] &^ o.All[us].Words[w]
		if checks == 0 {
			continue
		}
		safe += bits.OnesCount64(checks &^ o.held[them].Words[w])
		unsafe += bits.OnesCount64(checks & o.held[them].Words[w])
	}
	if safe > 0 {
		d.checks += j.weights.Check[class]
		if safe > 1 {
			d.checks += j.weights.Again
		}
	} else if unsafe > 0 {
		d.checks += j.weights.Unsafe
	}
}

// kingScore returns what a king's pawns and attackers make of its square.
func (j *judge[W]) kingScore(o *outline[W], c board.Color) taper {
	king := o.king[c] & 255
	weights, d := &j.weights, &o.dangers[c]
	shelter := j.shelter(&o.Pawns, c, king)
	sum := pair(int(shelter)+weights.Rights*o.Rooks[c], 0)
	weak, assault, defence := 0, 0, 0
	for w := range width[W]() {
		attacks := o.Attacks[c^1].Words[w]
		weak += bits.OnesCount64(j.zone[c][king].Words[w] & attacks &^ o.Twice[c].Words[w])
		camp := j.camp[c][king].Words[w]
		assault += bits.OnesCount64(camp&attacks) + bits.OnesCount64(camp&o.Twice[c^1].Words[w])
		defence += bits.OnesCount64(camp & o.Attacks[c].Words[w])
	}
	n := d.attackers*d.weight + weights.Attack*d.hits + weights.Weak*weak + d.checks + weights.Flank*assault*assault/8 - weights.Defence*defence -
		weights.Bare*int(shelter)/8
	if !d.heavy {
		n -= weights.Calm
	}
	if n > 0 {
		sum -= pair(min(n*n/4096, 1200), min(n/16, 400))
	}
	return sum
}

// shelter returns what the pawns about a king make of its square in the middlegame.
func (j *judge[W]) shelter(pawns *[2]rules.Squares[W], c board.Color, king board.Square) Score {
	size, w := j.v.Size, &j.weights
	n := w.Shield * min(j.meet(&pawns[c], &j.zone[c][king]), 3)
	if j.meet(&pawns[c], &j.file[king]) == 0 {
		n += w.Open
	}
	for _, df := range [2]int{-1, 1} {
		if sq := size.At(size.File(king)+df, size.Rank(king)); sq != board.NoSquare && j.meet(&pawns[c], &j.file[sq&255]) == 0 {
			n += w.Draught
		}
	}
	for i := range width[W]() {
		n += w.Storm * bits.OnesCount64(pawns[c^1].Words[i]&j.ahead[c][king].Words[i]&j.front[c][king].Words[i])
	}
	return Score(n)
}
