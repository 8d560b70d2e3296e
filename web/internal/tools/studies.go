package tools

// This file holds studies, analyses that people keep: pages, forms and operations of the API.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/fairplay"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// unnamed is the name of a study whose owner gives it none.
const unnamed = "Analysis"

// StudyText is what a person writes in a new study.
type StudyText struct {
	Name    string `json:"name,omitempty" maxLength:"60" doc:"Its name."`
	Variant string `json:"variant,omitempty" maxLength:"200" doc:"The variant, if no tag of the PGN names it."`
	PGN     string `json:"pgn" minLength:"1" maxLength:"262144" doc:"One game with its variations. Arrows and circles are in comments, as [%cal Ge2e4] and [%csl Rd5]."`
	Public  bool   `json:"public,omitempty" doc:"Whoever has the link may see it."`
}

// StudyChange changes a study. What is left out stays.
type StudyChange struct {
	Version int     `json:"version" minimum:"1" doc:"The version that is changed. If it is not the latest, nothing is."`
	Name    *string `json:"name,omitempty" maxLength:"60"`
	PGN     *string `json:"pgn,omitempty" minLength:"1" maxLength:"262144"`
	Public  *bool   `json:"public,omitempty"`
}

// studyAPI registers the operations on studies.
func (t *Tools) studyAPI(api huma.API) {
	op := site.Operation("list-studies", http.MethodGet, "/studies",
		"Your studies without their moves, the one changed last first", "studies")
	site.RegisterPrivate(t.site, api, op,
		func(ctx context.Context, p *site.Person, _ *struct{}) ([]store.Study, error) {
			return t.site.Store.Studies(ctx, p.ID)
		})
	op = site.Operation("save-study", http.MethodPost, "/studies", "Keep an analysis", "studies")
	site.RegisterPrivate(t.site, api, op,
		func(ctx context.Context, p *site.Person, in *struct{ Body StudyText }) (store.Study, error) {
			return t.saveStudy(ctx, p, in.Body)
		})
	op = site.Operation("get-study", http.MethodGet, "/studies/{id}", "One of your studies, or a public one", "studies")
	site.Register(t.site, api, op, func(ctx context.Context, in *site.InPath) (store.Study, error) {
		return t.seenStudy(ctx, in.ID)
	})
	type file struct {
		Kind string `header:"Content-Type"`
		Body []byte
	}
	op = site.Operation("export-study", http.MethodGet, "/studies/{id}/pgn", "A study as a file", "studies")
	op.Responses = site.Media("text/plain")
	huma.Register(api, op, func(ctx context.Context, in *site.InPath) (*file, error) {
		y, err := t.seenStudy(ctx, in.ID)
		if err != nil {
			return nil, t.site.APIError(ctx, err)
		}
		return &file{position.FormatOf(gamefile.PGN).Kind, []byte(y.PGN)}, nil
	})
	type changeIn struct {
		site.InPath
		Body StudyChange
	}
	op = site.Operation("change-study", http.MethodPut, "/studies/{id}", "Change one of your studies", "studies")
	site.RegisterPrivate(t.site, api, op,
		func(ctx context.Context, p *site.Person, in *changeIn) (store.Study, error) {
			return t.changeStudy(ctx, p, in.ID, in.Body)
		})
	op = site.Operation("delete-study", http.MethodDelete, "/studies/{id}", "Delete one of your studies", "studies")
	site.RegisterCommand(t.site, api, op, func(ctx context.Context, p *site.Person, in *site.InPath) error {
		return t.site.Store.DeleteStudy(ctx, p.ID, in.ID)
	})
}

// seenStudy returns a study that the person who asks may see: their own, or a public one.
func (t *Tools) seenStudy(ctx context.Context, id string) (store.Study, error) {
	y, err := t.site.Store.Study(ctx, id)
	if err == nil && !y.Public && y.By.ID != site.UserID(ctx) {
		err = store.ErrNoStudy
	}
	if err != nil {
		return store.Study{}, err
	}
	return y, nil
}

// saveStudy keeps a new study.
func (t *Tools) saveStudy(ctx context.Context, p *site.Person, in StudyText) (store.Study, error) {
	if err := t.site.MayAct(ctx, p.ID); err != nil {
		return store.Study{}, err
	}
	y, err := studyOf(ctx, in)
	if err != nil {
		return store.Study{}, err
	}
	return t.site.Store.SaveStudy(ctx, p.ID, y)
}

