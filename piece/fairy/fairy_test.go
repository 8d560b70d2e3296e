package fairy_test

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/piece/fairy"
)

// TestCatalogue: movements can be read, names and abbreviations are each of one walk.
func TestCatalogue(t *testing.T) {
	seen := map[string]string{}
	for _, w := range fairy.Catalogue() {
		if typ := w.Type(); w.Betza != "" {
			if _, err := typ.Movement(); err != nil {
				t.Error(err)
			}
		}
		for language, letters := range w.Letters {
			key := string(rune('0'+language)) + letters
			if other, taken := seen[key]; taken {
				t.Errorf("%s is both %s and %s", letters, other, w.Name)
			}
			seen[key] = w.Name
			if found := fairy.Find(language, letters); found == nil || found.Name != w.Name {
				t.Errorf("%s is not found as %s", w.Name, letters)
			}
		}
	}
}

// TestSentences: how a piece moves is said in words where its movement is of a known form.
func TestSentences(t *testing.T) {
	told := 0
	for _, w := range fairy.Catalogue() {
		typ := w.Type()
		if w.Betza != "" && !strings.Contains(typ.Doc, "Betza") {
			told++
		}
	}
	if told < 70 {
		t.Errorf("only %d pieces are told in words", told)
	}
	for letters, want := range map[string]string{
		"G":  "Moves along a queen's lines over the first piece, of either side, to the square just behind it.",
		"RF": "Leaps to the squares 7 away in one direction and 1 in the other, or 5 away diagonally.",
		"PA": "Slides along a rook's lines without capturing; it captures along them over exactly one piece, of " +
			"either side.",
		"RA": "Moves as qmNqcpN in Betza's notation.",
	} {
		if typ := fairy.Find(0, letters).Type(); typ.Doc != want {
			t.Errorf("%s: %s", letters, typ.Doc)
		}
	}
}

// TestPictures: each walk but the pieces of chess has a drawing, and no two have the same.
func TestPictures(t *testing.T) {
	seen := map[string]string{}
	for i, w := range fairy.Catalogue() {
		typ := w.Type()
		const orthodox = 6 // the first walks
		if own := i < orthodox || w.Name == piece.Amazon.Name; own != (typ.Picture == "") {
			t.Errorf("the picture of %s is %q", w.Name, typ.Picture)
		}
		if other := seen[typ.Picture]; other != "" && typ.Picture != "" {
			t.Errorf("%s is drawn as %s", w.Name, other)
		}
		seen[typ.Picture] = w.Name
		name, turn, mark := typ.Drawing()
		if mark != "" && mark != w.Letters[0] || turn%45 != 0 || name == w.Name && typ.Picture != "" {
			t.Errorf("%s is drawn as %s turned by %d degrees, with %q", w.Name, name, turn, mark)
		}
	}
}
