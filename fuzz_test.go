package kirke_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
)

// FuzzUnmarshalJSON: whatever comes in, there is a game or an error, and a game
// comes back from what it writes.
func FuzzUnmarshalJSON(f *testing.F) {
	for _, g := range []*kirke.Game{
		game(f, "chess", "", "f3 e5 g4 Qh4"),
		game(f, "seirawan", "4k3/8/8/8/8/8/5PPP/4K2R[H] w K - 0 1", "O-O/Hh1"),
		game(f, "circe-parrain", "4k3/8/8/8/8/8/3n4/4K3 w - - 0 1", "Kxd2 Kd8"),
		game(f, "progressive-italian+circe", "", "e4 e5 d5 exd5(d7)"),
		game(f, "cetran2+circe-volcanic", "rnahkcsq/pppppppp/8/8/8/8/PPPPPPPP/RNAHKCSQ w - - 0 1", "e4 d5 exd5"),
	} {
		data, err := json.Marshal(g)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
		f.Add(strings.ReplaceAll(string(data), `"uci"`, `"SAN"`))
	}
	f.Fuzz(func(t *testing.T, data string) {
		var g, again kirke.Game
		if g.UnmarshalJSON([]byte(data)) != nil {
			return
		}
		written, err := json.Marshal(&g)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(written, &again); err != nil {
			t.Fatalf("%s\n%v", written, err)
		}
		if twice, err := json.Marshal(&again); err != nil || string(twice) != string(written) {
			t.Fatalf("%s\nbecomes\n%s\n%v", written, twice, err)
		}
	})
}

// FuzzExplain: every text is a legal move or is explained.
func FuzzExplain(f *testing.F) {
	ids := []string{"chess", "seirawan", "siceirawan", "sissa", "circe", "progressive", "cetran3", "cetran2"}
	for i := range ids {
		for _, text := range []string{"e4", "Nf3/H", "g1f3h", "O-O/He1", `E\H, exf6`, "N g1-f3; H-g1", "=q,e2e4",
			"Bc1-c2", "Rxe8(Ng8)", "--", "DHg2", "dh1xf2", "a8=dh", `H\E, Nc3`, "Ke1-c1/Ha1", "K,Q"} {
			f.Add(i, text)
		}
	}
	f.Fuzz(func(t *testing.T, i int, text string) {
		if i < 0 || i >= len(ids) {
			return
		}
		p := position(t, ids[i], "")
		m, err := p.ParseMove(text)
		switch {
		case err == nil && !p.IsLegal(m):
			t.Errorf("%q is taken for %s, which is not legal", text, p.MoveText(m, kirke.UCI))
		case err != nil && (err.Error() == "" || gains(err.Error(), text, "<nil>") || gains(err.Error(), text, "%!") ||
			gains(err.Error(), text, "{")):
			t.Errorf("%q is explained by %q", text, err)
		}
	})
}

// gains reports whether the error has a mark of broken formatting that the text
// it is about has not.
func gains(message, text, mark string) bool {
	return strings.Contains(message, mark) && !strings.Contains(text, mark)
}
