package protocol

import (
	"fmt"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// searchIfDue starts a search if the engine has one to make: for its move, or in an analysis.
func (x *xboard) searchIfDue() {
	x.ponderMove = 0
	if x.search != nil {
		return
	}
	p := x.game.Position()
	if x.analysing {
		if p.Rules().HasLegalMove() {
			x.startSearch(x.game, engine.Limits{}, false)
		}
		return
	}
	if x.forced || x.over || x.ended() || p.Turn() != x.side {
		return
	}
	l := x.limits()
	x.startSearch(x.game, l, true)
}

// startSearch starts a search, and posts what it finds.
func (x *xboard) startSearch(g *kirke.Game, l engine.Limits, bounded bool) {
	x.started = time.Now()
	v, post := g.Variant(), x.post || x.analysing
	most := x.engineOptions.MultiPV
	x.think(g, &search{limits: l, bounded: bounded}, func(i engine.Info) string {
		if !post || i.Line > most {
			return ""
		}
		return postText(v, i) + "\n"
	})
}

// postText is a line about what the engine thinks: depth, score, centiseconds, nodes and the best
// line.
func postText(v *kirke.Variant, i engine.Info) string {
	score := int(i.Score)
	if n, ok := i.Score.Mate(); ok {
		score = 100000 + n
		if i.Score < 0 {
			score = -100000 + n
		}
	}
	end := map[engine.Bound]string{engine.AtLeast: "!", engine.AtMost: "?"}[i.Bound]
	ms := i.Time.Milliseconds()
	return fmt.Sprintf("%d %d %d %d %d %d 0\t%s%s",
		i.Depth, score, ms/10, i.Nodes, i.SelDepth, i.Nodes*1000/uint64(max(1, ms)), movesText(v, i.PV), end)
}

// limits returns the limits of the search for the engine's move.
func (x *xboard) limits() engine.Limits {
	l := engine.Limits{Depth: x.depth, MoveTime: x.perMove}
	if x.perMove == 0 && (x.clocksSent || x.level.base > 0 || x.level.inc > 0) {
		l.Left[x.side] = max(x.clocks[0], time.Millisecond)
		l.Left[x.side.Other()] = max(x.clocks[1], time.Millisecond)
		l.Increment = [2]time.Duration{x.level.inc, x.level.inc}
		l.MovesToGo = x.level.left(x.movesMade)
	}
	if l.Depth == 0 && l.MoveTime == 0 && l.Left[x.side] == 0 {
		l.MoveTime = 5 * time.Second // no time control was set
	}
	return l
}

// found plays the move of a search.
func (x *xboard) found(r result) {
	if x.analysing {
		return // the search has reached its greatest depth
	}
	if x.ponderMove != 0 || x.forced || x.over {
		x.ponderMove = 0
		return
	}
	defer x.answerPings()
	if r.err != nil {
		return // the game is over, and the result was sent
	}
	x.score, x.scored = r.Score, true
	if !x.clocksSent {
		x.clocks[0] = max(0, x.clocks[0]-time.Since(x.started)) + x.level.inc
	}
	if r.Score < resignBelow {
		x.hopeless++
	} else {
		x.hopeless = 0
	}
	if x.hopeless >= resignMoves {
		x.over = true
		x.out.line("resign")
		return
	}
	p := x.game.Position()
	if err := x.game.Play(r.Move); err != nil {
		return // the engine's moves are legal
	}
	x.out.line("move %s", x.text(p, r.Move))
	x.hint = r.Ponder
	next := x.game.Position()
	if next.Turn() != p.Turn() {
		x.movesMade++
		if x.clocksSent {
			x.clocks[0] += x.level.inc - min(x.clocks[0], time.Since(x.started))
		}
	}
	if next.Turn() == x.side {
		x.searchIfDue() // the next move of a series
		return
	}
	if !x.ended() {
		x.ponder()
	}
}

// answerPings answers the pings that waited for the engine's move.
func (x *xboard) answerPings() {
	if x.thinking() {
		return
	}
	for _, n := range x.pings {
		x.out.line("pong %s", n)
	}
	x.pings = nil
}

// ponder searches, in the opponent's time, for the answer to the expected move.
func (x *xboard) ponder() {
	if !x.pondering || x.hint == 0 || x.depth > 0 {
		return
	}
	g := x.game.Clone()
	if g.Play(x.hint) != nil || !g.Position().Rules().HasLegalMove() || g.Position().Turn() != x.side {
		return
	}
	l := x.limits()
	l.Ponder = true
	x.ponderMove = x.hint
	x.startSearch(g, l, false)
}

// ended sends the result of a game that is over by its rules, or in which the engine claims a draw,
// and reports whether the game is over.
func (x *xboard) ended() bool {
	o := x.game.Outcome()
	if !o.Over() {
		if claims := x.game.Claims(); len(claims) > 0 {
			o = kirke.Outcome{Result: kirke.Drawn, Reason: claims[0]}
		}
	}
	if !o.Over() || x.over {
		return x.over
	}
	x.over = true
	x.out.line("%s {%s}", o.Result, endingText(o))
	return true
}

// endingText says why a game has ended, in XBoard's words.
func endingText(o kirke.Outcome) string {
	switch o.Reason {
	case kirke.Mate:
		if o.Result == kirke.WhiteWins {
			return "White mates"
		}
		return "Black mates"
	case kirke.ThreefoldRepetition:
		return "repetition"
	}
	return o.Reason.String()
}
