package tools

// This file holds the page of settings.

import (
	"encoding/base64"
	"net/http"
	"strings"
	"sync"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/page"
)

// preview is the game that the page of settings shows: with pieces in hand, open gates, a last move
// and a check.
var preview = position.At{Variant: "seirawan", Moves: "e4 e5 Nf3/H Nc6/E Bb5 d6 Bxc6"}

func (t *Tools) settingsPage(w http.ResponseWriter, r *http.Request) {
	g, err := preview.Game()
	if err != nil {
		t.site.ServerError(w, r, err)
		return
	}
	data := samples()
	data.Board = boardOf(preview, g)
	t.site.Show(w, r, page.SettingsPage(t.site.Frame(r, "Settings"), data))
}

// samples returns the pictures of all boards and sets of pieces.
var samples = sync.OnceValue(func() page.Settings {
	var s page.Settings
	for _, b := range diagram.Boards() {
		style := diagram.Style{Board: b.Name, Theme: "system"}
		s.Boards = append(s.Boards, page.Sample{Name: b.Name, Picture: sample(style, &piece.Knight)})
	}
	for _, set := range diagram.Sets() {
		style := diagram.Style{Board: "marble", Pieces: set, Theme: "system"}
		all := []*piece.Type{&piece.King, &piece.Queen, &piece.Knight, &piece.Hawk, &piece.Elephant, &piece.Pawn}
		s.Sets = append(s.Sets, page.Sample{Name: set, Picture: sample(style, all...)})
	}
	return s
})

// sample returns a small picture of pieces in both colours, as the address of an image.
func sample(style diagram.Style, types ...*piece.Type) string {
	d := diagram.Diagram{
		Size: board.Size{Files: len(types), Ranks: 2}, Style: style, NoCoordinates: true, Square: 40,
	}
	if len(types) == 1 {
		d.Size.Files = 2
	}
	d.Pieces = make([]diagram.Piece, d.Size.Area())
	for i := range d.Size.Files {
		if i < len(types) {
			d.Pieces[d.Size.At(i, 0)] = diagram.Piece{Type: types[i], Color: board.White}
		}
		if j := i - d.Size.Files + len(types); j >= 0 {
			d.Pieces[d.Size.At(i, 1)] = diagram.Piece{Type: types[j], Color: board.Black}
		}
	}
	var b strings.Builder
	if err := d.SVG(&b); err != nil {
		return ""
	}
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(b.String()))
}
