package terminal

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
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/evaluation"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/web/view"
)

// screen is a session on the whole terminal, a model of bubbletea: a board with a cursor, a panel
// beside it, and a line to type on. Engine tasks run in the background, one at a time. view.go
// draws it.
type screen struct {
	s       *session
	ctx     context.Context
	engines *computer
	input   string
	message string

	cursor  board.Square // NoSquare until an arrow key is pressed
	from    board.Square // of the piece that was picked up, or NoSquare
	choices []kirke.Move // moves between the same two squares to choose from
	choice  int
	hint    kirke.Move // shown on the board, 0 for none

	job       *job // the engine task in progress, or nil
	ticking   bool
	evalBar   bool        // shows who is better
	evaluated *kirke.Node // the position that the bar has been searched for
	score     engine.Score
	depth     int

	style         diagram.TextStyle
	styled        bool // the user chose the style
	width, height int  // of the terminal, 0 until known
}

// job is an engine task in the background.
type job struct {
	kind   taskKind
	node   *kirke.Node // of the position it is about
	side   kirke.Color // the computer's when it started
	cancel context.CancelFunc
	latest atomic.Pointer[engine.Info]
}

// jobDone is the message that a job has ended.
type jobDone struct {
	job    *job
	result engine.Result
	err    error
}

// tickMsg is the message to look at the clocks and at what the engine has found.
type tickMsg struct{}

const tickTime = 100 * time.Millisecond

const welcome = "Type a move, or move the cursor with the arrow keys and press Enter. 'help' lists the commands."

// playOnScreen plays s on the whole screen until the players quit. styled reports whether they chose
// how the board is drawn.
func playOnScreen(c *console.Console, s *session, engines *computer, styled bool) error {
	ctx, stop := context.WithCancel(c.Ctx)
	defer stop()
	m := newScreen(ctx, s, engines)
	if styled {
		m.style, m.styled = s.drawn, true
	}
	m.style = allowed(m.style)
	_, err := tea.NewProgram(m, tea.WithContext(c.Ctx), tea.WithInput(c.In), tea.WithOutput(c.Out)).Run()
	if errors.Is(err, tea.ErrProgramKilled) || errors.Is(err, tea.ErrInterrupted) {
		err = nil
	}
	fmt.Fprintf(c.Out, "%s\n%s\n", s.status(), s.g.Position().FEN())
	return err
}

// allowed returns a style of the board, or figurines where colours are not wanted.
func allowed(style diagram.TextStyle) diagram.TextStyle {
	if style == diagram.Painted && console.NoColor() {
		return diagram.Figurines
	}
	return style
}

func newScreen(ctx context.Context, s *session, engines *computer) *screen {
	return &screen{
		ctx: ctx, s: s, engines: engines, message: welcome,
		cursor: board.NoSquare, from: board.NoSquare, style: diagram.Painted,
	}
}

// Init starts the engine task that is due.
func (m *screen) Init() tea.Cmd { return m.nextCommand() }

// Update handles a key, or what the engine has found.
func (m *screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		return m, nil
	case tea.ColorProfileMsg:
		if !m.styled && msg.Profile < colorprofile.ANSI256 { // White and Black would look the same
			m.style = diagram.Figurines
		}
		return m, nil
	case tickMsg:
		m.ticking = false
		m.readScore()
		if flag := m.s.checkFlag(); flag != "" {
			m.cancelPick()
			m.message = flag
		}
	case jobDone:
		m.finish(msg)
	case tea.PasteMsg:
		m.input += console.OneLine(msg.Content)
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
	return m, m.nextCommand()
}

// thinking reports whether the engine works on something that the players wait for.
func (m *screen) thinking() bool { return m.job != nil && m.job.kind != watch }

