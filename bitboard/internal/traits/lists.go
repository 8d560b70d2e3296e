// This file holds the lists: first the games that the kernel plays, then the families that
// optimisations are sound in, then each optimisation with its reason.

package traits

import (
	"maps"
	"slices"

	"github.com/kirke-chess/kirke/rules"
)

// choices are the values of fields, by their path, under which something holds. No value at all
// stands for any.
type choices map[string][]any

// with returns c with other values for some fields.
func (c choices) with(other choices) choices {
	all := maps.Clone(c)
	maps.Copy(all, other)
	return all
}

// without returns c without some fields, which must then be zero.
func (c choices) without(paths ...string) choices {
	all := maps.Clone(c)
	for _, path := range paths {
		delete(all, path)
	}
	return all
}

// data are the fields that every kernel reads as they are, or that no move depends on.
var data = []string{
	"ID", "Aliases", "Family", "Name", "Version", "Summary", "Notes", "AssumeCastling",
	"Size.Files", "Size.Ranks",
	"Lines.Squares.White", "Lines.Squares.Black", // pieces move along lines by Army.Along
	"Army.Name", "Army.Letter", "Army.Alias", "Army.Abbreviation", "Army.Betza", "Army.Value", "Army.Picture",
	"Army.Doc", "Army.Points",
	"Army.Royal", "Army.Pawn",
	"Start.Placement", "Start.Shuffle",
	"Castling.KingTo", "Castling.RookTo", "Castling.Free",
	"Promotion.To",
	"End.BareKing", "End.NoClaims", "End.IdleTurns", "End.NoIdle", "End.Drawn", "End.Stalemate", "End.StalemateCount",
	"End.Mate", "End.Repetition", "End.Repeated", "End.Perpetual",
}

// Values that several lists share.
var (
	anyReborn   = []any{rules.CapturedReborn, rules.CapturerReborn, rules.BothReborn, rules.MoverReborn}
	anyCapturer = []any{rules.CapturerStays, rules.CapturerVanishes}
	anyAs       = []any{rules.AsItself, rules.AsCapturer, rules.AsChameleon}
	atOnce      = []any{rules.AtHome, rules.AtDeparture, rules.AtReflection, rules.AtOrigin, rules.AtEquipollent}
	anyWhere    = append(slices.Clone(atOnce), rules.AtNextVector)
	anyOccupied = []any{rules.NotReborn, rules.NoCapture, rules.ReplacesOccupant, rules.WaitsBelow}
)

