package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/notify"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web"
)

// site is a whole server on a port of its own.
type site struct {
	testing.TB
	store     *store.Store
	bus       *bus.Bus
	scheduler *jobs.Scheduler
	sender    *notify.Sender
	port      string
	log       *serverLog
}

// newSite starts a server with an empty store. It ends with the test.
func newSite(t testing.TB) *site {
	t.Helper()
	return startSite(t, filepath.Join(t.TempDir(), "kirke.db"), web.Config{Rate: 10_000})
}

// newSiteAt is newSite with another clock.
func newSiteAt(t testing.TB, now func() time.Time) *site {
	t.Helper()
	return startSite(t, filepath.Join(t.TempDir(), "kirke.db"), web.Config{Rate: 10_000, Now: now})
}

func startSite(t testing.TB, file string, config web.Config) *site {
	t.Helper()
	return startTelling(t, file, config, telling{mail: "smtp://127.0.0.1:1"})
}

// telling is how a site sends mails and push messages.
type telling struct {
	mail string        // the address of the mail server, "" for none
	push *http.Client  // asks the push services
	wait time.Duration // for what may be seen on the site; 0 sends nothing
}

func startTelling(t testing.TB, file string, config web.Config, out telling) *site {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	events, err := bus.Open(ctx, bus.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	games, err := store.Open(ctx, file, store.Options{
		Now: config.Now, Notify: func(c store.Committed) { web.Tell(events, c) },
		MailAfter: out.wait, PushAfter: out.wait,
	})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	config.Sender = out.sender(t, games, "http://localhost:"+port)
	log := &serverLog{}
	if config.Rate > web.DefaultRate && config.Work == 0 {
		config.Work = 1000
	}
	config.Store, config.Bus, config.Jobs = games, events, jobs.NewScheduler(games, events, nil)
	var long sync.WaitGroup
	for _, run := range []func() error{
		func() error { return config.Jobs.Run(ctx) },
		func() error { return jobs.Worker{Slots: 1, Hash: 4}.Run(ctx, events) },
		func() error {
			if out.wait > 0 {
				config.Sender.Run(ctx)
			}
			return nil
		},
	} {
		long.Go(func() {
			if err := run(); err != nil {
				t.Errorf("long work ended with %v", err)
			}
		})
	}
	config.Log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelInfo}))
	server, err := web.New(config)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the server ended with %v", err)
		}
		if t.Failed() {
			t.Log(log.refusals())
		}
		long.Wait()
		if err := games.Close(); err != nil {
			t.Error(err)
		}
		events.Close()
	})
	return &site{
		TB: t, store: games, bus: events, scheduler: config.Jobs, sender: config.Sender, port: port, log: log,
	}
}

// sender returns what sends for a site at an address.
func (out telling) sender(t testing.TB, games *store.Store, at string) *notify.Sender {
	t.Helper()
	o := notify.Options{Store: games, URL: at, Push: out.push, Every: 5 * time.Millisecond}
	var err error
	if out.mail != "" {
		if o.Mail, err = notify.NewMailer(out.mail, "Kirke <kirke@example.org>"); err != nil {
			t.Fatal(err)
		}
	}
	sender, err := notify.New(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return sender
}

// serverLog is the log of a server. The server writes to it while tests read it.
type serverLog struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *serverLog) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *serverLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// refused finds the lines of requests that were not answered as asked, and of what went wrong.
var refused = regexp.MustCompile(`(?m)^.*( status=[45]| level=(WARN|ERROR) ).*$`)

// refusals returns the last lines of the log that may say why a test fails.
func (l *serverLog) refusals() string {
	const most = 20
	lines := refused.FindAllString(l.String(), -1)
	return strings.Join(lines[max(0, len(lines)-most):], "\n")
}

// logs waits until the server has logged a text, and fails the test after ten seconds.
// A request is logged when it ends, which may be after the client has its answer.
func (s *site) logs(text string) {
	s.Helper()
	for range 1000 {
		if strings.Contains(s.log.String(), text) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.Errorf("the log does not say %s: %s", text, s.log.String())
}

// at returns the address of a page for one person's browser. Browsers keep the cookies of the two
// names of this machine apart.
func (s *site) at(host, path string) string { return "http://" + host + ":" + s.port + path }

// client is a browser without scripts, or a program.
type client struct {
	*site
	http  *http.Client
	token string
}

func (s *site) client() *client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.Fatal(err)
	}
	return &client{site: s, http: &http.Client{Jar: jar, Timeout: 30 * time.Second}}
}

// answer is an answer of the server.
type answer struct {
	status int
	body   string
	header http.Header
	at     string // the address after redirects
}

