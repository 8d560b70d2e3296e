package oracle_test

import (
	"regexp"
	"slices"
	"strings"
)

// changes are the conditions that change pieces, movement or the board after a move.
var changes = []conditionRow{
	{text: "Take&MakeChess"},
	{text: "Make&TakeChess"},
	{text: "AndernachChess"},
	{text: "AntiAndernachChess"},
	{text: "Masand"},
	{text: "MasandGeneralised"},
	{text: "Anda"},
	{text: "AndaInverse"},
	{text: "MagicSquares d4e5f6"},
	{text: "AnnanChess"},
	{text: "AnnanChess TypeB"},
	{text: "AnnanChess TypeC"},
	{text: "AnnanChess TypeD"},
	{text: "FaceToFace"},
	{text: "BackToBack"},
	{text: "TransmutedKings"},
	{text: "EinsteinChess"},
	{text: "ReversalEinsteinChess"},
	{text: "AntiEinsteinChess"},
	{text: "NorskSjakk"},
	{text: "FrankfurtChess"},
	{text: "FrankfurtChess RexExclusive"},
	{text: "FrankfurtChess", walks: "G N CA LI", family: "riders, hoppers and leapers"},
	{text: "ProteanChess"},
	{text: "ProteanChess RexExclusive"},
	{text: "ProteanChess", walks: "PP G CA", family: "hoppers, leapers and Reverse Pawns"},
	{trait: "royal", text: "ProteanChess", alone: true},
	{trait: "neutral", text: "ProteanChess"},
	{text: "Wormholes b3f6d4"},
	{text: "Bolero"},
	{text: "Bolero RexInclusive"},
	{text: "BoleroInverse"},
	{text: "PowerTransfer"},
	{text: "PowerTransfer RexInclusive"},
	// Popeye judges the squares that a castling king passes by the movement that pieces have themselves.
	{text: "PointReflection", quirk: castles},
	{text: "Tibet"},
	{text: "DoubleTibet"},
	{text: "DarkSide"},
	{text: "RelegationChess"},
	{text: "HaanerChess", alone: true},
	{text: "ActuatedRevolvingCentre", alone: true},
	// Popeye forgets in some lines that a ghost is not captured again, and writes it as before.
	{text: "GhostChess", alone: true, quirk: mates},
	{text: "HauntedChess", alone: true},
	{text: "Breton"},
	{text: "Breton Adverse"},
	{text: "Breton Chromatic"},
	{text: "Breton Adverse Chromatic"},
	{text: "Breton PY", alone: true},
	{text: "Breton Adverse PY", alone: true},
	{trait: "neutral", text: "Breton PY", alone: true},
	{text: "SwappingKings"},
	{text: "WhiteOscillatingKings"},
	{text: "BlackOscillatingKings TypeB"},
	{text: "WhiteOscillatingKings TypeC"},
	{text: "Sentinelles"},
	{text: "Sentinelles PionAdvers"},
	{text: "SingleBox Type1"},
	{text: "SingleBox Type2", alone: true},
	{text: "SingleBox Type3", alone: true},
	{text: "SnekChess", alone: true},
	{text: "SnekCircleChess", alone: true},
	{text: "Volage", alone: true},
	{text: "LeseMajeste"},
	{text: "RepublicanChess Type2", alone: true, mating: true, lacks: true},
	{text: "CastlingChess"},
	{text: "CastlingChess Madrasi", alone: true},
	{text: "CastlingChess HaanerChess", alone: true},
	{text: "Rokagogo"},
	{text: "Rokagogo Madrasi", alone: true},
	{text: "ExchangeCastling", quirk: forgetsExchange},
	{text: "ExchangeCastling FuddledMen", alone: true, quirk: mates},
	// Popeye loses a king of the other side that it looks at castling with. In Circe it takes captured pieces
	// for ones of the side that does not move.
	{text: "AllInChess", alone: true, quirk: castles}, // of which Popeye does not say which king does
	{text: "MainlyInChess", alone: true, quirk: castles},
	{text: "HalfInChess", alone: true, quirk: castlesLater},
	{text: "PromOnly R G"},
	{text: "WhitePromSquares c4d6e8 BlackPromSquares a3e4g1"},
	{text: "MessignyChess"},
	{text: "MessignyChess RexExclusive"},
	{text: "Influencer", alone: true},
	{text: "RoyalDynasty", alone: true, walks: "K"},
	// Where the king of one side alone transmutes or reflects, it is not compared: Popeye lets the other side
	// check it though it then attacks.
	{text: "WhiteSuperTransmutingKing"},
	{text: "BlackSuperTransmutingKing"},
	{text: "KobulKings"},
	{text: "KobulKings White"},
	{text: "LostPieces", alone: true},
	// Popeye forgets that a rook may castle that was reborn within a chain of captures.
	{text: "SeriesCapture", quirk: castles},
	{text: "SeriesCapture EinsteinChess", alone: true},
	{text: "SeriesCapture ProteanChess", alone: true, quirk: staysPawn},
	// With AntiCirce Popeye crashes, or does not come to an end, on most random diagrams.
	{text: "RoleExchange"},
	{text: "RoleExchange 1", alone: true},
	{text: "PlusChess", quirk: fromTwoSquares},
	{text: "AntiMarsCirce", quirk: castlesAway},
	{text: "AntiMarsCirce", pieces: "QBSP", family: "without rooks", quirk: castlesAway},
	// Where no piece is named, Popeye misses the checks that kings give as equihoppers.
	{text: "VaultingKings EQ"},
	{text: "VaultingKings CA N"},
	{text: "BlackVaultingKing G"},
	{text: "Football S R", alone: true},
	{text: "Football B N", alone: true},
	{text: "CavalierMajeur", pieces: "QRBP", walks: "N"},
	{text: "ChecklessChess CavalierMajeur", pieces: "QRBP", walks: "N", alone: true},
	{text: "Leofamily", walks: "LE PA VA MA", only: true},
	{text: "ChineseChess", walks: "LE PA VA MA"},
	{text: "MarineChess", walks: "SI TR ND MS"},
	// With Circe, Popeye misses keys by neutral pieces after which its own help play mates whatever is played.
	{trait: "neutral", text: "MarineChess", walks: "SI TR ND MS", quirk: direct},
	{text: "UltramarineChess", walks: "SI TR ND MS PO MP"},
	{text: "LosingChess", walks: "K G", noMate: true},
	{text: "ArgentinianChess", walks: "SE FA LO SA"},
	{text: "Hypervolage", alone: true},
	{text: "Imitator d4", empty: "d4"},
	{text: "Imitator c3f6 NoIProm", empty: "c3f6"},
}

