// Package rulebook writes the rules of a game, made from the parts of its variant.
package rulebook

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/picture"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// Section is a part of the rules of a game.
type Section struct {
	Title    string             `json:"title"`
	List     bool               `json:"-"` // short lines rather than paragraphs
	Text     []string           `json:"text,omitempty"`
	Diagrams []*diagram.Diagram `json:"-"`
}

// pages say where games come from and how their moves look.
//
//go:embed pages/*.txt
var pages embed.FS

// Of returns the rules of a game, made from its parts, and the array p it
// starts from.
func Of(p kirke.Position) []Section {
	v := p.Variant()
	all := []Section{
		{Title: "The game", Text: page(v.ID)},
		{Title: "The array", Text: arrayText(v), Diagrams: []*diagram.Diagram{picture.Of(p)}},
		menSection(v),
		{Title: "Men in hand", Text: entryText(v)},
		{Title: "Castling", Text: castlingText(v)},
		{Title: "Promotion", Text: []string{fmt.Sprintf("A pawn that reaches the last rank becomes a %s.", or(names(v, v.Promotion.To)))}},
		{Title: "Conversion", Text: conversionText(v)},
		{Title: "Rebirth", Text: aftermathText(v)},
		{Title: "Series", Text: seriesText(v)},
		{Title: "The end", Text: endText(v)},
		{Title: "Readings", Text: v.Notes},
	}
	return slices.DeleteFunc(all, func(s Section) bool { return len(s.Text) == 0 && len(s.Diagrams) == 0 })
}

// page returns the paragraphs of the pages that belong to a game: of each part of
// a combination, the page with the longest name it contains.
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

// names returns the names of men by their letters.
func names(v *kirke.Variant, letters string) []string {
	var all []string
	for _, l := range []byte(letters) {
		if k := v.KindOf(l); k != 0 {
			all = append(all, v.Type(k).Name)
		}
	}
	return all
}

// or writes words as "a, b or c", and and as "a, b and c".
func or(words []string) string  { return joined(words, " or ") }
func and(words []string) string { return joined(words, " and ") }

func joined(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + last + words[len(words)-1]
}

func arrayText(v *kirke.Variant) []string {
	lot := v.Array.Lot
	if lot == nil {
		return nil
	}
	text := fmt.Sprintf("The first ranks are drawn by lot from the letters %s", lot.Men)
	if lot.Chess960 {
		text += ", with the king between the rooks and the bishops on squares of both colours"
	}
	how := map[rules.Symmetry]string{
		rules.Asymmetric: "each side draws its own",
		rules.Mirror:     "both sides have the same men on each file",
		rules.Central:    "the one is the other reversed",
	}
	text += "; " + how[lot.Default]
	var others []string
	for _, s := range lot.Allowed {
		if s != lot.Default {
			others = append(others, "--symmetry "+string(s))
		}
	}
	if others != nil {
		text += " (or otherwise with " + or(others) + ")"
	}
	return []string{text + ". This is the array drawn here:"}
}

// menSection says how the men move, with a diagram for those that chess does not
// have.
func menSection(v *kirke.Variant) Section {
	s := Section{Title: "The men", List: true}
	for i := range v.Army {
		t := &v.Army[i]
		s.Text = append(s.Text, fmt.Sprintf("%s (%c): %s", t.Name, t.Letter, t.Doc))
		switch t.Name {
		case piece.King.Name, piece.Queen.Name, piece.Rook.Name, piece.Bishop.Name, piece.Knight.Name, piece.Pawn.Name:
			continue
		}
		if d := reachDiagram(t); d != nil {
			s.Diagrams = append(s.Diagrams, d)
		}
	}
	return s
}

// reachDiagram shows where a man goes from the middle of an empty board.
func reachDiagram(t *piece.Type) *diagram.Diagram {
	const side = 9
	movement, err := t.Movement()
	if err != nil {
		return nil
	}
	size := board.Size{Files: side, Ranks: side}
	d := &diagram.Diagram{Size: size, Title: t.Name, Men: make([]diagram.Man, size.Area()), Marks: map[board.Square]diagram.Mark{}, NoCoordinates: true}
	middle := size.At(side/2, side/2)
	d.Men[middle] = diagram.Man{Type: t, Color: board.White}
	for _, path := range movement {
		if squares, ok := path.From(size, board.White, middle, nil); ok && path.Hurdles == 0 {
			d.Marks[squares[len(squares)-1]] |= diagram.Target
		}
	}
	return d
}

