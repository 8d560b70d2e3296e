package kirke

import (
	"errors"
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke/rules"
)

// Result is who won, as PGN writes it.
type Result uint8

// The results of a game.
const (
	Unfinished Result = iota
	WhiteWins
	BlackWins
	Drawn
)

var resultTexts = []string{"*", "1-0", "0-1", "1/2-1/2"}

// String returns "*", "1-0", "0-1" or "1/2-1/2".
func (r Result) String() string { return text(resultTexts, r) }

// ParseResult reads a result as String writes it. The error lists the results.
func ParseResult(s string) (Result, error) {
	i := slices.Index(resultTexts, s)
	if i < 0 {
		return Unfinished, fmt.Errorf("%q is not a result: it is 1-0, 0-1, 1/2-1/2 or *", s)
	}
	return Result(i), nil
}

// Win returns the result of a game that c has won.
func Win(c Color) Result {
	if c == White {
		return WhiteWins
	}
	return BlackWins
}

// Reason is why a game has ended, or why a draw may be claimed.
type Reason uint8

// The reasons.
const (
	NoReason            Reason = iota // the game goes on, or its end has no recorded reason
	Mate                              // the side to move is mated
	Stalemate                         // the side to move has no legal move
	DeadPosition                      // neither side can ever mate
	BareKing                          // a king alone that cannot take the opponent's last piece
	IdleTurns                         // too many turns of a series game without capture or pawn move
	FivefoldRepetition                // the position for the fifth time
	SeventyFiveMoves                  // 75 moves of each side without capture or pawn move
	ThreefoldRepetition               // the position for the third time; claimed, except with rules.End.NoClaims
	FiftyMoves                        // 50 moves of each side without capture or pawn move; likewise
	Resignation
	Agreement
	TimeForfeit
	Extinction // a side has run out of pieces that it needs
	Goal       // pieces have reached the squares that win
	Checks     // a side has given as many checks as win
	Row        // a side has connected its pieces
	Castled    // castling has won, or can no longer
	FullBoard  // no square is empty
	TwoPasses  // both sides have passed
	Perpetual  // a repetition in which a side has checked with every move, which loses
	Repetition // the position as often as rules.End.Repetition says
	KingsFace  // a side has passed while the kings face each other
)

// endReasons are the reasons of the endings that a position decides.
var endReasons = map[rules.EndRule]Reason{
	rules.ByExtinction: Extinction, rules.ByGoal: Goal, rules.ByChecks: Checks, rules.ByRow: Row,
	rules.ByCastling: Castled, rules.ByFullBoard: FullBoard, rules.ByPasses: TwoPasses,
	rules.ByFacing: KingsFace,
}

var reasonTexts = []string{
	"", "mate", "stalemate", "dead position", "bare king", "idle turns", "fivefold repetition", "seventy-five moves",
	"threefold repetition", "fifty moves", "resignation", "agreement", "time forfeit",
	"extinction", "goal reached", "checks given", "row completed", "castling", "full board", "two passes",
	"perpetual check", "repetition", "facing kings",
}

// String returns the reason in words, or "" for NoReason.
func (r Reason) String() string { return text(reasonTexts, r) }

// ParseReason reads a reason as String writes it.
func ParseReason(s string) (Reason, error) {
	i := slices.Index(reasonTexts, s)
	if i < 0 {
		return NoReason, fmt.Errorf("%q is not a reason for the end of a game", s)
	}
	return Reason(i), nil
}

func text[T ~uint8](texts []string, i T) string {
	if int(i) >= len(texts) {
		return fmt.Sprintf("%T(%d)", i, uint8(i))
	}
	return texts[i]
}

// Outcome is the result of a game and its reason. The zero Outcome is a game that goes on.
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

// The numbers of half-moves in the fifty- and the seventy-five-move rule.
const (
	fiftyMoves       = 2 * 50
	seventyFiveMoves = 2 * 75
)

// Outcome returns what the position alone decides: mate, stalemate, dead position, bare king, idle
// turns and seventy-five moves (fifty in a game without claims). Game.Outcome adds what depends on
// the moves before it.
func (p Position) Outcome() Outcome {
	if !p.p.HasLegalMove() {
		return p.withoutMoves()
	}
	if reason := p.drawByPosition(); reason != NoReason {
		return p.drawn(reason)
	}
	return Outcome{}
}

