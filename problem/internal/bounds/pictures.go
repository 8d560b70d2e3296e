package bounds

import (
	"cmp"
	"slices"
	"sync/atomic"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/distance"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
	"github.com/kirke-chess/kirke/rules"
)

// This file lists all final positions in which a play can end, as a table of pictures. The proof is
// in docs/proofs/final-pictures.md. follower.go carries the table along the lines of a search,
// matepictures.go and stalematepictures.go find the pictures of one king square.

// PictureTable holds the final pictures of a play. A picture says of each piece what becomes of it.
type PictureTable struct {
	b            *MateBound
	q            *mateQuery
	pieces       []distance.Piece // the mating side's, then the mated side's, its king last
	mating       int              // how many are of the mating side
	finalSquares [][]finalSquare
	pictures     []byte // by picture and piece: a fate
}

// The fate of a piece in a picture.
const (
	fateUnused   = iota // the picture does not need it
	fateCaptured        // it has been captured
	fatePlaced          // it is on final square 0 of its list, and so on
)

// Limits of a list. Where it would be longer, there is none.
const (
	maxPictures     = 1 << 16
	maxListingSteps = 1 << 26
	listingFactor   = 4 // a list is worth so many times the steps of one position
)

// stepsPerCheck is how many steps a thread makes before it asks whether to go on.
const stepsPerCheck = 1 << 12

// stepBudget bounds the steps of a search for pictures by the turns that it may save. A search that
// runs out of steps assumes that there is a picture.
func stepBudget(turns, most int) int { return min(500<<min(2*turns, 30), most) }

// Ending is a play and the goal that is to end it.
type Ending struct {
	From  rules.Position
	Side  board.Color // the side that reaches the goal
	Mate  bool        // the goal is a mate, else a stalemate
	Turns int
	Moves [2]int // of that side, of the other
}

// Pictures lists the final pictures of a play, on some threads. It returns nil if they are too
// many.
func (b *MateBound) Pictures(play Ending, threads int, s *parallel.Stop) *PictureTable {
	g := b.newPictureTable(&play)
	if g == nil || !g.canList(play.Moves) {
		return nil
	}
	work := g.kingWork(play.Moves[1])
	stop := parallel.NewStop(nil)
	maxSteps := min(listingFactor*stepBudget(play.Turns, maxListingSteps), maxListingSteps)
	var steps atomic.Int64 // of all threads, counted in stepsPerCheck
	enough := int64(maxSteps + stepsPerCheck*threads*len(work))
	halted := func() bool { return stop.Stopped() || s.Stopped() || steps.Add(stepsPerCheck) > enough }
	left, complete := maxSteps, true
	parallel.Run(threads, len(work), stop, func() parallel.Worker[[]*kingPictures] {
		l := b.newLister(&play, maxSteps, halted)
		return parallel.Worker[[]*kingPictures]{
			Do: func(i int) []*kingPictures { return work[i].choices.Finish(l.list(work[i])) },
			Help: func(i int, _ *parallel.Stop) {
				work[i].choices.Help(func() *kingPictures { return l.list(work[i]) })
			},
		}
	}, func(_ int, parts []*kingPictures) bool {
		var known map[string]bool
		if len(parts) > 1 { // several threads may find the same picture
			known = map[string]bool{}
		}
		for _, p := range parts {
			if complete = complete && p != nil && g.add(p, known); complete {
				left -= p.steps
				complete = left >= 0
			}
		}
		return complete
	})
	if !complete {
		return nil
	}
	return g
}

// newPictureTable returns an empty table, nil if there is no king.
func (b *MateBound) newPictureTable(play *Ending) *PictureTable {
	q := &mateQuery{mustDo: goalTask(play.Mate), turns: play.Turns, kingSquares: distance.AllSquares}
	if b.attackTables == nil || !q.read(b, play.From, play.Side) {
		return nil
	}
	g := &PictureTable{b: b, q: q, mating: len(q.mating)}
	g.pieces = slices.Concat(q.mating, q.mated, []distance.Piece{q.king})
	g.finalSquares = make([][]finalSquare, len(g.pieces))
	return g
}

// canList reports whether the pictures can be listed at all.
func (g *PictureTable) canList(moves [2]int) bool {
	if g.q.mustDo == 0 {
		return g.q.stalemate.prepare(g.b, g.q, moves[0], moves[1])
	}
	return new(mateFinder).prepare(g.b, g.q, moves[0], moves[1])
}

// kingWork is the work on one king square.
type kingWork struct {
	king, moves int // the square, and the king's moves to it
	choices     parallel.Choices[*kingPictures]
}

// kingPictures is what one thread has found for one king square.
type kingPictures struct {
	finalSquares [][]finalSquare
	pictures     []byte
	steps        int
}

// kingWork returns the work on all king squares within some moves. A near square leaves most moves
// to the other pieces and takes longest, so it comes first.
func (g *PictureTable) kingWork(moves int) (work []*kingWork) {
	for king, d := range g.b.DistancesFrom(board.Black, g.q.king.Type, g.q.king.At)[0].ToSquare {
		if int(d) <= moves {
			work = append(work, &kingWork{king: king, moves: int(d)})
		}
	}
	slices.SortStableFunc(work, func(x, y *kingWork) int { return cmp.Compare(x.moves, y.moves) })
	return work
}

