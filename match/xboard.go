package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// xboard is the client of an XBoard engine (protocol 2).
type xboard struct {
	session
	name     string
	variants []string
	options  []string // the names of its options
	features map[string]string

	variantName    string // the engine's name of the game
	optionCommands []string
	pings          int
	known          *kirke.Node // the position that the engine has on its board
	sent           string      // the last move that it was sent
	going          bool        // it answers the opponent's next move by itself
	moved          bool        // it has made a move since known, which is in the game now
}

// featureWait is the time for an engine to answer protover at all.
const featureWait = 2 * time.Second

func (x *xboard) engineName() string { return x.name }
func (x *xboard) reusable() bool     { return x.features["reuse"] != "0" }
func (x *xboard) has(f string) bool  { return x.features[f] == "1" }

func (x *xboard) handshake(ctx context.Context) error {
	x.features = map[string]string{}
	if err := x.send("xboard", "protover 2"); err != nil {
		return err
	}
	for x.features["done"] != "1" {
		line, err := x.greeting(ctx)
		if errors.Is(err, errSilent) && x.features["done"] != "0" && len(x.features) > 0 {
			return nil // it has sent features, but not that they are complete
		}
		if err != nil {
			return err
		}
		if text, ok := strings.CutPrefix(line, "feature "); ok {
			if err := x.feature(text); err != nil {
				return err
			}
		}
	}
	return nil
}

// greeting returns the next line of an engine that sends its features. An engine gets more time if
// it asks for it with done=0.
func (x *xboard) greeting(ctx context.Context) (string, error) {
	patience := min(featureWait, x.ready)
	if x.features["done"] == "0" {
		patience = x.ready
	}
	ctx, cancel := context.WithTimeoutCause(ctx, patience, errSilent)
	defer cancel()
	return x.next(ctx)
}

// feature reads a line such as `myname="Fairy-Max 5.0b" ping=1 done=0`.
func (x *xboard) feature(text string) error {
	words, err := split(text, func(r rune) bool { return r == ' ' })
	if err != nil {
		// The quotes are apostrophes.
		words = strings.Fields(text)
	}
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if !ok {
			continue
		}
		value = strings.Trim(value, `"`)
		switch name {
		case "option":
			option, _, _ := strings.Cut(value, " -")
			x.options = append(x.options, option)
		case "variants":
			x.variants = strings.Split(value, ",")
		case "myname":
			x.name = value
		}
		x.features[name] = value
		if err := x.send("accepted " + name); err != nil {
			return err
		}
	}
	return nil
}

func (x *xboard) prepare(v *kirke.Variant, e *Engine) error {
	x.variantName = e.Variant
	if x.variantName == "" {
		offered := x.variants
		if len(offered) == 0 {
			offered = []string{"normal"}
		}
		name, err := chooseName(v, offered, false)
		if err != nil {
			return err
		}
		x.variantName = name
	}
	x.optionCommands = nil
	for _, o := range e.Options {
		switch lower := strings.ToLower(o.Name); {
		case x.has("memory") && (lower == "memory" || lower == "hash"):
			x.optionCommands = append(x.optionCommands, "memory "+o.Value)
		case x.has("smp") && (lower == "cores" || lower == "threads"):
			x.optionCommands = append(x.optionCommands, "cores "+o.Value)
		case slices.Contains(x.options, o.Name):
			x.optionCommands = append(x.optionCommands, "option "+o.Name+"="+o.Value)
		default:
			return fmt.Errorf("has no option %q", o.Name)
		}
	}
	return x.send(x.optionCommands...)
}

// errNoSetup is the error for a start that an engine cannot set up.
var errNoSetup = errors.New("cannot set up positions (setboard=0): give it openings from the starting position")

