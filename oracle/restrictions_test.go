package oracle_test

import (
	"regexp"
	"slices"
	"strings"
)

// restrictions are the conditions that forbid or demand moves.
var restrictions = []conditionRow{
	{text: "Madrasi"},
	{text: "Isardam"},
	{text: "Isardam TypeB"},
	{text: "EiffelChess"},
	{text: "PartialParalysis"},
	// Popeye loses mates by a king that goes next to the other one.
	{text: "GridChess", quirk: mates},
	{text: "GridChess HorizontalShift", quirk: mates},
	{text: "GridChess Orthogonal bdf1357", quirk: mates},
	{text: "GridChess Orthogonal aceg1357", quirk: mates},
	{text: "GridChess irreg a8a7b6 d8e8 f8 h6h5 h4 f2e2 d1 b2c2 a3a4 a5a6", quirk: mates},
	{text: "MonochromChess"},
	{text: "BichromChess"},
	{text: "WhiteEdgeMover"},
	{text: "BlackEdgeMover"},
	{text: "Hole d4e5b3g6", empty: "d4e5b3g6"},
	{text: "UltraPatrol"},
	{text: "CentralChess"},
	{text: "Disparate"},
	{text: "NoCapture", alone: true},
	{text: "NoBlackCapture"},
	{text: "PADChess"},
	{text: "PADChess RexInclusive"},
	// Popeye writes the checks of a line by what has captured at its end.
	{text: "PADChess Strict", quirk: checksOnceMore},
	{text: "PADChess Strict RexInclusive", quirk: checksOnceMore},
	{text: "Patrouille"},
	{text: "Lortap"},
	{text: "ProvocationChess"},
	{text: "SuperGuards"},
	{text: "AntiGuards"},
	{text: "ShieldedKings"},
	// Popeye judges mates by the captures of the king and those of the other pieces apart.
	{text: "AMU"},
	{text: "MAFF"},
	{text: "MultiCaptures", quirk: mates},
	// Popeye forgets that a king may castle whose side captures its own pieces, and writes some of
	// the pieces in mates as neutral ones.
	{text: "Bicaptures", alone: true, quirk: bicaptures},
	{text: "Woozles"},
	{text: "BiWoozles RexExclusive"},
	{text: "Heffalumps RexExclusive"},
	{text: "BiHeffalumps"},
	// Popeye writes the checks of a line by which pieces are fuddled at its end.
	{text: "FuddledMen", quirk: mates},
	// Popeye lets an attacked king mate.
	{text: "Pepo", quirk: mates},
	{text: "Bicolores"},
	{text: "Leffie"},
	{text: "CASTChess", quirk: castles},
	// Where a king may castle, Popeye lets its rooks alone move, also to its square.
	{text: "BackHome", alone: true, quirk: castles},
	{text: "ImmunChess"},
	{text: "ImmunChess RexInclusive"},
	{text: "MirrorImmunChess"},
	{text: "KoeKo"},
	{text: "AntiKoeko"},
	{text: "NewKoeko"},
	{text: "ContactGridChess"},
	{text: "ChecklessChess"},
	{text: "ExclusiveChess", mating: true},
	{text: "WhiteUltraSchachZwang"},
	{text: "BlackUltraSchachZwang"},
	{text: "WhiteUltraSchachZwang BlackUltraSchachZwang"},
	{text: "SAT"},
	{text: "SAT 2"},
	{text: "StrictSAT"},
	{text: "VogtlaenderChess"},
	{text: "BGL 7 9.5"},
	{text: "BGL 12"},
	{text: "BlackMaximummer"},
	{text: "WhiteMaximummer"},
	{text: "Maximummer", mating: true, quirk: series},
	// Popeye loses castling rights, and sees checks that are none, once it has tried to capture a king.
	{text: "BlackMaximummer ultra", quirk: kingsAtHome},
	{text: "WhiteMaximummer exact"},
	{text: "BlackMaximummer exact"},
	{text: "BlackMinimummer exact"},
	{text: "BlackMustCapture exact"},
	{text: "BlackMinimummer"},
	{text: "BlackMustCapture"},
	{text: "WhiteMustCapture ultra", quirk: kingsAtHome},
	{text: "BlackForcedSquare c3d4e5f6"},
	{text: "BlackConsequentForcedSquare c3d4e5f6", quirk: kingsAtHome},
	{text: "WhiteConsequentForcedSquare c3d4e5f6", quirk: kingsAtHome},
	{text: "BlackMinDister", pair: true},
	{text: "WhiteMaxDister", pair: true},
	{text: "BlackMaxDister", pair: true},
	{text: "WhiteForcedSquare c3d4e5f6"},
	{text: "BlackFollowMyLeader", quirk: series, apart: true},
	{text: "WhiteFollowMyLeader", quirk: series, apart: true},
	{text: "DuellistChess"},
	{text: "BlackSynchronMover", quirk: series, apart: true},
	{text: "WhiteAntiSynchronMover", quirk: series, apart: true},
	{text: "AlphabeticChess"},
}

// bicaptures are facts about goals and castling in which Popeye differs under Bicaptures.
func bicaptures(f fact) bool { return mates(f) || castles(f) }

// checksOnceMore are the facts with lines in which a piece has captured at the end, and perhaps checked before.
func checksOnceMore(f fact) bool {
	return slices.ContainsFunc(f.Said, func(line string) bool {
		return checkingCapture.MatchString(line) || strings.Contains(line, " 2.") && strings.Contains(line, "*")
	})
}

var checkingCapture = regexp.MustCompile(`\*[a-h][1-8](=[QRBS])?(\[[^ ]*\])* \+.*\*`)
