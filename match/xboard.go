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

// xboard is the client of an engine that speaks protocol 2 of XBoard.
type xboard struct {
	session
	name     string
	variants []string
	options  []string // that it can be set, by name
	features map[string]string

	chosen string // the engine's name of the game, "" if it need not be told
	own    []string
	pings  int
	board  *kirke.Node // the position the engine has before it
	sent   string      // the last move it was sent
	goes   bool        // it answers the opponent's next move by itself
	moved  bool        // it has made a move since, which is in the game now
}

// featureWait is for engines that say nothing at all to protover.
const featureWait = 2 * time.Second

func (x *xboard) title() string     { return x.name }
func (x *xboard) reusable() bool    { return x.features["reuse"] != "0" }
func (x *xboard) has(f string) bool { return x.features[f] == "1" }

func (x *xboard) hello(ctx context.Context) error {
	x.features = map[string]string{}
	if err := x.send("xboard", "protover 2"); err != nil {
		return err
	}
	for x.features["done"] != "1" {
		line, err := x.greeting(ctx)
		if errors.Is(err, errSilent) && x.features["done"] != "0" && len(x.features) > 0 {
			return nil // it has said what it can do, though not that this is all
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

// greeting returns the next line of an engine that tells its features. One that
// has asked for more time, by done=0, gets it.
func (x *xboard) greeting(ctx context.Context) (string, error) {
	patience := min(featureWait, x.ready)
	if x.features["done"] == "0" {
		patience = x.ready
	}
	ctx, cancel := context.WithTimeoutCause(ctx, patience, errSilent)
	defer cancel()
	return x.next(ctx)
}

// feature reads `myname="Fairy-Max 5.0b" ping=1 done=0`.
func (x *xboard) feature(text string) error {
	words, err := split(text, func(r rune) bool { return r == ' ' })
	if err != nil {
		// Quotes within words are apostrophes.
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
	x.chosen = e.Variant
	if x.chosen == "" {
		offered := x.variants
		if len(offered) == 0 {
			offered = []string{"normal"}
		}
		name, err := chooseName(v, offered, false)
		if err != nil {
			return err
		}
		x.chosen = name
	}
	x.own = nil
	for _, o := range e.Options {
		switch lower := strings.ToLower(o.Name); {
		case x.has("memory") && (lower == "memory" || lower == "hash"):
			x.own = append(x.own, "memory "+o.Value)
		case x.has("smp") && (lower == "cores" || lower == "threads"):
			x.own = append(x.own, "cores "+o.Value)
		case slices.Contains(x.options, o.Name):
			x.own = append(x.own, "option "+o.Name+"="+o.Value)
		default:
			return fmt.Errorf("has no option %q", o.Name)
		}
	}
	return x.send(x.own...)
}

// errNoSetup is the answer to a start that an engine cannot be shown.
var errNoSetup = errors.New("cannot set up positions (setboard=0): give it openings from the array")

func (x *xboard) newGame(ctx context.Context, g *kirke.Game, l Limit) error {
	if l.Nodes > 0 {
		return errors.New("cannot be limited by nodes: XBoard's protocol has no word for it")
	}
	for range x.waiting() { // what is left of the last game
	}
	commands := []string{"new"}
	if x.chosen != "normal" {
		commands = append(commands, "variant "+x.chosen)
	}
	commands = append(commands, "easy", "post")
	commands = append(commands, xboardLimit(l)...)
	commands = append(commands, "force")
	if fen := g.Start().FEN(); fen != arrayFEN(g.Variant()) {
		if !x.has("setboard") {
			return errNoSetup
		}
		commands = append(commands, "setboard "+fen)
	}
	if err := x.send(commands...); err != nil {
		return err
	}
	x.board, x.goes, x.moved, x.sent = g.Root(), false, false, ""
	if err := x.catchUp(g); err != nil {
		return err
	}
	return x.ping(ctx)
}

// arrayFEN returns the start of every game of v, "" where it is drawn.
func arrayFEN(v *kirke.Variant) string {
	p, err := kirke.Start(v)
	if v.Array.Lot != nil || err != nil {
		return ""
	}
	return p.FEN()
}

// catchUp sends the moves that the engine has not seen.
func (x *xboard) catchUp(g *kirke.Game) error {
	for n := range g.Line() {
		if n.Ply() <= x.board.Ply() {
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
		x.board = n
	}
	return nil
}

// xboardMove returns the move that led to n as XBoard writes it: as UCI does, but
// castling from any squares as O-O.
func xboardMove(n *kirke.Node) string {
	m := n.Move()
	if m.Form() == rules.Castle && m.Enters() == 0 && n.Position().Variant().Castling.Free {
		return strings.TrimRight(n.Text(kirke.SAN), "+#")
	}
	return n.Text(kirke.UCI)
}

// ping waits until the engine has done all it was told, if it can say so.
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

// refusal returns the error of a line that calls the last move illegal, or says
// that the game or the position is not to be had.
func (x *xboard) refusal(line string) error {
	lower := strings.ToLower(line)
	move := strings.HasPrefix(lower, "illegal move") || strings.HasPrefix(lower, "invalid move")
	bad := move || strings.HasPrefix(lower, "error") || strings.HasPrefix(lower, "tellusererror")
	switch {
	case x.sent != "" && bad && (move || strings.Contains(line, x.sent)):
		return &refusedError{x.sent, line}
	case bad && (strings.Contains(lower, "illegal position") || strings.Contains(lower, "variant "+x.chosen)):
		return fmt.Errorf("cannot set up the game: %s", line)
	}
	return nil
}

// xboardLimit returns the commands that tell of a limit.
func xboardLimit(l Limit) []string {
	var commands []string
	switch {
	case l.MoveTime > 0:
		commands = append(commands, "st "+inSeconds(l.MoveTime))
	case l.Time > 0:
		// Base times are whole seconds here; the clock itself is told with each move.
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

// endless is the clock of an engine that is limited in depth alone.
const endless = 10 * time.Hour

func (x *xboard) think(ctx context.Context, t turn) (answer, error) {
	var a answer
	us, line := t.game.Position().Turn(), slices.Collect(t.game.Line())
	if x.moved {
		x.board, x.moved = line[x.board.Ply()], false
	}
	if x.goes && len(line) == x.board.Ply() && x.board.Position().Turn() == us {
		return x.answer(ctx, us) // the next move of a series, about which it thinks already
	}
	for late := range x.waiting() {
		if a.readXBoard(late, us); a.resign {
			return a, nil
		}
	}
	a = answer{}
	follows := x.goes && len(line) == x.board.Ply()+1 && x.board.Position().Turn() != us
	if !follows && x.goes {
		if err := x.send("force"); err != nil {
			return a, err
		}
	}
	if !follows {
		if err := x.catchUp(t.game); err != nil {
			return a, err
		}
	}
	own, other := t.left[us], t.left[us.Other()]
	switch {
	case t.limit.MoveTime > 0:
		own, other = t.limit.MoveTime, t.limit.MoveTime
	case t.limit.Time == 0:
		own, other = endless, endless
	}
	if x.features["time"] != "0" {
		times := []string{fmt.Sprintf("time %d", own/centisecond), fmt.Sprintf("otim %d", other/centisecond)}
		if err := x.send(times...); err != nil {
			return a, err
		}
	}
	var err error
	if follows {
		err = x.catchUp(t.game)
	} else {
		err = x.send("go")
	}
	if err != nil {
		return a, err
	}
	x.goes = true
	return x.answer(ctx, us)
}

// answer waits for the move of an engine that thinks.
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

// readXBoard takes what it can from a line that an engine of the colour us
// writes while it thinks. It returns true when that ends the thinking. Draws are
// not an engine's to claim: the referee claims each as soon as there is one.
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

// readThinking reads "ply score time nodes pv", the form of post.
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

func (x *xboard) result(o kirke.Outcome) {
	// An engine that is gone need not know.
	_ = x.send(fmt.Sprintf("result %s {%s}", o.Result, o.Reason), "force")
}
