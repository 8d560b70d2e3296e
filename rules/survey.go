package rules

import (
	"math/bits"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// Words are the widths of sets of squares: boards of up to 64 squares take one word, those of up to 128 two, all others four.
type Words interface {
	[1]uint64 | [2]uint64 | [4]uint64
}

// Squares is a set of squares of a board, 64 a word, a1 the lowest bit of the first.
type Squares[W Words] struct {
	Words W
}

// Has reports whether sq is in s. Squares beyond all that s may hold are not.
func (s *Squares[W]) Has(sq board.Square) bool {
	w := int(sq >> 6)
	return w < len(s.Words) && s.Words[w]>>(sq&63)&1 != 0
}

// Add puts sq into s, which must be of a board that has it.
func (s *Squares[W]) Add(sq board.Square) {
	if w := int(sq >> 6); w < len(s.Words) {
		s.Words[w] |= 1 << (sq & 63)
	}
}

// Remove takes sq out of s.
func (s *Squares[W]) Remove(sq board.Square) {
	if w := int(sq >> 6); w < len(s.Words) {
		s.Words[w] &^= 1 << (sq & 63)
	}
}

// Count returns how many squares are in s. (Here and below the first word goes before the others, so that nothing is left of the
// loop where there is but one.)
func (s *Squares[W]) Count() int {
	n := bits.OnesCount64(s.Words[0])
	for w := 1; w < len(s.Words); w++ {
		n += bits.OnesCount64(s.Words[w])
	}
	return n
}

// Common returns how many squares are in both sets.
func (s *Squares[W]) Common(t *Squares[W]) int {
	n := bits.OnesCount64(s.Words[0] & t.Words[0])
	for w := 1; w < len(s.Words); w++ {
		n += bits.OnesCount64(s.Words[w] & t.Words[w])
	}
	return n
}

// Outside returns how many squares of s are not in t.
func (s *Squares[W]) Outside(t *Squares[W]) int {
	n := bits.OnesCount64(s.Words[0] &^ t.Words[0])
	for w := 1; w < len(s.Words); w++ {
		n += bits.OnesCount64(s.Words[w] &^ t.Words[w])
	}
	return n
}

// CommonOutside returns how many squares are in both s and t and not in u.
func (s *Squares[W]) CommonOutside(t, u *Squares[W]) int {
	n := bits.OnesCount64(s.Words[0] & t.Words[0] &^ u.Words[0])
	for w := 1; w < len(s.Words); w++ {
		n += bits.OnesCount64(s.Words[w] & t.Words[w] &^ u.Words[w])
	}
	return n
}

// Join adds the squares of t to s.
func (s *Squares[W]) Join(t *Squares[W]) {
	s.Words[0] |= t.Words[0]
	for w := 1; w < len(s.Words); w++ {
		s.Words[w] |= t.Words[w]
	}
}

// Keep takes those squares out of s that are not in t.
func (s *Squares[W]) Keep(t *Squares[W]) {
	s.Words[0] &= t.Words[0]
	for w := 1; w < len(s.Words); w++ {
		s.Words[w] &= t.Words[w]
	}
}

// Drop takes the squares of t out of s.
func (s *Squares[W]) Drop(t *Squares[W]) {
	s.Words[0] &^= t.Words[0]
	for w := 1; w < len(s.Words); w++ {
		s.Words[w] &^= t.Words[w]
	}
}

// Each calls yield for the squares of s in their order until it returns false.
func (s *Squares[W]) Each(yield func(board.Square) bool) {
	for w := range len(s.Words) {
		for rest := s.Words[w]; rest != 0; rest &= rest - 1 {
			if !yield(board.Square(w<<6 | bits.TrailingZeros64(rest))) {
				return
			}
		}
	}
}

// Surveyor is a position that tells what an evaluation asks, in sets of one width: each kernel has its own.
type Surveyor[W Words] interface {
	// Survey tells s where the men stand and what they attack; the memory of s is used again.
	Survey(s *Survey[W])
}

// Survey is what an evaluation asks of a position, found at one go.
type Survey[W Words] struct {
	Men     []Standing[W] // on the board but for pawns, in no order
	Pawns   [2]Squares[W] // where pawns stand, by colour
	Guarded [2]Squares[W] // what they attack
	All     [2]Squares[W] // where men stand, pawns among them
	Attacks [2]Squares[W] // what they attack
	Twice   [2]Squares[W] // what two of them attack
	Hand    [2][2]int     // men in hand by colour, in the order of Entry.Hand
	Gates   [2]int        // how many squares still gate, by colour
	Rooks   [2]int        // how many rooks the king may still castle with, by colour
	Waiting [4]Man        // on the imaginary squares
	// Checks are the squares, by the colour of a king and the kind of man, from which one of the other side would attack that
	// king as things stand. They are found for kinds that the other side has on the board and that go both ways
	// alike, and are left as they were for others: not for pawns and kings, nor for men that turn on their way.
	Checks  [2][32]Squares[W]
	Pending Man   // captured a half-move ago, reborn with the next one; 0 for none
	Below   []Man // captured men below others
	Left    int   // moves left in this series; 0 outside series games
}

// Standing is a man on the board and the squares that it attacks by its movement from
// where it stands: whatever is there, its own side's men too, and whether or not it is pinned.
type Standing[W Words] struct {
	Man   Man
	At    board.Square
	Reach Squares[W]
}

// most is the width of sets for all boards.
type most = [4]uint64

// Survey fills s, whose memory is used again.
func (r *reference) Survey(s *Survey[most]) {
	t := r.table
	s.Men, s.Pawns, s.Guarded = s.Men[:0], [2]Squares[most]{}, [2]Squares[most]{}
	s.All, s.Attacks, s.Twice = [2]Squares[most]{}, [2]Squares[most]{}, [2]Squares[most]{}
	for sq := range t.area {
		m := Man(r.cells[sq])
		if m == 0 {
			continue
		}
		c := m.Color()
		var reach Squares[most]
		r.attacks(m, sq, &reach)
		s.All[c].Add(sq)
		for w := range reach.Words {
			s.Twice[c].Words[w] |= s.Attacks[c].Words[w] & reach.Words[w]
			s.Attacks[c].Words[w] |= reach.Words[w]
		}
		if t.pawn>>(m.Kind()-1)&1 != 0 {
			s.Pawns[c].Add(sq)
			for w := range reach.Words {
				s.Guarded[c].Words[w] |= reach.Words[w]
			}
			continue
		}
		if king := r.King(c.Other()); king != board.NoSquare && t.straight>>(m.Kind()-1)&1 != 0 {
			to := &s.Checks[c.Other()][m.Kind()]
			*to = Squares[most]{}
			r.attacks(m, king, to)
		}
		s.Men = append(s.Men, Standing[most]{Man: m, At: sq, Reach: reach})
	}
	u := r.Setup()
	for c := range s.Gates {
		s.Gates[c] = bits.OnesCount16(u.Entry.Gates[c])
		s.Rooks[c] = 0
		for _, rook := range u.Castling.Rook[c] {
			if rook != board.NoSquare {
				s.Rooks[c]++
			}
		}
	}
	s.Pending, s.Below = u.Aftermath.Pending, s.Below[:0]
	for _, h := range u.Aftermath.Below {
		s.Below = append(s.Below, h.Man)
	}
	s.Hand, s.Waiting, s.Left = u.Entry.Hand, u.Entry.Imaginary, u.Series.Left
}

// attacks adds the squares that m attacks from sq.
func (r *reference) attacks(m Man, sq board.Square, to *Squares[most]) {
	reach := r.table.reach.From[m.Color()][m.Kind()-1][sq]
	for i := 0; i < len(reach); {
		n := &reach[i]
		full := r.cells[n.Square] != 0
		if n.Mode&piece.Capture != 0 && !n.Hurdle && n.Square < r.table.area {
			to.Add(n.Square)
		}
		if full != n.Hurdle {
			i = int(n.Skip)
		} else {
			i++
		}
	}
}
