package match

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
)

// otherNames are the names engines have for our games besides our own.
var otherNames = map[string][]string{
	"chess":          {"normal", "fide_chess"},
	"chess960":       {"fischerandom", "fischerrandom"},
	"seirawan":       {"s-chess", "schess"},
	"seirawan960":    {"schess960"},
	"seirawan-sjaak": {"seirawan"},
}

// namesOf returns the names that an engine may have for a game, the likeliest
// first. Where engines have an option for free castling (UCI_Chess960), the name
// of the game from a fixed array does as well.
func namesOf(v *kirke.Variant, freely bool) []string {
	names := append([]string{v.ID}, otherNames[v.ID]...)
	if base, ok := strings.CutSuffix(v.ID, "960"); ok && freely && v.Castling.Free {
		names = append(names, base)
	}
	return names
}

// chooseName returns the engine's name of a game from those it offers.
func chooseName(v *kirke.Variant, offered []string, freely bool) (string, error) {
	for _, name := range namesOf(v, freely) {
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
		return "", fmt.Errorf("does not play %s: it offers no variants", v.ID)
	}
	return "", fmt.Errorf("does not play %s, or under another name, which variant=NAME gives: it offers %s", v.ID, strings.Join(known, ", "))
}
