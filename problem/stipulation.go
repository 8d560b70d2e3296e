package problem

import (
	"fmt"
	"strconv"
	"strings"
)

// Goal is what a play aims at.
type Goal struct {
	Aim    Aim
	Square string // of Target: the square's name
}

// Aim is the kind of a goal.
type Aim uint8

// The aims of goals. Who reaches one moves last.
const (
	Mate            Aim = iota // #
	Stalemate                  // =
	MateOrStalemate            // #=
	DoubleStalemate            // ==: neither side could move
	DoubleMate                 // ##: both kings are mated
	CounterMate                // ##!: the side that moves mates by mating itself
	AutoMate                   // !#: the side that moves is mated itself
	AutoStalemate              // !=: the side that moves could not move again
	Check                      // +
	Capture                    // x
	Target                     // z and a square: the man that moves stands there
	WinPiece                   // %: a capture of a man that is not reborn
	PassingCapture             // ep
	Castling                   // 00
	Circuit                    // ct: the man that moves is back on its square in the diagram
	RebirthCircuit             // ctr: a captured man is reborn there
	Exchange                   // <>: two men have changed places
	RebirthExchange            // <>r: the last of them by a rebirth
	AnyMove                    // ~
	ProofGame                  // dia: the diagram is reached from the array
	TargetGame                 // a=>b: position B is reached from A
)

// aims are the goals as they are written, in the order in which they are looked for; mark is
// what is printed after the move that reaches one.
var aims = []struct {
	text, mark string
	aim        Aim
}{
	{"##!", "##!", CounterMate}, {"##", "##", DoubleMate}, {"#=", "#=", MateOrStalemate}, {"#", "#", Mate},
	{"==", "==", DoubleStalemate}, {"!=", "!=", AutoStalemate}, {"=", "=", Stalemate}, {"z", "z", Target},
	{"+", "+", Check}, {"x", "x", Capture}, {"%", "%", WinPiece}, {"ep", "", PassingCapture},
	{"ctr", "", RebirthCircuit}, {"ct", "", Circuit}, {"<>r", "", RebirthExchange}, {"<>", "", Exchange},
	{"00", "", Castling}, {"~", "", AnyMove}, {"dia", "dia", ProofGame}, {"a=>b", "a=>b", TargetGame}, {"!#", "!#", AutoMate},
}

// String returns the goal as it is written in a stipulation.
func (g Goal) String() string {
	for _, a := range aims {
		if a.aim == g.Aim {
			if g.Aim == Target {
				return a.text + g.Square
			}
			return a.text
		}
	}
	return "?"
}

// mark returns what stands after a move that reaches the goal, "" for most goals
// without a sign of their own.
func (g Goal) mark() string {
	for _, a := range aims {
		if a.aim == g.Aim {
			return a.mark
		}
	}
	return ""
}

// stills reports whether a goal asks that a side cannot move.
func (g Goal) stills() bool { return g.Aim <= AutoStalemate }

// Play is how the sides play towards a goal.
type Play uint8

// The plays.
const (
	Direct     Play = iota // one side forces the goal
	Self                   // one side forces the other to reach it
	Reflex                 // Self, and who can reach the goal in one move must
	SemiReflex             // Reflex for the defending side only
	Help                   // both reach it together
	HelpSelf               // both play so that the second side is at last forced to reach it
	HelpReflex             // both play so that it at last can, and therefore must, reach it
	Reciprocal             // both play so that either can reach it at last
)

// Mover says who makes moves in series.
type Mover uint8

// The series.
const (
	Alternate Mover = iota // none: the sides move in turn
	Series                 // one side makes all moves but the last
	Parry                  // the same, but the other side answers checks, in help play to help and else to defend
	HelpParry              // the same, but all answers help
)

// Stipulation is the task of a problem.
type Stipulation struct {
	Text  string // as it was written
	Exact bool   // solutions in fewer moves do not count
	Intro []int  // moves in series before the play, by stage
	Mover Mover
	Play  Play
	Goal  Goal
	Other Goal // of Reciprocal: what the side reaches that could go on instead; mostly Goal again
	Moves int
	Half  bool // half a move more
}

// plays are the kinds of play as they are written, in the order in which they are looked for.
var plays = []struct {
	text  string
	mover Mover
	play  Play
}{
	{"ser-reci-h", Series, Reciprocal}, {"ser-hs", Series, HelpSelf}, {"ser-hr", Series, HelpReflex},
	{"ser-h", Series, Help}, {"ser-s", Series, Self}, {"ser-r", Series, Reflex}, {"ser-", Series, Direct},
	{"pser-hs", Parry, HelpSelf}, {"pser-hr", Parry, HelpReflex},
	{"pser-h", Parry, Help}, {"pser-s", Parry, Self}, {"pser-r", Parry, Reflex}, {"pser-", Parry, Direct},
	{"phser-s", HelpParry, Self}, {"phser-r", HelpParry, Reflex}, {"phser-", HelpParry, Direct},
	{"reci-h", Alternate, Reciprocal}, {"hs", Alternate, HelpSelf}, {"hr", Alternate, HelpReflex}, {"h", Alternate, Help},
	{"semi-r", Alternate, SemiReflex}, {"s", Alternate, Self}, {"r", Alternate, Reflex}, {"", Alternate, Direct},
}

// UnsupportedError is a part of a problem that Kirke does not solve.
type UnsupportedError struct {
	What string // with the word it was written with
}

func (e *UnsupportedError) Error() string { return e.What + " is not supported" }

func unsupported(format string, args ...any) error {
	return &UnsupportedError{fmt.Sprintf(format, args...)}
}