func entryText(v *kirke.Variant) []string {
	if v.Entry.Hand == "" {
		return nil
	}
	men := names(v, v.Entry.Hand)
	if v.Entry.Imaginary {
		return []string{
			fmt.Sprintf("Each side's %s stand on imaginary squares one diagonal step outside the corners: z0 beyond a1, i0 beyond h1, z9 beyond a8, i9 beyond h8. At most one own %s is on the board at a time, promoted ones included.", and(men), or(men)),
			"First entrance: the first time a king, queen, rook, bishop or knight leaves its own start square, one of them may be put on the square it left, in the same move. This is open while both still stand outside the board.",
			"Once one of the two has been captured and none is on the board, the other may enter on the square that any own king, queen, rook, bishop or knight leaves, whether it has moved before or not; never on a pawn's.",
			"Reassignment: the man on the board goes back to its own imaginary square and the other one takes its place. That is a whole turn, which one pawn move may follow. Only the position at the end of the turn must leave the own king safe.",
			"Men outside the board do not move, check, guard or block. A bishop, queen or Hawk along the long diagonal through the empty corner, and a knight, Hawk or Elephant by a knight's leap, may capture an enemy there; both men leave the game.",
			"Redesignation (∞): a side that castles may let its two imaginary squares change places, with the men on them.",
			"The move must be legal without the man that enters: entering never parries a check and never cures a pin.",
		}
	}
	return []string{
		fmt.Sprintf("Each side holds one %s in hand. The first time a king, queen, rook, bishop or knight leaves its own start square, one man in hand may be put on the square it left, in the same move. A man that is captured at home or leaves without this loses the gate on its square for good.", strings.Join(men, " and one ")),
		"The move must be legal without the man that enters: a gated man never parries a check, cures a pin or blocks. It may give check.",
		"In castling one man may enter, on the square of the king or on that of the rook, never on both.",
	}
}

func castlingText(v *kirke.Variant) []string {
	c := v.Castling
	if c == (rules.Castling{}) {
		return []string{"There is no castling."}
	}
	text := fmt.Sprintf("King and rook that have not moved castle once a game, when the squares between them are empty and the king is not in check, passes no attacked square and arrives on none. The king lands on the %s-file and the rook on the %s-file, or on the queen's side on the %s- and %s-files.",
		board.FileName(c.KingTo[1]), board.FileName(c.RookTo[1]), board.FileName(c.KingTo[0]), board.FileName(c.RookTo[0]))
	if c.Free {
		text += " They land there from whatever square they start on."
	}
	if v.Aftermath.Active {
		text += " A rook or king that is reborn on its own square of the array may castle again."
	}
	return []string{text}
}

func conversionText(v *kirke.Variant) []string {
	if v.Conversion.Bishop == 0 {
		return nil
	}
	text := []string{
		"The bishops conversion rule holds for a side whose two bishops start on squares of one colour. A conversion is one orthogonal step of a bishop that has not moved.",
		"While neither has moved each may move as a bishop or convert. When one has moved as a bishop, the other must convert with its first move, and attacks only its orthogonal neighbours until then. When one has converted, the other never does. When one is captured before either has moved, the other keeps its choice.",
	}
	if v.Conversion.NoCaptures {
		return append(text, "A conversion may not capture.")
	}
	return append(text, "A conversion may capture.")
}

func seriesText(v *kirke.Variant) []string {
	if !v.Series.Progressive {
		return nil
	}
	text := []string{"White plays one move, Black two, White three, and so on. A side in check must leave it with the first move of its series. En passant is possible with the first move of a series only, against a pawn whose last move was its double step."}
	if v.Series.Italian {
		return append(text, "Check may be given only with the very last move of a series (Italian).")
	}
	return append(text, "A check ends the series (Scottish).")
}

func endText(v *kirke.Variant) []string {
	text := []string{"Mate wins. Stalemate, a position in which neither side can ever mate, and the third repetition of a position are draws; the fifth repetition ends the game by itself."}
	if v.End.IdleTurns > 0 {
		text = append(text, fmt.Sprintf("After %d turns in a row without a capture or pawn move the game is a draw.", v.End.IdleTurns))
	} else {
		text = append(text, "Fifty moves of each side without a capture or pawn move may be claimed as a draw, and seventy-five end the game by themselves.")
	}
	if v.End.BareKing {
		text = append(text, "It is a draw when a side has its king alone and that king cannot take the opponent's last man.")
	}
	return text
}
