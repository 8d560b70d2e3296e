// Package kirke plays a family of chess variants: Seirawan chess, Siceirawan,
// Sissa, the Cetran games, progressive chess, Circe with all its relatives, and
// the chess they come from. It sets up positions, lists legal moves, plays and
// explains them, keeps games, and reads and writes them as text.
//
// # A game is a value
//
// [Lookup] finds a game by its id; [Variants] lists them all. A [Variant] is
// data and nothing but data: a board, an army, an array, and one small part for
// each thing a game may have, such as men in hand, castling, a rule for captured
// men, series of moves. Ids combine with "+", and what makes no game together is
// refused with the reason:
//
//	v, err := kirke.Lookup("progressive+circe")
//
// Copy the value and change a part of it, and you have a game of your own that
// everything here plays, writes and reads: see the example of [Variant].
//
// # From text to text
//
// Text comes in and becomes a [Setup], which is anything that can be written
// down. A setup that is a position of its game becomes a [Position], which plays.
// [Start] and [FromFEN] go all the way at once:
//
//	p, err := kirke.FromFEN(v, "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1")
//
// What is wrong with a setup is data as well, a set of [Problem] values, and a
// problemist who needs two white kings can [Forgive] them.
//
// A Position is a value that never changes. It says what stands where, whose
// turn it is, and which moves are legal, as a sequence for a range loop
// ([Position.LegalMoves]) or appended to a buffer of yours
// ([Position.AppendLegalMoves]), which costs no allocation. Play returns the next
// position and leaves this one as it was, so that going back is keeping it.
//
// # Moves and their texts
//
// A [Move] is a small comparable value: what the mover chose, and no more. What
// follows from it by the rules, the man that was captured and the square it was
// reborn on, is in [Details]. The same move reads Nf3/H, Nf3(Hg1), Ng1-f3(Hg1),
// g1f3h or N g1-f3; H-g1, depending on who is to read it. [Position.MoveText]
// writes any [Style]; [Position.ParseMove] reads them all and is generous about
// check marks, zeros for castling, and what the rules leave no choice about.
//
// A move that cannot be played is explained by the rule against it:
//
//	"Be3" is not legal: Bc1 must convert first: one orthogonal step
//
// # Games and how they end
//
// A [Game] is a start and a tree of moves with comments, glyphs and variations.
// [Position.Outcome] knows what a position alone decides: mate, stalemate, dead
// positions. [Game.Outcome] adds what its history decides, and
// [Game.Claims] what the player to move may claim. Two positions are the same for
// repetition only when everything is: the board, the turn, castling, en passant,
// gates, men in hand, bishops that may convert, men waiting to be reborn. Nothing
// cuts the history short, for in Circe even a capture can be undone.
//
// # Files
//
// [ReadPGN] streams games from a file of any size and goes on after a bad one,
// which it names by its line. [Game.WritePGN], [ReadCourier], [ReadJSON] and their
// counterparts do what they say. A stored game names its variant and the version
// of its rules, and a game played under rules that this build does not know is
// refused, by name, rather than replayed wrongly.
//
// # Other rooms
//
// What is behind this door can be used by itself: board (squares), piece
// (movement), rules (variants and the kernel), notation (all texts).
package kirke
