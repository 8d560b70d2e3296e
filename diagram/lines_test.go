package diagram_test

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
)

// TestLinesOfTheBoard: lines are drawn from middle to middle, from either side, with pixels too.
func TestLinesOfTheBoard(t *testing.T) {
	d := &diagram.Diagram{
		Size: board.Size{Files: 3, Ranks: 2}, Lines: [][2]board.Square{{0, 4}, {1, 3}},
		NoCoordinates: true, Square: 100,
	}
	for flip, want := range map[bool][]string{
		false: {`"M52 152L152 52"`, `"M152 152L52 52"`}, true: {`"M252 52L152 152"`, `"M152 52L252 152"`},
	} {
		d.Flip = flip
		var b strings.Builder
		if err := d.SVG(&b); err != nil {
			t.Fatal(err)
		}
		for _, path := range want {
			if !strings.Contains(b.String(), path) {
				t.Errorf("the picture lacks the line %s: %s", path, b.String())
			}
		}
	}
	d.Flip = false
	m, err := d.Image()
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range [][2]int{{77, 127}, {127, 77}, {77, 77}, {127, 127}} { // the quarters of both lines
		if m.At(at[0], at[1]) == m.At(at[0]+12, at[1]) {
			t.Errorf("there is no line at %v", at)
		}
	}
	if m.At(227, 77) != m.At(239, 77) {
		t.Error("there is a line where none should be")
	}
}
