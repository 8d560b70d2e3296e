package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/rules"
)

// analysed is a game with what was found about the positions of its main line.
type analysed struct {
	game    *kirke.Game
	line    []*kirke.Node // the start and the positions of the main line
	due     []int         // those that are looked at
	found   []*verdict    // nil where nothing was found
	begun   atomic.Bool
	pending sync.WaitGroup

	mu  sync.Mutex
	err error
}

func newAnalysed(g *kirke.Game) *analysed {
	a := &analysed{game: g, line: []*kirke.Node{g.Root()}}
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

// look searches one of the positions to be looked at. What a search that was interrupted has found is not kept.
func (a *analysed) look(ctx context.Context, e *engine.Engine, i int, l engine.Limits) {
	g := kirke.NewGame(a.game.Start())
	at := a.due[i]
	var err error
	for _, n := range a.line[1 : at+1] {
		if err == nil {
			err = follow(g, n)
		}
	}
	var v *verdict
	if err == nil {
		v, err = judgePosition(ctx, e, g, l, nil)
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

// score returns what the i-th position is worth to White; ok is false where nothing is known.
func (a *analysed) score(i int) (s engine.Score, ok bool) {
	p := a.line[i].Position()
	if v := a.found[i]; v != nil {
		return whites(v.lines[0].Score, p.Turn()), true
	}
	switch p.Outcome().Result {
	case kirke.WhiteWins:
		return won, true
	case kirke.BlackWins:
		return -won, true
	case kirke.Drawn:
		return 0, true
	}
	return 0, false
}

// won is the score of a game that is won on the board.
const won engine.Score = 32000

// The chances that a move must lose for a mark, of 2 between a sure win and a sure loss; they are those of Lichess.
const (
	inaccuracy = 0.1
	mistake    = 0.2
	blunder    = 0.3
)

// The marks of moves, as numeric annotation glyphs.
const (
	nagGood    = 1 // !
	nagMistake = 2 // ?
	nagBlunder = 4 // ??
	nagDubious = 6 // ?!
	lastMark   = 6
)

// annotate writes what was found into the game: evaluations and marks of the moves, and the best lines as variations.
func (a *analysed) annotate(lines int) error {
	if len(a.line) == 1 { // a position without moves
		if s, ok := a.score(0); ok {
			noteEval(a.line[0], s)
		}
	}
	for i, n := range a.line[1:] {
		after, known := a.score(i + 1)
		if known && !n.Position().Outcome().Over() {
			noteEval(n, after)
		}
		v := a.found[i]
		if v == nil || n.Position().Outcome().Reason == kirke.Mate || n.Move().Form() == rules.Pass { // there is nothing better, or no move
			continue
		}
		if mark := a.mark(v, n, after, known); mark != 0 && !slices.ContainsFunc(n.NAGs, func(nag int) bool { return nag >= 1 && nag <= lastMark }) {
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

// mark returns the glyph for the move that led to n from a position with a verdict, 0 for none: by how much it lessens the chances of
// the side that made it, or whether it is the only one that keeps them.
func (a *analysed) mark(v *verdict, n *kirke.Node, after engine.Score, known bool) int {
	best := chances(v.lines[0].Score)
	if v.lines[0].PV[0] == n.Move() {
		if len(v.lines) > 1 && best-chances(v.lines[1].Score) >= mistake {
			return nagGood
		}
		return 0
	}
	if !known {
		return 0
	}
	switch lost := best - chances(whites(after, n.Parent().Position().Turn())); {
	case lost >= blunder:
		return nagBlunder
	case lost >= mistake:
		return nagMistake
	case lost >= inaccuracy:
		return nagDubious
	}
	return 0
}

// addLine adds a line as a variation, or prolongs the one that is there.
func (a *analysed) addLine(from *kirke.Node, line engine.Info) error {
	const longest = 12 // half-moves
	if err := a.game.Enter(from); err != nil {
		return err
	}
	for i, m := range line.PV[:min(len(line.PV), longest)] {
		if err := a.game.Play(m); err != nil {
			return err
		}
		if i == 0 {
			noteEval(a.game.Node(), whites(line.Score, from.Position().Turn()))
		}
	}
	return nil
}

// evalComment is an evaluation within a comment.
var evalComment = regexp.MustCompile(`\s*\[%eval [^\]]*\]\s*`)

// noteEval puts an evaluation before the comments of a move, in the place of one that is there.
func noteEval(n *kirke.Node, s engine.Score) {
	comments := []string{"[%eval " + evalText(s) + "]"}
	for _, c := range n.Comments {
		if c = strings.TrimSpace(evalComment.ReplaceAllString(c, " ")); c != "" {
			comments = append(comments, c)
		}
	}
	n.Comments = comments
}

// evalText writes a score of White as comments of PGN do, "0.35" or "#-3".
func evalText(s engine.Score) string {
	if moves, mate := s.Mate(); mate {
		return fmt.Sprintf("#%d", moves)
	}
	return fmt.Sprintf("%.2f", float64(s)/100)
}
