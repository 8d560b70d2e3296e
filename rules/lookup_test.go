package rules_test

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// TestSuggestions: what is suggested for a name that does not exist can be played in its place.
func TestSuggestions(t *testing.T) {
	for id, want := range map[string]string{
		"ches":                    "chess",
		"seiwaran":                "seirawan",
		"anticirse":               "anticirce",
		"progressiv+circe":        "progressive",
		"sissa+quiet-conversions": "quiet-conversion",
		"quiet-conversions":       "", // no rule of chess, which has no conversion
		"circe-cohen+cohem":       "",
		"madrassi":                "madrasi", // a condition, which is a game of chess
		"Eiffle":                  "eiffel",
		"nightrydrs":              "nightriders",
		"mirror-circe":            "circe-mirror",
		"Mirror Circe":            "circe-mirror",
		"cloan-circe":             "circe-clone",
		"nope":                    "",
		"cohe":                    "cohen",
		"siceirawan+circ":         "",
		"foo+bar+baz":             "",
		"":                        "",
	} {
		_, err := rules.Lookup(id)
		if err == nil {
			t.Errorf("%q is a game", id)
			continue
		}
		_, suggestion, _ := strings.Cut(err.Error(), "did you mean ")
		if got := strings.Trim(suggestion, `"?`); got != want {
			t.Errorf("%q: %v; want the suggestion %q", id, err, want)
		}
	}
}

// TestLongUnknownID: a long ID without a known part is refused as soon as a short one.
func TestLongUnknownID(t *testing.T) {
	if _, err := rules.Lookup(strings.Repeat("circ+", 5000) + "circ"); err == nil {
		t.Error("a game of 5001 unknown parts")
	}
}

// TestComposeKeepsChanges: modifiers leave a changed copy as it is, and Parts takes apart what
// Lookup returns.
func TestComposeKeepsChanges(t *testing.T) {
	own, err := rules.Lookup("seirawan")
	if err != nil {
		t.Fatal(err)
	}
	own.Promotion.To = "Q"
	base, none := rules.Parts(own)
	if len(none) != 0 || base.Promotion.To != "Q" {
		t.Errorf("a changed copy has the parts %v and %d modifiers", base, len(none))
	}
	circe, err := rules.LookupModifier("circe")
	if err != nil {
		t.Fatal(err)
	}
	v, err := rules.Compose(own, circe, circe)
	if err != nil || v.Promotion.To != "Q" || v.ID != "seirawan+circe" || !v.Aftermath.Active {
		t.Errorf("on a changed copy Circe makes %+v, %v", v, err)
	}
	if own.Aftermath.Active {
		t.Error("the game below was changed")
	}
	for _, id := range []string{"chess", "circe", "progressive+circe-parrain", "seirawan+circe+cohen",
		"sissa+quiet-conversion"} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		base, mods := rules.Parts(v)
		again, err := rules.Compose(base, mods...)
		if err != nil || !again.Equal(v) || strings.Contains(base.ID, "+") {
			t.Errorf("%s is %s with %d modifiers, which make %v, %v", id, base.ID, len(mods), again, err)
		}
	}
}

func BenchmarkParts(b *testing.B) {
	v, err := rules.Lookup("chess")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		rules.Parts(v)
	}
}

// TestRatingFamilies: players' ratings are stored under these names, so that they never change.
// They are what an ID says before numbers and the names of particular rules, part by part.
func TestRatingFamilies(t *testing.T) {
	ids := []string{"chess960+circe", "seirawan+circe-strict", "symmetric-sissa+anticirce-calvet", "progressive+circe",
		"progressive-italian+circe-rex-inclusive", "sissa+quiet-conversion", "circe+cohen", "bare-king"}
	for _, v := range rules.All() {
		ids = append(ids, v.ID)
	}
	for _, id := range ids {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(strings.ReplaceAll(id, "symmetric-sissa", "sissa"), "+")
		for i, part := range parts {
			part, _, _ = strings.Cut(part, "-")
			parts[i] = strings.TrimRight(part, "0123456789")
		}
		if want := strings.Join(parts, "+"); v.RatingFamily() != want {
			t.Errorf("%s is of the family %s, want %s", id, v.RatingFamily(), want)
		}
	}
	own := rules.Variant{ID: "own"}
	if own.RatingFamily() != "own" {
		t.Errorf("a game of one's own is of the family %s", own.RatingFamily())
	}
}

