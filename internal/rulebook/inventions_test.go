package rulebook

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestInventions reads what is said about the parts that chess does not have, and that nothing is
// said about those that are not there.
func TestInventions(t *testing.T) {
	titles := map[string]func(v *kirke.Variant) bool{
		"Drops":          func(v *kirke.Variant) bool { return v.Drops.Active },
		"Captures":       func(v *kirke.Variant) bool { return v.Capture != rules.Capture{} },
		"Checks":         func(v *kirke.Variant) bool { return v.Check != rules.Check{} },
		"Passing":        func(v *kirke.Variant) bool { return v.Passing != rules.Passing{} },
		"Neutral pieces": func(v *kirke.Variant) bool { return v.Neutrals },
		"Walls":          func(v *kirke.Variant) bool { return v.Walls.Place != rules.NoWalls },
		"Other ways to win": func(v *kirke.Variant) bool {
			return v.Extinction != rules.Extinction{} || v.Goal != rules.Goal{} || v.Row != rules.Row{}
		},
	}
	for _, v := range rulestest.Inventions(t) {
		sections := map[string]string{}
		for _, s := range Of(begin(t, v)) {
			sections[s.Title] = strings.Join(s.Text, "\n")
			t.Logf("%s, %s: %s", v.ID, s.Title, sections[s.Title])
		}
		for title, has := range titles {
			if (sections[title] != "") != has(v) {
				t.Errorf("%s: the section %s is %q", v.ID, title, sections[title])
			}
		}
		for title, says := range inventionsSay[v.ID] {
			if !strings.Contains(sections[title], says) {
				t.Errorf("%s: %s says %q, not %q", v.ID, title, sections[title], says)
			}
		}
	}
}

// TestEveryChoiceIsSaid: what an inventor changes in a game changes what its rules say.
func TestEveryChoiceIsSaid(t *testing.T) {
	for name, test := range map[string]struct {
		game   string
		base   func(v *kirke.Variant) // beside the game; may be nil
		change func(v *kirke.Variant)
		says   string
	}{
		"pawns.en-passant": {
			game: "chess", change: func(v *kirke.Variant) { v.Pawns.EnPassant.White = "*6" },
			says: "It is taken so only on rank 6 for White and rank 3 for Black.",
		},
		"no en passant for White": {
			game:   "chess",
			change: func(v *kirke.Variant) { v.Pawns.EnPassant = board.Regions{White: "-", Black: "*3"} },
			says:   "It is taken so only on no square for White and rank 3 for Black.",
		},
		"no en passant": {
			game: "chess", change: func(v *kirke.Variant) { v.Pawns.EnPassant.White = "-" },
			says: "There is no taking en passant.",
		},
		"promotion.black": {
			game: "chess", change: func(v *kirke.Variant) { v.Promotion.Black = "QR" },
			says: "A pawn of Black becomes a queen or a rook instead.",
		},
		"pieces.starts": {
			game: "chess", change: func(v *kirke.Variant) { v.Army[len(v.Army)-1].Starts.White = "*2 *3" },
			says: "It makes its first moves only from rank 2 or 3 for White and rank 6 or 7 for Black.",
		},
		"pieces.within": {
			game: "chess", change: func(v *kirke.Variant) { v.Army[1].Within.White = "*1 *2 *3 *4 *5" },
			says: "It goes only to ranks 1 to 5 for White and ranks 4 to 8 for Black.",
		},
		"drops.once": {
			game: "crazyhouse", change: func(v *kirke.Variant) { v.Drops.Once = "P" },
			says: "A pawn is not dropped on a file where its side has one already.",
		},
		"check.king-stays": {
			game: "chess", change: func(v *kirke.Variant) { v.Check.KingStays = true },
			says: "A king in check may capture the checking piece, and does not move otherwise.",
		},
		"check.count": {
			game: "chess", change: func(v *kirke.Variant) { v.Check.Count = 1 },
			says: "The side that gives check first wins.",
		},
		"extinction.claim": {
			game: "chess", base: func(v *kirke.Variant) { v.Extinction.Types = "R" },
			change: func(v *kirke.Variant) { v.Extinction.Claim = true },
			says:   "While that side is to move, and may still capture, the other must have 1 or more.",
		},
		"goal.held": {
			game: "chess", base: func(v *kirke.Variant) { v.Goal = rules.Goal{Types: "N", Zone: board.Same("e5")} },
			change: func(v *kirke.Variant) { v.Goal.Held = true },
			says:   "That counts only if they are still there after the opponent's next move.",
		},
		"end.drawn": {
			game: "chess", change: func(v *kirke.Variant) { v.End.Drawn = "black" },
			says: "Black wins a game that would be a draw.",
		},
		"end.bonus": {
			game: "chess", base: func(v *kirke.Variant) { v.End.Full, v.End.Material = true, true },
			change: func(v *kirke.Variant) { v.End.Bonus = 3 },
			says:   "A full board ends the game: the side with more pieces wins, and Black has 1.5 more.",
		},
		"pieces.points": {
			game: "chess", base: func(v *kirke.Variant) { v.End.Full, v.End.Material = true, true },
			change: func(v *kirke.Variant) { v.Army[1].Points = 9 },
			says:   "A full board ends the game: the side with more points wins, where a queen counts 9.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			v, err := kirke.Lookup(test.game)
			if err != nil {
				t.Fatal(err)
			}
			v.ID = "own"
			if test.base != nil {
				test.base(v)
			}
			if text := allText(begin(t, v)); strings.Contains(text, test.says) {
				t.Errorf("%q is said without it", test.says)
			}
			test.change(v)
			if text := allText(begin(t, v)); !strings.Contains(text, test.says) {
				t.Errorf("%q is not said in:\n%s", test.says, text)
			}
		})
	}
}

