package view

// This file says how a piece moves, for a board that shows it to somebody who asks.

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// Movement is how a piece moves from where it stands, whoever is to move.
type Movement struct {
	Piece Piece  `json:"piece"`
	Doc   string `json:"doc"`  // how the piece type moves, in a sentence
	Text  string `json:"text"` // the same for this piece on this square, in words
	// Squares are where it can go, by name. Those that the rules forbid at the moment, because the
	// king would be in check for example, are barred.
	Squares []Reached `json:"squares,omitempty"`
	// Blocks are occupied squares that it cannot capture on, and that close a way which turns or
	// passes over squares.
	Blocks []string `json:"blocks,omitempty"`
	Gates  []string `json:"gates,omitempty"` // where a piece in hand may be placed when the piece there moves
	Drops  []string `json:"drops,omitempty"` // where a piece in hand may be dropped as a move
}

// Reached is a square that a piece can move to.
type Reached struct {
	Square  string     `json:"square"`
	Capture bool       `json:"capture,omitempty"`
	Barred  bool       `json:"barred,omitempty"`
	Ways    [][]string `json:"ways,omitempty"` // the squares passed, for ways that are not straight
}

// MovementOf returns how the piece on a square of p moves. The square may be imaginary.
func MovementOf(p kirke.Position, square string) (Movement, error) {
	v := p.Variant()
	sq, err := v.ParseSquare(square)
	if err != nil {
		return Movement{}, err
	}
	pc := p.At(sq)
	if pc.Type() == 0 {
		return Movement{}, fmt.Errorf("there is no piece on %s", square)
	}
	w := walker{p: p, pc: pc, from: sq, found: map[kirke.Square]*Reached{}}
	w.walk(reference.Reach(v, pc, sq))
	w.judge()
	m := Movement{Piece: pieceOf(v, pc), Doc: v.Type(pc.Type()).Doc}
	for _, r := range w.found {
		m.Squares = append(m.Squares, *r)
	}
	slices.SortFunc(m.Squares, func(a, b Reached) int { return strings.Compare(a.Square, b.Square) })
	for b := range w.blocks {
		if w.found[b] == nil {
			m.Blocks = append(m.Blocks, v.SquareName(b))
		}
	}
	slices.Sort(m.Blocks)
	m.Text = m.words(square)
	return m, nil
}

// MovementInHand returns where a piece in hand may be placed.
func MovementInHand(p kirke.Position, letter, color string) (Movement, error) {
	v := p.Variant()
	side, err := colorOf(color)
	if err != nil {
		return Movement{}, err
	}
	k, n := v.LabelPrefix(letter)
	dropped := v.Drops.Active && n > 0
	if n == 0 || n != len(letter) || !dropped && !strings.Contains(v.Gating.Hand, letter) {
		return Movement{}, errors.New("there is no such piece in hand")
	}
	m := Movement{Piece: pieceOf(v, rules.MakePiece(k, side)), Doc: v.Type(k).Doc}
	for _, sq := range reference.GatesOf(p.Rules(), side, k) {
		m.Gates = append(m.Gates, v.SquareName(sq))
	}
	for _, sq := range reference.DropsOf(p.Rules(), side, k) {
		m.Drops = append(m.Drops, v.SquareName(sq))
	}
	m.Text = name(m.Piece) + " in hand. " + m.Doc + " "
	switch {
	case len(m.Gates) > 0:
		m.Text += "It may be placed on " + list(m.Gates, "or") + " when the piece there moves for the first time."
	case len(m.Drops) > 0:
		m.Text += fmt.Sprintf("Instead of a move it may be dropped on an empty square: on %d now.", len(m.Drops))
	case dropped:
		m.Text += "It cannot be dropped now."
	default:
		m.Text += "It can no longer be placed on the board."
	}
	return m, nil
}

// words says how the piece moves from a square.
func (m Movement) words(square string) string {
	var quiet, captures, barred []string
	for _, r := range m.Squares {
		switch {
		case r.Barred:
			barred = append(barred, r.Square)
		case r.Capture:
			captures = append(captures, r.Square)
		default:
			quiet = append(quiet, r.Square)
		}
	}
	parts := []string{fmt.Sprintf("%s on %s. %s", name(m.Piece), square, m.Doc)}
	say := func(before string, squares []string) {
		if len(squares) > 0 {
			parts = append(parts, before+list(squares, "and")+".")
		}
	}
	say("Moves to ", quiet)
	say("Captures on ", captures)
	say("Forbidden now: ", barred)
	say("Blocked by the pieces on ", m.Blocks)
	if len(m.Squares) == 0 {
		parts = append(parts, "It cannot move.")
	}
	return strings.Join(parts, " ")
}

