package terminal

import (
	"fmt"
	"math"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/evaluation"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/picture"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/web/view"
)

// The size of a terminal that does not tell it, and of the footer: the status, the line to type on,
// and a message.
const (
	screenWidth  = 80
	screenHeight = 24
	footerHeight = 5
)

// View draws the screen: the board with the panel beside it, and the footer.
func (m *screen) View() tea.View {
	width, height := m.width, m.height
	if width == 0 {
		width, height = screenWidth, screenHeight
	}
	footer := m.footer(width)
	var body []string
	if len(footer) > footerHeight { // a long answer takes the place of the board
		body, footer = footer[2:], append(footer[:2:2], "Esc shows the board again.")
		body = body[:min(len(body), max(height-len(footer), 1))]
	} else {
		body = m.body(width, max(height-footerHeight, 1))
	}
	v := tea.NewView(strings.Join(append(body, footer...), "\n"))
	v.AltScreen = true
	v.WindowTitle = "Kirke: " + m.s.g.Variant().Name
	return v
}

// footer returns the lines below the board.
func (m *screen) footer(width int) []string {
	status := m.s.status()
	if m.thinking() {
		status += map[taskKind]string{
			makeMove:   "; the computer is thinking, Esc lets it move",
			giveHint:   "; the computer is looking for a hint",
			evaluate:   "; the computer is evaluating",
			answerDraw: "; the computer is considering your offer",
		}[m.job.kind]
	}
	message, prompt := m.message, "> "+m.input+"_"
	if m.choices != nil {
		message = picture.Spoken(m.s.g.Position(), m.choices[m.choice]) + "."
		prompt = "Which one? Arrow keys and Enter choose, Esc cancels."
	}
	lines := []string{truncate(status, width), ansi.TruncateLeft(prompt, ansi.StringWidth(prompt)-width, "")}
	for _, line := range strings.Split(strings.TrimSuffix(message, "\n"), "\n") {
		lines = append(lines, console.Wrap(line, width)...)
	}
	return lines
}

// body returns the board and the panel beside it.
func (m *screen) body(width, height int) []string {
	drawn, boardWidth := m.board()
	rows := min(max(len(drawn)+3, 14), height)
	rows = max(rows, len(drawn))
	side := m.panel(max(width-boardWidth-2, 0), rows)
	lines := make([]string, rows)
	for i := range lines {
		if i < len(drawn) {
			lines[i] = drawn[i]
		}
		if side[i] != "" {
			lines[i] += strings.Repeat(" ", boardWidth+2-ansi.StringWidth(lines[i])) + side[i]
		}
	}
	return lines
}

// board returns the lines of the board and their width. The panel has the rest of the state.
func (m *screen) board() (lines []string, width int) {
	d := m.s.picture()
	d.Hands, d.Notes = [2][]*piece.Type{}, nil
	p := m.s.g.Position()
	if m.hint != 0 {
		h := p.Details(m.hint)
		for _, sq := range []board.Square{h.From, h.To, h.GatedAt} {
			if sq != board.NoSquare {
				d.Marks[sq] |= diagram.Highlight
			}
		}
	}
	if m.cursor != board.NoSquare {
		d.Marks[m.cursor] |= diagram.Highlight
	}
	if m.from != board.NoSquare {
		d.Marks[m.from] |= diagram.Highlight
		for to := range view.Beginning(p, m.from) {
			d.Marks[to] |= diagram.Target
		}
	}
	if m.style != diagram.Painted { // only a colour tells gates from highlights
		for sq, mark := range d.Marks {
			d.Marks[sq] = mark &^ diagram.Gate
		}
	}
	var b strings.Builder
	if err := d.Text(&b, m.style); err != nil {
		return []string{err.Error()}, 0
	}
	for line := range strings.Lines(b.String()) {
		if !strings.Contains(line, "may still gate on") {
			line = strings.TrimRight(line, " \n")
			lines = append(lines, line)
			width = max(width, ansi.StringWidth(line))
		}
	}
	return lines, width
}

