package terminal

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// taskKind is what the engine is asked to do for a game.
type taskKind int

const (
	noTask     taskKind = iota
	makeMove            // play the next move
	giveHint            // advise the side to move
	evaluate            // say who is better
	answerDraw          // answer an offer of a draw
	watch               // evaluate for as long as the position stands
)

// task is what the engine is asked to do, with all it needs: the game is a copy, since players may
// go on with theirs.
type task struct {
	kind  taskKind
	level int
	game  *kirke.Game
	clock *clock // a copy; nil without clocks
}

// The times of a computer without a clock.
const (
	moveTime   = 5 * time.Second
	adviceTime = time.Second
	watchTime  = 20 * time.Second
)

// computer is the engine as a player and as an adviser. They are two engines with separate
// memories: a weak player would otherwise know what the adviser has found.
type computer struct {
	options engine.Options
	depth   int           // of every search; 0 for no limit
	time    time.Duration // for a move; 0 for moveTime
	mu      sync.Mutex    // held while the two engines are made or changed
	player  *engine.Engine
	adviser *engine.Engine
}

// do carries out a task. It ends soon after ctx, with the best that was found.
func (c *computer) do(ctx context.Context, t task, report func(engine.Info)) (engine.Result, error) {
	return c.engineFor(t).Search(ctx, t.game, c.limits(t), report)
}

// limits returns the limits of the search for a task.
func (c *computer) limits(t task) engine.Limits {
	limits := engine.Limits{Depth: c.depth, MoveTime: adviceTime}
	switch t.kind {
	case makeMove:
		switch {
		case c.time > 0:
			limits.MoveTime = c.time
		case t.clock != nil:
			limits.MoveTime = 0
			for side := range limits.Left {
				limits.Left[side] = t.clock.remaining(kirke.Color(side))
				limits.Increment[side] = t.clock.increment
			}
		default:
			limits.MoveTime = moveTime
		}
	case watch:
		limits.MoveTime = watchTime
	}
	if c.depth > 0 && c.time == 0 && t.clock == nil {
		limits.MoveTime = 0 // the answer does not depend on the machine
	}
	return limits
}

// engineFor returns the engine for a task.
func (c *computer) engineFor(t task) *engine.Engine {
	c.mu.Lock()
	defer c.mu.Unlock()
	options, e := c.options, &c.adviser
	if t.kind == makeMove {
		options.Level, e = t.level, &c.player
	}
	if *e == nil {
		*e = engine.New(options)
	} else {
		(*e).Set(options) // waits for the end of a search
	}
	return *e
}

// verdict says in words who is better. The score is White's.
func verdict(s engine.Score) string {
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
