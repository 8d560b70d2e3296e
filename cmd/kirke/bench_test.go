package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// TestBenchFindsWrongCounts: a row with another count than it must have is named.
func TestBenchFindsWrongCounts(t *testing.T) {
	right := positions
	defer func() { positions = right }()
	positions = bytes.Replace(right, []byte("[20,400,8902"), []byte("[20,400,8903"), 1)
	positions = bytes.Replace(positions, []byte(",197281,4865609,119060324]"), []byte(",197281]"), 1)
	for flag, want := range map[string]string{
		"--threads=1": "Chess start: 8902 nodes, expected 8903\n",
		"--json":      `{"work":"Chess start","error":"8902 nodes, expected 8903"}` + "\n",
	} {
		code, out, stderr := inProcess(context.Background(), "", "bench", "movegen", "--quick", "--only", "chess start", flag)
		if code != exitFound || !strings.HasSuffix(out, want) {
			t.Errorf("%s: exit code %d, wrote %q (%s), want %q", flag, code, out, stderr, want)
		}
	}
}

// BenchmarkReplay replays the real games of testdata, each move in three styles.
func BenchmarkReplay(b *testing.B) {
	for b.Loop() {
		if code, _, stderr := inProcess(context.Background(), "", "replay", "../../testdata/games/seirawan.jsonl"); code != 0 {
			b.Fatal(stderr)
		}
	}
}
