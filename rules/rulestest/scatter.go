package rulestest

import (
	"math/rand/v2"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Scatter returns a random diagram of v with one king a side and the given number of other pieces,
// without those of the letters left out. Every other time kings and some rooks are at home, so that
// they may castle. Pawns stand where pawns can, which is their first rank too if pieces are reborn
// away from home. Where pieces are dropped, some are in hand. Where they may be neutral, some are,
// and sometimes the only king. The side not to move may be in check.
func Scatter(dice *rand.Rand, v *rules.Variant, pieces int, leftOut string) rules.Setup {
	s := rules.NewSetup(v)
	put := func(k rules.PieceType, c board.Color, low, high int) {
		for {
			sq := board.Square(dice.IntN(v.Size.Area()))
			if rank := v.Size.RankFrom(c, sq); s.Board[sq] == 0 && rank >= low && rank <= high {
				s.Board[sq] = rules.MakePiece(k, c)
				return
			}
		}
	}
	last, lowest := v.Size.Ranks-1, 1
	if v.Pawns.FirstRank || v.Aftermath.Active && v.Aftermath.Where != rules.AtHome {
		lowest = 0
	}
	var types []rules.PieceType
	var king rules.PieceType
	for k := rules.PieceType(1); int(k) <= len(v.Army); k++ {
		switch t := v.Type(k); {
		case t.Royal || v.Extinction.Royal && v.Extinction.Types == string(t.Letter):
			king = k
		// Types that share a letter are one piece in different states: take the first.
		case (v.TypeOf(t.Letter) == k || v.Drops.Active) && !strings.ContainsRune(leftOut, rune(t.Letter)):
			types = append(types, k)
		}
	}
	rook := v.TypeOf('R')
	for c := range board.Color(2) {
		if dice.IntN(2) == 0 && rook*king != 0 && v.Castling != (rules.Castling{}) {
			s.Board[v.Size.Home(c, 4, 0)] = rules.MakePiece(king, c)
			for _, file := range []int{0, v.Size.Files - 1} {
				if dice.IntN(2) == 0 {
					s.Board[v.Size.Home(c, file, 0)] = rules.MakePiece(rook, c)
				}
			}
			continue
		}
		if king != 0 {
			put(king, c, 0, last)
		}
	}
	if v.Neutrals {
		neutralise(dice, v, &s)
	}
	for range pieces {
		k, c := types[dice.IntN(len(types))], board.Color(dice.IntN(2))
		if v.Type(k).Pawn {
			put(k, c, lowest, last-1)
		} else {
			put(k, c, 0, last)
		}
	}
	if v.Neutrals {
		for sq, pc := range s.Board {
			if pc != 0 && !v.Type(pc.Type()).Royal && dice.IntN(3) == 0 {
				s.Board[sq] = rules.MakeNeutral(pc.Type())
			}
		}
	}
	if v.Drops.Active {
		scatterHands(dice, v, &s.Hand)
	}
	for c := range s.Checks {
		if v.Check.Count > 0 {
			s.Checks[c] -= dice.IntN(v.Check.Count)
		}
	}
	return s
}

// neutralise makes the white king neutral in one diagram of eight, and takes the black one off.
func neutralise(dice *rand.Rand, v *rules.Variant, s *rules.Setup) {
	if dice.IntN(8) > 0 {
		return
	}
	for sq, pc := range s.Board {
		switch {
		case pc == 0 || !v.Type(pc.Type()).Royal:
		case pc.Color() == board.White:
			s.Board[sq] = rules.MakeNeutral(pc.Type())
		default:
			s.Board[sq] = 0
		}
	}
}

// scatterHands puts up to two pieces of each type that is not marked into each hand.
func scatterHands(dice *rand.Rand, v *rules.Variant, hands *rules.HandState) {
	for i := range v.Army {
		if t := &v.Army[i]; !t.Royal && t.Mark == 0 {
			hands[0][i+1], hands[1][i+1] = uint8(dice.IntN(3)), uint8(dice.IntN(3))
		}
	}
}
