package rulebook

import (
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/rules"
)

// This file writes about the conditions that change how pieces move, or what a move does.

// changeText says what each of them does.
func changeText(f *rules.Fairy) (text []string) {
	add := func(sentence string) {
		if sentence != "" {
			text = append(text, sentence)
		}
	}
	add(lendingText(&f.Lending))
	add(sentence(lendingKings[:], int(f.Lending.Kings)))
	add(sentence(makings[:], int(f.Making)))
	add(sentence(turningMoves[:], int(f.Turning.Mover)))
	if f.Turning.Squares != "" {
		add("A piece other than a king that comes to stand on one of the squares " + spaced(f.Turning.Squares) +
			" changes sides.")
	}
	add(sentence(turningChecks[:], int(f.Turning.Watched)))
	add(sentence(changingMoves[:], int(f.Changing.Mover)))
	if f.Wormholes != "" {
		add("The squares " + spaced(f.Wormholes) + " are wormholes: a piece that comes to one goes on, in the same " +
			"move, to another that is empty, which its side chooses. Without one the move is illegal, and a piece " +
			"does not come back to where it was unless it has captured or been promoted.")
	}
	if im := f.Imitators; im.Squares != "" {
		add("Every move is also made by imitators, which begin on " + words.And(board.Names(im.Squares)) +
			": a move is legal only if they can make it too, over empty squares to empty squares. The square that " +
			"the piece leaves is empty for them. In castling they follow the king, then the rook.")
	}
	if b := f.Breton; b.Active {
		whose, happens := "the capturer's side", "leaves the board"
		if b.Adverse {
			whose = "the captured piece's side"
		}
		if b.Chromatic {
			happens = "changes sides"
		}
		add("With a capture a piece of the captured piece's type of " + whose + " " + happens +
			", if there is one; the capturing side chooses among several, of which the capturer may be one.")
		if b.Last {
			add("A pawn that captures is promoted before.")
		}
	}
	for _, t := range successionText(&f.Succession) {
		add(t)
	}
	add(sentence(exchanges[:], int(f.Exchange)))
	add(sentence(freeCastlings[:], int(f.Castling)))
	for _, t := range insteadText(f) {
		add(t)
	}
	add(swapText("White", f.Swapping.White))
	add(swapText("Black", f.Swapping.Black))
	add(sentence(sentinels[:], int(f.Sentinels)))
	add(sentence(ghosts[:], int(f.Ghosts)))
	if f.Revolving {
		add("After a move from or to one of the four squares in the centre, these turn clockwise with the pieces on " +
			"them.")
	}
	if f.Lost {
		add("After a move the pieces of the other side, kings excepted, leave the board that would be mated if they " +
			"were royal: that are attacked, and that no move of their side would save. In a threat passing counts as " +
			"a move.")
	}
	add(sentence(republics[:], int(f.Republic)))
	add(sentence(movers[:], int(f.Movers)))
	if f.Box {
		add("A move may not leave a side with more pieces of a type than it has at the start.")
	}
	switch f.Latent {
	case rules.CapturerReleases:
		add("A pawn stays a pawn on its last rank while no piece of its side is off the board. A capture that " +
			"changes that promotes it, to a piece that the capturing side chooses.")
	case rules.OwnerReleases:
		add("A pawn stays a pawn on its last rank while no piece of its side is off the board. When one is, its side " +
			"promotes it before its next move, and it attacks as what it could become.")
	case rules.NoLatentPawns:
	}
	return append(text, changingText(&f.Changing)...)
}

// castlingRook says whether a rook that castles changes as by another move.
func castlingRook(f *rules.Fairy) string {
	switch f.Changing.Mover {
	case rules.MoverDescends, rules.MoverClimbs, rules.QuietDescends, rules.MoverSwapsPower:
		return "A rook that castles changes, too."
	case rules.MoverCycles, rules.MoverByFile:
		return "A rook that castles stays what it is."
	}
	switch f.Turning.Mover {
	case rules.QuietMoveTurns, rules.FirstCrossingTurns, rules.CrossingTurns:
		return "A rook that castles keeps its side."
	}
	return ""
}

