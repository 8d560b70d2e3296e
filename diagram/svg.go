package diagram

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/kirke-chess/kirke/board"
)

// Colours, and the side of a square in the units of the picture.
const (
	unit = 100

	lightSquare = "#eed9b7"
	darkSquare  = "#b58b64"
	outerSquare = "#d9d3c7"
	lastColor   = "#e8c520"
	checkColor  = "#d8301f"
	brightColor = "#5d9bd8"
	arrowColor  = "#2f6f3a"
	inkColor    = "#111"
	lightInk    = "#eee"
	whiteFill   = "#fff"
	blackFill   = "#333"
)

// layout is where the parts of a picture stand.
type layout struct {
	d             *Diagram
	left, top     int // of the board
	right, foot   int // beyond the board
	notes         int // the height of the notes
	width, height int
}

func (d *Diagram) layout() layout {
	l := layout{d: d, left: 2, top: 2, right: 2, foot: 2, notes: 34 * len(d.Notes)}
	if !d.NoCoordinates {
		l.left, l.foot = 34, 34
	}
	if d.Corners != nil {
		l.left, l.top, l.right, l.foot = unit, unit, unit, unit
	}
	if len(d.Hands[0])+len(d.Hands[1]) > 0 {
		l.right = max(l.right, unit+16)
	}
	l.width = l.left + d.Size.Files*unit + l.right
	l.height = l.top + d.Size.Ranks*unit + l.foot + l.notes
	return l
}

// svg is a picture in the making.
type svg struct {
	bytes.Buffer
	layout
}

func (p *svg) put(format string, args ...any) { fmt.Fprintf(&p.Buffer, format, args...) }

// SVG draws d as a picture that stands alone. The errors are those of Check and
// of w.
func (d *Diagram) SVG(w io.Writer) error {
	if err := d.Check(); err != nil {
		return err
	}
	p := &svg{layout: d.layout()}
	side := d.Square
	if side == 0 {
		side = 45
	}
	p.put(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" font-family="sans-serif">`+"\n",
		p.width, p.height, p.width*side/unit, p.height*side/unit)
	if d.Title != "" {
		p.put("<title>%s</title>\n", escape(d.Title))
	}
	p.put("<desc>%s</desc>\n", escape(d.Describe()))
	p.define()
	p.board()
	if !d.NoCoordinates {
		p.coordinates()
	}
	p.men()
	p.arrows()
	p.hands()
	for i, note := range d.Notes {
		p.put(`<text x="%d" y="%d" font-size="24">%s</text>`+"\n", max(p.left, 8), p.height-p.notes+34*i+20, escape(note))
	}
	p.put("</svg>\n")
	_, err := p.WriteTo(w)
	return err
}

// escape makes text safe within XML.
func escape(text string) string {
	var b strings.Builder
	// A strings.Builder takes every write.
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}

// Describe returns the men and where they stand in words, "white King e1, …",
// as a screen reader says them.
func (d *Diagram) Describe() string {
	var parts []string
	for sq := range d.Men {
		if m := d.Men[sq]; m.Type != nil {
			parts = append(parts, m.name()+" "+d.Size.Name(board.Square(sq)))
		}
	}
	for i, m := range d.Corners {
		if m.Type != nil {
			parts = append(parts, m.name()+" "+cornerNames[i])
		}
	}
	for c, hand := range d.Hands {
		for _, t := range hand {
			parts = append(parts, Man{t, board.Color(c)}.name()+" in hand")
		}
	}
	if len(parts) == 0 {
		return "an empty board"
	}
	return strings.Join(parts, ", ")
}

// cornerNames are the names of the imaginary squares.
var cornerNames = [4]string{"z0", "i0", "z9", "i9"}

// each calls f for every man in the picture.
func (d *Diagram) each(f func(Man)) {
	for _, m := range d.Men {
		f(m)
	}
	for _, m := range d.Corners {
		f(m)
	}
	for _, sq := range squares(d.Ghosts) {
		for _, m := range d.Ghosts[sq] {
			f(m)
		}
	}
	for c, hand := range d.Hands {
		for _, t := range hand {
			f(Man{t, board.Color(c)})
		}
	}
}

