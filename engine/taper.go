package engine

// taper is a score for the middlegame and one for the endgame in a single number, so that one
// addition adds both. The evaluation blends them by the material that is left.
type taper int64

// pair returns a taper.
func pair(early, late int) taper { return taper(early)<<32 + taper(late) }

// times returns n times a weight.
func times(w [2]int, n int) taper { return pair(w[0], w[1]) * taper(n) }

// late returns the score for the endgame.
func (t taper) late() int { return int(int32(t)) }

// early returns the score for the middlegame.
func (t taper) early() int { return int((t - taper(t.late())) >> 32) }

// taperedWeights are the weights that every evaluation needs, as tapers.
type taperedWeights struct {
	chased, harried                                              [classes]taper
	loose, outnumbered, loosePawn, restrict, push                taper
	pair, openFile, halfOpen, outpost, same, near, behind, space taper
}

func newTaperedWeights(w *Weights) taperedWeights {
	once := func(w [2]int) taper { return times(w, 1) }
	t := taperedWeights{
		loose: once(w.Loose), outnumbered: once(w.Outnumbered), loosePawn: once(w.LoosePawn),
		restrict: once(w.Restrict), push: once(w.Push), pair: once(w.Pair), openFile: once(w.OpenFile),
		halfOpen: once(w.HalfOpen), outpost: once(w.Outpost), same: once(w.Same), near: once(w.Near),
		behind: once(w.Behind), space: pair(w.Space, 0),
	}
	for class := range classes {
		t.chased[class], t.harried[class] = once(w.Chased[class]), once(w.Harried[class])
	}
	return t
}
