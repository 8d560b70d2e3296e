// Package rulestest holds the suites that every variant and every kernel passes: properties of
// random play (Run), counts and lists of moves with known answers (Perft), refused moves (Refusals)
// and small stories written by hand (Stories).
package rulestest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// Kernel makes a position of a setup, as reference.New does.
type Kernel func(v *rules.Variant, s rules.Setup, forgive rules.Defect) (rules.Position, error)

// Run checks v in random games played with the reference kernel.
func Run(t *testing.T, v *rules.Variant) {
	t.Helper()
	RunKernel(t, v, reference.New)
}

// RunKernel checks v in random games played with the kernel:
//
//   - the position after a move is the one set up afresh from its Setup, with
//     the same key, and no rule is broken in it;
//   - legal moves are distinct, IsLegal and Forbidden agree with the list, and
//     Details tells all that happens in each;
//   - perft of two plies is the sum over the moves;
//   - each selection of moves is the legal moves that Details says are of it;
//   - the flipped position has the flipped moves;
//   - LegalMoves does not allocate when its buffer has room.
func RunKernel(t *testing.T, v *rules.Variant, kernel Kernel) {
	t.Helper()
	plies := 60
	if testing.Short() {
		plies = 24
	}
	t.Run("random play", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			n := 0
			Walk(t, v, kernel, plies, func(p rules.Position) {
				sameAfresh(t, p, kernel)
				if n++; n%8 != 0 {
					return
				}
				moves := p.LegalMoves(nil)
				distinct(t, p, moves)
				legality(t, p, moves)
				consequences(t, p, moves)
				sums(t, p, moves)
				selections(t, p, moves)
				if symmetric(v) {
					flips(t, p, moves, kernel)
				}
			})
		})
	})
	t.Run("no allocation", func(t *testing.T) {
		if raceEnabled {
			t.Skip("the race detector allocates")
		}
		buf := make([]rules.Move, 0, 4096)
		for i := range 4 {
			p := rapid.Custom(func(t *rapid.T) rules.Position { return Walk(t, v, kernel, 10*i, nil) }).Example(i)
			if n := testing.AllocsPerRun(20, func() { buf = p.LegalMoves(buf[:0]) }); n != 0 {
				t.Errorf("LegalMoves allocates %v times with a roomy buffer", n)
			}
		}
	})
}

// Walk plays random moves from a random start of v, and captures and the like more often than
// others. It returns the position after that many plies, or at the end of the game. visit sees
// every position on the way, if it is not nil.
func Walk(t *rapid.T, v *rules.Variant, kernel Kernel, plies int, visit func(rules.Position)) rules.Position {
	setup, err := v.StartSetup(draw(t, v))
	if err != nil {
		t.Fatalf("%s has no start: %v", v.ID, err)
	}
	p, err := kernel(v, setup, 0)
	if err != nil {
		t.Fatalf("%s cannot be set up: %v", v.ID, err)
	}
	dice := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "walk"), 0))
	var moves []rules.Move
	for ply := 0; ; ply++ {
		if visit != nil {
			visit(p)
		}
		moves = p.LegalMoves(moves[:0])
		if len(moves) == 0 || ply == plies {
			return p
		}
		p = p.Play(pick(dice, p, moves))
	}
}

// pick returns a random move, every third time one in which something happens.
func pick(dice *rand.Rand, p rules.Position, moves []rules.Move) rules.Move {
	if dice.IntN(3) == 0 {
		var lively []rules.Move
		for _, m := range moves {
			if d := p.Details(m); d.Captured != 0 || m != m.Bare() || m.Form() != rules.Ordinary || d.Check {
				lively = append(lively, m)
			}
		}
		if len(lively) > 0 {
			moves = lively
		}
	}
	return moves[dice.IntN(len(moves))]
}

func draw(t *rapid.T, v *rules.Variant) rules.StartOptions {
	var d rules.StartOptions
	if shuffle := v.Start.Shuffle; shuffle != nil {
		d.Seed = rapid.Uint64().Draw(t, "seed")
		d.Symmetry = rapid.SampledFrom(append([]rules.Symmetry{""}, shuffle.Allowed...)).Draw(t, "symmetry")
	}
	return d
}

