// Package gameeditor is the page on which a person edits a game of their own beside the living board.
//
// The text of the file is the only state: the page sends it with a change, and the server answers
// with the text after the change and all that follows from it. So nothing is registered before a
// game is published, and form, board and text never say different things.
//
// Begin with gameeditor.go, then read check.go (what follows from a file), form.go (its values and
// their changes), play.go (playing on the board) and games.go (many games of the computer).
package gameeditor

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/hosting"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/computer"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/view"
)

// Editor has the operations of the page.
type Editor struct {
	site    *site.Site
	engines *computer.Pool // used only with a place of Site.Work.Long
}

// New returns the editor of a site.
func New(s *site.Site, engines *computer.Pool) *Editor { return &Editor{s, engines} }

// Bounds of the games that the page plays, beside those of package hosting.
const (
	maxFile  = store.MaxGameFile
	maxMoves = hosting.MaxMoves // legal moves of a position
)

// tooWideError is the refusal of a position with too many moves.
type tooWideError struct{ moves int }

func (e *tooWideError) Error() string {
	return fmt.Sprintf("a position has %d moves, and this site plays games of at most %d", e.moves, maxMoves)
}

// narrow returns an error if a position has too many moves.
func narrow(p kirke.Position) error {
	if n := len(p.AppendLegalMoves(nil)); n > maxMoves {
		return &tooWideError{n}
	}
	return nil
}

// API registers the operations.
func (e *Editor) API(api huma.API) {
	op := site.Operation("check-game", http.MethodPost, "/workshop/check",
		"A game's file after changes, what is wrong in it, and what follows from it", "workshop")
	register(e, api, op, func(ctx context.Context, in *struct{ Body Change }) (Checked, error) {
		return in.Body.checked(ctx)
	})
	op = site.Operation("look-at-game", http.MethodPost, "/workshop/position",
		"A position of a game in a file", "workshop")
	register(e, api, op, func(ctx context.Context, in *struct{ Body OwnLine }) (view.View, error) {
		g, err := in.Body.game(ctx)
		if err != nil {
			return view.View{}, err
		}
		return view.OfGame(g), nil
	})
	op = site.Operation("show-movement-in-game", http.MethodPost, "/workshop/movement",
		"How a piece of a game in a file moves from where it stands", "workshop")
	register(e, api, op, func(ctx context.Context, in *struct{ Body AskedPiece }) (view.Movement, error) {
		return in.Body.movement(ctx)
	})
	type explainIn struct {
		Body struct {
			OwnLine
			Text string `json:"text" minLength:"1" maxLength:"100" doc:"The move, in any style."`
		}
	}
	op = site.Operation("explain-move-in-game", http.MethodPost, "/workshop/explain",
		"Whether a move is legal in a game in a file, and if not, why", "workshop")
	register(e, api, op, func(ctx context.Context, in *explainIn) (position.Explained, error) {
		g, err := in.Body.game(ctx)
		if err != nil {
			return position.Explained{}, err
		}
		return position.Explain(g, in.Body.Text), nil
	})
	op = site.Operation("computer-move-in-game", http.MethodPost, "/workshop/computer",
		"The computer's move in a game in a file", "workshop", "work")
	register(e, api, op, func(ctx context.Context, in *struct{ Body AskedMove }) (answer, error) {
		return e.reply(ctx, in.Body)
	})
	e.gamesAPI(api)
}

// register registers an operation whose errors are for the client.
func register[I, O any](e *Editor, api huma.API, op huma.Operation, do func(context.Context, *I) (O, error)) {
	op.MaxBodyBytes = 2 * maxFile
	site.Register(e.site, api, op, func(ctx context.Context, in *I) (O, error) {
		out, err := do(ctx, in)
		return out, site.Refused(ctx, err)
	})
}
