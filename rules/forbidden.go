package rules

import (
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/piece"
)

// ForbiddenError says why a move may not be played: the rule against it, and the facts of the
// position that the rule rests on. It is the error of Position.Forbidden, and its text is a
// sentence for players. Fields that a rule says nothing about are zero, or board.NoSquare.
type ForbiddenError struct {
	Variant *Variant // the game
	Rule    Rule
	Move    Move         // the move that is refused
	Turn    board.Color  // the side to move
	Mover   Placed       // the piece that would move; in a reassignment with a pawn move, the pawn
	To      board.Square // where it would go; in castling, the rook's square
	At      board.Square // another square that the rule is about
	Type    PieceType    // the piece type that the rule is about
	Becomes PieceType    // for LeavesCheck: what the pawn on At is promoted to
	Pieces  []Placed     // the pieces that stand against the move
	Hand    []PieceType  // for NotInHand: what the side to move has in hand to drop
	Ways    int          // for Blocked and HomeBlocked: how many ways lead to To
	Still   bool         // for LeavesCheck: the king is in check before the move
}

// About sets At and Type, and returns r.
func (r *ForbiddenError) About(sq board.Square, k PieceType) *ForbiddenError {
	r.At, r.Type = sq, k
	return r
}

// Placed is a piece on its square.
type Placed struct {
	Piece Piece
	At    board.Square
	// Reborn is set if the refused move lets the piece be reborn there.
	Reborn bool
	// Home is the square from which a piece of Martian Circe would take the king, its home or what
	// the game has in its place, unless that is At.
	Home board.Square
	// Takes is the square of a capture that would remove the king from another (Assassin Circe).
	Takes board.Square
}

// Rule is a rule that forbids a move. The zero Rule is none.
type Rule uint8

