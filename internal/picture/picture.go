// Package picture describes positions and moves to people: the diagram of a position with its
// state, and the words for what the board alone does not show (picture.go), and for what happens in
// a move (moves.go).
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

// Of returns the diagram of a position, with all of its state that can be shown.
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
		Lines: v.Lines.Drawn(v.Size),
		Marks: map[board.Square]diagram.Mark{}, Ghosts: map[board.Square][]diagram.Piece{},
	}
	for _, pc := range s.Board {
		d.Pieces = append(d.Pieces, drawnPiece(v, pc))
	}
	for c := range s.Gating.Gates {
		for file := range v.Size.Files {
			if s.Gating.Gates[c]>>file&1 != 0 {
				d.Marks[v.Size.Home(board.Color(c), file, 0)] |= diagram.Gate
			}
		}
	}
	if v.Gating.Imaginary {
		for _, pc := range s.Gating.Imaginary {
			d.Corners = append(d.Corners, drawnPiece(v, pc))
		}
	} else {
		for c := range s.Gating.Hand {
			for i, letter := range []byte(v.Gating.Hand) {
				for range s.Gating.Hand[c][i] {
					d.Hands[c] = append(d.Hands[c], v.Type(v.TypeOf(letter)))
				}
			}
		}
	}
	for c := range s.Hand {
		for i := range v.Army {
			for range s.Hand[c][i+1] {
				d.Hands[c] = append(d.Hands[c], &v.Army[i])
			}
		}
	}
	for _, u := range s.Conversions {
		if pc := s.Board[u.Square]; pc != 0 {
			d.Pieces[u.Square].Type = unmovedBishop(v, pc.Type(), u.Must)
		}
	}
	for _, h := range s.Aftermath.Below {
		d.Ghosts[h.At] = append(d.Ghosts[h.At], drawnPiece(v, h.Piece))
	}
	if at := s.Aftermath.PendingAt; s.Aftermath.Pending != 0 && at != board.NoSquare && !v.CapturersWait() {
		d.Ghosts[at] = append(d.Ghosts[at], drawnPiece(v, s.Aftermath.Pending))
	}
	d.Notes = Notes(v, s)
	return d
}

// unmovedBishop returns the type that shows that a bishop may or must convert. In the army it
// follows the ordinary bishop.
func unmovedBishop(v *kirke.Variant, ordinary kirke.PieceType, must bool) *piece.Type {
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

// Wall is what a wall is drawn as.
var Wall = piece.Type{Name: "Wall", Letter: '*'}

func drawnPiece(v *kirke.Variant, pc kirke.Piece) diagram.Piece {
	switch {
	case pc == rules.Wall:
		return diagram.Piece{Type: &Wall, Color: board.Black}
	case pc.Type() == 0:
		return diagram.Piece{}
	}
	return diagram.Piece{Type: v.Type(pc.Type()), Color: pc.Color(), Neutral: pc.Neutral()}
}

// drawnTurned names the pieces that are drawn as turned pieces of chess, with their squares.
func drawnTurned(v *kirke.Variant, s kirke.Setup) []string {
	squares := make([][]string, len(v.Army)+1)
	for sq, pc := range s.Board {
		if k := int(pc.Type()); 0 < k && k < len(squares) {
			squares[k] = append(squares[k], v.SquareName(board.Square(sq)))
		}
	}
	var named []string
	for i := range v.Army {
		if _, turn, mark := v.Army[i].Drawing(); (turn != 0 || mark != "") && len(squares[i+1]) > 0 {
			named = append(named, v.Army[i].Name+" "+strings.Join(squares[i+1], " "))
		}
	}
	if named == nil {
		return nil
	}
	return []string{strings.Join(named, ", ")}
}

// Notes says in words what the board alone does not show.
func Notes(v *kirke.Variant, s kirke.Setup) []string {
	notes := drawnTurned(v, s)
	for _, h := range s.Aftermath.Below {
		notes = append(notes, fmt.Sprintf("Below %s: %s", v.SquareName(h.At), PieceName(v, h.Piece)))
	}
	switch a := &s.Aftermath; {
	case a.Pending != 0 && v.CapturersWait():
		notes = append(notes, fmt.Sprintf("The %s on %s is reborn by the next move",
			PieceName(v, a.Pending), v.SquareName(a.PendingOn)))
	case a.Pending != 0:
		notes = append(notes, fmt.Sprintf("The %s captured on %s can be reborn by the next move",
			PieceName(v, a.Pending), v.SquareName(a.PendingAt)))
	}
	if s.Aftermath.Choice != board.NoSquare {
		notes = append(notes, fmt.Sprintf("%v first chooses what the pawn reborn on %s becomes",
			s.Turn, v.SquareName(s.Aftermath.Choice)))
	}
	var walls []string
	for sq, pc := range s.Board {
		if pc == rules.Wall {
			walls = append(walls, v.SquareName(board.Square(sq)))
		}
	}
	if walls != nil {
		notes = append(notes, "Walls: "+strings.Join(walls, " "))
	}
	var free, must []string
	for _, u := range s.Conversions {
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

// PieceName returns what a piece is called, "white Dragon Horse".
func PieceName(v *kirke.Variant, pc kirke.Piece) string {
	return strings.ToLower(pc.Color().String()) + " " + v.Type(pc.Type()).Name
}

// MarkMove marks the squares of the last move, and the pieces reborn in it.
func MarkMove(d *diagram.Diagram, details rules.Details) {
	for _, sq := range []board.Square{
		details.From, details.To, details.RookFrom, details.RookTo, details.GatedAt,
		details.PawnFrom, details.PawnTo, details.RebornAt, details.CapturerAt,
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
