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

// layout says where the parts of a picture are.
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

// svg is a picture that is being written.
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
	p.put(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" `+
		`font-family="sans-serif">`+"\n", p.width, p.height, p.width*side/unit, p.height*side/unit)
	if d.Title != "" {
		p.put("<title>%s</title>\n", escape(d.Title))
	}
	p.put("<desc>%s</desc>\n", escape(d.Describe()))
	p.define()
	p.board()
	if !d.NoCoordinates {
		p.coordinates()
	}
	p.pieces()
	p.arrows()
	p.hands()
	for i, note := range d.Notes {
		p.put(`<text x="%d" y="%d" font-size="24">%s</text>`+"\n",
			max(p.left, 8), p.height-p.notes+34*i+20, escape(note))
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

// Describe returns the pieces and their squares in words, "white King e1, …", for screen readers.
func (d *Diagram) Describe() string {
	var parts []string
	for sq := range d.Pieces {
		if pc := d.Pieces[sq]; pc.Type != nil {
			parts = append(parts, pc.name()+" "+d.Size.Name(board.Square(sq)))
		}
	}
	for i, pc := range d.Corners {
		if pc.Type != nil {
			parts = append(parts, pc.name()+" "+cornerNames[i])
		}
	}
	for c, hand := range d.Hands {
		for _, t := range hand {
			parts = append(parts, Piece{t, board.Color(c)}.name()+" in hand")
		}
	}
	if len(parts) == 0 {
		return "an empty board"
	}
	return strings.Join(parts, ", ")
}

// cornerNames are the names of the imaginary squares.
var cornerNames = [4]string{"z0", "i0", "z9", "i9"}

// each calls f for every piece in the picture.
func (d *Diagram) each(f func(Piece)) {
	for _, pc := range d.Pieces {
		f(pc)
	}
	for _, pc := range d.Corners {
		f(pc)
	}
	for _, sq := range squares(d.Ghosts) {
		for _, pc := range d.Ghosts[sq] {
			f(pc)
		}
	}
	for c, hand := range d.Hands {
		for _, t := range hand {
			f(Piece{t, board.Color(c)})
		}
	}
}

// id returns the name of a piece's drawing within the picture.
func (pc Piece) id() string {
	return "piece-" + strings.ReplaceAll(strings.ToLower(pc.name()), " ", "-")
}

// define draws each piece once, to be used by reference.
func (p *svg) define() {
	p.put("<defs>\n")
	done := map[string]bool{}
	p.d.each(func(pc Piece) {
		if pc.Type == nil || done[pc.id()] {
			return
		}
		done[pc.id()] = true
		p.put(`<g id="%s" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">`, escape(pc.id()))
		p.piece(pc)
		p.put("</g>\n")
	})
	p.put("</defs>\n")
}

// colors returns what a piece is filled with, and the colour of lines on it.
func (pc Piece) colors() (fill, ink string) {
	if pc.Color == board.Black {
		return blackFill, lightInk
	}
	return whiteFill, inkColor
}

// piece draws a piece on a field of 100×100.
func (p *svg) piece(pc Piece) {
	fill, ink := pc.colors()
	strokes := drawing(pc.Type)
	if strokes == nil {
		p.put(`<circle cx="50" cy="50" r="38" fill="%s" stroke="%s"/>`, fill, inkColor)
		p.put(`<text x="50" y="68" font-size="52" text-anchor="middle" fill="%s">%s</text>`,
			ink, escape(string(rune(pc.Type.Letter))))
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

// ghostSide is the side of a ghost. ghostPlace returns where the n-th is drawn within its square.
const ghostSide = 36

func ghostPlace(n int) (x, y int) {
	return unit - ghostSide - n%2*(unit-ghostSide), n / 2 % 2 * (unit - ghostSide)
}

// rect draws a rectangle. more are further attributes.
func (p *svg) rect(x, y, width, height int, fill, more string) {
	p.put(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s"%s/>`, x, y, width, height, fill, more)
}

// circle draws a circle in the middle of the square at x and y. style are its other attributes.
func (p *svg) circle(x, y, radius int, style string) {
	p.put(`<circle cx="%d" cy="%d" r="%d" %s/>`+"\n", x+unit/2, y+unit/2, radius, style)
}

// board draws squares and the marks that lie under the pieces. One rectangle is the ground of all
// light squares: where a viewer scales squares to parts of pixels, no gap shows between them and
// the dark ones.
func (p *svg) board() {
	d := p.d
	width, height := d.Size.Files*unit, d.Size.Ranks*unit
	p.rect(p.left, p.top, width, height, lightSquare, "")
	p.put("\n")
	for i := range d.Size.Area() + len(d.Corners) {
		sq := board.Square(i)
		x, y := p.xy(sq)
		if color := d.squareColor(sq); color != lightSquare {
			p.rect(x, y, unit, unit, color, "")
		}
		mark := d.Marks[sq]
		for _, m := range underMarks {
			if mark&m.mark != 0 {
				p.rect(x, y, unit, unit, m.color, ` fill-opacity=".55"`)
			}
		}
		if mark&Gate != 0 {
			bottom := y + unit
			p.put(`<path d="M%d %dL%d %dL%d %dZ" fill="%s" fill-opacity=".8"/>`,
				x+36, bottom, x+50, bottom-13, x+64, bottom, arrowColor)
		}
		p.put("\n")
	}
	p.rect(p.left, p.top, width, height, "none", ` stroke="`+inkColor+`" stroke-width="2"`)
	p.put("\n")
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

// pieces draws the pieces, the ghosts, and the marks that lie over them.
func (p *svg) pieces() {
	d := p.d
	for i := range d.Size.Area() + len(d.Corners) {
		sq := board.Square(i)
		x, y := p.xy(sq)
		pc := d.at(sq)
		if pc.Type != nil {
			p.use(pc, x, y, unit)
		}
		for n, ghost := range d.Ghosts[sq] {
			gx, gy := ghostPlace(n)
			p.put(`<g opacity=".75">`)
			p.use(ghost, x+gx, y+gy, ghostSide)
			p.put("</g>\n")
		}
		if d.Marks[sq]&Reborn != 0 && pc.Type != nil {
			p.circle(x, y, 45, `fill="none" stroke="`+arrowColor+`" stroke-width="5" stroke-dasharray="9 7"`)
		}
		if d.Marks[sq]&Target != 0 {
			if pc.Type == nil {
				p.circle(x, y, 14, `fill="`+arrowColor+`" fill-opacity=".75"`)
			} else {
				p.circle(x, y, 45, `fill="none" stroke="`+arrowColor+`" stroke-opacity=".75" stroke-width="7"`)
			}
		}
	}
}

// use places the drawing of a piece.
func (p *svg) use(pc Piece, x, y, side int) {
	p.put(`<use href="#%s" transform="translate(%d %d)`, escape(pc.id()), x, y)
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
		p.put(`<path transform="translate(%d %d) rotate(%.1f)" d="M18 -6H%.0fV-19L%.0f 0L%.0f 19V6H18Z" `+
			`fill="%s" fill-opacity=".7"/>`+"\n",
			x1+unit/2, y1+unit/2, angle, length-46, length-14, length-46, arrowColor)
	}
}

// arrowOutline returns the outline of an arrow of a length that points to the right.
func arrowOutline(length float64) []point {
	neck, tip := length-46, length-14
	return []point{{18, -6}, {neck, -6}, {neck, -19}, {tip, 0}, {neck, 19}, {neck, 6}, {18, 6}}
}

// eachHeld calls f for the pieces in hand and their places beside the board. Each side has its own
// end of the board.
func (p *layout) eachHeld(f func(pc Piece, x, y int)) {
	d := p.d
	x := p.left + d.Size.Files*unit + 16
	for i, t := range d.Hands[d.above()] {
		f(Piece{t, d.above()}, x, p.top+i*unit)
	}
	bottom := p.top + d.Size.Ranks*unit
	hand := d.Hands[d.below()]
	for i, t := range hand {
		f(Piece{t, d.below()}, x, bottom-(len(hand)-i)*unit)
	}
}

func (p *svg) hands() {
	p.eachHeld(func(pc Piece, x, y int) { p.use(pc, x, y, unit) })
}
