package web

import (
	"errors"
	"net/http"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/web/page"
)

// importPage and importForm replay a game from elsewhere and go on with it in the analysis.
func (s *Server) importPage(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, page.ImportPage(s.frame(r, "Import a game"), page.Import{Families: familiesWith(r.FormValue("variant")), Variant: canonical(r.FormValue("variant"))}))
}

func (s *Server) importForm(w http.ResponseWriter, r *http.Request) {
	data := page.Import{Families: familiesWith(r.FormValue("variant")), Variant: canonical(r.FormValue("variant")), Text: r.FormValue("text")}
	at, err := s.imported(r, data)
	if err != nil {
		data.Error = sentence(err)
		s.showStatus(w, r, http.StatusUnprocessableEntity, page.ImportPage(s.frame(r, "Import a game"), data))
		return
	}
	http.Redirect(w, r, "/analysis?"+at.query().Encode(), http.StatusSeeOther)
}

// imported reads the first game of a text and returns its last position. The error names the line and
// the move that is wrong.
func (s *Server) imported(r *http.Request, data page.Import) (At, error) {
	reader, err := At{Variant: data.Variant}.reader()
	if err != nil {
		return At{}, err
	}
	for g, err := range reader.Games("", whileWanted{r.Context(), strings.NewReader(data.Text)}, "") {
		if err != nil {
			return At{}, err
		}
		return atEnd(g)
	}
	return At{}, errors.New("there is no game in the text")
}

// atEnd returns the end of a game as an address can hold it.
func atEnd(g *kirke.Game) (At, error) {
	at := At{Variant: g.Variant().ID}
	if start, err := kirke.Start(g.Variant()); err != nil || start.FEN() != g.Start().FEN() {
		at.FEN = notation.FEN(g.Variant(), g.Start().Setup())
	}
	var moves []string
	for n := range g.MainLine() {
		moves = append(moves, n.Text(kirke.UCI))
	}
	at.Moves = strings.Join(moves, " ")
	if len(at.Moves) > maxMovesText {
		return At{}, errors.New("the game is too long to be shown")
	}
	return at, nil
}
