package rulebook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/rules"
)

// This file writes about the choices within conditions of problemists. Each named condition has a
// summary, but a game may have a part of a condition, or one with other values.

// choice is a part of the conditions that has values which no named condition has.
type choice struct {
	of   func(f *rules.Fairy) any // the part; comparable, and its zero value is chess
	text func(v *kirke.Variant) string
}

var choices = []choice{
	{func(f *rules.Fairy) any { return f.Contact }, contactText},
	{func(f *rules.Fairy) any { return f.Paralysis }, paralysisText},
	{func(f *rules.Fairy) any { return [3]string{f.Lanes.Grid, f.Lanes.Cells, f.Lanes.Lines} }, gridText},
	{func(f *rules.Fairy) any { return f.Capturing.Immune }, immuneText},
	{func(f *rules.Fairy) any { return f.Capturing.Homing }, homingText},
	{func(f *rules.Fairy) any {
		return [3]any{f.Checking.Flights, f.Checking.BlackFlights, f.Checking.Strict}
	}, flightsText},
	{func(f *rules.Fairy) any { return f.Checking.Double }, func(*kirke.Variant) string {
		return "A king is in check only if two pieces other than the king attack it."
	}},
	{func(f *rules.Fairy) any { return f.Mobility.AttackedKings }, func(*kirke.Variant) string {
		return "A king that a piece attacks does not move."
	}},
	{func(f *rules.Fairy) any { return duellists(f) }, duellistText},
	{func(f *rules.Fairy) any {
		return [2]any{f.Changing.Mover == rules.MoverCycles, f.Changing.Sequence}
	}, sequenceText},
}

// isZero reports whether a game without conditions has the same value of a choice.
func (c choice) isZero(value any) bool { return value == c.of(&rules.Fairy{}) }

// chosen returns, of the conditions of a game, those whose summaries hold for its choices, and the
// text of the choices that they do not say.
func chosen(v *kirke.Variant, conditions []*rules.Modifier) (said []*rules.Modifier, text []string) {
	said = slices.DeleteFunc(conditions, func(m *rules.Modifier) bool {
		return slices.ContainsFunc(choices, func(c choice) bool {
			value := c.of(&m.Fairy)
			return !c.isZero(value) && value != c.of(&v.Fairy)
		})
	})
	for _, c := range choices {
		value := c.of(&v.Fairy)
		same := func(m *rules.Modifier) bool { return c.of(&m.Fairy) == value }
		if !c.isZero(value) && !slices.ContainsFunc(said, same) {
			if says := c.text(v); says != "" {
				text = append(text, says)
			}
		}
	}
	return said, text
}

// contactText says what a move must do with the neighbours of its piece.
func contactText(v *kirke.Variant) string {
	c := &v.Fairy.Contact
	if c.Rule == rules.AnyContact {
		return ""
	}
	where := "on a square beside it"
	if c.Leap != "" {
		where = "on a square where a leaper " + c.Leap + " (in Betza's notation) would go from there"
	}
	if c.Grid {
		where += ", across a line of the grid"
	}
	return [...]string{
		rules.NeedsContact: "After its move a piece must have another piece, of either side, " + where + ".",
		rules.NoContact:    "After its move a piece must have no other piece " + where + ".",
		rules.KeepsContact: "After its move a piece has another piece " + where + " if and only if it had one before.",
	}[c.Rule]
}

// paralysisText says which pieces paralyse which, or which moves are avoided instead.
func paralysisText(v *kirke.Variant) string {
	p := &v.Fairy.Paralysis
	by := [...]string{
		rules.ByTwin: "an enemy piece of its own type",
		rules.ByEiffel: "the enemy piece before it in the row of pawn, knight, bishop, rook and queen, or a " +
			"queen if it is a pawn,",
		rules.ByPart: "an enemy piece",
	}[p.By]
	piece := "a piece other than a king"
	if p.Kings {
		piece = "a piece, a king too,"
	}
	switch {
	case !p.Active:
		return ""
	case p.Avoided && p.Taken:
		return "No move may make " + piece + " stand where " + by + " attacks it; a king is in check of any " +
			"piece that attacks it."
	case p.Avoided:
		return "No move may make " + piece + " stand where " + by + " attacks it; a king is in check only of a piece " +
			"that could capture it by such a move."
	}
	does := "does not move, capture or check"
	if p.By == rules.ByPart {
		does = "does not go where it could also go as a piece of that type"
	}
	return capital(piece) + " that " + by + " attacks " + does + "."
}

