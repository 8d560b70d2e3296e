package terminal

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/engine"
)

// press sends keys to a screen: names of keys, or text to type.
func press(m *screen, keys ...string) (quit bool) {
	named := map[string]rune{
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "backspace": tea.KeyBackspace, "tab": tea.KeyTab,
	}
	for _, key := range keys {
		msgs := []tea.KeyPressMsg{{Code: named[key]}}
		switch {
		case strings.HasPrefix(key, "ctrl+"):
			msgs = []tea.KeyPressMsg{{Code: rune(key[len(key)-1]), Mod: tea.ModCtrl}}
		case named[key] == 0:
			msgs = nil
			for _, r := range key {
				msgs = append(msgs, tea.KeyPressMsg{Code: r, Text: string(r)})
			}
		}
		for _, msg := range msgs {
			_, cmd := m.Update(msg)
			if obey(m, cmd) {
				return true
			}
		}
	}
	return false
}

// obey runs what a screen wants done in the background and passes it the results, until it wants no
// more. It does not wait for running clocks.
func obey(m *screen, cmd tea.Cmd) (quit bool) {
	if cmd == nil {
		return false
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.QuitMsg:
		return true
	case tea.BatchMsg:
		for _, cmd := range msg {
			if obey(m, cmd) {
				return true
			}
		}
	case tickMsg:
		_, cmd := m.Update(msg)
		if m.job != nil {
			return obey(m, cmd)
		}
	default:
		_, cmd := m.Update(msg)
		return obey(m, cmd)
	}
	return false
}

func newTestScreen(t *testing.T, id string) *screen {
	t.Helper()
	v, err := kirke.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	s := newTestSession(kirke.NewGame(p))
	s.quiet = true
	engines := &computer{options: engine.Options{Threads: 1, Hash: 1, Seed: 1}, depth: 2}
	return newScreen(t.Context(), s, engines)
}

// newTestSession returns a session as the command makes it without flags.
func newTestSession(g *kirke.Game) *session {
	c := &console.Console{}
	c.Variant = "chess"
	s := newSession(c)
	s.g = g
	return s
}

// shows reports whether the screen shows all the texts.
func shows(m *screen, texts ...string) bool {
	for _, text := range texts {
		if !strings.Contains(m.View().Content, text) {
			return false
		}
	}
	return true
}

// last returns the last move.
func (m *screen) last() string { return m.s.g.Node().Text(kirke.SAN) }

func TestBoardTakesTypedMoves(t *testing.T) {
	m := newTestScreen(t, "chess")
	press(m, "e45", "backspace", "enter", "e7e5", "enter")
	if got := m.last(); got != "e5" {
		t.Errorf("the last move is %q, want e5", got)
	}
	press(m, "Ke3", "enter")
	if !strings.Contains(m.message, "not legal") || !strings.Contains(m.View().Content, m.message) {
		t.Errorf("an illegal move is answered with %q", m.message)
	}
	if !press(m, "quit", "enter") || !press(m, "ctrl+c") {
		t.Error("quit and Ctrl-C do not leave")
	}
}

func TestBoardMovesPiecesWithTheCursor(t *testing.T) {
	m := newTestScreen(t, "chess")
	press(m, "up", "up", "enter") // the cursor appears on e1, goes to e2 and picks up the pawn
	if m.from != 12 || !strings.Contains(m.View().Content, "•") {
		t.Fatalf("picked up the piece on %d, want 12; the view:\n%s", m.from, m.View().Content)
	}
	press(m, "up", "up", "enter")
	if got := m.last(); got != "e4" {
		t.Errorf("the last move is %q, want e4", got)
	}
	press(m, "enter") // White's pawn is not Black's to move
	if m.from != board.NoSquare {
		t.Errorf("Black picked up %d", m.from)
	}
	press(m, "up", "up", "up", "enter", "down", "left", "enter") // e7 to d6
	if !strings.Contains(m.message, "not legal") {
		t.Errorf("an illegal move is answered with %q", m.message)
	}
}

