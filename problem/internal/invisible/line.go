package invisible

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
)

// This file has what is seen of moves: Move, the view that they lead from and to, and the moves
// that may be seen in a view, in Popeye's order.

// kind is what is seen of a half-move.
type kind uint8

const (
	byVisible   kind = iota // a visible piece moves
	castling                // a visible king castles
	unseen                  // an invisible piece moves: TI~-~
	unseenTakes             // an invisible piece captures a visible one: TI~*d4
)

// Move is what is seen of a half-move.
type Move struct {
	kind      kind
	side      board.Color
	piece     Piece // the visible piece that moves
	from, to  Square
	taken     Square // of the visible piece that is captured, nowhere if none is
	victim    bool   // the pawn captures an invisible piece
	known     bool   // an invisible piece was seen to capture on the square of arrival before
	promotion Piece  // what the pawn becomes, without colour
	corner    Square // of the rook that castles
	partner   bool   // this rook was invisible in the diagram

	revealed []Placed // what is certain after it, from h8 to a1
}

// Placed is a piece on a square.
type Placed struct {
	At    Square
	Piece Piece
}

// view is what is seen of a position.
type view struct {
	grid  Grid
	kings [2]Square // nowhere for an invisible king
	ep    Square    // where a pawn may be captured en passant, nowhere if none may
	still uint64    // squares of kings and rooks of the diagram that have not moved
	shown uint64    // squares of rooks that were revealed and have not moved since

	// held are the squares on which an invisible piece of a side certainly stands, since it was seen
	// to capture there. From those in left it may have gone away since: they only say where Popeye
	// writes a capture.
	held, left [2]uint64
}

// homes are the squares of kings and rooks that may castle.
var homes = []Placed{
	{4, Make(King, board.White)}, {0, Make(Rook, board.White)}, {7, Make(Rook, board.White)},
	{60, Make(King, board.Black)}, {56, Make(Rook, board.Black)}, {63, Make(Rook, board.Black)},
}

// newView returns the view of a diagram.
func newView(g *Grid) view {
	v := view{grid: *g, ep: nowhere, kings: [2]Square{g.king(board.White), g.king(board.Black)}}
	for _, h := range homes {
		if g[h.At] == h.Piece {
			v.still |= 1 << h.At
		}
	}
	return v
}

// after returns the view after a move, before anything is revealed.
func (v *view) after(m *Move) view {
	n := *v
	n.ep = nowhere
	n.still &^= m.touches()
	n.shown &^= m.touches()
	n.vacate(m.touches())
	if m.taken != nowhere {
		n.grid[m.taken] = 0
	}
	switch m.kind {
	case unseen: // it may move or capture what is held
		for c := range n.held {
			n.left[c] |= n.held[c]
			n.held[c] = 0
		}
		return n
	case unseenTakes: // perhaps what captured before
		n.left[m.side] |= n.held[m.side]
		n.held[m.side] = 1 << m.to
		return n
	case castling:
		rookTo := (m.from + m.to) / 2
		n.grid[m.corner], n.grid[rookTo] = 0, Make(Rook, m.side)
	}
	p := m.piece
	if m.promotion != 0 {
		p = Make(m.promotion, m.side)
	}
	n.grid[m.from], n.grid[m.to] = 0, p
	if p.kind() == King {
		n.kings[m.side] = m.to
	}
	if f := forward(m.side); p.kind() == Pawn && m.to == m.from+2*f {
		n.ep = m.from + f
	}
	return n
}

// vacate forgets the invisible pieces on squares.
func (v *view) vacate(squares uint64) {
	for c := range v.held {
		v.held[c] &^= squares
		v.left[c] &^= squares
	}
}

// occupied reports whether a square is certainly not empty.
func (v *view) occupied(s Square) bool { return v.grid[s] != 0 || (v.held[0]|v.held[1])>>s&1 != 0 }

// takes reports whether Popeye writes a move of a side to a square as the capture of a piece that
// was seen to arrive there.
func (v *view) takes(s Square, by board.Color) bool {
	return (v.held[by.Other()]|v.left[by.Other()])>>s&1 != 0
}

// touches returns the squares that a move leaves or arrives at.
func (m *Move) touches() (squares uint64) {
	for _, s := range []Square{m.from, m.to, m.taken, m.corner} {
		if s != nowhere {
			squares |= 1 << s
		}
	}
	return squares
}

// reveal adds pieces to a view.
func (v *view) reveal(all []Placed) {
	for _, r := range all {
		v.grid[r.At] = r.Piece
		v.vacate(1 << r.At)
		switch c := r.Piece.color(); r.Piece.kind() {
		case King:
			v.kings[c] = r.At
		case Rook:
			v.shown |= 1 << r.At
		}
	}
}

