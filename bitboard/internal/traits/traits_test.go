package traits

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/bitboard/internal/unplayable"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// everyField returns a variant with all parts, so that all fields can be read from it.
func everyField() *rules.Variant {
	return &rules.Variant{Army: []piece.Type{{}}}
}

// TestEveryFieldIsListed: a field that is added to a part of a variant belongs into a list of this
// package.
func TestEveryFieldIsListed(t *testing.T) {
	var all settings
	all.read("", reflect.ValueOf(everyField()).Elem())
	known := map[string]bool{}
	for _, s := range all {
		known[s.path] = true
		played := []choices{orthodox, onBoard, house, checkless, cousins, promoting, shared}
		isPlayed := slices.ContainsFunc(played, func(c choices) bool {
			_, is := c[s.path]
			return is
		})
		listed := 0
		for _, is := range []bool{slices.Contains(data, s.path), isPlayed, slow(s.path)} {
			if is {
				listed++
			}
		}
		if listed != 1 {
			t.Errorf("%s must be data, in a list of games that the kernel plays, or left to the other", s.path)
		}
	}
	for path := range known {
		if !slices.Contains(data, path) && inWords(path) == inWords("") {
			t.Errorf("there are no words for %s", path)
		}
	}
	for _, path := range data {
		if !known[path] {
			t.Errorf("data names %s, which is no field", path)
		}
	}
	for name, lists := range everyList() {
		for _, list := range lists {
			for path, values := range list {
				i := slices.IndexFunc(all, func(s setting) bool { return s.path == path })
				if i < 0 {
					t.Errorf("%s names %s, which is no field", name, path)
					continue
				}
				for _, v := range values {
					if reflect.TypeOf(v) != all[i].value.Type() {
						t.Errorf("%s lists %v for %s, which has another type", name, v, path)
					}
				}
			}
		}
	}
}

// slow reports whether a field is left to the reference kernel: it stands in no list, so that this
// kernel refuses a game that sets it.
func slow(path string) bool {
	part, field, _ := strings.Cut(path, ".")
	switch part {
	case "Drops":
		return slices.Contains([]string{"EitherSide", "Forced", "Once", "OnceCount", "NoMate", "NoCheck",
			"Bishops", "Castling"}, field)
	case "Gating":
		return field == "Dropped"
	case "Check":
		return field == "Facing" || field == "Bikjang" || field == "KingStays"
	case "Goal":
		return field == "Safe"
	case "InPlace", "Passing", "Walls", "Row", "FirstMoves", "Fairy":
		return true
	case "Capture":
		return field == "Petrifies"
	case "Extinction":
		return field == "Together"
	case "Army":
		return strings.HasPrefix(field, "Within.") || strings.HasPrefix(field, "Drops.") ||
			strings.HasPrefix(field, "Traits.") ||
			slices.Contains([]string{"To", "Kind", "Walk", "Along", "Borrows", "GoesOn", "Backwards", "Promotes"},
				field)
	case "Start":
		return slices.Contains([]string{"Rights", "Black"}, field)
	case "Castling":
		return slices.Contains([]string{"Rooks", "Rank", "Opposite"}, field)
	case "Promotion":
		return slices.Contains([]string{"Forced", "OnCapture", "Back"}, field)
	case "End":
		return !slices.Contains(data, path)
	}
	return false
}

func everyList() map[string][]choices {
	all := map[string][]choices{
		"orthodox": {orthodox}, "onBoard": {onBoard}, "house": {house}, "checkless": {checkless},
		"promoting": {promoting}, "shared": {shared},
		"cousins": {cousins},
	}
	for name, lists := range assumptions {
		all[name] = lists
	}
	return all
}

// TestEveryAssumptionHasAList: an assumption without a list would never hold.
func TestEveryAssumptionHasAList(t *testing.T) {
	fields := reflect.TypeFor[Assumptions]()
	for i := range fields.NumField() {
		if assumptions[fields.Field(i).Name] == nil {
			t.Errorf("%s has no list", fields.Field(i).Name)
		}
	}
	if len(assumptions) != fields.NumField() {
		t.Error("a list is of no assumption")
	}
}

// TestUnknownChoices: a value that no list has is refused by name, whatever the game is else.
func TestUnknownChoices(t *testing.T) {
	tried := 0
	for _, v := range rules.All() {
		if _, err := Of(v); err != nil {
			continue // the game itself has a value that no list has
		}
		for _, s := range settingsOf(reflect.ValueOf(v.Clone()).Elem()) {
			if s.value.Kind() != reflect.Uint8 || s.value.Type() == reflect.TypeFor[byte]() {
				continue // a letter or a flag has no unknown value
			}
			tried++
			was := s.value.Uint()
			c := v.Clone()
			for _, own := range settingsOf(reflect.ValueOf(c).Elem()) {
				if own.path == s.path {
					own.value.SetUint(was + 100)
				}
			}
			var refusal *unplayable.Error
			if _, err := Of(c); !errors.As(err, &refusal) || refusal.Field != s.path {
				t.Errorf("%s with an unknown %s: %v", v.ID, s.path, err)
			}
		}
	}
	if tried < 100 {
		t.Errorf("only %d choices were tried", tried)
	}
}

// TestUnknownFields: a field that is added to a part is refused while it is set, and until a list
// has it, it turns off every optimisation.
func TestUnknownFields(t *testing.T) {
	type Aftermath struct {
		Active, Ghosts bool
	}
	type variant struct {
		Aftermath Aftermath
		Weather   struct{ Wind int }
	}
	for want, v := range map[string]*variant{
		"":                 {Aftermath: Aftermath{Active: true}},
		"Aftermath.Ghosts": {Aftermath: Aftermath{Ghosts: true}},
		"Weather.Wind":     {Weather: struct{ Wind int }{1}},
	} {
		all := settingsOf(reflect.ValueOf(v).Elem())
		got := ""
		if s := onBoard.misses(all); s != nil {
			got = s.path
		}
		if got != want {
			t.Errorf("%+v is refused for %q, want %q", v, got, want)
		}
		if want != "" && assumptionsOf(all) != (Assumptions{}) {
			t.Errorf("%+v: something is assumed: %+v", v, assumptionsOf(all))
		}
	}
}

// TestKnownGames looks at what is assumed of some games.
func TestKnownGames(t *testing.T) {
	for id, want := range map[string][]string{
		"chess":             {"Orthodox", "PlainOrthodox", "MovesAreLocal", "MatesForeseeable"},
		"seirawan":          {"Orthodox", "OrthodoxOnBoard"},
		"circe":             {"CapturedRebornAtOnce", "RebirthFollowsMove", "QuietOrthodox", "MovesAreLocal"},
		"circe-assassin":    {"AttackTakesKing", "RebornAtOwnHome"},
		"anticirce-cheylan": {"CapturerGoesHome", "OnlyCapturerGoesHome", "CapturerPlaceKnown"},
		"circe-martian":     {"HomesAlone", "RepliesPersist"},
		"progressive":       {"CastlingOrthodox"},
	} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		traits, err := Of(v)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range want {
			if !reflect.ValueOf(traits.Assumptions).FieldByName(name).Bool() {
				t.Errorf("%s: %s is not assumed", id, name)
			}
		}
	}
}
