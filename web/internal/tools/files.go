package tools

// This file holds the pages of conversions and imports.

import (
	"errors"
	"net/http"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/page"
)

func (t *Tools) convertPage(w http.ResponseWriter, r *http.Request) {
	variant := r.FormValue("variant")
	data := page.Conversion{
		Families: site.FamiliesWith(variant), Variant: site.Canonical(variant),
		From: r.FormValue("from"), To: r.FormValue("to"), In: r.FormValue("text"),
	}
	for _, f := range position.Formats {
		data.Formats = append(data.Formats, page.Format{ID: f.ID, Name: f.Name})
	}
	status := http.StatusOK
	if r.Method == http.MethodPost {
		c := Conversion{At: position.At{Variant: data.Variant}, Text: data.In, From: data.From, To: data.To}
		if out, err := convert(r.Context(), c); err != nil {
			status, data.Error = http.StatusUnprocessableEntity, site.Sentence(r.Context(), err)
		} else {
			data.Out, data.Bad, data.Games = out.Text, out.Bad, out.Games
		}
	}
	t.site.ShowStatus(w, r, status, page.ConvertPage(t.site.Frame(r, "Convert games"), data))
}

// importPage and importForm replay a game from elsewhere, and open it on the analysis page.
func (t *Tools) importPage(w http.ResponseWriter, r *http.Request) {
	t.site.Show(w, r, page.ImportPage(t.site.Frame(r, "Import a game"), importOf(r)))
}

func (t *Tools) importForm(w http.ResponseWriter, r *http.Request) {
	data := importOf(r)
	at, err := imported(r, data)
	if err != nil {
		data.Error = site.Sentence(r.Context(), err)
		t.site.ShowStatus(w, r, http.StatusUnprocessableEntity, page.ImportPage(t.site.Frame(r, "Import a game"), data))
		return
	}
	http.Redirect(w, r, "/analysis?"+at.Query().Encode(), http.StatusSeeOther)
}

// importOf reads the form of an import.
func importOf(r *http.Request) page.Import {
	variant := r.FormValue("variant")
	return page.Import{
		Families: site.FamiliesWith(variant), Variant: site.Canonical(variant), Text: r.FormValue("text"),
	}
}

// imported reads the first game of a text and returns its last position. The error names the line
// and the move that is wrong.
func imported(r *http.Request, data page.Import) (position.At, error) {
	reader, err := position.At{Variant: data.Variant}.Reader()
	if err != nil {
		return position.At{}, err
	}
	for g, err := range reader.Games("", reading{r.Context(), strings.NewReader(data.Text)}, "") {
		if err != nil {
			return position.At{}, err
		}
		return atEnd(g)
	}
	return position.At{}, errors.New("there is no game in the text")
}

// atEnd returns the last position of a game for an address.
func atEnd(g *kirke.Game) (position.At, error) {
	at := position.At{Variant: g.Variant().ID}
	if start, err := kirke.Start(g.Variant()); err != nil || start.FEN() != g.Start().FEN() {
		at.FEN = notation.FEN(g.Variant(), g.Start().Setup())
	}
	var moves []string
	for n := range g.MainLine() {
		moves = append(moves, n.Text(kirke.UCI))
	}
	at.Moves = strings.Join(moves, " ")
	if len(at.Moves) > position.MaxMoves {
		return position.At{}, errors.New("the game is too long to be shown")
	}
	return at, nil
}
