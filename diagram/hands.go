package diagram

import (
	"slices"
	"strconv"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// The pieces in hand stand to the right of the board, one of each type with its count. Each side has
// the half of the board's height that is nearer to it, and as many columns as it needs.

// handGap is the gap between the board and the pieces in hand.
const handGap = 16

// held is a piece in hand.
type held struct {
	Piece
	count int
	x, y  int // its place in the picture
}

// handColumns returns how many columns a number of pieces in hand needs.
func (d *Diagram) handColumns(types int) int {
	rows := max(d.Size.Ranks/2, 1)
	return (types + rows - 1) / rows
}

// handSize returns the width and height of the place for the pieces in hand of both sides, with the
// gap to their left. Both are 0 if neither side has any.
func (d *Diagram) handSize() (width, height int) {
	columns := d.handColumns(max(len(counted(d.Hands[0])), len(counted(d.Hands[1]))))
	if columns == 0 {
		return 0, 0
	}
	return handGap + columns*unit, max(d.Size.Ranks, 2) * unit
}

// counted returns one piece of each type of a hand, with its count.
func counted(hand []*piece.Type) []held {
	var all []held
	for _, t := range hand {
		i := slices.IndexFunc(all, func(h held) bool { return h.Type == t })
		if i < 0 {
			i = len(all)
			all = append(all, held{Piece: Piece{Type: t}})
		}
		all[i].count++
	}
	return all
}

// hands returns the pieces in hand with their places, one row after the other: those of the side
// above from the top, those of the side below down to the bottom.
func (p *layout) hands() []held {
	d := p.d
	_, height := d.handSize()
	var all []held
	for _, c := range [...]board.Color{d.above(), d.below()} {
		hand := counted(d.Hands[c])
		if len(hand) == 0 {
			continue
		}
		most := d.handColumns(len(hand))
		rows := (len(hand) + most - 1) / most
		columns := (len(hand) + rows - 1) / rows
		top := p.top
		if c == d.below() {
			top += height - rows*unit
		}
		for i, h := range hand {
			h.Color = c
			h.x, h.y = p.beside+handGap+i%columns*unit, top+i/columns*unit
			all = append(all, h)
		}
	}
	return all
}

// The plate of a count, in the upper right corner of its piece.
const (
	countTop    = 3
	countHeight = 30
	countSize   = 26 // of the digits
	countBase   = 27 // from the top of the piece to the baseline of the digits
	countRight  = unit - 4
	countRim    = 2 // the width of its outline
)

// countPlate returns the digits of a count, where their plate begins, and its width.
func countPlate(count int) (text string, x, width int) {
	text = strconv.Itoa(count)
	width = 15*len(text) + 14
	return text, countRight - width, width
}
