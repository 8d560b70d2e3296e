package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"unicode"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// Config is what a program says about itself and its machine. The zero Config will do.
type Config struct {
	Name    string         // of the engine, for the user; "" is Kirke
	Variant *kirke.Variant // the first game; nil is chess
	Threads int            // how many processors are used before the user says otherwise; 0 is 1
	MaxHash int            // the most megabytes that may be asked for; 0 is 1024
}

// author is who UCI names.
const author = "the Kirke authors"

// maxThreads is the most threads that may be asked for.
const maxThreads = 512

// maxLine is the longest line that is read, in bytes: a position with some thousands of moves.
const maxLine = 1 << 20

// session is a game, an engine and its options, for a program at the other end of two streams. All but
// its output belongs to the goroutine that reads lines.
type session struct {
	config  Config
	out     output
	engine  *engine.Engine
	options []option

	set       engine.Options
	skill     int  // up to bestSkill
	limited   bool // by elo, which goes before skill
	elo       int
	showWDL   bool
	pondering bool           // may be asked for, or is wanted
	base      *kirke.Variant // the game that was chosen
	free      bool           // it is played with the castling and arrays of Chess960

	game    *kirke.Game
	search  *search // what goes on, or nil
	results chan result
}

// search is one search, or other long work, that goes on.
type search struct {
	limits   engine.Limits
	bounded  bool // it ends by itself
	infinite bool // the answer is not wanted before stop
	stopped  bool
	cancel   context.CancelFunc
	begun    chan struct{} // closed when there is something to say, or nothing will be
	last     engine.Info   // of the first line; belongs to out's lock
	silent   bool          // it has said itself what it found
}

// result is the end of a search.
type result struct {
	search *search
	engine.Result
	err error
}

// output writes whole lines, for several goroutines.
type output struct {
	mu  sync.Mutex
	w   io.Writer
	err error
	log io.WriteCloser // what is read and written goes there too; nil for nowhere
}

// line writes a line.
func (o *output) line(format string, args ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.write(fmt.Sprintf(format, args...) + "\n")
}

// failed returns the error of the stream, if it has failed.
func (o *output) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// write writes text; the lock is held.
func (o *output) write(text string) {
	if o.err == nil {
		_, o.err = io.WriteString(o.w, text)
		o.note("<< ", text)
	}
}

// logTo starts to append all lines to a file, instead of the one before; "" is no file.
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

// heard writes a line that was read to the log.
func (o *output) heard(line string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.note(">> ", line+"\n")
}

// note writes lines to the log, if there is one, each behind a mark of its direction; the lock is held. A log that
// cannot be written to is closed, and the game goes on.
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
	s := &session{config: c, out: output{w: w}, base: c.Variant, results: make(chan result, 1)}
	s.elo, s.skill = defaultElo, bestSkill
	s.set = engine.Options{Threads: min(max(1, c.Threads), maxThreads), Hash: min(engine.DefaultHash, c.MaxHash), MultiPV: 1}
	s.engine = engine.New(s.set)
	s.options = s.listOptions()
	s.restart()
	return s
}

// mustLookup returns a game that is always there.
func mustLookup(id string) *kirke.Variant {
	v, err := kirke.Lookup(id)
	if err != nil {
		panic(err)
	}
	return v
}

// protocol is what a line is given to.
type protocol interface {
	// do does what a line asks for. It reports true when the program is to end.
	do(line string) (quit bool)
	// waits reports whether a line must wait for the end of the search that goes on. behind is true if lines
	// before it wait.
	waits(line string, behind bool) bool
	// found is told the end of a search that was not dropped.
	found(r result)
}

// run reads lines until the end, and the results of searches between them. At the end of the input a search that ends
// by itself is waited for, and then all is as after quit; so it is when ctx ends.
func (s *session) run(ctx context.Context, in io.Reader, p protocol) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := make(chan string)
	failed := make(chan error, 1)
	go func() {
		failed <- readLines(ctx, in, lines)
		close(lines)
	}()
	defer func() { _ = s.out.logTo("") }()
	defer s.drop()
	var waiting []string
	open := true
	for s.out.failed() == nil {
		if len(waiting) > 0 && (s.search == nil || !p.waits(waiting[0], false)) {
			line := waiting[0]
			waiting = waiting[1:]
			if p.do(line) {
				return nil
			}
			continue
		}
		if !open && (s.search == nil || !s.search.bounded) {
			p.do("quit")
			break
		}
		source := lines
		if !open {
			source = nil
		}
		select {
		case <-ctx.Done():
			p.do("quit")
			return ctx.Err()
		case r := <-s.results:
			if r.search == s.search {
				s.search = nil
				p.found(r)
			}
		case line, ok := <-source:
			if ok {
				s.out.heard(line)
			}
			switch {
			case !ok:
				open = false
			case s.search != nil && p.waits(line, len(waiting) > 0):
				waiting = append(waiting, line)
			case p.do(line):
				return nil
			}
		}
	}
	if err := s.out.failed(); err != nil {
		return err
	}
	return <-failed
}

