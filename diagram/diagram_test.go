package diagram

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// catalogue is every piece type the games use.
var catalogue = []piece.Type{
	piece.King, piece.Queen, piece.Rook, piece.Bishop, piece.Knight, piece.Pawn, piece.Hawk, piece.Elephant,
	piece.Sissa, piece.Chancellor, piece.Archbishop, piece.Cardinal, piece.DragonHorse, piece.DragonKing,
	piece.Amazon, piece.Gryphon, piece.Aanca, piece.FreeBishop, piece.MustBishop,
}

// TestNoSeamsInPictures: the light squares are one ground, so that no line shows between squares of
// parts of pixels.
func TestNoSeamsInPictures(t *testing.T) {
	var b strings.Builder
	d := &Diagram{Size: board.Size{Files: 12, Ranks: 12}}
	if err := d.SVG(&b); err != nil {
		t.Fatal(err)
	}
	light := strings.Count(b.String(), `fill="`+boards[0].LightSquare.Light+`"`)
	dark := strings.Count(b.String(), `fill="`+boards[0].DarkSquare.Light+`"`)
	if light != 1 || dark != 72 {
		t.Errorf("there are %d light and %d dark areas", light, dark)
	}
}

func TestEveryPieceOfTheCatalogueHasItsOwnArt(t *testing.T) {
	for _, set := range []string{Classic, Flat, Symbols} {
		seen := map[string]string{}
		for i := range catalogue {
			man := &catalogue[i]
			strokes := drawing(man, set)
			if len(strokes) == 0 {
				t.Errorf("the %s has no art in the set %s", man.Name, set)
			}
			var all strings.Builder
			for _, s := range strokes {
				all.WriteString(s.path)
			}
			if other, ok := seen[all.String()]; ok {
				t.Errorf("%s: the %s looks like the %s", set, man.Name, other)
			}
			seen[all.String()] = man.Name
		}
	}
}

func TestPicturesOfOnesOwn(t *testing.T) {
	own := piece.Type{Name: "Archer", Letter: 'A', Picture: "M50 10L90 90H10Z"}
	other := piece.Type{Name: "Wizard", Letter: 'W', Picture: "Gryphon"}
	for _, set := range []string{Classic, Flat, Symbols} {
		if strokes := drawing(&own, set); len(strokes) == 0 || strokes[0].path != own.Picture {
			t.Errorf("%s: an SVG path is drawn as %v", set, strokes)
		}
		if !reflect.DeepEqual(drawing(&other, set), drawing(&piece.Gryphon, set)) {
			t.Errorf("%s: the picture of another piece is not taken", set)
		}
	}
	own.Picture = `M0 0"/><script>`
	if drawing(&own, Classic) != nil {
		t.Error("what is no path is drawn")
	}
}

func TestArtIsGivenToOtherBoards(t *testing.T) {
	all := Art()
	for _, set := range []string{Classic, Symbols} {
		for i := range catalogue {
			name := catalogue[i].Name
			if got, want := len(all[set][name]), len(drawing(&catalogue[i], set)); got != want || got == 0 {
				t.Errorf("the %s of %s is given with %d strokes, not %d", name, set, got, want)
			}
		}
	}
	if first := all[Classic]["Pawn"][0]; first.Ink != "body" || !strings.HasPrefix(first.Path, "M34 80") {
		t.Errorf("a pawn begins with %v", first)
	}
	for _, set := range Sets() {
		for _, side := range []string{"white", "black"} {
			if Paints()[set][side]["body"].Fill == "" {
				t.Errorf("the body of a %s piece of %s is not filled", side, set)
			}
		}
	}
}