// withoutMoves returns the outcome of a position in which the side to move has no legal move.
func (p Position) withoutMoves() Outcome {
	reason := Stalemate
	switch ending := rules.EndingOf(p.p); {
	case ending.By != rules.NoEnding:
		reason = endReasons[ending.By]
	case rules.Mated(p.p):
		reason = Mate
	}
	if winner, won := rules.WithoutMoves(p.p); won {
		return Outcome{Win(winner), reason}
	}
	return Outcome{Drawn, reason}
}

// drawn returns the outcome of a game that would be a draw for a reason.
func (p Position) drawn(r Reason) Outcome {
	switch p.Variant().End.Drawn {
	case "white":
		return Outcome{WhiteWins, r}
	case "black":
		return Outcome{BlackWins, r}
	}
	return Outcome{Drawn, r}
}

// drawByPosition returns why a position with legal moves is a draw, or NoReason.
func (p Position) drawByPosition() Reason {
	end := p.Variant().End
	half, _ := p.p.Clock()
	switch {
	case p.p.Dead():
		return DeadPosition
	case end.BareKing && rules.BareKing(p.p, p.Turn()):
		return BareKing
	case end.NoIdle:
		return NoReason
	case end.IdleTurns > 0 && half >= end.IdleTurns:
		return IdleTurns
	case end.IdleTurns == 0 && end.NoClaims && half >= fiftyMoves:
		return FiftyMoves
	case end.IdleTurns == 0 && half >= seventyFiveMoves:
		return SeventyFiveMoves
	}
	return NoReason
}

// pieces counts the pieces of c besides its king: those on the board, those that wait to come back
// to it, and those in hand while the side has a gate.
func (p Position) pieces(c Color) int {
	s := p.p.Setup()
	n := 0
	count := func(pc Piece) {
		if pc != 0 && pc.Color() == c && !p.Variant().Type(pc.Type()).Royal {
			n++
		}
	}
	for _, pc := range s.Board {
		count(pc)
	}
	for _, h := range s.Aftermath.Below {
		count(h.Piece)
	}
	for _, pc := range s.Gating.Imaginary {
		count(pc)
	}
	count(s.Aftermath.Pending)
	if s.Gating.Gates[c] != 0 {
		for _, left := range s.Gating.Hand[c] {
			n += left
		}
	}
	return n
}

// Repetitions returns how many times the current position has occurred on the line that led to it,
// this time included. It counts back to the start, since even a capture can be undone if captured
// pieces are reborn.
func (g *Game) Repetitions() int { return repetitions(g.at.position, g.at.parent) }

// repetitions counts p itself and the positions like it from n back to the start.
func repetitions(p Position, n *Node) int {
	count := 1
	for ; n != nil; n = n.parent {
		if n.position.Key() == p.Key() && n.position.SameAs(p) {
			count++
		}
	}
	return count
}

// Outcome returns the outcome at the current position: that of the position, fivefold repetition
// (threefold in a game without claims), or the recorded result at the end of the main line.
func (g *Game) Outcome() Outcome {
	o := outcome(g.at.position, g.at.parent)
	if !o.Over() && g.atEnd() {
		o = g.recorded
	}
	return o
}

// OutcomeAfter returns the outcome by the rules after the legal move m, without playing it. It
// returns the zero Outcome for a move that is not legal.
func (g *Game) OutcomeAfter(m Move) Outcome {
	next, err := g.at.position.Play(m)
	if err != nil {
		return Outcome{}
	}
	return outcome(next, g.at)
}

// outcome returns what p and the positions from n back to the start decide.
func outcome(p Position, n *Node) Outcome {
	if o := p.Outcome(); o.Over() {
		return o
	}
	end := p.Variant().End
	switch {
	case repetitions(p, n) < end.Repeats():
		return Outcome{}
	case end.Repetition > 0 || end.Repeated != "" || end.Perpetual:
		return p.repeated(n)
	case end.NoClaims:
		return p.drawn(ThreefoldRepetition)
	}
	return p.drawn(FivefoldRepetition)
}

// repeated returns the outcome of a repetition that ends the game by rules.End, with the positions
// from before back to the start.
func (p Position) repeated(before *Node) Outcome {
	if p.Variant().End.Perpetual {
		if c, ok := perpetual(p, before); ok {
			return Outcome{Win(c.Other()), Perpetual}
		}
	}
	switch p.Variant().End.Repeated {
	case "white":
		return Outcome{WhiteWins, Repetition}
	case "black":
		return Outcome{BlackWins, Repetition}
	case "mover":
		return Outcome{Win(p.Turn()), Repetition}
	case "opponent":
		return Outcome{Win(p.Turn().Other()), Repetition}
	case "material":
		if c, won := p.Variant().ByMaterial(p.p.At); won {
			return Outcome{Win(c), Repetition}
		}
	}
	return p.drawn(Repetition)
}

