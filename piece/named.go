package piece

import (
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
)

// This file has the movements that Betza's letters cannot describe: those in braces.

// named are the movements that are written as a name in braces.
var named = map[string]func() Movement{
	"Sissa":                  sissaPaths,
	"Bouncer":                func() Movement { return bouncerPaths(queenSteps) },
	"RookBouncer":            func() Movement { return bouncerPaths(queenSteps[:4]) },
	"BishopBouncer":          func() Movement { return bouncerPaths(queenSteps[4:]) },
	"Edgehog":                edgehogPaths,
	"ContraHamster":          contraHamsterPaths,
	"MoaRider":               func() Movement { return lamePaths(false, false) },
	"MoaRiderLion":           func() Movement { return lamePaths(false, true) },
	"MaoRiderLion":           func() Movement { return lamePaths(true, true) },
	"Equihopper":             func() Movement { return equalPaths(equihop) },
	"NonstopEquihopper":      func() Movement { return equalPaths(equihop | nonstop) },
	"Orix":                   func() Movement { return equalPaths(equihop | onLines) },
	"NonstopOrix":            func() Movement { return equalPaths(equihop | onLines | nonstop) },
	"Equistopper":            func() Movement { return equalPaths(0) },
	"NonstopEquistopper":     func() Movement { return equalPaths(nonstop) },
	"RadialKnight":           func() Movement { return radialPaths(overHurdle, EnemyPiece, false) },
	"Treehopper":             func() Movement { return radialPaths(overHurdle, AnyPiece, true) },
	"GreaterTreehopper":      func() Movement { return radialPaths(overHurdle, AnyPiece, false) },
	"Leafhopper":             func() Movement { return radialPaths(besideHurdle, AnyPiece, true) },
	"GreaterLeafhopper":      func() Movement { return radialPaths(besideHurdle, AnyPiece, false) },
	"EagleEquihopper":        func() Movement { return angledPaths(equihop) },
	"EagleNonstopEquihopper": func() Movement { return angledPaths(equihop | nonstop) },
	"Scarab":                 scarabPaths,
	"ReflectingBishop":       func() Movement { return reflectedPaths(Reflecting, 4) },
	"Archbishop":             func() Movement { return reflectedPaths(Reflecting, 1) },
	"Cardinal":               func() Movement { return reflectedPaths(Cushioned, 1) },
	"BouncyKnight":           bouncyPaths,
	"Querquisite":            querquisitePaths,
	"RookBishopHunter":       func() Movement { return uprightHunter(queenSteps[:4], queenSteps[4:]) },
	"BishopRookHunter":       func() Movement { return uprightHunter(queenSteps[4:], queenSteps[:4]) },
	"PawnSteps":              func() Movement { return pawnPaths(Move) },
	"PawnCaptures":           func() Movement { return pawnPaths(Capture) },
}

// queenSteps are the steps of a rook and of a bishop.
var queenSteps = []Offset{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}}

// plus returns o and then by.
func (o Offset) plus(by Offset) Offset { return Offset{o.File + by.File, o.Rank + by.Rank} }

// far reports whether o leads beyond the largest board.
func (o Offset) far() bool { return max(o.File, -o.File, o.Rank, -o.Rank) > reach }

// square returns the square of the length of o.
func (o Offset) square() int { return o.File*o.File + o.Rank*o.Rank }

// line returns the squares from one step to step times last.
func line(step Offset, last int) (squares []Offset) {
	for n := 1; n <= last; n++ {
		squares = append(squares, step.times(n))
	}
	return squares
}

// sissaPaths returns the movement of the Sissa, which Carlos Cetina invented: n squares as a rook,
// then n as a bishop, or the other way round, with n at least 1 and in any directions.
func sissaPaths() Movement {
	var m Movement
	add := func(first, second Offset, n int) {
		squares := line(first, n)
		for i := 1; i <= n; i++ {
			squares = append(squares, first.times(n).plus(second.times(i)))
		}
		for _, o := range squares {
			if max(o.File, -o.File, o.Rank, -o.Rank) >= board.MaxSide {
				return
			}
		}
		m = append(m, Path{Squares: squares, Mode: Both})
	}
	for n := 1; n < board.MaxSide; n++ {
		for _, r := range queenSteps[:4] {
			for _, b := range []Offset{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}} {
				add(r, b, n)
				add(b, r, n)
			}
		}
	}
	return m
}

