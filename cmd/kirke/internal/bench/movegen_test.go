package bench

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// TestWrongCountsAreFound: a row with a wrong count is named.
func TestWrongCountsAreFound(t *testing.T) {
	right := positions
	defer func() { positions = right }()
	positions = bytes.Replace(right, []byte("[20,400,8902"), []byte("[20,400,8903"), 1)
	positions = bytes.Replace(positions, []byte(",197281,4865609,119060324]"), []byte(",197281]"), 1)
	for json, want := range map[bool]string{
		false: "Chess start: 8902 nodes, expected 8903\n",
		true:  `{"work":"Chess start","error":"8902 nodes, expected 8903"}` + "\n",
	} {
		var out, stderr strings.Builder
		c := &console.Console{Ctx: t.Context(), Out: &out, Err: &stderr}
		c.JSON = json
		err := (&Movegen{Quick: true, Only: "chess start", Repeat: 1}).Run(c)
		if !errors.Is(err, console.ErrFound) || !strings.HasSuffix(out.String(), want) {
			t.Errorf("JSON %v: %v, wrote %q (%s), want %q", json, err, out.String(), stderr.String(), want)
		}
	}
}
