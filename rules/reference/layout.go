package reference

import "github.com/kirke-chess/kirke/rules"

// layout says which cell holds what. A position is a row of cells: first the squares of the board,
// then those of each part of the variant that remembers something. A move is a list of cells
// written, so that undoing a move, hashing a position and comparing two need not know the parts.
type layout struct {
	turn      int
	king      [2]int    // square + 1 of a king with its castling right
	rook      [2][2]int // square + 1 of the rook that may castle, by colour and side
	ep        int       // squares passed by double steps (passed): one cell, or one per file in series games
	epCells   int
	gates     [2]int    // files as bits
	hand      [2][2]int // counts
	pocket    [2]int    // counts of pieces to be dropped, by type
	checks    [2]int    // checks still to be given
	pending   int       // piece, square + 1 in the next cell, and where it stands + 1 if capturers wait
	choice    int       // square + 1
	last      int       // three cells of square + 1
	below     int       // pairs of square + 1 and piece, first up first; 0 ends the list
	tag       int       // what goes with each piece, by its present square (tag.go)
	budget    [2]int    // hundredths of a square + 1
	trail     int       // the last move: squares + 1 and its type
	duellist  [2]int    // square + 1
	fuddled   [2]int    // two cells of square + 1
	roles     int       // how often White may still exchange the roles, where that is limited
	exchanged int       // two cells of square + 1: where pieces have just changed places
	once      [2]int    // whether a side has castled, where it castles once
	struck    [2]int    // 1 if the king has been attacked
	imitators int       // square + 1 of each, 0 for none
	left      int       // moves left in the series, and its length in the next cell
	identity  int       // the cells before this one are the identity of the position

	where    [2]int // square + 1 of each king: known from the board, kept for speed
	half     int
	full     int
	progress int // a capture or pawn move was made in this series
	passes   int // half-moves in a row that passed
	castled  int // a bit for each castling of End.Castled just made
	size     int
}

// absent marks cells that a game does not have.
const absent = -1

func newLayout(v *rules.Variant) layout {
	var l layout
	n := v.Size.Area()
	take := func(cells int, present bool) int {
		if !present {
			return absent
		}
		at := n
		n += cells
		return at
	}
	take(4, v.Gating.Imaginary)
	l.turn = take(1, true)
	castling, gating := v.Castling.Any(), v.Gating.Hand != ""
	gates := v.HasGates()
	for c := range 2 {
		l.king[c] = take(1, castling)
		l.rook[c][0], l.rook[c][1] = take(1, castling), take(1, castling)
		l.gates[c] = take(1, gates)
		l.hand[c][0], l.hand[c][1] = take(1, gating && !v.Gating.Imaginary), take(1, gating && !v.Gating.Imaginary)
	}
	for c := range 2 {
		l.pocket[c] = take(len(v.Army), v.Drops.Active)
		l.checks[c] = take(1, v.Check.Count > 0)
	}
	l.epCells = 1
	if v.Series.Progressive {
		l.epCells = v.Size.Files
	}
	l.ep = take(l.epCells, true)
	a := &v.Aftermath
	l.pending = take(3, a.Active && a.Where.Waits())
	l.choice = take(1, a.OwnerPromotes)
	l.last = take(3, a.Cohen)
	f := &v.Fairy
	l.tag = take(v.Size.Area(), v.RemembersOrigins() || f.Capturing.Second != rules.SecondAsFirst)
	l.budget = [2]int{take(1, f.Budget.White > 0), take(1, f.Budget.Black > 0)}
	l.trail = take(3, f.RemembersMove())
	duels := f.RemembersDuellists()
	l.duellist = [2]int{take(1, duels), take(1, duels)}
	l.fuddled = [2]int{take(2, f.Mobility.Fuddled), take(2, f.Mobility.Fuddled)}
	l.exchanged = take(2, f.Exchange != rules.NoExchange)
	once := f.Castling == rules.CastlesByExchange
	l.once = [2]int{take(1, once), take(1, once)}
	l.roles = take(1, f.Roles.Most > 0)
	l.struck = [2]int{take(1, f.Checking.Strict), take(1, f.Checking.Strict)}
	l.imitators = take(rules.MostImitators, f.Imitators.Squares != "")
	l.left = take(2, v.Series.Progressive)
	l.below = take(2*v.Size.Area()+2, v.HidesPieces())
	l.identity = n
	l.where = [2]int{take(1, true), take(1, true)}
	l.half, l.full = take(1, true), take(1, true)
	l.progress = take(1, v.Series.Progressive)
	l.passes = take(1, v.Passing != rules.Passing{})
	l.castled = take(1, v.End.Castled != "")
	l.size = n
	return l
}
