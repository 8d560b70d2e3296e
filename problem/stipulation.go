package problem

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/walk"
)

// Goal is what is to be reached: an Aim and, of Target and Kiss, the name of a Square.
type Goal = walk.Goal

// Aim is the kind of a goal.
type Aim = walk.Aim

// The kinds of goals, with their signs. The side that reaches a goal moves last.
const (
	Mate            = walk.Mate            // #
	Stalemate       = walk.Stalemate       // =
	MateOrStalemate = walk.MateOrStalemate // #=
	DoubleStalemate = walk.DoubleStalemate // ==: neither side could move
	DoubleMate      = walk.DoubleMate      // ##: both kings are mated
	CounterMate     = walk.CounterMate     // ##!: the side that moves mates by mating itself
	AutoMate        = walk.AutoMate        // !#: the side that moves is mated itself
	AutoStalemate   = walk.AutoStalemate   // !=: the side that moves could not move again
	Check           = walk.Check           // +
	Capture         = walk.Capture         // x
	Target          = walk.Target          // z and a square: the piece that moves arrives there
	WinPiece        = walk.WinPiece        // %: a capture of a piece that is not reborn
	PassingCapture  = walk.PassingCapture  // ep
	Castling        = walk.Castling        // 00
	LastRank        = walk.LastRank        // c81: the piece that moves ends on the last rank
	Kiss            = walk.Kiss            // k and a square: only the piece that moves is beside the piece from there
	Circuit         = walk.Circuit         // ct: the piece that moves is back on its square in the diagram
	RebirthCircuit  = walk.RebirthCircuit  // ctr: a captured piece is reborn on its square in the diagram
	Exchange        = walk.Exchange        // <>: two pieces have changed places
	RebirthExchange = walk.RebirthExchange // <>r: the last of them by a rebirth
	AnyMove         = walk.AnyMove         // ~
	ProofGame       = walk.ProofGame       // dia: the diagram is reached from the starting position
	TargetGame      = walk.TargetGame      // a=>b: position B is reached from A
)

// Play is how the sides play towards the goal.
type Play uint8

// The kinds of play.
const (
	Direct     Play = iota // one side forces the goal
	Self                   // one side forces the other to reach it
	Reflex                 // Self, and a side that can reach the goal in one move must do so
	SemiReflex             // Reflex for the defending side only
	Help                   // both reach it together
	HelpSelf               // both play so that the second side is at last forced to reach it
	HelpReflex             // both play so that the second side at last can, and so must, reach it
	Reciprocal             // both play so that either side can reach it at last
)

// Mover says which side makes the moves of a series.
type Mover uint8

// The kinds of series.
const (
	Alternate Mover = iota // no series: the sides move in turn
	Series                 // one side makes all moves but the last
	Parry                  // Series, but the other side answers checks: it defends, and helps in help play
	HelpParry              // Parry, but the other side always helps
)

// Stipulation is the task of a problem.
type Stipulation struct {
	Text  string // as it was written
	Exact bool   // solutions in fewer moves do not count
	Intro []int  // the lengths of the introductory series
	Mover Mover
	Play  Play
	Goal  Goal
	Other Goal // of Reciprocal: the goal that the last move but one may reach instead, mostly Goal again
	Moves int
	Half  bool // there is half a move more

	Structure *Structure // a structured stipulation, instead of all but the text; nil for none
}

// plays are the kinds of play as they are written, in the order in which a stipulation is compared
// with them.
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
	{"reci-h", Alternate, Reciprocal}, {"hs", Alternate, HelpSelf}, {"hr", Alternate, HelpReflex},
	{"h", Alternate, Help}, {"semi-r", Alternate, SemiReflex}, {"s", Alternate, Self}, {"r", Alternate, Reflex},
	{"", Alternate, Direct},
}

// UnsupportedError names all parts of a problem that Kirke knows but does not solve.
type UnsupportedError struct {
	Missing []string // as "the condition Madrasi"
	Where   []string // the pieces on the board that these name, as "Magic Queen d1 b3"
	Line    int      // of the first in a file, from 1; 0 if there is no file
}

