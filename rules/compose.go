package rules

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/piece"
)

// Modifier is a change to a game that may be put on several: a member of the Circe family,
// progressive play, a single rule.
type Modifier struct {
	ID      string   // after a "+" in the ID of a game
	Aliases []string // other IDs that Lookup takes for it
	Family  string   // adds to the rating family of a game; "" is the ID
	Name    string   // for people
	Summary string   // one sentence
	Notes   []string // as those of Variant

	// The parts to set. A zero field changes nothing.
	Conversion Conversion
	Aftermath  Aftermath
	Series     Series
	End        End
	Fairy      Fairy
	Neutrals   bool
	Adds       *piece.Type // is added to the army, with a letter that is free there
}

// Compose puts modifiers on a game, which may be a changed copy or a game of one's own: what was
// changed stays. The built-in modifiers come first, in their fixed order, others follow as they are
// given, and each ID counts once. The error says which parts contradict each other. The value is
// the caller's own.
func Compose(base *Variant, mods ...*Modifier) (*Variant, error) {
	v := base.Clone()
	if len(mods) == 0 {
		return v, nil
	}
	mods = inOrder(mods)
	v.name(base, mods)
	for _, m := range mods {
		if err := v.modify(m); err != nil {
			return nil, fmt.Errorf("%q is not played: %w", v.ID, err)
		}
	}
	v.addGhosts()
	if err := v.contradiction(); err != nil {
		return nil, fmt.Errorf("%q is not played: %w", v.ID, err)
	}
	return v, nil
}

// inOrder returns each modifier once, in the order of the built-in ones.
func inOrder(mods []*Modifier) (sorted []*Modifier) {
	place := func(m *Modifier) int {
		if i := slices.IndexFunc(orderedModifiers, func(known *Modifier) bool { return known.ID == m.ID }); i >= 0 {
			return i
		}
		return len(orderedModifiers)
	}
	for _, m := range mods {
		if !slices.ContainsFunc(sorted, func(other *Modifier) bool { return other.ID == m.ID }) {
			sorted = append(sorted, m)
		}
	}
	slices.SortStableFunc(sorted, func(a, b *Modifier) int { return place(a) - place(b) })
	return sorted
}

// name sets what v, a copy of base, is called with modifiers on it. Chess goes without saying.
func (v *Variant) name(base *Variant, mods []*Modifier) {
	var ids, families, names, notes, summaries []string
	if base.ID != chess.ID {
		ids, families, names = []string{base.ID}, []string{base.RatingFamily()}, []string{base.Name}
		summaries, notes = []string{base.Summary}, slices.Clone(base.Notes)
	}
	circe := circeNames(mods)
	for _, m := range mods {
		ids, families, names = append(ids, m.ID), append(families, cmp.Or(m.Family, m.ID)), append(names, m.Name)
		notes = append(notes, m.Notes...)
		switch {
		case len(circe) < 2 || !slices.Contains(circe, m.Name):
			summaries = append(summaries, m.Summary)
		case m.Name == circe[0]:
			summaries = append(summaries,
				fmt.Sprintf("%d members of the Circe family at once: %s.", len(circe), strings.Join(circe, ", ")))
		}
	}
	v.ID, v.Family, v.Name = strings.Join(ids, "+"), strings.Join(families, "+"), strings.Join(names, " + ")
	v.Aliases, v.Summary, v.Notes = nil, strings.TrimSpace(strings.Join(summaries, " ")), notes
}

// circeNames returns the names of the members of the Circe family among modifiers.
// What each says of itself is not true of several at once.
func circeNames(mods []*Modifier) []string {
	var names []string
	for _, m := range mods {
		if m.inCirceFamily() {
			names = append(names, m.Name)
		}
	}
	return names
}

// modify sets the parts that m sets. The error says which choice v has made otherwise.
func (v *Variant) modify(m *Modifier) error {
	if m.Series.Progressive && v.Series.Progressive && m.Series != v.Series {
		italian, _ := reflect.TypeFor[Series]().FieldByName("Italian")
		return decided(italian)
	}
	if m.Adds != nil {
		if _, err := v.AddType(*m.Adds); err != nil {
			return err
		}
	}
	v.Neutrals = v.Neutrals || m.Neutrals
	if m.Fairy.Castling != NoFreeCastling {
		v.Castling = Castling{}
	}
	return errors.Join(merge(&v.Conversion, m.Conversion), merge(&v.Aftermath, m.Aftermath),
		merge(&v.Series, m.Series), merge(&v.End, m.End), merge(&v.Fairy, m.Fairy))
}

// merge sets every field of dst that is set in src, and those of the parts in them, but for parts
// that decide one thing. It is an error when both set a field to different values.
func merge[T any](dst *T, src T) error {
	return mergeFields(reflect.ValueOf(dst).Elem(), reflect.ValueOf(src))
}

func mergeFields(dst, src reflect.Value) error {
	for i := range src.NumField() {
		from, to := src.Field(i), dst.Field(i)
		switch {
		case from.IsZero():
		case to.IsZero():
			to.Set(from)
		case from.Kind() == reflect.Struct && src.Type().Field(i).Tag.Get("decides") == "":
			if err := mergeFields(to, from); err != nil {
				return err
			}
		case !to.Equal(from):
			return decided(src.Type().Field(i))
		}
	}
	return nil
}

// decided is the error for a field that two parts of a game set to different values. Its tag says
// in words what it decides.
func decided(f reflect.StructField) error {
	return fmt.Errorf("two of its parts decide %s", f.Tag.Get("decides"))
}

// contradiction says why the parts of v do not go together, or nil.
func (v *Variant) contradiction() error {
	if v.Conversion.NoCaptures && v.Conversion.Bishop == 0 {
		return errors.New("the game has no conversion rule")
	}
	if v.Aftermath.Reborn == MoverReborn && !v.knownMartian() {
		return errors.New("it has not been compared with Popeye in Martian Circe")
	}
	if err := v.Fairy.contradiction(v); err != nil {
		return err
	}
	if v.Aftermath.Active {
		return v.Aftermath.contradiction(v)
	}
	return nil
}
