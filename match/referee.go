package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/kirke-chess/kirke"
)

// Referee says how games are played and judged. The rules of the game and its
// ends are Kirke's; threefold repetition and fifty moves are claimed as soon as
// they stand on the board.
type Referee struct {
	Limit  Limit         // for engines that have none of their own
	Margin time.Duration // how far a move may overstep the time without loss
	// Stall is how long an engine that is limited in depth or nodes alone may be
	// silent before it loses; 0 is a minute.
	Stall    time.Duration
	MaxMoves int          // of each side, after which a game is drawn; 0 for no limit
	Draw     Adjudication // scores near 0 draw
	Resign   Adjudication // scores far from 0 lose
}

// Adjudication ends a game by the scores that both engines give. The zero value
// ends none.
type Adjudication struct {
	Moves int // of each side in a row
	Score int // centipawns: at most this from 0 for a draw, at least this for a loss
	From  int // moves of each side that are played in any case
}

// The reasons for the end of a game that are not the board's.
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
	Moves    int           // it has made
	Time     time.Duration // they took in all
	Searched int           // moves of which the engine has told the depth
	Depth    int           // sum over those moves
	Nodes    uint64        // sum, as far as told
	Counted  time.Duration // time of the moves of which the nodes were told
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
	Detail string       // what more is to be said about it, one sentence or ""
	Effort [2]Effort    // by engine
}

// table is a game while it is played.
type table struct {
	*Referee
	game    *kirke.Game
	players [2]*player // by colour
	clocks  [2]*clock
	scores  []int // White's, one for each move of an engine; unknown where it told none
	ending  string
	detail  string
}

const unknown = 1 << 30

// play plays a game from an opening. The error is not about the game but about
// an engine that cannot play it at all, or of ctx.
func (r *Referee) play(ctx context.Context, o Opening, players [2]*player) (*table, error) {
	t := &table{Referee: r, game: kirke.NewGame(o.Start), players: players}
	for _, m := range o.Moves {
		if err := t.game.Play(m); err != nil {
			return nil, fmt.Errorf("the opening cannot be played: %w", err)
		}
		t.game.Node().Comments = []string{"book"}
	}
	for c, p := range players {
		t.clocks[c] = newClock(p.limit)
		if err := p.newGame(ctx, t.game); err != nil {
			if err = t.blame(ctx, kirke.Color(c), err); err != nil {
				return nil, err
			}
			return t, nil
		}
	}
	for !t.over() {
		us := t.game.Position().Turn()
		if err := t.move(ctx, us); err != nil {
			if err = t.blame(ctx, us, err); err != nil {
				return nil, err
			}
		}
	}
	for _, p := range players {
		if p.wire != nil {
			p.client.result(t.outcome())
		}
	}
	return t, nil
}

// outcome returns how the game stands, by the board and by the book.
func (t *table) outcome() kirke.Outcome { return t.game.Outcome() }

// over reports whether the game is over, claiming what there is to claim and
// adjudicating what there is to adjudicate.
func (t *table) over() bool {
	if claims := t.game.Claims(); len(claims) > 0 {
		_ = t.game.Claim(claims[0]) // it has just been offered
	}
	if o := t.outcome(); o.Over() {
		if t.ending == "" {
			t.ending = o.Reason.String()
		}
		return true
	}
	return t.adjudicated()
}

// adjudicated ends the game by the scores or by its length.
func (t *table) adjudicated() bool {
	near := func(s int) bool { return s >= -t.Draw.Score && s <= t.Draw.Score }
	switch white := func(s int) bool { return s != unknown && s >= t.Resign.Score }; {
	case t.agreed(t.Draw, near):
		t.end(kirke.Outcome{Result: kirke.Drawn}, Adjudicated, "both engines see a draw")
	case t.agreed(t.Resign, white):
		t.end(kirke.Outcome{Result: kirke.WhiteWins}, Adjudicated, "both engines see White win")
	case t.agreed(t.Resign, func(s int) bool { return s <= -t.Resign.Score }):
		t.end(kirke.Outcome{Result: kirke.BlackWins}, Adjudicated, "both engines see Black win")
	case t.MaxMoves > 0 && t.game.Ply() >= 2*t.MaxMoves:
		t.end(kirke.Outcome{Result: kirke.Drawn}, MoveLimit, fmt.Sprintf("%d moves of each side", t.MaxMoves))
	default:
		return false
	}
	return true
}

