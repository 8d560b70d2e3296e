package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/notation"
)

// XBoard speaks the Chess Engine Communication Protocol, version 2, with a program that writes to in and reads from out,
// until quit or the end of the input. The error is that of a stream or of ctx.
//
// Games that XBoard does not know are described to it by setup and piece commands, men whose conversion is pending as if they
// might move in both ways. It can show every game in which a move ends where it seems to: not the rebirths of the Circe family,
// imaginary squares, or several moves in a turn, which other programs may play all the same.
func XBoard(ctx context.Context, in io.Reader, out io.Writer, c Config) error {
	x := &xboard{session: newSession(out, c)}
	x.reset()
	return x.run(ctx, in, x)
}

// xboard is a session as CECP has it.
type xboard struct {
	*session
	forced    bool // the engine plays neither side
	side      kirke.Color
	analysing bool
	post      bool
	over      bool // a result was told, by either

	level     level
	made      int // moves of the engine since the level was set
	perMove   time.Duration
	depth     int
	clocks    [2]time.Duration // the engine's, and its opponent's
	told      bool             // the clocks were told
	thought   time.Time        // when the search that goes on began
	expecting kirke.Move       // the move that a search ponders on, 0 for another search
	hint      kirke.Move
	pings     []string // to be answered after the move
	score     engine.Score
	scored    bool // score is that of the engine's last move
	hopeless  int  // moves of the engine since it saw no hope
}

// resignBelow is a score at which the game is given up when it was so low for resignMoves moves.
const (
	resignBelow = -1200
	resignMoves = 4
)

// xboardNames are XBoard's names for games that it knows.
var xboardNames = map[string]string{"chess": "normal", "chess960": "fischerandom", "seirawan": "seirawan"}

// reset makes everything as for a new game.
func (x *xboard) reset() {
	x.restart()
	x.forced, x.side, x.over = false, x.game.Position().Turn().Other(), false
	x.made, x.told, x.scored, x.hopeless, x.hint = 0, false, false, 0, 0
	x.clocks = [2]time.Duration{x.level.base, x.level.base}
	x.pings = nil
}

// fail answers a line that was not understood.
func (x *xboard) fail(why, line string) { x.out.line("Error (%s): %s", why, clean(line)) }

// xboardCommands are the words that a line begins with.
var xboardCommands = map[string]func(x *xboard, rest string) error{
	"protover":  func(x *xboard, _ string) error { x.features(); return nil },
	"new":       func(x *xboard, _ string) error { x.newGame(); return nil },
	"variant":   (*xboard).playVariant,
	"force":     func(x *xboard, _ string) error { x.drop(); x.forced = true; return nil },
	"go":        (*xboard).goes,
	"playother": (*xboard).playOther,
	"usermove":  (*xboard).userMove,
	"setboard":  (*xboard).setBoard,
	"level":     (*xboard).setLevel,
	"st":        (*xboard).setSeconds,
	"sd":        (*xboard).setDepth,
	"time":      func(x *xboard, rest string) error { return x.setClock(0, rest) },
	"otim":      func(x *xboard, rest string) error { return x.setClock(1, rest) },
	"?":         func(x *xboard, _ string) error { x.moveNow(); return nil },
	"hint":      func(x *xboard, _ string) error { x.giveHint(); return nil },
	"undo":      func(x *xboard, _ string) error { return x.undo(1) },
	"remove":    func(x *xboard, _ string) error { return x.undo(2) },
	"result":    func(x *xboard, _ string) error { x.drop(); x.over = true; return nil },
	"draw":      func(x *xboard, _ string) error { x.drawOffered(); return nil },
	"hard":      func(x *xboard, _ string) error { x.pondering = true; return nil },
	"easy":      (*xboard).easy,
	"post":      func(x *xboard, _ string) error { x.post = true; return nil },
	"nopost":    func(x *xboard, _ string) error { x.post = false; return nil },
	"analyze":   (*xboard).analyse,
	"exit":      func(x *xboard, _ string) error { x.drop(); x.analysing, x.forced = false, true; return nil },
	".":         func(x *xboard, _ string) error { x.status(); return nil },
	"ping":      (*xboard).ping,
	"memory":    func(x *xboard, rest string) error { return x.number("Hash", rest, x.config.MaxHash) },
	"cores":     func(x *xboard, rest string) error { return x.number("Threads", rest, maxThreads) },
	"option":    (*xboard).setFeature,
}

// ignored are the words that need no answer.
var ignored = []string{
	"xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "nps", "bk", "pause", "resume", "egtpath", "exclude", "include",
}

