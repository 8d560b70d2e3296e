package bitboard_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/bitboard"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/piece/fairy"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// pathGames are games in which this kernel plays such pieces.
var pathGames = []string{
	"chess", "chess960", "checkless", "maximummer-black", "symmetric-sissa", "torpedo",
	"circe", "circe-pwc", "circe-strict", "circe-mirror", "circe-clone", "circe-chameleon",
	"circe-symmetrical", "circe-equipollents", "circe-diagram", "circe-couscous",
	"grand", "opulent", "kingofthehill", "3check", "antichess", "horde", "neutrals", "neutrals+circe",
	"neutrals+circe-pwc", "neutrals+circe-symmetrical",
}

// left reports whether this kernel leaves chess with a walk to the other: the walk hops over some
// pieces only, captures on its way, moves as pieces around it do, or is a piece of chess.
func left(w fairy.Walk) bool {
	v := pathGame("chess", w)
	_, err := bitboard.New(v, rules.NewSetup(v), rules.AnyDefect)
	return errors.As(err, new(*bitboard.UnplayableError))
}

// pathGame returns a game with these piece types besides its own.
func pathGame(id string, walks ...fairy.Walk) *rules.Variant {
	v, err := rules.Lookup(id)
	if err != nil {
		panic(err)
	}
	for _, w := range walks {
		if _, err := v.AddType(w.Type()); err != nil {
			panic(err)
		}
		v.ID += " with " + w.Name
	}
	return v
}

// pathWalks returns the walks that this kernel plays.
func pathWalks(t *testing.T) []fairy.Walk {
	t.Helper()
	var walks []fairy.Walk
	for _, w := range fairy.Catalogue() {
		if w.Betza != "" && !w.Pawn && !w.Royal && !left(w) {
			walks = append(walks, w)
		}
	}
	if len(walks) < 100 {
		t.Errorf("only %d walks are played", len(walks))
	}
	return walks
}

// TestPathsAgree compares the kernels in positions with each piece of problemists that this kernel
// plays, in chess and other games, with up to two others besides.
func TestPathsAgree(t *testing.T) {
	walks := pathWalks(t)
	each, in := max(2, *positions/len(walks)), map[string]int{}
	for i, w := range walks {
		dice := rand.New(rand.NewPCG(uint64(i), 45))
		own := []fairy.Walk{w}
		for range dice.IntN(3) {
			if other := walks[dice.IntN(len(walks))]; !strings.Contains(pathGame("chess", own...).ID, other.Name) {
				own = append(own, other)
			}
		}
		id := pathGames[dice.IntN(len(pathGames))]
		v := pathGame(id, own...)
		if _, err := bitboard.New(v, rules.NewSetup(v), rules.AnyDefect); err != nil {
			id = "chess" // the other game has such a piece of its own, or many
			v = pathGame(id, own...)
		}
		t.Run(v.ID, func(t *testing.T) {
			compared := 0
			for tries := 0; compared < each && tries < 200; tries++ {
				n, err := compareGame(t, v, dice, each-compared, tries%8 != 0)
				if compared += n; err != nil && !errors.As(err, new(*bitboard.UnplayableError)) {
					t.Fatal(err)
				}
			}
			if compared < each {
				t.Errorf("only %d positions of %d were compared", compared, each)
			}
			in[id] += compared
		})
	}
	for _, id := range pathGames {
		if in[id] == 0 {
			t.Errorf("no position of %s was compared", id)
		}
	}
}

// TestPathsBesideCastling compares the kernels where kings may castle beside such pieces, for which
// a rook may be a hurdle.
func TestPathsBesideCastling(t *testing.T) {
	walks := pathWalks(t)
	dice := rand.New(rand.NewPCG(7, 46))
	castlings := 0
	for range max(60, *positions/10) {
		v := pathGame("chess960", walks[dice.IntN(len(walks))])
		s := rules.NewSetup(v)
		put := func(at string, letter byte, c board.Color) board.Square {
			sq, _ := v.Size.Parse(at)
			s.Board[sq] = rules.MakePiece(v.TypeOf(letter), c)
			return sq
		}
		put("g8", 'K', board.Black)
		put("e1", 'K', board.White)
		s.Castling.King[board.White] = true
		s.Castling.Rook[board.White][0] = put([]string{"a1", "b1", "c1"}[dice.IntN(3)], 'R', board.White)
		s.Castling.Rook[board.White][1] = put([]string{"f1", "g1", "h1"}[dice.IntN(3)], 'R', board.White)
		for range 1 + dice.IntN(5) {
			if sq := dice.IntN(len(s.Board)); s.Board[sq] == 0 {
				s.Board[sq] = rules.MakePiece(rules.PieceType(len(v.Army)), board.Color(dice.IntN(2)))
			}
		}
		r, err := reference.New(v, s, rules.AnyDefect)
		if err != nil {
			t.Fatal(err)
		}
		f, err := bitboard.New(v, s, rules.AnyDefect)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, r, f, true)
		for _, m := range r.LegalMoves(nil) {
			if m.Form() == rules.Castle {
				castlings++
			}
		}
	}
	if castlings == 0 {
		t.Error("nobody could castle")
	}
}

// TestManyPathsAreLeft: a game with more types of such pieces than there is room for is refused.
func TestManyPathsAreLeft(t *testing.T) {
	v := pathGame("chess", *fairy.Find(0, "G"), *fairy.Find(0, "N"), *fairy.Find(0, "CA"), *fairy.Find(0, "Z"))
	if _, err := bitboard.New(v, rules.NewSetup(v), rules.AnyDefect); err != nil {
		t.Error(err)
	}
	v = pathGame("chess", *fairy.Find(0, "G"), *fairy.Find(0, "N"), *fairy.Find(0, "CA"), *fairy.Find(0, "Z"),
		*fairy.Find(0, "GI"))
	_, err := bitboard.New(v, rules.NewSetup(v), rules.AnyDefect)
	if err == nil || !strings.Contains(err.Error(), "so many of its pieces") {
		t.Error(err)
	}
}

// TestPathsAreLeft: a piece that does more on its way than hop is left to the reference kernel.
func TestPathsAreLeft(t *testing.T) {
	for _, betza := range []string{"xpR", "cyafmQ", "{PawnCaptures}R"} {
		v := pathGame("chess")
		if _, err := v.AddType(piece.Type{Name: "Stranger", Letter: 'S', Betza: betza}); err != nil {
			t.Fatal(err)
		}
		_, err := bitboard.New(v, rules.NewSetup(v), rules.AnyDefect)
		if err == nil || !strings.Contains(err.Error(), "how the Stranger moves") {
			t.Error(err)
		}
	}
}