// add adds pictures, except those that are known, if that is not nil. It returns false if there are
// too many.
func (g *PictureTable) add(p *kingPictures, known map[string]bool) bool {
	var fates [][]byte // by piece and its fate in p
	for i, squares := range p.finalSquares {
		all := []byte{fateUnused, fateCaptured}
		for _, at := range squares {
			fate, ok := g.fate(i, at)
			if !ok {
				return false
			}
			all = append(all, fate)
		}
		fates = append(fates, all)
	}
	for n := len(g.pieces); len(p.pictures) > 0; p.pictures = p.pictures[n:] {
		start := len(g.pictures)
		for i, fate := range p.pictures[:n] {
			g.pictures = append(g.pictures, fates[i][fate])
		}
		switch {
		case known == nil:
		case known[string(g.pictures[start:])]:
			g.pictures = g.pictures[:start]
		default:
			known[string(g.pictures[start:])] = true
		}
	}
	return len(g.pictures) <= maxPictures*len(g.pieces)
}

// fate returns the fate of a piece that ends on a square. It returns false if it has too many.
func (g *PictureTable) fate(piece int, at finalSquare) (fate byte, ok bool) {
	squares := &g.finalSquares[piece]
	i := slices.IndexFunc(*squares, func(s finalSquare) bool {
		return s.pieceType == at.pieceType && s.at == at.at && s.lastMove == at.lastMove
	})
	if i < 0 {
		i = len(*squares)
		*squares = append(*squares, at)
	}
	return byte(fatePlaced + i), fatePlaced+i <= 255
}

// lister lists the pictures of one king square after the other, for one thread.
type lister struct {
	*PictureTable // of one king square
	moves         [2]int
	maxSteps      int
	find          func(w *kingWork, open []taskSet, steps *int) (ended bool)

	picture []byte // the picture that is being added
	known   map[string]bool
	full    bool // a piece has too many final squares
}

func (b *MateBound) newLister(play *Ending, maxSteps int, halted func() bool) *lister {
	l := &lister{PictureTable: b.newPictureTable(play), moves: play.Moves, maxSteps: maxSteps}
	l.picture = make([]byte, len(l.pieces))
	if play.Mate {
		l.find = l.mates(halted)
	} else {
		l.find = l.stalemates(halted)
	}
	return l
}

// list returns the pictures of a king square, nil if they are too many.
func (l *lister) list(w *kingWork) *kingPictures {
	l.finalSquares, l.pictures, l.known = make([][]finalSquare, len(l.pieces)), nil, map[string]bool{}
	steps := l.maxSteps
	open := l.q.guardEntry(l.b, distance.Cost{Own: l.moves[0], Captures: l.moves[1]}).openSets(l.b, l.q, w.king)
	if l.b.canBlockAny(l.q, w.king, open, distance.Cost{Own: l.moves[1] - w.moves}) && l.find(w, open, &steps) {
		return nil
	}
	return &kingPictures{finalSquares: l.finalSquares, pictures: l.pictures, steps: l.maxSteps - steps}
}

// mates returns a function that adds the mating pictures of a king square. The function returns
// true if there are too many, or if they take too many steps.
func (l *lister) mates(halted func() bool) func(w *kingWork, _ []taskSet, steps *int) bool {
	f := &mateFinder{halted: halted}
	f.prepare(l.b, l.q, l.moves[0], l.moves[1])
	f.found = func() bool {
		l.begin(f.king)
		for i := range l.mating {
			if f.used[i] {
				l.place(i, f.at[i])
			}
		}
		for i := range l.q.mated {
			if f.blocks[i].pieceType != 0 {
				l.place(l.mating+i, f.blocks[i])
			}
		}
		return l.end()
	}
	return func(w *kingWork, _ []taskSet, steps *int) bool {
		f.steps, f.share = *steps, w.choices.Share()
		defer func() { *steps = f.steps }()
		return f.find(w.king, l.moves[0], l.moves[1]-w.moves)
	}
}

// stalemates does the same for stalemates.
func (l *lister) stalemates(halted func() bool) func(w *kingWork, open []taskSet, steps *int) bool {
	f := &l.q.stalemate
	f.prepare(l.b, l.q, l.moves[0], l.moves[1])
	f.halted = halted
	index := map[int]int{} // by square
	for i, a := range l.pieces {
		index[a.At] = i
	}
	f.found = func() bool {
		l.begin(f.king)
		for i := range l.mating {
			if f.used[i] {
				l.place(i, f.at[i])
			}
		}
		for i := range f.pieces {
			piece := index[f.pieces[i].piece.At]
			if f.final[i].pieceType == 0 {
				l.picture[piece] = fateCaptured
			} else {
				l.place(piece, f.final[i])
			}
		}
		return l.end()
	}
	return func(w *kingWork, open []taskSet, steps *int) bool {
		f.steps, f.share = *steps, w.choices.Share()
		defer func() { *steps = f.steps }()
		return f.possible(w.king, w.moves, open)
	}
}

// begin starts a picture: its king is placed, and its other pieces are free.
func (l *lister) begin(king int) {
	clear(l.picture)
	l.place(len(l.picture)-1, finalSquare{pieceType: l.q.king.Type, at: uint8(king)})
}

// place gives a piece of the picture its final square.
func (l *lister) place(piece int, at finalSquare) {
	fate, ok := l.fate(piece, at)
	l.picture[piece], l.full = fate, l.full || !ok
}

// end adds the picture unless it is known, and reports whether there are too many.
func (l *lister) end() bool {
	if !l.known[string(l.picture)] {
		l.known[string(l.picture)] = true
		l.pictures = append(l.pictures, l.picture...)
	}
	return l.full || len(l.known) > maxPictures
}
