package fairy

import (
	"fmt"
	"regexp"
)

// This file says in words how pieces move. A row of the catalogue that no form here fits is told by
// its movement in Betza's notation.

// lines are the lines that hoppers and others move along, by how a movement names them.
var lines = map[string]string{
	"Q": "a queen's lines", "R": "a rook's lines", "B": "a bishop's lines", "NN": "lines of knight leaps",
	"CC": "lines of camel leaps", "ZZ": "lines of zebra leaps", "NNCC": "lines of knight or camel leaps",
	"NNgCC": "lines of knight or camel leaps",
}

// forms are the movements that move along lines: a pattern around the lines, and what it says.
var forms = []struct {
	pattern *regexp.Regexp
	doc     string
}{
	{regexp.MustCompile(`^g(Q|R|B|NN|CC|ZZ|NNgCC)$`),
		"Moves along %s over the first piece, of either side, to the square just behind it."},
	{regexp.MustCompile(`^p(Q|R|B|NN)$`),
		"Moves along %s over exactly one piece, of either side, to any square behind it."},
	{regexp.MustCompile(`^pafg(Q)$`),
		"Moves along %s over exactly two pieces, of either side, to the square just behind the second."},
	{regexp.MustCompile(`^pafp(Q)$`),
		"Moves along %s over exactly two pieces, of either side, to any square behind the second."},
	{regexp.MustCompile(`^gafmaf(Q)$`),
		"Moves along %s over the first piece, of either side, to the second square behind it."},
	{regexp.MustCompile(`^gafmafmaf(Q)$`),
		"Moves along %s over the first piece, of either side, to the third square behind it."},
	{regexp.MustCompile(`^gafs(Q|R|B)$`),
		"Moves along %s to the first piece, of either side, and turns there by 45 degrees to the square beside it."},
	{regexp.MustCompile(`^gas(Q|R|B)$`),
		"Moves along %s to the first piece, of either side, and turns there by 90 degrees to the square beside it."},
	{regexp.MustCompile(`^gabs(Q|R|B)$`),
		"Moves along %s to the first piece, of either side, and turns there by 135 degrees to the square beside it."},
	{regexp.MustCompile(`^gabm(Q)$`),
		"Moves along %s, without capturing, to the square just before the first piece."},
	{regexp.MustCompile(`^cyafm(Q|R|B|NN)$`),
		"Captures along %s the first piece, an enemy's, by leaping to the square just behind it, which is empty; it " +
			"moves in no other way."},
	{regexp.MustCompile(`^m(?:Q|R|B)cyafm(Q|R|B)$`),
		"Slides along %s; it captures the first piece, an enemy's, by leaping to the square just behind it, which is " +
			"empty."},
	{regexp.MustCompile(`^m(?:Q|R|B|NN)cp(Q|R|B|NN)$`),
		"Slides along %s without capturing; it captures along them over exactly one piece, of either side."},
	{regexp.MustCompile(`^c(?:Q|R|B)mp(Q|R|B)$`),
		"Captures along %s as it slides; without capturing it moves along them over exactly one piece, of " +
			"either side."},
	{regexp.MustCompile(`^(NN|CC|ZZ|NNCC|Q|R|B)$`), "Rides any distance along %s."},
}

// leaps are the atoms of leapers, as files and ranks.
var leaps = map[rune][2]int{
	'W': {0, 1}, 'F': {1, 1}, 'D': {0, 2}, 'N': {1, 2}, 'A': {2, 2}, 'C': {1, 3}, 'Z': {2, 3},
}

var leaper = regexp.MustCompile(`^([WFDNACZ]|\(\d,\d\))+$`)

// docOf returns a sentence that says how a piece with a movement moves.
func docOf(betza string) string {
	for _, f := range forms {
		if m := f.pattern.FindStringSubmatch(betza); m != nil {
			return fmt.Sprintf(f.doc, lines[m[1]])
		}
	}
	if leaper.MatchString(betza) {
		return leapsOf(betza)
	}
	return "Moves as " + betza + " in Betza's notation."
}

// leapsOf returns what docOf says of a leaper.
func leapsOf(betza string) string {
	text, next := "Leaps to the squares ", ""
	for i := 0; i < len(betza); i++ {
		leap, known := leaps[rune(betza[i])]
		if !known { // "(1,4)"
			leap = [2]int{int(betza[i+1] - '0'), int(betza[i+3] - '0')}
			i += len("1,4)")
		}
		switch text += next; {
		case leap[0] == 0:
			text += fmt.Sprintf("%d away orthogonally", leap[1])
		case leap[0] == leap[1]:
			text += fmt.Sprintf("%d away diagonally", leap[1])
		default:
			text += fmt.Sprintf("%d away in one direction and %d in the other", leap[1], leap[0])
		}
		next = ", or "
	}
	return text + "."
}
