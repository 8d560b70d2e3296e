package engine

import (
	"math"
	"math/bits"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// judge evaluates the positions of one game from their surveys. It does not change once it is made.
type judge struct {
	*army
	words   int // of the sets of squares of this board
	weights Weights

	worth  [2][maxKinds][][2]Score      // by colour, kind and square
	moves  [maxKinds][maxCount][2]Score // by kind and the number of squares it can go to
	zone   [2][]rules.Squares           // the squares about a king, by its colour and square
	front  [2][]rules.Squares           // those up to four ranks before a king
	ahead  [2][]rules.Squares           // the squares before a pawn on its file and those beside
	file   []rules.Squares
	beside []rules.Squares // the files beside a square's
	pawn   [maxKinds]bool
	royal  [maxKinds]bool
	class  [maxKinds]int
	bound  [maxKinds]bool   // to the squares of one colour
	rides  [maxKinds]bool   // along files
	light  rules.Squares    // the squares of one colour
	half   [2]rules.Squares // the other half of the board, by colour
	phase  [maxKinds]int    // how much of the middlegame a man makes
	full   int              // of the array, both sides and hands
	hand   [2]Score         // what the men of the hand are worth, in the order of Entry.Hand
	unit   [2]rules.Kind
	homes  *[2][maxKinds][]board.Square // where a captured man is reborn; nil where that is never known beforehand
}

// maxCount bounds the squares that are told apart in mobility.
const maxCount = 64

// Weights are the constants of the evaluation that are fitted, in centipawns or hundredths. Those with two values are for the
// middlegame and the endgame.
type Weights struct {
	Square    [2]int       // for what a man reaches from its square, in hundredths of what that makes of its value
	Mobility  [2]int       // for the squares it can go to now, against the average
	Attacker  [classes]int // danger to a king, by the class of each man that attacks squares about it, times their number
	Attack    int          // danger for each attack on those squares
	Weak      int          // for each of them that only the king protects
	Check     [classes]int // for a class of men that could give check on a square that is not protected
	Calm      int          // taken from the danger when no man worth as much as a queen attacks
	Shield    int          // for a pawn before the own king
	Open      int          // for a king without an own pawn on its file
	Passed    [2]int       // for a passed pawn, by the square of how far it has come
	Isolated  [2]int
	Doubled   [2]int
	Supported [2]int
	Chased    [2]int // for a man that a pawn attacks
	Harried   [2]int // for a man that one of less value attacks
	Loose     [2]int // for a man attacked and not protected
	Space     int    // for a square of the other half that is attacked
	Hand      int    // what a man in hand is worth, in hundredths of its value on the board
	Gate      int    // for each square that still gates while there are men in hand
	Home      int    // for a man whose home is blocked, in hundredths of its value
	Tempo     int
	Men       [8]int // what men are worth, in hundredths of what their movement says, in the order of menOrder
	Pawn      [2]int // a pawn's value
	Advance   [2]int // for each rank a pawn has gone
	Centre    int    // for pawns on the middle files
	Castled   [2]int // for a king in the middlegame one file from the middle ones, and two or more
	Wander    int    // for each rank that it has gone then, up to three
	Rights    int    // for each rook that it may castle with
	Draught   int    // for each file beside the king's without an own pawn
	Storm     int    // for each pawn of the other side near the king on those files
	Pair      [2]int // for men bound to the squares of one colour, on both colours
	OpenFile  [2]int // for a man that moves along files on one without pawns
	HalfOpen  [2]int // and on one without own pawns
	Outpost   [2]int // for a minor man that a pawn guards, where no pawn of the other side can chase it away
	Phalanx   [2]int // for a pawn beside another
	Backward  [2]int // for one that cannot be guarded by another and would be taken if it went on
	Active    int    // for the king's distance from the edge in the endgame
}

// DefaultWeights are the weights for chess and what is near to it: fitted to 24 000 positions of games of chess that Fairy-Stockfish (its
// evaluation by hand) played against itself with 1 500 positions a move, and to what it thought of them.
func DefaultWeights() Weights {
	return Weights{Square: [2]int{8, 16}, Mobility: [2]int{6, 8}, Attacker: [3]int{42, 18, 10}, Attack: 45, Weak: 55, Check: [3]int{344, 300, 270}, Calm: 128, Shield: 23, Open: -18, Passed: [2]int{2, 9}, Isolated: [2]int{-7, -17}, Doubled: [2]int{-6, -14}, Supported: [2]int{11, 10}, Chased: [2]int{-72, -50}, Harried: [2]int{-63, -31}, Loose: [2]int{-37, -29}, Space: 1, Hand: 86, Gate: 12, Home: 4, Tempo: 21, Men: [8]int{139, 115, 121, 130, 120, 108, 90, 100}, Pawn: [2]int{92, 122}, Advance: [2]int{2, 4}, Centre: 9, Castled: [2]int{10, 56}, Wander: -37, Rights: 13, Draught: -8, Storm: -8, Pair: [2]int{22, 39}, OpenFile: [2]int{19, 8}, HalfOpen: [2]int{9, 6}, Outpost: [2]int{14, 8}, Phalanx: [2]int{8, 6}, Backward: [2]int{-9, -10}, Active: 12}
}

// newJudge makes a judge for a variant.
func newJudge(v *rules.Variant, w Weights) *judge {
	a := armyOf(v).worth(&w)
	j := &judge{army: a, words: (a.area + 63) / 64, weights: w}
	size := v.Size
	for i := range v.Army {
		k := rules.Kind(i + 1)
		t := &v.Army[i]
		j.pawn[k], j.royal[k] = t.Pawn, t.Royal
		switch value := a.value[k][0]; {
		case value > 700:
			j.class[k] = 2
		case value > 450:
			j.class[k] = 1
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
			for phase := range 2 {
				j.moves[k][n][phase] = Score(math.Round(gain * float64(w.Mobility[phase])))
			}
		}
		for c := range board.Color(2) {
			j.worth[c][k] = make([][2]Score, a.area)
			for sq := range a.area {
				from := board.Square(sq)
				if c == board.Black {
					from = size.Mirror(from)
				}
				j.worth[c][k][sq] = j.standing(k, from)
			}
		}
	}
	j.readBoard()
	j.readHands()
	j.readHomes()
	return j
}

// readMovement finds out where a man may get to.
func (j *judge) readMovement(k rules.Kind, t *piece.Type) {
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
func (j *judge) standing(k rules.Kind, sq board.Square) (worth [2]Score) {
	size, w := j.v.Size, &j.weights
	switch rank := size.Rank(sq); {
	case j.pawn[k]:
		middle := max(0, size.Files/2-2-distanceFromMiddleFile(size, sq))
		worth[0] = Score(w.Pawn[0] + (rank-1)*w.Advance[0] + middle*min(rank-1, 3)*w.Centre)
		worth[1] = Score(w.Pawn[1] + (rank-1)*w.Advance[1])
	case j.royal[k]:
		worth[0] = Score(w.Wander * min(rank, 3))
		if far := distanceFromMiddleFile(size, sq); far > 0 {
			worth[0] += Score(w.Castled[min(far, 2)-1])
		}
		worth[1] = Score(w.Active * centrality(size, sq))
	default:
		for phase := range 2 {
			worth[phase] = j.value[k][phase] + j.square[k][sq][phase]*Score(w.Square[phase])/100
		}
	}
	return worth
}

// readBoard makes the sets of squares.
func (j *judge) readBoard() {
	size := j.v.Size
	j.file, j.beside = make([]rules.Squares, j.area), make([]rules.Squares, j.area)
	for c := range 2 {
		j.zone[c], j.ahead[c], j.front[c] = make([]rules.Squares, j.area), make([]rules.Squares, j.area), make([]rules.Squares, j.area)
	}
	for a := range j.area {
		af, ar := size.File(board.Square(a)), size.Rank(board.Square(a))
		if (af+ar)&1 != 0 {
			j.light.Add(board.Square(a))
		}
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
				for c := range board.Color(2) {
					if size.RankFrom(c, sq) >= size.Ranks-size.Ranks/2 {
						j.half[c].Add(sq)
					}
				}
			}
			for c, up := range [2]int{1, -1} {
				if max(df, -df) <= 1 && dr*up > 0 {
					j.ahead[c][a].Add(sq)
				}
				if dr*up > 0 && dr*up <= 4 {
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
func (j *judge) readHands() {
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
func (j *judge) readHomes() {
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
type view struct {
	rules.Survey
	board    [board.MaxSide * board.MaxSide]rules.Man
	material Score  // White's men over Black's, those in hand included
	pawnKey  uint64 // of the pawns
	men      [2]int // besides kings
	officers [2]int // besides kings and pawns
	king     [2]board.Square
	all      [2]rules.Squares // where the men of a side stand
	attacks  [2]rules.Squares // what they attack
	twice    [2]rules.Squares // what two of them attack
}

// meet counts the squares in both sets.
func (j *judge) meet(a, b *rules.Squares) int {
	n := 0
	for w := range j.words {
		n += bits.OnesCount64(a[w&3] & b[w&3])
	}
	return n
}

// look reads a position.
func (j *judge) look(p rules.Position, v *view) {
	for i := range v.Men {
		v.board[v.Men[i].At&255] = 0
	}
	p.Survey(&v.Survey)
	v.material, v.pawnKey, v.men, v.officers = 0, 0, [2]int{}, [2]int{}
	v.all, v.attacks, v.twice = [2]rules.Squares{}, [2]rules.Squares{}, [2]rules.Squares{}
	v.king = [2]board.Square{board.NoSquare, board.NoSquare}
	for i := range v.Men {
		m := &v.Men[i]
		k, c := m.Man.Kind(), m.Man.Color()&1
		v.board[m.At&255] = m.Man
		v.all[c].Add(m.At)
		for w := range j.words {
			v.twice[c][w&3] |= v.attacks[c][w&3] & m.Reach[w&3]
			v.attacks[c][w&3] |= m.Reach[w&3]
		}
		switch {
		case j.royal[k&31]:
			v.king[c] = m.At
			continue
		case j.pawn[k&31]:
			v.pawnKey += mix(uint64(m.At)<<1 | uint64(c))
		default:
			v.officers[c]++
		}
		v.men[c]++
		value := j.value[k&31][0]
		if c == board.Black {
			value = -value
		}
		v.material += value
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
			if c == board.White {
				v.material += j.value[m.Kind()][0]
			} else {
				v.material -= j.value[m.Kind()][0]
			}
		}
	}
}

// eachAbsent calls do with each captured man that may come back and what it is worth for White: one that is reborn at once all
// its value, one below another most of it.
func (j *judge) eachAbsent(v *view, do func(m rules.Man, value Score)) {
	worth := func(m rules.Man, hundredths Score) {
		value := j.value[m.Kind()&31][0] * hundredths / 100
		if m.Color() == board.Black {
			value = -value
		}
		do(m, value)
	}
	if v.Pending != 0 {
		worth(v.Pending, 100)
	}
	for _, m := range v.Below {
		worth(m, 75)
	}
}

// evaluate returns what a position that was looked at is worth to the side to move.
func (j *judge) evaluate(v *view, turn board.Color, half int) Score {
	var sum [2][2]Score // by colour and phase
	var pawns, safe [2]rules.Squares
	phase := 0
	for i := range v.Men {
		m := &v.Men[i]
		k, c := m.Man.Kind()&31, m.Man.Color()&1
		at := m.At & 255
		w := &j.worth[c][k][at]
		sum[c][0] += w[0]
		sum[c][1] += w[1]
		phase += j.phase[k]
		if j.pawn[k] {
			pawns[c].Add(m.At)
			for w := range j.words {
				safe[c][w&3] |= m.Reach[w&3]
			}
		}
	}
	phase += j.hands(v, &sum)
	guarded := safe // by pawns
	for c := range 2 {
		for w := range j.words {
			safe[c][w&3] = ^(guarded[c^1][w&3] | v.all[c][w&3])
		}
	}
	var dangers [2]danger // to the king of a side
	lesser := j.lesser(v)
	var colours [2][2]bool // of squares on which a side has men bound to them
	weights := &j.weights
	for i := range v.Men {
		m := &v.Men[i]
		k, c := m.Man.Kind()&31, m.Man.Color()&1
		them := c ^ 1
		switch {
		case j.royal[k]:
			continue
		case j.pawn[k]:
			j.pawnScore(v, &pawns, &guarded, m, &sum[c])
			continue
		}
		n := min(j.meet(&m.Reach, &safe[c]), maxCount-1)
		sum[c][0] += j.moves[k][n][0]
		sum[c][1] += j.moves[k][n][1]
		if king := v.king[them]; king != board.NoSquare {
			j.endanger(v, m, king, &safe[c], &dangers[them])
		}
		switch {
		case guarded[them].Has(m.At):
			sum[c][0] += Score(weights.Chased[0])
			sum[c][1] += Score(weights.Chased[1])
		case lesser[them][j.class[k]].Has(m.At):
			sum[c][0] += Score(weights.Harried[0])
			sum[c][1] += Score(weights.Harried[1])
		case v.attacks[them].Has(m.At) && !v.attacks[c].Has(m.At):
			sum[c][0] += Score(weights.Loose[0])
			sum[c][1] += Score(weights.Loose[1])
		}
		j.post(&pawns, &guarded, m, &sum[c])
		if j.bound[k] {
			n := 0
			if j.light.Has(m.At) {
				n = 1
			}
			colours[c][n] = true
		}
		if j.homes != nil {
			if home := j.homes[c][k][m.At&255]; home == board.NoSquare || v.board[home&255] != 0 {
				loss := j.value[k][0] * Score(weights.Home) / 100
				sum[c][0] -= loss
				sum[c][1] -= loss
			}
		}
	}
	for c := range board.Color(2) {
		sum[c][0] += Score(weights.Space * j.meet(&v.attacks[c], &j.half[c]))
		if colours[c][0] && colours[c][1] {
			sum[c][0] += Score(weights.Pair[0])
			sum[c][1] += Score(weights.Pair[1])
		}
		king := v.king[c]
		if king == board.NoSquare {
			continue
		}
		sum[c][0] += j.shelter(&pawns, c, king&255) + Score(weights.Rights*v.Rooks[c])
		sum[c][0] += Score(weights.Shield * min(j.meet(&pawns[c], &j.zone[c][king]), 3))
		if j.meet(&pawns[c], &j.file[king&255]) == 0 {
			sum[c][0] += Score(weights.Open)
		}
		if dangers[c].attackers == 0 {
			continue
		}
		for w := range j.words {
			weak := j.zone[c][king][w&3] & v.attacks[c^1][w&3] &^ v.twice[c][w&3]
			dangers[c].weak += bits.OnesCount64(weak)
		}
		if d := dangers[c].units(weights); d > 0 {
			sum[c][0] -= Score(min(d*d/4096, 1200))
			sum[c][1] -= Score(min(d/16, 400))
		}
	}
	score := j.blend(sum, min(phase, j.full))
	score += j.drive(v, score)
	score = j.temper(v, score, half)
	if turn == board.Black {
		score = -score
	}
	score += Score(weights.Tempo)
	return max(-surely+1, min(surely-1, score))
}

// post adds what the pawns make of the square of an officer.
func (j *judge) post(pawns, guarded *[2]rules.Squares, m *rules.Standing, sum *[2]Score) {
	k, c, at := m.Man.Kind()&31, m.Man.Color()&1, m.At&255
	add := func(w [2]int) {
		sum[0] += Score(w[0])
		sum[1] += Score(w[1])
	}
	switch {
	case j.rides[k] && j.meet(&pawns[c], &j.file[at]) == 0:
		if j.meet(&pawns[c^1], &j.file[at]) == 0 {
			add(j.weights.OpenFile)
		} else {
			add(j.weights.HalfOpen)
		}
	case j.class[k] == 0 && guarded[c].Has(m.At) && j.half[c].Has(m.At) && j.chasers(&pawns[c^1], c, at) == 0:
		add(j.weights.Outpost)
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

// shelter returns what the pawns on the files about a king make of its square in the middlegame.
func (j *judge) shelter(pawns *[2]rules.Squares, c board.Color, king board.Square) Score {
	size, n := j.v.Size, 0
	for _, df := range [2]int{-1, 1} {
		if sq := size.At(size.File(king)+df, size.Rank(king)); sq != board.NoSquare && j.meet(&pawns[c], &j.file[sq&255]) == 0 {
			n++
		}
	}
	near := 0
	for w := range j.words {
		near += bits.OnesCount64(pawns[c^1][w&3] & j.ahead[c][king][w&3] & j.front[c][king][w&3])
	}
	return Score(j.weights.Draught*n + j.weights.Storm*near)
}

// danger is what threatens a king.
type danger struct {
	attackers, hits, weak int
	weight                int
	checks                [classes]bool
	heavy                 bool
}

// endanger adds what a man does to the other side's king on a square; safe are the squares it may go to without being
// taken by a pawn.
func (j *judge) endanger(v *view, m *rules.Standing, king board.Square, safe *rules.Squares, d *danger) {
	k, them := m.Man.Kind()&31, m.Man.Color().Other()&1
	class := j.class[k]
	if hits := j.meet(&m.Reach, &j.zone[them][king]); hits > 0 {
		d.attackers++
		d.hits += hits
		d.weight += j.weights.Attacker[class]
		d.heavy = d.heavy || class == classes-1
	}
	for w := range j.words {
		// Where it is protected only by the king, and somebody else attacks it too, it is safe to stand.
		held := v.attacks[them][w&3] &^ (v.twice[m.Man.Color()&1][w&3] &^ v.twice[them][w&3])
		if m.Reach[w&3]&v.Checks[them][k][w&3]&safe[w&3]&^held != 0 {
			d.checks[class] = true
			return
		}
	}
}

// units is the danger as a number.
func (d *danger) units(w *Weights) int {
	n := d.attackers*d.weight + w.Attack*d.hits + w.Weak*d.weak
	for class, check := range d.checks {
		if check {
			n += w.Check[class]
		}
	}
	if !d.heavy {
		n -= w.Calm
	}
	return n
}

// lesser returns, by side and class of value, the squares that men of a lower class attack, pawns apart.
func (j *judge) lesser(v *view) (by [2][classes]rules.Squares) {
	for i := range v.Men {
		m := &v.Men[i]
		k, c := m.Man.Kind()&31, m.Man.Color()&1
		if j.royal[k] || j.pawn[k] {
			continue
		}
		for class := j.class[k] + 1; class < classes; class++ {
			for w := range j.words {
				by[c][class][w&3] |= m.Reach[w&3]
			}
		}
	}
	return by
}

// classes are how many classes of value there are: minor men, rooks, and what is worth more.
const classes = 3

// hands adds the men that wait to enter, and returns how much of the middlegame they make.
func (j *judge) hands(v *view, sum *[2][2]Score) (phase int) {
	for c := range 2 {
		for i, k := range j.unit {
			n := v.Hand[c][i]
			if k == 0 || n == 0 || v.Gates[c] == 0 {
				continue
			}
			value := j.hand[i]*Score(n) + Score(j.weights.Gate*min(v.Gates[c], 6))
			sum[c][0] += value
			sum[c][1] += value
			phase += j.phase[k]
		}
	}
	for _, m := range v.Waiting {
		if m == 0 {
			continue
		}
		c, k := m.Color()&1, m.Kind()&31
		for p := range 2 {
			sum[c][p] += j.value[k][p] * Score(j.weights.Hand) / 100
		}
		phase += j.phase[k]
	}
	j.eachAbsent(v, func(_ rules.Man, value Score) {
		sum[0][0] += value
		sum[0][1] += value
	})
	return phase
}

// pawnScore adds what a pawn's neighbours make of it.
func (j *judge) pawnScore(v *view, pawns, guarded *[2]rules.Squares, m *rules.Standing, sum *[2]Score) {
	c := m.Man.Color() & 1
	at, before := m.At&255, j.step(m.At, c)
	size := j.v.Size
	weights := &j.weights
	add := func(w [2]int, times int) {
		sum[0] += Score(w[0] * times)
		sum[1] += Score(w[1] * times)
	}
	if j.meet(&pawns[c^1], &j.ahead[c][at]) == 0 {
		rank := size.RankFrom(c, m.At)
		far := max(0, rank-1) * 5 / max(1, size.Ranks-3)
		times := far * far
		add(weights.Passed, times)
		// The square before it tells whether it can go on, the kings who will be there first.
		if before != board.NoSquare {
			if v.board[before] == 0 && !v.attacks[c^1].Has(before) {
				add([2]int{0, weights.Passed[1]}, times/3)
			}
			for side, sign := range [2]int{-1, 1} {
				if king := v.king[c^board.Color(side)]; king != board.NoSquare {
					sum[1] += Score(sign * far * 2 * min(5, size.Distance(king, before)))
				}
			}
		}
	}
	if j.meet(&pawns[c], &j.beside[at]) == 0 {
		add(weights.Isolated, 1)
	}
	switch {
	case guarded[c].Has(m.At):
		add(weights.Supported, 1)
	case before != board.NoSquare && guarded[c^1].Has(before) && j.meet(&pawns[c], &j.beside[at]) > 0 && j.behind(&pawns[c], c, at) == 0:
		add(weights.Backward, 1)
	}
	for _, df := range [2]int{-1, 1} {
		if sq := size.At(size.File(m.At)+df, size.Rank(m.At)); sq != board.NoSquare && pawns[c].Has(sq) {
			add(weights.Phalanx, 1)
			break
		}
	}
	if j.meet(&pawns[c], &j.file[at]) > 1 {
		add(weights.Doubled, 1)
	}
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

// blend mixes the two phases and returns White's score.
func (j *judge) blend(sum [2][2]Score, phase int) Score {
	early, late := int(sum[0][0]-sum[1][0]), int(sum[0][1]-sum[1][1])
	return Score((early*phase + late*(j.full-phase)) / j.full)
}

// drive sends a king that stands alone to the edge and the other one after it, so that it gets mated.
func (j *judge) drive(v *view, score Score) Score {
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
	gain := Score(200 - 14*centrality(size, lone) + 12*(14-size.Distance(lone, hunter)))
	if weak == board.White {
		return -gain
	}
	return gain
}

// temper brings a score nearer to a draw where that is likely: without pawns and a lead of less than a
// rook, or when the clock of idle moves runs.
func (j *judge) temper(v *view, score Score, half int) Score {
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
	j := judgeOf(p.Variant())
	var v view
	j.look(p.Rules(), &v)
	half, _ := p.Clock()
	return j.evaluate(&v, p.Turn(), half)
}
