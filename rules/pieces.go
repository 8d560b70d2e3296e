package rules

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// This file holds what the games of the catalogue are made with: piece types that no other game
// has, and changes of armies.

var (
	// commoner moves as a king and may be captured. Games in which kings are captured, or in which
	// a side may have several, call it a king.
	commoner = piece.Type{
		Name: "King", Letter: 'K', Betza: "K", Value: 400,
		Doc: "Moves one square in any direction; check does not concern it.",
	}
	// stepPawn has no double step.
	stepPawn = piece.Type{
		Name: "Pawn", Letter: 'P', Betza: "fmWfcF", Pawn: true, Value: 100,
		Doc: "Moves one square forward and takes one square diagonally forward.",
	}
	// sidePawn may also step to the sides.
	sidePawn = piece.Type{
		Name: "Pawn", Letter: 'P', Betza: "fsmWfceFifmnD", Pawn: true, Value: 120,
		Doc: "Moves one square forward or to a side, two forward from its start square, and takes one square " +
			"diagonally forward.",
	}
	ferz = piece.Type{
		Name: "Ferz", Letter: 'F', Betza: "F", Value: 150,
		Doc: "Moves one square diagonally.",
	}
	wazir = piece.Type{
		Name: "Wazir", Letter: 'W', Betza: "W", Value: 150,
		Doc: "Moves one square orthogonally.",
	}
	alfil = piece.Type{
		Name: "Alfil", Letter: 'A', Betza: "A", Value: 100,
		Doc: "Leaps to the second square diagonally.",
	}
	nightrider = piece.Type{
		Name: "Nightrider", Letter: 'N', Betza: "NN", Value: 500,
		Doc: "Makes any number of knight's leaps in one direction.",
	}
	champion = piece.Type{
		Name: "Champion", Letter: 'C', Betza: "DAW", Value: 450,
		Doc: "Moves one square orthogonally, or leaps two squares orthogonally or diagonally.",
	}
	wizard = piece.Type{
		Name: "Wizard", Letter: 'W', Betza: "CF", Value: 400,
		Doc: "Moves one square diagonally, or leaps three squares in one direction and one in the other.",
	}
	cannon = piece.Type{
		Name: "Cannon", Letter: 'C', Betza: "mRcpR", Value: 400,
		Doc: "Moves as a rook, and captures as a rook that hops over exactly one piece.",
	}
)

// game returns a game that differs from base: another ID, name and summary, no notes, and a change.
func game(base *Variant, id, name, summary string, change func(*Variant)) *Variant {
	return derive(base, func(v *Variant) {
		v.ID, v.Family, v.Name, v.Version, v.Summary, v.Notes = id, "", name, 1, summary, nil
		if change != nil {
			change(v)
		}
	})
}

// swap returns an army in which each type has taken the place of that with its label, or is the
// last.
func swap(army []piece.Type, types ...piece.Type) []piece.Type {
	army = slices.Clone(army)
	for _, t := range types {
		if i := slices.IndexFunc(army, func(o piece.Type) bool { return o.Label() == t.Label() }); i >= 0 {
			army[i] = t
		} else {
			army = append(army, t)
		}
	}
	return army
}

// without returns an army without the types that have one of the letters.
func without(army []piece.Type, letters string) []piece.Type {
	return slices.DeleteFunc(slices.Clone(army), func(t piece.Type) bool {
		return slices.Contains([]byte(letters), t.Letter)
	})
}

// lettered returns a type with another letter, and another name unless that is empty.
func lettered(t piece.Type, letter byte, name string) piece.Type {
	t.Letter, t.Alias = letter, ""
	if name != "" {
		t.Name = name
	}
	return t
}

// marked returns the types of a game with drops that pawns become: they come to a hand as pawns.
func marked(types ...piece.Type) []piece.Type {
	promoted := slices.Clone(types)
	for i := range promoted {
		t := &promoted[i]
		t.Picture = t.Name + " 0 P" // as what it is, and what it comes to a hand as
		t.Name, t.Mark, t.From = "Promoted "+t.Name, '~', "P"
	}
	return promoted
}

// starting returns a type whose moves marked i in Betza are made from a region of White's, and from
// the same of Black's.
func starting(t piece.Type, white board.Region) piece.Type {
	t.Starts = board.Regions{White: white}
	return t
}

// ownKings makes the kings of v pieces that are captured like others, and that castle.
func (v *Variant) ownKings() {
	v.Army = swap(v.Army, commoner)
	v.noRoyals()
}

// noRoyals lets the kings of v castle that are not royal.
func (v *Variant) noRoyals() {
	if v.Castling.Any() {
		v.Castling.King = 'K'
	}
}
