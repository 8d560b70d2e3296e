// Package rulebook writes the rules of a game from the parts of its variant, and says in words what
// happens in a move.
//
// Squares, pieces and numbers in a sentence are computed from the variant, and example moves are
// played. The tests read every sentence of every page and compare it with what the kernel does.
//
// Read rulebook.go first, then parts.go (one function for each part of a variant), inventions.go
// (the parts of other games than chess), circe.go (the Circe family), example.go, boards.go
// (positions to play on) and words.go.
package rulebook

import (
	"cmp"
	"embed"
	"math/bits"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// Section is a part of the rules of a game.
type Section struct {
	Title    string   `json:"title"`
	List     bool     `json:"-"` // short lines rather than paragraphs
	Text     []string `json:"text,omitempty"`
	Diagrams []Figure `json:"-"`
}

// Figure is a picture in the rules.
type Figure struct {
	*diagram.Diagram
	Caption string // what to look at; empty where the title is enough
	FEN     string // the position to play on; empty for a picture only
}

// pages say where games come from. They name no squares and no moves: what differs between games is
// computed.
//
//go:embed pages/*.txt
var pages embed.FS

// AnyStart is the option for a starting position that rules are to be written for. In a game that
// only problems play (Bicolores) the side not to move may be in check there.
func AnyStart() kirke.Option { return kirke.Forgive(rules.OppositeCheck) }

// Of returns the rules of the game that starts from p.
func Of(p kirke.Position) []Section {
	v, moves := p.Variant(), examples(p)
	all := []Section{
		{Title: "The game", Text: page(v.ID)},
		{Title: "The starting position", Text: drawText(v), Diagrams: []Figure{played(p, v.Name, "")}},
		pieceSection(v),
		{Title: "Neutral pieces", Text: neutralText(v)},
		{Title: "Lines", Text: lineText(v)},
		{Title: "Pawns", Text: pawnText(v)},
		{Title: "Promotion", Text: promotionText(v)},
		{Title: "Pieces in hand", Text: handText(v), Diagrams: boards(moves, ofHand)},
		{Title: "First moves", Text: firstMoveText(v)},
		{Title: "Drops", Text: dropText(v)},
		{Title: "Captures", Text: captureText(v)},
		{Title: "Checks", Text: checkText(v)},
		{Title: "Conditions", Text: conditionText(v)},
		{Title: "Passing", Text: passingText(v)},
		{Title: "Walls", Text: wallText(v)},
		{Title: "Castling", Text: castlingText(v), Diagrams: boards(moves, ofCastling)},
		{Title: "Conversion", Text: conversionText(v), Diagrams: conversionBoards(p)},
		{Title: "Rebirth", Text: rebirthText(v), Diagrams: boards(moves, ofRebirth)},
		{Title: "Series", Text: seriesText(v), Diagrams: seriesBoards(p)},
		{Title: "Other ways to win", Text: endsText(v)},
		{Title: "The end", Text: endText(v)},
		{Title: "How moves are written", List: true, Text: exampleText(moves)},
		{Title: "How unclear rules are read", Text: v.Notes},
	}
	return slices.DeleteFunc(all, func(s Section) bool { return len(s.Text) == 0 && len(s.Diagrams) == 0 })
}

// Pieces returns the sections of the rules that show the starting position and the pieces.
func Pieces(p kirke.Position) []Section {
	v := p.Variant()
	return []Section{
		{Title: "The starting position", Diagrams: []Figure{played(p, v.Name, "")}},
		pieceSection(v),
	}
}

// page returns the paragraphs of the pages of a game. Each part of a combination has the page with
// the longest name that its ID contains.
func page(id string) []string {
	entries, err := pages.ReadDir("pages")
	if err != nil {
		return nil
	}
	var text []string
	for _, part := range strings.Split(id, "+") {
		best := ""
		for _, e := range entries {
			name := strings.TrimSuffix(e.Name(), ".txt")
			if strings.Contains(part, name) && len(name) > len(best) {
				best = name
			}
		}
		if best == "" {
			continue
		}
		content, err := pages.ReadFile("pages/" + best + ".txt")
		if err != nil {
			continue
		}
		for _, paragraph := range strings.Split(strings.TrimSpace(string(content)), "\n\n") {
			if !slices.Contains(text, paragraph) {
				text = append(text, paragraph)
			}
		}
	}
	return text
}

// pieceSection says how the pieces move, with a diagram for each.
func pieceSection(v *kirke.Variant) Section {
	s := Section{Title: "The pieces", List: true}
	for i := range v.Army {
		t := &v.Army[i]
		doc := cmp.Or(t.Doc, "Moves as "+t.Betza+" in Betza's notation.")
		if traits := t.Traits.Doc(); traits != "" {
			doc += " " + traits
		}
		s.Text = append(s.Text, t.Name+" ("+t.Label()+"): "+doc+within(v, t))
		if d := reachDiagram(t); d != nil {
			s.Diagrams = append(s.Diagrams, Figure{Diagram: d})
		}
		s.Diagrams = append(s.Diagrams, obstructedBoards(v, kirke.PieceType(i+1))...)
	}
	return s
}

// within says where a piece may go, if that is not all of the board, and where it begins the moves of
// a start square, if the file of the game says so.
func within(v *kirke.Variant, t *piece.Type) string {
	text := ""
	if zone := region(v, t.Within); zone != "" {
		text = " It goes only to " + zone + "."
	}
	movement, err := t.Movement()
	starts := err == nil && slices.ContainsFunc(movement, func(p piece.Path) bool { return p.Initial })
	if from := region(v, t.Starts); from != "" && starts {
		text += " It makes its first moves only from " + from + "."
	}
	return text
}

// reachDiagram shows where a piece goes from the middle of an empty board, or one with pieces to hop
// over if it goes nowhere there. It is nil for a piece that goes nowhere on both.
func reachDiagram(t *piece.Type) *diagram.Diagram {
	const side = 9
	movement, err := t.Movement()
	if err != nil {
		return nil
	}
	size := board.Size{Files: side, Ranks: side}
	d := &diagram.Diagram{Size: size, Title: t.Name, Pieces: make([]diagram.Piece, size.Area()),
		Marks: map[board.Square]diagram.Mark{}, NoCoordinates: true}
	middle := size.At(side/2, side/2)
	d.Pieces[middle] = diagram.Piece{Type: t, Color: board.White}
	for _, path := range movement {
		if squares, ok := path.From(size, board.White, middle, nil); ok && path.Plain() {
			d.Marks[squares[len(squares)-1]] |= diagram.Target
		}
	}
	if len(d.Marks) == 0 {
		hopOver(d, movement, middle)
	}
	if len(d.Marks) == 0 && len(movement) > 0 {
		return nil
	}
	return d
}

// hopOver puts pawns in the ways of a piece that hops over one piece, and marks where it goes.
func hopOver(d *diagram.Diagram, movement piece.Movement, from board.Square) {
	pawn := piece.Pawn
	var ways [][]board.Square
	var hurdles []int
	for _, path := range movement {
		over := path.Hurdles
		if path.Takes > 0 {
			over |= 1 << (path.Takes - 1)
		}
		squares, ok := path.From(d.Size, board.White, from, nil)
		if ok && bits.OnesCount32(over) == 1 && path.Anywhere() {
			ways, hurdles = append(ways, squares), append(hurdles, bits.TrailingZeros32(over))
		}
	}
	far := min(1, slices.Max(append(hurdles, 0))) // the second square of a way, if a hurdle may be there
	for i, way := range ways {
		if hurdles[i] == far {
			d.Pieces[way[far]] = diagram.Piece{Type: &pawn, Color: board.Black}
		}
	}
	for i, way := range ways {
		reached := true
		for at, sq := range way[:len(way)-1] {
			reached = reached && (d.Pieces[sq].Type != nil) == (at == hurdles[i])
		}
		if arrival := way[len(way)-1]; reached && d.Pieces[arrival].Type == nil {
			d.Marks[arrival] |= diagram.Target
		}
	}
}
