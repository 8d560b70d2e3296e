package gameeditor

// This file plays on the board beside the form.

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/hosting"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/view"
)

// OwnLine is a game in a file and the moves played in it.
type OwnLine struct {
	File  string `json:"file" maxLength:"65536" doc:"TOML as Kirke's games are written."`
	Moves string `json:"moves,omitempty" maxLength:"16000" doc:"Moves from the start, as UCI writes them."`
	Seed  uint64 `json:"seed,omitempty" doc:"Draws the starting position, in games that draw one."`
}

// maxReplay is how long a line may take to be played.
const maxReplay = 5 * time.Second

// game returns the game at its last position. The error is that of a move that is not legal, of a
// position with too many moves, or of ctx.
func (l OwnLine) game(ctx context.Context) (*kirke.Game, error) {
	v, err := hosting.ReadDraft(l.File)
	if err != nil {
		return nil, err
	}
	p, err := kirke.Start(v, kirke.Seed(l.Seed))
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, maxReplay)
	defer cancel()
	g := kirke.NewGame(p)
	for _, text := range strings.Fields(l.Moves) {
		if err := narrow(g.Position()); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("these moves take too long to play: %w", err)
		}
		if err := g.PlayText(text); err != nil {
			return nil, fmt.Errorf("after %d half-moves: %w", g.Ply(), err)
		}
	}
	return g, narrow(g.Position())
}

// AskedPiece is a piece in a position.
type AskedPiece struct {
	OwnLine
	Square string `json:"square,omitempty" maxLength:"8" doc:"The square of a piece."`
	Hand   string `json:"hand,omitempty" maxLength:"2" doc:"The letter of a piece in hand, in place of a square."`
	Side   string `json:"side,omitempty" enum:"white,black" doc:"Whose hand it is in."`
}

// movement returns how the piece moves.
func (a AskedPiece) movement(ctx context.Context) (view.Movement, error) {
	g, err := a.game(ctx)
	if err != nil {
		return view.Movement{}, err
	}
	if a.Hand != "" {
		return view.MovementInHand(g.Position(), a.Hand, a.Side)
	}
	return view.MovementOf(g.Position(), a.Square)
}

// AskedMove is a position in which the computer is asked for a move.
type AskedMove struct {
	OwnLine
	Level int `json:"level,omitempty" minimum:"1" maximum:"10" default:"3" doc:"The level of the computer, from 1 to 10."`
}

// answer is the computer's move.
type answer struct {
	Move position.MoveText `json:"move"`
	View view.View         `json:"view" doc:"The position after it."`
}

// reply plays the computer's move.
func (e *Editor) reply(ctx context.Context, in AskedMove) (answer, error) {
	place, err := e.site.Work.Long.Enter(ctx, site.ClientOf(ctx))
	if err != nil {
		return answer{}, err
	}
	defer place.Leave()
	g, err := in.game(ctx)
	if err != nil {
		return answer{}, err
	}
	if o := g.Outcome(); o.Over() {
		return answer{}, huma.Error409Conflict("The game is over: " + o.String() + ".")
	}
	m, err := e.engines.Move(ctx, g, in.Level, engine.Limits{})
	if err != nil {
		return answer{}, err
	}
	text := position.TextOf(g.Position(), m)
	if err := g.Play(m); err != nil {
		return answer{}, err
	}
	if err := narrow(g.Position()); err != nil {
		return answer{}, err
	}
	return answer{text, view.OfGame(g)}, nil
}
