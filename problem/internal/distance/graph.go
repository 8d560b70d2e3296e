package distance

import (
	"iter"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file has the graph in which distances are shortest paths. Its nodes are states: a piece type
// on a square. Its edges are moves, promotions, castling and, in the Circe family, rebirths. An
// obstacle never removes an edge. distances.go searches the graph.

// States is a set of states, by piece type.
type States []typeSquares

// typeSquares is a piece type on some squares.
type typeSquares struct {
	pieceType rules.PieceType
	squares   SquareSet
}

func (s *States) add(k rules.PieceType, at int) {
	for i := range *s {
		if (*s)[i].pieceType == k {
			(*s)[i].squares.Add(at)
			return
		}
	}
	*s = append(*s, typeSquares{pieceType: k})
	(*s)[len(*s)-1].squares.Add(at)
}

// addTo adds the states to sets of squares by piece type.
func (s States) addTo(sets []SquareSet) {
	for i := range s {
		sets[s[i].pieceType-1].AddAll(&s[i].squares)
	}
}

// All returns the states one by one.
func (s States) All() iter.Seq2[rules.PieceType, int] {
	return func(yield func(rules.PieceType, int) bool) {
		for i := range s {
			for at := range s[i].squares.All() {
				if !yield(s[i].pieceType, at) {
					return
				}
			}
		}
	}
}

// Graph has the edges for the pieces of one side, by state.
type Graph struct {
	Own      []States // by a move of the piece
	Castled  []States // by a move of another piece: the rook that castles
	Captured []States // by a rebirth after it is captured; nil if captured pieces are not reborn
}

// NewGraph returns the graph of a side that may capture, or may not.
func (f *Finder) NewGraph(c board.Color, captures bool) *Graph {
	a, n := &f.Variant.Aftermath, len(f.Variant.Army)*f.Variant.Size.Area()
	g := &Graph{Own: make([]States, n), Castled: make([]States, n)}
	rebirth := a.Active && (a.Reborn == rules.CapturedReborn || a.Reborn == rules.BothReborn)
	var origins [][][]int
	if rebirth {
		g.Captured = make([]States, n)
		if f.rebirthDependsOnMove() {
			origins = f.captureOrigins(c.Other())
		}
	}
	for k := rules.PieceType(1); int(k) <= len(f.Variant.Army); k++ {
		ty := f.Variant.Type(k)
		for at := range f.Variant.Size.Area() {
			i := f.State(k, at)
			for _, to := range f.stepsFrom(c, k, at) {
				if captures || !ty.Pawn || (to-at)%f.Variant.Size.Files == 0 {
					f.addArrival(&g.Own[i], c, k, to)
				}
			}
			if !a.Active || !captures {
				continue
			}
			f.addCapturerRebirths(&g.Own[i], c, k, at)
			if rebirth && (!ty.Royal || a.Kings) {
				g.Captured[i] = f.rebirths(c, k, at, origins)
			}
		}
	}
	f.addCastlingMoves(g, c)
	return g
}

// addArrival adds the states of a piece that arrives on a square. A pawn on the last rank promotes.
func (f *Finder) addArrival(s *States, c board.Color, k rules.PieceType, at int) {
	size := f.Variant.Size
	if !f.Variant.Type(k).Pawn || len(f.Promotions) == 0 || size.RankFrom(c, board.Square(at)) != size.Ranks-1 {
		s.add(k, at)
		return
	}
	for _, q := range f.Promotions {
		s.add(q, at)
	}
}

// addCapturerRebirths adds the states of a piece that captures, where the capturer is reborn.
func (f *Finder) addCapturerRebirths(s *States, c board.Color, k rules.PieceType, at int) {
	a, homeSide := &f.Variant.Aftermath, c
	if a.OpponentHome {
		homeSide = c.Other()
	}
	switch a.Reborn {
	case rules.CapturerReborn, rules.BothReborn:
		for _, to := range f.captureTargets(c, k, at) {
			var arrived States
			f.addArrival(&arrived, c, k, to)
			for q := range arrived.All() {
				f.addArrival(s, c, q, f.HomeSquare(q, homeSide, to))
			}
		}
	case rules.MoverReborn:
		for _, to := range f.captureTargets(c, k, f.HomeSquare(k, c, at)) {
			f.addArrival(s, c, k, to)
		}
	}
}

// addCastlingMoves adds castling: a move of the king, and a free ride for the rook.
func (f *Finder) addCastlingMoves(g *Graph, c board.Color) {
	size, castling := f.Variant.Size, &f.Variant.Castling
	for i := range 2 {
		for k := rules.PieceType(1); int(k) <= len(f.Variant.Army); k++ {
			if f.Variant.Type(k).Royal {
				for _, from := range f.Kings[c] {
					g.Own[f.State(k, from)].add(k, int(size.Home(c, castling.KingTo[i], 0)))
				}
			} else if f.Variant.Type(k).Letter == 'R' {
				for _, from := range f.Rooks[c] {
					g.Castled[f.State(k, from)].add(k, int(size.Home(c, castling.RookTo[i], 0)))
				}
			}
		}
	}
}

// stepsFrom returns where one move leads on an empty board, captures of pawns included.
func (f *Finder) stepsFrom(c board.Color, k rules.PieceType, from int) []int {
	var all []int
	size := f.Variant.Size
	if c == board.Black {
		from = int(size.Mirror(board.Square(from)))
	}
	for _, to := range f.Steps[k-1][from] {
		if c == board.Black {
			to = size.Mirror(to)
		}
		all = append(all, int(to))
	}
	return all
}

// captureTargets returns where one capture leads on an empty board.
func (f *Finder) captureTargets(c board.Color, k rules.PieceType, from int) []int {
	all := f.stepsFrom(c, k, from)
	if f.Variant.Type(k).Pawn {
		all = slices.DeleteFunc(all, func(to int) bool { return (to-from)%f.Variant.Size.Files == 0 })
	}
	return all
}

// captureOrigins returns, by piece type and square, the squares from which a side captures there.
func (f *Finder) captureOrigins(c board.Color) [][][]int {
	all := make([][][]int, len(f.Variant.Army))
	for k := range all {
		all[k] = make([][]int, f.Variant.Size.Area())
		for from := range all[k] {
			for _, to := range f.captureTargets(c, rules.PieceType(k+1), from) {
				all[k][to] = append(all[k][to], from)
			}
		}
	}
	return all
}

// rebirthDependsOnMove reports whether the rebirth square depends on where the capturer comes from.
func (f *Finder) rebirthDependsOnMove() bool {
	where := f.Variant.Aftermath.Where
	return where == rules.AtDeparture || where == rules.AtEquipollent
}

// Capture is a capture of a piece on a square. The capturer goes to another square en passant.
type Capture struct {
	Color    board.Color     // of the piece captured
	Piece    rules.PieceType // the piece captured
	At       int
	Capturer rules.PieceType
	From, To int
}

// rebirths returns the states in which a piece may be reborn after any capture of it. Origins are
// the captureOrigins of the other side, where they matter.
func (f *Finder) rebirths(c board.Color, k rules.PieceType, at int, origins [][][]int) (all States) {
	for x := rules.PieceType(1); int(x) <= len(f.Variant.Army); x++ {
		if f.types[c.Other()]>>(x-1)&1 == 0 {
			continue
		}
		m := Capture{Color: c, Piece: k, At: at, Capturer: x, From: at, To: at}
		if !f.rebirthDependsOnMove() {
			f.AddRebirths(&all, m)
			continue
		}
		for _, m.From = range origins[x-1][at] {
			f.AddRebirths(&all, m)
		}
		if f.Variant.Type(x).Pawn && f.Variant.Type(k).Pawn {
			f.addEnPassant(&all, m)
		}
	}
	return all
}

// addEnPassant adds the states in which a pawn may be reborn after captures en passant.
func (f *Finder) addEnPassant(s *States, m Capture) {
	size, at, capturing := f.Variant.Size, board.Square(m.At), m.Color.Other()
	to := size.Home(capturing, size.File(at), size.RankFrom(capturing, at)+1)
	for _, side := range [2]int{-1, 1} {
		from := size.At(size.File(at)+side, size.Rank(at))
		if from != board.NoSquare && to != board.NoSquare {
			m.From, m.To = int(from), int(to)
			f.AddRebirths(s, m)
		}
	}
}

// AddRebirths adds the states in which a piece may be reborn after a capture.
func (f *Finder) AddRebirths(s *States, m Capture) {
	a, size, at := &f.Variant.Aftermath, f.Variant.Size, board.Square(m.At)
	as := f.rebornAs(m)
	sq := board.NoSquare
	switch a.Where {
	case rules.AtDeparture:
		sq = board.Square(m.From)
	case rules.AtReflection:
		sq = size.Reflect(at)
	case rules.AtEquipollent:
		from, to := board.Square(m.From), board.Square(m.To)
		sq = size.At(size.File(at)+size.File(to)-size.File(from), size.Rank(at)+size.Rank(to)-size.Rank(from))
	case rules.AtOrigin:
		for _, o := range f.origins[m.Color] {
			if o.Type == m.Piece || a.As != rules.AsItself || f.Variant.Type(o.Type).Pawn {
				f.addArrival(s, m.Color, as, o.At)
			}
		}
	case rules.AtHome:
		ref, side := as, m.Color
		if a.OtherPiece {
			ref, side = m.Capturer, m.Color.Other()
		}
		if a.OpponentHome {
			side = side.Other()
		}
		sq = board.Square(f.HomeSquare(ref, side, m.At))
	}
	if sq != board.NoSquare {
		f.addArrival(s, m.Color, as, int(sq))
	}
}

// rebornAs returns the type that a captured piece is reborn as.
func (f *Finder) rebornAs(m Capture) rules.PieceType {
	a := &f.Variant.Aftermath
	switch {
	case f.Variant.Type(m.Piece).Royal:
	case a.As == rules.AsCapturer && !f.Variant.Type(m.Capturer).Royal:
		return m.Capturer
	case a.As == rules.AsChameleon && !f.Variant.Type(m.Piece).Pawn:
		return f.homes.Chameleon(m.Piece)
	}
	return m.Piece
}

// HomeSquare returns the home, on the ranks of a side, of a piece that captures or is captured on a
// square.
func (f *Finder) HomeSquare(k rules.PieceType, c board.Color, at int) int {
	if f.Side == board.White {
		return int(f.homes.Home(k, c, board.Square(at)))
	}
	size := f.Variant.Size
	return int(size.Mirror(f.homes.Home(k, c.Other(), size.Mirror(board.Square(at)))))
}
