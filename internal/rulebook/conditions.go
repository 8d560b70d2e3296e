package rulebook

import (
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/rules"
)

// This file writes about the conditions of problemists.

// conditionText says what each condition of a game does.
func conditionText(v *kirke.Variant) []string {
	var text []string
	conditions, others := chosen(v, rules.ConditionsOf(v))
	for _, m := range conditions {
		byRebirth := v.Aftermath.Active && m.Fairy.Rebirth != rules.Rebirth{} // rebirthText says it
		if !byRebirth && len(changeText(&m.Fairy)) == 0 {                     // else that says more
			text = append(text, m.Summary)
		}
	}
	text = append(text, others...)
	if holes := v.Fairy.Lanes.Holes; holes != "" {
		text = append(text, "The board has no "+words.Or(strings.Fields(holes))+".")
	}
	text = append(text, budgetText(v)...)
	for c, m := range []*rules.Measured{&v.Fairy.Measuring.White, &v.Fairy.Measuring.Black} {
		if m.By == rules.ForcedSquare {
			squares := words.Or(strings.Fields(m.Squares))
			text = append(text, fmt.Sprintf("%v moves to %s if it can.", board.Color(c), squares))
		}
		if m.By.OfPair() {
			way := "far apart"
			if m.By == rules.NearestPair {
				way = "close together"
			}
			text = append(text, fmt.Sprintf("Of its legal moves %v makes one that brings the pieces that stand on "+
				"%s at the start as %s as any. While one of them is off the board it makes any move.", board.Color(c),
				words.And(strings.Fields(m.Squares)), way))
		}
		if m.By == rules.HomingMove {
			text = append(text, fmt.Sprintf("%v moves a piece back to its square in the starting position, if it can, "+
				"and checks only so while it could.", board.Color(c)))
		}
		if m.Exact || m.Ultra {
			text = append(text, fmt.Sprintf("Moves of %v that would leave its own king in check count too: if nothing "+
				"else is as great, it cannot move.", board.Color(c)))
		}
		if m.Ultra {
			text = append(text, fmt.Sprintf("%v checks only by such a move.", board.Color(c)))
		}
	}
	if v.Fairy.Checking.FreeField {
		text = append(text, "In a problem, a side is mated or stalemated if its king has exactly one legal move and "+
			"no other piece has any. A side without a legal move is neither.")
	}
	text = append(text, vaultingText(v)...)
	if bench := typeNames(v, v.Fairy.Changing.Bench); len(bench) > 0 {
		text = append(text, "A piece other than a king that comes to the first or last file may become "+
			words.Or(bench)+". A pawn that is promoted there may become that in the same move.")
	}
	changes := v.Fairy
	if changes.Rebirth.Of == rules.OfMovers { // departureText says from where they go
		changes.Changing.Departs = rules.FromOwnSquare
	}
	text = append(text, changeText(&changes)...)
	if v.Castling.Any() {
		if rook := castlingRook(&v.Fairy); rook != "" {
			text = append(text, rook)
		}
	}
	return paragraph(text)
}

// typeNames returns the names of the types that labels name.
func typeNames(v *kirke.Variant, labels string) (names []string) {
	types, err := v.TypesOf(labels)
	if err != nil {
		return nil
	}
	for i := range v.Army {
		if types>>i&1 != 0 {
			names = append(names, v.Army[i].Name)
		}
	}
	return names
}

// vaultingText says as what kings in check move besides.
func vaultingText(v *kirke.Variant) []string {
	l := &v.Fairy.Lending
	names := typeNames(v, l.As)
	if len(names) == 0 {
		return nil
	}
	whose := "A king"
	if l.Of.White != l.Of.Black {
		whose = map[bool]string{true: "White's king", false: "Black's king"}[l.Of.White]
	}
	return []string{whose + " in check also moves as " + words.Or(names) + "."}
}

// budgetText says how far the sides may move in all.
func budgetText(v *kirke.Variant) (text []string) {
	b := &v.Fairy.Budget
	if b.Shared {
		return []string{"The moves of both sides may add up to " + rules.InSquares(b.White) + " squares; what is " +
			"farther away is not attacked."}
	}
	for c, limit := range []int{b.White, b.Black} {
		if limit > 0 {
			text = append(text, fmt.Sprintf("The moves of %v may add up to %s squares; what is farther away is not "+
				"attacked.", board.Color(c), rules.InSquares(limit)))
		}
	}
	return text
}
