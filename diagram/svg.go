package diagram

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/board"
)

// unit is the side of a square in the units of the picture.
const unit = 100

// Colours that no board changes.
const (
	brightColor = "#5d9bd8" // highlights
	arrowColor  = "#15781b"
	inkColor    = "#111"
)

// layout says where the parts of a picture are.
type layout struct {
	d             *Diagram
	left, top     int      // of the board
	right, foot   int      // beyond the board
	beside        int      // where the place for the pieces in hand begins
	notes         []string // the lines of the notes
	notesTop      int      // where they begin
	width, height int
}

func (d *Diagram) layout() layout {
	l := layout{d: d, left: 2, top: 2, right: 2, foot: 2}
	if d.Corners != nil {
		l.left, l.top, l.right, l.foot = unit, unit, unit, unit
	}
	l.beside = l.left + d.Size.Files*unit
	if d.Corners != nil {
		l.beside += unit
	}
	handWidth, handHeight := d.handSize()
	l.right = max(l.right, l.beside+handWidth-l.left-d.Size.Files*unit)
	l.foot = max(l.foot, handHeight-d.Size.Ranks*unit)
	l.width = l.left + d.Size.Files*unit + l.right
	l.notesTop = l.top + d.Size.Ranks*unit + l.foot
	for _, note := range d.Notes {
		l.notes = append(l.notes, wrapped(note, (l.width-2*l.margin())/noteLetter)...)
	}
	l.height = l.notesTop + noteLine*len(l.notes)
	return l
}

// The size of the letters of notes, the height of their lines, and the width of a letter, which wide fonts
// keep to in the mean.
const (
	noteSize   = 24
	noteLine   = 34
	noteLetter = 14
)

// margin returns where the notes begin from the left.
func (p *layout) margin() int { return max(p.left, 8) }

// wrapped returns text in lines of a number of letters at most, longer words excepted.
func wrapped(text string, letters int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= letters:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	return append(lines, line)
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
	p.pieces()
	if !d.NoCoordinates {
		p.coordinates()
	}
	p.arrows()
	p.hands()
	for i, note := range p.notes {
		p.put(`<text x="%d" y="%d" font-size="%d" %s>%s</text>`+"\n",
			p.margin(), p.notesTop+noteLine*i+noteSize, noteSize, p.paint("words"), escape(note))
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
		for _, h := range counted(hand) {
			text := Piece{Type: h.Type, Color: board.Color(c)}.name() + " in hand"
			if h.count > 1 {
				text += fmt.Sprintf(" (%d)", h.count)
			}
			parts = append(parts, text)
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
			f(Piece{Type: t, Color: board.Color(c)})
		}
	}
}

// id returns the name of a piece's drawing within the picture.
func (pc Piece) id() string {
	return "piece-" + strings.ReplaceAll(strings.ToLower(pc.name()), " ", "-")
}

// tones returns the colours of the picture by the names that an SVG in the theme "system" gives
// them.
func (d *Diagram) tones() map[string]Tone {
	b := d.Style.board()
	return map[string]Tone{
		"light": b.LightSquare, "dark": b.DarkSquare, "outer": b.Outer, "accent": b.Accent, "last": lastTone,
		"on-light": b.OnLight, "on-dark": b.OnDark, "on-outer": b.OnOuter, "words": wordsTone,
	}
}

// color returns a colour of the picture as SVG writes it.
func (p *svg) color(name string) string {
	t := p.d.tones()[name]
	if p.d.Style.Theme == "system" {
		return "var(--" + name + "," + t.Light + ")"
	}
	return p.d.Style.of(t)
}

// paint returns the attributes that fill something with a colour of the picture.
func (p *svg) paint(name string) string {
	color := p.color(name)
	if len(color) == len("#rrggbbaa") && color[0] == '#' { // not all readers of SVG know this notation
		_, opacity := solid(color)
		return fmt.Sprintf(`fill="%s" fill-opacity="%.2f"`, color[:7], opacity)
	}
	return `fill="` + color + `"`
}

// define writes the colours that follow the reader's system, and draws each piece once, to be used
// by reference.
func (p *svg) define() {
	p.put("<defs>\n")
	if p.d.Style.Theme == "system" {
		tones := p.d.tones()
		p.put("<style>@media (prefers-color-scheme: dark){:root{")
		for _, name := range slices.Sorted(maps.Keys(tones)) {
			p.put("--%s:%s;", name, tones[name].Dark)
		}
		p.put("}}</style>\n")
	}
	p.put(`<radialGradient id="check" r=".707"><stop offset=".2" stop-color="%[1]s"/>`+
		`<stop offset=".6" stop-color="%[1]s" stop-opacity=".45"/>`+
		`<stop offset=".78" stop-color="%[1]s" stop-opacity="0"/></radialGradient>`+"\n", checkTone.Light)
	done := map[string]bool{}
	p.d.each(func(pc Piece) {
		if pc.Type == nil || done[pc.id()] {
			return
		}
		done[pc.id()] = true
		p.put(`<g id="%s" stroke-linejoin="round" stroke-linecap="round">`, escape(pc.id()))
		p.piece(pc)
		p.put("</g>\n")
	})
	p.put("</defs>\n")
}

