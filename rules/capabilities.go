// This file holds the capabilities: what a position may be able to do besides playing moves. A
// program asks for one by a type assertion:
//
//	f, ok := p.(rules.Foresight)
//
// Both kernels have all of them but Foresight, which only the fast kernel has, and CheckAvoider, which
// only the reference kernel has. Where a capability is only faster than playing moves, a function of
// the same name asks for it and plays the moves of a position without it.

package rules

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
)

// Selection says which moves are wanted.
type Selection uint8

// The selections. The moves of the last two are not legal, but the kernels play them.
const (
	Every            Selection = iota
	Captures                   // moves that capture, on the board or on an imaginary square
	Checks                     // moves that check
	Mates                      // moves that mate
	Stalemates                 // moves that stalemate
	DoubleStalemates           // moves that stalemate, and after which the mover could not move after a pass either
	Evasions                   // every move of a side in check, none of a side that is not
	Exposing                   // moves that would be legal if they did not leave the own king in check
	KingTaking                 // moves that would be legal if they did not capture the other king
)

// Selector finds the moves of a selection, and whether a move checks, without listing or playing
// all.
type Selector interface {
	// Select appends the moves of a selection to buf, in no order.
	Select(which Selection, buf []Move) []Move
	// GivesCheck reports whether the legal move m leaves the other side in check.
	GivesCheck(m Move) bool
}

// Select appends the moves of a selection of p to buf, in no order. Without the capability there
// are no moves of Exposing and KingTaking.
func Select(p Position, which Selection, buf []Move) []Move {
	if s, ok := p.(Selector); ok {
		return s.Select(which, buf)
	}
	first := len(buf)
	buf = p.LegalMoves(buf)
	kept := slices.DeleteFunc(buf[first:], func(m Move) bool { return !selects(p, which, m) })
	return buf[:first+len(kept)]
}

// selects reports whether the legal move m of p is of a selection.
func selects(p Position, which Selection, m Move) bool {
	switch which {
	case Every:
		return true
	case Captures:
		return p.Details(m).Captured != 0
	case Checks:
		return GivesCheck(p, m)
	case Evasions:
		return p.InCheck()
	case Mates, Stalemates, DoubleStalemates:
		next := p.Play(m)
		if !Stopped(next) || Mated(next) != (which == Mates) {
			return false
		}
		return which != DoubleStalemates || Stopped(next.Play(NullMove))
	}
	return false
}

// GivesCheck reports whether the legal move m of p leaves the other side in check.
func GivesCheck(p Position, m Move) bool {
	if s, ok := p.(Selector); ok {
		return s.GivesCheck(m)
	}
	return p.Play(m).InCheck()
}

// CheckAvoider finds out whether a side must check without listing all its moves.
type CheckAvoider interface {
	// AvoidsCheck reports whether the side to move has a legal move that does not check.
	AvoidsCheck() bool
}

// AvoidsCheck reports whether the side to move of p has a legal move that does not check. Without
// the capability it lists the moves behind those in buf, and does not allocate when buf has room.
func AvoidsCheck(p Position, buf []Move) bool {
	if a, ok := p.(CheckAvoider); ok {
		return a.AvoidsCheck()
	}
	first := len(buf)
	return slices.ContainsFunc(p.LegalMoves(buf)[first:], func(m Move) bool { return !GivesCheck(p, m) })
}

// Suffocater tells whether a side without legal moves is suffocated.
type Suffocater interface {
	// Suffocated reports whether the side to move has pieces that could move, into check too, and
	// paralysing pieces of the other side hold all of them.
	Suffocated() bool
}

// Mated reports whether the side to move of p, which is Stopped, is mated: in check and not
// suffocated. Otherwise it is stalemated.
func Mated(p Position) bool {
	s, ok := p.(Suffocater)
	return p.InCheck() && !(ok && s.Suffocated())
}

// Lister lists occupied squares without looking at every square.
type Lister interface {
	// OccupiedSquares appends the squares of the board on which pieces stand to buf, in no order.
	OccupiedSquares(buf []board.Square) []board.Square
}