func (x *xboard) newGame(ctx context.Context, g *kirke.Game, l Limit) error {
	if l.Nodes > 0 {
		return errors.New("cannot be limited by nodes: XBoard's protocol has no command for it")
	}
	for range x.waiting() { // drop the rest of the last game
	}
	commands := []string{"new"}
	if x.variantName != "normal" {
		commands = append(commands, "variant "+x.variantName)
	}
	commands = append(commands, "easy", "post")
	commands = append(commands, xboardLimit(l)...)
	commands = append(commands, "force")
	if fen := g.Start().FEN(); fen != startFEN(g.Variant()) {
		if !x.has("setboard") {
			return errNoSetup
		}
		commands = append(commands, "setboard "+fen)
	}
	if err := x.send(commands...); err != nil {
		return err
	}
	x.known, x.going, x.moved, x.sent = g.Root(), false, false, ""
	if err := x.catchUp(g); err != nil {
		return err
	}
	return x.ping(ctx)
}

// startFEN returns the starting position of v, "" if it is random.
func startFEN(v *kirke.Variant) string {
	p, err := kirke.Start(v)
	if v.Start.Shuffle != nil || err != nil {
		return ""
	}
	return p.FEN()
}

// catchUp sends the moves that the engine does not know.
func (x *xboard) catchUp(g *kirke.Game) error {
	for n := range g.Line() {
		if n.Ply() <= x.known.Ply() {
			continue
		}
		x.sent = xboardMove(n)
		command := x.sent
		if x.has("usermove") {
			command = "usermove " + command
		}
		if err := x.send(command); err != nil {
			return err
		}
		x.known = n
	}
	return nil
}

// xboardMove returns the move that led to n as XBoard writes it: as in UCI, but Chess960 castling
// is O-O or O-O-O.
func xboardMove(n *kirke.Node) string {
	m := n.Move()
	if m.Form() == rules.Castle && m.Gated() == 0 && n.Position().Variant().Castling.Free {
		return strings.TrimRight(n.Text(kirke.SAN), "+#")
	}
	return n.Text(kirke.UCI)
}

// ping waits until the engine has carried out all commands, if it supports ping.
func (x *xboard) ping(ctx context.Context) error {
	if !x.has("ping") {
		return nil
	}
	x.pings++
	pong := fmt.Sprintf("pong %d", x.pings)
	if err := x.send(fmt.Sprintf("ping %d", x.pings)); err != nil {
		return err
	}
	return x.until(ctx, func(line string) (bool, error) { return line == pong, x.refusal(line) })
}

// refusal returns the error of a line that rejects the last move, the game or the position, or nil.
func (x *xboard) refusal(line string) error {
	lower := strings.ToLower(line)
	move := strings.HasPrefix(lower, "illegal move") || strings.HasPrefix(lower, "invalid move")
	bad := move || strings.HasPrefix(lower, "error") || strings.HasPrefix(lower, "tellusererror")
	switch {
	case x.sent != "" && bad && (move || strings.Contains(line, x.sent)):
		return &refusedError{x.sent, line}
	case bad && (strings.Contains(lower, "illegal position") || strings.Contains(lower, "variant "+x.variantName)):
		return fmt.Errorf("cannot set up the game: %s", line)
	}
	return nil
}

// xboardLimit returns the commands that set a limit.
func xboardLimit(l Limit) []string {
	var commands []string
	switch {
	case l.MoveTime > 0:
		commands = append(commands, "st "+inSeconds(l.MoveTime))
	case l.Time > 0:
		// Base times are whole seconds here. The clock itself is sent with each move.
		base := max(int(l.Time.Seconds()), 1)
		text := strconv.Itoa(base / 60)
		if base%60 > 0 {
			text = fmt.Sprintf("%d:%02d", base/60, base%60)
		}
		commands = append(commands, fmt.Sprintf("level %d %s %s", l.Moves, text, inSeconds(l.Increment)))
	default:
		commands = append(commands, "level 0 600 0")
	}
	if l.Depth > 0 {
		commands = append(commands, fmt.Sprintf("sd %d", l.Depth))
	}
	return commands
}

// unlimited is the clock of an engine that is limited in depth alone.
const unlimited = 10 * time.Hour