// parade returns every piece of the catalogue, White's above Black's.
func parade() *Diagram {
	d := &Diagram{Size: board.Size{Files: 10, Ranks: 4}, Title: "The pieces of Kirke", Square: 80}
	d.Pieces = make([]Piece, d.Size.Area())
	for i := range catalogue {
		file, row := i%10, i/10*2
		d.Pieces[d.Size.At(file, 3-row)] = Piece{Type: &catalogue[i], Color: board.White}
		d.Pieces[d.Size.At(file, 2-row)] = Piece{Type: &catalogue[i], Color: board.Black}
	}
	return d
}

// seirawan is a diagram with everything in it.
func seirawan() *Diagram {
	d := &Diagram{Size: board.Size{Files: 8, Ranks: 8}, Title: "Seirawan <chess> & more"}
	d.Pieces = make([]Piece, 64)
	kinds := []*piece.Type{
		&piece.Rook, &piece.Knight, &piece.Bishop, &piece.Queen, &piece.King, &piece.Bishop, &piece.Knight, &piece.Rook,
	}
	d.Marks = map[board.Square]Mark{}
	for file, k := range kinds {
		d.Pieces[file], d.Pieces[56+file] = Piece{Type: k, Color: board.White}, Piece{Type: k, Color: board.Black}
		d.Pieces[8+file] = Piece{Type: &piece.Pawn, Color: board.White}
		d.Pieces[48+file] = Piece{Type: &piece.Pawn, Color: board.Black}
		d.Marks[board.Square(file)] = Gate
	}
	d.Pieces[12], d.Pieces[28] = Piece{}, d.Pieces[12]
	d.Marks[12], d.Marks[28] = Last, Last
	d.Marks[60] = Check
	d.Marks[35], d.Marks[51] = Target, Target
	d.Hands[0] = []*piece.Type{&piece.Hawk, &piece.Elephant}
	d.Hands[1] = []*piece.Type{&piece.Elephant}
	d.Ghosts = map[board.Square][]Piece{27: {{Type: &piece.Knight, Color: board.Black}}}
	d.Arrows = [][2]board.Square{{12, 28}}
	d.Notes = []string{"moves left: 2 of 3"}
	return d
}

func corners() *Diagram {
	d := seirawan()
	d.Hands = [2][]*piece.Type{}
	d.Corners = []Piece{
		{Type: &piece.Elephant, Color: board.White},
		{Type: &piece.Hawk, Color: board.White},
		{},
		{Type: &piece.Elephant, Color: board.Black},
	}
	d.Marks[64] = Highlight
	return d
}

func TestSVGIsWellFormedAndShowsEveryPiece(t *testing.T) {
	stranger := piece.Type{Name: `O"dd <piece>`, Letter: 'Z'}
	odd := &Diagram{Size: board.Size{Files: 16, Ranks: 16}, Flip: true}
	odd.Pieces = []Piece{{Type: &stranger, Color: board.Black}}
	cases := map[string]struct {
		d    *Diagram
		uses int
	}{
		"empty":    {&Diagram{Size: board.Size{Files: 1, Ranks: 1}}, 0},
		"parade":   {parade(), 2 * len(catalogue)},
		"seirawan": {seirawan(), 32 + 3 + 1},
		"corners":  {corners(), 32 + 3 + 1},
		"odd":      {odd, 1},
	}
	for _, style := range []Style{
		{"ocean", Flat, "dark"}, {"lilac", Symbols, "system"}, {"print", LetterDiscs, "light"}, {"sand", Symbols, ""},
	} {
		d, one := parade(), seirawan()
		d.Style, one.Style = style, style
		cases["parade "+style.Board] = struct {
			d    *Diagram
			uses int
		}{d, 2 * len(catalogue)}
		cases["seirawan "+style.Board] = struct {
			d    *Diagram
			uses int
		}{one, 32 + 3 + 1}
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			if err := c.d.SVG(&b); err != nil {
				t.Fatal(err)
			}
			if dir := os.Getenv("KIRKE_DIAGRAMS"); dir != "" { // to look at them
				if err := os.WriteFile(dir+"/"+name+".svg", []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			defined, used := map[string]bool{}, 0
			dec := xml.NewDecoder(strings.NewReader(b.String()))
			for {
				token, err := dec.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatalf("not well-formed: %v", err)
				}
				start, ok := token.(xml.StartElement)
				if !ok {
					continue
				}
				for _, a := range start.Attr {
					switch a.Name.Local {
					case "id":
						defined[a.Value] = true
					case "href":
						used++
						if !defined[strings.TrimPrefix(a.Value, "#")] {
							t.Errorf("%s is used but not drawn", a.Value)
						}
					}
				}
			}
			if used != c.uses {
				t.Errorf("%d pieces are drawn, want %d", used, c.uses)
			}
		})
	}
}

