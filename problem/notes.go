package problem

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
	answered := s.tree() || s.defended()
	drop(&o.Quodlibet, s.Play == Self || s.Play == SemiReflex || s.Play == HelpSelf || s.Play == Reflex && answered, noQuodlibet)
	drop(&o.GoalIsEnd, s.Play != Reciprocal && s.Play != Reflex && s.Play != HelpReflex, noGoalIsEnd)
	drop(&o.PostKeyPlay, answered, noPostKey)
	drop(&o.WhiteToPlay, !answered && (!s.Half || s.game()), noWhiteToPlay)
	return o, notes
}

// ignored says which of the options that do apply have no effect.
func (o *Options) ignored(s *Stipulation) (notes []string) {
	add := func(is bool, note string) {
		if is {
			notes = append(notes, note)
		}
	}
	answered := s.tree() || s.defended()
	add(o.StopOnShort && answered, noStopOnShort)
	add(o.Tries > 0 && o.PostKeyPlay && s.tree(), noTry)
	add(o.Threat != 0 && (!answered || s.Moves > 1 && o.Threat >= s.Moves), noThreat)
	add(o.Intelligent && !s.game() && (answered || s.Goal.Aim != Mate && s.Goal.Aim != Stalemate || s.end() != byGoal && s.end() != reciprocal), noIntelligent)
	return notes
}

// hasSetPlay reports whether there is play before that of the side that begins.
func (s *Stipulation) hasSetPlay() bool {
	switch {
	case s.game() || s.tree() || len(s.Intro) > 0:
		return true
	case s.Mover == Series || s.Mover == HelpParry:
		return s.Play != Direct
	case s.Play == HelpSelf:
		return s.Moves > 1 || s.Half
	}
	return s.Moves > 0
}