// The games that the kernel plays. It does not play conversions that may not capture: no part of a
// piece moves like that.
var (
	// Pieces are in hand or on imaginary squares, and bishops convert. There is no other rule.
	orthodox = choices{
		"Gating.Hand": {}, "Gating.Imaginary": {}, "Conversion.Bishop": {}, "Conversion.NoCaptures": {false},
	}

	// Pieces are dropped, and captured ones come to the hand. There is no other rule.
	house = choices{
		"Army.Mark": {}, "Army.From": {}, "Start.Hand": {}, "Pawns.FirstRank": {},
		"Drops.Active": {true}, "Drops.Captured": {}, "Drops.Promoted": {},
		"Drops.Zone.White": {}, "Drops.Zone.Black": {},
		"Drops.PawnsFirstRank": {}, "Drops.PawnsInZone": {},
	}

	// Pawns promote elsewhere than on the last rank, or to pieces of which there may be so many.
	promoting = choices{
		"Army.Limit": {}, "Army.Starts.White": {}, "Army.Starts.Black": {}, "Drops.Mobile": {},
		"Promotion.Zone.White": {}, "Promotion.Zone.Black": {}, "Promotion.Optional": {},
	}

	// A region is to be reached, or checks are to be given. This ends the game, and changes no move.
	contest = choices{
		"Check.Count": {}, "Goal.Types": {}, "Goal.Zone.White": {}, "Goal.Zone.Black": {},
		"Goal.Count": {}, "Goal.Reply": {}, "Goal.Held": {}, "Goal.Blocked": {},
	}

	// Likewise, and nobody may check.
	checkless = contest.with(choices{"Check.Forbidden": {true}})

	// Pieces are neutral. Captured pieces may be reborn at once, and there is no other rule.
	shared = choices{
		"Neutrals": {true}, "Army.Starts.White": {}, "Army.Starts.Black": {}, "Pawns.FirstRank": {},
		"Pawns.EnPassant.White": {}, "Pawns.EnPassant.Black": {},
		"Aftermath.Active": {}, "Aftermath.Reborn": {rules.CapturedReborn},
		"Aftermath.Capturer": {rules.CapturerStays}, "Aftermath.As": anyAs,
		"Aftermath.OtherPiece": {}, "Aftermath.OpponentHome": {},
		"Aftermath.Where": atOnce, "Aftermath.Occupied": {rules.NotReborn, rules.NoCapture},
	}

	// Every aftermath and series is played as long as no piece stands on an imaginary square.
	onBoard = choices{
		"Gating.Hand": {}, "Gating.Imaginary": {false}, "Conversion.Bishop": {}, "Conversion.NoCaptures": {false},
		"Series.Progressive": {}, "Series.Italian": {},
		"Aftermath.Active": {}, "Aftermath.Reborn": anyReborn, "Aftermath.Capturer": anyCapturer,
		"Aftermath.As": anyAs, "Aftermath.OtherPiece": {}, "Aftermath.OwnerPromotes": {}, "Aftermath.OpponentHome": {},
		"Aftermath.Where": anyWhere, "Aftermath.Occupied": anyOccupied,
		"Aftermath.Kings": {}, "Aftermath.Cheylan": {}, "Aftermath.Cohen": {},
	}
)

// sieved are the games whose moves are those of another, without Fairy, with some left out. What is left
// out depends on the moves of one position, and on which of them check and mate.
var sieved = onBoard.without(series...).without(hands...).with(choices{
	"Fairy.Capturing.Never.White": {}, "Fairy.Capturing.Never.Black": {},
	"Fairy.Checking.MatesOnly": {}, "Fairy.Checking.OneMate": {},
	"Fairy.Checking.Must.White": {}, "Fairy.Checking.Must.Black": {},
	"Fairy.Measuring.White.By": measures, "Fairy.Measuring.Black.By": measures,
})

// measures follow from a move alone.
var measures = []any{
	rules.NoMeasure, rules.LongestMove, rules.ShortestMove, rules.CapturingMove, rules.FirstSquare,
}

// cousins are games near chess: with other captures, kings or pawns, or in which pieces may run out.
var cousins = choices{
	"Castling.King":  {},
	"Capture.Forced": {}, "Capture.Blast": {}, "Capture.BlastProof": {}, "Capture.Immune": {},
	"Extinction.Types": {}, "Extinction.Wins": {}, "Extinction.Count": {}, "Extinction.Opponent": {},
	"Extinction.Claim": {}, "Extinction.Royal": {},
	"Army.Starts.White": {}, "Army.Starts.Black": {},
	"Pawns.FirstRank": {}, "Pawns.EnPassant.White": {}, "Pawns.EnPassant.Black": {},
	"Promotion.Black": {},
}

// playedLists are all lists of games that the kernel plays.
var playedLists = []choices{orthodox, house, promoting, contest, checkless, shared, onBoard, cousins}

// anySeries allows several moves a turn.
var anySeries = choices{"Series.Progressive": {}, "Series.Italian": {}}

// Fields that most optimisations want to be absent.
var (
	hands      = []string{"Gating.Hand", "Gating.Imaginary"}
	series     = []string{"Series.Progressive", "Series.Italian"}
	conversion = "Conversion.Bishop"
)