// gridText says which lines a move must cross.
func gridText(v *kirke.Variant) string {
	l := &v.Fairy.Lanes
	var ways []string
	var files, ranks []string
	for _, r := range l.Grid {
		if r >= 'a' {
			files = append(files, "the "+string(r)+"-file")
		} else {
			ranks = append(ranks, string(r))
		}
	}
	if files != nil {
		ways = append(ways, "the line to the right of "+words.Or(files))
	}
	if ranks != nil {
		ways = append(ways, "the line above rank "+words.Or(ranks))
	}
	if cells := strings.Fields(l.Cells); cells != nil {
		for i, cell := range cells {
			cells[i] = words.And(board.Names(cell))
		}
		ways = append(ways, "the edge of a cell, of which there are "+strings.Join(cells, "; ")+"; and the "+
			"others together")
	}
	for line := range strings.FieldsSeq(l.Lines) {
		way := "to the right"
		if line[0] == 'V' {
			way = "up"
		}
		ways = append(ways, fmt.Sprintf("the line from the lower left corner of %s along %c squares %s", line[1:3],
			line[3], way))
	}
	return "Every move crosses a line of the grid: " + strings.Join(ways, ", or ") + "."
}

// immuneText says which pieces are captured.
func immuneText(v *kirke.Variant) string {
	i := &v.Fairy.Capturing.Immune
	which, where := "A piece is captured", "its home square is free after the capture"
	if i.Kings {
		which += ", and a king in check,"
	}
	if i.OpponentHome {
		where = "the square is free after the capture where an opponent's piece of its type is at home"
	}
	return which + " only if " + where + "."
}

// homingText says which pieces capture.
func homingText(v *kirke.Variant) string {
	i := &v.Fairy.Capturing.Homing
	whose, kings := "its home square", ""
	if i.OpponentHome {
		whose = "the home square of an enemy piece of its type"
	}
	if i.Kings {
		kings = "; kings too"
	}
	return "A piece captures only if " + whose + ", as seen from where it stands, is free after the capture, and not " +
		"from that square" + kings + "."
}

// flightsText says with how many flights a king is in check.
func flightsText(v *kirke.Variant) string {
	c := &v.Fairy.Checking
	unattacked := "while nothing attacks it"
	if c.Strict {
		unattacked = "once it has been attacked, while nothing attacks it"
	}
	says := func(king string, flights int) string {
		switch flights {
		case 0:
			return king + " is in check as in chess."
		case 1:
			return king + " is in check if it could move to a square where nothing attacks it, and always " +
				unattacked + "."
		}
		return fmt.Sprintf("%s is in check if it could move to %d squares or more where nothing attacks it; %s %d is "+
			"enough.", king, flights, unattacked, flights-1)
	}
	if c.BlackFlights == 0 || c.BlackFlights == c.Flights {
		return says("A king", c.Flights)
	}
	return says("White's king", c.Flights) + " " + says("Black's king", c.BlackFlights)
}

// duellists returns the sides that go on with the piece that they have moved.
func duellists(f *rules.Fairy) rules.Sides {
	return rules.Sides{
		White: f.Measuring.White.By == rules.DuellingMove, Black: f.Measuring.Black.By == rules.DuellingMove,
	}
}

// duellistText says which sides go on with the piece that they have moved.
func duellistText(v *kirke.Variant) string {
	side := "A side"
	switch duellists(&v.Fairy) {
	case rules.Sides{White: true}:
		side = "White"
	case rules.Sides{Black: true}:
		side = "Black"
	}
	return side + " moves the piece that it moved last as long as it can."
}

// sequenceText says what chameleons become.
func sequenceText(v *kirke.Variant) string {
	sequence := v.Fairy.Changing.Sequence
	if v.Fairy.Changing.Mover != rules.MoverCycles {
		return "" // only some pieces are chameleons, and their names say so
	}
	if sequence == "" {
		sequence = rules.ChameleonCycle[:len(rules.ChameleonCycle)-1]
	}
	var names []string
	for sequence != "" {
		k, n := v.LabelPrefix(sequence)
		if n == 0 {
			return "" // such games are refused
		}
		names, sequence = append(names, nameOf(v.Type(k))), sequence[n:]
	}
	return fmt.Sprintf("A piece that moves becomes the next of %s, the last of them the first.", words.And(names))
}
