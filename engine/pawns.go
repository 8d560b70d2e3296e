package engine

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// structure is what pawns are worth where they stand and make of each other, wherever the other men stand. Arrays are by colour.
type structure[W rules.Words] struct {
	key       uint64 // of the pawns
	sum       taper  // White's score over Black's
	passed    [2]rules.Squares[W]
	halfOpen  [2]rules.Squares[W] // files without own pawns
	outposts  [2]rules.Squares[W] // squares of the other half that own pawns guard, and from where no pawn of the other side can chase a man away
	sheltered [2]board.Square     // where shelter is known of a king; NoSquare for none
	shelter   [2]Score
}

// structures remember what was found about pawns, in a power of two of places.
type structures[W rules.Words] []structure[W]

const manyStructures = 1 << 12

// structure returns what the pawns of a position make of each other.
func (j *judge[W]) structure(v *view[W], memory structures[W]) *structure[W] {
	if len(memory) == 0 {
		memory = make(structures[W], 1)
	}
	s := &memory[v.pawnKey&uint64(len(memory)-1)]
	if s.key != v.pawnKey {
		*s = structure[W]{key: v.pawnKey, sheltered: [2]board.Square{board.NoSquare, board.NoSquare}}
		for file := range j.v.Size.Files {
			squares := &j.file[file]
			for c := range 2 {
				if v.Pawns[c].Common(squares) == 0 {
					s.halfOpen[c].Join(squares)
				}
			}
		}
		for c := range board.Color(2) {
			s.outposts[c] = v.Guarded[c]
			s.outposts[c].Keep(&j.half[c])
			for at := range s.outposts[c].Each {
				if v.Pawns[c^1].Common(&j.chasers[c][at]) != 0 {
					s.outposts[c].Remove(at)
				}
			}
			for at := range v.Pawns[c].Each {
				s.sum += forWhite(j.worth[c][j.place(j.pawnKind, at)]+j.connect(s, v, c, at), c)
			}
		}
	}
	return s
}

// connect returns what a pawn's neighbours make of it.
func (j *judge[W]) connect(s *structure[W], v *view[W], c board.Color, at board.Square) (sum taper) {
	before := j.next[c][at]
	size, weights := j.v.Size, &j.weights
	own, theirs := v.Pawns[c], v.Pawns[c^1]
	if theirs.Common(&j.ahead[c][at]) == 0 {
		s.passed[c].Add(at)
	}
	opposed := theirs.Common(&j.way[c][at]) > 0
	beside := own
	beside.Keep(&j.beside[at])
	supported := v.Guarded[c].Has(at)
	switch {
	case beside.Count() == 0:
		sum += times(weights.Isolated, 1)
		if !opposed {
			sum += times(weights.Exposed, 1)
		}
	case !supported && before != board.NoSquare && v.Guarded[c^1].Has(before) && beside.Outside(&j.ahead[c][at]) == 0:
		sum += times(weights.Backward, 1)
		if !opposed {
			sum += times(weights.Exposed, 1)
		}
	}
	phalanx := false
	for _, df := range [2]int{-1, 1} {
		sq := size.At(size.File(at)+df, size.Rank(at))
		phalanx = phalanx || sq != board.NoSquare && own.Has(sq)
	}
	if supported {
		sum += times(weights.Supported, 1)
	}
	if phalanx {
		sum += times(weights.Phalanx, 1)
	}
	if supported || phalanx {
		sum += times(weights.Chain, size.RankFrom(c, at)-1)
	}
	if own.Common(&j.file[at]) > 1 {
		sum += times(weights.Doubled, 1)
	}
	return sum
}

// pawnScore returns what the other men make of a side's pawns.
func (j *judge[W]) pawnScore(o *outline[W], c board.Color) (sum taper) {
	sum = j.terms.loosePawn * taper(o.Pawns[c].CommonOutside(&o.Attacks[c^1], &o.Attacks[c]))
	aims := o.All[c^1] // men that are worth attacking with a pawn
	aims.Drop(&o.Pawns[c^1])
	aims.Drop(&o.Guarded[c])
	for at := range o.passed[c].Each {
		sum += j.passedScore(o, c, at)
	}
	for at := range o.Pawns[c].Each {
		if targets := j.push[c][at].Common(&aims); targets > 0 {
			before := j.next[c][at]
			if o.board[before&255] == 0 && !o.Guarded[c^1].Has(before) && (o.Attacks[c].Has(before) || !o.Attacks[c^1].Has(before)) {
				sum += j.terms.push * taper(targets)
			}
		}
	}
	return sum
}

// passedScore returns what a passed pawn is worth: the more the further it has come, and when nobody can stop it.
func (j *judge[W]) passedScore(o *outline[W], c board.Color, at board.Square) taper {
	size, weights := j.v.Size, &j.weights
	far := max(0, size.RankFrom(c, at)-1) * 5 / max(1, size.Ranks-3)
	square := far * far
	sum := times(weights.Passed, square) + pair(weights.Late[0]*square*square/64, weights.Late[1]*square*square/64)
	before := j.next[c][at]
	if before == board.NoSquare {
		return sum
	}
	way := &j.way[c][at]
	open := way.Common(&o.Attacks[c^1])+way.Common(&o.All[c^1]) == 0
	switch {
	case o.board[before&255] != 0:
		sum += times(weights.Stopped, square)
	case open:
		sum += times(weights.Path, square)
	case !o.Attacks[c^1].Has(before):
		sum += pair(0, weights.Passed[1]*square/3)
	}
	if o.Attacks[c].Has(before) {
		sum += times(weights.Led, square)
	}
	for side, sign := range [2]int{-1, 1} { // the king who will be there first
		if king := o.king[c^board.Color(side)]; king != board.NoSquare {
			sum += pair(0, sign*far*2*min(5, j.steps(king, before)))
		}
	}
	return sum
}
