// Package web is Kirke in the browser: pages, a JSON API, live sockets and the
// files they need, as one http.Handler.
//
//	server, err := web.New(web.Config{Log: slog.Default()})
//	err = server.Serve(ctx, listener)
//
// # Pages first
//
// Every page is written by the server (package page) and works without
// JavaScript as far as its purpose allows: a move in a game by correspondence can
// be typed into a form, looked at and sent. Where live boards earn it, a script of
// web/client takes over an element of the page.
//
// # One set of doors
//
// A page's form and the API's operation call the same method of Server, so that
// what is forbidden to the one is forbidden to the other. The API is described by
// OpenAPI made from its Go types, at /api/v1/openapi.json.
//
// # What guards them
//
// Requests that change something must come from the site itself
// (http.CrossOriginProtection) or carry a token. Nothing inline is executed
// (Content-Security-Policy). Bodies and rates are bounded, and so is the time that
// engine and solver may take: work beyond that waits in a short line, and a line
// that is full says so. The log holds routes, never paths, queries or headers.
package web
