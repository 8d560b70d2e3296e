package engine

import (
	"time"

	"github.com/kirke-chess/kirke/board"
)

// clock says how long a move may take.
type clock struct {
	soft time.Duration // after which no new iteration is begun; 0 for no limit
	hard time.Duration // after which the search is stopped
}

// newClock returns how long the side to move, which has so many legal moves, may take.
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
	share := 14 // games are decided early
	if l.MovesToGo > 0 {
		share = min(l.MovesToGo+1, share)
	}
	spare := left - min(2*overhead, left/2) // what is left at last is for a machine that is busy
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

// budget is the time that each side has left for the game when NodesTime counts positions as time, 0 if not known
// yet. The engine keeps it itself, since the clocks of its opponent run by real time.
type budget [2]time.Duration

// replace puts the budget of a side in the place of its clock. The first clock of a game becomes the budget.
func (b *budget) replace(l *Limits, turn board.Color) {
	switch {
	case l.Left[turn] <= 0: // it has no clock
	case b[turn] > 0:
		l.Left[turn] = b[turn]
	default:
		b[turn] = l.Left[turn]
	}
}

// charge takes the cost of a move from the budget of a side that has a clock, and adds the increment.
func (b *budget) charge(l Limits, turn board.Color, cost time.Duration) {
	if l.Left[turn] > 0 {
		b[turn] = max(b[turn]-cost+l.Increment[turn], time.Millisecond)
	}
}