func TestText(t *testing.T) {
	flipped := corners()
	flipped.Flip = true
	bare := &Diagram{Size: board.Size{Files: 3, Ranks: 12}, NoCoordinates: true}
	cases := []struct {
		name  string
		d     *Diagram
		style TextStyle
		want  string
	}{
		{"figurines", seirawan(), Figurines, `
   ┌─────────────────┐
 8 │ ♜ ♞ ♝ ♛ ♚!♝ ♞ ♜ │  Black in hand: Elephant
 7 │ ♟ ♟ ♟x♟ ♟ ♟ ♟ ♟ │
 6 │ · · · · · · · · │
 5 │ · · · • · · · · │
 4 │ · · · ·[♙]· · · │
 3 │ · · · · · · · · │
 2 │ ♙ ♙ ♙ ♙[·]♙ ♙ ♙ │
 1 │ ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖ │  White in hand: Hawk, Elephant
   └─────────────────┘
    a b c d e f g h
White may still gate on a1 b1 c1 d1 e1 f1 g1 h1
moves left: 2 of 3
`},
		{"letters, Black below", flipped, Letters, `
 H +-----------------+ (E)
 1 | R N B K Q B N R |
 2 | P P P[.]P P P P |
 3 | . . . . . . . . |
 4 | . . .[P]. . . . |
 5 | . . . . * . . . |
 6 | . . . . . . . . |
 7 | p p p pxp p p p |
 8 | r n b k!q b n r |
 e +-----------------+ .
    h g f e d c b a
White may still gate on a1 b1 c1 d1 e1 f1 g1 h1
moves left: 2 of 3
`},
		{"no coordinates", bare, Letters, "\n   +-------+\n" + strings.Repeat("   | . . . |\n", 12) + "   +-------+\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var b strings.Builder
			if err := c.d.Text(&b, c.style); err != nil {
				t.Fatal(err)
			}
			if got := "\n" + b.String(); got != c.want {
				t.Errorf("got:%s\nwant:%s", got, c.want)
			}
		})
	}
}

func TestPaintedTextHasThePiecesOfFigurines(t *testing.T) {
	var b strings.Builder
	if err := seirawan().Text(&b, Painted); err != nil {
		t.Fatal(err)
	}
	for figure, n := range map[string]int{"♚": 2, "♟": 16, "♜": 4, "•": 1, "\x1b[0m": 64} {
		if got := strings.Count(b.String(), figure); got != n {
			t.Errorf("%q stands there %d times, want %d", figure, got, n)
		}
	}
}

