package rulebook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// drawText says how the starting position is drawn, in games where it is.
func drawText(v *kirke.Variant) []string {
	shuffle := v.Start.Shuffle
	if shuffle == nil {
		return nil
	}
	text := fmt.Sprintf("The first ranks are drawn at random from the letters %s.", shuffle.Pieces)
	if shuffle.Chess960 {
		text += " The king stands between the rooks, and the bishops on squares of both colours."
	} else {
		text += " Any order is possible."
	}
	text += " " + map[rules.Symmetry]string{
		rules.Asymmetric: "Each side draws its own.",
		rules.Mirror:     "Both sides have the same pieces on each file.",
		rules.Central:    "One is the other reversed.",
	}[shuffle.Default]
	var others []string
	for _, s := range shuffle.Allowed {
		if s != shuffle.Default {
			others = append(others, string(s))
		}
	}
	if others != nil {
		text += fmt.Sprintf(" Another symmetry may be asked for: %s.", words.Or(others))
	}
	return []string{text + " The position that was drawn is kept with the game. This is one of them:"}
}

// pawnText says what pawns do besides what their movement says.
func pawnText(v *kirke.Variant) []string {
	a := &v.Aftermath
	if !slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Pawn }) {
		return nil
	}
	var text []string
	switch {
	case region(v, v.Pawns.EnPassant) == nowhere:
		text = append(text, "There is no taking en passant.")
	case a.Reborn == rules.MoverReborn && v.Fairy.Rebirth.Of != rules.OfMovers:
		text = append(text, "There is no taking en passant: no pawn's home square is beside a pawn that has passed.")
	case a.Reborn == rules.MoverReborn && !besidePassing(v):
		text = append(text, "There is no taking en passant: no pawn captures from beside a pawn that has passed.")
	case !v.Series.Progressive && stepsTwice(v):
		text = append(text, "A pawn that has moved two squares may be taken by a pawn in the next half-move as if it "+
			"had moved one (en passant).")
		if on := region(v, v.Pawns.EnPassant); on != "" {
			text = append(text, "It is taken so only on "+on+".")
		}
	}
	if v.Promotion.To != "" && !v.Fairy.Changing.NoPromotion { // conditionText says that
		choices := words.Or(an(namedBy(v, v.Promotion.To)...))
		becomes, zone := "becomes", "the last rank"
		if v.Promotion.Optional {
			becomes = "may become"
		}
		if r := region(v, v.Promotion.Zone); r != "" {
			zone = r
		}
		if v.InPlace.Active {
			text = append(text, inPlaceText(v, zone, choices))
		} else {
			text = append(text, fmt.Sprintf("A pawn that reaches %s %s %s.", zone, becomes, choices))
		}
		if black := v.Promotion.Black; black != "" {
			choices := words.Or(an(namedBy(v, black)...))
			text = append(text, fmt.Sprintf("A pawn of Black %s %s instead.", becomes, choices))
		}
	}
	if v.Gating.Imaginary {
		hand := words.Or(an(namedBy(v, v.Gating.Hand)...))
		text = append(text, fmt.Sprintf("It may become %s only while none of these of its side is on the board.", hand))
	}
	if a.Capturer == rules.CapturerVanishes {
		text = append(text, "A pawn that captures on the last rank leaves the board without promoting.")
	}
	if v.Pawns.FirstRank {
		return paragraph(append(text, "Pawns may stand on their own first rank and move from it."))
	}
	ranks := pawnRanks(v)
	if v.Fairy.Rebirth.Turncoats {
		slices.Reverse(ranks) // as its new side sees them
	}
	if ranks[1] {
		text = append(text, "A pawn that is reborn on its second rank may move two squares again.")
	}
	switch {
	case !ranks[0], v.Fairy.Changing.LongSteps: // conditionText says how they go
	case v.PawnsLeaveFirstRank():
		text = append(text, "A pawn that comes to stand on its own first rank moves one square and captures.")
	default:
		text = append(text, "A pawn that comes to stand on its own first rank does not move, capture or give check.")
	}
	return paragraph(text)
}

// besidePassing reports whether a pawn of Martian Circe may come, by a choice, beside a pawn that has
// moved two squares.
func besidePassing(v *kirke.Variant) bool {
	beside := []rules.RebirthSquare{rules.OnRank, rules.AcrossFiles, rules.AcrossRanks, rules.Anywhere}
	return slices.Contains(beside, v.Fairy.Rebirth.Square) || v.Aftermath.Where == rules.AtReflection
}

