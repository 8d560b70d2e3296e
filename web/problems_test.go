package web_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// TestExamplesAreSolved: each example of the solver's page has a solution, without scripts.
func TestExamplesAreSolved(t *testing.T) {
	c := newSite(t).client()
	links := regexp.MustCompile(`href="/problems\?(popeye=[^"]+)"`).FindAllStringSubmatch(c.get("/problems").body, -1)
	if len(links) < 4 {
		t.Fatalf("%d examples", len(links))
	}
	for _, link := range links {
		query, err := url.ParseQuery(html.UnescapeString(link[1]))
		if err != nil {
			t.Fatal(err)
		}
		text := query.Get("popeye")
		a := c.form("/problems", "popeye="+text)
		if a.status != http.StatusOK || !strings.Contains(a.body, "1.") || !strings.Contains(a.body, "BeginProblem") || strings.Contains(a.body, `class="error"`) {
			t.Errorf("%s: %d", text, a.status)
		}
		a = c.form("/problems", "popeye="+text, "sound=yes")
		if !strings.Contains(a.body, "C+") && !strings.Contains(a.body, "not sound") {
			t.Errorf("%s: it is not said whether it is sound", text)
		}
	}
}
