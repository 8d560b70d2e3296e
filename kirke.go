package kirke

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/bitboard"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// The types of the library, so that most programs need no other import.
type (
	// Variant is a game as data. Change a copy to make a game of your own.
	Variant = rules.Variant
	// Setup is a position as it can be written down, legal or not.
	Setup = rules.Setup
	// Move is one half-move, comparable, valid in the position it was made for.
	Move = rules.Move
	// Details is everything that happens in a move.
	Details = rules.Details
	// Piece is a piece of one side; the zero Piece is an empty square.
	Piece = rules.Piece
	// PieceType is a type of piece in a variant's army.
	PieceType = rules.PieceType
	// Defect is a set of reasons why a setup is not a position.
	Defect = rules.Defect
	// Style is a way of writing moves.
	Style = notation.Style
	// IllegalError is the error for a move that is not legal, with the rule against it.
	IllegalError = notation.IllegalError
	// ForbiddenError says why a move may not be played: a rule and the facts that it rests on.
	ForbiddenError = rules.ForbiddenError
	// Type is a piece type: what it is called and how it moves.
	Type = piece.Type
	// Symmetry is how the first ranks of the two sides are related.
	Symmetry = rules.Symmetry
	// Square is the index of a square, a1 = 0.
	Square = board.Square
	// Color is the side a piece belongs to.
	Color = board.Color
)

// The two sides, and no square.
const (
	White    = board.White
	Black    = board.Black
	NoSquare = board.NoSquare
)

// The styles of move text, with two moves in each: the knight goes from g1 to f3 and a Hawk is
// gated on g1; a rook takes a knight on e8, which is reborn on g8.
const (
	SAN     = notation.SAN      // Nf3/H, Rxe8(Ng8)
	Book    = notation.Book     // Nf3(Hg1), Rxe8(Ng8)
	LAN     = notation.LAN      // Ng1-f3(Hg1), Re1xe8(Ng8)
	UCI     = notation.UCIStyle // g1f3h, e1e8
	Courier = notation.Courier  // N g1-f3; H-g1 and R e1-e8; n-g8
	Popeye  = notation.Popeye   // Sg1-f3/Hg1, Re1*e8[+bSg8]
)

// Modifier is a change to a game that may be put on several, such as a member of the Circe family.
type Modifier = rules.Modifier

// Modifiers returns all modifiers: what may follow a "+" in the ID of a game.
func Modifiers() []*Modifier { return rules.Modifiers() }

// Conditions returns the conditions of problemists, which may follow a "+" in an ID as well.
func Conditions() []*Modifier { return rules.Conditions() }

// FairyPieces returns the modifiers that let positions have fairy pieces and neutral pieces.
func FairyPieces() []*Modifier { return rules.Pieces() }

// LookupModifier returns the modifier with an ID or an alias.
func LookupModifier(id string) (*Modifier, error) { return rules.LookupModifier(id) }

// Lookup returns the game with an ID such as "seirawan", an alias such as "anticirce", or a
// combination such as "progressive+circe". The error says what is unknown, or why the parts of a
// combination contradict each other. The value is the caller's own: change it to make a game of
// your own.
func Lookup(id string) (*Variant, error) { return rules.Lookup(id) }

// LookupVersion returns the game with an ID as it was in a version of its rules.
func LookupVersion(id string, version int) (*Variant, error) { return rules.LookupVersion(id, version) }

// Variants returns all named games in a fixed order.
func Variants() []*Variant { return rules.All() }

// Catalogue returns the built-in games that Variants does not list, in a fixed order.
func Catalogue() []*Variant { return rules.Catalogue() }

// Games returns the games of Variants, and those of Catalogue after them.
func Games() []*Variant { return rules.Games() }

// Option changes how a position is set up or a game is read.
type Option func(*options)

type options struct {
	start   rules.StartOptions
	forgive Defect
	kernel  string
	own     []*Variant
	assume  *Variant
}

// Seed draws the starting position of a game that is shuffled. The same seed always gives the same
// position. The default is 0.
func Seed(seed uint64) Option { return func(o *options) { o.start.Seed = seed } }

// Array names the first rank instead of drawing it: "RNBQKBNR" for both sides, two ranks joined by
// "/" (White's first), or a Chess960 number.
func Array(pieces string) Option { return func(o *options) { o.start.FirstRank = pieces } }

// DrawnWith draws the starting position with another symmetry than the game's default.
func DrawnWith(s Symmetry) Option { return func(o *options) { o.start.Symmetry = s } }

// Forgive accepts setups with the given defects, as chess problems may have them.
func Forgive(d Defect) Option { return func(o *options) { o.forgive |= d } }

// Kernel chooses the kernel that plays: "fast", "reference", or "" for the fast one if it plays the
// game and the reference kernel if not. Another name, or "fast" for a game that it does not play,
// is an error when the position is set up.
func Kernel(name string) Option { return func(o *options) { o.kernel = name } }

// Knowing lets stored games name variants of your own by their IDs. If the rules of a variant have
// changed, give each version that games are stored under.
func Knowing(own ...*Variant) Option {
	return func(o *options) { o.own = append(o.own, own...) }
}

// Assuming is the variant of files that do not name one. The default is chess.
func Assuming(v *Variant) Option { return func(o *options) { o.assume = v } }

func gather(opts []Option) options {
	var o options
	for _, set := range opts {
		set(&o)
	}
	return o
}

// position sets up s with the kernel that the options ask for.
func (o *options) position(v *Variant, s Setup) (Position, error) {
	if !slices.Contains([]string{"", "fast", "reference"}, o.kernel) {
		return Position{}, fmt.Errorf("there is no kernel %q; there are \"reference\" and \"fast\"", o.kernel)
	}
	v, err := o.shuffled(v, s)
	if err != nil {
		return Position{}, err
	}
	if o.kernel != "reference" {
		p, err := bitboard.New(v, s, o.forgive)
		var unplayable *bitboard.UnplayableError
		switch {
		case err == nil:
			return Position{p, v}, nil
		case o.kernel == "fast" || !errors.As(err, &unplayable):
			return Position{}, err
		}
	}
	p, err := reference.New(v, s, o.forgive)
	if err != nil {
		return Position{}, err
	}
	return Position{p, v}, nil
}

// shuffled returns v with the starting position that the options name, or else the one that s
// shows. Only games that are shuffled and in which pieces are reborn at home need to know it.
func (o *options) shuffled(v *Variant, s Setup) (*Variant, error) {
	if v.Start.Shuffle == nil || !v.Aftermath.Active {
		return v, nil
	}
	if o.start.FirstRank != "" {
		return v.WithStart(o.start)
	}
	if len(s.Board) != v.Size.Area() {
		return v, nil // the kernel refuses it
	}
	if shown, err := v.WithStart(rules.StartOptions{FirstRank: arrayOf(v.FormatPlacement(s.Board))}); err == nil {
		return shown, nil
	}
	return v, nil
}

// arrayOf returns the first ranks of a placement, White's first.
func arrayOf(placement string) string {
	ranks := strings.Split(placement, "/")
	return ranks[len(ranks)-1] + "/" + ranks[0]
}
