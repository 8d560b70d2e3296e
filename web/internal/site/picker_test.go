package site_test

import (
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/page"
)

// chosen returns the ID that a form with these fields sends.
func chosen(p page.Picker) string {
	var with []string
	for _, g := range p.Groups {
		with = append(with, g.Chosen...)
		for _, m := range g.List {
			if m.Chosen && len(g.Chosen) == 0 {
				with = append(with, m.ID)
			}
		}
	}
	return position.Composed(p.Base, with)
}

// TestThePickerShowsTheParts: each game with up to two modifiers is shown with its parts, and the
// fields name the same game. Every modifier of the rules can be chosen.
func TestThePickerShowsTheParts(t *testing.T) {
	check := func(id string) {
		t.Helper()
		v, err := kirke.Lookup(id)
		if err != nil {
			if p := site.PickerOf(t.Context(), id); p.Error == "" {
				t.Errorf("%s is refused without a reason", id)
			}
			return
		}
		if p := site.PickerOf(t.Context(), id); chosen(p) != v.ID || p.Error != "" {
			t.Errorf("the fields of %s name %s, %q", v.ID, chosen(p), p.Error)
		}
	}
	mods := rules.Modifiers()
	for _, v := range kirke.Variants() {
		check(v.ID)
		for i, m := range mods {
			check(v.ID + "+" + m.ID)
			for _, other := range mods[:i] {
				check(v.ID + "+" + m.ID + "+" + other.ID)
			}
		}
	}
	check("circe+circe-mirror+circe-parrain")
	for _, v := range kirke.Catalogue() {
		check(v.ID)
		check(v.ID + "+circe")
	}
	listed := 0
	for _, g := range site.PickerOf(t.Context(), "chess").Groups {
		listed += len(g.List)
	}
	if want := len(mods) + len(rules.Conditions()); listed != want {
		t.Errorf("%d modifiers are listed, the rules have %d", listed, want)
	}
}

// TestThePickerOfPositionsHasPieces: fairy pieces and conditions that an ID names are ticked, and
// stand before the others.
func TestThePickerOfPositionsHasPieces(t *testing.T) {
	p := site.PositionPickerOf(t.Context(), "circe+madrasi+grasshoppers+nightriders")
	if got := chosen(p); got != "circe+madrasi+grasshoppers+nightriders" {
		t.Errorf("the fields name %s", got)
	}
	for _, g := range p.Groups {
		if g.Long && (!g.Open || !g.List[0].Chosen) {
			t.Errorf("%s is closed, or does not begin with what is chosen", g.Name)
		}
	}
	short := site.ShortPickerOf(t.Context(), "circe+madrasi")
	if last := short.Groups[len(short.Groups)-1]; chosen(short) != "circe+madrasi" || len(last.List) != 1 {
		t.Errorf("the fields of the start page name %s, and list %d conditions", chosen(short), len(last.List))
	}
	if groups := site.PickerOf(t.Context(), "chess").Groups; groups[len(groups)-1].Open {
		t.Error("the conditions are open though none is chosen")
	}
}
