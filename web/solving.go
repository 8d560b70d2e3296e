package web

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem"
)

// Bounds of a solving.
const (
	mostSolving   = 2 * time.Minute
	solverHash    = 64 // megabytes
	mostSolutions = 1000
	progressEvery = 200 * time.Millisecond
)

// Task is a problem to be solved: Popeye's text, or a position with a stipulation.
type Task struct {
	Popeye      string `json:"popeye,omitempty" maxLength:"20000" doc:"A problem in Popeye's language. The other fields are not looked at then."`
	Variant     string `json:"variant,omitempty" maxLength:"200" doc:"The game." example:"circe"`
	FEN         string `json:"fen,omitempty" maxLength:"2000" doc:"The position." example:"4n3/8/5b2/8/4R3/6K1/3P4/5k2 w - - 0 1"`
	Stipulation string `json:"stipulation,omitempty" maxLength:"100" doc:"As problemists write it." example:"#1"`
	Options     string `json:"options,omitempty" maxLength:"500" doc:"Popeye's options." example:"Try Variations"`
	Sound       bool   `json:"sound,omitempty" doc:"Says whether the problem is sound: cooks, duals, short solutions."`
}

// read returns the problem of a task, with limits that the server can bear.
func (t Task) read() (*problem.Problem, problem.Language, error) {
	p, lang, err := t.parse()
	if err != nil {
		return nil, lang, err
	}
	if o := &p.Options; o.MaxTime <= 0 || o.MaxTime > mostSolving {
		o.MaxTime = mostSolving
	}
	if o := &p.Options; o.MaxSolutions <= 0 || o.MaxSolutions > mostSolutions {
		o.MaxSolutions = mostSolutions
	}
	return p, lang, nil
}

func (t Task) parse() (*problem.Problem, problem.Language, error) {
	if strings.TrimSpace(t.Popeye) != "" {
		entries, lang, err := problem.Read(strings.NewReader(t.Popeye))
		if err != nil {
			return nil, lang, err
		}
		if len(entries) != 1 {
			return nil, lang, fmt.Errorf("there are %d problems in the text; give one at a time", len(entries))
		}
		return entries[0].Problem, lang, entries[0].Err
	}
	if strings.TrimSpace(t.FEN) == "" || strings.TrimSpace(t.Stipulation) == "" {
		return nil, 0, errors.New("a problem is a position and a stipulation, such as #2 or h#3")
	}
	v, err := At{Variant: t.Variant}.variant()
	if err != nil {
		return nil, 0, err
	}
	p := problem.New(v)
	if c, ok := problem.ConditionOf(v.ID); ok { // chess under a condition, as Popeye has it
		chess, err := At{}.variant()
		if err != nil {
			return nil, 0, err
		}
		p = problem.New(chess)
		p.Conditions = []problem.Condition{c}
		v = chess
	}
	if p.Setup, err = notation.ParseFEN(v, t.FEN); err != nil {
		return nil, 0, err
	}
	p.FromFEN = strings.Count(strings.TrimSpace(t.FEN), " ") > 1 // the rights are written down
	if p.Stipulation, err = problem.ParseStipulation(strings.TrimSpace(t.Stipulation)); err != nil {
		return nil, 0, err
	}
	return p, problem.English, p.SetOptions(t.Options)
}

// Solution is what a solving has found.
type Solution struct {
	*problem.Report
	Text    string  `json:"text" doc:"The solution as Popeye prints it."`
	Popeye  string  `json:"popeye" doc:"The problem in Popeye's language."`
	Verdict string  `json:"verdict,omitempty" doc:"Whether the problem is sound, if that was asked."`
	Stopped bool    `json:"stopped,omitempty" doc:"That a limit of this server ended it early."`
	Seconds float64 `json:"seconds"`
}

// SolvingProgress is how far a solving has come.
type SolvingProgress struct {
	Done  int    `json:"done" doc:"First moves that have been looked at."`
	Of    int    `json:"of"`
	Nodes uint64 `json:"nodes" doc:"Positions visited."`
}

// Found is a solution as it is found.
type Found struct {
	Text string `json:"text"`
}

// finder tells of solutions while they are found.
type finder struct {
	*problem.Report
	tell func(any)
}

func (f finder) Line(l problem.Line) {
	f.Report.Line(l)
	f.tell(Found{l.String()})
}

func (f finder) Key(k *problem.Node) {
	f.Report.Key(k)
	if k.Text != "" {
		f.tell(Found{fmt.Sprintf("%d.%s %s", max(k.Number, 1), k.Text, k.Sign)})
	}
}

// solve solves a problem and tells of what happens by SolvingProgress and Found, from one
// goroutine at a time. The error is errBusy, one of the problem, or that of ctx.
func (s *Server) solve(ctx context.Context, t Task, tell func(any)) (*Solution, error) {
	p, lang, err := t.read()
	if err != nil {
		return nil, err
	}
	select {
	case s.solvers <- struct{}{}:
	default:
		return nil, errors.New("other problems are being solved; try again in a minute")
	}
	defer func() { <-s.solvers }()
	s.metrics.solving.Inc()
	defer s.metrics.solving.Dec()
	began := time.Now()
	told := began
	solver := problem.Solver{Threads: 1, Hash: solverHash, Progress: func(p problem.Progress) {
		if now := time.Now(); now.Sub(told) >= progressEvery {
			told = now
			tell(SolvingProgress{p.Done, p.Of, p.Nodes})
		}
	}}
	out := &Solution{}
	ctx, cancel := context.WithTimeout(ctx, mostSolving)
	defer cancel()
	if t.Sound {
		out.Report, err = solver.Check(ctx, p)
	} else {
		out.Report = problem.NewReport(p)
		err = solver.Solve(ctx, p, finder{out.Report, tell})
	}
	if errors.Is(err, problem.ErrInterrupted) && out.Report != nil {
		out.Stopped, err = true, nil
	}
	if err != nil {
		return nil, err
	}
	for _, twin := range out.Twins {
		out.Stopped = out.Stopped || !twin.Complete
	}
	out.Text, out.Seconds = out.Report.Text(lang), time.Since(began).Seconds()
	if t.Sound {
		out.Verdict = out.Report.Verdict(1)
	}
	var popeye strings.Builder
	if err := problem.Write(&popeye, []*problem.Problem{p}); err == nil {
		out.Popeye = popeye.String()
	}
	return out, nil
}