// readLines sends the lines of in, the parts of a line that is too long as lines of their own.
func readLines(ctx context.Context, in io.Reader, lines chan<- string) error {
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

// start begins work in a goroutine of its own; its end comes out of results. No other work may be going on.
func (s *session) start(n *search, work func(context.Context, *search) (engine.Result, error)) {
	ctx, cancel := context.WithCancel(context.Background())
	n.cancel, n.begun = cancel, make(chan struct{})
	s.search = n
	go func() {
		r, err := work(ctx, n)
		cancel()
		n.begin()
		s.results <- result{n, r, err}
	}()
}

// think begins a search of the current position of g, of which it takes a copy. report is called with out's lock held.
func (s *session) think(g *kirke.Game, n *search, report func(engine.Info) string) {
	g = copyOf(g)
	s.start(n, func(ctx context.Context, n *search) (engine.Result, error) {
		return s.engine.Search(ctx, g, n.limits, func(i engine.Info) {
			s.out.mu.Lock()
			defer s.out.mu.Unlock()
			n.begin()
			if i.Line == 1 {
				n.last = i
			}
			if ctx.Err() == nil {
				s.out.write(report(i))
			}
		})
	})
}

// begin says that the search is under way. It is called from its goroutine alone.
func (n *search) begin() {
	select {
	case <-n.begun:
	default:
		close(n.begun)
	}
}

// hit tells a search that the move it expected was played.
func (s *session) hit() {
	<-s.search.begun // before that the engine may not know of it
	s.engine.PonderHit()
	s.search.bounded = true
}

// drop ends the search that goes on, if there is one, and forgets it.
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

// copyOf returns a game with the moves that led to the current position of g.
func copyOf(g *kirke.Game) *kirke.Game {
	c := kirke.NewGame(g.Start())
	for _, m := range g.Moves() {
		_ = c.Play(m) // it was legal before
	}
	return c
}

// restart sets up the first position of the game that was chosen.
func (s *session) restart(opts ...kirke.Option) {
	v := s.variant()
	if v.Array.Lot != nil && v.Array.Lot.Chess960 && len(opts) == 0 {
		opts = []kirke.Option{kirke.Array("RNBQKBNR")} // as all engines have it
	}
	p, err := kirke.Start(v, opts...)
	if err != nil {
		s.base, s.free = mustLookup("chess"), false
		p, _ = kirke.Start(s.base)
	}
	s.game = kirke.NewGame(p)
}

// foreign are names of other programs for games that are known here by another.
var foreign = map[string]string{"normal": "chess", "fischerandom": "chess960"}

// choose makes the game with a name the one that is played.
func (s *session) choose(name string) error {
	id := name
	if ours, ok := foreign[name]; ok {
		id = ours
	}
	v, err := kirke.Lookup(id)
	if err == nil {
		_, err = kirke.Start(v)
	}
	if err != nil {
		return err
	}
	s.base = v
	return nil
}

// variant returns the game that is played: the chosen one, or its form with the arrays of Chess960.
func (s *session) variant() *kirke.Variant {
	if v := freed(s.base); s.free && v != nil {
		return v
	}
	return s.base
}

// unfounded are rights without the men that they need. Other programs write such positions; the rights are left out.
const unfounded = rules.BadCastling | rules.BadEnPassant | rules.BadGate | rules.BadUnmoved

// setUp makes a position of the chosen game the start of a game.
func (s *session) setUp(fen string) error {
	p, err := kirke.FromFEN(s.variant(), fen, kirke.Forgive(unfounded))
	if err != nil {
		return err
	}
	s.game = kirke.NewGame(p)
	return nil
}

// freed returns a game with the arrays and castling of Chess960, nil where there is none.
func freed(v *kirke.Variant) *kirke.Variant {
	first, rest, more := strings.Cut(v.ID, "+")
	ids := []string{first + "960", "chess960+" + v.ID}
	if more {
		ids = []string{first + "960+" + rest, "chess960+" + v.ID}
	}
	for _, id := range ids {
		if f, err := kirke.Lookup(id); err == nil && f.Castling.Free {
			return f
		}
	}
	return nil
}

// parseMove reads a move as engines write it, or else in any style.
func parseMove(p kirke.Position, text string) (kirke.Move, error) {
	m, err := notation.ParseUCI(p.Rules(), text)
	if err == nil {
		return m, nil
	}
	var illegal *kirke.IllegalError
	if errors.As(err, &illegal) {
		return 0, err
	}
	if other, e := p.ParseMove(text); e == nil || errors.As(e, &illegal) {
		return other, e
	}
	return 0, err
}

// reason returns why a move is not legal, or else the error, on one line.
func reason(err error) string {
	var illegal *kirke.IllegalError
	if errors.As(err, &illegal) {
		err = illegal.Reason
	}
	return clean(err.Error())
}

// longest is how much of a text that was not understood is repeated, in bytes.
const longest = 400

// clean returns text on one line that any terminal can show, shortened where it is long.
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
