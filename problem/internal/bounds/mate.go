package bounds

import (
	"slices"
	"sync"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/distance"
	"github.com/kirke-chess/kirke/rules"
)

// This file has MateBound, which tells whether a mate or stalemate is out of reach: for each square
// that the king can reach it asks guards.go for the open sets and looks for blockers. The proof is
// in docs/proofs/mate-bound.md. pruner.go comes next.

// MateBound is the lower bound on the moves that a mate or stalemate needs, for one game or, where
// castling or rebirths matter, one problem. It may be used by several threads.
type MateBound struct {
	distance.Finder
	kingField    [][]board.Square     // by king square: the squares beside it
	taskSquare   [][]board.Square     // by king square: the square of each task
	tasks        [2]*taskTable        // by mode; nil for a mode that the game does not have
	attackTables func() *attackTables // nil under a condition of the Circe family
	kingsTouch   bool                 // kings may stand beside each other, and check
}

// plainBounds has the bounds of a game without rebirths and castling.
type plainBounds struct {
	apart    func() *MateBound // for play that leaves kings apart
	touching func() *MateBound // for play after which kings may stand beside each other
}

// newPlainBounds never fails; rules.Compiled asks for functions that may.
func newPlainBounds(v *rules.Variant) (*plainBounds, error) {
	lazy := func(kingsTouch bool) func() *MateBound {
		return sync.OnceValue(func() *MateBound {
			b := &MateBound{kingsTouch: kingsTouch}
			b.Game = distance.NewGame(v)
			b.prepare()
			b.attackTables = sync.OnceValue(func() *attackTables { return newAttackTables(b.Game) })
			return b
		})
	}
	return &plainBounds{apart: lazy(false), touching: lazy(true)}, nil
}

func (b *MateBound) prepare() {
	b.prepareTasks()
	b.PrepareDistances()
}

// Cache keeps the bounds of one problem.
type Cache struct{ bounds []*MateBound }

// For returns the bound for play from p in which a side mates. With kingsTouch, kings may come to
// stand beside each other. It returns nil for games whose pieces come to squares in ways that the
// distances do not cover.
func (c *Cache) For(p rules.Position, side board.Color, kingsTouch bool) *MateBound {
	v := p.Variant()
	if !bounded(v) {
		return nil
	}
	b := &MateBound{}
	if v.Aftermath.Active {
		b.Game = distance.NewGame(v)
		var err error
		if b.Diagram, err = b.ReadDiagram(p, side); err != nil {
			return nil
		}
		return c.share(b)
	}
	games, err := rules.Compiled(v, newPlainBounds)
	if err != nil {
		return nil
	}
	plain := games.apart()
	if kingsTouch {
		plain = games.touching()
	}
	b.Game, b.kingsTouch, b.Side = plain.Game, kingsTouch, side
	if !b.AddCastling(p) {
		return plain
	}
	b.attackTables = sync.OnceValue(func() *attackTables { return plain.attackTables().withCastling(&b.Finder) })
	return c.share(b)
}

// bounded reports whether the distances cover all ways in which pieces of a game come to squares.
// It lists what they cover, so a new rule is not covered until it is added.
func bounded(v *rules.Variant) bool {
	if !covered(v) {
		return false
	}
	a := &v.Aftermath
	switch a.Where {
	case rules.AtHome, rules.AtDeparture, rules.AtReflection, rules.AtOrigin, rules.AtEquipollent:
	default: // in Parrain pieces are off the board for a while
		return false
	}
	switch a.Occupied {
	case rules.NotReborn, rules.NoCapture:
	default: // in Volcanic they are too; in Assassin pieces check without attacking the king
		return false
	}
	// In CousCous the type of a reborn piece is not decided yet.
	return v.Gating.Hand == "" && !v.Series.Progressive && v.Conversion.Bishop == 0 && !a.OwnerPromotes
}

// share returns a known bound that equals b, or else prepares b and keeps it.
func (c *Cache) share(b *MateBound) *MateBound {
	for _, known := range c.bounds {
		if b.Variant == known.Variant && b.kingsTouch == known.kingsTouch && b.Diagram.Equal(&known.Diagram) {
			return known
		}
	}
	b.prepare()
	c.bounds = append(c.bounds, b)
	return b
}

// mateQuery is a position that a MateBound is asked about, and memory that is used again for the
// next one. Only one thread may use it.
type mateQuery struct {
	pieceList
	kingSquares distance.SquareSet   // the king squares on which a mate is not excluded
	turns       int                  // turns left, without answers to checks in a parry series
	mustDo      taskSet              // checkTask for a mate, nothing for a stalemate
	distances   []distance.Distances // of the mated side's pieces, made when needed
	occupied    []board.Square
	cache       guardCache
	guards      guardSearch
	stalemate   stalemateFinder
}

// pieceList is the pieces of a position. The mating side is White.
type pieceList struct {
	mating, mated []distance.Piece
	king          distance.Piece // of the mated side
	mirrored      bool           // Black mates
}

func (l *pieceList) copy(of *pieceList) {
	l.mating, l.mated = append(l.mating[:0], of.mating...), append(l.mated[:0], of.mated...)
	l.king, l.mirrored = of.king, of.mirrored
}

