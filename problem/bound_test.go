package problem

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/rules"
)

var rounds = flag.Int("rounds", 1, "times as many random positions for the bounds; make soak asks for more")

// other lets the side be mated whose king is in the corner, where the answer to the last move
// mates.
const other = "\nOption HalfDuplex"

// TestBoundLosesNothing solves random positions with and without the bounds.
func TestBoundLosesNothing(t *testing.T) {
	tasks := []string{
		"ser-h=4", "h=2", "h=2.5", "ser-=4", "ser-h#4", "h#2", "h#2.5", "ser-#3", "h=2", "ser-h=5", "reci-h=2",
		"h=3", "pser-h#3", "reci-h#2", "h!#2", "ser-!#3", "ser-s#3", "hs#2" + other, "hs=2", "ser-s=3" + other,
		"hr#2" + other, "ser-r#3" + other, "ser-hs#2", "pser-hs#2" + other, "hr#2.5" + other, "hr=2" + other,
		"1->ser-r#2" + other, "phser-r#3" + other, "phser-#3", "phser-=2", "phser-s#2" + other, "1->phser-#2",
	}
	number := 900
	if testing.Short() {
		number = 100
	}
	number *= *rounds
	found := map[string]int{}
	for i := range number {
		task := tasks[i%len(tasks)]
		r := rand.New(rand.NewPCG(uint64(i), 7))
		pieces := randomPieces(r, i/len(tasks))
		input := inputOf(task, pieces)
		if solvedTwice(t, input, "") {
			found[task]++
		}
	}
	t.Log("with solutions:", found)
}

// circeGames are games of the Circe family and some of their combinations.
var circeGames = []string{
	"circe", "anticirce-cheylan", "circe-martian", "circe-pwc", "circe-diagram", "anticirce-calvet",
	"circe-strict", "circe-rex-inclusive", "circe-mirror", "circe-clone", "circe-chameleon", "circe-coucou",
	"circe-couscous", "circe-equipollents", "circe-symmetrical", "circe-kamikaze", "circe-kamikaze-rebirth",
	"circe+cohen", "anticirce-calvet+circe-mirror", "circe-strict+circe-rex-inclusive",
	"circe-mirror+circe-clone", "circe-coucou+circe-strict", "circe-symmetrical+circe-rex-inclusive",
	"circe-chameleon+circe-diagram", "circe-parrain", "circe-volcanic", "circe-assassin",
}

// TestBoundLosesNoRebirth does the same under the conditions of the Circe family.
func TestBoundLosesNoRebirth(t *testing.T) {
	tasks := []string{
		"h#2", "h#2.5", "ser-h#3", "h=2", "h#1.5", "ser-#3", "pser-h#2", "h==1.5",
		"hs#1.5" + other, "ser-r#2" + other, "hr#1.5" + other,
	}
	number := 4
	if testing.Short() {
		number = 1
	}
	number *= *rounds
	for i, game := range circeGames {
		found := map[string]int{}
		for j := range number * len(tasks) {
			task := tasks[j%len(tasks)]
			r := rand.New(rand.NewPCG(uint64(j), uint64(i)))
			input := inputOf(task, randomPieces(r, j))
			if solvedTwice(t, input, game) {
				found[task]++
			}
		}
		t.Log(game, "with solutions:", found)
	}
}

// TestBoundLosesNoMate does the same with problems whose mates need one rare thing: a last move
// that is a forced answer, a piece that goes away and comes back, or a double check.
func TestBoundLosesNoMate(t *testing.T) {
	for _, c := range []struct{ game, task, pieces string }{
		{"", "hs=2", "White Ka1 Qa2 Black Kh3 Qg6 Be1 Be4"},
		{"circe-clone", "hs=2", "White Kh1 Pc7 Black Kh4 Rd7 Qa2"},
		{"", "ser-hs=2", "White Kh1 Qb5 Black Kb3 Bg1 Sb1 Qg7"},
		{"", "h#2.5", "White Ka1 Sf7 Black Kg8 Rf8 Pg7h7"},
		{"", "ser-h#2", "White Kc1 Bb2 Se5 Black Kh8 Rf7 Ph7"},
		// The king's home is beside it and holds its own rook.
		{"anticirce-calvet", "h#1", "White Kd5 Qg1 Black Kf7 Rh8"},
		// The knight leaves a home.
		{"anticirce-calvet", "ser-s#2", "White Kd2 Pa3c2d3e2e3h6 Rc1d1e1g1 Black Kh8 Sd7 Pc3h7"},
		{"circe-strict+circe-symmetrical", "h==3", "White Kg4 Bb4 Pf7g6g5c5h3a2g2 Black Kf8 Rh5 Bh4 Pb7e7g7h7b6a4"},
	} {
		if !solvedTwice(t, inputOf(c.task, c.pieces), c.game) {
			t.Errorf("%s %s %s has no solution", c.game, c.task, c.pieces)
		}
	}
}

