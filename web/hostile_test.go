package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web"
	"github.com/kirke-chess/kirke/web/internal/account"
	"github.com/kirke-chess/kirke/web/internal/games"
	"github.com/kirke-chess/kirke/web/internal/live"
)

// scene is a correspondence game of Ann and Bob, a private one, and strangers who attack them.
type scene struct {
	*site
	ann, bob, eve, nobody *client
	game, private         string
	seek                  string // Ann's open offer
	challenge             string // Ann's to Bob
	tokens                map[string]string
	solved, begun         string // addresses of Bob's problems in the background, set by jobPages
}

func newScene(t *testing.T) *scene {
	t.Helper()
	return sceneAt(t, newSite(t))
}

// sceneAt sets the scene on a site.
func sceneAt(t *testing.T, at *site) *scene {
	t.Helper()
	s := &scene{site: at, tokens: map[string]string{}}
	s.ann, s.bob, s.eve, s.nobody = s.account("Ann"), s.account("Bob"), s.account("Eve"), s.client()
	s.game = s.site.game(s.ann, s.bob, "seirawan", "3d")
	s.ann.form("/g/"+s.game+"/do", "do=move", "ply=1", "text=e4", "id=a1")
	s.ann.form("/g/"+s.game+"/do", "do=say", "text=between us")
	s.ann.form("/g/"+s.game+"/note", "note=my secret plan")
	s.ann.form("/g/"+s.game+"/plan", "plan=e5 Nf3/H")
	offered, a := api[games.Offered](
		s.ann,
		http.MethodPost,
		"/seeks",
		games.Offer{
			Variant:  "circe",
			Clock:    play.Days(3),
			Private:  true,
			Colour:   play.White,
			Opponent: games.Named,
			Name:     "Bob",
		},
	)
	if a.status != http.StatusOK {
		t.Fatalf("a private challenge: %d %s", a.status, a.body)
	}
	begun, a := api[store.Summary](s.bob, http.MethodPost, "/seeks/"+offered.Seek.ID+"/take", nil)
	if a.status != http.StatusOK {
		t.Fatalf("taking a private challenge: %d %s", a.status, a.body)
	}
	s.private = begun.ID
	offered, _ = api[games.Offered](
		s.ann, http.MethodPost, "/seeks", games.Offer{Variant: "chess", Clock: play.Days(1), Opponent: games.Anybody},
	)
	s.seek = offered.Seek.ID
	offered, _ = api[games.Offered](
		s.ann,
		http.MethodPost,
		"/seeks",
		games.Offer{Variant: "chess", Clock: play.Days(1), Opponent: games.Named, Name: "Bob"},
	)
	s.challenge = offered.Seek.ID
	for name, c := range map[string]*client{"play": s.bob, "read": s.bob} {
		s.tokens[name] = c.newToken(name)
	}
	return s
}

// newToken makes a token on the person's own page, the only place to do so.
func (c *client) newToken(scope string) string {
	c.Helper()
	a := c.form("/me/token", "label="+scope, "scope="+scope)
	_, after, ok := strings.Cut(a.body, `<code class="secret">`)
	secret, _, _ := strings.Cut(after, "<")
	if !ok || secret == "" {
		c.Fatalf("no token was made: %d", a.status)
	}
	return secret
}

// fingerprint returns everything in the scene that must not change.
func (s *scene) fingerprint() string {
	ctx := context.Background()
	var b strings.Builder
	for _, id := range []string{s.game, s.private} {
		seq, fen := s.stands(id)
		fmt.Fprintln(&b, id, seq, fen)
	}
	for _, c := range []*client{s.ann, s.bob} {
		me, _ := api[account.Account](c, http.MethodGet, "/account", nil)
		note, err := s.store.Note(ctx, s.game, me.ID)
		plan, err2 := s.store.Plan(ctx, s.game, me.ID)
		seeks, err3 := s.store.SeeksOf(ctx, me.ID)
		tokens, err4 := s.store.Tokens(ctx, me.ID)
		user, err5 := s.store.User(ctx, me.ID)
		fmt.Fprintln(&b, me.Name, note, err, plan, err2, len(seeks), err3, len(tokens), err4, user.PasswordHash(), err5)
	}
	return b.String()
}

