package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/rules"
)

// errand is what the engine is asked to do for a game.
type errand int

const (
	nothing  errand = iota
	toMove          // to play the next move
	toHint          // to advise the side to move
	toJudge         // to say who is better
	toAnswer        // to answer the offer of a draw
	toWatch         // to judge for as long as the position stands
)

// The times of a computer without a clock.
const (
	moveTime   = 5 * time.Second // for a move, if nothing else ends the search
	adviceTime = time.Second
	watchTime  = 20 * time.Second
)

// computer is the engine, as a player and as an adviser. The two do not share what they remember: a weak player would know what
// the adviser has seen.
type computer struct {
	options engine.Options
	depth   int           // of every search; 0 for no limit
	time    time.Duration // for a move; 0 for moveTime
	mu      sync.Mutex    // held while the two are made or changed
	player  *engine.Engine
	adviser *engine.Engine
}

// work is an errand with what it needs: a copy of the game, so that the players may go on with theirs.
type work struct {
	errand errand
	level  int
	game   *kirke.Game
	clock  *clock // a copy; nil without clocks
}

// do carries out an errand. It ends soon after ctx is done, with the best that was found.
func (c *computer) do(ctx context.Context, w work, report func(engine.Info)) (engine.Result, error) {
	limits := engine.Limits{Depth: c.depth, MoveTime: adviceTime}
	switch w.errand {
	case toMove:
		switch {
		case c.time > 0:
			limits.MoveTime = c.time
		case w.clock != nil:
			limits.MoveTime = 0
			for side := range limits.Left {
				limits.Left[side] = w.clock.remaining(kirke.Color(side))
				limits.Increment[side] = w.clock.increment
			}
		default:
			limits.MoveTime = moveTime
		}
	case toWatch:
		limits.MoveTime = watchTime
	}
	if c.depth > 0 && c.time == 0 && w.clock == nil {
		limits.MoveTime = 0 // the same answer on any machine
	}
	return c.engine(w).Search(ctx, w.game, limits, report)
}

// engine returns the engine for an errand.
func (c *computer) engine(w work) *engine.Engine {
	c.mu.Lock()
	defer c.mu.Unlock()
	options, e := c.options, &c.adviser
	if w.errand == toMove {
		options.Level, e = w.level, &c.player
	}
	if *e == nil {
		*e = engine.New(options)
	} else {
		(*e).Set(options) // waits for the end of a search
	}
	return *e
}

// copyGame returns a game of its own with the moves that led to the current position.
func copyGame(g *kirke.Game) (*kirke.Game, error) {
	c := kirke.NewGame(g.Start())
	for n := range g.Line() {
		if err := follow(c, n); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// follow plays the move that led to n, which may be a pass.
func follow(g *kirke.Game, n *kirke.Node) error {
	if n.Move().Form() == rules.Pass {
		return g.Pass()
	}
	return g.Play(n.Move())
}

// lineText writes moves from a position with their numbers.
func lineText(p kirke.Position, moves []kirke.Move, style kirke.Style) string {
	var words []string
	var last struct {
		full int
		turn kirke.Color
	}
	for i, m := range moves {
		_, full := p.Clock()
		turn := p.Turn()
		if i == 0 || last.full != full || last.turn != turn {
			switch {
			case turn == kirke.White:
				words = append(words, fmt.Sprintf("%d.", full))
			case i == 0:
				words = append(words, fmt.Sprintf("%d...", full))
			}
		}
		last.full, last.turn = full, turn
		text := p.MoveText(m, style)
		next, err := p.Play(m)
		if m.Form() == rules.Pass {
			next, _, err = p.Pass()
		}
		if err != nil {
			break
		}
		words = append(words, text)
		p = next
	}
	return strings.Join(words, " ")
}

// whites returns a score of the side to move as White sees it. A mate stays one in as many moves.
func whites(s engine.Score, turn kirke.Color) engine.Score {
	n, mate := s.Mate()
	switch {
	case turn == kirke.White:
		return s
	case mate && s > 0:
		return -won + engine.Score(2*n)
	case mate && n < 0:
		return won - engine.Score(-2*n-1)
	}
	return -s
}

// better says who is better by a score as White sees it.
func better(s engine.Score) string {
	const even = 30
	moves, mate := s.Mate()
	switch {
	case mate && s > 0:
		return fmt.Sprintf("White mates in %d", moves)
	case mate:
		return fmt.Sprintf("Black mates in %d", -moves)
	case s > even:
		return "White is better"
	case s < -even:
		return "Black is better"
	}
	return "the game is even"
}