// TestPieces: each fairy piece can be added to chess, and others as long as there are letters. The
// ID says which: it is the ID of no other game.
func TestPieces(t *testing.T) {
	var ids []string
	for _, m := range rules.Pieces() {
		v, err := rules.Lookup("chess+" + m.ID)
		if err != nil {
			t.Error(err)
			continue
		}
		if v.ID != m.ID {
			t.Errorf("chess with %s is %s", m.ID, v.ID)
		}
		if m.Adds != nil && v.Army[len(v.Army)-1].Name != m.Adds.Name {
			t.Errorf("%s does not end the army of %s", m.Adds.Name, v.ID)
		}
		if faults := v.Validate(); len(faults) > 0 {
			t.Errorf("%s: %v", v.ID, faults)
		}
		ids = append(ids, m.ID)
	}
	const free = 20 // letters, besides those of chess
	if _, err := rules.Lookup(strings.Join(ids[:free], "+")); err != nil {
		t.Error(err)
	}
	_, err := rules.Lookup(strings.Join(ids[:free+1], "+"))
	if err == nil || !strings.Contains(err.Error(), "there is no room for") {
		t.Errorf("more pieces than letters: %v", err)
	}
}

// TestUnsettledCombinations: what has not been compared with another program is refused.
func TestUnsettledCombinations(t *testing.T) {
	for _, id := range []string{
		"pepo+bicolores", "pepo+sat", "vogtlaender+pepo", "actuated-revolving-centre+haaner",
		"actuated-revolving-centre+fuddled-men", "extinction+circe-parachute", "atomic+circe-parachute",
		"vogtlaender+circe-parachute", "frankfurt-rex-exclusive+anticirce", "pad+circe-parrain", "crazyhouse+pad",
		"modern+plus", "modern+actuated-revolving-centre",
	} {
		if _, err := rules.Lookup(id); err == nil || !strings.Contains(err.Error(), "is not played") {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// TestGamesWithAttributes: types with attributes go with Circe and with what else has been compared
// with Popeye.
func TestGamesWithAttributes(t *testing.T) {
	for _, with := range []struct {
		traits         piece.Traits
		valid, refused string
	}{
		{piece.Traits{Functionary: true}, "chess circe", "circe-parrain madrasi"},
		{piece.Traits{Kamikaze: true}, "chess circe circe-rex-inclusive", "circe-strict"},
		{piece.Traits{Paralysing: true}, "chess circe circe-mirror", "circe-strict functionary circe+neutrals"},
		{piece.Traits{HalfNeutral: true}, "circe+neutrals", "chess"},
		{piece.Traits{Anda: true}, "circe+neutrals", "chess"},
		{piece.Traits{AndaInverse: true, Chameleon: true}, "circe+neutrals", "chess"},
		{piece.Traits{Anda: true, AndaInverse: true}, "", "circe+neutrals"},
		{piece.Traits{Magic: true}, "chess circe", "circe+neutrals madrasi"},
		{piece.Traits{Patrol: true}, "chess circe", "circe+neutrals madrasi"},
		{piece.Traits{Uncapturable: true}, "chess circe", "circe+neutrals madrasi"},
		{piece.Traits{Jigger: true}, "chess circe", "circe+neutrals madrasi"},
		{piece.Traits{Jigger: true, Magic: true}, "", "chess"},
		{piece.Traits{Promoted: true}, "chess circe", "circe-mirror madrasi"},
		{piece.Traits{Protean: true}, "", "chess circe"},
	} {
		for _, id := range strings.Fields(with.valid) {
			if faults := gameWithTraits(t, id, with.traits).Validate(); len(faults) > 0 {
				t.Errorf("%s with %v: %v", id, with.traits.Names(), faults)
			}
		}
		for _, id := range strings.Fields(with.refused) {
			if faults := gameWithTraits(t, id, with.traits).Validate(); len(faults) == 0 {
				t.Errorf("%s with %v is valid", id, with.traits.Names())
			}
		}
	}
	kamikaze := gameWithTraits(t, "chess", piece.Traits{Kamikaze: true})
	kamikaze.Army[len(kamikaze.Army)-1].Royal = true
	mixed := gameWithTraits(t, "chess", piece.Traits{Functionary: true})
	jigger := piece.Rook
	jigger.Letter, jigger.Name, jigger.Walk, jigger.Traits.Jigger = 'J', "Jigger Rook", "R", true
	mixed.Army = append(mixed.Army, jigger)
	for _, v := range []*rules.Variant{kamikaze, mixed} {
		if faults := v.Validate(); len(faults) == 0 {
			t.Errorf("the game with the %s is valid", v.Army[len(v.Army)-1].Name)
		}
	}
}

// gameWithTraits returns a game with a queen that has traits besides.
func gameWithTraits(t *testing.T, id string, traits piece.Traits) *rules.Variant {
	t.Helper()
	v, err := rules.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	queen := piece.Queen
	queen.Letter, queen.Name, queen.Walk, queen.Traits = 'F', "Queen with traits", "Q", traits
	v.Army = append(v.Army, queen)
	return v
}

// gameWithHoppers returns the game with an ID and with hoppers, which move as betza says, with and
// without traits.
func gameWithHoppers(t *testing.T, id string, traits piece.Traits, betza string) *rules.Variant {
	v := gameWithTraits(t, id, traits)
	hopper := piece.Queen
	hopper.Letter, hopper.Name, hopper.Betza = 'J', "Hopper", betza
	having := &v.Army[len(v.Army)-1]
	having.Betza, having.Walk = betza, "J"
	v.Army = append(v.Army, hopper)
	return v
}

// TestHurdles: pieces that act on what they hop over hop over one piece on one way, and nobody hops
// over royal pieces other than kings.
func TestHurdles(t *testing.T) {
	for _, acting := range []piece.Traits{{HurdleColourChanging: true}, {Bul: true}, {Dob: true}} {
		for betza, valid := range map[string]bool{"gQ": true, "pQ": true, "mRcpR": true, "gasQ": false, "ggQ": false} {
			v := gameWithHoppers(t, "circe+neutrals", acting, betza)
			if faults := v.Validate(); (len(faults) == 0) != valid {
				t.Errorf("%v %s: %v", acting.Names(), betza, faults)
			}
			if v.Army[len(v.Army)-1].Royal = true; len(v.Validate()) == 0 {
				t.Errorf("%v %s: a game with royal hoppers is valid", acting.Names(), betza)
			}
		}
	}
	for traits, valid := range map[piece.Traits]bool{
		{Bul: true}: true, {Dob: true}: true, {Bul: true, Dob: true}: false, {Bul: true, Volage: true}: false,
		{HurdleColourChanging: true, Dob: true}: false,
	} {
		v := gameWithHoppers(t, "circe", traits, "gQ")
		if faults := v.Validate(); (len(faults) == 0) != valid {
			t.Errorf("%v: %v", traits.Names(), faults)
		}
	}
}

// TestGhostsHaveTypes: ghosts that are never captured have types of their own.
func TestGhostsHaveTypes(t *testing.T) {
	v, err := rules.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	v.Fairy.Ghosts = rules.ImmuneGhosts
	if faults := v.Validate(); len(faults) == 0 || !strings.Contains(faults[0].Error(), "ghost") {
		t.Errorf("ghosts without types: %v", faults)
	}
}

// TestKingsReturn: a rook keeps its castling right when its king has moved only where kings may come back
// to their squares.
func TestKingsReturn(t *testing.T) {
	for _, c := range []struct {
		id      string
		rebirth rules.Rebirth
		want    bool
	}{
		{"chess", rules.Rebirth{}, false},
		{"circe", rules.Rebirth{}, false},
		{"circe-rex-inclusive", rules.Rebirth{}, true},
		{"anticirce-calvet", rules.Rebirth{}, true},
		{"anticirce-calvet", rules.Rebirth{KingsStay: true}, false},
		{"anticirce-calvet", rules.Rebirth{Of: rules.OfCapturers, Types: "QK"}, true},
		{"anticirce-calvet", rules.Rebirth{Of: rules.OfCapturers, Types: "QR"}, false},
		{"anticirce-calvet", rules.Rebirth{Of: rules.OfTheCaptured, Types: "QR"}, true},
		{"circe-rex-inclusive", rules.Rebirth{Types: "QK"}, true},
		{"circe-rex-inclusive", rules.Rebirth{Types: "QR"}, false},
	} {
		v, err := rules.Lookup(c.id)
		if err != nil {
			t.Fatal(err)
		}
		changed := *v
		changed.Fairy.Rebirth = c.rebirth
		if got := changed.KingsReturn(); got != c.want {
			t.Errorf("%s, %+v: %v", c.id, c.rebirth, got)
		}
	}
}