// TestHostileInputs: forbidden requests are refused with the right status and change nothing.
func TestHostileInputs(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	program := func(token string) *client {
		c := s.client()
		c.token = token
		return c
	}
	move := func(c *client, game string, ply int, text string) answer {
		return c.does(game, play.Command{Do: play.MakeMove, ID: "h" + text, Ply: ply, Text: text})
	}
	do := (*client).does
	post := func(c *client, path, kind, body string, headers ...string) answer {
		r := c.request(http.MethodPost, path, kind, strings.NewReader(body))
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		return c.send(r)
	}
	const form = "application/x-www-form-urlencoded"
	ended := s.bob.newToken("play")
	token, err := s.store.TokenBySecret(context.Background(), ended)
	if err != nil {
		t.Fatal(err)
	}
	s.bob.form("/me/token/end", "id="+token.ID)
	other, err := s.store.TokenBySecret(context.Background(), s.tokens["play"])
	if err != nil {
		t.Fatal(err)
	}

	cases := []struct {
		name   string
		try    func() answer
		status int
	}{
		// Other people's games
		{"a stranger moves", func() answer { return move(s.eve, s.game, 2, "e5") }, http.StatusForbidden},
		{"nobody moves", func() answer { return move(s.nobody, s.game, 2, "e5") }, http.StatusUnauthorized},
		{"the opponent moves out of turn", func() answer { return move(s.ann, s.game, 2, "e5") }, http.StatusForbidden},
		{
			"a stranger moves by the form",
			func() answer { return s.eve.form("/g/"+s.game+"/do", "do=move", "ply=2", "text=e5") },
			http.StatusForbidden,
		},
		{
			"a stranger resigns",
			func() answer { return do(s.eve, s.game, play.Command{Do: play.Resign}) },
			http.StatusForbidden,
		},
		{
			"a stranger offers a draw",
			func() answer { return do(s.eve, s.game, play.Command{Do: play.OfferDraw}) },
			http.StatusForbidden,
		},
		{
			"one accepts one's own draw",
			func() answer { return do(s.ann, s.game, play.Command{Do: play.AcceptDraw}) },
			http.StatusConflict,
		},
		{"a claim without a reason for it", func() answer {
			return do(s.bob, s.game, play.Command{Do: play.Claim, Reason: "threefold repetition"})
		}, http.StatusConflict},
		{
			"a claim on time too early",
			func() answer { return do(s.ann, s.game, play.Command{Do: play.Flag}) },
			http.StatusConflict,
		},
		{"a seat in the body", func() answer {
			return post(
				s.eve,
				"/api/v1/games/"+s.game+"/do",
				"application/json",
				`{"do":"move","ply":2,"text":"e5","by":"black"}`,
			)
		}, http.StatusUnprocessableEntity},
		{"a private game's page", func() answer { return s.eve.get("/g/" + s.private) }, http.StatusNotFound},
		{
			"a private game in the API",
			func() answer { return s.eve.get("/api/v1/games/" + s.private) },
			http.StatusNotFound,
		},
		{
			"a private game as PGN",
			func() answer { return s.eve.get("/g/" + s.private + "/export/pgn") },
			http.StatusNotFound,
		},
		{
			"a private game's picture",
			func() answer { return s.eve.get("/g/" + s.private + "/diagram.svg") },
			http.StatusNotFound,
		},
		{"a private game's socket", func() answer { return s.dial(s.eve, s.private) }, http.StatusNotFound},
		{
			"chat in a private game",
			func() answer { return do(s.eve, s.private, play.Command{Do: play.Say, Text: "hello"}) },
			http.StatusNotFound,
		},
		{
			"a note on a private game",
			func() answer { return s.eve.form("/g/"+s.private+"/note", "note=x") },
			http.StatusNotFound,
		},
		{
			"a plan for another",
			func() answer { return s.eve.form("/g/"+s.game+"/plan", "plan=e5 Nf3") },
			http.StatusForbidden,
		},
		{
			"another's offer taken back",
			func() answer { return s.eve.form("/offers/" + s.seek + "/drop") },
			http.StatusNotFound,
		},
		{
			"another's challenge taken",
			func() answer { return s.eve.form("/offers/" + s.challenge + "/take") },
			http.StatusNotFound,
		},
		{
			"one's own offer taken",
			func() answer { return s.ann.form("/offers/" + s.seek + "/take") },
			http.StatusUnprocessableEntity,
		},
		{
			"another's token ended",
			func() answer { return s.eve.form("/me/token/end", "id="+other.ID) },
			http.StatusNotFound,
		},

		// Tokens and sessions
		{
			"a token that was ended",
			func() answer { return move(program(ended), s.game, 2, "e5") },
			http.StatusUnauthorized,
		},
		{
			"a token that never was",
			func() answer { return program("AAAAAAAAAAAAAAAAAAAAAAAAAA").get("/api/v1/account") },
			http.StatusUnauthorized,
		},
		{
			"a reading token moves",
			func() answer { return move(program(s.tokens["read"]), s.game, 2, "e5") },
			http.StatusForbidden,
		},
		{
			"a session's secret as a token",
			func() answer { return program(s.session(s.bob)).get("/api/v1/account") },
			http.StatusUnauthorized,
		},
		{"a token as a session", func() answer {
			r := s.nobody.request(http.MethodPost, "/g/"+s.game+"/do", form, strings.NewReader("do=move&ply=2&text=e5"))
			r.Header.Set("Cookie", "kirke="+s.tokens["play"])
			return s.nobody.send(r)
		}, http.StatusUnauthorized},
		{"a token changes the password", func() answer {
			return program(s.tokens["play"]).form("/me/password", "old=correct horse Bob", "password=something else")
		}, http.StatusForbidden},
		{
			"a wrong old password",
			func() answer { return s.bob.form("/me/password", "old=wrong", "password=something else") },
			http.StatusUnprocessableEntity,
		},

		// Other sites
		{"a move from another site", func() answer {
			return post(
				s.bob,
				"/g/"+s.game+"/do",
				form,
				"do=move&ply=2&text=e5",
				"Sec-Fetch-Site",
				"cross-site",
				"Origin",
				"https://evil.example",
			)
		}, http.StatusForbidden},
		{"a move from another origin", func() answer {
			return post(s.bob, "/g/"+s.game+"/do", form, "do=move&ply=2&text=e5", "Origin", "https://evil.example")
		}, http.StatusForbidden},
		{"the API from another site", func() answer {
			return post(
				s.bob,
				"/api/v1/games/"+s.game+"/do",
				"application/json",
				`{"do":"resign"}`,
				"Sec-Fetch-Site",
				"cross-site",
			)
		}, http.StatusForbidden},
		{
			"a socket from another site",
			func() answer { return s.dial(s.bob, s.game, "Origin", "https://evil.example") },
			http.StatusForbidden,
		},

		// Bodies and text
		{
			"a form that cannot be read",
			func() answer { return post(s.bob, "/g/"+s.game+"/note", form, "note=%zz") },
			http.StatusBadRequest,
		},
		{"a form beyond a megabyte, without a length", func() answer {
			body := io.MultiReader(strings.NewReader("note=" + strings.Repeat("x", 1<<20)))
			return s.bob.send(s.bob.request(http.MethodPost, "/g/"+s.game+"/note", form, body))
		}, http.StatusRequestEntityTooLarge},
		{
			"a body beyond a megabyte",
			func() answer { return post(s.bob, "/convert", form, "text="+strings.Repeat("x", 1<<20)) },
			http.StatusRequestEntityTooLarge,
		},
		{
			"a body that is no JSON",
			func() answer { return post(s.bob, "/api/v1/games/"+s.game+"/do", "application/json", `{"do":`) },
			http.StatusBadRequest,
		},
		{
			"a body of another type",
			func() answer { return post(s.bob, "/api/v1/games/"+s.game+"/do", "text/xml", `<do>move</do>`) },
			http.StatusUnsupportedMediaType,
		},
		{
			"a move that is no move",
			func() answer { return move(s.bob, s.game, 2, "castle please") },
			http.StatusUnprocessableEntity,
		},
		{"an illegal move", func() answer { return move(s.bob, s.game, 2, "Qd5") }, http.StatusUnprocessableEntity},
		{
			"a move with a bell in it",
			func() answer { return move(s.bob, s.game, 2, "e5\a") },
			http.StatusUnprocessableEntity,
		},
		{
			"a move of a kilobyte",
			func() answer { return move(s.bob, s.game, 2, strings.Repeat("e5", 500)) },
			http.StatusUnprocessableEntity,
		},
		{"a move of the wrong ply", func() answer { return move(s.bob, s.game, 4, "e5") }, http.StatusConflict},
		{
			"bad UTF-8 in a name",
			func() answer { return s.client().form("/register", "name=\xff\xfe", "password=correct horse") },
			http.StatusUnprocessableEntity,
		},
		{"a name that is markup", func() answer {
			return s.client().form("/register", "name=<script>alert(1)</script>", "password=correct horse")
		}, http.StatusUnprocessableEntity},
		{
			"a name of another in other letters",
			func() answer { return s.client().form("/register", "name=ANN", "password=correct horse") },
			http.StatusConflict,
		},
		{
			"a short password",
			func() answer { return s.client().form("/register", "name=Mallory", "password=1234567") },
			http.StatusUnprocessableEntity,
		},
		{"chat beyond its length", func() answer {
			return do(s.bob, s.game, play.Command{Do: play.Say, Text: strings.Repeat("é", play.MaxChat+1)})
		}, http.StatusUnprocessableEntity},

		// Paths
		{
			"a path out of the files",
			func() answer { return s.raw("GET /static/../../go.mod HTTP/1.1") },
			http.StatusNotFound,
		},
		{
			"an escaped path out of the files",
			func() answer { return s.nobody.get("/static/%2e%2e%2f%2e%2e%2fgo.mod") },
			http.StatusNotFound,
		},
		{"a game that is no game", func() answer { return s.nobody.get("/g/%00%ff") }, http.StatusNotFound},
		{
			"a variant with a path",
			func() answer { return s.nobody.get("/rules/..%2f..%2fetc%2fpasswd") },
			http.StatusNotFound,
		},
		{
			"an invitation that is guessed",
			func() answer { return s.eve.form("/i/AAAAAAAAAAAAAAAAAAAAAAAAAA") },
			http.StatusNotFound,
		},
		{
			"a method that is not there",
			func() answer { return s.send2(s.eve, http.MethodDelete, "/g/"+s.game) },
			http.StatusNotFound,
		},

		// Work
		{"a board without end", func() answer {
			return s.nobody.get("/api/v1/position?variant=chess&fen=" + strings.Repeat("8/", 900))
		}, http.StatusUnprocessableEntity},
		{"a line of moves without end", func() answer {
			return s.nobody.get("/api/v1/position?variant=chess&moves=" + strings.Repeat("Nf3+Nf6+Ng1+Ng8+", 1200))
		}, http.StatusUnprocessableEntity},
		{"a hundred conditions", func() answer {
			return s.nobody.get("/api/v1/position?variant=" + strings.Repeat("circe%2B", 100))
		}, http.StatusUnprocessableEntity},
		{
			"an analysis for an hour",
			func() answer { return s.nobody.get("/api/v1/analyse?seconds=3600") },
			http.StatusUnprocessableEntity,
		},
		{"a clock without end", func() answer {
			return post(
				s.eve,
				"/api/v1/seeks",
				"application/json",
				`{"variant":"chess","clock":"999999999d","opponent":"anybody"}`,
			)
		}, http.StatusUnprocessableEntity},
		{"a level beyond the best", func() answer {
			return post(
				s.eve,
				"/api/v1/seeks",
				"application/json",
				`{"variant":"chess","clock":"5+3","opponent":"computer","level":99}`,
			)
		}, http.StatusUnprocessableEntity},
	}
	if len(cases) < 40 {
		t.Errorf("there are only %d cases", len(cases))
	}
	before := s.fingerprint()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			a := c.try()
			if a.status != c.status {
				t.Errorf("the answer is %d, want %d: %.300s", a.status, c.status, a.body)
			}
			if strings.Contains(a.body, "my secret plan") || strings.Contains(a.body, "between us") {
				t.Errorf("the answer has a secret: %.300s", a.body)
			}
			if now := s.fingerprint(); now != before {
				t.Errorf("something has changed:\n%s\nwas\n%s", now, before)
			}
		})
	}
}

