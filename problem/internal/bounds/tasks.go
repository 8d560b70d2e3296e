package bounds

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/distance"
	"github.com/kirke-chess/kirke/rules"
)

// This file says what one piece of the mating side can do against a king square: the tasks are to
// check and to guard each square beside the king. guards.go shares the tasks among the pieces.

// taskSet is a set of tasks against a king square. Bit i is to guard square i of its taskTable.
type taskSet uint16

// checkTask is the task to check the king.
const checkTask taskSet = 1 << 15

func (t taskSet) count() int { return bits.OnesCount16(uint16(t)) }

// first returns the lowest task of a set that is not empty.
func (t taskSet) first() int { return bits.TrailingZeros16(uint16(t)) }

// A king that captures in Anticirce goes home. So a piece beside it is also safe if that home is
// barred. There are two modes, and a mate in either is a mate.
const (
	fieldOnly    = iota // no piece is safe in this way
	fieldAndHome        // all are safe, and the king's home is one more square to guard or block
)

// taskTable has the tasks of all pieces in one mode.
type taskTable struct {
	squares [][]board.Square               // by king square: the squares to guard or block
	options []atomic.Pointer[pieceOptions] // by piece type, king square and square of the piece
	posts   []atomic.Pointer[[]post]       // by piece type and king square
}

// post is a set of tasks and the squares from which a piece does exactly these.
type post struct {
	tasks   taskSet
	squares []uint8
}

// option is what a piece does for a cost.
type option struct {
	own, captures uint8
	tasks         taskSet
}

func (o *option) cost() distance.Cost {
	return distance.Cost{Own: int(o.own), Captures: int(o.captures)}
}

// ownMoves is how many numbers of own moves pieceOptions tells apart.
const ownMoves = 6

// pieceOptions holds the options of a piece, those of few own moves first.
type pieceOptions struct {
	list []option
	can  [ownMoves][distance.CaptureCounts]taskSet // by cost: the tasks that it can do, each by itself
	most [ownMoves][distance.CaptureCounts]uint8   // by cost: how many tasks it can do at once
}

// tasksWithin returns the tasks that the piece can do for a cost, each by itself.
func (p *pieceOptions) tasksWithin(m distance.Cost) taskSet {
	return p.can[min(m.Own, ownMoves-1)][min(m.Captures, distance.CaptureCounts-1)]
}

// atOnce returns how many tasks the piece can do at once for a cost.
func (p *pieceOptions) atOnce(m distance.Cost) int {
	return int(p.most[min(m.Own, ownMoves-1)][min(m.Captures, distance.CaptureCounts-1)])
}

// prepareTasks makes the empty tables.
func (b *MateBound) prepareTasks() {
	area := b.Variant.Size.Area()
	b.kingField = b.Steps[b.Variant.TypeOf('K')-1]
	b.taskSquare = b.kingField
	b.tasks[fieldOnly] = b.newTaskTable(b.kingField)
	if b.Variant.Aftermath.Reborn != rules.CapturerReborn {
		return
	}
	b.taskSquare = make([][]board.Square, area)
	for king, squares := range b.kingField {
		// A piece on a home beside the king both bars the home and blocks the square.
		if home := board.Square(b.kingRebirth(king)); !slices.Contains(squares, home) {
			squares = append(slices.Clip(squares), home)
		}
		b.taskSquare[king] = squares
	}
	b.tasks[fieldAndHome] = b.newTaskTable(b.taskSquare)
}

func (b *MateBound) newTaskTable(squares [][]board.Square) *taskTable {
	types, area := len(b.Variant.Army), b.Variant.Size.Area()
	return &taskTable{
		squares: squares,
		options: make([]atomic.Pointer[pieceOptions], types*area*area),
		posts:   make([]atomic.Pointer[[]post], types*area),
	}
}

// optionsOf returns the options of a white piece on a square against a king square.
func (b *MateBound) optionsOf(mode int, k rules.PieceType, king, from int) *pieceOptions {
	area := len(b.kingField)
	at := &b.tasks[mode].options[(int(k-1)*area+king)*area+from]
	if known := at.Load(); known != nil {
		return known
	}
	found := b.newOptions(mode, k, king, from)
	at.Store(found)
	return found
}

func (b *MateBound) newOptions(mode int, k rules.PieceType, king, from int) *pieceOptions {
	var room [128]option
	list, area := room[:0], len(b.kingField)
	all, types := b.DistancesFrom(board.White, k, from), uint32(0)
	for i := range all {
		types |= all[i].Types
	}
	for ; types != 0; types &= types - 1 {
		q := bits.TrailingZeros32(types)
		for _, t := range b.postsOf(mode, rules.PieceType(q+1), king) {
			least := uint8(distance.Unreachable)
			for captures := range all {
				// A capture more is of use only if it saves own moves.
				if own := nearest(all[captures].ToState[q*area:], t.squares); own < least {
					least = own
					list = addOption(list, option{own, uint8(captures), t.tasks})
				}
			}
		}
	}
	p := &pieceOptions{list: slices.Clone(list)}
	p.summarise()
	return p
}

