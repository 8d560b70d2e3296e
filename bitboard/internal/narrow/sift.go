// This file holds what forbids moves that are legal by themselves: the end of the game, and the rule
// that who can capture must.

package narrow

// sift is scan in games in which it is not enough.
//
//go:noinline
func sift[P scanPurpose](w *Worker, p *Pos, mem *Memory, want Set) {
	switch {
	case w.Ends && w.over(p, mem):
		w.reset()
	case w.Forced && scanForced[P](w, p, mem, want):
	default:
		scanAlone[P](w, p, mem, want)
	}
}

// scanForced finds the legal captures on squares of want. It reports whether there are captures at
// all, so that other moves are not legal.
func scanForced[P scanPurpose](w *Worker, p *Pos, mem *Memory, want Set) bool {
	scanAlone[P](w, p, mem, p.Opp)
	if w.total+len(w.Tested) == 0 {
		return false
	}
	if p.Opp&^want != 0 {
		scanAlone[P](w, p, mem, p.Opp&want)
	}
	return true
}

// scanAlone finds the moves that are legal as far as others do not forbid them.
func scanAlone[P scanPurpose](w *Worker, p *Pos, mem *Memory, want Set) {
	if w.Blast {
		scanBlasts[P](w, p, want)
	} else {
		scan[P](w, p, mem, want)
	}
}

// reset forgets what the last scan has found.
func (w *Worker) reset() { w.n, w.total, w.Tested = 0, 0, w.Tested[:0] }
