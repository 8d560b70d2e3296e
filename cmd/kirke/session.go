package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/picture"
	"github.com/kirke-chess/kirke/internal/rulebook"
)

// session is a game at one terminal, between two people or against the computer, driven by lines of text. It never waits: what the
// engine has to do for it is work, and whoever drives the session carries that out and tells it the result.
type session struct {
	g     *kirke.Game
	style kirke.Style
	flip  bool
	quiet bool // answers do without the board

	level int         // of the computer that plays; 0 is that two people do
	side  kirke.Color // the side it plays
	clock *clock      // nil without clocks
	asked errand      // what a player wants of the engine, nothing for nothing
	taken bool        // the engine was told to move for a player

	begin func(id string) (p kirke.Position, note string, err error) // a new game, with a note for the players
	open  func(name string) (*kirke.Game, error)                     // reads a game from a file

	offered bool // a draw, by the side below
	offerer kirke.Color
}

// help lists what can be typed.
const help = `Type a move in any style (e4, g1f3, Nf3/H, O-O), or:
  moves [SQUARE]   list the legal moves, of one man
  explain MOVE     say why a move is not legal, or what it does
  undo             take back the last move, or yours against the computer
  go               let the computer move; against it, change sides
  hint, eval       ask the computer for a move, or who is better
  level N          play against the computer, 1 to 10; 0 is two people
  side COLOUR      play white or black against the computer
  board, flip      show the board; turn it round
  fen              show the position as FEN
  draw             claim a draw, or offer one; typed again it is accepted
  resign           give the game up
  new [GAME]       begin again, or another game
  load FILE        go on with the first game of a file
  save FILE        save the game as .pgn, .jsonl or .log (Game Courier),
                   or the position as .fen or .svg
  help, quit`

// do does what a line asks for and returns the answer; quit is true when the
// players want to leave.
func (s *session) do(line string) (answer string, quit bool) {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	rest = strings.TrimSpace(rest)
	if fallen := s.tick(); fallen != "" {
		return fallen, strings.EqualFold(word, "quit") || strings.EqualFold(word, "exit")
	}
	switch strings.ToLower(word) {
	case "":
		return "", false
	case "help", "?":
		return help, false
	case "quit", "exit":
		return "", true
	case "board":
		return s.board(diagram.Figurines), false
	case "flip":
		s.flip = !s.flip
		return s.shown(), false
	case "fen":
		return s.g.Position().FEN(), false
	case "moves":
		return s.moves(rest), false
	case "explain":
		return s.explain(rest), false
	case "undo":
		return s.undo(), false
	case "go":
		return s.ask(toMove), false
	case "hint":
		return s.ask(toHint), false
	case "eval":
		return s.ask(toJudge), false
	case "level":
		return s.setLevel(rest), false
	case "side":
		return s.setSide(rest), false
	case "new":
		return s.again(rest), false
	case "load":
		return s.load(rest), false
	case "save":
		return s.save(rest), false
	case "resign":
		return s.resign(), false
	case "draw":
		return s.draw(), false
	}
	return s.play(line), false
}

// computers reports whether it is the computer's turn.
func (s *session) computers() bool {
	return s.level > 0 && s.g.Position().Turn() == s.side && !s.g.Outcome().Over()
}

// work returns what the engine has to do now.
func (s *session) work() errand {
	switch {
	case s.asked != nothing:
		return s.asked
	case s.computers():
		return toMove
	}
	return nothing
}

// task returns the work as the engine takes it.
func (s *session) task(e errand) (work, error) {
	g, err := copyGame(s.g)
	w := work{errand: e, level: s.level, game: g}
	if s.clock != nil {
		clock := *s.clock
		w.clock = &clock
	}
	return w, err
}

// ask wants something of the engine.
func (s *session) ask(e errand) string {
	if o := s.g.Outcome(); o.Over() {
		return s.over(o)
	}
	s.asked = e
	if e == toMove {
		s.taken = true
		if s.level > 0 {
			s.side = s.g.Position().Turn()
		}
	}
	return ""
}

