package rules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
)

// ParsePlacement reads the first field of a FEN, "rnbqkbnr/pppppppp/8/…": ranks
// from the last to the first, decimal runs of empty squares, one letter a man,
// or a longer label of letters in braces. The error names the rank and the text
// that is wrong.
func (v *Variant) ParsePlacement(text string) ([]Man, error) {
	men := make([]Man, v.Size.Area())
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
					return nil, fmt.Errorf("rank %d: a run of %q empty squares does not fit %d files", rank+1, row[j:k], v.Size.Files)
				}
				file, j = file+n, k
				continue
			}
			label, n := row[j:j+1], 1
			if row[j] == '{' {
				end := strings.IndexByte(row[j:], '}')
				if end < 0 {
					return nil, fmt.Errorf("rank %d: the brace in %q is not closed", rank+1, row)
				}
				label, n = row[j+1:j+end], end+1
			}
			m, err := v.ParseMan(label)
			if err != nil {
				return nil, fmt.Errorf("rank %d: %w", rank+1, err)
			}
			sq := v.Size.At(file, rank)
			if sq == board.NoSquare {
				return nil, fmt.Errorf("rank %d: %q has more than %d squares", rank+1, row, v.Size.Files)
			}
			men[sq] = m
			file, j = file+1, j+n
		}
		if file != v.Size.Files {
			return nil, fmt.Errorf("rank %d: %q fills %d squares instead of %d", rank+1, row, file, v.Size.Files)
		}
	}
	return men, nil
}

// ParseMan reads a man's letter, upper case for White, or its longer name (DH for the dragon
// horse).
func (v *Variant) ParseMan(label string) (Man, error) {
	upper := strings.ToUpper(label)
	k, n := v.KindPrefix(upper)
	if n == 0 || n != len(label) {
		return 0, fmt.Errorf("%q is no man of %s", label, v.ID)
	}
	if label == upper {
		return MakeMan(k, board.White), nil
	}
	return MakeMan(k, board.Black), nil
}

// FormatPlacement writes men as the first field of a FEN.
func (v *Variant) FormatPlacement(men []Man) string {
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
			m := men[v.Size.At(file, rank)]
			if m == 0 {
				empty++
				continue
			}
			flush()
			b.WriteByte(v.Letter(m))
		}
		flush()
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return b.String()
}
