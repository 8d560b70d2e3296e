package rules

import (
	"github.com/kirke-chess/kirke/piece"
)

// Ghosts says whether a captured piece stays below its capturer and comes up when that leaves. The
// zero value has none. Kings are no ghosts, since the game ends with their capture.
type Ghosts uint8

// The kinds of ghosts.
const (
	NoGhosts Ghosts = iota
	// LastGhosts come up as they were; below each square there is only the one captured last
	// (haunted chess).
	LastGhosts
	// ImmuneGhosts are never captured again; the one captured last comes up first (ghost chess).
	ImmuneGhosts
)

// ghostMark tells the label of a ghost from that of the piece that it was.
const ghostMark = '~'

// GhostOf returns the type that pieces of type k come up as, k itself if ghosts are like others.
func (v *Variant) GhostOf(k PieceType) PieceType {
	if v.Fairy.Ghosts == ImmuneGhosts {
		t := v.Type(k)
		for i := range v.Army {
			if g := &v.Army[i]; g.Letter == t.Letter && isGhost(g) {
				return PieceType(i + 1)
			}
		}
	}
	return k
}

// IsGhost reports whether type k is that of pieces that are never captured.
func (v *Variant) IsGhost(k PieceType) bool {
	return v.Fairy.Ghosts == ImmuneGhosts && isGhost(v.Type(k))
}

func isGhost(t *piece.Type) bool { return t.Mark == ghostMark && t.Kind != "" }

// addGhosts adds the ghosts of all types to the army, if the game needs them.
func (v *Variant) addGhosts() {
	if v.Fairy.Ghosts != ImmuneGhosts {
		return
	}
	for _, t := range v.Army {
		if t.Royal || t.Mark != 0 || v.GhostOf(v.TypeOf(t.Letter)) != v.TypeOf(t.Letter) {
			continue
		}
		g := t
		g.Name, g.Mark, g.Kind, g.Alias = "Ghost "+t.Name, ghostMark, t.Label(), ""
		g.Abbreviation = "u" + t.Abbreviation
		if t.Abbreviation == "" {
			g.Abbreviation = "u" + popeyeLetter(t.Letter)
		}
		v.Army = append(v.Army, g)
	}
}

// popeyeLetter returns what problems call the piece with a letter.
func popeyeLetter(letter byte) string {
	if letter == 'N' {
		return "S"
	}
	return string(rune(letter))
}
