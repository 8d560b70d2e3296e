package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// attackFunc attacks once. It returns the status of the answer.
type attackFunc func(ctx context.Context, a *attacker) (status int, err error)

// attacks are what attackers do as fast as they can, again and again: what has once held the site
// up, and what looks as if it could.
var attacks = []struct {
	name string
	do   attackFunc
}{
	{"conversion of moves that are none", posts("/api/v1/convert", map[string]any{
		"variant": "seirawan", "text": strings.Repeat("O-O/, ", 16_000),
	})},
	{"conversion of a file of tags", posts("/api/v1/convert", map[string]any{"text": manyTags(20_000)})},
	{"analysis of a long line of moves", gets("/analysis?variant=circe&moves=" +
		url.QueryEscape(strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 400)))},
	{"the engine, left after a moment",
		brief(http.MethodGet, "/api/v1/analyse?variant=seirawan&lines=5&seconds=20", nil)},
	{"a computer's move at the highest level",
		posts("/api/v1/computer", map[string]any{"variant": "seirawan", "level": 10})},
	{"a problem, left after a moment", brief(http.MethodPost, "/api/v1/solve", map[string]any{
		"variant": "circe", "stipulation": "#6",
		"fen": "r3k2r/pppq1ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 0 1",
	})},
	{"pictures", gets("/api/v1/diagram.png?variant=sissa&square=120")},
	{"positions with much to say", posts("/api/v1/position", map[string]any{
		"variant": "circe", "fen": "k7/8/8/2Q1Q1Q1/8/2Q1Q1Q1/8/K7 w - - 0 1",
	})},
	{"guests who fill the lobby", offers},
	{"games with the computer", computerGames},
	{"passwords", passwords},
	{"accounts", accounts},
	{"searches among the games", gets("/browse?position=" +
		url.QueryEscape("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))},
	{"commands by a socket", floods},
	{"sockets that are opened and left", sockets},
	{"answers that are not read", unread},
}

// attacker is a client in one of the attackers' networks.
type attacker struct {
	number int
	addr   string // of the server
	game   string // that anybody may watch
	client *http.Client
	tries  int
}

// attackNetworks is the number of the attackers' addresses.
const attackNetworks = 4

// from returns a dialer at an address of this machine.
func from(b, c, d int) *net.Dialer {
	return &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, byte(b), byte(c), byte(d))}, Timeout: slow}
}

// clientAt returns a client with an address and cookies of its own.
func clientAt(d *net.Dialer) *http.Client {
	jar, _ := cookiejar.New(nil) // it fails only with options
	return &http.Client{Timeout: 30 * time.Second, Jar: jar, Transport: &http.Transport{DialContext: d.DialContext}}
}

// tally is what came of the attacks.
type tally struct {
	mu   sync.Mutex
	done map[string]map[int]int // by attack and status; 0 is an error
	took map[string]time.Duration
}

func (t *tally) add(name string, status int, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done[name] == nil {
		t.done[name] = map[int]int{}
	}
	t.done[name][status]++
	t.took[name] = max(t.took[name], took)
}

// table returns what came of each attack, in Markdown.
func (t *tally) table() string {
	var b strings.Builder
	b.WriteString("\n| attack | answers by status | longest |\n|---|---|---|\n")
	for _, a := range attacks {
		var counts []string
		for _, status := range slices.Sorted(maps.Keys(t.done[a.name])) {
			name := fmt.Sprint(status)
			if status == 0 {
				name = "none"
			}
			counts = append(counts, fmt.Sprintf("%s: %d", name, t.done[a.name][status]))
		}
		fmt.Fprintf(&b, "| %s | %s | %.1f s |\n", a.name, strings.Join(counts, ", "), t.took[a.name].Seconds())
	}
	return b.String()
}