// bouncerPaths goes away from the next piece on a line, or the edge of the board, as far as that is
// away.
func bouncerPaths(steps []Offset) (m Movement) {
	for _, step := range steps {
		for n := 1; n <= reach; n++ {
			back := line(step.times(-1), n)
			before := line(step, n-1)
			m = append(m, Path{Squares: append(before[:n-1:n-1], back...), Beyond: step.times(n), Mode: Both},
				Path{Squares: append(line(step, n), back...), Hurdles: 1 << (n - 1), Mode: Both})
		}
	}
	return m
}

// edgehogPaths goes as a queen between the edge of the board and its inside.
func edgehogPaths() (m Movement) {
	for _, step := range queenSteps {
		for n := 1; n <= reach; n++ {
			m = append(m, Path{Squares: line(step, n), Rim: Between, Mode: Both})
		}
	}
	return m
}

// contraHamsterPaths goes as a queen away from a piece beside its square.
func contraHamsterPaths() (m Movement) {
	for _, step := range queenSteps {
		for n := 1; n <= reach; n++ {
			squares := append([]Offset{step.times(-1)}, line(step, n)...)
			m = append(m, Path{Squares: squares, Hurdles: 1, Mode: Both})
		}
	}
	return m
}

// lamePaths goes on in steps of a knight, each over a square that must be empty: the one beside it
// that orthogonal says, or the diagonal one. As a lion it hops over one piece on the way.
func lamePaths(orthogonal, lion bool) (m Movement) {
	for _, leap := range sameLength(Offset{1, 2}) {
		turn := Offset{sign(leap.File), sign(leap.Rank)}
		if orthogonal {
			turn = Offset{leap.File / 2, leap.Rank / 2}
		}
		var squares []Offset
		for n := 1; !leap.times(n).far(); n++ {
			squares = append(squares[:len(squares):len(squares)], leap.times(n-1).plus(turn), leap.times(n))
			if !lion {
				m = append(m, Path{Squares: squares, Mode: Both})
				continue
			}
			for i := range len(squares) - 1 {
				m = append(m, Path{Squares: squares, Hurdles: 1 << i, Mode: Both})
			}
		}
	}
	return m
}

// equal says how a piece moves that needs another at the same distance.
type equal uint8

const (
	equihop equal = 1 << iota // over the other piece, and not half the way to it
	nonstop                   // over anything else
	onLines                   // as a queen only
)

// equalPaths returns the paths of equihoppers, which go over another piece as far as that is away, and
// of equistoppers, which go half the way to it.
func equalPaths(e equal) (m Movement) {
	for file := -reach; file <= reach; file++ {
		for rank := -reach; rank <= reach; rank++ {
			half := Offset{file, rank}
			steps := commonDivisor(file, rank)
			if steps == 0 || e&onLines != 0 && half.square() != steps*steps && half.square() != 2*steps*steps {
				continue
			}
			step := Offset{file / steps, rank / steps}
			if !half.times(2).far() {
				m = append(m, e.path(step, step, steps))
			}
		}
	}
	return m
}

// path returns the path of n steps to the middle, and of as many others on to the end.
func (e equal) path(step, on Offset, n int) Path {
	half := step.times(n)
	end := half.plus(on.times(n))
	before, behind := line(step, n-1), line(on, n-1)
	for i := range behind {
		behind[i] = half.plus(behind[i])
	}
	if e&nonstop != 0 {
		before, behind = nil, nil
	}
	if e&equihop == 0 {
		squares := slices.Concat([]Offset{end}, behind, before, []Offset{half})
		return Path{Squares: squares, Hurdles: 1, Mode: Both}
	}
	squares := slices.Concat(before, []Offset{half}, behind, []Offset{end})
	return Path{Squares: squares, Hurdles: 1 << len(before), Mode: Both}
}