// key handles a key and reports whether the players quit.
func (m *screen) key(msg tea.KeyPressMsg) (quit bool) {
	key := msg.String()
	if (key == "ctrl+c" || key == "esc") && m.thinking() {
		m.job.cancel() // the search ends with the best it has found
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
		m.cancelPick()
	case "backspace":
		if r := []rune(m.input); len(r) > 0 {
			m.input = string(r[:len(r)-1])
		}
	case "up", "down", "left", "right":
		m.moveCursor(key)
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

// cancelPick puts the piece that was picked up back where it came from.
func (m *screen) cancelPick() { m.from, m.choices = board.NoSquare, nil }

// nextCommand starts the engine task that is due, and the next tick while there is something to
// watch.
func (m *screen) nextCommand() tea.Cmd {
	var cmds []tea.Cmd
	if cmd := m.startJob(); cmd != nil {
		cmds = append(cmds, cmd)
	}
	if !m.ticking && (m.job != nil || m.s.clock != nil && m.s.clock.running) {
		m.ticking = true
		cmds = append(cmds, tea.Tick(tickTime, func(time.Time) tea.Msg { return tickMsg{} }))
	}
	return tea.Batch(cmds...)
}

// startJob starts the engine task that is due, unless it is running, and stops any other.
func (m *screen) startJob() tea.Cmd {
	kind, node := m.s.due(), m.s.g.Node()
	if kind == noTask && m.evalBar && m.evaluated != node && !m.s.g.Outcome().Over() {
		kind = watch
	}
	if m.job != nil {
		if m.job.kind == kind && m.job.node == node && m.job.side == m.s.side {
			return nil
		}
		m.job.cancel()
		m.job = nil
	}
	if kind == noTask {
		return nil
	}
	t := m.s.task(kind)
	ctx, cancel := context.WithCancel(m.ctx)
	j := &job{kind: kind, node: node, side: m.s.side, cancel: cancel}
	m.job = j
	return func() tea.Msg {
		defer cancel()
		result, err := m.engines.do(ctx, t, func(i engine.Info) {
			if i.Line == 1 {
				j.latest.Store(&i)
			}
		})
		return jobDone{j, result, err}
	}
}

// readScore takes the score that the engine has reached, for the bar.
func (m *screen) readScore() {
	if m.job == nil {
		return
	}
	if i := m.job.latest.Load(); i != nil {
		m.score, m.depth = evaluation.ForWhite(i.Score, m.job.node.Position().Turn()), i.Depth
	}
}

// finish takes the result of a job, unless another has replaced it.
func (m *screen) finish(done jobDone) {
	if done.job != m.job {
		return
	}
	m.readScore()
	m.job = nil
	if done.job.kind == watch {
		m.evaluated = done.job.node
		return
	}
	answer := m.s.finish(done.job.kind, done.result, done.err)
	switch done.job.kind {
	case makeMove:
		m.cancelPick()
		m.hint, m.message = 0, ""
		if m.s.g.Node() == done.job.node {
			m.message = answer
		}
	case giveHint:
		m.hint = done.result.Move
		m.message = answer
	default:
		m.message = answer
	}
}

// moveCursor moves the cursor. Imaginary squares lie beside the corners.
func (m *screen) moveCursor(key string) {
	v := m.s.g.Variant()
	size := v.Size
	if m.cursor == board.NoSquare {
		m.cursor = size.At(size.Files/2, 0)
		return
	}
	direction := map[string][2]int{"up": {0, 1}, "down": {0, -1}, "left": {-1, 0}, "right": {1, 0}}[key]
	file, rank := direction[0], direction[1]
	if m.s.flip {
		file, rank = -file, -rank
	}
	corner := func(i int) board.Square { return size.At(i%2*(size.Files-1), i/2*(size.Ranks-1)) }
	if i := int(m.cursor) - size.Area(); i >= 0 { // on an imaginary square: back to the corner
		if file == 1-i%2*2 || rank == 1-i/2*2 {
			m.cursor = corner(i)
		}
		return
	}
	if sq := size.At(size.File(m.cursor)+file, size.Rank(m.cursor)+rank); sq != board.NoSquare {
		m.cursor = sq
		return
	}
	if v.Gating.Imaginary && file != 0 {
		for i := range 4 {
			if m.cursor == corner(i) {
				m.cursor = v.Imaginary(i)
				return
			}
		}
	}
}

// do carries out a line and reports whether the players quit.
func (m *screen) do(line string) (quit bool) {
	before := m.s.g.Node()
	m.cancelPick()
	m.hint = 0
	word, rest, _ := strings.Cut(strings.ToLower(strings.TrimSpace(line)), " ")
	switch {
	case word == "eval":
		m.evalBar = !m.evalBar
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
		m.message = answer // how to repeat a random starting position
	}
	if word == "load" && m.s.g.Node() != before {
		m.message = "Loaded " + strings.TrimSpace(line[len(line)-len(rest):])
	}
	m.evaluated = nil
	if size := m.s.g.Variant().Size; m.cursor != board.NoSquare && !size.Contains(m.cursor) {
		m.cursor = board.NoSquare
	}
	return quit
}

// enter carries out the line that was typed, or picks up or puts down the piece under the cursor.
func (m *screen) enter() (quit bool) {
	if line := m.input; line != "" {
		m.input = ""
		return m.do(line)
	}
	switch p := m.s.g.Position(); {
	case m.cursor == board.NoSquare:
		m.message = ""
	case m.s.g.Outcome().Over() || m.s.computerToMove():
		m.message = m.s.play("")
	case m.from == board.NoSquare:
		if pc := p.At(m.cursor); pc != 0 && pc.Color() == p.Turn() {
			m.from, m.message = m.cursor, ""
		}
	default:
		m.putDown(p)
	}
	return false
}

// putDown plays the move from the picked-up piece to the cursor, or lets the player choose if there
// are several.
func (m *screen) putDown(p kirke.Position) {
	moves := view.Beginning(p, m.from)[m.cursor]
	from := m.from
	m.from = board.NoSquare
	switch len(moves) {
	case 0:
		if from != m.cursor {
			m.message = m.s.explain(p.Variant().SquareName(from) + p.Variant().SquareName(m.cursor))
		}
	case 1:
		m.play(moves[0])
	default:
		m.choices, m.choice = moves, 0
		m.message = ""
	}
}

// choose handles a key while there are moves to choose from.
func (m *screen) choose(key string) {
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

func (m *screen) play(move kirke.Move) {
	m.message, m.hint = "", 0
	if flag := m.s.checkFlag(); flag != "" {
		m.message = flag
		return
	}
	if err := m.s.g.Play(move); err != nil {
		m.message = err.Error()
		return
	}
	m.s.moved()
}