func (c *client) send(r *http.Request) answer {
	c.Helper()
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := c.http.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		c.Fatal(err)
	}
	return answer{response.StatusCode, string(body), response.Header, response.Request.URL.Path}
}

func (c *client) request(method, path, kind string, body io.Reader) *http.Request {
	c.Helper()
	r, err := http.NewRequest(method, c.at("localhost", path), body)
	if err != nil {
		c.Fatal(err)
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	return r
}

func (c *client) get(path string) answer {
	c.Helper()
	return c.send(c.request(http.MethodGet, path, "", nil))
}

// form sends a form, its fields as "name=value".
func (c *client) form(path string, fields ...string) answer {
	c.Helper()
	return c.send(c.post(path, fields...))
}

// post returns the request of a form.
func (c *client) post(path string, fields ...string) *http.Request {
	c.Helper()
	values := url.Values{}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, "=")
		values.Add(name, value)
	}
	r := c.request(http.MethodPost, path, "application/x-www-form-urlencoded", strings.NewReader(values.Encode()))
	r.Header.Set("Accept", "text/html") // as browsers do, so that the next page shows the flash
	return r
}

// api calls an operation of the API with a body, nil for none, and reads its answer.
func api[T any](c *client, method, path string, in any) (T, answer) {
	c.Helper()
	var body io.Reader
	kind := ""
	if in != nil {
		data, err := json.Marshal(in)
		if err != nil {
			c.Fatal(err)
		}
		body, kind = strings.NewReader(string(data)), "application/json"
	}
	a := c.send(c.request(method, "/api/v1"+path, kind, body))
	var out T
	if a.status < 300 && strings.HasSuffix(a.header.Get("Content-Type"), "json") {
		if err := json.Unmarshal([]byte(a.body), &out); err != nil {
			c.Fatalf("%s %s: %v in %s", method, path, err, a.body)
		}
	}
	return out, a
}

// does sends a command to a game by the API.
func (c *client) does(game string, command play.Command) answer {
	c.Helper()
	_, a := api[any](c, http.MethodPost, "/games/"+game+"/do", command)
	return a
}

// moves makes a move in a game by the API: half-move number ply.
func (c *client) moves(game string, ply int, text string) answer {
	c.Helper()
	return c.does(game, play.Command{Do: play.MakeMove, Ply: ply, Text: text})
}

// account makes an account and returns its browser.
func (s *site) account(name string) *client {
	s.Helper()
	c := s.client()
	if a := c.form("/register", "name="+name, "password=correct horse "+name, "back=/me"); a.status != http.StatusOK ||
		a.at != "/me" {
		s.Fatalf("registering %s: %d at %s: %s", name, a.status, a.at, a.body)
	}
	return c
}

// game begins a game between two browsers and returns its ID. The form of the offer may have more
// fields.
func (s *site) game(white, black *client, variant, clock string, more ...string) string {
	s.Helper()
	fields := append([]string{"variant=" + variant, "clock=" + clock, "opponent=anybody", "colour=white"}, more...)
	if a := white.form("/offers", fields...); a.status != http.StatusOK {
		s.Fatalf("offering: %d: %s", a.status, a.body)
	}
	mine, _ := api[[]store.Seek](white, http.MethodGet, "/seeks/mine", nil)
	if len(mine) == 0 {
		s.Fatal("the offer is not there")
	}
	a := black.form("/offers/" + mine[0].ID + "/take")
	if a.status != http.StatusOK || !strings.HasPrefix(a.at, "/g/") {
		s.Fatalf("taking: %d at %s: %s", a.status, a.at, a.body)
	}
	return strings.TrimPrefix(a.at, "/g/")
}

// stands returns the number of the last event of a game, and its position.
func (s *site) stands(game string) (int, string) {
	s.Helper()
	g, err := s.store.Game(context.Background(), game)
	if err != nil {
		s.Fatal(err)
	}
	return g.Seq(), g.Position().FEN()
}

// until waits until a game fulfils a condition.
func (s *site) until(game string, is func(*play.Game) bool) *play.Game {
	s.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		g, err := s.store.Game(context.Background(), game)
		if err != nil {
			s.Fatal(err)
		}
		if is(g) {
			return g
		}
	}
	s.Fatal("the game never came to that")
	return nil
}

// netDialer opens plain connections.
type netDialer struct{ net.Dialer }

func (d *netDialer) dial(address string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return d.DialContext(ctx, "tcp", address)
}

func readResponse(r io.Reader) (*http.Response, error) {
	return http.ReadResponse(bufio.NewReader(r), nil)
}
