package rulebook

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/piece/fairy"
	"github.com/kirke-chess/kirke/rules"
)

// TestBoards: each part of a game whose moves are special has a board to play on, and the move that
// a caption names is legal there.
func TestBoards(t *testing.T) {
	for _, v := range kirke.Variants() {
		start, err := kirke.Start(v)
		if err != nil {
			t.Fatal(err)
		}
		has := map[string]bool{}
		for _, s := range Of(start) {
			for _, f := range s.Diagrams {
				if f.FEN == "" {
					continue
				}
				p, err := kirke.FromFEN(v, f.FEN)
				if err != nil {
					t.Fatalf("%s: %s: %q: %v", v.ID, s.Title, f.FEN, err)
				}
				has[s.Title] = true
				_, move, ok := strings.Cut(f.Title, " can play ")
				if _, err := p.ParseMove(move); ok && err != nil {
					t.Errorf("%s: %s: %v", v.ID, f.Caption, err)
				}
				if s.Title == "Conversion" && !converts(p) {
					t.Errorf("%s: %q: no bishop converts", v.ID, f.FEN)
				}
			}
		}
		for title, want := range map[string]bool{
			"Pieces in hand": v.Gating.Hand != "", "Rebirth": rebirths(&v.Aftermath), "Series": v.Series.Progressive,
			"Conversion": len(start.Setup().Conversions) > 0, "The pieces": strings.ContainsRune(letters(v), 'S'),
		} {
			if want && !has[title] {
				t.Errorf("%s: %s has no board to play on", v.ID, title)
			}
		}
	}
}

// converts reports whether a bishop of the side to move can convert.
func converts(p kirke.Position) bool {
	for m := range p.LegalMoves() {
		if rights := p.Setup().Conversions; m.Form() == rules.Ordinary {
			for _, r := range rights {
				for _, to := range neighbours(p.Variant().Size, r.Square) {
					if m.From() == r.Square && m.To() == to {
						return true
					}
				}
			}
		}
	}
	return false
}

// letters returns the letters of the army of a variant.
func letters(v *kirke.Variant) string {
	var all strings.Builder
	for _, t := range v.Army {
		all.WriteByte(t.Letter)
	}
	return all.String()
}

// TestHopperDiagram: the diagram of a piece that hops has pieces to hop over.
func TestHopperDiagram(t *testing.T) {
	for _, letters := range []string{"G", "L", "LI", "NH"} {
		typ := fairy.Find(0, letters).Type()
		d := reachDiagram(&typ)
		if d == nil || len(d.Marks) < 8 || d.Pieces[d.Size.At(6, 6)].Type == nil && letters != "NH" {
			t.Errorf("%s: %+v", letters, d)
		}
	}
	typ := fairy.Find(0, "KA").Type()
	if d := reachDiagram(&typ); d != nil {
		t.Errorf("a kangaroo, which needs two pieces: %v", d.Marks)
	}
}
