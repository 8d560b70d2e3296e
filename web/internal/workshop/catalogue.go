package workshop

// This file holds the page of all games, built-in and published ones.

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// entry is a game of the catalogue.
type entry struct {
	game   page.Game
	traits string
	pieces []string // their names
	by     string   // the author of a published game
	plays  int
}

// builtIn are the built-in games in the order of the families.
var builtIn = sync.OnceValue(func() []entry {
	var all []entry
	for _, f := range site.AllFamilies() {
		for _, g := range f.Games {
			v, err := kirke.Lookup(g.ID)
			if err != nil {
				continue // a game of the lists that is no more
			}
			e := entry{game: g, traits: traitsOf(v)}
			for i := range v.Army {
				e.pieces = append(e.pieces, v.Army[i].Name)
			}
			all = append(all, e)
		}
	}
	return all
})

// facets returns the boards of the built-in games, the smallest first, and the names of their pieces.
var facets = sync.OnceValues(func() (sizes, pieces []string) {
	for _, e := range builtIn() {
		pieces = append(pieces, e.pieces...)
		for word := range strings.SplitSeq(e.traits, " ") {
			if size, ok := strings.CutPrefix(word, sizeTrait("")); ok {
				sizes = append(sizes, size)
			}
		}
	}
	slices.Sort(pieces)
	slices.SortFunc(sizes, func(a, b string) int { return cmp.Or(area(a)-area(b), strings.Compare(a, b)) })
	return slices.Compact(sizes), slices.Compact(pieces)
})

// area returns how many squares a board has.
func area(size string) int {
	files, ranks, _ := strings.Cut(size, "x")
	f, _ := strconv.Atoi(files)
	r, _ := strconv.Atoi(ranks)
	return f * r
}

// shownByPlays is how many published games the catalogue shows until it is searched.
const shownByPlays = 12

// mostFound is how many games a search shows.
const mostFound = 200

// catalogue shows all games in families, or those that a search finds.
func (w *Workshop) catalogue(rw http.ResponseWriter, r *http.Request) {
	published, err := w.publicGames(r.Context())
	if err != nil {
		w.site.ServerError(rw, r, err)
		return
	}
	plays, err := w.playedCounts(r.Context())
	if err != nil {
		w.site.ServerError(rw, r, err)
		return
	}
	sizes, pieces := facets()
	data := page.Catalogue{
		Text: site.Plain(r.FormValue("q"), 60), Piece: site.Plain(r.FormValue("piece"), 60),
		Size: r.FormValue("size"), Rule: r.FormValue("rule"), From: r.FormValue("from"),
		Sort: r.FormValue("sort"), Sizes: sizes, Pieces: pieces, Rules: ruleChoices(), Workshop: w.store != nil,
	}
	data.Searched = data.Text != "" || data.Piece != "" || data.Size != "" || data.Rule != "" || data.From != "" ||
		data.Sort != ""
	if data.Searched {
		found := find(data, slices.Concat(builtIn(), published), plays)
		data.Count = len(found)
		data.Families = []page.Family{{Games: gamesOf(r.Context(), found[:min(len(found), mostFound)])}}
	} else {
		data.Families = families(r.Context(), published, plays)
	}
	w.site.Show(rw, r, page.CataloguePage(w.site.Frame(r, "Variants"), data))
}

// families returns all games in families, the published ones that are played most first.
func families(ctx context.Context, published []entry, plays map[string]int) []page.Family {
	all := site.AllFamilies()
	if len(published) == 0 {
		return all
	}
	top := sorted(published, "played", plays)
	return append([]page.Family{{
		Name: message.Key("From the workshop"), Games: gamesOf(ctx, top[:min(len(top), shownByPlays)]),
		More: "/rules?from=workshop",
	}}, all...)
}

// find returns the games that a search asks for.
func find(q page.Catalogue, all []entry, plays map[string]int) []entry {
	var found []entry
	for _, e := range all {
		if e.matches(q) {
			found = append(found, e)
		}
	}
	return sorted(found, q.Sort, plays)
}

// hasWords reports whether what is said of a game has the words of a text, in any form: "drops" finds
// "dropped". The names of its rules are said of it, too.
func (e entry) hasWords(text string) bool {
	said := []string{e.game.ID, e.game.Name, e.game.Summary, e.by}
	for _, t := range ruleTraits {
		if hasTrait(e.traits, ruleTrait(t.id), false) {
			said = append(said, t.name)
		}
	}
	all := strings.ToLower(strings.Join(said, " "))
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		if !strings.Contains(all, word) && !strings.Contains(all, stem(word)) {
			return false
		}
	}
	return true
}

// stem returns an English word without the ending of a plural or of a verb: "drop" for "drops",
// "dropped" and "dropping". A short word stays as it is.
func stem(word string) string {
	const least = 3
	for _, end := range []string{"ing", "ed", "s"} {
		rest, has := strings.CutSuffix(word, end)
		if n := len(rest); has && n >= least {
			if end != "s" && n > least && rest[n-1] == rest[n-2] {
				rest = rest[:n-1] // the consonant is doubled
			}
			return rest
		}
	}
	return word
}

// matches reports whether a game is what a search asks for.
func (e entry) matches(q page.Catalogue) bool {
	switch {
	case !e.hasWords(q.Text):
	case q.Piece != "" && !hasTrait(e.traits, pieceTrait(q.Piece), true):
	case q.Size != "" && !hasTrait(e.traits, sizeTrait(q.Size), false):
	case q.Rule != "" && !hasTrait(e.traits, ruleTrait(q.Rule), false):
	case q.From == "workshop" && e.by == "", q.From == "kirke" && e.by != "":
	default:
		return true
	}
	return false
}

// sorted returns games with how often they were played, in an order: "played", "name", or as they are.
func sorted(all []entry, by string, plays map[string]int) []entry {
	all = slices.Clone(all)
	for i := range all {
		all[i].plays = plays[all[i].game.ID]
	}
	switch by {
	case "played":
		slices.SortStableFunc(all, func(a, b entry) int { return b.plays - a.plays })
	case "name":
		slices.SortStableFunc(all, func(a, b entry) int {
			return strings.Compare(strings.ToLower(a.game.Name), strings.ToLower(b.game.Name))
		})
	}
	return all
}

// gamesOf returns games as lists show them.
func gamesOf(ctx context.Context, all []entry) []page.Game {
	out := make([]page.Game, len(all))
	for i, e := range all {
		out[i] = e.game
		if e.by != "" {
			out[i].By = message.Text(ctx, "by %s", e.by)
		}
		out[i].Plays = e.plays
	}
	return out
}

// publicGames returns the public games of the workshop.
func (w *Workshop) publicGames(ctx context.Context) ([]entry, error) {
	if w.store == nil {
		return nil, nil
	}
	all, err := w.store.PublicGames(ctx)
	out := make([]entry, len(all))
	for i, g := range all {
		out[i] = entry{
			game:   page.Game{ID: g.ID, Name: g.Name, Summary: g.Summary},
			traits: g.Traits, by: g.By.Name,
		}
	}
	return out, err
}

// countedFor is how long the numbers of games played are kept: counting reads all games.
const countedFor = time.Minute

// playedCounts returns how many games there are of each variant.
func (w *Workshop) playedCounts(ctx context.Context) (map[string]int, error) {
	if w.store == nil {
		return nil, nil
	}
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.counts != nil && time.Since(w.counted) < countedFor {
		return w.counts, nil
	}
	counts, err := w.store.PlayedCounts(ctx)
	if err == nil {
		w.counts, w.counted = counts, time.Now()
	}
	return counts, err
}
