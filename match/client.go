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
	// handshake greets the engine and learns its name and features.
	handshake(ctx context.Context) error
	// prepare sets the engine up for games of a variant.
	prepare(v *kirke.Variant, e *Engine) error
	// newGame gets the engine ready for the game g, whose moves so far are the opening.
	newGame(ctx context.Context, g *kirke.Game, l Limit) error
	// think asks for a move in the current position of g.
	think(ctx context.Context, t turn) (answer, error)
	// gameOver tells the engine how the game has ended.
	gameOver(o kirke.Outcome)
	// engineName returns the engine's own name.
	engineName() string
	// reusable reports whether the engine can play more than one game.
	reusable() bool
}

// turn is what an engine is told when it has the move.
type turn struct {
	game      *kirke.Game
	limit     Limit
	left      [2]time.Duration // on the clocks, by colour; that of the mover for a side without a clock
	increment [2]time.Duration
	movesToGo int // for the mover
}

// answer is an engine's move, with what it thinks of it.
type answer struct {
	move   string // as the engine writes it
	resign bool
	info
}

// Scores of mate are mateScore less the moves to it. Other scores lie below mateScore-mateRange.
const (
	mateScore = 1_000_000
	mateRange = 10_000
)

// info is what an engine says about its search.
type info struct {
	scored bool
	score  int // centipawns for the side to move, or a score of mate
	depth  int
	nodes  uint64
}

// mateIn returns the score of a mate in n moves, or of being mated if n < 0.
func mateIn(n int) int {
	if n > 0 {
		return mateScore - min(n, mateRange)
	}
	return -mateScore - max(n, -mateRange)
}

// text returns the score as comments show it: "+0.35", "-M3".
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

// goneError is an engine that has ended or closed its streams.
type goneError struct{ reason error }

func (e *goneError) Error() string { return e.reason.Error() }
func (e *goneError) Unwrap() error { return e.reason }

// refusedError is an engine that rejects a legal move.
type refusedError struct{ move, line string }

func (e *refusedError) Error() string {
	return fmt.Sprintf("refuses the legal move %s: %s", e.move, e.line)
}

// session is a pipe with what both protocols need.
type session struct {
	pipe
	ready time.Duration // how long an engine may take to answer when it is not thinking
}

// send writes lines to the engine.
func (s *session) send(lines ...string) error {
	for _, line := range lines {
		if err := s.Send(line); err != nil {
			return &goneError{s.sendError(err)}
		}
	}
	return nil
}

// sendError says why a line could not be sent.
func (s *session) sendError(err error) error {
	for {
		select {
		case _, ok := <-s.Lines():
			if !ok {
				return s.ExitReason()
			}
		case <-time.After(exitWait):
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
				return "", &goneError{s.ExitReason()}
			}
			if line = strings.TrimSpace(line); line != "" {
				return line, nil
			}
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
}

// waiting yields the lines that have arrived already.
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

// until reads lines until enough returns true. The error is errSilent if the engine takes too long.
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

// trafficLog writes all lines to and from engines. Several goroutines may use it; a nil log writes
// nothing.
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

// loggedPipe is a pipe whose lines are logged.
type loggedPipe struct {
	pipe
	log   *trafficLog
	who   string
	lines chan string
	done  chan struct{}
	close sync.Once
}

// logged returns a pipe that logs its lines, if there is a log.
func logged(w pipe, log *trafficLog, who string) pipe {
	if log == nil {
		return w
	}
	l := &loggedPipe{pipe: w, log: log, who: who, lines: make(chan string), done: make(chan struct{})}
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

func (l *loggedPipe) Send(line string) error {
	l.log.write(l.who, "<", line)
	return l.pipe.Send(line)
}

func (l *loggedPipe) Lines() <-chan string { return l.lines }

func (l *loggedPipe) Close(grace time.Duration) {
	l.close.Do(func() { close(l.done) })
	l.pipe.Close(grace)
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