// attack lets n attackers attack until ctx ends. Each begins with another attack.
func attack(ctx context.Context, n int, addr, game string) *tally {
	t := &tally{done: map[string]map[int]int{}, took: map[string]time.Duration{}}
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			a := &attacker{number: i, addr: addr, game: game, client: clientAt(from(66, 0, 1+i%attackNetworks))}
			defer a.client.CloseIdleConnections()
			for ; ctx.Err() == nil; a.tries++ {
				one := attacks[(i+a.tries)%len(attacks)]
				started := time.Now()
				status, err := one.do(ctx, a)
				if ctx.Err() != nil {
					return
				}
				if err != nil {
					status = 0
				}
				t.add(one.name, status, time.Since(started))
			}
		})
	}
	all.Wait()
	return t
}

// send sends a request. kind is the type of the body.
func (a *attacker) send(ctx context.Context, method, path, kind string, body io.Reader) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, "http://"+a.addr+path, body)
	if err != nil {
		return nil, err
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	return a.client.Do(r)
}

// ask sends a request and reads the whole answer.
func (a *attacker) ask(ctx context.Context, method, path, kind string, body io.Reader) (status int, err error) {
	answer, err := a.send(ctx, method, path, kind, body)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode, err
}

// form sends a form as a new visitor.
func (a *attacker) form(ctx context.Context, path string, fields url.Values) (status int, err error) {
	a.client.Jar, _ = cookiejar.New(nil) // it fails only with options
	return a.ask(ctx, http.MethodPost, path, "application/x-www-form-urlencoded", strings.NewReader(fields.Encode()))
}

// gets returns an attack that gets a page.
func gets(path string) attackFunc {
	return func(ctx context.Context, a *attacker) (int, error) { return a.ask(ctx, http.MethodGet, path, "", nil) }
}

// posts returns an attack that posts JSON.
func posts(path string, what any) attackFunc {
	body := mustJSON(what)
	return func(ctx context.Context, a *attacker) (int, error) {
		return a.ask(ctx, http.MethodPost, path, "application/json", bytes.NewReader(body))
	}
}

func mustJSON(what any) []byte {
	body, err := json.Marshal(what)
	if err != nil {
		panic(err) // the values are in the table above
	}
	return body
}

// brief asks for long work and leaves after a second.
func brief(method, path string, what any) attackFunc {
	body := mustJSON(what)
	return func(ctx context.Context, a *attacker) (int, error) {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		answer, err := a.send(ctx, method, path, "application/json", bytes.NewReader(body))
		if err != nil {
			return 0, err
		}
		defer answer.Body.Close()
		_, _ = io.Copy(io.Discard, answer.Body) // until we leave
		return answer.StatusCode, nil
	}
}

func manyTags(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[Tag%d \"%d\"]\n", i, i)
	}
	return b.String() + "\n1. e4 *\n"
}

func offers(ctx context.Context, a *attacker) (int, error) {
	return a.form(ctx, "/offers", url.Values{"variant": {"chess"}, "clock": {"5+3"}, "opponent": {"anybody"}})
}

func computerGames(ctx context.Context, a *attacker) (int, error) {
	return a.form(ctx, "/offers", url.Values{
		"variant": {"seirawan"}, "clock": {"5+3"}, "opponent": {"computer"}, "level": {"10"}, "colour": {"black"},
	})
}

func passwords(ctx context.Context, a *attacker) (int, error) {
	return a.form(ctx, "/sign-in", url.Values{"name": {"Player0-0"}, "password": {fmt.Sprint("guess ", a.tries)}})
}

func accounts(ctx context.Context, a *attacker) (int, error) {
	name := fmt.Sprintf("Eve%dx%d", a.number, a.tries)
	return a.form(ctx, "/register", url.Values{"name": {name}, "password": {"correct horse battery"}})
}

// watch opens a socket of a game.
func (a *attacker) watch(ctx context.Context) (*websocket.Conn, error) {
	options := &websocket.DialOptions{HTTPClient: a.client}
	conn, _, err := websocket.Dial(ctx, "ws://"+a.addr+"/g/"+a.game+"/live", options)
	return conn, err
}

// floods sends commands until the server closes the socket.
func floods(ctx context.Context, a *attacker) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	conn, err := a.watch(ctx)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.CloseNow() }()
	go func() { // ignore the answers
		for {
			if _, _, err := conn.Read(ctx); err != nil {
				return
			}
		}
	}()
	for n := 0; ; n++ {
		spam := fmt.Appendf(nil, `{"do":"say","id":"%d","text":"spam"}`, n)
		if err := conn.Write(ctx, websocket.MessageText, spam); err != nil {
			return http.StatusSwitchingProtocols, nil // closed, or the time is over
		}
	}
}

