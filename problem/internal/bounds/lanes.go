package bounds

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// set is a set of squares of a board of at most 64.
type set uint64

func one(sq int) set { return 1 << sq }

// lanes is what the paths of pieces pass, for boards of at most 64 squares and armies without hurdles whose pieces have one way to each square.
type lanes struct {
	pawn    []bool       // by kind
	alike   []bool       // by kind: it moves as it takes
	hits    [2][][]set   // by colour, kind and square: where the piece could take on an empty board
	between [2][][][]set // and by arrival: the squares that it passes
	exits   [2][][]set   // where it could step or take whatever stands elsewhere
	front   []set        // by square, where a black pawn would step
	pinning [][]set      // by kind of a white piece and square of a king: where a piece may be pinned to it
	within  [2][][][]set // by colour, kind, square and number of moves: where it may have come, promotions included
	toward  [][][]set    // by kind of a white piece, square and number of moves: from where it may have come
	seats   [2][][][]seat
}

// seat is a place for a piece at the end.
type seat struct {
	pieceType rules.PieceType
	at        uint8
	cost      uint8 // moves
	takes     uint8 // pieces that it, a pawn, must at least have captured
	last      bool  // it comes there with the last move of all
}

// lanesOf returns the lanes of a game, nil where its pieces do not move that plainly.
func lanesOf(b *Bound) *lanes {
	size := b.v.Size
	area := size.Area()
	if area > 64 {
		return nil
	}
	l := &lanes{front: make([]set, area), pawn: make([]bool, len(b.v.Army)+1), alike: make([]bool, len(b.v.Army)+1)}
	for k := range b.v.Army {
		l.pawn[k+1], l.alike[k+1] = b.v.Army[k].Pawn, true
	}
	for c := range board.Color(2) {
		l.hits[c], l.between[c], l.exits[c] = grid[set](b), make([][][]set, len(b.v.Army)), grid[set](b)
		for k := range b.v.Army {
			ty := &b.v.Army[k]
			paths, err := ty.Movement()
			if err != nil {
				return nil
			}
			l.between[c][k] = make([][]set, area)
			for from := range area {
				row := make([]set, area)
				for i := range row {
					row[i] = ^set(0)
				}
				var steps [2]set // by path of one square: to move, to take
				for _, p := range paths {
					if p.Hurdles != 0 || p.Wrap {
						return nil
					}
					way, ok := p.From(size, c, board.Square(from), nil)
					if p.Initial && p.Mode&piece.Capture != 0 {
						return nil
					}
					if l.alike[k+1] = l.alike[k+1] && p.Mode&piece.Move != 0 && p.Mode&piece.Capture != 0; !ok || p.Initial {
						continue
					}
					to := int(way[len(way)-1])
					var passed set
					for _, sq := range way[:len(way)-1] {
						passed |= one(int(sq))
					}
					if p.Mode&piece.Capture != 0 {
						if row[to] != ^set(0) {
							return nil // there are two ways
						}
						l.hits[c][k][from] |= one(to)
						row[to] = passed
						if passed == 0 {
							steps[1] |= one(to)
						}
					}
					if p.Mode&piece.Move != 0 && passed == 0 {
						steps[0] |= one(to)
					}
				}
				l.between[c][k][from] = row
				l.exits[c][k][from] = steps[0] & steps[1]
				if ty.Pawn && c == board.Black {
					l.front[from] = steps[0]
				}
			}
		}
	}
	l.measure(b)
	return l
}

func grid[T any](b *Bound) [][]T {
	all := make([][]T, len(b.v.Army))
	for k := range all {
		all[k] = make([]T, b.v.Size.Area())
	}
	return all
}

// farthest is how many moves of a piece are told apart.
const farthest = 24

// measure finds what depends on numbers of moves.
func (l *lanes) measure(b *Bound) {
	area := b.v.Size.Area()
	l.pinning = grid[set](b)
	for k := range b.v.Army {
		for king := range area {
			for from := range area {
				if l.hits[board.White][k][from]&one(king) != 0 {
					l.pinning[k][king] |= l.between[board.White][k][from][king]
				}
			}
		}
	}
	l.toward = grid[[]set](b)
	for c := range board.Color(2) {
		l.within[c], l.seats[c] = grid[[]set](b), grid[[]seat](b)
	}
	for k := range b.v.Army {
		for sq := range area {
			toward := make([]set, farthest)
			for from := range area {
				for n := int(b.away[k][from][sq]); n < farthest; n++ {
					toward[n] |= one(from)
				}
			}
			l.toward[k][sq] = toward
			for c := range board.Color(2) {
				seats := l.places(b, c, rules.PieceType(k+1), sq)
				within := make([]set, farthest)
				for _, s := range seats {
					for n := int(s.cost); n < farthest; n++ {
						within[n] |= one(int(s.at))
					}
				}
				l.seats[c][k][sq], l.within[c][k][sq] = seats, within
			}
		}
	}
}

// castled returns the lanes where kings and rooks may castle as a position allows.
func (l *lanes) castled(b *Bound) *lanes {
	if l == nil {
		return nil
	}
	with := *l
	with.toward = slices.Clone(l.toward)
	for c := range board.Color(2) {
		with.seats[c], with.within[c] = slices.Clone(l.seats[c]), slices.Clone(l.within[c])
		for k := range b.v.Army {
			from := b.rooks[c]
			if b.v.Army[k].Royal {
				from = b.kings[c]
			} else if b.v.Army[k].Letter != 'R' {
				continue
			}
			with.seats[c][k], with.within[c][k] = slices.Clone(l.seats[c][k]), slices.Clone(l.within[c][k])
			for _, at := range from {
				with.castle(b, c, rules.PieceType(k+1), at)
			}
		}
	}
	return &with
}

// castle finds anew where a king or rook may come from a square on which it may castle.
func (l *lanes) castle(b *Bound, c board.Color, k rules.PieceType, from int) {
	var by [farthest][]seat
	within := make([]set, farthest)
	toward := slices.Clone(l.toward[k-1])
	for to, cost := range b.routesOf(c, k, from)[0].as[b.state(k, 0):b.state(k+1, 0)] {
		if cost >= farthest {
			continue
		}
		by[cost] = append(by[cost], seat{pieceType: k, at: uint8(to), cost: cost})
		toward[to] = slices.Clone(toward[to])
		for n := int(cost); n < farthest; n++ {
			within[n] |= one(to)
			if c == board.White {
				toward[to][n] |= one(from)
			}
		}
	}
	l.seats[c][k-1][from], l.within[c][k-1][from], l.toward[k-1] = slices.Concat(by[:]...), within, toward
}

// places returns where a piece may end, near places first.
func (l *lanes) places(b *Bound, c board.Color, k rules.PieceType, from int) []seat {
	size := b.v.Size
	var by [farthest][]seat
	add := func(q rules.PieceType, to, cost, takes int) {
		if cost < farthest {
			by[cost] = append(by[cost], seat{pieceType: q, at: uint8(to), cost: uint8(cost), takes: uint8(takes)})
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
	var all []seat
	for _, s := range by {
		all = append(all, s...)
	}
	return all
}
