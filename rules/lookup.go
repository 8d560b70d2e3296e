package rules

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Modifier is a change to a game that may be put on top of several: a row of the
// Circe family, progressive play, a rule flag.
type Modifier struct {
	ID, Name, Summary string
	Notes             []string
	Aftermath         Aftermath
	Series            Series
	End               End
	NoConversionTakes bool
}

var games = []*Variant{
	chess, chess960Game, seirawan, seirawan960, seirawanSjaak, siceirawan,
	sissa, symmetricSissa, cetran1, cetran2, cetran3,
}

// earlier are games as they were in earlier versions of their rules. A game whose
// rules change gets the next Version, and the row that it had before stays here.
var earlier = []*Variant{seirawanSjaak1}

var bareKing = &Modifier{
	ID: "bare-king", Name: "bare king draws",
	Summary: "A side that has its king alone and cannot at once take the opponent's last piece draws.",
	End:     End{BareKing: true},
}

var quietConversion = &Modifier{
	ID: "quiet-conversion", Name: "conversions do not capture",
	Summary:           "The bishops conversion may not capture: sources disagree whether it may.",
	NoConversionTakes: true,
}

var modifiers = slices.Concat([]*Modifier{progressive, progressiveItalian}, circes, []*Modifier{cohen, bareKing, quietConversion})

var aliases = map[string]string{
	"anticirce":      "anticirce-calvet",
	"orthodox":       "chess",
	"standard":       "chess",
	"schess":         "seirawan",
	"marscirce":      "circe-martian",
	"circe-cuckoo":   "circe-coucou",
	"cetina-random":  "cetran1",
	"circe-platz":    "circe-pwc",
	"symmetricsissa": "symmetric-sissa",
}

// All returns every game and every modifier on top of chess that is a game by
// itself, in a fixed order. Combinations of them are found by Lookup. The values
// are the caller's own.
func All() []*Variant {
	var all []*Variant
	for _, v := range games {
		all = append(all, v.Clone())
	}
	for _, m := range modifiers {
		if !m.standsAlone() {
			continue
		}
		if v, err := Lookup(m.ID); err == nil {
			all = append(all, v)
		}
	}
	return all
}

// standsAlone reports whether a modifier makes a game of chess that is known by its name.
func (m *Modifier) standsAlone() bool {
	return !m.Aftermath.Cohen && m != bareKing && m != quietConversion
}

// Modifiers returns everything that may stand after a "+" in an ID. The values are
// the caller's own.
func Modifiers() []*Modifier {
	all := make([]*Modifier, len(modifiers))
	for i, m := range modifiers {
		c := *m
		c.Notes = slices.Clone(m.Notes)
		all[i] = &c
	}
	return all
}

// Lookup returns the game with an ID: one of All, an alias, or a combination
// written with "+" ("progressive+circe", "seirawan+circe"). The error says which
// part is unknown, or why the parts make no sense together. The value is the
// caller's own: change it and you have a game of your own.
func Lookup(id string) (*Variant, error) {
	base, mods, err := parseID(id)
	if err != nil {
		return nil, err
	}
	return compose(base, mods)
}

// LookupVersion returns the game with an ID as it was in a version of its rules; the
// version of a combination is that of the game it changes. The error says which part
// is unknown, or that the version is.
func LookupVersion(id string, version int) (*Variant, error) {
	base, mods, err := parseID(id)
	if err != nil {
		return nil, err
	}
	for _, v := range append(earlier[:len(earlier):len(earlier)], base) {
		if v.ID == base.ID && v.Version == version {
			return compose(v, mods)
		}
	}
	return nil, fmt.Errorf("there is no version %d of %s", version, base.ID)
}

// parseID returns the game that an ID names and what changes it, in their order.
func parseID(id string) (*Variant, []*Modifier, error) {
	parts := strings.Split(strings.ToLower(strings.TrimSpace(id)), "+")
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
	}
	base, mods, unknown, err := parseParts(id, parts)
	if unknown >= 0 {
		err = unknownPart(parts, unknown)
	}
	return base, mods, err
}

// parseParts returns the game that the given parts name and what changes it. Errors call it id. unknown is the index of
// the first part that does not exist, -1 if all do.
func parseParts(id string, parts []string) (game *Variant, changes []*Modifier, unknown int, err error) {
	base := chess
	var named bool
	var mods []*Modifier
	for i, part := range parts {
		if a, ok := aliases[part]; ok {
			part = a
		}
		if v := gameByID(part); v != nil {
			if named && v != base {
				return nil, nil, -1, fmt.Errorf("%q: %s and %s are two games; only one can be played", id, base.ID, v.ID)
			}
			base, named = v, true
			continue
		}
		m := modifierByID(part)
		if m == nil {
			return nil, nil, i, nil
		}
		if !slices.Contains(mods, m) {
			mods = append(mods, m)
		}
	}
	slices.SortFunc(mods, func(a, b *Modifier) int { return slices.Index(modifiers, a) - slices.Index(modifiers, b) })
	return base, mods, -1, nil
}

func gameByID(id string) *Variant {
	for _, v := range games {
		if v.ID == id {
			return v
		}
	}
	return nil
}

func modifierByID(id string) *Modifier {
	for _, m := range modifiers {
		if m.ID == id {
			return m
		}
	}
	return nil
}

