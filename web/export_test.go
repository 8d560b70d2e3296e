package web

import (
	"net/http"
	"testing"
)

// Patterns returns the patterns of all routes of a server.
func Patterns(t testing.TB, c Config) []string {
	t.Helper()
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	m := &noting{ServeMux: http.NewServeMux()}
	s.addRoutes(m)
	return m.patterns
}

// noting records the patterns that are registered.
type noting struct {
	*http.ServeMux
	patterns []string
}

func (m *noting) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	m.patterns = append(m.patterns, pattern)
	m.ServeMux.HandleFunc(pattern, handler)
}