// fromTwoSquares are the facts with a capture that Popeye writes twice because it starts from two squares of
// the centre.
func fromTwoSquares(f fact) bool {
	seen := map[string]bool{}
	return slices.ContainsFunc(f.Said, func(line string) bool {
		short := elsewhere.ReplaceAllString(line, "*")
		if !elsewhere.MatchString(line) {
			return false
		}
		again := seen[short]
		seen[short] = true
		return again
	})
}

var elsewhere = regexp.MustCompile(`-[de][45]\*`)

// forgetsExchange are the facts of series, in which Popeye's table of positions does not tell whether a side has
// castled by exchange, and those with such a castling that mates in two moves. If it is threatened, Popeye takes
// all others for it, and writes defences that do not prevent it.
func forgetsExchange(f fact) bool {
	return series(f) || f.Stipulation == "#2" && slices.ContainsFunc(f.Said, func(line string) bool {
		return strings.HasPrefix(line, "2.") && strings.Contains(line, "<->")
	})
}

// castlesAway are the facts of which Popeye's answers do not count in Martian and Anti-Martian Circe. It lets a
// king and a rook castle that go home first, writes some castlings twice, and then loses lines; and a pawn
// may go home and come back by a double step.
func castlesAway(f fact) bool {
	rooks := strings.Contains(f.Pieces, " R") && f.Stipulation != "~1" && (f.Stipulation != "#2" || kingsAtHome(f))
	return rooks || slices.ContainsFunc(f.Said, castlesOrReturns.MatchString)
}

var castlesOrReturns = regexp.MustCompile(`0-0|([a-h])(5-[a-h]7-[a-h]5|4-[a-h]2-[a-h]4)`)

// direct are the facts in which one side mates against the other.
func direct(f fact) bool { return f.Stipulation == "#2" }

// castlesLater are the facts in which kings may castle, but for those of which only the first move is asked.
func castlesLater(f fact) bool { return castles(f) && f.Stipulation != "~1" }

// staysPawn are the facts with a king that becomes a pawn and goes on to its last rank in the same move, where
// Popeye does not promote it, and those in which kings may castle.
func staysPawn(f fact) bool { return castles(f) || slices.ContainsFunc(f.Said, unpromoted.MatchString) }

var unpromoted = regexp.MustCompile(`r(P-[a-h]8|PP-[a-h]1)( |$)`)
