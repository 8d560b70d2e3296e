package problem

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/piece/fairy"
)

// fairyTasks are the stipulations whose bounds rest on how pieces move.
var fairyTasks = []string{
	"h#2", "ser-h#3", "h=2", "#2", "ser-#3", "h#2.5", "hs#2" + other, "ser-h=3", "s#2" + other, "pser-h#2",
	"reci-h#2", "hs=2", "r#2" + other, "ser-s#2" + other, "h==2", "h+2", "1->h#1.5",
}

// TestBoundLosesNoFairy does the same as TestBoundLosesNothing with each fairy piece beside those
// of chess, alone and with Circe; with one round, with every fifth of them. In every third position
// some pieces are neutral.
func TestBoundLosesNoFairy(t *testing.T) {
	number := 2
	if testing.Short() {
		number = 1
	}
	found := map[string]int{}
	for i, w := range fairy.Catalogue() {
		letters := w.Letters[0]
		if w.Betza == "" || slices.Contains([]string{"K", "P", "Q", "S", "R", "B"}, letters) {
			continue
		}
		if *rounds == 1 && i%5 != 0 {
			continue // make soak asks for more
		}
		for j := range number * *rounds {
			n := number*i + j
			task := fairyTasks[n%len(fairyTasks)]
			r := rand.New(rand.NewPCG(uint64(j), uint64(i)))
			input := inputOf(task, withFairies(r, randomPieces(r, n), &w))
			if solvedTwice(t, input, []string{"", "circe"}[j%2]) {
				found[task]++
			}
		}
	}
	t.Log("with solutions:", found)
	if !testing.Short() && len(found) < len(fairyTasks)/2 {
		t.Error("hardly any problem has a solution")
	}
}

var placed = regexp.MustCompile(`(White|Black) ([KPQRBS])([a-h][1-8])`)

// withFairies adds a white queen and rook to a position, puts fairy pieces in the place of two of
// three pieces, pawns or kings, and makes some of them neutral.
func withFairies(r *rand.Rand, pieces string, w *fairy.Walk) string {
	for _, strong := range "QR" { // to mate with
		sq := string([]byte{byte('a' + r.IntN(8)), byte('1' + r.IntN(8))})
		if !strings.Contains(pieces, sq) {
			pieces += " White " + string(strong) + sq + "\n"
		}
	}
	neutral := r.IntN(3) == 0
	return placed.ReplaceAllStringFunc(pieces, func(text string) string {
		parts := placed.FindStringSubmatch(text)[1:]
		pawn, king := parts[1] == "P", parts[1] == "K"
		if pawn == w.Pawn && king == w.Royal && r.IntN(3) > 0 {
			parts[1] = w.Letters[0]
		}
		if neutral && !king && r.IntN(3) == 0 {
			parts[0] = "Neutral"
		}
		return parts[0] + " " + parts[1] + parts[2]
	})
}
