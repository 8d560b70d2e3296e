package rules

// The rows of the Circe family: each says only how it differs from Circe itself.
// Seed circe, after Pritchard; settled against Popeye 4.104.
var circes = []*Modifier{
	circe("circe", "Circe", "A captured man is reborn on its home square; if that is occupied, it is gone.", Aftermath{},
		"A reborn man is still its owner's. The one king that it can check at once is the capturer's, and then the capture is not allowed."),
	circe("circe-strict", "Strict Circe", "A capture is legal only if the captured man can be reborn.", Aftermath{Occupied: Illegal}),
	circe("circe-rex-inclusive", "Circe Rex Inclusive", "Kings are reborn too: a king is in check only if it could not be.", Aftermath{Kings: true}),
	circe("circe-mirror", "Mirror Circe", "A captured man is reborn where an opponent's man would be.", Aftermath{OpponentHome: true}),
	circe("circe-clone", "Clone Circe", "A captured man is reborn as the man that captured it, kings excepted.", Aftermath{As: AsCapturer},
		"The capturer's type is the one it had before promoting."),
	circe("circe-chameleon", "Chameleon Circe", "A captured man is reborn as another: knight, bishop, rook, queen, knight.", Aftermath{As: AsChameleon},
		"Pawns, kings and men outside the cycle keep their type."),
	circe("circe-coucou", "CouCou Circe", "A captured man is reborn where its captor would be; the mover promotes a pawn that comes to its last rank.", Aftermath{OtherMan: true}),
	circe("circe-couscous", "CousCous Circe", "A captured man is reborn where its captor would be; a pawn that comes to its last rank is promoted by its own side.",
		Aftermath{OtherMan: true, OwnerPromotes: true},
		"The choice is made as the first part of the owner's next half-move; the capture is legal only if the captor's king is safe whatever is chosen.",
		"An owner that passes, as in a series, has not chosen yet: the pawn waits for its next half-move, the last of several, and stands still until then."),
	circe("circe-pwc", "Platzwechsel Circe", "A captured man is reborn on the square its captor came from.", Aftermath{Where: AtDeparture}),
	circe("circe-equipollents", "Equipollents Circe", "A captured man is reborn as far beyond the square of its capture as its captor has come.", Aftermath{Where: AtEquipollent}),
	circe("circe-parrain", "Circe Parrain", "A captured man is reborn when the next half-move is made, displaced by that move's vector.", Aftermath{Where: AtNextVector},
		"A pawn on its own first rank steps one square and captures.",
		"The side whose man was taken releases it by its own next move, and the reborn man may give check.",
		"A null move does not release the pending man. Castling counts with the sum of both its vectors; whether the king is safe where it lands is judged after the rebirth."),
	circe("circe-symmetrical", "Symmetrical Circe", "A captured man is reborn on the square opposite through the board's centre.", Aftermath{Where: AtReflection}),
	circe("circe-diagram", "Diagram Circe", "A captured man is reborn on the square it had in the starting position.", Aftermath{Where: AtOrigin},
		"A promoted pawn keeps the pawn's square. A man that entered the game has the square it entered on."),
	circe("circe-assassin", "Assassin Circe", "A captured man is reborn even on an occupied square, and the occupant leaves the board.", Aftermath{Occupied: Removed},
		"A man captured on its own home square takes its captor's place. A king is in check too if a capture would put a man in its place."),
	circe("circe-volcanic", "Volcanic Circe", "A captured man whose home is occupied waits below the occupant and comes up when it leaves.", Aftermath{Occupied: Below},
		"Of several men below one square the first placed comes up first. A pawn is not promoted by coming up."),
	circe("circe-kamikaze", "Kamikaze Circe", "The capturing man leaves the board, and the captured one is reborn.", Aftermath{Capturer: Vanishes},
		"Kings capture as usual. A pawn that captures on the last rank vanishes without promoting."),
	circe("circe-kamikaze-rebirth", "Kamikaze Circe with rebirth", "Both men of a capture are reborn, the capturer first.", Aftermath{Reborn: BothReborn},
		"Kings capture as usual."),
	circe("anticirce-calvet", "Anticirce (Calvet)", "The capturing man is reborn, and the captured one is gone; without a free rebirth square a capture is illegal.", Aftermath{Reborn: CapturerReborn},
		"The capturer may give check from where it is reborn.",
		"Kings are reborn like other men. A capture on one's own rebirth square is legal."),
	circe("anticirce-cheylan", "Anticirce (Cheylan)", "Anticirce in which a capture on one's own rebirth square is illegal.", Aftermath{Reborn: CapturerReborn, Cheylan: true}),
	circe("circe-martian", "Martian Circe", "Men capture only from their home square, when it is free; captured men are gone.", Aftermath{Reborn: MoverReborn}),
}

// cohen is Philip Cohen's suggestion against fruitless recaptures.
var cohen = circe("cohen", "Cohen's rule", "A capture that only reverses the opponent's last move is not allowed.", Aftermath{Cohen: true})

// circe returns a row of the family. A pawn on its own first rank does not move,
// attack or capture unless the row says otherwise.
func circe(id, name, summary string, a Aftermath, notes ...string) *Modifier {
	a.Active = true
	return &Modifier{ID: id, Name: name, Summary: summary, Notes: notes, Aftermath: a}
}
