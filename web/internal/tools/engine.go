package tools

// This file plays the computer's moves and analyses positions.

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/web/internal/computer"
	"github.com/kirke-chess/kirke/web/internal/fairplay"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// reply is the computer's move in a position.
type reply struct {
	Move position.MoveText `json:"move"`
	View Looked            `json:"view" doc:"The position after it."`
}

// engineAPI registers the operations of the engine.
func (t *Tools) engineAPI(api huma.API) {
	type replyIn struct {
		Body struct {
			position.At
			Level int `json:"level,omitempty" minimum:"1" maximum:"10" default:"3" doc:"The level of the computer, from 1 (about 650 Elo) to 10 (about 2500)."`
		}
	}
	op := site.Operation("computer-move", http.MethodPost, "/computer", "The computer's move in a position", "work")
	register(t, api, op, func(ctx context.Context, in *replyIn) (reply, error) {
		return t.reply(ctx, in.Body.At, in.Body.Level)
	})
	type analyseIn struct {
		position.At
		Lines   int `query:"lines" minimum:"1" maximum:"5" default:"1" doc:"The number of best lines."`
		Seconds int `query:"seconds" minimum:"1" maximum:"20" default:"5" doc:"Thinking time; less when others wait."`
	}
	op = site.Operation("analyse", http.MethodGet, "/analyse",
		"The best lines of a position, as they are found", "work")
	events := map[string]any{"line": AnalysisLine{}, "end": AnalysisEnd{}, "error": site.StreamError{}}
	sse.Register(api, op, events, func(ctx context.Context, in *analyseIn, send sse.Sender) {
		what := computer.Analysis{Lines: in.Lines, Time: time.Duration(in.Seconds) * time.Second}
		tell := func(v any) { _ = send.Data(v) } // fails when the client has gone, which ends ctx
		if err := t.analyse(ctx, in.At, what, tell); err != nil {
			site.EndStream(send, site.Sentence(err))
		}
	})
}

// reply plays the computer's move in a position.
func (t *Tools) reply(ctx context.Context, at position.At, level int) (reply, error) {
	place, err := t.site.Work.Long.Enter(ctx, site.ClientOf(ctx))
	if err != nil {
		return reply{}, err
	}
	defer place.Leave()
	g, err := at.Game()
	if err != nil {
		return reply{}, err
	}
	if err := fairplay.MayJudge(ctx, t.site, g); err != nil {
		return reply{}, err
	}
	if o := g.Outcome(); o.Over() {
		return reply{}, huma.Error409Conflict("The game is over: " + o.String() + ".")
	}
	m, err := t.analysts.Move(ctx, g, level, engine.Limits{})
	if err != nil {
		return reply{}, err
	}
	text := position.TextOf(g.Position(), m)
	if err := g.Play(m); err != nil {
		return reply{}, err
	}
	after, err := lookedAt(g)
	return reply{text, after}, err
}

// AnalysisLine is one of the best lines of a position.
type AnalysisLine struct {
	Line  int      `json:"line" doc:"From 1, the best."`
	Depth int      `json:"depth" doc:"Half-moves."`
	Score int      `json:"score" doc:"In centipawns, as White sees it; beyond 99000 for a mate."`
	Mate  int      `json:"mate,omitempty" doc:"Moves to mate, negative if Black mates."`
	Text  string   `json:"text" doc:"The score as people read it, +0.35 or #3."`
	Nodes uint64   `json:"nodes"`
	UCI   []string `json:"uci"`
	SAN   []string `json:"san"`
}

// AnalysisEnd says that an analysis has used its time.
type AnalysisEnd struct {
	Seconds float64 `json:"seconds"`
}

// analyse reports the best lines of a position as they are found, and the end.
func (t *Tools) analyse(ctx context.Context, at position.At, what computer.Analysis, tell func(any)) error {
	place, err := t.site.Work.Long.Enter(ctx, site.ClientOf(ctx))
	if err != nil {
		return err
	}
	defer place.Leave()
	g, err := at.Game()
	if err != nil {
		return err
	}
	kept, err := fairplay.Of(ctx, t.site)
	if err == nil {
		err = kept.Line(g)
	}
	if err != nil {
		return err
	}
	ctx, cancel := t.site.UntilClosing(ctx)
	defer cancel()
	began := time.Now()
	what.Place = place
	err = t.analysts.Analyse(ctx, g, what, func(i engine.Info) {
		if i.Bound == engine.Exact && len(i.PV) > 0 {
			tell(lineOf(g.Position(), i, kept))
		}
	})
	if err != nil {
		return err
	}
	tell(AnalysisEnd{time.Since(began).Seconds()})
	return nil
}

// lineOf returns a line of the engine as it is shown, up to the position of a rated game.
func lineOf(p kirke.Position, i engine.Info, kept fairplay.Protected) AnalysisLine {
	line := AnalysisLine{Line: max(i.Line, 1), Depth: i.Depth, Nodes: i.Nodes}
	line.Score, line.Mate, line.Text = asWhite(i.Score, p.Turn())
	for _, m := range i.PV[:min(len(i.PV), fairplay.LineLength)] {
		next, err := p.Play(m)
		if err != nil {
			break
		}
		line.UCI = append(line.UCI, p.MoveText(m, kirke.UCI))
		line.SAN = append(line.SAN, p.MoveText(m, kirke.SAN))
		if p = next; kept.IsCurrent(p) {
			break
		}
	}
	return line
}

// asWhite returns a score of the side to move as White sees it: in centipawns, in moves to mate,
// and as text.
func asWhite(score engine.Score, turn kirke.Color) (centipawns, mate int, text string) {
	const beyond = 100_000
	sign := 1
	if turn == kirke.Black {
		sign = -1
	}
	if n, ok := score.Mate(); ok {
		winner := sign
		if n <= 0 {
			winner = -sign
		}
		return winner * (beyond - max(n, -n)), sign * n, fmt.Sprintf("#%d", sign*n)
	}
	score *= engine.Score(sign)
	return int(score), 0, score.String()
}
