package bounds

import (
	"math/bits"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/problem/internal/distance"
	"github.com/kirke-chess/kirke/rules"
)

// This file has tables of bitboards for mating pictures: what each piece attacks, the squares
// between, and where it can come with how many moves. They exist for boards of up to 64 squares and
// pieces without hurdles that have one way to each square. pictures.go comes next.

// bitboard is a set of squares of a board of up to 64 squares.
type bitboard uint64

// squareBit returns the set of one square.
func squareBit(sq int) bitboard { return 1 << sq }

// first returns the lowest square of a set that is not empty.
func (b bitboard) first() int { return bits.TrailingZeros64(uint64(b)) }

func (b bitboard) count() int { return bits.OnesCount64(uint64(b)) }

// attackTables holds the tables of a game.
type attackTables struct {
	pawn            []bool            // by piece type
	movesAsCaptures []bool            // by piece type: it may capture wherever it may move
	attacks         [2][][]bitboard   // by colour, type and square: where it captures on an empty board
	between         [2][][][]bitboard // by colour, type, square and target: the squares passed
	stepTo          [2][][]bitboard   // by colour, type and square: where it moves and captures without passing any
	pawnStep        []bitboard        // by square: where a black pawn moves
	reachable       [2][][][]bitboard // by colour, type, square and moves: where it can come, promotions included
	finalSquares    [2][][][]finalSquare
}

// notAttacked stands in attackTables.between for a target that the piece does not attack.
const notAttacked = ^bitboard(0)

// moveLimit bounds the tables: they have the numbers of moves below it.
const moveLimit = 24

// finalSquare is where a piece ends, and what it costs to bring it there.
type finalSquare struct {
	pieceType rules.PieceType
	at        uint8
	cost      uint8 // moves
	captures  uint8 // the least number of captures that a pawn makes on the way
	lastMove  bool  // the piece comes there with the last move of the play
}

// newAttackTables returns the tables of a game, nil if its pieces do not move that plainly.
func newAttackTables(t *distance.Game) *attackTables {
	area, types := t.Variant.Size.Area(), len(t.Variant.Army)
	if area > 64 {
		return nil
	}
	l := &attackTables{
		pawn:            make([]bool, types+1),
		movesAsCaptures: make([]bool, types+1),
		pawnStep:        make([]bitboard, area),
	}
	for k := range t.Variant.Army {
		l.pawn[k+1], l.movesAsCaptures[k+1] = t.Variant.Army[k].Pawn, true
	}
	for c := range board.Color(2) {
		l.attacks[c], l.between[c], l.stepTo[c] = bySquare[bitboard](t), bySquare[[]bitboard](t), bySquare[bitboard](t)
		for k := range t.Variant.Army {
			paths, err := t.Variant.Army[k].Movement()
			if err != nil {
				return nil
			}
			for from := range area {
				if !l.addPaths(t.Variant, c, k, from, paths) {
					return nil
				}
			}
		}
	}
	l.addDistances(t)
	return l
}

// bySquare returns an empty table by piece type and square.
func bySquare[T any](t *distance.Game) [][]T {
	all := make([][]T, len(t.Variant.Army))
	for k := range all {
		all[k] = make([]T, t.Variant.Size.Area())
	}
	return all
}

// addPaths enters the paths of a piece from a square. It returns false for paths that the tables do
// not cover.
func (l *attackTables) addPaths(v *rules.Variant, c board.Color, k, from int, paths []piece.Path) bool {
	between := make([]bitboard, v.Size.Area())
	for i := range between {
		between[i] = notAttacked
	}
	var moves, captures bitboard // without passing a square
	for _, p := range paths {
		canMove, canCapture := p.Mode&piece.Move != 0, p.Mode&piece.Capture != 0
		if !p.Plain() || p.Wrap || p.Initial && canCapture {
			return false
		}
		l.movesAsCaptures[k+1] = l.movesAsCaptures[k+1] && canMove && canCapture
		way, ok := p.From(v.Size, c, board.Square(from), nil)
		if !ok || p.Initial {
			continue
		}
		to := int(way[len(way)-1])
		var passed bitboard
		for _, sq := range way[:len(way)-1] {
			passed |= squareBit(int(sq))
		}
		if canCapture {
			if between[to] != notAttacked {
				return false // there are two ways
			}
			between[to] = passed
			l.attacks[c][k][from] |= squareBit(to)
			if passed == 0 {
				captures |= squareBit(to)
			}
		}
		if canMove && passed == 0 {
			moves |= squareBit(to)
		}
	}
	l.between[c][k][from] = between
	l.stepTo[c][k][from] = moves & captures
	if v.Army[k].Pawn && c == board.Black {
		l.pawnStep[from] = moves
	}
	return true
}

