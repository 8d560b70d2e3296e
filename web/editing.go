package web

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke/web/view"
)

// editingAPI sets positions up by hand.
func editingAPI(api huma.API) {
	huma.Register(api, operation("get-setup", http.MethodGet, "/setup", "A position to be changed by hand, and what may be set in it", "positions"),
		func(_ context.Context, in *struct {
			Variant string `query:"variant" default:"chess" maxLength:"200" doc:"The game."`
			FEN     string `query:"fen" maxLength:"2000" doc:"The position; the starting position without one."`
			Problem bool   `query:"problem" doc:"Reads the position as problemists do: rights that it does not name follow from the squares."`
		}) (*body[view.Edited], error) {
			v, err := At{Variant: in.Variant}.variant()
			if err != nil {
				return nil, refused(err)
			}
			if in.Problem && len(strings.Fields(in.FEN)) <= 2 {
				if p, err := (At{Variant: in.Variant, FEN: in.FEN, Problem: true}).setting().Position(); err == nil { // else EditFEN says what is wrong
					in.FEN = p.FEN()
				}
			}
			e, err := view.EditFEN(v, in.FEN)
			if err != nil {
				return nil, refused(err)
			}
			return answer(e), nil
		})
	huma.Register(api, operation("post-setup", http.MethodPost, "/setup", "A position that was set up by hand, as FEN, with what is wrong in it", "positions"),
		func(_ context.Context, in *struct{ Body view.Setup }) (*body[view.Edited], error) {
			v, err := At{Variant: in.Body.Variant}.variant()
			if err != nil {
				return nil, refused(err)
			}
			e, err := in.Body.Edit(v)
			if err != nil {
				return nil, refused(err)
			}
			return answer(e), nil
		})
}