// inPlaceText says how pawns promote by a move of their own.
func inPlaceText(v *kirke.Variant, zone, choices string) string {
	which := "A pawn on " + zone
	if v.InPlace.LastAnywhere {
		which += ", or the last pawn of its side on any square,"
	}
	return which + " may become " + choices + " by a move of its own: where it stands, or on an empty square where " +
		"the new piece would go from there. The new piece may not attack anything there, and the move may not check. " +
		"Pawns promote in no other way."
}

// stepsTwice reports whether pawns of v make double steps.
func stepsTwice(v *kirke.Variant) bool {
	return slices.ContainsFunc(v.Army, func(t piece.Type) bool {
		movement, _ := t.Movement()
		return t.Pawn && slices.ContainsFunc(movement, func(p piece.Path) bool {
			return p.Squares[len(p.Squares)-1].Rank == 2 && p.Mode&piece.Move != 0
		})
	})
}

// paragraph joins sentences to one paragraph, or to none.
func paragraph(sentences []string) []string {
	if len(sentences) == 0 {
		return nil
	}
	return []string{strings.Join(sentences, " ")}
}

// gatingText says that a piece is gated beside a legal move.
const gatingText = "The move must be legal with the gated piece and without " +
	"it: gating never parries a check and never breaks a pin. The gated piece may give check."

// handText says how pieces in hand are gated.
func handText(v *kirke.Variant) []string {
	if !v.Gating.Any() {
		return nil
	}
	if v.Gating.Imaginary {
		return imaginaryText(v)
	}
	begin, piece := fmt.Sprintf("Each side starts with %s in hand.", words.And(an(namedBy(v, v.Gating.Hand)...))),
		"one piece in hand"
	if v.Gating.Dropped {
		begin = "A piece in hand is dropped, or gated."
		piece += ", which could be dropped on that square if it were empty,"
	}
	text := []string{
		begin,
		fmt.Sprintf("The first time that %s leaves the square where it starts, %s may be gated: "+
			"put on that square in the same move, if it is empty then. "+
			"A piece that is captured on that square, or leaves it without gating, closes the gate there for good.",
			words.Or(an(named(v, starters(v))...)), piece),
		gatingText,
	}
	if rebirths(&v.Aftermath) {
		text[1] += " A piece that is reborn there does not open it again."
	}
	if !v.Castling.Any() {
		return text
	}
	castle := "In castling one piece may be gated, on the square that the king leaves or on that of the rook, never " +
		"on both."
	if v.Castling.Free {
		castle += " It cannot be gated on a square where king or rook lands."
	}
	return append(text, castle)
}

// imaginaryText says what the imaginary squares are for.
func imaginaryText(v *kirke.Variant) []string {
	hand, leavers := namedBy(v, v.Gating.Hand), words.Or(an(named(v, starters(v))...))
	files, ranks := v.Size.Files-1, v.Size.Ranks-1
	var beyond []string
	for i, corner := range [4][2]int{{0, 0}, {files, 0}, {0, ranks}, {files, ranks}} {
		at := v.Size.At(corner[0], corner[1])
		beyond = append(beyond, v.SquareName(v.Imaginary(i))+" beyond "+v.SquareName(at))
	}
	diagonal, leap := moving(v, piece.Offset{File: 2, Rank: 2}), moving(v, piece.Offset{File: 1, Rank: 2})
	return []string{
		fmt.Sprintf("Each side's %s start on imaginary squares one diagonal step outside the corners: %s.",
			words.And(hand), words.And(beyond)),
		fmt.Sprintf("At most one %s of a side is on the board at a time, promoted ones included.", words.Or(hand)),
		fmt.Sprintf("First gating: the first time that %s leaves the square where it starts, one of the two may be "+
			"put on that square in the same move, if it is empty then. This is possible while both wait outside the "+
			"board.",
			leavers),
		"Once one of the two is gone and none is on the board, the other may be gated on the square " +
			"that any own piece but a pawn leaves, whether it has moved before or not.",
		"Reassignment: the piece on the board goes back to its own imaginary square and the one that waits takes its " +
			"place. One pawn move may follow in the same move. Only the position after that must leave the own king " +
			"safe.",
		fmt.Sprintf("Pieces outside the board do not move, check, guard or block. An enemy there can be captured by "+
			"%s along the long diagonal through the empty corner, and by %s with a knight's leap. "+
			"Both pieces then leave the game.", words.Or(an(named(v, diagonal)...)), words.Or(an(named(v, leap)...))),
		"Redesignation (∞): a side that castles may let its two imaginary squares change places, as long as a piece " +
			"of its own stands on one of them.",
		gatingText,
		"In castling one piece may be gated, on the square that the king leaves or on that of the rook.",
	}
}