// session returns the secret of a browser's session.
func (s *site) session(c *client) string {
	u := c.request(http.MethodGet, "/", "", nil).URL
	for _, cookie := range c.http.Jar.Cookies(u) {
		if cookie.Name == "kirke" {
			return cookie.Value
		}
	}
	s.Fatal("there is no session")
	return ""
}

// dial opens the socket of a game, and returns the answer.
func (s *site) dial(c *client, game string, headers ...string) answer {
	h := http.Header{"Cookie": {"kirke=" + s.session(c)}}
	for i := 0; i < len(headers); i += 2 {
		h.Set(headers[i], headers[i+1])
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	conn, response, err := websocket.Dial(
		ctx,
		"ws://localhost:"+s.port+"/g/"+game+"/live",
		&websocket.DialOptions{HTTPHeader: h},
	)
	if err == nil {
		_ = conn.CloseNow()
	}
	if response == nil {
		s.Fatal(err)
	}
	return answer{status: response.StatusCode}
}

// send2 sends a request of any method.
func (s *site) send2(c *client, method, path string) answer {
	return c.send(c.request(method, path, "", nil))
}

// raw sends a request line unchanged, which clients would correct.
func (s *site) raw(line string) answer {
	conn, err := (&netDialer{}).dial("localhost:" + s.port)
	if err != nil {
		s.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "%s\r\nHost: localhost\r\nConnection: close\r\n\r\n", line)
	response, err := readResponse(conn)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	if location := response.Header.Get("Location"); location != "" {
		return s.client().get(location)
	}
	return answer{status: response.StatusCode}
}

// TestWhatIsWrittenIsEscaped: markup in chat, notes and names of presets is shown as text.
func TestWhatIsWrittenIsEscaped(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	const evil = `<img src=x onerror="alert(1)"><script>alert(2)</script>`
	s.ann.form("/g/"+s.game+"/do", "do=say", "text="+evil)
	s.ann.form("/g/"+s.game+"/note", "note="+evil+"</textarea>")
	s.ann.form("/offers", "variant=chess", "clock=3d", "opponent=anybody", "do=preset", "preset-name="+evil)
	for _, path := range []string{"/g/" + s.game, "/me", "/u/Ann", "/lobby"} {
		a := s.ann.get(path)
		if a.status != http.StatusOK {
			t.Fatalf("%s: %d", path, a.status)
		}
		for _, part := range []string{"<img src=x", "<script>alert"} {
			if strings.Contains(a.body, part) {
				t.Errorf("%s has %s", path, part)
			}
		}
	}
	if a := s.ann.get("/g/" + s.game); !strings.Contains(a.body, "&lt;script&gt;alert(2)") {
		t.Error("the chat is not shown")
	}
}

// TestPrivateThingsArePrivate: nobody else sees notes and conditional moves, or the players' chat
// before the game is over.
func TestPrivateThingsArePrivate(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for name, c := range map[string]*client{"the opponent": s.bob, "a stranger": s.eve, "nobody": s.nobody} {
		var seen []string
		for _, path := range []string{
			"/g/" + s.game, "/api/v1/games/" + s.game, "/api/v1/games/" + s.game + "/note",
			"/api/v1/games/" + s.game + "/plan", "/g/" + s.game + "/export/json",
		} {
			seen = append(seen, c.get(path).body)
		}
		all := strings.Join(seen, "\n")
		if strings.Contains(all, "my secret plan") || strings.Contains(all, "g1f3h") && c != s.bob ||
			strings.Contains(all, `"lines":[["e7e5"`) {
			t.Errorf("%s sees Ann's note or plan", name)
		}
		if got := strings.Contains(all, "between us"); got != (c == s.bob) {
			t.Errorf("%s sees the players' chat: %v", name, got)
		}
	}
	if a := s.ann.get("/g/" + s.game); !strings.Contains(a.body, "my secret plan") ||
		!strings.Contains(a.body, "e5 Nf3/H") {
		t.Error("Ann does not see her own note and plan")
	}
}

// TestNamesCannotBeCollected: the answer to a wrong password is the same whether or not the name
// exists.
func TestNamesCannotBeCollected(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.account("Ann")
	var answers []answer
	for _, name := range []string{"Ann", "Zoe"} {
		a := s.client().form("/sign-in", "name="+name, "password=wrong password")
		a.body = strings.ReplaceAll(a.body, name, "NAME")
		answers = append(answers, a)
	}
	if answers[0].status != http.StatusUnauthorized || answers[0].status != answers[1].status ||
		answers[0].body != answers[1].body {
		t.Errorf("the answers differ: %d and %d", answers[0].status, answers[1].status)
	}
}

// TestFloodsAreStopped: a client that sends too many requests is refused, and others are not.
func TestFloodsAreStopped(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/kirke.db", web.Config{Rate: 20})
	ann := s.account("Ann")
	refused := 0
	for range 300 {
		if a := ann.get("/healthz"); a.status == http.StatusTooManyRequests {
			if a.header.Get("Retry-After") == "" {
				t.Error("the answer does not say when to try again")
			}
			refused++
		}
	}
	if refused < 50 {
		t.Errorf("%d of 300 requests were refused", refused)
	}
}

// TestFloodsOfMovesAreStopped: commands that come too fast are refused and make no event.
func TestFloodsOfMovesAreStopped(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/kirke.db", web.Config{Rate: 40})
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.game(ann, bob, "chess", "5+3")
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	conn, _, err := websocket.Dial(
		ctx,
		"ws://localhost:"+s.port+"/g/"+game+"/live",
		&websocket.DialOptions{HTTPHeader: http.Header{"Cookie": {"kirke=" + s.session(ann)}}},
	)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }()
	const flood = 300
	go func() {
		for i := range flood {
			command := fmt.Sprintf(`{"do":"move","id":"%d","ply":1,"text":"e5"}`, i)
			if conn.Write(ctx, websocket.MessageText, []byte(command)) != nil {
				return
			}
		}
	}()
	refused, stopped := 0, 0
	for refused < flood {
		_, data, err := conn.Read(ctx)
		if websocket.CloseStatus(err) == websocket.StatusPolicyViolation {
			break // the socket of a flood is closed
		}
		if err != nil {
			t.Fatalf("after %d answers: %v", refused, err)
		}
		var a live.Answer
		if err := json.Unmarshal(data, &a); err != nil {
			t.Fatal(err)
		}
		if a.Refused == "" {
			continue
		}
		refused++
		if strings.Contains(a.Text, "too often") {
			stopped++
		}
	}
	if stopped < 20 || refused == flood { // answers that were not sent before the socket was closed are lost
		t.Errorf("%d of %d commands were answered, %d stopped", refused, flood, stopped)
	}
	if seq, _ := s.stands(game); seq != 1 {
		t.Errorf("the game has come to event %d", seq)
	}
}

