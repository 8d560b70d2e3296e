package bounds

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// set is a set of squares of a board of at most 64.
type bitboard uint64

func squareBit(sq int) bitboard { return 1 << sq }

// lanes is what the paths of pieces pass, for boards of at most 64 squares and armies without hurdles whose pieces have one way to each square.
type lineTables struct {
	pawn            []bool            // by kind
	movesAsCaptures []bool            // by kind: it moves as it takes
	attacks         [2][][]bitboard   // by colour, kind and square: where the piece could take on an empty board
	between         [2][][][]bitboard // and by arrival: the squares that it passes
	stepTo          [2][][]bitboard   // where it could step or take whatever stands elsewhere
	pawnStep        []bitboard        // by square, where a black pawn would step
	pinning         [][]bitboard      // by kind of a white piece and square of a king: where a piece may be pinned to it
	reachable       [2][][][]bitboard // by colour, kind, square and number of moves: where it may have come, promotions included
	origins         [][][]bitboard    // by kind of a white piece, square and number of moves: from where it may have come
	finalSquares    [2][][][]finalSquare
}

// seat is a place for a piece at the end.
type finalSquare struct {
	pieceType rules.PieceType
	at        uint8
	cost      uint8 // moves
	captures  uint8 // pieces that it, a pawn, must at least have captured
	lastMove  bool  // it comes there with the last move of all
}

// lanesOf returns the lanes of a game, nil where its pieces do not move that plainly.
func newLineTables(b *MateBound) *lineTables {
	size := b.v.Size
	area := size.Area()
	if area > 64 {
		return nil
	}
	l := &lineTables{pawnStep: make([]bitboard, area), pawn: make([]bool, len(b.v.Army)+1), movesAsCaptures: make([]bool, len(b.v.Army)+1)}
	for k := range b.v.Army {
		l.pawn[k+1], l.movesAsCaptures[k+1] = b.v.Army[k].Pawn, true
	}
	for c := range board.Color(2) {
		l.attacks[c], l.between[c], l.stepTo[c] = perSquare[bitboard](b), make([][][]bitboard, len(b.v.Army)), perSquare[bitboard](b)
		for k := range b.v.Army {
			ty := &b.v.Army[k]
			paths, err := ty.Movement()
			if err != nil {
				return nil
			}
			l.between[c][k] = make([][]bitboard, area)
			for from := range area {
				row := make([]bitboard, area)
				for i := range row {
					row[i] = ^bitboard(0)
				}
				var steps [2]bitboard // by path of one square: to move, to take
				for _, p := range paths {
					if p.Hurdles != 0 || p.Wrap {
						return nil
					}
					way, ok := p.From(size, c, board.Square(from), nil)
					if p.Initial && p.Mode&piece.Capture != 0 {
						return nil
					}
					if l.movesAsCaptures[k+1] = l.movesAsCaptures[k+1] && p.Mode&piece.Move != 0 && p.Mode&piece.Capture != 0; !ok || p.Initial {
						continue
					}
					to := int(way[len(way)-1])
					var passed bitboard
					for _, sq := range way[:len(way)-1] {
						passed |= squareBit(int(sq))
					}
					if p.Mode&piece.Capture != 0 {
						if row[to] != ^bitboard(0) {
							return nil // there are two ways
						}
						l.attacks[c][k][from] |= squareBit(to)
						row[to] = passed
						if passed == 0 {
							steps[1] |= squareBit(to)
						}
					}
					if p.Mode&piece.Move != 0 && passed == 0 {
						steps[0] |= squareBit(to)
					}
				}
				l.between[c][k][from] = row
				l.stepTo[c][k][from] = steps[0] & steps[1]
				if ty.Pawn && c == board.Black {
					l.pawnStep[from] = steps[0]
				}
			}
		}
	}
	l.measure(b)
	return l
}

func perSquare[T any](b *MateBound) [][]T {
	all := make([][]T, len(b.v.Army))
	for k := range all {
		all[k] = make([]T, b.v.Size.Area())
	}
	return all
}

// farthest is how many moves of a piece are told apart.
const moveLimit = 24

