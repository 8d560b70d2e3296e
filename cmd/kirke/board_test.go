package main

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
)

// press sends keys to a board: names of keys, or text to be typed.
func press(m *terminalBoard, keys ...string) (quit bool) {
	named := map[string]rune{
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "backspace": tea.KeyBackspace,
	}
	for _, key := range keys {
		msgs := []tea.KeyPressMsg{{Code: named[key]}}
		switch {
		case key == "ctrl+c":
			msgs = []tea.KeyPressMsg{{Code: 'c', Mod: tea.ModCtrl}}
		case named[key] == 0:
			msgs = nil
			for _, r := range key {
				msgs = append(msgs, tea.KeyPressMsg{Code: r, Text: string(r)})
			}
		}
		for _, msg := range msgs {
			if _, cmd := m.Update(msg); cmd != nil {
				return true
			}
		}
	}
	return false
}

func newBoard(t *testing.T, id string) *terminalBoard {
	t.Helper()
	v, err := kirke.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	return &terminalBoard{s: &session{g: kirke.NewGame(p), style: kirke.SAN, quiet: true}, cursor: board.NoSquare, from: board.NoSquare}
}

func (m *terminalBoard) last() string { return m.s.g.Node().Text(kirke.SAN) }

func TestBoardTakesTypedMoves(t *testing.T) {
	m := newBoard(t, "chess")
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

func TestBoardMovesMenWithTheCursor(t *testing.T) {
	m := newBoard(t, "chess")
	press(m, "up", "up", "enter") // the cursor appears on e1, goes to e2 and picks up the pawn
	if m.from != 12 || !strings.Contains(m.View().Content, "•") {
		t.Fatalf("picked up the man on %d, want 12; the view:\n%s", m.from, m.View().Content)
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
	m := newBoard(t, "seirawan")
	moves := []string{"up", "right", "right", "enter", "up", "up", "left", "enter"} // g1 to f3
	press(m, moves...)
	if len(m.choices) != 3 || !strings.Contains(m.View().Content, "> Nf3\n  Nf3/H\n  Nf3/E") {
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
	if view := m.View().Content; !strings.Contains(view, "1. Nf3/H") || !strings.Contains(view, "White holds Elephant") {
		t.Errorf("the view:\n%s", view)
	}
}

func TestBoardTurnsRound(t *testing.T) {
	m := newBoard(t, "chess")
	press(m, "flip", "enter", "up", "up")
	if m.cursor != 4 {
		t.Errorf("with Black below, up from e1 is %d, want still 4", m.cursor)
	}
	press(m, "down")
	if m.cursor != 12 {
		t.Errorf("with Black below, down from e1 is %d, want 12", m.cursor)
	}
}
