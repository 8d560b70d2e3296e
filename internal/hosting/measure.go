package hosting

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/rulebook"
	"github.com/kirke-chess/kirke/rules"
)

// What playing a game may cost. The figures of Kirke's own games are 350 moves, 0.05 ms for a position
// and 60 ms for the tables, on one core of 2026.
const (
	MaxMoves    = 1500                    // of a position
	maxPosition = 2 * time.Millisecond    // a position on average: its moves, one played, whether it is over
	maxTables   = 2 * time.Second         // the tables of a game, and its first position
	maxBook     = 2 * time.Second         // the rules in words and diagrams
	maxThought  = 1500 * time.Millisecond // a move of the computer that has 50 ms
)

const (
	probes     = 12  // random games
	probePlies = 150 // half-moves of each
	fewest     = 100 // positions that tell an average
)

// Report is what a game cost.
type Report struct {
	Positions int           // that were looked at
	Moves     int           // the most of one position
	Each      time.Duration // a position, on average
	Tables    time.Duration
	Book      time.Duration
	Thought   time.Duration
}

// Measure plays a game that Check takes at random, lets the computer think, writes its rules, and
// returns what about it costs too much, nil for nothing. Playing, thinking and writing that look too slow
// are measured again, since a busy machine makes everything slow now and then. It takes some seconds, and
// a game that is refused a few times as many. The error is that of ctx.
func Measure(ctx context.Context, v *rules.Variant) (Report, []*rules.FieldError, error) {
	m := meter{checker: checker{v: v}}
	began := time.Now()
	p, err := kirke.Start(v)
	if err != nil {
		m.add("Start", "%w", err)
		return m.report, m.wrong, nil
	}
	if m.report.Tables = time.Since(began); m.report.Tables > maxTables {
		m.add(fmt.Sprintf("Army[%d].Betza", m.busiest()), "the tables of how the pieces move take %s; "+
			"a game may take %s", seconds(m.report.Tables), seconds(maxTables))
		return m.report, m.wrong, nil
	}
	for _, step := range []func(context.Context, kirke.Position) error{m.games, m.think, m.book} {
		if err := m.try(ctx, p, step); err != nil || len(m.wrong) > 0 {
			return m.report, m.wrong, err
		}
	}
	return m.report, nil, nil
}

// tries is how often a step is measured that costs too much.
const tries = 3

// try measures a step until nothing about it costs too much.
func (m *meter) try(ctx context.Context, p kirke.Position, step func(context.Context, kirke.Position) error) error {
	for range tries {
		m.wrong = nil
		if err := step(ctx, p); err != nil || len(m.wrong) == 0 {
			return err
		}
	}
	return nil
}

// meter measures one game.
type meter struct {
	checker
	report Report
}

// games plays random games.
func (m *meter) games(ctx context.Context, start kirke.Position) error {
	if start.Outcome().Over() {
		m.add("Start.Placement", "the game is over at the start: %v", start.Outcome())
		return nil
	}
	m.report.Positions, m.report.Moves = 0, 0
	began := time.Now()
	var moves []kirke.Move
	for n := range uint64(probes) {
		dice := rand.New(rand.NewPCG(n, 0))
		for p, ply := start, 0; ply < probePlies && !p.Outcome().Over(); ply++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			moves = p.AppendLegalMoves(moves[:0])
			m.report.Positions++
			m.report.Moves = max(m.report.Moves, len(moves))
			m.report.Each = time.Since(began) / time.Duration(m.report.Positions)
			if m.tooMany(p, moves) || m.tooSlow(time.Since(began)) {
				return nil
			}
			next, err := p.Play(moves[dice.IntN(len(moves))])
			if err != nil {
				m.add("Army", "a move of the game cannot be played: %w", err)
				return nil
			}
			p = next
		}
	}
	return nil
}

// tooMany notes a position with too many moves, at what has the most of them.
func (m *meter) tooMany(p kirke.Position, moves []kirke.Move) bool {
	if len(moves) <= MaxMoves {
		return false
	}
	by, drops := make([]int, len(m.v.Army)), 0
	for _, one := range moves {
		if d := p.Details(one); d.Dropped != 0 {
			drops++
		} else if d.Mover != 0 {
			by[d.Mover.Type()-1]++
		}
	}
	field, what, most := "Drops", "drops", drops
	for i, n := range by {
		if n > most {
			field, what, most = fmt.Sprintf("Army[%d].Betza", i), "moves of the "+m.v.Army[i].Name, n
		}
	}
	m.add(field, "a position has %d moves, %d of them %s; at most %d are taken", len(moves), most, what, MaxMoves)
	return true
}

// tooSlow notes that positions take too long.
func (m *meter) tooSlow(took time.Duration) bool {
	n := m.report.Positions
	if took <= maxPosition*time.Duration(max(n, fewest)) {
		return false
	}
	m.add(fmt.Sprintf("Army[%d].Betza", m.busiest()), "a position takes %s on average; at most %s are taken. "+
		"Fewer pieces or shorter movements cost less", (took / time.Duration(n)).Round(time.Microsecond), maxPosition)
	return true
}

// think lets the computer look for a move.
func (m *meter) think(ctx context.Context, start kirke.Position) error {
	began := time.Now()
	e := engine.New(engine.Options{Threads: 1, Hash: 1})
	_, err := e.Search(ctx, kirke.NewGame(start), engine.Limits{MoveTime: 50 * time.Millisecond}, nil)
	m.report.Thought = time.Since(began)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		m.add("Army", "the computer cannot play the game: %w", err)
	} else if m.report.Thought > maxThought {
		m.add(fmt.Sprintf("Army[%d].Betza", m.busiest()), "the computer needs %s for a move that it has 50ms for",
			seconds(m.report.Thought))
	}
	return nil
}

// book writes the rules.
func (m *meter) book(_ context.Context, start kirke.Position) error {
	began := time.Now()
	rulebook.Of(start)
	if m.report.Book = time.Since(began); m.report.Book > maxBook {
		m.add("Army", "the page of the rules takes %s to write; at most %s are taken", seconds(m.report.Book),
			seconds(maxBook))
	}
	return nil
}

// busiest returns the index of the type with the most paths.
func (m *meter) busiest() int {
	worst, most := 0, 0
	for i := range m.v.Army {
		if paths, err := m.v.Army[i].Movement(); err == nil && len(paths) > most {
			worst, most = i, len(paths)
		}
	}
	return worst
}

func seconds(d time.Duration) string { return d.Round(10 * time.Millisecond).String() }
