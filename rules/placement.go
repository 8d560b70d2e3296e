package rules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
)

// ParsePlacement reads the first field of a FEN, "rnbqkbnr/pppppppp/8/…": the ranks from the last
// to the first. A number is a run of empty squares, a letter is a piece, with its mark if it is
// promoted (+P, Q~), and so is a longer name in braces ({DH}); "=" makes the piece after it
// neutral; "*" is a wall. The error names the rank and the text that is wrong.
func (v *Variant) ParsePlacement(text string) ([]Piece, error) {
	pieces := make([]Piece, v.Size.Area())
	ranks := strings.Split(text, "/")
	if len(ranks) != v.Size.Ranks {
		return nil, fmt.Errorf("the board of %s has %d ranks, but %q has %d", v.ID, v.Size.Ranks, text, len(ranks))
	}
	for i, row := range ranks {
		rank, file := v.Size.Ranks-1-i, 0
		for j := 0; j < len(row); {
			if c := row[j]; c >= '0' && c <= '9' {
				k := j
				for k < len(row) && row[k] >= '0' && row[k] <= '9' {
					k++
				}
				n, err := strconv.Atoi(row[j:k])
				if err != nil || n < 1 || n > v.Size.Files {
					return nil, fmt.Errorf("rank %d: a run of %q empty squares does not fit %d files",
						rank+1, row[j:k], v.Size.Files)
				}
				file, j = file+n, k
				continue
			}
			pc, n, err := v.piecePrefix(row[j:])
			if err != nil {
				return nil, fmt.Errorf("rank %d: %w", rank+1, err)
			}
			sq := v.Size.At(file, rank)
			if sq == board.NoSquare {
				return nil, fmt.Errorf("rank %d: %q has more than %d squares", rank+1, row, v.Size.Files)
			}
			pieces[sq] = pc
			file, j = file+1, j+n
		}
		if file != v.Size.Files {
			return nil, fmt.Errorf("rank %d: %q fills %d squares instead of %d", rank+1, row, file, v.Size.Files)
		}
	}
	return pieces, nil
}

// piecePrefix reads the piece that a row of a placement begins with, and the length of its text.
func (v *Variant) piecePrefix(row string) (Piece, int, error) {
	if row[0] == '*' {
		return Wall, 1, nil
	}
	if row[0] == '=' {
		return v.neutralPrefix(row)
	}
	if row[0] == '{' {
		end := strings.IndexByte(row, '}')
		if end < 0 {
			return 0, 0, fmt.Errorf("the brace in %q is not closed", row)
		}
		pc, err := v.ParsePiece(row[1:end])
		return pc, end + 1, err
	}
	if k, n := v.LabelPrefix(row); n > 0 {
		if strings.ToUpper(row[:n]) == row[:n] {
			return MakePiece(k, board.White), n, nil
		}
		return MakePiece(k, board.Black), n, nil
	}
	pc, err := v.ParsePiece(row[:1])
	return pc, 1, err
}

// neutralPrefix is piecePrefix for a row that begins with "=".
func (v *Variant) neutralPrefix(row string) (Piece, int, error) {
	if len(row) < 2 || row[1] == '=' || row[1] == '*' {
		return 0, 0, fmt.Errorf("%q lacks the piece that is neutral", row)
	}
	if !v.Neutrals {
		return 0, 0, fmt.Errorf("%q: %s has no neutral pieces", row, v.ID)
	}
	pc, n, err := v.piecePrefix(row[1:])
	return MakeNeutral(pc.Type()), n + 1, err
}

// ParsePiece reads a piece's letter, upper case for White, or its longer name (DH for the Dragon
// Horse).
func (v *Variant) ParsePiece(label string) (Piece, error) {
	upper := strings.ToUpper(label)
	k, n := v.TypePrefix(upper)
	if n == 0 || n != len(label) {
		return 0, fmt.Errorf("%q is not a piece of %s", label, v.ID)
	}
	if label == upper {
		return MakePiece(k, board.White), nil
	}
	return MakePiece(k, board.Black), nil
}

// FormatPlacement writes pieces as the first field of a FEN.
func (v *Variant) FormatPlacement(pieces []Piece) string {
	var b strings.Builder
	for rank := v.Size.Ranks - 1; rank >= 0; rank-- {
		empty := 0
		flush := func() {
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
				empty = 0
			}
		}
		for file := range v.Size.Files {
			pc := pieces[v.Size.At(file, rank)]
			if pc == 0 {
				empty++
				continue
			}
			flush()
			b.WriteString(v.Label(pc))
		}
		flush()
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return b.String()
}