// sameAfresh checks that p is the position of its own Setup, and has no defect: above all, that the
// side that moved is not in check.
func sameAfresh(t *rapid.T, p rules.Position, kernel Kernel) {
	q, err := kernel(p.Variant(), p.Setup(), 0)
	if err != nil {
		t.Fatalf("a position reached by play is refused: %v\n%s", err, Text(p))
	}
	if p.Key() != q.Key() {
		t.Fatalf("key %#x after play, %#x from scratch\n%s\n%+v\n%+v", p.Key(), q.Key(), Text(p), p.Setup(), q.Setup())
	}
	if !p.SameAs(q) || !q.SameAs(p) {
		t.Fatalf("the position set up afresh is not the same\n%s\n%s", Text(p), Text(q))
	}
	if p.InCheck() != q.InCheck() || p.Dead() != q.Dead() {
		t.Fatalf("check %v and dead %v after play, %v and %v from scratch\n%s", p.InCheck(), p.Dead(), q.InCheck(),
			q.Dead(), Text(p))
	}
	if a, b := Text(p), Text(q); a != b {
		t.Fatalf("the setup of a setup differs\n%s\n%s", a, b)
	}
	if a, b := p.LegalMoves(nil), q.LegalMoves(nil); len(a) != len(b) {
		t.Fatalf("%d moves after play, %d from scratch\n%s", len(a), len(b), Text(p))
	}
}

func distinct(t *rapid.T, p rules.Position, moves []rules.Move) {
	seen := make(map[rules.Move]bool, len(moves))
	for _, m := range moves {
		if m == 0 || seen[m] {
			t.Fatalf("%s is listed twice, or is no move\n%s", MoveText(p, m), Text(p))
		}
		seen[m] = true
	}
}

// legality checks IsLegal and Forbidden against the list of legal moves: with these, with moves
// that differ from them in one bit, and with random ones.
func legality(t *rapid.T, p rules.Position, moves []rules.Move) {
	listed := make(map[rules.Move]bool, len(moves))
	for _, m := range moves {
		listed[m] = true
	}
	check := func(m rules.Move) {
		if p.IsLegal(m) != listed[m] {
			t.Fatalf("IsLegal(%#x) is %v, listed is %v\n%s\n%v", uint64(m), p.IsLegal(m), listed[m], Text(p),
				MoveTexts(p))
		}
		if err := p.Forbidden(m); (err == nil) != listed[m] {
			t.Fatalf("Forbidden(%#x) says %v, listed is %v\n%s\n%v", uint64(m), err, listed[m], Text(p), MoveTexts(p))
		}
	}
	for _, m := range moves {
		check(m)
	}
	dice := rand.New(rand.NewPCG(p.Key(), 0))
	for i := range 32 {
		m := rules.Move(dice.Uint64())
		if len(moves) > 0 && i%2 == 0 {
			m = moves[dice.IntN(len(moves))] ^ 1<<dice.IntN(64)
		}
		check(m)
	}
}

// consequences checks the Details of every move.
func consequences(t *rapid.T, p rules.Position, moves []rules.Move) {
	v := p.Variant()
	for _, m := range moves {
		d, next := p.Details(m), p.Play(m)
		told, real := After(p, d), Pieces(next)
		for sq := range real {
			if letter(v, told[sq]) != letter(v, real[sq]) {
				t.Fatalf("after %s square %d holds %q, Details says %q\n%s\n%+v", MoveText(p, m), sq,
					letter(v, real[sq]), letter(v, told[sq]), Text(p), d)
			}
		}
		if d.Move != m || letter(v, d.Mover) == 0 {
			t.Fatalf("Details of %s are about another move\n%s\n%+v", MoveText(p, m), Text(p), d)
		}
		checked := next.InCheck() && next.Turn() != p.Turn()
		mated := checked && len(next.LegalMoves(nil)) == 0
		if d.Check != checked || d.Mate != mated {
			t.Fatalf("after %s check is %v and mate %v, Details says %v and %v\n%s", MoveText(p, m), checked, mated,
				d.Check, d.Mate, Text(p))
		}
		if mated && next.Dead() {
			t.Fatalf("%s mates in a dead position\n%s", MoveText(p, m), Text(p))
		}
	}
}

// letter returns the letter of a piece, or 0. Bishops before and after their conversion share one.
func letter(v *rules.Variant, pc rules.Piece) byte {
	if pc == 0 {
		return 0
	}
	return v.Letter(pc)
}

