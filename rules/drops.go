package rules

import (
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke/board"
)

// Drops says how pieces in hand are dropped on empty squares, as a move; the zero value is a game
// without drops. What each side has in hand at the start is in StartPosition.Hand.
type Drops struct {
	// Active is a game with drops.
	Active bool
	// Captured gives captured pieces to the capturer's hand.
	Captured bool
	// Promoted pieces stay promoted in hand (Loop chess).
	Promoted bool
	// EitherSide lets a piece be dropped as what it may promote to (Kyoto shogi).
	EitherSide bool
	// Zone is where pieces are dropped. If it is empty, it is the board. Pawns are dropped neither
	// on their own first rank nor in the promotion zone.
	Zone board.Regions
	// PawnsFirstRank lets pawns be dropped on their own first rank.
	PawnsFirstRank bool
	// PawnsInZone lets pawns be dropped in the promotion zone.
	PawnsInZone bool
	// Forced makes a player drop while a drop is legal: a piece of one of these letters, "*" for
	// any.
	Forced string
	// Once is the letter of a type of which only OnceCount pieces of a side may be on a file
	// (nifu).
	Once string
	// OnceCount is how many of these pieces a file may have. 0 is 1.
	OnceCount int
	// NoMate is the letter of a type whose drop may not mate (uchifuzume).
	NoMate string
	// NoCheck forbids drops that check.
	NoCheck bool
	// Mobile forbids drops and moves to squares from which the piece could never move again.
	Mobile bool
	// Bishops is the letter of a type of which a side must divide its pieces evenly between light
	// and dark squares.
	Bishops string
	// Castling gives castling rights to king and rook that are dropped on their squares.
	Castling bool
}

// TakenAs returns the type as which a captured piece of type k comes to the hand: what it was
// before its promotion, unless Promoted keeps it.
func (v *Variant) TakenAs(k PieceType) PieceType {
	t := v.Type(k)
	if t.From != "" && !v.Drops.Promoted {
		was, _ := v.LabelPrefix(t.From)
		return was
	}
	// Crazyhouse marks promoted pieces, which otherwise are as those with the same letter.
	if other := v.TypeOf(t.Letter); t.Mark != 0 && other != 0 && v.Type(other).Betza == t.Betza {
		return other
	}
	return k
}

// HandTypes returns the types that may be in hand to be dropped, as bits 1<<(type-1): those that
// start there, and those as which captured pieces come there. If neither says any, as in supply
// chess, where pieces come from another board, it is every type that is no promoted one.
func (v *Variant) HandTypes() (types uint32) {
	if !v.Drops.Active {
		return 0
	}
	start, _ := v.ParseHand(v.Start.Hand) // a hand that cannot be read is in no variant of a position
	for i := range v.Army {
		k := PieceType(i + 1)
		if start[0][k]+start[1][k] > 0 {
			types |= 1 << i
		}
		if taken := v.TakenAs(k); !v.Army[i].Royal && taken != 0 && (v.Drops.Captured || v.Start.Hand == "") {
			types |= 1 << (taken - 1)
		}
	}
	return types
}

// HandState counts the pieces in hand of each side, by PieceType.
type HandState [2][32]uint8

// FormatHand writes what both sides have in hand, White's pieces first: "NPPbp".
func (v *Variant) FormatHand(h HandState) string {
	var b strings.Builder
	for c := range board.Color(2) {
		for i := range v.Army {
			k := PieceType(i + 1)
			for range h[c][k] {
				b.WriteString(v.Label(MakePiece(k, c)))
			}
		}
	}
	return b.String()
}

// ParseHand reads what FormatHand writes, in any order. The error names the text that is no piece.
func (v *Variant) ParseHand(text string) (h HandState, err error) {
	for text != "" {
		k, n := v.LabelPrefix(text)
		if n == 0 {
			return h, fmt.Errorf("the hand: %q is not a piece of %s", text[:1], v.ID)
		}
		c := board.White
		if strings.ToUpper(text[:n]) != text[:n] {
			c = board.Black
		}
		if h[c][k] == 255 {
			return h, fmt.Errorf("the hand has more than 255 pieces of one type")
		}
		h[c][k]++
		text = text[n:]
	}
	return h, nil
}
