package protocol

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// stockfish returns the path of Fairy-Stockfish: that of KIRKE_FSF or Debian's. It skips the test
// if there is none.
func stockfish(t *testing.T) string {
	t.Helper()
	for _, name := range []string{os.Getenv("KIRKE_FSF"), "fairy-stockfish", "/usr/games/fairy-stockfish"} {
		if path, err := exec.LookPath(name); name != "" && err == nil {
			return path
		}
	}
	t.Skip("Fairy-Stockfish is not installed: set KIRKE_FSF to its binary")
	return ""
}

// TestStockfishScript runs one script with Fairy-Stockfish and Kirke: shared options have the same
// defaults, and perft lists the same moves with the same counts.
func TestStockfishScript(t *testing.T) {
	binary := stockfish(t)
	var script strings.Builder
	var want []string
	count := func(variant string, free bool, setup ...string) {
		fmt.Fprintf(&script, "setoption name UCI_Chess960 value %v\nsetoption name UCI_Variant value %s\n", free,
			variant)
		for _, s := range setup {
			fmt.Fprintf(&script, "position %s\ngo perft 2\n", s)
			want = append(want, variant+" "+s)
		}
	}
	script.WriteString("uci\n")
	count("seirawan", false, "startpos", "startpos moves e2e4 e7e5 g1f3h b8c6e",
		"fen rnbqk2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQBCDFGkqbcdfg - 0 1", // gates on empty squares
		"fen rnbqk2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQkq - 0 1",
		"fen r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQkq - 0 1 moves e1g1h h8e8e",
		"fen r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQkq - 0 1 moves h1e1h e8c8e",
		"fen r3k2r/8/8/8/8/8/8/R3K2R[Hh] w KQkq - 0 1",
		"fen r3k2r/1P6/8/8/8/8/1p6/R3K2R[] b KQkq - 3 10",
		"fen 4k3/8/8/8/8/8/8/4K3[Eh] w E - 0 1",
		"fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	count("seirawan", true, "startpos", "fen r3k1r1/pppppppp/8/8/8/8/PPPPPPPP/R3K1R1[HEhe] w GAga - 0 1")
	count("chess", true, "startpos", "fen 1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1",
		"fen 1rk2r2/8/8/8/8/8/8/1RK2R2 w KQkq - 0 1 moves c1f1")
	count("chess", false, "startpos moves e2e4 d7d5 e4d5",
		"fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e5c6 b4c3")
	count("fischerandom", true, "fen nr1k1r2/8/8/8/8/8/8/NR1K1R2 w FBfb - 0 1")

	cmd := exec.CommandContext(t.Context(), binary)
	cmd.Stdin = strings.NewReader(script.String() + "quit\n")
	theirs, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var ours strings.Builder
	if err := UCI(context.Background(), strings.NewReader(script.String()), &ours, Config{}); err != nil {
		t.Fatal(err)
	}
	theirOptions, theirCounts := transcript(string(theirs))
	ourOptions, ourCounts := transcript(ours.String())
	for name, option := range ourOptions {
		if name == "Slow Mover" {
			continue // its default was 84 up to version 11 and is 100 now
		}
		if their, shared := theirOptions[name]; shared && their != option {
			t.Errorf("option %s is %q, and %q there", name, option, their)
		}
	}
	for _, name := range []string{"Threads", "Hash", "Clear Hash", "Ponder", "MultiPV", "UCI_Chess960", "UCI_Variant",
		"UCI_AnalyseMode", "UCI_LimitStrength", "UCI_Elo", "Debug Log File", "Skill Level", "Slow Mover", "nodestime"} {
		if ourOptions[name] == "" || theirOptions[name] == "" {
			t.Errorf("option %s is not shared", name)
		}
	}
	if len(ourCounts) != len(want) || len(theirCounts) != len(want) {
		t.Fatalf("%d and %d counts for %d positions", len(ourCounts), len(theirCounts), len(want))
	}
	for i := range want {
		if !maps.Equal(ourCounts[i], theirCounts[i]) {
			t.Errorf("%s\nours   %v\ntheirs %v", want[i], without(ourCounts[i], theirCounts[i]),
				without(theirCounts[i], ourCounts[i]))
		}
	}
}

// transcript returns the type and default of each option, and the counts of each perft by move.
func transcript(text string) (options map[string]string, counts []map[string]string) {
	options = map[string]string{}
	count := map[string]string{}
	s := bufio.NewScanner(strings.NewReader(text))
	for s.Scan() {
		line := s.Text()
		if rest, ok := strings.CutPrefix(line, "option name "); ok {
			name, rest, _ := strings.Cut(rest, " type ")
			for _, end := range []string{" min ", " var "} {
				rest, _, _ = strings.Cut(rest, end)
			}
			options[name] = strings.TrimSpace(strings.TrimSuffix(rest, "<empty>"))
			continue
		}
		key, n, ok := strings.Cut(line, ": ")
		if !ok || key != "Nodes searched" && (len(key) < 4 || len(key) > 6) {
			continue
		}
		count[key] = n
		if key == "Nodes searched" {
			counts = append(counts, count)
			count = map[string]string{}
		}
	}
	return options, counts
}

// without returns what is in a and not in b, in order.
func without(a, b map[string]string) []string {
	var only []string
	for key, n := range a {
		if b[key] != n {
			only = append(only, key+": "+n)
		}
	}
	slices.Sort(only)
	return only
}
