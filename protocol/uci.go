package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/notation"
)

// UCI speaks the Universal Chess Interface with a program that writes to in and reads from out,
// until quit or the end of the input. The error is that of a stream or of ctx.
func UCI(ctx context.Context, in io.Reader, out io.Writer, c Config) error {
	u := &uci{session: newSession(out, c)}
	u.tell = func(text string) { u.out.line("info string %s", clean(text)) }
	u.warn = u.say
	return u.run(ctx, in, u)
}

// uci is the dialect of UCI.
type uci struct {
	*session
	debug bool
	held  *result // a result that must wait for stop or ponderhit
	last  lastPosition
}

// say writes an info string for each of the errors that one is joined of.
func (u *uci) say(err error) {
	for text := range strings.SplitSeq(err.Error(), "\n") {
		u.tell(text)
	}
}

// uciCommands are the commands by their first words, and whether they need the engine idle.
var uciCommands = map[string]struct {
	idle bool
	do   func(u *uci, rest string)
}{
	"uci":        {false, (*uci).hello},
	"isready":    {false, func(u *uci, _ string) { u.out.line("readyok") }},
	"debug":      {false, func(u *uci, rest string) { u.debug = rest == "on" }},
	"register":   {false, func(*uci, string) {}},
	"stop":       {false, func(u *uci, _ string) { u.stop() }},
	"ponderhit":  {false, func(u *uci, _ string) { u.ponderhit() }},
	"setoption":  {true, (*uci).setoption},
	"ucinewgame": {true, func(u *uci, _ string) { u.engine.Clear(); u.restart() }},
	"position":   {true, (*uci).position},
	"go":         {true, (*uci).goSearch},
	"d":          {true, func(u *uci, _ string) { u.display() }},
	"eval":       {true, func(u *uci, _ string) { u.evaluate() }},
	"flip":       {true, func(u *uci, _ string) { u.flip() }},
	"bench":      {true, (*uci).bench},
}

func (u *uci) waits(line string, behind bool) bool {
	word, _, _ := strings.Cut(line, " ")
	c, known := uciCommands[word]
	if word == "quit" {
		return u.search.silent || behind // scripts send "go perft 5" and "quit" at once
	}
	return (c.idle || !known) && u.search.bounded
}

func (u *uci) do(line string) (quit bool) {
	word, rest, _ := strings.Cut(line, " ")
	// UCI lets a line begin with unknown words.
	for rest != "" && uciCommands[word].do == nil && word != "quit" {
		word, rest, _ = strings.Cut(strings.TrimSpace(rest), " ")
	}
	c := uciCommands[word]
	switch {
	case word == "quit":
		u.stop()
		return true
	case c.do != nil:
		if c.idle {
			u.stop()
		}
		c.do(u, strings.TrimSpace(rest))
	case line != "" && line[0] != '#':
		u.say(fmt.Errorf("unknown command: %s", line))
	}
	return false
}

// hello identifies the engine and lists its options.
func (u *uci) hello(string) {
	u.out.line("id name %s\nid author %s\n", u.config.Name, author)
	for i := range u.options {
		u.out.line("%s", u.options[i].uciText())
	}
	u.out.line("uciok")
}

// uciText describes the option.
func (o *option) uciText() string {
	text := fmt.Sprintf("option name %s type %s", o.name, o.kind)
	if o.kind != "button" {
		text += " default " + o.value
	}
	if o.kind == "spin" {
		text += fmt.Sprintf(" min %d max %d", o.min, o.max)
	}
	for _, c := range o.choices {
		text += " var " + c
	}
	return text
}

// setoption carries out "name NAME value VALUE".
func (u *uci) setoption(rest string) {
	name, value, err := parseSetOption(rest)
	if err == nil {
		err = u.setOption(name, value)
	}
	if err != nil {
		u.say(err)
		return
	}
	if strings.EqualFold(name, "UCI_Variant") {
		v := u.variant()
		u.out.line("info string variant %s files %d ranks %d pocket %d template fairy startpos %s",
			v.ID, v.Size.Files, v.Size.Ranks, pocket(v), u.game.Position().FEN())
	}
}

// pocket returns how many types of pieces a hand has room for. Where pieces are dropped it is the number
// of all types but promoted ones, as Fairy-Stockfish says.
func pocket(v *kirke.Variant) (n int) {
	if !v.Drops.Active {
		return len(v.Gating.Hand)
	}
	for i := range v.Army {
		if v.Army[i].Mark == 0 {
			n++
		}
	}
	return n
}

// valueWord separates the name of an option from its value. Both may hold spaces.
var valueWord = regexp.MustCompile(`\svalue(\s|$)`)

