// Package sieve plays games whose moves are those of another with some left out: nobody captures,
// only mates check, the longest moves alone are played. Another kernel plays that game, and this
// package leaves out moves. Which conditions do no more than that is a list in package traits.
package sieve

import (
	"slices"
	"sync"

	"github.com/kirke-chess/kirke/bitboard/internal/counterpart"
	"github.com/kirke-chess/kirke/bitboard/internal/traits"
	"github.com/kirke-chess/kirke/rules"
)

// Base returns the game whose moves v leaves some out of; ok is false where v does not do just that.
func Base(v *rules.Variant) (base *rules.Variant, ok bool) {
	if v.Fairy == (rules.Fairy{}) || !traits.Sieves(v) {
		return nil, false
	}
	base = v.Clone()
	base.Fairy = rules.Fairy{}
	return base, true
}

// Inner is what a position of the other game can do that one of this package can do too. The width of
// its sets is W.
type Inner[W rules.Words] interface {
	rules.Position
	rules.Ender
	rules.Selector
	rules.Lister
	rules.Reuser
	rules.Effector
	rules.Surveyor[W]
}

// position is a rules.Position: one of the other game, which answers what is not about legal moves.
type position[W rules.Words] struct {
	Inner[W]
	g     *game[W]
	known counterpart.Position
}

// game is a variant that leaves out moves.
type game[W rules.Words] struct {
	*rules.Variant
	conditions *rules.Fairy
	measured   [2]rules.Measure
	lookaheads sync.Pool
}

func newGame[W rules.Words](v *rules.Variant) *game[W] {
	f := &v.Fairy
	g := &game[W]{Variant: v, conditions: f, measured: [2]rules.Measure{f.Measuring.White.By, f.Measuring.Black.By}}
	g.lookaheads.New = func() any { return new(lookahead[W]) }
	return g
}

// New returns the position of v that p is in the game that Base has returned.
func New[W rules.Words](v *rules.Variant, p Inner[W]) (rules.Position, error) {
	g, err := rules.Compiled(v, func(v *rules.Variant) (*game[W], error) { return newGame[W](v), nil })
	if err != nil {
		return nil, err
	}
	return &position[W]{Inner: p, g: g}, nil
}

func (q *position[W]) Variant() *rules.Variant { return q.g.Variant }

func (q *position[W]) SameAs(other rules.Position) bool {
	o, ok := other.(*position[W])
	return ok && o.g.ID == q.g.ID && q.Inner.SameAs(o.Inner)
}

func (q *position[W]) Play(m rules.Move) rules.Position {
	return &position[W]{Inner: q.Inner.Play(m).(Inner[W]), g: q.g}
}

func (q *position[W]) PlayOn(m rules.Move, spare rules.Position) rules.Position {
	next, ok := spare.(*position[W])
	if !ok {
		return &position[W]{Inner: q.Inner.PlayOn(m, nil).(Inner[W]), g: q.g}
	}
	next.known.Forget()
	next.Inner, next.g = q.Inner.PlayOn(m, next.Inner).(Inner[W]), q.g
	return next
}

func (q *position[W]) LegalMoves(buf []rules.Move) []rules.Move {
	l := q.g.lookahead()
	defer q.g.lookaheads.Put(l)
	return l.legal(q.Inner, 0, buf)
}

func (q *position[W]) HasLegalMove() bool {
	l := q.g.lookahead()
	defer q.g.lookaheads.Put(l)
	return l.canMove(q.Inner, 0)
}

func (q *position[W]) IsLegal(m rules.Move) bool {
	return q.Inner.IsLegal(m) && slices.Contains(q.LegalMoves(nil), m)
}

func (q *position[W]) Details(m rules.Move) rules.Details {
	d := q.Effects(m)
	if d.Check = q.GivesCheck(m); d.Check {
		d.Mate = !q.Play(m).HasLegalMove()
	}
	return d
}

func (q *position[W]) Select(which rules.Selection, buf []rules.Move) []rules.Move {
	switch which {
	case rules.Exposing, rules.KingTaking:
		if r, err := q.reference(); err == nil {
			buf = rules.Select(r, which, buf)
		}
		return buf
	case rules.Evasions:
		if !q.InCheck() {
			return buf
		}
	}
	l := q.g.lookahead()
	defer q.g.lookaheads.Put(l)
	return l.selection(q.Inner, which, buf)
}

func (q *position[W]) Dead() bool {
	r, err := q.reference()
	return err == nil && r.Dead()
}

func (q *position[W]) Forbidden(m rules.Move) error {
	r, err := q.reference()
	if err != nil {
		return err
	}
	return r.Forbidden(m)
}

// reference returns the same position of the reference kernel.
func (q *position[W]) reference() (rules.Position, error) { return q.known.Of(q) }

// captures reports whether the legal move m of p captures.
func captures(p rules.Position, m rules.Move) bool {
	return m.Form() == rules.EnPassant || m.Form() == rules.Ordinary && p.At(m.To()) != 0 && m.To() != m.From()
}