// angledPaths returns the paths of equihoppers that turn by a right angle at the piece they hop over. Off a
// queen's lines that piece is at most as far away as an equihopper's on 8×8; and it is the first one at
// that angle, where they stop at others.
func angledPaths(e equal) (m Movement) {
	const far = 3
	for file := -reach; file <= reach; file++ {
		for rank := -reach; rank <= reach; rank++ {
			n := commonDivisor(file, rank)
			if n == 0 {
				continue
			}
			step := Offset{file / n, rank / n}
			onLine := step.square() <= 2
			if !onLine && (max(step.File, -step.File, step.Rank, -step.Rank) > far || e&nonstop == 0 && n > 1) {
				continue
			}
			for _, turned := range []Offset{{-step.Rank, step.File}, {step.Rank, -step.File}} {
				m = append(m, e.path(step, turned, n))
			}
		}
	}
	return m
}

// scarabPaths goes along a queen's lines to the first piece, and from there on by the two knight's leaps
// that turn the least.
func scarabPaths() (m Movement) {
	for _, step := range queenSteps {
		for _, leap := range sameLength(Offset{1, 2}) {
			if along := step.File*leap.File + step.Rank*leap.Rank; along != step.square()+1 {
				continue // the cosine of the angle is less
			}
			for n := 1; n <= reach; n++ {
				m = append(m, Path{Squares: append(line(step, n), step.times(n).plus(leap)),
					Hurdles: 1 << (n - 1), Mode: Both})
			}
		}
	}
	return m
}

// reflectedPaths goes as a bishop, and turns at the edge of the board at most so many times.
func reflectedPaths(rim Rim, turns int) (m Movement) {
	for _, step := range queenSteps[4:] {
		for n := 1; n <= maxSquares; n++ {
			m = append(m, Path{Squares: line(step, n), Rim: rim, Turns: turns, Mode: Both})
		}
	}
	return m
}

// bouncyPaths makes up to three leaps of a knight, as long as each ends on an empty square of the edge.
func bouncyPaths() (m Movement) {
	leaps := sameLength(Offset{1, 2})
	tracks := [][]Offset{nil}
	for range 3 {
		var longer [][]Offset
		for _, t := range tracks {
			from := Offset{}
			if len(t) > 0 {
				from = t[len(t)-1]
			}
			for _, leap := range leaps {
				to := from.plus(leap)
				if to == (Offset{}) || slices.Contains(t, to) {
					continue
				}
				squares := append(slices.Clone(t), to)
				longer = append(longer, squares)
				m = append(m, Path{Squares: squares, Rim: Touching, Mode: Both})
			}
		}
		tracks = longer
	}
	return m
}

// uprightHunter goes up the board along some steps and down along others, whichever side it is of.
func uprightHunter(up, down []Offset) (m Movement) {
	add := func(step Offset) {
		for n := 1; n <= reach; n++ {
			m = append(m, Path{Squares: line(step, n), Upright: true, Mode: Both})
		}
	}
	for _, step := range up {
		if step.Rank > 0 {
			add(step)
		}
	}
	for _, step := range down {
		if step.Rank < 0 {
			add(step)
		}
	}
	return m
}

// querquisitePaths goes as the piece does that stands on its file at the start of a game of chess.
func querquisitePaths() (m Movement) {
	knight := sameLength(Offset{1, 2})
	for _, as := range []struct {
		steps []Offset
		far   int
		files uint16
	}{
		{queenSteps[:4], reach, 0b1000_0001}, {knight, 1, 0b0100_0010}, {queenSteps[4:], reach, 0b0010_0100},
		{queenSteps, reach, 0b0000_1000}, {queenSteps, 1, 0b0001_0000},
	} {
		for _, step := range as.steps {
			for n := 1; n <= as.far; n++ {
				m = append(m, Path{Squares: line(step, n), Files: as.files, Mode: Both})
			}
		}
	}
	return m
}

// radial says where a radial piece goes by a hurdle.
type radial uint8

const (
	overHurdle   radial = iota // as far from the hurdle as that is away
	besideHurdle               // as far as the hurdle is away
)

