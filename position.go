package kirke

import (
	"fmt"
	"iter"

	"github.com/kirke-chess/kirke/rules"
)

// Position is a position of a game that is being played. It is a value and
// never changes: Play returns the next one. Make one with Start, FromFEN or
// FromSetup; the zero Position is none and has no methods to call but IsZero.
type Position struct {
	p rules.Position
}

// Start returns the first position of v, its array drawn by Seed, Array and
// DrawnWith where it is drawn by lot. The error says which of these the game
// has no use for, or what is wrong with the array.
func Start(v *Variant, opts ...Option) (Position, error) {
	o := gather(opts)
	s, err := pending.Start(v, o.draw)
	if err != nil {
		return Position{}, err
	}
	return o.position(v, s)
}

// FromFEN returns the position a FEN of v describes. The error names the field
// that cannot be read, or what is wrong with the position and not forgiven.
func FromFEN(v *Variant, fen string, opts ...Option) (Position, error) {
	s, err := pending.ParseFEN(v, fen)
	if err != nil {
		return Position{}, err
	}
	o := gather(opts)
	return o.position(v, s)
}

// FromSetup returns the position a setup of v describes. The error is a
// *rules.SetupError unless the kernel is unknown.
func FromSetup(v *Variant, s Setup, opts ...Option) (Position, error) {
	o := gather(opts)
	return o.position(v, s)
}

// IsZero reports whether p is no position.
func (p Position) IsZero() bool { return p.p == nil }

// Rules returns the kernel's position, for programs that need its speed or the
// parts this package does not show.
func (p Position) Rules() rules.Position { return p.p }

// Variant returns the game.
func (p Position) Variant() *Variant { return p.p.Variant() }

// Setup returns the position as it can be written down, a copy of its own.
func (p Position) Setup() Setup { return p.p.Setup() }

// FEN returns the position in the one canonical FEN of its game.
func (p Position) FEN() string { return pending.FEN(p.p) }

// String returns the FEN.
func (p Position) String() string {
	if p.IsZero() {
		return "no position"
	}
	return p.FEN()
}

// Turn returns the side to move.
func (p Position) Turn() Color { return p.p.Turn() }

// At returns the man on a square, 0 when it is empty or not on the board.
func (p Position) At(sq Square) Man { return p.p.At(sq) }

// InCheck reports whether the side to move is in check.
func (p Position) InCheck() bool { return p.p.InCheck() }

// Clock returns the half-moves (in series games, turns) since the last capture
// or pawn move, and the number of the move.
func (p Position) Clock() (half, full int) { return p.p.Clock() }

// LegalMoves yields every legal move.
func (p Position) LegalMoves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for _, m := range p.p.LegalMoves(nil) {
			if !yield(m) {
				return
			}
		}
	}
}

// AppendLegalMoves appends every legal move to buf and returns it; it does not
// allocate when buf has room.
func (p Position) AppendLegalMoves(buf []Move) []Move { return p.p.LegalMoves(buf) }

// IsLegal reports whether m is a legal move.
func (p Position) IsLegal(m Move) bool { return p.p.IsLegal(m) }

// Play returns the position after m. When m is not legal here the error is an
// *IllegalMove that names the rule against it.
func (p Position) Play(m Move) (Position, error) {
	if !p.p.IsLegal(m) {
		return Position{}, p.illegal(pending.UCI(p.p, m), m)
	}
	return Position{p.p.Play(m)}, nil
}

// PlayText returns the position after the move that text means, and the move.
// The errors are those of ParseMove.
func (p Position) PlayText(text string) (Position, Move, error) {
	m, err := p.ParseMove(text)
	if err != nil {
		return Position{}, 0, err
	}
	return Position{p.p.Play(m)}, m, nil
}

// ParseMove returns the legal move that text means in any style the library
// writes: "Nf3", "g1f3h", "O-O/He1", "N g1-f3; H-g1". The error is an
// *IllegalMove when the text is a move but not a legal one, and otherwise says
// what is wrong with the text.
func (p Position) ParseMove(text string) (Move, error) {
	m, err := pending.ParseAny(p.p, text)
	if err == nil {
		return m, nil
	}
	if why := p.Explain(text); why != nil {
		return 0, why
	}
	return 0, err
}

// MoveText returns the legal move m in a style.
func (p Position) MoveText(m Move, s Style) string { return pending.Text(p.p, m, s) }

// Details returns everything that happens in the legal move m.
func (p Position) Details(m Move) Details { return p.p.Details(m) }

// IllegalMove is a move that the rules of its game forbid.
type IllegalMove struct {
	Text string // the move as it was given
	Rule error  // the rule against it, as a sentence
}

// Error returns the move and the rule against it.
func (e *IllegalMove) Error() string { return fmt.Sprintf("%s is illegal: %v", e.Text, e.Rule) }

// Unwrap returns the rule.
func (e *IllegalMove) Unwrap() error { return e.Rule }

func (p Position) illegal(text string, m Move) error {
	why := p.p.Forbidden(m)
	if why == nil {
		why = fmt.Errorf("it is not among the legal moves")
	}
	return &IllegalMove{text, why}
}

// Explain says why the move that text means may not be played: nil when it is
// legal, an *IllegalMove whose sentence names the rule when it is not, and
// another error when text is no move at all.
func (p Position) Explain(text string) error {
	if _, err := pending.ParseAny(p.p, text); err == nil {
		return nil
	}
	m, err := pending.Candidate(p.p, text)
	if err != nil {
		return err
	}
	return p.illegal(text, m)
}

// Key returns a 64-bit hash of everything that belongs to the identity of the
// position: board, turn, rights, hands, gates, pending rebirths.
func (p Position) Key() uint64 { return p.p.Key() }

// SameAs reports whether p and q are the same position of one game for the rule
// of repetition.
func (p Position) SameAs(q Position) bool { return p.p.SameAs(q.p) }

// Perft counts the leaves of the tree of legal moves to a depth.
func (p Position) Perft(depth int) uint64 { return p.p.Perft(depth) }
