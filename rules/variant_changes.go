package rules

import (
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/words"
)

// changes are the conditions of problemists that change how pieces move, or what a move does.
var changes = []*Modifier{
	{
		ID: "take-and-make", Name: "Take & Make chess",
		Summary: "A capturing piece must go on, in the same move, by a step that the captured piece could " +
			"make without capturing.",
		Fairy: Fairy{Making: TakeThenMake},
	},
	{
		ID: "make-and-take", Name: "Make & Take chess",
		Summary: "To capture, a piece first goes, in the same move, by a step that the captured piece " +
			"could make without capturing.",
		Fairy: Fairy{Making: MakeThenTake},
	},
	{
		ID: "andernach", Name: "Andernach chess",
		Summary: "A piece other than a king changes sides when it captures.",
		Fairy:   Fairy{Turning: Turning{Mover: CaptureTurns}},
	},
	{
		ID: "anti-andernach", Name: "Anti-Andernach chess",
		Summary: "A piece other than a king changes sides when it moves without capturing.",
		Fairy:   Fairy{Turning: Turning{Mover: QuietMoveTurns}},
	},
	{
		ID: "hypervolage", Name: "Hypervolage chess",
		Summary: "A piece other than a king changes sides when it moves between light and dark squares.",
		Fairy:   Fairy{Turning: Turning{Mover: CrossingTurns}},
	},
	{
		ID: "masand", Name: "Masand chess",
		Summary: "A piece that checks by its own move turns all pieces other than kings that it attacks or " +
			"guards to the other side.",
		Fairy: Fairy{Turning: Turning{Watched: MoverWatches}},
	},
	{
		ID: "masand-generalised", Name: "Masand chess generalised",
		Summary: "After a move that checks, all pieces other than kings that a checking piece attacks or " +
			"guards change sides.",
		Fairy: Fairy{Turning: Turning{Watched: CheckersWatch}},
	},
	{
		ID: "anda", Name: "Anda",
		Summary: "A piece that checks by its own move becomes neutral, or of the side that has moved it if it " +
			"was neutral.",
		Neutrals: true, Fairy: Fairy{Turning: Turning{Watched: CheckerRecolours}},
	},
	{
		ID: "anda-inverse", Name: "Anda inverse",
		Summary: "A piece other than a king whose move does not let it check becomes neutral, or of the side " +
			"that has moved it if it was neutral.",
		Neutrals: true, Fairy: Fairy{Turning: Turning{Watched: OtherRecolours}},
	},
	{
		ID: "annan", Name: "Annan chess",
		Summary: "A piece moves as the own piece directly behind it, if there is one, and not as itself.",
		Fairy:   Fairy{Lending: Lending{From: FriendBehind}},
	},
	{
		ID: "nanna", Name: "Nanna chess",
		Summary: "A piece moves as the own piece directly ahead of it, if there is one, and not as itself.",
		Fairy:   Fairy{Lending: Lending{From: FriendAhead}},
	},
	{
		ID: "face-to-face", Name: "Face-to-face chess",
		Summary: "A piece moves as the enemy piece directly ahead of it, if there is one, and not as itself.",
		Fairy:   Fairy{Lending: Lending{From: EnemyAhead}},
	},
	{
		ID: "back-to-back", Name: "Back-to-back chess",
		Summary: "A piece moves as the enemy piece directly behind it, if there is one, and not as itself.",
		Fairy:   Fairy{Lending: Lending{From: EnemyBehind}},
	},
	{
		ID: "cheek-to-cheek", Name: "Cheek-to-cheek chess",
		Summary: "A piece moves as the enemy pieces to its left and right, if there are any, and not as itself.",
		Fairy:   Fairy{Lending: Lending{From: EnemiesBeside}},
	},
	{
		ID: "transmuting-kings", Name: "Transmuting kings",
		Summary: "A king in check moves only as the pieces that check it.",
		Fairy:   Fairy{Lending: Lending{From: EnemyCheckers}},
	},
	{
		ID: "reflective-kings", Name: "Reflective kings",
		Summary: "A king in check also moves as the pieces that check it.",
		Fairy:   Fairy{Lending: Lending{From: EnemyCheckersToo}},
	},
	{
		ID: "einstein", Name: "Einstein chess",
		Summary: "A piece that moves without capturing becomes the next lesser of queen, rook, bishop, " +
			"knight and pawn; one that captures becomes the next greater.",
		Fairy: Fairy{Changing: Changing{Mover: MoverDescends, NoPromotion: true, LongSteps: true}},
	},
	{
		ID: "reversal-einstein", Name: "Reversal Einstein chess",
		Summary: "A piece that moves without capturing becomes the next greater of pawn, knight, bishop, " +
			"rook and queen; one that captures becomes the next lesser.",
		Fairy: Fairy{Changing: Changing{Mover: MoverClimbs, NoPromotion: true, LongSteps: true}},
	},
	{
		ID: "anti-einstein", Name: "Anti-Einstein chess",
		Summary: "A piece that moves without capturing becomes the next lesser of queen, rook, bishop, " +
			"knight and pawn.",
		Fairy: Fairy{Changing: Changing{Mover: QuietDescends, NoPromotion: true, LongSteps: true}},
	},
	{
		ID: "norsk", Name: "Norsk sjakk",
		Summary: "A queen that moves becomes a knight, a knight a queen, a rook a bishop and a bishop a " +
			"rook; a piece captures only its own type.",
		Fairy: Fairy{Changing: Changing{Mover: MoverSwapsPower, OwnType: true}},
	},
	{
		ID: "frankfurt-rex-exclusive", Name: "Frankfurt chess rex exclusive",
		Summary: "A piece other than a king that captures becomes what it has captured.",
		Fairy:   Fairy{Changing: Changing{Mover: AsCaptured}},
	},
	{
		ID: "chameleon", Name: "Chameleon chess",
		Summary: "A knight that moves becomes a bishop, a bishop a rook, a rook a queen and a queen a knight.",
		Fairy:   Fairy{Changing: Changing{Mover: MoverCycles}},
	},
	{
		ID: "line-chameleon", Name: "Line chameleon chess",
		Summary: "A queen, rook, bishop or knight that moves becomes a rook on the a- or h-file, a knight on the b- " +
			"or g-file, a bishop on the c- or f-file and a queen on the d-file.",
		Fairy: Fairy{Changing: Changing{Mover: MoverByFile}},
	},
	{
		ID: "chameleon-pursuit", Name: "Chameleon pursuit",
		Summary: "A piece other than a king that moves to the square which the other side's last mover has left " +
			"changes sides.",
		Fairy: Fairy{Turning: Turning{Mover: PursuitTurns}},
	},
	{
		ID: "annan-b", Name: "Annan chess, type B",
		Summary: "A piece moves as the own piece directly behind it, if that is there and no king, and not as itself.",
		Fairy:   Fairy{Lending: Lending{From: FriendBehind, Kings: KingsDoNotLend}},
	},
	{
		ID: "annan-c", Name: "Annan chess, type C",
		Summary: "A piece other than a king moves as the own piece directly behind it, if there is one.",
		Fairy:   Fairy{Lending: Lending{From: FriendBehind, Kings: KingsDoNotBorrow}},
	},
	{
		ID: "annan-d", Name: "Annan chess, type D",
		Summary: "A piece other than a king moves as the own piece directly behind it, if that is there and no king.",
		Fairy:   Fairy{Lending: Lending{From: FriendBehind, Kings: KingsStayApart}},
	},
	{
		ID: "bolero", Name: "Bolero",
		Summary: "Without a capture, a piece other than a king or pawn moves as the piece that stands on its file in " +
			"the starting position.",
		Fairy: Fairy{Lending: Lending{From: PieceOfFile, Kings: KingsDoNotBorrow, Only: QuietMovesLent}},
	},
	{
		ID: "bolero-rex-inclusive", Name: "Bolero rex inclusive",
		Summary: "Without a capture, a piece other than a pawn moves as the piece that stands on its file in the " +
			"starting position.",
		Fairy: Fairy{Lending: Lending{From: PieceOfFile, Only: QuietMovesLent}},
	},
	{
		ID: "bolero-inverse", Name: "Inverse Bolero",
		Summary: "A piece other than a king or pawn captures and checks as the piece that stands on its file in the " +
			"starting position.",
		Fairy: Fairy{Lending: Lending{From: PieceOfFile, Kings: KingsDoNotBorrow, Only: CapturesLent}},
	},
	{
		ID: "bolero-inverse-rex-inclusive", Name: "Inverse Bolero rex inclusive",
		Summary: "A piece other than a pawn captures and checks as the piece that stands on its file in the starting " +
			"position.",
		Fairy: Fairy{Lending: Lending{From: PieceOfFile, Only: CapturesLent}},
	},
	{
		ID: "power-transfer", Name: "Power transfer",
		Summary: "A piece other than a king moves as the piece on its home square, if there is one.",
		Fairy:   Fairy{Lending: Lending{From: PieceAtHome, Kings: KingsDoNotBorrow}},
	},
	{
		ID: "power-transfer-rex-inclusive", Name: "Power transfer rex inclusive",
		Summary: "A piece moves as the piece on its home square, if there is one.",
		Fairy:   Fairy{Lending: Lending{From: PieceAtHome}},
	},
	{
		ID: "point-reflection", Name: "Point reflection",
		Summary: "A piece moves as the piece opposite through the centre of the board, if there is one.",
		Fairy:   Fairy{Lending: Lending{From: PieceOpposite}},
	},
	{
		ID: "tibet", Name: "Tibet chess",
		Summary: "A black piece other than a king changes sides when it captures a piece of another type.",
		Fairy:   Fairy{Turning: Turning{Mover: BlackUnlikeCaptureTurns}},
	},
	{
		ID: "double-tibet", Name: "Double Tibet chess",
		Summary: "A piece other than a king changes sides when it captures a piece of another type.",
		Fairy:   Fairy{Turning: Turning{Mover: UnlikeCaptureTurns}},
	},
	{
		ID: "dark-side", Name: "Dark side",
		Summary: "A piece other than a king changes sides when it moves to the half of the board of the other side.",
		Fairy:   Fairy{Turning: Turning{Mover: FarHalfTurns}},
	},
	{
		ID: "relegation", Name: "Relegation chess",
		Summary: "A piece other than a king that comes to the second rank of its side becomes a pawn.",
		Fairy:   Fairy{Changing: Changing{Mover: PawnOnSecondRank}},
	},
	{
		ID: "breton", Name: "Breton",
		Summary: "With a captured piece an own piece of the same type leaves the board, if there is one.",
		Fairy:   Fairy{Breton: Breton{Active: true}},
	},
	{
		ID: "breton-adverse", Name: "Breton adverse",
		Summary: "With a captured piece another of its type and side leaves the board, if there is one.",
		Fairy:   Fairy{Breton: Breton{Active: true, Adverse: true}},
	},
	{
		ID: "breton-chromatic", Name: "Chromatic Breton",
		Summary: "With a capture a piece of the captured piece's type of the capturer's side changes sides.",
		Fairy:   Fairy{Breton: Breton{Active: true, Chromatic: true}},
	},
	{
		ID: "danger-circe", Name: "Danger Circe",
		Summary: "A piece that an enemy piece attacks may also go to its home square, and capture there.",
		Fairy:   Fairy{Changing: Changing{Homeward: true}},
	},
	{
		ID: "phantom", Name: "Phantom chess",
		Summary: "A piece other than a king may also move and capture as if it stood on its home square, if that " +
			"is empty.",
		Fairy: Fairy{Changing: Changing{Departs: AlsoFromHome}},
	},
	{
		ID: "plus", Name: "Plus chess",
		Summary: "A piece on one of the four central squares may also capture as if it stood on another of them that " +
			"is empty.",
		Fairy: Fairy{Changing: Changing{Departs: TakesFromCentre}},
	},
	{
		ID: "antimars-circe", Name: "Anti-Martian Circe",
		Summary: "Without a capture a piece moves only as if it stood on its home square, if that is empty or its " +
			"own; captures and checks are as in chess.",
		Fairy: Fairy{Changing: Changing{Departs: QuietFromHome}},
	},
	{
		ID: "imitator", Name: "Imitator on e4",
		Summary: "Every move is also made by an imitator, which begins on e4 and needs empty squares.",
		Fairy:   Fairy{Imitators: Imitators{Squares: "e4"}},
	},
	{
		ID: "swapping-kings", Name: "Swapping kings",
		Summary: "After a move that gives check, the kings change places.",
		Fairy:   Fairy{Swapping: Swapping{White: ChecksSwap, Black: ChecksSwap}},
	},
	{
		ID: "messigny", Name: "Messigny chess",
		Summary: "Instead of another move, a piece may change places with a piece of the other side of its own type, " +
			"unless one of the two has done so in the last move.",
		Fairy: Fairy{Exchange: LikePieces},
	},
	{
		ID: "messigny-rex-exclusive", Name: "Messigny chess rex exclusive",
		Summary: "Instead of another move, a piece other than a king may change places with a piece of the other " +
			"side of its own type, unless one of the two has done so in the last move.",
		Fairy: Fairy{Exchange: LikePiecesNoKings},
	},
	{
		ID: "castling-chess", Name: "Castling chess",
		Summary: "A king that is not in check castles, from any square and along any line, with the first piece on " +
			"the line, of either side.",
		Fairy: Fairy{Castling: CastlesWithAny},
	},
	{
		ID: "rokagogo", Name: "Rokagogo",
		Summary: "A king that is not in check castles, from any square and along a rank or file, with a rook of " +
			"either side that is the first piece on it.",
		Fairy: Fairy{Castling: CastlesWithRooks},
	},
	{
		ID: "exchange-castling", Name: "Exchange castling",
		Summary: "Once in the game a king may change places with a piece of its side other than a pawn.",
		Fairy:   Fairy{Castling: CastlesByExchange},
	},
	{
		ID: "all-in", Name: "All-in chess",
		Summary: "A side may also move the other side's pieces, but without a capture not take the last move back.",
		Fairy:   Fairy{Movers: AllPieces},
	},
	{
		ID: "mainly-in", Name: "Mainly-in chess",
		Summary: "A side may also move the other side's pieces, but not the piece that was moved last.",
		Fairy:   Fairy{Movers: AllButLast},
	},
	{
		ID: "half-in", Name: "Half-in chess",
		Summary: "A side moves the other side's pieces, and not its own.",
		Fairy:   Fairy{Movers: TheirPieces},
	},
	{
		ID: "white-oscillating-kings", Name: "White oscillating kings",
		Summary: "After each move of White, the kings change places.",
		Fairy:   Fairy{Swapping: Swapping{White: EveryMove}},
	},
	{
		ID: "white-oscillating-kings-b", Name: "White oscillating kings, type B",
		Summary: "After each move of White, which must leave its king out of check, the kings change places.",
		Fairy:   Fairy{Swapping: Swapping{White: EverySafeMove}},
	},
	{
		ID: "white-oscillating-kings-c", Name: "White oscillating kings, type C",
		Summary: "After a move of White that gives check, the kings change places.",
		Fairy:   Fairy{Swapping: Swapping{White: ChecksSwap}},
	},
	{
		ID: "black-oscillating-kings", Name: "Black oscillating kings",
		Summary: "After each move of Black, the kings change places.",
		Fairy:   Fairy{Swapping: Swapping{Black: EveryMove}},
	},
	{
		ID: "black-oscillating-kings-b", Name: "Black oscillating kings, type B",
		Summary: "After each move of Black, which must leave its king out of check, the kings change places.",
		Fairy:   Fairy{Swapping: Swapping{Black: EverySafeMove}},
	},
	{
		ID: "black-oscillating-kings-c", Name: "Black oscillating kings, type C",
		Summary: "After a move of Black that gives check, the kings change places.",
		Fairy:   Fairy{Swapping: Swapping{Black: ChecksSwap}},
	},
	{
		ID: "breton-adverse-chromatic", Name: "Chromatic Breton adverse",
		Summary: "With a capture another piece of the captured piece's type and side changes sides, if there is one.",
		Fairy:   Fairy{Breton: Breton{Active: true, Adverse: true, Chromatic: true}},
	},
	{
		ID: "actuated-revolving-centre", Name: "Actuated revolving centre",
		Summary: "After a move from or to one of the four central squares, they turn clockwise with their pieces.",
		Fairy:   Fairy{Revolving: true},
	},
	{
		ID: "ghost", Name: "Ghost chess",
		Summary: "A captured piece comes up on its square when its capturer leaves it, and is never captured again.",
		Fairy:   Fairy{Ghosts: ImmuneGhosts},
	},
	{
		ID: "haunted", Name: "Haunted chess",
		Summary: "A captured piece comes up on its square when its capturer leaves it.",
		Fairy:   Fairy{Ghosts: LastGhosts},
	},
	{
		ID: "sentinelles", Name: "Sentinelles",
		Summary: "A piece other than a pawn leaves an own pawn behind, but on the first and last rank.",
		Fairy:   Fairy{Sentinels: OwnPawns},
	},
	{
		ID: "sentinelles-adverse", Name: "Sentinelles with enemy pawns",
		Summary: "A piece other than a pawn leaves an enemy pawn behind, but on the first and last rank.",
		Fairy:   Fairy{Sentinels: EnemyPawns},
	},
	{
		ID: "snek-circle", Name: "Snek circle chess",
		Summary: "With a capture a piece of the captured side becomes what was captured: a rook a queen, a bishop a " +
			"rook, a knight a bishop, a queen a knight.",
		Fairy: Fairy{Succession: Succession{Heirs: CircleOfHeirs}},
	},
	{
		ID: "influencer", Name: "Influencer",
		Summary: "The enemy pieces around a piece that has moved, kings excepted, become pawns, or on the first and " +
			"last rank what that piece is.",
		Fairy: Fairy{Succession: Succession{Influence: true}},
	},
	{
		ID: "single-box", Name: "Single box, type 1",
		Summary: "Pawns are promoted only to pieces that a set of pieces has left.",
		Fairy:   Fairy{Box: true},
	},
	{
		ID: "single-box-2", Name: "Single box, type 2",
		Summary: "Pawns are promoted only to pieces that a set of pieces has left, and else stay pawns on their last " +
			"rank until a capture puts one back. The capturing side then promotes them.",
		Fairy: Fairy{Box: true, Latent: CapturerReleases},
	},
	{
		ID: "single-box-3", Name: "Single box, type 3",
		Summary: "Pawns are promoted only to pieces that a set of pieces has left, and else stay pawns on their last " +
			"rank until a capture puts one back. Their side then promotes them before its next move.",
		Fairy: Fairy{Box: true, Latent: OwnerReleases},
	},
	{
		ID: "lost-pieces", Name: "Lost pieces",
		Summary: "A piece that the other side's move leaves attacked, and that no move could save, leaves the board.",
		Fairy:   Fairy{Lost: true},
	},
}

