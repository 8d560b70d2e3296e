package walk

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// Candidates returns the moves that may reach a goal: no other can. They are legal, unless the goal
// exposes the own king.
func (w *Walk) Candidates(g Goal) []rules.Move {
	if g.ExposesKing() {
		return w.Exposing(g)
	}
	switch g.Aim {
	case Mate:
		return w.Select(rules.Mates)
	case Stalemate:
		return w.Select(rules.Stalemates)
	case DoubleStalemate:
		return w.Select(rules.DoubleStalemates)
	case Check:
		return w.Select(rules.Checks)
	case Capture, WinPiece, PassingCapture:
		return w.Select(rules.Captures)
	}
	return w.Moves()
}

// Achieves is Reaches for a move that Candidates has returned.
func (w *Walk) Achieves(g Goal, m rules.Move) bool {
	switch g.Aim {
	case Mate:
		if w.mating == nil {
			return true
		}
	case Stalemate, DoubleStalemate:
		if w.stalemating == nil {
			return true
		}
	case Check:
		return true
	}
	return g.ExposesKing() || w.Reaches(g, m)
}

// Reaches reports whether the legal move m, not yet played, reaches a goal.
func (w *Walk) Reaches(g Goal, m rules.Move) bool {
	switch g.Aim {
	case AnyMove:
		return true
	case Castling:
		return m.Form() == rules.Castle
	case PassingCapture:
		return m.Form() == rules.EnPassant
	case Check:
		return rules.GivesCheck(w.Now(), m)
	case DoubleMate, CounterMate, AutoMate:
		return exposes(g, w.Now(), m)
	case Mate:
		if !rules.GivesCheck(w.Now(), m) {
			return false
		}
	case Target:
		if v := w.Now().Variant(); !v.Aftermath.Active && v.Fairy == (rules.Fairy{}) && !v.HasTraits() &&
			m.Form() == rules.Ordinary {
			at, err := v.ParseSquare(g.Square)
			return err == nil && at == m.To() // else the piece may end elsewhere
		}
	case Circuit, RebirthCircuit, Exchange, RebirthExchange:
		if !w.mayReturn(g, m) {
			return false
		}
	}
	p := w.Now()
	w.Push(m)
	defer w.Pop()
	return w.reached(g, p, m)
}

// Reached reports whether the last move has reached a goal. Where no move was made, only what a
// position shows is reached.
func (w *Walk) Reached(g Goal) bool {
	last := len(w.path) - 1
	unmoved := last < 0 || w.path[last].Form() == rules.Pass
	switch {
	case g.Aim == Check:
		return w.Now().InCheck()
	case g.ExposesKing():
		return !unmoved && exposes(g, w.at[last], w.path[last])
	case g.Immobilises() && unmoved:
		return w.reached(g, nil, 0)
	case g.Immobilises():
		return w.reached(g, w.at[last], w.path[last])
	case unmoved:
		return false
	case g.Aim == AnyMove:
		return true
	case g.Aim == Castling:
		return w.path[last].Form() == rules.Castle
	case g.Aim == PassingCapture:
		return w.path[last].Form() == rules.EnPassant
	}
	return w.reached(g, w.at[last], w.path[last])
}

// reached reports whether the move m just played from p has reached a goal that Reaches cannot
// answer before.
func (w *Walk) reached(g Goal, p rules.Position, m rules.Move) bool {
	q := w.Now()
	switch g.Aim {
	case Mate:
		return rules.Stopped(q) && rules.Mated(q) && !moves(w.mating, q) && mayMate(p, m)
	case Stalemate:
		return rules.Stopped(q) && !rules.Mated(q) && !moves(w.stalemating, q)
	case MateOrStalemate:
		return rules.Stopped(q) && !moves(w.stalemating, q)
	case DoubleStalemate:
		return !q.InCheck() && w.stuck(q) && w.stuck(q.Play(Pass))
	case AutoStalemate:
		return !q.InCheck() && w.stuck(q.Play(Pass))
	case Capture:
		return rules.Effects(p, m).Captured != 0
	case WinPiece:
		d := rules.Effects(p, m)
		return d.Captured != 0 && (d.RebornAt == board.NoSquare || d.RebornFrom != board.NoSquare)
	case Target:
		return p.Variant().SquareName(endOf(p, m)) == g.Square
	case LastRank:
		size := p.Variant().Size
		end := endOf(p, m)
		last := 0
		if p.Turn() == board.White {
			last = size.Ranks - 1
		}
		return end != board.NoSquare && int(end) < size.Area() && size.Rank(end) == last
	case Kiss:
		return w.kisses(g, endOf(p, m))
	case ProofGame, TargetGame:
		return w.Final.Is(q)
	}
	return g.LooksBack() && w.returned(g)
}