// moving returns the types that capture at an offset and are neither kings nor pawns.
func moving(v *kirke.Variant, far piece.Offset) []kirke.PieceType {
	return slices.DeleteFunc(types(v), func(k kirke.PieceType) bool {
		t := v.Type(k)
		movement, err := t.Movement()
		return err != nil || t.Royal || t.Pawn || !slices.ContainsFunc(movement, func(p piece.Path) bool {
			return p.Mode&piece.Capture != 0 && p.Squares[len(p.Squares)-1] == far
		})
	})
}

// castlingText says who may castle, and where king and rook land.
func castlingText(v *kirke.Variant) []string {
	c := v.Castling
	switch {
	case v.Fairy.Castling != rules.NoFreeCastling:
		return nil // conditionText says how
	case !c.Any():
		return []string{"There is no castling."}
	}
	clear := "the squares between them are empty"
	if c.Free {
		clear = "the squares that they pass or land on are empty but for the two"
	}
	text := fmt.Sprintf("A king and a rook that have not moved may castle, if %s and the king is not in check and "+
		"would not be on any square that it passes or lands on. The king lands on the %s-file and the rook on the "+
		"%s-file, or on the queen's side on the %s-file and the %s-file.", clear,
		board.FileName(c.KingTo[1]), board.FileName(c.RookTo[1]), board.FileName(c.KingTo[0]),
		board.FileName(c.RookTo[0]))
	if c.Free {
		text += " They land there from whatever squares they start on."
	}
	if c.Rank > 0 {
		text += fmt.Sprintf(" Both stand on rank %d, counted from their side.", c.Rank+1)
	}
	if c.Rooks != "" && c.Rooks != "R" {
		text += fmt.Sprintf(" The pieces that castle as rooks are: %s.", words.And(namedBy(v, c.Rooks)))
	}
	if k := v.TypeOf(c.King); c.King != 0 && k != 0 && nameOf(v.Type(k)) != "king" {
		text += fmt.Sprintf(" The piece that castles as a king is the %s.", nameOf(v.Type(k)))
	}
	if c.Opposite {
		text += " A side that castles takes from the other the right to castle on that side of the board."
	}
	if rook, king := returners(v); rook {
		text += " A rook that is reborn on a square where its side's rooks start may castle again."
		if king {
			text += " A king that is reborn on the square where it starts may castle again."
		}
	}
	return []string{text}
}

// conversionText says which bishops may or must convert.
func conversionText(v *kirke.Variant) []string {
	if v.Conversion.Bishop == 0 {
		return nil
	}
	attacks, takes := "attacks only the squares beside it until then", "A conversion may capture."
	if v.Conversion.NoCaptures {
		attacks, takes = "attacks nothing until then", "A conversion may not capture."
	}
	text := []string{
		"The bishops conversion rule holds for a side whose two bishops start on squares of one colour. A conversion " +
			"is one orthogonal step of a bishop that has not moved. " + takes,
		"While neither has moved, each may move as a bishop or convert. " +
			"When one has moved as a bishop, the other must convert with its first move and " + attacks + ". " +
			"When one has converted, the other never does. " +
			"When one is captured before either has moved, the other keeps its choice.",
	}
	if rebirths(&v.Aftermath) {
		text[1] += " A bishop that is reborn can no longer convert."
	}
	return text
}

// seriesText says how many moves a turn has.
func seriesText(v *kirke.Variant) []string {
	if !v.Series.Progressive {
		return nil
	}
	text := "White plays one move, Black two, White three, and so on. A side in check must get out of " +
		"it with the first move of its series."
	if v.Aftermath.Reborn != rules.MoverReborn {
		text += " En passant is possible with the first move of a series only, against a pawn whose last move was " +
			"its double step."
	}
	if v.Series.Italian {
		return []string{text + " Check may be given only with the very last move of a series (Italian)."}
	}
	return []string{text + " A check ends the series (Scottish); the series after it is one move longer all the same."}
}