// errNotNow says that a command makes no sense at this point.
var errNotNow = errors.New("command not legal now")

func (x *xboard) waits(string, bool) bool { return false }

func (x *xboard) do(line string) (quit bool) {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	command := xboardCommands[word]
	switch {
	case line == "" || line[0] == '#' || slices.Contains(ignored, word):
	case word == "quit":
		return true
	case command != nil:
		if err := command(x, rest); err != nil {
			x.fail(reason(err), line)
		}
	default:
		if _, err := notation.Candidate(x.game.Position().Rules(), line); err != nil {
			if _, err := x.game.Position().ParseMove(line); err != nil {
				x.fail("unknown command", line)
				return false
			}
		}
		_ = x.userMove(line)
	}
	return false
}

// features says what is supported.
func (x *xboard) features() {
	var names []string
	for _, v := range kirke.Variants() {
		name := xboardNames[v.ID]
		if name == "" {
			name = v.ID
		}
		names = append(names, name)
	}
	x.out.line("feature done=0")
	x.out.line("feature ping=1 setboard=1 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 san=0 " +
		"name=1 memory=1 smp=1 debug=1 pause=0 nps=0 oocastle=1")
	x.out.line("feature myname=%q variants=%q", x.config.Name, strings.Join(names, ","))
	for i := range x.options {
		o := &x.options[i]
		if o.uci || o.hidden {
			continue
		}
		switch o.kind {
		case "check":
			x.out.line(`feature option="%s -check %d"`, o.name, map[string]int{"true": 1}[o.value])
		case "spin":
			x.out.line(`feature option="%s -spin %s %d %d"`, o.name, o.value, o.min, o.max)
		case "button":
			x.out.line(`feature option="%s -button"`, o.name)
		case "string":
			x.out.line(`feature option="%s -string %s"`, o.name, strings.TrimSuffix(o.value, empty))
		}
	}
	x.out.line("feature done=1")
}

// newGame sets up chess, with the engine to play Black.
func (x *xboard) newGame() {
	x.drop()
	x.engine.Clear()
	x.base, x.depth = mustLookup("chess"), 0
	x.reset()
	x.reconsider()
}

// playVariant chooses a game, and describes it where XBoard does not know it.
func (x *xboard) playVariant(name string) error {
	x.drop()
	if err := x.choose(name); err != nil {
		return err
	}
	forced, side := x.forced, x.side
	x.reset()
	if lot := x.variant().Array.Lot; lot != nil && !lot.Chess960 {
		x.restart(kirke.Seed(uint64(time.Now().UnixNano()))) // XBoard hears what was drawn
	}
	x.forced, x.side = forced, side
	if xboardNames[x.base.ID] == "" {
		x.out.line("%s", describe(x.game.Position()))
	}
	x.reconsider()
	return nil
}

// goes makes the engine play the side that is to move.
func (x *xboard) goes(string) error {
	if x.analysing {
		return errNotNow
	}
	x.drop()
	x.forced, x.side = false, x.game.Position().Turn()
	x.reconsider()
	return nil
}

// playOther makes the engine play the side that is not to move.
func (x *xboard) playOther(string) error {
	if x.analysing {
		return errNotNow
	}
	x.drop()
	x.forced, x.side = false, x.game.Position().Turn().Other()
	x.reconsider()
	return nil
}

// userMove plays a move of the opponent, or any move in force mode and analysis.
func (x *xboard) userMove(text string) error {
	m, err := parseMove(x.game.Position(), text)
	if err != nil {
		x.out.line("Illegal move (%s): %s", reason(err), clean(text))
		return nil
	}
	expected := x.search != nil && x.expecting == m && m != 0
	if !expected {
		x.drop()
	}
	if err := x.game.Play(m); err != nil {
		x.drop()
		x.out.line("Illegal move (%s): %s", reason(err), clean(text))
		return nil
	}
	if expected && x.game.Position().Turn() == x.side && !x.ended() {
		x.expecting = 0
		x.hit()
		return nil
	}
	x.drop()
	x.reconsider()
	return nil
}

// setBoard sets up a position. XBoard sends the array that it was told of without the fields that it does not know: that is
// the start of the game as it was.
func (x *xboard) setBoard(fen string) error {
	x.drop()
	start := x.game.Start()
	told, sent := strings.Fields(start.FEN()), strings.Fields(fen)
	array := len(sent) >= 2 && len(sent) < len(told) && slices.Equal(told[:2], sent[:2])
	if array && start.Variant().Equal(x.variant()) {
		x.game = kirke.NewGame(start)
	} else if err := x.setUp(fen); err != nil {
		x.out.line("tellusererror Illegal position: %s", clean(err.Error()))
		return nil
	}
	x.over, x.scored, x.hopeless, x.hint = false, false, 0, 0
	x.reconsider()
	return nil
}