// TestLogsHaveNoSecrets: the log has no tokens, invitations or passwords.
func TestLogsHaveNoSecrets(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	a := s.ann.form("/offers", "variant=chess", "clock=3d", "opponent=friend")
	secret := strings.TrimPrefix(a.at, "/i/")
	if len(secret) < 20 {
		t.Fatalf("there is no invitation at %s", a.at)
	}
	s.logs("GET /i/{secret}")
	for name, text := range map[string]string{
		"an invitation": secret, "a token": s.tokens["play"], "a session": s.session(s.ann),
		"a password": "correct horse", "a game": s.private,
	} {
		if strings.Contains(s.log.String(), text) {
			t.Errorf("the log has %s", name)
		}
	}
}

// TestHeaders: every answer has the security headers.
func TestHeaders(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client()
	for _, path := range []string{"/", "/rules", "/nothing", "/static/site.css", "/api/v1/variants"} {
		h := c.get(path).header
		if p := h.Get("Content-Security-Policy"); !strings.Contains(p, "script-src 'self'") ||
			strings.Contains(p, "unsafe") {
			t.Errorf("%s: the policy is %q", path, p)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("X-Frame-Options") != "DENY" {
			t.Errorf("%s: headers are missing", path)
		}
	}
	for _, cookie := range s.account("Ann").http.Jar.Cookies(c.request(http.MethodGet, "/", "", nil).URL) {
		if cookie.Name == "kirke" && len(cookie.Value) < 26 {
			t.Errorf("a session's secret is short: %q", cookie.Value)
		}
	}
	var problem struct {
		Detail string `json:"detail"`
		Status int    `json:"status"`
	}
	a := c.get("/api/v1/nothing")
	if err := json.Unmarshal([]byte(a.body), &problem); err != nil || problem.Status != http.StatusNotFound ||
		problem.Detail == "" {
		t.Errorf("an unknown operation: %s (%v)", a.body, err)
	}
}