// strokes returns the paths of a piece in a style, and their colours by ink. Without a drawing the
// path is a disc, and text the letter on it.
func (s Style) strokes(pc Piece) (strokes []stroke, inks map[ink]Paint, text string) {
	side := 0
	if pc.Color == board.Black {
		side = 1
	}
	set := s.pieces()
	strokes = drawing(pc.Type, set)
	if strokes == nil {
		return []stroke{{body, disc}}, paints[Classic][side], letter(pc.Type)
	}
	return strokes, paintsOf(set)[side], ""
}

// piece draws a piece on a field of 100×100.
func (p *svg) piece(pc Piece) {
	if pc.Neutral {
		white, black := pc.halves()
		p.piece(white)
		p.put(`<svg x="50" width="50" height="100" viewBox="50 0 50 100">`)
		p.piece(black)
		p.put("</svg>")
		return
	}
	strokes, inks, text := p.d.Style.strokes(pc)
	_, turn, mark := pc.Type.Drawing()
	if text != "" {
		turn, mark = 0, ""
	}
	if turn != 0 {
		p.put(`<g transform="translate(50 50) rotate(%d) scale(%g) translate(-50 -50)">`, turn, turnedScale(turn))
	}
	for _, s := range strokes {
		paint, ok := inks[s.ink]
		if !ok {
			continue
		}
		p.put(`<path d="%s" fill="%s"`, s.path, cmp.Or(paint.Fill, "none"))
		if paint.Stroke != "" {
			p.put(` stroke="%s" stroke-width="%g"`, paint.Stroke, paint.Width)
		}
		p.put("/>")
	}
	if turn != 0 {
		p.put("</g>")
	}
	if text != "" {
		p.put(`<text x="50" y="%g" font-size="%g" font-weight="600" text-anchor="middle" fill="%s">%s</text>`,
			50+letterSize(text)/3, letterSize(text), inks[spot].Fill, escape(text))
	}
	if mark != "" {
		p.put(`<path d="%s" fill="#fff" stroke="#111" stroke-width="2"/>`, markGround(mark))
		p.put(`<text x="%g" y="%d" font-size="%d" font-weight="600" text-anchor="middle" fill="#111">%s</text>`,
			markMiddle(mark), markBase, markSize, escape(mark))
	}
}

// xy returns the top left of a square in the picture.
func (p *layout) xy(sq board.Square) (x, y int) {
	col, row := p.d.place(sq)
	return p.left + col*unit, p.top + row*unit
}

// ground returns the name of the colour of an empty square.
func (d *Diagram) ground(sq board.Square) string {
	switch {
	case !d.Size.Contains(sq):
		return "outer"
	case d.Size.Dark(sq):
		return "dark"
	}
	return "light"
}

// The outlines of marked squares.
const (
	lastLine  = 4
	checkLine = 7
)

// gate is the bar of a square where a piece can be gated, at the lower end of the square. farGate
// is at the upper end.
const (
	gate    = "M20 100V96Q20 93 24 93H76Q80 93 80 96V100Z"
	farGate = "M20 0V4Q20 7 24 7H76Q80 7 80 4V0Z"
)

// gateOn returns the bar of a square: it is at the edge of the board.
func (d *Diagram) gateOn(sq board.Square) string {
	if _, row := d.place(sq); row < d.Size.Ranks/2 {
		return farGate
	}
	return gate
}

// ghostSide is the side of a ghost. ghostPlace returns where the n-th is drawn within its square.
const ghostSide = 36

func ghostPlace(n int) (x, y int) {
	return unit - ghostSide - n%2*(unit-ghostSide), n / 2 % 2 * (unit - ghostSide)
}

// rect draws a rectangle. paint are its other attributes.
func (p *svg) rect(x, y, width, height int, paint string) {
	p.put(`<rect x="%d" y="%d" width="%d" height="%d" %s/>`, x, y, width, height, paint)
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
	p.rect(p.left, p.top, width, height, p.paint("light"))
	p.put("\n")
	for i := range d.Size.Area() + len(d.Corners) {
		sq := board.Square(i)
		x, y := p.xy(sq)
		switch ground := d.ground(sq); ground {
		case "dark":
			p.rect(x, y, unit, unit, p.paint(ground))
		case "outer":
			p.rect(x, y, unit, unit, p.paint(ground)+` rx="12"`)
		}
		p.marks(sq, x, y)
		p.put("\n")
	}
	p.lines()
	p.rect(p.left, p.top, width, height, `fill="none" stroke="`+inkColor+`" stroke-width="2"`)
	p.put("\n")
}

// lineWidth is the width of the lines of a board.
const lineWidth = 3

// lines draws the lines of the board, each in the colour of the coordinates on the ground of its start.
func (p *svg) lines() {
	for _, ground := range []string{"light", "dark"} {
		if path := p.linesOn(ground); path != "" {
			p.put(`<path d="%s" fill="none" stroke="%s" stroke-width="%d" stroke-linecap="round"/>`+"\n",
				path, p.color("on-"+ground), lineWidth)
		}
	}
}

