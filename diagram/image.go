package diagram

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/kirke-chess/kirke/board"
)

// Image draws d with pixels on paper, laid out as SVG does. The errors are those of Check.
func (d *Diagram) Image() (image.Image, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	l := d.layout()
	p := &painter{layout: l, scale: d.scale()}
	p.img = image.NewRGBA(d.bounds())
	p.clip = p.img.Bounds()
	draw.Draw(p.img, p.img.Bounds(), image.NewUniform(shade(d.Style.of(paperTone), 1)), image.Point{}, draw.Src)
	p.board()
	p.pieces()
	if !d.NoCoordinates {
		p.coordinates()
	}
	p.arrows()
	p.hands()
	for i, note := range l.notes {
		p.text(note, float64(l.margin()), float64(l.notesTop+noteLine*i+noteSize), noteSize, p.color("words"), left)
	}
	return p.img, nil
}

// scale returns how many pixels a unit of the picture has.
func (d *Diagram) scale() float64 {
	if d.Square == 0 {
		return 45.0 / unit
	}
	return float64(d.Square) / unit
}

// painter draws with pixels what svg writes with elements.
type painter struct {
	layout
	img   *image.RGBA
	scale float64         // pixels for a unit of the picture
	clip  image.Rectangle // nothing is drawn outside of it
}

// frame is where a drawing is placed: its origin in the picture and its scale. turn is the angle by
// which it is turned clockwise about the middle of its field.
type frame struct{ x, y, scale, turn float64 }

// turned returns a frame for a drawing that is turned by some degrees.
func (f frame) turned(degrees int) frame {
	scale := turnedScale(degrees)
	gap := unit / 2 * f.scale * (1 - scale)
	return frame{f.x + gap, f.y + gap, f.scale * scale, float64(degrees) * math.Pi / 180}
}

// color returns a colour of the picture.
func (p *painter) color(name string) string { return p.d.Style.of(p.d.tones()[name]) }

func (p *painter) board() {
	d := p.d
	for i := range d.Size.Area() + len(d.Corners) {
		sq := board.Square(i)
		x, y := p.xy(sq)
		at := frame{x: float64(x), y: float64(y), scale: 1}
		shape := square
		if !d.Size.Contains(sq) {
			shape = rounded
		}
		p.fill(at, shape, p.color(d.ground(sq)), 1)
		p.marks(sq, at)
	}
	for _, ground := range []string{"light", "dark"} {
		p.stroke(frame{scale: 1}, p.linesOn(ground), p.color("on-"+ground), 1, lineWidth)
	}
	x, y := float64(p.left), float64(p.top)
	w, h := d.Size.Files*unit, d.Size.Ranks*unit
	p.stroke(frame{x: x, y: y, scale: 1}, fmt.Sprintf("M0 0H%dV%dH0Z", w, h), inkColor, 1, 2)
}

// marks draws the marks below the piece of a square.
func (p *painter) marks(sq board.Square, at frame) {
	mark := p.d.Marks[sq]
	outline := func(width int) {
		low, high := float64(width)/2, unit-float64(width)/2
		p.stroke(at, fmt.Sprintf("M%[1]g %[1]gH%[2]gV%[2]gH%[1]gZ", low, high), p.color("accent"), 1, float64(width))
	}
	if mark&Last != 0 {
		color, opacity := solid(p.color("last"))
		p.fill(at, square, color, opacity)
		outline(lastLine)
	}
	if mark&Highlight != 0 {
		p.fill(at, square, brightColor, .55)
	}
	if mark&Check != 0 {
		p.glow(at)
		outline(checkLine)
	}
	if mark&Gate != 0 {
		p.fill(at, p.d.gateOn(sq), p.color("accent"), 1)
	}
}

// glow draws the gradient of a king in check: discs that add up to it.
func (p *painter) glow(at frame) {
	const steps = 16
	color := p.d.Style.of(checkTone)
	for i := range steps {
		r := 55 - float64(i)*41/steps
		path := fmt.Sprintf("M%[1]g 50a%[2]g %[2]g 0 1 0 %[3]g 0a%[2]g %[2]g 0 1 0 -%[3]g 0Z", 50-r, r, 2*r)
		p.fill(at, path, color, .1)
	}
	p.fill(at, "M36 50a14 14 0 1 0 28 0a14 14 0 1 0 -28 0Z", color, 1)
}

