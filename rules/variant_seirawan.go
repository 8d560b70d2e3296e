package rules

import "github.com/kirke-chess/kirke/piece"

// seirawan is the game of Yasser Seirawan and Bruce Harper, also called S-Chess.
var seirawan = derive(chess, func(v *Variant) {
	v.ID, v.Aliases, v.Name = "seirawan", []string{"schess"}, "Seirawan Chess"
	v.Summary = "Chess with a Hawk and an Elephant in hand, gated on the squares that first-rank pieces leave " +
		"with their first moves."
	v.Army = append(append([]piece.Type(nil), orthodox...), piece.Hawk, piece.Elephant)
	v.Gating = Gating{Hand: "HE"}
	v.Promotion.To = "QRBNHE"
	v.Notes = []string{
		"A pawn may become a Hawk or an Elephant whatever is in hand or on the board.",
		"Gates belong to the identity of a position; they vanish when the hand is empty.",
		"A position is not dead while a Hawk or an Elephant is on the board, or in hand with an open gate.",
	}
})

var seirawan960 = derive(seirawan, func(v *Variant) {
	v.ID, v.Family, v.Name = "seirawan960", "seirawan", "Seirawan Chess960"
	v.Summary = "Seirawan chess with one of the 960 first ranks of Chess960."
	v.Start.Shuffle = shuffle960
	v.Castling.Free = true
})

// seirawanSjaak has the draws that the page of SjaakII's author lists.
var seirawanSjaak = derive(seirawan, func(v *Variant) {
	v.ID, v.Family, v.Name, v.Version = "seirawan-sjaak", "seirawan", "Seirawan Chess (bare king draws)", 2
	v.Summary = "Seirawan chess in which a bare king draws if it is not mated and cannot take the last piece of " +
		"the other side at once, and in which no draw has to be claimed."
	v.End = End{BareKing: true, NoClaims: true}
	v.Notes = append(append([]string(nil), v.Notes...),
		"In version 1 of these rules the third repetition and the fifty moves had to be claimed, as in Seirawan "+
			"chess. Games that were stored under it are replayed under it.")
})

// seirawanSjaak1 is seirawanSjaak as it was in version 1.
var seirawanSjaak1 = derive(seirawan, func(v *Variant) {
	v.ID, v.Family, v.Name = "seirawan-sjaak", "seirawan", "Seirawan Chess (bare king draws)"
	v.Summary = "Seirawan chess in which a bare king draws if it is not mated and cannot take the last piece of " +
		"the other side at once."
	v.End.BareKing = true
})

// siceirawan is by Simon Jepps.
var siceirawan = derive(seirawan, func(v *Variant) {
	v.ID, v.Name = "siceirawan", "Siceirawan"
	v.Summary = "Seirawan chess with at most one Hawk or Elephant of a side on the board; the other waits on an " +
		"imaginary square outside a corner."
	v.Gating.Imaginary = true
	v.Notes = []string{
		"White's Elephant starts on z0 and its Hawk on i0, Black's Hawk on z9 and its Elephant on i9: the Hawk at " +
			"the player's right hand.",
		"A pawn that becomes a Hawk or an Elephant is the one of its side that waits, which leaves its imaginary " +
			"square, or else the captured one, which comes back.",
		"A reassignment without a pawn move does not interrupt the moves without a capture or pawn move; a capture " +
			"on an imaginary square does.",
	}
})

var seirawanGames = []*Variant{seirawan, seirawan960, seirawanSjaak, siceirawan}

var earlierSeirawan = []*Variant{seirawanSjaak1}
