package tools

// This file chooses what the first page shows of the site: a game, a problem, how many are here.

import (
	"context"
	_ "embed"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/page"
)

// DailyProblem is a small problem of the project's own, in problem mode. Each is sound.
type DailyProblem struct {
	Variant     string `json:"variant"`
	FEN         string `json:"fen"`
	Stipulation string `json:"stipulation"`
}

//go:embed daily.jsonl
var dailyLines string

// DailyProblems are the problems of the day, in their order.
var DailyProblems = sync.OnceValue(func() []DailyProblem {
	var all []DailyProblem
	for line := range strings.Lines(dailyLines) {
		var p DailyProblem
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			panic(err) // a mistake in the file, which the test of the file finds
		}
		all = append(all, p)
	}
	return all
})

// problemOf returns the problem of a day, the same for everybody on that day in UTC.
func problemOf(day time.Time) page.DailyProblem {
	all := DailyProblems()
	p := all[int(day.Unix()/(24*60*60))%len(all)]
	at := position.At{Variant: p.Variant, FEN: p.FEN, Problem: true}
	out := page.DailyProblem{Game: site.GameName(p.Variant), Stipulation: p.Stipulation}
	task := Task{Variant: p.Variant, FEN: p.FEN, Stipulation: p.Stipulation, Options: withAnswers}
	if read, _, err := task.read(); err == nil {
		out.Task = read.Sentence()
	}
	if d, err := at.Diagram(position.Drawing{}); err == nil {
		out.Words = d.Describe()
	}
	small := at.Query()
	small.Set("plain", "true")
	small.Set("square", "15")
	out.Picture = site.APIPath + "/diagram.svg?" + small.Encode()
	query := task.query()
	query.Set("daily", "yes")
	out.Query = query.Encode()
	return out
}

// today returns what the first page shows of the site. What the store cannot say is left out.
func (t *Tools) today(ctx context.Context) page.Today {
	out := page.Today{Problem: problemOf(t.site.Now())}
	if t.site.Store == nil {
		return out
	}
	games, err := t.site.Store.LiveGames(ctx, 1)
	if err == nil && len(games) == 0 {
		var last store.Page
		last, err = t.site.Store.Search(ctx, store.Query{Over: true, Limit: 1})
		games = last.Games
	}
	if err == nil {
		for _, m := range games {
			out.Games = append(out.Games, site.GameCard(ctx, m, ""))
		}
	}
	if n, err := t.site.Store.Here(ctx); err == nil {
		out.Here = n
	}
	return out
}
