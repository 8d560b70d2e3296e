package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
)

// Problem is the request to solve a problem, either as Popeye's text or by its parts.
type Problem struct {
	// Popeye is one problem in Popeye's language. Of the other fields only Sound and the limits
	// count then.
	Popeye string `json:"popeye,omitempty"`

	Variant     string `json:"variant,omitempty"`
	FEN         string `json:"fen,omitempty"`
	Stipulation string `json:"stipulation,omitempty"`
	Options     string `json:"options,omitempty"` // in Popeye's English
	Twins       string `json:"twins,omitempty"`   // in Popeye's English: "Twin move c4 d5"
	// Printed with the problem; each may have several lines.
	Title  string `json:"title,omitempty"`
	Author string `json:"author,omitempty"`
	Source string `json:"source,omitempty"`
	Award  string `json:"award,omitempty"`
	Remark string `json:"remark,omitempty"`

	Sound bool `json:"sound,omitempty"` // also check whether it is sound; such a job has no shards
	// Limits in addition to those of the problem itself; 0 for none. The time is for each shard.
	MaxSeconds   int `json:"maxSeconds,omitempty"`
	MaxSolutions int `json:"maxSolutions,omitempty"`
}

// Solution is the answer to a Problem.
type Solution struct {
	*problem.Report
	Text    string `json:"text" doc:"The solution as Popeye prints it, without the diagram."`
	Popeye  string `json:"popeye" doc:"The problem in Popeye's language; empty if it cannot be written in it."`
	Verdict string `json:"verdict,omitempty" doc:"For each twin: is it sound, if asked; that it has no solution."`
	Credit  string `json:"credit,omitempty" doc:"The problem's title, author, source and award."`
	Stopped bool   `json:"stopped,omitempty" doc:"Whether a limit ended it early."`
}

// NewSolution returns the Solution of a problem, with its text in a language.
func NewSolution(p *problem.Problem, r *problem.Report, lang popeye.Language) Solution {
	out := Solution{Report: r, Text: popeye.Text(r, lang), Verdict: r.Words(), Credit: Credit(p)}
	for _, twin := range r.Twins {
		out.Stopped = out.Stopped || !twin.Complete
	}
	var written strings.Builder
	if err := popeye.Write(&written, []*problem.Problem{p}); err == nil {
		out.Popeye = written.String()
	}
	return out
}

// Credit returns title, author, source and award of a problem in a line, "" when none is known.
func Credit(p *problem.Problem) string {
	var words []string
	for _, title := range p.Titles {
		words = append(words, "“"+title+"”")
	}
	for _, lines := range [][]string{p.Authors, p.Origins, p.Awards} {
		words = append(words, lines...)
	}
	return strings.Join(words, ", ")
}

// solvingJob is a Problem that has been read.
type solvingJob struct {
	problem *problem.Problem
	lang    popeye.Language
	sound   bool
	parts   []*problem.Problem
}

// shardResult is the result of one shard.
type shardResult struct {
	Journal string   `json:"journal"`
	Nodes   []uint64 `json:"nodes"` // by twin
}

const (
	journalPlace = "1"     // where the problem stands in its journals
	journalTask  = "shard" // the task that the journals record
)

