package rules_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/kirke-chess/kirke/piece/fairy"
	"github.com/kirke-chess/kirke/rules"
)

// own returns a game of one's own: chess with a change.
func own(t *testing.T, id string, version int, change func(*rules.Variant)) *rules.Variant {
	t.Helper()
	v, err := rules.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	v.ID, v.Aliases, v.Name, v.Version = id, nil, id, version
	if change != nil {
		change(v)
	}
	return v
}

// TestRegister: a registered game is found wherever a built-in one is.
func TestRegister(t *testing.T) {
	v := own(t, "test-own", 1, func(v *rules.Variant) { v.Aliases = []string{"test-alias"} })
	for range 2 { // the same value again does nothing
		if err := rules.Register(v); err != nil {
			t.Fatal(err)
		}
	}
	v.Name = "changed later" // the caller's own
	for _, id := range []string{"test-own", "Test-Alias", "test-own+circe"} {
		found, err := rules.Lookup(id)
		if err != nil || !strings.HasPrefix(found.Name, "test-own") {
			t.Fatalf("%s is %v, %v", id, found, err)
		}
	}
	combined, err := rules.Lookup("test-own+circe")
	if err != nil {
		t.Fatal(err)
	}
	if base, mods := rules.Parts(combined); base.ID != "test-own" || len(mods) != 1 {
		t.Errorf("%s and %d modifiers", base.ID, len(mods))
	}
	if all := rules.All(); !slices.ContainsFunc(all, func(v *rules.Variant) bool { return v.ID == "test-own" }) {
		t.Error("All does not have the game")
	}
	if _, err := rules.Lookup("test-onw"); err == nil || !strings.Contains(err.Error(), `"test-own"`) {
		t.Errorf("the game is not suggested: %v", err)
	}
}

// TestRegisterVersions: Lookup finds the highest version, LookupVersion each.
func TestRegisterVersions(t *testing.T) {
	for _, version := range []int{2, 5, 3} {
		v := own(t, "test-versions", version, func(v *rules.Variant) { v.End.IdleTurns = version })
		if err := rules.Register(v); err != nil {
			t.Fatal(err)
		}
	}
	if v, err := rules.Lookup("test-versions"); err != nil || v.Version != 5 {
		t.Errorf("version %v, %v", v, err)
	}
	for _, version := range []int{2, 3, 5} {
		if v, err := rules.LookupVersion("test-versions", version); err != nil || v.End.IdleTurns != version {
			t.Errorf("version %d: %v, %v", version, v, err)
		}
	}
	if _, err := rules.LookupVersion("test-versions", 4); err == nil {
		t.Error("version 4 is found")
	}
}

// TestRegisterRefuses what would be ambiguous or makes no sense.
func TestRegisterRefuses(t *testing.T) {
	if err := rules.Register(own(t, "test-taken", 1, nil)); err != nil {
		t.Fatal(err)
	}
	named := func(id string) func(*rules.Variant) {
		return func(v *rules.Variant) { v.Aliases = []string{id} }
	}
	for _, c := range []struct {
		v    *rules.Variant
		want string
	}{
		{own(t, "test-taken", 1, func(v *rules.Variant) { v.End.NoClaims = true }), "another game test-taken"},
		{own(t, "seirawan", 1, nil), "another game seirawan, version 1"},
		{own(t, "seirawan", 2, nil), "is a game of Kirke"},
		{own(t, "circe", 1, nil), "can be added to games"},
		{own(t, "seirawan+circe", 1, nil), "cannot name a game"},
		{own(t, "Upper", 1, nil), "cannot name a game"},
		{own(t, "", 1, nil), "cannot name a game"},
		{own(t, "schess", 1, nil), "is the game Seirawan Chess"},
		{own(t, "test-alias2", 1, named("seirawan")), "is the game Seirawan Chess"},
		{own(t, "test-alias3", 1, named("test-taken")), "is the game test-taken"},
		{own(t, "test-zero", 0, nil), "counted from 1"},
		{own(t, "test-senseless", 1, func(v *rules.Variant) { v.Promotion.To = "X" }), `pawns promote to "X"`},
	} {
		if err := rules.Register(c.v); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.v.ID, err, c.want)
		}
	}
	same, err := rules.Lookup("seirawan+circe")
	if err != nil {
		t.Fatal(err)
	}
	if err := rules.Register(same); err != nil {
		t.Errorf("a combination as it is: %v", err)
	}
}

