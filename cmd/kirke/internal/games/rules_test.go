package games

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// TestEveryGameHasItsRules: the rules page of each game has a section for each of its parts.
func TestEveryGameHasItsRules(t *testing.T) {
	for _, v := range kirke.Variants() {
		var page, stderr strings.Builder
		c := &console.Console{Ctx: t.Context(), Out: &page, Err: &stderr}
		if err := (&Rules{Game: v.ID}).Run(c); err != nil {
			t.Errorf("%s: %v", v.ID, err)
		}
		parts := map[string]bool{
			"Pieces in hand":             v.Gating.Hand != "",
			"Rebirth":                    v.Aftermath.Active,
			"Series":                     v.Series.Progressive,
			"Conversion":                 v.Conversion.Bishop != 0,
			"How unclear rules are read": len(v.Notes) > 0,
			"The pieces":                 true,
			"The end":                    true,
			"The starting position":      true,
		}
		for title, want := range parts {
			if got := strings.Contains(page.String(), "\n"+title+"\n---"); got != want {
				t.Errorf("%s: a section %q: %v, want %v", v.ID, title, got, want)
			}
		}
		for line := range strings.Lines(page.String()) {
			if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > pageWidth {
				t.Errorf("%s: a line of %d columns: %q", v.ID, n, line)
			}
		}
	}
}

// TestKernelText: people read which kernel plays a game, and what the fast one does not play.
func TestKernelText(t *testing.T) {
	for id, want := range map[string]string{
		"chess960":  "The fast kernel plays this game.",
		"placement": "The fast one does not: it does not know drops that must be made first.",
	} {
		v, err := kirke.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := kernelText(v); err != nil || !strings.HasSuffix(text, want) {
			t.Errorf("%s: %q, %v", id, text, err)
		}
	}
}
