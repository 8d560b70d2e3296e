package rules

import "github.com/kirke-chess/kirke/piece"

// seirawan: seeds seirawan-sjaak and siceirawan, "Traditional Seirawan".
var seirawan = derive(chess, func(v *Variant) {
	v.ID, v.Name = "seirawan", "Seirawan Chess"
	v.Summary = "Chess with a Hawk and an Elephant in hand, which enter on the squares that men of the first rank leave for the first time."
	v.Army = append(append([]piece.Type(nil), orthodox...), piece.Hawk, piece.Elephant)
	v.Entry = Entry{Hand: "HE"}
	v.Promotion.To = "QRBNHE"
	v.Notes = []string{
		"A move must be legal without the man that enters: a gate never blocks a line, cures a pin or parries a check.",
		"In castling one man may enter, on the king's or on the rook's start square, never one on each.",
		"A pawn may become a Hawk or an Elephant whatever is in hand or on the board.",
		"Gates belong to the identity of a position; they vanish when the hand is empty.",
		"A position is not dead while a Hawk or an Elephant is on the board, or in hand with an open gate.",
	}
})

var seirawan960 = derive(seirawan, func(v *Variant) {
	v.ID, v.Name = "seirawan960", "Seirawan Chess960"
	v.Summary = "Seirawan chess with one of the 960 first ranks of Chess960."
	v.Array.Lot = lot960
	v.Castling.Free = true
	v.Notes = append(append([]string(nil), v.Notes...),
		"Nothing enters on a square that king or rook lands on in castling.")
})

// seirawanSjaak is the game as the page of SjaakII's author lists its draws.
var seirawanSjaak = derive(seirawan, func(v *Variant) {
	v.ID, v.Name = "seirawan-sjaak", "Seirawan Chess (bare king draws)"
	v.Summary = "Seirawan chess in which a bared king draws unless it is mated or its side's last man can be taken."
	v.End.BareKing = true
	v.Notes = append(append([]string(nil), v.Notes...),
		"The game is drawn when a side has its king alone and cannot at once take the opponent's last man besides the king.")
})

// siceirawan: seed siceirawan, by Simon Jepps.
var siceirawan = derive(seirawan, func(v *Variant) {
	v.ID, v.Name = "siceirawan", "Siceirawan"
	v.Summary = "Seirawan chess with at most one Hawk or Elephant of a side on the board; the other waits on an imaginary square outside a corner."
	v.Entry.Imaginary = true
	v.Notes = []string{
		"White's Elephant starts on z0 and its Hawk on i0, Black's Hawk on z9 and its Elephant on i9: the Hawk at the player's right hand.",
		"The imaginary squares lie one diagonal step outside the corners; a man there is reached through the empty corner or by a knight's leap, and both men leave the game.",
		"Gates count only while both the Hawk and the Elephant of a side wait. Once one is captured and none is on the board, the other may enter on the square any own man but a pawn leaves.",
		"A reassignment is a whole turn; one pawn move may follow in it, and only the final position must leave the own king safe.",
		"A pawn may become a Hawk or an Elephant only while neither is on the board: the one that waits comes from its imaginary square, a captured one comes back.",
		"A reassignment without a pawn move counts toward the fifty moves; a capture on an imaginary square starts the count afresh.",
	}
})
