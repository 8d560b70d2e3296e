package kirke_test

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
)

// TestDragonHorseNames: Carlos Cetina writes DH for the dragon horse; we read it and write H.
func TestDragonHorseNames(t *testing.T) {
	cetran2 := variant(t, "cetran2")
	const want = "rnhacsqk/pppppppp/8/8/8/8/PPPPPPPP/KQSCAHRN w - - 0 1"
	for _, array := range []string{
		"KQSCAHRN/RNHACSQK", "K,Q,S,C,A,DH,R,N/R,N,DH,A,C,S,Q,K", "k,q,s,c,a,dh,r,n/r,n,dh,a,c,s,q,k",
		"K Q S C A DH R N / R N DH A C S Q K", "KQSCADHRN/RNDHACSQK",
	} {
		p, err := kirke.Start(cetran2, kirke.Array(array))
		if err != nil || p.FEN() != want {
			t.Errorf("%s: %v %v", array, p, err)
		}
	}
	for array, want := range map[string]string{
		"K,Q,S,C,A,DX,R,N":  `cetran2: the array "K,Q,S,C,A,DX,R,N" is not an order of the pieces KQSCAHRN`,
		"K,Q,S,C,DH,DH,R,N": `cetran2: the array "KQSCHHRN" is not an order of the pieces KQSCAHRN`,
	} {
		if _, err := kirke.Start(cetran2, kirke.Array(array)); err == nil || err.Error() != want {
			t.Errorf("%s: got  %v\nwant %s", array, err, want)
		}
	}
	cetran3 := variant(t, "cetran3")
	p, err := kirke.Start(cetran3, kirke.Array("R,N,DH,DK,A,G,K,M,X,C,S,Q"))
	if err != nil || !strings.HasSuffix(p.FEN(), "/RNHDAGKMXCSQ w - - 0 1") {
		t.Errorf("%v %v", p, err)
	}

	const file = `[Variant "cetran2"]
[SetUp "1"]
[FEN "7k/P7/8/8/8/5p2/8/4KH2 w - - 0 1"]

1. DHf2 Kg7 2. DHf2xf3 Kf7 3. a8=DH 1-0
`
	games := 0
	for g, err := range kirke.ReadPGN(strings.NewReader(file)) {
		if err != nil {
			t.Fatal(err)
		}
		games++
		var out strings.Builder
		if err := g.WritePGN(&out); err != nil || !strings.Contains(out.String(), "1. Hf2 Kg7 2. Hxf3 Kf7 3. a8=H") {
			t.Errorf("%v\n%s", err, out.String())
		}
	}
	if games != 1 {
		t.Errorf("%d games", games)
	}
}
