package rules

import (
	"math/bits"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// Squares is a set of squares of a board, 64 a word, a1 the lowest bit of the first.
type Squares [board.MaxSide * board.MaxSide / 64]uint64

// Has reports whether sq is in s.
func (s *Squares) Has(sq board.Square) bool { return s[sq>>6&3]>>(sq&63)&1 != 0 }

// Add puts sq into s.
func (s *Squares) Add(sq board.Square) { s[sq>>6&3] |= 1 << (sq & 63) }

// Remove takes sq out of s.
func (s *Squares) Remove(sq board.Square) { s[sq>>6&3] &^= 1 << (sq & 63) }

// Count returns how many squares are in s.
func (s *Squares) Count() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// Each calls yield for the squares of s in their order until it returns false.
func (s *Squares) Each(yield func(board.Square) bool) {
	for w, rest := range s {
		for ; rest != 0; rest &= rest - 1 {
			if !yield(board.Square(w<<6 | bits.TrailingZeros64(rest))) {
				return
			}
		}
	}
}

// Survey is what an evaluation asks of a position, found at one go.
type Survey struct {
	Men     []Standing // on the board but for pawns, in no order
	Pawns   [2]Squares // where pawns stand, by colour
	Guarded [2]Squares // what they attack
	All     [2]Squares // where men stand, pawns among them
	Attacks [2]Squares // what they attack
	Twice   [2]Squares // what two of them attack
	Hand    [2][2]int  // men in hand by colour, in the order of Entry.Hand
	Gates   [2]int     // how many squares still gate, by colour
	Rooks   [2]int     // how many rooks the king may still castle with, by colour
	Waiting [4]Man     // on the imaginary squares
	// Checks are the squares, by the colour of a king and the kind of man, from which one of the other side would attack that
	// king as things stand. They are found for kinds that the other side has on the board and that go both ways
	// alike, and are left as they were for others: not for pawns and kings, nor for men that turn on their way.
	Checks  [2][32]Squares
	Pending Man   // captured a half-move ago, reborn with the next one; 0 for none
	Below   []Man // captured men below others
	Left    int   // moves left in this series; 0 outside series games
}

// Standing is a man on the board and the squares that it attacks by its movement from
// where it stands: whatever is there, its own side's men too, and whether or not it is pinned.
type Standing struct {
	Man   Man
	At    board.Square
	Reach Squares
}

// Survey fills s, whose memory is used again.
func (r *reference) Survey(s *Survey) {
	t := r.table
	s.Men, s.Pawns, s.Guarded = s.Men[:0], [2]Squares{}, [2]Squares{}
	s.All, s.Attacks, s.Twice = [2]Squares{}, [2]Squares{}, [2]Squares{}
	for sq := range t.area {
		m := Man(r.cells[sq])
		if m == 0 {
			continue
		}
		c := m.Color()
		var reach Squares
		r.attacks(m, sq, &reach)
		s.All[c].Add(sq)
		for w := range reach {
			s.Twice[c][w] |= s.Attacks[c][w] & reach[w]
			s.Attacks[c][w] |= reach[w]
		}
		if t.pawn>>(m.Kind()-1)&1 != 0 {
			s.Pawns[c].Add(sq)
			for w := range reach {
				s.Guarded[c][w] |= reach[w]
			}
			continue
		}
		if king := r.King(c.Other()); king != board.NoSquare && t.straight>>(m.Kind()-1)&1 != 0 {
			to := &s.Checks[c.Other()][m.Kind()]
			*to = Squares{}
			r.attacks(m, king, to)
		}
		s.Men = append(s.Men, Standing{Man: m, At: sq, Reach: reach})
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
func (r *reference) attacks(m Man, sq board.Square, to *Squares) {
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
