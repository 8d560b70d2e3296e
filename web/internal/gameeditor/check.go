package gameeditor

// This file says what follows from a file.

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/bitboard"
	"github.com/kirke-chess/kirke/internal/hosting"
	"github.com/kirke-chess/kirke/internal/rulebook"
	"github.com/kirke-chess/kirke/internal/trial"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/variantfile"
	"github.com/kirke-chess/kirke/web/view"
)

// Checked is a file and what follows from it.
type Checked struct {
	File   string         `json:"file" doc:"The text after the changes."`
	Errors []WrongKey     `json:"errors,omitempty" doc:"What is wrong in the file."`
	Values map[string]any `json:"values" doc:"What the file says, by key, without the pieces."`
	Pieces []OwnPiece     `json:"pieces" doc:"The piece types in their order."`
	Army   []string       `json:"army,omitempty" doc:"The pieces that a file may name without describing them."`
	Game   *OwnGame       `json:"game,omitempty" doc:"The game, if nothing is wrong."`
}

// WrongKey is something that is wrong in a file.
type WrongKey struct {
	Line    int    `json:"line,omitempty"`
	Key     string `json:"key,omitempty"`
	Problem string `json:"problem"`
	Hint    string `json:"hint,omitempty"`
}

// OwnPiece is a piece type.
type OwnPiece struct {
	Name   string         `json:"name"`
	Label  string         `json:"label" doc:"As it is written in moves."`
	Betza  string         `json:"betza"`
	Doc    string         `json:"doc,omitempty"`
	Values map[string]any `json:"values" doc:"What is said of it, by key."`
	Chart  Chart          `json:"chart"`
	Marks  []Mark         `json:"marks,omitempty" doc:"Squares that what is no ray reaches."`
}

// Mark is a square that a piece reaches, from where it stands.
type Mark struct {
	File int    `json:"file"`
	Rank int    `json:"rank"`
	Mode string `json:"mode" enum:"both,move,capture"`
}

// OwnGame is a game without errors.
type OwnGame struct {
	ID       string       `json:"id"`
	Name     string       `json:"name"`
	Files    int          `json:"files"`
	Ranks    int          `json:"ranks"`
	Setup    *view.Edited `json:"setup,omitempty" doc:"The starting position, to be edited."`
	View     *view.View   `json:"view,omitempty" doc:"The starting position, to be played from; none if it is not legal."`
	Rules    []RuleText   `json:"rules,omitempty"`
	Warnings []string     `json:"warnings,omitempty"`
	Slow     string       `json:"slow,omitempty" doc:"Why the fast kernel does not play it."`

	words string // the starting position, in words
}

// RuleText is a part of the rules.
type RuleText struct {
	Title string   `json:"title"`
	List  bool     `json:"list,omitempty" doc:"Short lines rather than paragraphs."`
	Text  []string `json:"text"`
}

// checked applies a change and returns what follows.
func (c Change) checked(ctx context.Context) (Checked, error) {
	file, err := c.apply()
	if err != nil {
		return Checked{}, err
	}
	v, err := hosting.ReadDraft(file)
	said, pieces := values(file, v)
	out := Checked{File: file, Values: said, Pieces: []OwnPiece{}}
	for _, p := range pieces {
		out.Pieces = append(out.Pieces, typeOf(p))
	}
	for _, t := range piece.Catalogue() {
		out.Army = append(out.Army, t.Name)
	}
	out.Errors = wrongs(err)
	if v == nil {
		return out, nil
	}
	out.Game, err = gameOf(ctx, v)
	if err != nil {
		out.Errors = append(out.Errors, WrongKey{Key: "start.placement", Problem: err.Error()})
	}
	return out, nil
}

// wrongs returns errors by key.
func wrongs(err error) (all []WrongKey) {
	for _, one := range variantfile.Errors(err) {
		w := WrongKey{Problem: one.Error()}
		if e, ok := errors.AsType[*variantfile.Error](one); ok {
			w = WrongKey{e.Line, e.Key, e.Problem, e.Hint}
		}
		all = append(all, w)
	}
	return all
}

