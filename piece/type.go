package piece

// Type is a piece type: what it is called and how it moves.
type Type struct {
	Name   string // English name, "Hawk"
	Letter byte   // upper-case letter in FEN and move text
	Alias  string // longer name in upper case that is read for the letter, "DH", and never written
	Betza  string // movement in Betza's notation, as Parse reads it
	Value  int    // centipawns on an 8×8 board, for people and first guesses
	Doc    string // one sentence: how it moves
	Royal  bool   // must not be left in check
	Pawn   bool   // promotes on the last rank, and captures and is captured en passant
}
