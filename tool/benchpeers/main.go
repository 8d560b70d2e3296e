// Command benchpeers compares move generation with other programs. Each counts the rows of kirke
// bench movegen that it plays, on one thread, without a hash table, by turns on one machine. The
// result is a table in Markdown.
//
// Environment variables name the programs; a program that is not named is skipped: KIRKE_FSF
// (Fairy-Stockfish built for this machine, boards up to 8×8), KIRKE_FSF_LARGE (the same with
// largeboards=yes), KIRKE_FSF_DEBIAN (Debian's fairy-stockfish) and KIRKE_STOCKFISH (Debian's
// stockfish).
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// variants defines the games that Fairy-Stockfish does not know.
const variants = `[cetran2x:chess]
castling = false
chancellor = c
archbishop = a
dragonHorse = h
promotionPieceTypes = qcahrbn

[sissa9x:chess]
maxFile = 9
maxRank = 9
castlingKingsideFile = h
castlingQueensideFile = b
promotionRegionWhite = *9
promotionRegionBlack = *1
doubleStepRegionWhite = *2
doubleStepRegionBlack = *8
promotionPieceTypes = qrbn
startFen = rnbnkqbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKNBNR w KQkq - 0 1
`

// comparison is a row of the table: a row of kirke bench movegen, the peers that count it too, and
// how many times as fast as the first of them Kirke must be, 0 for no bar.
type comparison struct {
	work, peerName string // peerName is the peers' name of the game
	peers          []string
	bar            float64
}

var comparisons = []comparison{
	{"Seirawan start", "seirawan", []string{"KIRKE_FSF", "KIRKE_FSF_DEBIAN"}, 15},
	{"Seirawan middlegames", "seirawan", []string{"KIRKE_FSF", "KIRKE_FSF_DEBIAN"}, 9},
	{"Chess start", "", []string{"KIRKE_STOCKFISH", "KIRKE_FSF"}, 2},
	{"Chess Kiwipete", "", []string{"KIRKE_STOCKFISH", "KIRKE_FSF"}, 2},
	{"Cetran without the Sissa 2", "cetran2x", []string{"KIRKE_FSF", "KIRKE_FSF_DEBIAN"}, 15},
	{"9×9 without the Sissa", "sissa9x", []string{"KIRKE_FSF_LARGE"}, 4},
	{"Atomic start", "atomic", []string{"KIRKE_FSF"}, 5},
	{"Atomic middlegames", "atomic", []string{"KIRKE_FSF"}, 5},
	{"Antichess: start", "antichess", []string{"KIRKE_FSF"}, 0},
	{"Antichess: middlegames", "antichess", []string{"KIRKE_FSF"}, 0},
	{"Crazyhouse start", "crazyhouse", []string{"KIRKE_FSF", "KIRKE_FSF_DEBIAN"}, 5},
	{"Crazyhouse middlegames", "crazyhouse", []string{"KIRKE_FSF", "KIRKE_FSF_DEBIAN"}, 5},
	{"Crazyhouse full hands", "crazyhouse", []string{"KIRKE_FSF", "KIRKE_FSF_DEBIAN"}, 5},
	{"Three-check start", "3check", []string{"KIRKE_FSF", "KIRKE_FSF_DEBIAN"}, 5},
	{"Three-check middlegames", "3check", []string{"KIRKE_FSF", "KIRKE_FSF_DEBIAN"}, 5},
	{"Capablanca start", "capablanca", []string{"KIRKE_FSF_LARGE"}, 4},
	{"Capablanca middlegames", "capablanca", []string{"KIRKE_FSF_LARGE"}, 4},
	{"Makruk start", "makruk", []string{"KIRKE_FSF", "KIRKE_FSF_DEBIAN"}, 0},
	{"Grasshopper start", "grasshopper", []string{"KIRKE_FSF"}, 0},
}

// share is a row of the second table: two rows of kirke bench movegen compared.
type share struct {
	work, beside string
	bar          float64
}