const (
	square  = "M0 0H100V100H0Z"
	rounded = "M0 12Q0 0 12 0H88Q100 0 100 12V88Q100 100 88 100H12Q0 100 0 88Z"
	dot     = "M36 50a14 14 0 1 0 28 0a14 14 0 1 0 -28 0Z"
	ring    = "M6 50a44 44 0 1 0 88 0a44 44 0 1 0 -88 0Z"
)

func (p *painter) coordinates() {
	for _, l := range p.labels() {
		align := left
		if l.below {
			align = right
		}
		p.text(l.text, float64(l.x), float64(l.y), labelSize, p.color("on-"+l.ground), align)
	}
}

func (p *painter) pieces() {
	d := p.d
	for i := range d.Size.Area() + len(d.Corners) {
		sq := board.Square(i)
		x, y := p.xy(sq)
		at := frame{x: float64(x), y: float64(y), scale: 1}
		pc := d.at(sq)
		if pc.Type != nil {
			p.piece(at, pc, 1)
		}
		for n, ghost := range d.Ghosts[sq] {
			gx, gy := ghostPlace(n)
			p.piece(frame{x: at.x + float64(gx), y: at.y + float64(gy), scale: float64(ghostSide) / unit}, ghost, .75)
		}
		if d.Marks[sq]&Reborn != 0 && pc.Type != nil {
			p.stroke(at, ring, p.color("accent"), 1, 6)
		}
		switch {
		case d.Marks[sq]&Target == 0:
		case pc.Type == nil:
			p.fill(at, dot, p.color("accent"), 1)
		default:
			p.stroke(at, ring, p.color("accent"), 1, 7)
		}
	}
}

// piece draws a piece.
func (p *painter) piece(at frame, pc Piece, opacity float64) {
	if pc.Neutral {
		white, black := pc.halves()
		p.piece(at, white, opacity)
		whole := p.clip
		p.clip.Min.X = max(p.clip.Min.X, int((at.x+50*at.scale)*p.scale))
		p.piece(at, black, opacity)
		p.clip = whole
		return
	}
	strokes, inks, text := p.d.Style.strokes(pc)
	_, turn, mark := pc.Type.Drawing()
	turned := at
	if text == "" {
		turned = at.turned(turn)
	}
	for _, s := range strokes {
		paint := inks[s.ink]
		if paint.Fill != "" {
			p.fill(turned, s.path, paint.Fill, opacity)
		}
		if paint.Stroke != "" {
			p.stroke(turned, s.path, paint.Stroke, opacity, paint.Width)
		}
	}
	switch {
	case text != "":
		size := letterSize(text)
		p.text(text, at.x+50*at.scale, at.y+(50+size/3)*at.scale, size*at.scale, inks[spot].Fill, middle)
	case mark != "":
		p.fill(at, markGround(mark), "#fff", opacity)
		p.stroke(at, markGround(mark), inkColor, opacity, 2)
		p.text(mark, at.x+markMiddle(mark)*at.scale, at.y+markBase*at.scale, markSize*at.scale, inkColor, middle)
	}
}

func (p *painter) arrows() {
	for _, a := range p.d.Arrows {
		x1, y1 := p.xy(a[0])
		x2, y2 := p.xy(a[1])
		dx, dy := float64(x2-x1), float64(y2-y1)
		length := math.Hypot(dx, dy)
		if length == 0 {
			continue
		}
		cos, sin := dx/length, dy/length
		outline := arrowOutline(length)
		for i, q := range outline {
			outline[i] = point{float64(x1+unit/2) + q.x*cos - q.y*sin, float64(y1+unit/2) + q.x*sin + q.y*cos}
		}
		p.paint([][]point{outline}, arrowColor, .75)
	}
}

func (p *painter) hands() {
	for _, h := range p.layout.hands() {
		at := frame{x: float64(h.x), y: float64(h.y), scale: 1}
		p.fill(frame{x: at.x + 2, y: at.y + 2, scale: .96}, rounded, p.color("light"), 1)
		p.piece(at, h.Piece, 1)
		if h.count > 1 {
			text, x, width := countPlate(h.count)
			const half = countHeight / 2
			left, right, y := x+half, x+width-half, countTop+half
			path := fmt.Sprintf("M%d %dH%d", left, y, right)
			p.stroke(at, path, "#fff", 1, countHeight+countRim)
			p.stroke(at, path, inkColor, 1, countHeight-countRim)
			p.text(text, at.x+float64(left+right)/2, at.y+countBase, countSize, "#fff", middle)
		}
	}
}

