package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// Referee says how games are played and judged. The rules and ends of games are Kirke's. It claims
// threefold repetition and the fifty-move rule as soon as they occur.
type Referee struct {
	Limit  Limit         // for engines without their own
	Margin time.Duration // how far a move may exceed its time without loss
	// Stall is how long an engine without a clock may be silent before it loses; 0 is a minute.
	Stall    time.Duration
	MaxMoves int          // of each side, after which the game is drawn; 0 for no limit
	Draw     Adjudication // scores near 0 draw
	Resign   Adjudication // scores far from 0 lose
	Tables   rules.Tables // ends games whose result it knows; nil ends none
}

// Adjudication ends a game by the scores of both engines. The zero value ends none.
type Adjudication struct {
	Moves int // of each side in a row
	Score int // centipawns: at most this far from 0 for a draw, at least this far for a loss
	From  int // moves of each side that are played first
}

// The reasons for the end of a game that are not in the rules.
const (
	IllegalMove  = "illegal move"
	RefusedMove  = "refused move"
	Crash        = "crash"
	Stall        = "stall"
	Adjudicated  = "adjudication"
	MoveLimit    = "move limit"
	defaultStall = time.Minute
)

// Effort is what an engine has put into its moves.
type Effort struct {
	Moves    int           // made
	Time     time.Duration // of all moves
	Searched int           // moves with a known depth
	Depth    int           // sum over those moves
	Nodes    uint64        // sum over the moves with known nodes
	Counted  time.Duration // time of those moves
}

func (e *Effort) add(f Effort) {
	e.Moves += f.Moves
	e.Time += f.Time
	e.Searched += f.Searched
	e.Depth += f.Depth
	e.Nodes += f.Nodes
	e.Counted += f.Counted
}

// Record is a game that was played to its end.
type Record struct {
	Number int // in the match, from 1
	Game   *kirke.Game
	White  int          // which engine has White, 0 or 1
	Result kirke.Result // never Unfinished
	Ending string       // the reason: "mate", "time forfeit", "crash", …
	Detail string       // more about it, one sentence or ""
	Effort [2]Effort    // by engine
}

// runningGame is a game in play.
type runningGame struct {
	*Referee
	game    *kirke.Game
	players [2]*player // by colour
	clocks  [2]*clock
	scores  []int // White's, one for each move of an engine, or unknown
	ending  string
	detail  string
}

const unknown = 1 << 30

// play plays a game from an opening. The error is about an engine that cannot play at all, or of
// ctx.
func (r *Referee) play(ctx context.Context, o Opening, players [2]*player) (*runningGame, error) {
	g := &runningGame{Referee: r, game: kirke.NewGame(o.Start), players: players}
	for _, m := range o.Moves {
		if err := g.game.Play(m); err != nil {
			return nil, fmt.Errorf("the opening cannot be played: %w", err)
		}
		g.game.Node().Comments = []string{"book"}
	}
	for c, p := range players {
		g.clocks[c] = newClock(p.limit)
		if err := p.newGame(ctx, g.game); err != nil {
			if err = g.fault(ctx, kirke.Color(c), err); err != nil {
				return nil, err
			}
			return g, nil
		}
	}
	for !g.over() {
		us := g.game.Position().Turn()
		if err := g.move(ctx, us); err != nil {
			if err = g.fault(ctx, us, err); err != nil {
				return nil, err
			}
		}
	}
	for _, p := range players {
		if p.pipe != nil {
			p.client.gameOver(g.outcome())
		}
	}
	return g, nil
}

// outcome returns the result of the game so far.
func (g *runningGame) outcome() kirke.Outcome { return g.game.Outcome() }

// over reports whether the game is over. It claims draws and adjudicates.
func (g *runningGame) over() bool {
	if claims := g.game.Claims(); len(claims) > 0 {
		_ = g.game.Claim(claims[0]) // the game has just listed it
	}
	if o := g.outcome(); o.Over() {
		if g.ending == "" {
			g.ending = o.Reason.String()
		}
		return true
	}
	return g.adjudicated()
}

// adjudicated ends the game by the tables, the scores or its length, and reports whether it did.
func (g *runningGame) adjudicated() bool {
	if g.known() {
		return true
	}
	near := func(s int) bool { return s >= -g.Draw.Score && s <= g.Draw.Score }
	switch white := func(s int) bool { return s != unknown && s >= g.Resign.Score }; {
	case g.agreed(g.Draw, near):
		g.end(kirke.Outcome{Result: kirke.Drawn}, Adjudicated, "both engines see a draw")
	case g.agreed(g.Resign, white):
		g.end(kirke.Outcome{Result: kirke.WhiteWins}, Adjudicated, "both engines see White win")
	case g.agreed(g.Resign, func(s int) bool { return s <= -g.Resign.Score }):
		g.end(kirke.Outcome{Result: kirke.BlackWins}, Adjudicated, "both engines see Black win")
	case g.MaxMoves > 0 && g.game.Ply() >= 2*g.MaxMoves:
		g.end(kirke.Outcome{Result: kirke.Drawn}, MoveLimit, fmt.Sprintf("%d moves of each side", g.MaxMoves))
	default:
		return false
	}
	return true
}

