// Package engines holds the commands that work with other chess programs: kirke uci and kirke
// xboard are the engine for programs with boards, kirke match lets two engines play each other.
//
// Read engines.go, then match.go (flags), openings.go, journal.go (the PGN file), report.go.
package engines

import (
	"bufio"
	"context"
	"io"
	"runtime"
	"strings"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/manual"
	"github.com/kirke-chess/kirke/protocol"
)

// UCI is the command that plays for programs that speak UCI.
type UCI struct {
	Game console.GameFlags   `embed:""`
	On   console.ThreadFlags `embed:"" set:"threads=1"`
}

// Help says what 'position startpos' is where the starting position is random.
func (UCI) Help() string {
	return "Where the starting position is random, 'position startpos' is a fixed one: the orthodox position in " +
		"chess960 and seirawan960, and that of --seed 0 in the Cetran games. Programs send others as 'position fen'." +
		"\n\n" + console.Examples(
		"kirke uci",
		"kirke uci -v seirawan --threads 4",
	)
}

// Run plays until the other program quits.
func (UCI) Run(c *console.Console) error { return speak(c, protocol.UCI) }

// XBoard is the command that plays for programs that speak XBoard's protocol (CECP).
type XBoard struct {
	Game console.GameFlags   `embed:""`
	On   console.ThreadFlags `embed:"" set:"threads=1"`
}

// Help returns examples.
func (XBoard) Help() string {
	return console.Examples("kirke xboard", "kirke xboard -v sissa --threads 4")
}

// Run plays until the other program quits.
func (XBoard) Run(c *console.Console) error { return speak(c, protocol.XBoard) }

// speak plays in a protocol.
func speak(c *console.Console, in func(context.Context, io.Reader, io.Writer, protocol.Config) error) error {
	v, err := c.Game("")
	if err != nil {
		return err
	}
	config := protocol.Config{Name: manual.EngineName(), Variant: v, MaxHash: console.MaxHash()}
	if c.ThreadsGiven {
		config.Threads = c.Threads
	}
	// The reader of lines needs a processor even while all others search.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 2))
	return in(c.Ctx, c.In, c.Out, config)
}

// FirstLine returns "uci" or "xboard" if that is the first line of in, or else "". rest is an input
// from which that line can be read again. It does not read from a terminal.
func FirstLine(in io.Reader) (protocol string, rest io.Reader) {
	if console.IsTerminal(in) {
		return "", in
	}
	r := bufio.NewReader(in)
	for n := 1; n <= len("xboard\r\n"); n++ {
		line, err := r.Peek(n) // no more than was sent: the other side waits for an answer
		if err == nil && line[n-1] != '\n' {
			continue
		}
		if word := strings.TrimSpace(string(line)); word == "uci" || word == "xboard" {
			return word, r
		}
		break
	}
	return "", r
}
