package bounds

import (
	"iter"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file has the graph in which distances are shortest paths. Its nodes are states, a piece type
// on a square. Its edges are moves, promotions, castling and, in the Circe family, rebirths. An
// obstacle never removes an edge. The proof is in docs/proofs/rebirth-distances.md. distances.go
// searches the graph.

// states is a set of states, by piece type.
type states []typeSquares

// typeSquares is a piece type on some squares.
type typeSquares struct {
	pieceType rules.PieceType
	squares   squareSet
}

func (s *states) add(k rules.PieceType, at int) {
	for i := range *s {
		if (*s)[i].pieceType == k {
			(*s)[i].squares.add(at)
			return
		}
	}
	*s = append(*s, typeSquares{pieceType: k})
	(*s)[len(*s)-1].squares.add(at)
}

// addTo adds the states to sets of squares by piece type.
func (s states) addTo(sets []squareSet) {
	for i := range s {
		sets[s[i].pieceType-1].addAll(&s[i].squares)
	}
}

// all returns the states one by one.
func (s states) all() iter.Seq2[rules.PieceType, int] {
	return func(yield func(rules.PieceType, int) bool) {
		for i := range s {
			for at := range s[i].squares.all() {
				if !yield(s[i].pieceType, at) {
					return
				}
			}
		}
	}
}

// moveGraph has the edges for the pieces of one side, by state.
type moveGraph struct {
	own      []states // by a move of the piece
	castled  []states // by a move of another piece: the rook that castles
	captured []states // by a rebirth after it is captured; nil if captured pieces are not reborn
}

// newMoveGraph returns the graph of a side that may capture, or may not.
func (f *distanceFinder) newMoveGraph(c board.Color, captures bool) *moveGraph {
	a, n := &f.v.Aftermath, len(f.v.Army)*f.v.Size.Area()
	g := &moveGraph{own: make([]states, n), castled: make([]states, n)}
	rebirth := a.Active && (a.Reborn == rules.CapturedReborn || a.Reborn == rules.BothReborn)
	var origins [][][]int
	if rebirth {
		g.captured = make([]states, n)
		if f.rebirthDependsOnMove() {
			origins = f.captureOrigins(c.Other())
		}
	}
	for k := rules.PieceType(1); int(k) <= len(f.v.Army); k++ {
		ty := f.v.Type(k)
		for at := range f.v.Size.Area() {
			i := f.state(k, at)
			for _, to := range f.stepsFrom(c, k, at) {
				if captures || !ty.Pawn || (to-at)%f.v.Size.Files == 0 {
					f.addArrival(&g.own[i], c, k, to)
				}
			}
			if !a.Active || !captures {
				continue
			}
			f.addCapturerRebirths(&g.own[i], c, k, at)
			if rebirth && (!ty.Royal || a.Kings) {
				g.captured[i] = f.rebirths(c, k, at, origins)
			}
		}
	}
	f.addCastlingMoves(g, c)
	return g
}

// addArrival adds the states of a piece that arrives on a square. A pawn on the last rank promotes.
func (f *distanceFinder) addArrival(s *states, c board.Color, k rules.PieceType, at int) {
	size := f.v.Size
	if !f.v.Type(k).Pawn || len(f.promotions) == 0 || size.RankFrom(c, board.Square(at)) != size.Ranks-1 {
		s.add(k, at)
		return
	}
	for _, q := range f.promotions {
		s.add(q, at)
	}
}

// addCapturerRebirths adds the states of a piece that captures, where the capturer is reborn.
func (f *distanceFinder) addCapturerRebirths(s *states, c board.Color, k rules.PieceType, at int) {
	a, homeSide := &f.v.Aftermath, c
	if a.OpponentHome {
		homeSide = c.Other()
	}
	switch a.Reborn {
	case rules.CapturerReborn, rules.BothReborn:
		for _, to := range f.captureTargets(c, k, at) {
			var arrived states
			f.addArrival(&arrived, c, k, to)
			for q := range arrived.all() {
				f.addArrival(s, c, q, f.homeSquare(q, homeSide, to))
			}
		}
	case rules.MoverReborn:
		for _, to := range f.captureTargets(c, k, f.homeSquare(k, c, at)) {
			f.addArrival(s, c, k, to)
		}
	}
}

// addCastlingMoves adds castling: a move of the king, and a free ride for the rook.
func (f *distanceFinder) addCastlingMoves(g *moveGraph, c board.Color) {
	size, castling := f.v.Size, &f.v.Castling
	for i := range 2 {
		for k := rules.PieceType(1); int(k) <= len(f.v.Army); k++ {
			if f.v.Type(k).Royal {
				for _, from := range f.kings[c] {
					g.own[f.state(k, from)].add(k, int(size.Home(c, castling.KingTo[i], 0)))
				}
			} else if f.v.Type(k).Letter == 'R' {
				for _, from := range f.rooks[c] {
					g.castled[f.state(k, from)].add(k, int(size.Home(c, castling.RookTo[i], 0)))
				}
			}
		}
	}
}

// stepsFrom returns where one move leads on an empty board, captures of pawns included.
func (f *distanceFinder) stepsFrom(c board.Color, k rules.PieceType, from int) []int {
	var all []int
	size := f.v.Size
	if c == board.Black {
		from = int(size.Mirror(board.Square(from)))
	}
	for _, to := range f.steps[k-1][from] {
		if c == board.Black {
			to = size.Mirror(to)
		}
		all = append(all, int(to))
	}
	return all
}

// captureTargets returns where one capture leads on an empty board.
func (f *distanceFinder) captureTargets(c board.Color, k rules.PieceType, from int) []int {
	all := f.stepsFrom(c, k, from)
	if f.v.Type(k).Pawn {
		all = slices.DeleteFunc(all, func(to int) bool { return (to-from)%f.v.Size.Files == 0 })
	}
	return all
}

// captureOrigins returns, by piece type and square, the squares from which a side captures there.
func (f *distanceFinder) captureOrigins(c board.Color) [][][]int {
	all := make([][][]int, len(f.v.Army))
	for k := range all {
		all[k] = make([][]int, f.v.Size.Area())
		for from := range all[k] {
			for _, to := range f.captureTargets(c, rules.PieceType(k+1), from) {
				all[k][to] = append(all[k][to], from)
			}
		}
	}
	return all
}

// rebirthDependsOnMove reports whether the rebirth square depends on where the capturer comes from.
func (f *distanceFinder) rebirthDependsOnMove() bool {
	where := f.v.Aftermath.Where
	return where == rules.AtDeparture || where == rules.AtEquipollent
}

// capture is a capture of a piece on a square. The capturer goes to another square en passant.
type capture struct {
	color    board.Color     // of the piece captured
	piece    rules.PieceType // the piece captured
	at       int
	capturer rules.PieceType
	from, to int
}

// rebirths returns the states in which a piece may be reborn after any capture of it. Origins are
// the captureOrigins of the other side, where they matter.
func (f *distanceFinder) rebirths(c board.Color, k rules.PieceType, at int, origins [][][]int) (all states) {
	for x := rules.PieceType(1); int(x) <= len(f.v.Army); x++ {
		if f.types[c.Other()]>>(x-1)&1 == 0 {
			continue
		}
		m := capture{color: c, piece: k, at: at, capturer: x, from: at, to: at}
		if !f.rebirthDependsOnMove() {
			f.addRebirths(&all, m)
			continue
		}
		for _, m.from = range origins[x-1][at] {
			f.addRebirths(&all, m)
		}
		if f.v.Type(x).Pawn && f.v.Type(k).Pawn {
			f.addEnPassant(&all, m)
		}
	}
	return all
}

// addEnPassant adds the states in which a pawn may be reborn after captures en passant.
func (f *distanceFinder) addEnPassant(s *states, m capture) {
	size, at, capturing := f.v.Size, board.Square(m.at), m.color.Other()
	to := size.Home(capturing, size.File(at), size.RankFrom(capturing, at)+1)
	for _, side := range [2]int{-1, 1} {
		from := size.At(size.File(at)+side, size.Rank(at))
		if from != board.NoSquare && to != board.NoSquare {
			m.from, m.to = int(from), int(to)
			f.addRebirths(s, m)
		}
	}
}

// addRebirths adds the states in which a piece may be reborn after a capture.
func (f *distanceFinder) addRebirths(s *states, m capture) {
	a, size, at := &f.v.Aftermath, f.v.Size, board.Square(m.at)
	as := f.rebornAs(m)
	sq := board.NoSquare
	switch a.Where {
	case rules.AtDeparture:
		sq = board.Square(m.from)
	case rules.AtReflection:
		sq = size.Reflect(at)
	case rules.AtEquipollent:
		from, to := board.Square(m.from), board.Square(m.to)
		sq = size.At(size.File(at)+size.File(to)-size.File(from), size.Rank(at)+size.Rank(to)-size.Rank(from))
	case rules.AtOrigin:
		for _, o := range f.origins[m.color] {
			if o.pieceType == m.piece || a.As != rules.AsItself || f.v.Type(o.pieceType).Pawn {
				f.addArrival(s, m.color, as, o.at)
			}
		}
	case rules.AtHome:
		ref, side := as, m.color
		if a.OtherPiece {
			ref, side = m.capturer, m.color.Other()
		}
		if a.OpponentHome {
			side = side.Other()
		}
		sq = board.Square(f.homeSquare(ref, side, m.at))
	}
	if sq != board.NoSquare {
		f.addArrival(s, m.color, as, int(sq))
	}
}

// rebornAs returns the type that a captured piece is reborn as.
func (f *distanceFinder) rebornAs(m capture) rules.PieceType {
	a := &f.v.Aftermath
	switch {
	case f.v.Type(m.piece).Royal:
	case a.As == rules.AsCapturer && !f.v.Type(m.capturer).Royal:
		return m.capturer
	case a.As == rules.AsChameleon && !f.v.Type(m.piece).Pawn:
		return f.homes.Chameleon(m.piece)
	}
	return m.piece
}

// homeSquare returns the home, on the ranks of a side, of a piece that captures or is captured on a
// square.
func (f *distanceFinder) homeSquare(k rules.PieceType, c board.Color, at int) int {
	if f.side == board.White {
		return int(f.homes.Home(k, c, board.Square(at)))
	}
	size := f.v.Size
	return int(size.Mirror(f.homes.Home(k, c.Other(), size.Mirror(board.Square(at)))))
}