// read reads the pieces of a position in which a side mates. It returns false if there is no king
// to mate.
func (q *mateQuery) read(b *MateBound, p rules.Position, side board.Color) (ok bool) {
	q.mating, q.mated, q.king, q.mirrored = q.mating[:0], q.mated[:0], distance.Piece{}, side == board.Black
	q.distances = q.distances[:0]
	q.occupied = rules.OccupiedSquares(p, q.occupied[:0])
	for _, sq := range q.occupied {
		m, at := p.At(sq), q.orient(b, sq)
		switch {
		case m.Color() == side:
			q.mating = append(q.mating, distance.Piece{Type: m.Type(), At: at})
		case b.Variant.Type(m.Type()).Royal:
			q.king = distance.Piece{Type: m.Type(), At: at}
		default:
			q.mated = append(q.mated, distance.Piece{Type: m.Type(), At: at})
		}
	}
	return q.king.Type != 0
}

// orient returns a square as it is seen when the mating side is White.
func (l *pieceList) orient(b *MateBound, sq board.Square) int {
	if l.mirrored {
		return int(b.Variant.Size.Mirror(sq))
	}
	return int(sq)
}

func (l *pieceList) isOccupied(at int) bool {
	on := func(a distance.Piece) bool { return a.At == at }
	return on(l.king) || slices.ContainsFunc(l.mating, on) || slices.ContainsFunc(l.mated, on)
}

// moved returns the piece that m moves, nil if it is not listed.
func (l *pieceList) moved(b *MateBound, mating bool, m rules.Move) *distance.Piece {
	pieces, from := l.mated, l.orient(b, m.From())
	if mating {
		pieces = l.mating
	} else if l.king.At == from {
		return &l.king
	}
	for i := range pieces {
		if pieces[i].At == from {
			return &pieces[i]
		}
	}
	return nil
}

// outOfReach reports whether no mate can be reached within some moves of each side.
func (b *MateBound) outOfReach(q *mateQuery, mating, mated int) bool {
	q.distances = q.distances[:0]
	white, black := distance.Cost{Own: mating, Captures: mated}, distance.Cost{Own: mated, Captures: mating}
	findsPlaces := q.mustDo == 0 && b.attackTables != nil && q.stalemate.prepare(b, q, mating, mated)
	entry := q.guardEntry(b, white)
	d := b.DistancesFrom(board.Black, q.king.Type, q.king.At)
	for captures := range min(len(d), black.Captures+1) {
		for king := range entry.kingSquares(q, d[captures].Within, mated) {
			moves := int(d[captures].ToSquare[king])
			open := entry.openSets(b, q, king)
			if b.canBlockAny(q, king, open, black.Minus(distance.Cost{Own: moves, Captures: captures})) &&
				(!findsPlaces || q.stalemate.possible(king, moves, open)) {
				return false
			}
		}
	}
	return true
}

// mateSquares returns the king squares on which a mate is not excluded, within some moves of each
// side.
func (b *MateBound) mateSquares(q *mateQuery, mating, mated int) (kings distance.SquareSet) {
	q.distances = q.distances[:0]
	white, black := distance.Cost{Own: mating, Captures: mated}, distance.Cost{Own: mated, Captures: mating}
	entry := q.guardEntry(b, white)
	d := b.DistancesFrom(board.Black, q.king.Type, q.king.At)
	for captures := range min(len(d), black.Captures+1) {
		for king := range entry.kingSquares(q, d[captures].Within, mated) {
			cost := distance.Cost{Own: int(d[captures].ToSquare[king]), Captures: captures}
			if !kings.Has(king) && b.canBlockAny(q, king, entry.openSets(b, q, king), black.Minus(cost)) {
				kings.Add(king)
			}
		}
	}
	return kings
}

// canBlockAny reports whether the mated side can block all squares of one of some open sets.
func (b *MateBound) canBlockAny(q *mateQuery, king int, sets []taskSet, left distance.Cost) bool {
	for _, open := range sets {
		if b.canBlock(q, king, open, 0, left) {
			return true
		}
	}
	return false
}

// canBlock reports whether pieces of the mated side that are not used yet can block all open
// squares, for a cost.
func (b *MateBound) canBlock(q *mateQuery, king int, open taskSet, used uint32, left distance.Cost) bool {
	if open == 0 {
		return true
	}
	for i := len(q.distances); i < len(q.mated); i++ {
		q.distances = append(q.distances, b.DistancesFrom(board.Black, q.mated[i].Type, q.mated[i].At))
	}
	at, rest := int(b.taskSquare[king][open.first()]), open&(open-1)
	for j, d := range q.distances {
		if j < 32 && used>>j&1 != 0 {
			continue
		}
		most := min(left.Captures, len(d)-1)
		if within := d[most].Within; !within[min(left.Own, len(within)-1)].Has(at) {
			continue
		}
		if rest == 0 {
			return true
		}
		for captures := range most + 1 {
			cost := distance.Cost{Own: int(d[captures].ToSquare[at]), Captures: captures}
			if cost.Own <= left.Own && b.canBlock(q, king, rest, used|1<<min(j, 31), left.Minus(cost)) {
				return true
			}
		}
	}
	return false
}
