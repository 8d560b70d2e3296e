package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/kirke-chess/kirke"
)

// Match is two engines and the games that they play.
type Match struct {
	Engines     [2]Engine
	Games       int // in all; an even number gives each engine both colours of all openings
	Book        Book
	Referee     Referee
	Concurrency int              // games at a time; 0 is 1
	SPRT        *SPRT            // ends the match early; nil for none
	Played      []*kirke.Game    // games of this match that were played before, as Record has them
	Log         io.Writer        // of all lines to and from engines; nil for none
	Now         func() time.Time // for the Date of games; nil is time.Now

	dial func(p *player) (pipe, error) // nil for processes
}

// errDecided ends a match whose test is decided.
var errDecided = errors.New("the test is decided")

// Run plays the missing games. It calls each, one call at a time, with every game as it ends and
// how the match then stands. It returns the standing even with an error: one sentence about an
// engine that cannot play, an error of each, or that of ctx, which ends all games in play.
func (m *Match) Run(parent context.Context, each func(Record, Standing) error) (Standing, error) {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	var traffic *trafficLog
	if m.Log != nil {
		traffic = &trafficLog{out: m.Log, start: time.Now()}
	}
	first, err := m.newPair(1, traffic)
	if err != nil {
		return Standing{}, err
	}
	defer first.stop()
	if err := m.name(ctx, first); err != nil {
		return Standing{}, err
	}
	standing := Standing{Names: [2]string{m.Engines[0].Name, m.Engines[1].Name}}
	missing, err := m.missing(&standing)
	if err != nil || m.decided(standing) {
		return standing, err
	}
	for r := range m.playAll(ctx, cancel, first, missing, traffic) {
		if ctx.Err() != nil {
			continue // games that end after the match are dropped
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

// playAll plays the games with some numbers in the background, several at a time. It returns the
// channel of their records, which it closes when all workers have ended. The first pair is the
// first worker's; the others get pairs of their own.
func (m *Match) playAll(
	ctx context.Context, cancel context.CancelCauseFunc, first pair, games []int, traffic *trafficLog,
) <-chan Record {
	numbers, records := make(chan int), make(chan Record)
	var workers sync.WaitGroup
	for i := range max(m.Concurrency, 1) {
		players := first
		if i > 0 {
			var err error
			if players, err = m.newPair(i+1, traffic); err != nil {
				cancel(err)
				break
			}
		}
		workers.Go(func() {
			defer players.stop()
			if err := m.work(ctx, players, numbers, records); err != nil {
				cancel(err)
			}
		})
	}
	workers.Go(func() {
		defer close(numbers)
		for _, n := range games {
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
	return records
}

func (m *Match) decided(s Standing) bool { return m.SPRT != nil && m.SPRT.Decided(s.Pairs) != 0 }

// copy returns a copy of the standing that further games do not change.
func (s *Standing) copy() Standing {
	c := *s
	c.Endings, c.open = maps.Clone(s.Endings), nil
	c.Faults = [2]map[string]int{maps.Clone(s.Faults[0]), maps.Clone(s.Faults[1])}
	return c
}

// pair is the two engines of one game at a time.
type pair [2]*player

// newPair returns the engines of a worker, not yet running.
func (m *Match) newPair(worker int, log *trafficLog) (pair, error) {
	var players pair
	for i, e := range m.Engines {
		if len(e.Command) == 0 && m.dial == nil {
			return players, fmt.Errorf("engine %d has no command", i+1)
		}
		who := e.Name
		if who == "" {
			who = fmt.Sprintf("engine%d", i+1)
		}
		players[i] = newPlayer(e, m.limit(i), fmt.Sprintf("%s.%d", who, worker), log)
		if m.dial != nil {
			players[i].dial = m.dial
		}
		if players[i].limit.IsZero() {
			return players, errors.New("nothing limits how long engines think: give them a time, a depth or nodes")
		}
	}
	return players, nil
}

// stop ends the engines.
func (players pair) stop() {
	var both sync.WaitGroup
	for _, p := range players {
		if p != nil {
			both.Go(p.stop)
		}
	}
	both.Wait()
}

// name starts both engines for the first game, and learns their names and protocols.
func (m *Match) name(ctx context.Context, players pair) error {
	o, err := m.Book(0)
	if err != nil {
		return err
	}
	for i, p := range players {
		if err := p.connect(ctx, o.Start.Variant()); err != nil {
			return err
		}
		m.Engines[i].Protocol = p.engine.Protocol
	}
	if players[0].engine.Name == players[1].engine.Name {
		players[1].engine.Name += " (2)"
	}
	for i, p := range players {
		m.Engines[i].Name = p.engine.Name
	}
	return nil
}

// missing adds the games that were played before to s, and returns the numbers of the others. The
// error names a game that is not of this match.
func (m *Match) missing(s *Standing) ([]int, error) {
	played := map[int]bool{}
	for _, g := range m.Played {
		r, err := m.record(g)
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

// record returns the record of a game that was played before, without its Effort.
func (m *Match) record(g *kirke.Game) (Record, error) {
	number, err := strconv.Atoi(g.Tag("Round"))
	if err != nil || number < 1 {
		return Record{}, fmt.Errorf("a game played before has the round %q, which is not a number from 1",
			g.Tag("Round"))
	}
	g.GoToEnd()
	r := Record{
		Number: number,
		Game:   g,
		White:  (number - 1) % 2,
		Result: g.Outcome().Result,
		Ending: g.Tag("Termination"),
	}
	white, black := m.Engines[r.White].Name, m.Engines[1-r.White].Name
	o, err := m.Book((number - 1) / 2)
	switch {
	case err != nil:
		return r, err
	case r.Result == kirke.Unfinished:
		return r, fmt.Errorf("game %d was played before, but not to its end", number)
	case g.Tag("White") != white || g.Tag("Black") != black:
		return r, fmt.Errorf("game %d was played before by %s and %s, not by %s and %s",
			number, g.Tag("White"), g.Tag("Black"), white, black)
	case !hasTags(g, limitTags(m.limit(r.White), m.limit(1-r.White))):
		return r, fmt.Errorf("game %d was played before with another limit than this match has: %s", number,
			cmp.Or(g.Tag("TimeControl"), g.Tag("WhiteTimeControl")+" and "+g.Tag("BlackTimeControl")))
	case g.Variant().ID != o.Start.Variant().ID:
		return r, fmt.Errorf("game %d was played before in %s, not in %s", number, g.Variant().ID, o.Start.Variant().ID)
	case !begins(g, o):
		return r, fmt.Errorf("game %d was played before from another opening: "+
			"the openings or their seed are not those of this match", number)
	}
	return r, nil
}

// limit returns how long an engine may think.
func (m *Match) limit(engine int) Limit { return m.Engines[engine].Limit.or(m.Referee.Limit) }

// limitTags returns the tags that say how long the sides may think.
func limitTags(white, black Limit) []kirke.Tag {
	if white == black {
		return []kirke.Tag{{Name: "TimeControl", Value: white.String()}}
	}
	return []kirke.Tag{
		{Name: "WhiteTimeControl", Value: white.String()}, {Name: "BlackTimeControl", Value: black.String()},
	}
}

// hasTags reports whether a game has tags, or none that says how long a side may think.
func hasTags(g *kirke.Game, tags []kirke.Tag) bool {
	if g.Tag("TimeControl")+g.Tag("WhiteTimeControl")+g.Tag("BlackTimeControl") == "" {
		return true
	}
	return !slices.ContainsFunc(tags, func(t kirke.Tag) bool { return g.Tag(t.Name) != t.Value })
}

// begins reports whether a game begins with an opening.
func begins(g *kirke.Game, o Opening) bool {
	moves := g.Moves()
	if g.Start().FEN() != o.Start.FEN() || len(moves) < len(o.Moves) {
		return false
	}
	return slices.Equal(moves[:len(o.Moves)], o.Moves)
}

// work plays games as their numbers arrive.
func (m *Match) work(ctx context.Context, players pair, numbers <-chan int, records chan<- Record) error {
	for i, p := range players {
		p.engine.Name, p.engine.Protocol = m.Engines[i].Name, m.Engines[i].Protocol
	}
	for n := range numbers {
		o, err := m.Book((n - 1) / 2)
		if err != nil {
			return err
		}
		white := (n - 1) % 2
		g, err := m.Referee.play(ctx, o, [2]*player{players[white], players[1-white]})
		if err != nil {
			return err
		}
		r := Record{
			Number: n,
			Game:   g.game,
			White:  white,
			Result: g.outcome().Result,
			Ending: g.ending,
			Detail: g.detail,
		}
		for i, p := range players {
			r.Effort[i] = p.effort
		}
		m.tag(r, players)
		records <- r
	}
	return nil
}

// tag writes into a game who played it, and why it ended.
func (m *Match) tag(r Record, players pair) {
	now := m.Now
	if now == nil {
		now = time.Now
	}
	g, white, black := r.Game, players[r.White], players[1-r.White]
	g.SetTag("Event", "Kirke match")
	g.SetTag("Date", now().Format("2006.01.02"))
	g.SetTag("Round", strconv.Itoa(r.Number))
	g.SetTag("White", white.engine.Name)
	g.SetTag("Black", black.engine.Name)
	g.SetTag("Termination", r.Ending)
	for _, t := range limitTags(white.limit, black.limit) {
		g.SetTag(t.Name, t.Value)
	}
	if r.Detail != "" {
		g.Node().Comments = append(g.Node().Comments, r.Detail)
	}
}
