package engine

import (
	"math"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// judge evaluates the positions of one game from their surveys. It does not change once it is made.
type judge[W rules.Words] struct {
	*army
	*screens[W]
	weights Weights
	terms   terms

	worth    [2][]taper                // by colour and place: what a man is worth on a square
	moves    [maxKinds][maxCount]taper // by kind and the number of squares it can go to
	zone     [2][]rules.Squares[W]     // the squares about a king, by its colour and square
	front    [2][]rules.Squares[W]     // those up to four ranks before a king, on its file and those beside
	ahead    [2][]rules.Squares[W]     // the squares before a pawn on its file and those beside
	way      [2][]rules.Squares[W]     // the squares before a pawn on its file
	chasers  [2][]rules.Squares[W]     // and those on the files beside, from where pawns of the other side may yet attack it
	next     [2][]board.Square         // the square before another
	pawnKind rules.Kind
	strike   [2][]rules.Squares[W] // the squares that a pawn attacks
	push     [2][]rules.Squares[W] // the squares that a pawn would attack from there
	camp     [2][]rules.Squares[W] // the squares near a king on the nearer ranks of its side
	file     []rules.Squares[W]
	beside   []rules.Squares[W] // the files beside a square's
	pawn     [maxKinds]bool
	royal    [maxKinds]bool
	class    [maxKinds]int
	bound    [maxKinds]bool      // to the squares of one colour
	rides    [maxKinds]bool      // along files
	light    rules.Squares[W]    // the squares of one colour
	half     [2]rules.Squares[W] // the other half of the board, by colour
	wing     [2]rules.Squares[W] // the files left and right of the middle
	phase    [maxKinds]int       // how much of the middlegame a man makes
	full     int                 // of the array, both sides and hands
	hand     [2]Score            // what the men of the hand are worth, in the order of Entry.Hand
	unit     [2]rules.Kind
	homes    *[2][maxKinds][]board.Square // where a captured man is reborn; nil where that is never known beforehand
}

// maxCount bounds the squares that are told apart in mobility.
const maxCount = 64

// place numbers the kinds of men on all squares.
func (j *judge[W]) place(k rules.Kind, at board.Square) int { return int(k)*j.area + int(at) }

// Weights are the constants of the evaluation that are fitted, in centipawns or hundredths. Those with two values are for the
// middlegame and the endgame.
type Weights struct {
	Square      [2]int          // for what a man reaches from its square, in hundredths of what that makes of its value
	Mobility    [2]int          // for the squares it can go to now, against the average
	Central     [classes][2]int // for how far a man of a class stands from the edge
	Forward     [classes][2]int // for each rank it has gone
	Crowd       [classes]int    // for a man of a class and each own pawn beyond four
	Attacker    [classes]int    // danger to a king, by the class of each man that attacks squares about it, times their number
	Attack      int             // danger for each attack on those squares
	Weak        int             // for each of them that only the king protects
	Flank       int             // danger for each attack on the own half of the board near the king, by the square of their number, in eighths
	Defence     int             // taken from the danger for each square there that is protected
	Bare        int             // danger for a king whose shelter is so many centipawns poor, in eighths
	Unsafe      int             // danger for each man that could give check on a square that is protected
	Again       int             // danger for a class of men that could give a safe check on several squares
	Check       [classes]int    // for a class of men that could give check on a square that is not protected
	Calm        int             // taken from the danger when no man worth as much as a queen attacks
	Shield      int             // for a pawn before the own king
	Open        int             // for a king without an own pawn on its file
	Passed      [2]int          // for a passed pawn, by the square of how far it has come
	Late        [2]int          // and by the fourth power, in 64ths
	Path        [2]int          // for one whose way is not attacked, by that square
	Stopped     [2]int          // for one before which somebody stands, by that square
	Led         [2]int          // for one whose next square is protected, by that square
	Isolated    [2]int
	Doubled     [2]int
	Supported   [2]int
	Chased      [classes][2]int // for a man of a class that a pawn attacks
	Harried     [classes][2]int // for a man of a class that one of less value attacks
	Loose       [2]int          // for a man attacked and not protected
	Outnumbered [2]int          // for a man attacked twice and not protected by a pawn or twice
	LoosePawn   [2]int          // for a pawn attacked and not protected
	Restrict    [2]int          // for each square that the other side attacks, not well, and the own side too
	Push        [2]int          // for a pawn that may safely go on and attack a man then
	Space       int             // for a square of the other half that is attacked
	Hand        int             // what a man in hand is worth, in hundredths of its value on the board
	Gate        int             // for each square that still gates while there are men in hand
	Home        int             // for a man whose home is blocked, in hundredths of its value
	Tempo       int
	Men         [8]int // what men are worth, in hundredths of what their movement says, in the order of menOrder
	Pawn        [2]int // a pawn's value
	Advance     [2]int // for each rank a pawn has gone
	Centre      int    // for pawns on the middle files
	Castled     [2]int // for a king in the middlegame one file from the middle ones, and two or more
	Wander      int    // for each rank that it has gone then, up to three
	Rights      int    // for each rook that it may castle with
	Draught     int    // for each file beside the king's without an own pawn
	Storm       int    // for each pawn of the other side near the king on those files
	Pair        [2]int // for men bound to the squares of one colour, on both colours
	OpenFile    [2]int // for a man that moves along files on one without pawns
	HalfOpen    [2]int // and on one without own pawns
	Outpost     [2]int // for a minor man that a pawn guards, where no pawn of the other side can chase it away
	Phalanx     [2]int // for a pawn beside another
	Chain       [2]int // for one beside or guarded by another, by each rank it has gone
	Exposed     [2]int // for one isolated or left behind on a file without a pawn of the other side
	Same        [2]int // for a man bound to one colour and each own pawn there
	Near        [2]int // for each step that a minor man is away from its king
	Behind      [2]int // for a minor man right behind a pawn
	Complex     [4]int // for the side ahead in the endgame: for each passed pawn, each pawn, pawns on both wings; always
	Scale       [3]int // of an endgame in 64ths: without pawns of the side ahead, for each of them, and at most with bishops of opposite colours
	Backward    [2]int // for one that cannot be guarded by another and would be taken if it went on
	Active      int    // for the king's distance from the edge in the endgame
}

// DefaultWeights are the weights for chess and what is near to it: fitted to 24 000 positions of games of chess that Fairy-Stockfish (its
// evaluation by hand) played against itself with 2 000 positions a move, and to what it thought of them.
func DefaultWeights() Weights {
	return Weights{Square: [2]int{7, 14}, Mobility: [2]int{5, 7}, Central: [3][2]int{{2, 2}, {6, 0}, {0, 1}}, Forward: [3][2]int{{1, 1}, {4, 1}, {-3, 6}}, Crowd: [3]int{2, 0, -3}, Attacker: [3]int{42, 17, 10}, Attack: 34, Weak: 44, Flank: 2, Defence: 5, Bare: 8, Unsafe: 59, Again: 99, Check: [3]int{344, 274, 265}, Calm: 125, Shield: 21, Open: -19, Passed: [2]int{3, 8}, Late: [2]int{4, 3}, Path: [2]int{1, 6}, Stopped: [2]int{-1, -4}, Led: [2]int{1, 3}, Isolated: [2]int{-8, -12}, Doubled: [2]int{-5, -9}, Supported: [2]int{9, 9}, Chased: [3][2]int{{-72, -50}, {-81, -50}, {-75, -51}}, Harried: [3][2]int{{0, 0}, {-57, -29}, {-72, -32}}, Loose: [2]int{-39, -31}, Outnumbered: [2]int{-16, -10}, LoosePawn: [2]int{-13, -19}, Restrict: [2]int{3, 2}, Push: [2]int{21, 14}, Space: 1, Hand: 86, Gate: 12, Home: 4, Tempo: 24, Men: [8]int{145, 127, 127, 142, 120, 108, 90, 100}, Pawn: [2]int{94, 117}, Advance: [2]int{0, 3}, Centre: 7, Castled: [2]int{11, 72}, Wander: -35, Rights: 14, Draught: -9, Storm: -8, Pair: [2]int{25, 49}, OpenFile: [2]int{19, 8}, HalfOpen: [2]int{11, 7}, Outpost: [2]int{14, 8}, Phalanx: [2]int{9, 5}, Chain: [2]int{0, 1}, Exposed: [2]int{-7, -8}, Same: [2]int{-2, -4}, Near: [2]int{-3, -3}, Behind: [2]int{8, 2}, Complex: [4]int{6, 6, 11, -41}, Scale: [3]int{17, 16, 17}, Backward: [2]int{-9, -9}, Active: 18}
}

// newJudge makes a judge for a variant.
func newJudge[W rules.Words](v *rules.Variant, w Weights) *judge[W] {
	a := armyOf(v).worth(&w)
	j := &judge[W]{army: a, screens: screensOf[W](v), weights: w, terms: newTerms(&w)}
	size := v.Size
	places := (len(v.Army) + 1) * a.area
	j.worth = [2][]taper{make([]taper, places), make([]taper, places)}
	for i := range v.Army {
		k := rules.Kind(i + 1)
		t := &v.Army[i]
		j.pawn[k], j.royal[k] = t.Pawn, t.Royal
		if t.Pawn && j.pawnKind == 0 {
			j.pawnKind = k
		}
		for j.class[k] < classes-1 && a.value[k][0] > classMost[j.class[k]] {
			j.class[k]++
		}
		if !t.Pawn && !t.Royal {
			j.phase[k] = int(a.value[k][0]) / 100
		}
		j.readMovement(k, t)
		for n := range maxCount {
			if t.Pawn || t.Royal {
				break
			}
			// A square more means less to a man that has many.
			gain := (math.Sqrt(float64(n)+0.5) - math.Sqrt(a.mean[k]*0.75+0.5)) * 2 * math.Sqrt(a.mean[k])
			gain /= math.Sqrt(max(1, a.mean[k]/7))
			j.moves[k][n] = pair(int(math.Round(gain*float64(w.Mobility[0]))), int(math.Round(gain*float64(w.Mobility[1]))))
		}
		for c := range board.Color(2) {
			for sq := range a.area {
				from := board.Square(sq)
				if c == board.Black {
					from = size.Mirror(from)
				}
				j.worth[c][j.place(k, board.Square(sq))] = j.standing(k, from)
			}
		}
	}
	j.readBoard()
	j.readHands()
	j.readHomes()
	return j
}

// readMovement finds out where a man may get to.
func (j *judge[W]) readMovement(k rules.Kind, t *piece.Type) {
	paths, err := piece.Parse(t.Betza)
	if err != nil || t.Pawn || t.Royal {
		return
	}
	size := j.v.Size
	j.bound[k] = true
	var buf []board.Square
	for sq := range j.area {
		from := board.Square(sq)
		for _, p := range paths {
			way, ok := p.From(size, board.White, from, buf)
			if !ok {
				continue
			}
			to := way[len(way)-1]
			df, dr := size.File(to)-size.File(from), size.Rank(to)-size.Rank(from)
			if (df+dr)&1 != 0 {
				j.bound[k] = false
			}
			if df == 0 && dr == 3 && len(way) == 3 {
				j.rides[k] = true
			}
		}
	}
}

// standing returns what a man of White's on a square is worth, wherever the others are.
func (j *judge[W]) standing(k rules.Kind, sq board.Square) taper {
	size, w := j.v.Size, &j.weights
	switch rank := size.Rank(sq); {
	case j.pawn[k]:
		middle := max(0, size.Files/2-2-distanceFromMiddleFile(size, sq))
		return pair(w.Pawn[0]+(rank-1)*w.Advance[0]+middle*min(rank-1, 3)*w.Centre, w.Pawn[1]+(rank-1)*w.Advance[1])
	case j.royal[k]:
		early := w.Wander * min(rank, 3)
		if far := distanceFromMiddleFile(size, sq); far > 0 {
			early += w.Castled[min(far, 2)-1]
		}
		return pair(early, w.Active*centrality(size, sq))
	default:
		class, reach := j.class[k], j.square[k][sq]
		return pair(int(j.value[k][0])+int(reach[0])*w.Square[0]/100, int(j.value[k][1])+int(reach[1])*w.Square[1]/100) +
			times(w.Central[class], centrality(size, sq)) + times(w.Forward[class], rank)
	}
}

// readBoard makes the sets of squares.
func (j *judge[W]) readBoard() {
	size := j.v.Size
	j.file, j.beside = make([]rules.Squares[W], j.area), make([]rules.Squares[W], j.area)
	for c := range 2 {
		for _, sets := range []*[]rules.Squares[W]{&j.zone[c], &j.ahead[c], &j.front[c], &j.way[c], &j.chasers[c], &j.strike[c], &j.push[c], &j.camp[c]} {
			*sets = make([]rules.Squares[W], j.area)
		}
		j.next[c] = make([]board.Square, j.area)
	}
	for a := range j.area {
		af, ar := size.File(board.Square(a)), size.Rank(board.Square(a))
		if (af+ar)&1 != 0 {
			j.light.Add(board.Square(a))
		}
		j.next[0][a], j.next[1][a] = size.At(af, ar+1), size.At(af, ar-1)
		for b := range j.area {
			sq := board.Square(b)
			df, dr := size.File(sq)-af, size.Rank(sq)-ar
			if df == 0 {
				j.file[a].Add(sq)
			}
			if df == 1 || df == -1 {
				j.beside[a].Add(sq)
			}
			if a == 0 {
				switch f := size.File(sq); {
				case f < size.Files/2:
					j.wing[0].Add(sq)
				case f >= size.Files-size.Files/2:
					j.wing[1].Add(sq)
				}
				for c := range board.Color(2) {
					if size.RankFrom(c, sq) >= size.Ranks-size.Ranks/2 {
						j.half[c].Add(sq)
					}
				}
			}
			for c, up := range [2]int{1, -1} {
				if max(df, -df) <= 1 && dr*up > 0 {
					j.ahead[c][a].Add(sq)
					if df == 0 {
						j.way[c][a].Add(sq)
					} else {
						j.chasers[c][a].Add(sq)
					}
				}
				if dr*up == 1 && (df == 1 || df == -1) {
					j.strike[c][a].Add(sq)
				}
				if dr*up == 2 && (df == 1 || df == -1) {
					j.push[c][a].Add(sq)
				}
				if max(df, -df) <= 2 && size.RankFrom(board.Color(c), sq) <= size.Ranks/2 {
					j.camp[c][a].Add(sq)
				}
				if max(df, -df) <= 1 && dr*up > 0 && dr*up <= 4 {
					j.front[c][a].Add(sq)
				}
				if max(df, -df) <= 1 && dr*up >= -1 && dr*up <= 2 {
					j.zone[c][a].Add(sq)
				}
			}
		}
	}
}

// readHands finds what men in hand are worth and how much of the middlegame there is in the array.
func (j *judge[W]) readHands() {
	for i, letter := range []byte(j.v.Entry.Hand) {
		if k := j.v.KindOf(letter); i < len(j.hand) {
			j.hand[i], j.unit[i] = j.value[k][0]*Score(j.weights.Hand)/100, k
			j.full += 2 * j.phase[k]
		}
	}
	men, err := j.v.ParsePlacement(j.v.Array.Placement)
	if err != nil {
		return
	}
	for _, m := range men {
		if m != 0 {
			j.full += j.phase[m.Kind()]
		}
	}
	j.full = max(j.full, 1)
}

// readHomes finds the rebirth squares, where they follow from the man and the square of its capture.
func (j *judge[W]) readHomes() {
	a := &j.v.Aftermath
	if !a.Active || a.Reborn != rules.CapturedReborn && a.Reborn != rules.BothReborn || a.Where != rules.AtHome || a.OtherMan || a.As != rules.AsItself {
		return
	}
	born, err := rules.NewRebirths(j.v)
	if err != nil {
		return
	}
	j.homes = new([2][maxKinds][]board.Square)
	for c := range board.Color(2) {
		on := c
		if a.OpponentHome {
			on = c.Other()
		}
		for i := range j.v.Army {
			k := rules.Kind(i + 1)
			j.homes[c][k] = make([]board.Square, j.area)
			for sq := range j.area {
				j.homes[c][k][sq] = board.NoSquare
				if !j.royal[k] {
					j.homes[c][k][sq] = born.Home(k, on, board.Square(sq))
				}
			}
		}
	}
}

// view is what the evaluation of a position leaves for the search to use.
type view[W rules.Words] struct {
	rules.Survey[W]
	board      [board.MaxSide * board.MaxSide]rules.Man
	material   Score     // White's men over Black's, those in hand included
	pawnKey    uint64    // of the pawns
	officerKey [2]uint64 // of the officers and kings of a side
	men        [2]int    // besides kings
	officers   [2]int    // besides kings and pawns
	king       [2]board.Square
	lesser     [2][classes]rules.Squares[W] // what men attack that are worth less than those of a class
}

// look reads a position.
func (j *judge[W]) look(p rules.Surveyor[W], v *view[W]) {
	clear(v.board[:j.area])
	p.Survey(&v.Survey)
	v.pawnKey = 0
	v.lesser = [2][classes]rules.Squares[W]{}
	v.king = [2]board.Square{board.NoSquare, board.NoSquare}
	for c := range board.Color(2) {
		v.men[c] = v.Pawns[c].Count()
		pawn := rules.MakeMan(j.pawnKind, c)
		v.pawnKey = mix(v.pawnKey ^ v.Pawns[c].Words[0])
		for w := 1; w < len(v.Pawns[c].Words); w++ {
			v.pawnKey = mix(v.pawnKey ^ v.Pawns[c].Words[w])
		}
		for sq := range v.Pawns[c].Each {
			v.board[sq&255] = pawn
		}
	}
	material := Score(v.men[0]-v.men[1]) * j.value[j.pawnKind][0]
	var keys [2]uint64
	var officers [2]int
	for i := range v.Men {
		m := &v.Men[i]
		k, c := m.Man.Kind()&31, m.Man.Color()&1
		v.board[m.At&255] = m.Man
		keys[c] ^= mix(uint64(m.At)<<5 | uint64(k))
		if j.royal[k] {
			v.king[c] = m.At
			continue
		}
		officers[c]++
		if next := j.class[k] + 1; next < classes {
			v.lesser[c][next].Join(&m.Reach)
		}
		material += forWhite(j.value[k][0], c)
	}
	v.material, v.officerKey, v.officers = material, keys, officers
	for c := range 2 {
		v.men[c] += v.officers[c]
		v.lesser[c][0] = v.Guarded[c]
		for class := 1; class < classes; class++ {
			v.lesser[c][class].Join(&v.lesser[c][class-1])
		}
	}
	j.eachAbsent(v, func(m rules.Man, value Score) {
		c := m.Color()
		v.men[c]++
		if !j.pawn[m.Kind()] {
			v.officers[c]++
		}
		v.material += value
	})
	for i, k := range j.unit {
		if k != 0 {
			v.material += j.value[k][0] * Score(v.Hand[0][i]-v.Hand[1][i])
			for c := range 2 {
				if v.Gates[c] > 0 {
					v.men[c] += v.Hand[c][i]
					v.officers[c] += v.Hand[c][i]
				}
			}
		}
	}
	for _, m := range v.Waiting {
		if m != 0 {
			c := m.Color()
			v.men[c]++
			v.officers[c]++
			v.material += forWhite(j.value[m.Kind()][0], c)
		}
	}
}

// forWhite returns what a value of a side's means to White.
func forWhite[T Score | taper](value T, c board.Color) T {
	if c == board.Black {
		return -value
	}
	return value
}

// eachAbsent calls do with each captured man that may come back and what it is worth for White: one that is reborn at once all
// its value, one below another most of it.
func (j *judge[W]) eachAbsent(v *view[W], do func(m rules.Man, value Score)) {
	worth := func(m rules.Man, hundredths Score) {
		do(m, forWhite(j.value[m.Kind()&31][0]*hundredths/100, m.Color()))
	}
	if v.Pending != 0 {
		worth(v.Pending, 100)
	}
	for _, m := range v.Below {
		worth(m, 75)
	}
}

// taper is a score for the middlegame and for the endgame, in one number, so that both are added at once.
type taper int64

// pair returns a score for the middlegame and for the endgame.
func pair(early, late int) taper { return taper(early)<<32 + taper(late) }

// times returns a weight taken so many times.
func times(w [2]int, n int) taper { return pair(w[0], w[1]) * taper(n) }

// late is the score for the endgame.
func (t taper) late() int { return int(int32(t)) }

// early is the score for the middlegame.
func (t taper) early() int { return int((t - taper(t.late())) >> 32) }

// terms are the weights of both phases that are asked for in every position.
type terms struct {
	chased, harried                                              [classes]taper
	loose, outnumbered, loosePawn, restrict, push                taper
	pair, openFile, halfOpen, outpost, same, near, behind, space taper
}

func newTerms(w *Weights) terms {
	t := terms{
		loose: times(w.Loose, 1), outnumbered: times(w.Outnumbered, 1), loosePawn: times(w.LoosePawn, 1), restrict: times(w.Restrict, 1),
		push: times(w.Push, 1), pair: times(w.Pair, 1), openFile: times(w.OpenFile, 1), halfOpen: times(w.HalfOpen, 1),
		outpost: times(w.Outpost, 1), same: times(w.Same, 1), near: times(w.Near, 1), behind: times(w.Behind, 1), space: pair(w.Space, 0),
	}
	for class := range classes {
		t.chased[class], t.harried[class] = times(w.Chased[class], 1), times(w.Harried[class], 1)
	}
	return t
}

// outline is what evaluate finds out about a position on its way. Arrays are by colour.
type outline[W rules.Words] struct {
	*view[W]
	*structure[W]
	sum     taper // White's score over Black's
	phase   int
	count   [2]int              // of pawns
	same    [2][2]int           // of those on the dark and the light squares
	crowd   [2][classes]taper   // what a man gains from their number
	unsafe  [2]rules.Squares[W] // where an own man stands or a pawn of the other side attacks
	strong  [2]rules.Squares[W] // what a side protects so well that the other should not go there
	held    [2]rules.Squares[W] // where the other side cannot stand: a side protects it, or the other has a man there
	colours [2][2]int           // men bound to the dark and the light squares
	dangers [2]danger           // to the king of a side
}

// evaluate returns what a position that was looked at is worth to the side to move. What its pawns make of each other is looked for
// in memory, which may be nil, and kept there.
func (j *judge[W]) evaluate(v *view[W], turn board.Color, half int, memory structures[W]) Score {
	o := outline[W]{view: v, structure: j.structure(v, memory)}
	j.gather(&o)
	j.scoreMen(&o)
	for c := range board.Color(2) {
		sum := j.pawnScore(&o, c) + j.terms.space*taper(v.Attacks[c].Common(&j.half[c]))
		if o.colours[c][0] > 0 && o.colours[c][1] > 0 {
			sum += j.terms.pair
		}
		sum += j.terms.restrict * taper(v.Attacks[c^1].CommonOutside(&v.Attacks[c], &o.strong[c^1]))
		if v.king[c] != board.NoSquare {
			sum += j.kingScore(&o, c)
		}
		o.sum += forWhite(sum, c)
	}
	score := j.blend(&o)
	score += j.drive(v, score)
	score = j.temper(v, score, half)
	if turn == board.Black {
		score = -score
	}
	score += Score(j.weights.Tempo)
	return max(-surely+1, min(surely-1, score))
}

// scoreMen adds what all men but pawns are worth where they stand.
func (j *judge[W]) scoreMen(o *outline[W]) {
	sum, phase := o.sum, o.phase
	for i := range o.Men {
		m := &o.Men[i]
		k, c := m.Man.Kind()&31, m.Man.Color()&1
		phase += j.phase[k]
		score := j.worth[c][j.place(k, m.At)]
		if !j.royal[k] {
			score += j.officerScore(o, m)
		}
		sum += forWhite(score, c)
	}
	o.sum, o.phase = sum, phase
}

// gather counts what is not on the board, and finds the sets of squares and the numbers that all other terms need.
func (j *judge[W]) gather(o *outline[W]) {
	o.sum += o.structure.sum
	j.hands(o)
	for c := range 2 {
		o.count[c] = o.Pawns[c].Count()
		o.same[c][1] = o.Pawns[c].Common(&j.light)
		o.same[c][0] = o.count[c] - o.same[c][1]
		for class, weight := range j.weights.Crowd {
			o.crowd[c][class] = pair(weight*(o.count[c]-4), 0)
		}
		o.unsafe[c] = o.Guarded[c^1]
		o.unsafe[c].Join(&o.All[c])
		o.strong[c] = o.Twice[c]
		o.strong[c].Drop(&o.Twice[c^1])
		o.strong[c].Join(&o.Guarded[c])
		// What is protected only by the king, and attacked by more than one, is not held.
		weak := o.Twice[c^1]
		weak.Drop(&o.Twice[c])
		o.held[c] = o.Attacks[c]
		o.held[c].Drop(&weak)
		o.held[c].Join(&o.All[c^1])
	}
}

// officerScore returns what a man that is no pawn and no king does and suffers where it stands.
func (j *judge[W]) officerScore(o *outline[W], m *rules.Standing[W]) taper {
	k, c, at := m.Man.Kind()&31, m.Man.Color()&1, m.At&255
	class, them, terms := j.class[k], m.Man.Color().Other()&1, &j.terms
	sum := j.moves[k][min(m.Reach.Outside(&o.unsafe[c]), maxCount-1)]
	sum += o.crowd[c][class]
	if king := o.king[them]; king != board.NoSquare {
		j.endanger(o, m, king)
	}
	if o.Attacks[them].Has(m.At) {
		switch {
		case o.Guarded[them].Has(m.At):
			sum += terms.chased[class]
		case o.lesser[them][class].Has(m.At):
			sum += terms.harried[class]
		case !o.Attacks[c].Has(m.At):
			sum += terms.loose
		case o.Twice[them].Has(m.At) && !o.strong[c].Has(m.At):
			sum += terms.outnumbered
		}
	}
	sum += j.post(o, m)
	if j.bound[k] {
		colour := 0
		if j.light.Has(m.At) {
			colour = 1
		}
		o.colours[c][colour]++
		sum += terms.same * taper(o.same[c][colour])
	}
	if class == 0 {
		if king := o.king[c]; king != board.NoSquare {
			sum += terms.near * taper(j.steps(king, m.At))
		}
		if before := j.next[c][at]; before != board.NoSquare && (o.Pawns[c].Has(before) || o.Pawns[them].Has(before)) {
			sum += terms.behind
		}
	}
	if j.homes != nil {
		if home := j.homes[c][k][at]; home == board.NoSquare || o.board[home&255] != 0 {
			loss := int(j.value[k][0]) * j.weights.Home / 100
			sum -= pair(loss, loss)
		}
	}
	return sum
}

// post returns what the pawns make of the square of an officer.
func (j *judge[W]) post(o *outline[W], m *rules.Standing[W]) taper {
	k, c := m.Man.Kind()&31, m.Man.Color()&1
	switch {
	case j.rides[k] && o.halfOpen[c].Has(m.At):
		if o.halfOpen[c^1].Has(m.At) {
			return j.terms.openFile
		}
		return j.terms.halfOpen
	case j.class[k] == 0 && o.outposts[c].Has(m.At):
		return j.terms.outpost
	}
	return 0
}

// classes are how many classes of value there are: minor men, rooks, and what is worth more.
const classes = 3

// classMost is what men of a class are worth at most; there is no bound for the last.
var classMost = [classes - 1]Score{450, 700}

// hands adds the men that wait to enter or to be reborn.
func (j *judge[W]) hands(o *outline[W]) {
	for c := range board.Color(2) {
		for i, k := range j.unit {
			n := o.Hand[c][i]
			if k == 0 || n == 0 || o.Gates[c] == 0 {
				continue
			}
			value := int(j.hand[i])*n + j.weights.Gate*min(o.Gates[c], 6)
			o.sum += forWhite(pair(value, value), c)
			o.phase += j.phase[k]
		}
	}
	for _, m := range o.Waiting {
		if m == 0 {
			continue
		}
		k := m.Kind() & 31
		value := j.value[k]
		o.sum += forWhite(pair(int(value[0])*j.weights.Hand/100, int(value[1])*j.weights.Hand/100), m.Color())
		o.phase += j.phase[k]
	}
	j.eachAbsent(o.view, func(_ rules.Man, value Score) {
		o.sum += pair(int(value), int(value))
	})
}

// blend mixes the two phases and returns White's score. An endgame is worth less the likelier it ends in a draw all the same.
func (j *judge[W]) blend(o *outline[W]) Score {
	early, late := o.sum.early(), o.sum.late()
	w := &j.weights
	complexity := w.Complex[0]*(o.passed[0].Count()+o.passed[1].Count()) + w.Complex[1]*(o.count[0]+o.count[1]) + w.Complex[3]
	if j.wings(o) {
		complexity += w.Complex[2]
	}
	ahead := 0
	if late < 0 {
		ahead = 1
		late = min(0, late-complexity)
	} else if late > 0 {
		late = max(0, late+complexity)
	}
	if !j.v.Aftermath.Active {
		scale := min(64, w.Scale[0]+w.Scale[1]*o.count[ahead])
		if o.officers[0] == 1 && o.officers[1] == 1 && o.colours[0][0]+o.colours[1][0] == 1 && o.colours[0][1]+o.colours[1][1] == 1 {
			scale = min(scale, w.Scale[2])
		}
		late = late * scale / 64
	}
	phase := min(o.phase, j.full)
	return Score((early*phase + late*(j.full-phase)) / j.full)
}

// wings reports whether there are pawns on both sides of the board.
func (j *judge[W]) wings(o *outline[W]) bool {
	var on [2]bool
	for n := range on {
		on[n] = o.Pawns[0].Common(&j.wing[n])+o.Pawns[1].Common(&j.wing[n]) > 0
	}
	return on[0] && on[1]
}

// drive sends a king that stands alone to the edge and the other one after it, so that it gets mated.
func (j *judge[W]) drive(v *view[W], score Score) Score {
	if v.men[0] != 0 && v.men[1] != 0 {
		return 0
	}
	weak := board.White
	if score > 0 {
		weak = board.Black
	}
	lone, hunter := v.king[weak], v.king[weak.Other()]
	if v.men[weak] != 0 || v.officers[weak.Other()] == 0 || lone == board.NoSquare || hunter == board.NoSquare {
		return 0
	}
	size := j.v.Size
	gain := Score(200 - 14*centrality(size, lone) + 12*(14-j.steps(lone, hunter)))
	if weak == board.White {
		return -gain
	}
	return gain
}

// temper brings a score nearer to a draw where that is likely: without pawns and a lead of less than a
// rook, or when the clock of idle moves runs.
func (j *judge[W]) temper(v *view[W], score Score, half int) Score {
	strong := board.White
	if score < 0 {
		strong = board.Black
	}
	if !j.v.Aftermath.Active && v.men[strong] == v.officers[strong] && v.men[strong] > 0 {
		lead := v.material
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

// Evaluate returns what a position is worth to the side to move by its evaluation alone, without any search.
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
	j := judgeOf[W](p.Rules().Variant())
	var v view[W]
	j.look(p.Rules().(rules.Surveyor[W]), &v)
	half, _ := p.Clock()
	return j.evaluate(&v, p.Turn(), half, nil)
}
