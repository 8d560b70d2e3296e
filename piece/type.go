package piece

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
)

// Type is a piece type: what it is called, how it moves, and what it may become.
type Type struct {
	Name   string // English name, "Hawk"
	Letter byte   // upper-case letter in FEN and move text
	Alias  string // longer name in upper case that is read for the letter, "DH", and never written
	// Abbreviation is what problems call the type, "VA" for the Vao. "" is its letter, or S for a
	// knight.
	Abbreviation string
	Betza        string // movement in Betza's notation; "-" for a piece that never moves
	// Along is a second movement in Betza's notation, which the piece has only along the lines of the
	// board (Lines); "" is none.
	Along string
	Value int    // centipawns on an 8×8 board, for people and first guesses
	Doc   string // one sentence: how it moves
	Royal bool   // must not be left in check
	Pawn  bool   // promotes on the last rank, and captures and is captured en passant
	// Backwards says of a pawn that it goes the way of the other side's pawns: its last rank is its
	// side's first.
	Backwards bool
	// Promotes are the labels of the types that a pawn may become, if these are not those of
	// Promotion.To.
	Promotes string
	// Borrows says as which other pieces the type moves as well.
	Borrows Borrowing
	// GoesOn says from where the type may make its movement again, in the same move.
	GoesOn GoingOn

	// Walk is the type that moves, promotes and is reborn as this one, which differs from it by its
	// Traits or by being Royal ("Q"). "" is itself.
	Walk   string
	Traits Traits

	// Mark tells a promoted piece from the type with its letter: '+' is written before the letter
	// (+P) and '~' after it (Q~). 0 is no mark.
	Mark byte
	// From is the type that the piece was before its promotion ("P"): as that it comes to a hand
	// when it is captured. "" is itself.
	From string
	// To is the type that the piece may become on a move into, within or out of the promotion zone,
	// as in shogi ("+P"). "" is none. Pawns become what Promotion.To has.
	To string
	// Kind is the type that the piece counts as where pieces of a type are counted ("K"): for
	// Extinction and Limit. "" is itself.
	Kind string
	// Limit is how many pieces of this type a side may have by promotion. 0 is no limit.
	Limit int

	// Starts is where the moves marked i in Betza are made from. If it is empty, it is the second
	// rank for pawns, and for others their squares on the first rank in the starting position.
	Starts board.Regions
	// Within is where the piece may go. If it is empty, it is the board.
	Within board.Regions
	// Points are what the piece counts where pieces decide who has won (End.Material). If no piece of
	// the game has points, all count the same.
	Points int
	// Picture is the piece's drawing: the name of a piece of Kirke ("Amazon"), or an SVG path on a
	// field of 100×100 of the commands M L H V Q C Z ("M50 10L90 90H10Z"). After a name may stand by
	// how many degrees it is turned, a multiple of 45, and up to two letters that are written beside
	// it ("Queen 180", "Knight 90 CA"). If it is empty, it is the drawing of a piece of the same
	// name, or else a disc with the letter.
	Picture string
	// Drops is where the piece may be dropped, besides what Drops says. If it is empty, it is the
	// board.
	Drops board.Regions
}

// Borrowing says as which other pieces a type moves, besides its own movement. Borrowers lend each
// other what they have borrowed.
type Borrowing uint8

// The kinds of borrowing.
const (
	BorrowsNothing Borrowing = iota
	FromAttackers            // as the enemy pieces that attack it (Orphan)
	FromProtectors           // as the own pieces that protect it (Friend)
)

// GoingOn says from which empty squares a piece goes on that its movement has led to, as often as it likes.
type GoingOn uint8

// The ways to go on.
const (
	GoesOnce       GoingOn = iota
	GoesOnAnywhere         // from any empty square (Ubi-Ubi)
	GoesOnAtEdge           // from the empty squares of the edge (Bouncy Nightrider)
)

// TakesPassing reports whether the type captures en passant: if it is a pawn, or captures as one.
func (t *Type) TakesPassing() bool { return t.Pawn || strings.Contains(t.Betza, "{PawnCaptures}") }

// Immobile reports whether the type never moves.
func (t *Type) Immobile() bool { return t.Betza == "-" && t.Borrows == BorrowsNothing }

// Label returns how the type is written: its letter with its mark, "P", "+P" or "Q~".
func (t *Type) Label() string {
	switch t.Mark {
	case 0:
		return string(rune(t.Letter))
	case '+':
		return "+" + string(rune(t.Letter))
	}
	return string(rune(t.Letter)) + string(rune(t.Mark))
}

// turned matches the pictures that are turned.
var turned = regexp.MustCompile(`^(.+?) (0|45|90|135|180|225|270|315)(?: ([A-Z0-9]{1,2}))?$`)

// Drawing returns the parts of Picture: the name of the piece that is drawn, by how many degrees it
// is turned clockwise, and what is written beside it. If Picture is empty or a path, it is Name, as
// it is.
func (t *Type) Drawing() (name string, turn int, mark string) {
	if t.Picture == "" || t.Path() != "" {
		return t.Name, 0, ""
	}
	parts := turned.FindStringSubmatch(t.Picture)
	if parts == nil {
		return t.Picture, 0, ""
	}
	turn, _ = strconv.Atoi(parts[2]) // digits
	return parts[1], turn, parts[3]
}

// path matches the SVG paths that a Picture may be.
var path = regexp.MustCompile(`^M[-0-9., MLHVQCZ]+$`)

// Path returns the Picture if it is an SVG path, or "".
func (t *Type) Path() string {
	if path.MatchString(t.Picture) {
		return t.Picture
	}
	return ""
}
