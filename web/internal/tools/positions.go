package tools

// This file holds the operations of the API on variants and positions.

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/view"
)

// VariantSummary is a variant in a list.
type VariantSummary struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Summary string `json:"summary"`
	Version int    `json:"rulesVersion"`
	Files   int    `json:"files"`
	Ranks   int    `json:"ranks"`
	Drawn   bool   `json:"drawn" doc:"Its starting position is drawn at random."`
}

func summaryOf(v *kirke.Variant) VariantSummary {
	return VariantSummary{v.ID, v.Name, v.Summary, v.Version, v.Size.Files, v.Size.Ranks, v.Start.Shuffle != nil}
}

// Composition is what a game and modifiers make.
type Composition struct {
	ID   string `json:"id,omitempty" doc:"The ID of the variant."`
	Name string `json:"name,omitempty"`
	Why  string `json:"why,omitempty" doc:"Why the parts make no variant, if they make none."`
}

// positionAPI registers the operations on variants and positions.
func (t *Tools) positionAPI(api huma.API) {
	op := site.Operation("list-variants", http.MethodGet, "/variants", "List the variants", "games")
	register(t, api, op, func(context.Context, *struct{}) ([]VariantSummary, error) {
		var all []VariantSummary
		for _, v := range kirke.Variants() {
			all = append(all, summaryOf(v))
		}
		return all, nil
	})
	type variantIn struct {
		ID string `path:"id" maxLength:"200"`
	}
	op = site.Operation("get-variant", http.MethodGet, "/variants/{id}", "The rules of a variant", "games")
	register(t, api, op, func(ctx context.Context, in *variantIn) (RulesPage, error) {
		v, err := kirke.Lookup(in.ID)
		if err != nil {
			return RulesPage{}, huma.Error404NotFound(site.Sentence(ctx, err))
		}
		return rulesOf(v)
	})
	type partsIn struct {
		Parts string `query:"parts" required:"true" maxLength:"200" doc:"A game and modifiers, joined by +." example:"seirawan+circe"`
	}
	op = site.Operation("compose", http.MethodGet, "/composition",
		"The variant that a game and modifiers make, or why they make none", "games")
	register(t, api, op, func(ctx context.Context, in *partsIn) (Composition, error) {
		v, err := kirke.Lookup(in.Parts)
		if err != nil {
			return Composition{Why: site.Sentence(ctx, err)}, nil
		}
		return Composition{ID: v.ID, Name: v.Name}, nil
	})
	op = site.Operation("get-position", http.MethodGet, "/position",
		"A position as a board shows it, with its legal moves", "positions")
	register(t, api, op, func(_ context.Context, in *position.At) (Looked, error) { return look(*in) })
	op = site.Operation("post-position", http.MethodPost, "/position",
		"The same for positions too long for an address", "positions")
	register(t, api, op, func(_ context.Context, in *struct{ Body position.At }) (Looked, error) {
		return look(in.Body)
	})
	op = site.Operation("list-moves", http.MethodGet, "/moves", "The legal moves of a position", "positions")
	register(t, api, op, func(_ context.Context, in *position.At) ([]position.MoveText, error) {
		g, err := in.Game()
		if err != nil {
			return nil, err
		}
		all := []position.MoveText{}
		for m := range g.Position().LegalMoves() {
			all = append(all, position.TextOf(g.Position(), m))
		}
		return all, nil
	})
	type explainIn struct {
		position.At
		Text string `query:"text" required:"true" minLength:"1" maxLength:"100" doc:"The move, in any style."`
	}
	op = site.Operation("explain-move", http.MethodGet, "/explain",
		"Whether a move is legal, and if not, why", "positions")
	register(t, api, op, func(_ context.Context, in *explainIn) (position.Explained, error) {
		g, err := in.Game()
		if err != nil {
			return position.Explained{}, err
		}
		return position.Explain(g, in.Text), nil
	})
	t.movementAPI(api)
}

// maxPremoves is how many premoves can be made in a row.
const maxPremoves = 40

