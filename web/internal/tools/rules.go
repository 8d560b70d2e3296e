package tools

// This file holds the rules of the variants, as pages and in the API.

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/rulebook"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/page"
)

// RulesPage has the rules of a variant.
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
	Title   string `json:"title"`
	Caption string `json:"caption,omitempty" doc:"What to look at, where the title is not enough."`
	Words   string `json:"words" doc:"What it shows, in words."`
	SVG     string `json:"svg" doc:"Its address."`
	FEN     string `json:"fen,omitempty" doc:"The position to play on, if there is one."`
}

// rulesOf returns the rules of a variant.
func rulesOf(v *kirke.Variant) (RulesPage, error) {
	sections, err := written.of(v)
	return rulesFrom(v, sections), err
}

// rulesFrom returns the sections of the rules with the addresses of their diagrams.
func rulesFrom(v *kirke.Variant, sections []rulebook.Section) RulesPage {
	out := RulesPage{VariantSummary: summaryOf(v)}
	n := 0
	for _, s := range sections {
		one := RulesSection{Title: s.Title, List: s.List, Text: s.Text}
		for _, d := range s.Diagrams {
			address := fmt.Sprintf("/rules/%s/diagrams/%d.svg?version=%d", v.ID, n, v.Version)
			one.Diagrams = append(one.Diagrams, RulesDiagram{d.Title, d.Caption, d.Describe(), address, d.FEN})
			n++
		}
		out.Sections = append(out.Sections, one)
	}
	return out
}

// rulebooks keeps the rules of some variants, which nobody changes: each of their diagrams is asked
// for by itself, and writing the rules plays whole games for examples.
type rulebooks struct {
	lock sync.Mutex
	kept map[edition][]rulebook.Section
}

// edition is a variant in a version of its rules.
type edition struct {
	id      string
	version int
}

// mostRulebooks is how many variants' rules are kept.
const mostRulebooks = 64

var written rulebooks

// of returns the rules of a variant.
func (b *rulebooks) of(v *kirke.Variant) ([]rulebook.Section, error) {
	b.lock.Lock()
	known, ok := b.kept[edition{v.ID, v.Version}]
	b.lock.Unlock()
	if ok {
		return known, nil
	}
	p, err := kirke.Start(v, rulebook.AnyStart())
	if err != nil {
		return nil, err
	}
	sections := rulebook.Of(p)
	b.lock.Lock()
	defer b.lock.Unlock()
	if len(b.kept) >= mostRulebooks || b.kept == nil {
		b.kept = map[edition][]rulebook.Section{}
	}
	b.kept[edition{v.ID, v.Version}] = sections
	return sections, nil
}

// named returns the variant of an address and its rules. The error may be shown.
func (t *Tools) named(r *http.Request) (*kirke.Variant, []rulebook.Section, error) {
	v, err := t.library.Named(r)
	if err != nil {
		return nil, nil, err
	}
	sections, err := written.of(v)
	if err != nil {
		return nil, nil, huma.Error404NotFound(site.Sentence(r.Context(), err))
	}
	return v, sections, nil
}

func (t *Tools) rulesPage(w http.ResponseWriter, r *http.Request) {
	v, sections, err := t.named(r)
	if err != nil {
		t.site.Refuse(w, r, err)
		return
	}
	data := page.Rules{ID: v.ID, Name: v.Name, Summary: v.Summary, Version: v.Version, Workshop: t.site.Store != nil}
	if data.About, err = t.library.About(r.Context(), v); err != nil {
		t.site.Refuse(w, r, err)
		return
	}
	earlier := data.About != nil && v.Version != data.About.Latest
	for _, section := range rulesFrom(v, sections).Sections {
		one := page.RulesSection{Title: section.Title, List: section.List, Text: section.Text}
		for _, d := range section.Diagrams {
			if earlier {
				d.FEN = "" // boards to play on have the latest rules
			}
			one.Diagrams = append(one.Diagrams, page.Picture{
				Title: d.Title, Caption: d.Caption, Words: d.Words, URL: d.SVG, FEN: d.FEN,
			})
		}
		data.Sections = append(data.Sections, one)
	}
	t.site.Show(w, r, page.RulesOf(t.site.Frame(r, "Rules of %s", v.Name), data))
}

// rulesDiagram draws a diagram of the rules: the n-th of a variant is at n.svg.
func (t *Tools) rulesDiagram(w http.ResponseWriter, r *http.Request) {
	v, sections, err := t.named(r)
	if err != nil {
		t.site.Refuse(w, r, err)
		return
	}
	var all []rulebook.Figure
	for _, section := range sections {
		all = append(all, section.Diagrams...)
	}
	name, ok := strings.CutSuffix(r.PathValue("name"), ".svg")
	n, err := strconv.Atoi(name)
	if !ok || err != nil || n < 0 || n >= len(all) {
		t.site.NotFound(w, r)
		return
	}
	drawn := *all[n].Diagram
	drawn.Style = position.StyleOf(r)
	var b bytes.Buffer
	if err := drawn.SVG(&b); err != nil {
		t.site.Fail(w, r, http.StatusUnprocessableEntity, site.Sentence(r.Context(), err))
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	if site.IsPublished(v.ID) {
		w.Header().Set("Cache-Control", "private, max-age=86400")
	}
	_, _ = w.Write(b.Bytes()) // fails when the client has gone
}