// selections checks every Selection as a filter of the legal moves.
func selections(t *rapid.T, p rules.Position, moves []rules.Move) {
	if p.HasLegalMove() != (len(moves) > 0) {
		t.Fatalf("HasLegalMove is %v with %d legal moves\n%s", p.HasLegalMove(), len(moves), Text(p))
	}
	wanted := map[rules.Selection]func(rules.Details) bool{
		rules.Every:    func(rules.Details) bool { return true },
		rules.Captures: func(d rules.Details) bool { return d.Captured != 0 },
		rules.Checks:   func(d rules.Details) bool { return d.Check },
		rules.Mates:    func(d rules.Details) bool { return d.Mate },
		rules.Stalemates: func(d rules.Details) bool {
			return !d.Check && !p.Play(d.Move).HasLegalMove()
		},
		rules.DoubleStalemates: func(d rules.Details) bool {
			q := p.Play(d.Move)
			return !d.Check && !q.HasLegalMove() && !q.Play(rules.NullMove).HasLegalMove()
		},
		rules.Evasions: func(rules.Details) bool { return p.InCheck() },
	}
	for which, is := range wanted {
		selected := make(map[rules.Move]bool)
		for _, m := range rules.Select(p, which, nil) {
			if selected[m] {
				t.Fatalf("selection %d has %s twice\n%s", which, MoveText(p, m), Text(p))
			}
			selected[m] = true
		}
		for _, m := range moves {
			if is(p.Details(m)) != selected[m] {
				t.Fatalf("%s in selection %d is %v\n%s", MoveText(p, m), which, selected[m], Text(p))
			}
			delete(selected, m)
		}
		if len(selected) > 0 {
			t.Fatalf("selection %d has moves that are not legal: %v\n%s", which, selected, Text(p))
		}
	}
	unchecking := slices.ContainsFunc(moves, func(m rules.Move) bool { return !p.Details(m).Check })
	if got := rules.AvoidsCheck(p, nil); got != unchecking {
		t.Fatalf("AvoidsCheck is %v\n%s", got, Text(p))
	}
	for _, m := range slices.Concat(rules.Select(p, rules.Exposing, nil), rules.Select(p, rules.KingTaking, nil)) {
		if slices.Contains(moves, m) || p.Forbidden(m) == nil {
			t.Fatalf("%s, which is legal, is among those that are not\n%s", MoveText(p, m), Text(p))
		}
	}
	for _, m := range moves {
		if got, want := rules.GivesCheck(p, m), p.Details(m).Check; got != want {
			t.Fatalf("GivesCheck(%s) is %v, Details says %v\n%s", MoveText(p, m), got, want, Text(p))
		}
	}
}

func sums(t *rapid.T, p rules.Position, moves []rules.Move) {
	if n := rules.Perft(p, nil, 0); n != 1 {
		t.Fatalf("perft(0) is %d\n%s", n, Text(p))
	}
	if n := rules.Perft(p, nil, 1); n != uint64(len(moves)) {
		t.Fatalf("perft(1) is %d with %d legal moves\n%s", n, len(moves), Text(p))
	}
	var sum uint64
	for _, m := range moves {
		sum += uint64(len(p.Play(m).LegalMoves(nil)))
	}
	if n := rules.Perft(p, nil, 2); n != sum {
		t.Fatalf("perft(2) is %d, the sum over the moves %d\n%s", n, sum, Text(p))
	}
}

func flips(t *rapid.T, p rules.Position, moves []rules.Move, kernel Kernel) {
	v := p.Variant()
	f, err := kernel(v, Flip(v, p.Setup()), rules.BadSeries)
	if err != nil {
		t.Fatalf("the flipped position is refused: %v\n%s", err, Text(p))
	}
	theirs := make(map[rules.Move]bool, len(moves))
	for _, m := range f.LegalMoves(nil) {
		theirs[m] = true
	}
	for _, m := range moves {
		if !theirs[FlipMove(v, m)] {
			t.Fatalf("%s is missing when the board is flipped\n%s\n%s", MoveText(p, m), Text(p), Text(f))
		}
	}
	if len(theirs) != len(moves) || p.InCheck() != f.InCheck() || p.Dead() != f.Dead() {
		t.Fatalf("%d moves, check %v, dead %v; flipped %d, %v, %v\n%s\n%s", len(moves), p.InCheck(), p.Dead(),
			len(theirs), f.InCheck(), f.Dead(), Text(p), Text(f))
	}
}
