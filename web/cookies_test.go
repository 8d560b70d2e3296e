package web_test

import (
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/web"
)

// TestCookiesBehindTLS signs in behind a proxy with TLS. The cookie of the session has the prefix
// __Host-, a cookie with the plain name of earlier versions also works, and signing out drops both.
func TestCookiesBehindTLS(t *testing.T) {
	t.Parallel()
	s := startSite(t, filepath.Join(t.TempDir(), "kirke.db"), web.Config{Rate: 10_000, Proxied: true})
	s.account("Ann")
	browser := &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	send := func(method, path, cookies string, form url.Values) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(
			t.Context(),
			method,
			"http://localhost:"+s.port+path,
			strings.NewReader(form.Encode()),
		)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Forwarded-Proto", "https")
		r.Header.Set("X-Forwarded-For", "192.0.2.1")
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Cookie", cookies)
		answer, err := browser.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer
	}
	secret := ""
	ann := url.Values{"name": {"Ann"}, "password": {"correct horse Ann"}}
	for _, c := range send("POST", "/sign-in", "", ann).Cookies() {
		if c.Name == "kirke" {
			t.Error("the session has its plain name over TLS")
		}
		if c.Name == "__Host-kirke" {
			secret = c.Value
			if !c.Secure || !c.HttpOnly || c.Path != "/" || c.Domain != "" {
				t.Errorf("the cookie of the session is %+v", c)
			}
		}
	}
	if secret == "" {
		t.Fatal("no cookie __Host-kirke at sign-in")
	}
	for _, cookies := range []string{
		"__Host-kirke=" + secret, "kirke=" + secret, "kirke=planted; __Host-kirke=" + secret,
	} {
		if got := send("GET", "/me", cookies, nil).StatusCode; got != http.StatusOK {
			t.Errorf("/me with %d bytes of cookies answers %d", len(cookies), got)
		}
	}
	out := send("POST", "/sign-out", "__Host-kirke="+secret, nil)
	dropped := map[string]bool{}
	for _, c := range out.Cookies() {
		dropped[c.Name] = c.MaxAge < 0
	}
	if !dropped["kirke"] || !dropped["__Host-kirke"] {
		t.Errorf("signing out drops %v", dropped)
	}
	if got := out.Header.Get("Clear-Site-Data"); got != `"cache"` {
		t.Errorf("Clear-Site-Data is %s at sign-out", got)
	}
	if got := send("GET", "/me", "__Host-kirke="+secret, nil).StatusCode; got == http.StatusOK {
		t.Error("the session goes on after sign-out")
	}
}