// agreed reports whether the last scores are all such as an adjudication wants.
func (t *table) agreed(a Adjudication, such func(int) bool) bool {
	n := 2 * a.Moves
	if a.Moves == 0 || len(t.scores) < n || t.game.Ply() < 2*a.From {
		return false
	}
	for _, s := range t.scores[len(t.scores)-n:] {
		if !such(s) {
			return false
		}
	}
	return true
}

// end records an end that the board does not tell.
func (t *table) end(o kirke.Outcome, ending, detail string) {
	t.game.Record(o)
	t.ending, t.detail = ending, detail
}

// lose ends the game with a loss of c. Its engine will be started anew.
func (t *table) lose(c kirke.Color, ending, detail string) {
	t.end(kirke.Outcome{Result: kirke.Win(c.Other())}, ending, fmt.Sprintf("%s (%s) %s", t.players[c].engine.Name, c, detail))
	t.players[c].stop()
}

// blame ends the game for what went wrong with the engine of c. It returns an
// error that is nothing to lose a game by.
func (t *table) blame(ctx context.Context, c kirke.Color, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var gone *goneError
	var refused *refusedError
	var illegal *illegalError
	switch {
	case errors.Is(err, errOverdue):
		t.players[c].stop()
		_ = t.game.LoseOnTime(c) // the game is not over yet
		t.ending = kirke.TimeForfeit.String()
		t.detail = fmt.Sprintf("%s (%s) %s", t.players[c].engine.Name, c, err)
	case errors.Is(err, errSilent):
		t.lose(c, Stall, err.Error())
	case errors.As(err, &gone):
		t.lose(c, Crash, err.Error())
	case errors.As(err, &refused):
		t.lose(c, RefusedMove, err.Error())
	case errors.As(err, &illegal):
		t.lose(c, IllegalMove, err.Error())
	default:
		return fmt.Errorf("%s %w", t.players[c].engine.Name, err)
	}
	return nil
}

// illegalError is a move that an engine may not make.
type illegalError struct {
	move string
	err  error
}

func (e *illegalError) Error() string { return fmt.Sprintf("plays %q: %v", e.move, e.err) }
func (e *illegalError) Unwrap() error { return e.err }

// move lets the engine of us make a move.
func (t *table) move(ctx context.Context, us kirke.Color) error {
	p, clock := t.players[us], t.clocks[us]
	wait, cause := t.Stall, errSilent
	if wait == 0 {
		wait = defaultStall
	}
	if clock.timed() {
		wait, cause = clock.allowed()+t.Margin, errOverdue
	}
	timed, cancel := context.WithTimeoutCause(ctx, wait, cause)
	defer cancel()
	began := time.Now()
	a, err := p.client.think(timed, t.turn(us))
	took := time.Since(began)
	switch {
	case err != nil:
		return err
	case clock.timed() && took > wait:
		return errOverdue
	case a.resign:
		return t.game.Resign(us)
	}
	m, err := t.game.Position().ParseMove(a.move)
	if err != nil {
		return &illegalError{a.move, err}
	}
	if err := t.game.Play(m); err != nil {
		return &illegalError{a.move, err}
	}
	clock.press(took)
	t.note(us, a.info, took)
	return nil
}

// turn returns what the engine of us is told.
func (t *table) turn(us kirke.Color) turn {
	clock := t.clocks[us]
	now := turn{game: t.game, limit: clock.limit, movesToGo: clock.movesToGo()}
	for c, k := range t.clocks {
		if k.limit.Time == 0 {
			k = clock
		}
		now.left[c], now.increment[c] = k.left, k.limit.Increment
	}
	return now
}

// note keeps what an engine thought of its move, and writes it to the game.
func (t *table) note(us kirke.Color, i info, took time.Duration) {
	e := &t.players[us].effort
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
	t.game.Node().Comments = []string{comment}
	t.scores = append(t.scores, score)
}