// The rules. The comments say what the error tells besides Move, Turn, Mover and To. All is as
// before the move unless they say otherwise.
const (
	_ Rule = iota

	NoMove       // the move is none, or the pass; no Mover
	Malformed    // the move has a square, type or choice that the game does not have; no Mover
	WrongForm    // the piece moves to To, but by a move of another Form
	ChoiceDue    // the pawn reborn on At must first be promoted
	ChoiceNotDue // no reborn pawn waits for its promotion
	EmptySquare  // no piece stands on At
	NotYours     // Mover is the other side's
	OnlyTheirs   // Mover is not the other side's, whose pieces alone are moved

	NoSuchMove      // Mover has no way to To on an empty board
	OwnPiece        // Pieces[0], of the side to move, stands on To
	Blocked         // Pieces stand on the way to To; of several Ways, the first piece on each
	NothingToLeap   // Mover must leap over a piece, and none stands on a way to To
	OnlyCaptures    // Mover moves to To only by capturing, and there is nothing to take
	OnlyMoves       // Mover does not capture on To, where Pieces[0] stands
	FirstRankPawn   // Mover is a pawn on its own first rank
	EmptyImaginary  // To is an empty imaginary square
	MustConvert     // Mover is a bishop whose first move must be a conversion
	QuietConversion // Mover is a bishop, and its conversion to To would capture Pieces[0]
	HomeTaken       // Mover would go from At, its home square, where Pieces[0] stands
	HomeOutOfReach  // Mover would go from At, and from there has no way to To
	HomeBlocked     // Mover would go from At, and Pieces stand on its way from there, as in Blocked

	NoCastling       // the game has no castling
	NotTheKing       // Mover is asked to castle and is no king
	NoCastlingRight  // the side to move may no longer castle with a rook on To
	CastlingInCheck  // Pieces give check
	CastlingBlocked  // Pieces stand where king or rook pass
	CastlingAttacked // on At, which the king passes or goes to, Pieces would give check
	NoPartner        // what stands on To is no piece with which Mover castles
	PartnerTooNear   // To is at the end of a line, but fewer than two squares are between it and Mover
	CastledBefore    // the side to move has castled before, and castles once

	NoReassignment  // the game has no reassignment
	NotReassignable // Mover is of no type that starts in hand
	SeveralPresent  // Pieces, two or more of the types that start in hand, are on the board
	NoNewcomer      // the move does not say which piece comes in
	SameType        // Type, which is to come in, is Mover's own type
	ReturnBlocked   // Pieces[0] stands on the imaginary square where Mover would go
	NotAPawn        // Mover is asked to move in the turn of a reassignment and is no pawn

	PromotionDue    // Mover must be promoted
	PromotionNotDue // Mover is not promoted by this move
	NotAPromotion   // no pawn, or not Mover, becomes Type in this game
	PromotionHeld   // the piece becomes Type only while Pieces are not on the board
	PromotionHits   // the promotion would check, or attack Pieces

	RebornDue       // the move brings a pawn back on At, which must be promoted
	RebornNotDue    // the move brings back no pawn that is promoted, or fewer than it promotes
	RebirthBlocked  // Pieces[0] then stands on At, where the captured Type would be reborn
	NoRebirth       // no square of the board is the rebirth square of the captured Type
	CapturerBlocked // Pieces[0] then stands on At, where the capturer, a Type, would be reborn
	CapturerOff     // no square of the board is the rebirth square of the capturer, a Type
	OnOwnHome       // To is the rebirth square of the capturer
	TakesBack       // the capture only reverses the opponent's last move

	KingTaken   // the move takes the opponent's king, Pieces[0], off the board
	KingLost    // the move takes the own king, Pieces[0], off the board
	LeavesCheck // Pieces then give check: with Type on its gate, if not 0; with the pawn on At as Becomes, if not 0
	GateShields // Pieces would give check if Type were not gated
	ChecksEarly // Pieces would give check before the last move of the series

	NoImaginary       // the game has no imaginary squares to change places
	SwapOutsideCastle // imaginary squares change places only in castling
	NothingToSwap     // no piece is left on an imaginary square
	NeverGated        // no Type is gated in this game
	PawnLeaves        // Mover is a pawn, and nothing is gated where it stood
	NotWaiting        // Type does not stand on an imaginary square of the side to move
	OtherPresent      // Type may not be gated while Pieces[0] is on the board
	NotInHand         // Type, which would be gated or dropped, is not in hand
	NoGate            // At, where Type would be gated, is not on the first rank
	GateClosed        // the gate on At is closed
	GateBlocked       // Pieces[0] stands on At after the move, where Type would be gated

	GameOver         // the game has ended
	CaptureDue       // the move does not capture, and another could
	DropDue          // the move does not drop a piece that must be dropped first
	PassNotDue       // the side to move may not pass
	ChecksForbidden  // Pieces would give check
	KingsFace        // the kings, Pieces, would face each other
	KingWalks        // the king would leave its square in check from Pieces, and not by taking them
	RoyalLost        // the move takes off the last own piece of a royal type
	NeverMoves       // the piece could never move again from To
	NotDropped       // no Type is dropped on To; Pieces are those on its file, if they forbid it
	DropOccupied     // Pieces[0] stands on To, where Type would be dropped
	DropChecks       // Pieces would give check
	DropMates        // the drop of Type mates by Pieces
	BishopColors     // the bishops would not be shared between light and dark squares
	HasMoved         // Mover makes the move only before any other, or before it is aimed at
	FirstMoveInCheck // Mover, a king, does not make its first move to To in check from Pieces
	WallDue          // the move puts no wall where it must, or one on At where it may not

	Paralysed       // Mover cannot move: Pieces paralyse it
	Unattacked      // Mover may not move, because no piece of the other side attacks it
	Unguarded       // Mover may not move, because no piece guards it that may
	TypeMoved       // Mover may not move, because the other side has just moved a piece of its type
	JustMoved       // Mover may not move, because it was moved last
	MovesBack       // Mover would go back to where it came from in the last move
	AttackedKing    // Mover, a king, may not move, because an enemy piece attacks it
	KingMustGo      // Mover may not move, because its king is in check and must move as Pieces
	WithinCell      // the move crosses no line of the grid
	WrongShade      // To has not the colour that the square of a move must have
	OffTheEdge      // To is not on the edge of the board
	TooFar          // To is farther away than the side to move may still go
	ImitatorBlocked // an imitator cannot make the move
	CaptureBarred   // Mover may not capture on To
	Paralyses       // the move would make a piece stand where an enemy piece paralyses it
	MakesContact    // Mover would have a neighbour
	LosesContact    // Mover would have no neighbour
	GreaterDue      // the side to move must make a move that is greater by its measure
	CheckDue        // the move must check
	MatesTwice      // the move mates, and so does another

	BenchDue   // Mover comes to To on the first or last file, where it may become another piece
	NotBenched // Mover does not become a piece of Type on To
	StepDue    // Mover captures, and must go on to a square as what it captures would go without a capture
	NoStep     // Mover captures, and cannot go on as what it captures
	NotChosen  // the move names the square At, which is not to be chosen
	UnsafeSwap // the own king would be in check before the kings swap
	OutOfBox   // a side would have more pieces of a type than at the start
	StaysPawn  // a pawn would stay one on its last rank while a piece of its side is off the board
	OwnType    // Mover captures only its own type, and a king nothing

	NeverExchanged // Mover does not change places with others in this game
	NotAlike       // no piece of the other side and of Mover's type stands on To
	JustExchanged  // Mover or the piece on To has changed places in the last move
	RolesStay      // the side to move may not, or no more, exchange the roles; no Mover

	Unexplained // none of these: a gap in this list
)