var shares = []share{
	{"Cetran 2", "Seirawan start", 0.25},
	{"Circe middlegames", "Chess middlegames", 0.25},
}

// position is a line of the file of positions.
type position struct {
	Work, Variant, FEN string
	Perft              []uint64
}

func main() {
	kirke := flag.String("kirke", "bin/kirke", "the `program` to compare")
	table := flag.String("positions", "cmd/kirke/internal/bench/movegen.jsonl", "the `file` of positions")
	only := flag.String("only", "", "compare only the rows whose name has this `text` in it")
	repeat := flag.Int("repeat", 3, "how often to count each row")
	flag.Parse()
	if err := run(*kirke, *table, *only, *repeat); err != nil {
		fmt.Fprintln(os.Stderr, "benchpeers:", err)
		os.Exit(1)
	}
}

func run(kirke, table, only string, repeat int) error {
	rows, err := read(table)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "benchpeers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ini := filepath.Join(dir, "variants.ini")
	if err := os.WriteFile(ini, []byte(variants), 0o600); err != nil {
		return err
	}
	fmt.Println("| work | depth | nodes | Kirke, Mnodes/s | peer | its Mnodes/s | ratio | bar |\n" +
		"|---|---|---|---|---|---|---|---|")
	for _, c := range comparisons {
		if !strings.Contains(c.work, only) {
			continue
		}
		if err := c.run(kirke, rows[c.work], ini, repeat); err != nil {
			return fmt.Errorf("%s: %w", c.work, err)
		}
	}
	if only != "" {
		return nil
	}
	fmt.Println("\n| work | Mnodes/s | beside | its Mnodes/s | ratio | bar |\n|---|---|---|---|---|---|")
	for _, s := range shares {
		if err := s.run(kirke, repeat); err != nil {
			return err
		}
	}
	return threads(kirke, (repeat+2)/3)
}

// run measures both rows by turns, and prints the medians.
func (s *share) run(kirke string, repeat int) error {
	var a, b, ratios []float64
	for range repeat {
		x, err := kirkeSpeed(kirke, s.work, 5)
		if err != nil {
			return err
		}
		y, err := kirkeSpeed(kirke, s.beside, 1)
		if err != nil {
			return err
		}
		a, b, ratios = append(a, x), append(b, y), append(ratios, x/y)
	}
	fmt.Printf("| %s | %.0f | %s | %.0f | %.2f | ≥ %.2f |\n",
		s.work, median(a), s.beside, median(b), median(ratios), s.bar)
	return nil
}

// read reads the file of positions, by row.
func read(file string) (map[string][]position, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	rows := map[string][]position{}
	for i, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		var p position
		if err := json.Unmarshal(line, &p); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
		rows[p.Work] = append(rows[p.Work], p)
	}
	return rows, nil
}

// run counts one row with Kirke and each peer, by turns. For each peer it prints the medians of the
// speeds, and of the ratios of neighbouring runs, which a busy machine disturbs least.
func (c *comparison) run(kirke string, row []position, ini string, repeat int) error {
	var nodes uint64
	for _, p := range row {
		nodes += p.Perft[len(p.Perft)-1]
	}
	for i, name := range c.peers {
		binary := os.Getenv(name)
		if binary == "" {
			fmt.Fprintf(os.Stderr, "%s: skipped, %s names no program\n", c.work, name)
			continue
		}
		var mine, others, ratios []float64
		for len(ratios) < repeat {
			rate, err := kirkeSpeed(kirke, c.work, runsFor(nodes))
			if err != nil {
				return err
			}
			seconds, got, err := peerCount(binary, c.peerName, ini, row)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if got != nodes {
				fmt.Fprintf(os.Stderr, "%s: %s counts %d nodes, not %d\n", c.work, name, got, nodes)
			}
			other := float64(nodes) / seconds / 1e6
			mine, others, ratios = append(mine, rate), append(others, other), append(ratios, rate/other)
			if seconds > 60 { // long enough to be reliable
				break
			}
		}
		bar := ""
		if i == 0 && c.bar > 0 {
			bar = fmt.Sprintf("≥ %g×", c.bar)
		}
		fmt.Printf("| %s | %d | %d | %.0f | %s | %.1f | %.1f× | %s |\n",
			c.work, len(row[0].Perft), nodes, median(mine), name, median(others), median(ratios), bar)
	}
	return nil
}

