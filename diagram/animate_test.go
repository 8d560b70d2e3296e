package diagram_test

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/piece"
)

// TestGIF: each frame of an animation, put on those before it, is the picture of its diagram; only
// what has changed is written; and a hand that becomes empty does not move the board.
func TestGIF(t *testing.T) {
	size := board.Size{Files: 8, Ranks: 8}
	frame := func(at board.Square, hand ...*piece.Type) *diagram.Diagram {
		d := &diagram.Diagram{Size: size, Pieces: make([]diagram.Piece, size.Area()), Square: 30}
		d.Pieces[at] = diagram.Piece{Type: &piece.Queen, Color: board.Black}
		d.Marks = map[board.Square]diagram.Mark{at: diagram.Last | diagram.Gate}
		d.Hands[0] = hand
		return d
	}
	frames := []*diagram.Diagram{
		frame(size.At(0, 0), &piece.Rook), frame(size.At(1, 0), &piece.Rook),
		frame(size.At(2, 1)), frame(size.At(2, 1)),
	}
	var b bytes.Buffer
	a := diagram.Animation{Frames: frames, Delay: 800 * time.Millisecond, Last: 3 * time.Second}
	if err := a.GIF(&b); err != nil {
		t.Fatal(err)
	}
	written, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(written.Image); n != 4 || written.Delay[0] != 80 || written.Delay[3] != 300 || written.LoopCount != 0 {
		t.Fatalf("%d frames, delays %v, loops %d", n, written.Delay, written.LoopCount)
	}
	if r := written.Image[1].Bounds(); r.Dx() > 70 || r.Dy() > 40 {
		t.Errorf("the second frame changes %v", r)
	}
	if r := written.Image[3].Bounds(); r.Dx() != 1 || r.Dy() != 1 {
		t.Errorf("a frame like the one before changes %v", r)
	}
	paper := image.NewRGBA(image.Rect(0, 0, written.Config.Width, written.Config.Height))
	for i, part := range written.Image {
		for y := part.Rect.Min.Y; y < part.Rect.Max.Y; y++ {
			for x := part.Rect.Min.X; x < part.Rect.Max.X; x++ {
				paper.Set(x, y, part.At(x, y))
			}
		}
		want, err := frames[i].Image()
		if err != nil {
			t.Fatal(err)
		}
		for y := range want.Bounds().Dy() {
			for x := range want.Bounds().Dx() {
				if !near(paper.At(x, y), want.At(x, y)) {
					t.Fatalf("frame %d has %v at %d, %d, not %v", i, paper.At(x, y), x, y, want.At(x, y))
				}
			}
		}
	}
	if err := (diagram.Animation{}).GIF(&b); err == nil {
		t.Error("an animation without frames is written")
	}
}

// near reports whether two colours differ by no more than one edge of a shape from the next.
func near(a, b color.Color) bool {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	off := func(x, y uint32) bool { return max(x, y)-min(x, y) > 48<<8 }
	return !off(r1, r2) && !off(g1, g2) && !off(b1, b2)
}