// undo takes moves back.
func (x *xboard) undo(n int) error {
	if x.game.Ply() < n {
		return errNotNow
	}
	x.drop()
	for range n {
		x.game.Undo()
	}
	x.over, x.scored, x.hopeless, x.hint = false, false, 0, 0
	x.reconsider()
	return nil
}

// setLevel sets the time control.
func (x *xboard) setLevel(rest string) error {
	l, err := parseLevel(rest)
	if err != nil {
		return err
	}
	x.level, x.made, x.perMove, x.told = l, 0, 0, false
	x.clocks = [2]time.Duration{l.base, l.base}
	return nil
}

// setSeconds gives each move so many seconds.
func (x *xboard) setSeconds(rest string) error {
	d, err := seconds(rest)
	if err != nil || d == 0 {
		return fmt.Errorf("%q is not a number of seconds", rest)
	}
	x.perMove = d
	return nil
}

// setDepth limits searches.
func (x *xboard) setDepth(rest string) error {
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is not a number of half-moves", rest)
	}
	x.depth = min(n, engine.MaxPly)
	return nil
}

// setClock sets the engine's clock or its opponent's, in hundredths of a second.
func (x *xboard) setClock(whose int, rest string) error {
	n, err := strconv.Atoi(rest)
	if err != nil {
		return fmt.Errorf("%q is not a number of centiseconds", rest)
	}
	x.clocks[whose], x.told = max(milliseconds(min(max(n, 0), math.MaxInt32)*10), time.Millisecond), true
	return nil
}

// number sets an option that has a command of its own, to the most there is at most.
func (x *xboard) number(name, rest string, most int) error {
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is not a number", rest)
	}
	x.drop()
	err = x.setOption(name, strconv.Itoa(min(n, most)))
	x.reconsider()
	return err
}

// setFeature reads "NAME=VALUE", or NAME alone for a button.
func (x *xboard) setFeature(rest string) error {
	name, value, _ := strings.Cut(rest, "=")
	x.drop()
	err := x.setOption(strings.TrimSpace(name), strings.TrimSpace(value))
	x.reconsider()
	return err
}

// ping answers when all that was asked before is done.
func (x *xboard) ping(rest string) error {
	if x.thinking() {
		x.pings = append(x.pings, rest)
		return nil
	}
	x.out.line("pong %s", rest)
	return nil
}

// thinking reports whether the engine searches for its move.
func (x *xboard) thinking() bool { return x.search != nil && x.expecting == 0 && !x.analysing }

// moveNow ends the search for a move.
func (x *xboard) moveNow() {
	if x.thinking() {
		x.search.cancel()
	}
}

// giveHint tells the move that the engine would play for the user.
func (x *xboard) giveHint() {
	if x.game.Position().IsLegal(x.hint) {
		x.out.line("Hint: %s", x.text(x.game.Position(), x.hint))
	}
}

// drawOffered accepts a draw where the engine is not better.
func (x *xboard) drawOffered() {
	if x.scored && x.score.AcceptsDraw() && !x.forced && !x.over {
		x.out.line("offer draw")
	}
}

func (x *xboard) easy(string) error {
	x.pondering = false
	if x.search != nil && x.expecting != 0 {
		x.drop()
		x.expecting = 0
	}
	return nil
}

// analyse searches whatever position there is, until exit.
func (x *xboard) analyse(string) error {
	x.drop()
	x.analysing, x.forced = true, true
	x.reconsider()
	return nil
}

// status tells how far an analysis is.
func (x *xboard) status() {
	if x.search == nil || !x.analysing {
		return
	}
	x.out.mu.Lock()
	i := x.search.last
	x.out.mu.Unlock()
	total := len(slices.Collect(x.game.Position().LegalMoves()))
	x.out.line("stat01: %d %d %d 0 %d", time.Since(x.thought).Milliseconds()/10, i.Nodes, i.Depth, total)
}

// text writes a move as XBoard reads it.
func (x *xboard) text(p kirke.Position, m kirke.Move) string {
	if p.Variant().Castling.Free {
		if san := strings.TrimRight(p.MoveText(m, kirke.SAN), "+#"); san == "O-O" || san == "O-O-O" {
			return san
		}
	}
	return notation.UCI(p.Variant(), m)
}