// moves returns the moves that a side may be seen to make, in Popeye's order: those of visible
// pieces by square, captures by invisible pieces, a move of an invisible piece.
func (v *view) moves(side board.Color) []Move {
	all := make([]Move, 0, 64)
	for from := range Square(64) {
		if v.grid[from].of(side) {
			all = v.movesFrom(from, all)
		}
	}
	for to := Square(63); to >= 0; to-- {
		if p := v.grid[to]; p.of(side.Other()) && p.kind() != King {
			all = append(all, Move{kind: unseenTakes, side: side, from: nowhere, to: to, taken: to, corner: nowhere})
		}
	}
	return append(all, Move{kind: unseen, side: side, from: nowhere, to: nowhere, taken: nowhere, corner: nowhere})
}

// movesFrom adds the moves of a visible piece.
func (v *view) movesFrom(from Square, all []Move) []Move {
	p := v.grid[from]
	side := p.color()
	add := func(to Square) {
		m := Move{side: side, piece: p, from: from, to: to, taken: nowhere, corner: nowhere}
		switch q := v.grid[to]; {
		case q.of(side) || q == Hole || q.kind() == King || v.held[side]>>to&1 != 0:
			return
		case q != 0:
			m.taken = to
		}
		m.known = v.takes(to, side)
		all = append(all, m)
	}
	switch p.kind() {
	case Pawn:
		return v.pawnMoves(from, all)
	case Knight:
		for _, to := range jumps[from] {
			add(to)
		}
		return all
	case King:
		all = v.castlings(from, all)
	}
	for d := range directions {
		ray := rays[from][d]
		if p.kind() == King {
			ray = ray[:min(1, len(ray))]
		} else if !p.slides(d) {
			continue
		}
		if i := slices.IndexFunc(ray, v.occupied); i >= 0 {
			ray = ray[:i+1]
		}
		for i := len(ray) - 1; i >= 0; i-- {
			add(ray[i])
		}
	}
	return all
}

// castlings adds the castlings of a king: with a visible rook that has not moved, or with one that
// may stand in an empty corner.
func (v *view) castlings(from Square, all []Move) []Move {
	if v.still>>from&1 == 0 {
		return all
	}
	side := v.grid[from].color()
	for _, corner := range []Square{from - 4, from + 3} {
		partner := v.still>>corner&1 == 0
		if partner && v.occupied(corner) && v.shown>>corner&1 == 0 ||
			v.grid[corner].of(side.Other()) || slices.ContainsFunc(between[from][corner], v.occupied) {
			continue
		}
		to := from + 2
		if corner < from {
			to = from - 2
		}
		all = append(all, Move{
			kind: castling, side: side, piece: v.grid[from], from: from, to: to, taken: nowhere,
			corner: corner, partner: partner,
		})
	}
	return all
}

// pawnMoves adds the moves of a pawn.
func (v *view) pawnMoves(from Square, all []Move) []Move {
	if !pawnStands(from) {
		return all
	}
	p := v.grid[from]
	side := p.color()
	add := func(m Move) {
		m.side, m.piece, m.from, m.corner = side, p, from, nowhere
		if m.to.rank() != lastRank(side) {
			all = append(all, m)
			return
		}
		for _, m.promotion = range []Piece{Queen, Knight, Rook, Bishop} {
			all = append(all, m)
		}
	}
	f := forward(side)
	if step := from + f; !v.occupied(step) {
		if from.rank() == secondRank(side) && !v.occupied(step+f) {
			add(Move{to: step + f, taken: nowhere})
		}
		add(Move{to: step, taken: nowhere})
	}
	for _, to := range pawnTakes(from, side) {
		if to == nowhere {
			continue
		}
		switch q := v.grid[to]; {
		case q.of(side.Other()) && q.kind() != King:
			add(Move{to: to, taken: to})
		case to == v.ep:
			add(Move{to: to, taken: to - f})
		case q == 0 && v.held[side]>>to&1 == 0:
			add(Move{to: to, taken: nowhere, victim: true, known: v.takes(to, side)})
		}
	}
	return all
}

// String returns the move as Popeye writes it.
func (m *Move) String() string {
	var text string
	switch m.kind {
	case unseen:
		text = "TI~-~"
	case unseenTakes:
		text = "TI~*" + m.to.String()
	case castling:
		if text = "0-0"; m.corner < m.from {
			text = "0-0-0"
		}
	default:
		text = m.visibleText()
	}
	for _, r := range m.revealed {
		text += "[" + r.At.String() + "=" + colourLetter(r.Piece.color()) + r.Piece.letter() + "]"
	}
	return text
}

func (m *Move) visibleText() string {
	text, sign := "", "-"
	if m.victim && !m.known {
		text = "[+" + colourLetter(m.side.Other()) + "TI" + m.to.String() + "]"
	}
	if m.victim || m.known || m.taken != nowhere {
		sign = "*"
	}
	if m.piece.kind() != Pawn {
		text += m.piece.letter()
	}
	text += m.from.String() + sign + m.to.String()
	if m.taken != nowhere && m.taken != m.to {
		text += " ep."
	}
	if m.promotion != 0 {
		text += "=" + m.promotion.letter()
	}
	return text
}

func colourLetter(c board.Color) string {
	if c == board.White {
		return "w"
	}
	return "b"
}