// The families of games in which optimisations are sound. A new rule belongs to a family only once
// it is added here.
var (
	// As in chess: a move changes the square of one piece and captures one at most.
	plain = choices{}

	// One move a turn, and captures with any aftermath.
	circeFamily = choices{
		"Gating.Hand": {}, "Conversion.Bishop": {},
		"Aftermath.Active": {true}, "Aftermath.Reborn": anyReborn, "Aftermath.Capturer": anyCapturer,
		"Aftermath.As": anyAs, "Aftermath.OtherPiece": {}, "Aftermath.OwnerPromotes": {}, "Aftermath.OpponentHome": {},
		"Aftermath.Where": anyWhere, "Aftermath.Occupied": anyOccupied,
		"Aftermath.Kings": {}, "Aftermath.Cheylan": {}, "Aftermath.Cohen": {},
	}

	// A king is in check when a piece attacks its square, or a capture from there removes it; quiet
	// moves have no effects.
	reachChecks = circeFamily.with(choices{
		"Aftermath.Reborn":   {rules.CapturedReborn, rules.CapturerReborn, rules.BothReborn},
		"Aftermath.Occupied": {rules.NotReborn, rules.NoCapture, rules.ReplacesOccupant},
	})

	// The captured piece is reborn at once if its square is empty; the capturer stays.
	capturedReborn = choices{
		"Conversion.Bishop": {},
		"Aftermath.Active":  {true}, "Aftermath.Reborn": {rules.CapturedReborn},
		"Aftermath.Capturer": {rules.CapturerStays},
		"Aftermath.As":       anyAs, "Aftermath.OtherPiece": {}, "Aftermath.OwnerPromotes": {},
		"Aftermath.OpponentHome": {},
		"Aftermath.Where":        atOnce, "Aftermath.Occupied": {rules.NotReborn, rules.NoCapture},
		"Aftermath.Kings": {}, "Aftermath.Cohen": {},
	}

	// Origins and the last capture are remembered by the position: with them, the rebirth does not
	// follow from the move alone.
	rebirthFollowsMove = capturedReborn.with(choices{"Aftermath.Where": {
		rules.AtHome, rules.AtDeparture, rules.AtReflection, rules.AtEquipollent,
	}}).without("Aftermath.Cohen")

	// The captured piece is gone, so what the rules say of its rebirth does not matter.
	capturerReborn = choices{
		"Gating.Hand": {}, "Series.Progressive": {}, "Series.Italian": {},
		"Aftermath.Active": {true}, "Aftermath.Reborn": {rules.CapturerReborn},
		"Aftermath.OpponentHome": {}, "Aftermath.Cheylan": {},
		"Aftermath.Capturer": anyCapturer, "Aftermath.As": anyAs,
		"Aftermath.OtherPiece": {}, "Aftermath.OwnerPromotes": {}, "Aftermath.Where": anyWhere,
		"Aftermath.Occupied": anyOccupied,
		"Aftermath.Kings":    {}, "Aftermath.Cohen": {},
	}

	// The mover captures from its home, and the captured piece is gone, so the same is true.
	moverReborn = capturerReborn.with(choices{"Aftermath.Reborn": {rules.MoverReborn}})
)

