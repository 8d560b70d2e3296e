package web

import (
	"net/http"
	"testing"
)

// LocalPath is localPath.
func LocalPath(to string) string { return localPath(to) }

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

// noting notes the patterns that it is given.
type noting struct {
	*http.ServeMux
	patterns []string
}

func (m *noting) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	m.patterns = append(m.patterns, pattern)
	m.ServeMux.HandleFunc(pattern, handler)
}