// TestBoundLosesNoHemmedMate does the same with kings that have few squares to move to. First the
// mating side has only pawns and knights, which cannot pin. Then it has pieces that pin.
func TestBoundLosesNoHemmedMate(t *testing.T) {
	for _, c := range []struct {
		pieces string
		pins   bool
		tasks  []string
		number int
	}{
		{"PS", false, []string{"ser-h#3", "h#2", "ser-h#4", "h#1.5", "h#2"}, 1500},
		{"QRBSPRB", true, []string{"ser-h#2", "h#1.5", "ser-h#3", "#1", "h#1", "ser-#2", "reci-h#1"}, 3000},
	} {
		if testing.Short() {
			c.number /= 3
		}
		found := map[string]int{}
		for i := range c.number * *rounds {
			task := c.tasks[i%len(c.tasks)]
			input := inputOf(task, hemmed(rand.New(rand.NewPCG(uint64(i), 11)), c.pieces, c.pins))
			if solvedTwice(t, input, "") {
				found[task]++
			}
		}
		t.Log(c.pieces, "with solutions:", found)
		if len(found) < 3 {
			t.Error("few of these have solutions")
		}
	}
}

// TestBoundLosesNoHemmedRebirth does the same under the conditions of the Circe family, also in
// self- and reflexmates.
func TestBoundLosesNoHemmedRebirth(t *testing.T) {
	tasks := []string{
		"ser-s#2" + other, "hs#1.5" + other, "ser-hs#2" + other, "s#2" + other, "ser-#2", "h#1.5", "h=1.5", "h==1",
		"ser-=2", "r#2" + other, "#2",
	}
	number := 5
	if testing.Short() {
		number = 1
	}
	number *= *rounds
	found := map[string]int{}
	for i, game := range circeGames {
		for j := range number * len(tasks) {
			pieces := []string{"QRBSPRB", "PS", "RSPB", "QPP"}[j%4]
			task, r := tasks[j%len(tasks)], rand.New(rand.NewPCG(uint64(j), uint64(100+i)))
			if solvedTwice(t, inputOf(task, hemmed(r, pieces, j%3 == 0)), game) {
				found[task]++
			}
		}
	}
	if t.Log("with solutions:", found); len(found) < 3 && !testing.Short() {
		t.Error("few of these have solutions")
	}
}

// hemmed returns a position with a black king at the edge that has few squares to move to, White's
// king near, and some of these pieces. With pins, it mostly has a pinned piece.
func hemmed(r *rand.Rand, pieces string, pins bool) string {
	king := r.IntN(8) + 8*r.IntN(3)
	taken := []int{king}
	text := ""
	at := func(sq int, side, piece string) {
		taken = append(taken, sq)
		text += fmt.Sprintf(" %s %s%c%c\n", side, piece, 'a'+sq%8, '1'+sq/8)
	}
	put := func(side, piece string, near int, pawn bool) {
		for {
			sq := r.IntN(64)
			file, rank := abs(sq%8-king%8), abs(sq/8-king/8)
			if slices.Contains(taken, sq) || file > near || rank > near || pawn && (sq < 8 || sq >= 56) ||
				piece == "K" && file <= 1 && rank <= 1 {
				continue
			}
			at(sq, side, piece)
			return
		}
	}
	if pins { // a black piece between its king and a white line piece
		file, rank, pieces := r.IntN(3)-1, r.IntN(2), "RQ"
		if file*rank != 0 {
			pieces = "BQ"
		}
		step := 8*rank + file
		if last := king%8 + 3*file; step != 0 && last >= 0 && last < 8 {
			at(king+step*(1+r.IntN(2)), "Black", string("QRBS"[r.IntN(4)]))
			at(king+step*3, "White", string(pieces[r.IntN(2)]))
		}
	}
	put("White", "K", 2, false)
	for range 1 + r.IntN(3) {
		piece := string(pieces[r.IntN(len(pieces))])
		put("White", piece, 4, piece == "P")
	}
	for range 4 + r.IntN(3) {
		piece := string("PPQRBS"[r.IntN(6)])
		put("Black", piece, 3, piece == "P")
	}
	return fmt.Sprintf(" Black K%c%c\n", 'a'+king%8, '1'+king/8) + text
}

