package bitboard_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/bitboard"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/piece/fairy"
	"github.com/kirke-chess/kirke/rules"
)

// pathGames are games in which this kernel plays such pieces.
var pathGames = []string{
	"chess", "chess960", "checkless", "maximummer-black", "symmetric-sissa", "torpedo",
	"circe", "circe-pwc", "circe-strict", "circe-mirror", "circe-clone", "circe-chameleon",
	"circe-symmetrical", "circe-equipollents", "circe-diagram", "circe-couscous",
	"kingofthehill", "3check", "antichess", "horde", "neutrals", "neutrals+circe",
	"neutrals+circe-pwc", "neutrals+circe-symmetrical",
}

// left reports whether this kernel leaves a walk to the other: it hops over some pieces only, or
// captures on its way.
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

// TestPathsAgree compares the kernels in positions with each piece of problemists that this kernel
// plays, in chess and other games, with up to two others besides.
func TestPathsAgree(t *testing.T) {
	var walks []fairy.Walk
	for _, w := range fairy.Catalogue() {
		if w.Betza != "" && !w.Pawn && !w.Royal && !left(w) {
			walks = append(walks, w)
		}
	}
	if len(walks) < 100 {
		t.Errorf("only %d walks are played", len(walks))
	}
	each := max(2, *positions/len(walks))
	for i, w := range walks {
		dice := rand.New(rand.NewPCG(uint64(i), 45))
		own := []fairy.Walk{w}
		for range dice.IntN(3) {
			if other := walks[dice.IntN(len(walks))]; !strings.Contains(pathGame("chess", own...).ID, other.Name) {
				own = append(own, other)
			}
		}
		v := pathGame(pathGames[dice.IntN(len(pathGames))], own...)
		if _, err := bitboard.New(v, rules.NewSetup(v), rules.AnyDefect); err != nil {
			v = pathGame("chess", own...) // the other game has such a piece of its own
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
		})
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