// sockets opens as many sockets as it gets, and leaves them open for a moment.
func sockets(ctx context.Context, a *attacker) (int, error) {
	const many = 50
	for range many {
		conn, err := a.watch(ctx)
		if err != nil {
			return 0, err
		}
		defer func() { _ = conn.CloseNow() }()
	}
	return http.StatusSwitchingProtocols, nil
}

// unread sends many requests and reads no answers.
func unread(ctx context.Context, a *attacker) (int, error) {
	conn, err := from(66, 0, 1+a.number%attackNetworks).DialContext(ctx, "tcp", a.addr)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close() }() // nothing was read
	for range 50 {
		if err := conn.SetWriteDeadline(time.Now().Add(time.Second)); err != nil {
			return 0, err
		}
		if _, err := io.WriteString(conn, "GET /rules/seirawan HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			break // the server takes no more
		}
	}
	select {
	case <-time.After(2 * time.Second):
	case <-ctx.Done():
	}
	return 0, errors.New("nothing was read")
}

// visit is a person who comes during an attack: makes an offer, sees it in the lobby, and plays the
// computer. It returns how long the slowest of these took.
func visit(ctx context.Context, addr string, number int) (longest time.Duration, err error) {
	v := &attacker{addr: addr, client: clientAt(from(3, number/200%256, 1+number%200))}
	defer v.client.CloseIdleConnections()
	game := ""
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"an offer", func() error { return v.offer(ctx) }},
		{"the lobby", func() error { return v.seesOffer(ctx) }},
		{"a game with the computer", func() (err error) { game, err = v.playComputer(ctx); return err }},
		{"the computer's move", func() error { return v.seesMove(ctx, game) }},
	} {
		started := time.Now()
		err := step.do()
		longest = max(longest, time.Since(started))
		if err != nil {
			return longest, fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return longest, nil
}

// offer offers a game to anybody.
func (a *attacker) offer(ctx context.Context) error {
	form := "variant=sissa&clock=7%2B7&opponent=anybody"
	status, err := a.ask(ctx, http.MethodPost, "/offers", "application/x-www-form-urlencoded", strings.NewReader(form))
	return wanted(status, http.StatusOK, err)
}

// seesOffer looks for the own offer in the lobby.
func (a *attacker) seesOffer(ctx context.Context) error {
	text, err := a.read(ctx, "/lobby")
	if err == nil && !strings.Contains(text, "7 min + 7 s") && !strings.Contains(text, "7+7") {
		err = errors.New("the own offer is not in it")
	}
	return err
}

// playComputer starts a game with the computer, which has the first move.
func (a *attacker) playComputer(ctx context.Context) (game string, err error) {
	body := `{"variant":"chess","clock":"5+3","opponent":"computer","level":3,"colour":"black"}`
	answer, err := a.send(ctx, http.MethodPost, "/api/v1/seeks", "application/json", strings.NewReader(body))
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	var started struct{ Game string }
	if err := json.NewDecoder(answer.Body).Decode(&started); err != nil || started.Game == "" {
		return "", fmt.Errorf("status %d, %w", answer.StatusCode, err)
	}
	return started.Game, nil
}

// seesMove waits for the first move of a game.
func (a *attacker) seesMove(ctx context.Context, game string) error {
	for {
		text, err := a.read(ctx, "/api/v1/games/"+game)
		if err != nil || !strings.Contains(text, `"ply":0`) {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// wanted returns an error unless a request was answered with a status.
func wanted(status, want int, err error) error {
	if err == nil && status != want {
		err = fmt.Errorf("status %d", status)
	}
	return err
}

// read returns a page.
func (a *attacker) read(ctx context.Context, path string) (string, error) {
	answer, err := a.send(ctx, http.MethodGet, path, "", nil)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return string(text), wanted(answer.StatusCode, http.StatusOK, err)
}
