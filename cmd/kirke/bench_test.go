package main

import (
	"context"
	"testing"
)

// BenchmarkReplay replays the real games of testdata, each move in three styles.
func BenchmarkReplay(b *testing.B) {
	for b.Loop() {
		if code, _, stderr := inProcess(context.Background(), "", "replay", "../../testdata/games/seirawan.jsonl"); code != 0 {
			b.Fatal(stderr)
		}
	}
}
