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

// types returns the kinds of a variant, of those with one letter the first.
func types(v *kirke.Variant) []kirke.Kind {
	var all []kirke.Kind
	for i := range v.Army {
		if k := kirke.Kind(i + 1); v.KindOf(v.Army[i].Letter) == k {
			all = append(all, k)
		}
	}
	return all
}

// named returns the names of kinds.
func named(v *kirke.Variant, kinds []kirke.Kind) []string {
	var all []string
	for _, k := range kinds {
		all = append(all, nameOf(v.Type(k)))
	}
	return all
}

// namedBy returns the names of kinds by their letters.
func namedBy(v *kirke.Variant, letters string) []string {
	var kinds []kirke.Kind
	for _, l := range []byte(letters) {
		if k := v.KindOf(l); k != 0 {
			kinds = append(kinds, k)
		}
	}
	return named(v, kinds)
}

// or writes words as "a, b or c", and and as "a, b and c".
func or(words []string) string  { return joined(words, " or ") }
func and(words []string) string { return joined(words, " and ") }

func joined(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + last + words[len(words)-1]
}

// an writes a word with its article, and each of several with its own.
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

// capital writes the first letter large.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// firstRanks returns the kinds on each side's first rank in the starting position,
// by file, 0 for an empty square.
func firstRanks(v *kirke.Variant) (ranks [2][]kirke.Kind) {
	start, err := v.ParsePlacement(v.Array.Placement)
	for c := range board.Color(2) {
		ranks[c] = make([]kirke.Kind, v.Size.Files)
		for file := range v.Size.Files {
			if err != nil {
				continue
			}
			if m := start[v.Size.Home(c, file, 0)]; m != 0 && m.Color() == c {
				ranks[c][file] = m.Kind()
			}
		}
	}
	return ranks
}

// starters returns the kinds that stand on a first rank in the starting position.
func starters(v *kirke.Variant) []kirke.Kind {
	ranks := firstRanks(v)
	return slices.DeleteFunc(types(v), func(k kirke.Kind) bool {
		return !slices.Contains(ranks[board.White], k) && !slices.Contains(ranks[board.Black], k)
	})
}

// kingsAreReborn reports whether kings come back home.
func kingsAreReborn(a *rules.Aftermath) bool { return a.Kings || a.Reborn == rules.CapturerReborn }

// rebirths reports whether pieces are reborn at all, as in Martian Circe they are not.
func rebirths(a *rules.Aftermath) bool { return a.Active && a.Reborn != rules.MoverReborn }

// capturedAreReborn reports whether captured pieces come back.
func capturedAreReborn(a *rules.Aftermath) bool {
	return a.Active && (a.Reborn == rules.CapturedReborn || a.Reborn == rules.BothReborn)
}
