package gameeditor

// This file lets the computer play many games against itself, and says what they were like.

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/hosting"
	"github.com/kirke-chess/kirke/internal/trial"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// Bounds of the games.
const (
	trialLevel    = 4 // it looks ahead a little, and does not always play the same
	trialMoveTime = 100 * time.Millisecond
	maxTrial      = 4 * time.Minute // of all games together
)

// Trial is what the computer's games were like so far.
type Trial struct {
	Games      int        `json:"games" doc:"Games that have been played."`
	Of         int        `json:"of" doc:"Games that were asked for."`
	White      int        `json:"white" doc:"Games that White won."`
	Black      int        `json:"black"`
	Drawn      int        `json:"drawn"`
	Unfinished int        `json:"unfinished" doc:"Games that were too long."`
	Most       int        `json:"most" doc:"Half-moves after which a game was too long."`
	Shortest   int        `json:"shortest" doc:"Half-moves of the shortest game."`
	Middle     int        `json:"middle" doc:"Half-moves of the game in the middle."`
	Longest    int        `json:"longest"`
	Ends       []EndCount `json:"ends" doc:"Why games ended, the most frequent reason first."`
	Pieces     []PieceUse `json:"pieces" doc:"What the pieces did, in the order of the army."`
	Warnings   []string   `json:"warnings,omitempty"`
}

// EndCount is how many games ended in one way.
type EndCount struct {
	Reason string `json:"reason"`
	Games  int    `json:"games"`
}

// PieceUse is what the pieces of a type did in all games.
type PieceUse struct {
	Name  string `json:"name"`
	Moved int    `json:"moved"`
	Taken int    `json:"taken"`
}

// TrialEnd says that the games are over. Games that were asked for may be missing: the time was used
// up.
type TrialEnd struct {
	Trial
	Seconds float64 `json:"seconds"`
}

// gamesAPI registers the games.
func (e *Editor) gamesAPI(api huma.API) {
	type gamesIn struct {
		Body struct {
			File  string `json:"file" maxLength:"65536" doc:"TOML as Kirke's games are written."`
			Games int    `json:"games,omitempty" minimum:"1" maximum:"100" default:"100"`
		}
	}
	op := site.Operation("try-game", http.MethodPost, "/workshop/games",
		"Games of the computer against itself in a file's game; ending the request ends them", "workshop", "work")
	op.MaxBodyBytes = 2 * maxFile
	events := map[string]any{"progress": Trial{}, "end": TrialEnd{}, "error": site.StreamError{}}
	sse.Register(api, op, events, func(ctx context.Context, in *gamesIn, send sse.Sender) {
		ctx, cancel := e.site.UntilClosing(ctx)
		defer cancel()
		tell := func(v any) {
			if send.Data(v) != nil {
				cancel()
			}
		}
		if err := e.play(ctx, in.Body.File, in.Body.Games, tell); err != nil && ctx.Err() == nil {
			tell(site.StreamError{Detail: site.Sentence(ctx, err)})
		}
	})
}

// play plays games and tells of each. Between two games it yields its place to others.
func (e *Editor) play(ctx context.Context, file string, games int, tell func(any)) error {
	place, err := e.site.Work.Long.Enter(ctx, site.ClientOf(ctx))
	if err != nil {
		return err
	}
	defer place.Leave()
	v, err := hosting.ReadDraft(file)
	if err != nil {
		return err
	}
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, maxTrial)
	defer cancel()
	record := trial.New(v)
	var p kirke.Position
	for i := range games {
		if p, err = kirke.Start(v, kirke.Seed(uint64(i)+1)); err != nil {
			return err
		}
		if err := record.Play(ctx, p, e.player); err != nil {
			if errors.Is(err, context.DeadlineExceeded) {
				break
			}
			return err
		}
		tell(trialOf(v, record, games))
		place.Yield(ctx)
	}
	all := trialOf(v, record, games)
	if !p.IsZero() {
		all.Warnings = record.Warnings(p)
	}
	tell(TrialEnd{all, time.Since(began).Seconds()})
	return nil
}

// player plays for both sides.
func (e *Editor) player(ctx context.Context, g *kirke.Game) (kirke.Move, error) {
	if err := narrow(g.Position()); err != nil {
		return 0, err
	}
	return e.engines.Move(ctx, g, trialLevel, engine.Limits{MoveTime: trialMoveTime})
}

// trialOf returns what games were like.
func trialOf(v *kirke.Variant, r *trial.Record, of int) Trial {
	t := Trial{
		Games: r.Games, Of: of, White: r.Results[kirke.WhiteWins], Black: r.Results[kirke.BlackWins],
		Drawn: r.Results[kirke.Drawn], Unfinished: r.Results[kirke.Unfinished], Most: trial.MostPlies,
		Ends: []EndCount{}, Pieces: []PieceUse{},
	}
	t.Shortest, t.Middle, t.Longest = r.Length()
	for _, reason := range r.Reasons() {
		t.Ends = append(t.Ends, EndCount{reason, r.Ends[reason]})
	}
	for i, use := range r.Types {
		t.Pieces = append(t.Pieces, PieceUse{v.Army[i].Name, use.Moved, use.Taken})
	}
	return t
}
