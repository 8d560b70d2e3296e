package tools

// This file asks tables of endgames.

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/tablebase"
	"github.com/kirke-chess/kirke/web/internal/fairplay"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// TableValue is what a position is worth when both sides play best.
type TableValue struct {
	tablebase.Verdict
	Text string `json:"text" doc:"The same as people read it." example:"White mates in 12"`
}

// TableMove is a legal move and what it makes of the position, for the side that makes it.
type TableMove struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	TableValue
}

// TableAnswer is what the tables of endgames know of a position.
type TableAnswer struct {
	Value *TableValue `json:"value,omitempty" doc:"Of the side to move; missing if no table has the position, or the game is over."`
	Note  string      `json:"note,omitempty" doc:"What the tables leave out, where it matters."`
	Moves []TableMove `json:"moves" doc:"The legal moves, the best first; empty if a table for one of them is missing."`
}

// tableAPI registers the operation that asks tables.
func (t *Tools) tableAPI(api huma.API) {
	op := site.Operation("ask-tables", http.MethodGet, "/tables",
		"Who wins a position with a few pieces, and what each move makes of it, by tables of endgames", "positions")
	register(t, api, op, func(ctx context.Context, in *position.At) (TableAnswer, error) {
		g, err := in.Game()
		if err != nil {
			return TableAnswer{}, err
		}
		return t.askTables(ctx, g)
	})
}

// tabled is what a table says of a position, and which positions the person who asks may not ask about.
type tabled struct {
	tablebase.Value
	kept fairplay.Protected
}

// errTable is the error of a position whose table is there and cannot be used. The log says why.
var errTable = errors.New("the table of this material cannot be used")

// probe returns what a table says of the last position of a game, nil if none has it. The error is errTable if its
// table cannot be used.
func (t *Tools) probe(ctx context.Context, g *kirke.Game) (*tabled, error) {
	if g.Outcome().Over() {
		return nil, nil
	}
	kept, err := fairplay.Of(ctx, t.site)
	if err == nil {
		err = kept.Line(g)
	}
	if err != nil {
		return nil, err
	}
	value, err := t.tables.Probe(g.Position())
	switch {
	case errors.Is(err, tablebase.ErrNoTable):
		return nil, nil
	case err != nil:
		return nil, errTable
	}
	return &tabled{value, kept}, nil
}

// askTables returns what the tables know of the last position of a game. Moves to positions of rated games
// of the person who asks are left out.
func (t *Tools) askTables(ctx context.Context, g *kirke.Game) (TableAnswer, error) {
	answer, p := TableAnswer{Moves: []TableMove{}}, g.Position()
	value, err := t.probe(ctx, g)
	if errors.Is(err, errTable) {
		answer.Note = message.Text(ctx, "The table of this material cannot be used.")
		return answer, nil
	}
	if err != nil || value == nil {
		return answer, err
	}
	answer.Value = &TableValue{value.Verdict(), tableText(ctx, p, value.Value)}
	if half, _ := p.Clock(); value.Value != 0 && half+value.Plies() > p.Variant().End.IdleLimit() {
		answer.Note = message.Text(ctx, "Moves without progress may draw the game before.")
	}
	moves, err := t.tables.Moves(p)
	if err != nil {
		return answer, nil //nolint:nilerr // no table has one of the positions after a move
	}
	for _, m := range moves {
		next, err := p.Play(m.Move)
		if err != nil {
			return answer, err
		}
		if value.kept.Position(next.FEN()) == nil {
			answer.Moves = append(answer.Moves, TableMove{
				p.MoveText(m.Move, kirke.UCI), p.MoveText(m.Move, kirke.SAN),
				TableValue{m.Value.Verdict(), tableText(ctx, p, m.Value)},
			})
		}
	}
	return answer, nil
}

// showTables puts what the tables know of the last position of a game on its page of analysis.
func (t *Tools) showTables(ctx context.Context, data *page.Analysis, g *kirke.Game) {
	if len(t.tables.Games()) == 0 {
		return
	}
	data.Tables = tablebase.MaxPieces
	if value, err := t.probe(ctx, g); err == nil && value != nil {
		data.Known = tableText(ctx, g.Position(), value.Value)
	}
}

// tableText returns a value of the side to move of p as people read it.
func tableText(ctx context.Context, p kirke.Position, value tablebase.Value) string {
	moves := (value.Plies() + 1) / 2
	white := (value > 0) == (p.Turn() == kirke.White)
	switch mate := p.Variant().EndsAsChess(); {
	case value == 0:
		return message.Text(ctx, "Draw")
	case mate && white:
		return message.Text(ctx, "White mates in %d", moves)
	case mate:
		return message.Text(ctx, "Black mates in %d", moves)
	case white:
		return message.Text(ctx, "White wins in %d", moves)
	}
	return message.Text(ctx, "Black wins in %d", moves)
}
