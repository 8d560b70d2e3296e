package picture_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/picture"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// picturesIn returns the bounds of a picture and those of its pieces.
func picturesIn(t *testing.T, d *diagram.Diagram) (whole image.Rectangle, pieces []image.Rectangle) {
	t.Helper()
	var b strings.Builder
	if err := d.SVG(&b); err != nil {
		t.Fatal(err)
	}
	dec := xml.NewDecoder(strings.NewReader(b.String()))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return whole, pieces
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range start.Attr {
			var x, y int
			switch {
			case a.Name.Local == "viewBox":
				if _, err := fmt.Sscanf(a.Value, "0 0 %d %d", &x, &y); err != nil {
					t.Fatal(err)
				}
				whole = image.Rect(0, 0, x, y)
			case start.Name.Local == "use" && a.Name.Local == "transform":
				if _, err := fmt.Sscanf(a.Value, "translate(%d %d)", &x, &y); err != nil {
					t.Fatalf("%s: %v", a.Value, err)
				}
				pieces = append(pieces, image.Rect(x, y, x+100, y+100))
			}
		}
	}
}

// checkPlaces fails if pieces overlap or leave the picture, from either side, or if their number is
// not that of the pieces on the board and the types in hand.
func checkPlaces(t *testing.T, d *diagram.Diagram) {
	t.Helper()
	want := 0
	for _, pc := range slices.Concat(d.Pieces, d.Corners) {
		if pc.Type != nil {
			want++
		}
	}
	for _, hand := range d.Hands {
		types := map[*piece.Type]bool{}
		for _, held := range hand {
			types[held] = true
		}
		want += len(types)
	}
	for _, d.Flip = range []bool{false, true} {
		whole, pieces := picturesIn(t, d)
		if len(pieces) != want {
			t.Errorf("%d pieces are drawn, want %d", len(pieces), want)
		}
		for i, a := range pieces {
			if !a.In(whole) {
				t.Errorf("the piece at %v is outside of the picture %v", a.Min, whole)
			}
			for _, b := range pieces[:i] {
				if a.Overlaps(b) {
					t.Errorf("the pieces at %v and %v overlap", a.Min, b.Min)
				}
			}
		}
	}
}

// TestPiecesOfStartsDoNotOverlap: in the starting positions of all games with pieces in hand.
func TestPiecesOfStartsDoNotOverlap(t *testing.T) {
	games := map[string]bool{}
	for _, v := range slices.Concat(rules.All(), rules.Catalogue()) {
		s, err := v.StartSetup(rules.StartOptions{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		d := picture.OfSetup(v, s)
		if len(d.Hands[0])+len(d.Hands[1])+len(d.Corners) == 0 {
			continue
		}
		games[v.ID] = true
		t.Run(v.ID, func(t *testing.T) { checkPlaces(t, d) })
	}
	for _, id := range []string{"seirawan", "siceirawan", "sittuyin"} {
		if !games[id] {
			t.Errorf("%s is not drawn", id)
		}
	}
}

// TestPiecesInFullHandsDoNotOverlap: both sides hold some of each type that may be in hand.
func TestPiecesInFullHandsDoNotOverlap(t *testing.T) {
	games := map[string]bool{}
	for _, v := range slices.Concat(rules.All(), rules.Catalogue()) {
		if !v.Drops.Active {
			continue
		}
		s, err := v.StartSetup(rules.StartOptions{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for c := range s.Hand {
			for i := range v.Army {
				if v.HandTypes()>>i&1 != 0 {
					s.Hand[c][i+1] = uint8(1 + i)
				}
			}
		}
		games[v.ID] = true
		t.Run(v.ID, func(t *testing.T) { checkPlaces(t, picture.OfSetup(v, s)) })
	}
	for _, id := range []string{"crazyhouse", "shogi", "shouse"} {
		if !games[id] {
			t.Errorf("%s is not drawn", id)
		}
	}
}

// TestPiecesInHandOfAnyBoard: on boards of any size, with up to 16 types in hand.
func TestPiecesInHandOfAnyBoard(t *testing.T) {
	types := make([]piece.Type, 16)
	for i := range types {
		types[i] = piece.Type{Name: fmt.Sprint("Piece ", i), Letter: byte('A' + i)}
	}
	for ranks := 1; ranks <= 16; ranks++ {
		for n := range len(types) + 1 {
			d := &diagram.Diagram{Size: board.Size{Files: 3, Ranks: ranks}, Notes: []string{"a note"}}
			for i := range d.Size.Area() {
				d.Pieces = append(d.Pieces, diagram.Piece{Type: &types[i%len(types)]})
			}
			if n%2 == 1 {
				d.Corners = slices.Repeat([]diagram.Piece{{Type: &types[0]}}, 4)
			}
			for i := range n {
				d.Hands[0] = append(d.Hands[0], &types[i], &types[i])
				d.Hands[1] = append(d.Hands[1], &types[len(types)-1-i])
			}
			checkPlaces(t, d)
		}
	}
}
