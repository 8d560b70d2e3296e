package narrow

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestIdlers plays moves that are refused because of an answer which stays legal, and looks whether it does. Idlers are asked about one by one, and two by two which
// squares they settle.
func TestIdlers(t *testing.T) {
	for i, id := range []string{"chess", "circe", "circe-pwc", "circe-symmetrical", "circe-strict", "circe-mirror", "circe-clone", "circe-couscous", "circe-diagram", "circe-volcanic",
		"circe-rex-inclusive", "anticirce-cheylan", "anticirce-calvet", "circe-martian"} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(v.ID, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(uint64(i), 23))
			played, refused, settled := 0, 0, 0
			for range 1500 {
				p, err := New(v, rulestest.Scatter(dice, v, 3+dice.IntN(8), ""), rules.AnyProblem&^rules.OppositeCheck)
				if err != nil {
					continue
				}
				for _, unchecking := range [2]bool{false, true} {
					x := readIdlers(p.(*position), unchecking)
					played += len(x.moves)
					one, trim := x.oneByOne(t)
					refused += one
					settled += trim + x.twoByTwo(t)
				}
			}
			t.Logf("%d moves, %d refusals, %d of moves to settled squares", played, refused, settled)
			if refused < played || settled*10 < played && slices.Contains([]string{"chess", "circe", "circe-pwc"}, v.ID) {
				t.Error("these are few")
			}
		})
	}
}

// idling is a position with the idlers of the other side, which the worker has found.
type idling struct {
	*position
	w          *worker
	moves      []rules.Move
	idlers     []idler
	unchecking bool // they are to check nobody
}

func readIdlers(q *position, unchecking bool) *idling {
	x := &idling{q, newWorker(q.g), q.LegalMoves(nil), nil, unchecking}
	k, unchecked := q.p.own&q.p.king, -1
	if unchecking {
		if k == 0 || q.g.check == byHomes {
			return x
		}
		unchecked = k.first()
	}
	x.w.idle(&q.p, x.w.passed(&q.p), q.mem, unchecked)
	x.idlers, x.w.stills = slices.Clone(x.w.idlers), x.w.direct
	return x
}

// holds looks whether one of the worker's idlers is legal after m, and checks nobody if it must not.
func (x *idling) holds(t *testing.T, m rules.Move) {
	t.Helper()
	after, of := x.Play(m), &x.w.at[afterPass]
	for _, a := range after.LegalMoves(nil) {
		is := func(r idler) bool { return a.From() == of.square(r.from) && a.To() == of.square(r.to) }
		if slices.ContainsFunc(x.w.idlers, is) && !(x.unchecking && after.GivesCheck(a)) {
			return
		}
	}
	t.Fatalf("%s: %s is refused, but no idler among %+v is left (checking none: %v)", rulestest.Text(x), rulestest.MoveText(x, m), x.w.idlers, x.unchecking)
}

func (x *idling) oneByOne(t *testing.T) (refused, trimmed int) {
	t.Helper()
	for i := range x.idlers {
		x.w.idlers = x.idlers[i : i+1]
		for _, m := range x.moves {
			if x.w.idles(&x.p, m) {
				refused++
				x.holds(t, m)
			}
		}
		trimmed += x.trimmed(t)
	}
	return refused, trimmed
}

func (x *idling) twoByTwo(t *testing.T) (trimmed int) {
	t.Helper()
	for i := range x.idlers {
		for j := range x.idlers[:i] {
			x.w.idlers = []idler{x.idlers[j], x.idlers[i]}
			trimmed += x.trimmed(t)
		}
	}
	return trimmed
}

// trimmed looks at the moves that are dropped from packs. Where idlers may check, those that check may be.
func (x *idling) trimmed(t *testing.T) (n int) {
	t.Helper()
	x.w.scan(&x.p, x.mem, x.w.all)
	x.w.trim(&x.p)
	left := x.w.moves(&x.p, nil)
	for _, m := range x.moves {
		if !slices.Contains(left, m) && (x.unchecking || !x.GivesCheck(m)) {
			n++
			x.holds(t, m)
		}
	}
	return n
}
