package notation

import (
	"fmt"

	"github.com/kirke-chess/kirke/board"
)

// PGN is one game as it stands in a PGN file: tags, and moves as text. Which
// moves the texts mean is for the rules to say; the reader knows none.
type PGN struct {
	Tags   []Tag  // in the order of the file
	Line   Line   // the game itself
	Result string // "1-0", "0-1", "1/2-1/2" or "*"; "" when the movetext ends without one
	At     int    // the line of the file the game starts on, from 1
}

// Tag is a name and a value.
type Tag struct {
	Name, Value string
}

// Line is a sequence of moves: the game or a variation of it.
type Line struct {
	Comments []string // before the first move
	Plies    []Ply
}

// Ply is one move as text.
type Ply struct {
	Number     string   // the move number, "12." or "12..."; "" when the file gives none
	Text       string   // the move, such as "Nf3/H" or `E\H, exf6`
	NAGs       []int    // numeric annotation glyphs; "!" is 1, "?!" is 6
	Comments   []string // after the move
	Variations []Line   // what might have been played instead of this move
	At         int      // the line of the file it stands on, from 1
}

// Tag returns the value of the first tag of that name, or "".
func (g *PGN) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// SetTag changes the first tag of that name, or adds it.
func (g *PGN) SetTag(name, value string) {
	for i := range g.Tags {
		if g.Tags[i].Name == name {
			g.Tags[i].Value = value
			return
		}
	}
	g.Tags = append(g.Tags, Tag{name, value})
}

// MoveNumber returns the number of a move as PGN and Game Courier write it:
// "12." for White, "12..." for Black.
func MoveNumber(full int, turn board.Color) string {
	if turn == board.White {
		return fmt.Sprintf("%d.", full)
	}
	return fmt.Sprintf("%d...", full)
}

// LineError is what is wrong with a file, and the line it is on.
type LineError struct {
	Line int // from 1
	Err  error
}

// Error returns "line 12: " and the sentence.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the error without its line.
func (e *LineError) Unwrap() error { return e.Err }