func (e *UnsupportedError) Error() string {
	text, are := e.Missing[0], "is"
	if strings.HasPrefix(text, neutralPieces) {
		are = "are"
	}
	if last := len(e.Missing) - 1; last > 0 {
		text, are = strings.Join(e.Missing[:last], ", ")+" and "+e.Missing[last], "are"
	}
	if e.Line > 0 {
		text = fmt.Sprintf("line %d: %s", e.Line, text)
	}
	text += " " + are + " not supported"
	if len(e.Where) > 0 {
		text += " (" + strings.Join(e.Where, ", ") + ")"
	}
	return text
}

func unsupported(format string, args ...any) error {
	return &UnsupportedError{Missing: []string{fmt.Sprintf(format, args...)}}
}

// ParseStipulation returns the stipulation that a text such as "h#2.5", "ser-s#4", "reci-h(#)=3" or
// "exact-hzg74" means. The error says what is not understood, and is an *UnsupportedError for what
// is known but not solved.
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

// mostMoves is the greatest length of a stipulation.
const mostMoves = 500

// parseGoals returns the two goals of play, and the text after them. Only reciprocal play may have
// two different ones, with the first in brackets.
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

// parseGoal returns the goal that a text begins with, and the text after it.
func parseGoal(text string) (Goal, string, error) {
	for _, a := range walk.Aims {
		rest, ok := strings.CutPrefix(text, a.Text)
		if !ok {
			continue
		}
		g := Goal{Aim: a.Aim}
		if a.HasSquare {
			if len(rest) < 2 || rest[0] < 'a' || rest[0] > 'p' || rest[1] < '1' || rest[1] > '9' {
				return g, "", fmt.Errorf("the square after z is missing")
			}
			g.Square, rest = rest[:2], rest[2:]
		}
		return g, rest, nil
	}
	return Goal{}, "", fmt.Errorf("%q begins with no goal", text)
}

// parseLength sets the length to that of a text.
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

// knownButUnsupported returns the error for a stipulation without a goal that Kirke solves.
func knownButUnsupported(text, rest string) error {
	if strings.Contains(rest, "zposition") {
		return unsupported("a target position")
	}
	return fmt.Errorf("stipulation %q is not understood", text)
}

// IsGame reports whether a game is asked for that leads to the diagram.
func (s *Stipulation) IsGame() bool { return s.Asks(ProofGame) || s.Asks(TargetGame) }

// Asks reports whether a goal of the stipulation has an aim.
func (s *Stipulation) Asks(a Aim) bool {
	return slices.ContainsFunc(s.goals(), func(g Goal) bool { return g.Aim == a })
}

// Reversed reports whether Black begins the game from position A to position B. White begins in a
// series without help; the option WhiteToPlay exchanges the two. A structured stipulation says who
// begins.
func (s *Stipulation) Reversed(o *Options) bool {
	if s.Structure != nil {
		return s.ForSide(o).Structure.Side == board.Black
	}
	return s.Goal.Aim == TargetGame && (s.Mover == Alternate || s.Play == Help) != o.WhiteToPlay
}

// String returns the stipulation as Popeye prints it, without parts that have no effect.
func (s *Stipulation) String() string {
	if s.Structure != nil {
		return s.Text
	}
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

// saysExact reports whether Popeye prints that an exact stipulation is exact.
func (s *Stipulation) saysExact() bool {
	if len(s.Intro) > 0 {
		return false
	}
	least := 2
	switch {
	case s.Play == Reciprocal && s.Half, s.IsGame() && s.Half, s.Mover == Alternate && s.Play == Help && s.Half:
		least = 1
	}
	if s.Play == Reciprocal {
		least++
	}
	return s.Moves >= least
}

// defended reports whether one side plays against the other.
func (s *Stipulation) defended() bool {
	return (s.Mover == Alternate || s.Mover == Parry) && s.Play <= SemiReflex && !s.IsGame()
}

// tree reports whether the solutions are trees of moves and answers, not lines.
func (s *Stipulation) tree() bool {
	return s.Structure == nil && s.defended() && s.Mover == Alternate && len(s.Intro) == 0
}
