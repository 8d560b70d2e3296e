package rulebook

import (
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// TestRebirthChoices: what an inventor chooses of a rebirth is said, and nothing that it makes untrue.
func TestRebirthChoices(t *testing.T) {
	const (
		unchanged = "The captured piece is reborn as what it is"
		promoted  = "A pawn that is reborn on its last rank is promoted by the capturing side."
		again     = "A pawn that is reborn on its second rank may move two squares again."
		stands    = "A pawn that comes to stand on its own first rank does not move"
		occupied  = "When the rebirth square is occupied"
	)
	for name, test := range map[string]struct {
		game        string
		rebirth     rules.Rebirth
		after       rules.Aftermath // what the game has besides; zero for nothing
		says, never []string
	}{
		"circe": {game: "circe", says: []string{unchanged, again, occupied}, never: []string{promoted, stands}},
		"types": {
			game: "circe", rebirth: rules.Rebirth{Types: "NQ"},
			says: []string{
				"A queen or a knight that is captured is reborn as part of the capture; other pieces leave the game.",
			},
			never: []string{"A captured piece is reborn as part of the capture."},
		},
		"kings of no type that is reborn": {
			game: "circe-rex-inclusive", rebirth: rules.Rebirth{Types: "NQ"},
			says: []string{"Kings are not reborn"}, never: []string{"Kings are reborn"},
		},
		"types of capturers": {
			game: "anticirce", rebirth: rules.Rebirth{Of: rules.OfCapturers, Types: "R"},
			says: []string{
				"A rook that captures is reborn as part of the capture; other pieces stay where they capture.",
			},
			never: []string{"A piece that captures is reborn"},
		},
		"of the captured": {
			game: "anticirce", rebirth: rules.Rebirth{Of: rules.OfTheCaptured},
			says: []string{
				"and then the captured piece.", unchanged, "The rebirth square of each is its home square.",
				"When the rebirth square of the capturing piece is occupied the capture is not legal.",
				"When the rebirth square of the captured piece is occupied the piece is gone.",
			},
			never: []string{"the captured piece leaves the game"},
		},
		"types of the captured": {
			game: "anticirce", rebirth: rules.Rebirth{Of: rules.OfTheCaptured, Types: "R"},
			says:  []string{"and then the captured piece if it is a rook; others leave the game.", "Kings are reborn"},
			never: []string{"stay where they capture"},
		},
		"another square of the captured": {
			game: "anticirce", rebirth: rules.Rebirth{Of: rules.OfTheCaptured, Square: rules.OnRank},
			says:  []string{"The rebirth square of the capturing piece is its home square"},
			never: []string{"The rebirth square of each"},
		},
		"of the captured by reflection": {
			game: "anticirce", rebirth: rules.Rebirth{Of: rules.OfTheCaptured},
			after: rules.Aftermath{Where: rules.AtReflection},
			says: []string{
				"The rebirth square of the capturing piece is its home square",
				"That of the captured piece lies opposite the square where the captured piece stood",
			},
		},
		"of the captured in Parrain": {
			game: "anticirce", rebirth: rules.Rebirth{Of: rules.OfTheCaptured},
			after: rules.Aftermath{Where: rules.AtNextVector},
			says:  []string{"and the captured piece by the half-move that follows."},
			never: []string{"and then the captured piece."},
		},
		"chameleons that capture": {
			game: "anticirce", rebirth: rules.Rebirth{Of: rules.OfCapturers},
			after: rules.Aftermath{As: rules.AsChameleon},
			says:  []string{"The capturing piece is reborn as another type: "}, never: []string{unchanged},
		},
		"equipollent capturers": {
			game: "anticirce", rebirth: rules.Rebirth{Of: rules.OfCapturers},
			after: rules.Aftermath{Where: rules.AtEquipollent},
			says:  []string{"When the rebirth square is occupied or off the board, the capture is not legal."},
		},
		"equipollent capturers that cover": {
			game: "anticirce", rebirth: rules.Rebirth{Of: rules.OfCapturers},
			after: rules.Aftermath{Where: rules.AtEquipollent, Occupied: rules.CoversOccupant},
			says:  []string{"waits below the capturing piece", "When it is off the board the capture is not legal."},
			never: []string{"the piece is gone"},
		},
		"in a cage or not at all": {
			game: "circe", rebirth: rules.Rebirth{Square: rules.InCage},
			after: rules.Aftermath{Occupied: rules.NoCapture},
			says:  []string{"Without such a square the capture is not legal."}, never: []string{"it is gone"},
		},
		"on the file of the other side": {
			game: "circe", rebirth: rules.Rebirth{Square: rules.OnFile}, after: rules.Aftermath{OpponentHome: true},
			says: []string{"on the rank of the home square on the other side."}, never: []string{again},
		},
		"capturers that change sides": {
			game: "anticirce", rebirth: rules.Rebirth{Of: rules.OfCapturers, Turncoats: true},
			says: []string{"A piece other than a king that is reborn changes sides"},
		},
		"captured pieces that change sides": {
			game: "anticirce", rebirth: rules.Rebirth{Of: rules.OfTheCaptured, Turncoats: true},
			says: []string{"The captured piece changes sides"},
		},
		"decreased": {
			game: "circe", rebirth: rules.Rebirth{As: rules.Decreased},
			says: []string{"as the next in the row of queen, rook"}, never: []string{unchanged},
		},
		"turned": {
			game: "circe", rebirth: rules.Rebirth{Turned: rules.Diametral},
			says:  []string{"But the piece is reborn opposite that square, through the centre of the board."},
			never: []string{again, promoted, stands},
		},
		"turned on the rank": {
			game: "circe", rebirth: rules.Rebirth{Turned: rules.LeftRight},
			says: []string{"But the piece is reborn opposite that square, on the same rank.", again},
		},
		"turncoats": {
			game: "circe", rebirth: rules.Rebirth{Turncoats: true}, never: []string{again, promoted},
		},
		"on the file": {
			game: "circe", rebirth: rules.Rebirth{Square: rules.OnFile},
			says: []string{again}, never: []string{promoted},
		},
		"on the rank": {
			game: "circe", rebirth: rules.Rebirth{Square: rules.OnRank},
			says: []string{again}, never: []string{promoted},
		},
		"antipodes": {
			game: "circe", rebirth: rules.Rebirth{Square: rules.AtAntipodes},
			says: []string{promoted, stands, occupied},
		},
		"across files": {
			game: "circe", rebirth: rules.Rebirth{Square: rules.AcrossFiles},
			says: []string{again}, never: []string{promoted},
		},
		"across ranks": {
			game: "circe", rebirth: rules.Rebirth{Square: rules.AcrossRanks},
			says: []string{again}, never: []string{promoted},
		},
		"anywhere": {
			game: "circe", rebirth: rules.Rebirth{Square: rules.Anywhere}, says: []string{promoted, stands, again},
			never: []string{occupied},
		},
		"in a cage": {
			game: "circe", rebirth: rules.Rebirth{Square: rules.InCage},
			says: []string{promoted}, never: []string{occupied},
		},
		"by a move": {
			game: "circe", rebirth: rules.Rebirth{Square: rules.ByMove},
			says:  []string{promoted, "When a captured piece could have gone nowhere the capture is not legal."},
			never: []string{occupied, again, stands},
		},
		"capturers anywhere": {
			game: "anticirce", rebirth: rules.Rebirth{Of: rules.OfCapturers, Square: rules.Anywhere},
			never: []string{occupied},
		},
		"capturers by a move": {
			game: "anticirce", rebirth: rules.Rebirth{Of: rules.OfCapturers, Square: rules.ByMove},
			says:  []string{"When the capturing piece could go nowhere the capture is not legal."},
			never: []string{occupied},
		},
	} {
		t.Run(name, func(t *testing.T) {
			v, err := kirke.Lookup(test.game)
			if err != nil {
				t.Fatal(err)
			}
			v.ID, v.Fairy.Rebirth = "own", test.rebirth
			a := &v.Aftermath
			a.Where, a.As = max(a.Where, test.after.Where), max(a.As, test.after.As)
			a.Occupied = max(a.Occupied, test.after.Occupied)
			a.OpponentHome = a.OpponentHome || test.after.OpponentHome
			says(t, allText(begin(t, v)), test.says, test.never)
		})
	}
}