// parseSetOption reads what follows setoption. The error says what is missing.
func parseSetOption(rest string) (name, value string, err error) {
	if at := valueWord.FindStringIndex(rest); at != nil {
		rest, value = rest[:at[0]], strings.TrimSpace(rest[at[1]:])
	}
	names := strings.Fields(rest)
	if len(names) < 2 || names[0] != "name" {
		return "", "", errors.New("setoption: the name is missing, as in setoption name Hash value 64")
	}
	return strings.Join(names[1:], " "), value, nil
}

// lastPosition is what the last line position said, and the game that came of it.
type lastPosition struct {
	game  *kirke.Game
	setup string // the words before "moves"
	moves []string
}

// continuedBy reports whether a line repeats the last one, perhaps with more moves, and the game is
// still the same.
func (l *lastPosition) continuedBy(game *kirke.Game, setup string, moves []string) bool {
	return l.game == game && l.setup == setup &&
		len(moves) >= len(l.moves) && slices.Equal(moves[:len(l.moves)], l.moves)
}

// position reads "startpos" or "fen FEN", and "moves" after it. Nothing changes if it cannot be
// read. Moves are played up to the first that is not legal.
func (u *uci) position(rest string) {
	setup, text, _ := strings.Cut(rest+" ", " moves ")
	setup, moves := strings.TrimSpace(setup), strings.Fields(text)
	played := 0
	if u.last.continuedBy(u.game, setup, moves) {
		played = len(u.last.moves) // do not replay a long game before each move
	} else if !u.place(setup) {
		return
	}
	for i, text := range moves[played:] {
		m, err := parseMove(u.game.Position(), text)
		if err == nil {
			err = u.game.Play(m)
		}
		if err != nil {
			u.say(fmt.Errorf("position: move %d: %w", played+i+1, err))
			moves = moves[:played+i]
			break
		}
	}
	u.last = lastPosition{u.game, setup, moves}
}

// place starts the game from "startpos" or "fen FEN", or says why it cannot.
func (u *uci) place(setup string) bool {
	switch kind, fen, _ := strings.Cut(setup, " "); kind {
	case "startpos":
		u.restart()
	case "fen", "sfen":
		if err := u.setUp(strings.TrimSpace(fen)); err != nil {
			u.say(fmt.Errorf("position: %w", err))
			return false
		}
	default:
		u.say(fmt.Errorf("position: %q is not startpos or fen", kind))
		return false
	}
	return true
}

// goSearch starts a search, or a perft.
func (u *uci) goSearch(rest string) {
	g, errs := parseGo(rest, u.game.Position())
	for _, err := range errs {
		u.say(fmt.Errorf("go: %w", err))
	}
	if g.perft > 0 {
		u.perft(g.perft)
		return
	}
	u.tellEvaluation()
	p := u.game.Position()
	u.think(u.game, &search{limits: g.Limits, bounded: g.bounded(), infinite: g.infinite}, func(i engine.Info) string {
		if i.Line > u.engineOptions.MultiPV {
			return "" // only searched to play weaker
		}
		return u.info(p, i) + "\n"
	})
}

// tellEvaluation tells what evaluates the positions of the game, unless that was told last.
func (u *uci) tellEvaluation() {
	text := u.variant().ID + ": hand-made evaluation"
	if units := u.engine.NetworkUnits(u.variant()); units > 0 {
		text = fmt.Sprintf("%s: evaluation by a network of %d units", u.variant().ID, units)
	}
	if text != u.evaluation {
		u.evaluation = text
		u.tell(text)
	}
}

// info returns the line about what a search has found in a position.
func (u *uci) info(p kirke.Position, i engine.Info) string {
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d seldepth %d multipv %d score %s", i.Depth, i.SelDepth, i.Line, score(i.Score))
	switch i.Bound {
	case engine.AtLeast:
		b.WriteString(" lowerbound")
	case engine.AtMost:
		b.WriteString(" upperbound")
	}
	if u.showWDL {
		win, draw, loss := engine.ChancesIn(p).Of(i.Score)
		if u.tables.Drawn(p, i.PV) {
			win, draw, loss = 0, 1000, 0
		}
		fmt.Fprintf(&b, " wdl %d %d %d", win, draw, loss)
	}
	ms := max(1, i.Time.Milliseconds())
	fmt.Fprintf(&b, " nodes %d nps %d hashfull %d tbhits %d time %d",
		i.Nodes, i.Nodes*1000/uint64(ms), i.HashFull, i.TableHits, ms)
	if len(i.PV) > 0 {
		b.WriteString(" pv " + movesText(p.Variant(), i.PV))
	}
	return b.String()
}

// endWDL returns the chances of the side to move in a game that is over, "" if it is not.
func endWDL(p kirke.Position) string {
	switch p.Outcome().Result {
	case kirke.Unfinished:
		return ""
	case kirke.Drawn:
		return " wdl 0 1000 0"
	case kirke.Win(p.Turn()):
		return " wdl 1000 0 0"
	}
	return " wdl 0 0 1000"
}

