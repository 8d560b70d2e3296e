package words

import (
	"strings"
	"testing"
)

func TestAnd(t *testing.T) {
	for text, want := range map[string]string{"": "", "a": "a", "a b": "a and b", "a b c": "a, b and c"} {
		if got := And(strings.Fields(text)); got != want {
			t.Errorf("%q is listed as %q, want %q", text, got, want)
		}
	}
}
