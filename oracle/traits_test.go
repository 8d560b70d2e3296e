package oracle_test

import (
	"regexp"
	"slices"
	"strings"
)

// traits are the attributes of single pieces, and conditions that give them to all.
var traits = []conditionRow{
	{trait: "royal", kings: true},
	{trait: "kamikaze"},
	{trait: "kamikaze", text: "Circe RexInclusive", alone: true},
	{trait: "kamikaze", text: "Hole d4e5", empty: "d4e5", alone: true},
	{trait: "paralysing", kings: true},
	{trait: "paralysing", text: "MirrorCirce", kings: true, alone: true},
	{trait: "paralysing", text: "DiagramCirce", kings: true, alone: true},
	{trait: "paralysing", text: "PWC", kings: true, alone: true},
	{trait: "chameleon"},
	{trait: "functionary", kings: true},
	{trait: "halfneutral"},
	{trait: "magic", kings: true},
	{trait: "magic", walks: "N G LI", family: "riders and hoppers"},
	{trait: "magic", walks: "Z CA GI FE WE DA AL", family: "leapers"},
	{trait: "uncapturable", kings: true},
	{trait: "patrol", kings: true},
	{trait: "jigger", kings: true},
	{trait: "anda", family: "pieces"},
	{trait: "andainverse", family: "pieces"},
	{trait: "neutral anda"},
	{trait: "neutral andainverse"},
	{trait: "chameleon anda"},
	{trait: "hurdlecolourchanging", fairy: true, walks: "G RH BH G2 G3 CG KH", family: "grasshoppers"},
	{trait: "hurdlecolourchanging", fairy: true, walks: "NH CH ZH GH KP EQ NE OR NO", family: "other hoppers"},
	{trait: "hurdlecolourchanging", fairy: true, walks: "LI RL BL NL LE PA VA NA", family: "lions and Chinese pieces"},
	{trait: "neutral hurdlecolourchanging", fairy: true, walks: "G LI PA EQ NH", family: "hoppers"},
	{trait: "bul", fairy: true, walks: "G RH BH CG KH", family: "grasshoppers", quirk: movedHurdles},
	{trait: "bul", fairy: true, walks: "NH CH ZH GH KP EQ NE OR", family: "other hoppers", quirk: movedHurdles},
	{trait: "bul", fairy: true, walks: "LI BL NL LE PA VA NA", family: "lions and Chinese pieces",
		quirk: movedHurdles},
	{trait: "neutral bul", fairy: true, walks: "G LI PA EQ NH", family: "hoppers", quirk: movedHurdles},
	{trait: "dob", fairy: true, walks: "G RH BH CG KH", family: "grasshoppers", quirk: castlingHurdles},
	{trait: "dob", fairy: true, walks: "NH CH ZH GH KP EQ NE OR", family: "other hoppers", quirk: castlingHurdles},
	{trait: "dob", fairy: true, walks: "LI BL NL LE PA VA NA", family: "lions and Chinese pieces",
		quirk: castlingHurdles},
	{trait: "neutral dob", fairy: true, walks: "G LI PA EQ NH", family: "hoppers", quirk: castlingHurdles},
	{trait: "aliceb", kings: true, alone: true, quirk: castlesAcross},
	{trait: "aliceb", walks: "N G LI CA", family: "riders, hoppers and leapers", alone: true, quirk: castlesAcross},
	{trait: "frischauf", pieces: "QRBS"},
	{trait: "protean", all: true, kings: true, walks: "PP", quirk: withoutReversePawns},
	{trait: "volage", alone: true},
	{trait: "neutral"},
	{text: "AliceChess", alone: true},
	{text: "FunctionaryChess"},
	{text: "ChameleonChess"},
	{text: "ChameleonChess S Q B S"},
	{text: "LineChameleonChess"},
	{text: "ChameleonPursuit", quirk: series},
}

// withoutReversePawns are the facts without a Reverse Pawn but with other pawns, where those that protean pieces
// become attack nothing in Popeye, or with mate as their goal, where Popeye misses mates by what a capturer
// becomes. There too, one protean piece makes all pieces protean: so all have the attribute.
func withoutReversePawns(f fact) bool {
	return !strings.Contains(f.Pieces, " PP") && (mates(f) || strings.Contains(f.Pieces, " P"))
}

// movedHurdles are the facts in which Popeye lets Bul pieces do what docs/popeye.md names: those of Circe about
// captures by which a pawn promotes, or comes to a last rank when it is hopped over, and with pawns about mates;
// and those with threats that move what they hop over, after which it writes all defences.
func movedHurdles(f fact) bool {
	late := f.Condition != "" && (mates(f) && strings.Contains(f.Pieces, " P") ||
		slices.ContainsFunc(f.Said, promotingCapture.MatchString))
	return late || f.Stipulation == "#2" && slices.ContainsFunc(f.Said, hurdleMates.MatchString)
}

var (
	promotingCapture = regexp.MustCompile(`\*[a-h]([18]=|[1-8]\[\w+->[a-h][18])`)
	hurdleMates      = regexp.MustCompile(`^2\..*->.*#`)
)

// castlingHurdles are those too, and for Dob pieces the facts with a king at home.
func castlingHurdles(f fact) bool { return movedHurdles(f) || kingsAtHome(f) }

// castlesAcross are the facts with a king and a rook at home on different boards of Alice chess, which castle in
// Popeye: it leaves the rook out of account.
func castlesAcross(f fact) bool {
	colour, other := "", false
	boards := map[string]bool{}
	for _, word := range strings.Fields(f.Pieces) {
		switch word {
		case "White", "Black":
			colour, other = word, false
		case "aliceb":
			other = true
		default:
			boards[colour+word] = other
		}
	}
	for _, home := range []struct{ king, rook string }{
		{"WhiteKe1", "WhiteRa1"}, {"WhiteKe1", "WhiteRh1"}, {"BlackKe8", "BlackRa8"}, {"BlackKe8", "BlackRh8"},
	} {
		king, at := boards[home.king]
		if rook, stands := boards[home.rook]; at && stands && king != rook {
			return true
		}
	}
	return false
}
