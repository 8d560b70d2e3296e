package names

import (
	"testing"

	"github.com/kirke-chess/kirke/play"
)

func TestCheck(t *testing.T) {
	for _, name := range []string{"ann", "Bob_2", "x-y", "abcdefghijklmnopqrstuvwx"} {
		if err := Check(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{
		"", "a", "abcdefghijklmnopqrstuvwxy", "2bob", "-bob", "bo b", "böb", "Admin", "guest1", "Deleted-1",
	} {
		if err := Check(name); play.CodeOf(err) != play.Invalid {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestLook(t *testing.T) {
	for _, pair := range [][2]string{{"bill", "B1LL"}, {"tom", "t0rn"}, {"vvim", "wim"}, {"a_b", "ab"}} {
		if Look(pair[0]) != Look(pair[1]) {
			t.Errorf("%s and %s look different: %s, %s", pair[0], pair[1], Look(pair[0]), Look(pair[1]))
		}
	}
	if Look("ann") == Look("bob") {
		t.Error("ann and bob look alike")
	}
}
