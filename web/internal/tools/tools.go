// Package tools is what the site offers beside games between people: a game against the computer
// on the first page, analysis, the board editor, the problem solver, conversion of files, and the
// rules of all variants. Each has a page and operations of the API.
//
// Begin with tools.go. positions.go, engine.go, tables.go, solving.go, draft.go, jobs.go and
// convert.go are what the API offers; pages.go, problems.go, files.go, rules.go and settings.go are the pages.
// studies.go has both of analyses that are kept.
package tools

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/tablebase"
	"github.com/kirke-chess/kirke/web/internal/computer"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/page"
)

// Options are what New needs.
type Options struct {
	Site     *site.Site
	Analysts *computer.Pool  // used only with a place of Site.Work.Long
	Guests   site.Guests     // needed with a store
	Jobs     *jobs.Scheduler // nil accepts no jobs
	Tables   *tablebase.Tables
	Library  Library
}

// Library knows the games whose rules are shown. Package workshop implements it.
type Library interface {
	// Named returns the variant that an address names. The error may be shown.
	Named(*http.Request) (*kirke.Variant, error)
	// About returns what a page of rules says besides the rules, nil for nothing.
	About(context.Context, *kirke.Variant) (*page.About, error)
}

// Tools are the pages and operations of the package.
type Tools struct {
	site     *site.Site
	analysts *computer.Pool
	guests   site.Guests
	jobs     *jobs.Scheduler
	tables   *tablebase.Tables // nil has none
	library  Library
	solving  prometheus.Gauge
}

// New returns the tools of a site.
func New(o Options) *Tools {
	solving := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "kirke_problems_solving", Help: "Problems that are being solved.",
	})
	o.Site.Metrics.MustRegister(solving)
	return &Tools{
		site: o.Site, analysts: o.Analysts, guests: o.Guests, jobs: o.Jobs, tables: o.Tables, library: o.Library,
		solving: solving,
	}
}

// Routes registers the pages.
func (t *Tools) Routes(mux humago.Mux) {
	mux.HandleFunc("GET /{$}", t.home)
	mux.HandleFunc("GET /rules/{variant}", t.rulesPage)
	mux.HandleFunc("GET /rules/{variant}/diagrams/{name}", t.rulesDiagram)
	mux.HandleFunc("GET /analysis", t.analysisPage)
	mux.HandleFunc("GET /editor", t.editorPage)
	mux.HandleFunc("GET /problems", t.problemsPage)
	mux.HandleFunc("POST /problems", t.problemsPage)
	mux.HandleFunc("GET /convert", t.convertPage)
	mux.HandleFunc("POST /convert", t.convertPage)
	mux.HandleFunc("GET /api", t.apiPage)
	mux.HandleFunc("GET /settings", t.settingsPage)
	if t.site.Store == nil {
		return
	}
	mux.HandleFunc("GET /import", t.importPage)
	mux.HandleFunc("POST /import", t.importForm)
	mux.HandleFunc("GET /studies", t.studiesPage)
	mux.HandleFunc("POST /studies", t.newStudy)
	mux.HandleFunc("GET /study/{id}", t.studyPage)
	mux.HandleFunc("GET /study/{id}/pgn", t.studyFile)
	mux.HandleFunc("POST /study/{id}", t.site.RequirePerson(t.studyForm))
	if t.jobs != nil {
		mux.HandleFunc("POST /problems/jobs", t.newProblemJob)
		mux.HandleFunc("GET /problems/{job}", t.problemJobPage)
		mux.HandleFunc("POST /problems/{job}/cancel", t.site.RequirePerson(t.cancelProblemJob))
	}
}

// API registers the operations.
func (t *Tools) API(api huma.API) {
	t.positionAPI(api)
	t.setupAPI(api)
	t.engineAPI(api)
	t.tableAPI(api)
	t.solvingAPI(api)
	t.draftAPI(api)
	t.convertAPI(api)
	if t.site.Store != nil {
		t.studyAPI(api)
	}
	if t.site.Store != nil && t.jobs != nil {
		t.jobAPI(api)
	}
}

// register registers an operation whose errors are for the client. An error without a status is
// answered with 422.
func register[I, O any](t *Tools, api huma.API, op huma.Operation, do func(context.Context, *I) (O, error)) {
	site.Register(t.site, api, op, func(ctx context.Context, in *I) (O, error) {
		out, err := do(ctx, in)
		return out, site.Refused(ctx, err)
	})
}

func (t *Tools) apiPage(w http.ResponseWriter, r *http.Request) {
	t.site.Show(w, r, page.APIPage(t.site.Frame(r, "API")))
}
