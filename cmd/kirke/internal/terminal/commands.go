package terminal

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/picture"
)

// help lists what can be typed.
const help = `Type a move in any notation (e4, g1f3, O-O, Nf3/H, a drop as N@f3), or:
  moves [SQUARE]   list the legal moves, or those of one piece
  explain MOVE     say why a move is not legal, or what it does
  undo             take back the last move, or yours against the computer
  go               let the computer move; against it, change sides
  hint, eval       ask the computer for a move, or who is better
  level N          play against the computer, 1 to 10; 0 is two people
  side COLOUR      play white or black against the computer
  board, flip      show the board; turn it round
  fen              show the position as FEN
  draw             claim, offer or accept a draw
  resign           resign the game
  new [GAME]       start again, or another game
  load FILE        continue the first game in a file
  save FILE        save the game as .pgn, .jsonl or .log (Game Courier),
                   or the position as .fen or .svg
  help, quit`

// command answers a command. rest is what follows its name.
type command func(s *session, rest string) (answer string)

// commands are the words that a line may begin with, besides help and quit.
var commands = map[string]command{
	"board":   func(s *session, _ string) string { return s.board(s.drawn) },
	"flip":    func(s *session, _ string) string { s.flip = !s.flip; return s.shown() },
	"fen":     func(s *session, _ string) string { return s.g.Position().FEN() },
	"moves":   (*session).moves,
	"explain": (*session).explain,
	"undo":    func(s *session, _ string) string { return s.undo() },
	"go":      func(s *session, _ string) string { return s.request(makeMove) },
	"hint":    func(s *session, _ string) string { return s.request(giveHint) },
	"eval":    func(s *session, _ string) string { return s.request(evaluate) },
	"level":   (*session).setLevel,
	"side":    (*session).setSide,
	"new":     (*session).restart,
	"load":    (*session).load,
	"save":    (*session).save,
	"resign":  func(s *session, _ string) string { return s.resign() },
	"draw":    func(s *session, _ string) string { return s.draw() },
}

// do carries out a line, a command or a move. quit is true when the players want to leave.
func (s *session) do(line string) (answer string, quit bool) {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	word = strings.ToLower(word)
	quit = word == "quit" || word == "exit"
	if flag := s.checkFlag(); flag != "" {
		return flag, quit
	}
	switch {
	case quit, word == "":
		return "", quit
	case word == "help" || word == "?":
		return help, false
	}
	if answer, known := commands[word]; known {
		return answer(s, strings.TrimSpace(rest)), false
	}
	return s.play(line), false
}

// play plays the move on a line.
func (s *session) play(line string) string {
	if o := s.g.Outcome(); o.Over() {
		return s.gameOver(o)
	}
	if s.computerToMove() {
		return "It is the computer's turn"
	}
	if err := s.g.PlayText(strings.TrimSpace(line)); err != nil {
		return err.Error()
	}
	return s.moved()
}

// request asks the engine for something.
func (s *session) request(kind taskKind) string {
	if o := s.g.Outcome(); o.Over() {
		return s.gameOver(o)
	}
	s.requested = kind
	if kind == makeMove {
		s.forced = true
		if s.level > 0 {
			s.side = s.g.Position().Turn()
		}
	}
	return ""
}

// moves lists the legal moves, or those of the piece on a square.
func (s *session) moves(square string) string {
	p := s.g.Position()
	from := kirke.NoSquare
	if square != "" {
		var err error
		if from, err = p.Variant().ParseSquare(square); err != nil {
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

// explain says why a move is not legal, or what it does.
func (s *session) explain(move string) string {
	if move == "" {
		return "Explain which move? For example: explain Bc1"
	}
	p := s.g.Position()
	if why := p.Explain(move); why != nil {
		return why.Error()
	}
	m, err := p.ParseMove(move)
	if err != nil {
		return err.Error()
	}
	return move + " is legal. " + picture.Spoken(p, m) + "."
}

// undo takes back the end of the game that the players agreed on, or else the last move. Against
// the computer it takes back the player's own move and the answer.
func (s *session) undo() string {
	s.clearRequests()
	if o := s.g.Recorded(); o.Over() && s.g.Outcome() == o && !s.g.Position().Outcome().Over() {
		s.g.Record(kirke.Outcome{})
		if s.clock != nil && s.clock.remaining(s.g.Position().Turn()) == 0 {
			s.clock.restore(s.g.Node())
		}
		s.startClock()
		return s.shown()
	}
	playersTurn := func(n *kirke.Node) bool { return s.level == 0 || n.Position().Turn() != s.side }
	n := s.g.Node().Parent()
	for n != nil && !playersTurn(n) {
		n = n.Parent()
	}
	if n == nil {
		return "There is no move to take back"
	}
	for s.g.Node() != n && s.g.Undo() {
		continue
	}
	if s.clock != nil {
		s.clock.restore(n)
	}
	s.startClock()
	return s.shown()
}

// setLevel sets the level of the computer, or ends its play.
func (s *session) setLevel(text string) string {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > engine.MaxLevel {
		return fmt.Sprintf("%q is not a level: it is 1 to %d, or 0 for two people", text, engine.MaxLevel)
	}
	if s.level == 0 && n > 0 { // the player has the move
		s.side = s.g.Position().Turn().Other()
	}
	s.level = n
	if n == 0 {
		return "Two people play"
	}
	return fmt.Sprintf("The computer plays %v at level %d, about %d Elo", s.side, n, engine.LevelElo(n))
}

// setSide sets the player's side against the computer.
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

// restart starts a new game, of another variant if an ID is given.
func (s *session) restart(id string) string {
	if id == "" {
		id = s.g.Variant().ID
	}
	p, note, err := s.startGame(id)
	if err != nil {
		return err.Error()
	}
	s.setGame(kirke.NewGame(p))
	return s.shown() + note
}

// load continues the first game of a file.
func (s *session) load(name string) string {
	if name == "" {
		return "Load which file? For example: load game.pgn"
	}
	g, err := s.openGame(name)
	if err != nil {
		return err.Error()
	}
	s.setGame(g)
	return s.shown() + strings.TrimPrefix(s.lastMove()+s.ending(), "\n")
}

// save writes the game to a file, in the format of its extension.
func (s *session) save(name string) string {
	if name == "" {
		return "Save to which file? For example: save game.pgn"
	}
	s.tagComputer()
	write := s.g.WritePGN
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json", ".jsonl":
		write = func(w io.Writer) error { return console.PrintTo(w, s.g) }
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
	if err := console.WriteFile(name, write); err != nil {
		return err.Error()
	}
	return "Saved " + name
}

// tagComputer names the computer as a player of the game, unless somebody else is.
func (s *session) tagComputer() {
	if s.level == 0 {
		return
	}
	name := [2]string{"White", "Black"}[s.side]
	if tag := s.g.Tag(name); tag == "" || tag == "?" {
		s.g.SetTag(name, fmt.Sprintf("Kirke, level %d", s.level))
	}
}

// draw claims a draw, accepts one that is offered, or offers one.
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
		if s.computerToMove() {
			return "It is the computer's turn: offer a draw when it is yours"
		}
		s.requested = answerDraw
		return ""
	}
	s.offered, s.offerer = true, s.g.Position().Turn()
	return fmt.Sprintf("%v offers a draw: 'draw' accepts it, a move declines it", s.offerer)
}

// resign resigns for the side to move, or for the player against the computer.
func (s *session) resign() string {
	side := s.g.Position().Turn()
	if s.level > 0 {
		side = s.side.Other()
	}
	return s.end(s.g.Resign(side))
}
