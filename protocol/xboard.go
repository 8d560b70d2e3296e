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

// XBoard speaks the Chess Engine Communication Protocol, version 2, with a program that writes to
// in and reads from out, until quit or the end of the input. The error is that of a stream or of
// ctx.
//
// Games that XBoard does not know are described to it by setup and piece commands. A piece whose
// conversion is pending is described as if it might move in both ways. XBoard can show every game
// in which a move ends where it seems to end: not the rebirths of the Circe family, imaginary
// squares, or several moves in a turn. Other programs may play those too.
func XBoard(ctx context.Context, in io.Reader, out io.Writer, c Config) error {
	x := &xboard{session: newSession(out, c)}
	x.tell = func(text string) { x.out.line("# %s", clean(text)) }
	x.warn = func(err error) { x.out.line("tellusererror %s", clean(err.Error())) }
	x.reset()
	return x.run(ctx, in, x)
}

// xboard is the dialect of CECP.
type xboard struct {
	*session
	forced    bool        // force mode: the engine plays neither side
	side      kirke.Color // that the engine plays
	analysing bool
	post      bool // show what the engine thinks
	over      bool // either side has sent a result

	level      level
	movesMade  int // by the engine, since the level was set
	perMove    time.Duration
	depth      int
	clocks     [2]time.Duration // the engine's, and its opponent's
	clocksSent bool             // by XBoard
	started    time.Time        // when the search in progress started
	ponderMove kirke.Move       // the move that the search expects, 0 if it does not ponder
	hint       kirke.Move
	pings      []string // to answer after the move
	score      engine.Score
	scored     bool // score is that of the engine's last move
	hopeless   int  // moves of the engine in a row with a score below resignBelow
}

// The engine resigns when its score was below resignBelow for resignMoves moves.
const (
	resignBelow = -1200
	resignMoves = 4
)

// xboardNames are XBoard's names of the games that it knows.
var xboardNames = map[string]string{"chess": "normal", "chess960": "fischerandom", "seirawan": "seirawan"}

// reset prepares for a new game.
func (x *xboard) reset() {
	x.restart()
	x.forced, x.side, x.over = false, x.game.Position().Turn().Other(), false
	x.movesMade, x.clocksSent = 0, false
	x.forgetScore()
	x.clocks = [2]time.Duration{x.level.base, x.level.base}
	x.pings = nil
}

// forgetScore forgets what the engine thought of the game.
func (x *xboard) forgetScore() { x.scored, x.hopeless, x.hint = false, 0, 0 }

// fail answers a bad line.
func (x *xboard) fail(why, line string) { x.out.line("Error (%s): %s", why, clean(line)) }

// xboardCommands are the commands by their first words.
var xboardCommands = map[string]func(x *xboard, rest string) error{
	"protover":  func(x *xboard, _ string) error { x.features(); return nil },
	"new":       func(x *xboard, _ string) error { x.newGame(); return nil },
	"variant":   (*xboard).playVariant,
	"force":     func(x *xboard, _ string) error { x.drop(); x.forced = true; return nil },
	"go":        func(x *xboard, _ string) error { return x.playSide(x.game.Position().Turn()) },
	"playother": func(x *xboard, _ string) error { return x.playSide(x.game.Position().Turn().Other()) },
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
	"option":    (*xboard).setNamed,
}

// ignored are the commands that need no answer.
var ignored = []string{
	"xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "nps", "bk", "pause", "resume",
	"egtpath", "exclude", "include",
}

// errNotNow is the answer to a command that makes no sense at this point.
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