// assumptions are the games in which each assumption is sound, with the reason.
var assumptions = map[string][]choices{
	// A move is illegal only if it leaves the own king attacked, and a blast removes what is near.
	"Scanned": {orthodox.with(contest), house.with(contest), promoting, cousins.without("Extinction.Royal"),
		cousins.with(choices{"Capture.Blast": {true}})},

	// A move is illegal only if it leaves the own king attacked.
	"Orthodox": {orthodox.with(contest), house.with(contest), promoting},

	// A move changes squares and rights of the board, and hands.
	"OrthodoxOnBoard": {orthodox.without("Gating.Imaginary").with(contest), house.with(contest), promoting, checkless,
		cousins},

	// A move changes the square of one piece, and a capture removes another.
	"PlainOrthodox": {plain},

	// Only a capture has effects, and leaving a square brings no piece up.
	"QuietOrthodox": {circeFamily.with(choices{
		"Aftermath.Where": {rules.AtHome, rules.AtDeparture, rules.AtReflection, rules.AtEquipollent,
			rules.AtNextVector},
		"Aftermath.Occupied": {rules.NotReborn, rules.NoCapture, rules.ReplacesOccupant},
	}).without(hands...)},

	"CapturedRebornAtOnce": {capturedReborn},
	"RebirthFollowsMove":   {rebirthFollowsMove},

	// A king comes back as a king, on a home that does not depend on the capturer.
	"KingRebornAtHome": {capturedReborn.with(choices{
		"Aftermath.Kings":    {true},
		"Aftermath.Where":    {rules.AtHome},
		"Aftermath.Occupied": {rules.NotReborn},
	}).without("Aftermath.OtherPiece", "Aftermath.Cohen", conversion)},

	"CapturerGoesHome": {capturerReborn},

	// A gated piece may close a line, and a series may forbid a check.
	"OnlyCapturerGoesHome": {capturerReborn.without(hands...).without(series...)},

	// Castling captures nothing. Whether a rebirth waits, or a piece lies below another, is known
	// from the position. An attacked king is in check.
	"CastlingOrthodox": {orthodox, orthodox.with(anySeries), circeFamily.with(anySeries).with(choices{
		"Aftermath.Reborn":   {rules.CapturedReborn, rules.BothReborn},
		"Aftermath.Occupied": {rules.NotReborn, rules.NoCapture, rules.WaitsBelow},
	}).without("Aftermath.Kings")},

	// A move that may open a path to the king is played on a copy. Nothing but moves opens one.
	"Hoppers": {
		cousins.without("Capture.Blast", "Capture.BlastProof", "Capture.Immune", "Extinction.Royal"),
		contest, promoting, shared, capturedReborn.without(conversion, "Aftermath.Kings"),
	},

	// No rule forbids the capture of a king, and the king is not reborn.
	"AttackTakesKing": {capturedReborn.with(choices{
		"Aftermath.Where":    anyWhere,
		"Aftermath.Occupied": {rules.ReplacesOccupant},
	}).without("Aftermath.Kings", "Aftermath.Cohen")},

	// The home follows from the captured piece and the file of the capture.
	"RebornAtOwnHome": {circeFamily.with(anySeries).with(choices{
		"Aftermath.Where": {rules.AtHome},
		"Aftermath.As":    {rules.AsItself},
	}).without("Aftermath.OtherPiece", "Aftermath.OpponentHome", conversion).without(hands...)},

	// Only the capturer and the captured piece change places.
	"CapturerPlaceKnown": {capturedReborn.without(conversion), capturerReborn.with(choices{
		"Aftermath.Where":    atOnce,
		"Aftermath.Occupied": {rules.NotReborn, rules.NoCapture},
	}).without(hands...).without(series...)},

	// The effects of a capture end before the next move, and no piece comes up.
	"QuietChecksOrthodox": {orthodox, reachChecks},

	// A conversion changes what a piece attacks, and a rebirth may remove the guarding piece.
	"FlightsStayOpen": {orthodox.without(conversion), house, reachChecks.with(choices{
		"Aftermath.Occupied": {rules.NotReborn, rules.NoCapture},
	}).without(conversion)},

	// A conversion or a gated piece would change which home is free.
	"HomesAlone": {moverReborn.without(hands...).without(series...).without(conversion)},

	// A move interferes by its squares, by the lines that it opens or closes, and by one rebirth.
	"RepliesPersist": {plain, circeFamily.with(choices{
		"Aftermath.Occupied": {rules.NotReborn, rules.NoCapture, rules.WaitsBelow},
	}).without(hands...).without(conversion)},

	// A capture fills the square of its rebirth in place of the one that it leaves.
	"MovesAreLocal": {plain, rebirthFollowsMove.without("Aftermath.Kings", conversion)},

	// A mate checks and guards the squares around the king; a rebirth blocks at most one of them.
	"MatesForeseeable": {plain, capturedReborn.without(conversion),
		capturerReborn.without(hands...).without(series...)},
}
