// Package kirke plays a family of chess variants: Seirawan chess, Siceirawan, Sissa, the Cetran
// games, progressive chess, Circe with all its relatives, and chess itself. It sets up positions,
// lists legal moves, plays and explains them, keeps games, and reads and writes them as text.
//
// # Variants
//
// [Lookup] finds a game by its ID, and [Variants] lists them all. A [Variant] is data: a board, an
// army, a starting position, and a small part for each rule that a game may have, such as pieces in
// hand, castling, the rebirth of captured pieces, or series of moves. IDs combine with "+". Parts
// that contradict each other are refused with the reason:
//
//	v, err := kirke.Lookup("progressive+circe")
//
// The variant is yours. Change a part of it, and you have a game of your own, which the whole
// library plays, writes and reads: see the example of [Variant].
//
// # Setups and positions
//
// Text is read into a [Setup], which is anything that can be written down. A setup that is a
// position of its game becomes a [Position], which plays. [Start] and [FromFEN] do both steps at
// once:
//
//	p, err := kirke.FromFEN(v, "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1")
//
// What is wrong with a setup is data as well, a set of [Defect] values. A composer of problems who
// needs a position without a king can [Forgive] it.
//
// A Position is a value and never changes. It says which piece stands where, whose turn it is, and
// which moves are legal, as a sequence for a range loop ([Position.LegalMoves]) or appended to a
// buffer of yours without allocation ([Position.AppendLegalMoves]). Play returns the next position;
// to take a move back, keep the one before.
//
// # Moves
//
// A [Move] is a small comparable value that holds what the mover chose. What follows from it by the
// rules, such as the captured piece and the square where it is reborn, is in [Details].
//
// The same move is written Nf3/H, Nf3(Hg1), Ng1-f3(Hg1), g1f3h or N g1-f3; H-g1, depending on the
// [Style]. [Position.MoveText] writes all styles, and [Position.ParseMove] reads them. It does not
// mind missing check marks, zeros for castling, or anything else that the rules leave no choice
// about.
//
// The error for a move that is not legal names the rule against it:
//
//	"Be3" is not legal: Bc1 must convert first: one orthogonal step
//
// # Games and how they end
//
// A [Game] is a starting position and a tree of moves, with comments, glyphs and variations.
// [Position.Outcome] knows what a position alone decides: mate, stalemate, dead positions.
// [Game.Outcome] adds what the moves before it decide, and [Game.Claims] the draws that the player
// to move may claim.
//
// Two positions are the same for repetition only if everything is: the board, the side to move,
// castling rights, en passant, gates, pieces in hand, bishops that may convert, and pieces waiting
// to be reborn. Repetitions are counted back to the start of the game, because in Circe even a
// capture can be undone.
//
// # Files
//
// [ReadPGN] reads games from a file of any size, one at a time. It names the line of a bad game and
// goes on with the next. [Game.WritePGN], [ReadCourier], [Game.WriteCourier] and [ReadJSON] are for
// the other directions and formats. A stored game names its variant and the version of its rules.
// If this build does not know that version, reading the game is an error.
//
// # Other packages
//
// This package is the front door. The packages behind it can be used by themselves: board
// (squares), piece (movement), rules (variants, with a kernel in rules/reference), bitboard (the
// fast kernel) and notation (all texts).
package kirke
