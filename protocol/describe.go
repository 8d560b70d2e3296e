package protocol

import (
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke"
)

// slots are XBoard's own pieces by their letters, in the order of its piece tables.
const slots = "PNBRQFEACWMOHIJGDVLSUK"

// looks are the pieces of XBoard that move like Kirke's, by Betza's notation: their pictures fit.
var looks = map[string]byte{
	"N": 'N', "B": 'B', "R": 'R', "Q": 'Q',
	"BN": 'A', "RN": 'C', // its Angel and Marshall
	"BW": 'I', "RF": 'J', // the crowned bishop and rook
	"QN": 'U', "FyafsF": 'G', "WyafsW": 'W', "{Sissa}": 'D',
}

// sissaBetza is the Sissa in XBoard's dialect of Betza: legs of equal length (i) with a turn of 45
// or 135 degrees between them.
const sissaBetza = "maifsRmaibsRmaifsBmaibsB"

// describe describes a game to XBoard: its pieces, board and starting position, and how the pieces
// move.
func describe(p kirke.Position) string {
	v := p.Variant()
	table := []byte(strings.Repeat(".", len(slots)))
	put := func(slot, letter byte) bool {
		i := strings.IndexByte(slots, slot)
		if i < 0 || table[i] != '.' {
			return false
		}
		table[i] = letter
		return true
	}
	seen := map[byte]bool{}
	var lines strings.Builder
	for _, t := range v.Army {
		if seen[t.Letter] {
			continue // a bishop before its conversion is a type of its own
		}
		seen[t.Letter] = true
		slot := looks[t.Betza]
		switch {
		case t.Royal:
			slot = 'K'
		case t.Pawn:
			slot = 'P'
		}
		for i := 0; !put(slot, t.Letter) && i < len(slots)-1; i++ {
			slot = slots[i]
		}
		fmt.Fprintf(&lines, "\npiece %c& %s", t.Letter, betza(v, &t))
	}
	pieces := string(table)
	parent, hand := "fairy", 0
	switch {
	case v.Gating.Hand != "" && !v.Gating.Imaginary:
		parent, hand = "seirawan", 7
	case v.Castling.Free:
		parent = "fischerandom"
	}
	return fmt.Sprintf("setup (%s%s) %dx%d+%d_%s %s%s",
		pieces, strings.ToLower(pieces), v.Size.Files, v.Size.Ranks, hand, parent, p.FEN(), lines.String())
}

// betza returns how a piece moves, in XBoard's dialect.
func betza(v *kirke.Variant, t *kirke.Type) string {
	text := strings.ReplaceAll(t.Betza, "{Sissa}", sissaBetza)
	switch {
	case t.Letter == v.Conversion.Bishop && v.Conversion.Bishop != 0:
		text += "iW"
		if v.Conversion.NoCaptures {
			text = t.Betza + "imW"
		}
	case t.Royal && v.Castling.KingTo != [2]int{} && !v.Castling.Free:
		firstRank := v.Start.Placement[strings.LastIndexByte(v.Start.Placement, '/')+1:]
		king := strings.IndexByte(strings.ToLower(firstRank), 'k')
		text += fmt.Sprintf("isO%d", v.Castling.KingTo[1]-king)
	}
	return text
}
