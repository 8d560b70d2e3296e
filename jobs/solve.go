package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem"
)

// Problem is the request to solve a problem: Popeye's text, or a position with a stipulation.
type Problem struct {
	Popeye      string `json:"popeye,omitempty"` // one problem in Popeye's language; the other fields but Sound are not looked at then
	Variant     string `json:"variant,omitempty"`
	FEN         string `json:"fen,omitempty"`
	Stipulation string `json:"stipulation,omitempty"`
	Options     string `json:"options,omitempty"` // in Popeye's English
	Sound       bool   `json:"sound,omitempty"`   // also say whether it is sound; this cannot be divided
	// Limits beside those of the problem itself; 0 is none. The time is for each shard.
	MaxSeconds   int `json:"maxSeconds,omitempty"`
	MaxSolutions int `json:"maxSolutions,omitempty"`
}

// Solution is the answer to a Problem.
type Solution struct {
	*problem.Report
	Text    string `json:"text" doc:"The solution as Popeye prints it, without the diagram."`
	Popeye  string `json:"popeye" doc:"The problem in Popeye's language; empty if it cannot be written in it."`
	Verdict string `json:"verdict,omitempty" doc:"Whether the problem is sound, if that was asked."`
	Stopped bool   `json:"stopped,omitempty" doc:"That a limit ended it early."`
}

// NewSolution returns what has been found for a problem that was written in a language. Whether it is sound is said when that was looked for.
func NewSolution(p *problem.Problem, r *problem.Report, lang problem.Language, sound bool) Solution {
	out := Solution{Report: r, Text: r.Text(lang)}
	if sound {
		out.Verdict = r.Verdict(1)
	}
	for _, twin := range r.Twins {
		out.Stopped = out.Stopped || !twin.Complete
	}
	var popeye strings.Builder
	if err := problem.Write(&popeye, []*problem.Problem{p}); err == nil {
		out.Popeye = popeye.String()
	}
	return out
}

// solving is a Problem that has been read.
type solving struct {
	problem *problem.Problem
	lang    problem.Language
	sound   bool
	parts   []*problem.Problem
}

// part is what a shard of it has found.
type part struct {
	Journal string   `json:"journal"`
	Nodes   []uint64 `json:"nodes"` // by twin
}

const (
	place   = "1"     // of the problem in journals
	journal = "shard" // the task that journals are of
)

// Read returns the problem that is asked for. The error says what is wrong with it.
func (q Problem) Read() (*problem.Problem, problem.Language, error) {
	p, lang, err := q.read()
	if err != nil {
		return nil, lang, err
	}
	o := &p.Options
	if most := time.Duration(q.MaxSeconds) * time.Second; most > 0 && (o.MaxTime <= 0 || o.MaxTime > most) {
		o.MaxTime = most
	}
	if q.MaxSolutions > 0 && (o.MaxSolutions <= 0 || o.MaxSolutions > q.MaxSolutions) {
		o.MaxSolutions = q.MaxSolutions
	}
	return p, lang, nil
}

// Name says in a line what is asked for, as "h#3, Circe".
func (q Problem) Name() string {
	p, _, err := q.read()
	if err != nil {
		return "a problem"
	}
	words := []string{p.Stipulation.String()}
	if p.Game.ID != "chess" {
		words = append(words, p.Game.Name)
	}
	for _, c := range p.Conditions {
		words = append(words, c.Text)
	}
	return strings.Join(words, ", ")
}

func (q Problem) read() (*problem.Problem, problem.Language, error) {
	if strings.TrimSpace(q.Popeye) != "" {
		entries, lang, err := problem.Read(strings.NewReader(q.Popeye))
		switch {
		case err != nil:
			return nil, lang, err
		case len(entries) != 1:
			return nil, lang, fmt.Errorf("there are %d problems in the text; give one at a time", len(entries))
		}
		return entries[0].Problem, lang, entries[0].Err
	}
	if strings.TrimSpace(q.FEN) == "" || strings.TrimSpace(q.Stipulation) == "" {
		return nil, 0, errors.New("a problem is a position and a stipulation, such as #2 or h#3")
	}
	variant := q.Variant
	if variant == "" {
		variant = "chess"
	}
	v, err := kirke.Lookup(variant)
	if err != nil {
		return nil, 0, err
	}
	p := problem.New(v)
	if c, ok := problem.ConditionOf(v.ID); ok { // chess under a condition, as Popeye has it
		if v, err = kirke.Lookup("chess"); err != nil {
			return nil, 0, err
		}
		p = problem.New(v)
		p.Conditions = []problem.Condition{c}
	}
	if p.Setup, err = notation.ParseFEN(v, q.FEN); err != nil {
		return nil, 0, err
	}
	p.FromFEN = len(strings.Fields(q.FEN)) > 2 // the rights are written down
	if p.Stipulation, err = problem.ParseStipulation(strings.TrimSpace(q.Stipulation)); err != nil {
		return nil, 0, err
	}
	return p, problem.English, p.SetOptions(q.Options)
}

func (q Problem) job() (job, error) {
	p, lang, err := q.Read()
	if err != nil {
		return nil, err
	}
	s := &solving{problem: p, lang: lang, sound: q.Sound}
	parts, err := p.Split(mostShards)
	if !q.Sound {
		s.parts = parts
	}
	return s, err
}

func (s *solving) shards() int { return len(s.parts) }

func (s *solving) solver(j *problem.Journal, r resources) problem.Solver {
	return problem.Solver{Threads: 1, Hash: r.hash, Journal: j, Place: place, Progress: func(p problem.Progress) {
		r.tell(Progress{Done: p.Done, Of: p.Of, Nodes: p.Nodes})
	}}
}

func (s *solving) do(ctx context.Context, shard int, r resources) (any, error) {
	if shard >= len(s.parts) {
		return nil, fmt.Errorf("the problem has %d shards, and there is none with the number %d", len(s.parts), shard)
	}
	kept := problem.NewJournal()
	solver, report := s.solver(kept, r), problem.NewReport(s.parts[shard])
	if err := solver.Solve(ctx, s.parts[shard], report); err != nil {
		return nil, err
	}
	var found part
	for _, t := range report.Twins {
		found.Nodes = append(found.Nodes, t.Nodes)
	}
	var err error
	found.Journal, err = kept.Text(journal)
	return found, errors.Join(err, kept.Close())
}

func (s *solving) join(ctx context.Context, found []json.RawMessage, r resources) (any, error) {
	all := problem.NewJournal()
	var nodes []uint64
	for i, data := range found {
		var p part
		err := json.Unmarshal(data, &p)
		if err == nil {
			err = all.Merge(p.Journal, journal)
		}
		if err != nil {
			return nil, fmt.Errorf("what shard %d has found cannot be read: %w", i, err)
		}
		for twin, n := range p.Nodes {
			if twin >= len(nodes) {
				nodes = append(nodes, 0)
			}
			nodes[twin] += n
		}
	}
	solver := s.solver(all, r)
	report := problem.NewReport(s.problem)
	var err error
	if s.sound {
		report, err = solver.Check(ctx, s.problem)
	} else {
		err = solver.Solve(ctx, s.problem, report)
	}
	if err != nil {
		return nil, err
	}
	for i := range report.Twins {
		if i < len(nodes) {
			report.Twins[i].Nodes += nodes[i]
		}
	}
	return NewSolution(s.problem, report, s.lang, s.sound), nil
}
