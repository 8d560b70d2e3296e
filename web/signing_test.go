package web_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web"
	"github.com/kirke-chess/kirke/web/internal/account"
	"github.com/kirke-chess/kirke/web/internal/live"
)

// open opens a socket of a client and returns it. It is closed with the test.
func (c *client) open(path string) *websocket.Conn {
	c.Helper()
	h := http.Header{}
	if c.token != "" {
		h.Set("Authorization", "Bearer "+c.token)
	} else {
		h.Set("Cookie", "kirke="+c.session(c))
	}
	conn, _, err := websocket.Dial(
		context.Background(),
		"ws://localhost:"+c.port+path,
		&websocket.DialOptions{HTTPHeader: h},
	)
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() { _ = conn.CloseNow() })
	return conn
}

// ends reads from a socket until it is closed, and returns its status, or -1 if it stays open.
func (s *site) ends(conn *websocket.Conn) websocket.StatusCode {
	s.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	for {
		if _, _, err := conn.Read(ctx); err != nil {
			if errors.Is(err, context.DeadlineExceeded) {
				return -1
			}
			return websocket.CloseStatus(err)
		}
	}
}

// TestReadingTokensDoNotPlay: a token for reading cannot move over a game's socket.
func TestReadingTokensDoNotPlay(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.game(ann, bob, "chess", "5+3")
	for _, token := range []struct {
		scope, want string
		plies       int // played after the attempt
	}{{"read", "This token is for reading only.", 0}, {"play", "", 1}} {
		scope, want := token.scope, token.want
		program := s.client()
		program.token = ann.newToken(scope)
		conn := program.open("/g/" + game + "/live")
		move := play.Command{ID: "1", Do: play.MakeMove, Ply: 1, Text: "e4"}
		if err := wsjson.Write(t.Context(), conn, move); err != nil {
			t.Fatal(err)
		}
		for {
			var got live.Answer
			if err := wsjson.Read(t.Context(), conn, &got); err != nil {
				t.Fatal(err)
			}
			if got.ID != "" || got.Refused != "" {
				if got.Text != want {
					t.Errorf("a token to %s is answered with %+v", scope, got)
				}
				break
			}
		}
		if g, err := s.store.Game(t.Context(), game); err != nil || g.Ply() != token.plies {
			t.Errorf("after the move of a token to %s: %v, want %d plies, %v", scope, g, token.plies, err)
		}
	}
}

// TestScopesOfRoutes tries every route with a token for reading: only reading is allowed.
func TestScopesOfRoutes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	program := s.client()
	program.token = s.account("Ann").newToken("read")
	program.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	reads := regexp.MustCompile(
		`^(GET /api/v1/.*|POST /api/v1/(computer|convert|position|problem|setup|solve)|` +
			`GET /g/\{game\}/(live|export/.*|diagram.*|game.gif)|GET /metrics|/)$`,
	)
	routes := web.Patterns(t, web.Config{Store: s.store, Bus: s.bus, Jobs: s.scheduler, Sender: s.sender})
	if len(routes) < 80 {
		t.Fatalf("there are only %d routes", len(routes))
	}
	for _, pattern := range routes {
		method, path, ok := strings.Cut(pattern, " ")
		if !ok || strings.HasSuffix(path, "/events") {
			continue // requests that read, or do not end
		}
		path = strings.NewReplacer("{$}", "", "{name...}", "x").Replace(path)
		path = regexp.MustCompile(`\{\w+\}`).ReplaceAllString(path, "chess")
		a := program.send(program.request(method, path, "application/json", strings.NewReader("{}")))
		if refused := a.status == http.StatusForbidden; refused == reads.MatchString(pattern) {
			t.Errorf("%s: a token to read is answered with %d: %.100s", pattern, a.status, a.body)
		}
	}
}