// studyOf reads a new study.
func studyOf(ctx context.Context, in StudyText) (store.Study, error) {
	y := store.Study{Name: studyName(in.Name), Public: in.Public}
	var err error
	if y.Variant, y.PGN, err = studied(ctx, in.Variant, in.PGN); err != nil {
		return store.Study{}, site.Refused(ctx, err)
	}
	return y, nil
}

// changeStudy changes a study of a person.
func (t *Tools) changeStudy(ctx context.Context, p *site.Person, id string, in StudyChange) (store.Study, error) {
	if err := t.site.MayAct(ctx, p.ID); err != nil {
		return store.Study{}, err
	}
	y, err := t.site.Store.Study(ctx, id)
	if err == nil && y.By.ID != p.ID {
		err = store.ErrNoStudy
	}
	if err != nil {
		return store.Study{}, err
	}
	y.Version = in.Version
	if in.Name != nil {
		y.Name = studyName(*in.Name)
	}
	if in.Public != nil {
		y.Public = *in.Public
	}
	if in.PGN != nil {
		if y.Variant, y.PGN, err = studied(ctx, y.Variant, *in.PGN); err != nil {
			return store.Study{}, site.Refused(ctx, err)
		}
	}
	return t.site.Store.ChangeStudy(ctx, p.ID, y)
}

func studyName(name string) string {
	name = site.Plain(name, store.MaxStudyName)
	if utf8.RuneCountInString(name) > store.MaxStudyName { // with the dots that say that it was cut
		name = site.Plain(name, store.MaxStudyName-1)
	}
	if name == "" {
		return unnamed
	}
	return name
}

// studied reads the one game of a PGN, and returns its variant and the game as it is kept.
func studied(ctx context.Context, variant, pgn string) (id, text string, err error) {
	if err := store.CheckStudyText(pgn); err != nil {
		return "", "", err
	}
	reader, err := position.At{Variant: variant}.Reader()
	if err != nil {
		return "", "", err
	}
	var b strings.Builder
	for g, err := range reader.Games("", reading{ctx, strings.NewReader(pgn)}, gamefile.PGN) {
		if err != nil {
			return "", "", err
		}
		if b.Len() > 0 {
			return "", "", errors.New("a study has one game, and there are more")
		}
		id = g.Variant().ID
		if err := gamefile.Write(&b, g, gamefile.PGN, kirke.SAN); err != nil {
			return "", "", err
		}
	}
	if b.Len() == 0 {
		return "", "", errors.New("there is no game in the text")
	}
	return id, b.String(), nil
}

// studiesPage lists the reader's studies.
func (t *Tools) studiesPage(w http.ResponseWriter, r *http.Request) {
	p := site.PersonOf(r.Context())
	data := page.Studies{}
	if p != nil {
		all, err := t.site.Store.Studies(r.Context(), p.ID)
		if err != nil {
			t.site.ServerError(w, r, err)
			return
		}
		data.Known = true
		for _, y := range all {
			data.Studies = append(data.Studies, page.StudyLine{
				ID: y.ID, Name: y.Name, Game: site.GameName(y.Variant), Public: y.Public,
				Changed: message.Day(r.Context(), y.Changed),
			})
		}
	}
	w.Header().Set("Cache-Control", "no-store")
	t.site.Show(w, r, page.StudiesPage(t.site.Frame(r, "Studies"), data))
}

// newStudy keeps the analysis of a form. A visitor becomes a guest.
func (t *Tools) newStudy(w http.ResponseWriter, r *http.Request) {
	in := StudyText{
		Name: r.FormValue("name"), Variant: r.FormValue("variant"), PGN: r.FormValue("pgn"),
		Public: r.FormValue("public") != "",
	}
	y, err := t.keepForm(w, r, in)
	if err == nil && strings.Contains(r.Header.Get("Accept"), "application/json") {
		t.site.Flash(w, r, "The study is saved.")
		site.WriteJSON(w, y)
		return
	}
	t.site.Done(w, r, "/study/"+y.ID, "The study is saved.", err)
}