// score writes a score as UCI does.
func score(s engine.Score) string {
	if n, ok := s.Mate(); ok {
		return fmt.Sprintf("mate %d", n)
	}
	return fmt.Sprintf("cp %d", s)
}

// found sends the best move, or holds it until it may be sent.
func (u *uci) found(r result) {
	if r.search.silent {
		return
	}
	if !r.search.bounded && r.search.endless() && !r.search.stopped {
		u.held = &r
		return
	}
	u.sendBest(r)
}

// endless reports whether the result must wait for stop or ponderhit.
func (n *search) endless() bool { return n.infinite || n.limits.Ponder }

// sendBest sends the best move.
func (u *uci) sendBest(r result) {
	u.held = nil
	if r.err != nil {
		s := "cp 0"
		if u.game.Position().InCheck() {
			s = "mate 0"
		}
		if u.showWDL {
			s += endWDL(u.game.Position())
		}
		u.out.line("info depth 0 score %s\nbestmove (none)", s)
		return
	}
	v := u.game.Variant()
	text := "bestmove " + notation.UCI(v, r.Move)
	if i := r.search.last; r.Nodes > i.Nodes && i.Nodes > 0 { // it went on after its last report
		i.Score, i.Bound, i.PV, i.Depth, i.Nodes, i.Time = r.Score, engine.Exact, r.PV, r.Depth, r.Nodes, r.Time
		i.TableHits = r.TableHits
		text = u.info(u.game.Position(), i) + "\n" + text
	}
	if r.Ponder != 0 {
		text += " ponder " + notation.UCI(v, r.Ponder)
	}
	u.out.line("%s", text)
}

// stop ends the search in progress and sends what it found.
func (u *uci) stop() {
	if u.held != nil {
		u.sendBest(*u.held)
	}
	if u.search == nil {
		return
	}
	n := u.search
	n.stopped = true
	n.cancel()
	r := <-u.results
	u.search = nil
	u.found(r)
}

// ponderhit starts the clock of a pondering search.
func (u *uci) ponderhit() {
	switch {
	case u.held != nil && u.held.search.limits.Ponder && !u.held.search.infinite:
		u.sendBest(*u.held)
	case u.search != nil && u.search.limits.Ponder && !u.search.bounded:
		u.ponderHit()
	}
}

// count is a perft that ctx can stop.
func count(ctx context.Context, p kirke.Position, depth int) (nodes uint64) {
	if ctx.Err() != nil {
		return 0
	}
	if depth <= 2 {
		return p.Perft(depth)
	}
	for m := range p.LegalMoves() {
		next, err := p.Play(m)
		if err == nil {
			nodes += count(ctx, next, depth-1)
		}
	}
	return nodes
}

// perft counts the leaves below each legal move.
func (u *uci) perft(depth int) {
	p := u.game.Position()
	u.work(func(ctx context.Context) {
		var total uint64
		for m := range p.LegalMoves() {
			next, err := p.Play(m)
			if err != nil {
				continue
			}
			n := uint64(1)
			if depth > 1 {
				n = count(ctx, next, depth-1)
			}
			if ctx.Err() != nil {
				break
			}
			total += n
			u.out.line("%s: %d", notation.UCI(p.Variant(), m), n)
		}
		u.out.line("\nNodes searched: %d\n", total)
	})
}

// work does what is not a search but can be stopped like one.
func (u *uci) work(do func(ctx context.Context)) {
	u.start(&search{bounded: true, silent: true}, func(ctx context.Context, _ *search) (engine.Result, error) {
		do(ctx)
		return engine.Result{}, nil
	})
}

// benchGames are the games that bench searches.
var benchGames = []string{"chess", "seirawan", "siceirawan", "sissa", "cetran2", "circe", "progressive"}

// bench searches the starting positions of several games to a depth (default 7), and shows the
// speed.
func (u *uci) bench(rest string) {
	depth := 7
	if rest != "" {
		if n, err := fmt.Sscan(rest, &depth); n != 1 || err != nil || depth < 1 || depth > engine.MaxPly {
			u.say(fmt.Errorf("bench: %q is not a depth from 1 to %d", rest, engine.MaxPly))
			return
		}
	}
	u.work(func(ctx context.Context) {
		var nodes uint64
		var took time.Duration
		for i, id := range benchGames {
			p, err := kirke.Start(mustLookup(id))
			if err != nil || ctx.Err() != nil {
				break
			}
			u.out.line("Position: %d/%d %s", i+1, len(benchGames), id)
			u.engine.Clear()
			r, err := u.engine.Search(ctx, kirke.NewGame(p), engine.Limits{Depth: depth}, nil)
			if err != nil {
				break
			}
			nodes, took = nodes+r.Nodes, took+r.Time
		}
		ms := max(1, took.Milliseconds())
		u.out.line("\nTotal time (ms) : %d\nNodes searched  : %d\nNodes/second    : %d",
			ms, nodes, nodes*1000/uint64(ms))
	})
}