// typeOf returns a piece type of which values are said.
func typeOf(values map[string]any) OwnPiece {
	text := func(key string) string { s, _ := values[key].(string); return s }
	t := piece.Type{Name: text("name"), Betza: text("betza"), Doc: text("doc")}
	if letter := text("letter"); letter != "" {
		t.Letter = letter[0]
	}
	if mark := text("mark"); mark != "" {
		t.Mark = mark[0]
	}
	out := OwnPiece{Name: t.Name, Betza: t.Betza, Doc: t.Doc, Chart: chartOf(t.Betza), Values: values}
	if t.Letter != 0 {
		out.Label = t.Label()
	}
	rest, err := (&piece.Type{Betza: out.Chart.Rest}).Movement()
	if out.Chart.Rest == "" || err != nil {
		return out
	}
	modes := map[piece.Offset]piece.Mode{}
	for _, p := range rest {
		if last := p.Squares[len(p.Squares)-1]; p.Plain() {
			modes[last] |= p.Mode
		}
	}
	const far = 4 // what the diagram shows
	for rank := -far; rank <= far; rank++ {
		for file := -far; file <= far; file++ {
			if mode := modes[piece.Offset{File: file, Rank: rank}]; mode != 0 {
				out.Marks = append(out.Marks, Mark{file, rank, rayModes[mode]})
			}
		}
	}
	return out
}

// gameOf returns what follows from a game. The error says that its starting position is not legal:
// the position can be edited all the same.
func gameOf(ctx context.Context, v *kirke.Variant) (*OwnGame, error) {
	g := &OwnGame{ID: v.ID, Name: v.Name, Files: v.Size.Files, Ranks: v.Size.Ranks}
	if s, err := v.StartSetup(rules.StartOptions{}); err == nil {
		if edited, err := view.EditFEN(v, notation.FEN(v, s)); err == nil {
			g.Setup = &edited
		}
	}
	if drawn, err := pictureOf(v); err == nil {
		g.words = drawn.Describe()
	}
	p, err := kirke.Start(v)
	if err != nil {
		return g, err
	}
	if err := narrow(p); err != nil {
		return g, err
	}
	shown := view.Of(p)
	g.View = &shown
	if g.Warnings = warnings(ctx, p); !bookInTime(p) {
		g.Warnings = append(g.Warnings, "The rules are not written here: looking for examples would take too long.")
	} else {
		g.Rules = rulesOf(p)
	}
	if _, err := kirke.FromSetup(v, p.Setup(), kirke.Kernel("fast")); err != nil {
		if bad, ok := errors.AsType[*bitboard.UnplayableError](err); ok {
			g.Slow = bad.Reason
		}
	}
	return g, nil
}

// rulesOf returns the rules in words.
func rulesOf(p kirke.Position) (all []RuleText) {
	for _, s := range rulebook.Of(p) {
		if len(s.Text) > 0 {
			all = append(all, RuleText{s.Title, s.List, s.Text})
		}
	}
	return all
}

// maxBook is how long the rules may take to be written on an idle machine.
const maxBook = 3 * time.Second

// bookInTime reports whether the rules of a game are written within maxBook if no example of a move is
// found: package rulebook looks at all moves of some 1700 positions. A look that took too long is repeated
// for a while, since a busy machine may have held it up.
func bookInTime(p kirke.Position) bool {
	const positions, patience = 1700, 50 * time.Millisecond
	for end := time.Now().Add(patience); ; {
		began := time.Now()
		for m := range p.LegalMoves() {
			p.Details(m)
		}
		if positions*time.Since(began) <= maxBook {
			return true
		}
		if time.Now().After(end) {
			return false
		}
	}
}

// Bounds of the games that the warnings rest on.
const (
	warningGames = 20
	warningTime  = 150 * time.Millisecond
)

// warnings returns what is seldom meant, after as many random games as there is time for.
func warnings(ctx context.Context, p kirke.Position) []string {
	ctx, cancel := context.WithTimeout(ctx, warningTime)
	defer cancel()
	r := trial.New(p.Variant())
	player := trial.Random(rand.New(rand.NewPCG(1, 1)))
	for range warningGames {
		if r.Play(ctx, p, player) != nil {
			break
		}
	}
	return r.Warnings(p)
}
