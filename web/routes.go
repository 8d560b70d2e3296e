package web

// This file registers the routes of pages and of the API.

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/kirke-chess/kirke/web/internal/site"
)

// robots tells search engines which pages to leave out.
const robots = "User-agent: *\nDisallow: /api/\nDisallow: /analysis?\nDisallow: /editor?\nDisallow: /feed/\n" +
	"Disallow: /mail/\nDisallow: /reset/\n"

// addRoutes registers what answers each address. The parts of the site name their own.
func (s *Server) addRoutes(mux humago.Mux) {
	s.tools.Routes(mux)
	s.workshop.Routes(mux)
	if s.accounts != nil {
		s.accounts.Routes(mux)
		s.games.Routes(mux)
		s.reviews.Routes(mux)
		s.editor.Routes(mux)
	}
	if s.notices != nil {
		s.notices.Routes(mux)
	}
	mux.HandleFunc("POST /theme", s.site.SetTheme)
	mux.HandleFunc("POST /settings", s.site.SetSettings)
	mux.HandleFunc("GET "+site.StaticPath+"{name...}", s.site.ServeStatic)
	mux.HandleFunc("GET /service-worker.js", s.site.ServeWorker)
	mux.HandleFunc("GET /healthz", s.health)
	mux.HandleFunc("GET /readyz", s.ready)
	mux.HandleFunc("GET "+site.MetricsPath, s.serveMetrics)
	mux.HandleFunc("GET /robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte(robots)) // fails when the client has gone
	})
	mux.HandleFunc("/", s.site.NotFound)
	s.addAPI(mux)
}

// addAPI registers the operations of the API.
func (s *Server) addAPI(mux humago.Mux) {
	config := huma.DefaultConfig("Kirke", "1")
	config.Info.Description = "Everything the pages do: variants, positions, analysis, problems, and games between " +
		"people. A position is given by its variant, where it starts and the moves since. Moves may be in any style."
	config.OpenAPIPath = site.APIPath + "/openapi"
	config.DocsPath = ""
	config.SchemasPath = site.APIPath + "/schemas"
	config.CreateHooks = nil // no $schema in answers
	config.Transformers = append(config.Transformers, site.SayInvalid)
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"token": {Type: "http", Scheme: "bearer", Description: "A token made on your own page."},
		"session": {
			Type: "apiKey", In: "cookie", Name: site.SessionCookie, Description: "The session of a browser.",
		},
	}
	api := humago.New(mux, config)
	s.tools.API(api)
	s.editor.API(api)
	if s.accounts != nil {
		s.accounts.API(api)
		s.games.API(api)
		s.reviews.API(api)
	}
	if s.notices != nil {
		s.notices.API(api)
	}
}