// endText says how the game ends.
func endText(v *kirke.Variant) []string {
	stalemate := "A side that is not in check and has no legal move is stalemated: a draw."
	if v.Series.Progressive {
		stalemate = "A side that is not in check and has no legal move, at whatever point of its series, is " +
			"stalemated: a draw."
	}
	text := []string{"A side that is in check and has no legal move is mated and loses. " + stalemate + deadText(v)}
	if !asInChess(v) {
		text = []string{mateText(v)}
	}
	if v.End.BareKing {
		text = append(text, "It is a draw when the side to move has nothing but its king, unless the opponent too has "+
			"only one piece besides the king and that can be taken at once.")
	}
	text = append(text, repetitionText(v)+" "+idleText(v))
	switch v.End.Drawn {
	case "white":
		text = append(text, "White wins a game that would be a draw.")
	case "black":
		text = append(text, "Black wins a game that would be a draw.")
	}
	if v.End.NoClaims || v.Series.Progressive && v.End.IdleTurns > 0 {
		return append(text, "No draw has to be claimed.")
	}
	return append(text, "A draw is claimed when it is your turn.")
}

// repetitionText says what happens when a position comes back.
func repetitionText(v *kirke.Variant) string {
	if v.End.Repetition > 0 || v.End.Repeated != "" || v.End.Perpetual {
		return otherRepetitionText(v)
	}
	switch {
	case v.Series.Progressive:
		return "No position comes back, since every series is longer than the one before."
	case v.End.NoClaims:
		return "When a position has stood for the third time the game is a draw."
	}
	return "When a position has stood for the third time the player to move may claim a draw; the fifth time the " +
		"game is a draw."
}

// idleText says what happens after many moves without a capture or pawn move.
func idleText(v *kirke.Variant) string {
	switch {
	case v.End.NoIdle:
		return "There is no rule of fifty moves."
	case v.End.IdleTurns > 0:
		return fmt.Sprintf("After %d turns in a row without a capture or pawn move the game is a draw.",
			v.End.IdleTurns)
	case v.End.NoClaims:
		return "After fifty moves of each side in a row without a capture or pawn move the game is a draw."
	}
	return "After fifty moves of each side in a row without a capture or pawn move the player to move may claim a " +
		"draw; after seventy-five the game is a draw."
}

// movingAs returns the names of types, other than kings, that move as a type of chess.
func movingAs(v *kirke.Variant, chess piece.Type) []string {
	return named(v, slices.DeleteFunc(types(v), func(k kirke.PieceType) bool {
		t := v.Type(k)
		return t.Royal || t.Betza != chess.Betza
	}))
}

// deadText says which material is a draw, in a sentence to follow others, or nothing if none is.
func deadText(v *kirke.Variant) string {
	if v.Pawns != (rules.Pawns{}) || v.Lines != (rules.Lines{}) || v.FirstMoves != (rules.FirstMoves{}) ||
		slices.ContainsFunc(v.Army, func(t piece.Type) bool {
			return t.Royal && t.Betza != piece.King.Betza || t.To != "" || t.From != ""
		}) {
		return ""
	}
	if a := &v.Aftermath; a.Active || v.Gating.Imaginary {
		text := " The game is a draw when only the two kings are left"
		switch {
		case v.Gating.Imaginary:
			text += " and no piece waits on an imaginary square"
		case v.Gating.Hand != "":
			text += " and no piece can be gated"
		}
		if a.Where.Waits() || a.Occupied.Hides() {
			text += " and no piece waits"
		}
		return text + "."
	}
	minor, many := append(movingAs(v, piece.Knight), movingAs(v, piece.Bishop)...), ""
	if len(movingAs(v, piece.Bishop)) > 0 {
		many = ", or bishops that all stand on squares of one colour"
		if v.Conversion.Bishop != 0 {
			many += " and can no longer convert"
		}
	}
	text := " The game is a draw when only the two kings are left"
	if minor != nil {
		text += fmt.Sprintf(", or besides them one %s%s", words.Or(minor), many)
	}
	if v.Gating.Any() {
		text += ", and no piece can be gated"
	}
	return text + "."
}
