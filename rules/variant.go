// Package rules is the domain: a Variant is a value composed of parts, a Setup
// is anything that can be written down, a Position is a Setup that plays.
package rules

import (
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// Kind is a type of man in a variant's army: Army[Kind-1]. The zero Kind is none.
type Kind uint8

// Man is a kind and a colour. The zero Man is none, an empty square.
type Man uint16

// MakeMan returns the man of a kind and colour.
func MakeMan(k Kind, c board.Color) Man { return Man(k)<<1 | Man(c) }

// Kind returns the man's kind.
func (m Man) Kind() Kind { return Kind(m >> 1) }

// Color returns the man's colour; it means nothing for the zero Man.
func (m Man) Color() board.Color { return board.Color(m & 1) }

// Variant is a game: data, and nothing but data. The zero value of every part
// is the part's absence. Positions keep a copy: writing to a variant changes no
// position that was set up before, and no other variant.
type Variant struct {
	ID      string   // as in --variant
	Name    string   // for people
	Version int      // rules version; stored games are replayed under theirs (LookupVersion)
	Summary string   // one sentence
	Notes   []string // readings: what the sources leave open, how it is settled here, and the rules pages do not say by themselves

	Size       board.Size
	Army       []piece.Type // at most 31 types
	Array      Array
	Entry      Entry
	Castling   Castling
	Promotion  Promotion
	Conversion Conversion
	Aftermath  Aftermath
	Series     Series
	End        End

	// Problem takes castling rights from the squares the men stand on, as
	// problemists do, instead of from the record of the game.
	Problem bool

	frozen *frozen // of the copy that positions share; see Compiled
}

// Array is the starting position.
type Array struct {
	// Placement is the start as in the first field of a FEN. For drawn arrays it is
	// one example of them.
	Placement string
	// Lot draws the first rank; nil means the array is fixed.
	Lot *Lot
}

// Symmetry is how the two first ranks of a drawn array are related.
type Symmetry string

// The symmetries of drawn arrays.
const (
	Asymmetric Symmetry = "asymmetric" // two draws
	Mirror     Symmetry = "mirror"     // the same men on each file
	Central    Symmetry = "central"    // the one is the other reversed
)

// Lot is a first rank drawn by lot.
type Lot struct {
	Men      string     // the letters to be placed, as "KQSCRBBN"
	Default  Symmetry   // used when none is asked for
	Allowed  []Symmetry // which may be asked for
	Chess960 bool       // king between the rooks, bishops on both colours; --array may be 0 to 959
}

// Entry is how men in hand come into play; the zero value is a game without hands.
type Entry struct {
	// Hand holds the letters each side starts with in hand ("HE"), one or two, each
	// once; it is empty in games without gating. The array may have these types, too:
	// with "NB", each side of chess has a third knight and bishop to gate.
	Hand string
	// Imaginary puts the hand on imaginary squares outside the corners, with the
	// rules of Siceirawan for them: one own man of the hand on the board at a
	// time, reassignment, redesignation, capture on an imaginary square. The hand is
	// then two types that the array does not have.
	Imaginary bool
}

// Castling is how a king castles; the zero value is a game without castling.
type Castling struct {
	// KingTo and RookTo are the files king and rook land on, queen's side (the
	// rook on the a-file side of the king) first. All zero means no castling.
	KingTo, RookTo [2]int
	// Free is Chess960: kings and rooks start anywhere on the first rank, and
	// castling is written as king takes rook.
	Free bool
}

// Promotion is what a pawn may become on the last rank.
type Promotion struct {
	To string // letters, in the order they are offered
}

// Conversion is the bishops conversion rule; the zero value is none.
type Conversion struct {
	// Bishop is the letter of the man it is about, 'B' or 0 for no such rule.
	// It applies to a side whose two such men start on squares of one colour.
	Bishop byte
	// NoCaptures forbids a conversion to capture.
	NoCaptures bool
}

// Series is how many moves a turn has; the zero value is one.
type Series struct {
	// Progressive lets White play one move, Black two, White three and so on.
	Progressive bool
	// Italian allows a check only on the last permitted move of a series;
	// otherwise (Scottish) a check ends the series.
	Italian bool
}

// End is how a game ends besides mate, stalemate, dead position, repetition and
// the fifty moves.
type End struct {
	// BareKing makes it a draw when a side has its king alone and that king
	// cannot take the opponent's last man.
	BareKing bool
	// NoClaims makes the third repetition of a position, and fifty moves of each side
	// without a capture or pawn move, end the game in a draw by themselves. Otherwise a
	// player may claim these draws, and the fifth repetition and 75 moves end the game.
	NoClaims bool
	// IdleTurns ends the game in a draw after so many turns of either side
	// without capture or pawn move; 0 means the fifty- and seventy-five-move rules.
	IdleTurns int
}

// KindOf returns the kind with the given upper-case letter, or 0. Where several
// kinds share a letter the first is meant.
func (v *Variant) KindOf(letter byte) Kind {
	for i := range v.Army {
		if v.Army[i].Letter == letter {
			return Kind(i + 1)
		}
	}
	return 0
}

// KindPrefix returns the kind whose upper-case letter or longer name text begins with, and how
// many bytes that takes; a longer name comes before a letter. It returns 0 and 0 when there is none.
func (v *Variant) KindPrefix(text string) (Kind, int) {
	for i := range v.Army {
		if alias := v.Army[i].Alias; alias != "" && strings.HasPrefix(text, alias) {
			return Kind(i + 1), len(alias)
		}
	}
	if text == "" {
		return 0, 0
	}
	if k := v.KindOf(text[0]); k != 0 {
		return k, 1
	}
	return 0, 0
}

// CastlingSquares returns where a king and a rook that castle land, by where they stand.
func (v *Variant) CastlingSquares(king, rook board.Square) (kingTo, rookTo board.Square) {
	side := 0
	if rook > king {
		side = 1
	}
	rank := v.Size.Rank(king)
	return v.Size.At(v.Castling.KingTo[side], rank), v.Size.At(v.Castling.RookTo[side], rank)
}

// Type returns the type of a kind; k must not be 0.
func (v *Variant) Type(k Kind) *piece.Type { return &v.Army[k-1] }

// Letter returns a man's FEN letter: upper case for White.
func (v *Variant) Letter(m Man) byte {
	l := v.Type(m.Kind()).Letter
	if m.Color() == board.Black {
		l += 'a' - 'A'
	}
	return l
}
