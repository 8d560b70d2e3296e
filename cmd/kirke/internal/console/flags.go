package console

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// Flags that several commands share come in groups, and a command embeds the groups that it
// supports. After it has read the command line, kong calls AfterApply of each group, which copies
// the values into the console. Groups that a command does not embed stay zero there. Next:
// start.go.

// VariantFlags choose the game.
type VariantFlags struct {
	Variant string `short:"v" default:"chess" placeholder:"ID" complete:"game" help:"ID of the game, from 'kirke variants' (default chess)."`
}

// OwnFlags name files of games and of networks, for every command.
type OwnFlags struct {
	Variants Paths `placeholder:"FILE" env:"KIRKE_VARIANTS" help:"Also play the games of this file or folder; may be given several times."`
	Networks Paths `placeholder:"FILE" env:"KIRKE_NETWORKS" help:"Let the computer play with the networks of this file or folder, each in the games that it names; may be given several times."`
}

// ProblemFlags say how positions are read.
type ProblemFlags struct {
	Problem bool `help:"Read positions as problemists do: castling rights follow from the squares, and odd positions are accepted."`
}

// FENFlags give a position.
type FENFlags struct {
	FEN string `name:"fen" placeholder:"FEN" help:"Start from this position (default: the starting position of the game)."`
}

// SeedFlags make random draws repeatable.
type SeedFlags struct {
	Seed *uint64 `placeholder:"N" help:"Seed of random draws${seed} (default: a new one each time, shown on standard error)."`
}

// ArrayFlags choose the first ranks of games in which they are drawn.
type ArrayFlags struct {
	Array    string `placeholder:"RANK" help:"First rank instead of a random one: RNBQKBNR, two of them joined by '/', or a Chess960 number."`
	Symmetry string `placeholder:"KIND" complete:"asymmetric,mirror,central" help:"Symmetry of random first ranks: asymmetric, mirror or central."`
}

// StyleFlags say how moves are written.
type StyleFlags struct {
	Notation string `short:"n" placeholder:"STYLE" complete:"san,book,lan,uci,courier,popeye" help:"How moves are written: san, book, lan, uci, courier or popeye."`
}

// JSONFlags choose between text and JSON.
type JSONFlags struct {
	JSON bool `name:"json" help:"Write JSON, one value a line."`
}

// ThreadFlags say how much of the machine is used.
type ThreadFlags struct {
	Threads int `placeholder:"N" help:"Number of processors to use (default ${threads})."`
}

// GameFlags are the flags of commands that read positions of a game.
type GameFlags struct {
	Of VariantFlags `embed:""`
	As ProblemFlags `embed:""`
}

// DrawFlags are the flags of commands that begin games from their starting positions.
type DrawFlags struct {
	By   SeedFlags  `embed:""`
	From ArrayFlags `embed:""`
}

// StartFlags are the flags of commands that begin games anywhere.
type StartFlags struct {
	Game GameFlags `embed:""`
	At   FENFlags  `embed:""`
	Draw DrawFlags `embed:""`
}

// Flags has the values of all flags in groups.
type Flags struct {
	OwnFlags
	VariantFlags
	ProblemFlags
	FENFlags
	SeedFlags
	ArrayFlags
	StyleFlags
	JSONFlags
	ThreadFlags
}

// AfterApply implements kong's hook.
func (f VariantFlags) AfterApply(all *Flags) error { return set(&all.VariantFlags, f) }

// AfterApply implements kong's hook.
func (f OwnFlags) AfterApply(all *Flags) error { return set(&all.OwnFlags, f) }

// AfterApply implements kong's hook.
func (f ProblemFlags) AfterApply(all *Flags) error { return set(&all.ProblemFlags, f) }

// AfterApply implements kong's hook.
func (f FENFlags) AfterApply(all *Flags) error { return set(&all.FENFlags, f) }

// AfterApply implements kong's hook.
func (f SeedFlags) AfterApply(all *Flags) error { return set(&all.SeedFlags, f) }

// AfterApply implements kong's hook.
func (f ArrayFlags) AfterApply(all *Flags) error { return set(&all.ArrayFlags, f) }

// AfterApply implements kong's hook.
func (f StyleFlags) AfterApply(all *Flags) error { return set(&all.StyleFlags, f) }

// AfterApply implements kong's hook.
func (f JSONFlags) AfterApply(all *Flags) error { return set(&all.JSONFlags, f) }

// AfterApply implements kong's hook.
func (f ThreadFlags) AfterApply(all *Flags) error { return set(&all.ThreadFlags, f) }

// set copies the values of a group. It returns nil, as kong wants an error.
func set[T any](to *T, values T) error {
	*to = values
	return nil
}

// Check validates the flags in groups, and fills in what depends on the machine.
func (c *Console) Check() error {
	if c.Threads < 0 {
		return fmt.Errorf("--threads: %d is not a number of processors", c.Threads)
	}
	c.ThreadsGiven = c.Threads > 0
	if c.Threads == 0 {
		c.Threads = runtime.NumCPU()
	}
	if c.Notation != "" {
		if _, err := parseStyle(c.Notation); err != nil {
			return err
		}
	}
	switch s := kirke.Symmetry(c.Symmetry); s {
	case "", rules.Asymmetric, rules.Mirror, rules.Central:
		return nil
	default:
		return fmt.Errorf("--symmetry: %q is not asymmetric, mirror or central", s)
	}
}

// DrawSeed returns the seed of all random draws of this run: that of --seed, or else a new one,
// which it writes to standard error so that the user can repeat the draw.
func (c *Console) DrawSeed() uint64 {
	if c.Seed == nil {
		n := NewSeed()
		c.Seed = &n
		fmt.Fprintln(c.Err, SeedNote(n))
	}
	return *c.Seed
}

// SeedOrZero returns the seed that was given or drawn, or else 0.
func (c *Console) SeedOrZero() uint64 {
	if c.Seed == nil {
		return 0
	}
	return *c.Seed
}

// NewSeed returns a random seed, short enough to be typed.
func NewSeed() uint64 { return 1 + rand.Uint64N(math.MaxUint32) }

// SeedNote tells the user how to repeat a draw.
func SeedNote(seed uint64) string {
	return fmt.Sprintf("Drawn at random: --seed %d repeats it", seed)
}