// radialPaths returns the paths of pieces that need a hurdle at the length of the move. lines says that
// the vectors are those of a queen, and go together with those of the same steps alone.
func radialPaths(to radial, over Hurdle, lines bool) (m Movement) {
	for file := -reach; file <= reach; file++ {
		for rank := -reach; rank <= reach; rank++ {
			hurdle := Offset{file, rank}
			if hurdle == (Offset{}) || lines && file != 0 && rank != 0 && file*file != rank*rank {
				continue
			}
			for _, by := range sameLength(hurdle) {
				end := by
				if to == overHurdle {
					end = hurdle.plus(by)
				}
				if end == (Offset{}) || end == hurdle || end.far() ||
					lines && (by.File == 0 || by.Rank == 0) != (file == 0 || rank == 0) ||
					lines && by.File != 0 && by.Rank != 0 && by.File*by.File != by.Rank*by.Rank {
					continue
				}
				m = append(m, Path{Squares: []Offset{hurdle, end}, Hurdles: 1, Over: over, Mode: Both})
			}
		}
	}
	return m
}

// pawnPaths returns the moves of a pawn without captures, or those with. They begin on the second rank
// or beyond.
func pawnPaths(mode Mode) Movement {
	if mode == Capture {
		return Movement{{Squares: []Offset{{-1, 1}}, Mode: mode, Ranks: beyondFirst},
			{Squares: []Offset{{1, 1}}, Mode: mode, Ranks: beyondFirst}}
	}
	return Movement{{Squares: []Offset{{0, 1}}, Mode: mode, Ranks: beyondFirst},
		{Squares: []Offset{{0, 1}, {0, 2}}, Mode: mode, Ranks: 1 << 1}}
}

// beyondFirst are the ranks that a pawn may move from.
const beyondFirst = ^uint16(1)

// sameLength returns all vectors as long as o.
func sameLength(o Offset) (all []Offset) {
	for file := -reach; file <= reach; file++ {
		for rank := -reach; rank <= reach; rank++ {
			if v := (Offset{file, rank}); v.square() == o.square() {
				all = append(all, v)
			}
		}
	}
	return all
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// commonDivisor returns the greatest common divisor of two numbers, not below 0.
func commonDivisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// braces reads a movement in braces: a name, or two movements with a stroke between them, of which the
// first is made away from the side's first rank and the second towards it.
func (r *reader) braces(legs []leg) error {
	l, start := legs[0], r.pos
	stroke, end := matching(r.text, start)
	if end < 0 {
		return r.errorf(start, start+1, "is not followed by }")
	}
	r.pos = end + 1
	plain := len(legs) == 1 && l.dirs == "" && strings.Trim(l.letters, "mci") == ""
	if !plain || stroke >= 0 && l.letters != "" {
		return r.errorf(l.from, start, "cannot stand before %s: before a name m, c and i can", r.text[start:r.pos])
	}
	if stroke >= 0 {
		return r.twoWays(start, r.text[start+1:stroke], r.text[stroke+1:end])
	}
	paths, ok := named[r.text[start+1:end]]
	if !ok {
		return r.errorf(start, r.pos, "is not the name of a movement")
	}
	for _, p := range paths() {
		p.Mode &= l.mode()
		p.Initial = l.has('i')
		if p.Mode == 0 {
			continue
		}
		if err := r.add(p); err != nil {
			return err
		}
	}
	return nil
}

// matching returns where the brace at start is closed and where a stroke stands between, -1 for
// nowhere.
func matching(text string, start int) (stroke, end int) {
	depth := 0
	stroke = -1
	for i := start; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return stroke, i
			}
		case '/':
			if depth == 1 && stroke < 0 {
				stroke = i
			}
		}
	}
	return stroke, -1
}

// twoWays adds the paths of the first movement that lead away, and of the second that lead home.
func (r *reader) twoWays(start int, texts ...string) error {
	for i, text := range texts {
		m, err := Parse(text)
		if err != nil {
			return r.errorf(start, r.pos, "does not hold two movements: %v", err)
		}
		for _, p := range m {
			if rank := p.Squares[len(p.Squares)-1].Rank; i == 0 && rank > 0 || i == 1 && rank < 0 {
				if err := r.add(p); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