// name returns "White Sissa".
func name(p Piece) string { return strings.ToUpper(p.Color[:1]) + p.Color[1:] + " " + p.Type }

// list writes "a, b and c".
func list(names []string, and string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " " + and + " " + names[last]
}

// walker follows the ways of one piece.
type walker struct {
	p      kirke.Position
	pc     kirke.Piece
	from   kirke.Square
	found  map[kirke.Square]*Reached
	blocks map[kirke.Square]bool
}

// walk follows the ways of the piece over the other pieces, and notes what closes those that turn.
func (w *walker) walk(reach piece.Reach) {
	w.blocks = map[kirke.Square]bool{}
	var path []piece.Node // that lead to the node
	for i := 0; i < len(reach); {
		n := &reach[i]
		for len(path) > 0 && i >= int(path[len(path)-1].Skip) {
			path = path[:len(path)-1]
		}
		on := w.p.At(n.Square)
		_, fromEmpty := n.CapturesOn()
		switch {
		case on == 0 && (n.Mode&piece.Move != 0 || fromEmpty && n.Mode != 0):
			w.reach(n.Square, squaresOf(path), fromEmpty)
		case !fromEmpty && w.isEnemy(on) && n.Mode&piece.Capture != 0 && n.Captures(uint8(on.Type())):
			w.reach(n.Square, squaresOf(path), true)
		}
		goesOn := n.Passes(on != 0, w.isEnemy(on), uint8(on.Type()))
		if !goesOn && w.turns(append(squaresOf(path), n.Square), reach[i+1:n.Skip]) {
			w.blocks[n.Square] = true
		}
		path = append(path, *n)
		i = reach.Next(i, goesOn)
	}
}

// isEnemy reports whether a piece, or a wall, is one of the other side's.
func (w *walker) isEnemy(on kirke.Piece) bool { return on != 0 && on.Color() != w.pc.Color() }

// squaresOf returns the squares of nodes.
func squaresOf(nodes []piece.Node) []kirke.Square {
	squares := make([]kirke.Square, len(nodes))
	for i := range nodes {
		squares[i] = nodes[i].Square
	}
	return squares
}

// reach notes a square that can be reached over a path.
func (w *walker) reach(to kirke.Square, path []kirke.Square, capture bool) {
	v := w.p.Variant()
	r := w.found[to]
	if r == nil {
		r = &Reached{Square: v.SquareName(to), Capture: capture}
		w.found[to] = r
	}
	if w.straight(append(slices.Clone(path), to)) {
		return
	}
	way := make([]string, len(path))
	for i, sq := range path {
		way[i] = v.SquareName(sq)
	}
	r.Ways = append(r.Ways, way)
}

// turns reports whether a way that goes on beyond a blocked square is not straight.
func (w *walker) turns(path []kirke.Square, beyond piece.Reach) bool {
	for i := range beyond {
		if !w.straight(append(slices.Clone(path), beyond[i].Square)) {
			return true
		}
	}
	return false
}

// straight reports whether a path over squares of the board never turns.
func (w *walker) straight(path []kirke.Square) bool {
	size := w.p.Variant().Size
	if len(path) < 2 || !size.Contains(path[len(path)-1]) {
		return true
	}
	file, rank := size.File(path[0])-size.File(w.from), size.Rank(path[0])-size.Rank(w.from)
	for i := 1; i < len(path); i++ {
		f, r := size.File(path[i])-size.File(path[i-1]), size.Rank(path[i])-size.Rank(path[i-1])
		if f*rank != r*file || f*file+r*rank <= 0 {
			return false
		}
	}
	return true
}

// judge adds the moves that do not follow from the movement, such as castling, and marks those that
// are not legal. For the side that is not to move it asks what could be played if it were.
func (w *walker) judge() {
	p, ok := w.onTurn()
	if !ok || p.Outcome().Over() {
		return
	}
	legal := Beginning(p, w.from)
	for sq, r := range w.found {
		r.Barred = len(legal[sq]) == 0
	}
	for sq, moves := range legal {
		if w.found[sq] == nil {
			captured := slices.ContainsFunc(moves, func(m kirke.Move) bool { return p.Details(m).Captured != 0 })
			w.found[sq] = &Reached{Square: p.Variant().SquareName(sq), Capture: captured}
		}
	}
}

// onTurn returns the position with the side of the piece to move.
func (w *walker) onTurn() (kirke.Position, bool) {
	if w.p.Turn() == w.pc.Color() {
		return w.p, true
	}
	s := w.p.Setup().Clone()
	s.Turn, s.EnPassant = w.pc.Color(), nil
	p, err := kirke.FromSetup(w.p.Variant(), s, kirke.Forgive(rules.AnyDefect))
	return p, err == nil
}