// measure finds what depends on numbers of moves.
func (l *lineTables) measure(b *MateBound) {
	area := b.v.Size.Area()
	l.pinning = perSquare[bitboard](b)
	for k := range b.v.Army {
		for king := range area {
			for from := range area {
				if l.attacks[board.White][k][from]&squareBit(king) != 0 {
					l.pinning[k][king] |= l.between[board.White][k][from][king]
				}
			}
		}
	}
	l.origins = perSquare[[]bitboard](b)
	for c := range board.Color(2) {
		l.reachable[c], l.finalSquares[c] = perSquare[[]bitboard](b), perSquare[[]finalSquare](b)
	}
	for k := range b.v.Army {
		for sq := range area {
			toward := make([]bitboard, moveLimit)
			for from := range area {
				for n := int(b.moveCount[k][from][sq]); n < moveLimit; n++ {
					toward[n] |= squareBit(from)
				}
			}
			l.origins[k][sq] = toward
			for c := range board.Color(2) {
				seats := l.findFinalSquares(b, c, rules.PieceType(k+1), sq)
				within := make([]bitboard, moveLimit)
				for _, s := range seats {
					for n := int(s.cost); n < moveLimit; n++ {
						within[n] |= squareBit(int(s.at))
					}
				}
				l.finalSquares[c][k][sq], l.reachable[c][k][sq] = seats, within
			}
		}
	}
}

// castled returns the lanes where kings and rooks may castle as a position allows.
func (l *lineTables) withCastling(b *MateBound) *lineTables {
	if l == nil {
		return nil
	}
	with := *l
	with.origins = slices.Clone(l.origins)
	for c := range board.Color(2) {
		with.finalSquares[c], with.reachable[c] = slices.Clone(l.finalSquares[c]), slices.Clone(l.reachable[c])
		for k := range b.v.Army {
			from := b.rooks[c]
			if b.v.Army[k].Royal {
				from = b.kings[c]
			} else if b.v.Army[k].Letter != 'R' {
				continue
			}
			with.finalSquares[c][k], with.reachable[c][k] = slices.Clone(l.finalSquares[c][k]), slices.Clone(l.reachable[c][k])
			for _, at := range from {
				with.addCastling(b, c, rules.PieceType(k+1), at)
			}
		}
	}
	return &with
}

// castle finds anew where a king or rook may come from a square on which it may castle.
func (l *lineTables) addCastling(b *MateBound, c board.Color, k rules.PieceType, from int) {
	var by [moveLimit][]finalSquare
	within := make([]bitboard, moveLimit)
	toward := slices.Clone(l.origins[k-1])
	for to, cost := range b.distancesFrom(c, k, from)[0].toState[b.state(k, 0):b.state(k+1, 0)] {
		if cost >= moveLimit {
			continue
		}
		by[cost] = append(by[cost], finalSquare{pieceType: k, at: uint8(to), cost: cost})
		toward[to] = slices.Clone(toward[to])
		for n := int(cost); n < moveLimit; n++ {
			within[n] |= squareBit(to)
			if c == board.White {
				toward[to][n] |= squareBit(from)
			}
		}
	}
	l.finalSquares[c][k-1][from], l.reachable[c][k-1][from], l.origins[k-1] = slices.Concat(by[:]...), within, toward
}

// places returns where a piece may end, near places first.
func (l *lineTables) findFinalSquares(b *MateBound, c board.Color, k rules.PieceType, from int) []finalSquare {
	size := b.v.Size
	var by [moveLimit][]finalSquare
	add := func(q rules.PieceType, to, cost, takes int) {
		if cost < moveLimit {
			by[cost] = append(by[cost], finalSquare{pieceType: q, at: uint8(to), cost: uint8(cost), captures: uint8(takes)})
		}
	}
	pawn := b.v.Type(k).Pawn
	for to := range size.Area() {
		takes := 0
		if pawn {
			takes = abs(size.File(board.Square(from)) - size.File(board.Square(to)))
			if to != from && size.RankFrom(c, board.Square(to)) == size.Ranks-1 {
				continue // it has become another piece there
			}
		}
		add(k, to, b.distance(k, c, from, to), takes)
	}
	if pawn {
		start := board.Square(from)
		left := size.Ranks - 1 - size.RankFrom(c, start)
		if size.RankFrom(c, start) == 1 {
			left--
		}
		for _, q := range b.promotions {
			for to := range size.Area() {
				straight := left + b.distance(q, c, int(size.Home(c, size.File(start), size.Ranks-1)), to)
				add(q, to, straight, 0)
				if n := b.promoted(c, start, q, to); n < straight {
					add(q, to, n, 1)
				}
			}
		}
	}
	var all []finalSquare
	for _, s := range by {
		all = append(all, s...)
	}
	return all
}