// inputOf returns a problem in Popeye's language.
func inputOf(task, pieces string) string {
	return fmt.Sprintf("BeginProblem\nStipulation %s\nPieces %s\nEndProblem\n", task, pieces)
}

// solvedTwice solves a problem, under a condition if there is one, with and without the bounds. It
// reports whether there is a solution.
func solvedTwice(t *testing.T, input, condition string) bool {
	t.Helper()
	return solvedAlike(t, input, condition, Solver{Hash: 16}, Solver{Hash: 16, unbounded: true})
}

// solvedAlike solves a problem, under a condition if there is one, by two solvers, which must find
// the same. It reports whether there is a solution. A problem that takes either too long has none.
func solvedAlike(t *testing.T, input, condition string, one, another Solver) bool {
	t.Helper()
	var texts [2]string
	var solutions int
	for i, s := range []Solver{one, another} {
		var err error
		texts[i], solutions, err = solveText(input, condition, s)
		if err == ErrInterrupted {
			return false
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, input)
		}
	}
	if texts[0] != texts[1] {
		t.Errorf("%s %s\nby %+v:\n%s\nby %+v:\n%s", condition, input, one, texts[0], another, texts[1])
	}
	return solutions > 0
}

// randomPieces returns a position with a king in or near a corner, where it is often stalemated.
func randomPieces(r *rand.Rand, n int) string {
	var taken []int
	place := func(low, high int) string {
		for {
			sq := low + r.IntN(high-low)
			if !slices.Contains(taken, sq) {
				taken = append(taken, sq)
				return string([]byte{byte('a' + sq%8), byte('1' + sq/8)})
			}
		}
	}
	bk := []int{0, 7, 56, 63, 1, 8, 62, 4, 60}[r.IntN(9)]
	wk := bk
	if r.IntN(4) == 0 {
		wk = 4
	}
	for abs(wk%8-bk%8) <= 1 && abs(wk/8-bk/8) <= 1 {
		wk = r.IntN(64)
	}
	taken = append(taken, bk, wk)
	name := func(sq int) string { return string([]byte{byte('a' + sq%8), byte('1' + sq/8)}) }
	text := "White K" + name(wk) + "\n Black K" + name(bk) + "\n"
	for _, k := range []struct{ at, home int }{{wk, 4}, {bk, 60}} { // who may castle
		if corner := k.at + []int{3, -4}[n%2]; k.at == k.home && !slices.Contains(taken, corner) {
			taken = append(taken, corner)
			text += map[int]string{4: " White R", 60: " Black R"}[k.home] + name(corner) + "\n"
		}
	}
	for _, side := range []string{"White", "Black"} {
		for range 1 + r.IntN(2+n%3) {
			if r.IntN(2) == 0 {
				text += " " + side + " P" + place(8, 56) + "\n"
			} else {
				text += " " + side + " " + string("QRBS"[r.IntN(4)]) + place(0, 64) + "\n"
			}
		}
	}
	return text
}

func solveText(input, condition string, s Solver) (text string, solutions int, err error) {
	p, err := ReadForTest(input)
	if err != nil {
		return "", 0, err
	}
	if condition != "" {
		v, err := rules.Lookup(condition)
		if err != nil {
			return "", 0, err
		}
		_, mods := rules.Parts(v)
		p.Conditions = []Condition{{Modifiers: mods}}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	r := NewReport(p)
	s.Threads = max(1, s.Threads)
	if err := s.Solve(ctx, p, r); err != nil {
		return "", 0, err
	}
	for _, twin := range r.Twins {
		solutions += twin.Solutions
	}
	return TextForTest(r), solutions, nil
}

func abs(n int) int { return max(n, -n) }
