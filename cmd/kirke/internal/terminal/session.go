package terminal

import (
	"fmt"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/evaluation"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/picture"
)

// session is a game at a terminal, driven by lines of text. It never waits: it names the engine
// tasks that are due, and whoever drives it carries them out and passes the result to finish.
type session struct {
	g     *kirke.Game
	style kirke.Style
	drawn diagram.TextStyle // how answers show the board
	flip  bool
	quiet bool // answers do not show the board

	level int         // of the computer; 0 if two people play
	side  kirke.Color // that the computer plays
	clock *clock      // nil without clocks

	requested taskKind // what a player asked of the engine
	forced    bool     // the engine moves because a player typed 'go'

	startGame func(id string) (p kirke.Position, note string, err error) // a new game, with a note for the players
	openGame  func(name string) (*kirke.Game, error)                     // reads a game from a file

	offered bool // a draw is offered
	offerer kirke.Color
}

// due returns the engine task that is due now.
func (s *session) due() taskKind {
	switch {
	case s.requested != noTask:
		return s.requested
	case s.computerToMove():
		return makeMove
	}
	return noTask
}

// computerToMove reports whether it is the computer's turn.
func (s *session) computerToMove() bool {
	return s.level > 0 && s.g.Position().Turn() == s.side && !s.g.Outcome().Over()
}

// task returns a task with copies of what it needs.
func (s *session) task(kind taskKind) task {
	t := task{kind: kind, level: s.level, game: s.g.Clone()}
	if s.clock != nil {
		clock := *s.clock
		t.clock = &clock
	}
	return t
}

// finish takes the result of a task, and returns the answer to the players.
func (s *session) finish(kind taskKind, r engine.Result, err error) string {
	s.requested = noTask
	forced := s.forced
	s.forced = false
	if err != nil {
		return err.Error()
	}
	const longest = 8 // half-moves of a line
	p := s.g.Position()
	score := evaluation.ForWhite(r.Score, p.Turn())
	line := evaluation.Line(p, r.PV[:min(len(r.PV), longest)], s.style)
	switch kind {
	case giveHint:
		return fmt.Sprintf("%s  (%v: %s)", p.MoveText(r.Move, s.style), score, line)
	case evaluate:
		return fmt.Sprintf("%v: %s, after %d half-moves: %s", score, verdict(score), r.Depth, line)
	case answerDraw:
		if (-r.Score).AcceptsDraw() { // the score is that of the player who offers it
			return "The computer accepts the draw. " + s.end(s.g.AgreeDraw())
		}
		return "The computer declines the draw"
	case makeMove:
		if flag := s.checkFlag(); flag != "" {
			return flag
		}
		if claims := s.g.Claims(); len(claims) > 0 && r.Score <= 0 && !forced {
			return "The computer claims a draw. " + s.end(s.g.Claim(claims[0]))
		}
		if err := s.g.Play(r.Move); err != nil {
			return err.Error()
		}
		return s.moved()
	}
	return ""
}

// clearRequests withdraws what was asked or offered in the last position.
func (s *session) clearRequests() { s.offered, s.requested, s.forced = false, noTask, false }

// moved answers the move that was just played.
func (s *session) moved() string {
	s.clearRequests()
	if s.clock != nil {
		s.clock.moved(s.g.Node())
	}
	s.startClock()
	return s.shown() + s.lastMove() + s.ending()
}

// startClock starts the clock of the side to move, or stops both clocks when the game is over.
func (s *session) startClock() {
	switch {
	case s.clock == nil:
	case s.g.Outcome().Over():
		s.clock.stop()
	default:
		s.clock.start(s.g.Position().Turn())
	}
}

// checkFlag ends the game if the side to move has no time left, and says so.
func (s *session) checkFlag() string {
	if s.clock == nil || !s.clock.running || s.clock.remaining(s.clock.side) > 0 {
		return ""
	}
	return s.end(s.g.LoseOnTime(s.clock.side))
}

// timeout returns a channel that receives when the side to move has no time left, nil if no clock
// runs.
func (s *session) timeout() <-chan time.Time {
	if s.clock == nil || !s.clock.running {
		return nil
	}
	return time.After(s.clock.remaining(s.clock.side))
}

// end answers what ends the game.
func (s *session) end(err error) string {
	s.clearRequests()
	s.startClock()
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(s.ending())
}

// setGame continues with another game.
func (s *session) setGame(g *kirke.Game) {
	s.g = g
	s.clearRequests()
	if s.clock != nil {
		s.clock.reset()
	}
	s.startClock()
}

// gameOver answers who wants to go on when the game is over.
func (s *session) gameOver(o kirke.Outcome) string {
	return fmt.Sprintf("The game is over: %v. 'undo' takes the last move back", o)
}

// shown returns the board, unless answers do not show it.
func (s *session) shown() string {
	if s.quiet {
		return ""
	}
	return s.board(s.drawn)
}

// lastMove returns the move that was just played, with its number.
func (s *session) lastMove() string {
	n := s.g.Node()
	if n.Parent() == nil {
		return ""
	}
	before := n.Parent().Position()
	_, full := before.Clock()
	dots := "."
	if before.Turn() == kirke.Black {
		dots = "..."
	}
	return fmt.Sprintf("%d%s %s", full, dots, n.Text(s.style))
}

// ending says how the game has ended, or that there is check.
func (s *session) ending() string {
	o := s.g.Outcome()
	switch {
	case o.Result == kirke.WhiteWins:
		return fmt.Sprintf("\nWhite wins: %v", o)
	case o.Result == kirke.BlackWins:
		return fmt.Sprintf("\nBlack wins: %v", o)
	case o.Result == kirke.Drawn:
		return fmt.Sprintf("\nThe game is drawn: %v", o)
	case s.g.Position().InCheck():
		return "  check"
	}
	return ""
}

// status says whose move it is, or how the game has ended.
func (s *session) status() string {
	if s.g.Outcome().Over() {
		return strings.TrimSpace(s.ending())
	}
	p := s.g.Position()
	_, full := p.Clock()
	text := fmt.Sprintf("%v to move (%d)", p.Turn(), full)
	if p.InCheck() {
		text += ", in check"
	}
	if s.offered {
		text += fmt.Sprintf("; %v offers a draw", s.offerer)
	}
	return text
}

// prompt says before each line whose move it is.
func (s *session) prompt() string {
	if s.g.Outcome().Over() { // the answer to the last move said so
		return "> "
	}
	text := s.status()
	if s.clock != nil {
		white, black := s.clock.remaining(kirke.White), s.clock.remaining(kirke.Black)
		text += fmt.Sprintf(", White %s, Black %s", clockText(white), clockText(black))
	}
	return text + "> "
}

// picture returns the diagram of the position with the last move marked.
func (s *session) picture() *diagram.Diagram {
	d := picture.Of(s.g.Position())
	d.Flip = s.flip
	if n := s.g.Node(); n.Parent() != nil && n.Move() != 0 {
		picture.MarkMove(d, n.Parent().Position().Details(n.Move()))
	}
	return d
}

// board returns the position as text.
func (s *session) board(style diagram.TextStyle) string {
	var b strings.Builder
	if err := s.picture().Text(&b, style); err != nil {
		return err.Error()
	}
	return b.String()
}