// TestSocketsEndWithTheSession: when a session ends, wherever that is done, its sockets are closed.
func TestSocketsEndWithTheSession(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(s *site, ann *client, program *client){
		"signing out": func(_ *site, ann, _ *client) { ann.form("/sign-out") },
		"another password": func(s *site, ann, _ *client) {
			other := s.client()
			other.form("/sign-in", "name=Ann", "password=correct horse Ann")
			a := other.form("/me/password", "old=correct horse Ann", "password=correct horse Eve")
			if a.status != http.StatusOK {
				s.Fatalf("changing the password: %d", a.status)
			}
		},
		"signing in again": func(_ *site, ann, _ *client) {
			ann.form("/sign-in", "name=Ann", "password=correct horse Ann")
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			ann, bob := s.account("Ann"), s.account("Bob")
			game := s.game(ann, bob, "chess", "5+3")
			conn := ann.open("/g/" + game + "/live")
			end(s, ann, nil)
			if got := s.ends(conn); got != 4001 {
				t.Errorf("the socket of the game ends with %d", got)
			}
		})
	}
	t.Run("a revoked token", func(t *testing.T) {
		s := newSite(t)
		ann, bob := s.account("Ann"), s.account("Bob")
		game := s.game(ann, bob, "chess", "5+3")
		program := s.client()
		program.token = ann.newToken("play")
		conn := program.open("/g/" + game + "/live")
		token, err := s.store.TokenBySecret(t.Context(), program.token)
		if err != nil {
			t.Fatal(err)
		}
		ann.form("/me/token/end", "id="+token.ID)
		if got := s.ends(conn); got != 4001 {
			t.Errorf("the socket of the game ends with %d", got)
		}
	})
}

// TestSessionsAreRenewed: registering and signing in replace the secret of the session.
func TestSessionsAreRenewed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	guest := s.client()
	guest.form("/offers", "variant=chess", "clock=5+3", "opponent=anybody", "colour=white")
	for _, step := range []func() answer{
		func() answer { return guest.form("/register", "name=Ann", "password=correct horse Ann") },
		func() answer { return guest.form("/sign-in", "name=Ann", "password=correct horse Ann") },
	} {
		before := s.session(guest)
		if a := step(); a.status != http.StatusOK {
			t.Fatalf("%d: %s", a.status, a.body)
		}
		if s.session(guest) == before {
			t.Error("the secret has not changed")
		}
		if _, err := s.store.TokenBySecret(t.Context(), before); !store.IsNotFound(err) {
			t.Errorf("the old secret works: %v", err)
		}
	}
}

// TestProofBeforeChanges: a browser that is signed in does not suffice to add a way to sign in.
func TestProofBeforeChanges(t *testing.T) {
	t.Parallel()
	var late time.Duration
	s := newSiteAt(t, func() time.Time { return time.Now().Add(late) })
	ann := s.account("Ann")
	try := func() []int {
		return []int{
			ann.form("/me/token", "label=x", "scope=play").status,
			ann.form("/me/passkey").status,
			ann.form("/me/passkey/remove", "id=00").status,
		}
	}
	if got := try(); got[0] != http.StatusOK || got[1] != http.StatusOK || got[2] != http.StatusNotFound {
		t.Errorf("just signed in: %v", got)
	}
	late = 11 * time.Minute
	for i, got := range try() {
		if got != http.StatusForbidden {
			t.Errorf("later, change %d is answered with %d", i, got)
		}
	}
	if a := ann.get("/me"); strings.Contains(a.body, `action="/me/token"`) ||
		!strings.Contains(a.body, "confirm that it is you") {
		t.Error("the page offers a change that is refused, or does not say why")
	}
	if a := ann.get("/sign-in?back=/me"); !strings.Contains(a.body, "Confirm that it is you") {
		t.Error("there is no page to confirm")
	}
	ann.form("/sign-in", "name=Ann", "password=correct horse Ann", "back=/me")
	if got := try(); got[0] != http.StatusOK {
		t.Errorf("signed in again: %v", got)
	}
}

