package reference

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// TestAttackedIsInCheck: under conditions where a king is said to be in check exactly if it is
// attacked, some capture, played in full, takes it then, and else none does.
func TestAttackedIsInCheck(t *testing.T) {
	const positions = 100
	games, checks := 0, 0
	compare := func(v *rules.Variant) {
		games++
		random := rand.New(rand.NewPCG(1, uint64(games)))
		for range positions {
			checks += compareChecks(t, v, crowded(v, random))
		}
	}
	for _, m := range rules.Conditions() {
		for _, with := range []string{"", "+circe", "+grasshoppers+locusts+berolina-pawns+neutrals"} {
			if v, err := rules.Lookup(m.ID + with); err == nil && checkModeOf(v) == byReach {
				compare(v)
			}
		}
	}
	compare(chameleons(t))
	if games < 20 || checks < games*positions/4 {
		t.Errorf("only %d games have been compared, in %d checks", games, checks)
	}
}

// chameleons returns chess with chameleons of each type that they go through.
func chameleons(t *testing.T) *rules.Variant {
	t.Helper()
	v, err := rules.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	for i, chess := range []piece.Type{piece.Knight, piece.Bishop, piece.Rook, piece.Queen} {
		chameleon := chess
		chameleon.Name, chameleon.Letter, chameleon.Walk = "Chameleon "+chess.Name, "FGHJ"[i], string(chess.Letter)
		chameleon.Traits.Chameleon = true
		v.Army = append(v.Army, chameleon)
	}
	if checkModeOf(v) != byReach || len(v.Validate()) > 0 {
		t.Fatal(v.Validate())
	}
	return v
}

// crowded returns a setup with two kings and other pieces on a quarter of the squares. With Latent,
// no side has more pieces than a set has, and no pawn is on its last rank.
func crowded(v *rules.Variant, random *rand.Rand) rules.Setup {
	s := rules.NewSetup(v)
	box, err := boxOf(v)
	if err != nil {
		panic(err)
	}
	for sq := range s.Board {
		k := rules.PieceType(1 + random.IntN(len(v.Army)))
		if random.IntN(4) > 0 || v.Type(k).Royal {
			continue
		}
		c := board.Color(random.IntN(2))
		s.Board[sq] = rules.MakePiece(k, c)
		if v.Fairy.Latent != rules.NoLatentPawns {
			last := v.Size.RankFrom(c.Other(), board.Square(sq)) == 0
			if box[c][k-1]--; box[c][k-1] < 0 || v.Type(k).Pawn && last {
				s.Board[sq] = 0
			}
		}
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

// TestNearerFindsEveryCheck: where captures of a king are looked for only on its square, or only if
// its square is attacked, all of them are found.
func TestNearerFindsEveryCheck(t *testing.T) {
	const positions = 6
	games, checks := 0, 0
	for _, m := range rules.Conditions() {
		v, err := rules.Lookup(m.ID)
		if err != nil || checkModeOf(v) != byCapture || !v.Fairy.Direct() && !v.Fairy.Nearer() ||
			v.Fairy.Rebirth.Square == rules.InCage || v.Fairy.Swapping != (rules.Swapping{}) {
			// Other captures than of kings would look for cages, or for checks on kings that swap,
			// without end.
			continue
		}
		games++
		random := rand.New(rand.NewPCG(2, uint64(games)))
		for range positions {
			checks += compareCaptures(t, v, crowded(v, random))
		}
	}
	if games < 50 || checks < games*positions/8 {
		t.Errorf("only %d games have been compared, in %d checks", games, checks)
	}
}

// compareCaptures looks for captures of the kings as the conditions let it and everywhere. It
// returns how many kings can be captured.
func compareCaptures(t *testing.T, v *rules.Variant, s rules.Setup) (captured int) {
	t.Helper()
	q, err := newReference(v, s, ^rules.Defect(0), false)
	if err != nil {
		t.Fatalf("%s: %v", v.ID, err)
	}
	r, ok := q.(*position)
	if !ok {
		t.Fatalf("%s is played by %T", v.ID, q)
	}
	parts := &r.table.fairy
	direct, farther := parts.direct, parts.farther
	defer func() { parts.direct, parts.farther = direct, farther }()
	for c := range board.Color(2) {
		var found [2]bool
		for i := range found {
			parts.direct, parts.farther = direct && i == 0, farther || i == 1
			st := &state{table: r.table, cells: slices.Clone(r.cells), seen: make([]uint64, len(s.Board)+4)}
			found[i] = st.capturable(c)
		}
		if found[0] != found[1] {
			t.Fatalf("%s: the king of %v can be captured: %v, looking everywhere: %v in %v", v.ID, c, found[0],
				found[1], s.Board)
		}
		if found[1] {
			captured++
		}
	}
	return captured
}
