package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/web/view"
)

// terminalBoard is a session on the whole screen: a board with a cursor, a panel beside it, and a line to type on.
// The engine works in the background, one job at a time.
type terminalBoard struct {
	s       *session
	ctx     context.Context
	machine *computer
	input   string
	message string

	cursor  board.Square // NoSquare until an arrow key is pressed
	from    board.Square // the man that was picked up, or NoSquare
	choices []kirke.Move // moves between the same two squares to choose from
	choice  int
	hint    kirke.Move // shown on the board, 0 for none

	job     *job
	ticking bool
	bar     bool        // shows who is better
	judged  *kirke.Node // the position that the bar is about
	score   engine.Score
	depth   int

	style         diagram.TextStyle
	styled        bool // the style was asked for
	width, height int  // of the terminal, 0 until it is known
}

// job is work of the engine in the background.
type job struct {
	errand errand
	node   *kirke.Node // of the position it is about
	side   kirke.Color // the engine's when it was begun
	cancel context.CancelFunc
	latest atomic.Pointer[engine.Info]
}

// jobDone is the message that a job has ended.
type jobDone struct {
	job    *job
	result engine.Result
	err    error
}

// tickMsg lets the board look at the clocks and at what the engine has found.
type tickMsg struct{}

const tickTime = 100 * time.Millisecond

const welcome = "Type a move, or move the cursor with the arrow keys and press Enter. 'help' lists the commands."

// playOnBoard plays s on the whole screen until the players leave.
func (c *console) playOnBoard(s *session, machine *computer, style string) error {
	ctx, stop := context.WithCancel(c.ctx)
	defer stop()
	m := newTerminalBoard(ctx, s, machine)
	m.style, m.styled = diagram.Painted, style != ""
	if m.styled {
		m.style = textStyles[style]
	}
	if m.style == diagram.Painted && noColor() {
		m.style = diagram.Figurines
	}
	_, err := tea.NewProgram(m, tea.WithContext(c.ctx), tea.WithInput(c.in), tea.WithOutput(c.out)).Run()
	if errors.Is(err, tea.ErrProgramKilled) || errors.Is(err, tea.ErrInterrupted) {
		err = nil
	}
	fmt.Fprintf(c.out, "%s\n%s\n", s.status(), s.g.Position().FEN())
	return err
}

func newTerminalBoard(ctx context.Context, s *session, machine *computer) *terminalBoard {
	return &terminalBoard{ctx: ctx, s: s, machine: machine, cursor: board.NoSquare, from: board.NoSquare, message: welcome, style: diagram.Painted}
}

// Init lets the engine begin.
func (m *terminalBoard) Init() tea.Cmd { return m.next() }

// Update does what a key asks for, and takes what the engine has found.
func (m *terminalBoard) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		return m, nil
	case tea.ColorProfileMsg:
		if !m.styled && msg.Profile < colorprofile.ANSI256 { // where White and Black would look the same
			m.style = diagram.Figurines
		}
		return m, nil
	case tickMsg:
		m.ticking = false
		m.look()
		if fallen := m.s.tick(); fallen != "" {
			m.putBack()
			m.message = fallen
		}
	case jobDone:
		m.finish(msg)
	case tea.PasteMsg:
		m.input += oneLine(msg.Content)
	case tea.KeyPressMsg:
		if m.key(msg) {
			if m.job != nil {
				m.job.cancel()
			}
			return m, tea.Quit
		}
	default:
		return m, nil
	}
	return m, m.next()
}

// thinking reports whether the engine works on something that the players wait for.
func (m *terminalBoard) thinking() bool { return m.job != nil && m.job.errand != toWatch }

// key does what a key asks for and reports whether the players leave.
func (m *terminalBoard) key(msg tea.KeyPressMsg) (quit bool) {
	key := msg.String()
	if (key == "ctrl+c" || key == "esc") && m.thinking() {
		m.job.cancel() // and it comes with the best it has found
		return false
	}
	if key == "ctrl+c" {
		return true
	}
	if m.choices != nil {
		m.choose(key)
		return false
	}
	switch key {
	case "enter":
		return m.enter()
	case "esc":
		m.input, m.message, m.hint = "", "", 0
		m.putBack()
	case "backspace":
		if r := []rune(m.input); len(r) > 0 {
			m.input = string(r[:len(r)-1])
		}
	case "up", "down", "left", "right":
		m.step(key)
	case "ctrl+z":
		return m.do("undo")
	case "ctrl+f":
		return m.do("flip")
	case "ctrl+e":
		return m.do("eval")
	case "tab":
		return m.do("hint")
	default:
		m.input += msg.Key().Text
	}
	return false
}

// putBack puts down the man that was picked up where it came from.
func (m *terminalBoard) putBack() { m.from, m.choices = board.NoSquare, nil }

// next lets the engine do what is to be done now, and stops what is not.
func (m *terminalBoard) next() tea.Cmd {
	var cmds []tea.Cmd
	if cmd := m.employ(); cmd != nil {
		cmds = append(cmds, cmd)
	}
	if !m.ticking && (m.job != nil || m.s.clock != nil && m.s.clock.running) {
		m.ticking = true
		cmds = append(cmds, tea.Tick(tickTime, func(time.Time) tea.Msg { return tickMsg{} }))
	}
	return tea.Batch(cmds...)
}

