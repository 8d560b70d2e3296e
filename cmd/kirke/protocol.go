package main

import (
	"bufio"
	"context"
	"io"
	"runtime"
	"strings"

	"github.com/kirke-chess/kirke/protocol"
)

// uciCmd plays for programs that speak UCI.
type uciCmd struct {
	Game gameFlags   `embed:""`
	On   threadFlags `embed:"" set:"threads=1"`
}

func (uciCmd) Help() string {
	return `Where the array is drawn by lot, 'position startpos' is one fixed example: the orthodox array in chess960 and ` +
		`seirawan960, and in the Cetran games that of --seed 0 in other commands. Programs send other arrays as 'position fen'.` +
		"\n\n" + examples(
		"kirke uci",
		"kirke uci -v seirawan --threads 4",
	)
}

func (uciCmd) Run(c *console) error { return c.speak(protocol.UCI) }

// xboardCmd plays for programs that speak CECP.
type xboardCmd struct {
	Game gameFlags   `embed:""`
	On   threadFlags `embed:"" set:"threads=1"`
}

func (xboardCmd) Help() string {
	return examples(
		"kirke xboard",
		"kirke xboard -v sissa --threads 4",
	)
}

func (xboardCmd) Run(c *console) error { return c.speak(protocol.XBoard) }

// speak plays in a protocol until the other program has had enough.
func (c *console) speak(as func(context.Context, io.Reader, io.Writer, protocol.Config) error) error {
	v, err := c.variant("")
	if err != nil {
		return err
	}
	config := protocol.Config{Name: engineNameOf(buildInfo()), Variant: v, MaxHash: maxHash()}
	if c.threadsGiven {
		config.Threads = c.Threads
	}
	// The reader must have a processor while all others search.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 2))
	return as(c.ctx, c.in, c.out, config)
}

// spoken returns the protocol that the first line of in asks for, or "", and an input from which all that was read
// of it can be read again. A terminal is not asked.
func spoken(in io.Reader) (string, io.Reader) {
	if isTerminal(in) {
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
