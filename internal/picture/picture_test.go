package picture_test

import (
	"testing"

	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/rules"
)

// TestPromotedPiecesLookAlike: a piece that only its mark tells from another looks like it, but for what
// is written beside it.
func TestPromotedPiecesLookAlike(t *testing.T) {
	art, seen := diagram.Art()[diagram.Classic], 0
	for _, v := range append(rules.All(), rules.Catalogue()...) {
		for i := range v.Army {
			typ := &v.Army[i]
			k := v.TypeOf(typ.Letter)
			if typ.Mark != '~' || k == 0 {
				continue
			}
			want, _, _ := v.Type(k).Drawing()
			got, turn, beside := typ.Drawing()
			if art[want] == nil {
				continue
			}
			seen++
			if got != want || turn != 0 || beside == "" {
				t.Errorf("%s: the %s is drawn as %q, %d, %q, not as the %s", v.ID, typ.Name, got, turn, beside, want)
			}
		}
	}
	if seen < 10 {
		t.Errorf("there are %d such pieces", seen)
	}
}
