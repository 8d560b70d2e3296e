package engine

import (
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
	if hits := m.Reach.Common(&j.zone[them][king]); hits > 0 {
		d.attackers++
		d.hits += hits
		d.weight += j.weights.Attacker[class]
		d.heavy = d.heavy || class == classes-1
	}
	switch safe := m.Reach.CommonOutside(&o.Checks[them][k], &o.held[them]); {
	case safe > 1:
		d.checks += j.weights.Check[class] + j.weights.Again
	case safe == 1:
		d.checks += j.weights.Check[class]
	case m.Reach.CommonOutside(&o.Checks[them][k], &o.All[us]) > 0:
		d.checks += j.weights.Unsafe
	}
}

// kingScore returns what a king's pawns and attackers make of its square.
func (j *judge[W]) kingScore(o *outline[W], c board.Color) taper {
	king := o.king[c] & 255
	weights, d := &j.weights, &o.dangers[c]
	if o.sheltered[c] != king {
		o.sheltered[c], o.shelter[c] = king, j.shelterOf(&o.Pawns, c, king)
	}
	shelter := o.shelter[c]
	sum := pair(int(shelter)+weights.Rights*o.Rooks[c], 0)
	camp := &j.camp[c][king]
	weak := j.zone[c][king].CommonOutside(&o.Attacks[c^1], &o.Twice[c])
	assault := camp.Common(&o.Attacks[c^1]) + camp.Common(&o.Twice[c^1])
	defence := camp.Common(&o.Attacks[c])
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

// shelterOf returns what the pawns about a king make of its square in the middlegame.
func (j *judge[W]) shelterOf(pawns *[2]rules.Squares[W], c board.Color, king board.Square) Score {
	size, w := j.v.Size, &j.weights
	n := w.Shield * min(pawns[c].Common(&j.zone[c][king]), 3)
	if pawns[c].Common(&j.file[king]) == 0 {
		n += w.Open
	}
	for _, df := range [2]int{-1, 1} {
		if sq := size.At(size.File(king)+df, size.Rank(king)); sq != board.NoSquare && pawns[c].Common(&j.file[sq&255]) == 0 {
			n += w.Draught
		}
	}
	return Score(n + w.Storm*pawns[c^1].Common(&j.front[c][king]))
}
