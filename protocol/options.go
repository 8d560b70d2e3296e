package protocol

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// defaultElo is Fairy-Stockfish's.
const defaultElo = 1350

// bestSkill is the skill level at which nothing weakens the engine, as in Stockfish.
const bestSkill = 20

// empty is what UCI writes for an empty text.
const empty = "<empty>"

// option is something that the user may set.
type option struct {
	name     string
	kind     string // check, spin, combo, string or button
	value    string // the default
	min, max int    // of a spin
	choices  []string
	uci      bool // XBoard has a command of its own for it, or no use
	hidden   bool // it is accepted but not listed
	set      func(value string) error
}

// listOptions returns the options, in the order they are shown.
func (s *session) listOptions() []option {
	var ids []string
	for _, v := range kirke.Variants() {
		ids = append(ids, v.ID)
	}
	slices.Sort(ids)
	flag := func(f *bool) func(string) error {
		return func(value string) error {
			*f = value == "true"
			s.configure()
			return nil
		}
	}
	number := func(n *int) func(string) error {
		return func(value string) error {
			*n, _ = strconv.Atoi(value) // it was checked
			s.configure()
			return nil
		}
	}
	return []option{
		{name: "Debug Log File", kind: "string", value: empty, set: s.out.logTo},
		{name: "Threads", kind: "spin", value: strconv.Itoa(s.set.Threads), min: 1, max: maxThreads, uci: true, set: number(&s.set.Threads)},
		{name: "Hash", kind: "spin", value: strconv.Itoa(s.set.Hash), min: 1, max: s.config.MaxHash, uci: true, set: number(&s.set.Hash)},
		{name: "Clear Hash", kind: "button", set: func(string) error { s.engine.Clear(); return nil }},
		{name: "Ponder", kind: "check", value: "false", uci: true, set: flag(&s.pondering)},
		{name: "MultiPV", kind: "spin", value: "1", min: 1, max: 500, set: number(&s.set.MultiPV)},
		{name: "Skill Level", kind: "spin", value: strconv.Itoa(bestSkill), min: 0, max: bestSkill, set: number(&s.skill)},
		{name: "Move Overhead", kind: "spin", value: strconv.FormatInt(engine.DefaultOverhead.Milliseconds(), 10), min: 1, max: 5000, set: func(value string) error {
			n, _ := strconv.Atoi(value) // it was checked
			s.set.Overhead = time.Duration(n) * time.Millisecond
			s.configure()
			return nil
		}},
		{name: "Slow Mover", kind: "spin", value: "100", min: 10, max: 1000, set: number(&s.set.SlowMover)},
		{name: "nodestime", kind: "spin", value: "0", min: 0, max: 10000, set: number(&s.set.NodesTime)},
		{name: "UCI_Chess960", kind: "check", value: "false", uci: true, set: s.setFree},
		{name: "UCI_Variant", kind: "combo", value: s.base.ID, choices: ids, uci: true, set: s.setVariant},
		{name: "UCI_AnalyseMode", kind: "check", value: "false", uci: true, set: func(string) error { return nil }},
		{name: "UCI_LimitStrength", kind: "check", value: "false", set: flag(&s.limited)},
		{name: "UCI_Elo", kind: "spin", value: strconv.Itoa(defaultElo), min: engine.MinElo, max: engine.MaxElo, set: number(&s.elo)},
		{name: "UCI_ShowWDL", kind: "check", value: "false", uci: true, set: flag(&s.showWDL)},
		{name: "VariantPath", kind: "string", value: empty, hidden: true, set: func(path string) error {
			if path == "" {
				return nil
			}
			return fmt.Errorf("%q is not read: files of variants are not supported yet", path)
		}},
	}
}

// levelOf returns the level of the engine for a skill level. The skill levels below the best are spread evenly over
// the levels below the best, so two or three of them play alike.
func levelOf(skill int) int { return 1 + skill*(engine.MaxLevel-1)/bestSkill }

// configure tells the engine its options. No search may be going on.
func (s *session) configure() {
	o := s.set
	o.Level = levelOf(s.skill)
	if s.limited {
		o.Elo = s.elo
	}
	s.engine.Set(o)
}

// setVariant chooses a game by its name and starts it.
func (s *session) setVariant(name string) error {
	if err := s.choose(name); err != nil {
		return err
	}
	s.restart()
	if s.free && !s.variant().Castling.Free {
		return fmt.Errorf("%s is not played with the arrays of Chess960: UCI_Chess960 changes nothing", s.base.ID)
	}
	return nil
}

// setFree chooses between a game and its form in the manner of Chess960, and starts it.
func (s *session) setFree(value string) error {
	s.free = value == "true"
	return s.setVariant(s.base.ID)
}

// setOption sets an option from text. The error says what is wrong with the name or the value.
func (s *session) setOption(name, value string) error {
	i := slices.IndexFunc(s.options, func(o option) bool { return strings.EqualFold(o.name, name) })
	if i < 0 {
		return fmt.Errorf("there is no option %q", name)
	}
	o := &s.options[i]
	switch o.kind {
	case "check":
		switch strings.ToLower(value) {
		case "true", "1":
			value = "true"
		case "false", "0":
			value = "false"
		default:
			return fmt.Errorf("option %s: %q is not true or false", o.name, value)
		}
	case "spin":
		n, err := strconv.Atoi(value)
		if err != nil || n < o.min || n > o.max {
			return fmt.Errorf("option %s: %q is not a number from %d to %d", o.name, value, o.min, o.max)
		}
		value = strconv.Itoa(n)
	case "string":
		if value == empty {
			value = ""
		}
	}
	if err := o.set(value); err != nil {
		return fmt.Errorf("option %s: %w", o.name, err)
	}
	return nil
}
