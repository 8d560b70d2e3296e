package tablebase

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// MaxPieces bounds the number of pieces of a table.
const MaxPieces = 6

// Material is the pieces of a position, White's first, those of a side in the order of the army. It
// can be compared.
type Material [MaxPieces]rules.Piece

// ParseMaterial reads the pieces of both sides as labels: "KQvKR" or, where each side's pieces begin
// with a king, "KQKR".
func ParseMaterial(v *rules.Variant, text string) (Material, error) {
	white, black, ok := strings.Cut(text, "v")
	if !ok && text != "" {
		if second := strings.IndexByte(text[1:], text[0]); second >= 0 {
			white, black, ok = text[:second+1], text[second+1:], true
		}
	}
	if !ok {
		return Material{}, fmt.Errorf("%q does not say what pieces Black has: "+
			"write those of both sides, kings first, as KQK, KQKR or KQvKR", text)
	}
	var pieces []rules.Piece
	for c, labels := range []string{white, black} {
		for labels != "" {
			k, n := v.LabelPrefix(labels)
			if k == 0 || n == 0 {
				return Material{}, fmt.Errorf("%q: %s has no piece with the letter %c", text, v.ID, labels[0])
			}
			labels = labels[n:]
			pieces = append(pieces, rules.MakePiece(k, board.Color(c)))
		}
	}
	if len(pieces) > MaxPieces {
		return Material{}, fmt.Errorf("%q has %d pieces, and a table at most %d", text, len(pieces), MaxPieces)
	}
	return materialOf(pieces), nil
}

// materialOf returns pieces, at most MaxPieces, as a Material.
func materialOf(pieces []rules.Piece) (m Material) {
	slices.SortFunc(pieces, comparePieces)
	copy(m[:], pieces)
	return m
}

// comparePieces puts White's pieces first, and those of a side in the order of the army.
func comparePieces(a, b rules.Piece) int {
	if a.Color() != b.Color() {
		return int(a.Color()) - int(b.Color())
	}
	return int(a.Type()) - int(b.Type())
}

// Text returns the labels of the pieces, "KQvKR", kings first.
func (m Material) Text(v *rules.Variant) string {
	var sides [2]string
	for _, pc := range m.pieces() {
		c, t := pc.Color()&1, v.Type(pc.Type())
		if t.Royal {
			sides[c] = t.Label() + sides[c]
		} else {
			sides[c] += t.Label()
		}
	}
	return sides[0] + "v" + sides[1]
}

// pieces returns the pieces that there are.
func (m *Material) pieces() []rules.Piece {
	n := slices.Index(m[:], 0)
	if n < 0 {
		n = MaxPieces
	}
	return m[:n]
}

// flipped returns the material with the colours exchanged.
func (m Material) flipped() Material {
	var pieces []rules.Piece
	for _, pc := range m.pieces() {
		pieces = append(pieces, rules.MakePiece(pc.Type(), pc.Color().Other()))
	}
	return materialOf(pieces)
}

// numbers returns how many numbers there are for positions on a board of an area: for each side to
// move and each way to put the pieces on squares, possible or not. It is 0 if they are too many.
func (m *Material) numbers(area int) int {
	n := 2
	for range m.pieces() {
		if n *= area; n > maxNumbers {
			return 0
		}
	}
	return n
}

// maxNumbers bounds the positions of a table: four pieces on 9×9 squares.
const maxNumbers = 2 * 81 * 81 * 81 * 81

// place is a piece on a square.
type place struct {
	piece rules.Piece
	at    board.Square
}

func comparePlaces(a, b place) int {
	if c := comparePieces(a.piece, b.piece); c != 0 {
		return c
	}
	return int(a.at) - int(b.at)
}

// numberOf returns the number of a position with a side to move; places are sorted.
func numberOf(turn board.Color, places []place, area int) int {
	n := int(turn)
	for _, p := range places {
		n = n*area + int(p.at)
	}
	return n
}

// placesOf returns the side to move and the places of the pieces in the position with a number. It is
// not ok if two pieces stand on one square, or if alike pieces are not in the order of their squares,
// so that another number is the position's.
func (m *Material) placesOf(n, area int, places []place) (turn board.Color, _ []place, ok bool) {
	pieces := m.pieces()
	places = slices.Grow(places[:0], len(pieces))[:len(pieces)]
	for i := len(pieces) - 1; i >= 0; i-- {
		places[i] = place{pieces[i], board.Square(n % area)}
		n /= area
		for j := i + 1; j < len(pieces); j++ {
			if places[i].at == places[j].at || pieces[i] == pieces[j] && places[i].at > places[j].at {
				return 0, places, false
			}
		}
	}
	return board.Color(n), places, true
}