// TestRegisterAtOnce registers and looks up in several goroutines; the race detector looks on.
func TestRegisterAtOnce(t *testing.T) {
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			id := "test-at-once-" + string(rune('a'+i%4))
			if err := rules.Register(own(t, id, 1+i/4, nil)); err != nil {
				t.Error(err)
			}
			if _, err := rules.Lookup(id + "+progressive"); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

// TestHandTypes: what may come to a hand.
func TestHandTypes(t *testing.T) {
	for id, want := range map[string]string{
		"chess": "", "crazyhouse": "QRBNP", "loop": "QRBNP", "pocketknight": "N", "placement": "KQRBN",
		"dobutsu": "LGEC", "supply": "RCNBAP", "seirawan": "",
	} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i := range v.Army {
			if v.HandTypes()>>i&1 != 0 {
				got += v.Army[i].Label()
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}

// TestCheck names every field that is wrong.
func TestCheck(t *testing.T) {
	v := own(t, "wrong", 1, func(v *rules.Variant) {
		v.Promotion.To = "QX"
		v.Start.Placement = "8/8"
		v.Castling.KingTo[0] = 99
		v.Series.Italian = true
		v.End.IdleTurns = -1
	})
	var fields []string
	for _, w := range v.Validate() {
		fields = append(fields, w.Field)
	}
	want := []string{"Promotion.To", "Start.Placement", "Series.Italian", "End.IdleTurns"}
	if !slices.Equal(fields, want) {
		t.Errorf("%v, want %v", fields, want)
	}
	v = own(t, "castling", 1, func(v *rules.Variant) {
		v.Castling.KingTo[0] = 99
		v.Start.Placement = "1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1"
	})
	if wrong := v.Validate(); len(wrong) != 2 || wrong[0].Field != "Castling.KingTo" || wrong[1].Field != "Castling" {
		t.Errorf("%v", wrong)
	}
	v = own(t, "wrong-way", 1, func(v *rules.Variant) { v.Castling.KingTo = [2]int{6, 2} })
	if wrong := v.Validate(); len(wrong) != 1 || wrong[0].Field != "Castling.KingTo" {
		t.Errorf("%v", wrong)
	}
	v = own(t, "letters", 1, func(v *rules.Variant) {
		v.Army[1].Letter = 'R'
		v.Army[3].Betza = "X"
		v.Goal.Types = "K"
		v.Start.Placement = "rnbrkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBRKBNR"
		v.Promotion.To = "RN"
	})
	fields = nil
	for _, w := range v.Validate() {
		fields = append(fields, w.Field)
	}
	if want := []string{"Army[2].Letter", "Army[3].Betza", "Goal.Zone"}; !slices.Equal(fields, want) {
		t.Errorf("%v, want %v", fields, want)
	}
	v = own(t, "drops", 1, func(v *rules.Variant) {
		v.Drops = rules.Drops{Active: true, Once: "PN", NoMate: "*", Bishops: "QX"}
	})
	if wrong := v.Validate(); len(wrong) != 3 || wrong[0].Field != "Drops.Once" || wrong[1].Field != "Drops.NoMate" ||
		wrong[2].Field != "Drops.Bishops" {
		t.Errorf("%v", wrong)
	}
	v = own(t, "wormholes", 1, func(v *rules.Variant) {
		v.Fairy.Wormholes = "b3f6"
		if _, err := v.AddType(fairy.Find(0, "L").Type()); err != nil {
			t.Fatal(err)
		}
	})
	if wrong := v.Validate(); len(wrong) != 1 || wrong[0].Field != "Fairy" {
		t.Errorf("a locust that comes to a wormhole: %v", wrong)
	}
	for _, v := range rules.All() {
		if wrong := v.Validate(); wrong != nil {
			t.Errorf("%s: %v", v.ID, wrong[0])
		}
	}
}

// TestMissingParts: what a condition needs is asked for.
func TestMissingParts(t *testing.T) {
	heirs := own(t, "heirs", 1, func(v *rules.Variant) { v.Fairy.Succession.KingHeirs.White = true })
	if wrong := heirs.Validate(); len(wrong) != 4 || wrong[0].Field != "Army" {
		t.Errorf("a king that becomes what is captured, without royal types: %v", wrong)
	}
	line := own(t, "line", 1, func(v *rules.Variant) { v.Fairy.Succession.Heirs = rules.LineOfHeirs })
	if wrong := line.Validate(); len(wrong) != 4 || wrong[0].Field != "Army" {
		t.Errorf("a king that becomes a knight, without a royal one: %v", wrong)
	}
	grid := own(t, "grid", 1, func(v *rules.Variant) {
		v.Fairy.Contact = rules.Contact{Rule: rules.NeedsContact, Grid: true}
	})
	if wrong := grid.Validate(); len(wrong) != 1 || wrong[0].Field != "Fairy" {
		t.Errorf("neighbours across the lines of no grid: %v", wrong)
	}
}
