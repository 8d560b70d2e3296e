package match

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Protocol is the protocol that an engine speaks.
type Protocol string

// The protocols. An engine whose protocol is unknown is greeted in UCI first.
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
	return Unknown, fmt.Errorf("%q is not a protocol: it is uci or xboard", name)
}

// Engine is a program that plays, and how to run it.
type Engine struct {
	Name     string   // in tables and files; "" for the program's own name
	Command  []string // the program and its arguments
	Dir      string   // the folder to run it in; "" for the current one
	Protocol Protocol // Unknown to find out
	Variant  string   // the engine's own name of the game; "" to find it among those it offers
	Options  []Option // set before the first game, in this order
	Limit    Limit    // replaces the referee's limit where it is set
}

// Option is a setting of an engine.
type Option struct {
	Name, Value string
}

// ParseEngine reads an engine as command lines describe it: KEY=VALUE parts separated by commas.
// The first part may be the command alone:
//
//	fairy-stockfish
//	kirke uci,name=A,option.Hash=64
//	cmd='/opt/my engine/run' --quiet,proto=xboard,variant=seirawan,tc=40/60+0.5
//	fairy-stockfish,option.Use NNUE=false,st=0.5,depth=8
//
// The keys are cmd, name, dir, proto, variant, tc, st, depth, nodes and
// option.NAME. Single or double quotes protect commas and, in the command, spaces. The error is a
// sentence that names the bad part.
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

// Quote returns text as a value that ParseEngine reads as it is, commas, spaces and quotes included.
func Quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'"'"'`) + "'" }

const optionKey = "option."

var keys = []string{"cmd", "name", "dir", "proto", "variant", "tc", "st", "depth", "nodes"}

func isKey(key string) bool { return slices.Contains(keys, key) || strings.HasPrefix(key, optionKey) }

// set sets what a key stands for.
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
		e.Limit.MoveTime, err = ParseSeconds(plain)
	case "depth":
		if e.Limit.Depth, err = strconv.Atoi(plain); err != nil || e.Limit.Depth < 1 {
			err = fmt.Errorf("depth: %q is not a number of half-moves from 1", plain)
		}
	case "nodes":
		if e.Limit.Nodes, err = strconv.ParseUint(plain, 10, 64); err != nil || e.Limit.Nodes < 1 {
			err = fmt.Errorf("nodes: %q is not a number of nodes from 1", plain)
		}
	default:
		err = fmt.Errorf("%q is not a key: there are %s and option.NAME", key, strings.Join(keys, ", "))
	}
	return err
}

var errQuote = errors.New("a quote is not closed")

// split cuts text at the separators outside quotes, and leaves out empty parts. The quotes stay.
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

// unquote removes quotes anywhere in the text.
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
