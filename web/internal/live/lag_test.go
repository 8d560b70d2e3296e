package live

import (
	"testing"
	"time"
)

// TestTypicalLag: the typical lag is the median of the last nine measurements.
func TestTypicalLag(t *testing.T) {
	var l lag
	if got := l.typical(); got != 0 {
		t.Errorf("%s without a measurement", got)
	}
	for i, test := range []struct{ measured, typical time.Duration }{
		{40, 40}, {900, 40}, {50, 50}, {900, 50}, {45, 50}, {42, 45}, {44, 45}, {41, 44}, {43, 44},
		{900, 45}, {900, 45}, {900, 45}, {900, 45}, {900, 900}, // the first measurements are forgotten
	} {
		l.measured(test.measured)
		if got := l.typical(); got != test.typical {
			t.Errorf("after measurement %d: %d, not %d", i+1, got, test.typical)
		}
	}
}
