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

// sentences say how pieces move that have a movement of their own.
var sentences = map[string]string{
	"{Bouncer}":     "Moves along a queen's lines away from the next piece or the edge, as far as that is away.",
	"{RookBouncer}": "Moves along a rook's lines away from the next piece or the edge, as far as that is away.",
	"{BishopBouncer}": "Moves along a bishop's lines away from the next piece or the edge, as far as that is " +
		"away.",
	"{Edgehog}":       "Slides along a queen's lines from the edge to the inside of the board or back.",
	"{ContraHamster}": "Slides along a queen's lines away from a piece beside it.",
	"{Equihopper}": "Leaps over a piece, of either side, to the square as far behind it, if nothing else stands " +
		"between.",
	"{NonstopEquihopper}": "Leaps over a piece, of either side, to the square as far behind it, whatever stands " +
		"between.",
	"{Orix}": "Moves along a queen's lines over a piece, of either side, to the square as far behind it, if " +
		"nothing else stands between.",
	"{NonstopOrix}": "Moves along a queen's lines over a piece, of either side, to the square as far behind " +
		"it, whatever stands between.",
	"{Equistopper}":        "Moves half the way to a piece, of either side, if nothing else stands between.",
	"{NonstopEquistopper}": "Moves half the way to a piece, of either side, whatever stands between.",
	"{EagleEquihopper}":    "Goes to a piece, of either side, turns there by 90 degrees and goes on as far.",
	"{EagleNonstopEquihopper}": "Goes to a piece, of either side, turns there by 90 degrees and goes on as far, " +
		"whatever stands between.",
	"{Scarab}": "Moves along a queen's lines to the first piece, of either side, and leaps on from there as a " +
		"knight, in the two directions that turn the least.",
	"{ReflectingBishop}": "Slides as a bishop, and is reflected at the edge up to four times.",
	"{Archbishop}":       "Slides as a bishop, and is reflected at the edge once.",
	"{Cardinal}":         "Slides as a bishop, and rebounds once from behind the edge, to squares of the other shade.",
	"{BouncyKnight}": "Leaps as a knight, and again, up to three times, as long as it comes to empty squares on " +
		"the edge.",
	"{Querquisite}":      "Moves as the piece that stands on its file at the start of a game of chess.",
	"{RookBishopHunter}": "Moves up the board as a rook and down as a bishop, also if it is Black's.",
	"{BishopRookHunter}": "Moves up the board as a bishop and down as a rook, also if it is Black's.",
	"bmWbceFibmnD":       "Moves, captures and promotes as a pawn of the other side.",
	"fmWfcafmFifmnD": "Moves as a pawn; captures a piece diagonally ahead by leaping over it to the square behind, " +
		"which is empty.",
	"mKcafmK": "Moves one step in any direction; captures the piece beside it by leaping over it to the square " +
		"behind, which is empty.",
	"pafpafpafpQ": "Moves along a queen's lines over exactly four pieces, of either side, to any square behind them.",
}

// docOf returns a sentence that says how a piece with a movement moves.
func docOf(betza string) string {
	for _, f := range forms {
		if m := f.pattern.FindStringSubmatch(betza); m != nil {
			return fmt.Sprintf(f.doc, lines[m[1]])
		}
	}
	if sentence := sentences[betza]; sentence != "" {
		return sentence
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