func (x *xboard) think(ctx context.Context, t turn) (answer, error) {
	us, line := t.game.Position().Turn(), slices.Collect(t.game.Line())
	if x.moved {
		x.known, x.moved = line[x.known.Ply()], false
	}
	if x.going && len(line) == x.known.Ply() && x.known.Position().Turn() == us {
		return x.answer(ctx, us) // in a series it goes on by itself
	}
	for late := range x.waiting() {
		var a answer
		if a.readXBoard(late, us); a.resign {
			return a, nil
		}
	}
	// An engine that is going answers one new move of its opponent. Otherwise it is stopped, sent
	// all moves, and started again.
	follows := x.going && len(line) == x.known.Ply()+1 && x.known.Position().Turn() != us
	if !follows {
		if x.going {
			if err := x.send("force"); err != nil {
				return answer{}, err
			}
		}
		if err := x.catchUp(t.game); err != nil {
			return answer{}, err
		}
	}
	if err := x.sendClocks(t, us); err != nil {
		return answer{}, err
	}
	var err error
	if follows {
		err = x.catchUp(t.game)
	} else {
		err = x.send("go")
	}
	if err != nil {
		return answer{}, err
	}
	x.going = true
	return x.answer(ctx, us)
}

// sendClocks sends both clocks, if the engine wants them.
func (x *xboard) sendClocks(t turn, us kirke.Color) error {
	if x.features["time"] == "0" {
		return nil
	}
	own, other := t.left[us], t.left[us.Other()]
	switch {
	case t.limit.MoveTime > 0:
		own, other = t.limit.MoveTime, t.limit.MoveTime
	case t.limit.Time == 0:
		own, other = unlimited, unlimited
	}
	return x.send(fmt.Sprintf("time %d", own/centisecond), fmt.Sprintf("otim %d", other/centisecond))
}

// answer waits for the move of an engine that is thinking.
func (x *xboard) answer(ctx context.Context, us kirke.Color) (a answer, err error) {
	for {
		line, err := x.next(ctx)
		if err != nil {
			return a, err
		}
		if err := x.refusal(line); err != nil {
			return a, err
		}
		if a.readXBoard(line, us) {
			x.moved = true
			return a, nil
		}
	}
}

const centisecond = 10 * time.Millisecond

// readXBoard reads a line that the engine of us writes while it is thinking. It returns true if the
// line is its answer. It ignores claims of draws: the referee claims each as soon as there is one.
func (a *answer) readXBoard(line string, us kirke.Color) bool {
	words := strings.Fields(line)
	lost := kirke.Win(us.Other()).String()
	switch {
	case words[0] == "move" && len(words) > 1:
		a.move = strings.Join(words[1:], " ")
		return true
	case strings.HasPrefix(line, "My move is"):
		_, text, _ := strings.Cut(line, ":")
		a.move = strings.TrimSpace(text)
		return a.move != ""
	case words[0] == "resign", words[0] == lost:
		a.resign = true
		return true
	case len(words) >= 4:
		a.readThinking(words)
	}
	return false
}

// readThinking reads "depth score time nodes pv", as post has it.
func (a *answer) readThinking(words []string) {
	var n [4]int64
	for i := range n {
		digits := words[i]
		if i == 0 {
			digits = strings.TrimRight(digits, ".+-&*!?")
		}
		var err error
		if n[i], err = strconv.ParseInt(digits, 10, 64); err != nil {
			return
		}
	}
	a.info = info{scored: true, score: int(n[1]), depth: int(n[0]), nodes: uint64(max(n[3], 0))}
	const theirMate = 100_000
	switch score := int(n[1]); {
	case score >= theirMate:
		a.score = mateIn(max(score-theirMate, 1))
	case score <= -theirMate:
		a.score = mateIn(min(score+theirMate, -1))
	}
}

func (x *xboard) gameOver(o kirke.Outcome) {
	// An error is ignored: an engine that has ended need not know.
	_ = x.send(fmt.Sprintf("result %s {%s}", o.Result, o.Reason), "force")
}
