// Package console is what the commands of kirke work with: the flags that several of them share,
// the streams, the files that users name, and the errors that stand for exit codes.
//
// Read console.go first, then exit.go (how a command ends), flags.go (flags in groups), start.go
// (where games begin), files.go, own.go (games from files) and
// progress.go.
package console

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/alecthomas/kong"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"github.com/kirke-chess/kirke/internal/words"
)

// Console is what a command gets to work with: the values of the shared flags, and the streams.
type Console struct {
	Flags
	ThreadsGiven bool // --threads is on the command line

	Ctx      context.Context // ends when the program is asked to stop
	Parser   *kong.Kong
	Parsed   *kong.Context // the command line
	In       io.Reader
	Out, Err io.Writer
}

// Print writes v as a line of JSON.
func (c *Console) Print(v any) error { return PrintTo(c.Out, v) }

// PrintTo writes v to w as a line of JSON.
func PrintTo(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// Examples returns the part of a command's help that shows command lines.
func Examples(lines ...string) string {
	return "Examples:\n\n    " + strings.Join(lines, "\n    ")
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(f.Fd())
}

// NoColor reports whether the user wants no colours on terminals (https://no-color.org).
func NoColor() bool { return os.Getenv("NO_COLOR") != "" }

// OneLine returns text on one line that any terminal can show.
func OneLine(text string) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}

// Wrap breaks a line between words to fit into a width. Every part keeps the indentation.
func Wrap(line string, width int) []string {
	if ansi.StringWidth(line) <= width {
		return []string{line}
	}
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	var lines []string
	current := indent
	for _, word := range strings.Fields(line) {
		if strings.TrimSpace(current) != "" && ansi.StringWidth(current)+1+ansi.StringWidth(word) > width {
			lines = append(lines, current)
			current = indent
		}
		if strings.TrimSpace(current) != "" {
			current += " "
		}
		current += word
	}
	return append(lines, current)
}

// MaxHash returns the largest hash table that a flag may ask for, in megabytes: the memory of this
// machine, where it says so, and never more than can be counted in bytes.
func MaxHash() int {
	most := min(1<<20, math.MaxInt>>20)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		var kilobytes int
		if _, err := fmt.Sscanf(string(text), "MemTotal: %d kB", &kilobytes); err == nil {
			most = min(most, kilobytes>>10)
		}
	}
	return most
}

// CheckHash returns an error unless --hash is a number of megabytes from least to MaxHash.
func CheckHash(megabytes, least int) error {
	if most := MaxHash(); megabytes < least || megabytes > most {
		return fmt.Errorf("--hash: %d is not a number of megabytes from %d to %d", megabytes, least, most)
	}
	return nil
}

// OneOf returns an error that names a flag unless its value is among those allowed.
func OneOf(flag, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	named := slices.DeleteFunc(allowed, func(s string) bool { return s == "" })
	return fmt.Errorf("%s: %q is not one of %s", flag, value, words.And(named))
}