// addDistances enters what depends on numbers of moves.
func (l *attackTables) addDistances(t *distance.Game) {
	area := t.Variant.Size.Area()
	for c := range board.Color(2) {
		l.reachable[c], l.finalSquares[c] = bySquare[[]bitboard](t), bySquare[[]finalSquare](t)
	}
	for k := range t.Variant.Army {
		for sq := range area {
			for c := range board.Color(2) {
				final := findFinalSquares(t, c, rules.PieceType(k+1), sq)
				reachable := make([]bitboard, moveLimit)
				for _, s := range final {
					for n := int(s.cost); n < moveLimit; n++ {
						reachable[n] |= squareBit(int(s.at))
					}
				}
				l.finalSquares[c][k][sq], l.reachable[c][k][sq] = final, reachable
			}
		}
	}
}

// findFinalSquares returns where a piece may end, nearest first.
func findFinalSquares(t *distance.Game, c board.Color, k rules.PieceType, from int) []finalSquare {
	size := t.Variant.Size
	var byCost [moveLimit][]finalSquare
	add := func(q rules.PieceType, to, cost, captures int) {
		if cost < moveLimit {
			s := finalSquare{pieceType: q, at: uint8(to), cost: uint8(cost), captures: uint8(captures)}
			byCost[cost] = append(byCost[cost], s)
		}
	}
	start, pawn := board.Square(from), t.Variant.Type(k).Pawn
	for to := range size.Area() {
		captures := 0
		if pawn {
			captures = absolute(size.File(start) - size.File(board.Square(to)))
			if to != from && size.RankFrom(c, board.Square(to)) == size.Ranks-1 {
				continue // it has promoted there
			}
		}
		add(k, to, t.Distance(k, c, from, to), captures)
	}
	if pawn {
		left, straight := t.MovesToPromote(c, start), int(size.Home(c, size.File(start), size.Ranks-1))
		for _, q := range t.Promotions {
			for to := range size.Area() {
				cost := left + t.Distance(q, c, straight, to)
				add(q, to, cost, 0)
				if n := t.PromotedDistance(c, start, q, to); n < cost {
					add(q, to, n, 1)
				}
			}
		}
	}
	return slices.Concat(byCost[:]...)
}

// withCastling returns the tables of a position in which kings and rooks may castle.
func (l *attackTables) withCastling(f *distance.Finder) *attackTables {
	if l == nil {
		return nil
	}
	with := *l
	for c := range board.Color(2) {
		with.finalSquares[c], with.reachable[c] = slices.Clone(l.finalSquares[c]), slices.Clone(l.reachable[c])
		for k := range f.Variant.Army {
			from := f.Rooks[c]
			if f.Variant.Army[k].Royal {
				from = f.Kings[c]
			} else if f.Variant.Army[k].Letter != 'R' {
				continue
			}
			with.finalSquares[c][k] = slices.Clone(l.finalSquares[c][k])
			with.reachable[c][k] = slices.Clone(l.reachable[c][k])
			for _, at := range from {
				with.addCastling(f, c, rules.PieceType(k+1), at)
			}
		}
	}
	return &with
}

// addCastling enters anew where a king or rook may come from a square on which it may castle.
func (l *attackTables) addCastling(f *distance.Finder, c board.Color, k rules.PieceType, from int) {
	var byCost [moveLimit][]finalSquare
	reachable := make([]bitboard, moveLimit)
	for to, cost := range f.DistancesFrom(c, k, from)[0].ToState[f.State(k, 0):f.State(k+1, 0)] {
		if cost >= moveLimit {
			continue
		}
		byCost[cost] = append(byCost[cost], finalSquare{pieceType: k, at: uint8(to), cost: cost})
		for n := int(cost); n < moveLimit; n++ {
			reachable[n] |= squareBit(to)
		}
	}
	l.finalSquares[c][k-1][from] = slices.Concat(byCost[:]...)
	l.reachable[c][k-1][from] = reachable
}

func absolute(n int) int { return max(n, -n) }
