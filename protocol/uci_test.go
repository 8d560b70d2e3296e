package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke"
)

// played are the variants of the test games.
var played = []string{"seirawan", "siceirawan", "circe", "cetran2", "sissa", "progressive", "chess960", "seirawan960",
	"progressive+circe"}

// TestUCIGames plays the engine against itself in several variants.
func TestUCIGames(t *testing.T) {
	for _, id := range played {
		t.Run(id, func(t *testing.T) {
			p := dial(t, UCI)
			p.send("uci\nsetoption name Hash value 4\nsetoption name UCI_Variant value %s\n"+
				"ucinewgame\nposition startpos\ngo nodes 1", id)
			p.expect("bestmove ") // after an info string of what evaluates
			p.send("d")
			fen := strings.TrimPrefix(p.expect("Fen: "), "Fen: ")
			first := start(t, id)
			first, err := kirke.FromFEN(first.Variant(), fen)
			if err != nil {
				t.Fatal(err)
			}
			g := kirke.NewGame(first)
			moves := ""
			for !g.Outcome().Over() && len(g.Claims()) == 0 && g.Ply() < 160 {
				p.send("position fen %s%s\ngo nodes 400", fen, moves)
				text := strings.Fields(p.expect("bestmove "))[1]
				if p.saw("info string") {
					t.Fatalf("%s %s: %q", fen, moves, p.seen)
				}
				if err := g.PlayText(text); err != nil {
					t.Fatal(err)
				}
				if moves == "" {
					moves = " moves"
				}
				moves += " " + text
			}
			t.Logf("%d half-moves, %v %v, %s", g.Ply(), g.Outcome(), g.Claims(), g.Position())
			if g.Outcome().Reason == kirke.Mate || g.Outcome().Reason == kirke.Stalemate {
				p.send("position fen %s%s\ngo depth 3", fen, moves)
				if got := p.expect("bestmove"); got != "bestmove (none)" {
					t.Errorf("in a mate: %s", got)
				}
			}
			p.send("quit")
			p.ends()
		})
	}
}

// TestUCITotals: a search that is stopped between two reports sends its final counts.
func TestUCITotals(t *testing.T) {
	p := dial(t, UCI)
	p.send("position startpos\ngo nodes 20011")
	p.expect("bestmove ")
	total := ""
	for _, line := range p.seen {
		if strings.HasPrefix(line, "info depth ") && strings.Contains(line, " pv ") {
			_, total, _ = strings.Cut(line, " nodes ")
		}
	}
	if n, err := strconv.Atoi(strings.Fields(total + " -")[0]); err != nil || n < 20000 {
		t.Errorf("of 20011 positions the last report tells %d (%v)", n, err)
	}
}

