package main

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
)

// terminalBoard is a session on the whole screen: a painted board with a cursor,
// and a line to type on.
type terminalBoard struct {
	s       *session
	input   string
	message string

	cursor  board.Square // NoSquare until an arrow key is pressed
	from    board.Square // the man that was picked up, or NoSquare
	choices []kirke.Move // moves between the same two squares to choose from
	choice  int
}

// playOnBoard plays s on the whole screen until the players leave.
func playOnBoard(c *console, s *session) error {
	m := &terminalBoard{s: s, cursor: board.NoSquare, from: board.NoSquare, message: "Type a move, or move the cursor with the arrow keys and press Enter. 'help' lists the commands."}
	_, err := tea.NewProgram(m, tea.WithContext(c.ctx), tea.WithInput(c.in), tea.WithOutput(c.out)).Run()
	if errors.Is(err, tea.ErrProgramKilled) || errors.Is(err, tea.ErrInterrupted) {
		err = nil
	}
	fmt.Fprintf(c.out, "%s\n%s\n", s.status(), s.g.Position().FEN())
	return err
}

// Init starts without a command.
func (m *terminalBoard) Init() tea.Cmd { return nil }

// Update does what a key asks for.
func (m *terminalBoard) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	key, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return m, nil
	}
	if key.String() == "ctrl+c" {
		return m, tea.Quit
	}
	if m.choices != nil {
		m.choose(key.String())
		return m, nil
	}
	switch key.String() {
	case "enter":
		return m, m.enter()
	case "esc":
		m.input, m.from, m.message = "", board.NoSquare, ""
	case "backspace":
		if r := []rune(m.input); len(r) > 0 {
			m.input = string(r[:len(r)-1])
		}
	case "up", "down", "left", "right":
		m.step(key.String())
	default:
		m.input += key.Key().Text
	}
	return m, nil
}

// step moves the cursor.
func (m *terminalBoard) step(where string) {
	size := m.s.g.Variant().Size
	file, rank := size.Files/2, 0
	if m.cursor != board.NoSquare {
		file, rank = size.File(m.cursor), size.Rank(m.cursor)
		way := 1
		if m.s.flip {
			way = -1
		}
		switch where {
		case "up":
			rank += way
		case "down":
			rank -= way
		case "left":
			file -= way
		case "right":
			file += way
		}
	}
	if sq := size.At(file, rank); sq != board.NoSquare {
		m.cursor = sq
	}
}

// enter does the line that was typed, or picks up or puts down the man under the
// cursor.
func (m *terminalBoard) enter() tea.Cmd {
	if line := m.input; line != "" {
		m.input, m.from = "", board.NoSquare
		before := m.s.g.Node()
		answer, quit := m.s.do(line)
		if quit {
			return tea.Quit
		}
		m.message = answer
		if m.s.g.Node() != before || strings.HasPrefix(line, "flip") || strings.HasPrefix(line, "board") {
			m.message = "" // the board shows it
		}
		return nil
	}
	switch p := m.s.g.Position(); {
	case m.cursor == board.NoSquare:
	case m.s.g.Outcome().Over():
		m.message = m.s.play("")
	case m.from == board.NoSquare:
		if man := p.At(m.cursor); man != 0 && man.Color() == p.Turn() {
			m.from, m.message = m.cursor, ""
		}
	default:
		m.putDown(p)
	}
	return nil
}

// putDown plays the move from the picked-up man to the cursor, or lets the
// player choose when there are several.
func (m *terminalBoard) putDown(p kirke.Position) {
	var fitting []kirke.Move
	for move := range p.LegalMoves() {
		if move.From() == m.from && (move.To() == m.cursor || p.Details(move).To == m.cursor) {
			fitting = append(fitting, move)
		}
	}
	from := m.from
	m.from = board.NoSquare
	switch len(fitting) {
	case 0:
		if from != m.cursor {
			m.message = m.s.explain(p.Variant().SquareName(from) + p.Variant().SquareName(m.cursor))
		}
	case 1:
		m.play(fitting[0])
	default:
		m.choices, m.choice = fitting, 0
	}
}

// choose handles a key while there are moves to choose from.
func (m *terminalBoard) choose(key string) {
	switch key {
	case "up", "left":
		m.choice = (m.choice + len(m.choices) - 1) % len(m.choices)
	case "down", "right":
		m.choice = (m.choice + 1) % len(m.choices)
	case "enter":
		move := m.choices[m.choice]
		m.choices = nil
		m.play(move)
	case "esc":
		m.choices = nil
	}
}

func (m *terminalBoard) play(move kirke.Move) {
	m.message = ""
	if err := m.s.g.Play(move); err != nil {
		m.message = err.Error()
		return
	}
	m.s.moved()
}

// View draws the screen.
func (m *terminalBoard) View() tea.View {
	d := m.s.picture()
	if m.cursor != board.NoSquare {
		d.Marks[m.cursor] |= diagram.Highlight
	}
	if m.from != board.NoSquare {
		d.Marks[m.from] |= diagram.Highlight
		p := m.s.g.Position()
		for move := range p.LegalMoves() {
			if details := p.Details(move); move.From() == m.from && d.Size.Contains(details.To) {
				d.Marks[details.To] |= diagram.Target
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", m.s.g.Variant().Name)
	if err := d.Text(&b, diagram.Painted); err != nil {
		fmt.Fprintln(&b, err)
	}
	fmt.Fprintf(&b, "\n%s\n%s\n", m.score(), m.s.status())
	if m.choices == nil {
		fmt.Fprintf(&b, "> %s_\n\n%s\n", m.input, m.message)
	} else {
		p := m.s.g.Position()
		b.WriteString("Which one? Arrow keys and Enter choose, Esc cancels.\n")
		for i, move := range m.choices {
			mark := "  "
			if i == m.choice {
				mark = "> "
			}
			fmt.Fprintf(&b, "%s%s\n", mark, p.MoveText(move, m.s.style))
		}
	}
	v := tea.NewView(b.String())
	v.AltScreen = true
	v.WindowTitle = "Kirke: " + m.s.g.Variant().Name
	return v
}

// score returns the last moves of the game.
func (m *terminalBoard) score() string {
	const shown = 10
	var moves []string
	for n := range m.s.g.Line() {
		before := n.Parent().Position()
		text := n.Text(m.s.style)
		if _, full := before.Clock(); before.Turn() == kirke.White || len(moves) == 0 {
			text = fmt.Sprintf("%d. %s", full, text)
		}
		moves = append(moves, text)
	}
	if len(moves) > shown {
		moves = append([]string{"…"}, moves[len(moves)-shown:]...)
	}
	return strings.Join(moves, "  ")
}