// TestSessionsEnd: a session ends if it is not used.
func TestSessionsEnd(t *testing.T) {
	t.Parallel()
	var late time.Duration
	s := newSiteAt(t, func() time.Time { return time.Now().Add(late) })
	ann := s.account("Ann")
	for range 3 {
		late += web.DefaultSessionLife - time.Hour
		if a, _ := api[account.Account](ann, http.MethodGet, "/account", nil); a.Name != "Ann" {
			t.Fatal("a session that is used has ended")
		}
	}
	late += web.DefaultSessionLife + time.Hour
	if _, a := api[account.Account](ann, http.MethodGet, "/account", nil); a.status != http.StatusUnauthorized {
		t.Errorf("a session that was not used for long is answered with %d", a.status)
	}
}

// TestGuessingLocksNobodyOut: a guesser who tries a password a second locks nobody else out.
func TestGuessingLocksNobodyOut(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/kirke.db", web.Config{Rate: 10_000, Proxied: true})
	from := func(c *client, address string) answer {
		form := url.Values{"name": {"Ann"}, "password": {"correct horse Ann"}, "back": {"/me"}}
		if address == "192.0.2.66" {
			form.Set("password", "wrong password")
		}
		r := c.request(
			http.MethodPost, "/sign-in", "application/x-www-form-urlencoded", strings.NewReader(form.Encode()),
		)
		r.Header.Set("X-Forwarded-For", address)
		return c.send(r)
	}
	s.account("Ann")
	eve := s.client()
	last := 0
	for range 15 {
		last = from(eve, "192.0.2.66").status
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("the last answer to the guesser is %d", last)
	}
	if a := from(s.client(), "192.0.2.1"); a.status != http.StatusOK {
		t.Errorf("the owner is answered with %d: %s", a.status, a.body)
	}
	if log := s.log.String(); !strings.Contains(log, "a sign-in failed") || strings.Contains(log, "192.0.2.66") {
		t.Error("the log does not have the guesses, or has the address")
	}
}

func TestPasswordsAndNamesAreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.account("Milli")
	for _, c := range []struct {
		name, password string
		status         int
	}{
		{"Zoe", "password1", http.StatusUnprocessableEntity}, {"Zoe", "Football", http.StatusUnprocessableEntity},
		{"Zoe", "Seirawan", http.StatusUnprocessableEntity}, {"Zoe", "kirke123", http.StatusUnprocessableEntity},
		{"Zoe", "11111111", http.StatusUnprocessableEntity},
		{"mi11i", "correct horse", http.StatusConflict},
		{"Mi-lli", "correct horse", http.StatusConflict},
		{"rnilli", "correct horse", http.StatusConflict},
		{"Mila", "correct horse", http.StatusOK},
	} {
		if a := s.client().form("/register", "name="+c.name, "password="+c.password, "back=/me"); a.status != c.status {
			t.Errorf("%s with %q: %d", c.name, c.password, a.status)
		}
	}
}

// TestMetricsAreForSome: the metrics need the token or an address of the configured networks.
func TestMetricsAreForSome(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/kirke.db", web.Config{Rate: 10_000, MetricsToken: "sesame"})
	program := s.client()
	if a := program.get("/metrics"); a.status != http.StatusOK {
		t.Errorf("this machine: %d", a.status)
	}
	for token, status := range map[string]int{"sesame": http.StatusOK, "wrong": http.StatusNotFound} {
		program.token = token
		if a := program.get("/metrics"); a.status != status {
			t.Errorf("with the token %q: %d", token, a.status)
		}
	}
}

// TestSignInsAreLogged: sign-ins, failed ones too, are logged with the account and the mark of the
// address, never with the address.
func TestSignInsAreLogged(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.account("Ann")
	for _, try := range []struct{ password, says string }{
		{"wrong password", "a sign-in failed"}, {"correct horse Ann", "signed in"},
	} {
		before := len(s.log.String())
		s.client().form("/sign-in", "name=Ann", "password="+try.password)
		line := s.log.String()[before:]
		if !regexp.MustCompile(`msg="` + try.says + `" user=\S+ address=[0-9a-f]+\n`).MatchString(line) {
			t.Errorf("a sign-in with %q is logged as %s", try.password, line)
		}
		if strings.Contains(line, "127.0.0.1") || strings.Contains(line, "[::1]") {
			t.Errorf("the address is in the log: %s", line)
		}
	}
}