// sentences are what players are told. Words in braces stand for the facts.
var sentences = [...]string{
	NoMove:       "a move must be made",
	Malformed:    "it is not a move of this game",
	WrongForm:    "{mover} moves to {to}, but by another form of move",
	ChoiceDue:    "the pawn reborn on {at} must first be promoted",
	ChoiceNotDue: "no reborn pawn waits for its promotion",
	EmptySquare:  "there is no piece on {at}",
	NotYours:     "it is {turn}'s turn, and {mover} is {other}'s",
	OnlyTheirs:   "{turn} moves only {other}'s pieces, and {mover} is {turn}'s",

	NoSuchMove:      "{mover} does not move to {to}",
	OwnPiece:        "{to} is occupied by your own {name}",
	Blocked:         "the way of {mover} to {to} is blocked by {pieces}",
	NothingToLeap:   "{mover} has nothing to leap over on its way to {to}",
	OnlyCaptures:    "{mover} moves to {to} only by capturing, and there is nothing to take",
	OnlyMoves:       "{mover} moves to {to} only without capturing, and {pieces} is in the way",
	FirstRankPawn:   "{mover} stands on its own first rank and cannot move",
	EmptyImaginary:  "no piece moves to the empty imaginary square {to}",
	MustConvert:     "{letter}{from} must convert first: one orthogonal step",
	QuietConversion: "{letter}{from} would convert by its step to {to}, and a conversion may not capture",
	HomeTaken:       "{mover} captures from its home square {at}, which is occupied by the {name}",
	HomeOutOfReach:  "{mover} captures from its home square {at}, and from there does not reach {to}",
	HomeBlocked: "{mover} captures from its home square {at}, " +
		"and its way from there to {to} is blocked by {pieces}",

	NoCastling:       "there is no castling in this game",
	NotTheKing:       "{mover} does not castle: only a king does",
	NoCastlingRight:  "{turn} has no right to castle with a rook on {to}",
	CastlingInCheck:  "the king is in check from {pieces}, so it cannot castle",
	CastlingBlocked:  "castling is blocked by {pieces}",
	CastlingAttacked: "castling takes the king over {at}, where it would be in check from {pieces}",
	NoPartner:        "there is nothing on {to} that {mover} castles with",
	PartnerTooNear:   "{mover} castles only over two empty squares, and {to} is too near",
	CastledBefore:    "{turn} has castled before, and castles only once in a game",

	NoReassignment:  "there is no reassignment in this game",
	NotReassignable: "{mover} cannot be reassigned: only the {hand} can",
	SeveralPresent:  "{mover} cannot be reassigned while {pieces} are on the board",
	NoNewcomer:      "the reassignment does not say which piece comes in",
	SameType:        "{mover} does not change places with another of its type",
	ReturnBlocked:   "{mover} cannot go back: its imaginary square is occupied by the {name}",
	NotAPawn:        "only a pawn may move in the turn of a reassignment, not {mover}",

	PromotionDue:    "the pawn that reaches {to} must be promoted to one of {promotions}",
	PromotionNotDue: "{mover} is not promoted by this move",
	NotAPromotion:   "a pawn is promoted to one of {promotions}, not to {type}",
	PromotionHeld:   "a pawn may become the {type} only while no {hand} of its side is on the board, and {pieces} is",
	PromotionHits:   "a promotion in place may neither check nor attack a piece, and this one would: {pieces}",

	RebornDue:       "the pawn reborn on {at} must be promoted to one of {promotions}",
	RebornNotDue:    "no pawn that is reborn by this move is promoted",
	RebirthBlocked:  "the captured {type} cannot be reborn: its rebirth square {at} is occupied by the {name}",
	NoRebirth:       "the captured {type} cannot be reborn: it has no rebirth square on the board",
	CapturerBlocked: "the capturing {type} cannot be reborn: its rebirth square {at} is occupied by the {name}",
	CapturerOff:     "the capturing {type} cannot be reborn: it has no rebirth square on the board",
	OnOwnHome:       "{mover} may not capture on its own rebirth square {to}",
	TakesBack:       "a capture may not simply reverse the opponent's last move",

	KingTaken:   "a king is never captured: the move would leave {other} without one",
	KingLost:    "the move would leave {turn} without a king",
	LeavesCheck: "{royal} would be in check from {pieces}",
	GateShields: "gating may not shield the king from {pieces}: the move must be legal without it",
	ChecksEarly: "a check may only be given on the last move of the series",

	NoImaginary:       "there are no imaginary squares in this game",
	SwapOutsideCastle: "imaginary squares change places only in castling",
	NothingToSwap:     "no piece is left on an imaginary square to change places",
	NeverGated:        "no {Type} is gated in this game",
	PawnLeaves:        "nothing is gated on the square that a pawn leaves",
	NotWaiting:        "the {Type} does not stand on an imaginary square of {turn}",
	OtherPresent:      "only one {hand} of a side may be on the board, and {pieces} already is",
	NotInHand:         "there is no {Type} in hand",
	NoGate:            "there is no gate on {at}: pieces are gated only on the first rank",
	GateClosed:        "the gate on {at} is closed: its first piece has moved or been captured",
	GateBlocked:       "the {Type} cannot be gated on {at}, where {pieces} stands after the move",

	GameOver:         "the game is over",
	CaptureDue:       "there is a capture, and captures must be made",
	DropDue:          "a piece from the hand must be dropped first",
	PassNotDue:       "{turn} may not pass",
	ChecksForbidden:  "no move may give check, and the king would be in check from {pieces}",
	KingsFace:        "{pieces} would face each other on an open line",
	KingWalks:        "the king is in check from {pieces}, and may leave its square only to take the checking piece",
	RoyalLost:        "the move would take {royal} of {turn} off the board",
	NeverMoves:       "on {to} the piece could never move again",
	NotDropped:       "the {Type} may not be dropped on {to}",
	DropOccupied:     "the {Type} cannot be dropped on {to}: it is occupied by the {name}",
	DropChecks:       "a drop may not give check, and the king would be in check from {pieces}",
	DropMates:        "the drop of a {type} may not mate",
	BishopColors:     "the bishops of {turn} must be shared evenly between light and dark squares",
	HasMoved:         "{mover} would go to {to} with its first move, and no longer has it",
	FirstMoveInCheck: "{mover} is in check from {pieces}, so it does not go to {to} with its first move",
	WallDue:          "the move must also put a wall",

	Paralysed:       "{mover} is paralysed by {pieces}",
	Unattacked:      "{mover} may not move: no piece of the other side attacks it",
	Unguarded:       "{mover} may not move: no piece of its side guards it",
	JustMoved:       "{mover} may not move: it was moved last",
	MovesBack:       "{mover} may not go back to {to}, where the last move took it from",
	AttackedKing:    "{mover} may not move: it is attacked",
	TypeMoved:       "{mover} may not move: {other} has just moved a piece of its type",
	KingMustGo:      "{mover} may not move: its king is in check and must move as what checks it",
	WithinCell:      "the move of {mover} to {to} crosses no line of the grid",
	WrongShade:      "{mover} may not go to a square of the colour of {to}",
	OffTheEdge:      "{turn} must move to the edge of the board",
	TooFar:          "{to} is farther away than {turn}'s pieces may still go",
	ImitatorBlocked: "an imitator cannot make the move",
	CaptureBarred:   "{mover} may not capture on {to}",
	Paralyses:       "a piece would stand where an enemy piece of its own type attacks it",
	MakesContact:    "the piece would have a neighbour",
	LosesContact:    "the piece would have no neighbour",
	GreaterDue:      "{turn} must make another move: {measure}",
	CheckDue:        "{turn} must give check",
	MatesTwice:      "no move may mate while another does so too",

	BenchDue:   "{mover} may become another piece on {to}: the move must say which, or that it stays what it is",
	NotBenched: "{mover} does not become a {type} on {to}",
	StepDue:    "the move must name a further square",
	NoStep:     "{mover} could not go on from {to} as the captured piece would move",
	NotChosen:  "{at} cannot be chosen in this move",
	UnsafeSwap: "{royal} would be in check before the kings change places",
	OutOfBox:   "there would be more pieces of a type than a set of pieces has",
	StaysPawn:  "a pawn would stay one on its last rank while it could become a piece that is off the board",

	NeverExchanged: "{mover} does not change places with another piece in this game",
	NotAlike:       "{mover} changes places only with a piece of the other side that moves alike, and none is on {to}",
	RolesStay:      "{turn} may not exchange the roles",
	JustExchanged:  "a piece that has changed places in the last move does not do so again: {mover} with that on {to}",

	OwnType: "in this game {mover} does not capture a piece of another type, and a king captures nothing",

	Unexplained: "the move does not fit the choices that the rules leave",
}

