package rulebook

import (
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// TestChoicesAreSaid: a value of a condition that no named condition has is said, and the summary of the
// condition that it resembles is not.
func TestChoicesAreSaid(t *testing.T) {
	for name, test := range map[string]struct {
		set         func(f *rules.Fairy)
		says, never string
	}{
		"contact": {
			set:   func(f *rules.Fairy) { f.Contact = rules.Contact{Rule: rules.NeedsContact, Leap: "N"} },
			says:  "a square where a leaper N (in Betza's notation) would go from there",
			never: "beside it",
		},
		"contact in another grid": {
			set: func(f *rules.Fairy) {
				f.Lanes.Grid, f.Contact = "d4", rules.Contact{Rule: rules.NoContact, Grid: true}
			},
			says: "no other piece on a square beside it, across a line of the grid",
		},
		"Eiffel with kings": {
			set: func(f *rules.Fairy) {
				f.Paralysis = rules.Paralysis{Active: true, By: rules.ByEiffel, Kings: true}
			},
			says:  "A piece, a king too, that the enemy piece before it in the row of pawn, knight",
			never: "Enemy pawns paralyse",
		},
		"Eiffel avoided": {
			set: func(f *rules.Fairy) {
				f.Paralysis = rules.Paralysis{Active: true, By: rules.ByEiffel, Avoided: true, Taken: true}
			},
			says: "No move may make a piece other than a king stand where the enemy piece before it in the row",
		},
		"grid": {
			set:   func(f *rules.Fairy) { f.Lanes.Grid = "d4" },
			says:  "the line to the right of the d-file, or the line above rank 4",
			never: "sixteen cells",
		},
		"cells and lines": {
			set: func(f *rules.Fairy) { f.Lanes.Cells, f.Lanes.Lines = "a8a7b8 c8", "Ha24 Vc61" },
			says: "there are a8, a7 and b8; c8; and the others together, or the line from the lower left " +
				"corner of a2 along",
		},
		"immune kings in a mirror": {
			set: func(f *rules.Fairy) {
				f.Capturing.Immune = rules.Immunity{Active: true, Kings: true, OpponentHome: true}
			},
			says:  "and a king in check, only if the square is free after the capture where an opponent's piece",
			never: "only if its home square is free",
		},
		"homing kings in a mirror": {
			set: func(f *rules.Fairy) {
				f.Capturing.Homing = rules.Immunity{Active: true, Kings: true, OpponentHome: true}
			},
			says:  "only if the home square of an enemy piece of its type",
			never: "only if its home square",
		},
		"two flights": {
			set:   func(f *rules.Fairy) { f.Checking.Flights = 2 },
			says:  "could move to 2 squares or more where nothing attacks it; while nothing attacks it 1 is enough.",
			never: "and only then",
		},
		"flights of each": {
			set: func(f *rules.Fairy) { f.Checking.Flights, f.Checking.BlackFlights = 1, 2 },
			says: "and always while nothing attacks it. Black's king is in check if it could move to 2 " +
				"squares or more",
			never: "and only then",
		},
		"double": {set: func(f *rules.Fairy) { f.Checking.Double = true }, says: "only if two pieces"},
		"attacked kings": {set: func(f *rules.Fairy) { f.Mobility.AttackedKings = true }, says: "attacks does " +
			"not move"},
		"Pepo": {
			set:   func(f *rules.Fairy) { f.Mobility.AttackedKings, f.Checking.Double = true, true },
			says:  "does not move; it is in check only if two pieces",
			never: "A king is in check only if two pieces",
		},
		"duellist": {
			set:   func(f *rules.Fairy) { f.Measuring.White.By = rules.DuellingMove },
			says:  "White moves the piece that it moved last as long as it can.",
			never: "A side moves the piece",
		},
		"lent captures": {
			set: func(f *rules.Fairy) {
				f.Lending = rules.Lending{From: rules.FriendBehind, Only: rules.CapturesLent}
			},
			says:  "directly behind it captures and checks as that piece",
			never: "moves as that piece",
		},
		"chameleons": {
			set: func(f *rules.Fairy) {
				f.Changing.Mover, f.Changing.Sequence = rules.MoverCycles, "NQ"
			},
			says:  "A piece that moves becomes the next of knight and queen, the last of them the first.",
			never: "bishop, a bishop",
		},
	} {
		t.Run(name, func(t *testing.T) {
			v, err := kirke.Lookup("chess")
			if err != nil {
				t.Fatal(err)
			}
			v.ID = "own"
			test.set(&v.Fairy)
			var never []string
			if test.never != "" {
				never = append(never, test.never)
			}
			says(t, allText(begin(t, v)), []string{test.says}, never)
		})
	}
}
