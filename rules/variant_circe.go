package rules

// The Circe family. Each row says how it differs from Circe itself. The rules are those of
// Pritchard's encyclopedia; where it is silent, Popeye 4.104 decides.

var circes = circeFamily(
	Modifier{
		ID: "circe", Name: "Circe",
		Summary: "A captured piece is reborn on its home square; if that is occupied, it is gone.",
	},
	Modifier{
		ID: "circe-strict", Name: "Strict Circe",
		Summary:   "A capture is legal only if the captured piece can be reborn.",
		Aftermath: Aftermath{Occupied: NoCapture},
	},
	Modifier{
		ID: "circe-rex-inclusive", Name: "Circe Rex Inclusive",
		Summary:   "Kings are reborn too: a king is in check only if it could not be.",
		Aftermath: Aftermath{Kings: true},
	},
	Modifier{
		ID: "circe-mirror", Name: "Mirror Circe",
		Summary:   "A captured piece is reborn where an opponent's piece would be.",
		Aftermath: Aftermath{OpponentHome: true},
	},
	Modifier{
		ID: "circe-clone", Name: "Clone Circe",
		Summary:   "A captured piece is reborn as the piece that captured it, kings excepted.",
		Aftermath: Aftermath{As: AsCapturer},
	},
	Modifier{
		ID: "circe-chameleon", Name: "Chameleon Circe",
		Summary: "A captured piece is reborn as the next in the cycle of knight, bishop, rook and queen, where " +
			"the game has that.",
		Aftermath: Aftermath{As: AsChameleon},
	},
	Modifier{
		ID: "circe-coucou", Aliases: []string{"circe-cuckoo"}, Name: "CouCou Circe",
		Summary: "A captured piece is reborn where its capturer would be; the mover promotes a pawn that comes to " +
			"its last rank.",
		Aftermath: Aftermath{OtherPiece: true},
	},
	Modifier{
		ID: "circe-couscous", Name: "CousCous Circe",
		Summary: "A captured piece is reborn where its capturer would be; a pawn that comes to its last rank is " +
			"promoted by its own side.",
		Notes: []string{
			"A capture after which the owner of a pawn must choose a promotion is legal only if the capturing " +
				"side's king is safe whatever is chosen.",
			"An owner that passes, as in a series, has not chosen yet: the pawn " +
				"stands still until its next half-move; of several such pawns, only the last waits.",
		},
		Aftermath: Aftermath{OtherPiece: true, OwnerPromotes: true},
	},
	Modifier{
		ID: "circe-pwc", Aliases: []string{"circe-platz"}, Name: "Platzwechsel Circe (PWC)",
		Summary:   "A captured piece is reborn on the square its capturer came from.",
		Aftermath: Aftermath{Where: AtDeparture},
	},
	Modifier{
		ID: "circe-equipollents", Name: "Equipollents Circe",
		Summary:   "A captured piece is reborn as far beyond the square of its capture as its capturer has come.",
		Aftermath: Aftermath{Where: AtEquipollent},
	},
	Modifier{
		ID: "circe-parrain", Name: "Circe Parrain",
		Summary: "A captured piece is reborn when the next half-move is made, displaced by that move's vector.",
		Notes: []string{
			"A null move does not release the pending piece. Whether a king that castles is safe where it lands is " +
				"judged after the rebirth.",
		},
		Aftermath: Aftermath{Where: AtNextVector},
	},
	Modifier{
		ID: "circe-memory", Name: "Memory Circe",
		Summary:   "A captured piece is reborn where it was captured, when the next piece is captured.",
		Aftermath: Aftermath{Where: AtItsCapture},
	},
	Modifier{
		ID: "circe-symmetrical", Name: "Symmetrical Circe",
		Summary:   "A captured piece is reborn on the square opposite through the board's centre.",
		Aftermath: Aftermath{Where: AtReflection},
	},
	Modifier{
		ID: "circe-diagram", Name: "Diagram Circe",
		Summary:   "A captured piece is reborn on the square it had in the starting position.",
		Aftermath: Aftermath{Where: AtOrigin},
	},
	Modifier{
		ID: "circe-assassin", Name: "Assassin Circe",
		Summary:   "A captured piece is reborn even on an occupied square, and the occupant leaves the board.",
		Aftermath: Aftermath{Occupied: ReplacesOccupant},
	},
	Modifier{
		ID: "circe-volcanic", Name: "Volcanic Circe",
		Summary:   "A captured piece whose home is occupied waits below the occupant and comes up when it leaves.",
		Aftermath: Aftermath{Occupied: WaitsBelow},
	},
	Modifier{
		ID: "circe-parachute", Name: "Circe Parachute",
		Summary: "A captured piece is reborn even on an occupied square, and the occupant waits below it and comes " +
			"up when it leaves.",
		Aftermath: Aftermath{Occupied: CoversOccupant},
	},
	Modifier{
		ID: "circe-kamikaze", Name: "Kamikaze Circe",
		Summary:   "The capturing piece leaves the board, kings excepted, and the captured one is reborn.",
		Aftermath: Aftermath{Capturer: CapturerVanishes},
	},
	Modifier{
		ID: "circe-kamikaze-rebirth", Name: "Kamikaze Circe with rebirth",
		Summary:   "Both pieces of a capture are reborn, the capturer first.",
		Aftermath: Aftermath{Reborn: BothReborn},
	},
	Modifier{
		ID: "anticirce-calvet", Aliases: []string{"anticirce"}, Family: "anticirce", Name: "Anticirce (Calvet)",
		Summary: "The capturing piece is reborn, and the captured one is gone; without a free rebirth square a " +
			"capture is illegal.",
		Aftermath: Aftermath{Reborn: CapturerReborn},
	},
	Modifier{
		ID: "anticirce-cheylan", Family: "anticirce", Name: "Anticirce (Cheylan)",
		Summary:   "Anticirce in which a capture on one's own rebirth square is illegal.",
		Aftermath: Aftermath{Reborn: CapturerReborn, Cheylan: true},
	},
	Modifier{
		ID: "circe-martian", Aliases: []string{"marscirce"}, Name: "Martian Circe",
		Summary:   "Pieces capture only from their home square, when it is free; captured pieces are gone.",
		Aftermath: Aftermath{Reborn: MoverReborn},
	},
)

// cohen is Philip Cohen's suggestion against fruitless recaptures.
var cohen = &Modifier{
	ID: "cohen", Name: "Cohen's rule",
	Summary:   "A capture that only reverses the opponent's last move is not allowed.",
	Aftermath: Aftermath{Active: true, Cohen: true},
}

// circeFamily returns the rows of the family, each with an aftermath and a rating family.
func circeFamily(rows ...Modifier) []*Modifier {
	all := make([]*Modifier, len(rows))
	for i := range rows {
		m := &rows[i]
		m.Aftermath.Active = true
		if m.Family == "" {
			m.Family = "circe"
		}
		all[i] = m
	}
	return all
}
