package tools

// This file keeps the parts of a problem together while somebody edits it: the position on the
// board, the fields of the form, and the text in Popeye's language.

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/view"
)

// Draft is a problem that somebody edits. What was edited last leads: a text in Popeye's language,
// a position of the board, or else the parts.
type Draft struct {
	Task
	Setup *view.Setup `json:"setup,omitempty" doc:"The position of the board, in place of fen. It may belong to another variant."`
	// Stated is about Setup. A FEN states its rights if it has more than two fields.
	Stated bool `json:"stated,omitempty" doc:"The setup states the rights. Otherwise they follow from the squares."`
}

// DraftProblem is a problem as the page of the solver shows it.
type DraftProblem struct {
	Task
	Position *view.Edited `json:"position,omitempty" doc:"Missing if the position cannot be read."`
	Stated   bool         `json:"stated,omitempty" doc:"The FEN states the rights. Otherwise they follow from the squares."`
	Whole    bool         `json:"whole,omitempty" doc:"Only the text in Popeye's language says the whole problem."`
	Text     string       `json:"text,omitempty" doc:"The problem in Popeye's language, if it can be written in it."`
	Caption  Caption      `json:"caption" doc:"What is printed at the diagram."`
	Wrong    []Fault      `json:"wrong,omitempty" doc:"What cannot be read."`
	Lost     []string     `json:"lost,omitempty" doc:"The pieces that the variant does not have or has no square for."`
}

// Caption is what problemists print at a diagram.
type Caption struct {
	Credit string   `json:"credit,omitempty" doc:"Title, author, source and award."`
	Task   string   `json:"task,omitempty" doc:"The stipulation and the conditions."`
	Words  string   `json:"words,omitempty" doc:"What the stipulation asks for, in plain words."`
	Count  string   `json:"count,omitempty" doc:"The number of white and black pieces."`
	Begins string   `json:"begins,omitempty" enum:"white,black" doc:"The side that makes the first move."`
	Twins  []string `json:"twins,omitempty" doc:"How each twin differs."`
}

// Fault says what is wrong with a part of a problem.
type Fault struct {
	Field string `json:"field" doc:"The name of the part."`
	Text  string `json:"text"`
}

// draftAPI registers the operation of the form of the solver.
func (t *Tools) draftAPI(api huma.API) {
	op := site.Operation("draft-problem", http.MethodPost, "/problem",
		"A problem that is being edited: its position, its parts, its text in Popeye's language", "positions")
	register(t, api, op, func(_ context.Context, in *struct{ Body Draft }) (DraftProblem, error) {
		return in.Body.read(), nil
	})
}

// read returns the problem of a draft, or what of it can be read.
func (d Draft) read() DraftProblem {
	if strings.TrimSpace(d.Popeye) != "" {
		return d.readText()
	}
	out := DraftProblem{Task: d.Task}
	if out.tooLong() {
		return out
	}
	v, err := kirke.Lookup(cmp.Or(strings.TrimSpace(d.Variant), "chess"))
	if err != nil {
		out.fault("variant", err)
		return out
	}
	s, err := d.setup(v, &out)
	if err != nil {
		out.fault("fen", err)
		return out
	}
	if err := misplaced(v, s); err != nil {
		out.fault("fen", err)
	}
	p := out.parts()
	out.show(v, s, p)
	if d.Setup != nil {
		out.FEN = out.shownFEN()
	}
	if p != nil && len(out.Wrong) == 0 {
		out.Text = out.writeText(v, p)
	}
	return out
}

// readText returns the problem of a text in Popeye's language.
func (d Draft) readText() DraftProblem {
	out := DraftProblem{Task: d.Task}
	if out.tooLong() {
		return out
	}
	p, _, err := d.problem().Read()
	var v *kirke.Variant
	if err == nil {
		v, err = p.Variant()
	}
	if err != nil {
		out.fault("popeye", err)
		return out
	}
	if parts := d.byParts(); parts.Popeye == "" {
		out = Draft{Task: parts}.read()
		out.Text = d.Popeye
		return out
	}
	out.Whole, out.Text, out.Stated = true, d.Popeye, p.FromFEN
	out.show(v, p.Setup, p)
	return out
}

// tooLong reports whether a part is too long, which is a fault.
func (out *DraftProblem) tooLong() bool {
	field, err := out.Task.tooLong()
	if err != nil {
		out.fault(field, err)
	}
	return err != nil
}

