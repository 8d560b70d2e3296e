package foresight

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/bitboard/internal/traits"
	"github.com/kirke-chess/kirke/rules"
)

// TestSurvivors plays moves that are skipped because a reply stays legal, and looks whether it
// does. Survivors are asked about one by one, and two by two which squares they trim.
func TestSurvivors(t *testing.T) {
	for i, id := range []string{
		"chess", "circe", "circe-pwc", "circe-symmetrical", "circe-strict", "circe-mirror", "circe-clone",
		"circe-couscous", "circe-diagram", "circe-volcanic", "circe-rex-inclusive",
		"anticirce-cheylan", "anticirce-calvet", "circe-martian",
	} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(v.ID, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(uint64(i), 23))
			played, skipped, trimmed := 0, 0, 0
			for range 500 * *rounds {
				n := scattered(t, dice, v, 3+dice.IntN(8))
				if n == nil {
					continue
				}
				for _, safe := range [2]bool{false, true} {
					x := withSurvivors(n, safe)
					played += len(x.all)
					one, trim := x.oneByOne(t)
					skipped += one
					trimmed += trim + x.twoByTwo(t)
				}
			}
			t.Logf("%d moves, %d skipped, %d of moves to trimmed squares", played, skipped, trimmed)
			few := trimmed*10 < played && slices.Contains([]string{"chess", "circe", "circe-pwc"}, v.ID)
			if skipped < played || few {
				t.Error("these are few")
			}
		})
	}
}

// surviving is a position with its moves and the survivors that were found in it.
type surviving struct {
	*node
	all   []rules.Move
	found []survivor
	safe  bool // survivors check nobody
}

func withSurvivors(n *node, safe bool) *surviving {
	x := &surviving{node: n, all: n.moves(), safe: safe}
	k, safeKing := n.p.Own&n.p.King, -1
	if safe {
		if k == 0 || n.f.Check == traits.ByHomes {
			return x
		}
		safeKing = k.First()
	}
	n.f.findSurvivors(&n.p, n.f.pass(&n.p), n.mem, safeKing)
	x.found = slices.Clone(n.f.survivors.all)
	return x
}

// holds looks whether one of the survivors that are asked about is legal after m, and checks nobody
// if it must not.
func (x *surviving) holds(t *testing.T, m rules.Move) {
	t.Helper()
	after, of := x.play(m), &x.f.passed
	for _, a := range after.moves() {
		is := func(r survivor) bool { return a.From() == of.Square(r.from) && a.To() == of.Square(r.to) }
		if slices.ContainsFunc(x.f.survivors.all, is) && !(x.safe && after.gives(a)) {
			return
		}
	}
	t.Fatalf("%s is skipped, but no survivor among %+v is left (checking none: %v)",
		x.text(t, m), x.f.survivors.all, x.safe)
}

func (x *surviving) oneByOne(t *testing.T) (skipped, trimmed int) {
	t.Helper()
	for i := range x.found {
		x.f.survivors.all = x.found[i : i+1]
		for _, m := range x.all {
			if x.f.leavesSurvivor(&x.p, m) {
				skipped++
				x.holds(t, m)
			}
		}
		trimmed += x.trimmed(t)
	}
	return skipped, trimmed
}

func (x *surviving) twoByTwo(t *testing.T) (trimmed int) {
	t.Helper()
	for i := range x.found {
		for j := range x.found[:i] {
			x.f.survivors.all = []survivor{x.found[j], x.found[i]}
			trimmed += x.trimmed(t)
		}
	}
	return trimmed
}

// trimmed looks at the moves that are dropped from packs. Where survivors may check, moves that
// check may be dropped.
func (x *surviving) trimmed(t *testing.T) (n int) {
	t.Helper()
	x.f.Scan(&x.p, x.mem, x.f.All)
	x.f.trimPacks(&x.p)
	left := x.f.Moves(&x.p, nil)
	for _, m := range x.all {
		if !slices.Contains(left, m) && (x.safe || !x.gives(m)) {
			n++
			x.holds(t, m)
		}
	}
	return n
}
