package diagram_test

import (
	"image"
	"image/color"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/piece"
)

// TestImageShowsWhatIsThere: squares have their colours, pieces cover them, and marks
// and arrows change them.
func TestImageShowsWhatIsThere(t *testing.T) {
	size := board.Size{Files: 8, Ranks: 8}
	d := &diagram.Diagram{
		Size: size, Pieces: make([]diagram.Piece, size.Area()), Marks: map[board.Square]diagram.Mark{}, Square: 50,
	}
	e4, a1, h8 := size.At(4, 3), size.At(0, 0), size.At(7, 7)
	d.Pieces[e4] = diagram.Piece{Type: &piece.Queen, Color: board.Black}
	d.Marks[a1] = diagram.Check
	d.Marks[h8] = diagram.Target
	d.Arrows = [][2]board.Square{{size.At(1, 0), size.At(1, 7)}}
	m, err := d.Image()
	if err != nil {
		t.Fatal(err)
	}
	// The board begins at 1, 1: 2 units at half a pixel.
	at := func(sq board.Square, dx, dy int) color.RGBA {
		return color.RGBAModel.Convert(m.At(1+size.File(sq)*50+dx, 1+(7-size.Rank(sq))*50+dy)).(color.RGBA)
	}
	if got, want := m.Bounds(), image.Rect(0, 0, 402, 402); got != want {
		t.Errorf("the picture is %v, want %v", got, want)
	}
	empty := at(size.At(3, 3), 25, 25)
	if queen := at(e4, 25, 38); queen.R > 80 || queen.R == empty.R {
		t.Errorf("on e4 there is %v, not a black queen", queen)
	}
	if checked := at(a1, 25, 25); checked == at(size.At(2, 0), 25, 25) {
		t.Errorf("the check on a1 is not shown: %v", checked)
	}
	if target, corner := at(h8, 25, 25), at(h8, 3, 3); target == corner {
		t.Errorf("the target on h8 is not shown: %v", target)
	}
	if arrow := at(size.At(1, 4), 25, 25); arrow == at(size.At(3, 4), 25, 25) {
		t.Errorf("the arrow over b5 is not shown: %v", arrow)
	}
}

// TestImageDrawsEveryPiece: each piece of the art covers some of its square with ink
// and leaves its corners free.
func TestImageDrawsEveryPiece(t *testing.T) {
	for _, drawn := range []piece.Type{
		piece.King, piece.Queen, piece.Rook, piece.Bishop, piece.Knight, piece.Pawn, piece.Hawk, piece.Elephant,
		{Name: "Stranger", Letter: 'X'},
	} {
		for _, c := range []board.Color{board.White, board.Black} {
			d := &diagram.Diagram{
				Size:          board.Size{Files: 1, Ranks: 1},
				Pieces:        []diagram.Piece{{Type: &drawn, Color: c}},
				NoCoordinates: true,
				Square:        100,
			}
			m, err := d.Image()
			if err != nil {
				t.Fatal(err)
			}
			paper, covered := m.At(5, 5), 0
			for x := 5; x < 98; x++ {
				for y := 5; y < 98; y++ {
					if m.At(x, y) != paper {
						covered++
					}
				}
			}
			if covered < 1200 || covered > 7500 {
				t.Errorf("%s of %s covers %d pixels of its square", drawn.Name, c, covered)
			}
		}
	}
}