// fromHome reports whether the piece goes from its home square.
func (r *ForbiddenError) fromHome() bool {
	return r.Rule == HomeTaken || r.Rule == HomeOutOfReach || r.Rule == HomeBlocked
}

// Error returns the reason as a sentence without a full stop.
func (r *ForbiddenError) Error() string {
	if r.Variant == nil {
		return sentences[Unexplained]
	}
	text := sentences[min(r.Rule, Unexplained)]
	switch {
	case r.Ways > 1 && r.Rule == Blocked:
		text = "every way of {mover} to {to} is blocked, by {pieces}"
	case r.Ways > 1 && r.Rule == HomeBlocked:
		text = "{mover} captures from its home square {at}, and every way from there to {to} is blocked, by {pieces}"
	}
	if r.fromHome() && r.Variant.Fairy.Rebirth.Of == OfMovers {
		text = strings.Replace(text, " home square ", " rebirth square ", 1)
	}
	switch {
	case r.fromHome() && r.Variant.Fairy.Changing.Departs == QuietFromHome:
		text = strings.Replace(text, " captures ", " moves ", 1)
	case r.Rule == CastlingAttacked:
		if kingTo, _ := r.Variant.CastlingSquares(r.Move.From(), r.Move.To()); r.At == kingTo {
			text = strings.Replace(text, " over ", " to ", 1)
		}
	case r.Rule == LeavesCheck:
		if r.Still {
			text = "{royal} would still be in check from {pieces}"
		}
		if r.Type != 0 {
			text = "with the {Type} on {gate} " + text
		}
		if r.Becomes != 0 {
			text += ", if the pawn reborn on {at} is promoted to {becomes}"
		}
	}
	if special := r.special(); special != "" {
		text = special
	}
	return r.fill(text)
}

