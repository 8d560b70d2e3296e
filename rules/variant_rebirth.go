package rules

// The members of the Circe family that only problemists play. The rules are those of Popeye 4.104.

var rebirths = circeFamily(
	rebirth("circe-rank", "Rank Circe",
		"A captured piece is reborn on the rank of its capture, on the file of its home square; a rook, bishop or "+
			"knight on that of the two files where the square has the colour of the capture.", Rebirth{Square: OnRank}),
	rebirth("circe-file", "File Circe",
		"A captured piece is reborn on the file of its capture, on the rank of its home square.",
		Rebirth{Square: OnFile}),
	rebirth("circe-antipodes", "Antipodean Circe",
		"A captured piece is reborn four files and four ranks from where it was captured.",
		Rebirth{Square: AtAntipodes}),
	rebirth("circe-vertical-symmetry", "Vertical symmetry Circe",
		"A captured piece is reborn opposite, on the same rank: on the h-file if it was captured on the a-file.",
		Rebirth{Square: AcrossFiles}),
	rebirth("circe-horizontal-symmetry", "Horizontal symmetry Circe",
		"A captured piece is reborn opposite, on the same file: on the eighth rank if it was captured on the first.",
		Rebirth{Square: AcrossRanks}),
	rebirth("circe-super", "Super Circe",
		"A captured piece is reborn on any empty square, which the capturing side chooses, or not at all.",
		Rebirth{Square: Anywhere}),
	rebirth("circe-cage", "Cage Circe",
		"A captured piece is reborn on an empty square, which the capturing side chooses, where it could make no "+
			"legal move but captures; without such a square it is gone.", Rebirth{Square: InCage}),
	rebirth("circe-take-and-make", "Circe Take & Make",
		"A captured piece is reborn where it could have gone from its square without a capture; the capturing side "+
			"chooses.", Rebirth{Square: ByMove}),
	rebirth("circe-diametral", "Diametral Circe",
		"The rebirth square is the one opposite through the centre of the board.", Rebirth{Turned: Diametral}),
	rebirth("circe-vertical-mirror", "Vertical mirror Circe",
		"The rebirth square is the one opposite on the same rank.", Rebirth{Turned: LeftRight}),
	rebirth("circe-einstein", "Circe Einstein",
		"A captured piece is reborn as the next in the row of queen, rook, bishop, knight and pawn.",
		Rebirth{As: Decreased}),
	rebirth("circe-reversal-einstein", "Circe reversal Einstein",
		"A captured piece is reborn as the next in the row of pawn, knight, bishop, rook and queen.",
		Rebirth{As: Increased}),
	Modifier{
		ID: "circe-contra-parrain", Name: "Circe Contra-Parrain",
		Summary:   "A captured piece is reborn when the next half-move is made, displaced against that move's vector.",
		Aftermath: Aftermath{Where: AtNextVector}, Fairy: Fairy{Rebirth: Rebirth{Turned: Against}},
	},
	rebirth("circe-turncoats", "Circe Turncoats",
		"A piece that is reborn changes sides.", Rebirth{Turncoats: true}),
	rebirth("anticirce-choices", "Anticirce with other rebirths",
		"The capturing piece is reborn where and how captured pieces otherwise are.", Rebirth{Of: OfCapturers}),
	rebirth("rex-exclusive", "Rex Exclusive",
		"Kings are not reborn when they capture.", Rebirth{KingsStay: true}),
	rebirthOfMovers("martian-choices", "Martian Circe with other rebirths",
		"Pieces capture from where and how captured pieces otherwise are reborn.", MoverReborn),
	rebirthOfMovers("antimars-choices", "Anti-Martian Circe with other rebirths",
		"Pieces move without a capture from where captured pieces otherwise are reborn.", NobodyReborn),
	rebirth("anticirce-with-circe", "Anticirce with Circe",
		"The captured piece is reborn too, after the capturing one.", Rebirth{Of: OfTheCaptured}),
)

// rebirth returns the row of a condition.
func rebirth(id, name, summary string, r Rebirth) Modifier {
	return Modifier{ID: id, Name: name, Summary: summary, Fairy: Fairy{Rebirth: r}}
}

// rebirthOfMovers returns the row of a condition about where movers are reborn.
func rebirthOfMovers(id, name, summary string, reborn Reborn) Modifier {
	m := rebirth(id, name, summary, Rebirth{Of: OfMovers})
	m.Aftermath = Aftermath{Active: true, Reborn: reborn}
	return m
}

// Frischauf returns the condition under which promoted pieces are reborn on their last rank. Games
// with it have types for promoted pieces (piece.Traits.Promoted).
func Frischauf() *Modifier {
	return circeFamily(rebirth("circe-frischauf", "Circe Frischauf",
		"A promoted piece is reborn on the last rank of its side, on the file of its capture; others are at home.",
		Rebirth{Square: PromotedOnLastRank}))[0]
}

// April returns the condition under which only some types, named by their labels, are reborn.
func April(types string) *Modifier {
	m := circeFamily(rebirth("circe-april-"+types, "Circe April "+types,
		"Only pieces of the types "+types+" are reborn, and they are captured only if they are.",
		Rebirth{Types: types}))[0]
	m.Aftermath.Occupied = NoCapture
	return m
}

// AprilCapturers returns the condition under which only capturers of some types, named by their
// labels, are reborn in Anticirce.
func AprilCapturers(types string) *Modifier {
	return circeFamily(rebirth("anticirce-april-"+types, "Anticirce April "+types,
		"Only capturing pieces of the types "+types+" are reborn; others stay where they capture.",
		Rebirth{Of: OfCapturers, Types: types}))[0]
}
