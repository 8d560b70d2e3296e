package engine

import (
	"time"

	"github.com/kirke-chess/kirke/board"
)

// clock is the time for a move.
type clock struct {
	soft time.Duration // after which no iteration begins; 0 for no limit
	hard time.Duration // after which the search stops
}

// newClock returns the time for a move of a side that has so many legal moves.
func newClock(l Limits, turn board.Color, moves int, o Options) clock {
	overhead := o.Overhead
	if l.MoveTime > 0 {
		return clock{hard: max(l.MoveTime-overhead/3, time.Millisecond)}
	}
	left, increment := l.Left[turn], l.Increment[turn]
	if left <= 0 {
		return clock{}
	}
	left = max(left-overhead, time.Millisecond)
	share := 14 // a fourteenth of the time for each move, since games are decided early
	if l.MovesToGo > 0 {
		share = min(l.MovesToGo+1, share)
	}
	spare := left - min(2*overhead, left/2) // keep some for a busy machine
	soft := spare/time.Duration(share) + increment*9/10
	most := left * 6 / 10
	if l.MovesToGo == 1 {
		most = left * 9 / 10
	}
	if o.SlowMover > 0 {
		soft = soft * time.Duration(o.SlowMover) / 100
	}
	soft = min(soft, most)
	if moves == 1 {
		soft /= 8
	}
	return clock{soft: max(soft, time.Millisecond), hard: max(min(soft*4, most), time.Millisecond)}
}

// budget is the time that each side has left when Options.NodesTime counts nodes as time, 0 if
// unknown. The engine keeps it, since the clocks that it is told run by real time.
type budget [2]time.Duration

// replace replaces the clock of a side by its budget. The first clock of a game becomes the budget.
func (b *budget) replace(l *Limits, turn board.Color) {
	switch {
	case l.Left[turn] <= 0: // it has no clock
	case b[turn] > 0:
		l.Left[turn] = b[turn]
	default:
		b[turn] = l.Left[turn]
	}
}

// charge subtracts the cost of a move from the budget of a side that has a clock, and adds the
// increment.
func (b *budget) charge(l Limits, turn board.Color, cost time.Duration) {
	if l.Left[turn] > 0 {
		b[turn] = max(b[turn]-cost+l.Increment[turn], time.Millisecond)
	}
}
