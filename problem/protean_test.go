package problem_test

import (
	"strings"
	"testing"
)

// TestProteanAlone: of a protean and other pieces only the protean ones become what they capture,
// and keep the attribute. A captured pawn makes them one that goes the other way, which attacks and
// is promoted.
func TestProteanAlone(t *testing.T) {
	for _, c := range []struct {
		problem string
		want    []string
	}{
		{
			"Stipulation ~1\nPieces White Protean Sb1 White Ka8 Rh1 Black Kc8 Pc3 Qh5",
			[]string{"1.pSb1*c3=pPP !", "1.Rh1*h5 !"},
		},
		{"Stipulation ~1\nPieces White Protean Sb4 White Ka8 Black Kc4 Pd5", []string{"1.pSb4*d5=pPP + !"}},
		{
			"Stipulation ser-za12\nPieces White Protean Sb4 White Kh8 Black Kh6 Pa2",
			[]string{"1.pSb4*a2=pPP   2.pPPa2-a1=pQ z", "1.pSb4*a2=pPP   2.pPPa2-a1=pS z"},
		},
		{"Stipulation ~1\nPieces White Protean Kb4 Black Kh8 Ra4", []string{"1.pKb4*a4=rpR !"}},
	} {
		got, err := solve("BeginProblem\n"+c.problem+"\nEndProblem\n", *limit, false)
		if err != nil {
			t.Errorf("%s: %v", c.problem, err)
		}
		for _, move := range c.want {
			if !strings.Contains(got, move) {
				t.Errorf("%s: %q is not in\n%s", c.problem, move, got)
			}
		}
	}
}
