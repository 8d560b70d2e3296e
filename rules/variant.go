package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// This file holds the variant, its piece types and pieces. Each of its parts has a file of its own.

// PieceType is a type of piece in a variant's army: Army[t-1]. The zero PieceType is none.
type PieceType uint8

// Piece is a piece type and a colour, or a neutral piece, which is of both colours. The zero Piece
// is none: an empty square. Bit 0 is the colour, bits 1 to 8 are the type, bit 9 makes it neutral.
type Piece uint16

const (
	typeBits    Piece = 0xFF << 1
	neutralBits Piece = 1 << 9
)

// MakePiece returns the piece of a type and colour.
func MakePiece(k PieceType, c board.Color) Piece { return Piece(k)<<1 | Piece(c) }

// MakeNeutral returns the neutral piece of a type.
func MakeNeutral(k PieceType) Piece { return Piece(k)<<1 | neutralBits }

// Type returns the type of the piece.
func (p Piece) Type() PieceType { return PieceType(p >> 1) }

// Color returns the colour of the piece. It means nothing for the zero Piece and for neutral
// pieces.
func (p Piece) Color() board.Color { return board.Color(p & 1) }

// Neutral reports whether the piece is of both colours: each side moves it as its own and captures
// it as the other's.
func (p Piece) Neutral() bool { return p&neutralBits != 0 }

// Of reports whether the piece is one that a side moves: of its colour or neutral. Empty squares
// and walls are of no side.
func (p Piece) Of(c board.Color) bool { return p.Type() != 0 && (p.Neutral() || p.Color() == c) }

// Against reports whether the piece is one that a side captures: of the other colour or neutral.
func (p Piece) Against(c board.Color) bool { return p.Of(c.Other()) }

// As returns a piece of another type with the colour of p.
func (p Piece) As(k PieceType) Piece { return p&^typeBits | Piece(k)<<1 }

// Variant is a game as data. The zero value of each part is a game without that part. Positions
// keep a copy: writing to a variant changes no position that was set up before, and no other
// variant.
type Variant struct {
	ID      string   // what names the game, as in --variant
	Aliases []string // other IDs of the game
	Family  string   // games of one family share players' ratings; "" is a family of its own
	Name    string   // what people call the game
	Version int      // that of the rules; stored games are replayed under theirs (LookupVersion)
	Summary string   // one sentence about the game
	Notes   []string // how the rules settle what is left open

	Size       board.Size
	Lines      Lines
	Army       []piece.Type // at most 31 types
	Start      StartPosition
	Gating     Gating
	FirstMoves FirstMoves
	Castling   Castling
	Pawns      Pawns
	Promotion  Promotion
	InPlace    InPlace
	Conversion Conversion
	Drops      Drops
	Capture    Capture
	Aftermath  Aftermath
	Check      Check
	Passing    Passing
	Walls      Walls
	Series     Series
	Extinction Extinction
	Goal       Goal
	Row        Row
	End        End
	Fairy      Fairy

	// Neutrals allows neutral pieces, which both sides move and capture. They are written "=Q".
	Neutrals bool

	// AssumeCastling takes castling rights from where king and rooks stand, as chess problems do,
	// and not from the setup.
	AssumeCastling bool

	frozen *frozen // set in the copy that positions share; see Compiled
}

// RatingFamily returns the family of games that v shares players' ratings with: Family, or else
// the ID.
func (v *Variant) RatingFamily() string { return cmp.Or(v.Family, v.ID) }

// TypeOf returns the type with an upper-case letter, or 0. If several types share the letter, it
// returns the first.
func (v *Variant) TypeOf(letter byte) PieceType {
	for i := range v.Army {
		if v.Army[i].Letter == letter {
			return PieceType(i + 1)
		}
	}
	return 0
}

// TypePrefix returns the type whose upper-case letter or longer name text begins with, and the
// length of that prefix. A longer name goes before a letter. It returns 0 and 0 if there is none.
func (v *Variant) TypePrefix(text string) (PieceType, int) {
	for i := range v.Army {
		if alias := v.Army[i].Alias; alias != "" && strings.HasPrefix(text, alias) {
			return PieceType(i + 1), len(alias)
		}
	}
	if text == "" {
		return 0, 0
	}
	if k := v.TypeOf(text[0]); k != 0 {
		return k, 1
	}
	return 0, 0
}

// LabelPrefix returns the type whose label (piece.Type.Label) text begins with, in either case, and
// the length of that label; 0 and 0 if there is none.
func (v *Variant) LabelPrefix(text string) (PieceType, int) {
	best, length := PieceType(0), 0
	for i := range v.Army {
		label := v.Army[i].Label()
		if len(label) > length && len(label) <= len(text) && strings.EqualFold(text[:len(label)], label) {
			best, length = PieceType(i+1), len(label)
		}
	}
	return best, length
}

// TypesOf returns the types that labels name one after the other ("QR", "+PQ~") as bits
// 1<<(type-1); "*" is all types. The error names the label that the game does not have.
func (v *Variant) TypesOf(labels string) (uint32, error) {
	if labels == "*" {
		return 1<<len(v.Army) - 1, nil
	}
	var set uint32
	for text := labels; text != ""; {
		k, n := v.LabelPrefix(text)
		if n == 0 {
			return 0, fmt.Errorf("%q, which is no piece of the game", text[:1])
		}
		set, text = set|1<<(k-1), text[n:]
	}
	return set, nil
}

// Type returns what a piece type is called and how it moves; k must not be 0.
func (v *Variant) Type(k PieceType) *piece.Type { return &v.Army[k-1] }

// Letter returns a piece's FEN letter: upper case for White, and "*" for a wall.
func (v *Variant) Letter(p Piece) byte {
	if p == Wall {
		return '*'
	}
	l := v.Type(p.Type()).Letter
	if p.Color() == board.Black {
		l += 'a' - 'A'
	}
	return l
}

// Label returns how a piece is written in a FEN: "P", "+p", "Q~", "=Q" if it is neutral, and
// "*" for a wall.
func (v *Variant) Label(p Piece) string {
	if p == Wall {
		return "*"
	}
	label := v.Type(p.Type()).Label()
	if p.Neutral() {
		return "=" + label
	}
	if p.Color() == board.Black {
		return strings.ToLower(label)
	}
	return label
}

// Clone returns a copy of v that shares no memory with it. Change it to make a game of your own.
func (v *Variant) Clone() *Variant {
	c := *v
	c.frozen = nil
	c.Aliases, c.Notes, c.Army = slices.Clone(v.Aliases), slices.Clone(v.Notes), slices.Clone(v.Army)
	if v.Start.Shuffle != nil {
		shuffle := *v.Start.Shuffle
		shuffle.Allowed = slices.Clone(shuffle.Allowed)
		c.Start.Shuffle = &shuffle
	}
	return &c
}

// Equal reports whether v and o are the same game in every field.
func (v *Variant) Equal(o *Variant) bool { return v == o || freeze(v) == freeze(o) }
