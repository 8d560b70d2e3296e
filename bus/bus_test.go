package bus_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/bus/bustest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestInside(t *testing.T) {
	t.Parallel()
	bustest.Run(t, func(t *testing.T) func() *bus.Bus {
		b, err := bus.Open(t.Context(), bus.Options{Dir: t.TempDir(), AckWait: bustest.AckWait})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		return func() *bus.Bus { return b }
	})
}
