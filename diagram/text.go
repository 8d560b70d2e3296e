package diagram

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/kirke-chess/kirke/board"
)

// TextStyle is a way of drawing a board in text.
type TextStyle uint8

// The styles of text. In all of them a piece without a chess figure in Unicode is a letter, upper
// case for White.
const (
	Figurines TextStyle = iota // chess figures and a frame of lines
	Letters                    // letters and a frame of ASCII
	Painted                    // figures on squares painted with ANSI escapes, for terminals
)

// figurines are the chess figures, White's outlined and Black's filled.
var figurines = map[string][2]rune{
	"King": {'♔', '♚'}, "Queen": {'♕', '♛'}, "Rook": {'♖', '♜'},
	"Bishop": {'♗', '♝'}, "Knight": {'♘', '♞'}, "Pawn": {'♙', '♟'},
	"Free Bishop": {'♗', '♝'}, "Must Bishop": {'♗', '♝'},
}

// rune returns the one character a piece is in a style.
func (pc Piece) rune(style TextStyle) rune {
	if f, ok := figurines[pc.Type.Name]; ok && style != Letters {
		if style == Painted { // the paint says whose it is
			return f[board.Black]
		}
		return f[pc.Color]
	}
	letter := rune(pc.Type.Letter)
	if pc.Color == board.Black {
		letter = unicode.ToLower(letter)
	}
	return letter
}

