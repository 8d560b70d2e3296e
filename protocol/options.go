package protocol

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/tablebase"
	"github.com/kirke-chess/kirke/variantfile"
)

// The options, as one table that both dialects show.

// defaultElo is Fairy-Stockfish's.
const defaultElo = 1350

// bestSkill is the skill level of full strength, as in Stockfish.
const bestSkill = 20

// empty is how UCI writes an empty text.
const empty = "<empty>"

// option is something that the user may set.
type option struct {
	name     string
	kind     string // check, spin, combo, string or button
	value    string // the default
	min, max int    // of a spin
	choices  []string
	uciOnly  bool // XBoard has a command of its own for it, or no use
	set      func(value string) error
}

// listOptions returns the options, in the order they are shown.
func (s *session) listOptions() []option {
	ids := gameIDs()
	o, overhead := &s.engineOptions, int(engine.DefaultOverhead.Milliseconds())
	setOverhead := func(ms int) { o.Overhead = time.Duration(ms) * time.Millisecond }
	return []option{
		text("Debug Log File", s.out.logTo),
		uciOnly(s.spin("Threads", o.Threads, 1, maxThreads, into(&o.Threads))),
		uciOnly(s.spin("Hash", o.Hash, 1, s.config.MaxHash, into(&o.Hash))),
		{name: "Clear Hash", kind: "button", set: func(string) error { s.engine.Clear(); return nil }},
		uciOnly(s.check("Ponder", &s.pondering)),
		s.spin("MultiPV", 1, 1, 500, into(&o.MultiPV)),
		s.spin("Skill Level", bestSkill, 0, bestSkill, into(&s.skill)),
		s.spin("Move Overhead", overhead, 1, 5000, setOverhead),
		s.spin("Slow Mover", 100, 10, 1000, into(&o.SlowMover)),
		s.spin("nodestime", 0, 0, 10000, into(&o.NodesTime)),
		{name: "UCI_Chess960", kind: "check", value: "false", uciOnly: true, set: s.setChess960},
		{name: "UCI_Variant", kind: "combo", value: s.chosen.ID, choices: ids, uciOnly: true, set: s.setVariant},
		{name: "UCI_AnalyseMode", kind: "check", value: "false", uciOnly: true, set: ignore},
		s.check("UCI_LimitStrength", &s.limitElo),
		s.spin("UCI_Elo", defaultElo, engine.MinElo, engine.MaxElo, into(&s.elo)),
		uciOnly(s.check("UCI_ShowWDL", &s.showWDL)),
		text("VariantPath", s.loadGames),
		{name: "Use NNUE", kind: "check", value: "true", set: s.useNetworks},
		text("EvalFile", s.loadNetwork),
		text("TablebasePath", s.openTables),
	}
}

// check returns an option that is on or off.
func (s *session) check(name string, to *bool) option {
	return option{name: name, kind: "check", value: "false", set: func(value string) error {
		*to = value == "true"
		s.configure()
		return nil
	}}
}

// spin returns an option that is a number.
func (s *session) spin(name string, value, least, most int, set func(int)) option {
	o := option{name: name, kind: "spin", value: strconv.Itoa(value), min: least, max: most}
	o.set = func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		set(n)
		s.configure()
		return nil
	}
	return o
}

// into returns a function that keeps a number.
func into(to *int) func(int) { return func(n int) { *to = n } }

// text returns an option that is a text, empty at first.
func text(name string, set func(string) error) option {
	return option{name: name, kind: "string", value: empty, set: set}
}

func uciOnly(o option) option { o.uciOnly = true; return o }

// ignore is for options that change nothing.
func ignore(string) error { return nil }

// gameIDs returns the IDs of the named games in the order of the alphabet.
func gameIDs() (ids []string) {
	for _, v := range kirke.Games() {
		ids = append(ids, v.ID)
	}
	slices.Sort(ids)
	return ids
}

// loadGames reads files of games, which stand apart as in PATH, and offers the games in them.
func (s *session) loadGames(path string) error {
	_, err := variantfile.Load(filepath.SplitList(path)...)
	for i := range s.options {
		if s.options[i].name == "UCI_Variant" {
			s.options[i].choices = gameIDs()
		}
	}
	return err
}

// useNetworks chooses between networks and the hand-made evaluation.
func (s *session) useNetworks(value string) error {
	s.engineOptions.HandMade = value != "true"
	s.configure()
	return nil
}

// loadNetwork reads the file of a network, for the games that it names; "" goes back to the
// networks that come with Kirke.
func (s *session) loadNetwork(path string) error {
	file, err := engine.ReadNetwork(path, s.variant())
	if file == nil && err != nil {
		return err
	}
	s.engineOptions.Network, s.evaluation = file, ""
	s.configure()
	return err
}

// openTables opens a folder of tables of endgames; "" closes it. It tells of tables that cannot be
// used, now or when they are read.
func (s *session) openTables(path string) (err error) {
	s.tables, s.engineOptions.Tables = nil, nil
	if path != "" {
		s.tables, err = tablebase.Open(path, func(err error) { s.warn(err) })
	}
	if s.tables != nil {
		s.engineOptions.Tables = s.tables
	}
	s.configure()
	s.countTables()
	return err
}

// countTables tells how many tables of endgames there are for the game.
func (s *session) countTables() {
	if s.tables == nil {
		return
	}
	all, broken := s.tables.Count(s.variant())
	s.tell(fmt.Sprintf("tables of endgames for %s: %d found, %d that cannot be used, the largest with %d pieces",
		s.variant().ID, all, broken, s.tables.Pieces(s.variant())))
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

// configure passes the options to the engine. No search may be in progress.
func (s *session) configure() {
	o := s.engineOptions
	o.Level = levelOf(s.skill)
	if s.limitElo {
		o.Elo = s.elo
	}
	s.engine.Set(o)
}

// levelOf returns the level of the engine for a skill level. The skill levels below the best are
// spread evenly over the levels below the best, so two or three of them play alike.
func levelOf(skill int) int { return 1 + skill*(engine.MaxLevel-1)/bestSkill }

// setVariant chooses a game by its name and starts it.
func (s *session) setVariant(name string) error {
	if err := s.choose(name); err != nil {
		return err
	}
	s.restart()
	s.countTables()
	if s.chess960 && !s.variant().Castling.Free {
		return fmt.Errorf("%s has no Chess960 form: UCI_Chess960 changes nothing", s.chosen.ID)
	}
	return nil
}

// setChess960 chooses between a game and its Chess960 form, and starts it.
func (s *session) setChess960(value string) error {
	s.chess960 = value == "true"
	return s.setVariant(s.chosen.ID)
}
