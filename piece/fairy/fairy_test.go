package fairy_test

import (
	"testing"

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
