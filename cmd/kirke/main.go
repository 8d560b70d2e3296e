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
	"strings"
	"syscall"
	"unicode"

	"github.com/alecthomas/kong"
	"github.com/charmbracelet/x/term"
)

// Exit codes.
const (
	exitOK          = 0
	exitFound       = 1   // bad games or wrong counts were found
	exitInput       = 2   // the input makes no sense
	exitLimit       = 3   // a limit of the problem ended the solving before it was done
	exitSignal      = 128 // and the number of the signal that stopped it: 143 is SIGTERM
	exitInterrupted = 130 // stopped by the user
)

// errFound is returned by commands that have reported what they found wrong.
var errFound = errors.New("something was found wrong")

func main() {
	ctx, stop := untilSignal()
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// stopped is why a context has ended: a signal that asks the program to end.
type stopped struct{ signal syscall.Signal }

func (s stopped) Error() string { return "stopped by " + s.signal.String() }

// untilSignal returns a context that ends when the program is asked to: by Ctrl-C, by SIGTERM, or because its
// terminal is gone, which nohup keeps from it. The second time ends the program at once.
func untilSignal() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	asked := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		asked = append(asked, syscall.SIGHUP)
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, asked...)
	go func() {
		s := <-signals
		signal.Stop(signals)
		number, ok := s.(syscall.Signal)
		if !ok {
			number = syscall.SIGINT
		}
		cancel(stopped{number})
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

// cli is the command line: the commands, each with the flags it obeys.
type cli struct {
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
	Uci      uciCmd      `cmd:"" help:"Play for a program that speaks UCI; kirke also does when its first input line is 'uci'."`
	Xboard   xboardCmd   `cmd:"" help:"Play for XBoard and programs that speak its protocol; kirke also does when its first input line is 'xboard'."`
	Play     playCmd     `cmd:"" help:"Play a game against the computer, or two people at one terminal."`
	Analyse  analyseCmd  `cmd:"" help:"Analyse games, or a position: evaluations, marks and best lines."`
	Worker   workerCmd   `cmd:"" help:"Solve and analyse for a server elsewhere, over NATS."`
	Serve    serveCmd    `cmd:"" help:"Serve Kirke to browsers: games, analysis, problems."`

	Help       helpCmd       `cmd:"" help:"Show the help of a command."`
	VersionCmd versionCmd    `cmd:"" name:"version" help:"Show the version, the commit and the compiler."`
	Man        manCmd        `cmd:"" help:"Write the manual page, for man."`
	Completion completionCmd `cmd:"" help:"Write a script that lets a shell complete commands, flags and games."`
	Complete   completeCmd   `cmd:"" hidden:"" help:"List what may complete a command line, for the scripts of completion."`
}

// console is what a command works with: the values of the flags that commands share, and the streams.
type console struct {
	shared
	threadsGiven bool // by --threads

	ctx      context.Context
	parser   *kong.Kong
	in       io.Reader
	out, err io.Writer
}

// exit is what the argument parser throws when it has printed its help.
type exit int

// run is main with everything it touches passed in. It returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, stderr io.Writer) (code int) {
	c := &console{ctx: ctx, in: in, out: out, err: stderr}
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case exit:
			code = int(thrown)
		default:
			panic(thrown)
		}
	}()
	var err error
	if c.parser, err = newParser(c); err != nil {
		return c.fail(err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
		if name, rest := spoken(in); name != "" {
			args, c.in = []string{name}, rest
		}
	}
	parsed, err := c.parser.Parse(commandFirst(c.parser.Model, args))
	if err != nil {
		return c.fail(misused(err))
	}
	if err = c.check(); err == nil {
		err = parsed.Run(c)
	}
	if code, known := c.exitCode(err); known {
		return code
	}
	return c.fail(err)
}

// newParser returns the parser of the command line, whose flags go to c.
func newParser(c *console) (*kong.Kong, error) {
	return kong.New(&cli{},
		kong.Name("kirke"),
		kong.Description("Kirke plays a family of chess variants: Seirawan chess, Cetran chess, the Circe family and more."),
		kong.Vars{"version": "kirke " + versionOf(buildInfo()), "seed": "", "threads": "all"},
		kong.Bind(c, &c.shared),
		kong.Writers(c.out, c.err),
		kong.Exit(func(code int) { panic(exit(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: 100}),
	)
}

// misused says what is wrong with a command line, and where to read how it is used.
func misused(err error) error {
	use := "kirke"
	var parsing *kong.ParseError
	if errors.As(err, &parsing) {
		if command := parsing.Context.Selected(); command != nil {
			use = command.FullPath()
		}
	}
	if flag, unknown := strings.CutPrefix(err.Error(), "unknown flag "); unknown {
		err = fmt.Errorf("'%s' has no flag %s", use, flag)
	}
	return fmt.Errorf("%w; see '%s --help'", err, use)
}

// exitCode returns the exit code that says how work has ended; known is false for an error that is still to be
// reported.
func (c *console) exitCode(err error) (code int, known bool) {
	switch {
	case err == nil:
		return exitOK, true
	case errors.Is(err, errFound):
		return exitFound, true
	case errors.Is(err, errLimit):
		return exitLimit, true
	case errors.Is(err, errBadProblems):
		return exitInput, true
	case errors.Is(err, context.Canceled):
		var by stopped
		if errors.As(context.Cause(c.ctx), &by) {
			return exitSignal + int(by.signal), true
		}
		return exitInterrupted, true
	}
	return exitInput, false
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
