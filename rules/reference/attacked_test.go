package reference

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// TestAttackedIsInCheck: under conditions where a king is said to be in check exactly if it is
// attacked, some capture, played in full, takes it then, and else none does.
func TestAttackedIsInCheck(t *testing.T) {
	const positions = 100
	games, checks := 0, 0
	for _, m := range rules.Conditions() {
		for _, with := range []string{"", "+circe", "+grasshoppers+locusts+berolina-pawns+neutrals"} {
			v, err := rules.Lookup(m.ID + with)
			if err != nil || checkModeOf(v) != byReach {
				continue
			}
			games++
			random := rand.New(rand.NewPCG(1, uint64(games)))
			for range positions {
				checks += compareChecks(t, v, crowded(v, random))
			}
		}
	}
	if games < 20 || checks < games*positions/4 {
		t.Errorf("only %d games have been compared, in %d checks", games, checks)
	}
}

// crowded returns a setup with two kings and other pieces on a quarter of the squares.
func crowded(v *rules.Variant, random *rand.Rand) rules.Setup {
	s := rules.NewSetup(v)
	for sq := range s.Board {
		k := rules.PieceType(1 + random.IntN(len(v.Army)))
		if random.IntN(4) > 0 || v.Type(k).Royal {
			continue
		}
		s.Board[sq] = rules.MakePiece(k, board.Color(random.IntN(2)))
		if v.Neutrals && random.IntN(3) == 0 {
			s.Board[sq] = rules.MakeNeutral(k)
		}
	}
	at := random.Perm(len(s.Board))
	for c := range board.Color(2) {
		s.Board[at[c]] = rules.MakePiece(v.TypeOf('K'), c)
	}
	s.Fairy = rules.NewFairyState(v)
	return s
}

// compareChecks compares attacks on the kings with captures of them. It returns how many kings are
// in check.
func compareChecks(t *testing.T, v *rules.Variant, s rules.Setup) (checks int) {
	t.Helper()
	q, err := newReference(v, s, ^rules.Defect(0), false)
	if err != nil {
		t.Fatalf("%s: %v", v.ID, err)
	}
	r, ok := q.(*position)
	if !ok {
		t.Fatalf("%s is played by %T", v.ID, q)
	}
	st := &state{table: r.table, cells: slices.Clone(r.cells), seen: make([]uint64, len(s.Board)+4), tries: true}
	for c := range board.Color(2) {
		attacked := st.underAttack(st.king(c), c.Other())
		if safe := st.kingCaptures(c, func(rules.Move) bool { return false }); safe == attacked {
			t.Fatalf("%s: %v is attacked: %v, and cannot be captured: %v in %v", v.ID, c, attacked, safe, s.Board)
		}
		if attacked {
			checks++
		}
	}
	return checks
}
