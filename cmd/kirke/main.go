// Command kirke plays, checks and shows the games of Kirke from the command line.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"unicode"

	"github.com/alecthomas/kong"
	"github.com/charmbracelet/x/term"

	"github.com/kirke-chess/kirke"
)

// Exit codes.
const (
	exitOK          = 0
	exitFound       = 1   // bad games or wrong counts were found
	exitInput       = 2   // the input makes no sense
	exitInterrupted = 130 // stopped by the user
)

// errFound is returned by commands that have reported what they found wrong.
var errFound = errors.New("something was found wrong")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// cli is the command line: the flags that all commands share, and the commands.
type cli struct {
	Variant  string `short:"v" default:"chess" placeholder:"ID" help:"The game, as listed by 'kirke variants' (default chess)."`
	FEN      string `name:"fen" placeholder:"FEN" help:"The position to start from instead of the array."`
	Notation string `short:"n" placeholder:"STYLE" help:"How moves are written: san, book, lan, uci, courier or popeye."`
	JSON     bool   `name:"json" help:"Write JSON, one value a line."`
	Threads  int    `placeholder:"N" help:"How many processors to use (default all)."`
	Seed     uint64 `placeholder:"N" help:"Draws the array of games that have one to draw; makes what a weak computer plays repeatable."`
	Array    string `placeholder:"MEN" help:"The first rank instead of a draw: RNBQKBNR, two of them joined by '/', or a Chess960 number."`
	Symmetry string `placeholder:"KIND" help:"How the first ranks of a drawn array are related: asymmetric, mirror or central."`
	Problem  bool   `help:"Read positions as problemists do: castling rights follow from the squares, odd positions are accepted."`

	Version kong.VersionFlag `help:"Show the version."`

	Variants variantsCmd `cmd:"" help:"List the games."`
	Rules    rulesCmd    `cmd:"" help:"Show the rules of a game."`
	Moves    movesCmd    `cmd:"" help:"List the legal moves of a position, or explain one."`
	Perft    perftCmd    `cmd:"" help:"Count the leaves of the tree of legal moves."`
	Replay   replayCmd   `cmd:"" help:"Replay game files and report the bad games."`
	Convert  convertCmd  `cmd:"" help:"Convert positions and games from any format to any other."`
	Diagram  diagramCmd  `cmd:"" help:"Draw a position, as SVG or as text."`
	Bench    benchCmd    `cmd:"" help:"Measure how fast Kirke is."`
	Solve    solveCmd    `cmd:"" help:"Solve problems, in Popeye's language and in Popeye's form."`
	Tune     tuneCmd     `cmd:"" hidden:"" help:"Fit the evaluation of a game to games of the engine against itself."`
	Match    matchCmd    `cmd:"" help:"Let two engines play each other, and say which is the stronger."`
	Uci      uciCmd      `cmd:"" help:"Play for a program that speaks UCI; its first line 'uci' alone does it too."`
	Xboard   xboardCmd   `cmd:"" help:"Play for XBoard and programs that speak its protocol; its first line 'xboard' alone does it too."`
	Play     playCmd     `cmd:"" help:"Play a game against the computer, or two people at one terminal."`
	Analyse  analyseCmd  `cmd:"" help:"Analyse games, or a position: evaluations, marks and best lines."`
	Worker   workerCmd   `cmd:"" help:"Solve and analyse for a server elsewhere, over NATS."`
	Serve    serveCmd    `cmd:"" help:"Serve Kirke to browsers: games, analysis, problems."`
}

// console is what a command works with.
type console struct {
	*cli
	ctx context.Context

	threadsGiven bool // by --threads

	in       io.Reader
	out, err io.Writer
}

// exit is what the argument parser throws when it has printed its help.
type exit int

// run is main with everything it touches passed in. It returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, stderr io.Writer) (code int) {
	c := &console{cli: &cli{}, ctx: ctx, in: in, out: out, err: stderr}
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case exit:
			code = int(thrown)
		default:
			panic(thrown)
		}
	}()
	parser, err := kong.New(c.cli,
		kong.Name("kirke"),
		kong.Description("Kirke plays a family of chess variants: Seirawan chess, Cetran chess, the Circe family and more."),
		kong.Vars{"version": version()},
		kong.Writers(out, stderr),
		kong.Exit(func(code int) { panic(exit(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: 100}),
	)
	if err != nil {
		return c.fail(err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
		if name, rest := spoken(in); name != "" {
			args, c.in = []string{name}, rest
		}
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		return c.fail(fmt.Errorf("%w; see 'kirke --help'", err))
	}
	err = c.check()
	if err == nil {
		err = parsed.Run(c)
	}
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFound):
		return exitFound
	case errors.Is(err, errLimit):
		return exitLimit
	case errors.Is(err, errBadProblems):
		return exitInput
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	return c.fail(err)
}

// fail reports an error in one line and returns the exit code.
func (c *console) fail(err error) int {
	fmt.Fprintf(c.err, "kirke: %s\n", oneLine(err.Error()))
	return exitInput
}

// oneLine returns text on one line that any terminal can show.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}

// version returns the version the program was built as.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return "kirke " + info.Main.Version
	}
	return "kirke (devel)"
}

// check looks at the flags that all commands share.
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

// print writes v as a line of JSON.
func (c *console) print(v any) error { return printTo(c.out, v) }

// printTo writes v to w as a line of JSON.
func printTo(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(f.Fd())
}
