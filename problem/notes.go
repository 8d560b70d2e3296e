package problem

import (
	"fmt"
	"strings"
)

// What is remarked of options that do not apply.
const (
	noQuodlibet   = "Quodlibet not applicable - ignored"
	noGoalIsEnd   = "GoalIsEnd not applicable - ignored"
	noPostKey     = "PostKeyPlay not applicable - ignored"
	noWhiteToPlay = "WhiteToPlay not applicable - ignored"
	noStopOnShort = "Option  StopOnShortSolutions  not supported with direct play."
	noTry         = "try play not applicable"
	noThreat      = `Option "Threat" not applicable or indicated maximum threat length too big`
	noIntelligent = "Intelligent Mode only with h#/=, ser-#/= and ser-h#/=, with a limited set of fairy conditions and without fairy pieces."
	noSetPlay     = "SetPlay not applicable - ignored"
	noNumbers     = "StartMoveNumber or UpToMoveNumber incompatible with the stipulation"
)

// applicable returns the options that change how a stipulation is played, without those that do not apply to it,
// and says which these are.
func (o Options) applicable(s *Stipulation) (Options, []string) {
	var notes []string
	drop := func(option *bool, applies bool, note string) {
		if *option && !applies {
			*option = false
			notes = append(notes, note)
		}
	}
	answered := s.defended()
	drop(&o.Quodlibet, s.Play == Self || s.Play == SemiReflex || s.Play == HelpSelf || s.Play == Reflex && answered, noQuodlibet)
	drop(&o.GoalIsEnd, s.Play != Reciprocal && s.Play != Reflex && s.Play != HelpReflex, noGoalIsEnd)
	drop(&o.WhiteToPlay, !answered && (s.Mover == Alternate && !s.Half && (s.Play != Reciprocal || s.Moves > 1) || s.game()), noWhiteToPlay)
	drop(&o.PostKeyPlay, s.tree(), noPostKey)
	if !s.intelligent() {
		o.PerEnding = 0
	}
	return o, notes
}

// intelligent reports whether Popeye's Intelligent mode is for such a stipulation, games aside.
func (s *Stipulation) intelligent() bool {
	return !s.defended() && (s.Goal.Aim == Mate || s.Goal.Aim == Stalemate) && (s.end() == byGoal || s.end() == reciprocal)
}

// ignored says which of the options that do apply have no effect.
func (o *Options) ignored(s *Stipulation) (notes []string) {
	add := func(is bool, note string) {
		if is {
			notes = append(notes, note)
		}
	}
	answered := s.defended()
	applied, _ := o.applicable(s)
	postKey := o.PostKeyPlay && s.tree()
	add(o.SetPlay && (postKey || !s.played(&applied).hasSetPlay()), noSetPlay)
	add(o.Intelligent && !s.game() && !s.intelligent(), noIntelligent)
	add((o.MoveNumbers || o.From > 0 || o.UpTo > 0) && postKey, noNumbers)
	add(o.Tries > 0 && postKey, noTry)
	add(o.Threat > 0 && (!answered || (s.Moves > 1 || len(s.Intro) > 0) && o.Threat >= s.Moves) ||
		o.Threat < 0 && !answered && s.end() == byGoal && !s.Goal.stills(), noThreat)
	add(o.StopOnShort && answered && len(s.Intro) == 0, noStopOnShort)
	return notes
}

// played returns the stipulation as it is played: half a move shorter where White begins help play.
func (s *Stipulation) played(o *Options) *Stipulation {
	if !o.WhiteToPlay || s.tree() || s.Mover != Alternate || s.Half || s.game() {
		return s
	}
	shorter := *s
	shorter.Text = strings.TrimSuffix(s.Text, fmt.Sprint(s.Moves)) + fmt.Sprintf("%d.5", s.Moves-1)
	shorter.Moves, shorter.Half = s.Moves-1, true
	return &shorter
}

// hasSetPlay reports whether there is play before that of the side that begins.
func (s *Stipulation) hasSetPlay() bool {
	switch {
	case s.game() || s.tree() || len(s.Intro) > 0:
		return true
	case s.Mover == Series || s.Mover == HelpParry:
		return s.Play != Direct
	case s.Mover == Alternate && (s.Play == HelpSelf || s.Play == HelpReflex):
		return s.Moves > 1 || s.Moves == 1 && s.Half
	case s.Play == Reciprocal && s.Half:
		return s.Moves > 1
	}
	return s.Moves > 0
}
