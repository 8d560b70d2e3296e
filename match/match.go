package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"strconv"
	"sync"
	"time"

	"github.com/kirke-chess/kirke"
)

// Match is two engines and the games they are to play.
type Match struct {
	Engines     [2]Engine
	Games       int // to be played in all; an even number gives each engine both colours of all openings
	Book        Book
	Referee     Referee
	Concurrency int              // games at a time; 0 is 1
	SPRT        *SPRT            // ends the match early; nil for none
	Played      []*kirke.Game    // games of this match that were played before, as Record has them
	Log         io.Writer        // what engines say and are told; nil for nowhere
	Now         func() time.Time // for the Date of games; nil is time.Now

	dial func(p *player) (wire, error) // nil for processes
}

// errDecided ends a match whose test is decided.
var errDecided = errors.New("the test is decided")

// Run plays the games that are missing and calls each, one call at a time, as a
// game ends, with how the match stands then. It returns the standing also with an
// error: one sentence about an engine that cannot play, an error of each, or
// that of ctx, which ends all games that are being played.
func (m *Match) Run(parent context.Context, each func(Record, Standing) error) (Standing, error) {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	var traffic *trafficLog
	if m.Log != nil {
		traffic = &trafficLog{out: m.Log, start: time.Now()}
	}
	first, err := m.seat(1, traffic)
	if err != nil {
		return Standing{}, err
	}
	defer first.rise()
	if err := m.name(ctx, first); err != nil {
		return Standing{}, err
	}
	standing := Standing{Names: [2]string{m.Engines[0].Name, m.Engines[1].Name}}
	missing, err := m.missing(&standing)
	if err != nil {
		return standing, err
	}
	if m.decided(standing) {
		return standing, nil
	}
	numbers, records := make(chan int), make(chan Record)
	var workers sync.WaitGroup
	for i := range max(m.Concurrency, 1) {
		s := first
		if i > 0 {
			if s, err = m.seat(i+1, traffic); err != nil {
				cancel(err)
				break
			}
		}
		workers.Go(func() {
			defer s.rise()
			if err := m.work(ctx, s, numbers, records); err != nil {
				cancel(err)
			}
		})
	}
	workers.Go(func() {
		defer close(numbers)
		for _, n := range missing {
			select {
			case numbers <- n:
			case <-ctx.Done():
				return
			}
		}
	})
	go func() {
		workers.Wait()
		close(records)
	}()
	for r := range records {
		if ctx.Err() != nil {
			continue
		}
		standing.add(r)
		if err := each(r, standing.copy()); err != nil {
			cancel(err)
		} else if m.decided(standing) {
			cancel(errDecided)
		}
	}
	if err := parent.Err(); err != nil {
		return standing, err
	}
	if err := context.Cause(ctx); err != nil && !errors.Is(err, errDecided) {
		return standing, err
	}
	return standing, nil
}

func (m *Match) decided(s Standing) bool { return m.SPRT != nil && m.SPRT.Decided(s.Pairs) != 0 }

// copy returns a standing that further games do not change.
func (s *Standing) copy() Standing {
	c := *s
	c.Endings, c.open = maps.Clone(s.Endings), nil
	c.Faults = [2]map[string]int{maps.Clone(s.Faults[0]), maps.Clone(s.Faults[1])}
	return c
}

// seats are the two engines that play one game at a time.
type seats [2]*player

func (m *Match) seat(number int, log *trafficLog) (seats, error) {
	var s seats
	for i, e := range m.Engines {
		if len(e.Command) == 0 && m.dial == nil {
			return s, fmt.Errorf("engine %d has no command", i+1)
		}
		who := e.Name
		if who == "" {
			who = fmt.Sprintf("engine%d", i+1)
		}
		s[i] = newPlayer(e, m.Referee.Limit, fmt.Sprintf("%s.%d", who, number), log)
		if m.dial != nil {
			s[i].dial = m.dial
		}
		if s[i].limit.IsZero() {
			return s, errors.New("nothing limits how long engines think: give them a time, a depth or nodes")
		}
	}
	return s, nil
}

// rise ends the engines.
func (s seats) rise() {
	var both sync.WaitGroup
	for _, p := range s {
		if p != nil {
			both.Go(p.stop)
		}
	}
	both.Wait()
}

