package protocol

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// searched returns the number after a word in the last report of a search.
func (p *peer) searched(word string) int {
	p.t.Helper()
	for _, line := range slices.Backward(p.seen) {
		if _, rest, found := strings.Cut(line, " "+word+" "); found && strings.HasPrefix(line, "info depth ") {
			n, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				p.t.Fatal(err)
			}
			return n
		}
	}
	p.t.Fatalf("no report tells the %s: %q", word, p.seen)
	return 0
}

// TestUCIOptionsListed: options shared with Stockfish are shown as Stockfish shows them, and all of
// them work.
func TestUCIOptionsListed(t *testing.T) {
	p := dial(t, UCI)
	p.send("uci")
	p.expect("uciok")
	for _, want := range []string{
		"option name Debug Log File type string default <empty>",
		"option name VariantPath type string default <empty>",
		"option name Skill Level type spin default 20 min 0 max 20",
		"option name Slow Mover type spin default 100 min 10 max 1000",
		"option name nodestime type spin default 0 min 0 max 10000",
	} {
		if !slices.Contains(p.seen, want) {
			t.Errorf("there is no line %q", want)
		}
	}
}

// TestOptionsDocumented: docs/gui.md has a row for each option that is shown.
func TestOptionsDocumented(t *testing.T) {
	guide, err := os.ReadFile("../docs/gui.md")
	if err != nil {
		t.Fatal(err)
	}
	p := dial(t, UCI)
	p.send("uci")
	p.expect("uciok")
	for _, line := range p.seen {
		name, shown := strings.CutPrefix(line, "option name ")
		name, _, _ = strings.Cut(name, " type ")
		if shown && !strings.Contains(string(guide), "`"+name+"`") {
			t.Errorf("docs/gui.md does not have the option %s", name)
		}
	}
}

// TestUCIQuit: quit during a search sends the best move first.
func TestUCIQuit(t *testing.T) {
	for _, lines := range []string{
		"go depth 15\nquit", "go infinite\nquit", "go ponder wtime 10000 btime 10000\nquit",
		"go depth 3\nposition startpos moves e2e4\nquit",
		"position fen k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\ngo infinite\nquit",
	} {
		p := dial(t, UCI)
		p.send("%s", lines)
		p.expect("bestmove ")
		p.ends()
	}
	// A script runs to its end: what waits for a search is done before quit.
	p := dial(t, UCI)
	p.send("go depth 3\nposition startpos moves e2e4\ngo depth 3 searchmoves e7e5\nquit")
	p.expect("bestmove ")
	if got := p.searched("depth"); got != 3 {
		t.Errorf("the first search of a script went %d half-moves deep, want 3", got)
	}
	if got := p.expect("bestmove "); !strings.HasPrefix(got, "bestmove e7e5") {
		t.Errorf("the second search of a script found %q", got)
	}
	p.ends()

	p = dial(t, UCI)
	p.send("go infinite")
	p.in.Close() // like quit
	p.expect("bestmove ")
	p.ends()
}

// TestUCISkillLevel: a low level searches less deep, the highest plays at full strength, and a
// rating comes before both.
func TestUCISkillLevel(t *testing.T) {
	p := dial(t, UCI)
	depth := func(options string) int {
		p.send("%sgo depth 6", options)
		p.expect("bestmove ")
		return p.searched("depth")
	}
	if got := depth("setoption name Skill Level value 0\n"); got != 1 {
		t.Errorf("level 0 searched %d half-moves, want 1", got)
	}
	if got := depth("setoption name Skill Level value 10\n"); got != 3 {
		t.Errorf("level 10 searched %d half-moves, want 3", got)
	}
	if got := depth("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 2600\n"); got != 6 {
		t.Errorf("with the highest rating it searched %d half-moves, want 6", got)
	}
	if got := depth("setoption name UCI_LimitStrength value false\nsetoption name Skill Level value 20\n"); got != 6 {
		t.Errorf("level 20 searched %d half-moves, want 6", got)
	}
}

