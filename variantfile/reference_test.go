package variantfile_test

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/variantfile"
)

// TestReference: every table has a section, every key says what it is, and those that the workshop
// edits in their own way are there.
func TestReference(t *testing.T) {
	all := variantfile.Reference()
	paths := map[string]bool{}
	for _, s := range all {
		paths[s.Path] = true
	}
	keys := map[string]string{}
	for _, s := range all {
		for _, f := range s.Fields {
			path := strings.TrimPrefix(s.Path+"."+f.Key, ".")
			keys[path] = f.Kind
			switch {
			case f.Kind == "":
				t.Errorf("%s has no kind", path)
			case f.Doc == "" && s.Path == "":
				t.Errorf("%s says nothing", path)
			case (f.Kind == variantfile.ChoiceField) != (len(f.Choices) > 0) && f.Kind != variantfile.ChoicesField:
				t.Errorf("%s has %d choices", path, len(f.Choices))
			case f.Kind == variantfile.TableField && !paths[path]:
				t.Errorf("%s has no section", path)
			}
		}
	}
	for path, kind := range map[string]string{
		"size": variantfile.SizeField, "pieces": variantfile.TableField, "pieces.betza": variantfile.TextField,
		"pieces.letter": variantfile.LetterField, "castling.king-to": variantfile.NumbersField,
		"promotion.zone": variantfile.RegionField, "drops.active": variantfile.YesField,
		"start.shuffle.allowed": variantfile.ChoicesField, "end.stalemate": variantfile.ChoiceField,
		"start.placement": variantfile.TextField, "army": variantfile.TextsField,
	} {
		if keys[path] != kind {
			t.Errorf("%s is %q, want %q", path, keys[path], kind)
		}
	}
}