// runsFor returns how often to count a row of so many nodes: the best run must be one with warm
// caches.
func runsFor(nodes uint64) int {
	if nodes < 200e6 {
		return 5
	}
	return 2
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}

// kirkeSpeed returns Kirke's speed in a row, in Mnodes/s.
func kirkeSpeed(kirke, work string, repeat int) (float64, error) {
	cmd := exec.Command(kirke, "bench", "movegen", "--json", "--threads", "1", "--only", work,
		"--repeat", strconv.Itoa(repeat))
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("kirke: %w", err)
	}
	var s struct {
		Work string  `json:"work"`
		Rate float64 `json:"mnodes_per_second"`
	}
	if err := json.NewDecoder(bytes.NewReader(out)).Decode(&s); err != nil {
		return 0, fmt.Errorf("kirke: %w", err)
	}
	if s.Work != work {
		return 0, fmt.Errorf("kirke has no row %q", work)
	}
	return s.Rate, nil
}

// peerCount lets a UCI program count a row. It returns its processor time, less that of starting
// and setting up the positions, and the sum of the counts.
func peerCount(binary, variant, ini string, row []position) (seconds float64, nodes uint64, err error) {
	script := func(count bool) string {
		var b strings.Builder
		if variant != "" {
			fmt.Fprintf(&b, "setoption name VariantPath value %s\n", ini)
			fmt.Fprintf(&b, "setoption name UCI_Variant value %s\n", variant)
		}
		for _, p := range row {
			fmt.Fprintf(&b, "position fen %s\n", p.FEN)
			if count {
				fmt.Fprintf(&b, "go perft %d\n", len(p.Perft))
			}
		}
		b.WriteString("quit\n")
		return b.String()
	}
	idle, _, err := runOn(binary, script(false))
	if err != nil {
		return 0, 0, err
	}
	busy, out, err := runOn(binary, script(true))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(out) {
		if text, ok := strings.CutPrefix(line, "Nodes searched: "); ok {
			n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
			if err != nil {
				return 0, 0, err
			}
			nodes += n
		}
	}
	if nodes == 0 {
		return 0, 0, errors.New("it counted nothing")
	}
	return max(busy-idle, 1e-3), nodes, nil
}

// runOn runs a program on some input. It returns the processor time and the output. System time
// does not count: loading a network takes a different time at each start, by as much as some rows
// take.
func runOn(binary, input string) (seconds float64, output string, err error) {
	cmd := exec.Command(binary)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.Output()
	if err != nil {
		return 0, "", err
	}
	return cmd.ProcessState.UserTime().Seconds(), string(out), nil
}

// threads counts Seirawan chess to depth 7 with a hash table, on one thread and on two, by the
// clock.
func threads(kirke string, repeat int) error {
	best := [2]time.Duration{}
	var last string
	for range repeat {
		for i := range best {
			start := time.Now()
			cmd := exec.Command(kirke, "perft", "--variant", "seirawan", "--depth", "7", "--hash", "1024",
				"--threads", strconv.Itoa(i+1))
			out, err := cmd.Output()
			if err != nil {
				return fmt.Errorf("kirke perft: %w", err)
			}
			if last != "" && last != string(out) {
				return fmt.Errorf("kirke perft: %q and then %q", last, out)
			}
			last = string(out)
			if spent := time.Since(start); best[i] == 0 || spent < best[i] {
				best[i] = spent
			}
		}
	}
	fmt.Printf("\nSeirawan start, depth 7, 1 GiB of hash: %s; "+
		"one thread %.1f s, two %.1f s by the clock: %.2f× (bar ≥ 1.7×).\n",
		strings.TrimSpace(last), best[0].Seconds(), best[1].Seconds(), best[0].Seconds()/best[1].Seconds())
	return nil
}