// TestUCIWaits: an infinite or pondering search sends no move before stop or ponderhit.
func TestUCIWaits(t *testing.T) {
	p := dial(t, UCI)
	// A search that has nothing more to find holds its answer.
	p.send("position fen 7k/5K2/8/6Q1/8/8/8/8 w - - 0 1\ngo infinite searchmoves g5g7\nisready")
	p.expect("readyok")
	p.send("stop")
	if got := p.expect("bestmove"); got != "bestmove g5g7" {
		t.Errorf("got %s", got)
	}
	p.send("position fen k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\ngo infinite\nisready")
	p.expect("readyok")
	p.quiet()
	p.send("stop")
	if got := p.expect("bestmove"); got != "bestmove (none)" || p.saw("bestmove") {
		t.Errorf("got %s", got)
	}
	p.send("setoption name UCI_ShowWDL value true\nposition fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1\ngo depth 3")
	if got := p.expect("info depth 0"); got != "info depth 0 score cp 0 wdl 0 1000 0" {
		t.Errorf("of a stalemate is said %s", got)
	}
	p.expect("bestmove")
	p.send("position fen k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\ngo depth 3")
	if got := p.expect("info depth 0"); got != "info depth 0 score mate 0 wdl 0 0 1000" {
		t.Errorf("of a mate is said %s", got)
	}
	p.expect("bestmove")
	p.send("setoption name UCI_ShowWDL value false")
	p.send("position startpos moves e2e4\ngo ponder wtime 500 btime 500\nisready")
	p.expect("readyok")
	p.send("ponderhit")
	p.expect("bestmove ")
	p.send("go ponder movetime 1\nposition startpos")
	p.expect("bestmove ") // another command ends it
	p.send("stop\nponderhit\nisready")
	p.expect("readyok")
	p.quiet()
	// Lines that come during a search that ends by itself are carried out after it.
	p.send("position startpos\ngo depth 4\nposition startpos moves e2e4\ngo depth 2\n" +
		"position startpos moves e2e4 e7e5\nd")
	p.expect("bestmove ")
	p.expect("bestmove ")
	p.expect("Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
	p.send("go perft 30\nisready")
	p.expect("readyok")
	p.send("stop\nbench 30\nisready")
	p.expect("readyok")
	p.send("stop\ngo infinite\nquit")
	p.ends()
}

// TestUCIPositions: a line position means the same whatever came before, also when it continues
// that.
func TestUCIPositions(t *testing.T) {
	p := dial(t, UCI)
	const white = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
	for _, c := range [][2]string{
		{"position startpos moves e2e4 c7c5", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
		{"position startpos moves e2e4 c7c5 g1f3", white},
		{"position startpos moves e2e4 c7c5 g1f3", white},
		{"position startpos moves e2e4 c7c5 g1f3 a8a1 d7d6", white}, // up to the illegal one
		{"position startpos moves e2e4 c7c5 g1f3 d7d6",
			"rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3"},
		{"position startpos moves e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"position startpos moves e2e4 e7e5", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
		{"ucinewgame\nposition startpos moves e2e4 e7e5 d2d4",
			"rnbqkbnr/pppp1ppp/8/4p3/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2"},
		{"flip\nposition startpos moves e2e4 e7e5 d2d4 d7d5",
			"rnbqkbnr/ppp2ppp/8/3pp3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3"},
		{"position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
		{"position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8d8", "3k4/8/8/8/4P3/8/8/4K3 w - - 1 2"},
		{"position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
		{"position fen 8/8\nposition startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		{"setoption name UCI_Variant value seirawan\nposition startpos moves e2e4",
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[HEhe] b KQBCDFGkqbcdfg - 0 1"},
	} {
		p.send(c[0] + "\nd")
		p.expect("Fen: " + c[1])
	}
	p.send("quit")
	p.ends()
}

// TestUCISearch: the parameters of go are obeyed.
func TestUCISearch(t *testing.T) {
	p := dial(t, UCI)
	p.send("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\ngo mate 1")
	if got := p.expect("bestmove"); got != "bestmove a1a8" || !p.saw("score mate 1") {
		t.Errorf("%s after %q", got, p.seen)
	}
	p.send("setoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true\n" +
		"position startpos\ngo depth 3 searchmoves a2a3 h2h3 b2b4")
	best := strings.Fields(p.expect("bestmove"))[1]
	for _, line := range p.seen {
		if _, wdl, ok := strings.Cut(line, " wdl "); ok {
			var win, draw, loss int
			if n, _ := fmt.Sscan(wdl, &win, &draw, &loss); n != 3 || win+draw+loss != 1000 || win < 100 || loss < 100 {
				t.Errorf("at the start: %s", line)
			}
		}
	}
	if !slices.Contains([]string{"a2a3", "h2h3", "b2b4"}, best) || !p.saw("multipv 3 score cp ") || !p.saw(" wdl ") {
		t.Errorf("%s after %q", best, p.seen)
	}
	p.send("setoption name MultiPV value 1\nsetoption name UCI_LimitStrength value true\n" +
		"setoption name UCI_Elo value 700\ngo depth 3")
	p.expect("bestmove")
	if p.saw("multipv 2") {
		t.Errorf("more lines than were asked for: %q", p.seen)
	}
}

// TestVariantPath: games from files are offered and played.
func TestVariantPath(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.kirke.toml")
	text := "extends = \"chess\"\nid = \"uci-own\"\nstart.placement = \"4k3/8/8/8/8/8/4P3/4K3\"\ncastling = false\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p := dial(t, UCI)
	p.send("setoption name VariantPath value %s", file)
	p.send("uci")
	p.expect("uciok")
	if !p.saw("var uci-own") {
		t.Errorf("the game is not offered: %q", p.seen)
	}
	p.send("setoption name UCI_Variant value uci-own")
	p.send("go perft 2")
	p.expect("Nodes searched: 30")
	file = filepath.Join(t.TempDir(), "x.ini")
	text = "[one:chess]\ntwoBoards = true\n[two:chess]\nflagPeice = k\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p.send("setoption name VariantPath value %s", file)
	p.expect("info string option VariantPath: " + file + ":2: one cannot be played: ")
	p.expect("info string " + file + ":4: two cannot be played: the key flagPeice is not known; " +
		"did you mean flagPiece?")
}

// TestUCIComplaints: bad input is answered, and the session continues.
func TestUCIComplaints(t *testing.T) {
	p := dial(t, UCI)
	for line, want := range map[string]string{
		"nonsense":                            `info string unknown command: nonsense`,
		"setoption name Hash value 0":         `info string option Hash: "0" is not a number from 1 to 64`,
		"setoption name Colour value red":     `info string there is no option "Colour"`,
		"setoption":                           `info string setoption: the name is missing`,
		"setoption name Ponder value perhaps": `info string option Ponder: "perhaps" is not true or false`,
		"setoption name EvalFile value ../engine/nets/crazyhouse.nnue": `info string option EvalFile: ` +
			`../engine/nets/crazyhouse.nnue is for crazyhouse: it changes nothing in chess`,
		"setoption name UCI_Variant value nochess":        `info string option UCI_Variant: `,
		"setoption name VariantPath value x.ini":          `info string option VariantPath: x.ini: no such file`,
		"position":                                        `info string position: "" is not startpos or fen`,
		"position fen 8/8":                                `info string position: `,
		"position fen 8/8/8/8/8/8/8/8 w - - 0 1":          `info string position: this is no position of chess: `,
		"position startpos moves e2e4 e7e4":               `info string position: move 2: "e7e4" is not legal: `,
		"position startpos moves x":                       `info string position: move 1: `,
		"go depth x perft 1":                              `info string go: "x" after depth is not a number`,
		"bench \x00":                                      `info string bench: `,
		"flip \xff":                                       ``,
		strings.Repeat("x", 3<<20):                        `info string unknown command: xxx`,
		"setoption name UCI_Variant value sissa circe":    `info string option UCI_Variant: `,
		"position startpos moves 0000":                    `info string position: move 1: "0000" is not legal: `,
		"foo isready":                                     `readyok`,
		"\tisready":                                       `readyok`,
		"setoption name clear hash\nsetoption name debug": `info string there is no option "debug"`,
	} {
		p.send("%s", line)
		if want != "" {
			p.expect(want)
		}
		p.send("isready")
		p.expect("readyok")
	}
	p.in.Close()
	p.ends()
}

// TestUCIVariants: every game can be chosen, by Kirke's names and Fairy-Stockfish's.
func TestUCIVariants(t *testing.T) {
	p := dial(t, UCI)
	choose := func(id, want string) {
		p.send("setoption name UCI_Variant value %s", id)
		if got := p.expect("info string"); !strings.HasPrefix(got, "info string variant "+want+" files ") {
			t.Errorf("%s: %s", id, got)
		}
	}
	p.send("uci")
	offered := p.expect("option name UCI_Variant ") + " "
	p.expect("uciok")
	for _, v := range append(kirke.Variants(), kirke.Catalogue()...) {
		if !strings.Contains(offered, " var "+v.ID+" ") {
			t.Errorf("%s is not offered", v.ID)
		}
		choose(v.ID, v.ID)
	}
	p.send("setoption name UCI_Variant value crazyhouse")
	if got := p.expect("info string"); !strings.Contains(got, " pocket 6 ") { // as Fairy-Stockfish counts
		t.Error(got)
	}
	choose("fischerandom", "chess960")
	choose("progressive+circe", "progressive+circe")
	p.send("setoption name UCI_Chess960 value true")
	choose("seirawan", "seirawan960")
	choose("chess", "chess960")
	p.send("setoption name UCI_Chess960 value false")
	choose("chess", "chess")
}

// FuzzUCI: no input ends the program before quit, or by a panic.
func FuzzUCI(f *testing.F) {
	for _, seed := range []string{
		"uci\nisready", "position startpos moves e2e4 e7e5\ngo depth 3\nd\neval\nflip\nd",
		"setoption name UCI_Variant value seirawan\n" +
			"position startpos moves g1f3h\ngo nodes 100 searchmoves b8c6e\nstop",
		"setoption name UCI_Variant value siceirawan\nflip\ngo infinite\nponderhit\nstop",
		"go ponder wtime 1 btime 1\nponderhit",
		"setoption name UCI_Variant value cetran3\nsetoption name MultiPV value 4\ngo depth 2\neval",
		"position fen k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\ngo\neval\nd", "go perft 2\nbench 1",
		"setoption name UCI_Chess960 value true\nd",
		"setoption name UCI_LimitStrength value true\ngo depth 1",
		"setoption name UCI_ShowWDL value 1\ngo mate 1\nstop",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, script string) { fuzz(t, UCI, script) })
}

// fuzz gives a script to a protocol. It ends what would take too long, such as a deep perft.
func fuzz(t *testing.T, as speak, script string) {
	if strings.Contains(strings.ToLower(script), "threads") || strings.Contains(script, "cores") {
		t.Skip("many threads make it slow")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	err := as(ctx, strings.NewReader(script+"\nquit\n"), io.Discard, Config{MaxHash: 2})
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
}
