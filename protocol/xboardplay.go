package protocol

import (
	"fmt"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// reconsider begins to search where the engine has to: for its move, or in an analysis. No search may be going on.
func (x *xboard) reconsider() {
	x.expecting = 0
	if x.search != nil {
		return
	}
	p := x.game.Position()
	if x.analysing {
		if p.Rules().HasLegalMove() {
			x.begin(x.game, engine.Limits{}, false)
		}
		return
	}
	if x.forced || x.over || x.ended() || p.Turn() != x.side {
		return
	}
	l := x.limits()
	x.begin(x.game, l, true)
}

// begin searches, and posts what is found.
func (x *xboard) begin(g *kirke.Game, l engine.Limits, bounded bool) {
	x.thought = time.Now()
	v, post := g.Variant(), x.post || x.analysing
	most := x.set.MultiPV
	x.think(g, &search{limits: l, bounded: bounded}, func(i engine.Info) string {
		if !post || i.Line > most {
			return ""
		}
		return thinking(v, i) + "\n"
	})
}

// thinking is a line of what the engine thinks: ply, score, centiseconds, nodes, and the best line.
func thinking(v *kirke.Variant, i engine.Info) string {
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
		i.Depth, score, ms/10, i.Nodes, i.SelDepth, i.Nodes*1000/uint64(max(1, ms)), line(v, i.PV), end)
}

// limits returns when the search for the engine's move ends.
func (x *xboard) limits() engine.Limits {
	l := engine.Limits{Depth: x.depth, MoveTime: x.perMove}
	if x.perMove == 0 && (x.told || x.level.base > 0 || x.level.inc > 0) {
		l.Left[x.side] = max(x.clocks[0], time.Millisecond)
		l.Left[x.side.Other()] = max(x.clocks[1], time.Millisecond)
		l.Increment = [2]time.Duration{x.level.inc, x.level.inc}
		l.MovesToGo = x.level.left(x.made)
	}
	if l.Depth == 0 && l.MoveTime == 0 && l.Left[x.side] == 0 {
		l.MoveTime = 5 * time.Second // no time control was set
	}
	return l
}

// found plays the move that was found.
func (x *xboard) found(r result) {
	if x.analysing {
		return // as deep as can be
	}
	if x.expecting != 0 || x.forced || x.over {
		x.expecting = 0
		return
	}
	defer x.answerPings()
	if r.err != nil {
		return // the end was told
	}
	x.score, x.scored = r.Score, true
	if !x.told {
		x.clocks[0] = max(0, x.clocks[0]-time.Since(x.thought)) + x.level.inc
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
		x.made++
		if x.told {
			x.clocks[0] += x.level.inc - min(x.clocks[0], time.Since(x.thought))
		}
	}
	if next.Turn() == x.side {
		x.reconsider() // the next move of a series
		return
	}
	if !x.ended() {
		x.ponder()
	}
}

func (x *xboard) answerPings() {
	if x.thinking() {
		return
	}
	for _, n := range x.pings {
		x.out.line("pong %s", n)
	}
	x.pings = nil
}

// ponder searches on the opponent's time for the answer to the move that is expected.
func (x *xboard) ponder() {
	if !x.pondering || x.hint == 0 || x.depth > 0 {
		return
	}
	g := copyOf(x.game)
	if g.Play(x.hint) != nil || !g.Position().Rules().HasLegalMove() || g.Position().Turn() != x.side {
		return
	}
	l := x.limits()
	l.Ponder = true
	x.expecting = x.hint
	x.begin(g, l, false)
}

// ended tells the result of a game that is over by its rules, and of one in which the engine claims a draw.
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
	x.out.line("%s {%s}", o.Result, sentence(o))
	return true
}

// sentence says why a game has ended, as XBoard has it.
func sentence(o kirke.Outcome) string {
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

// slots are XBoard's men in the order of its tables, by the letters it has for them itself.
const slots = "PNBRQFEACWMOHIJGDVLSUK"

// looks are the men of XBoard that look like ours, by movement.
var looks = map[string]byte{
	"N": 'N', "B": 'B', "R": 'R', "Q": 'Q',
	"BN": 'A', "RN": 'C', // in its tables Angel and Marshall
	"BW": 'I', "RF": 'J', // the crowned bishop and rook
	"QN": 'U', "FyafsF": 'G', "WyafsW": 'W', "{Sissa}": 'D',
}

// sissaBetza is the Sissa in XBoard's notation: legs of equal length (i) with a turn of 45 or 135 degrees between them.
const sissaBetza = "maifsRmaibsRmaifsBmaibsB"

// describe tells XBoard of a game: its men, board and first position, and how the men move.
func describe(p kirke.Position) string {
	v := p.Variant()
	table := []byte(strings.Repeat(".", len(slots)))
	put := func(slot, letter byte) bool {
		i := strings.IndexByte(slots, slot)
		if i < 0 || table[i] != '.' {
			return false
		}
		table[i] = letter
		return true
	}
	seen := map[byte]bool{}
	var pieces strings.Builder
	for _, t := range v.Army {
		if seen[t.Letter] {
			continue // bishops that have a conversion before them
		}
		seen[t.Letter] = true
		slot := looks[t.Betza]
		switch {
		case t.Royal:
			slot = 'K'
		case t.Pawn:
			slot = 'P'
		}
		for i := 0; !put(slot, t.Letter) && i < len(slots)-1; i++ {
			slot = slots[i]
		}
		fmt.Fprintf(&pieces, "\npiece %c& %s", t.Letter, betza(v, &t))
	}
	men := string(table)
	parent, hand := "fairy", 0
	switch {
	case v.Entry.Hand != "" && !v.Entry.Imaginary:
		parent, hand = "seirawan", 7
	case v.Castling.Free:
		parent = "fischerandom"
	}
	return fmt.Sprintf("setup (%s%s) %dx%d+%d_%s %s%s",
		men, strings.ToLower(men), v.Size.Files, v.Size.Ranks, hand, parent, p.FEN(), pieces.String())
}

// betza returns how a man moves, in XBoard's dialect.
func betza(v *kirke.Variant, t *kirke.Type) string {
	text := strings.ReplaceAll(t.Betza, "{Sissa}", sissaBetza)
	switch {
	case t.Letter == v.Conversion.Bishop && v.Conversion.Bishop != 0:
		text += "iW"
		if v.Conversion.NoCaptures {
			text = t.Betza + "imW"
		}
	case t.Royal && v.Castling.KingTo != [2]int{} && !v.Castling.Free:
		king := strings.IndexByte(strings.ToLower(v.Array.Placement[strings.LastIndexByte(v.Array.Placement, '/')+1:]), 'k')
		text += fmt.Sprintf("isO%d", v.Castling.KingTo[1]-king)
	}
	return text
}
