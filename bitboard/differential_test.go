package bitboard_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/bitboard"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/derived"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// positions is how many random positions TestKernelsAgree compares, over all variants. make soak
// wants many more.
var positions = flag.Int("positions", 2000, "random positions to compare the two kernels on")

// catalogue are games of the catalogue that this kernel must play.
var catalogue = []string{
	"crazyhouse", "loop", "chessgi", "pocketknight", "dragon", "capahouse",
	"grand", "capablanca", "gothic", "embassy", "janus", "caparandom",
	"kingofthehill", "racingkings", "3check", "5check", "jesonmor",
	"atomic", "nocheckatomic", "atomar",
	"antichess", "giveaway", "suicide", "codrus", "losers", "misere",
	"extinction", "kinglet", "threekings", "coregal", "knightmate",
	"horde", "raazuvaa", "torpedo", "losalamos", "gardner", "georgian", "chigorin", "sortofalmost",
}

func variants(t *testing.T) []*rules.Variant {
	t.Helper()
	all := slices.Concat(rulestest.Variants(t), rules.Catalogue())
	for _, id := range []string{"cetran1x", "cetran2x", "sissa9x", "symsissa9x"} {
		v, err := derived.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// hands are games with other pieces in hand, which are on the board, too.
func hands(t *testing.T) []*rules.Variant {
	t.Helper()
	var all []*rules.Variant
	for _, own := range [][2]string{{"chess", "NB"}, {"seirawan+circe", "QH"}, {"sissa", "BR"}} {
		id, hand := own[0], own[1]
		base, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		v := *base
		v.ID, v.Gating.Hand = id+" with "+hand+" in hand", hand
		all = append(all, &v)
	}
	return all
}

// contests are games in which checks count or are forbidden, or a region is to be reached, beside
// other rules.
func contests(t *testing.T) []*rules.Variant {
	t.Helper()
	var all []*rules.Variant
	for i, own := range []struct {
		id    string
		check rules.Check
		goal  rules.Goal
	}{
		{"crazyhouse", rules.Check{Count: 2}, rules.Goal{Types: "KN~", Zone: board.Same("d4 e4 d5 e5")}},
		{"seirawan", rules.Check{Count: 2}, rules.Goal{}},
		{"seirawan", rules.Check{}, rules.Goal{Types: "N/P", Zone: board.Same("*4"), Count: 3, Blocked: true}},
		{"sissa", rules.Check{Count: 1}, rules.Goal{Types: "*", Zone: board.Regions{White: "*6"}, Held: true}},
		{"chess", rules.Check{Forbidden: true}, rules.Goal{Types: "P", Zone: board.Same("*5"), Reply: true}},
		{"symmetric-sissa", rules.Check{Forbidden: true, Count: 2}, rules.Goal{}},
		{"capablanca", rules.Check{Forbidden: true}, rules.Goal{}},
		{"capablanca", rules.Check{Count: 3}, rules.Goal{Types: "K", Zone: board.Same("*4")}},
	} {
		v, err := rules.Lookup(own.id)
		if err != nil {
			t.Fatal(err)
		}
		v.Check, v.Goal = own.check, own.goal
		v.ID = fmt.Sprintf("%s, contest %d", own.id, i)
		all = append(all, v)
	}
	return all
}

// changed are games with a change in which the kernels once disagreed.
func changed(t *testing.T) []*rules.Variant {
	t.Helper()
	var all []*rules.Variant
	for id, change := range map[string]func(*rules.Variant){
		"circe-mirror": func(v *rules.Variant) { v.Promotion.To = "" },
		"atomic":       func(v *rules.Variant) { v.Promotion.To = "" },
	} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		v.ID += " changed"
		change(v)
		all = append(all, v)
	}
	slices.SortFunc(all, func(a, b *rules.Variant) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// sieved are games that leave out moves of others. The kernel must play them.
var sieved = []string{
	"checkless", "exclusive", "must-check-white", "must-check-black",
	"no-capture", "no-capture-white", "no-capture-black",
	"maximummer-white", "maximummer-black", "minimummer-white", "minimummer-black",
	"must-capture-white", "must-capture-black", "alphabetic-white", "alphabetic-black",
	"checkless+exclusive", "checkless+no-capture", "exclusive+maximummer-black", "must-check-black+no-capture",
	"maximummer-white+minimummer-black", "checkless+circe", "checkless+anticirce-calvet",
	"maximummer-black+circe-parrain", "no-capture+sissa", "checkless+exclusive+chess960",
}

// leavingOut returns the games of sieved.
func leavingOut(t *testing.T) []*rules.Variant {
	t.Helper()
	var all []*rules.Variant
	for _, id := range sieved {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		var unplayable *bitboard.UnplayableError
		if _, err := bitboard.New(v, rules.NewSetup(v), rules.AnyDefect); errors.As(err, &unplayable) {
			t.Error(err)
		}
		all = append(all, v)
	}
	return all
}

// boards are games of other sizes.
func boards() []*rules.Variant {
	chess, err := rules.Lookup("chess")
	if err != nil {
		panic(err)
	}
	var all []*rules.Variant
	for _, b := range []struct {
		files, ranks int
		rank         string
		kingTo       [2]int
		rookTo       [2]int
	}{
		{10, 8, "rnabqkbcnr", [2]int{2, 8}, [2]int{3, 7}},
		{5, 6, "rnqkr", [2]int{1, 3}, [2]int{2, 2}},
		{16, 8, "rnabqbnrkrnbqbcr", [2]int{6, 12}, [2]int{7, 11}},
		{8, 16, "rnabqkbr", [2]int{2, 6}, [2]int{3, 5}},
		{7, 9, "rnaqkbr", [2]int{1, 5}, [2]int{2, 4}},
	} {
		v := *chess
		v.ID = fmt.Sprintf("chess on %d×%d", b.files, b.ranks)
		v.Size = board.Size{Files: b.files, Ranks: b.ranks}
		v.Army = append(slices.Clone(chess.Army), piece.Chancellor, piece.Archbishop)
		pawns, rows := strings.Repeat("p", b.files), strings.Repeat(fmt.Sprintf("/%d", b.files), b.ranks-4)
		v.Start.Placement = b.rank + "/" + pawns + rows + "/" + strings.ToUpper(pawns+"/"+b.rank)
		v.Castling = rules.Castling{KingTo: b.kingTo, RookTo: b.rookTo}
		v.Promotion.To = "QRBNCA"
		all = append(all, &v)
	}
	return all
}

// TestKernelsAgree compares all that can be asked of a position in both kernels: in positions of
// random games and in random diagrams.
func TestKernelsAgree(t *testing.T) {
	all := slices.Concat(variants(t), boards(), hands(t), changed(t), contests(t), leavingOut(t),
		rulestest.Inventions(t))
	each := max(1, *positions/len(all))
	for i, v := range all {
		t.Run(v.ID, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(uint64(i), 1))
			compared, unplayable := 0, 0
			for tries := 0; compared < each && tries < 20*each+100; tries++ {
				if unplayable == 20 && compared == 0 {
					t.Skip("left to the reference kernel")
				}
				var no *bitboard.UnplayableError
				n, err := compareGame(t, v, dice, each-compared, tries%2 == 1)
				switch compared += n; {
				case errors.As(err, &no):
					unplayable++
				case err != nil:
					t.Fatal(err)
				}
			}
			if compared < each {
				t.Errorf("only %d positions of %d were compared", compared, each)
			}
		})
	}
}

// compareGame compares positions of one random game and returns how many. The game starts from its
// starting position or from a random diagram.
func compareGame(t *testing.T, v *rules.Variant, dice *rand.Rand, limit int, scattered bool) (compared int, err error) {
	t.Helper()
	if v.Start.Shuffle != nil {
		if v, err = v.WithStart(rules.StartOptions{Seed: dice.Uint64()}); err != nil {
			return 0, err
		}
	}
	forgive := rules.Defect(0)
	s, err := v.StartSetup(rules.StartOptions{Seed: dice.Uint64()})
	if err != nil {
		if s, err = v.StartSetup(rules.StartOptions{}); err != nil {
			return 0, err
		}
	}
	if scattered {
		s = rulestest.Scatter(dice, v, min(4+dice.IntN(24), v.Size.Area()/2), "")
		forgive = rules.AnyDefect &^ rules.OppositeCheck
		if dice.IntN(4) == 0 {
			forgive = rules.AnyDefect
		}
	}
	r, err := reference.New(v, s, forgive)
	if err != nil {
		var bad *rules.SetupError
		if scattered && errors.As(err, &bad) {
			return 0, nil
		}
		return 0, err
	}
	f, err := bitboard.New(v, s, forgive)
	if err != nil {
		return 0, err
	}
	for ply := 0; compared < limit; ply++ {
		if ply < 2 || dice.IntN(8) == 0 {
			compare(t, r, f, compared%8 == 0)
			compared++
		}
		moves := r.LegalMoves(nil)
		if len(moves) == 0 || ply == 200 {
			break
		}
		m := moves[dice.IntN(len(moves))]
		if lively := rules.Select(r, rules.Captures, nil); len(lively) > 0 && dice.IntN(3) == 0 {
			m = lively[dice.IntN(len(lively))]
		}
		if dice.IntN(6) == 0 && !r.InCheck() && !v.Series.Progressive { // as in the series of problems
			m = rules.NullMove
		}
		r, f = r.Play(m), f.Play(m)
	}
	return compared, nil
}

// compare holds f, of the fast kernel, to r; deep looks at the replies too.
func compare(t *testing.T, r, f rules.Position, deep bool) {
	t.Helper()
	fail := func(what string, got, want any) {
		t.Helper()
		t.Fatalf("%s %s: %s is %v, reference %v", r.Variant().ID, rulestest.Text(r), what, got, want)
	}
	if f.Key() != r.Key() {
		fail("key", f.Key(), r.Key())
	}
	state := func(p rules.Position) [4]any { return [4]any{p.Turn(), p.InCheck(), p.Dead(), p.HasLegalMove()} }
	if got, want := state(f), state(r); got != want {
		fail("turn, check, dead, move", got, want)
	}
	if got, want := rules.EndingOf(f), rules.EndingOf(r); got != want {
		fail("ending", got, want)
	}
	fh, ff := f.Clock()
	if rh, rf := r.Clock(); fh != rh || ff != rf {
		fail("clock", []int{fh, ff}, []int{rh, rf})
	}
	if a, b := rulestest.Text(f), rulestest.Text(r); a != b {
		fail("FEN", a, b)
	}
	moves := sorted(r.LegalMoves(nil))
	if got := sorted(f.LegalMoves(nil)); !slices.Equal(got, moves) {
		fail("list of moves", texts(f, got, moves), texts(r, moves, got))
	}
	if rules.Perft(f, nil, 1) != uint64(len(moves)) {
		fail("perft 1", rules.Perft(f, nil, 1), len(moves))
	}
	for which := rules.Captures; which <= rules.KingTaking; which++ {
		got, want := sorted(rules.Select(f, which, nil)), sorted(rules.Select(r, which, nil))
		if !slices.Equal(got, want) {
			fail("selection "+string('0'+rune(which)), texts(f, got, want), texts(r, want, got))
		}
	}
	compareWithout(fail, f)
	if got, want := survey(f), survey(r); !reflect.DeepEqual(got, want) {
		fail("survey", got, want)
	}
	if deep && !f.Variant().Series.Progressive {
		compareForesight(fail, f, moves)
	}
	if !deep {
		return
	}
	for _, m := range append(rules.Select(r, rules.Exposing, nil), rules.Select(r, rules.KingTaking, nil)...) {
		if got, want := f.Forbidden(m), r.Forbidden(m); got == nil || got.Error() != want.Error() {
			fail("what is against "+rulestest.MoveText(r, m), got, want)
		}
	}
	for _, m := range moves {
		if rules.GivesCheck(f, m) != rules.GivesCheck(r, m) {
			fail("check by "+rulestest.MoveText(r, m), rules.GivesCheck(f, m), rules.GivesCheck(r, m))
		}
		if got, want := f.Details(m), r.Details(m); !reflect.DeepEqual(got, want) {
			fail("details of "+rulestest.MoveText(r, m), got, want)
		}
		next := f.Play(m)
		afresh, err := reference.Exactly(r.Variant(), next.Setup())
		if err != nil || next.Key() != afresh.Key() || next.Key() != r.Play(m).Key() {
			fail("key after "+rulestest.MoveText(r, m), next.Key(), r.Play(m).Key())
		}
	}
	if got, want := rules.Perft(f, nil, 2), rules.Perft(r, nil, 2); got != want {
		fail("perft 2", got, want)
	}
	table := rules.NewPerftTable(1 << 16)
	for range 2 {
		if got, want := rules.Perft(f, table, 2), rules.Perft(r, nil, 2); got != want {
			fail("perft 2 with a table", got, want)
		}
	}
}

// without is a position without any capability.
type without struct{ rules.Position }

// compareWithout holds the capabilities of f to what they mean: to what comes of playing its moves.
func compareWithout(fail failing, f rules.Position) {
	p := without{f}
	for which := rules.Every; which < rules.Exposing; which++ {
		got, want := sorted(rules.Select(f, which, nil)), sorted(rules.Select(p, which, nil))
		if !slices.Equal(got, want) {
			fail(fmt.Sprintf("selection %d, by playing,", which), got, want)
		}
	}
	if got, want := rules.Perft(f, nil, 1), rules.Perft(p, nil, 1); got != want {
		fail("perft 1, by playing,", got, want)
	}
	got, want := rules.OccupiedSquares(f, nil), rules.OccupiedSquares(p, nil)
	if slices.Sort(got); !slices.Equal(got, want) {
		fail("occupied squares", got, want)
	}
}

// all is the width of sets that those of every kernel fit in.
type all = [4]uint64

// survey returns the survey of a position in sets of one width, its pieces in the order of the
// squares.
func survey(p rules.Position) rules.Survey[all] {
	switch p := p.(type) {
	case rules.Surveyor[[1]uint64]:
		return widened(p)
	case rules.Surveyor[[2]uint64]:
		return widened(p)
	}
	return widened(p.(rules.Surveyor[all]))
}

func widened[W rules.Words](p rules.Surveyor[W]) rules.Survey[all] {
	var s rules.Survey[W]
	p.Survey(&s)
	out := rules.Survey[all]{
		Hand: s.Hand, Gates: s.Gates, Rooks: s.Rooks, Waiting: s.Waiting,
		Pending: s.Pending, Below: s.Below, Left: s.Left, ChecksLeft: s.ChecksLeft,
		Held: slices.Clone(s.Held),
	}
	slices.SortFunc(out.Held, func(a, b rules.Holding) int { return int(a.Piece) - int(b.Piece) })
	set := func(from *rules.Squares[W]) (to rules.Squares[all]) {
		for sq := range from.Each {
			to.Add(sq)
		}
		return to
	}
	for i := range s.Pieces {
		m := &s.Pieces[i]
		out.Pieces = append(out.Pieces, rules.Standing[all]{Piece: m.Piece, At: m.At, Reach: set(&m.Reach)})
	}
	for c := range 2 {
		out.Pawns[c], out.Guarded[c], out.All[c] = set(&s.Pawns[c]), set(&s.Guarded[c]), set(&s.All[c])
		out.Attacks[c], out.Twice[c] = set(&s.Attacks[c]), set(&s.Twice[c])
		for k := range s.Checks[c] {
			out.Checks[c][k] = set(&s.Checks[c][k])
		}
	}
	slices.SortFunc(out.Pieces, func(a, b rules.Standing[all]) int { return int(a.At) - int(b.At) })
	return out
}

func sorted(moves []rules.Move) []rules.Move {
	slices.Sort(moves)
	return moves
}

// texts writes the moves that are not among others.
func texts(p rules.Position, moves, others []rules.Move) []string {
	var out []string
	for _, m := range moves {
		if !slices.Contains(others, m) {
			out = append(out, rulestest.MoveText(p, m))
		}
	}
	return out
}

// failing is what a comparison calls that does not hold.
type failing func(what string, got, want any)

// compareForcesAfter holds what p forces after a move to what is forced in q, where the move leads,
// and after a pass there.
func compareForcesAfter(fail failing, p rules.Foresight, q rules.Position, m rules.Move, what rules.Forced) {
	_, want := q.(rules.Foresight).Forces(what)
	if got := p.ForcesAfter(m, false, what); got != want {
		fail(fmt.Sprintf("what is forced, %d, after %v", what, m), got, want)
	}
	if want = false; !q.InCheck() {
		_, want = q.Play(rules.NullMove).(rules.Foresight).Forces(what)
	}
	if got := p.ForcesAfter(m, true, what); got != want {
		fail(fmt.Sprintf("what is forced, %d, after %v and a pass", what, m), got, want)
	}
}

// compareForesight holds what f foresees to what comes of playing the moves.
func compareForesight(fail failing, f rules.Position, moves []rules.Move) {
	p, ok := f.(rules.Foresight)
	if !ok {
		return
	}
	var replies []int
	var want [rules.SomeReplyMates + 1]bool
	for i, m := range moves {
		q := f.Play(m)
		compareForcesAfter(fail, p, q, m, rules.Forced(i)%(rules.SomeReplyMates+1))
		answers, mates := q.LegalMoves(nil), rules.Select(q, rules.Mates, nil)
		replies = append(replies, len(answers))
		want[rules.SomeReplyMates] = want[rules.SomeReplyMates] || len(mates) > 0
		want[rules.EveryReplyMates] = want[rules.EveryReplyMates] || len(mates) > 0 && len(mates) == len(answers)
		escapes := func(a rules.Move) bool { return len(rules.Select(q.Play(a), rules.Mates, nil)) == 0 }
		if len(answers) > 0 && !slices.ContainsFunc(answers, escapes) || len(answers) == 0 && q.InCheck() {
			want[rules.MateInTwo] = true
		}
	}
	mates := rules.Select(f, rules.Mates, nil)
	if got, want := p.OnlyMates(), len(moves) > 0 && len(mates) == len(moves); got != want {
		fail("only mates", got, want)
	}
	if got := p.CountReplies(moves, nil); !slices.Equal(got, replies) {
		fail("replies", got, replies)
	}
	for what, is := range want {
		m, ok := p.Forces(rules.Forced(what))
		if ok != is || ok && !slices.Contains(moves, m) {
			fail(fmt.Sprintf("what is forced, %d", what), ok, is)
		}
	}
}
