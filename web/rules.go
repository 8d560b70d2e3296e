package web

import (
	"bytes"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/rulebook"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/web/page"
)

// RulesPage is the rules of a game.
type RulesPage struct {
	VariantSummary
	Sections []RulesSection `json:"sections"`
}

// RulesSection is a part of the rules.
type RulesSection struct {
	Title    string         `json:"title"`
	List     bool           `json:"list,omitempty" doc:"Short lines rather than paragraphs."`
	Text     []string       `json:"text"`
	Diagrams []RulesDiagram `json:"diagrams,omitempty"`
}

// RulesDiagram is a picture in the rules.
type RulesDiagram struct {
	Title string `json:"title"`
	Words string `json:"words" doc:"What it shows, for those who cannot see it."`
	SVG   string `json:"svg" doc:"Its address."`
}

// rulesOf returns the rules of a game.
func rulesOf(v *kirke.Variant) (RulesPage, error) {
	sections, err := sectionsOf(v)
	if err != nil {
		return RulesPage{}, err
	}
	out := RulesPage{VariantSummary: summaryOf(v)}
	n := 0
	for _, s := range sections {
		one := RulesSection{Title: s.Title, List: s.List, Text: s.Text}
		for _, d := range s.Diagrams {
			one.Diagrams = append(one.Diagrams, RulesDiagram{d.Title, d.Describe(), "/rules/" + v.ID + "/diagrams/" + strconv.Itoa(n) + ".svg"})
			n++
		}
		out.Sections = append(out.Sections, one)
	}
	return out, nil
}

func sectionsOf(v *kirke.Variant) ([]rulebook.Section, error) {
	p, err := kirke.Start(v)
	if err != nil {
		return nil, err
	}
	return rulebook.Of(p), nil
}

func (s *Server) rulesIndex(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, page.RulesIndex(s.frame(r, "Rules"), families()))
}

func (s *Server) rulesPage(w http.ResponseWriter, r *http.Request) {
	v, err := kirke.Lookup(r.PathValue("variant"))
	if err != nil {
		s.fail(w, r, http.StatusNotFound, sentence(err))
		return
	}
	rules, err := rulesOf(v)
	if err != nil {
		s.fail(w, r, http.StatusNotFound, sentence(err))
		return
	}
	data := page.Rules{ID: v.ID, Name: v.Name, Summary: v.Summary, Version: v.Version}
	for _, section := range rules.Sections {
		one := page.RulesSection{Title: section.Title, List: section.List, Text: section.Text}
		for _, d := range section.Diagrams {
			one.Diagrams = append(one.Diagrams, page.Picture{Title: d.Title, Words: d.Words, URL: d.SVG})
		}
		data.Sections = append(data.Sections, one)
	}
	s.show(w, r, page.RulesOf(s.frame(r, "Rules of "+v.Name), data))
}

func (s *Server) rulesDiagram(w http.ResponseWriter, r *http.Request) {
	v, err := kirke.Lookup(r.PathValue("variant"))
	if err != nil {
		s.fail(w, r, http.StatusNotFound, sentence(err))
		return
	}
	sections, err := sectionsOf(v)
	if err != nil {
		s.fail(w, r, http.StatusNotFound, sentence(err))
		return
	}
	var all []*diagram.Diagram
	for _, section := range sections {
		all = append(all, section.Diagrams...)
	}
	name := r.PathValue("name")
	if len(name) < 5 || name[len(name)-4:] != ".svg" {
		s.notFound(w, r)
		return
	}
	n, err := strconv.Atoi(name[:len(name)-4])
	if err != nil || n < 0 || n >= len(all) {
		s.notFound(w, r)
		return
	}
	var b bytes.Buffer
	if err := all[n].SVG(&b); err != nil {
		s.fail(w, r, http.StatusNotFound, sentence(err))
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	_, _ = w.Write(b.Bytes()) // a client that has gone
}

// families are the games in groups, by the part that makes them what they are.
var families = sync.OnceValue(func() []page.Family {
	groups := []struct {
		name string
		in   func(*kirke.Variant) bool
	}{
		{"Pieces in hand", func(v *kirke.Variant) bool { return v.Entry.Hand != "" }},
		{"Series", func(v *kirke.Variant) bool { return v.Series.Progressive }},
		{"Sissa and Cetran", func(v *kirke.Variant) bool {
			return slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Betza == piece.SissaType.Betza })
		}},
		{"The Circe family", func(v *kirke.Variant) bool { return v.Aftermath.Active }},
		{"Chess", func(*kirke.Variant) bool { return true }},
	}
	all := make([]page.Family, len(groups))
	for i, g := range groups {
		all[i].Name = g.name
	}
	for _, v := range kirke.Variants() {
		for i, g := range groups {
			if g.in(v) {
				all[i].Games = append(all[i].Games, page.Game{ID: v.ID, Name: v.Name, Summary: v.Summary, Drawn: v.Array.Lot != nil})
				break
			}
		}
	}
	return all
})

// familiesWith returns the games in groups, with the one that is chosen when no group has it: a combination.
func familiesWith(chosen string) []page.Family {
	all := families()
	v, err := kirke.Lookup(chosen)
	if err != nil || slices.ContainsFunc(all, func(f page.Family) bool {
		return slices.ContainsFunc(f.Games, func(g page.Game) bool { return g.ID == v.ID })
	}) {
		return all
	}
	one := page.Game{ID: v.ID, Name: v.Name, Summary: v.Summary, Drawn: v.Array.Lot != nil}
	return append(slices.Clone(all), page.Family{Name: "Combinations", Games: []page.Game{one}})
}

// gameName returns the name of a game, its ID where this build does not know it.
func gameName(id string) string {
	if v, err := kirke.Lookup(id); err == nil {
		return v.Name
	}
	return id
}

// canonical returns the ID under which the lists have a game, which may have others.
func canonical(id string) string {
	if v, err := kirke.Lookup(id); err == nil {
		return v.ID
	}
	return id
}

// familyName returns what the games are called that share a rating.
func familyName(family string) string {
	if name := gameName(family); name != family {
		return name
	}
	return strings.ToUpper(family[:1]) + family[1:]
}