func TestBoardLetsPlayersChoose(t *testing.T) {
	m := newTestScreen(t, "seirawan")
	moves := []string{"up", "right", "right", "enter", "up", "up", "left", "enter"} // g1 to f3
	press(m, moves...)
	if len(m.choices) != 3 || !shows(m, "> Nf3", "  Nf3/H", "  Nf3/E", "Knight g1 to f3.") {
		t.Fatalf("%d choices; the view:\n%s", len(m.choices), m.View().Content)
	}
	press(m, "esc")
	if m.choices != nil || m.s.g.Ply() != 0 {
		t.Error("Esc does not cancel")
	}
	press(m, "down", "down", "right", "enter", "up", "up", "left", "enter", "down", "enter")
	if got := m.last(); got != "Nf3/H" {
		t.Errorf("the last move is %q, want Nf3/H", got)
	}
	if view := m.View().Content; !strings.Contains(view, "1. Nf3/H") || !strings.Contains(view, "in hand: Elephant") {
		t.Errorf("the view:\n%s", view)
	}
}

func TestBoardTurnsRound(t *testing.T) {
	m := newTestScreen(t, "chess")
	press(m, "flip", "enter", "up", "up")
	if m.cursor != 4 {
		t.Errorf("with Black below, up from e1 is %d, want still 4", m.cursor)
	}
	press(m, "down")
	if m.cursor != 12 {
		t.Errorf("with Black below, down from e1 is %d, want 12", m.cursor)
	}
}

func TestBoardPlaysAgainstTheComputer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTestScreen(t, "seirawan")
		m.s.level, m.s.side = 1, kirke.Black
		press(m, "e4", "enter")
		if m.s.g.Ply() != 2 || !shows(m, "Black  computer, level 1", "White  you", "in hand: Hawk, Elephant",
			"gates a1 b1 c1 d1 e1 f1 g1 h1") {
			t.Fatalf("after %d half-moves the view is\n%s", m.s.g.Ply(), m.View().Content)
		}
		press(m, "d4", "enter", "undo", "enter")
		if m.s.g.Ply() != 2 || m.s.g.Position().Turn() != kirke.White {
			t.Errorf("undo goes back to half-move %d", m.s.g.Ply())
		}
		press(m, "tab")
		if m.hint == 0 || !shows(m, "\x1b[48;5;74;", m.s.g.Position().MoveText(m.hint, kirke.SAN)+"  (") {
			t.Errorf("a hint shows\n%s", m.View().Content)
		}
		press(m, "ctrl+e")
		if !m.evalBar || m.evaluated != m.s.g.Node() || !shows(m, "█", "(2)") {
			t.Errorf("the bar shows\n%s", m.View().Content)
		}
		press(m, "ctrl+e", "go", "enter") // the computer takes White, and the player Black
		if m.s.side != kirke.White || m.s.g.Ply() != 3 || shows(m, "█") {
			t.Errorf("after 'go' the computer plays %v after %d half-moves", m.s.side, m.s.g.Ply())
		}
		press(m, "resign", "enter", "e5", "enter")
		if !shows(m, "White wins: 1-0 (resignation)", "The game is over") {
			t.Errorf("after resigning:\n%s", m.View().Content)
		}
		press(m, "ctrl+e")
		if !shows(m, "████ 1-0") || shows(m, "░") {
			t.Errorf("after White has won, the bar shows\n%s", m.View().Content)
		}
		press(m, "ctrl+e", "new siceirawan", "enter")
		if m.s.g.Variant().ID != "siceirawan" || m.s.g.Ply() != 1 {
			t.Errorf("a new game:\n%s", m.View().Content)
		}
	})
}

// TestBoardStopsTheComputer: while it thinks the board takes keys, and Esc lets it move.
func TestBoardStopsTheComputer(t *testing.T) {
	m := newTestScreen(t, "chess")
	m.engines.depth, m.engines.time = 0, time.Hour
	m.s.level, m.s.side = 10, kirke.White
	done := make(chan tea.Msg)
	start := func() {
		cmd := m.startJob()
		go func() { done <- cmd() }()
	}
	m.ticking = true
	start()
	if !m.thinking() || !shows(m, "the computer is thinking, Esc lets it move") {
		t.Fatalf("the view:\n%s", m.View().Content)
	}
	if _, cmd := m.Update(tea.KeyPressMsg{Code: 'e', Text: "e"}); cmd != nil || m.input != "e" {
		t.Errorf("while it thinks, a key makes the line %q", m.input)
	}
	press(m, "5", "enter")
	if m.message != "It is the computer's turn" {
		t.Errorf("a move out of turn is answered with %q", m.message)
	}
	press(m, "esc")
	press(m, "ctrl+c") // stops it as well, and does not leave
	m.Update(<-done)
	if m.s.g.Ply() != 1 || m.thinking() {
		t.Errorf("stopped, it has played %d half-moves", m.s.g.Ply())
	}
	// What it finds for a position of the past is dropped.
	m.s.do("e5")
	start()
	press(m, "undo", "enter")
	press(m, "level 0", "enter")
	m.Update(<-done)
	if m.s.g.Ply() != 1 || m.thinking() {
		t.Errorf("it has played for two people: %d half-moves", m.s.g.Ply())
	}
}

func TestBoardLosesOnTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTestScreen(t, "chess")
		m.s.clock = newClock(timeControl{time.Minute, 0})
		m.s.startClock()
		press(m, "e4", "enter")
		if !shows(m, "1:00") {
			t.Errorf("the view:\n%s", m.View().Content)
		}
		time.Sleep(51500 * time.Millisecond)
		if !shows(m, "*0:08.5") {
			t.Errorf("the view:\n%s", m.View().Content)
		}
		time.Sleep(10 * time.Second)
		m.Update(tickMsg{})
		if !shows(m, "White wins: 1-0 (time forfeit)") {
			t.Errorf("the view:\n%s", m.View().Content)
		}
	})
}

// TestBoardFits: nothing is cut off at 80×24, with and without colour, on any board.
func TestBoardFits(t *testing.T) {
	for _, id := range []string{"chess", "siceirawan", "sissa", "cetran3", "seirawan", "circe-volcanic"} {
		for _, style := range []diagram.TextStyle{diagram.Painted, diagram.Figurines, diagram.Letters} {
			m := newTestScreen(t, id)
			m.style, m.evalBar = style, true
			m.s.clock = newClock(timeControl{time.Minute, 0})
			m.s.level = 10
			m.s.g = kirke.NewGame(m.s.g.Start())
			for range 60 {
				for move := range m.s.g.Position().LegalMoves() {
					_ = m.s.g.Play(move)
					break
				}
			}
			lines := strings.Split(m.View().Content, "\n")
			if len(lines) > screenHeight {
				t.Errorf("%s: %d lines", id, len(lines))
			}
			for _, line := range lines {
				if ansi.StringWidth(line) > screenWidth {
					t.Errorf("%s: a line of %d columns: %q", id, ansi.StringWidth(line), line)
				}
			}
			if !shows(m, m.s.g.Variant().Name, "White", "Black", "> _") {
				t.Errorf("%s: the view:\n%s", id, m.View().Content)
			}
		}
	}
}

func TestBoardKnowsColours(t *testing.T) {
	m := newTestScreen(t, "seirawan")
	m.Update(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	if !shows(m, "\x1b[48;5;", "♞°") {
		t.Errorf("with colours:\n%s", m.View().Content)
	}
	m.Update(tea.ColorProfileMsg{Profile: colorprofile.ASCII})
	if shows(m, "\x1b") || !shows(m, "♘", "♞") {
		t.Errorf("without colours:\n%s", m.View().Content)
	}
	press(m, "up", "enter")
	if !shows(m, "(♔)") {
		t.Errorf("without colours, the cursor:\n%s", m.View().Content)
	}
}

// TestBoardReachesImaginarySquares: they lie beside the corners.
func TestBoardReachesImaginarySquares(t *testing.T) {
	m := newTestScreen(t, "siceirawan")
	press(m, "up", "right", "right", "right", "right")
	if m.cursor != m.s.g.Variant().Imaginary(1) {
		t.Errorf("right of h1 is %s, want i0", m.s.g.Variant().SquareName(m.cursor))
	}
	if !shows(m, "(H)") {
		t.Errorf("the view:\n%s", m.View().Content)
	}
	press(m, "left")
	if m.cursor != 7 {
		t.Errorf("left of i0 is %d, want h1", m.cursor)
	}
	// In a reassignment the piece that waits on z0 is put down on the one that it changes places
	// with.
	press(m, "Nf3/H", "enter", "a6", "enter")
	press(m, slices.Repeat([]string{"left"}, 8)...)
	press(m, "enter")
	press(m, slices.Repeat([]string{"right"}, 7)...)
	press(m, "enter")
	if len(m.choices) < 2 || !shows(m, "goes back, Elephant takes its place", "H\\E") {
		t.Errorf("%d choices; the view:\n%s", len(m.choices), m.View().Content)
	}
	press(m, "enter")
	if got := m.last(); got != "H\\E" {
		t.Errorf("the last move is %q", got)
	}
}
