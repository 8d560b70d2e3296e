// Package notation reads and writes positions and moves as text: FEN, the move text of engines, the
// styles that people use, PGN files and Game Courier logs.
//
// Reading is generous. Writing has one canonical form for each style, and what is written reads
// back to the same. An error is one sentence that names the text and the place in it. The package
// knows no rules: it asks a rules.Position which moves there are and what happens in them.
//
// Read style.go first, with san.go, lan.go, uci.go, popeye.go and courier.go for the styles.
// request.go reads a text, resolve.go finds the legal move that it means, and refuse.go explains
// why there is none. fen.go, fenrights.go and fensuffix.go are about FEN; pgn.go, pgnreader.go and
// courierlog.go about files.
//
// # FEN
//
// [ParseFEN] and [FEN] use the six fields of chess, with what the games here have besides:
//
//	board[hand] side castling en-passant [bishops] half-moves move [suffixes]
//
// On the board a number is a run of empty squares, and a letter is a piece. A longer name in braces
// ({DH}) is read as well.
//
// The hand is written [HEhe]: White's pieces in the order of the game, then Black's; [] is empty.
// It is read in any order, as [-], without brackets if it is empty, or after one more slash
// (…/RNBQKBNR/HEhe). In Siceirawan it is always four characters, for the imaginary squares z0 i0 z9
// i9, with "-" for an empty one.
//
// # Castling and gates
//
// K and Q mean that the king may castle on that side, in upper case for White. In Chess960 the
// letter of the rook's file is written instead, and K and Q are read as the rook furthest out.
// Letters of a king or rook that has left its place are read and mean nothing.
//
// In games with gates K and Q also mean that the rook's and the king's squares gate. The files of
// the other squares that gate follow, so that Seirawan chess starts with KQBCDFGkqbcdfg. E is a
// king that has not moved but cannot castle; A and H are rooks that gate though their king has
// moved. In Chess960 the king's gate is written out: GDABCEFH. KQkq alone means no other gates. A
// side with nothing to gate has no gates. All letters (ABCDEFGH) are read as well: a king and a
// rook that both gate may castle.
//
// In the Circe family E is a king that has not moved, if no rook's letter says so. If kings are
// reborn, A and H are rooks that have not moved and whose king has. In games with gates and
// rebirths, castling rights and gates may differ. They are then written apart, the gates after a
// colon: KQkq:ABCDEFGabcdefgh.
//
// # Other fields
//
// The en passant field is written if a capture is possible, and read in any case. In series games
// it may have several squares (a3c3). With the bishops conversion rule a field follows that lists
// the files of the bishops that may still convert, with "+" after one that must: CGcg, G+cg, or
// "-". It may be missing.
//
// A suffix stands in the games that have it, if there is something to say:
//
//	~n@d5       Parrain, Memory: the knight captured on d5 is to be reborn; in Anticirce with Parrain, the
//	            knight that captured on d5, and ~n@d5-d6 if it stands on d6
//	=d8         CousCous: the pawn on d8 is first to be promoted by its own side
//	{e8:n,p}    Volcanic: the pieces below e8, the first to come up first; {a1:Q}{e8:n} for two squares
//	@e4=d2,h5=- Diagram: the piece on e4 stood on d2 in the diagram, that on h5 did not stand there;
//	            pieces on their own squares are left out
//	!d4c2g1     Cohen: the last capture, from d4 on c2, with the rebirth square or -
//	2/3         series games, always: moves left and length of the series, then "+"
//	            after a capture or pawn move in it
//
// # Moves
//
// [UCI] and [ParseUCI] are for engines and programs (g1f3h). [Text], [Parse] and [ParseAny] are for
// people, in all styles. A text that means a move which the rules forbid gives an [IllegalError]
// with the rule.
package notation
