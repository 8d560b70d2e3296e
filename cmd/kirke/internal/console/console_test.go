package console

import (
	"strings"
	"testing"
	"time"
)

func TestProgressLine(t *testing.T) {
	cases := []struct {
		count uint64
		part  float64
		spent time.Duration
		want  string
	}{
		{0, 0, 0, "  0%  0 nodes"},
		{1_500_000, 0.25, time.Second, " 25%  1 500 000 nodes  1 500 000 a second  3s left"},
		{999, 1, 2 * time.Second, "100%  999 nodes  500 a second"},
	}
	for _, c := range cases {
		if got := progressLine(c.count, "nodes", c.part, c.spent); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestProgressIsShownAndCleared(t *testing.T) {
	var b strings.Builder
	p := &Progress{unit: "games", out: &b, start: time.Now().Add(-time.Hour)}
	p.Show(7200, 0.5)
	p.Show(7201, 0.5) // too soon
	p.Clear()
	line := " 50%  7 200 games  2 a second  1h0m0s left"
	if want := "\r" + line + "\r" + strings.Repeat(" ", len(line)) + "\r"; b.String() != want {
		t.Errorf("wrote %q, want %q", b.String(), want)
	}
}

func TestOneLine(t *testing.T) {
	if got := OneLine("a\n b\x1b[2J\xff ∞"); got != "a b�[2J� ∞" {
		t.Errorf("got %q", got)
	}
}
