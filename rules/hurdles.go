package rules

import (
	"slices"

	"github.com/kirke-chess/kirke/piece"
)

// This file says which pieces may do something to what they hop over (piece.Traits.ActOnHurdles).

// hopsOverOne are the movements, in Betza's notation, that lead to each square over one piece at
// most, on one way. It lists what has been compared with Popeye.
var hopsOverOne = []string{
	piece.Knight.Betza, // over none
	"gQ", "gR", "gB", "gNN", "gCC", "gZZ", "gNNgCC", "gK2", "gN2", "gafmafQ", "gafmafmafQ", "gafK",
	"{Equihopper}", "{NonstopEquihopper}", "{Orix}", "{NonstopOrix}",
	"pQ", "pR", "pB", "pNN", "mQcpQ", "mRcpR", "mBcpB", "mNNcpNN",
}

// movesHurdles reports whether what some piece hops over moves (piece.Traits.MoveHurdles).
func (v *Variant) movesHurdles() bool {
	return slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Traits.MoveHurdles() })
}

// knowsHurdles reports whether it is known what the pieces of the game hop over that act on what
// they hop over. Royal pieces other than kings are not known as hurdles.
func (v *Variant) knowsHurdles() bool {
	return !slices.ContainsFunc(v.Army, func(t piece.Type) bool {
		return t.Traits.ActOnHurdles() && !slices.Contains(hopsOverOne, t.Betza) ||
			t.Royal && (t.Walk != "" || t.Betza != piece.King.Betza)
	})
}
