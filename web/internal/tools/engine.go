package tools

// This file plays the computer's moves and analyses positions.

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/bestline"
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
			Level int `json:"level,omitempty" minimum:"1" maximum:"10" default:"3" doc:"The level of the computer, from 1 (about 600 Elo) to 10 (about 2500)."`
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
	may := site.Operation("may-analyse", http.MethodGet, "/analyse/permission",
		"Whether an engine elsewhere may judge a position for you: 403 if it occurs in your rated game", "work")
	register(t, api, may, func(ctx context.Context, in *position.At) (Permission, error) {
		return t.permission(ctx, *in)
	})
	events := map[string]any{"line": AnalysisLine{}, "end": AnalysisEnd{}, "error": site.StreamError{}}
	sse.Register(api, op, events, func(ctx context.Context, in *analyseIn, send sse.Sender) {
		what := computer.Analysis{Lines: in.Lines, Time: time.Duration(in.Seconds) * time.Second}
		tell := func(v any) { _ = send.Data(v) } // fails when the client has gone, which ends ctx
		if err := t.analyse(ctx, in.At, what, tell); err != nil {
			site.EndStream(send, site.Sentence(ctx, err))
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
type AnalysisLine bestline.Line

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
		if bestline.Whole(i) {
			tell(AnalysisLine(bestline.Of(g.Position(), i, kept.IsCurrent)))
		}
	})
	if err != nil {
		return err
	}
	tell(AnalysisEnd{time.Since(began).Seconds()})
	return nil
}

// Permission says how the engine of a browser may judge a position.
type Permission struct {
	Ends []string `json:"ends" doc:"The boards, as in a FEN, at which a line ends."`
}

// permission returns an error if the engine must not judge a position for the person who asks.
func (t *Tools) permission(ctx context.Context, at position.At) (Permission, error) {
	g, err := at.Game()
	if err != nil {
		return Permission{}, err
	}
	kept, err := fairplay.Of(ctx, t.site)
	if err == nil {
		err = kept.Line(g)
	}
	if err != nil {
		return Permission{}, err
	}
	return Permission{kept.Current()}, nil
}
