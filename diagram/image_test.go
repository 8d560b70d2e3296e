package diagram_test

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
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

// squareOf returns the picture of one piece, 100 pixels wide and within a frame of two units.
func squareOf(t *testing.T, pc diagram.Piece) image.Image {
	t.Helper()
	d := &diagram.Diagram{
		Size: board.Size{Files: 1, Ranks: 1}, Pieces: []diagram.Piece{pc}, NoCoordinates: true, Square: 100,
	}
	m, err := d.Image()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// alike reports whether two colours differ by no more than what drawing in another order rounds.
func alike(a, b color.Color) bool {
	r, g, blue, _ := a.RGBA()
	r2, g2, blue2, _ := b.RGBA()
	far := func(a, b uint32) bool { return max(a, b)-min(a, b) > 0x3000 }
	return !far(r, r2) && !far(g, g2) && !far(blue, blue2)
}

// TestImageTurns: what a piece turned by 180 degrees shows is what the piece shows, seen from the
// other side, and a piece turned four times by 90 degrees shows the same from all sides.
func TestImageTurns(t *testing.T) {
	rook := diagram.Piece{Type: &piece.Rook}
	upright := squareOf(t, rook)
	at := map[int]func(x, y int) (int, int){
		90:  func(x, y int) (int, int) { return 103 - y, x },
		180: func(x, y int) (int, int) { return 103 - x, 103 - y },
		270: func(x, y int) (int, int) { return y, 103 - x },
	}
	for turn, to := range at {
		turned := squareOf(t, diagram.Piece{Type: &piece.Type{Name: "Other", Picture: fmt.Sprintf("Rook %d", turn)}})
		differ := 0
		for x := range 104 {
			for y := range 104 {
				if tx, ty := to(x, y); !alike(upright.At(x, y), turned.At(tx, ty)) {
					differ++
				}
			}
		}
		if differ > 60 { // along the edges
			t.Errorf("turned by %d degrees, %d pixels differ", turn, differ)
		}
	}
}

// TestImageMarks: the letters beside a drawing are at its lower right, and nowhere else.
func TestImageMarks(t *testing.T) {
	bare := squareOf(t, diagram.Piece{Type: &piece.Type{Name: "A", Picture: "Rook 180"}})
	marked := squareOf(t, diagram.Piece{Type: &piece.Type{Name: "A", Picture: "Rook 180 RH"}})
	differ := 0
	for x := range 104 {
		for y := range 104 {
			if bare.At(x, y) == marked.At(x, y) {
				continue
			}
			if differ++; x < 40 || y < 60 {
				t.Fatalf("pixel %d,%d differs", x, y)
			}
		}
	}
	if differ < 300 {
		t.Errorf("the letters cover %d pixels", differ)
	}
}

// TestImageOfNeutralPieces: the left half of a neutral piece is white, the right half black.
func TestImageOfNeutralPieces(t *testing.T) {
	neutral := squareOf(t, diagram.Piece{Type: &piece.Queen, Neutral: true})
	white := squareOf(t, diagram.Piece{Type: &piece.Queen})
	black := squareOf(t, diagram.Piece{Type: &piece.Queen, Color: board.Black})
	for x := range 104 {
		for y := range 104 {
			want := white
			if x >= 52 {
				want = black
			}
			if !alike(neutral.At(x, y), want.At(x, y)) {
				t.Fatalf("pixel %d,%d is %v, not %v", x, y, neutral.At(x, y), want.At(x, y))
			}
		}
	}
}

// TestImageCountsPiecesInHand: a count stands at the upper right of a piece in hand, in the SVG too,
// and a single piece has none.
func TestImageCountsPiecesInHand(t *testing.T) {
	drawn := func(n int) (image.Image, string) {
		d := &diagram.Diagram{Size: board.Size{Files: 2, Ranks: 2}, Square: 100}
		d.Hands[board.White] = slices.Repeat([]*piece.Type{&piece.Pawn}, n)
		m, err := d.Image()
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := d.SVG(&b); err != nil {
			t.Fatal(err)
		}
		return m, b.String()
	}
	one, text := drawn(1)
	if strings.Contains(text, `font-weight="600" text-anchor="middle"`) {
		t.Error("a single piece is counted")
	}
	twelve, text := drawn(12)
	if !strings.Contains(text, ">12</text>") {
		t.Error("twelve pieces are not counted")
	}
	// The board is 200 pixels wide within a frame of two, and the pieces in hand begin 16 beside it.
	place := image.Rect(218, 102, 318, 202)
	corner := image.Rect(268, 102, 318, 142)
	if one.Bounds() != twelve.Bounds() || !place.In(one.Bounds()) {
		t.Fatalf("the pictures are %v and %v", one.Bounds(), twelve.Bounds())
	}
	differ := 0
	for x := range one.Bounds().Dx() {
		for y := range one.Bounds().Dy() {
			if one.At(x, y) == twelve.At(x, y) {
				continue
			}
			if differ++; !(image.Point{x, y}).In(corner) {
				t.Fatalf("pixel %d,%d differs", x, y)
			}
		}
	}
	if differ < 600 {
		t.Errorf("the count covers %d pixels", differ)
	}
}
