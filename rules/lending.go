package rules

import (
	"errors"
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// Lending says whose movement a piece has instead of its own (the Annan family). The zero value
// lends nothing. What a piece is does not change: a pawn is promoted, whatever it moves as.
type Lending struct {
	// From is the place of the lender beside the piece, and its side.
	From Lender `decides:"which piece lends another its movement"`
	// Kings says that kings do not lend, or do not borrow.
	Kings LendingKings `decides:"whether kings lend and borrow"`
	// Only says which of its moves a piece makes as the lender. It makes the others as itself.
	Only LentMoves `decides:"which moves a piece makes as another"`
	// Of are the sides whose kings borrow from what checks them, both if none is named.
	Of Sides
	// As are labels of the types as which a king in check moves besides, in place of what checks it
	// (vaulting kings).
	As string `decides:"as what a king in check moves"`
	// Becomes makes a king that moves as what checks it such a piece for good, which is not royal.
	// While a king is in check nothing else of its side moves (super-transmuting kings).
	Becomes bool
}

// lendsTo reports whether kings of a side borrow from what checks them.
func (l *Lending) lendsTo(c board.Color) bool { return l.Of == Sides{} || l.Of.Has(c) }

// Checked reports whether a king of a side that is in check moves as what checks it.
func (l *Lending) Checked(c board.Color) bool {
	return (l.From == EnemyCheckers || l.From == EnemyCheckersToo) && l.lendsTo(c)
}

// contradiction says why the lending does not go together with the parts of v, or nil.
func (l *Lending) contradiction(v *Variant) error {
	if l.Of != (Sides{}) && l.From != EnemyCheckers && l.From != EnemyCheckersToo {
		return errors.New("only kings that borrow from what checks them are those of one side")
	}
	if l.As != "" {
		if l.From != EnemyCheckersToo || l.Becomes {
			return errors.New("only kings that also move as themselves have types as which they move in check")
		}
		if err := l.vaults(v); err != nil {
			return err
		}
	}
	if !l.Becomes {
		return nil
	}
	c := &v.Fairy.Capturing
	known := Fairy{Lending: *l, Capturing: Capturing{Never: c.Never}}
	if l.From != EnemyCheckers || v.Fairy != known || v.KingsReturn() || v.Neutrals || v.HasTraits() ||
		v.Aftermath.Active && (v.Aftermath.Reborn != CapturedReborn || v.Aftermath.Occupied.Displaces()) {
		return errors.New("it is not settled what becomes of a king in check under another condition")
	}
	return nil
}

// lendsBeside reports whether the own piece behind lends its movement and the other rules are among
// those about attacks that have been compared with Popeye: what a piece attacks is then what it
// captures as another.
func (v *Variant) lendsBeside(known Fairy) bool {
	l := &v.Fairy.Lending
	known.Lending = Lending{From: FriendBehind, Kings: l.Kings}
	return known.Paralysis.By != ByPart && v.comparedWith(known)
}

// vaults says why kings in check do not move as the types of As in v, or nil: they are no pawns and
// kings, and the other rules are among those that have been compared with Popeye.
func (l *Lending) vaults(v *Variant) error {
	if err := v.allOfficers(l.As); err != nil {
		return fmt.Errorf("what a king in check moves as: %w", err)
	}
	if !v.comparedWith(Fairy{Lending: *l}) || v.Aftermath.Active && v.Aftermath.Reborn != CapturedReborn || v.GoesOn() {
		return errors.New("it is not settled what a king in check moves as under another condition")
	}
	return nil
}

// allOfficers says which of the labels names a pawn, a king or no type of the game, or nil.
func (v *Variant) allOfficers(labels string) error {
	types, err := v.TypesOf(labels)
	if err != nil {
		return err
	}
	for i := range v.Army {
		if t := &v.Army[i]; types>>i&1 != 0 && (t.Pawn || t.Royal) {
			return fmt.Errorf("the %s, which is a pawn or a king", t.Name)
		}
	}
	return nil
}

// Borrows reports whether pieces of some type move as others.
func (v *Variant) Borrows() bool {
	return slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Borrows != piece.BorrowsNothing })
}

// GoesOn reports whether pieces of some type go on from where their movement has led.
func (v *Variant) GoesOn() bool {
	return slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.GoesOn != piece.GoesOnce })
}

// LentMoves says which moves a piece makes as another.
type LentMoves uint8

// The moves that are lent.
const (
	EveryMoveLent LentMoves = iota
	QuietMovesLent
	CapturesLent
)

// Lender says which piece lends its movement.
type Lender uint8

// The lenders. Ahead and behind are as the side of the borrower sees the board.
const (
	NoLender         Lender = iota
	FriendBehind            // Annan: the own piece behind
	FriendAhead             // Nanna: the own piece ahead
	EnemyAhead              // Face-to-face: the enemy piece ahead
	EnemyBehind             // Back-to-back: the enemy piece behind
	EnemiesBeside           // Cheek-to-cheek: the enemy pieces to the left and right
	EnemyCheckers           // Transmuting kings: a king moves only as the pieces that attack it
	EnemyCheckersToo        // Reflecting kings: also as itself
	PieceOpposite           // Point reflection: the piece, of either side, opposite through the board's centre
	PieceAtHome             // Power transfer: the piece, of either side, on its home square
	PieceOfFile             // Bolero: the piece that stands on its file in the starting position; pawns do not borrow
)

// LendingKings restricts lending between own pieces.
type LendingKings uint8

// What kings may not do.
const (
	KingsLendAndBorrow LendingKings = iota // type A
	KingsDoNotLend                         // type B
	KingsDoNotBorrow                       // type C
	KingsStayApart                         // type D: neither
)
