// Package fakeengine is a small engine for tests of matches: it plays random legal moves, or
// misbehaves as it is told.
package fakeengine

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// The ways to play. Most play as Random until their third move.
const (
	Random     = "random"     // random legal moves
	Mater      = "mater"      // as Random, but mates if it can
	Crash      = "crash"      // ends at its third move
	Disconnect = "disconnect" // closes its output at its third move, and keeps running
	Stall      = "stall"      // falls silent at its third move
	Illegal    = "illegal"    // plays an illegal move as its third
	Babble     = "babble"     // plays nonsense as its third move
	Slow       = "slow"       // thinks for two seconds about its third move
	Resign     = "resign"     // resigns at its third move
	Refuse     = "refuse"     // rejects the opponent's legal move then
	Mute       = "mute"       // does not even answer the greeting
	Even       = "even"       // as Random, with scores of 0
	Won        = "won"        // as Random, with scores that White is winning
)

// third is the move at which an engine misbehaves.
const third = 3

// Run plays as an engine of a protocol, "uci" or "xboard", in one of the ways, until it is told to
// quit, its input ends or ctx ends. It returns the exit code.
func Run(ctx context.Context, protocol, way string, in io.Reader, out io.WriteCloser) int {
	e := &engine{ctx: ctx, way: way, in: in, out: out, random: rand.New(rand.NewPCG(1, 2))}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 || way == Mute {
			continue
		}
		var done bool
		if protocol == "uci" {
			done = e.uci(words)
		} else {
			done = e.xboard(words)
		}
		if done {
			return e.code
		}
	}
	return 0
}

type engine struct {
	ctx      context.Context
	way      string
	in       io.Reader
	out      io.WriteCloser
	random   *rand.Rand
	variant  *kirke.Variant
	position kirke.Position
	moves    int
	going    bool // answers the opponent's moves (XBoard)
	code     int
}

func (e *engine) say(format string, args ...any) { fmt.Fprintf(e.out, format+"\n", args...) }

// start sets up the starting position of a variant.
func (e *engine) start(id string) {
	v, err := kirke.Lookup(id)
	if err != nil {
		e.say("Error (unsupported variant): variant %s", id)
		return
	}
	e.variant = v
	e.position, _ = kirke.Start(v)
	e.moves, e.going = 0, false
}

// uci carries out a UCI command.
func (e *engine) uci(words []string) (done bool) {
	switch words[0] {
	case "uci":
		e.say("id name Fake %s", e.way)
		e.say("option name Hash type spin default 16 min 1 max 1024")
		e.say("option name UCI_Chess960 type check default false")
		e.say("option name UCI_Variant type combo default chess " +
			"var chess var seirawan var sissa var circe var progressive")
		e.say("uciok")
		e.start("chess")
	case "isready":
		e.say("readyok")
	case "setoption":
		if words[2] == "UCI_Variant" {
			e.start(words[4])
		}
	case "ucinewgame":
		e.moves = 0
	case "position":
		e.setUp(words[1:])
	case "go":
		return e.answer("bestmove %s", "info depth 5 multipv 1 score cp %d nodes 1000 pv e2e4")
	case "quit":
		return true
	}
	return false
}

// setUp sets up what UCI's position says.
func (e *engine) setUp(words []string) {
	var moves []string
	for i, w := range words {
		if w == "moves" {
			words, moves = words[:i], words[i+1:]
			break
		}
	}
	if words[0] == "startpos" {
		e.position, _ = kirke.Start(e.variant)
	} else {
		p, err := kirke.FromFEN(e.variant, strings.Join(words[1:], " "))
		if err != nil {
			e.say("info string %v", err)
			return
		}
		e.position = p
	}
	for _, m := range moves {
		p, _, err := e.position.PlayText(m)
		if err != nil {
			e.say("info string %v", err)
			return
		}
		e.position = p
	}
}

// xboard carries out an XBoard command.
func (e *engine) xboard(words []string) (done bool) {
	switch words[0] {
	case "protover":
		e.say(`feature done=0 ping=1 setboard=1 usermove=1 memory=1`)
		e.say(`feature myname="Fake's %s" variants="normal,seirawan,sissa,progressive" `+
			`option="Style -spin 1 0 9" done=1`, e.way)
	case "ping":
		e.say("pong %s", words[1])
	case "new":
		e.start("chess")
	case "variant":
		e.start(words[1])
	case "setboard":
		p, err := kirke.FromFEN(e.variant, strings.Join(words[1:], " "))
		if err != nil {
			e.say("tellusererror Illegal position")
			return false
		}
		e.position = p
	case "force":
		e.going = false
	case "usermove":
		p, _, err := e.position.PlayText(words[1])
		if err != nil || e.way == Refuse && e.going && e.moves == third-1 {
			e.say("Illegal move: %s", words[1])
			return false
		}
		e.position = p
		if e.going {
			return e.xboardMove()
		}
	case "go":
		e.going = true
		return e.xboardMove()
	case "quit":
		return true
	}
	return false
}

// xboardMove plays a move, and all others of a series.
func (e *engine) xboardMove() (done bool) {
	us := e.position.Turn()
	for !done && e.position.Turn() == us && e.position.Rules().HasLegalMove() {
		before := e.position
		done = e.answer("move %s", "5 %d 10 1000 e2e4")
		if e.position == before {
			break
		}
	}
	return done
}

// answer plays a move and sends it, after a line about the search.
func (e *engine) answer(format, thinking string) (done bool) {
	e.moves++
	text := ""
	if e.moves == third {
		switch e.way {
		case Crash:
			e.code = 3
			return true
		case Disconnect:
			e.out.Close()
			fallthrough
		case Stall:
			_, _ = io.Copy(io.Discard, e.in)
			return true
		case Slow:
			select {
			case <-time.After(2 * time.Second):
			case <-e.ctx.Done():
				return true
			}
		case Resign:
			if strings.HasPrefix(format, "move") {
				e.say("resign")
				return false
			}
		case Illegal:
			text = "a1a8"
		case Babble:
			text = "(none)"
		}
	}
	m := e.choose()
	switch e.way {
	case Even:
		e.say(thinking, 0)
	case Won:
		score := 900
		if e.position.Turn() == kirke.Black {
			score = -score
		}
		e.say(thinking, score)
	default:
		e.say(thinking, 10)
	}
	if text == "" {
		text = e.position.MoveText(m, kirke.UCI)
		e.position, _ = e.position.Play(m)
	}
	e.say(format, text)
	return false
}

// choose returns the move to play.
func (e *engine) choose() kirke.Move {
	if mates := rules.Select(e.position.Rules(), rules.Mates, nil); e.way == Mater && len(mates) > 0 {
		return mates[0]
	}
	moves := e.position.AppendLegalMoves(nil)
	if len(moves) == 0 {
		return 0
	}
	return moves[e.random.IntN(len(moves))]
}
