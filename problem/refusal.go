package problem

import (
	"errors"
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file finds out which parts of a problem do not go together, so that a refusal names all of
// them.

// apartError says that the parts of a problem are not known to go together, and why; why may be
// nil.
type apartError struct{ why error }

func (e *apartError) Error() string {
	return "it is not known how the parts of the problem go together"
}

// feature is a part of a problem that may not go with others: one of these.
type feature struct {
	condition Condition
	attribute string // of pieces, "Royal" among them
	piece     rules.PieceType
	neutrals  bool
}

// royal is the attribute that is no trait.
const royal = "Royal"

// features returns the parts of a problem that may not go with others.
func (p *Problem) features() (all []feature) {
	for _, c := range p.Conditions {
		all = append(all, feature{condition: c})
	}
	onBoards := piece.Traits{OtherBoard: p.saysTwoBoards()}.Names() // what a condition says
	var attributes []string
	for i := range p.Game.Army {
		t := &p.Game.Army[i]
		if t.Walk != "" && t.Royal && !slices.Contains(attributes, royal) {
			attributes = append(attributes, royal)
		}
		for _, name := range t.Traits.Names() {
			if !slices.Contains(attributes, name) && !slices.Contains(onBoards, name) {
				attributes = append(attributes, name)
			}
		}
	}
	for _, name := range attributes {
		all = append(all, feature{attribute: name})
	}
	for i := range p.Game.Army {
		if t := &p.Game.Army[i]; t.Abbreviation != "" && t.Walk == "" {
			all = append(all, feature{piece: rules.PieceType(i + 1)})
		}
	}
	if p.neutrals() {
		all = append(all, feature{neutrals: true})
	}
	return all
}

// neutralPieces is a feature in words, the only one that names several things.
const neutralPieces = "neutral pieces"

// of returns the feature in words.
func (f feature) of(p *Problem) string {
	switch {
	case f.attribute != "":
		return "the attribute " + f.attribute
	case f.piece != 0:
		return "the piece " + p.Game.Type(f.piece).Name
	case f.neutrals:
		return neutralPieces
	}
	return "the condition " + f.condition.Text
}

// only returns a problem with some features of p and none of the others, pieces aside: those that
// are left out move as knights.
func (p *Problem) only(some ...feature) *Problem {
	has := func(f feature) bool {
		return slices.ContainsFunc(some, func(g feature) bool {
			return f.attribute == g.attribute && f.piece == g.piece && f.neutrals == g.neutrals
		})
	}
	q := p.clone()
	q.Twins, q.Initial, q.Conditions = nil, nil, nil
	q.Setup.Aftermath.Below = nil
	for _, f := range some {
		if f.attribute == "" && f.piece == 0 && !f.neutrals {
			q.Conditions = append(q.Conditions, f.condition)
		}
	}
	for sq, pc := range q.Setup.Board {
		if pc.Neutral() && !has(feature{neutrals: true}) {
			q.Setup.Board[sq] = 0
		}
	}
	onBoards := piece.Traits{OtherBoard: q.saysTwoBoards()}.Names()
	q.Game = p.Game.Clone()
	for i := range q.Game.Army {
		t, traits := &q.Game.Army[i], piece.Traits{}
		for _, name := range t.Traits.Names() {
			if has(feature{attribute: name}) || slices.Contains(onBoards, name) {
				traits.Set(name)
			}
		}
		t.Traits = traits
		t.Royal = t.Royal && (t.Walk == "" || has(feature{attribute: royal}))
		walk := p.Game.WalkOf(rules.PieceType(i + 1))
		if p.Game.Type(walk).Abbreviation != "" && !has(feature{piece: walk}) {
			knight := piece.Knight
			knight.Name, knight.Letter, knight.Mark, knight.Abbreviation = t.Name, t.Letter, t.Mark, t.Abbreviation
			knight.Walk, knight.Traits, knight.Royal = t.Walk, t.Traits, t.Royal
			*t = knight
		}
	}
	return q
}

// refusal adds to an *UnsupportedError, or names instead of an *apartError, each feature and each
// two of them that do not go together even without the others. It returns other errors as they are.
func (p *Problem) refusal(err error) error {
	u := &UnsupportedError{}
	apart, is := errors.AsType[*apartError](err)
	if other, known := errors.AsType[*UnsupportedError](err); known {
		u.Missing = slices.Clone(other.Missing)
	} else if !is {
		return err
	}
	all := p.features()
	var alone, named []feature
	for _, f := range all {
		if p.refuses(u, f) {
			alone = append(alone, f)
		}
	}
	named = append(named, alone...)
	for i, f := range all {
		for _, g := range all[:i] {
			listed := func(a feature) bool { return a.of(p) == f.of(p) || a.of(p) == g.of(p) }
			if !slices.ContainsFunc(alone, listed) && p.refuses(u, f, g) {
				named = append(named, f, g)
			}
		}
	}
	if len(u.Missing) == 0 {
		u.Missing, named = []string{p.together(all, apart)}, all
	}
	u.Where = p.where(named)
	return u
}

// where returns the pieces on the board that some features name, those of each type together.
func (p *Problem) where(named []feature) (all []string) {
	for i := range p.Game.Army {
		k, t := rules.PieceType(i+1), &p.Game.Army[i]
		if !slices.ContainsFunc(named, func(f feature) bool {
			return f.piece != 0 && f.piece == p.Game.WalkOf(k) || f.attribute == royal && t.Royal && t.Walk != "" ||
				slices.Contains(t.Traits.Names(), f.attribute)
		}) {
			continue
		}
		text := t.Name
		for sq := range p.Setup.Board {
			if at := p.Game.Size.Mirror(board.Square(sq)); p.Setup.Board[at].Type() == k {
				text += " " + p.Game.Size.Name(at)
			}
		}
		if text != t.Name {
			all = append(all, text)
		}
	}
	return all
}

// refuses reports whether some features do not go together, and adds to u what does not.
func (p *Problem) refuses(u *UnsupportedError, some ...feature) bool {
	_, err := p.only(some...).composed()
	if apart, is := errors.AsType[*apartError](err); is {
		u.Missing = append(u.Missing, p.together(some, apart))
		return true
	}
	if other, is := errors.AsType[*UnsupportedError](err); is {
		for _, what := range other.Missing {
			if !slices.Contains(u.Missing, what) {
				u.Missing = append(u.Missing, what)
			}
		}
	}
	return err != nil
}

// together returns features in words, as "the attribute Magic with the condition Circe". Why
// conditions do not go together is said behind.
func (p *Problem) together(some []feature, apart *apartError) string {
	conditions, others := []string{}, []string{}
	for _, f := range some {
		if name := f.of(p); f.condition.Text != "" {
			conditions = append(conditions, name)
		} else {
			others = append(others, name)
		}
	}
	all := slices.Concat(others, conditions)
	if len(all) == 0 { // its game alone
		all = []string{"the game " + p.Game.ID}
	}
	text := all[0]
	if len(all) > 1 {
		text += " with " + words.And(all[1:])
	}
	if apart.why != nil && len(others) == 0 {
		text += fmt.Sprintf(" (%v)", apart.why)
	}
	return text
}