// unknownPart returns the error for a part of an ID that does not exist. It suggests the name most like it, among
// those that make a game in its place.
func unknownPart(parts []string, unknown int) error {
	id := parts[unknown]
	names := slices.Collect(maps.Keys(aliases))
	slices.Sort(names)
	for _, v := range games {
		names = append(names, v.ID)
	}
	for _, m := range modifiers {
		if len(parts) > 1 || m.standsAlone() {
			names = append(names, m.ID)
		}
	}
	best, bestDistance := "", min(3, len(id)/2)+1
	for _, name := range names {
		d := distance(id, name)
		if d >= bestDistance {
			continue
		}
		other := slices.Clone(parts)
		other[unknown] = name
		game, changes, stillUnknown, err := parseParts(name, other)
		if stillUnknown >= 0 || err != nil {
			continue
		}
		if _, err := compose(game, changes); err == nil {
			best, bestDistance = name, d
		}
	}
	if best != "" {
		return fmt.Errorf("there is no variant %q; did you mean %q?", id, best)
	}
	return fmt.Errorf("there is no variant %q", id)
}

// distance is the number of letters to insert, delete or change between a and b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0]++
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// compose puts modifiers on a game. The value is the caller's own.
func compose(base *Variant, mods []*Modifier) (*Variant, error) {
	if len(mods) == 0 {
		return base.Clone(), nil
	}
	var ids, names, notes []string
	if base.ID != chess.ID {
		ids, names = []string{base.ID}, []string{base.Name}
		notes = slices.Clone(base.Notes)
	}
	for _, m := range mods {
		ids, names = append(ids, m.ID), append(names, m.Name)
		notes = append(notes, m.Notes...)
	}
	id := strings.Join(ids, "+")
	v := base.Clone()
	v.ID, v.Name, v.Notes = id, strings.Join(names, " + "), notes
	summaries := []string{base.Summary}
	if base.ID == chess.ID {
		summaries = nil
	}
	family := circeNames(mods)
	for _, m := range mods {
		if m.Series.Progressive && v.Series.Progressive && m.Series != v.Series {
			return nil, fmt.Errorf("%q makes no sense: two of its parts decide %s", id, choiceNames["Italian"])
		}
		switch {
		case len(family) < 2 || !slices.Contains(family, m.Name):
			summaries = append(summaries, m.Summary)
		case m.Name == family[0]:
			summaries = append(summaries, fmt.Sprintf("%d members of the Circe family at once: %s.", len(family), strings.Join(family, ", ")))
		}
		if err := errors.Join(merge(&v.Aftermath, m.Aftermath), merge(&v.Series, m.Series), merge(&v.End, m.End)); err != nil {
			return nil, fmt.Errorf("%q makes no sense: %w", id, err)
		}
		if m.NoConversionTakes {
			if v.Conversion.Bishop == 0 {
				return nil, fmt.Errorf("%q makes no sense: %s has no conversion rule", id, base.ID)
			}
			v.Conversion.NoCaptures = true
		}
	}
	v.Summary = strings.Join(summaries, " ")
	if err := v.contradiction(); err != nil {
		return nil, fmt.Errorf("%q makes no sense: %w", id, err)
	}
	return v, nil
}

// circeNames returns the names of the members of the Circe family among modifiers.
// What each says of itself is not true of several at once.
func circeNames(mods []*Modifier) []string {
	var names []string
	for _, m := range mods {
		if m.Aftermath.Active && m != cohen {
			names = append(names, m.Name)
		}
	}
	return names
}

// choiceNames says in words what the fields of the parts choose.
var choiceNames = map[string]string{
	"Reborn":    "which man is reborn",
	"Capturer":  "what becomes of the capturer",
	"As":        "as what a captured man is reborn",
	"Where":     "the rebirth square",
	"Occupied":  "what happens when the rebirth square is occupied",
	"Italian":   "when a check may be given",
	"IdleTurns": "when idle play is a draw",
}

// merge sets every field of dst that is set in src. A field that both set to
// different values is an error.
func merge[T any](dst *T, src T) error {
	d, s := reflect.ValueOf(dst).Elem(), reflect.ValueOf(src)
	for i := range s.NumField() {
		from, to := s.Field(i), d.Field(i)
		switch {
		case from.IsZero():
		case to.IsZero():
			to.Set(from)
		case !to.Equal(from):
			return fmt.Errorf("two of its parts decide %s", choiceNames[s.Type().Field(i).Name])
		}
	}
	return nil
}

// contradiction says why the parts of v do not go together, or nil.
func (v *Variant) contradiction() error {
	a := &v.Aftermath
	if !a.Active {
		return nil
	}
	captured := a.OtherMan || a.As != AsItself || a.Where != AtHome || a.Occupied != Gone || a.Capturer != Stays
	home := a.Where == AtHome
	switch {
	case v.Entry.Imaginary:
		return errors.New("in Siceirawan a captured Hawk or Elephant lets the other enter, so captured men cannot come back")
	case a.Reborn == MoverReborn && (captured || a.Kings || a.OpponentHome || a.Cohen):
		return errors.New("in Martian Circe no captured man is reborn, and men capture from their own homes")
	case a.Reborn == CapturerReborn && (captured || a.Kings || a.Cohen):
		return errors.New("in Anticirce the captured man is gone and the capturer, the king too, is always reborn at home")
	case a.Reborn == BothReborn && (!home || a.Capturer != Stays):
		return errors.New("in Kamikaze Circe with rebirth the capturer is reborn at home, which leaves no other square and no other end for it")
	case !home && (a.OtherMan || a.OpponentHome):
		return errors.New("one part chooses among home squares, and another does not use them")
	case a.Where == AtNextVector && (a.Occupied != Gone || a.Kings):
		return errors.New("in Circe Parrain the rebirth belongs to the next half-move: it cannot forbid the capture, remove a man, wait below one or save a king")
	case a.Where == AtDeparture && a.Occupied != Gone:
		return errors.New("in Platzwechsel Circe the rebirth square is never occupied")
	case a.OwnerPromotes && v.Series.Progressive:
		return errors.New("in CousCous Circe the owner of a reborn pawn answers in its next half-move, which a series puts off")
	}
	return nil
}
