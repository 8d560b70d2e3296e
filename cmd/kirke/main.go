// Command kirke plays, checks, shows, analyses, solves and serves the games of Kirke.
//
// main.go runs a command and ends the program; commands.go is the table of commands. Each command
// is a type in a package under internal: flags are its fields, Help returns examples, Run does the
// work. Read internal/console first, which all of them share.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
	_ "golang.org/x/crypto/x509roots/fallback" // for machines without certificates, such as containers

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/engines"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/manual"
)

func main() {
	ctx, stop := untilSignal()
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// untilSignal returns a context that ends at the first Ctrl-C, SIGTERM or SIGHUP (unless nohup
// ignores it). The second signal ends the program at once.
func untilSignal() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	ending := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		ending = append(ending, syscall.SIGHUP)
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, ending...)
	go func() {
		s := <-signals
		signal.Stop(signals)
		number, ok := s.(syscall.Signal)
		if !ok {
			number = syscall.SIGINT
		}
		cancel(console.SignalError{Signal: number})
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

// exit is what the parser panics with after it has printed help or the version.
type exit int

// run is main with everything it touches passed in. It returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, stderr io.Writer) (code int) {
	c := &console.Console{Ctx: ctx, In: in, Out: out, Err: stderr}
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
	if c.Parser, err = newParser(c); err != nil {
		return fail(c, err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
		if protocol, rest := engines.FirstLine(in); protocol != "" {
			args, c.In = []string{protocol}, rest
		}
	}
	parsed, err := c.Parser.Parse(manual.CommandFirst(c.Parser.Model, args))
	if err != nil {
		return fail(c, usageError(err))
	}
	c.Parsed = parsed
	if err = c.LoadGames(); err == nil {
		err = c.LoadNetworks()
	}
	if err == nil || manual.IsAbout(parsed) {
		if err = c.Check(); err == nil {
			err = parsed.Run(c)
		}
	}
	if code, reported := c.ExitCode(err); reported {
		return code
	}
	return fail(c, err)
}

// usageError says what is wrong with a command line, and where its usage is explained.
func usageError(err error) error {
	command := "kirke"
	var parsing *kong.ParseError
	if errors.As(err, &parsing) {
		if selected := parsing.Context.Selected(); selected != nil {
			command = selected.FullPath()
		}
	}
	if flag, unknown := strings.CutPrefix(err.Error(), "unknown flag "); unknown {
		err = fmt.Errorf("'%s' has no flag %s", command, flag)
	}
	return fmt.Errorf("%w; see '%s --help'", err, command)
}

// fail reports an error in one line and returns the exit code.
func fail(c *console.Console, err error) int {
	fmt.Fprintf(c.Err, "kirke: %s\n", console.OneLine(err.Error()))
	return console.ExitInput
}