// perpetual returns the side that alone has checked with each of its moves since p occurred last.
func perpetual(p Position, before *Node) (c Color, ok bool) {
	checked := [2]bool{true, true} // whether each position with this side to move was a check
	checked[p.Turn()] = p.InCheck()
	for n := before; n != nil; n = n.parent {
		at := n.position
		if at.Key() == p.Key() && at.SameAs(p) {
			break
		}
		checked[at.Turn()] = checked[at.Turn()] && at.InCheck()
	}
	if checked[White] == checked[Black] {
		return 0, false
	}
	if checked[White] {
		return Black, true
	}
	return White, true
}

// Claims returns the draws that the side to move may claim in the current position,
// ThreefoldRepetition and FiftyMoves. There are none if the game is over, or if these end it by
// themselves.
func (g *Game) Claims() []Reason {
	if g.Outcome().Over() {
		return nil
	}
	return claims(g.at.position, g.at.parent)
}

// ClaimsWith returns the draws that the side to move may claim with the legal move m, which it need
// not play.
func (g *Game) ClaimsWith(m Move) []Reason {
	next, err := g.at.position.Play(m)
	if err != nil || g.Outcome().Over() {
		return nil
	}
	return claims(next, g.at)
}

// claims returns the draws that may be claimed in p, with the positions from before back to the
// start.
func claims(p Position, before *Node) []Reason {
	if p.Variant().End.NoClaims {
		return nil
	}
	var reasons []Reason
	if end := p.Variant().End; end.Repetition == 0 && end.Repeats() > 3 && repetitions(p, before) >= 3 {
		reasons = append(reasons, ThreefoldRepetition)
	}
	if half, _ := p.Clock(); half >= fiftyMoves && p.Variant().End.IdleTurns == 0 {
		reasons = append(reasons, FiftyMoves)
	}
	return reasons
}

// Claim records the draw for a reason. The error says that Claims does not have it.
func (g *Game) Claim(r Reason) error {
	if !slices.Contains(g.Claims(), r) {
		return fmt.Errorf("a draw by %s cannot be claimed here", r)
	}
	return g.end(Outcome{Drawn, r})
}

// Resign records that c has resigned. The error says that the game is over, or that the current
// position is not the last of the main line.
func (g *Game) Resign(c Color) error { return g.end(Outcome{Win(c.Other()), Resignation}) }

// AgreeDraw records a draw by agreement. The errors are those of Resign.
func (g *Game) AgreeDraw() error { return g.end(Outcome{Drawn, Agreement}) }

// LoseOnTime records that c has run out of time: a loss, or a draw if the opponent has only a king
// that can never mate. The errors are those of Resign.
func (g *Game) LoseOnTime(c Color) error {
	if g.at.position.pieces(c.Other()) == 0 && !kingsGiveCheck(g.Variant()) {
		return g.end(Outcome{Drawn, TimeForfeit})
	}
	return g.end(Outcome{Win(c.Other()), TimeForfeit})
}

// kingsGiveCheck reports whether a king alone may give check, because check depends on what a
// capture would lead to.
func kingsGiveCheck(v *Variant) bool {
	a := v.Aftermath
	return a.Active && (a.Kings || a.Reborn != rules.CapturedReborn || a.Occupied == rules.ReplacesOccupant)
}

// end records an outcome at the end of the main line.
func (g *Game) end(o Outcome) error {
	if !g.atEnd() {
		return errors.New("the current position is not the end of the game")
	}
	if now := g.Outcome(); now.Over() {
		return fmt.Errorf("the game is over: %s", now)
	}
	g.recorded = o
	return nil
}

// Recorded returns the recorded outcome, whatever the rules say.
func (g *Game) Recorded() Outcome { return g.recorded }

// Record records an outcome from elsewhere, such as a file. The zero Outcome removes the record.
func (g *Game) Record(o Outcome) { g.recorded = o }

// final is the outcome to store with the game: the recorded one, or else that of the end of the
// main line.
func (g *Game) final() Outcome {
	if g.recorded.Over() {
		return g.recorded
	}
	end := Game{root: g.root, at: g.last()}
	return end.Outcome()
}
