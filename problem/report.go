package problem

import (
	"regexp"
	"strings"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

var brackets = regexp.MustCompile(`\[([^\]]*)\]`)

// played returns a move with its texts.
func played(v *rules.Variant, m rules.Move, text string) Played {
	w := Played{Text: text, UCI: notation.UCI(v, m)}
	for _, r := range brackets.FindAllStringSubmatch(text, -1) {
		w.Rebirths = append(w.Rebirths, r[1])
	}
	return w
}

// Report is a Sink that keeps the solution of a problem as data.
type Report struct {
	Stipulation string   `json:"stipulation"`
	Conditions  []string `json:"conditions,omitempty"`
	Variant     string   `json:"variant"`
	FEN         string   `json:"fen"`
	Invisible   int      `json:"invisible,omitempty"` // totally invisible pieces
	// Pieces has the names of the fairy pieces and those with attributes by how they are written in
	// the FENs, in capitals. It is nil without any.
	Pieces map[string]string `json:"pieces,omitempty"`
	Twins  []TwinReport      `json:"twins"`
	Notes  []Note            `json:"notes,omitempty"`
}

// TwinReport is the solution of one position.
type TwinReport struct {
	Label       string        `json:"label,omitempty"`
	Stipulation string        `json:"stipulation"`
	FEN         string        `json:"fen"`
	Invisible   int           `json:"invisible,omitempty"`
	Phases      []PhaseReport `json:"phases"`
	Solutions   int           `json:"solutions"`
	Complete    bool          `json:"complete"`
	Nodes       uint64        `json:"nodes"`
	Faults      []string      `json:"faults,omitempty"` // found by Check
	Sound       *bool         `json:"sound,omitempty"`  // set by Check

	unsolved string // why a phase is missing
}

// PhaseReport is one phase of a solution.
type PhaseReport struct {
	Kind    string  `json:"kind"` // "set play", "after the key" or "play"
	Swapped bool    `json:"colours_exchanged,omitempty"`
	Lines   []Line  `json:"lines,omitempty"`
	Keys    []*Node `json:"tree,omitempty"`
}

// NewReport returns an empty report of p.
func NewReport(p *Problem) *Report {
	r := &Report{
		Stipulation: p.Stipulation.String(), Conditions: p.conditionTexts(),
		Variant: p.Game.ID, FEN: p.fen(), Invisible: p.Invisible, Pieces: p.fairyNames(), Twins: []TwinReport{},
	}
	if v, err := p.Variant(); err == nil {
		r.Variant = v.ID
	}
	return r
}

// fairyNames returns Report.Pieces: those of the diagram and of its twins.
func (p *Problem) fairyNames() (names map[string]string) {
	twins, err := p.Unroll()
	if err != nil {
		twins = []Unrolled{{Problem: p}}
	}
	for _, twin := range twins {
		for _, pc := range twin.Setup.Board {
			if pc.Type() == 0 || twin.Game.Type(pc.Type()).Abbreviation == "" {
				continue
			}
			if names == nil {
				names = map[string]string{}
			}
			t := twin.Game.Type(pc.Type())
			names[t.Label()] = t.Name
		}
	}
	return names
}

// fen returns the diagram as FEN.
func (p *Problem) fen() string {
	v, err := p.Variant()
	if err != nil {
		v = p.Game
	}
	s := p.Setup
	if q, err := p.position(v, s.Turn); err == nil {
		s = q.Setup()
	}
	return notation.FEN(v, s)
}

func (r *Report) last() *TwinReport { return &r.Twins[len(r.Twins)-1] }

// Twin implements Sink.
func (r *Report) Twin(p *Problem, label string) {
	r.Twins = append(r.Twins, TwinReport{
		Label: strings.TrimSpace(label), Stipulation: p.Stipulation.String(),
		FEN: p.fen(), Invisible: p.Invisible, Phases: []PhaseReport{},
	})
}

// Phase implements Sink.
func (r *Report) Phase(ph Phase) {
	kind := "play"
	switch {
	case ph.Set:
		kind = "set play"
	case ph.PostKey:
		kind = "after the key"
	}
	t := r.last()
	t.Phases = append(t.Phases, PhaseReport{Kind: kind, Swapped: ph.Swapped})
}

func (r *Report) phase() *PhaseReport {
	t := r.last()
	return &t.Phases[len(t.Phases)-1]
}

// Line implements Sink.
func (r *Report) Line(l Line) { r.phase().Lines = append(r.phase().Lines, l) }

// Key implements Sink.
func (r *Report) Key(k *Node) { r.phase().Keys = append(r.phase().Keys, k) }

// First implements Sink.
func (r *Report) First(int, string) {}

// EndPhase implements Sink.
func (r *Report) EndPhase(Phase) {}

// Note implements Sink.
func (r *Report) Note(n Note) {
	r.Notes = append(r.Notes, n)
	if n == NoteKingTakeable || n == NoteNoPawn {
		r.last().unsolved = string(n)
	}
}

// EndTwin implements Sink.
func (r *Report) EndTwin(o Outcome) {
	t := r.last()
	t.Solutions, t.Nodes = o.Solutions, o.Nodes
	t.Complete = !o.Interrupted && !o.Partial && !o.TimedOut
}