// id returns the name of a man's drawing within the picture.
func (m Man) id() string {
	return "man-" + strings.ReplaceAll(strings.ToLower(m.name()), " ", "-")
}

// define draws each man once, to be used by reference.
func (p *svg) define() {
	p.put("<defs>\n")
	done := map[string]bool{}
	p.d.each(func(m Man) {
		if m.Type == nil || done[m.id()] {
			return
		}
		done[m.id()] = true
		p.put(`<g id="%s" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">`, escape(m.id()))
		p.man(m)
		p.put("</g>\n")
	})
	p.put("</defs>\n")
}

// colors returns what a man is filled with, and the colour of lines on it.
func (m Man) colors() (fill, ink string) {
	if m.Color == board.Black {
		return blackFill, lightInk
	}
	return whiteFill, inkColor
}

// man draws a man on a field of 100×100.
func (p *svg) man(m Man) {
	fill, ink := m.colors()
	strokes := drawing(m.Type)
	if strokes == nil {
		p.put(`<circle cx="50" cy="50" r="38" fill="%s" stroke="%s"/>`, fill, inkColor)
		p.put(`<text x="50" y="68" font-size="52" text-anchor="middle" fill="%s">%s</text>`, ink, escape(string(rune(m.Type.Letter))))
	}
	for _, s := range strokes {
		switch s.ink {
		case body:
			p.put(`<path d="%s" fill="%s" stroke="%s"/>`, s.path, fill, inkColor)
		case line:
			p.put(`<path d="%s" fill="none" stroke="%s"/>`, s.path, ink)
		case spot:
			p.put(`<path d="%s" fill="%s"/>`, s.path, ink)
		}
	}
}

// xy returns the top left of a square in the picture.
func (p *layout) xy(sq board.Square) (x, y int) {
	col, row := p.d.place(sq)
	return p.left + col*unit, p.top + row*unit
}

// squareColor returns the colour of an empty square.
func (d *Diagram) squareColor(sq board.Square) string {
	switch {
	case !d.Size.Contains(sq):
		return outerSquare
	case d.Size.Dark(sq):
		return darkSquare
	}
	return lightSquare
}

// underMarks are the marks that colour a square.
var underMarks = []struct {
	mark  Mark
	color string
}{{Last, lastColor}, {Highlight, brightColor}, {Check, checkColor}}

// ghostSide is how large a ghost is drawn, and ghostPlace where on its square the
// n-th stands.
const ghostSide = 36

func ghostPlace(n int) (x, y int) {
	return unit - ghostSide - n%2*(unit-ghostSide), n / 2 % 2 * (unit - ghostSide)
}