// point is a place in the picture.
type point struct{ x, y float64 }

// place returns the lines of a path where it stands in the picture.
func (f frame) place(path string) [][]point {
	lines := flatten(path)
	sin, cos := math.Sincos(f.turn)
	for _, l := range lines {
		for i := range l {
			x, y := l[i].x-unit/2, l[i].y-unit/2
			l[i] = point{f.x + (unit/2+x*cos-y*sin)*f.scale, f.y + (unit/2+x*sin+y*cos)*f.scale}
		}
	}
	return lines
}

// fill fills a path with a colour.
func (p *painter) fill(at frame, path, color string, opacity float64) {
	p.paint(at.place(path), color, opacity)
}

// stroke draws the line of a path, with round joins and ends.
func (p *painter) stroke(at frame, path, color string, opacity, width float64) {
	half := width * at.scale / 2
	var parts [][]point
	for _, l := range at.place(path) {
		for i, a := range l {
			parts = append(parts, circle(a, half))
			if i+1 == len(l) {
				break
			}
			b := l[i+1]
			length := math.Hypot(b.x-a.x, b.y-a.y)
			if length == 0 {
				continue
			}
			// Turned as circle turns, so that overlapping parts add up and do not cancel.
			nx, ny := (b.y-a.y)/length*half, -(b.x-a.x)/length*half
			parts = append(parts, []point{
				{a.x + nx, a.y + ny}, {b.x + nx, b.y + ny}, {b.x - nx, b.y - ny}, {a.x - nx, a.y - ny},
			})
		}
	}
	p.paint(parts, color, opacity)
}

// circle returns a circle as a polygon.
func circle(c point, r float64) []point {
	const corners = 12
	out := make([]point, corners)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		out[i] = point{c.x + r*cos, c.y + r*sin}
	}
	return out
}

// paint fills polygons.
func (p *painter) paint(polygons [][]point, hex string, opacity float64) {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, polygon := range polygons {
		for _, q := range polygon {
			low = point{min(low.x, q.x), min(low.y, q.y)}
			high = point{max(high.x, q.x), max(high.y, q.y)}
		}
	}
	// Only the part of the picture that is touched is rasterised.
	box := image.Rect(int(low.x*p.scale)-1, int(low.y*p.scale)-1, int(high.x*p.scale)+2, int(high.y*p.scale)+2)
	box = box.Intersect(p.clip)
	if box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	to := func(q point) (float32, float32) {
		return float32(q.x*p.scale - float64(box.Min.X)), float32(q.y*p.scale - float64(box.Min.Y))
	}
	for _, polygon := range polygons {
		if len(polygon) < 3 {
			continue
		}
		r.MoveTo(to(polygon[0]))
		for _, q := range polygon[1:] {
			r.LineTo(to(q))
		}
		r.ClosePath()
	}
	r.Draw(p.img, box, image.NewUniform(shade(hex, opacity)), image.Point{})
}

// solid returns the colour and the opacity of "#rrggbbaa". Without "aa" it is opaque.
func solid(color string) (hex string, opacity float64) {
	if len(color) != len("#rrggbbaa") {
		return color, 1
	}
	var alpha int
	if _, err := fmt.Sscanf(color[7:], "%x", &alpha); err != nil {
		return color[:7], 1
	}
	return color[:7], float64(alpha) / 255
}

// shade returns a colour written as "#rgb" or "#rrggbb".
func shade(hex string, opacity float64) color.Color {
	var c color.NRGBA
	format := "#%02x%02x%02x"
	if len(hex) == 4 {
		format = "#%1x%1x%1x"
	}
	if _, err := fmt.Sscanf(hex, format, &c.R, &c.G, &c.B); err != nil {
		return color.Black
	}
	if len(hex) == 4 {
		c.R, c.G, c.B = c.R*17, c.G*17, c.B*17
	}
	c.A = uint8(math.Round(255 * opacity))
	return c
}

