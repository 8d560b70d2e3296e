package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"sync"
	"time"

	"github.com/kirke-chess/kirke"
)

// client speaks a protocol with one running engine.
type client interface {
	// hello greets the engine and learns its name and what it can do.
	hello(ctx context.Context) error
	// prepare sets the engine up for games of a variant.
	prepare(v *kirke.Variant, e *Engine) error
	// newGame gets the engine ready for a game that starts as g does, whose
	// moves so far are the opening.
	newGame(ctx context.Context, g *kirke.Game, l Limit) error
	// think asks for a move in the current position of g.
	think(ctx context.Context, t turn) (answer, error)
	// result tells the engine how the game has ended.
	result(o kirke.Outcome)
	// title is the engine's own name.
	title() string
	// reusable reports whether the engine plays more than one game.
	reusable() bool
}

// turn is what an engine is told when it is to move.
type turn struct {
	game      *kirke.Game
	limit     Limit
	left      [2]time.Duration // on the clocks, by colour; of a side without one, the mover's
	increment [2]time.Duration
	movesToGo int // for the mover
}

// answer is what an engine says.
type answer struct {
	move   string // as the engine writes it
	resign bool
	info
}

// Mate scores lie beyond this many centipawns; the rest is the distance.
const (
	mateScore = 1_000_000
	mateRange = 10_000
)

// info is what an engine thinks of its move.
type info struct {
	scored bool
	score  int // centipawns for the side to move; near ±mateScore, mate in the missing moves
	depth  int
	nodes  uint64
}

// mateIn returns the score of mating in n moves, or of being mated if n < 0.
func mateIn(n int) int {
	if n > 0 {
		return mateScore - min(n, mateRange)
	}
	return -mateScore - max(n, -mateRange)
}

// text returns the score as comments have it: "+0.35", "-M3".
func (i info) text() string {
	switch {
	case i.score >= mateScore-mateRange:
		return fmt.Sprintf("+M%d", mateScore-i.score)
	case i.score <= -mateScore+mateRange:
		return fmt.Sprintf("-M%d", mateScore+i.score)
	}
	return fmt.Sprintf("%+.2f", float64(i.score)/100)
}

// What may go wrong with an engine.
var (
	errSilent  = errors.New("does not answer")
	errOverdue = errors.New("ran out of time")
)

// goneError is an engine that is there no more.
type goneError struct{ fate error }

func (e *goneError) Error() string { return e.fate.Error() }
func (e *goneError) Unwrap() error { return e.fate }

// refusedError is an engine that calls a legal move illegal.
type refusedError struct{ move, line string }

func (e *refusedError) Error() string {
	return fmt.Sprintf("refuses the legal move %s: %s", e.move, e.line)
}

// session is what both protocols need of a wire.
type session struct {
	wire
	ready time.Duration // how long an engine may take to answer when it does not think
}

// send writes lines to the engine.
func (s *session) send(lines ...string) error {
	for _, line := range lines {
		if err := s.Send(line); err != nil {
			return &goneError{s.fate(err)}
		}
	}
	return nil
}

// fate says why a line could not be sent.
func (s *session) fate(err error) error {
	for {
		select {
		case _, ok := <-s.Lines():
			if !ok {
				return s.Fate()
			}
		case <-time.After(fateWait):
			return fmt.Errorf("reads no more: %w", plainly(err))
		}
	}
}

// next returns the next line that is not empty.
func (s *session) next(ctx context.Context) (string, error) {
	for {
		select {
		case line, ok := <-s.Lines():
			if !ok {
				return "", &goneError{s.Fate()}
			}
			if line = strings.TrimSpace(line); line != "" {
				return line, nil
			}
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
}

// waiting yields the lines that the engine has written already.
func (s *session) waiting() iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			select {
			case line, ok := <-s.Lines():
				if line = strings.TrimSpace(line); !ok || line != "" && !yield(line) {
					return
				}
			default:
				return
			}
		}
	}
}

// until reads lines up to one that is enough. An engine that is silent for
// longer than it may take is errSilent.
func (s *session) until(ctx context.Context, enough func(line string) (bool, error)) error {
	ctx, cancel := context.WithTimeoutCause(ctx, s.ready, errSilent)
	defer cancel()
	for {
		line, err := s.next(ctx)
		if err != nil {
			return err
		}
		if done, err := enough(line); done || err != nil {
			return err
		}
	}
}

// trafficLog writes what is said between engines and us, a line at a time. It
// may be used by several goroutines; the nil log writes nothing.
type trafficLog struct {
	mu    sync.Mutex
	out   io.Writer
	start time.Time
}

func (l *trafficLog) write(who, direction, line string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.out, "%9.3f %s %s %s\n", time.Since(l.start).Seconds(), who, direction, line)
}

// loggedWire is a wire that is listened to.
type loggedWire struct {
	wire
	log   *trafficLog
	who   string
	lines chan string
	done  chan struct{}
	close sync.Once
}

func listened(w wire, log *trafficLog, who string) wire {
	if log == nil {
		return w
	}
	l := &loggedWire{wire: w, log: log, who: who, lines: make(chan string), done: make(chan struct{})}
	go func() {
		defer close(l.lines)
		for line := range w.Lines() {
			log.write(who, ">", line)
			select {
			case l.lines <- line:
			case <-l.done:
			}
		}
	}()
	return l
}

func (l *loggedWire) Send(line string) error {
	l.log.write(l.who, "<", line)
	return l.wire.Send(line)
}

func (l *loggedWire) Lines() <-chan string { return l.lines }

func (l *loggedWire) Close(grace time.Duration) {
	l.close.Do(func() { close(l.done) })
	l.wire.Close(grace)
	for range l.lines { // until it is closed
	}
}

// errorLog writes an engine's standard error to the log, line by line.
type errorLog struct {
	log  *trafficLog
	who  string
	part string
}

func (e *errorLog) Write(p []byte) (int, error) {
	lines := strings.Split(e.part+string(p), "\n")
	for _, line := range lines[:len(lines)-1] {
		e.log.write(e.who, "!", line)
	}
	if e.part = lines[len(lines)-1]; len(e.part) > longLine {
		e.part = ""
	}
	return len(p), nil
}