// employ begins the job that is due, if it does not go on already.
func (m *terminalBoard) employ() tea.Cmd {
	due, node := m.s.work(), m.s.g.Node()
	if due == nothing && m.bar && m.judged != node && !m.s.g.Outcome().Over() {
		due = toWatch
	}
	if m.job != nil {
		if m.job.errand == due && m.job.node == node && m.job.side == m.s.side {
			return nil
		}
		m.job.cancel()
		m.job = nil
	}
	if due == nothing {
		return nil
	}
	task, err := m.s.task(due)
	if err != nil {
		m.message = err.Error()
		return nil
	}
	ctx, cancel := context.WithCancel(m.ctx)
	j := &job{errand: due, node: node, side: m.s.side, cancel: cancel}
	m.job = j
	return func() tea.Msg {
		defer cancel()
		result, err := m.machine.do(ctx, task, func(i engine.Info) {
			if i.Line == 1 {
				j.latest.Store(&i)
			}
		})
		return jobDone{j, result, err}
	}
}

// look takes the score that the engine has reached for the bar.
func (m *terminalBoard) look() {
	if m.job == nil {
		return
	}
	if i := m.job.latest.Load(); i != nil {
		m.score, m.depth = whites(i.Score, m.job.node.Position().Turn()), i.Depth
	}
}

// finish takes the result of a job, unless the game has gone on without it.
func (m *terminalBoard) finish(done jobDone) {
	if done.job != m.job {
		return
	}
	m.look()
	m.job = nil
	if done.job.errand == toWatch {
		m.judged = done.job.node
		return
	}
	answer := m.s.done(done.job.errand, done.result, done.err)
	switch done.job.errand {
	case toMove:
		m.putBack()
		m.hint, m.message = 0, ""
		if m.s.g.Node() == done.job.node {
			m.message = answer
		}
	case toHint:
		m.hint = done.result.Move
		m.message = answer
	default:
		m.message = answer
	}
}

// step moves the cursor. Imaginary squares lie beside the corners.
func (m *terminalBoard) step(where string) {
	v := m.s.g.Variant()
	size := v.Size
	if m.cursor == board.NoSquare {
		m.cursor = size.At(size.Files/2, 0)
		return
	}
	way := 1
	if m.s.flip {
		way = -1
	}
	file, rank := 0, 0
	switch where {
	case "up":
		rank = way
	case "down":
		rank = -way
	case "left":
		file = -way
	case "right":
		file = way
	}
	if i := int(m.cursor) - size.Area(); i >= 0 { // back to the corner
		corner := size.At(i%2*(size.Files-1), i/2*(size.Ranks-1))
		if file == 1-i%2*2 || rank == 1-i/2*2 {
			m.cursor = corner
		}
		return
	}
	if sq := size.At(size.File(m.cursor)+file, size.Rank(m.cursor)+rank); sq != board.NoSquare {
		m.cursor = sq
		return
	}
	if v.Entry.Imaginary && file != 0 {
		for i := range 4 {
			if m.cursor == size.At(i%2*(size.Files-1), i/2*(size.Ranks-1)) {
				m.cursor = v.Imaginary(i)
				return
			}
		}
	}
}

// do does what a command asks for and reports whether the players leave.
func (m *terminalBoard) do(line string) (quit bool) {
	before := m.s.g.Node()
	m.putBack()
	m.hint = 0
	word, rest, _ := strings.Cut(strings.ToLower(strings.TrimSpace(line)), " ")
	switch {
	case word == "eval":
		m.bar = !m.bar
		m.message = ""
		return false
	case m.thinking() && (word == "hint" || word == "go" || word == "draw"):
		m.message = "The computer is thinking: Esc stops it"
		return false
	}
	answer, quit := m.s.do(line)
	m.message = answer
	if m.s.g.Node() != before || word == "flip" || word == "board" {
		m.message = "" // the board shows it
	}
	if word == "new" {
		m.message = answer // what the board does not show: how its array was drawn
	}
	if word == "load" && m.s.g.Node() != before {
		m.message = "Loaded " + strings.TrimSpace(line[len(line)-len(rest):])
	}
	m.judged = nil
	if size := m.s.g.Variant().Size; m.cursor != board.NoSquare && !size.Contains(m.cursor) {
		m.cursor = board.NoSquare
	}
	return quit
}

// enter does the line that was typed, or picks up or puts down the man under the
// cursor.
func (m *terminalBoard) enter() (quit bool) {
	if line := m.input; line != "" {
		m.input = ""
		return m.do(line)
	}
	switch p := m.s.g.Position(); {
	case m.cursor == board.NoSquare:
		m.message = ""
	case m.s.g.Outcome().Over() || m.s.computers():
		m.message = m.s.play("")
	case m.from == board.NoSquare:
		if man := p.At(m.cursor); man != 0 && man.Color() == p.Turn() {
			m.from, m.message = m.cursor, ""
		}
	default:
		m.putDown(p)
	}
	return false
}

// putDown plays the move from the picked-up man to the cursor, or lets the
// player choose when there are several.
func (m *terminalBoard) putDown(p kirke.Position) {
	fitting := view.Beginning(p, m.from)[m.cursor]
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
		m.message = ""
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
	m.message, m.hint = "", 0
	if fallen := m.s.tick(); fallen != "" {
		m.message = fallen
		return
	}
	if err := m.s.g.Play(move); err != nil {
		m.message = err.Error()
		return
	}
	m.s.moved()
}