// changingText says what follows from moves that change their piece, and which moves there are besides.
func changingText(c *rules.Changing) (text []string) {
	add := func(sentence string) { text = append(text, sentence) }
	if c.Kings {
		add("A king that captures becomes that too, and stays royal.")
	}
	if c.OwnType {
		add("A piece captures only pieces of its own type, and a king captures nothing; check is as in chess.")
	}
	if c.LongSteps {
		add("A pawn on its own first rank captures as others do, and goes one, two or three squares ahead.")
	}
	if c.Departs != rules.FromOwnSquare {
		add(sentence(departures[:], int(c.Departs)))
	}
	if c.NoPromotion {
		add("Pawns are not promoted on the last rank.")
	}
	return text
}

// successionText says which pieces become others by what stands beside them or is captured.
func successionText(f *rules.Succession) (text []string) {
	text = append(text, sentence(heirs[:], int(f.Heirs)))
	for c := range board.Color(2) {
		if f.KingHeirs.Has(c) {
			text = append(text, fmt.Sprintf("When a piece of %v is captured, the king of %v becomes such a piece and "+
				"stays royal; when a pawn is captured, it becomes a king again.", c, c))
		}
	}
	if f.Influence {
		text = append(text, "The enemy pieces around a piece that has moved become pawns, or on the first and last "+
			"rank what that piece is. Kings neither change nor have such influence; in castling the rook has.")
	}
	if f.Dynasty {
		text = append(text, "A king is royal only while it is the only one of its side; pawns become kings too.")
	}
	return text
}

// insteadText says what a side may do instead of a move, or within one.
func insteadText(f *rules.Fairy) (text []string) {
	if f.Chains {
		text = append(text, "A piece that has captured may move again in the same turn, and again if that was a "+
			"capture too. It does not go on while a king is in check.")
	}
	if f.Roles.Exchanged {
		text = append(text, "Instead of another move, White may exchange the roles: the board is turned by half a "+
			"turn and each piece changes sides. Then it is Black's turn. Rights to castle are lost."+
			timesText(f.Roles.Most))
	}
	return text
}

// timesText says how often the roles may be exchanged, 0 for any number of times.
func timesText(most int) string {
	switch most {
	case 0:
		return ""
	case 1:
		return " This may be done once."
	}
	return fmt.Sprintf(" This may be done %d times.", most)
}

// lendingText says who lends another piece which moves.
func lendingText(l *rules.Lending) string {
	if l.From == rules.PieceOfFile {
		moves := "A piece other than a pawn"
		if l.Kings == rules.KingsDoNotBorrow {
			moves = "A piece other than a king or pawn"
		}
		return moves + lentMoves[l.Only] + "the piece that stands on its file in the starting position of its " +
			"side, and not as itself."
	}
	if l.As != "" { // vaultingText says it
		return ""
	}
	text := strings.Replace(sentence(lenders[:], int(l.From)), " moves as ", lentMoves[l.Only], 1)
	for c := range board.Color(2) {
		if l.Of.Has(c) && !l.Of.Has(c.Other()) {
			text += " This holds for the king of " + c.String() + " alone."
		}
	}
	if l.Becomes {
		text += " It becomes such a piece for good, which is not royal. While it is in check, nothing else of its " +
			"side moves."
	}
	return text
}

// lentMoves says which moves are made as another piece.
var lentMoves = [...]string{
	rules.EveryMoveLent: " moves as ", rules.CapturesLent: " captures and checks as ",
	rules.QuietMovesLent: ", when it does not capture, moves as ",
}

var lenders = [...]string{
	rules.FriendBehind: "A piece with an own piece directly behind it moves as that piece, and not as itself.",
	rules.FriendAhead:  "A piece with an own piece directly ahead of it moves as that piece, and not as itself.",
	rules.EnemyAhead:   "A piece with an enemy piece directly ahead of it moves as that piece, and not as itself.",
	rules.EnemyBehind:  "A piece with an enemy piece directly behind it moves as that piece, and not as itself.",
	rules.EnemiesBeside: "A piece with enemy pieces to its left or right moves as these pieces, and not as " +
		"itself.",
	rules.EnemyCheckers:    "A king in check moves only as the pieces that check it.",
	rules.EnemyCheckersToo: "A king in check moves as itself and as the pieces that check it.",
	rules.PieceOpposite: "A piece moves as the piece, of either side, opposite through the centre of the board, if " +
		"there is one, and not as itself.",
	rules.PieceAtHome: "A piece moves as the piece, of either side, on its home square, if there is one, and not as " +
		"itself.",
}