// Text draws d as lines of text that end in newlines: the board with its coordinates, the hands
// beside it, the lines of the board, the gates and notes below. Squares of the last move are between brackets, a
// highlighted square between parentheses. "!" follows a king in check, "+" a reborn piece, and "°"
// a painted piece on a gate. A target is "•", or "x" before a piece. The errors are those of Check
// and of w.
func (d *Diagram) Text(w io.Writer, style TextStyle) error {
	if err := d.Check(); err != nil {
		return err
	}
	var b strings.Builder
	frame := "┌─┐│└┘"
	if style == Letters {
		frame = "+-+|++"
	}
	f := []rune(frame)
	wide := d.Size.Files*2 + 1
	if style == Painted {
		wide = d.Size.Files * 3
	}
	bar := strings.Repeat(string(f[1]), wide)
	edge := func(left, right rune, row int) {
		fmt.Fprintf(&b, "%s%c%s%c%s\n",
			d.corner(style, -1, row, "%2s "), left, bar, right, d.corner(style, d.Size.Files, row, " %s"))
	}
	edge(f[0], f[2], -1)
	for row := range d.Size.Ranks {
		label := ""
		if !d.NoCoordinates {
			label = fmt.Sprint(d.Size.Rank(d.cell(0, row)) + 1)
		}
		fmt.Fprintf(&b, "%2s %c", label, f[3])
		if style == Painted {
			d.paint(&b, row)
		} else {
			d.write(&b, row, style)
		}
		b.WriteRune(f[3])
		switch {
		case row == 0:
			b.WriteString(d.hand(d.above()))
		case row == d.Size.Ranks-1:
			b.WriteString(d.hand(d.below()))
		}
		b.WriteByte('\n')
	}
	edge(f[4], f[5], d.Size.Ranks)
	if !d.NoCoordinates {
		b.WriteString("   ")
		for col := range d.Size.Files {
			if style == Painted {
				b.WriteByte(' ')
			}
			b.WriteString(" " + board.FileName(d.Size.File(d.cell(col, 0))))
		}
		b.WriteByte('\n')
	}
	if lines := d.lines(); lines != "" {
		fmt.Fprintf(&b, "Lines: %s\n", lines)
	}
	for _, c := range []board.Color{board.White, board.Black} {
		if gates := d.gates(c); gates != "" {
			fmt.Fprintf(&b, "%v may still gate on %s\n", c, gates)
		}
	}
	for _, note := range d.Notes {
		b.WriteString(note + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// write writes the squares of a row, and the signs between them.
func (d *Diagram) write(b *strings.Builder, row int, style TextStyle) {
	var left Mark // of the square to the left
	for col := range d.Size.Files + 1 {
		var mark Mark
		var pc Piece
		sq := board.NoSquare
		if col < d.Size.Files {
			sq = d.cell(col, row)
			mark, pc = d.Marks[sq], d.at(sq)
		}
		between := ' '
		switch {
		case left&Check != 0:
			between = '!'
		case mark&Target != 0 && pc.Type != nil:
			between = 'x'
		case left&mark&Highlight != 0:
			between = '|'
		case left&Highlight != 0:
			between = ')'
		case mark&Highlight != 0:
			between = '('
		case left&Reborn != 0:
			between = '+'
		case left&mark&Last != 0:
			between = '|'
		case left&Last != 0:
			between = ']'
		case mark&Last != 0:
			between = '['
		}
		b.WriteRune(between)
		left = mark
		switch {
		case sq == board.NoSquare:
		case pc.Type != nil:
			b.WriteRune(pc.rune(style))
		case mark&Target != 0 && style == Letters:
			b.WriteByte('*')
		case mark&Target != 0:
			b.WriteRune('•')
		case style == Letters:
			b.WriteByte('.')
		default:
			b.WriteRune('·')
		}
	}
}

// paint writes the squares of a row in colour.
func (d *Diagram) paint(b *strings.Builder, row int) {
	for col := range d.Size.Files {
		sq := d.cell(col, row)
		mark, pc := d.Marks[sq], d.at(sq)
		ground := 180
		if d.Size.Dark(sq) {
			ground = 137
		}
		switch {
		case mark&Check != 0:
			ground = 167
		case mark&Highlight != 0:
			ground = 74
		case mark&Last != 0:
			ground = 143
		}
		ink, figure := 16, ' '
		if pc.Type != nil {
			figure = pc.rune(Painted)
			if pc.Color == board.White {
				ink = 231
			}
		}
		before, after := ' ', ' '
		switch {
		case mark&Target != 0 && pc.Type != nil:
			before = 'x'
		case mark&Target != 0:
			figure = '•'
		}
		switch {
		case mark&Reborn != 0 && pc.Type != nil:
			after = '+'
		case mark&Gate != 0 && pc.Type != nil:
			after = '°'
		}
		fmt.Fprintf(b, "\x1b[48;5;%d;38;5;%dm%c%c%c\x1b[0m", ground, ink, before, figure, after)
	}
}

// corner returns the imaginary square in a column and row of the picture, set in a format, or
// blanks if the variant has none.
func (d *Diagram) corner(style TextStyle, col, row int, format string) string {
	text := " "
	for i := range d.Corners {
		sq := board.Square(d.Size.Area() + i)
		if c, r := d.place(sq); c != col || r != row {
			continue
		}
		text = "·"
		if style == Letters {
			text = "."
		}
		if pc := d.Corners[i]; pc.Type != nil {
			text = string(pc.rune(style))
		}
		switch mark := d.Marks[sq]; {
		case mark&Target != 0:
			text = "x" + text
		case mark&Highlight != 0:
			text = "(" + text + ")"
		case mark&Last != 0:
			text = "[" + text + "]"
		}
	}
	if text == " " && col >= 0 {
		return ""
	}
	return fmt.Sprintf(format, text)
}

// hand returns what a side has in hand, in words.
func (d *Diagram) hand(c board.Color) string {
	held := d.HandText(c)
	if held == "" {
		return ""
	}
	return "  " + c.String() + " in hand: " + held
}

// HandText returns what a side has in hand, each type once, with its count if there are several:
// "Knight, Pawn (3)".
func (d *Diagram) HandText(c board.Color) string {
	var names []string
	for _, h := range counted(d.Hands[c]) {
		name := h.Type.Name
		if h.count > 1 {
			name += fmt.Sprintf(" (%d)", h.count)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// lines names the lines drawn on the board by their ends.
func (d *Diagram) lines() string {
	var ends []string
	for _, l := range d.Size.JoinLines(d.Lines) {
		ends = append(ends, d.Size.Name(l[0])+"-"+d.Size.Name(l[1]))
	}
	return strings.Join(ends, " ")
}

// gates returns the squares on which a side may still gate, by the pieces on them.
func (d *Diagram) gates(c board.Color) string {
	var names []string
	for _, sq := range squares(d.Marks) {
		if d.Marks[sq]&Gate != 0 && d.at(sq).Type != nil && d.at(sq).Color == c {
			names = append(names, d.Size.Name(sq))
		}
	}
	return strings.Join(names, " ")
}
