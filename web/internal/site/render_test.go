package site

import (
	"net/url"
	"strings"
	"testing"
)

// FuzzLocalPath: no input leads a browser to another site.
func FuzzLocalPath(f *testing.F) {
	for _, to := range []string{
		"/", "/me", "//evil", "/\t/evil", "/\\evil", "https://evil", "/g/x?y=z#a", "/%09/evil", "", "\\/evil",
		"/ /evil", "/\u0085/evil",
	} {
		f.Add(to)
	}
	base, err := url.Parse("https://kirke.example/sign-in")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, to string) {
		got := LocalPath(to)
		// As browsers read an address.
		trimmed := strings.TrimFunc(got, func(r rune) bool { return r <= 0x0f || r == ' ' })
		seen := strings.NewReplacer("\t", "", "\n", "", "\r", "", "\\", "/").Replace(trimmed)
		if strings.HasPrefix(seen, "//") || !strings.HasPrefix(seen, "/") {
			t.Errorf("%q leads to %q", to, seen)
		}
		u, err := url.Parse(seen)
		if err != nil {
			return // browsers accept more than Go does; the prefix is what counts
		}
		if at := base.ResolveReference(u); at.Host != base.Host || at.Scheme != base.Scheme {
			t.Errorf("%q leads to %s", to, at)
		}
	})
}