// name starts both engines for the first game, and learns what they are called
// and speak.
func (m *Match) name(ctx context.Context, s seats) error {
	o, err := m.Book(0)
	if err != nil {
		return err
	}
	for i, p := range s {
		if err := p.connect(ctx, o.Start.Variant()); err != nil {
			return err
		}
		m.Engines[i].Protocol = p.engine.Protocol
	}
	if s[0].engine.Name == s[1].engine.Name {
		s[1].engine.Name += " (2)"
	}
	for i, p := range s {
		m.Engines[i].Name = p.engine.Name
	}
	return nil
}

// missing counts the games that were played before and returns the numbers of
// those that were not. The error names a game that is not of this match.
func (m *Match) missing(s *Standing) ([]int, error) {
	played := map[int]bool{}
	for _, g := range m.Played {
		r, err := m.recall(g)
		if err != nil {
			return nil, err
		}
		if played[r.Number] {
			return nil, fmt.Errorf("game %d was played before, and twice", r.Number)
		}
		played[r.Number] = true
		s.add(r)
	}
	var missing []int
	for n := 1; n <= m.Games; n++ {
		if !played[n] {
			missing = append(missing, n)
		}
	}
	return missing, nil
}

// recall returns the record of a game that was played before, without what
// it has cost the engines.
func (m *Match) recall(g *kirke.Game) (Record, error) {
	number, err := strconv.Atoi(g.Tag("Round"))
	if err != nil || number < 1 {
		return Record{}, fmt.Errorf("a game played before has the round %q, which is no number from 1", g.Tag("Round"))
	}
	g.GoToEnd()
	r := Record{Number: number, Game: g, White: (number - 1) % 2, Result: g.Outcome().Result, Ending: g.Tag("Termination")}
	white, black := m.Engines[r.White].Name, m.Engines[1-r.White].Name
	o, err := m.Book((number - 1) / 2)
	switch {
	case err != nil:
		return r, err
	case r.Result == kirke.Unfinished:
		return r, fmt.Errorf("game %d was played before, but not to its end", number)
	case g.Tag("White") != white || g.Tag("Black") != black:
		return r, fmt.Errorf("game %d was played before by %s and %s, not by %s and %s", number, g.Tag("White"), g.Tag("Black"), white, black)
	case !begins(g, o):
		return r, fmt.Errorf("game %d was played before from another opening: the openings or their seed are not those of this match", number)
	}
	return r, nil
}

// begins reports whether a game begins with an opening.
func begins(g *kirke.Game, o Opening) bool {
	moves := g.Moves()
	if g.Variant().ID != o.Start.Variant().ID || g.Start().FEN() != o.Start.FEN() || len(moves) < len(o.Moves) {
		return false
	}
	for i, m := range o.Moves {
		if moves[i] != m {
			return false
		}
	}
	return true
}

// work plays games as their numbers come.
func (m *Match) work(ctx context.Context, s seats, numbers <-chan int, records chan<- Record) error {
	for i, p := range s {
		p.engine.Name, p.engine.Protocol = m.Engines[i].Name, m.Engines[i].Protocol
	}
	for n := range numbers {
		o, err := m.Book((n - 1) / 2)
		if err != nil {
			return err
		}
		white := (n - 1) % 2
		t, err := m.Referee.play(ctx, o, [2]*player{s[white], s[1-white]})
		if err != nil {
			return err
		}
		r := Record{Number: n, Game: t.game, White: white, Result: t.outcome().Result, Ending: t.ending, Detail: t.detail}
		for i, p := range s {
			r.Effort[i] = p.effort
		}
		m.sign(r, s)
		records <- r
	}
	return nil
}

// sign writes to a game who played it, and why it ended.
func (m *Match) sign(r Record, s seats) {
	now := m.Now
	if now == nil {
		now = time.Now
	}
	g, white, black := r.Game, s[r.White], s[1-r.White]
	g.SetTag("Event", "Kirke match")
	g.SetTag("Date", now().Format("2006.01.02"))
	g.SetTag("Round", strconv.Itoa(r.Number))
	g.SetTag("White", white.engine.Name)
	g.SetTag("Black", black.engine.Name)
	g.SetTag("Termination", r.Ending)
	if white.limit == black.limit {
		g.SetTag("TimeControl", white.limit.String())
	} else {
		g.SetTag("WhiteTimeControl", white.limit.String())
		g.SetTag("BlackTimeControl", black.limit.String())
	}
	if r.Detail != "" {
		g.Node().Comments = append(g.Node().Comments, r.Detail)
	}
}