// done takes the result of the work that was done, and returns the answer to the players.
func (s *session) done(e errand, r engine.Result, err error) string {
	s.asked = nothing
	taken := s.taken
	s.taken = false
	if err != nil {
		return err.Error()
	}
	const told = 8 // half-moves of a line
	p := s.g.Position()
	score, line := whites(r.Score, p.Turn()), lineText(p, r.PV[:min(len(r.PV), told)], s.style)
	switch e {
	case toHint:
		return fmt.Sprintf("%s  (%v: %s)", p.MoveText(r.Move, s.style), score, line)
	case toJudge:
		return fmt.Sprintf("%v: %s, after %d half-moves: %s", score, better(score), r.Depth, line)
	case toAnswer:
		if (-r.Score).AcceptsDraw() { // the score is that of the player who offers it
			return "The computer accepts the draw. " + s.end(s.g.AgreeDraw())
		}
		return "The computer declines the draw"
	case toMove:
		if fallen := s.tick(); fallen != "" {
			return fallen
		}
		if claims := s.g.Claims(); len(claims) > 0 && r.Score <= 0 && !taken {
			return "The computer claims a draw. " + s.end(s.g.Claim(claims[0]))
		}
		if err := s.g.Play(r.Move); err != nil {
			return err.Error()
		}
		return s.moved()
	}
	return ""
}

// play plays the move on a line.
func (s *session) play(line string) string {
	if o := s.g.Outcome(); o.Over() {
		return s.over(o)
	}
	if s.computers() {
		return "It is the computer's turn"
	}
	if err := s.g.PlayText(strings.TrimSpace(line)); err != nil {
		return err.Error()
	}
	return s.moved()
}

// over is the answer to those who want to go on when the game is over.
func (s *session) over(o kirke.Outcome) string {
	return fmt.Sprintf("The game is over: %v. 'undo' takes the last move back", o)
}

// moved answers the move that was just played.
func (s *session) moved() string {
	s.offered, s.asked, s.taken = false, nothing, false
	if s.clock != nil {
		s.clock.moved(s.g.Node())
	}
	s.wind()
	return s.shown() + s.last() + s.outcome()
}

// wind lets the clock of the side to move run, as long as there is a game.
func (s *session) wind() {
	switch {
	case s.clock == nil:
	case s.g.Outcome().Over():
		s.clock.stop()
	default:
		s.clock.start(s.g.Position().Turn())
	}
}

// tick ends the game when the time of the side to move is over, and says so then.
func (s *session) tick() string {
	if s.clock == nil || !s.clock.running || s.clock.remaining(s.clock.side) > 0 {
		return ""
	}
	return s.end(s.g.LoseOnTime(s.clock.side))
}

// undo takes back the end of the game that the players agreed on, or the last move; against the computer, the player's own and
// what the computer answered.
func (s *session) undo() string {
	s.offered, s.asked, s.taken = false, nothing, false
	if o := s.g.Recorded(); o.Over() && s.g.Outcome() == o && !s.g.Position().Outcome().Over() {
		s.g.Record(kirke.Outcome{})
		if s.clock != nil && s.clock.remaining(s.g.Position().Turn()) == 0 {
			s.clock.back(s.g.Node())
		}
		s.wind()
		return s.shown()
	}
	own := func(n *kirke.Node) bool { return s.level == 0 || n.Position().Turn() != s.side }
	n := s.g.Node().Parent()
	for n != nil && !own(n) {
		n = n.Parent()
	}
	if n == nil {
		return "There is no move to take back"
	}
	for s.g.Node() != n && s.g.Undo() {
		continue
	}
	if s.clock != nil {
		s.clock.back(n)
	}
	s.wind()
	return s.shown()
}

// setLevel lets the computer play, or stop playing.
func (s *session) setLevel(text string) string {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > engine.MaxLevel {
		return fmt.Sprintf("%q is not a level: it is 1 to %d, or 0 for two people", text, engine.MaxLevel)
	}
	if s.level == 0 && n > 0 { // the player is the one who is to move
		s.side = s.g.Position().Turn().Other()
	}
	s.level = n
	if n == 0 {
		return "Two people play"
	}
	return fmt.Sprintf("The computer plays %v at level %d", s.side, n)
}

// setSide gives the player a side against the computer.
func (s *session) setSide(text string) string {
	side, err := parseSide(text)
	switch {
	case err != nil:
		return err.Error()
	case s.level == 0:
		return "Two people play: 'level 5' lets the computer play"
	}
	s.side = side.Other()
	return fmt.Sprintf("You play %v", side)
}

// parseSide reads a colour.
func parseSide(text string) (kirke.Color, error) {
	switch strings.ToLower(text) {
	case "white", "w":
		return kirke.White, nil
	case "black", "b":
		return kirke.Black, nil
	}
	return kirke.White, fmt.Errorf("%q is not a side: it is white or black", text)
}

// again begins a new game, of another kind if it is named.
func (s *session) again(id string) string {
	if id == "" {
		id = s.g.Variant().ID
	}
	p, note, err := s.begin(id)
	if err != nil {
		return err.Error()
	}
	s.take(kirke.NewGame(p))
	return s.shown() + note
}

