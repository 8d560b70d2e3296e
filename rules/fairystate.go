package rules

import "github.com/kirke-chess/kirke/board"

// FairyState is what the conditions of Fairy remember.
type FairyState struct {
	// Budget is how far the pieces of each side may still move, in hundredths of a square.
	Budget [2]int
	// From and To are the squares of the last move, and Moved the piece that made it; NoSquare and
	// 0 for none. A neutral piece has the colour of its side.
	From, To board.Square
	Moved    Piece
	// Duellist is where the piece stands that each side moved last, or NoSquare.
	Duellist [2]board.Square
	// Fuddled are the squares of the one or two pieces that each side has moved last, or NoSquare.
	Fuddled [2][2]board.Square
	// Exchanged are the squares of two pieces that have changed places in the last move, or
	// NoSquare.
	Exchanged [2]board.Square
	// RolesLeft is how often White may still exchange the roles, where Roles.Most limits that.
	RolesLeft int
	// Attacked are the kings that have been attacked at some time.
	Attacked [2]bool
	// Castled are the sides that have castled, where they do so once in the game (exchange
	// castling).
	Castled [2]bool
	// Captured are the squares of the pieces that have captured, names one after the other, where a
	// second capture is another than the first.
	Captured string
	// Imitators are the squares of the imitators, names one after the other.
	Imitators string
}

// NewFairyState returns the state before the first move of a game.
func NewFairyState(v *Variant) FairyState {
	none := board.NoSquare
	b := &v.Fairy.Budget
	return FairyState{Imitators: v.Fairy.Imitators.Squares, RolesLeft: v.Fairy.Roles.Most,
		Budget: [2]int{b.White, b.Black}, From: none, To: none, Duellist: [2]board.Square{none, none},
		Fuddled: [2][2]board.Square{{none, none}, {none, none}}, Exchanged: [2]board.Square{none, none}}
}

// RemembersMove reports whether what is legal depends on the last move.
func (f *Fairy) RemembersMove() bool {
	remembers := func(m Measure) bool { return m == FollowingMove || m == ParallelMove || m == AntiparallelMove }
	return f.Movers.remembers() || f.Mobility.Disparate || f.Turning.Mover == PursuitTurns ||
		remembers(f.Measuring.White.By) || remembers(f.Measuring.Black.By)
}

// RemembersOrigins reports whether it matters which square each piece has in the diagram.
func (v *Variant) RemembersOrigins() bool {
	m := &v.Fairy.Measuring
	return v.Aftermath.Active && v.Aftermath.Where == AtOrigin || m.White.By.Origins() || m.Black.By.Origins()
}

// RemembersDuellists reports whether what is legal depends on which piece a side moved last.
func (f *Fairy) RemembersDuellists() bool {
	return f.Measuring.White.By == DuellingMove || f.Measuring.Black.By == DuellingMove
}