// ParseStipulation returns the stipulation a text such as "h#2.5", "ser-s#4", "reci-h(#)=3"
// or "exact-hzg74" means. The error says what in it is not understood; of parts that are known but not
// solved it is an *UnsupportedError.
func ParseStipulation(text string) (Stipulation, error) {
	s := Stipulation{Text: text}
	rest := strings.ToLower(text)
	exact := func() {
		if cut, ok := strings.CutPrefix(rest, "exact-"); ok {
			rest, s.Exact = cut, true
		}
	}
	exact()
	for {
		number, after, ok := strings.Cut(rest, "->")
		if !ok {
			break
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > mostMoves {
			return s, fmt.Errorf("stipulation %q: %q is not a number of moves", text, number)
		}
		s.Intro, rest = append(s.Intro, n), after
	}
	exact()
	found := false
	for _, p := range plays {
		after, ok := strings.CutPrefix(rest, p.text)
		if !ok {
			continue
		}
		goals, length, err := parseGoals(after, p.play)
		if err != nil {
			continue
		}
		s.Mover, s.Play, s.Other, s.Goal, rest, found = p.mover, p.play, goals[0], goals[1], length, true
		break
	}
	if !found {
		return s, knownButUnsupported(text, rest)
	}
	return s, s.parseLength(rest)
}

// mostMoves bounds the length of a stipulation.
const mostMoves = 500

// parseGoals reads a goal, or the two of reciprocal play, of which the first may be in
// brackets.
func parseGoals(text string, play Play) (goals [2]Goal, rest string, err error) {
	if play == Reciprocal && strings.HasPrefix(text, "(") {
		inner, after, ok := strings.Cut(text[1:], ")")
		if !ok {
			return goals, "", fmt.Errorf("the bracket is not closed")
		}
		if goals[0], inner, err = parseGoal(inner); err != nil || inner != "" {
			return goals, "", fmt.Errorf("no goal in brackets")
		}
		goals[1], rest, err = parseGoal(after)
		return goals, rest, err
	}
	goals[0], rest, err = parseGoal(text)
	goals[1] = goals[0]
	return goals, rest, err
}

func parseGoal(text string) (Goal, string, error) {
	for _, a := range aims {
		rest, ok := strings.CutPrefix(text, a.text)
		if !ok {
			continue
		}
		g := Goal{Aim: a.aim}
		if a.aim == Target {
			if len(rest) < 2 || rest[0] < 'a' || rest[0] > 'p' || rest[1] < '1' || rest[1] > '9' {
				return g, "", fmt.Errorf("the square after z is missing")
			}
			g.Square, rest = rest[:2], rest[2:]
		}
		return g, rest, nil
	}
	return Goal{}, "", fmt.Errorf("%q begins with no goal", text)
}

func (s *Stipulation) parseLength(text string) error {
	whole, isHalf := strings.CutSuffix(strings.TrimSuffix(text, ".0"), ".5")
	n, err := strconv.Atoi(whole)
	if err != nil || n < 0 || n > mostMoves || n == 0 && !isHalf {
		return fmt.Errorf("stipulation %q: %q is not a number of moves", s.Text, text)
	}
	if isHalf && (s.Play < Help || s.Mover != Alternate) && s.Goal.Aim != ProofGame && s.Goal.Aim != TargetGame {
		return fmt.Errorf("stipulation %q: half moves are counted only in help play", s.Text)
	}
	s.Moves, s.Half = n, isHalf
	return nil
}

// knownButUnsupported is the error for a stipulation that is not read.
func knownButUnsupported(text, rest string) error {
	for _, known := range []struct{ sign, name string }{
		{"c81", "the goal chess81"}, {"k", "the goal of kissing a square"}, {"zposition", "a target position"},
	} {
		if strings.Contains(rest, known.sign) {
			return unsupported("stipulation %q: %s", text, known.name)
		}
	}
	return fmt.Errorf("stipulation %q is not understood", text)
}

// game reports whether the play is a game that leads to a position.
func (s *Stipulation) game() bool { return s.Goal.Aim == ProofGame || s.Goal.Aim == TargetGame }

// reversed reports whether Black begins a game from one position to another: it does unless the option WhiteToPlay or a
// series says otherwise, but not where both do.
func (s *Stipulation) reversed(o *Options) bool {
	return s.Goal.Aim == TargetGame && (s.Mover == Alternate || s.Play == Help) != o.WhiteToPlay
}

// String returns the stipulation as Popeye prints it: without what says nothing.
func (s *Stipulation) String() string {
	text := strings.TrimSuffix(strings.ToLower(s.Text), ".0")
	if s.Moves == 1 && s.Mover == Series && s.Play == Reciprocal {
		text = strings.Replace(text, "ser-", "", 1)
	}
	if s.Play == Reciprocal && s.Goal == s.Other {
		text = strings.Replace(text, "("+s.Goal.String()+")", "", 1)
	}
	if !s.saysExact() {
		text = strings.ReplaceAll(text, "exact-", "")
	}
	return text
}

// saysExact reports whether an exact stipulation says so.
func (s *Stipulation) saysExact() bool {
	if len(s.Intro) > 0 {
		return false
	}
	least := 2
	switch {
	case s.Play == Reciprocal && s.Half, s.game() && s.Half, s.Mover == Alternate && s.Play == Help && s.Half:
		least = 1
	}
	if s.Play == Reciprocal {
		least++
	}
	return s.Moves >= least
}

// defended reports whether one side defends.
func (s *Stipulation) defended() bool {
	return (s.Mover == Alternate || s.Mover == Parry) && s.Play <= SemiReflex && !s.game()
}

// tree reports whether the solutions are trees of moves and answers, not lines.
func (s *Stipulation) tree() bool {
	return s.defended() && s.Mover == Alternate && len(s.Intro) == 0
}