// special returns the sentence where the parts of a game give a rule another meaning than usual, or
// "".
func (r *ForbiddenError) special() string {
	pawn := r.Mover.Piece.Type() == 0 || r.Variant.Type(r.Mover.Piece.Type()).Pawn
	switch {
	case r.Rule == NotInHand && r.Variant.Drops.Active && len(r.Hand) > 0:
		return "there is no {Type} in hand, only {held}"
	case r.Rule == NotInHand && r.Variant.Drops.Active:
		return "{turn} has nothing in hand"
	case r.Rule == OnlyMoves && len(r.Pieces) > 0 && r.Pieces[0].Piece.Type() == r.Mover.Piece.Type():
		return "{mover} does not capture a piece of its own type on {to}"
	case r.Rule == PromotionDue && !pawn:
		return "{mover} must be promoted by this move"
	case r.Rule == NotAPromotion && !pawn:
		return "{mover} is promoted to {promotions}, not to {type}"
	case r.Rule == PromotionHeld && r.Variant.Type(r.Type).Limit > 0:
		return "{turn} may promote to no further {type}: there is {pieces}"
	case r.Rule == NotDropped && len(r.Pieces) > 0:
		return "no further {Type} may be dropped on the file of {pieces}"
	case r.Rule == CapturerBlocked && r.Variant.CapturersWait():
		return "the {type} that has to be reborn cannot be: its rebirth square {at} is occupied by the {name}"
	case r.Rule == CapturerOff && r.Variant.CapturersWait():
		return "the {type} that has to be reborn cannot be: its rebirth square is off the board"
	case r.Rule == NoStep && r.Variant.Fairy.Rebirth.Of == OfCapturers:
		return "{mover} could not go on from {to} without a capture"
	case r.Rule == NoStep && r.Variant.Fairy.Rebirth.Square == ByMove:
		return "the captured piece could not have gone from {to} without a capture"
	case r.Rule == NoStep && r.Variant.Fairy.Wormholes != "":
		return "{to} is a wormhole, and no other wormhole is free"
	case r.Rule == WallDue && r.At != board.NoSquare && r.Variant.Walls.Instead && r.Move.Form() != Pass:
		return "a wall is put instead of a move, not with it"
	case r.Rule == WallDue && r.At != board.NoSquare:
		return "the move may not put a wall on {at}"
	}
	return ""
}

