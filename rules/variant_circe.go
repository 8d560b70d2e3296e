package rules

// The rows of the Circe family: each says only how it differs from Circe itself.
// Seed circe, after Pritchard; settled against Popeye 4.104.
var circes = []*Modifier{
	circe("circe", "Circe", "A captured piece is reborn on its home square; if that is occupied, it is gone.",
		Aftermath{}),
	circe("circe-strict", "Strict Circe", "A capture is legal only if the captured piece can be reborn.",
		Aftermath{Occupied: Illegal}),
	circe("circe-rex-inclusive", "Circe Rex Inclusive", "Kings are reborn too: a king is in check only if it could "+
		"not be.", Aftermath{Kings: true}),
	circe("circe-mirror", "Mirror Circe", "A captured piece is reborn where an opponent's piece would be.",
		Aftermath{OpponentHome: true}),
	circe("circe-clone", "Clone Circe", "A captured piece is reborn as the piece that captured it, kings excepted.",
		Aftermath{As: AsCapturer}),
	circe("circe-chameleon", "Chameleon Circe", "A captured piece is reborn as the next in the cycle of knight, "+
		"bishop, rook and queen, where the game has that.",
		Aftermath{As: AsChameleon}),
	circe("circe-coucou", "CouCou Circe", "A captured piece is reborn where its captor would be; the mover "+
		"promotes a pawn that comes to its last rank.", Aftermath{OtherMan: true}),
	circe("circe-couscous", "CousCous Circe", "A captured piece is reborn where its captor would be; a pawn that "+
		"comes to its last rank is promoted by its own side.",
		Aftermath{OtherMan: true, OwnerPromotes: true},
		"A capture after which the owner of a pawn must choose a promotion is legal only if the capturing side's king "+
			"is safe whatever is chosen.",
		"An owner that passes, as in a series, has not chosen yet: the pawn waits for its next half-move, the last of "+
			"several, and stands still until then."),
	circe("circe-pwc", "Platzwechsel Circe", "A captured piece is reborn on the square its captor came from.",
		Aftermath{Where: AtDeparture}),
	circe("circe-equipollents", "Equipollents Circe", "A captured piece is reborn as far beyond the square of its "+
		"capture as its captor has come.", Aftermath{Where: AtEquipollent}),
	circe("circe-parrain", "Circe Parrain", "A captured piece is reborn when the next half-move is made, displaced "+
		"by that move's vector.", Aftermath{Where: AtNextVector},
		"A null move does not release the pending piece. Whether a king that castles is safe where it lands is judged "+
			"after the rebirth."),
	circe("circe-symmetrical", "Symmetrical Circe", "A captured piece is reborn on the square opposite through the "+
		"board's centre.", Aftermath{Where: AtReflection}),
	circe("circe-diagram", "Diagram Circe", "A captured piece is reborn on the square it had in the starting "+
		"position.", Aftermath{Where: AtOrigin}),
	circe("circe-assassin", "Assassin Circe", "A captured piece is reborn even on an occupied square, and the "+
		"occupant leaves the board.", Aftermath{Occupied: Removed}),
	circe("circe-volcanic", "Volcanic Circe", "A captured piece whose home is occupied waits below the occupant "+
		"and comes up when it leaves.", Aftermath{Occupied: Below}),
	circe("circe-kamikaze", "Kamikaze Circe", "The capturing piece leaves the board, kings excepted, and the "+
		"captured one is reborn.", Aftermath{Capturer: Vanishes}),
	circe("circe-kamikaze-rebirth", "Kamikaze Circe with rebirth", "Both pieces of a capture are reborn, the "+
		"capturer first.", Aftermath{Reborn: BothReborn}),
	circe("anticirce-calvet", "Anticirce (Calvet)", "The capturing piece is reborn, and the captured one is gone; "+
		"without a free rebirth square a capture is illegal.", Aftermath{Reborn: CapturerReborn}),
	circe("anticirce-cheylan", "Anticirce (Cheylan)", "Anticirce in which a capture on one's own rebirth square is "+
		"illegal.", Aftermath{Reborn: CapturerReborn, Cheylan: true}),
	circe("circe-martian", "Martian Circe", "Pieces capture only from their home square, when it is free; captured "+
		"pieces are gone.", Aftermath{Reborn: MoverReborn}),
}

// cohen is Philip Cohen's suggestion against fruitless recaptures.
var cohen = circe("cohen", "Cohen's rule", "A capture that only reverses the opponent's last move is not "+
	"allowed.", Aftermath{Cohen: true})

// circe returns a row of the family. A pawn on its own first rank does not move,
// attack or capture unless the row says otherwise.
func circe(id, name, summary string, a Aftermath, notes ...string) *Modifier {
	a.Active = true
	return &Modifier{ID: id, Name: name, Summary: summary, Notes: notes, Aftermath: a}
}
