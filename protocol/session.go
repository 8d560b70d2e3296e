package protocol

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/tablebase"
)

// Config describes the engine and its machine. The zero Config will do.
type Config struct {
	Name    string         // of the engine; "" is Kirke
	Variant *kirke.Variant // the first game; nil is chess
	Threads int            // until the user sets them; 0 is 1
	MaxHash int            // the largest size of the transposition table, in megabytes; 0 is 1024
}

// author is the author that UCI asks for.
const author = "the Kirke authors"

// maxThreads is the largest number of threads.
const maxThreads = 512

// maxLine is the longest line that is read, in bytes: a position with thousands of moves.
const maxLine = 1 << 20

// session is a game, an engine and its options, for a program at the other end of two streams. All
// but its output belongs to the goroutine of run.
type session struct {
	config  Config
	out     output
	tell    func(text string) // tells the user something; several goroutines may call it, and warn
	warn    func(error)       // tells the user what is wrong
	engine  *engine.Engine
	options []option

	engineOptions engine.Options
	tables        *tablebase.Tables // nil for none
	skill         int               // up to bestSkill
	limitElo      bool              // to elo, which comes before skill
	elo           int
	showWDL       bool
	pondering     bool
	chosen        *kirke.Variant // the game that the user chose
	chess960      bool           // it is played in its Chess960 form, if there is one
	evaluation    string         // what was told of it last; "" to tell it again

	game    *kirke.Game
	search  *search // in progress, or nil
	results chan result
}

// search is a search in progress, or other long work.
type search struct {
	limits   engine.Limits
	bounded  bool // it ends by itself
	infinite bool // the answer must wait for stop
	stopped  bool
	cancel   context.CancelFunc
	reported chan struct{} // closed at the first report, or at the end without one
	last     engine.Info   // about the best line; guarded by out's lock
	silent   bool          // it writes its result itself
}

// result is how a search has ended.
type result struct {
	search *search
	engine.Result
	err error
}

func newSession(w io.Writer, c Config) *session {
	if c.Name == "" {
		c.Name = "Kirke"
	}
	if c.Variant == nil {
		c.Variant = mustLookup("chess")
	}
	if c.MaxHash <= 0 {
		c.MaxHash = 1024
	}
	s := &session{config: c, out: output{w: w}, chosen: c.Variant, results: make(chan result, 1)}
	s.elo, s.skill = defaultElo, bestSkill
	s.engineOptions = engine.Options{
		Threads: min(max(1, c.Threads), maxThreads),
		Hash:    min(engine.DefaultHash, c.MaxHash),
		MultiPV: 1,
	}
	s.engine = engine.New(s.engineOptions)
	s.options = s.listOptions()
	s.restart()
	return s
}

// dialect is a protocol: it answers lines and the ends of searches.
type dialect interface {
	// do carries out a line. It returns true if the program must end.
	do(line string) (quit bool)
	// waits reports whether a line must wait for the end of the search in progress. behind is true
	// if lines before it wait.
	waits(line string, behind bool) bool
	// found takes the result of a search that was not dropped.
	found(r result)
}

// run carries out lines and takes the results of searches until the end. At the end of the input it
// waits for a search that ends by itself, and then does what quit does. It also does so when ctx
// ends.
func (s *session) run(ctx context.Context, in io.Reader, d dialect) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines, failed := readLines(ctx, in)
	defer func() { _ = s.out.logTo("") }()
	defer s.drop()
	var waiting []string
	for s.out.failed() == nil {
		if len(waiting) > 0 && (s.search == nil || !d.waits(waiting[0], false)) {
			line := waiting[0]
			waiting = waiting[1:]
			if d.do(line) {
				return nil
			}
			continue
		}
		if lines == nil && (s.search == nil || !s.search.bounded) {
			d.do("quit")
			break
		}
		select {
		case <-ctx.Done():
			d.do("quit")
			return ctx.Err()
		case r := <-s.results:
			if r.search == s.search {
				s.search = nil
				d.found(r)
			}
		case line, ok := <-lines:
			if !ok {
				lines = nil // the input has ended
				continue
			}
			s.out.logInput(line)
			if s.search != nil && d.waits(line, len(waiting) > 0) {
				waiting = append(waiting, line)
			} else if d.do(line) {
				return nil
			}
		}
	}
	if err := s.out.failed(); err != nil {
		return err
	}
	return <-failed
}

// readLines reads the lines of in, in the background, until the end of in or of ctx. It cuts a line
// that is too long into several.
func readLines(ctx context.Context, in io.Reader) (<-chan string, <-chan error) {
	lines, failed := make(chan string), make(chan error, 1)
	go func() {
		failed <- sendLines(ctx, in, lines)
		close(lines)
	}()
	return lines, failed
}

func sendLines(ctx context.Context, in io.Reader, lines chan<- string) error {
	r := bufio.NewReaderSize(in, 1<<16)
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if errors.Is(err, bufio.ErrBufferFull) && len(line) < maxLine {
			continue
		}
		if len(line) > 0 {
			select {
			case lines <- strings.TrimSpace(string(line)):
			case <-ctx.Done():
				return nil
			}
			line = line[:0]
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return err
		}
	}
}

// start starts work in a goroutine of its own. Its end comes out of results. No other work may be
// in progress.
func (s *session) start(n *search, work func(context.Context, *search) (engine.Result, error)) {
	ctx, cancel := context.WithCancel(context.Background())
	n.cancel, n.reported = cancel, make(chan struct{})
	s.search = n
	go func() {
		r, err := work(ctx, n)
		cancel()
		n.markReported()
		s.results <- result{n, r, err}
	}()
}

// think starts a search of a copy of g. It writes what report returns, which is called with out's
// lock held.
func (s *session) think(g *kirke.Game, n *search, report func(engine.Info) string) {
	g = g.Clone()
	s.start(n, func(ctx context.Context, n *search) (engine.Result, error) {
		return s.engine.Search(ctx, g, n.limits, func(i engine.Info) {
			s.out.mu.Lock()
			defer s.out.mu.Unlock()
			n.markReported()
			if i.Line == 1 {
				n.last = i
			}
			if ctx.Err() == nil {
				s.out.write(report(i))
			}
		})
	})
}

// markReported closes reported. Only the goroutine of the search calls it.
func (n *search) markReported() {
	select {
	case <-n.reported:
	default:
		close(n.reported)
	}
}

// ponderHit tells a pondering search that the expected move was played.
func (s *session) ponderHit() {
	<-s.search.reported // before that the engine may not have started it
	s.engine.PonderHit()
	s.search.bounded = true
}

// drop ends the search in progress, if any, and discards its result.
func (s *session) drop() {
	if s.search == nil {
		return
	}
	s.search.cancel()
	for r := range s.results {
		if r.search == s.search {
			break
		}
	}
	s.search = nil
}
