package nn_test

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine/nn"
)

// games are games of every shape that inputs know: hands, gates, imaginary squares, drops, pieces
// that wait, series, wide boards, and sides without a king.
var games = []string{
	"chess", "seirawan", "siceirawan", "circe", "circe-volcanic", "circe-parrain", "sissa", "cetran2", "progressive",
	"crazyhouse", "capablanca", "antichess", "atomic", "shogi", "3check",
}

// network returns a network with random weights.
func network(in *nn.Inputs, units int, dice *rand.Rand) *nn.Network {
	random := func(n int, most float32) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = (2*dice.Float32() - 1) * most
		}
		return x
	}
	const buckets = 4
	return nn.Quantise(&nn.Real{
		Units: units, Buckets: buckets, Most: 32,
		Weights: random(in.Features()*units, 0.3), Bias: random(units, 0.5),
		Output: random(2*units*buckets, 0.5), Offset: random(buckets, 0.2),
	}, []string{"chess"})
}

// walk calls visit with the positions of a random game.
func walk(t *testing.T, in *nn.Inputs, v *kirke.Variant, dice *rand.Rand, visit func(p *nn.Position)) {
	t.Helper()
	p, err := kirke.Start(v, kirke.Seed(dice.Uint64()))
	if err != nil {
		t.Fatal(err)
	}
	var seen nn.Position
	for range 120 {
		in.Read(p.Rules(), &seen)
		visit(&seen)
		moves := p.AppendLegalMoves(nil)
		if len(moves) == 0 || p.Outcome().Over() {
			return
		}
		if p, err = p.Play(moves[dice.IntN(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
}

// each runs a test for every game.
func each(t *testing.T, test func(t *testing.T, v *kirke.Variant, in *nn.Inputs, dice *rand.Rand)) {
	for _, id := range games {
		t.Run(id, func(t *testing.T) {
			test(t, lookup(t, id), inputs(t, id), rand.New(rand.NewPCG(1, 1)))
		})
	}
}

// positions is how many positions of each game the tests compare.
var positions = flag.Int("positions", 1500, "positions of each game to compare")

// TestIncremental: an accumulator that goes from position to position, also by way of another and
// of positions of other games, gives the values of one that is made from scratch; and with the loops
// in assembly the values of plain Go.
func TestIncremental(t *testing.T) {
	each(t, func(t *testing.T, v *kirke.Variant, in *nn.Inputs, dice *rand.Rand) {
		net := network(in, 32, dice)
		stack := make([]nn.Accumulator, 4)
		values := map[int]bool{}
		for n := 0; n < *positions; {
			walk(t, in, v, dice, func(p *nn.Position) {
				n++
				acc, other := &stack[dice.IntN(len(stack))], &stack[dice.IntN(len(stack))]
				got := net.Evaluate(in, p, acc, other)
				if want := net.Evaluate(in, p, new(nn.Accumulator), nil); got != want {
					t.Fatalf("%d step by step, %d from scratch", got, want)
				}
				plain := nn.Plainly(func() int { return net.Evaluate(in, p, new(nn.Accumulator), nil) })
				if got != plain {
					t.Fatalf("%d with vectors, %d without", got, plain)
				}
				values[got] = true
			})
		}
		if len(values) < *positions/10 {
			t.Errorf("only %d different values", len(values))
		}
	})
}

// TestSeenAlike: a position and the same with colours changed, seen from the other side, have the
// same value, since a network sees the board from the side to move.
func TestSeenAlike(t *testing.T) {
	v, in := lookup(t, "chess"), inputs(t, "chess")
	net := network(in, 32, rand.New(rand.NewPCG(2, 2)))
	for _, pair := range [][2]string{
		{"4k3/pp6/8/8/3N4/8/5PPP/4K2R w K - 0 1", "4k2r/5ppp/8/3n4/8/8/PP6/4K3 b k - 0 1"},
		{"4k3/8/8/8/8/2P5/8/K7 w - - 0 1", "k7/8/2p5/8/8/8/8/4K3 b - - 0 1"},
		{"k7/8/8/8/8/2P5/8/K7 w - - 0 1", "7k/8/8/8/8/5P2/8/7K w - - 0 1"}, // left and right
	} {
		var values [2]int
		for i, fen := range pair {
			p, err := kirke.FromFEN(v, fen)
			if err != nil {
				t.Fatal(err)
			}
			var seen nn.Position
			in.Read(p.Rules(), &seen)
			values[i] = net.Evaluate(in, &seen, new(nn.Accumulator), nil)
		}
		if values[0] != values[1] {
			t.Errorf("%s: %d and %d", pair, values[0], values[1])
		}
	}
}

// TestFile: a network that is written and read is the same; a broken file is refused.
func TestFile(t *testing.T) {
	each(t, func(t *testing.T, v *kirke.Variant, in *nn.Inputs, dice *rand.Rand) {
		net := network(in, 32, dice)
		var file bytes.Buffer
		if err := net.Write(&file, in); err != nil {
			t.Fatal(err)
		}
		read, err := nn.Read(file.Bytes(), in)
		if err != nil {
			t.Fatal(err)
		}
		walk(t, in, v, dice, func(p *nn.Position) {
			got, want := read.Evaluate(in, p, new(nn.Accumulator), nil), net.Evaluate(in, p, new(nn.Accumulator), nil)
			if got != want {
				t.Fatalf("%d as read, %d as written", got, want)
			}
		})
	})
}

// TestRefused: files that are no networks for a game are refused with the reason.
func TestRefused(t *testing.T) {
	in := inputs(t, "chess")
	var buf bytes.Buffer
	if err := network(in, 16, rand.New(rand.NewPCG(1, 1))).Write(&buf, in); err != nil {
		t.Fatal(err)
	}
	file := buf.Bytes()
	damaged := bytes.Clone(file)
	damaged[len(damaged)/2] ^= 1
	for _, tt := range []struct {
		file []byte
		in   *nn.Inputs
		want string
	}{
		{nil, in, "no file of a network"},
		{[]byte("PNG"), in, "no file of a network"},
		{file[:20], in, "cut off"},
		{file[:len(file)-9], in, "checksum"},
		{damaged, in, "checksum"},
		{file, inputs(t, "seirawan"), "the network is for chess, whose board or pieces differ from those of seirawan"},
	} {
		if _, err := nn.Read(tt.file, tt.in); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.8q: error %v, not %q", tt.file, err, tt.want)
		}
	}
}

// FuzzRead: no file makes Read panic, whatever its checksum.
func FuzzRead(f *testing.F) {
	v, err := kirke.Lookup("chess")
	if err != nil {
		f.Fatal(err)
	}
	in, err := nn.NewInputs(v)
	if err != nil {
		f.Fatal(err)
	}
	var file bytes.Buffer
	if err := network(in, 16, rand.New(rand.NewPCG(1, 1))).Write(&file, in); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Add(file.Bytes()[:60])
	f.Fuzz(func(t *testing.T, file []byte) {
		if net, err := nn.Read(nn.Sealed(file), in); err == nil {
			walk(t, in, v, rand.New(rand.NewPCG(1, 1)), func(p *nn.Position) {
				net.Evaluate(in, p, new(nn.Accumulator), nil)
			})
		}
	})
}
