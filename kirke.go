package kirke

import (
	"fmt"

	"github.com/kirke-chess/kirke/board"
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

// Lookup returns the game with an id such as "seirawan", an alias such as
// "anticirce", or a combination such as "progressive+circe". The error says
// what is unknown, or why a combination makes no game. The value is shared:
// copy it before changing it.
func Lookup(id string) (*Variant, error) { return pending.Lookup(id) }

// Variants returns every named game, in the order they are listed to people.
func Variants() []*Variant { return pending.All() }

// Option changes how a position is set up or a game is read.
type Option func(*options)

type options struct {
	draw    rules.Draw
	forgive Problem
	kernel  string
	own     []*Variant
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
// readable one. Another name is an error when the position is set up.
func Kernel(name string) Option { return func(o *options) { o.kernel = name } }

// Knowing lets stored games name variants of your own by their ids.
func Knowing(own ...*Variant) Option {
	return func(o *options) { o.own = append(o.own, own...) }
}

func gather(opts []Option) options {
	var o options
	for _, set := range opts {
		set(&o)
	}
	return o
}

// lookup finds a variant by the name a stored game gives it.
func (o *options) lookup(id string) (*Variant, error) {
	for _, v := range o.own {
		if v.ID == id {
			return v, nil
		}
	}
	return pending.Lookup(id)
}

// position sets up s with the kernel the options ask for.
func (o *options) position(v *Variant, s Setup) (Position, error) {
	if o.kernel != "" && o.kernel != "reference" {
		return Position{}, fmt.Errorf("there is no kernel %q; there is \"reference\"", o.kernel)
	}
	p, err := pending.New(v, s, o.forgive)
	if err != nil {
		return Position{}, err
	}
	return Position{p}, nil
}
