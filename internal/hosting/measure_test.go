package hosting

import (
	"context"
	"errors"
	"testing"

	"github.com/kirke-chess/kirke"
)

// TestSlowNowAndThen: what costs too much on a busy machine is measured again, what always does is told.
func TestSlowNowAndThen(t *testing.T) {
	for _, test := range []struct{ slow, measured, wrong int }{{0, 1, 0}, {1, 2, 0}, {tries, tries, 1}} {
		m, n := meter{}, 0
		step := func(context.Context, kirke.Position) error {
			if n++; n <= test.slow {
				m.add("Army", "slow")
			}
			return nil
		}
		if err := m.try(t.Context(), kirke.Position{}, step); err != nil {
			t.Error(err)
		}
		if n != test.measured || len(m.wrong) != test.wrong {
			t.Errorf("slow %d times: measured %d times, %d are wrong, want %+v", test.slow, n, len(m.wrong), test)
		}
	}
	m := meter{}
	gone := errors.New("gone")
	step := func(context.Context, kirke.Position) error { return gone }
	if err := m.try(t.Context(), kirke.Position{}, step); !errors.Is(err, gone) {
		t.Errorf("the error of a step is %v", err)
	}
}