// moves reports whether the side to move of q has a legal move in another game with the same pieces,
// if there is one. If that game does not have the position it is taken to have one.
func moves(v *rules.Variant, q rules.Position) bool {
	if v == nil {
		return false
	}
	p, err := reference.Exactly(v, q.Setup())
	return err != nil || p.HasLegalMove()
}

// stuck reports whether the side to move of q, which is not in check, counts as unable to move.
func (w *Walk) stuck(q rules.Position) bool { return !q.HasLegalMove() && !moves(w.stalemating, q) }

// mayMate reports whether m, which mates from p, reaches the goal: in AMU it may not.
func mayMate(p rules.Position, m rules.Move) bool {
	return p == nil || !p.Variant().Fairy.Checking.Once ||
		slices.Contains(rules.Select(p, rules.Mates, nil), m)
}

// CanReach reports whether the side to move can reach a goal at once.
func (w *Walk) CanReach(g Goal) bool {
	for _, m := range w.Candidates(g) {
		if w.Achieves(g, m) {
			return true
		}
	}
	return false
}

// MustReach reports whether every move of the side to move reaches the goal, and there is one. A
// goal that exposes the own king must also be reached if there is no legal move.
func (w *Walk) MustReach(g Goal) bool {
	p := w.Now()
	if f, is := p.(rules.Foresight); is && g.Aim == Mate && w.mating == nil {
		return f.OnlyMates()
	}
	if g.checks() && rules.AvoidsCheck(p, w.list()) {
		return false
	}
	all := w.Moves()
	if len(all) == 0 {
		return g.ExposesKing() && w.CanReach(g)
	}
	for _, m := range all {
		if !w.Reaches(g, m) {
			return false
		}
	}
	return true
}

// Exposing returns the moves that reach a goal which exposes the own king.
func (w *Walk) Exposing(g Goal) []rules.Move {
	p := w.Now()
	if !allows(g, p) {
		return nil
	}
	r := OnReference(p)
	all := rules.Select(r, rules.Exposing, nil)
	return slices.DeleteFunc(all, func(m rules.Move) bool { return !exposed(g, r, m) })
}

// exposes reports whether a move of p reaches a goal that exposes the own king.
func exposes(g Goal, p rules.Position, m rules.Move) bool {
	return allows(g, p) && exposed(g, OnReference(p), m)
}

// allows reports whether a goal that exposes the own king may be reached from p: for a double mate
// the side to move must have a legal move, and for a counter-mate it must be mated.
func allows(g Goal, p rules.Position) bool {
	switch g.Aim {
	case DoubleMate:
		return p.HasLegalMove()
	case CounterMate:
		return p.InCheck() && !p.HasLegalMove()
	}
	return true
}

// exposed reports whether m, played from r, leaves its own side mated and, except in an automate,
// the other side too.
func exposed(g Goal, r rules.Position, m rules.Move) bool {
	q := r.Play(m)
	if g.Aim != AutoMate && !q.InCheck() {
		return false
	}
	own := q.Play(Pass)
	return own.InCheck() && immobile(own) && (g.Aim == AutoMate || immobile(q))
}

// immobile reports whether the side to move can neither move nor capture the other king.
func immobile(p rules.Position) bool {
	return !p.HasLegalMove() && len(rules.Select(p, rules.KingTaking, nil)) == 0
}

// endOf returns the square on which the piece ends that a move moves, or NoSquare.
func endOf(p rules.Position, m rules.Move) board.Square {
	d := rules.Effects(p, m)
	return d.End()
}