// movementAPI registers how a piece moves.
func (t *Tools) movementAPI(api huma.API) {
	type movementIn struct {
		position.At
		Square string `query:"square" maxLength:"8" doc:"The square of a piece."`
		Hand   string `query:"hand" maxLength:"1" doc:"The letter of a piece in hand, in place of a square."`
		Side   string `query:"side" enum:"white,black" doc:"Whose hand it is in."`
	}
	op := site.Operation("show-movement", http.MethodGet, "/movement",
		"How a piece moves from where it stands, whoever is to move", "positions")
	register(t, api, op, func(_ context.Context, in *movementIn) (view.Movement, error) {
		g, err := in.Game()
		if err != nil {
			return view.Movement{}, err
		}
		if in.Hand != "" {
			return view.MovementInHand(g.Position(), in.Hand, in.Side)
		}
		return view.MovementOf(g.Position(), in.Square)
	})
	type aheadIn struct {
		position.At
		Premoves string `query:"premoves" maxLength:"4000" doc:"Chains of choices, split by semicolons."`
	}
	op = site.Operation("look-ahead", http.MethodGet, "/ahead",
		"A position as premoves of the side not to move would leave it", "positions")
	register(t, api, op, func(_ context.Context, in *aheadIn) (view.Ahead, error) {
		g, err := in.Game()
		if err != nil {
			return view.Ahead{}, err
		}
		chains := strings.Split(in.Premoves, ";")
		if len(chains) > maxPremoves {
			return view.Ahead{}, fmt.Errorf("at most %d premoves can be made", maxPremoves)
		}
		premoves := make([][]string, len(chains))
		for i, chain := range chains {
			premoves[i] = strings.Fields(chain)
		}
		return view.AheadOf(g.Position(), premoves), nil
	})
}

// Looked is a position as a board shows it, with the game so far.
type Looked struct {
	view.View
	Ply    int      `json:"ply" doc:"Half-moves since the start."`
	Claims []string `json:"claims,omitempty" doc:"The draws that the side to move may claim."`
	Played string   `json:"played" doc:"The moves so far, as text."`
}

func look(at position.At) (Looked, error) {
	g, err := at.Game()
	if err != nil {
		return Looked{}, err
	}
	return lookedAt(g)
}

func lookedAt(g *kirke.Game) (Looked, error) {
	var b strings.Builder
	if err := gamefile.Write(&b, g, gamefile.Moves, kirke.SAN); err != nil {
		return Looked{}, err
	}
	out := Looked{View: view.OfGame(g, view.Premoves()), Ply: g.Ply(), Played: strings.TrimSpace(b.String())}
	for _, r := range g.Claims() {
		out.Claims = append(out.Claims, r.String())
	}
	return out, nil
}

// setupAPI registers the operations of the board editor.
func (t *Tools) setupAPI(api huma.API) {
	type setupIn struct {
		Variant string `query:"variant" default:"chess" maxLength:"200" doc:"The variant."`
		FEN     string `query:"fen" maxLength:"2000" doc:"The position; without it, the starting position."`
		Problem bool   `query:"problem" doc:"Rights that the FEN does not name follow from the squares."`
	}
	op := site.Operation("get-setup", http.MethodGet, "/setup",
		"A position to edit, and what may be set in it", "positions")
	register(t, api, op, func(_ context.Context, in *setupIn) (view.Edited, error) {
		v, err := position.At{Variant: in.Variant}.Setting().Game()
		if err != nil {
			return view.Edited{}, err
		}
		if in.Problem && len(strings.Fields(in.FEN)) <= 2 {
			at := position.At{Variant: in.Variant, FEN: in.FEN, Problem: true}
			if p, err := at.Setting().Position(); err == nil { // else EditFEN says what is wrong
				in.FEN = p.FEN()
			}
		}
		return view.EditFEN(v, in.FEN)
	})
	op = site.Operation("post-setup", http.MethodPost, "/setup",
		"An edited position as FEN, with what is wrong in it", "positions")
	register(t, api, op, func(_ context.Context, in *struct{ Body view.Setup }) (view.Edited, error) {
		v, err := position.At{Variant: in.Body.Variant}.Setting().Game()
		if err != nil {
			return view.Edited{}, err
		}
		return in.Body.Edit(v)
	})
}
