package diagram

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"slices"
	"time"
)

// Animation is a sequence of diagrams of one game, shown one after the other and again from the start.
type Animation struct {
	Frames []*Diagram
	Delay  time.Duration // of each frame
	Last   time.Duration // of the last frame
}

// mostSamples is about how many frames the colours of an animation are taken from.
const mostSamples = 8

// GIF writes a as an animated GIF. The pictures have their top left corner in common, and the size
// of the largest. The errors are those of Check and of w.
func (a Animation) GIF(w io.Writer) error {
	if len(a.Frames) == 0 {
		return errors.New("an animation has at least one frame")
	}
	size := image.Rectangle{}
	for _, d := range a.Frames {
		if err := d.Check(); err != nil {
			return err
		}
		size = size.Union(d.bounds())
	}
	// Step 1. Choose colours. Most pixels of all frames have the same few.
	colors, err := a.colors()
	if err != nil {
		return err
	}
	// Step 2. Draw each frame, and keep what differs from the frame before.
	out := gif.GIF{Config: image.Config{ColorModel: colors.palette, Width: size.Dx(), Height: size.Dy()}}
	var before *image.Paletted
	for i, d := range a.Frames {
		now, err := colors.frame(d, size)
		if err != nil {
			return err
		}
		part := size
		if before != nil {
			part = difference(before, now)
		}
		delay := a.Delay
		if i == len(a.Frames)-1 {
			delay = a.Last
		}
		out.Image = append(out.Image, cut(now, part))
		out.Delay = append(out.Delay, int(delay/(10*time.Millisecond)))
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		before = now
	}
	return gif.EncodeAll(w, &out)
}

// bounds returns the size of the picture of d, as Image draws it.
func (d *Diagram) bounds() image.Rectangle {
	l, scale := d.layout(), d.scale()
	return image.Rect(0, 0, int(scale*float64(l.width)), int(scale*float64(l.height)))
}

// palette finds the number of the nearest of at most 256 colours.
type palette struct {
	palette color.Palette
	known   map[color.RGBA]uint8
}

// colors returns the colours that most pixels of the frames have.
func (a Animation) colors() (*palette, error) {
	counts := map[color.RGBA]int{}
	for _, d := range a.samples() {
		m, err := d.Image()
		if err != nil {
			return nil, err
		}
		img, ok := m.(*image.RGBA)
		if !ok {
			return nil, fmt.Errorf("a diagram is drawn as %T", m)
		}
		for p := 0; p+3 < len(img.Pix); p += 4 {
			counts[color.RGBA{img.Pix[p], img.Pix[p+1], img.Pix[p+2], 255}]++
		}
	}
	var all []color.RGBA
	for c := range counts {
		all = append(all, c)
	}
	slices.SortFunc(all, func(x, y color.RGBA) int {
		if n := counts[y] - counts[x]; n != 0 {
			return n
		}
		return int(x.R)<<16 + int(x.G)<<8 + int(x.B) - int(y.R)<<16 - int(y.G)<<8 - int(y.B)
	})
	p := &palette{known: map[color.RGBA]uint8{}}
	for _, c := range all[:min(256, len(all))] {
		p.palette = append(p.palette, c)
	}
	return p, nil
}

// samples returns frames from all parts of the animation, with the first one for each kind of mark.
func (a Animation) samples() []*Diagram {
	step := max(1, len(a.Frames)/mostSamples)
	var seen Mark
	var samples []*Diagram
	for i, d := range a.Frames {
		var marks Mark
		for _, m := range d.Marks {
			marks |= m
		}
		if marks&^seen != 0 || (len(a.Frames)-1-i)%step == 0 {
			samples = append(samples, d)
			seen |= marks
		}
	}
	return samples
}

// frame draws a diagram on paper of a size.
func (p *palette) frame(d *Diagram, size image.Rectangle) (*image.Paletted, error) {
	m, err := d.Image()
	if err != nil {
		return nil, err
	}
	paper := image.NewRGBA(size)
	draw.Draw(paper, size, image.NewUniform(shade(d.Style.of(paperTone), 1)), image.Point{}, draw.Src)
	draw.Draw(paper, m.Bounds(), m, image.Point{}, draw.Src)
	out := image.NewPaletted(size, p.palette)
	for i := range out.Pix {
		pixel := paper.Pix[4*i : 4*i+3]
		out.Pix[i] = p.index(color.RGBA{pixel[0], pixel[1], pixel[2], 255})
	}
	return out, nil
}

func (p *palette) index(c color.RGBA) uint8 {
	i, ok := p.known[c]
	if !ok {
		i = uint8(p.palette.Index(c))
		p.known[c] = i
	}
	return i
}

// difference returns the smallest rectangle that has all pixels in which two pictures of one size
// differ, and at least one pixel.
func difference(a, b *image.Paletted) image.Rectangle {
	box := image.Rectangle{}
	width := a.Rect.Dx()
	for i := range a.Pix {
		if a.Pix[i] != b.Pix[i] {
			x, y := i%width, i/width
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	if box.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return box
}

// cut returns a copy of a part of a picture.
func cut(m *image.Paletted, part image.Rectangle) *image.Paletted {
	out := image.NewPaletted(part, m.Palette)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		copy(out.Pix[out.PixOffset(part.Min.X, y):], m.Pix[m.PixOffset(part.Min.X, y):m.PixOffset(part.Max.X-1, y)+1])
	}
	return out
}