var lendingKings = [...]string{
	rules.KingsDoNotLend:   "Kings do not lend their movement.",
	rules.KingsDoNotBorrow: "Kings move as themselves.",
	rules.KingsStayApart:   "Kings move as themselves, and do not lend their movement.",
}

var makings = [...]string{
	rules.TakeThenMake: "A piece that captures must go on, in the same move, by a step that the captured piece could " +
		"make from there without capturing; without such a step it may not capture. A pawn does not go on to its own " +
		"first rank, and is promoted only where it comes to stand. A king is in check as in chess.",
	rules.MakeThenTake: "To capture, a piece first makes, in the same move, a step that the captured piece could " +
		"make from its square without capturing, and captures from there.",
}

var turningMoves = [...]string{
	rules.CaptureTurns:       "A piece other than a king changes sides when it captures.",
	rules.QuietMoveTurns:     "A piece other than a king changes sides when it moves without capturing.",
	rules.UnlikeCaptureTurns: "A piece other than a king changes sides when it captures a piece of another type.",
	rules.BlackUnlikeCaptureTurns: "A black piece other than a king changes sides when it captures a piece of " +
		"another type.",
	rules.FarHalfTurns: "A piece other than a king changes sides when it moves to the half of the board where the " +
		"other side starts.",
	rules.PursuitTurns: "A piece other than a king that moves to the square which the other side's last mover has " +
		"left changes sides.",
	rules.FirstCrossingTurns: "A piece other than a king changes sides when it first moves between light and dark " +
		"squares.",
	rules.CrossingTurns: "A piece other than a king changes sides when it moves between light and dark squares.",
}

var turningChecks = [...]string{
	rules.MoverWatches: "When the piece that has moved gives check, all pieces other than kings that it attacks or " +
		"guards change sides.",
	rules.CheckersWatch: "After a move that gives check, all pieces other than kings that a checking piece attacks " +
		"or guards change sides.",
	rules.CheckerRecolours: "When the piece that has moved gives check, it becomes neutral, or of the side that has " +
		"moved it if it was neutral.",
	rules.OtherRecolours: "When the piece that has moved gives no check and is no king, it becomes neutral, or of " +
		"the side that has moved it if it was neutral.",
}

var changingMoves = [...]string{
	rules.MoverDescends: "A queen that moves without capturing becomes a rook, a rook a bishop, a bishop a knight " +
		"and a knight a pawn; by a capture they change the other way.",
	rules.MoverClimbs: "A pawn that moves without capturing becomes a knight, a knight a bishop, a bishop a rook and " +
		"a rook a queen; by a capture they change the other way.",
	rules.QuietDescends: "A queen that moves without capturing becomes a rook, a rook a bishop, a bishop a knight " +
		"and a knight a pawn.",
	rules.MoverSwapsPower: "A queen that moves becomes a knight, a knight a queen, a rook a bishop and a bishop a " +
		"rook.",
	rules.PawnOnSecondRank: "A piece other than a king that comes to its side's own second rank becomes a pawn.",
	rules.AsCaptured:       "A piece other than a king that captures becomes what it has captured.",
	rules.AsTurned: "A piece other than a king that captures becomes what it has captured. The captured pawn makes " +
		"it a pawn that goes the other way.",
	rules.MoverByFile: "A queen, rook, bishop or knight that moves becomes a rook on the a- or h-file, a knight on " +
		"the b- or g-file, a bishop on the c- or f-file and a queen on the d-file.",
}

var freeCastlings = [...]string{
	rules.CastlesWithAny: "A king that is not in check castles from any square, along any line, with the first piece " +
		"on the line, of either side: " + castlesTowards,
	rules.CastlesWithRooks: "A king that is not in check castles from any square, along a rank or file, with a rook " +
		"of either side that is the first piece on it: " + castlesTowards,
	rules.CastlesByExchange: "Once in the game a king castles: it changes places with a piece of its side other than " +
		"a pawn, wherever the two stand and also in check.",
}

