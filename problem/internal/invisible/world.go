package invisible

import "github.com/kirke-chess/kirke/board"

// This file plays a line in a world, and says what is wrong with the world and how another
// invisible piece could put it right.

// mostStates is the greatest number of positions of a line, an answer to the mate included.
const mostStates = 20

// MostMoves is the greatest number of half-moves of a line.
const MostMoves = mostStates - 2

// history is where an invisible piece stands before the first half-move and after each, and what it
// is then. Once it is captured or seen, the rest has no meaning.
type history struct {
	at [mostStates]Square
	is [mostStates]Piece
}

// line is a line of moves with the views between them.
type line struct {
	side  board.Color // who begins
	moves []Move      // moves[k-1] leads from state k-1 to state k
	seen  []view      // by state
	after []view      // by state, before what is certain is revealed
}

// add adds a move to the line.
func (l *line) add(m Move) {
	v := l.seen[len(l.moves)].after(&m)
	l.moves, l.after, l.seen = append(l.moves, m), append(l.after, v), append(l.seen, v)
}

// drop takes the last move back.
func (l *line) drop() {
	n := len(l.moves)
	l.moves, l.after, l.seen = l.moves[:n-1], l.after[:n], l.seen[:n]
}

// reveal says what is certain after the last move.
func (l *line) reveal(all []Placed) {
	n := len(l.moves)
	l.moves[n-1].revealed = all
	l.seen[n].reveal(all)
}

// need is a way to put a world right: one more invisible piece that stands on a square in a state.
type need struct {
	at    Square
	state int
	mask  pieces
	comes int // the half-move with which it comes there, 0 for any way to be there
}

// pieces is a set of pieces.
type pieces uint16

const (
	whites   pieces = 1<<King | 1<<Queen | 1<<Rook | 1<<Bishop | 1<<Knight | 1<<Pawn
	anyPiece        = whites | whites<<8
	anyKing  pieces = 1<<King | 1<<King<<8
)

// ofSide returns all pieces of a side.
func ofSide(c board.Color) pieces { return whites << (8 * c) }

// verdict is what playing a line in a world shows.
type verdict uint8

const (
	impossible verdict = iota // no further piece puts the world right
	wrong                     // one of the needs may
	fine                      // the world agrees with all that is seen
)

// world is a set of histories, and what is asked of it.
type world struct {
	*line
	all    []history
	movers [mostStates]int8 // by half-move, which of them makes it, -1 if none does

	forbidden Placed      // no invisible piece stands there at the end; Piece 0 for nothing forbidden
	unchecked bool        // the king of side lost is not in check at the end
	lost      board.Color // the side that is to be mated

	needs []need
	// What play leaves behind.
	grid  Grid   // all pieces
	alive uint32 // the invisible pieces that are on the board and not seen
}

// play plays the line in the world. If the world is wrong, it adds to needs.
func (w *world) play() verdict {
	w.grid = w.seen[0].grid
	w.alive = 1<<len(w.all) - 1
	for i := range w.all {
		h := &w.all[i]
		if w.grid[h.at[0]] != 0 {
			return impossible
		}
		w.grid[h.at[0]] = h.is[0]
	}
	if v := w.safe(w.side.Other(), 0); v != fine {
		return v
	}
	for k := 1; k <= len(w.moves); k++ {
		m := &w.moves[k-1]
		if v := w.step(m, k); v != fine {
			return v
		}
		if !w.set(k) {
			return impossible
		}
		if v := w.safe(m.side, k); v != fine {
			return v
		}
		for _, r := range m.revealed {
			i := w.on(r.At, k)
			if i < 0 || w.all[i].is[k] != r.Piece {
				return w.want(need{at: r.At, state: k, mask: 1 << r.Piece})
			}
			w.alive &^= 1 << i
		}
	}
	return w.atEnd()
}

// atEnd checks what is asked of the last state.
func (w *world) atEnd() verdict {
	end := len(w.moves)
	if f := w.forbidden; f.Piece != 0 {
		if i := w.on(f.At, end); i >= 0 && w.all[i].is[end] == f.Piece {
			return w.capturedBefore(i, end)
		}
	}
	if w.unchecked {
		return w.safe(w.lost, end)
	}
	return fine
}

// set puts all pieces on the squares where they stand in a state.
func (w *world) set(k int) bool {
	w.grid = w.after[k].grid
	for i := range w.all {
		if w.alive>>i&1 != 0 {
			h := &w.all[i]
			if w.grid[h.at[k]] != 0 {
				return false
			}
			w.grid[h.at[k]] = h.is[k]
		}
	}
	return true
}

// on returns which invisible piece stands on a square in a state, -1 if none does.
func (w *world) on(s Square, k int) int {
	for i := range w.all {
		if w.alive>>i&1 != 0 && w.all[i].at[k] == s {
			return i
		}
	}
	return -1
}

// want adds a need.
func (w *world) want(n need) verdict {
	w.needs = append(w.needs, n)
	return wrong
}

// capturedBefore adds the needs for a world in which an invisible piece was captured by another up to a
// state.
func (w *world) capturedBefore(i, state int) verdict {
	h, found := &w.all[i], impossible
	by := h.is[0].color().Other()
	for k := 1; k <= state; k++ {
		if m := &w.moves[k-1]; m.kind == unseen && m.side == by && w.movers[k] < 0 && h.is[k].kind() != King {
			found = w.want(need{at: h.at[k], state: k, mask: ofSide(by), comes: k})
		}
	}
	return found
}

