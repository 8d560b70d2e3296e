package analyse

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/evaluation"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/rules"
)

// analysedGame is a game with what was found about the positions of its main line.
type analysedGame struct {
	game    *kirke.Game
	line    []*kirke.Node // the start and the positions of the main line
	due     []int         // indexes of the positions to search
	found   []*verdict    // by index, nil where nothing was found
	started atomic.Bool
	pending sync.WaitGroup

	mu  sync.Mutex
	err error
}

func newAnalysedGame(g *kirke.Game) *analysedGame {
	a := &analysedGame{game: g, line: []*kirke.Node{g.Root()}}
	for n := range g.MainLine() {
		a.line = append(a.line, n)
	}
	for i, n := range a.line {
		if !n.Position().Outcome().Over() {
			a.due = append(a.due, i)
		}
	}
	a.found = make([]*verdict, len(a.line))
	a.pending.Add(len(a.due))
	return a
}

// search searches a due position. It drops what an interrupted search has found.
func (a *analysedGame) search(ctx context.Context, e *engine.Engine, i int, l engine.Limits) {
	at := a.due[i]
	g := a.game.Clone()
	n := g.Root()
	for range at {
		n = n.Next()
	}
	var v *verdict
	err := g.Enter(n)
	if err == nil {
		v, err = judge(ctx, e, g, l, nil)
	}
	switch {
	case err != nil:
		a.mu.Lock()
		a.err = err
		a.mu.Unlock()
	case ctx.Err() == nil:
		a.found[at] = v
	}
}

// score returns White's score of the i-th position, and false if it is not known.
func (a *analysedGame) score(i int) (s engine.Score, known bool) {
	p := a.line[i].Position()
	if v := a.found[i]; v != nil {
		return evaluation.ForWhite(v.lines[0].Score, p.Turn()), true
	}
	switch p.Outcome().Result {
	case kirke.WhiteWins:
		return evaluation.Won, true
	case kirke.BlackWins:
		return -evaluation.Won, true
	case kirke.Drawn:
		return 0, true
	}
	return 0, false
}

// The losses of winning chances that earn a mark, on a scale where a sure win that becomes a sure
// loss loses 2. They are those of Lichess.
const (
	inaccuracy = 0.1
	mistake    = 0.2
	blunder    = 0.3
)

// The marks of moves, as numeric annotation glyphs (NAGs).
const (
	nagGood    = 1 // !
	nagMistake = 2 // ?
	nagBlunder = 4 // ??
	nagDubious = 6 // ?!
	lastMark   = 6
)

// annotate writes what was found into the game: evaluations and marks of moves as comments and
// glyphs, and the best lines as variations.
func (a *analysedGame) annotate(lines int) error {
	if len(a.line) == 1 { // a position without moves
		if s, known := a.score(0); known {
			noteEval(a.line[0], s)
		}
	}
	for i, n := range a.line[1:] {
		after, known := a.score(i + 1)
		if known && !n.Position().Outcome().Over() {
			noteEval(n, after)
		}
		v := a.found[i]
		if v == nil || n.Position().Outcome().Reason == kirke.Mate || n.Move().Form() == rules.Pass {
			continue // nothing was found, nothing is better, or there is no move to mark
		}
		if mark := markOf(v, n, after, known); mark != 0 && !hasMark(n) {
			n.NAGs = append([]int{mark}, n.NAGs...)
		}
		for _, line := range v.lines[:min(lines, len(v.lines))] {
			if line.PV[0] != n.Move() {
				if err := a.addLine(a.line[i], line); err != nil {
					return err
				}
			}
		}
	}
	a.game.GoToEnd()
	return nil
}

// hasMark reports whether a move has a mark already.
func hasMark(n *kirke.Node) bool {
	return slices.ContainsFunc(n.NAGs, func(nag int) bool { return nag >= 1 && nag <= lastMark })
}

// markOf returns the glyph for the move that led to n, 0 for none. v is the verdict about the
// position before the move; after is White's score after it, if known. A move is marked by the
// chances it loses, or as good if no other move keeps them.
func markOf(v *verdict, n *kirke.Node, after engine.Score, known bool) int {
	best := evaluation.Chances(v.lines[0].Score)
	if v.lines[0].PV[0] == n.Move() {
		if len(v.lines) > 1 && best-evaluation.Chances(v.lines[1].Score) >= mistake {
			return nagGood
		}
		return 0
	}
	if !known {
		return 0
	}
	reached := evaluation.Chances(evaluation.ForWhite(after, n.Parent().Position().Turn()))
	switch lost := best - reached; {
	case lost >= blunder:
		return nagBlunder
	case lost >= mistake:
		return nagMistake
	case lost >= inaccuracy:
		return nagDubious
	}
	return 0
}

// addLine adds a line as a variation, or extends the variation that is there.
func (a *analysedGame) addLine(from *kirke.Node, line engine.Info) error {
	const longest = 12 // half-moves
	if err := a.game.Enter(from); err != nil {
		return err
	}
	for i, m := range line.PV[:min(len(line.PV), longest)] {
		if err := a.game.Play(m); err != nil {
			return err
		}
		if i == 0 {
			noteEval(a.game.Node(), evaluation.ForWhite(line.Score, from.Position().Turn()))
		}
	}
	return nil
}

// evalComment matches an evaluation within a comment.
var evalComment = regexp.MustCompile(`\s*\[%eval [^\]]*\]\s*`)

// noteEval puts an evaluation before the comments of a move, in place of an old one.
func noteEval(n *kirke.Node, s engine.Score) {
	comments := []string{"[%eval " + evalText(s) + "]"}
	for _, c := range n.Comments {
		if c = strings.TrimSpace(evalComment.ReplaceAllString(c, " ")); c != "" {
			comments = append(comments, c)
		}
	}
	n.Comments = comments
}

// evalText writes White's score as PGN comments do: "0.35" or "#-3".
func evalText(s engine.Score) string {
	if moves, mate := s.Mate(); mate {
		return fmt.Sprintf("#%d", moves)
	}
	return fmt.Sprintf("%.2f", float64(s)/100)
}