// nearest returns the least distance to one of some squares.
func nearest(table, squares []uint8) uint8 {
	n := uint8(distance.Unreachable)
	for _, sq := range squares {
		n = min(n, table[sq])
	}
	return n
}

// addOption adds an option to a list without options that another one makes superfluous.
func addOption(list []option, p option) []option {
	fewer := 0 // options with fewer own moves than p
	for i := 0; i < len(list) && list[i].own <= p.own; i++ {
		q := &list[i]
		if q.captures <= p.captures && p.tasks&^q.tasks == 0 {
			return list
		}
		if q.own < p.own {
			fewer = i + 1
		}
	}
	kept := list[:fewer]
	for _, q := range list[fewer:] {
		if p.captures > q.captures || q.tasks&^p.tasks != 0 {
			kept = append(kept, q)
		}
	}
	return slices.Insert(kept, fewer, p)
}

// summarise fills can and most from the list. What is possible for a cost is possible for more.
func (p *pieceOptions) summarise() {
	for _, o := range p.list {
		own, captures := min(int(o.own), ownMoves-1), int(o.captures)
		p.can[own][captures] |= o.tasks
		p.most[own][captures] = max(p.most[own][captures], uint8(o.tasks.count()))
	}
	for own := range ownMoves {
		for captures := range distance.CaptureCounts {
			can, most := &p.can[own][captures], &p.most[own][captures]
			if own > 0 {
				*can, *most = *can|p.can[own-1][captures], max(*most, p.most[own-1][captures])
			}
			if captures > 0 {
				*can, *most = *can|p.can[own][captures-1], max(*most, p.most[own][captures-1])
			}
		}
	}
}

// postsOf returns the posts of a white piece type against a king square.
func (b *MateBound) postsOf(mode int, k rules.PieceType, king int) []post {
	at := &b.tasks[mode].posts[int(k-1)*len(b.kingField)+king]
	if known := at.Load(); known != nil {
		return *known
	}
	posts := []post{}
	for from := range len(b.kingField) {
		tasks := b.tasksFrom(mode, k, from, king)
		if tasks == 0 {
			continue
		}
		i := slices.IndexFunc(posts, func(p post) bool { return p.tasks == tasks })
		if i < 0 {
			i, posts = len(posts), append(posts, post{tasks: tasks})
		}
		posts[i].squares = append(posts[i].squares, uint8(from))
	}
	at.Store(&posts)
	return posts
}

// tasksFrom returns the tasks that a white piece on a square does against a king square.
func (b *MateBound) tasksFrom(mode int, k rules.PieceType, at, king int) taskSet {
	if at == king {
		return 0
	}
	from := at
	if b.Variant.Aftermath.Reborn == rules.MoverReborn {
		from = b.HomeSquare(k, board.White, at) // in Mars it captures from there
	}
	var tasks taskSet
	if b.attacks(k, from, king) {
		if b.Variant.Type(k).Royal && !b.kingsMayTouch() {
			return 0
		}
		tasks = checkTask
	}
	for i, f := range b.tasks[mode].squares[king] {
		if b.attacks(k, from, int(f)) || at == int(f) && (mode == fieldAndHome || b.holdsOwnSquare(k, at, king)) {
			tasks |= 1 << i
		}
	}
	return tasks
}

// kingsMayTouch reports whether kings may stand beside each other.
func (b *MateBound) kingsMayTouch() bool {
	a := &b.Variant.Aftermath
	return b.kingsTouch || a.Kings || a.Reborn == rules.CapturerReborn || a.Reborn == rules.MoverReborn
}

// holdsOwnSquare reports whether the king may be unable to capture an unguarded white piece beside
// it: the capture may be illegal, or the piece may be reborn where it guards that square.
func (b *MateBound) holdsOwnSquare(k rules.PieceType, at, king int) bool {
	a := &b.Variant.Aftermath
	switch {
	case !a.Active:
		return false
	case a.Reborn == rules.CapturerReborn:
		return a.Cheylan && at == b.kingRebirth(at)
	case a.Reborn == rules.MoverReborn, a.Occupied == rules.NoCapture, a.Cohen:
		return true
	}
	var reborn distance.States
	b.AddRebirths(&reborn, distance.Capture{
		Color: board.White, Piece: k, At: at,
		Capturer: b.Variant.TypeOf('K'), From: king, To: at,
	})
	for q, to := range reborn.All() {
		if b.attacks(q, to, at) {
			return true
		}
	}
	return false
}

// kingRebirth returns where the mated king is reborn when it captures on a square.
func (b *MateBound) kingRebirth(at int) int {
	side := board.Black
	if b.Variant.Aftermath.OpponentHome {
		side = board.White
	}
	return b.HomeSquare(b.Variant.TypeOf('K'), side, at)
}

// attacks reports whether a white piece attacks a square on an empty board.
func (b *MateBound) attacks(k rules.PieceType, at, sq int) bool {
	if b.Variant.Type(k).Pawn {
		size := b.Variant.Size
		a, s := board.Square(at), board.Square(sq)
		return size.Rank(s)-size.Rank(a) == 1 && absolute(size.File(s)-size.File(a)) == 1
	}
	return at != sq && b.MoveCount[k-1][at][sq] == 1
}