// royal returns what must not be left in check: "the king", or in games with other royal pieces
// what these are called.
func (r *ForbiddenError) royal() string {
	v := r.Variant
	if !v.Extinction.Royal {
		return "the king"
	}
	king := slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Royal })
	if k, n := v.LabelPrefix(v.Extinction.Types); !king && n == len(v.Extinction.Types) && n > 0 {
		return "the " + v.pieceName(k)
	}
	return "a royal piece"
}

// promotions returns what the mover may become, "QRBN" for a pawn.
func (r *ForbiddenError) promotions() string {
	v := r.Variant
	if r.Mover.Piece.Type() == 0 {
		return strings.ReplaceAll(v.Promotion.To, "~", "")
	}
	t := v.Type(r.Mover.Piece.Type())
	names := []string{}
	if t.Pawn {
		names = append(names, strings.ReplaceAll(v.Promotion.To, "~", ""))
	}
	for _, label := range []string{t.To, t.From} {
		if k, n := v.LabelPrefix(label); n > 0 && (label == t.To || v.Promotion.Back) {
			names = append(names, v.pieceName(k))
		}
	}
	return words.Or(slices.DeleteFunc(names, func(s string) bool { return s == "" }))
}

// held returns what the side to move has in hand to drop, "Pawn and Knight".
func (r *ForbiddenError) held() string {
	var names []string
	for _, k := range r.Hand {
		names = append(names, r.Variant.typeName(k))
	}
	return words.And(names)
}

