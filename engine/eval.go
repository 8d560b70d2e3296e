package engine

import (
	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// evalContext is the working memory of an evaluation. Arrays of two are by colour.
type evalContext[W rules.Words] struct {
	*boardInfo[W]
	*pawnStructure[W]
	sum   taper // White's score minus Black's
	phase int   // the material left, as part of fullPhase

	pawnCount         [2]int
	pawnsOnColour     [2][2]int           // on dark and on light squares
	pawnCountBonus    [2][classes]taper   // for each piece of a class
	mobilityExcluded  [2]rules.Squares[W] // squares of own pieces, and those that opposing pawns attack
	stronglyProtected [2]rules.Squares[W] // squares where the opponent would lose a piece
	denied            [2]rules.Squares[W] // squares from where the opponent cannot give a safe check
	boundPieces       [2][2]int           // pieces bound to dark and to light squares
	dangers           [2]danger           // to the king of a side
}

// evaluate returns the value of a position for the side to move. half is the number of half-moves
// without progress. table caches what follows from the pawns alone; it may be nil.
func (e *evaluator[W]) evaluate(info *boardInfo[W], turn board.Color, half int, table pawnTable[W]) Score {
	if e.v.Extinction.Wins {
		return givenAway(info, turn)
	}
	ec := evalContext[W]{boardInfo: info, pawnStructure: e.pawnStructure(info, table)}
	e.initContext(&ec)
	e.scorePieces(&ec)
	for c := range board.Color(2) {
		sum := e.pawnScore(&ec, c) + e.tapered.space*taper(info.Attacks[c].Common(&e.enemyHalf[c]))
		if ec.boundPieces[c][0] > 0 && ec.boundPieces[c][1] > 0 {
			sum += e.tapered.pair
		}
		sum += e.tapered.restrict * taper(info.Attacks[c^1].CommonOutside(&info.Attacks[c], &ec.stronglyProtected[c^1]))
		if info.king[c] != board.NoSquare {
			sum += e.kingScore(&ec, c)
		}
		ec.sum += forWhite(sum, c)
	}
	score := e.taperedScore(&ec)
	score += e.mopUp(info, score)
	score = e.scaleToDraw(info, score, half)
	if turn == board.Black {
		score = -score
	}
	score += Score(e.weights.Tempo)
	return max(-mateBound+1, min(mateBound-1, score))
}

// givenAway returns the value of a position for the side to move in games that are won by running
// out of pieces: each piece is a burden, and so is each square of a piece that can be offered.
func givenAway[W rules.Words](info *boardInfo[W], turn board.Color) Score {
	const burden, room = 150, 4 // in centipawns: of a piece more, of a square that one attacks
	us, them := turn&1, turn.Other()&1
	return Score(burden*(info.pieceCount[them]-info.pieceCount[us]) +
		room*(info.Attacks[us].Count()-info.Attacks[them].Count()))
}

// scorePieces adds the value of all pieces but pawns.
func (e *evaluator[W]) scorePieces(ec *evalContext[W]) {
	sum, phase := ec.sum, ec.phase
	for i := range ec.Pieces {
		s := &ec.Pieces[i]
		k, c := s.Piece.Type()&31, s.Piece.Color()&1
		phase += e.phase[k]
		score := e.pieceSquare[c][e.index(k, s.At)]
		if !e.royal[k] {
			score += e.pieceScore(ec, s)
		}
		sum += forWhite(score, c)
	}
	ec.sum, ec.phase = sum, phase
}

// initContext adds the values of the pawns and of pieces off the board, and finds the sets and
// numbers that other terms need.
func (e *evaluator[W]) initContext(ec *evalContext[W]) {
	ec.sum += ec.pawnStructure.sum
	e.scoreHands(ec)
	for c := range 2 {
		ec.pawnCount[c] = ec.Pawns[c].Count()
		ec.pawnsOnColour[c][1] = ec.Pawns[c].Common(&e.light)
		ec.pawnsOnColour[c][0] = ec.pawnCount[c] - ec.pawnsOnColour[c][1]
		for class, weight := range e.weights.Crowd {
			ec.pawnCountBonus[c][class] = pair(weight*(ec.pawnCount[c]-4), 0)
		}
		ec.mobilityExcluded[c] = ec.Guarded[c^1]
		ec.mobilityExcluded[c].Join(&ec.All[c])
		ec.stronglyProtected[c] = ec.Twice[c]
		ec.stronglyProtected[c].Drop(&ec.Twice[c^1])
		ec.stronglyProtected[c].Join(&ec.Guarded[c])
		// A square attacked twice and protected only once, perhaps by the king, is not denied.
		weak := ec.Twice[c^1]
		weak.Drop(&ec.Twice[c])
		ec.denied[c] = ec.Attacks[c]
		ec.denied[c].Drop(&weak)
		ec.denied[c].Join(&ec.All[c^1])
	}
}

// pieceScore returns the value of where a piece stands: its mobility, threats to it, pawns around
// it. The piece is neither a pawn nor a king. pieceScore also adds its danger to the opposing king.
func (e *evaluator[W]) pieceScore(ec *evalContext[W], s *rules.Standing[W]) taper {
	k, c, at := s.Piece.Type()&31, s.Piece.Color()&1, s.At&255
	class, them, terms := e.class[k], s.Piece.Color().Other()&1, &e.tapered
	sum := e.mobility[k][min(s.Reach.Outside(&ec.mobilityExcluded[c]), maxMobility-1)]
	sum += ec.pawnCountBonus[c][class]
	if king := ec.king[them]; king != board.NoSquare {
		e.addDanger(ec, s, king)
	}
	if ec.Attacks[them].Has(s.At) {
		switch {
		case ec.Guarded[them].Has(s.At):
			sum += terms.chased[class]
		case ec.attackedByLesser[them][class].Has(s.At):
			sum += terms.harried[class]
		case !ec.Attacks[c].Has(s.At):
			sum += terms.loose
		case ec.Twice[them].Has(s.At) && !ec.stronglyProtected[c].Has(s.At):
			sum += terms.outnumbered
		}
	}
	sum += e.pawnSupport(ec, s)
	if e.colourBound[k] {
		colour := 0
		if e.light.Has(s.At) {
			colour = 1
		}
		ec.boundPieces[c][colour]++
		sum += terms.same * taper(ec.pawnsOnColour[c][colour])
	}
	if class == 0 {
		if king := ec.king[c]; king != board.NoSquare {
			sum += terms.near * taper(e.steps(king, s.At))
		}
		ahead := e.nextSquare[c][at]
		if ahead != board.NoSquare && (ec.Pawns[c].Has(ahead) || ec.Pawns[them].Has(ahead)) {
			sum += terms.behind
		}
	}
	if e.rebirthSquares != nil {
		if home := e.rebirthSquares[c][k][at]; home == board.NoSquare || ec.board[home&255] != 0 {
			loss := int(e.value[k][0]) * e.weights.Home / 100
			sum -= pair(loss, loss)
		}
	}
	return sum
}

// pawnSupport returns the value of open files and outposts for a piece.
func (e *evaluator[W]) pawnSupport(ec *evalContext[W], s *rules.Standing[W]) taper {
	k, c := s.Piece.Type()&31, s.Piece.Color()&1
	switch {
	case e.ridesFiles[k] && ec.halfOpen[c].Has(s.At):
		if ec.halfOpen[c^1].Has(s.At) {
			return e.tapered.openFile
		}
		return e.tapered.halfOpen
	case e.class[k] == 0 && ec.outposts[c].Has(s.At):
		return e.tapered.outpost
	}
	return 0
}

// scoreHands adds the value of pieces in hand, on imaginary squares, and awaiting rebirth.
func (e *evaluator[W]) scoreHands(ec *evalContext[W]) {
	for c := range board.Color(2) {
		for i, k := range e.handType {
			n := ec.Hand[c][i]
			if k == 0 || n == 0 || ec.Gates[c] == 0 {
				continue
			}
			value := int(e.handValue[i])*n + e.weights.Gate*min(ec.Gates[c], 6)
			ec.sum += forWhite(pair(value, value), c)
			ec.phase += e.phase[k]
		}
	}
	for _, h := range ec.Held {
		k := h.Piece.Type() & 31
		value := int(e.value[k][0]) * e.weights.Drop / 100 * h.Count
		ec.sum += forWhite(pair(value, value), h.Piece.Color())
		ec.phase += e.phase[k] * h.Count
	}
	for _, pc := range ec.Waiting {
		if pc == 0 {
			continue
		}
		k := pc.Type() & 31
		value := e.value[k]
		ec.sum += forWhite(pair(int(value[0])*e.weights.Hand/100, int(value[1])*e.weights.Hand/100), pc.Color())
		ec.phase += e.phase[k]
	}
	e.eachAwaitingRebirth(ec.boardInfo, func(_ rules.Piece, value Score) {
		ec.sum += pair(int(value), int(value))
	})
}

// taperedScore blends the scores of the two phases, and returns White's score. An advantage in the
// endgame counts less the likelier the game is drawn all the same: with few pawns, or with pieces
// bound to opposite colours.
func (e *evaluator[W]) taperedScore(ec *evalContext[W]) Score {
	early, late := ec.sum.early(), ec.sum.late()
	w := &e.weights
	complexity := w.Complex[0]*(ec.passed[0].Count()+ec.passed[1].Count()) +
		w.Complex[1]*(ec.pawnCount[0]+ec.pawnCount[1]) + w.Complex[3]
	if e.pawnsOnBothWings(ec) {
		complexity += w.Complex[2]
	}
	ahead := 0
	if late < 0 {
		ahead = 1
		late = min(0, late-complexity)
	} else if late > 0 {
		late = max(0, late+complexity)
	}
	if !e.v.Aftermath.Active {
		scale := min(64, w.Scale[0]+w.Scale[1]*ec.pawnCount[ahead])
		opposite := ec.boundPieces[0][0]+ec.boundPieces[1][0] == 1 && ec.boundPieces[0][1]+ec.boundPieces[1][1] == 1
		if ec.nonPawns[0] == 1 && ec.nonPawns[1] == 1 && opposite {
			scale = min(scale, w.Scale[2])
		}
		late = late * scale / 64
	}
	phase := min(ec.phase, e.fullPhase)
	return Score((early*phase + late*(e.fullPhase-phase)) / e.fullPhase)
}

// pawnsOnBothWings reports whether there are pawns on both sides of the middle.
func (e *evaluator[W]) pawnsOnBothWings(ec *evalContext[W]) bool {
	var on [2]bool
	for n := range on {
		on[n] = ec.Pawns[0].Common(&e.wing[n])+ec.Pawns[1].Common(&e.wing[n]) > 0
	}
	return on[0] && on[1]
}

// chasesKing reports whether one side has nothing but its king, and the other a piece besides pawns. It
// takes mopUp to mate there; networks differ in how they do, since few games of theirs come so far.
func (e *evaluator[W]) chasesKing(info *boardInfo[W]) bool {
	return info.pieceCount[0] == 0 && info.nonPawns[1] > 0 || info.pieceCount[1] == 0 && info.nonPawns[0] > 0
}

// mopUp returns a bonus for driving a lone king to the edge and for approaching it, which leads to
// mate.
func (e *evaluator[W]) mopUp(info *boardInfo[W], score Score) Score {
	if !e.chasesKing(info) {
		return 0
	}
	weak := board.White
	if score > 0 {
		weak = board.Black
	}
	lone, hunter := info.king[weak], info.king[weak.Other()]
	if info.pieceCount[weak] != 0 || lone == board.NoSquare || hunter == board.NoSquare {
		return 0
	}
	size := e.v.Size
	gain := Score(200 - 14*centrality(size, lone) + 12*(14-e.steps(lone, hunter)))
	if weak == board.White {
		return -gain
	}
	return gain
}

// scaleToDraw scales a score towards a draw: without pawns and with less than a rook more, and
// while no progress is made.
func (e *evaluator[W]) scaleToDraw(info *boardInfo[W], score Score, half int) Score {
	strong := board.White
	if score < 0 {
		strong = board.Black
	}
	if !e.v.Aftermath.Active && info.pieceCount[strong] == info.nonPawns[strong] && info.pieceCount[strong] > 0 {
		lead := info.material
		if strong == board.Black {
			lead = -lead
		}
		if lead < 450 {
			score /= 4
		}
	}
	if half > 20 {
		score = score * Score(max(40, 220-half)) / 200
	}
	return score
}

// Evaluate returns the hand-made evaluation of a position for the side to move, without a search.
// Networks learn from it; Engine.Evaluate is what the player thinks.
func Evaluate(p kirke.Position) Score {
	switch p.Rules().(type) {
	case rules.Surveyor[[1]uint64]:
		return evaluate[[1]uint64](p)
	case rules.Surveyor[[2]uint64]:
		return evaluate[[2]uint64](p)
	}
	return evaluate[[4]uint64](p)
}

func evaluate[W rules.Words](p kirke.Position) Score {
	e := evaluatorOf[W](p.Rules().Variant())
	var info boardInfo[W]
	e.readPosition(p.Rules().(rules.Surveyor[W]), &info)
	half, _ := p.Clock()
	return e.evaluate(&info, p.Turn(), half, nil)
}
