package rulestest

import (
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/rules"
)

// combined are combinations in which the parts of a game affect each other.
var combined = []string{
	"seirawan+circe", "seirawan+circe-assassin", "seirawan+circe-rex-inclusive", "seirawan960+anticirce-calvet",
	"seirawan+circe-martian", "circe-martian+progressive",
	"seirawan+progressive", "seirawan+progressive-italian", "seirawan+circe-parrain", "seirawan+circe-memory",
	"chess960+circe",
	"chess960+circe-martian",
	"siceirawan+progressive-italian", "circe+progressive", "circe-volcanic+progressive", "circe+cohen",
	"circe-pwc+cohen",
	"anticirce-cheylan+progressive-italian", "circe-martian+progressive-italian", "symmetric-sissa+anticirce-calvet",
	"cetran1+circe", "cetran1+circe-couscous", "cetran2+circe-equipollents", "cetran2+circe-martian",
	"cetran1+anticirce-cheylan",
	"sissa+quiet-conversion", "sissa+circe", "sissa+circe-rex-inclusive", "sissa+progressive",
	"symmetric-sissa+circe-assassin", "symmetric-sissa+circe-martian",
	"circe-strict+circe-mirror", "circe-strict+circe-equipollents", "circe-clone+circe-pwc",
	"circe-equipollents+circe-assassin", "circe-kamikaze+circe-coucou", "circe-diagram+circe-volcanic",
}

// Variants returns all games and some combinations.
func Variants(t testing.TB) []*rules.Variant {
	t.Helper()
	all := slices.Clone(rules.All())
	for _, id := range combined {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}