// empty checks that squares are empty before a half-move.
func (w *world) empty(squares []Square, k int) verdict {
	for _, s := range squares {
		if w.grid[s] != 0 {
			return w.gone(s, k-1)
		}
	}
	return fine
}

// gone is capturedBefore for the invisible piece on a square, if it is one.
func (w *world) gone(s Square, state int) verdict {
	if i := w.on(s, state); i >= 0 {
		return w.capturedBefore(i, state)
	}
	return impossible
}

// step makes a half-move in all but where pieces stand: it checks it and captures.
func (w *world) step(m *Move, k int) verdict {
	if m.kind == unseen || m.kind == unseenTakes {
		return w.unseenStep(m, k)
	}
	if m.kind == castling {
		return w.castle(m, k)
	}
	if v := w.empty(between[m.from][m.to], k); v != fine {
		return v
	}
	at := w.grid[m.to]
	switch {
	case m.victim:
		return w.takesVictim(m.to, m.side, k)
	case m.taken != nowhere || at == 0:
		return fine
	case at.of(m.side) || m.piece.kind() == Pawn:
		return w.gone(m.to, k-1)
	}
	return w.take(m.to, k)
}

// take captures the invisible piece on a square.
func (w *world) take(s Square, k int) verdict {
	i := w.on(s, k-1)
	if i < 0 || w.grid[s].kind() == King {
		return impossible
	}
	w.alive &^= 1 << i
	return fine
}

// takesVictim captures the invisible piece that a pawn captures.
func (w *world) takesVictim(s Square, by board.Color, k int) verdict {
	if at := w.grid[s]; at == 0 || at.of(by) {
		return w.want(need{at: s, state: k - 1, mask: ofSide(by.Other()) &^ anyKing})
	}
	return w.take(s, k)
}

// castle checks a castling, and makes an invisible rook a visible one.
func (w *world) castle(m *Move, k int) verdict {
	if v := w.empty(between[m.from][m.corner], k); v != fine {
		return v
	}
	for _, s := range []Square{m.from, (m.from + m.to) / 2} {
		if v := w.unattacked(s, m.side.Other(), k-1); v != fine {
			return v
		}
	}
	if !m.partner {
		return fine
	}
	rook := Make(Rook, m.side)
	for i := range w.all {
		h := &w.all[i]
		if h.at[0] != m.corner {
			continue
		}
		for j := range k {
			if h.at[j] != m.corner || h.is[j] != rook {
				return impossible
			}
		}
		if w.grid[m.corner] != rook {
			return impossible // it was captured
		}
		w.alive &^= 1 << i
		return fine
	}
	return w.want(need{at: m.corner, state: 0, mask: 1 << rook})
}

// unseenStep makes the move of an invisible piece, if one makes it.
func (w *world) unseenStep(m *Move, k int) verdict {
	i := int(w.movers[k])
	if i < 0 {
		return fine // complete finds one
	}
	if w.alive>>i&1 == 0 {
		return impossible
	}
	h := &w.all[i]
	from, to, p := h.at[k-1], h.at[k], h.is[k-1]
	if v := w.empty(between[from][to], k); v != fine {
		return v
	}
	if m.kind == unseenTakes {
		return fine // the histories have only captures that the piece can make
	}
	at := w.grid[to]
	switch {
	case p.kind() == Pawn && from.file() != to.file():
		if w.seen[k-1].grid[to] != 0 {
			return impossible
		}
		return w.takesVictim(to, m.side, k)
	case at == 0:
		return fine
	case at.of(m.side) || p.kind() == Pawn:
		return w.gone(to, k-1)
	}
	return w.take(to, k)
}

// king returns the square of a side's king, nowhere if it has no place yet.
func (w *world) king(c board.Color, k int) Square {
	if s := w.after[k].kings[c]; s != nowhere {
		return s
	}
	for i := range w.all {
		if w.all[i].is[0] == Make(King, c) && w.alive>>i&1 != 0 {
			return w.all[i].at[k]
		}
	}
	return nowhere
}

// safe checks that the king of a side is not in check.
func (w *world) safe(c board.Color, k int) verdict {
	if s := w.king(c, k); s != nowhere {
		return w.unattacked(s, c.Other(), k)
	}
	return fine
}

// unattacked checks that a side does not attack a square in a state.
func (w *world) unattacked(s Square, by board.Color, k int) verdict {
	attacker := nowhere // the one that leaves the fewest ways to put it right
	seen := w.grid.attackers(s, by, func(from Square, lines int) bool {
		if attacker == nowhere || lines < len(between[s][attacker]) {
			attacker = from
		}
		return lines == 0 && w.after[k].grid[from] != 0
	})
	switch {
	case seen:
		return impossible
	case attacker == nowhere:
		return fine
	}
	found := impossible
	if way[s][attacker] >= 0 {
		for _, b := range between[s][attacker] {
			found = w.want(need{at: b, state: k, mask: anyPiece})
		}
	}
	if i := w.on(attacker, k); i >= 0 && w.capturedBefore(i, k) == wrong {
		found = wrong
	}
	return found
}
