package engine

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine/nets"
	"github.com/kirke-chess/kirke/engine/nn"
	"github.com/kirke-chess/kirke/rules"
)

// TestNetworks: each network that comes with Kirke can be read and is found by the games that it
// names; and all of them together stay small.
func TestNetworks(t *testing.T) {
	size := 0
	for _, file := range nets.Files() {
		size += len(file)
		if err := CheckNetwork(file); err != nil {
			t.Error(err)
		}
		games, err := nn.Games(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range games {
			v, err := rules.Lookup(id)
			if err != nil {
				t.Fatal(err)
			}
			if net, _ := nets.For(v); net == nil {
				t.Errorf("%s does not find its network", id)
			}
			v.End.BareKing = !v.End.BareKing
			if net, _ := nets.For(v); net != nil {
				t.Errorf("a game with other rules finds the network of %s", id)
			}
		}
	}
	if size > 8<<20 {
		t.Errorf("%d bytes of networks", size)
	}
}

// learnedGame returns the file of a network that comes with Kirke, and the start of a game that it is
// for.
func learnedGame(t *testing.T) ([]byte, kirke.Position) {
	t.Helper()
	file := nets.Files()[0]
	games, err := nn.Games(file)
	if err != nil {
		t.Fatal(err)
	}
	v, err := kirke.Lookup(games[0])
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.Start(v, kirke.Seed(1))
	if err != nil {
		t.Fatal(err)
	}
	return file, p
}

// TestSearchEvaluates: with a network the search evaluates each position as from scratch, also
// after passes and in lines that come back.
func TestSearchEvaluates(t *testing.T) {
	file, p := learnedGame(t)
	e := New(Options{Threads: 1, Hash: 1})
	checkSums(t, e, p)
	e.Set(Options{Threads: 1, Hash: 1, Network: contrary(t, p.Variant(), file)})
	checkSums(t, e, p)
	e.Set(Options{Threads: 1, Hash: 1})
	checkSums(t, e, p)
}

// contrary returns the file of the network that thinks the contrary of the one in a file.
func contrary(t *testing.T, v *kirke.Variant, file []byte) []byte {
	t.Helper()
	in, err := nn.NewInputs(v)
	if err != nil {
		t.Fatal(err)
	}
	net, err := nn.Read(file, in)
	if err != nil {
		t.Fatal(err)
	}
	r := net.Real()
	for i := range r.Weights {
		r.Weights[i] = -r.Weights[i]
	}
	for i := range r.Bias {
		r.Bias[i] = 1 - r.Bias[i]
	}
	var out bytes.Buffer
	if err := nn.Quantise(r, net.Games).Write(&out, in); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// checkSums searches a position and compares the evaluations of the search with those made from
// scratch.
func checkSums(t *testing.T, e *Engine, p kirke.Position) {
	t.Helper()
	if _, err := e.Search(t.Context(), kirke.NewGame(p), Limits{Nodes: 3000}, nil); err != nil {
		t.Fatal(err)
	}
	thread := e.threads[0].(*thread[[1]uint64])
	seen := 0
	for ply := range thread.stack {
		ss := &thread.stack[ply]
		if ss.info == nil || ss.rawEval == noEval || ss.p == nil || ss.info != &ss.ownInfo || ss.ownKey != ss.p.Key() {
			continue
		}
		half, _ := ss.p.Clock()
		was := ss.rawEval
		ss.sums = nn.Accumulator{}
		if ply > 0 {
			thread.stack[ply-1].sums = nn.Accumulator{}
		}
		if got := thread.evaluateLearned(ply, half); got != was {
			t.Errorf("ply %d: %d in the search, %d from scratch", ply, was, got)
		}
		seen++
	}
	if seen < 3 {
		t.Errorf("only %d positions of the search have an evaluation", seen)
	}
}

// TestHandMade: without networks, and with a file for another game, the evaluation is the one it
// would be.
func TestHandMade(t *testing.T) {
	file, p := learnedGame(t)
	learned := New(Options{}).Evaluate(p)
	if got := New(Options{Network: file}).Evaluate(p); got != learned {
		t.Errorf("%d with the network's file, %d with the network that comes with Kirke", got, learned)
	}
	if got := New(Options{HandMade: true}).Evaluate(p); got != Evaluate(p) {
		t.Errorf("%d by hand, not %d", got, Evaluate(p))
	}
	for _, tt := range []struct {
		o       Options
		network bool
	}{{Options{}, true}, {Options{Network: file}, true}, {Options{HandMade: true}, false}} {
		if units := New(tt.o).NetworkUnits(p.Variant()); units > 0 != tt.network {
			t.Errorf("a network of %d units, hand-made: %t", units, tt.o.HandMade)
		}
	}
	circe, err := kirke.Lookup("circe")
	if err != nil {
		t.Fatal(err)
	}
	if p, err = kirke.Start(circe); err != nil {
		t.Fatal(err)
	}
	if got, want := New(Options{Network: file}).Evaluate(p), New(Options{}).Evaluate(p); got != want {
		t.Errorf("%d with the network of another game, %d without", got, want)
	}
}

// TestFaded: the scores of a network count less with few pieces, unless networks are to learn from them.
func TestFaded(t *testing.T) {
	chess, err := kirke.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	for fen, part := range map[string]float64{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1": 29. / 30,
		"4k3/pp3ppp/8/8/8/8/PPP2PPP/R3K3 w - - 0 1":                12. / 30,
		"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1":                          1. / 30,
	} {
		p, err := kirke.FromFEN(chess, fen)
		if err != nil {
			t.Fatal(err)
		}
		full := New(Options{Hash: 1, Unfaded: true}).Evaluate(p)
		got, want := New(Options{Hash: 1}).Evaluate(p), float64(full)*(9+4*part)/13
		if full == 0 || math.Abs(float64(got)-want) > 2 {
			t.Errorf("%s: %d, and %d in full: want about %.0f", fen, got, full, want)
		}
	}
}

// TestPiecesLeft: what networks learn from and the player count the pieces that are left alike, so that the
// scores in files of positions fade as in play.
func TestPiecesLeft(t *testing.T) {
	for _, id := range []string{"chess", "seirawan", "crazyhouse", "circe", "progressive", "loop"} {
		v, err := kirke.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		in, err := nn.NewInputs(v)
		if err != nil {
			t.Fatal(err)
		}
		e, dice := evaluatorOf[[1]uint64](v), rand.New(rand.NewPCG(5, 5))
		for range 20 {
			p, err := kirke.Start(v)
			if err != nil {
				t.Fatal(err)
			}
			for ply := range 120 {
				var info boardInfo[[1]uint64]
				e.readPosition(p.Rules().(rules.Surveyor[[1]uint64]), &info)
				var seen nn.Position
				in.Read(p.Rules(), &seen)
				if got, want := in.Left(&seen), info.pieceCount[0]+info.pieceCount[1]; got != want {
					t.Fatalf("%s: %s: %d pieces are left, %d for the player", id, p.FEN(), got, want)
				} else if ply == 0 && got != e.fullCount {
					t.Errorf("%s: %d pieces in the beginning, %d for the player", id, got, e.fullCount)
				}
				moves := slices.Collect(p.LegalMoves())
				if len(moves) == 0 {
					break
				}
				if p, err = p.Play(moves[dice.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
