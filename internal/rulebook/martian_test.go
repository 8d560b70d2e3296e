package rulebook

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// TestMartianRefuges puts a king on each square and each man of the other side on each other one, beside the two kings alone: the squares on which
// that king is never in check are those that the rules page of Martian Circe names.
func TestMartianRefuges(t *testing.T) {
	v, err := kirke.Lookup("circe-martian")
	if err != nil {
		t.Fatal(err)
	}
	for _, us := range []kirke.Color{kirke.White, kirke.Black} {
		var safe []string
		for sq := range kirke.Square(v.Size.Area()) {
			if !attackable(t, v, us, sq) {
				if us == kirke.White {
					sq = v.Size.Mirror(sq)
				}
				safe = append(safe, v.SquareName(sq))
			}
		}
		before, _, _ := strings.Cut(martianRefuges, ", and none")
		want := regexp.MustCompile("[a-h][1-8]").FindAllString(before, -1)
		slices.Sort(safe)
		slices.Sort(want)
		if !slices.Equal(safe, want) {
			t.Errorf("a king of %v is safe on %v as Black sees them, not %v", us, safe, want)
		}
	}
}

// attackable reports whether some man, by itself, can give check to a king on a square.
func attackable(t *testing.T, v *kirke.Variant, us kirke.Color, king kirke.Square) bool {
	t.Helper()
	area := kirke.Square(v.Size.Area())
	for i := range v.Army {
		man := rules.MakeMan(rules.Kind(i+1), us.Other())
		for at := range area {
			s := rules.NewSetup(v)
			s.Turn = us
			s.Board[king] = rules.MakeMan(v.KindOf('K'), us)
			if at == king {
				continue
			}
			s.Board[at] = man
			if !v.Army[i].Royal {
				for far := range area { // the other king out of the way of all lines from the homes
					if far != king && far != at && v.Size.Rank(far) == 3 && v.Size.File(far)%3 == 1 {
						s.Board[far] = rules.MakeMan(v.KindOf('K'), us.Other())
						break
					}
				}
			}
			p, err := kirke.FromSetup(v, s, kirke.Forgive(rules.AnyProblem))
			if err != nil {
				t.Fatalf("%s on %s: %v", v.Army[i].Name, v.SquareName(at), err)
			}
			if p.InCheck() {
				return true
			}
		}
	}
	return false
}