// features lists the features and options.
func (x *xboard) features() {
	var names []string
	for _, v := range kirke.Games() {
		name := xboardNames[v.ID]
		if name == "" {
			name = v.ID
		}
		names = append(names, name)
	}
	x.out.line("feature done=0")
	x.out.line("feature ping=1 setboard=1 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 " +
		"analyze=1 colors=0 san=0 name=1 memory=1 smp=1 debug=1 pause=0 nps=0 oocastle=1")
	x.out.line("feature myname=%q variants=%q", x.config.Name, strings.Join(names, ","))
	for i := range x.options {
		o := &x.options[i]
		if o.uciOnly {
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

// newGame sets up chess, with the engine playing Black.
func (x *xboard) newGame() {
	x.drop()
	x.engine.Clear()
	x.chosen, x.depth = mustLookup("chess"), 0
	x.reset()
	x.searchIfDue()
}

// playVariant chooses a game, and describes it if XBoard does not know it.
func (x *xboard) playVariant(name string) error {
	x.drop()
	if err := x.choose(name); err != nil {
		return err
	}
	forced, side := x.forced, x.side
	x.reset()
	if shuffle := x.variant().Start.Shuffle; shuffle != nil && !shuffle.Chess960 {
		x.restart(kirke.Seed(uint64(time.Now().UnixNano()))) // the description shows what was drawn
	}
	x.forced, x.side = forced, side
	if xboardNames[x.chosen.ID] == "" {
		x.out.line("%s", describe(x.game.Position()))
	}
	x.searchIfDue()
	return nil
}

// playSide makes the engine play a side.
func (x *xboard) playSide(side kirke.Color) error {
	if x.analysing {
		return errNotNow
	}
	x.drop()
	x.forced, x.side = false, side
	x.searchIfDue()
	return nil
}

// userMove plays a move of the opponent, or any move in force mode or analysis.
func (x *xboard) userMove(text string) error {
	m, err := parseMove(x.game.Position(), text)
	if err != nil {
		x.out.line("Illegal move (%s): %s", reason(err), clean(text))
		return nil
	}
	expected := x.search != nil && x.ponderMove == m && m != 0
	if !expected {
		x.drop()
	}
	if err := x.game.Play(m); err != nil {
		x.drop()
		x.out.line("Illegal move (%s): %s", reason(err), clean(text))
		return nil
	}
	if expected && x.game.Position().Turn() == x.side && !x.ended() {
		x.ponderMove = 0
		x.ponderHit()
		return nil
	}
	x.drop()
	x.searchIfDue()
	return nil
}

// setBoard sets up a position. XBoard may repeat the starting position that it was sent, without
// the fields that it does not know: that is the start of the game as it was.
func (x *xboard) setBoard(fen string) error {
	x.drop()
	start := x.game.Start()
	own, sent := strings.Fields(start.FEN()), strings.Fields(fen)
	repeated := len(sent) >= 2 && len(sent) < len(own) && slices.Equal(own[:2], sent[:2])
	if repeated && start.Variant().Equal(x.variant()) {
		x.game = kirke.NewGame(start)
	} else if err := x.setUp(fen); err != nil {
		x.out.line("tellusererror Illegal position: %s", clean(err.Error()))
		return nil
	}
	x.over = false
	x.forgetScore()
	x.searchIfDue()
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
	x.over = false
	x.forgetScore()
	x.searchIfDue()
	return nil
}

// setLevel sets the time control.
func (x *xboard) setLevel(rest string) error {
	l, err := parseLevel(rest)
	if err != nil {
		return err
	}
	x.level, x.movesMade, x.perMove, x.clocksSent = l, 0, 0, false
	x.clocks = [2]time.Duration{l.base, l.base}
	return nil
}

// setSeconds sets the time of each move.
func (x *xboard) setSeconds(rest string) error {
	d, err := seconds(rest)
	if err != nil || d == 0 {
		return fmt.Errorf("%q is not a number of seconds", rest)
	}
	x.perMove = d
	return nil
}

// setDepth limits the depth of searches.
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
	x.clocks[whose] = max(milliseconds(min(max(n, 0), math.MaxInt32)*10), time.Millisecond)
	x.clocksSent = true
	return nil
}

// number sets an option that has a command of its own, to at most most.
func (x *xboard) number(name, rest string, most int) error {
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is not a number", rest)
	}
	x.drop()
	err = x.setOption(name, strconv.Itoa(min(n, most)))
	x.searchIfDue()
	return err
}

// setNamed sets an option from "NAME=VALUE", or NAME alone for a button.
func (x *xboard) setNamed(rest string) error {
	name, value, _ := strings.Cut(rest, "=")
	x.drop()
	err := x.setOption(strings.TrimSpace(name), strings.TrimSpace(value))
	x.searchIfDue()
	return err
}

// ping answers when all lines before it are carried out.
func (x *xboard) ping(rest string) error {
	if x.thinking() {
		x.pings = append(x.pings, rest)
		return nil
	}
	x.out.line("pong %s", rest)
	return nil
}

// thinking reports whether the engine is searching for its move.
func (x *xboard) thinking() bool { return x.search != nil && x.ponderMove == 0 && !x.analysing }

// moveNow makes the engine move at once.
func (x *xboard) moveNow() {
	if x.thinking() {
		x.search.cancel()
	}
}

// giveHint sends the move that the engine would play for the user.
func (x *xboard) giveHint() {
	if x.game.Position().IsLegal(x.hint) {
		x.out.line("Hint: %s", x.text(x.game.Position(), x.hint))
	}
}

// drawOffered accepts a draw if the engine is not better.
func (x *xboard) drawOffered() {
	if x.scored && x.score.AcceptsDraw() && !x.forced && !x.over {
		x.out.line("offer draw")
	}
}

// easy ends pondering.
func (x *xboard) easy(string) error {
	x.pondering = false
	if x.search != nil && x.ponderMove != 0 {
		x.drop()
		x.ponderMove = 0
	}
	return nil
}

// analyse searches whatever position there is, until exit.
func (x *xboard) analyse(string) error {
	x.drop()
	x.analysing, x.forced = true, true
	x.searchIfDue()
	return nil
}

// status shows how far an analysis is.
func (x *xboard) status() {
	if x.search == nil || !x.analysing {
		return
	}
	x.out.mu.Lock()
	i := x.search.last
	x.out.mu.Unlock()
	total := len(slices.Collect(x.game.Position().LegalMoves()))
	x.out.line("stat01: %d %d %d 0 %d", time.Since(x.started).Milliseconds()/10, i.Nodes, i.Depth, total)
}

// text writes a move as XBoard reads it: castling from any squares as O-O.
func (x *xboard) text(p kirke.Position, m kirke.Move) string {
	if p.Variant().Castling.Free {
		if san := strings.TrimRight(p.MoveText(m, kirke.SAN), "+#"); san == "O-O" || san == "O-O-O" {
			return san
		}
	}
	return notation.UCI(p.Variant(), m)
}