// known ends the game if the tables know its result, and reports whether they did. A win that the draw
// by moves without progress may prevent is played on.
func (g *runningGame) known() bool {
	if g.Tables == nil {
		return false
	}
	p := g.game.Position()
	sign, plies, ok := g.Tables.Decided(p.Rules())
	half, _ := p.Clock()
	switch winner := p.Turn(); {
	case !ok || sign != 0 && half+plies > p.Variant().End.IdleLimit():
		return false
	case sign == 0:
		g.end(kirke.Outcome{Result: kirke.Drawn}, Adjudicated, "tables of endgames: a draw")
	default:
		if sign < 0 {
			winner = winner.Other()
		}
		g.end(kirke.Outcome{Result: kirke.Win(winner)}, Adjudicated,
			fmt.Sprintf("tables of endgames: %s wins in %d half-moves", winner, plies))
	}
	return true
}

// agreed reports whether all the last scores are such as an adjudication wants.
func (g *runningGame) agreed(a Adjudication, such func(int) bool) bool {
	n := 2 * a.Moves
	if a.Moves == 0 || len(g.scores) < n || g.game.Ply() < 2*a.From {
		return false
	}
	for _, s := range g.scores[len(g.scores)-n:] {
		if !such(s) {
			return false
		}
	}
	return true
}

// end records an end that is not in the rules.
func (g *runningGame) end(o kirke.Outcome, ending, detail string) {
	g.game.Record(o)
	g.ending, g.detail = ending, detail
}

// lose ends the game with a loss of c, and stops its engine.
func (g *runningGame) lose(c kirke.Color, ending, detail string) {
	who := fmt.Sprintf("%s (%s)", g.players[c].engine.Name, c)
	g.end(kirke.Outcome{Result: kirke.Win(c.Other())}, ending, who+" "+detail)
	g.players[c].stop()
}

// fault ends the game because of an error of the engine of c. It returns errors that do not lose a
// game.
func (g *runningGame) fault(ctx context.Context, c kirke.Color, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var gone *goneError
	var refused *refusedError
	var illegal *illegalError
	switch {
	case errors.Is(err, errOverdue):
		g.players[c].stop()
		_ = g.game.LoseOnTime(c) // the game is not over yet
		g.ending = kirke.TimeForfeit.String()
		g.detail = fmt.Sprintf("%s (%s) %s", g.players[c].engine.Name, c, err)
	case errors.Is(err, errSilent):
		g.lose(c, Stall, err.Error())
	case errors.As(err, &gone):
		g.lose(c, Crash, err.Error())
	case errors.As(err, &refused):
		g.lose(c, RefusedMove, err.Error())
	case errors.As(err, &illegal):
		g.lose(c, IllegalMove, err.Error())
	default:
		return fmt.Errorf("%s %w", g.players[c].engine.Name, err)
	}
	return nil
}

// illegalError is an illegal move of an engine.
type illegalError struct {
	move string
	err  error
}

func (e *illegalError) Error() string { return fmt.Sprintf("plays %q: %v", e.move, e.err) }
func (e *illegalError) Unwrap() error { return e.err }

// move asks the engine of us for a move and plays it.
func (g *runningGame) move(ctx context.Context, us kirke.Color) error {
	p, clock := g.players[us], g.clocks[us]
	wait, cause := g.Stall, errSilent
	if wait == 0 {
		wait = defaultStall
	}
	if clock.timed() {
		wait, cause = clock.allowed()+g.Margin, errOverdue
	}
	timed, cancel := context.WithTimeoutCause(ctx, wait, cause)
	defer cancel()
	started := time.Now()
	a, err := p.client.think(timed, g.turn(us))
	took := time.Since(started)
	switch {
	case err != nil:
		return err
	case clock.timed() && took > wait:
		return errOverdue
	case a.resign:
		return g.game.Resign(us)
	}
	m, err := g.game.Position().ParseMove(a.move)
	if err != nil {
		return &illegalError{a.move, err}
	}
	if err := g.game.Play(m); err != nil {
		return &illegalError{a.move, err}
	}
	clock.press(took)
	g.note(us, a.info, took)
	return nil
}

// turn returns what to tell the engine of us.
func (g *runningGame) turn(us kirke.Color) turn {
	clock := g.clocks[us]
	now := turn{game: g.game, limit: clock.limit, movesToGo: clock.movesToGo()}
	for c, k := range g.clocks {
		if k.limit.Time == 0 {
			k = clock
		}
		now.left[c], now.increment[c] = k.left, k.limit.Increment
	}
	return now
}

// note keeps what an engine thinks of its move, and writes it to the game.
func (g *runningGame) note(us kirke.Color, i info, took time.Duration) {
	e := &g.players[us].effort
	e.Moves++
	e.Time += took
	if i.depth > 0 {
		e.Searched++
		e.Depth += i.depth
	}
	if i.nodes > 0 {
		e.Nodes += i.nodes
		e.Counted += took
	}
	comment, score := fmt.Sprintf("%.3fs", took.Seconds()), unknown
	if i.scored {
		comment = fmt.Sprintf("%s/%d %s", i.text(), i.depth, comment)
		if score = i.score; us == kirke.Black {
			score = -score
		}
	}
	g.game.Node().Comments = []string{comment}
	g.scores = append(g.scores, score)
}