// linesOn returns the path of the lines that start on a ground.
func (p *layout) linesOn(ground string) string {
	var b strings.Builder
	for _, l := range p.d.Lines {
		if p.d.ground(l[0]) != ground {
			continue
		}
		x1, y1 := p.xy(l[0])
		x2, y2 := p.xy(l[1])
		fmt.Fprintf(&b, "M%d %dL%d %d", x1+unit/2, y1+unit/2, x2+unit/2, y2+unit/2)
	}
	return b.String()
}

// marks draws the marks below the piece of a square.
func (p *svg) marks(sq board.Square, x, y int) {
	mark := p.d.Marks[sq]
	frame := func(width int) {
		p.put(`<rect x="%g" y="%g" width="%d" height="%d" fill="none" stroke="%s" stroke-width="%d"/>`,
			float64(x)+float64(width)/2, float64(y)+float64(width)/2, unit-width, unit-width, p.color("accent"), width)
	}
	if mark&Last != 0 {
		p.rect(x, y, unit, unit, p.paint("last"))
		frame(lastLine)
	}
	if mark&Highlight != 0 {
		p.rect(x, y, unit, unit, `fill="`+brightColor+`" fill-opacity=".55"`)
	}
	if mark&Check != 0 {
		p.rect(x, y, unit, unit, `fill="url(#check)"`)
		frame(checkLine)
	}
	if mark&Gate != 0 {
		p.put(`<path transform="translate(%d %d)" d="%s" %s/>`, x, y, p.d.gateOn(sq), p.paint("accent"))
	}
}

// label is a coordinate, written into the corner of a square.
type label struct {
	text   string
	ground string // of its square
	x, y   int    // where its baseline begins, or ends for those below
	below  bool   // it stands in the lower right corner of its square
}

// labels returns the coordinates: ranks at the left, files below, and the names of the imaginary
// squares.
func (p *layout) labels() []label {
	d := p.d
	var all []label
	add := func(sq board.Square, text string, below bool) {
		x, y := p.xy(sq)
		l := label{text: text, ground: d.ground(sq), x: x + 4, y: y + 20}
		if below {
			l.x, l.y, l.below = x+unit-4, y+unit-6, true
		}
		all = append(all, l)
	}
	for row := range d.Size.Ranks {
		sq := d.cell(0, row)
		add(sq, strconv.Itoa(d.Size.Rank(sq)+1), false)
	}
	for col := range d.Size.Files {
		sq := d.cell(col, d.Size.Ranks-1)
		add(sq, board.FileName(d.Size.File(sq)), true)
	}
	for i := range d.Corners {
		add(board.Square(d.Size.Area()+i), cornerNames[i], false)
	}
	return all
}

// labelSize is the size of the letters of coordinates.
const labelSize = 20

func (p *svg) coordinates() {
	p.put(`<g font-size="%d" font-weight="600">`+"\n", labelSize)
	for _, l := range p.labels() {
		anchor := ""
		if l.below {
			anchor = ` text-anchor="end"`
		}
		p.put(`<text x="%d" y="%d"%s %s>%s</text>`, l.x, l.y, anchor, p.paint("on-"+l.ground), l.text)
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
			p.circle(x, y, 45, `fill="none" stroke="`+p.color("accent")+`" stroke-width="6" stroke-dasharray="10 8"`)
		}
		if d.Marks[sq]&Target != 0 {
			if pc.Type == nil {
				p.circle(x, y, 14, p.paint("accent"))
			} else {
				p.circle(x, y, 44, `fill="none" stroke="`+p.color("accent")+`" stroke-width="7"`)
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
			`fill="%s" fill-opacity=".75"/>`+"\n",
			x1+unit/2, y1+unit/2, angle, length-46, length-14, length-46, arrowColor)
	}
}

// arrowOutline returns the outline of an arrow of a length that points to the right.
func arrowOutline(length float64) []point {
	neck, tip := length-46, length-14
	return []point{{18, -6}, {neck, -6}, {neck, -19}, {tip, 0}, {neck, 19}, {neck, 6}, {18, 6}}
}

// hands draws the pieces in hand.
func (p *svg) hands() {
	for _, h := range p.layout.hands() {
		p.rect(h.x+2, h.y+2, unit-4, unit-4, p.paint("light")+` rx="12"`)
		p.use(h.Piece, h.x, h.y, unit)
		if h.count > 1 {
			text, x, width := countPlate(h.count)
			p.rect(h.x+x, h.y+countTop, width, countHeight,
				fmt.Sprintf(`rx="%d" fill="%s" stroke="#fff" stroke-width="%d"`, countHeight/2, inkColor, countRim))
			p.put(`<text x="%g" y="%d" font-size="%d" font-weight="600" text-anchor="middle" fill="#fff">%s</text>`,
				float64(h.x+x)+float64(width)/2, h.y+countBase, countSize, text)
			p.put("\n")
		}
	}
}
