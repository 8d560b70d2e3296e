package engine

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// pawnStructure is what follows from the pawns alone. Arrays of two are by colour.
type pawnStructure[W rules.Words] struct {
	key         uint64 // of the pawns
	sum         taper  // White's score minus Black's
	passed      [2]rules.Squares[W]
	halfOpen    [2]rules.Squares[W] // files without own pawns
	outposts    [2]rules.Squares[W] // on the opponent's half, guarded by a pawn, and safe from opposing pawns
	shelterKing [2]board.Square     // the square of the king that shelter is for, NoSquare for none
	shelter     [2]Score
}

// pawnTable caches pawn structures. Its size is a power of two.
type pawnTable[W rules.Words] []pawnStructure[W]

// pawnTableSize is the size of a thread's table.
const pawnTableSize = 1 << 12

// pawnStructure returns the structure of a position's pawns, from the table if it is there.
func (e *evaluator[W]) pawnStructure(info *boardInfo[W], table pawnTable[W]) *pawnStructure[W] {
	if len(table) == 0 {
		table = make(pawnTable[W], 1)
	}
	s := &table[info.pawnKey&uint64(len(table)-1)]
	if s.key != info.pawnKey {
		*s = pawnStructure[W]{key: info.pawnKey, shelterKing: [2]board.Square{board.NoSquare, board.NoSquare}}
		for file := range e.v.Size.Files {
			squares := &e.file[file]
			for c := range 2 {
				if info.Pawns[c].Common(squares) == 0 {
					s.halfOpen[c].Join(squares)
				}
			}
		}
		for c := range board.Color(2) {
			s.outposts[c] = info.Guarded[c]
			s.outposts[c].Keep(&e.enemyHalf[c])
			for at := range s.outposts[c].Each {
				if info.Pawns[c^1].Common(&e.chaserMask[c][at]) != 0 {
					s.outposts[c].Remove(at)
				}
			}
			for at := range info.Pawns[c].Each {
				s.sum += forWhite(e.pieceSquare[c][e.index(e.pawnType, at)]+e.pawnFormation(s, info, c, at), c)
			}
		}
	}
	return s
}

// pawnFormation returns the value of a pawn's relation to other pawns. It also notes passed pawns.
func (e *evaluator[W]) pawnFormation(s *pawnStructure[W], info *boardInfo[W], c board.Color,
	at board.Square) (sum taper) {
	ahead := e.nextSquare[c][at]
	size, weights := e.v.Size, &e.weights
	own, theirs := info.Pawns[c], info.Pawns[c^1]
	if theirs.Common(&e.passedMask[c][at]) == 0 {
		s.passed[c].Add(at)
	}
	opposed := theirs.Common(&e.fileAhead[c][at]) > 0
	beside := own
	beside.Keep(&e.adjacentFiles[at])
	supported := info.Guarded[c].Has(at)
	switch {
	case beside.Count() == 0:
		sum += times(weights.Isolated, 1)
		if !opposed {
			sum += times(weights.Exposed, 1)
		}
	case !supported && ahead != board.NoSquare && info.Guarded[c^1].Has(ahead) &&
		beside.Outside(&e.passedMask[c][at]) == 0:
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
	if own.Common(&e.file[at]) > 1 {
		sum += times(weights.Doubled, 1)
	}
	return sum
}

// pawnScore returns the value of a side's pawns that depends on other pieces: loose pawns, passed
// pawns, and advances that attack a piece.
func (e *evaluator[W]) pawnScore(ec *evalContext[W], c board.Color) (sum taper) {
	sum = e.tapered.loosePawn * taper(ec.Pawns[c].CommonOutside(&ec.Attacks[c^1], &ec.Attacks[c]))
	aims := ec.All[c^1] // pieces that no pawn attacks yet
	aims.Drop(&ec.Pawns[c^1])
	aims.Drop(&ec.Guarded[c])
	for at := range ec.passed[c].Each {
		sum += e.passedScore(ec, c, at)
	}
	for at := range ec.Pawns[c].Each {
		if targets := e.pushAttacks[c][at].Common(&aims); targets > 0 {
			ahead := e.nextSquare[c][at]
			if ec.board[ahead&255] == 0 && !ec.Guarded[c^1].Has(ahead) &&
				(ec.Attacks[c].Has(ahead) || !ec.Attacks[c^1].Has(ahead)) {
				sum += e.tapered.push * taper(targets)
			}
		}
	}
	return sum
}

// passedScore returns the value of a passed pawn. It grows with its rank, and if nothing can stop
// it.
func (e *evaluator[W]) passedScore(ec *evalContext[W], c board.Color, at board.Square) taper {
	size, weights := e.v.Size, &e.weights
	far := max(0, size.RankFrom(c, at)-1) * 5 / max(1, size.Ranks-3)
	square := far * far
	sum := times(weights.Passed, square) + pair(weights.Late[0]*square*square/64, weights.Late[1]*square*square/64)
	ahead := e.nextSquare[c][at]
	if ahead == board.NoSquare {
		return sum
	}
	path := &e.fileAhead[c][at]
	free := path.Common(&ec.Attacks[c^1])+path.Common(&ec.All[c^1]) == 0
	switch {
	case ec.board[ahead&255] != 0:
		sum += times(weights.Stopped, square)
	case free:
		sum += times(weights.Path, square)
	case !ec.Attacks[c^1].Has(ahead):
		sum += pair(0, weights.Passed[1]*square/3)
	}
	if ec.Attacks[c].Has(ahead) {
		sum += times(weights.Led, square)
	}
	for side, sign := range [2]int{-1, 1} { // in the endgame: the distance of both kings
		if king := ec.king[c^board.Color(side)]; king != board.NoSquare {
			sum += pair(0, sign*far*2*min(5, e.steps(king, ahead)))
		}
	}
	return sum
}
