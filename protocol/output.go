package protocol

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"unicode"

	"github.com/kirke-chess/kirke"
)

// output writes whole lines. Several goroutines may use it.
type output struct {
	mu  sync.Mutex
	w   io.Writer
	err error
	log io.WriteCloser // all lines read and written are logged here; nil for no log
}

// line writes a line.
func (o *output) line(format string, args ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.write(fmt.Sprintf(format, args...) + "\n")
}

// failed returns the error of the stream, or nil.
func (o *output) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// write writes text. The caller holds the lock.
func (o *output) write(text string) {
	if o.err == nil {
		_, o.err = io.WriteString(o.w, text)
		o.note("<< ", text)
	}
}

// logTo logs all lines to the end of a file, "" for none, instead of the one before.
func (o *output) logTo(name string) error {
	var file io.WriteCloser
	if name != "" {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
		if err != nil {
			return err
		}
		file = f
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.log != nil {
		_ = o.log.Close()
	}
	o.log = file
	return nil
}

// logInput logs a line that was read.
func (o *output) logInput(line string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.note(">> ", line+"\n")
}

// note logs lines, each behind a mark of its direction. The caller holds the lock. A log that
// cannot be written is closed, and the game continues.
func (o *output) note(direction, text string) {
	if o.log == nil {
		return
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(direction + line)
	}
	if _, err := io.WriteString(o.log, b.String()); err != nil {
		_ = o.log.Close()
		o.log = nil
	}
}

// reason returns the reason why a move is not legal, or else the error itself, on one line.
func reason(err error) string {
	var illegal *kirke.IllegalError
	if errors.As(err, &illegal) {
		err = illegal.Reason
	}
	return clean(err.Error())
}

// longest is how much of a bad line an answer repeats, in bytes.
const longest = 400

// clean returns text on one line that any terminal can show. It shortens long text.
func clean(text string) string {
	if len(text) > longest {
		text = text[:longest] + "…"
	}
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}