// measure says which moves the side to move must make.
func (r *ForbiddenError) measure() string {
	by := r.Variant.Fairy.Measuring.White.By
	if r.Turn == board.Black {
		by = r.Variant.Fairy.Measuring.Black.By
	}
	return map[Measure]string{
		LongestMove: "the longest", ShortestMove: "the shortest", CapturingMove: "a capture",
		ForcedSquare:     "one to a square that it is forced to",
		FollowingMove:    "one to the square that the other side has just left",
		DuellingMove:     "one of the piece that it moved last",
		ParallelMove:     "one as far and in the same direction as the other side's",
		FirstSquare:      "one of the first piece",
		AntiparallelMove: "one as far and in the opposite direction as the other side's",
	}[by]
}

// fill replaces the words in braces by the facts.
func (r *ForbiddenError) fill(text string) string {
	v := r.Variant
	name := ""
	switch {
	case len(r.Pieces) > 0 && r.Pieces[0].Piece == Wall:
		name = "wall"
	case len(r.Pieces) > 0:
		name = v.pieceName(r.Pieces[0].Piece.Type())
	}
	var letter string
	if r.Mover.Piece.Type() != 0 {
		letter = string(v.Letter(MakePiece(r.Mover.Piece.Type(), board.White)))
	}
	return strings.NewReplacer(
		"{mover}", v.placedText(r.Mover),
		"{letter}", letter,
		"{from}", v.SquareName(r.Mover.At),
		"{to}", v.SquareName(r.To),
		"{gate}", v.SquareName(r.Move.GateSquare()),
		"{at}", v.SquareName(r.At),
		"{turn}", r.Turn.String(),
		"{other}", r.Turn.Other().String(),
		"{pieces}", v.placedList(r.Pieces),
		"{name}", name,
		"{type}", v.pieceName(r.Type),
		"{Type}", v.typeName(r.Type),
		"{becomes}", v.pieceName(r.Becomes),
		"{hand}", v.handNames(),
		"{held}", r.held(),
		"{promotions}", r.promotions(),
		"{royal}", r.royal(),
		"{measure}", r.measure(),
	).Replace(text)
}

// placedText returns "the knight on b1", with where it would capture.
func (v *Variant) placedText(p Placed) string {
	if p.Piece == Wall {
		return "the wall on " + v.SquareName(p.At)
	}
	on := " on "
	if p.Reborn {
		on = " reborn on "
	}
	text := "the " + v.pieceName(p.Piece.Type()) + on + v.SquareName(p.At)
	switch {
	case p.Home != board.NoSquare:
		text += " (from " + v.startText() + v.SquareName(p.Home) + ")"
	case p.Takes != board.NoSquare:
		text += " (by capturing on " + v.SquareName(p.Takes) + ")"
	}
	return text
}

// startText returns what the square is called from which a piece goes instead of its own.
func (v *Variant) startText() string {
	if v.Fairy.Rebirth.Of == OfMovers {
		return ""
	}
	return "its home square "
}

// placedList returns "the rook on a1, the pawn on b2 and the king on c3".
func (v *Variant) placedList(pieces []Placed) string {
	texts := make([]string, len(pieces))
	for i, p := range pieces {
		texts[i] = v.placedText(p)
	}
	return words.And(texts)
}

// typeName returns the name of a type, "Hawk", or "" for none. Types that share a letter, and have
// no mark, are one piece in different states and have the name of the first.
func (v *Variant) typeName(k PieceType) string {
	switch {
	case k == 0:
		return ""
	case v.Type(k).Mark != 0:
		return v.Type(k).Name
	}
	return v.Type(v.TypeOf(v.Type(k).Letter)).Name
}

// pieceName returns the name of a type in small letters, "hawk".
func (v *Variant) pieceName(k PieceType) string { return strings.ToLower(v.typeName(k)) }

// handNames returns the types that start in hand, "Hawk or Elephant".
func (v *Variant) handNames() string {
	var names []string
	for _, letter := range []byte(v.Gating.Hand) {
		if name := v.typeName(v.TypeOf(letter)); name != "" {
			names = append(names, name)
		}
	}
	return words.Or(names)
}