// panel returns the lines beside the board: the players with their clocks and pieces in hand, the
// moves, and the state of the game.
func (m *screen) panel(width, rows int) []string {
	above, below := kirke.Black, kirke.White
	if m.s.flip {
		above, below = below, above
	}
	head := append([]string{truncate(m.s.g.Variant().Name, width)}, m.player(above, width)...)
	var foot []string
	for _, note := range m.notes() {
		foot = append(foot, console.Wrap(note, width)...)
	}
	if m.evalBar {
		foot = append(foot, m.bar(width))
	}
	foot = append(foot, m.player(below, width)...)
	room := max(rows-len(head)-len(foot), 0)
	var middle []string
	if m.choices != nil {
		middle = m.chooser(width, max(room, 3))
	} else {
		middle = console.Wrap(evaluation.Line(m.s.g.Start(), m.s.g.Moves(), m.s.style), width)
	}
	if len(middle) > room {
		middle = middle[len(middle)-room:]
	}
	for len(middle) < room {
		middle = append(middle, "")
	}
	lines := append(append(head, middle...), foot...)
	for i := range lines {
		lines[i] = truncate(lines[i], width)
	}
	return lines[:min(len(lines), rows)]
}

// player returns the lines of a player: the name with the clock, the pieces in hand and the gates.
func (m *screen) player(c kirke.Color, width int) []string {
	line := c.String()
	switch {
	case m.s.level > 0 && c == m.s.side:
		line += fmt.Sprintf("  computer, level %d", m.s.level)
	case m.s.level > 0:
		line += "  you"
	}
	if m.s.clock != nil {
		shown := clockText(m.s.clock.remaining(c))
		if m.s.clock.running && m.s.clock.side == c {
			shown = "*" + shown
		}
		line += strings.Repeat(" ", max(min(width, 34)-ansi.StringWidth(line)-len(shown), 2)) + shown
	}
	lines := []string{line}
	d := picture.Of(m.s.g.Position())
	if hand := d.HandText(c); hand != "" {
		lines = append(lines, "  in hand: "+hand)
	}
	var gates []string
	for file := range d.Size.Files {
		if sq := d.Size.Home(c, file, 0); d.Marks[sq]&diagram.Gate != 0 {
			gates = append(gates, d.Size.Name(sq))
		}
	}
	if gates != nil {
		lines = append(lines, "  gates "+strings.Join(gates, " "))
	}
	return lines
}

// notes returns the state of the game that the board does not show.
func (m *screen) notes() []string {
	p := m.s.g.Position()
	v := p.Variant()
	notes := picture.Notes(v, p.Setup())
	n := m.s.g.Node()
	if n.Parent() == nil || n.Move() == 0 {
		return notes
	}
	reborn := func(at board.Square, pc kirke.Piece) {
		notes = append(notes, fmt.Sprintf("Reborn on %s: %s", v.SquareName(at), picture.PieceName(v, pc)))
	}
	d := n.Parent().Position().Details(n.Move())
	if d.RebornAs != 0 && !d.RebornBelow {
		pc := d.RebornAs
		if d.RebornInto != 0 {
			pc = d.RebornInto
		}
		reborn(d.RebornAt, pc)
	}
	if d.CapturerAt != board.NoSquare {
		reborn(d.CapturerAt, d.CapturerAs)
	}
	return notes
}

// chooser returns the moves to choose from, as many as there is room for.
func (m *screen) chooser(width, room int) []string {
	first := min(max(m.choice-room/2, 0), max(len(m.choices)-room, 0))
	var lines []string
	p := m.s.g.Position()
	for i := first; i < min(first+room, len(m.choices)); i++ {
		mark := "  "
		if i == m.choice {
			mark = "> "
		}
		lines = append(lines, truncate(mark+p.MoveText(m.choices[i], m.s.style), width))
	}
	return lines
}

// bar returns a bar that shows White's chances, or how the game has ended.
func (m *screen) bar(width int) string {
	score, text := m.score, " ..."
	switch o := m.s.g.Outcome(); {
	case o.Over():
		text = " " + o.Result.String()
		won := map[kirke.Result]engine.Score{kirke.WhiteWins: evaluation.Won, kirke.BlackWins: -evaluation.Won}
		score = won[o.Result]
	case m.depth > 0:
		text = fmt.Sprintf(" %v (%d)", m.score, m.depth)
	}
	full, empty := "█", "░"
	if m.style == diagram.Letters {
		full, empty = "#", "."
	}
	cells := max(min(width, 28)-len(text), 4)
	filled := int(math.Round((1 + evaluation.Chances(score)) / 2 * float64(cells)))
	return strings.Repeat(full, filled) + strings.Repeat(empty, cells-filled) + text
}

// truncate returns the part of a line that fits into a width, with an ellipsis if it is not all.
func truncate(line string, width int) string { return ansi.Truncate(line, width, "…") }