// flatten returns a path of the art as lines, with curves cut into short ones. It knows the
// commands that the art uses: M, L, H, V, Q, C, Z, and circles and ellipses as two arcs a.
func flatten(path string) [][]point {
	var lines [][]point
	var l []point
	at := point{}
	end := func() {
		if len(l) > 1 {
			lines = append(lines, l)
		}
		l = nil
	}
	to := func(q point) { at = q; l = append(l, q) }
	for path != "" {
		command := path[0]
		args, rest := numbers(path[1:])
		path = rest
		for {
			need := map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'Q': 4, 'C': 6, 'a': 7}[command]
			if len(args) < need {
				break
			}
			a := args[:need]
			switch command {
			case 'M':
				end()
				to(point{a[0], a[1]})
				command = 'L'
			case 'L':
				to(point{a[0], a[1]})
			case 'H':
				to(point{a[0], at.y})
			case 'V':
				to(point{at.x, a[0]})
			case 'Q':
				b, c := point{a[0], a[1]}, point{a[2], a[3]}
				curve(to, at, thirds(at, b), thirds(c, b), c)
			case 'C':
				curve(to, at, point{a[0], a[1]}, point{a[2], a[3]}, point{a[4], a[5]})
			case 'a':
				halfEllipse(to, at, a[0], a[1], a[5], a[4] != 0)
			case 'Z':
				if len(l) > 0 {
					to(l[0])
				}
			}
			args = args[need:]
			if len(args) == 0 {
				break
			}
		}
	}
	end()
	return lines
}

// thirds returns the point two thirds of the way from a to b.
func thirds(a, b point) point { return point{a.x + (b.x-a.x)*2/3, a.y + (b.y-a.y)*2/3} }

// numbers reads the numbers at the start of text.
func numbers(text string) (all []float64, rest string) {
	for {
		text = strings.TrimLeft(text, " ,")
		n := 0
		for n < len(text) && (text[n] >= '0' && text[n] <= '9' || text[n] == '.' || n == 0 && text[n] == '-') {
			n++
		}
		var x float64
		if _, err := fmt.Sscan(text[:n], &x); n == 0 || err != nil {
			return all, text
		}
		all, text = append(all, x), text[n:]
	}
}

const segments = 8 // of a curve

func curve(to func(point), a, b, c, d point) {
	for i := 1; i <= segments; i++ {
		t := float64(i) / segments
		s := 1 - t
		w := [4]float64{s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t}
		to(point{w[0]*a.x + w[1]*b.x + w[2]*c.x + w[3]*d.x, w[0]*a.y + w[1]*b.y + w[2]*c.y + w[3]*d.y})
	}
}

// halfEllipse draws half an ellipse from a to the point dx beside it.
func halfEllipse(to func(point), a point, rx, ry, dx float64, clockwise bool) {
	centre := point{a.x + dx/2, a.y}
	rx = math.Copysign(rx, -dx)
	if clockwise == (dx > 0) {
		ry = -ry
	}
	for i := 1; i <= 2*segments; i++ {
		sin, cos := math.Sincos(math.Pi * float64(i) / (2 * segments))
		to(point{centre.x + rx*cos, centre.y + ry*sin})
	}
}

// How a text is aligned.
const (
	left = iota
	middle
	right
)

var regular = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(goregular.TTF) })

// text writes a text. Its baseline begins at x and y, or has its middle or its end there.
func (p *painter) text(text string, x, y, size float64, hex string, align int) {
	parsed, err := regular()
	if err != nil {
		return // the font is part of the program
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size * p.scale, DPI: 72})
	if err != nil {
		return
	}
	defer face.Close()
	clipped, ok := p.img.SubImage(p.clip).(draw.Image)
	if !ok {
		return // a part of an RGBA is one
	}
	drawer := font.Drawer{Dst: clipped, Src: image.NewUniform(shade(hex, 1)), Face: face}
	at := fixed.Point26_6{X: fixed.Int26_6(x * p.scale * 64), Y: fixed.Int26_6(y * p.scale * 64)}
	switch align {
	case middle:
		at.X -= drawer.MeasureString(text) / 2
	case right:
		at.X -= drawer.MeasureString(text)
	}
	drawer.Dot = at
	drawer.DrawString(text)
}