func TestWhatCannotBeDrawnIsNamed(t *testing.T) {
	small := board.Size{Files: 2, Ranks: 2}
	cases := map[string]*Diagram{
		"a board has 1 to 16 files and ranks, not 17×8":                    {Size: board.Size{Files: 17, Ranks: 8}},
		"the diagram has 5 squares of pieces, but the board has 4 squares": {Size: small, Pieces: make([]Piece, 5)},
		"a diagram has no imaginary corners or four, not 1":                {Size: small, Corners: make([]Piece, 1)},
		"a mark is on square 4, which is not on the board": {
			Size: small, Marks: map[board.Square]Mark{4: Last},
		},
		"a piece belongs to square 9, which is not on the board": {
			Size: small, Ghosts: map[board.Square][]Piece{9: nil},
		},
		"a line goes from square 0 to 4, which are not both on the board": {
			Size: small, Lines: [][2]board.Square{{0, 4}},
		},
		"an arrow goes from square 0 to 4, which are not both on the board": {
			Size: small, Arrows: [][2]board.Square{{0, 4}},
		},
		`no board is called "mud"`:                                    {Size: small, Style: Style{Board: "mud"}},
		`no set of pieces is called "ice"`:                            {Size: small, Style: Style{Pieces: "ice"}},
		`a diagram is light, dark or as the system, not "grey"`:       {Size: small, Style: Style{Theme: "grey"}},
		"the squares of a diagram are up to 1000 pixels wide, not -1": {Size: small, Square: -1},
	}
	for want, d := range cases {
		for _, err := range []error{d.SVG(io.Discard), d.Text(io.Discard, Figurines)} {
			if err == nil || err.Error() != want {
				t.Errorf("got %v, want %q", err, want)
			}
		}
	}
}

// TestTextCountsPiecesInHand: each type in hand is named once, with its count, and the lines of the board
// by their ends.
func TestTextCountsPiecesInHand(t *testing.T) {
	size := board.Size{Files: 3, Ranks: 3}
	d := &Diagram{
		Size: size, Pieces: make([]Piece, size.Area()),
		Lines: [][2]board.Square{{0, 4}, {2, 4}, {4, 6}, {4, 8}},
	}
	d.Hands[board.White] = []*piece.Type{&piece.Knight, &piece.Pawn, &piece.Pawn, &piece.Pawn}
	d.Hands[board.Black] = []*piece.Type{&piece.Pawn}
	for style, dot := range map[TextStyle]string{Figurines: "·", Letters: "."} {
		var b strings.Builder
		if err := d.Text(&b, style); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			"  Black in hand: Pawn\n", "  White in hand: Knight, Pawn (3)\n", "Lines: a1-c3 c1-a3\n", dot + " " + dot,
		} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%q is not in\n%s", want, b.String())
			}
		}
	}
	const want = "white Knight in hand, white Pawn in hand (3), black Pawn in hand"
	if got := d.Describe(); got != want {
		t.Errorf("in words: %q, want %q", got, want)
	}
}

// TestNotesFitThePicture: long notes go on in further lines, for which the picture is higher.
func TestNotesFitThePicture(t *testing.T) {
	frame := regexp.MustCompile(`viewBox="0 0 (\d+) (\d+)"`)
	note := regexp.MustCompile(`<text x="8" y="(\d+)"[^>]*>([^<]*)<`)
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, files := range []int{1, 3, 8} {
		d := &Diagram{Size: board.Size{Files: files, Ranks: 2}, NoCoordinates: true, Notes: []string{
			"Grasshopper d4, Lion b1, Leo a3 d6, Loco b3, Zebra b6, Nonstop Equihopper c7, Nao e5, Vao g7", "b"}}
		var b strings.Builder
		if err := d.SVG(&b); err != nil {
			t.Fatal(err)
		}
		size := frame.FindStringSubmatch(b.String())
		bottom, words := 0, []string{}
		for _, m := range note.FindAllStringSubmatch(b.String(), -1) {
			y, line := number(m[1]), m[2]
			if y <= bottom || y > number(size[2]) {
				t.Errorf("%d files: the line %q is at %d, after %d", files, line, y, bottom)
			}
			if strings.Contains(line, " ") && 8+14*len(line) > number(size[1]) {
				t.Errorf("%d files: the line %q is too long", files, line)
			}
			bottom, words = y, append(words, strings.Fields(line)...)
		}
		if got, want := strings.Join(words, " "), strings.Join(d.Notes, " "); got != want {
			t.Errorf("%d files: the notes are %q, want %q", files, got, want)
		}
	}
}
