package variantfile_test

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/variantfile"
)

// TestFormerKeys: a file of an earlier version is read as what it meant.
func TestFormerKeys(t *testing.T) {
	const file = "extends = \"chess\"\n[fairy.changing]\nfrom-home = "
	for value, want := range map[string]rules.Departure{
		"true": rules.AlsoFromHome, "false": rules.FromOwnSquare,
	} {
		v, err := variantfile.Read("ghosts.toml", []byte(file+value+"\n"))
		if err != nil || v.Fairy.Changing.Departs != want {
			t.Errorf("from-home = %s: %v, %v", value, v, err)
		}
	}
	_, err := variantfile.Read("ghosts.toml", []byte(file+"\"often\"\n"))
	if err == nil || !strings.Contains(err.Error(), "fairy.changing.from-home") {
		t.Errorf("a wrong value: %v", err)
	}
}