// load goes on with the first game of a file.
func (s *session) load(name string) string {
	if name == "" {
		return "load which file? For example: load game.pgn"
	}
	g, err := s.open(name)
	if err != nil {
		return err.Error()
	}
	s.take(g)
	return s.shown() + strings.TrimPrefix(s.last()+s.outcome(), "\n")
}

// take goes on with another game.
func (s *session) take(g *kirke.Game) {
	s.g, s.offered, s.asked, s.taken = g, false, nothing, false
	if s.clock != nil {
		s.clock.reset()
	}
	s.wind()
}

// shown returns the board, unless answers do without it.
func (s *session) shown() string {
	if s.quiet {
		return ""
	}
	return s.board(diagram.Figurines)
}

// last returns the move that was played, with its number.
func (s *session) last() string {
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

// outcome says how the game has ended, or that a king is in check.
func (s *session) outcome() string {
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
		return strings.TrimSpace(s.outcome())
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
	if s.g.Outcome().Over() { // which was said when it ended
		return "> "
	}
	text := s.status()
	if s.clock != nil {
		text += fmt.Sprintf(", White %s, Black %s", clockText(s.clock.remaining(kirke.White)), clockText(s.clock.remaining(kirke.Black)))
	}
	return text + "> "
}

// flag returns a channel that tells when the time of the side to move is over, nil when no clock runs.
func (s *session) flag() <-chan time.Time {
	if s.clock == nil || !s.clock.running {
		return nil
	}
	return time.After(s.clock.remaining(s.clock.side))
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

func (s *session) moves(of string) string {
	p := s.g.Position()
	from := kirke.NoSquare
	if of != "" {
		var err error
		if from, err = p.Variant().ParseSquare(of); err != nil {
			return err.Error()
		}
	}
	var texts []string
	for m := range p.LegalMoves() {
		if from == kirke.NoSquare || m.From() == from {
			texts = append(texts, p.MoveText(m, s.style))
		}
	}
	if texts == nil {
		return "There is no legal move"
	}
	slices.Sort(texts)
	return strings.Join(texts, "  ")
}

func (s *session) explain(move string) string {
	if move == "" {
		return "explain which move? For example: explain Bc1"
	}
	if why := s.g.Position().Explain(move); why != nil {
		return why.Error()
	}
	p := s.g.Position()
	m, err := p.ParseMove(move)
	if err != nil {
		return err.Error()
	}
	return move + " is legal. " + rulebook.Tell(p, m)
}

// draw claims a draw, accepts one that is offered or offers one.
func (s *session) draw() string {
	if claims := s.g.Claims(); len(claims) > 0 {
		return s.end(s.g.Claim(claims[0]))
	}
	if s.offered {
		return s.end(s.g.AgreeDraw())
	}
	if o := s.g.Outcome(); o.Over() {
		return fmt.Sprintf("The game is over: %v", o)
	}
	if s.level > 0 {
		if s.computers() {
			return "It is the computer's turn: offer a draw when it is yours"
		}
		s.asked = toAnswer
		return ""
	}
	s.offered, s.offerer = true, s.g.Position().Turn()
	return fmt.Sprintf("%v offers a draw: 'draw' accepts it, a move declines", s.offerer)
}

// resign gives the game up for the side to move, or for the player against the computer.
func (s *session) resign() string {
	side := s.g.Position().Turn()
	if s.level > 0 {
		side = s.side.Other()
	}
	return s.end(s.g.Resign(side))
}

// end answers what ends the game.
func (s *session) end(err error) string {
	s.offered, s.asked, s.taken = false, nothing, false
	s.wind()
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(s.outcome())
}

// save writes the game to a file in the format that its name asks for.
func (s *session) save(name string) string {
	if name == "" {
		return "save to which file? For example: save game.pgn"
	}
	s.sign()
	write := s.g.WritePGN
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json", ".jsonl":
		write = func(w io.Writer) error { return printTo(w, s.g) }
	case ".log", ".txt":
		write = s.g.WriteCourier
	case ".svg":
		write = s.picture().SVG
	case ".fen":
		write = func(w io.Writer) error {
			_, err := fmt.Fprintln(w, s.g.Position().FEN())
			return err
		}
	}
	if err := writeFile(name, write); err != nil {
		return err.Error()
	}
	return "Saved " + name
}

// sign writes down the computer as one of the players of the game, where nobody else is.
func (s *session) sign() {
	if s.level == 0 {
		return
	}
	name := [2]string{"White", "Black"}[s.side]
	if tag := s.g.Tag(name); tag == "" || tag == "?" {
		s.g.SetTag(name, fmt.Sprintf("Kirke, level %d", s.level))
	}
}
