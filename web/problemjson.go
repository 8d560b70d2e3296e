package web

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// writeProblem writes an error as the API does.
func writeProblem(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: text}) // a client that has gone
}