// board draws squares and the marks that lie under the men. Light squares are what the dark ones leave of one
// ground: where a viewer scales squares to parts of pixels, nothing shows between the two.
func (p *svg) board() {
	d := p.d
	p.put(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", p.left, p.top, d.Size.Files*unit, d.Size.Ranks*unit, lightSquare)
	for i := range d.Size.Area() + len(d.Corners) {
		sq := board.Square(i)
		x, y := p.xy(sq)
		if color := d.squareColor(sq); color != lightSquare {
			p.put(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, x, y, unit, unit, color)
		}
		mark := d.Marks[sq]
		for _, m := range underMarks {
			if mark&m.mark != 0 {
				p.put(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s" fill-opacity=".55"/>`, x, y, unit, unit, m.color)
			}
		}
		if mark&Gate != 0 {
			bottom := y + unit
			p.put(`<path d="M%d %dL%d %dL%d %dZ" fill="%s" fill-opacity=".8"/>`, x+36, bottom, x+50, bottom-13, x+64, bottom, arrowColor)
		}
		p.put("\n")
	}
	p.put(`<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="%s" stroke-width="2"/>`+"\n",
		p.left, p.top, d.Size.Files*unit, d.Size.Ranks*unit, inkColor)
}

func (p *svg) coordinates() {
	d := p.d
	p.put(`<g font-size="24" text-anchor="middle" fill="#444">` + "\n")
	bottom := p.top + d.Size.Ranks*unit
	for col := range d.Size.Files {
		sq := d.cell(col, d.Size.Ranks-1)
		p.put(`<text x="%d" y="%d">%s</text>`, p.left+col*unit+unit/2, bottom+26, board.FileName(d.Size.File(sq)))
	}
	for row := range d.Size.Ranks {
		sq := d.cell(0, row)
		p.put(`<text x="%d" y="%d">%d</text>`, p.left-17, p.top+row*unit+unit/2+9, d.Size.Rank(sq)+1)
	}
	p.put("\n</g>\n")
}

// men draws the men, the ghosts, and the marks that lie over them.
func (p *svg) men() {
	d := p.d
	for i := range d.Size.Area() + len(d.Corners) {
		sq := board.Square(i)
		x, y := p.xy(sq)
		m := d.at(sq)
		if m.Type != nil {
			p.use(m, x, y, unit)
		}
		for n, ghost := range d.Ghosts[sq] {
			gx, gy := ghostPlace(n)
			p.put(`<g opacity=".75">`)
			p.use(ghost, x+gx, y+gy, ghostSide)
			p.put("</g>\n")
		}
		if d.Marks[sq]&Reborn != 0 && m.Type != nil {
			p.put(`<circle cx="%d" cy="%d" r="45" fill="none" stroke="%s" stroke-width="5" stroke-dasharray="9 7"/>`+"\n", x+unit/2, y+unit/2, arrowColor)
		}
		if d.Marks[sq]&Target != 0 {
			if m.Type == nil {
				p.put(`<circle cx="%d" cy="%d" r="14" fill="%s" fill-opacity=".75"/>`+"\n", x+unit/2, y+unit/2, arrowColor)
			} else {
				p.put(`<circle cx="%d" cy="%d" r="45" fill="none" stroke="%s" stroke-opacity=".75" stroke-width="7"/>`+"\n", x+unit/2, y+unit/2, arrowColor)
			}
		}
	}
}

// use places a man's drawing.
func (p *svg) use(m Man, x, y, side int) {
	p.put(`<use href="#%s" transform="translate(%d %d)`, escape(m.id()), x, y)
	if side != unit {
		p.put(` scale(%.2f)`, float64(side)/unit)
	}
	p.put(`"/>` + "\n")
}

func (p *svg) arrows() {
	for _, a := range p.d.Arrows {
		x1, y1 := p.xy(a[0])
		x2, y2 := p.xy(a[1])
		dx, dy := float64(x2-x1), float64(y2-y1)
		length := math.Hypot(dx, dy)
		if length == 0 {
			continue
		}
		angle := math.Atan2(dy, dx) * 180 / math.Pi
		p.put(`<path transform="translate(%d %d) rotate(%.1f)" d="M18 -6H%.0fV-19L%.0f 0L%.0f 19V6H18Z" fill="%s" fill-opacity=".7"/>`+"\n",
			x1+unit/2, y1+unit/2, angle, length-46, length-14, length-46, arrowColor)
	}
}

// arrowOutline returns an arrow of a length that points to the right.
func arrowOutline(length float64) []point {
	return []point{{18, -6}, {length - 46, -6}, {length - 46, -19}, {length - 14, 0}, {length - 46, 19}, {length - 46, 6}, {18, 6}}
}

// eachHeld calls f for the men in hand and their places beside the board, each
// side's at its own end.
func (p *layout) eachHeld(f func(m Man, x, y int)) {
	d := p.d
	x := p.left + d.Size.Files*unit + 16
	for i, t := range d.Hands[d.above()] {
		f(Man{t, d.above()}, x, p.top+i*unit)
	}
	bottom := p.top + d.Size.Ranks*unit
	hand := d.Hands[d.below()]
	for i, t := range hand {
		f(Man{t, d.below()}, x, bottom-(len(hand)-i)*unit)
	}
}

func (p *svg) hands() {
	p.eachHeld(func(m Man, x, y int) { p.use(m, x, y, unit) })
}
