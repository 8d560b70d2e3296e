package rules

import "github.com/kirke-chess/kirke/board"

// Row ends the game when a side has connected its pieces; the zero value is never.
type Row struct {
	// Length is how many own pieces in a row, without a gap, end the game. 0 is no such end.
	Length int
	// Square is the side of a square of own pieces that ends the game. 0 is no such end.
	Square int
	// Line is how many own pieces in a line, with gaps or without, end the game. 0 is no such end.
	Line int
	// Types are the letters of the types that count; "" is all.
	Types string
	// NoRanks leaves out rows along ranks.
	NoRanks bool
	// NoFiles leaves out rows along files.
	NoFiles bool
	// NoDiagonals leaves out rows along diagonals.
	NoDiagonals bool
	// From is the region where a chain of own pieces begins that ends the game.
	From board.Regions
	// To is the region that the chain leads to.
	To board.Regions
	// Loses makes the side lose that has connected its pieces. Otherwise it wins.
	Loses bool
}