// OccupiedSquares appends the squares of the board on which pieces of p stand to buf, in no order.
func OccupiedSquares(p Position, buf []board.Square) []board.Square {
	if l, ok := p.(Lister); ok {
		return l.OccupiedSquares(buf)
	}
	for sq := range board.Square(p.Variant().Size.Area()) {
		if p.At(sq) != 0 {
			buf = append(buf, sq)
		}
	}
	return buf
}

// Filler writes itself down without allocating.
type Filler interface {
	// FillSetup makes s what Setup returns, in the memory that s has. It allocates only where
	// pieces remember where they stood in the diagram.
	FillSetup(s *Setup)
}

// FillSetup makes s what p.Setup returns, in the memory that s has where p is a Filler.
func FillSetup(p Position, s *Setup) {
	if f, ok := p.(Filler); ok {
		f.FillSetup(s)
	} else {
		*s = p.Setup()
	}
}

// Reuser plays moves without allocating.
type Reuser interface {
	// PlayOn is Play in the memory of spare: a position that a Play or PlayOn of the same game has
	// returned and that nobody needs any more, or nil.
	PlayOn(m Move, spare Position) Position
}

// PlayOn returns the position after m, in the memory of spare where p is a Reuser.
func PlayOn(p Position, m Move, spare Position) Position {
	if r, ok := p.(Reuser); ok {
		return r.PlayOn(m, spare)
	}
	return p.Play(m)
}

// Counter counts positions faster than by playing every move.
type Counter interface {
	// Perft counts the leaves of the tree of legal moves to a depth. It remembers in t what it has
	// counted. Goroutines may share t; nil remembers nothing.
	Perft(t *PerftTable, depth int) uint64
}

// Perft counts the leaves of the tree of legal moves of p to a depth, with a table or nil.
func Perft(p Position, t *PerftTable, depth int) uint64 {
	if c, ok := p.(Counter); ok {
		return c.Perft(t, depth)
	}
	if depth <= 0 {
		return 1
	}
	var n uint64
	for _, m := range p.LegalMoves(nil) {
		n += Perft(p.Play(m), t, depth-1)
	}
	return n
}

// Effector tells what happens in a move, but not whether it checks or mates, which takes longest.
type Effector interface {
	// Effects is Details without Check and Mate.
	Effects(m Move) Details
}

// Effects returns what happens in the legal move m of p. Check and Mate may be left out.
func Effects(p Position, m Move) Details {
	if e, ok := p.(Effector); ok {
		return e.Effects(m)
	}
	return p.Details(m)
}

// Surveyor tells what an evaluation asks, in sets of one width. Each kernel has its own width, so
// that a program finds out with a type switch which one p has.
type Surveyor[W Words] interface {
	// Survey fills s and uses its memory again.
	Survey(s *Survey[W])
}

// Foresight looks ahead for the solver, faster than by playing moves. The proofs are in
// docs/proofs.
type Foresight interface {
	// KeyAfter returns the key of the position after a legal move, or after that and a pass. known
	// is false where the move has to be played to know it.
	KeyAfter(m Move, passed bool) (key uint64, known bool)
	// Forces returns a legal move that forces something; ok is false when there is none. It does
	// not know series games.
	Forces(what Forced) (m Move, ok bool)
	// ForcesAfter reports whether there is such a move after the legal move m, or after m and a
	// pass. A side in check does not pass.
	ForcesAfter(m Move, passed bool, what Forced) bool
	// OnlyMates reports whether there are legal moves and all of them mate.
	OnlyMates() bool
	// BeforeStalemate drops legal moves after which no reply can stalemate. It may miss some.
	BeforeStalemate(moves []Move) []Move
	// BeforeMate drops legal moves after which no reply can mate. It may miss some.
	BeforeMate(moves []Move) []Move
	// CountReplies appends to buf the number of legal replies to each of the moves.
	CountReplies(moves []Move, buf []int) []int
}

// Forced is what a move may force.
type Forced uint8

// What may be forced.
const (
	MateInTwo       Forced = iota // mate at once, or by the next move whatever the reply
	EveryReplyMates               // there are replies, and all of them mate
	SomeReplyMates                // some reply mates
)