// castlesTowards says how a king castles with a piece at the end of a line.
const castlesTowards = "it goes two squares towards the piece, which must be farther away, and the piece goes to the " +
	"square that the king has passed, where it may not be in check. It does not matter whether they have moved before."

var republics = [...]string{
	rules.Republicans:            republic,
	rules.RepublicansUnlessMated: republic + " A side whose own king is mated so puts none.",
}

var movers = [...]string{
	rules.AllPieces: theirs + " A move that captures nothing may not take the move before it back, unless that " +
		"captured.",
	rules.AllButLast: theirs + " The piece that was moved last does not move.",
	rules.TheirPieces: "A side moves the other side's pieces, as that side could, and not its own. Which king is in " +
		"check is as in chess, and no move may leave the king of the side that makes it in check.",
}

// theirs says whose pieces are moved.
const theirs = "A side moves its own pieces and the other side's, as that side could. Which king is in check is as " +
	"in chess, and no move may leave the king of the side that makes it in check."

// republic says when a king is put on the board.
const republic = "A move may also put the other side's king, which is not on the board, on an empty square where it " +
	"is mated: in check that no move helps against which puts no king itself."

var sentinels = [...]string{
	rules.OwnPawns: "A piece other than a pawn leaves an own pawn on the square that it has left, but on the " +
		"first and last rank, while its side has fewer than eight.",
	rules.EnemyPawns: "A piece other than a pawn leaves an enemy pawn on the square that it has left, but on the " +
		"first and last rank, while the other side has fewer than eight.",
}

var heirs = [...]string{
	rules.LineOfHeirs: "With a captured queen a rook of its side becomes a queen, with a rook a bishop becomes a " +
		"rook, with a bishop a knight becomes a bishop, and with a knight the king becomes a knight, which stays " +
		"royal and is a king again when a pawn of its side is captured. The capturing side chooses among several.",
	rules.CircleOfHeirs: "With a captured queen a rook of its side becomes a queen, with a rook a bishop becomes a " +
		"rook, with a bishop a knight becomes a bishop, and with a knight a queen becomes a knight. The capturing " +
		"side chooses among several.",
}

var exchanges = [...]string{
	rules.LikePieces: "Instead of another move, a piece may change places with a piece of the other side of its own " +
		"type, kings too, unless one of the two has changed places in the last move.",
	rules.LikePiecesNoKings: "Instead of another move, a piece other than a king may change places with a piece of " +
		"the other side of its own type, unless one of the two has changed places in the last move.",
}

var departures = [...]string{
	rules.AlsoFromHome: "Where a piece other than a king could not go from its own square, it may go as if it stood " +
		"on its home square, to capture or not, if that square is empty.",
	rules.TakesFromCentre: "Where a piece on one of the four squares in the centre could not capture from its own " +
		"square, it may capture as if it stood on another of the four that is empty.",
	rules.QuietFromHome: "Without a capture a piece moves only as if it stood on its home square, if that is empty " +
		"or its own. Captures and checks are as in chess.",
}

var ghosts = [...]string{
	rules.LastGhosts: "A captured piece comes up on the square of its capture as soon as that is empty. Of several " +
		"pieces captured on one square, only the last comes up.",
	rules.ImmuneGhosts: "A captured piece comes up on the square of its capture as soon as that is empty, and is " +
		"never captured again. Of several pieces captured on one square, the last comes up first.",
}

// swapText says when moves of a side swap the kings.
func swapText(side string, rule rules.SwappingKings) string {
	switch rule {
	case rules.EveryMove:
		return "After each move of " + side + " the kings change places."
	case rules.EverySafeMove:
		return "After each move of " + side + ", which must leave its king out of check, the kings change places."
	case rules.ChecksSwap:
		return "After a move of " + side + " that gives check the kings change places."
	case rules.NoMoveSwaps:
	}
	return ""
}

// sentence returns one of the sentences, "" for a value that no game has.
func sentence(all []string, i int) string {
	if i >= len(all) {
		return ""
	}
	return all[i]
}

// spaced returns names of squares that stand one after the other apart from each other.
func spaced(squares string) string { return strings.Join(board.Names(squares), " ") }