// borrowingKings returns the conditions under which the king of one side alone moves as what checks
// it.
func borrowingKings(c board.Color) []*Modifier {
	colour := strings.ToLower(c.String())
	king := func(id, name, summary string, lending Lending) *Modifier {
		lending.Of = Sides{White: c == board.White, Black: c == board.Black}
		return &Modifier{
			ID: id + "-king-" + colour, Name: name + " " + colour + " king",
			Summary: "A " + colour + " king in check " + summary, Fairy: Fairy{Lending: lending},
		}
	}
	return []*Modifier{
		king("transmuting", "Transmuting", "moves only as the pieces that check it.", Lending{From: EnemyCheckers}),
		king("reflective", "Reflective", "also moves as the pieces that check it.", Lending{From: EnemyCheckersToo}),
		king("super-transmuting", "Super-transmuting",
			"must move as a piece that checks it, and becomes such a piece, which is not royal.",
			Lending{From: EnemyCheckers, Becomes: true}),
	}
}

// Wormholes returns the condition under which the squares, names one after the other, are
// wormholes.
func Wormholes(squares string) *Modifier {
	return &Modifier{
		ID: "wormholes-" + squares, Family: "wormholes", Name: "Wormholes " + squares,
		Summary: "A piece that comes to one of the wormholes " + words.Or(board.Names(squares)) +
			" goes on to another that is free.",
		Fairy: Fairy{Wormholes: squares},
	}
}

// MagicSquares returns the condition under which the squares, names one after the other, turn the
// pieces that come to stand on them.
func MagicSquares(squares string) *Modifier {
	return &Modifier{
		ID: "magic-squares-" + squares, Family: "magic-squares", Name: "Magic squares " + squares,
		Summary: "A piece other than a king that comes to stand on " + words.Or(board.Names(squares)) +
			" changes sides.",
		Fairy: Fairy{Turning: Turning{Squares: squares}},
	}
}
