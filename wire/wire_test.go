package wire_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/kirke-chess/kirke/wire"
	"github.com/kirke-chess/kirke/wire/wiretest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestInside(t *testing.T) {
	t.Parallel()
	wiretest.Run(t, func(t *testing.T) func() *wire.Bus {
		b, err := wire.Open(t.Context(), wire.Options{Dir: t.TempDir(), AckWait: wiretest.AckWait})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		return func() *wire.Bus { return b }
	})
}
