package piece

import "unicode"

// Traits are attributes by which the pieces of a type differ from others that move alike. A type with
// traits names the type without them as its Walk.
type Traits struct {
	// Chameleon pieces become knights, bishops, rooks and queens in turn when they move. Pawns promote
	// to chameleons too.
	Chameleon bool
	// Volage pieces change sides when they first move between light and dark squares, and keep theirs
	// then.
	Volage bool
	// Functionary pieces move, capture and check only while the other side attacks them.
	Functionary bool
	// Settled pieces no longer change sides where pieces do so once (rules.FirstCrossingTurns).
	Settled bool
}

// traitNames are the names of traits, in Popeye's order.
var traitNames = []struct {
	name string
	of   func(*Traits) *bool
}{
	{"Chameleon", func(t *Traits) *bool { return &t.Chameleon }},
	{"Volage", func(t *Traits) *bool { return &t.Volage }},
	{"Functionary", func(t *Traits) *bool { return &t.Functionary }},
	{"Settled", func(t *Traits) *bool { return &t.Settled }},
}

// Attributes returns the small letters that problems write for the traits: the capitals of their
// names. Nothing is written for a piece that is settled.
func (t Traits) Attributes() (text string) {
	t.Settled = false
	for _, name := range t.Names() {
		for _, letter := range name {
			if unicode.IsUpper(letter) {
				text += string(unicode.ToLower(letter))
			}
		}
	}
	return text
}

// Names returns the names of the traits, in Popeye's order.
func (t Traits) Names() (all []string) {
	for _, n := range traitNames {
		if *n.of(&t) {
			all = append(all, n.name)
		}
	}
	return all
}

// Set sets the trait with a name. It reports false if there is none.
func (t *Traits) Set(name string) bool {
	for _, n := range traitNames {
		if n.name == name {
			*n.of(t) = true
			return true
		}
	}
	return false
}