// Read returns the problem with the request's limits, and the language it is written in. The error
// says what is wrong with it.
func (q Problem) Read() (*problem.Problem, popeye.Language, error) {
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

// Name returns the stipulation and the conditions in a line, "h#3, Circe".
func (q Problem) Name() string {
	p, _, err := q.read()
	if err != nil {
		return "a problem"
	}
	return strings.Join(append([]string{p.Stipulation.String()}, p.Rules()...), ", ")
}

func (q Problem) read() (*problem.Problem, popeye.Language, error) {
	if strings.TrimSpace(q.Popeye) != "" {
		entries, lang, err := popeye.Read(strings.NewReader(q.Popeye))
		switch {
		case err != nil:
			return nil, lang, err
		case len(entries) != 1:
			return nil, lang, fmt.Errorf("there are %d problems in the text; give one at a time", len(entries))
		}
		return entries[0].Problem, lang, entries[0].Err
	}
	p, err := q.problem()
	return p, popeye.English, err
}

// problem returns the problem with these parts. The error names the part that is missing or wrong.
func (q Problem) problem() (*problem.Problem, error) {
	if strings.TrimSpace(q.FEN) == "" || strings.TrimSpace(q.Stipulation) == "" {
		return nil, errors.New("a problem is a position and a stipulation, such as #2 or h#3")
	}
	v, err := kirke.Lookup(cmp.Or(q.Variant, "chess"))
	if err != nil {
		return nil, err
	}
	p := popeye.NewProblem(v)
	p.Titles, p.Authors, p.Origins, p.Awards, p.Remarks = lines(q.Title), lines(q.Author), lines(q.Source),
		lines(q.Award), lines(q.Remark)
	if p.Setup, err = notation.ParseFEN(v, q.FEN); err != nil {
		return nil, err
	}
	p.FromFEN = len(strings.Fields(q.FEN)) > 2 // it states the castling rights
	if p.Stipulation, err = problem.ParseStipulation(strings.TrimSpace(q.Stipulation)); err != nil {
		return nil, err
	}
	if err := popeye.SetOptions(p, q.Options); err != nil {
		return nil, err
	}
	return p, popeye.SetTwins(p, q.Twins)
}

// lines returns the lines of a text that are not blank.
func lines(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// ByParts returns a Problem in Popeye's language by its parts. ok is false when the parts cannot
// say all that the text says, or the text is not in English.
func (q Problem) ByParts() (parts Problem, ok bool) {
	p, lang, err := q.read()
	if err != nil || lang != popeye.English {
		return Problem{}, false
	}
	v, setup, ok := p.Named()
	if !ok {
		return Problem{}, false
	}
	fen := notation.FEN(v, setup)
	if !p.FromFEN { // castling rights follow from the squares
		placement, _, _ := strings.Cut(fen, " ")
		fen = placement + " w"
	}
	text := func(lines []string) string { return strings.Join(lines, "\n") }
	parts = Problem{
		Variant: v.ID, FEN: fen, Stipulation: p.Stipulation.Text, Options: strings.Join(p.Options.Words, " "),
		Twins: popeye.TwinText(p),
		Title: text(p.Titles), Author: text(p.Authors), Source: text(p.Origins), Award: text(p.Awards),
		Remark: text(p.Remarks),
		Sound:  q.Sound, MaxSeconds: q.MaxSeconds, MaxSolutions: q.MaxSolutions,
	}
	again, err := parts.problem()
	return parts, err == nil && sameProblem(p, again)
}

// sameProblem reports whether two problems read the same, but for the names of their conditions.
func sameProblem(a, b *problem.Problem) bool {
	var texts [2]string
	for i, p := range []*problem.Problem{a, b} {
		v, _, ok := p.Named()
		if !ok {
			return false
		}
		q := *p
		q.Conditions = nil
		for _, c := range p.Conditions {
			if c.LastCapture != 0 {
				q.Conditions = append(q.Conditions, c)
			}
		}
		var b strings.Builder
		if popeye.Write(&b, []*problem.Problem{&q}) != nil {
			return false
		}
		texts[i] = v.ID + "\n" + b.String()
	}
	return texts[0] == texts[1]
}

func (q Problem) job() (job, error) {
	p, lang, err := q.Read()
	if err != nil {
		return nil, err
	}
	s := &solvingJob{problem: p, lang: lang, sound: q.Sound}
	parts, err := p.Split(maxShards)
	if !q.Sound {
		s.parts = parts
	}
	return s, err
}

func (s *solvingJob) shards() int { return len(s.parts) }

func (s *solvingJob) solver(j *problem.Journal, r resources) problem.Solver {
	return problem.Solver{Threads: 1, Hash: r.hash, Journal: j, Place: journalPlace,
		Progress: func(p problem.Progress) {
			r.progress(Progress{Done: p.Done, Of: p.Of, Nodes: p.Nodes})
		}}
}

func (s *solvingJob) run(ctx context.Context, shard int, r resources) (any, error) {
	if shard >= len(s.parts) {
		return nil, fmt.Errorf("the problem has %d shards: there is no shard %d", len(s.parts), shard)
	}
	journal := problem.NewJournal()
	solver, report := s.solver(journal, r), problem.NewReport(s.parts[shard])
	if err := solver.Solve(ctx, s.parts[shard], report); err != nil {
		return nil, err
	}
	var result shardResult
	for _, t := range report.Twins {
		result.Nodes = append(result.Nodes, t.Nodes)
	}
	var err error
	result.Journal, err = journal.Text(journalTask)
	return result, errors.Join(err, journal.Close())
}

// join solves the problem once more with the journals of all shards, which leaves little to search.
func (s *solvingJob) join(ctx context.Context, results []json.RawMessage, r resources) (any, error) {
	all := problem.NewJournal()
	var nodes []uint64
	for i, data := range results {
		var p shardResult
		err := json.Unmarshal(data, &p)
		if err == nil {
			err = all.Merge(p.Journal, journalTask)
		}
		if err != nil {
			return nil, fmt.Errorf("the result of shard %d cannot be read: %w", i, err)
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
	return NewSolution(s.problem, report, s.lang), nil
}
