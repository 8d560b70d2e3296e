package kirke

import (
	"fmt"
	"iter"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// Position is a position of a game. It is a value and never changes: Play returns the next one.
// Make one with Start, FromFEN or FromSetup. The zero Position is none; call only IsZero and String
// on it.
type Position struct {
	p rules.Position
	v *Variant
}

// Start returns the starting position of v. If it is shuffled, Seed, Array and DrawnWith choose
// among its positions. The error says which of these the game does not take, or what is wrong with
// the array.
func Start(v *Variant, opts ...Option) (Position, error) {
	o := gather(opts)
	s, err := v.StartSetup(o.start)
	if err != nil {
		return Position{}, err
	}
	return o.position(v, s)
}

// FromFEN returns the position of v with a FEN. The error names the field that cannot be read, or
// the defects of the position that are not forgiven.
func FromFEN(v *Variant, fen string, opts ...Option) (Position, error) {
	s, err := notation.ParseFEN(v, fen)
	if err != nil {
		return Position{}, err
	}
	o := gather(opts)
	return o.position(v, s)
}

// FromSetup returns the position of v with a setup. The error is a *rules.SetupError, unless the
// kernel is unknown or v itself makes no sense.
func FromSetup(v *Variant, s Setup, opts ...Option) (Position, error) {
	o := gather(opts)
	return o.position(v, s)
}

// IsZero reports whether p is no position.
func (p Position) IsZero() bool { return p.p == nil }

// Rules returns the kernel's position, for programs that need its speed or more than this package
// shows.
func (p Position) Rules() rules.Position { return p.p }

// Variant returns the game. It is the value that the position was set up with, or a copy that knows
// its starting position, if that was shuffled and pieces are reborn at home.
func (p Position) Variant() *Variant { return p.v }

// Setup returns the position as it can be written down. The copy is the caller's own.
func (p Position) Setup() Setup { return p.p.Setup() }

// FEN returns the position in the canonical FEN of its game.
func (p Position) FEN() string { return notation.FEN(p.p.Variant(), p.p.Setup()) }

// String returns the FEN.
func (p Position) String() string {
	if p.IsZero() {
		return "no position"
	}
	return p.FEN()
}

// Turn returns the side to move.
func (p Position) Turn() Color { return p.p.Turn() }

// At returns the piece on a square, or 0 if the square is empty or not on the board.
func (p Position) At(sq Square) Piece { return p.p.At(sq) }

// InCheck reports whether the side to move is in check.
func (p Position) InCheck() bool { return p.p.InCheck() }

// Clock returns the half-moves (in series games, turns) since the last capture or pawn move, and
// the number of the move.
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

// AppendLegalMoves appends every legal move to buf and returns it. It does not allocate if buf has
// room.
func (p Position) AppendLegalMoves(buf []Move) []Move { return p.p.LegalMoves(buf) }

// IsLegal reports whether m is a legal move.
func (p Position) IsLegal(m Move) bool { return p.p.IsLegal(m) }

// Play returns the position after m. If m is not legal, the error is an *IllegalError with the rule
// against it.
func (p Position) Play(m Move) (Position, error) {
	if !p.p.IsLegal(m) {
		return Position{}, p.illegal(notation.UCI(p.Variant(), m), m)
	}
	return Position{p.p.Play(m), p.v}, nil
}

// PlayText returns the position after the move that text means, and the move.
// The errors are those of ParseMove.
func (p Position) PlayText(text string) (Position, Move, error) {
	m, err := p.ParseMove(text)
	if err != nil {
		return Position{}, 0, err
	}
	return Position{p.p.Play(m), p.v}, m, nil
}

// Pass returns the position after the side to move has passed, and the pass as a move: that of the
// game where it may pass, else one that is not legal, for analysis and threats. The error says that
// the side is in check.
func (p Position) Pass() (Position, Move, error) {
	m := notation.Pass(p.p)
	if m == rules.NullMove && p.p.InCheck() {
		return Position{}, 0, fmt.Errorf("%s is in check and cannot pass", p.Turn())
	}
	return Position{p.p.Play(m), p.v}, m, nil
}

// ParseMove returns the legal move that text means in any style: "Nf3", "g1f3h", "O-O/He1", "0-0
// (Hh1)", "N g1-f3; H-g1". If the text is a move but not a legal one, the error is an *IllegalError
// with the rule against it. Otherwise it says what in the text is not understood, or which moves
// the text may mean.
func (p Position) ParseMove(text string) (Move, error) {
	m, err := notation.ParseAny(p.p, text)
	if err == nil && m.Form() == rules.Pass && !p.p.IsLegal(m) {
		return 0, p.illegal(text, m)
	}
	return m, err
}

// Explain returns why the move that text means may not be played, as a sentence with the rule. nil
// means that it is legal.
func (p Position) Explain(text string) error {
	_, err := p.ParseMove(text)
	return err
}

func (p Position) illegal(text string, m Move) error {
	return &IllegalError{Text: text, Move: m, Reason: p.p.Forbidden(m)}
}

// MoveText returns the legal move m in a style.
func (p Position) MoveText(m Move, s Style) string { return notation.Text(p.p, m, s) }

// Details returns everything that happens in the legal move m.
func (p Position) Details(m Move) Details { return p.p.Details(m) }

// Key returns a 64-bit hash of everything that belongs to the identity of the
// position: board, turn, rights, hands, gates, pending rebirths.
func (p Position) Key() uint64 { return p.p.Key() }

// SameAs reports whether p and q are the same position for the rule of repetition.
func (p Position) SameAs(q Position) bool { return p.p.SameAs(q.p) }

// Perft counts the leaves of the tree of legal moves to a depth.
func (p Position) Perft(depth int) uint64 { return rules.Perft(p.p, nil, depth) }
