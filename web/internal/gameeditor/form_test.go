package gameeditor

import "testing"

// TestFit: on a board of another size pieces keep their files and their distance to their edge.
func TestFit(t *testing.T) {
	for _, c := range []struct {
		was          string
		files, ranks int
		want         string
	}{
		{"rk/2/RK", 2, 3, "rk/2/RK"},
		{"rk/2/RK", 4, 5, "rk2/4/4/4/RK2"},
		{"rk/pp/2/PP/RK", 2, 4, "rk/pp/PP/RK"},
		{"rkq/3/RKQ", 2, 3, "rk/2/RK"},
		{"+p1k~/3/+P1K~", 4, 3, "+p1k~1/4/+P1K~1"},
		{"16/16", 10, 2, "10/10"},
		{"", 3, 2, "3/3"},
		{"k/99999999999999999999/K", 2, 3, "k1/2/K1"},
	} {
		if got := fit(c.was, c.files, c.ranks); got != c.want {
			t.Errorf("%s on %d×%d is %s, want %s", c.was, c.files, c.ranks, got, c.want)
		}
	}
}
