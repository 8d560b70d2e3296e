package rulestest

import (
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke/rules"
)

// Derived returns a variant that is not ours but one change away from ours, for
// peers that know neither the Sissa nor the conversion of bishops: cetran1x,
// cetran2x, sissa9x and symsissa9x promote to what those peers promote to. That
// they are made here in a few lines is what a variant being a value means.
func Derived(id string) (*rules.Variant, error) {
	from := map[string]struct{ id, promotion string }{
		"cetran1x":   {"cetran1", "QCRBN"},
		"cetran2x":   {"cetran2", "QCAHRBN"},
		"sissa9x":    {"sissa", "QRBN"},
		"symsissa9x": {"symmetric-sissa", "CRN"},
	}[id]
	if from.id == "" {
		return nil, fmt.Errorf("%q is no variant derived for tests", id)
	}
	base, err := rules.Lookup(from.id)
	if err != nil {
		return nil, err
	}
	v := *base
	v.ID = id
	v.Conversion = rules.Conversion{}
	v.Promotion = rules.Promotion{To: from.promotion}
	if v.KindOf('B') == 0 {
		// The army of Cetran Chess 2 has no bishop, but the peer promotes to one.
		chess, err := rules.Lookup("chess")
		if err != nil {
			return nil, err
		}
		v.Army = append(slices.Clone(v.Army), *chess.Type(chess.KindOf('B')))
	}
	return &v, nil
}
