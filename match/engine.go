package match

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Protocol is the language an engine is spoken to in.
type Protocol string

// The protocols. An engine whose protocol is not known is asked in UCI first.
const (
	Unknown Protocol = ""
	UCI     Protocol = "uci"
	XBoard  Protocol = "xboard" // CECP, version 2
)

// ParseProtocol reads "uci", "xboard" or "cecp", in any case. The error lists them.
func ParseProtocol(name string) (Protocol, error) {
	switch strings.ToLower(name) {
	case "uci":
		return UCI, nil
	case "xboard", "cecp":
		return XBoard, nil
	}
	return Unknown, fmt.Errorf("%q is no protocol: it is uci or xboard", name)
}

// Engine is a program that plays, and how it is to be run.
type Engine struct {
	Name     string   // for tables and files; "" for the program's own name
	Command  []string // the program and its arguments
	Dir      string   // the folder it runs in; "" for the present one
	Protocol Protocol // Unknown to find out
	Variant  string   // the engine's own name of the game; "" to find it in what it offers
	Options  []Option // set before the first game, in order
	Limit    Limit    // what it sets replaces the referee's limit for this engine
}

// Option is a setting of an engine.
type Option struct {
	Name, Value string
}

// ParseEngine reads an engine as command lines describe it: parts with commas
// between them, each KEY=VALUE, of which the first may be the command alone:
//
//	fairy-stockfish
//	kirke uci,name=A,option.Hash=64
//	cmd='/opt/my engine/run' --quiet,proto=xboard,variant=seirawan,tc=40/60+0.5
//	fairy-stockfish,option.Use NNUE=false,st=0.5,depth=8
//
// The keys are cmd, name, dir, proto, variant, tc, st, depth, nodes and
// option.NAME. Quotes, single or double, keep commas and, in the command, spaces.
// The error is a sentence that names the part which is wrong.
func ParseEngine(text string) (Engine, error) {
	var e Engine
	parts, err := split(text, func(r rune) bool { return r == ',' })
	if err != nil {
		return e, fmt.Errorf("engine %q: %w", text, err)
	}
	for i, part := range parts {
		key, value, found := strings.Cut(part, "=")
		key = strings.TrimSpace(key)
		if i == 0 && (!found || !isKey(key)) {
			key, value = "cmd", part
		}
		if err := e.set(key, value); err != nil {
			return e, fmt.Errorf("engine %q: %w", text, err)
		}
	}
	if len(e.Command) == 0 {
		return e, fmt.Errorf("engine %q: the command is missing, as in cmd=fairy-stockfish", text)
	}
	return e, nil
}

const optionKey = "option."

var keys = []string{"cmd", "name", "dir", "proto", "variant", "tc", "st", "depth", "nodes"}

func isKey(key string) bool {
	for _, k := range keys {
		if k == key {
			return true
		}
	}
	return strings.HasPrefix(key, optionKey)
}

func (e *Engine) set(key, value string) (err error) {
	plain := strings.TrimSpace(value)
	if key != "cmd" {
		if plain, err = unquote(plain); err != nil {
			return err
		}
	}
	if name, ok := strings.CutPrefix(key, optionKey); ok {
		e.Options = append(e.Options, Option{name, plain})
		return nil
	}
	switch key {
	case "cmd":
		var words []string
		if words, err = split(value, unicode.IsSpace); err != nil {
			return err
		}
		for _, w := range words {
			if w, err = unquote(w); err != nil {
				return err
			}
			e.Command = append(e.Command, w)
		}
	case "name":
		e.Name = plain
	case "dir":
		e.Dir = plain
	case "variant":
		e.Variant = plain
	case "proto":
		e.Protocol, err = ParseProtocol(plain)
	case "tc":
		var l Limit
		if l, err = ParseLimit(plain); err == nil {
			e.Limit.Moves, e.Limit.Time, e.Limit.Increment = l.Moves, l.Time, l.Increment
		}
	case "st":
		e.Limit.MoveTime, err = seconds(plain)
	case "depth":
		if e.Limit.Depth, err = strconv.Atoi(plain); err != nil || e.Limit.Depth < 1 {
			err = fmt.Errorf("depth: %q is not a number of half-moves from 1", plain)
		}
	case "nodes":
		if e.Limit.Nodes, err = strconv.ParseUint(plain, 10, 64); err != nil || e.Limit.Nodes < 1 {
			err = fmt.Errorf("nodes: %q is not a number of nodes from 1", plain)
		}
	default:
		err = fmt.Errorf("%q is no key: there are %s and option.NAME", key, strings.Join(keys, ", "))
	}
	return err
}

var errQuote = errors.New("a quote is not closed")

// split cuts text at the runes that separate, outside of quotes, and leaves out
// empty parts. The quotes stay.
func split(text string, separates func(rune) bool) ([]string, error) {
	var parts []string
	var part strings.Builder
	var quote rune
	end := func() {
		if strings.TrimSpace(part.String()) != "" {
			parts = append(parts, part.String())
		}
		part.Reset()
	}
	for _, r := range text {
		switch {
		case quote == 0 && separates(r):
			end()
			continue
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		case r == quote:
			quote = 0
		}
		part.WriteRune(r)
	}
	if quote != 0 {
		return nil, errQuote
	}
	end()
	return parts, nil
}

// unquote takes quotes off, wherever in the text they stand.
func unquote(text string) (string, error) {
	var b strings.Builder
	var quote rune
	for _, r := range text {
		switch {
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		case r == quote:
			quote = 0
		default:
			b.WriteRune(r)
		}
	}
	if quote != 0 {
		return "", errQuote
	}
	return b.String(), nil
}
