package variantfile

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/rules"
)

// This file reads the variants file of Fairy-Stockfish: sections of keys and values, of which one
// may be derived from another. inigame.go makes a game of them, inivalues.go reads single values, and
// inipieces.go the pieces.

// builtInINI has the games of Fairy-Stockfish that others are derived from.
//
//go:embed builtin.ini
var builtInINI []byte

// ReadINI reads the games in a variants file of Fairy-Stockfish that Kirke plays. The error has, for
// each other game, an *UnsupportedError for each key whose rule Kirke lacks and each value that makes
// no sense; the other games are returned all the same. name is the name of the file, for messages.
func ReadINI(name string, data []byte) ([]*rules.Variant, error) {
	if len(data) > maxFile {
		return nil, &Error{File: name, Problem: fmt.Sprintf("the file is larger than %d kB", maxFile>>10)}
	}
	known := map[string]*section{}
	builtIn, _ := sections(builtInINI, known)
	for _, s := range builtIn {
		clear(s.lines)
	}
	own, wrong := sections(data, known)
	var games []*rules.Variant
	for _, s := range own {
		v, faults := s.game()
		wrong = append(wrong, faults...)
		if len(faults) == 0 {
			games = append(games, v)
		}
	}
	slices.SortStableFunc(wrong, func(a, b *UnsupportedError) int { return cmp.Compare(a.Line, b.Line) })
	all := make([]error, len(wrong))
	for i, w := range wrong {
		w.File = name
		all[i] = w
	}
	return games, errors.Join(all...)
}

// section is a game of a variants file.
type section struct {
	name   string
	line   int
	keys   []string // in order, those of the parent first
	values map[string]string
	lines  map[string]int // where keys are set; keys of the built-in games are not among them
}

// fault returns what is wrong with a key, "" for the section as a whole.
func (s *section) fault(key, format string, args ...any) *UnsupportedError {
	return &UnsupportedError{Line: cmp.Or(s.lines[key], s.line), Game: s.name, Needs: fmt.Sprintf(format, args...)}
}

// builtIn reports whether a key has the value of a game that is built into Fairy-Stockfish.
func (s *section) builtIn(key string) bool { return s.lines[key] == 0 }

// sections reads the sections of a file. Parents are those before them in the file, or in known,
// to which all sections are added.
func sections(data []byte, known map[string]*section) (all []*section, wrong []*UnsupportedError) {
	var now *section
	line := 0
	for text := range bytes.Lines(data) {
		line++
		t := strings.TrimSpace(string(text))
		switch {
		case t == "" || t[0] == '#' || t[0] == ';':
		case t[0] == '[':
			var err error
			if now, err = header(t, line, known); err != nil {
				wrong = append(wrong, now.fault("", "%v", err))
				now = nil
				continue
			}
			known[now.name] = now
			all = append(all, now)
		case now != nil:
			key, value, _ := strings.Cut(t, "=")
			now.set(strings.TrimSpace(key), strings.TrimSpace(value), line)
		}
	}
	return all, wrong
}

// header reads "[name:parent]".
func header(text string, line int, known map[string]*section) (*section, error) {
	name, parent, derived := strings.Cut(strings.Trim(text, "[] "), ":")
	s := &section{name: strings.TrimSpace(name), line: line, values: map[string]string{}, lines: map[string]int{}}
	if !derived {
		return s, nil
	}
	from := known[strings.TrimSpace(parent)]
	if from == nil {
		return s, fmt.Errorf("the game %q, from which it is derived, is not known", parent)
	}
	for _, key := range from.keys {
		s.set(key, from.values[key], from.lines[key])
	}
	return s, nil
}

// set sets a key. One that is set again counts as the last; a list of pairs, one a piece, goes on.
func (s *section) set(key, value string, line int) {
	if earlier, ok := s.values[key]; ok {
		if key == "promotedPieceType" || key == "promotionLimit" {
			value = earlier + " " + value
		}
		for i, k := range s.keys {
			if k == key {
				s.keys = append(s.keys[:i], s.keys[i+1:]...)
				break
			}
		}
	}
	s.keys = append(s.keys, key)
	s.values[key] = value
	if line > 0 {
		s.lines[key] = line
	}
}
