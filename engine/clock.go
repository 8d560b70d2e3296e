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

func newClock(l Limits, turn board.Color, moves int, overhead time.Duration) clock {
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
	soft = min(soft, most)
	if moves == 1 {
		soft /= 8
	}
	return clock{soft: max(soft, time.Millisecond), hard: max(min(soft*4, most), time.Millisecond)}
}
