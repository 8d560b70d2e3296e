// Package derived makes variants that differ from ours in one rule, to test and measure Kirke
// beside programs that know neither the Sissa nor the conversion of bishops.
package derived

import (
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke/rules"
)

// Lookup returns cetran1x, cetran2x, sissa9x or symsissa9x: our games without the conversion rule,
// and with the promotions of those programs.
func Lookup(id string) (*rules.Variant, error) {
	from := map[string]struct{ id, promotion string }{
		"cetran1x":   {"cetran1", "QCRBN"},
		"cetran2x":   {"cetran2", "QCAHRBN"},
		"sissa9x":    {"sissa", "QRBN"},
		"symsissa9x": {"symmetric-sissa", "CRN"},
	}[id]
	if from.id == "" {
		return nil, fmt.Errorf("%q is not a derived variant", id)
	}
	base, err := rules.Lookup(from.id)
	if err != nil {
		return nil, err
	}
	v := *base
	v.ID = id
	_, free, must := base.ConversionTypes() // bishops that may and must convert
	v.Army = nil
	for k := rules.PieceType(1); int(k) <= len(base.Army); k++ {
		if k != free && k != must {
			v.Army = append(v.Army, *base.Type(k))
		}
	}
	v.Conversion = rules.Conversion{}
	v.Promotion = rules.Promotion{To: from.promotion}
	if v.TypeOf('B') == 0 {
		// The army of Cetran Chess 2 has no bishop, but the other program promotes to one.
		chess, err := rules.Lookup("chess")
		if err != nil {
			return nil, err
		}
		v.Army = append(slices.Clone(v.Army), *chess.Type(chess.TypeOf('B')))
	}
	return &v, nil
}