func (t *Tools) keepForm(w http.ResponseWriter, r *http.Request, in StudyText) (store.Study, error) {
	y, err := studyOf(r.Context(), in) // first: nobody becomes a guest by what cannot be kept
	if err != nil {
		return store.Study{}, err
	}
	p, err := t.guests.PersonOrGuest(w, r)
	if err == nil {
		err = t.site.MayAct(r.Context(), p.ID)
	}
	if err != nil {
		return store.Study{}, err
	}
	return t.site.Store.SaveStudy(r.Context(), p.ID, y)
}

// studyForm renames a study, makes it public or private, or deletes it.
func (t *Tools) studyForm(w http.ResponseWriter, r *http.Request, p *site.Person) {
	id := r.PathValue("id")
	var said string
	var err error
	if r.FormValue("do") == "delete" {
		said, err = message.Key("The study is deleted."), t.site.Store.DeleteStudy(r.Context(), p.ID, id)
	} else {
		said, err = t.editStudy(r, p, id)
	}
	t.site.Done(w, r, "/studies", said, err)
}

// editStudy changes the latest version of a study as a form asks, and says what it has done.
func (t *Tools) editStudy(r *http.Request, p *site.Person, id string) (said string, err error) {
	y, err := t.seenStudy(r.Context(), id)
	if err != nil {
		return "", err
	}
	change := StudyChange{Version: y.Version}
	switch r.FormValue("do") {
	case "rename":
		name := studyName(r.FormValue("name"))
		change.Name, said = &name, message.Text(r.Context(), "The study is called %s now.", name)
	case "publish":
		public := true
		change.Public, said = &public, message.Key("Whoever has the link can see the study now.")
	case "hide":
		public := false
		change.Public, said = &public, message.Key("Only you can see the study now.")
	default:
		return "", play.Refuse(play.Invalid, "The form does not say what to do.")
	}
	_, err = t.changeStudy(r.Context(), p, id, change)
	return said, err
}

// studyFile answers with a study as a PGN file.
func (t *Tools) studyFile(w http.ResponseWriter, r *http.Request) {
	y, err := t.seenStudy(r.Context(), r.PathValue("id"))
	if err != nil {
		t.site.Refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", position.FormatOf(gamefile.PGN).Kind)
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="kirke-study-%s.pgn"`, y.ID))
	_, _ = w.Write([]byte(y.PGN)) // fails when the client has gone
}

// studyPage shows a study on the page of analysis.
func (t *Tools) studyPage(w http.ResponseWriter, r *http.Request) {
	y, err := t.seenStudy(r.Context(), r.PathValue("id"))
	if err != nil {
		t.site.Refuse(w, r, err)
		return
	}
	g, err := studyGame(y)
	if err != nil { // its rules are unknown to this build
		t.site.Fail(w, r, http.StatusUnprocessableEntity, site.Sentence(r.Context(), err))
		return
	}
	if err := g.GoTo(0); err != nil {
		t.site.ServerError(w, r, err)
		return
	}
	data := page.Analysis{Picker: site.PositionPickerOf(r.Context(), y.Variant), Game: g.Variant().Name}
	data.Board = boardOf(position.At{Variant: y.Variant, FEN: g.Start().FEN()}, g)
	data.Board.Moves, data.MayKeep, data.Browser = y.PGN, true, t.site.Has("engine.wasm")
	data.NoEngine = site.Sentence(r.Context(), fairplay.MayJudge(r.Context(), t.site, g))
	data.Study = &page.Study{
		ID: y.ID, Name: y.Name, By: y.By.Name, Version: y.Version, Public: y.Public,
		Mine: y.By.ID == site.UserID(r.Context()),
	}
	if p := site.PersonOf(r.Context()); p != nil && !data.Study.Mine {
		data.Study.Social, data.Study.Moderate = true, p.Moderates()
	}
	w.Header().Set("Cache-Control", "no-store")
	t.site.Show(w, r, page.AnalysisPage(t.site.Frame(r, "%s", y.Name), data))
}

// studyGame returns the game of a study.
func studyGame(y store.Study) (*kirke.Game, error) {
	for g, err := range kirke.ReadPGN(bytes.NewReader([]byte(y.PGN))) {
		return g, err
	}
	return nil, errors.New("the study has no game")
}
