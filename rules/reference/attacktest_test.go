package reference

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/rules"
)

// TestAttackTests: under each condition, attack tests change neither which moves are legal nor
// which check or mate.
func TestAttackTests(t *testing.T) {
	const positions, plies = 2, 3
	skipped := func(v *rules.Variant) bool {
		f := &v.Fairy
		return f.Checking.OneMate || f.Rebirth.Square == rules.InCage // take long
	}
	games, tested := 0, 0
	for _, m := range append(rules.Conditions(), &rules.Modifier{ID: "chess"}) {
		for _, with := range []string{"", "+circe", "+grasshoppers+locusts+berolina-pawns+neutrals"} {
			v, err := rules.Lookup(m.ID + with)
			if err != nil || skipped(v) {
				continue
			}
			games++
			random := rand.New(rand.NewPCG(2, uint64(games)))
			for range positions {
				p, err := newReference(v, crowded(v, random), ^rules.Defect(0), false)
				if err != nil {
					t.Fatalf("%s: %v", v.ID, err)
				}
				r, ok := p.(*position)
				if !ok {
					t.Fatalf("%s is played by %T", v.ID, p)
				}
				if r.table.testsAttacks {
					tested++
				}
				compareTests(t, r, random, plies)
			}
		}
	}
	if games < 300 || tested < games*positions/3 {
		t.Errorf("only %d games have been compared, %d positions with tests", games, tested)
	}
}

// compareTests plays random moves from r and compares what is listed with and without attack tests.
func compareTests(t *testing.T, r *position, random *rand.Rand, plies int) {
	t.Helper()
	slow, err := newTable(r.table.v)
	if err != nil {
		t.Fatal(err)
	}
	slow.testsAttacks, slow.simple, slow.apart = false, plainMoves{}, false
	for range plies {
		q := &position{table: slow, cells: r.cells, key: r.key}
		moves := r.LegalMoves(nil)
		for what, got := range map[string][2]any{
			"legal moves":           {moves, q.LegalMoves(nil)},
			"whether there are any": {r.HasLegalMove(), q.HasLegalMove()},
			"check":                 {r.InCheck(), q.InCheck()},
			"moves without check":   {r.AvoidsCheck(), slices.ContainsFunc(moves, q.leavesUnchecked)},
		} {
			if !same(got) {
				t.Fatalf("%s: %s: %v with tests, %v without, in %v", r.table.v.ID, what, got[0], got[1],
					r.Setup().Board)
			}
		}
		for _, which := range []rules.Selection{rules.Checks, rules.Mates, rules.Stalemates} {
			with, without := r.Select(which, nil), q.Select(which, nil)
			want := slices.DeleteFunc(slices.Clone(moves), func(m rules.Move) bool { return !q.selected(which, m) })
			if !slices.Equal(with, without) || !slices.Equal(with, want) {
				t.Fatalf("%s: selection %v: %v with tests, %v without, %v one by one, in %v", r.table.v.ID, which, with,
					without, want, r.Setup().Board)
			}
		}
		if len(moves) == 0 {
			return
		}
		next, ok := r.Play(moves[random.IntN(len(moves))]).(*position)
		if !ok {
			t.Fatal("a move leads to another kernel")
		}
		r = next
	}
}

func same(pair [2]any) bool {
	if moves, ok := pair[0].([]rules.Move); ok {
		other, ok := pair[1].([]rules.Move)
		return ok && slices.Equal(moves, other)
	}
	return pair[0] == pair[1]
}

// leavesUnchecked reports whether the legal move m does not check.
func (r *position) leavesUnchecked(m rules.Move) bool { return !r.GivesCheck(m) }

// selected reports whether the legal move m is in a selection.
func (r *position) selected(which rules.Selection, m rules.Move) bool {
	s := r.load()
	defer s.release()
	return s.selects(which, m)
}
