package match

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
)

// uci is the client of a UCI engine.
type uci struct {
	session
	name     string
	options  map[string]string // the names of its options, by those in lower case
	variants []string          // that it offers; nil if it has no choice
	position positionCommand
	sent     []string // the names of options that were set
}

const (
	optionVariant  = "uci_variant"
	optionChess960 = "uci_chess960"
	optionFiles    = "variantpath"
)

func (u *uci) engineName() string { return u.name }
func (u *uci) reusable() bool     { return true }

func (u *uci) handshake(ctx context.Context) error {
	u.options = map[string]string{}
	if err := u.send("uci"); err != nil {
		return err
	}
	return u.until(ctx, func(line string) (bool, error) {
		if name, ok := strings.CutPrefix(line, "id name "); ok {
			u.name = strings.TrimSpace(name)
		}
		if option, ok := strings.CutPrefix(line, "option name "); ok {
			u.option(option)
		}
		return line == "uciok", nil
	})
}

// option reads "UCI_Variant type combo default chess var chess var seirawan".
func (u *uci) option(text string) {
	name, rest, _ := strings.Cut(text, " type ")
	name = strings.TrimSpace(name)
	u.options[strings.ToLower(name)] = name
	if strings.ToLower(name) == optionVariant {
		for _, choice := range strings.Split(rest+" ", " var ")[1:] {
			u.variants = append(u.variants, strings.TrimSpace(choice))
		}
	}
}

func (u *uci) prepare(v *kirke.Variant, e *Engine) error {
	_, choice := u.options[optionVariant]
	_, chess960 := u.options[optionChess960]
	name := e.Variant
	if name == "" {
		offered := u.variants
		if !choice {
			offered = []string{"chess"}
		}
		var err error
		if name, err = chooseName(v, offered, chess960); err != nil {
			return err
		}
	}
	// The files of variants are set before the variants in them.
	var options, others []Option
	for _, o := range e.Options {
		if strings.EqualFold(o.Name, optionFiles) {
			options = append(options, o)
		} else {
			others = append(others, o)
		}
	}
	if choice {
		options = append(options, Option{optionVariant, name})
	}
	options = append(options, others...)
	if chess960 {
		options = append(options, Option{optionChess960, strconv.FormatBool(v.Castling.Free)})
	}
	for _, o := range options {
		known, ok := u.options[strings.ToLower(o.Name)]
		if !ok {
			return fmt.Errorf("has no option %q", o.Name)
		}
		if err := u.send("setoption name " + known + " value " + o.Value); err != nil {
			return err
		}
		u.sent = append(u.sent, known)
	}
	return nil
}

// refused returns what a line says of an option that was set and that the engine does not take, as Kirke says
// it. Of files of games those that can be read count.
func (u *uci) refused(line string) (text string, ok bool) {
	text, ok = strings.CutPrefix(line, "info string option ")
	name, _, said := strings.Cut(text, ": ")
	return text, ok && said && slices.Contains(u.sent, name) && !strings.EqualFold(name, optionFiles)
}

func (u *uci) newGame(ctx context.Context, _ *kirke.Game, _ Limit) error {
	if err := u.send("ucinewgame", "isready"); err != nil {
		return err
	}
	return u.until(ctx, func(line string) (bool, error) {
		if text, refused := u.refused(line); refused {
			return false, fmt.Errorf("does not take the option %s", text)
		}
		return line == "readyok", nil
	})
}

func (u *uci) think(ctx context.Context, t turn) (answer, error) {
	var a answer
	if err := u.send(u.position.upTo(t.game), uciGo(t)); err != nil {
		return a, err
	}
	for {
		line, err := u.next(ctx)
		if err != nil {
			return a, err
		}
		words := strings.Fields(line)
		switch words[0] {
		case "info":
			a.readInfo(words[1:])
		case "bestmove":
			if len(words) > 1 {
				a.move = words[1]
			}
			return a, nil
		}
	}
}

// positionCommand is the command that sets up the current position of a game. It grows with the
// game, because the engine's clock runs while it is written, and a game may have thousands of
// moves.
type positionCommand struct {
	at   *kirke.Node // the position that text sets up
	text []byte
}

// upTo returns the command for the current position of a game.
func (c *positionCommand) upTo(g *kirke.Game) string {
	var played []*kirke.Node // the moves that text lacks
	n := g.Node()
	for ; n != c.at && n.Parent() != nil; n = n.Parent() {
		played = append(played, n)
	}
	if n != c.at {
		c.text = append(c.text[:0], uciStart(g)...)
	}
	for _, n := range slices.Backward(played) {
		if n.Parent().Parent() == nil {
			c.text = append(c.text, " moves"...)
		}
		c.text = append(append(c.text, ' '), n.Text(kirke.UCI)...)
	}
	c.at = g.Node()
	return string(c.text)
}

// uciStart returns the command that sets up the start of a game.
func uciStart(g *kirke.Game) string {
	start, v := g.Start(), g.Variant()
	if usual, err := kirke.Start(v); err == nil && v.Start.Shuffle == nil && usual.FEN() == start.FEN() {
		return "position startpos"
	}
	return "position fen " + start.FEN()
}

// uciGo returns the command that asks for a move.
func uciGo(t turn) string {
	text := "go"
	if t.limit.Time > 0 {
		text += fmt.Sprintf(" wtime %d btime %d",
			t.left[kirke.White].Milliseconds(), t.left[kirke.Black].Milliseconds())
		if t.increment != [2]time.Duration{} {
			text += fmt.Sprintf(" winc %d binc %d",
				t.increment[kirke.White].Milliseconds(), t.increment[kirke.Black].Milliseconds())
		}
		if t.movesToGo > 0 {
			text += fmt.Sprintf(" movestogo %d", t.movesToGo)
		}
	}
	if t.limit.MoveTime > 0 {
		text += fmt.Sprintf(" movetime %d", t.limit.MoveTime.Milliseconds())
	}
	if t.limit.Depth > 0 {
		text += fmt.Sprintf(" depth %d", t.limit.Depth)
	}
	if t.limit.Nodes > 0 {
		text += fmt.Sprintf(" nodes %d", t.limit.Nodes)
	}
	return text
}

// readInfo reads depth, nodes and score from an info line about the best line of play.
func (a *answer) readInfo(words []string) {
	got := info{scored: a.scored, score: a.score, depth: a.depth, nodes: a.nodes}
	for len(words) > 1 {
		switch words[0] {
		case "string", "pv":
			words = nil
			continue
		case "multipv":
			if words[1] != "1" {
				return
			}
		case "depth":
			got.depth, _ = strconv.Atoi(words[1])
		case "nodes":
			got.nodes, _ = strconv.ParseUint(words[1], 10, 64)
		case "score":
			if len(words) > 2 {
				n, err := strconv.Atoi(words[2])
				if got.scored = err == nil; words[1] == "mate" {
					n = mateIn(n)
				}
				got.score = n
				words = words[1:]
			}
		default:
			words = words[1:]
			continue
		}
		words = words[2:]
	}
	a.info = got
}

func (u *uci) gameOver(kirke.Outcome) {}
