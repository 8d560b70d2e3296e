// Package position makes the positions of package rules: the kernel plays, package foresight looks
// ahead. Rare questions, and those that are answered in words, go to the reference kernel.
//
// Begin with this file. ahead.go holds what looks at the next moves.
package position

import (
	"sync"
	"sync/atomic"

	"github.com/kirke-chess/kirke/bitboard/internal/counterpart"
	kernel "github.com/kirke-chess/kirke/bitboard/internal/narrow"
	"github.com/kirke-chess/kirke/bitboard/internal/narrow/foresight"
	"github.com/kirke-chess/kirke/bitboard/internal/traits"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// position is a rules.Position.
type position struct {
	// key is 0 until it is asked for. It is first in the struct, to be aligned for atomic access.
	key   uint64
	g     *game
	p     kernel.Pos
	mem   *kernel.Memory // what p remembers besides; nil in most games
	known counterpart.Position
}

// The capabilities of a position.
var _ interface {
	rules.Position
	rules.Ender
	rules.Selector
	rules.Lister
	rules.Filler
	rules.Reuser
	rules.Counter
	rules.Effector
	rules.Surveyor[kernel.Words]
	rules.Foresight
} = (*position)(nil)

// game is a variant prepared for the kernel, with the workers that its positions lend each other.
type game struct {
	*kernel.Game
	workers, foresights sync.Pool
}

func newGame(v *rules.Variant) (*game, error) {
	k, err := kernel.NewGame(v)
	if err != nil {
		return nil, err
	}
	g := &game{Game: k}
	g.workers.New = func() any { return kernel.NewWorker(k) }
	g.foresights.New = func() any { return foresight.New(k) }
	return g, nil
}

// New returns the position of v that s describes, like reference.New. The error is an
// *unplayable.Error where the kernel does not play the variant or the position.
func New(v *rules.Variant, s rules.Setup, forgive rules.Defect) (rules.Position, error) {
	g, err := rules.Compiled(v, newGame)
	if err != nil {
		return nil, err
	}
	r, err := reference.New(g.Variant, s, forgive)
	if err != nil {
		return nil, err
	}
	p, mem, err := g.Load(r)
	if err != nil {
		return nil, err
	}
	return &position{key: g.Key(p, mem), g: g, p: *p, mem: mem}, nil
}

// reference returns the same position of the reference kernel.
func (q *position) reference() (rules.Position, error) { return q.known.Of(q) }

// worker lends a worker; done takes it back.
func (q *position) worker() *kernel.Worker { return q.g.workers.Get().(*kernel.Worker) }

func (q *position) done(w *kernel.Worker) { q.g.workers.Put(w) }

func (q *position) Variant() *rules.Variant { return q.g.Variant }

func (q *position) Turn() board.Color { return board.Color(q.p.Turn) }

func (q *position) At(sq board.Square) rules.Piece { return q.g.PieceOn(&q.p, sq) }

func (q *position) OccupiedSquares(buf []board.Square) []board.Square {
	for s := q.p.Own | q.p.Opp; s != 0; s = s.Rest() {
		buf = append(buf, q.p.Square(s.First()))
	}
	return buf
}

func (q *position) King(c board.Color) board.Square { return q.g.King(&q.p, c) }

func (q *position) LegalMoves(buf []rules.Move) []rules.Move {
	w := q.worker()
	w.Scan(&q.p, q.mem, w.All)
	buf = w.Moves(&q.p, buf)
	q.done(w)
	return buf
}

func (q *position) Select(which rules.Selection, buf []rules.Move) []rules.Move {
	switch which {
	case rules.Checks, rules.Mates, rules.Stalemates, rules.DoubleStalemates:
		return q.selectAhead(which, buf)
	case rules.Exposing, rules.KingTaking:
		if r, err := q.reference(); err == nil {
			buf = rules.Select(r, which, buf)
		}
		return buf
	}
	w := q.worker()
	defer q.done(w)
	want := w.All
	switch {
	case which == rules.Captures:
		want = q.p.Opp
	case which == rules.Evasions && !w.InCheck(&q.p, q.mem):
		return buf
	}
	w.Scan(&q.p, q.mem, want)
	return w.Moves(&q.p, buf)
}

func (q *position) HasLegalMove() bool {
	w := q.worker()
	has := w.HasMove(&q.p, q.mem)
	q.done(w)
	return has
}

func (q *position) GivesCheck(m rules.Move) bool {
	w := q.worker()
	gives := w.GivesCheck(&q.p, q.mem, m)
	q.done(w)
	return gives
}

func (q *position) IsLegal(m rules.Move) bool {
	w := q.worker()
	is := w.IsLegal(&q.p, q.mem, m)
	q.done(w)
	return is
}

func (q *position) Play(m rules.Move) rules.Position {
	q.Key() // so that the next one has its own
	return q.PlayOn(m, nil)
}

// PlayOn computes the key only if that of q was asked for: a search that uses keys asks for all of
// them.
func (q *position) PlayOn(m rules.Move, spare rules.Position) rules.Position {
	next, ok := spare.(*position)
	if !ok {
		next = new(position)
	}
	next.known.Forget()
	if next.g != q.g {
		next.g, next.p, next.mem = q.g, kernel.Pos{}, nil
	}
	key := atomic.LoadUint64(&q.key)
	switch ordinary := q.g.PlayOrdinary(&q.p, &next.p, m); {
	case ordinary && key != 0:
		key ^= q.g.OrdinaryKeyChange(&q.p, &next.p, m)
	case !ordinary:
		q.after(m, next)
		if key != 0 {
			key ^= q.g.KeyChange(&q.p, &next.p, q.mem, next.mem)
		}
	}
	next.key = key
	return next
}

// after puts the position after a move m of any kind into next.
func (q *position) after(m rules.Move, next *position) {
	next.p = q.p
	switch {
	case q.mem == nil:
		next.mem = nil
	case next.mem == nil:
		mem := *q.mem
		next.mem = &mem
	default:
		*next.mem = *q.mem
	}
	w := q.worker()
	w.Play(&next.p, next.mem, m)
	q.done(w)
}

func (q *position) InCheck() bool {
	if q.g.Check == traits.ByReach {
		return q.g.KingAttacked(&q.p)
	}
	w := q.worker()
	is := w.InCheck(&q.p, q.mem)
	q.done(w)
	return is
}

func (q *position) Key() uint64 {
	key := atomic.LoadUint64(&q.key)
	if key == 0 {
		key = q.g.Key(&q.p, q.mem)
		atomic.StoreUint64(&q.key, key)
	}
	return key
}

func (q *position) SameAs(other rules.Position) bool {
	o, ok := other.(*position)
	if !ok || o.g.Variant.ID != q.g.Variant.ID || q.Key() != o.Key() {
		return false
	}
	return q.p.SameAs(&o.p) && (q.mem == nil || *q.mem == *o.mem)
}

func (q *position) Ending() rules.Ending {
	if !q.g.Ends {
		return rules.Ending{}
	}
	w := q.worker()
	defer q.done(w)
	return w.Ending(&q.p, q.mem)
}

func (q *position) Clock() (half, full int) { return q.p.Clock() }

func (q *position) Details(m rules.Move) rules.Details {
	d := q.Effects(m)
	if d.Check = q.GivesCheck(m); d.Check {
		d.Mate = !q.PlayOn(m, nil).HasLegalMove()
	}
	return d
}

func (q *position) Effects(m rules.Move) rules.Details {
	if q.mem == nil && q.g.OnlyMoves(&q.p, m) {
		return rules.QuietDetails(m, q.At(m.From()))
	}
	r, err := q.reference()
	if err != nil {
		return rules.Details{}
	}
	return rules.Effects(r, m)
}

func (q *position) Dead() bool {
	r, err := q.reference()
	return err == nil && r.Dead()
}

func (q *position) Forbidden(m rules.Move) error {
	r, err := q.reference()
	if err != nil {
		return err
	}
	return r.Forbidden(m)
}

func (q *position) Perft(t *rules.PerftTable, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	w := q.worker()
	defer q.done(w)
	return w.Perft(&q.p, q.mem, q.Key(), t, depth)
}

func (q *position) Survey(s *rules.Survey[kernel.Words]) { q.g.Survey(&q.p, q.mem, s) }

func (q *position) Setup() rules.Setup { return q.g.Setup(&q.p, q.mem) }

func (q *position) FillSetup(s *rules.Setup) { q.g.FillSetup(s, &q.p, q.mem) }