// TestUCINodestime: nodes take the place of milliseconds for the whole game, and Slow Mover says
// how many of them a move takes. With one thread the same game is played each time.
func TestUCINodestime(t *testing.T) {
	play := func(options string) (nodes []int, moves string) {
		p := dial(t, UCI)
		p.send("setoption name nodestime value 2\n%sucinewgame", options)
		for range 4 {
			p.send("position startpos moves%s\ngo wtime 20000 btime 20000", moves)
			moves += " " + strings.Fields(p.expect("bestmove "))[1]
			nodes = append(nodes, p.searched("nodes"))
		}
		p.send("quit")
		p.ends()
		return nodes, moves
	}
	nodes, moves := play("")
	for i, n := range nodes {
		if n < 256 || n > 2*20000/3 { // a move takes at most four times a fourteenth of the time
			t.Errorf("move %d took %d positions of the 40000 for the game", i+1, n)
		}
	}
	if n, m := play(""); !slices.Equal(n, nodes) || m != moves {
		t.Errorf("the second time it played%s in %v positions, not%s in %v", m, n, moves, nodes)
	}
	quick, _ := play("setoption name Slow Mover value 10\n")
	slow, _ := play("setoption name Slow Mover value 300\n")
	if quick[0] >= nodes[0] || slow[0] <= nodes[0] {
		t.Errorf("the first move takes %d positions with Slow Mover 10, %d with 100, %d with 300", quick[0], nodes[0],
			slow[0])
	}

	p := dial(t, UCI)
	p.send("setoption name nodestime value 5\ngo movetime 1000")
	p.expect("bestmove ")
	if n := p.searched("nodes"); n < 4000 || n > 5300 {
		t.Errorf("a second of 5 positions a millisecond took %d positions", n)
	}
}

// TestDebugLogFile: all lines go to the log file while there is one.
func TestDebugLogFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a  log.txt")
	for as, set := range map[string]string{"uci": "setoption name Debug Log File value %s\n",
		"xboard": "option Debug Log File=%s\n"} {
		p := dial(t, map[string]speak{"uci": UCI, "xboard": XBoard}[as])
		sync := map[string]string{"uci": "isready", "xboard": "ping 1"}[as]
		answer := map[string]string{"uci": "readyok", "xboard": "pong 1"}[as]
		p.send(set+sync, file)
		p.expect(answer)
		p.send(set+"nonsense "+as+"\n"+sync, map[string]string{"uci": "<empty>", "xboard": ""}[as])
		p.expect(answer)
		p.send("quit")
		p.ends()
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if log := string(text); !strings.Contains(log, ">> "+sync+"\n<< "+answer+"\n>> ") ||
			strings.Contains(log, "nonsense") {
			t.Errorf("%s logged %q", as, log)
		}
	}
	p := dial(t, UCI)
	p.send("setoption name Debug Log File value %s\nisready", filepath.Join(file, "no folder"))
	p.expect("info string option Debug Log File: ")
	p.expect("readyok")
}

// TestTellsEvaluation: what evaluates a game's positions is told with the first search, and again
// only when it changes.
func TestTellsEvaluation(t *testing.T) {
	p := dial(t, UCI)
	for _, step := range []struct{ set, told string }{
		{"", "chess: evaluation by a network of 256 units"},
		{"Move Overhead value 5", ""},
		{"Use NNUE value false", "chess: hand-made evaluation"},
		{"UCI_Variant value circe", "circe: hand-made evaluation"},
		{"Use NNUE value true", "circe: evaluation by a network of 256 units"},
		{"EvalFile value ../engine/nets/circe.nnue", "circe: evaluation by a network of 256 units"}, // perhaps another
		{"UCI_Variant value crazyhouse", "crazyhouse: evaluation by a network of 128 units"},
		{"UCI_Variant value sissa", "sissa: hand-made evaluation"},
	} {
		if step.set != "" {
			p.send("setoption name %s", step.set)
		}
		p.send("isready")
		p.expect("readyok")
		p.send("go nodes 10")
		p.expect("bestmove")
		var told []string
		for _, line := range p.seen {
			if text, ok := strings.CutPrefix(line, "info string "); ok {
				told = append(told, text)
			}
		}
		if got := strings.Join(told, ", "); got != step.told {
			t.Errorf("after %q it told %q, not %q", step.set, got, step.told)
		}
	}
}
