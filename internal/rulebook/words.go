package rulebook

import (
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// orthodox reports whether chess has a type.
func orthodox(t *piece.Type) bool {
	switch t.Name {
	case piece.King.Name, piece.Queen.Name, piece.Rook.Name, piece.Bishop.Name, piece.Knight.Name, piece.Pawn.Name:
		return true
	}
	return false
}

// nameOf returns the name of a type in a sentence: "knight", "Dragon Horse".
func nameOf(t *piece.Type) string {
	if orthodox(t) {
		return strings.ToLower(t.Name)
	}
	return t.Name
}

// types returns the types of a variant; of several that share a letter, the first.
func types(v *kirke.Variant) []kirke.PieceType {
	var all []kirke.PieceType
	for i := range v.Army {
		if k := kirke.PieceType(i + 1); v.TypeOf(v.Army[i].Letter) == k {
			all = append(all, k)
		}
	}
	return all
}

// named returns the names of types.
func named(v *kirke.Variant, pieceTypes []kirke.PieceType) []string {
	var all []string
	for _, k := range pieceTypes {
		all = append(all, nameOf(v.Type(k)))
	}
	return all
}

// namedBy returns the names of types by their letters.
func namedBy(v *kirke.Variant, letters string) []string {
	var pieceTypes []kirke.PieceType
	for _, l := range []byte(letters) {
		if k := v.TypeOf(l); k != 0 {
			pieceTypes = append(pieceTypes, k)
		}
	}
	return named(v, pieceTypes)
}

// an puts an article before each word.
func an(words ...string) []string {
	var all []string
	for _, w := range words {
		article := "a "
		if strings.ContainsRune("AEIOUaeiou", rune(w[0])) {
			article = "an "
		}
		all = append(all, article+w)
	}
	return all
}

// capital puts the first letter in upper case.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// firstRanks returns the types on each side's first rank in the starting position, by file; 0 is an
// empty square.
func firstRanks(v *kirke.Variant) (ranks [2][]kirke.PieceType) {
	start, err := v.ParsePlacement(v.Start.Placement)
	for c := range board.Color(2) {
		ranks[c] = make([]kirke.PieceType, v.Size.Files)
		for file := range v.Size.Files {
			if err != nil {
				continue
			}
			if pc := start[v.Size.Home(c, file, 0)]; pc != 0 && pc.Color() == c {
				ranks[c][file] = pc.Type()
			}
		}
	}
	return ranks
}

// starters returns the types on the first ranks in the starting position.
func starters(v *kirke.Variant) []kirke.PieceType {
	ranks := firstRanks(v)
	return slices.DeleteFunc(types(v), func(k kirke.PieceType) bool {
		return !slices.Contains(ranks[board.White], k) && !slices.Contains(ranks[board.Black], k)
	})
}

// rebirths reports whether any pieces are reborn. In Martian and Anti-Martian Circe none are.
func rebirths(a *rules.Aftermath) bool {
	return a.Active && a.Reborn != rules.MoverReborn && a.Reborn != rules.NobodyReborn
}

// capturedAreReborn reports whether captured pieces come back.
func capturedAreReborn(v *kirke.Variant) bool {
	a := &v.Aftermath
	return a.Active && (a.Reborn == rules.CapturedReborn || a.Reborn == rules.BothReborn ||
		v.Fairy.Rebirth.Of == rules.OfTheCaptured)
}
