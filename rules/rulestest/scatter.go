package rulestest

import (
	"math/rand/v2"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Scatter returns a random diagram of v with one king a side and the given number
// of other men, without those of the letters left out. Every other time kings and
// some rooks stand at home, so that they may castle. Pawns stand where pawns can,
// which in games that bring men back away from home is their first rank too.
// It may be a setup that is no position: a side may be in check that must not.
func Scatter(dice *rand.Rand, v *rules.Variant, men int, leftOut string) rules.Setup {
	s := rules.NewSetup(v)
	put := func(k rules.Kind, c board.Color, low, high int) {
		for {
			sq := board.Square(dice.IntN(v.Size.Area()))
			if rank := v.Size.RankFrom(c, sq); s.Board[sq] == 0 && rank >= low && rank <= high {
				s.Board[sq] = rules.MakeMan(k, c)
				return
			}
		}
	}
	last, lowest := v.Size.Ranks-1, 1
	if v.Aftermath.Active && v.Aftermath.Where != rules.AtHome {
		lowest = 0
	}
	var kinds []rules.Kind
	var king rules.Kind
	for k := rules.Kind(1); int(k) <= len(v.Army); k++ {
		switch t := v.Type(k); {
		case t.Royal:
			king = k
		// Kinds of one letter are one man in different states: the first is meant.
		case v.KindOf(t.Letter) == k && !strings.ContainsRune(leftOut, rune(t.Letter)):
			kinds = append(kinds, k)
		}
	}
	rook := v.KindOf('R')
	for c := range board.Color(2) {
		if dice.IntN(2) == 0 && rook != 0 && v.Castling != (rules.Castling{}) {
			s.Board[v.Size.Home(c, 4, 0)] = rules.MakeMan(king, c)
			for _, file := range []int{0, v.Size.Files - 1} {
				if dice.IntN(2) == 0 {
					s.Board[v.Size.Home(c, file, 0)] = rules.MakeMan(rook, c)
				}
			}
			continue
		}
		put(king, c, 0, last)
	}
	for range men {
		k, c := kinds[dice.IntN(len(kinds))], board.Color(dice.IntN(2))
		if v.Type(k).Pawn {
			put(k, c, lowest, last-1)
		} else {
			put(k, c, 0, last)
		}
	}
	return s
}
