// Package fairy has the piece types of problemists: for each its movement in Betza's notation, its
// name, and its abbreviations in the three languages of Popeye.
//
// A row is all that a piece needs. Those without a movement are known by name, and not played yet.
package fairy

import (
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// Walk is a piece type of problemists.
type Walk struct {
	Letters [3]string // its abbreviations in English, German and French
	Name    string
	Betza   string // its movement, "-" for none; "" if Kirke does not play it
	Pawn    bool   // promotes on the last rank
	Royal   bool   // is a king
	// Backwards says of a pawn that it goes the way of the other side's pawns.
	Backwards bool
	// Promotes has the abbreviations in English of what a pawn becomes, if that is not what pawns do.
	Promotes []string
	Borrows  piece.Borrowing
	GoesOn   piece.GoingOn
	Starts   board.Regions // as in piece.Type
}

// Type returns the piece type of a walk. Its letter is the caller's to give.
func (w *Walk) Type() piece.Type {
	t := piece.Type{
		Name: w.Name, Abbreviation: w.Letters[0], Betza: w.Betza, Pawn: w.Pawn, Royal: w.Royal,
		Backwards: w.Backwards, Borrows: w.Borrows, GoesOn: w.GoesOn, Starts: w.Starts,
		Doc:     docOf(w.Betza),
		Picture: pictureOf(w.Letters[0]),
	}
	switch {
	case w.Borrows == piece.FromAttackers:
		t.Doc = "Moves as any enemy piece that attacks it."
	case w.Borrows == piece.FromProtectors:
		t.Doc = "Moves as any piece of its own side that protects it."
	case w.GoesOn == piece.GoesOnAnywhere:
		t.Doc = "Leaps as a knight, as often as it likes in a move, as long as it comes to empty squares."
	case w.GoesOn == piece.GoesOnAtEdge:
		t.Doc = "Rides as a nightrider, and goes on in any direction from each empty square of the edge."
	case t.Immobile():
		t.Doc = "Never moves."
	}
	return t
}

// Find returns the walk with an abbreviation, in any case, in a language: 0 for English, 1 for
// German, 2 for French; or nil. An abbreviation such as "R/B" is of a hunter, which goes away from
// its side's first rank as the first and back as the second.
func Find(language int, letters string) *Walk {
	if away, home, isHunter := strings.Cut(letters, "/"); isHunter {
		return hunter(Find(language, away), Find(language, home))
	}
	for i := range catalogue {
		if strings.EqualFold(catalogue[i].Letters[language], letters) {
			return &catalogue[i]
		}
	}
	return nil
}

// Order returns the place in the catalogue of the walk with an English abbreviation, -1 for none.
func Order(abbreviation string) int {
	return slices.IndexFunc(catalogue, func(w Walk) bool { return w.Letters[0] == abbreviation })
}

// Catalogue returns all walks but hunters, in Popeye's order.
func Catalogue() []Walk { return slices.Clone(catalogue) }

// hunter returns the walk that goes away as one and home as another, nil if one of them is missing.
func hunter(away, home *Walk) *Walk {
	if away == nil || home == nil {
		return nil
	}
	w := Walk{Name: away.Name + "-" + home.Name + " Hunter"}
	for i := range w.Letters {
		w.Letters[i] = away.Letters[i] + "/" + home.Letters[i]
	}
	if from, to := away.part(), home.part(); from != "" && to != "" {
		w.Betza = "{" + from + "/" + to + "}"
	}
	return &w
}

// part returns the movement of a walk as half of a hunter's, "" if it cannot be.
func (w *Walk) part() string {
	switch {
	case w.Letters[0] == "P":
		return pawnPart
	case w.Pawn, w.Borrows != piece.BorrowsNothing, w.GoesOn != piece.GoesOnce, w.Starts != board.Regions{},
		w.Betza == "-":
		return ""
	}
	return w.Betza
}

// pawnPart is how a hunter moves as a pawn. It captures on its first rank too, where Popeye has it check
// alone.
const pawnPart = "{PawnSteps}fcF"

// catalogue has the walks in Popeye's order, which is also that of promotions.
var catalogue = []Walk{
	{Letters: [3]string{"K", "K", "R"}, Name: "King", Betza: "K"},
	{Letters: [3]string{"P", "B", "P"}, Name: "Pawn", Betza: "fmWfceFifmnD", Pawn: true},
	{Letters: [3]string{"Q", "D", "D"}, Name: "Queen", Betza: "Q"},
	{Letters: [3]string{"S", "S", "C"}, Name: "Knight", Betza: "N"},
	{Letters: [3]string{"R", "T", "T"}, Name: "Rook", Betza: "R"},
	{Letters: [3]string{"B", "L", "F"}, Name: "Bishop", Betza: "B"},
	{Letters: [3]string{"LE", "LE", "LE"}, Name: "Leo", Betza: "mQcpQ"},
	{Letters: [3]string{"MA", "MA", "MA"}, Name: "Mao", Betza: "afsW"},
	{Letters: [3]string{"PA", "PA", "PA"}, Name: "Pao", Betza: "mRcpR"},
	{Letters: [3]string{"VA", "VA", "VA"}, Name: "Vao", Betza: "mBcpB"},
	{Letters: [3]string{"RO", "RO", "RO"}, Name: "Rose", Betza: "qN"},
	{Letters: [3]string{"G", "G", "S"}, Name: "Grasshopper", Betza: "gQ"},
	{Letters: [3]string{"N", "N", "N"}, Name: "Nightrider", Betza: "NN"},
	{Letters: [3]string{"Z", "Z", "Z"}, Name: "Zebra", Betza: "Z"},
	{Letters: [3]string{"CA", "CA", "CH"}, Name: "Camel", Betza: "C"},
	{Letters: [3]string{"GI", "GI", "GI"}, Name: "Giraffe", Betza: "(1,4)"},
	{Letters: [3]string{"RF", "WF", "CC"}, Name: "Root-50 Leaper", Betza: "(1,7)(5,5)"},
	{Letters: [3]string{"BU", "BU", "BU"}, Name: "Root-25 Leaper", Betza: "(3,4)(0,5)"},
	{Letters: [3]string{"WE", "WE", "VI"}, Name: "Wazir", Betza: "W"},
	{Letters: [3]string{"AL", "AL", "AL"}, Name: "Alfil", Betza: "A"},
	{Letters: [3]string{"FE", "FE", "FE"}, Name: "Fers", Betza: "F"},
	{Letters: [3]string{"DA", "DA", "DA"}, Name: "Dabbaba", Betza: "D"},
	{Letters: [3]string{"LI", "LI", "LI"}, Name: "Lion", Betza: "pQ"},
	{Letters: [3]string{"NE", "NE", "EQ"}, Name: "Nonstop Equihopper", Betza: "{NonstopEquihopper}"},
	{Letters: [3]string{"L", "H", "L"}, Name: "Locust", Betza: "cyafmQ"},
	{Letters: [3]string{"BP", "BB", "PB"}, Name: "Berolina Pawn", Betza: "fmFfcWifmnA", Pawn: true},
	{Letters: [3]string{"AM", "AM", "AM"}, Name: "Amazon", Betza: "QN"},
	{Letters: [3]string{"EM", "KN", "IM"}, Name: "Empress", Betza: "RN"},
	{Letters: [3]string{"PR", "PR", "PR"}, Name: "Princess", Betza: "BN"},
	{Letters: [3]string{"GN", "GN", "G"}, Name: "Gnu", Betza: "NC"},
	{Letters: [3]string{"AN", "AN", "AN"}, Name: "Antelope", Betza: "(3,4)"},
	{Letters: [3]string{"SQ", "EI", "EC"}, Name: "Squirrel", Betza: "NAD"},
	{Letters: [3]string{"WA", "WA", "V"}, Name: "Waran", Betza: "RNN"},
	{Letters: [3]string{"DR", "DR", "DR"}, Name: "Dragon", Betza: "{PawnSteps}{PawnCaptures}N"},
	{Letters: [3]string{"KA", "KA", "KA"}, Name: "Kangaroo", Betza: "pafgQ"},
	{Letters: [3]string{"SS", "SS", "CS"}, Name: "Spiral Springer", Betza: "(2,1;2,-1)0(2,1;-2,1)0"},
	{Letters: [3]string{"UU", "UU", "UU"}, Name: "Ubi-Ubi", Betza: "N", GoesOn: piece.GoesOnAnywhere},
	{Letters: [3]string{"HA", "HA", "HA"}, Name: "Hamster", Betza: "gabmQ"},
	{Letters: [3]string{"M", "EL", "E"}, Name: "Moose", Betza: "gafsQ"},
	{Letters: [3]string{"EA", "AD", "AI"}, Name: "Eagle", Betza: "gasQ"},
	{Letters: [3]string{"SW", "SP", "M"}, Name: "Sparrow", Betza: "gabsQ"},
	{Letters: [3]string{"AR", "ER", "AR"}, Name: "Archbishop", Betza: "{Archbishop}"},
	{Letters: [3]string{"RB", "RL", "FR"}, Name: "Reflecting Bishop", Betza: "{ReflectingBishop}"},
	{Letters: [3]string{"C", "KL", "CA"}, Name: "Cardinal", Betza: "{Cardinal}"},
	{Letters: [3]string{"NH", "NH", "SN"}, Name: "Nightrider Hopper", Betza: "gNN"},
	{Letters: [3]string{"DU", "DU", "PI"}, Name: "Dummy", Betza: "-"},
	{Letters: [3]string{"CR", "CR", "CN"}, Name: "Camelrider", Betza: "CC"},
	{Letters: [3]string{"ZR", "ZR", "ZN"}, Name: "Zebrarider", Betza: "ZZ"},
	{Letters: [3]string{"GR", "GR", "GN"}, Name: "Gnurider", Betza: "NNCC"},
	{Letters: [3]string{"CH", "CH", "SC"}, Name: "Camelrider Hopper", Betza: "gCC"},
	{Letters: [3]string{"ZH", "ZH", "SZ"}, Name: "Zebrarider Hopper", Betza: "gZZ"},
	{Letters: [3]string{"GH", "GH", "SG"}, Name: "Gnurider Hopper", Betza: "gNNgCC"},
	{Letters: [3]string{"DS", "DS", "CD"}, Name: "Diagonal Spiral Springer", Betza: "(1,2;2,1)0(1,2;-2,-1)0"},
	{Letters: [3]string{"BK", "RS", "CR"}, Name: "Bouncy Knight", Betza: "{BouncyKnight}"},
	{Letters: [3]string{"EQ", "EQ", "EA"}, Name: "Equihopper", Betza: "{Equihopper}"},
	{Letters: [3]string{"CT", "CT", "CT"}, Name: "CAT", Betza: "(1,2;0,2;0,2;0,2;0,2;0,2;0,2;0,2)0"},
	{Letters: [3]string{"BS", "BS", "BS"}, Name: "Super Berolina Pawn", Betza: "fmBfcR", Pawn: true},
	{Letters: [3]string{"SP", "SB", "SP"}, Name: "Super Pawn", Betza: "fmRfcB", Pawn: true},
	{Letters: [3]string{"RL", "TL", "TL"}, Name: "Rook Lion", Betza: "pR"},
	{Letters: [3]string{"BL", "LL", "FL"}, Name: "Bishop Lion", Betza: "pB"},
	{Letters: [3]string{"SI", "SI", "SI"}, Name: "Siren", Betza: "mQcyafmQ"},
	{Letters: [3]string{"TR", "TR", "TR"}, Name: "Triton", Betza: "mRcyafmR"},
	{Letters: [3]string{"ND", "ND", "NE"}, Name: "Nereid", Betza: "mBcyafmB"},
	{Letters: [3]string{"O", "O", "O"}, Name: "Orphan", Betza: "-", Borrows: piece.FromAttackers},
	{Letters: [3]string{"EH", "RD", "EH"}, Name: "Edgehog", Betza: "{Edgehog}"},
	{Letters: [3]string{"MO", "MO", "MO"}, Name: "Moa", Betza: "afsF"},
	{Letters: [3]string{"RR", "TJ", "TC"}, Name: "Rook-Bishop Hunter", Betza: "{RookBishopHunter}"},
	{Letters: [3]string{"BR", "LJ", "FC"}, Name: "Bishop-Rook Hunter", Betza: "{BishopRookHunter}"},
	{Letters: [3]string{"AO", "AO", "AO"}, Name: "Mao Rider", Betza: "nNN"},
	{Letters: [3]string{"OA", "OA", "OA"}, Name: "Moa Rider", Betza: "{MoaRider}"},
	{Letters: [3]string{"RH", "TH", "ST"}, Name: "Rook Hopper", Betza: "gR"},
	{Letters: [3]string{"BH", "LH", "SF"}, Name: "Bishop Hopper", Betza: "gB"},
	{Letters: [3]string{"EK", "EK", "RE"}, Name: "Erlking", Betza: "K"},
	{Letters: [3]string{"BT", "PF", "BT"}, Name: "Boyscout", Betza: "(1,1;1,-1)0"},
	{Letters: [3]string{"GT", "PN", "GT"}, Name: "Girlscout", Betza: "(1,0;0,1)0"},
	{Letters: [3]string{"SK", "SK", "SK"}, Name: "Scylla", Betza: "afsmWcafsmW"},
	{Letters: [3]string{"CY", "CY", "CY"}, Name: "Charybdis", Betza: "afsmFcafsmF"},
	{Letters: [3]string{"CG", "KG", "SA"}, Name: "Contra Grasshopper", Betza: "gafK"},
	{Letters: [3]string{"RN", "RN", "RL"}, Name: "Rose Lion", Betza: "qpN"},
	{Letters: [3]string{"RP", "RH", "RS"}, Name: "Rose Hopper", Betza: "qgN"},
	{Letters: [3]string{"OK", "OK", "OK"}, Name: "Okapi", Betza: "NZ"},
	{Letters: [3]string{"37", "37", "37"}, Name: "3:7 Leaper", Betza: "(3,7)"},
	{Letters: [3]string{"G2", "G2", "S2"}, Name: "Grasshopper-2", Betza: "gafmafQ"},
	{Letters: [3]string{"G3", "G3", "S3"}, Name: "Grasshopper-3", Betza: "gafmafmafQ"},
	{Letters: [3]string{"16", "16", "16"}, Name: "1:6 Leaper", Betza: "(1,6)"},
	{Letters: [3]string{"24", "24", "24"}, Name: "2:4 Leaper", Betza: "(2,4)"},
	{Letters: [3]string{"35", "35", "35"}, Name: "3:5 Leaper", Betza: "(3,5)"},
	{Letters: [3]string{"DG", "DG", "DS"}, Name: "Double Grasshopper", Betza: "gafyagfhbhsQ"},
	{Letters: [3]string{"KH", "KH", "SR"}, Name: "King Hopper", Betza: "gK2"},
	{Letters: [3]string{"OR", "OR", "OR"}, Name: "Orix", Betza: "{Orix}"},
	{Letters: [3]string{"15", "15", "15"}, Name: "1:5 Leaper", Betza: "(1,5)"},
	{Letters: [3]string{"25", "25", "25"}, Name: "2:5 Leaper", Betza: "(2,5)"},
	{Letters: [3]string{"GL", "GL", "GL"}, Name: "Gral", Betza: "AgR"},
	{Letters: [3]string{"LR", "HT", "LT"}, Name: "Rook Locust", Betza: "cyafmR"},
	{Letters: [3]string{"LB", "HL", "LF"}, Name: "Bishop Locust", Betza: "cyafmB"},
	{Letters: [3]string{"LN", "HN", "LN"}, Name: "Nightrider Locust", Betza: "cyafmNN"},
	{Letters: [3]string{"WR", "WR", "VS"}, Name: "Wazir Rider", Betza: "R"},
	{Letters: [3]string{"FR", "FR", "FS"}, Name: "Fers Rider", Betza: "B"},
	{Letters: [3]string{"BI", "BI", "BI"}, Name: "Bison", Betza: "CZ"},
	{Letters: [3]string{"ET", "ET", "EL"}, Name: "Elephant", Betza: "QNN"},
	{Letters: [3]string{"NA", "NA", "NA"}, Name: "Nao", Betza: "mNNcpNN"},
	{Letters: [3]string{"RM", "TC", "ET"}, Name: "Rook Moose", Betza: "gafsR"},
	{Letters: [3]string{"RE", "TA", "AT"}, Name: "Rook Eagle", Betza: "gasR"},
	{Letters: [3]string{"RW", "TS", "MT"}, Name: "Rook Sparrow", Betza: "gabsR"},
	{Letters: [3]string{"BM", "LC", "EF"}, Name: "Bishop Moose", Betza: "gafsB"},
	{Letters: [3]string{"BE", "LA", "AF"}, Name: "Bishop Eagle", Betza: "gasB"},
	{Letters: [3]string{"BW", "LS", "MF"}, Name: "Bishop Sparrow", Betza: "gabsB"},
	{Letters: [3]string{"RA", "RA", "RA"}, Name: "Rao", Betza: "qmNqcpN"},
	{Letters: [3]string{"SO", "SO", "SO"}, Name: "Scorpion", Betza: "KgQ"},
	{Letters: [3]string{"MG", "MG", "MG"}, Name: "Marguerite", Betza: "gafsQgasQgabsQgQgabmQ"},
	{Letters: [3]string{"36", "36", "36"}, Name: "3:6 Leaper", Betza: "(3,6)"},
	{Letters: [3]string{"NL", "NL", "NL"}, Name: "Nightrider Lion", Betza: "pNN"},
	{Letters: [3]string{"ML", "ML", "ML"}, Name: "Mao Rider Lion", Betza: "{MaoRiderLion}"},
	{Letters: [3]string{"MM", "MM", "MM"}, Name: "Moa Rider Lion", Betza: "{MoaRiderLion}"},
	{Letters: [3]string{"F", "F", "A"}, Name: "Friend", Betza: "-", Borrows: piece.FromProtectors},
	{Letters: [3]string{"DO", "DE", "DN"}, Name: "Dolphin", Betza: "pafgQgQ"},
	{Letters: [3]string{"RT", "HE", "LA"}, Name: "Rabbit", Betza: "pafpQ"},
	{Letters: [3]string{"BO", "BO", "BO"}, Name: "Bob", Betza: "pafpafpafpQ"},
	{Letters: [3]string{"QE", "QE", "QA"}, Name: "English Equistopper", Betza: "{Equistopper}"},
	{Letters: [3]string{"QF", "QF", "QF"}, Name: "French Equistopper", Betza: "{NonstopEquistopper}"},
	{Letters: [3]string{"QQ", "OD", "QQ"}, Name: "Querquisite", Betza: "{Querquisite}"},
	{Letters: [3]string{"B1", "B1", "B1"}, Name: "Bouncer", Betza: "{Bouncer}"},
	{Letters: [3]string{"B2", "B2", "B2"}, Name: "Rook Bouncer", Betza: "{RookBouncer}"},
	{Letters: [3]string{"B3", "B3", "B3"}, Name: "Bishop Bouncer", Betza: "{BishopBouncer}"},
	{Letters: [3]string{"CP", "CB", "PC"}, Name: "Chinese Pawn", Betza: "fWisW",
		Starts: board.Regions{White: "*5 *6 *7 *8", Black: "*1 *2 *3 *4"}},
	{Letters: [3]string{"RK", "RP", "CL"}, Name: "Radial Knight", Betza: "{RadialKnight}"},
	{Letters: [3]string{"PP", "RB", "PV"}, Name: "Reverse Pawn", Betza: "bmWbceFibmnD", Pawn: true, Backwards: true},
	{Letters: [3]string{"LS", "LR", "LR"}, Name: "Rose Locust", Betza: "qcyafmN"},
	{Letters: [3]string{"ZE", "ZE", "ZE"}, Name: "Zebu", Betza: "C(1,4)"},
	{Letters: [3]string{"BN", "NR", "NR"}, Name: "Bouncy Nightrider", Betza: "NN", GoesOn: piece.GoesOnAtEdge},
	{Letters: [3]string{"S2", "S2", "N2"}, Name: "Spiral Springer 2,0", Betza: "(2,1;-2,1)0"},
	{Letters: [3]string{"S4", "S4", "N4"}, Name: "Spiral Springer 4,0", Betza: "(2,1;2,-1)0"},
	{Letters: [3]string{"S1", "S1", "N1"}, Name: "Diagonal Spiral Springer 1,1", Betza: "(1,2;-2,-1)0"},
	{Letters: [3]string{"S3", "S3", "N3"}, Name: "Diagonal Spiral Springer 3,3", Betza: "(1,2;2,1)0"},
	{Letters: [3]string{"QN", "QN", "QN"}, Name: "Quintessence", Betza: "(1,2;2,-1)0(2,1;1,-2)0"},
	{Letters: [3]string{"DK", "DT", "DT"}, Name: "Double Rook Hopper", Betza: "gafyagffbbssR"},
	{Letters: [3]string{"DB", "DL", "DF"}, Name: "Double Bishop Hopper", Betza: "gafyagffbbssB"},
	{Letters: [3]string{"NO", "NO", "NO"}, Name: "Nonstop Orix", Betza: "{NonstopOrix}"},
	{Letters: [3]string{"TH", "UH", "SB"}, Name: "Treehopper", Betza: "{Treehopper}"},
	{Letters: [3]string{"LH", "BH", "SE"}, Name: "Leafhopper", Betza: "{Leafhopper}"},
	{Letters: [3]string{"GE", "GU", "SM"}, Name: "Greater Treehopper", Betza: "{GreaterTreehopper}"},
	{Letters: [3]string{"GF", "GB", "SU"}, Name: "Greater Leafhopper", Betza: "{GreaterLeafhopper}"},
	{Letters: [3]string{"KL", "LK", "KL"}, Name: "Kangaroo Lion", Betza: "pafpQ"},
	{Letters: [3]string{"KO", "KO", "KO"}, Name: "Kao", Betza: "mNcgN2"},
	{Letters: [3]string{"KP", "SH", "SV"}, Name: "Knight Hopper", Betza: "gN2"},
	{Letters: [3]string{"SH", "SC", "BA"}, Name: "Ship", Betza: "{PawnCaptures}R"},
	{Letters: [3]string{"GY", "GY", "GY"}, Name: "Gryphon", Betza: "{PawnSteps}B"},
	{Letters: [3]string{"MS", "MS", "CM"}, Name: "Marine Knight", Betza: "mNcafmN"},
	{Letters: [3]string{"PO", "PO", "PO"}, Name: "Poseidon", Betza: "mKcafmK", Royal: true},
	{Letters: [3]string{"MP", "MB", "PM"}, Name: "Marine Pawn", Betza: "fmWfcafmFifmnD", Pawn: true,
		Promotes: []string{"SI", "TR", "ND", "MS"}},
	{Letters: [3]string{"MH", "MC", "BM"}, Name: "Marine Ship", Betza: "mRcyafmRfcafmF"},
	{Letters: [3]string{"ST", "ST", "EP"}, Name: "Sting", Betza: "KgQ", Royal: true},
	{Letters: [3]string{"SE", "SE", "DG"}, Name: "Senora", Betza: "cQmpQ"},
	{Letters: [3]string{"FA", "FA", "FA"}, Name: "Faro", Betza: "cRmpR"},
	{Letters: [3]string{"LO", "LO", "LO"}, Name: "Loco", Betza: "cBmpB"},
	{Letters: [3]string{"SA", "SA", "SL"}, Name: "Saltador", Betza: "afscWafscFpafsmWpafsmF"},
	{Letters: [3]string{"AH", "AH", "AS"}, Name: "Mao Hopper", Betza: "pafsW"},
	{Letters: [3]string{"OH", "OH", "OS"}, Name: "Moa Hopper", Betza: "pafsF"},
	{Letters: [3]string{"HC", "HK", "HC"}, Name: "Contra Hamster", Betza: "{ContraHamster}"},
	{Letters: [3]string{"EE", "AE", "AE"}, Name: "Eagle Equihopper", Betza: "{EagleEquihopper}"},
	{Letters: [3]string{"EN", "AQ", "AQ"}, Name: "Eagle Nonstop Equihopper", Betza: "{EagleNonstopEquihopper}"},
	{Letters: [3]string{"SC", "SR", "SS"}, Name: "Scarab", Betza: "{Scarab}"},
}
