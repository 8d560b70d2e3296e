package rules_test

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/rules"
)

// TestSource: games of a source are looked up, combined and kept apart by version, and are listed
// nowhere.
func TestSource(t *testing.T) {
	versions := map[int]*rules.Variant{}
	asked := 0
	remove := rules.RegisterSource("src-", func(id string, version int) *rules.Variant {
		asked++
		if id != "src-own" {
			return nil
		}
		if version == 0 {
			version = len(versions)
		}
		return versions[version]
	})
	defer remove()
	add := func(change func(*rules.Variant)) {
		v, err := rules.Lookup("seirawan")
		if err != nil {
			t.Fatal(err)
		}
		v.ID, v.Name, v.Version, v.Aliases, v.Family = "src-own", "Own", len(versions)+1, nil, ""
		change(v)
		versions[v.Version] = v
	}
	add(func(*rules.Variant) {})
	first, err := rules.Lookup("src-own")
	if err != nil || !first.Equal(versions[1]) {
		t.Fatalf("Lookup returns %v, %v", first, err)
	}
	first.Name = "changed by its owner"
	add(func(v *rules.Variant) { v.End.Stalemate = "win" })
	if second, err := rules.Lookup("SRC-own"); err != nil || !second.Equal(versions[2]) {
		t.Errorf("the second version is %v, %v", second, err)
	}
	for n, want := range versions {
		if got, err := rules.LookupVersion("src-own", n); err != nil || !got.Equal(want) {
			t.Errorf("version %d is %v, %v", n, got, err)
		}
	}
	combined, err := rules.LookupVersion("src-own+circe", 1)
	if err != nil || combined.ID != "src-own+circe" || combined.End.Stalemate != "" || combined.Version != 1 {
		t.Errorf("the combination is %v, %v", combined, err)
	}
	if base, mods := rules.Parts(combined); base.ID != "src-own+circe" || mods != nil {
		t.Errorf("an earlier version has the parts %v and %v", base, mods)
	}
	if both, err := rules.Lookup("src-own+src-own"); err != nil || both.ID != "src-own" {
		t.Errorf("a game named twice is %v, %v", both, err)
	}
	for id, want := range map[string]string{
		"src-none":         "no variant",
		"src-own+sissa":    "two games",
		"src-" + "x/y":     "no variant",
		"src-own+src-none": "no variant",
	} {
		if _, err := rules.Lookup(id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is refused with %v, not %q", id, err, want)
		}
	}
	if _, err := rules.LookupVersion("src-own", 3); err == nil {
		t.Error("a version that is not there is found")
	}
	if _, err := rules.Lookup("src-onw"); err == nil || strings.Contains(err.Error(), "src-own") {
		t.Errorf("a game that is listed nowhere is suggested: %v", err)
	}
	for _, v := range rules.All() {
		if v.ID == "src-own" {
			t.Error("All lists the game of a source")
		}
	}
	before := asked
	if _, err := rules.Lookup("chess"); err != nil || asked != before {
		t.Error("a source is asked for another game")
	}
	remove()
	if _, err := rules.Lookup("src-own"); err == nil {
		t.Error("the game of a source that was removed is found")
	}
}
