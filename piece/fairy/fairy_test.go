package fairy_test

import (
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
