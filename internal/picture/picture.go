// Package picture makes the diagram of a position, with all of its state that can
// be shown.
package picture

import (
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// Of returns the diagram of a position, with all of its state that can be
// shown.
func Of(p kirke.Position) *diagram.Diagram {
	d := OfSetup(p.Variant(), p.Setup())
	if p.InCheck() {
		d.Marks[p.Rules().King(p.Turn())] |= diagram.Check
	}
	return d
}

// OfSetup returns the diagram of a setup.
func OfSetup(v *kirke.Variant, s kirke.Setup) *diagram.Diagram {
	d := &diagram.Diagram{
		Title: v.Name, Size: v.Size,
		Marks: map[board.Square]diagram.Mark{}, Ghosts: map[board.Square][]diagram.Man{},
	}
	for _, m := range s.Board {
		d.Men = append(d.Men, drawnMan(v, m))
	}
	for c := range s.Entry.Gates {
		for file := range v.Size.Files {
			if s.Entry.Gates[c]>>file&1 != 0 {
				d.Marks[v.Size.Home(board.Color(c), file, 0)] |= diagram.Gate
			}
		}
	}
	if v.Entry.Imaginary {
		for _, m := range s.Entry.Imaginary {
			d.Corners = append(d.Corners, drawnMan(v, m))
		}
	} else {
		for c := range s.Entry.Hand {
			for i, letter := range []byte(v.Entry.Hand) {
				for range s.Entry.Hand[c][i] {
					d.Hands[c] = append(d.Hands[c], v.Type(v.KindOf(letter)))
				}
			}
		}
	}
	for _, u := range s.Unmoved {
		if m := s.Board[u.Square]; m != 0 {
			d.Men[u.Square].Type = unmovedBishop(v, m.Kind(), u.Must)
		}
	}
	for _, h := range s.Aftermath.Below {
		d.Ghosts[h.At] = append(d.Ghosts[h.At], drawnMan(v, h.Man))
	}
	if s.Aftermath.Pending != 0 && s.Aftermath.PendingAt != board.NoSquare {
		at := s.Aftermath.PendingAt
		d.Ghosts[at] = append(d.Ghosts[at], drawnMan(v, s.Aftermath.Pending))
	}
	d.Notes = Notes(v, s)
	return d
}

// unmovedBishop returns the type that shows that a bishop may or must convert,
// which stands in the army after the ordinary bishop.
func unmovedBishop(v *kirke.Variant, ordinary kirke.Kind, must bool) *piece.Type {
	letter, shown := v.Type(ordinary).Letter, v.Type(ordinary)
	n := 0
	for i := range v.Army {
		if v.Army[i].Letter == letter {
			if n++; n == 2 || n == 3 && must {
				shown = &v.Army[i]
			}
		}
	}
	return shown
}

func drawnMan(v *kirke.Variant, m kirke.Man) diagram.Man {
	if m == 0 {
		return diagram.Man{}
	}
	return diagram.Man{Type: v.Type(m.Kind()), Color: m.Color()}
}

// Notes says in words what the board alone does not show.
func Notes(v *kirke.Variant, s kirke.Setup) []string {
	var notes []string
	for _, h := range s.Aftermath.Below {
		notes = append(notes, fmt.Sprintf("Below %s: %s", v.SquareName(h.At), ManName(v, h.Man)))
	}
	if s.Aftermath.Pending != 0 {
		notes = append(notes, fmt.Sprintf("The %s taken on %s may be reborn by the next move", ManName(v, s.Aftermath.Pending), v.SquareName(s.Aftermath.PendingAt)))
	}
	if s.Aftermath.Choice != board.NoSquare {
		notes = append(notes, fmt.Sprintf("%v first says what the pawn reborn on %s becomes", s.Turn, v.SquareName(s.Aftermath.Choice)))
	}
	var free, must []string
	for _, u := range s.Unmoved {
		if u.Must {
			must = append(must, v.SquareName(u.Square))
		} else {
			free = append(free, v.SquareName(u.Square))
		}
	}
	if free != nil {
		notes = append(notes, "Bishops that may convert: "+strings.Join(free, " "))
	}
	if must != nil {
		notes = append(notes, "Bishops that must convert first: "+strings.Join(must, " "))
	}
	if s.Series.Length > 0 {
		notes = append(notes, SeriesNote(s.Series.Left, s.Series.Length))
	}
	return notes
}

// SeriesNote says how many moves of a series are left.
func SeriesNote(left, length int) string {
	return fmt.Sprintf("Moves left in the series: %d of %d", left, length)
}

// ManName returns what a man is called, "white Dragon Horse".
func ManName(v *kirke.Variant, m kirke.Man) string {
	return strings.ToLower(m.Color().String()) + " " + v.Type(m.Kind()).Name
}

// MarkMove marks the squares of the last move, and the men reborn in it.
func MarkMove(d *diagram.Diagram, details rules.Details) {
	for _, sq := range []board.Square{
		details.From, details.To, details.RookFrom, details.RookTo, details.EnteredAt, details.PawnFrom, details.PawnTo, details.RebornAt, details.CapturerAt,
	} {
		if int(sq) < d.Size.Area()+len(d.Corners) {
			d.Marks[sq] |= diagram.Last
		}
	}
	if details.RebornAt < board.Square(d.Size.Area()) && !details.RebornBelow {
		d.Marks[details.RebornAt] |= diagram.Reborn
	}
	if details.CapturerAt < board.Square(d.Size.Area()) {
		d.Marks[details.CapturerAt] |= diagram.Reborn
	}
}
