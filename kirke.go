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
)

// The words of the library, so that most programs need no other import.
type (
	// Variant is a game as a value: change a copy and you have a game of your own.
	Variant = rules.Variant
	// Setup is a position as it can be written down, legal or not.
	Setup = rules.Setup
	// Move is one half-move, comparable, valid in the position it was made for.
	Move = rules.Move
	// Details is everything that happens in a move.
	Details = rules.Details
	// Man is a piece of one side; the zero Man is an empty square.
	Man = rules.Man
	// Kind is a type of man in a variant's army.
	Kind = rules.Kind
	// Problem is a set of reasons why a setup is not a position.
	Problem = rules.Problem
	// Style is a way of writing moves.
	Style = notation.Style
	// IllegalError is a move that is not legal, with the rule against it.
	IllegalError = notation.IllegalError
	// ForbiddenError is why a move may not be played: a rule and the facts it rests on.
	ForbiddenError = rules.ForbiddenError
	// Type is a kind of man: what it is called and how it moves.
	Type = piece.Type
	// Symmetry is how the two first ranks of a drawn array are related.
	Symmetry = rules.Symmetry
	// Square is the index of a square, a1 = 0.
	Square = board.Square
	// Color is the side a man belongs to.
	Color = board.Color
)

// The two sides, and the square that is not there.
const (
	White    = board.White
	Black    = board.Black
	NoSquare = board.NoSquare
)

// The styles of move text, of the knight that goes from g1 to f3 with a Hawk
// entering behind it and of the rook that takes a knight reborn on g8.
const (
	SAN     = notation.SAN      // Nf3/H, Rxe8(Ng8)
	Book    = notation.Book     // Nf3(Hg1), Rxe8(Ng8)
	LAN     = notation.LAN      // Ng1-f3(Hg1), Re1xe8(Ng8)
	UCI     = notation.UCIStyle // g1f3h, e1e8
	Courier = notation.Courier  // N g1-f3; H-g1 and R e1-e8; n-g8
	Popeye  = notation.Popeye   // Sg1-f3/Hg1, Re1*e8[+bSg8]
)

// Lookup returns the game with an id such as "seirawan", an alias such as
// "anticirce", or a combination such as "progressive+circe". The error says
// what is unknown, or why a combination makes no game. The value is the caller's
// own: change it and you have a game of your own.
func Lookup(id string) (*Variant, error) { return rules.Lookup(id) }

// Variants returns every named game, in the order they are listed to people.
func Variants() []*Variant { return rules.All() }

// Option changes how a position is set up or a game is read.
type Option func(*options)

type options struct {
	draw    rules.Draw
	forgive Problem
	kernel  string
	own     []*Variant
	assume  *Variant
}

// Seed draws the array of a game that has one to draw; the same seed gives the
// same array for ever. The default seed is 0.
func Seed(seed uint64) Option { return func(o *options) { o.draw.Seed = seed } }

// Array names the first rank instead of drawing it: "RNBQKBNR" for both sides,
// two ranks joined by "/" (White's first), or a Chess960 number.
func Array(men string) Option { return func(o *options) { o.draw.Array = men } }

// DrawnWith asks for a symmetry other than the game's default.
func DrawnWith(s Symmetry) Option { return func(o *options) { o.draw.Symmetry = s } }

// Forgive accepts positions with the given problems, as problemists need them.
func Forgive(p Problem) Option { return func(o *options) { o.forgive |= p } }

// Kernel chooses what plays: "" for the best one there is, "reference" for the
// readable one, "fast" for the one on sets. Another name, or "fast" for a game it
// does not play, is an error when the position is set up.
func Kernel(name string) Option { return func(o *options) { o.kernel = name } }

// Knowing lets stored games name variants of your own by their ids. Of a variant
// whose rules have changed, give every version that games are stored under.
func Knowing(own ...*Variant) Option {
	return func(o *options) { o.own = append(o.own, own...) }
}

// Assuming is the game of files that do not name theirs; the default is chess.
func Assuming(v *Variant) Option { return func(o *options) { o.assume = v } }

func gather(opts []Option) options {
	var o options
	for _, set := range opts {
		set(&o)
	}
	return o
}

// position sets up s with the kernel the options ask for.
func (o *options) position(v *Variant, s Setup) (Position, error) {
	if !slices.Contains([]string{"", "fast", "reference"}, o.kernel) {
		return Position{}, fmt.Errorf("there is no kernel %q; there are \"reference\" and \"fast\"", o.kernel)
	}
	v, err := o.drawn(v, s)
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
	p, err := rules.New(v, s, o.forgive)
	if err != nil {
		return Position{}, err
	}
	return Position{p, v}, nil
}

// drawn returns v knowing its array, where that was drawn and captured men go
// home to it: the one the options name, or else the one that s shows.
func (o *options) drawn(v *Variant, s Setup) (*Variant, error) {
	if v.Array.Lot == nil || !v.Aftermath.Active {
		return v, nil
	}
	if o.draw.Array != "" {
		return v.Drawn(o.draw)
	}
	if len(s.Board) != v.Size.Area() {
		return v, nil // for rules.New to refuse
	}
	if shown, err := v.Drawn(rules.Draw{Array: arrayOf(v.FormatPlacement(s.Board))}); err == nil {
		return shown, nil
	}
	return v, nil
}

// arrayOf returns the two first ranks of a placement, White's first.
func arrayOf(placement string) string {
	ranks := strings.Split(placement, "/")
	return ranks[len(ranks)-1] + "/" + ranks[0]
}