// TestConditionsAgree: the rest of a page does not deny what a condition says.
func TestConditionsAgree(t *testing.T) {
	for id, test := range map[string]struct{ says, never string }{
		"chess+castling-chess": {says: "castles from any square", never: "There is no castling."},
		"chess+rokagogo":       {says: "castles from any square", never: "There is no castling."},
		"chess+einstein":       {says: "Pawns are not promoted", never: "A pawn that reaches the last rank becomes"},
		"chess+circe-cage": {
			says:  "A pawn that comes to stand on its own first rank moves one square and captures.",
			never: "does not move, capture or give check",
		},
	} {
		t.Run(id, func(t *testing.T) {
			v, err := kirke.Lookup(id)
			if err != nil {
				t.Fatal(err)
			}
			says(t, allText(begin(t, v)), []string{test.says}, []string{test.never})
		})
	}
}

// says reports what a text does not say though it should, and what it says though it should not.
func says(t *testing.T, text string, all, never []string) {
	t.Helper()
	for _, s := range all {
		if !strings.Contains(text, s) {
			t.Errorf("%q is not said in:\n%s", s, text)
		}
	}
	for _, s := range never {
		if strings.Contains(text, s) {
			t.Errorf("%q is said in:\n%s", s, text)
		}
	}
}

// allText returns the rules of a game in words.
func allText(p kirke.Position) string {
	var all []string
	for _, s := range Of(p) {
		all = append(all, s.Text...)
	}
	return strings.Join(all, "\n")
}

func begin(t *testing.T, v *kirke.Variant) kirke.Position {
	t.Helper()
	s, err := v.StartSetup(rules.StartOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.FromSetup(v, s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// inventionsSay is what some sections say, by game and title.
var inventionsSay = map[string]map[string]string{
	"house": {
		"Drops": "comes to the capturer's hand, a promoted one as what it was before.",
		"Pawns": "A pawn that reaches the last rank becomes",
	},
	"neutral-circe": {"Neutral pieces": "is reborn as one of the side that did not capture it"},
	"placed":        {"Drops": "A player who can drop a piece must drop one."},
	"shy-house":     {"Drops": "A pawn is not dropped on a file where its side has 2 already."},
	"little-shogi":  {"Promotion": "if its move begins or ends on rank 5 for White and rank 1 for Black"},
	"turning":       {"Promotion": "A piece must be promoted by any move"},
	"blasting":      {"Captures": "A capture is an explosion", "Other ways to win": "The last king is royal"},
	"giving": {
		"Captures":          "A player who can capture must capture",
		"Other ways to win": "A side that has no piece left wins.",
		"The end":           "A side that has no legal move wins.",
	},
	"racing": {"Other ways to win": "A side wins that brings a king to rank 8."},
	"facing": {"Checks": "The side that has given check 3 times wins."},
	"duck":   {"Walls": "There is one wall."},
	"arrows": {"The end": "A side that has no legal move loses."},
	"limited": {"Pawns": "A pawn that reaches rank 7 or 8 for White and rank 1 or 2 for Black may become",
		"Promotion": "No piece becomes a queen while its side has 1 of them."},
}
