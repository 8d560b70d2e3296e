package engine

import (
	"math"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// evaluator evaluates the positions of one variant. It has the weights, and tables that follow from
// the variant's board and pieces. It does not change.
type evaluator[W rules.Words] struct {
	*pieceValues
	*betweenTable[W]
	weights Weights
	tapered taperedWeights

	// By piece type.
	pawn        [maxTypes]bool // it goes forward only, unlike a reverse pawn
	royal       [maxTypes]bool
	minor       [maxTypes]bool // it moves as a knight or a bishop
	class       [maxTypes]int  // of its value, see classes
	colourBound [maxTypes]bool // it stays on squares of one colour
	ridesFiles  [maxTypes]bool
	phase       [maxTypes]int                // its part of the middlegame
	mobility    [maxTypes][maxMobility]taper // by the number of squares it can go to
	pawnType    rules.PieceType
	pieceSquare [2][]taper // by colour and index: the value of a piece on a square

	// Sets of squares, by the colour of a side or of a piece, and its square.
	kingZone      [2][]rules.Squares[W] // around a king
	kingFlank     [2][]rules.Squares[W] // near a king, on its side's half of the board
	stormZone     [2][]rules.Squares[W] // up to four ranks before a king, on its file and the adjacent files
	pawnAttacks   [2][]rules.Squares[W] // attacked by a pawn
	pushAttacks   [2][]rules.Squares[W] // attacked by a pawn after its next step
	fileAhead     [2][]rules.Squares[W] // before a pawn on its file
	chaserMask    [2][]rules.Squares[W] // before a piece on adjacent files, from where pawns may come to attack it
	passedMask    [2][]rules.Squares[W] // fileAhead and chaserMask
	nextSquare    [2][]board.Square     // the square before a pawn
	file          []rules.Squares[W]
	adjacentFiles []rules.Squares[W]
	enemyHalf     [2]rules.Squares[W] // the opponent's half of the board
	wing          [2]rules.Squares[W] // the files left and right of the middle
	light         rules.Squares[W]    // the squares of one colour

	fullPhase int                // of the starting position, both sides with hands
	fullCount int                // likewise, pieces and pawns without kings
	handType  [2]rules.PieceType // the types of pieces in hand
	handValue [2]Score

	// By colour, type and square of a captured piece, where it is reborn. nil if that depends on
	// more.
	rebirthSquares *[2][maxTypes][]board.Square
}

// maxMobility bounds the number of squares that count for mobility.
const maxMobility = 64

// classes is the number of classes of pieces by value: minor pieces, rooks, and pieces worth more.
const classes = 3

// classLimit is the highest value of a class. The last class has none.
var classLimit = [classes - 1]Score{450, 700}

// index returns the index of a piece type on a square.
func (e *evaluator[W]) index(k rules.PieceType, at board.Square) int { return int(k)*e.area + int(at) }

// evaluatorOf returns the evaluator of a variant with its fitted weights. Positions of equal
// variants share it.
func evaluatorOf[W rules.Words](v *rules.Variant) *evaluator[W] {
	return compiled(v, func(v *rules.Variant) *evaluator[W] { return newEvaluator[W](v, WeightsFor(v)) })
}

// newEvaluator returns an evaluator of a variant.
func newEvaluator[W rules.Words](v *rules.Variant, w Weights) *evaluator[W] {
	pv := pieceValuesOf(v).withWeights(&w)
	e := &evaluator[W]{
		pieceValues: pv, betweenTable: betweenTableOf[W](v), weights: w, tapered: newTaperedWeights(&w),
	}
	places := (len(v.Army) + 1) * pv.area
	e.pieceSquare = [2][]taper{make([]taper, places), make([]taper, places)}
	for i := range v.Army {
		e.initType(rules.PieceType(i+1), &v.Army[i])
	}
	e.initSquareSets()
	e.initHands()
	e.initRebirthSquares()
	return e
}

// initType fills the tables of a piece type.
func (e *evaluator[W]) initType(k rules.PieceType, t *piece.Type) {
	e.pawn[k], e.royal[k] = t.Pawn && !t.Backwards, t.Royal
	e.minor[k] = t.Betza == piece.Knight.Betza || t.Betza == piece.Bishop.Betza
	if t.Pawn && e.pawnType == 0 {
		e.pawnType = k
	}
	for e.class[k] < classes-1 && e.value[k][0] > classLimit[e.class[k]] {
		e.class[k]++
	}
	if !t.Pawn && !t.Royal {
		e.phase[k] = int(e.value[k][0]) / 100
		e.initMovement(k, t)
		e.initMobility(k)
	}
	for sq := range e.area {
		white := board.Square(sq)
		e.pieceSquare[0][e.index(k, white)] = e.pieceSquareValue(k, white)
		e.pieceSquare[1][e.index(k, white)] = e.pieceSquareValue(k, e.v.Size.Mirror(white))
	}
}

// initMobility fills the mobility of a piece type. One square more counts less for a piece that has
// many.
func (e *evaluator[W]) initMobility(k rules.PieceType) {
	mean, w := e.meanReach[k], &e.weights.Mobility
	for n := range maxMobility {
		gain := (math.Sqrt(float64(n)+0.5) - math.Sqrt(mean*0.75+0.5)) * 2 * math.Sqrt(mean)
		gain /= math.Sqrt(max(1, mean/7))
		e.mobility[k][n] = pair(int(math.Round(gain*float64(w[0]))), int(math.Round(gain*float64(w[1]))))
	}
}

// initMovement finds out whether a piece type is bound to a colour, and whether it rides along
// files.
func (e *evaluator[W]) initMovement(k rules.PieceType, t *piece.Type) {
	paths, err := piece.Parse(t.Betza)
	if err != nil {
		return
	}
	size := e.v.Size
	e.colourBound[k] = true
	var buf []board.Square
	for sq := range e.area {
		from := board.Square(sq)
		for _, p := range paths {
			way, ok := p.From(size, board.White, from, buf)
			if !ok {
				continue
			}
			to := way[len(way)-1]
			df, dr := size.File(to)-size.File(from), size.Rank(to)-size.Rank(from)
			if (df+dr)&1 != 0 {
				e.colourBound[k] = false
			}
			if df == 0 && dr == 3 && len(way) == 3 {
				e.ridesFiles[k] = true
			}
		}
	}
}

// pieceSquareValue returns the value of a white piece on a square, apart from the other pieces.
func (e *evaluator[W]) pieceSquareValue(k rules.PieceType, sq board.Square) taper {
	size, w := e.v.Size, &e.weights
	switch rank := size.Rank(sq); {
	case e.pawn[k]:
		middle := max(0, size.Files/2-2-distanceFromMiddleFile(size, sq))
		return pair(w.Pawn[0]+(rank-1)*w.Advance[0]+middle*min(rank-1, 3)*w.Centre, w.Pawn[1]+(rank-1)*w.Advance[1])
	case e.royal[k]:
		early := w.Wander * min(rank, 3)
		if far := distanceFromMiddleFile(size, sq); far > 0 {
			early += w.Castled[min(far, 2)-1]
		}
		return pair(early, w.Active*centrality(size, sq))
	default:
		class, reach := e.class[k], e.squareBonus[k][sq]
		early := int(e.value[k][0]) + int(reach[0])*w.Square[0]/100
		late := int(e.value[k][1]) + int(reach[1])*w.Square[1]/100
		return pair(early, late) + times(w.Central[class], centrality(size, sq)) +
			times(w.Forward[class], rank)
	}
}

// initSquareSets fills the sets of squares.
func (e *evaluator[W]) initSquareSets() {
	size := e.v.Size
	e.file, e.adjacentFiles = make([]rules.Squares[W], e.area), make([]rules.Squares[W], e.area)
	for c := range 2 {
		for _, sets := range []*[]rules.Squares[W]{
			&e.kingZone[c], &e.kingFlank[c], &e.stormZone[c], &e.pawnAttacks[c], &e.pushAttacks[c],
			&e.fileAhead[c], &e.chaserMask[c], &e.passedMask[c],
		} {
			*sets = make([]rules.Squares[W], e.area)
		}
		e.nextSquare[c] = make([]board.Square, e.area)
	}
	for i := range e.area {
		sq := board.Square(i)
		file, rank := size.File(sq), size.Rank(sq)
		e.nextSquare[0][sq], e.nextSquare[1][sq] = size.At(file, rank+1), size.At(file, rank-1)
		if (file+rank)&1 != 0 {
			e.light.Add(sq)
		}
		switch {
		case file < size.Files/2:
			e.wing[0].Add(sq)
		case file >= size.Files-size.Files/2:
			e.wing[1].Add(sq)
		}
		for c := range board.Color(2) {
			if size.RankFrom(c, sq) >= size.Ranks-size.Ranks/2 {
				e.enemyHalf[c].Add(sq)
			}
		}
		for to := range e.area {
			e.addToSets(sq, board.Square(to))
		}
	}
}

// addToSets adds a square to the sets of another.
func (e *evaluator[W]) addToSets(of, sq board.Square) {
	size := e.v.Size
	df, dr := size.File(sq)-size.File(of), size.Rank(sq)-size.Rank(of)
	far := max(df, -df)
	switch far {
	case 0:
		e.file[of].Add(sq)
	case 1:
		e.adjacentFiles[of].Add(sq)
	}
	for c, up := range [2]int{1, -1} {
		ahead := dr * up
		add := func(sets *[2][]rules.Squares[W], in bool) {
			if in {
				sets[c][of].Add(sq)
			}
		}
		add(&e.kingZone, far <= 1 && ahead >= -1 && ahead <= 2)
		add(&e.kingFlank, far <= 2 && size.RankFrom(board.Color(c), sq) <= size.Ranks/2)
		add(&e.stormZone, far <= 1 && ahead > 0 && ahead <= 4)
		add(&e.pawnAttacks, far == 1 && ahead == 1)
		add(&e.pushAttacks, far == 1 && ahead == 2)
		add(&e.fileAhead, far == 0 && ahead > 0)
		add(&e.chaserMask, far == 1 && ahead > 0)
		add(&e.passedMask, far <= 1 && ahead > 0)
	}
}

// initHands finds the values of pieces in hand, and the phase of the starting position.
func (e *evaluator[W]) initHands() {
	for i, letter := range []byte(e.v.Gating.Hand) {
		if k := e.v.TypeOf(letter); i < len(e.handValue) {
			e.handValue[i], e.handType[i] = e.value[k][0]*Score(e.weights.Hand)/100, k
			e.fullPhase += 2 * e.phase[k]
			e.fullCount += 2
		}
	}
	pieces, err := e.v.ParsePlacement(e.v.Start.Placement)
	if err != nil {
		return
	}
	for _, pc := range pieces {
		if pc != 0 {
			e.fullPhase += e.phase[pc.Type()]
		}
		if pc != 0 && !e.royal[pc.Type()] {
			e.fullCount++
		}
	}
	e.fullPhase = max(e.fullPhase, 1)
}

// initRebirthSquares finds the rebirth squares, if they follow from the piece and the square of its
// capture.
func (e *evaluator[W]) initRebirthSquares() {
	a := &e.v.Aftermath
	if !a.Active || a.Reborn != rules.CapturedReborn && a.Reborn != rules.BothReborn ||
		a.Where != rules.AtHome || a.OtherPiece || a.As != rules.AsItself {
		return
	}
	born, err := rules.HomesOf(e.v)
	if err != nil {
		return
	}
	e.rebirthSquares = new([2][maxTypes][]board.Square)
	for c := range board.Color(2) {
		on := c
		if a.OpponentHome {
			on = c.Other()
		}
		for i := range e.v.Army {
			k := rules.PieceType(i + 1)
			e.rebirthSquares[c][k] = make([]board.Square, e.area)
			for sq := range e.area {
				e.rebirthSquares[c][k][sq] = board.NoSquare
				if !e.royal[k] {
					e.rebirthSquares[c][k][sq] = born.Home(k, on, board.Square(sq))
				}
			}
		}
	}
}
