package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/diagram"
)

// session is a game between two people at one terminal, driven by lines of text.
type session struct {
	g     *kirke.Game
	style kirke.Style
	flip  bool
	quiet bool // answers do without the board

	offered bool // a draw, by the side below
	offerer kirke.Color
}

// help lists what can be typed.
const help = `Type a move in any style (e4, g1f3, Nf3/H, O-O), or:
  moves [SQUARE]   list the legal moves, of one man
  explain MOVE     say why a move is not legal
  undo             take the last move back
  board, flip      show the board; turn it round
  fen              show the position as FEN
  draw             claim a draw, or offer one; typed again it is accepted
  resign           give the game up
  save FILE        save the game as .pgn, .jsonl or .log (Game Courier), the position as .fen or .svg
  help, quit`

// do does what a line asks for and returns the answer; quit is true when the
// players want to leave.
func (s *session) do(line string) (answer string, quit bool) {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	rest = strings.TrimSpace(rest)
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
		s.offered = false
		if !s.g.Undo() {
			return "There is no move to take back", false
		}
		return s.shown(), false
	case "save":
		return s.save(rest), false
	case "resign":
		return s.end(s.g.Resign(s.g.Position().Turn())), false
	case "draw":
		return s.draw(), false
	}
	return s.play(line), false
}

// play plays the move on a line.
func (s *session) play(line string) string {
	if o := s.g.Outcome(); o.Over() {
		return fmt.Sprintf("The game is over: %v. 'undo' takes the last move back", o)
	}
	if err := s.g.PlayText(strings.TrimSpace(line)); err != nil {
		return err.Error()
	}
	return s.moved()
}

// moved answers the move that was just played.
func (s *session) moved() string {
	s.offered = false
	return s.shown() + s.last() + s.outcome()
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
	if o := s.g.Outcome(); o.Over() {
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

// picture returns the diagram of the position with the last move marked.
func (s *session) picture() *diagram.Diagram {
	d := picture(s.g.Position())
	d.Flip = s.flip
	if n := s.g.Node(); n.Parent() != nil && n.Move() != 0 {
		markMove(d, n.Parent().Position().Details(n.Move()))
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
	return move + " is legal"
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
	s.offered, s.offerer = true, s.g.Position().Turn()
	return fmt.Sprintf("%v offers a draw: 'draw' accepts it, a move declines", s.offerer)
}

// end answers what ends the game.
func (s *session) end(err error) string {
	s.offered = false
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
