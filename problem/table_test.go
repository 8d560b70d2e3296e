package problem

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestMemoryLosesNothing solves random positions with and without a transposition table. The
// positions may have captures en passant, and pieces that change places.
func TestMemoryLosesNothing(t *testing.T) {
	lines := []string{
		"ser-r+4", "ser-s+3", "ser-hx3", "h+2", "h<>2", "ser-h<>3", "ser-<>4", "ser-<>5", "ser-h<>4", "hct2",
		"ser-ct4", "pser-hct2", "phser-r+3", "1->ser-rx3", "ser-h<>r3", "hctr2", "reci-h+2", "hs+2", "hr+1.5",
		"hep2", "ser-hzg63",
	}
	trees := []string{"ct3", "<>3", "sct2", "r<>2", "semi-rct2", "+3", "rep2", "exact-x2", "1->ct2", "<>r3", "zf33"}
	number := *rounds
	for i, game := range append([]string{""}, circeGames...) {
		found := map[string]int{}
		for j, task := range append(lines, trees...) {
			if testing.Short() && (i+j)%4 > 0 {
				continue
			}
			for k := range number {
				r := rand.New(rand.NewPCG(uint64(j), uint64(i*1000+k)))
				input := inputOf(task+"\nOption Variations MaxSolutions 300", pawnsThatPass(r))
				if solvedAlike(t, input, game, Solver{Hash: 16}, Solver{}) {
					found[task]++
				}
			}
		}
		t.Log(game, "with solutions:", found)
	}
}

// pawnsThatPass returns a position with few pieces. Two are pawns, one of which can capture the
// other en passant once that has moved. Two others are alike.
func pawnsThatPass(r *rand.Rand) string {
	taken := map[int]bool{}
	text := ""
	put := func(side, piece string, sq int) {
		taken[sq] = true
		text += fmt.Sprintf(" %s %s%c%c\n", side, piece, 'a'+sq%8, '1'+sq/8)
	}
	place := func(side, piece string, least, most int) {
		sq := least + r.IntN(most-least)
		for taken[sq] {
			sq = least + r.IntN(most-least)
		}
		put(side, piece, sq)
	}
	file, next := 1+r.IntN(6), 1-2*r.IntN(2)
	if r.IntN(3) > 0 {
		put("White", "P", 8+file)
		put("Black", "P", 24+file+next)
	} else {
		put("Black", "P", 48+file)
		put("White", "P", 32+file+next)
	}
	place("White", "K", 0, 32)
	for white := strings.Index(text, "K"); ; {
		sq := r.IntN(64)
		f, rank := int(text[white+1]-'a'), int(text[white+2]-'1')
		if !taken[sq] && (abs(sq%8-f) > 1 || abs(sq/8-rank) > 1) {
			put("Black", "K", sq)
			break
		}
	}
	sides := []string{"White", "Black"}
	pair, kind := sides[r.IntN(2)], string("RS"[r.IntN(2)])
	place(pair, kind, 0, 64)
	place(pair, kind, 0, 64)
	for range r.IntN(3) {
		place(sides[r.IntN(2)], string("QRBSS"[r.IntN(5)]), 0, 64)
	}
	return text
}
