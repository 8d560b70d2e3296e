package match

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
)

// otherNames are the names of games in other engines, besides Kirke's IDs.
var otherNames = map[string][]string{
	"chess":          {"normal", "fide_chess"},
	"chess960":       {"fischerandom", "fischerrandom"},
	"seirawan":       {"s-chess", "schess"},
	"seirawan960":    {"schess960"},
	"seirawan-sjaak": {"seirawan"},
}

// namesOf returns the names that an engine may have for a game, the likeliest first. An engine with
// the option UCI_Chess960 may have the game under the name of its orthodox form.
func namesOf(v *kirke.Variant, chess960 bool) []string {
	names := append([]string{v.ID}, otherNames[v.ID]...)
	if base, ok := strings.CutSuffix(v.ID, "960"); ok && chess960 && v.Castling.Free {
		names = append(names, base)
	}
	return names
}

// chooseName returns the engine's name of a game, from those it offers.
func chooseName(v *kirke.Variant, offered []string, chess960 bool) (string, error) {
	for _, name := range namesOf(v, chess960) {
		for _, o := range offered {
			if strings.EqualFold(o, name) {
				return o, nil
			}
		}
	}
	const most = 12
	known := slices.Clone(offered)
	if len(known) > most {
		known = append(known[:most], "…")
	}
	if len(known) == 0 {
		known = []string{"nothing"}
	}
	return "", fmt.Errorf("does not offer %s; if it plays it all the same, variant=NAME gives its name there: "+
		"it offers %s", v.ID, strings.Join(known, ", "))
}
