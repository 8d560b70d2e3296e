package main

import (
	"fmt"
	"math"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/picture"
	"github.com/kirke-chess/kirke/internal/rulebook"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/web/view"
)

// The screen of a terminal that does not say how large it is, and the lines below the board: the status, the line to type on, and
// what the program says.
const (
	screenWidth  = 80
	screenHeight = 24
	footerHeight = 5
)

// View draws the screen: the board with the panel beside it, and the footer.
func (m *terminalBoard) View() tea.View {
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
func (m *terminalBoard) footer(width int) []string {
	status := m.s.status()
	if m.thinking() {
		status += map[errand]string{
			toMove: "; the computer thinks, Esc lets it move", toHint: "; the computer looks for a hint",
			toJudge: "; the computer looks", toAnswer: "; the computer considers your offer",
		}[m.job.errand]
	}
	message, prompt := m.message, "> "+m.input+"_"
	if m.choices != nil {
		message = rulebook.Tell(m.s.g.Position(), m.choices[m.choice])
		prompt = "Which one? Arrow keys and Enter choose, Esc cancels."
	}
	lines := []string{cut(status, width), tail(prompt, width)}
	for _, line := range strings.Split(strings.TrimSuffix(message, "\n"), "\n") {
		lines = append(lines, wrapped(line, width)...)
	}
	return lines
}

// body returns the board and the panel beside it.
func (m *terminalBoard) body(width, height int) []string {
	drawn, wide := m.board()
	rows := min(max(len(drawn)+3, 14), height)
	rows = max(rows, len(drawn))
	side := m.panel(max(width-wide-2, 0), rows)
	lines := make([]string, rows)
	for i := range lines {
		if i < len(drawn) {
			lines[i] = drawn[i]
		}
		if side[i] != "" {
			lines[i] += strings.Repeat(" ", wide+2-visible(lines[i])) + side[i]
		}
	}
	return lines
}

// board returns the lines of the board and how wide they are. What else there is to say stands in the panel.
func (m *terminalBoard) board() (lines []string, wide int) {
	d := m.s.picture()
	d.Hands, d.Notes = [2][]*piece.Type{}, nil
	p := m.s.g.Position()
	if m.hint != 0 {
		h := p.Details(m.hint)
		for _, sq := range []board.Square{h.From, h.To, h.EnteredAt} {
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
	if m.style != diagram.Painted { // there is no colour to tell them by
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
			wide = max(wide, visible(line))
		}
	}
	return lines, wide
}

// panel returns the lines beside the board: the players with their clocks and men in hand, the moves, and the state of the game.
func (m *terminalBoard) panel(width, rows int) []string {
	above, below := kirke.Black, kirke.White
	if m.s.flip {
		above, below = below, above
	}
	head := append([]string{cut(m.s.g.Variant().Name, width)}, m.player(above, width)...)
	var foot []string
	for _, note := range m.notes() {
		foot = append(foot, wrapped(note, width)...)
	}
	if m.bar {
		foot = append(foot, m.evalBar(width))
	}
	foot = append(foot, m.player(below, width)...)
	var middle []string
	if m.choices != nil {
		middle = m.chooser(width, max(rows-len(head)-len(foot), 3))
	} else {
		middle = wrapped(lineText(m.s.g.Start(), m.s.g.Moves(), m.s.style), width)
	}
	room := max(rows-len(head)-len(foot), 0)
	if len(middle) > room {
		middle = middle[len(middle)-room:]
	}
	for len(middle) < room {
		middle = append(middle, "")
	}
	lines := append(append(head, middle...), foot...)
	for i := range lines {
		lines[i] = cut(lines[i], width)
	}
	return lines[:min(len(lines), rows)]
}

// player returns who plays a side, with the clock, the men in hand and the gates.
func (m *terminalBoard) player(c kirke.Color, width int) []string {
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
		line += strings.Repeat(" ", max(min(width, 34)-visible(line)-len(shown), 2)) + shown
	}
	lines := []string{line}
	d := picture.Of(m.s.g.Position())
	var hand, gates []string
	for _, t := range d.Hands[c] {
		hand = append(hand, t.Name)
	}
	if hand != nil {
		lines = append(lines, "  holds "+strings.Join(hand, ", "))
	}
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
func (m *terminalBoard) notes() []string {
	p := m.s.g.Position()
	notes := picture.Notes(p.Variant(), p.Setup())
	if n := m.s.g.Node(); n.Parent() != nil && n.Move() != 0 {
		before := n.Parent().Position()
		d := before.Details(n.Move())
		if d.RebornAs != 0 && !d.RebornBelow {
			man := d.RebornAs
			if d.RebornInto != 0 {
				man = d.RebornInto
			}
			notes = append(notes, fmt.Sprintf("Reborn on %s: %s", p.Variant().SquareName(d.RebornAt), picture.ManName(p.Variant(), man)))
		}
		if d.CapturerAt != board.NoSquare {
			notes = append(notes, fmt.Sprintf("Reborn on %s: %s", p.Variant().SquareName(d.CapturerAt), picture.ManName(p.Variant(), d.CapturerAs)))
		}
	}
	return notes
}

// chooser returns the moves to choose from, as many as there is room for.
func (m *terminalBoard) chooser(width, room int) []string {
	first := min(max(m.choice-room/2, 0), max(len(m.choices)-room, 0))
	var lines []string
	p := m.s.g.Position()
	for i := first; i < min(first+room, len(m.choices)); i++ {
		mark := "  "
		if i == m.choice {
			mark = "> "
		}
		lines = append(lines, cut(mark+p.MoveText(m.choices[i], m.s.style), width))
	}
	return lines
}

// evalBar returns a bar that shows White's chances, or how the game has ended.
func (m *terminalBoard) evalBar(width int) string {
	score, text := m.score, " ..."
	switch o := m.s.g.Outcome(); {
	case o.Over():
		text = " " + o.Result.String()
		score = map[kirke.Result]engine.Score{kirke.WhiteWins: won, kirke.BlackWins: -won}[o.Result]
	case m.depth > 0:
		text = fmt.Sprintf(" %v (%d)", m.score, m.depth)
	}
	full, empty := "█", "░"
	if m.style == diagram.Letters {
		full, empty = "#", "."
	}
	cells := max(min(width, 28)-len(text), 4)
	filled := int(math.Round((1 + chances(score)) / 2 * float64(cells)))
	return strings.Repeat(full, filled) + strings.Repeat(empty, cells-filled) + text
}

// chances returns how likely a score wins, from -1 for a sure loss to 1 for a sure win.
func chances(s engine.Score) float64 {
	if _, mate := s.Mate(); mate {
		return math.Copysign(1, float64(s))
	}
	const steep = 0.00368208 // found by Lichess in millions of games
	return 2/(1+math.Exp(-steep*float64(s))) - 1
}

// visible counts the columns of a line without its escapes.
func visible(line string) int {
	n, escape := 0, false
	for _, r := range line {
		switch {
		case r == '\x1b':
			escape = true
		case escape:
			escape = r != 'm'
		default:
			n++
		}
	}
	return n
}

// cut returns the beginning of a line that fits into a width, tail its end.
func cut(line string, width int) string {
	r := []rune(line)
	if len(r) <= width {
		return line
	}
	if width < 1 {
		return ""
	}
	return string(r[:width-1]) + "…"
}

func tail(line string, width int) string {
	r := []rune(line)
	if len(r) <= width {
		return line
	}
	return string(r[len(r)-max(width, 0):])
}

// wrapped breaks a line between words so that it fits into a width; what follows a break is set in by as much as the line.
func wrapped(line string, width int) []string {
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	if visible(line) <= width {
		return []string{line}
	}
	var lines []string
	current := indent
	for _, word := range strings.Fields(line) {
		if strings.TrimSpace(current) != "" && visible(current)+1+visible(word) > width {
			lines = append(lines, current)
			current = indent
		}
		if strings.TrimSpace(current) != "" {
			current += " "
		}
		current += word
	}
	return append(lines, current)
}
