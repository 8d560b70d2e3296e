package engine

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// danger is what the opponent's pieces threaten a king with.
type danger struct {
	attackers int  // pieces that attack squares of the king zone
	weight    int  // sum of their Attacker weights
	hits      int  // their attacks on these squares
	checks    int  // weights of possible checks
	heavy     bool // a piece of the highest class attacks
}

// addDanger adds the danger of a piece to the opposing king.
func (e *evaluator[W]) addDanger(ec *evalContext[W], s *rules.Standing[W], king board.Square) {
	k, us, them := s.Piece.Type()&31, s.Piece.Color()&1, s.Piece.Color().Other()&1
	class, d := e.class[k], &ec.dangers[them]
	if hits := s.Reach.Common(&e.kingZone[them][king]); hits > 0 {
		d.attackers++
		d.hits += hits
		d.weight += e.weights.Attacker[class]
		d.heavy = d.heavy || class == classes-1
	}
	switch safe := s.Reach.CommonOutside(&ec.Checks[them][k], &ec.denied[them]); {
	case safe > 1:
		d.checks += e.weights.Check[class] + e.weights.Again
	case safe == 1:
		d.checks += e.weights.Check[class]
	case s.Reach.CommonOutside(&ec.Checks[them][k], &ec.All[us]) > 0:
		d.checks += e.weights.Unsafe
	}
}

// kingScore returns the value of a king's safety: its shelter, castling rights, and danger. Danger
// counts by its square in the middlegame.
func (e *evaluator[W]) kingScore(ec *evalContext[W], c board.Color) taper {
	king := ec.king[c] & 255
	weights, d := &e.weights, &ec.dangers[c]
	if ec.shelterKing[c] != king {
		ec.shelterKing[c], ec.shelter[c] = king, e.shelterOf(&ec.Pawns, c, king)
	}
	shelter := ec.shelter[c]
	sum := pair(int(shelter)+weights.Rights*ec.Rooks[c], 0)
	flank := &e.kingFlank[c][king]
	weak := e.kingZone[c][king].CommonOutside(&ec.Attacks[c^1], &ec.Twice[c])
	attacks := flank.Common(&ec.Attacks[c^1]) + flank.Common(&ec.Twice[c^1])
	defence := flank.Common(&ec.Attacks[c])
	n := d.attackers*d.weight + weights.Attack*d.hits + weights.Weak*weak + d.checks +
		weights.Flank*attacks*attacks/8 - weights.Defence*defence - weights.Bare*int(shelter)/8
	if !d.heavy {
		n -= weights.Calm
	}
	if n > 0 {
		sum -= pair(min(n*n/4096, 1200), min(n/16, 400))
	}
	return sum
}

// shelterOf returns the value of the pawns around a king in the middlegame.
func (e *evaluator[W]) shelterOf(pawns *[2]rules.Squares[W], c board.Color, king board.Square) Score {
	size, w := e.v.Size, &e.weights
	n := w.Shield * min(pawns[c].Common(&e.kingZone[c][king]), 3)
	if pawns[c].Common(&e.file[king]) == 0 {
		n += w.Open
	}
	for _, df := range [2]int{-1, 1} {
		beside := size.At(size.File(king)+df, size.Rank(king))
		if beside != board.NoSquare && pawns[c].Common(&e.file[beside&255]) == 0 {
			n += w.Draught
		}
	}
	return Score(n + w.Storm*pawns[c^1].Common(&e.stormZone[c][king]))
}
