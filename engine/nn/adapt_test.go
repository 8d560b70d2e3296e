package nn_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine/nn"
)

func lookup(t *testing.T, id string) *kirke.Variant {
	t.Helper()
	v, err := kirke.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func inputs(t *testing.T, id string) *nn.Inputs {
	t.Helper()
	in, err := nn.NewInputs(lookup(t, id))
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// written returns the file of a network.
func written(t *testing.T, net *nn.Network, in *nn.Inputs) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := net.Write(&file, in); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestReadAs: a network for a game, read for a game that has more pieces, values positions without
// those as before, and read back for the first game it is what it was.
func TestReadAs(t *testing.T) {
	chess, few := lookup(t, "chess"), inputs(t, "chess")
	file := written(t, network(few, 32, rand.New(rand.NewPCG(3, 3))), few)
	net, err := nn.Read(file, few)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"seirawan", "circe", "crazyhouse", "progressive", "3check"} {
		t.Run(id, func(t *testing.T) {
			v, many := lookup(t, id), inputs(t, id)
			wider, err := nn.ReadAs(file, many)
			if err != nil {
				t.Fatal(err)
			}
			for _, fen := range []string{
				"r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
				"8/5pk1/8/3q4/8/2N5/PP6/1K1R4 b - - 3 40",
			} {
				var at [2]nn.Position
				for i, g := range []*kirke.Variant{chess, v} {
					p, err := kirke.FromFEN(g, fen)
					if err != nil {
						t.Fatal(err)
					}
					[]*nn.Inputs{few, many}[i].Read(p.Rules(), &at[i])
				}
				got := wider.Evaluate(many, &at[1], new(nn.Accumulator), nil)
				if want := net.Evaluate(few, &at[0], new(nn.Accumulator), nil); got != want {
					t.Errorf("%s: %d, not %d", fen, got, want)
				}
			}
			wider.Games = []string{id}
			back, err := nn.ReadAs(written(t, wider, many), few)
			if err != nil {
				t.Fatal(err)
			}
			if back.Checksum() != net.Checksum() {
				t.Error("read back it is another network")
			}
		})
	}
	if _, err := nn.ReadAs(file, inputs(t, "sissa")); err == nil || !strings.Contains(err.Error(), "another size") {
		t.Errorf("error %v for a board of 9×9", err)
	}
	if _, err := nn.ReadAs(file[:90], few); err == nil {
		t.Error("a file that is cut off is read")
	}
}

// TestReadAsPawns: pawns are worth what they are in the other game, however they move.
func TestReadAsPawns(t *testing.T) {
	evaluate := func(id string, file []byte) int {
		p, err := kirke.FromFEN(lookup(t, id), "4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		in := inputs(t, id)
		net, err := nn.ReadAs(file, in)
		if err != nil {
			t.Fatal(err)
		}
		var at nn.Position
		in.Read(p.Rules(), &at)
		return net.Evaluate(in, &at, new(nn.Accumulator), nil)
	}
	in := inputs(t, "chess")
	file := written(t, network(in, 32, rand.New(rand.NewPCG(3, 3))), in)
	want := evaluate("chess", file)
	for _, id := range []string{"raazuvaa", "berolina", "torpedo"} {
		if got := evaluate(id, file); got != want {
			t.Errorf("%s: %d, not %d", id, got, want)
		}
	}
}

// TestChecksLeft: a network sees how many checks a side must still give.
func TestChecksLeft(t *testing.T) {
	in := inputs(t, "3check")
	net := network(in, 32, rand.New(rand.NewPCG(4, 4)))
	values := map[int]bool{}
	for _, checks := range []string{"3+3", "1+3", "3+1", "2+2"} {
		p, err := kirke.FromFEN(lookup(t, "3check"), "4k3/pp6/8/8/8/8/PPP5/4K3 w - - "+checks+" 0 1")
		if err != nil {
			t.Fatal(err)
		}
		var at nn.Position
		in.Read(p.Rules(), &at)
		values[net.Evaluate(in, &at, new(nn.Accumulator), nil)] = true
	}
	if len(values) != 4 {
		t.Errorf("%d different values of 4", len(values))
	}
}