func (out *DraftProblem) fault(field string, err error) {
	out.Wrong = append(out.Wrong, Fault{field, site.English(err)})
}

// setup returns the position of a draft, and writes it into the FEN of out if it is the board's.
func (d Draft) setup(v *kirke.Variant, out *DraftProblem) (kirke.Setup, error) {
	if d.Setup == nil {
		if strings.TrimSpace(d.FEN) == "" {
			return view.Setup{Turn: "white"}.Rules(v)
		}
		out.Stated = len(strings.Fields(d.FEN)) > 2
		return notation.ParseFEN(v, d.FEN)
	}
	from, err := kirke.Lookup(cmp.Or(d.Setup.Variant, v.ID))
	if err != nil {
		return kirke.Setup{}, err
	}
	there, lost := d.Setup.In(from, v)
	s, err := there.Rules(v)
	if err != nil {
		return s, err
	}
	out.Stated, out.Lost, out.FEN = d.Stated, lost, draftFEN(v, s, d.Stated)
	return s, nil
}

// draftFEN returns the FEN of a position, with two fields unless it states rights.
func draftFEN(v *kirke.Variant, s kirke.Setup, stated bool) string {
	fen := notation.FEN(v, s)
	if stated {
		return fen
	}
	return strings.Join(strings.Fields(fen)[:2], " ")
}

// shownFEN returns the FEN of the position that is shown.
func (out *DraftProblem) shownFEN() string {
	if out.Stated {
		return out.Position.FEN
	}
	return strings.Join(strings.Fields(out.Position.FEN)[:2], " ")
}

// parts reads the parts of a problem one after the other. It leaves out those that cannot be read,
// and returns nil without a stipulation.
func (out *DraftProblem) parts() *problem.Problem {
	if strings.TrimSpace(out.Stipulation) == "" {
		return nil
	}
	all := out.Task
	readable := all
	readable.FEN = cmp.Or(strings.TrimSpace(all.FEN), emptyBoard)
	readable.Options, readable.Twins = "", ""
	p, _, err := readable.problem().Read()
	if err != nil {
		out.fault("stipulation", err)
		return nil
	}
	for _, part := range []struct {
		field, text string
		to          *string
	}{{"options", all.Options, &readable.Options}, {"twins", all.Twins, &readable.Twins}} {
		*part.to = part.text
		with, _, err := readable.problem().Read()
		if err != nil {
			out.fault(part.field, err)
			*part.to = ""
			continue
		}
		p = with
	}
	return p
}

// show fills in the position and what is printed at it. p may be nil.
func (out *DraftProblem) show(v *kirke.Variant, s kirke.Setup, p *problem.Problem) {
	if p != nil {
		s.Turn = p.Begins()
		out.Caption = captionOf(p)
	}
	out.Caption.Count = popeye.Count(s.Board)
	edited := view.EditProblem(v, s, out.Stated)
	out.Position = &edited
}

// captionOf returns what is printed at the diagram of a problem, without the count of its pieces.
func captionOf(p *problem.Problem) Caption {
	words := append([]string{p.Task()}, p.Rules()...)
	c := Caption{
		Credit: jobs.Credit(p), Task: strings.Join(words, ", "), Words: p.Sentence(),
		Begins: string(play.SeatOf(p.Begins())),
	}
	if twins, err := p.Unroll(); err == nil && len(twins) > 1 {
		for _, t := range twins {
			c.Twins = append(c.Twins, t.Label)
		}
	}
	return c
}

// writeText returns a problem in Popeye's language, or "" if the text would not say all of it.
func (out *DraftProblem) writeText(v *kirke.Variant, p *problem.Problem) string {
	var b strings.Builder
	if popeye.Write(&b, []*problem.Problem{p}) != nil {
		return ""
	}
	again, ok := jobs.Problem{Popeye: b.String()}.ByParts()
	if !ok || site.Canonical(again.Variant) != site.Canonical(v.ID) {
		return ""
	}
	at := position.At{Variant: again.Variant, FEN: again.FEN, Problem: true}
	read, err := at.Setting().Position()
	if err != nil || rightsIn(read.FEN()) != rightsIn(out.Position.FEN) {
		return ""
	}
	return b.String()
}

// rightsIn returns the fields of a FEN without the side to move and the counts of moves.
func rightsIn(fen string) string {
	fields := strings.Fields(fen)
	return fields[0] + " " + strings.Join(fields[2:4], " ")
}
