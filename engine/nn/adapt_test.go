package nn_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine/nn"
)

// TestReadAs: a network for a game, read for a game that has more pieces, values positions without
// those as before, and read back for the first game it is what it was.
func TestReadAs(t *testing.T) {
	inputs := func(id string) (*kirke.Variant, *nn.Inputs) {
		v, err := kirke.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		in, err := nn.NewInputs(v)
		if err != nil {
			t.Fatal(err)
		}
		return v, in
	}
	written := func(net *nn.Network, in *nn.Inputs) []byte {
		var file bytes.Buffer
		if err := net.Write(&file, in); err != nil {
			t.Fatal(err)
		}
		return file.Bytes()
	}
	chess, few := inputs("chess")
	file := written(network(few, 32, rand.New(rand.NewPCG(3, 3))), few)
	net, err := nn.Read(file, few)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"seirawan", "circe", "crazyhouse", "progressive"} {
		t.Run(id, func(t *testing.T) {
			v, many := inputs(id)
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
			back, err := nn.ReadAs(written(wider, many), few)
			if err != nil {
				t.Fatal(err)
			}
			if back.Checksum() != net.Checksum() {
				t.Error("read back it is another network")
			}
		})
	}
	_, nine := inputs("sissa")
	if _, err := nn.ReadAs(file, nine); err == nil || !strings.Contains(err.Error(), "another size") {
		t.Errorf("error %v for a board of 9×9", err)
	}
	if _, err := nn.ReadAs(file[:90], few); err == nil {
		t.Error("a file that is cut off is read")
	}
}
