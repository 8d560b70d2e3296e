// Package notation reads and writes positions and moves as text: FEN, the move
// text of engines, the styles people use, PGN files and Game Courier logs.
//
// Reading is generous, writing is one canonical form per style, and whatever is
// written reads back to the same. Errors are one sentence that names the text and
// the place in it. The package knows no rules: which moves there are, and what
// happens in them, it asks of a rules.Position.
//
// # FEN
//
// [ParseFEN] and [FEN] use the six fields of chess, with what the games here have
// besides:
//
//	board[hand] side castling en-passant [bishops] half-moves move [suffixes]
//
// The board has decimal runs of empty squares, one letter a man, or on reading a
// label in braces ({DH}).
//
// The hand is written [HEhe]: White's men in the order of the game, then Black's;
// [] is empty. On reading any order goes, [-], no brackets at all, or the hand
// after one more slash (…/RNBQKBNR/HEhe). In Siceirawan it is always four
// characters, for the imaginary squares z0 i0 z9 i9, "-" for an empty one.
//
// # Castling and gates
//
// K and Q mean that the king may castle on that side, upper case for White; where
// arrays are drawn (Chess960) the letter of the rook's file stands instead, and K
// and Q are read as the rook furthest out. Letters of a king or rook that has left
// its place are read and mean nothing.
//
// In games with gates K and Q speak for the gates of rook and king as well; the
// files of the other squares that gate follow, so that Seirawan chess starts with
// KQBCDFGkqbcdfg. A king that has not moved but cannot castle is E, rooks that
// gate though their king has moved are A and H. Where letters stand for rooks the
// king's gate is written out: GDABCEFH. KQkq alone means no other gates. The gates
// of a side with nothing to enter are not written. On reading, all letters
// (ABCDEFGH) do as well: a king and a rook that both gate may castle.
//
// In the Circe family E says that the king has not moved where no rook's letter
// does; where kings are reborn, A and H are rooks that have not moved and whose
// king has. In games with gates and rebirths rights and gates can come apart, and
// are then written apart: KQkq:ABCDEFGabcdefgh, the gates after the colon.
//
// # Other fields
//
// The en passant field is written when a capture is possible and read either way;
// in series games it may hold several squares (a3c3). With the bishops conversion
// rule a field follows that lists the files of the bishops still free, with "+"
// after one that must convert: CGcg, G+cg, or "-". It may be missing.
//
// The suffixes appear in the games that have them, when there is something to say:
//
//	~n@d5       Parrain: the knight captured on d5 is to be reborn
//	=d8         CousCous: the pawn on d8 is first to be promoted by its own side
//	{e8:n,p}    Volcanic: the men below e8, first up first; {a1:Q}{e8:n} for two squares
//	@e4=d2,h5=- Diagram: the man on e4 stood on d2 in the diagram, that on h5 did not
//	            stand there; men on their own squares are left out
//	!d4c2g1     Cohen: the last capture, from d4 on c2, with the rebirth square or -
//	2/3         series games, always: moves left and length of the series, then "+"
//	            when there has been a capture or pawn move in it
//
// # Moves
//
// [UCI] and [ParseUCI] are the text of engines and programs (g1f3h). [Text],
// [Parse] and [ParseAny] are all styles, for people. A text that means a move which
// the rules forbid gives an [IllegalError] with the rule.
package notation
