package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"

	"github.com/kirke-chess/kirke"
)

// Flags that several commands share come in groups, and a command embeds the groups that it obeys. After reading the
// command line kong calls AfterApply of each group, which copies its values into the console for the code that
// commands share. The values of groups that a command does not embed stay zero there.

// variantFlags choose the game.
type variantFlags struct {
	Variant string `short:"v" default:"chess" placeholder:"ID" complete:"game" help:"The game, as listed by 'kirke variants' (default chess)."`
}

// problemFlags say how positions are read.
type problemFlags struct {
	Problem bool `help:"Read positions as problemists do: castling rights follow from the squares, odd positions are accepted."`
}

// fenFlags give a position.
type fenFlags struct {
	FEN string `name:"fen" placeholder:"FEN" help:"The position to start from instead of the array."`
}

// seedFlags make drawing by lot repeatable.
type seedFlags struct {
	Seed *uint64 `placeholder:"N" help:"What is drawn by lot is drawn by this number${seed} (default: anew each time; the number is told)."`
}

// arrayFlags say which array a game has that may have several.
type arrayFlags struct {
	Array    string `placeholder:"RANK" help:"The first rank instead of a draw: RNBQKBNR, two of them joined by '/', or a Chess960 number."`
	Symmetry string `placeholder:"KIND" complete:"asymmetric,mirror,central" help:"How the first ranks of a drawn array are related: asymmetric, mirror or central."`
}

// styleFlags say how moves are written.
type styleFlags struct {
	Notation string `short:"n" placeholder:"STYLE" complete:"san,book,lan,uci,courier,popeye" help:"How moves are written: san, book, lan, uci, courier or popeye."`
}

// jsonFlags choose between text and JSON.
type jsonFlags struct {
	JSON bool `name:"json" help:"Write JSON, one value a line."`
}

// threadFlags say how much of the machine is used.
type threadFlags struct {
	Threads int `placeholder:"N" help:"How many processors to use (default ${threads})."`
}

// gameFlags are the flags of commands that read positions of a game.
type gameFlags struct {
	Of variantFlags `embed:""`
	As problemFlags `embed:""`
}

// drawFlags are the flags of commands that begin games from their arrays.
type drawFlags struct {
	By   seedFlags  `embed:""`
	From arrayFlags `embed:""`
}

// startFlags are the flags of commands that begin games anywhere.
type startFlags struct {
	Game gameFlags `embed:""`
	At   fenFlags  `embed:""`
	Draw drawFlags `embed:""`
}

// shared has the values of all flags in groups.
type shared struct {
	variantFlags
	problemFlags
	fenFlags
	seedFlags
	arrayFlags
	styleFlags
	jsonFlags
	threadFlags
}

// AfterApply copies the values to s, as do those below.
func (f variantFlags) AfterApply(s *shared) error { return set(&s.variantFlags, f) }
func (f problemFlags) AfterApply(s *shared) error { return set(&s.problemFlags, f) }
func (f fenFlags) AfterApply(s *shared) error     { return set(&s.fenFlags, f) }
func (f seedFlags) AfterApply(s *shared) error    { return set(&s.seedFlags, f) }
func (f arrayFlags) AfterApply(s *shared) error   { return set(&s.arrayFlags, f) }
func (f styleFlags) AfterApply(s *shared) error   { return set(&s.styleFlags, f) }
func (f jsonFlags) AfterApply(s *shared) error    { return set(&s.jsonFlags, f) }
func (f threadFlags) AfterApply(s *shared) error  { return set(&s.threadFlags, f) }

// set copies the values of a group. It returns nil, which kong asks for.
func set[T any](to *T, values T) error {
	*to = values
	return nil
}

// check looks at the flags in groups, and fills in what depends on the machine.
func (c *console) check() error {
	if c.Threads < 0 {
		return fmt.Errorf("--threads: %d is not a number of processors", c.Threads)
	}
	c.threadsGiven = c.Threads > 0
	if c.Threads == 0 {
		c.Threads = runtime.NumCPU()
	}
	if c.Notation != "" {
		if _, err := parseStyle(c.Notation); err != nil {
			return err
		}
	}
	switch s := kirke.Symmetry(c.Symmetry); s {
	case "", asymmetric, mirror, central:
		return nil
	default:
		return fmt.Errorf("--symmetry: %q is not asymmetric, mirror or central", s)
	}
}

// seed returns the number that this run draws everything by: that of --seed, or else a new one, which it writes to
// standard error so that the user can repeat the drawing.
func (c *console) seed() uint64 {
	if c.Seed == nil {
		n := newSeed()
		c.Seed = &n
		fmt.Fprintln(c.err, drawnBy(n))
	}
	return *c.Seed
}

// seedOrZero returns the number that was given or drawn, 0 for neither.
func (c *console) seedOrZero() uint64 {
	if c.Seed == nil {
		return 0
	}
	return *c.Seed
}

// newSeed returns a number for --seed by lot, short enough to be typed.
func newSeed() uint64 { return 1 + rand.Uint64N(math.MaxUint32) }

// drawnBy tells the user how to draw the same again.
func drawnBy(seed uint64) string {
	return fmt.Sprintf("Drawn by lot: --seed %d draws the same again", seed)
}
