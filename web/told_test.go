package web_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/internal/smtptest"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web"
	"github.com/kirke-chess/kirke/web/internal/games"
)

// mailing is a site that sends mail, to a server of the test's own.
type mailing struct {
	*site
	mail *smtptest.Server
	read int // mails that were read
}

func newMailing(t *testing.T) *mailing {
	t.Helper()
	return newMailingAt(t, nil)
}

func newMailingAt(t *testing.T, now func() time.Time) *mailing {
	t.Helper()
	m := &mailing{mail: smtptest.New(t)}
	m.site = startTelling(t, filepath.Join(t.TempDir(), "kirke.db"), web.Config{Rate: 10_000, Now: now},
		telling{mail: m.mail.URL, wait: 10 * time.Millisecond})
	return m
}

// next waits for one more mail and returns it.
func (m *mailing) next() smtptest.Mail {
	m.Helper()
	m.read++
	for range 3000 {
		if all := m.mail.Mails(); len(all) >= m.read {
			return all[m.read-1]
		}
		time.Sleep(10 * time.Millisecond)
	}
	m.Fatalf("mail %d does not come", m.read)
	return smtptest.Mail{}
}

// reachable gives a person a mail address, confirmed by the link in the mail.
func (m *mailing) reachable(c *client, address string) {
	m.Helper()
	c.form("/me/notifications/address", "address="+address).wants(m, http.StatusOK, "on its way to "+address)
	c.form(m.next().Link("/mail/confirm/")).wants(m, http.StatusOK, "is confirmed")
}

// TestAddressIsConfirmed: an address is entered, confirmed by a button behind the mailed link,
// changed with a warning to the old one, and removed. It works without scripts.
func TestAddressIsConfirmed(t *testing.T) {
	t.Parallel()
	s := newMailing(t)
	ann := s.account("Ann")
	ann.get("/me").wants(t, http.StatusOK, `href="/me/notifications"`)
	ann.get("/me/notifications").wants(t, http.StatusOK, "No address.")
	ann.form("/me/notifications/address", "address=Ann <ann@example.org>, eve@example.org").
		wants(t, http.StatusUnprocessableEntity, "That is not a mail address.")
	ann.form("/me/notifications/address", "address=ann@example.org").
		wants(t, http.StatusOK, "ann@example.org</strong> is not confirmed")
	link := s.next().Link("/mail/confirm/")
	// Programs that scan mail follow the link: that confirms nothing.
	s.client().get(link).wants(t, http.StatusOK, "Confirm address")
	ann.get("/me/notifications").wants(t, http.StatusOK, "is not confirmed")
	s.client().form(link).wants(t, http.StatusOK, "The mail address of Ann is confirmed.") // on another machine
	ann.get("/me/notifications").wants(t, http.StatusOK, "Mail goes to <strong")
	s.client().form(link).wants(t, http.StatusNotFound, "This link does not work, or no longer.")

	ann.form("/me/notifications/address", "address=new@example.org").wants(t, http.StatusOK, "on its way")
	both := map[string]smtptest.Mail{}
	for range 2 {
		m := s.next()
		both[m.To] = m
	}
	if got := both["ann@example.org"]; !strings.Contains(got.Body, "the address of your account was changed") {
		t.Errorf("the old address gets %+v", got)
	}
	ann.form(both["new@example.org"].Link("/mail/confirm/")).wants(t, http.StatusOK, "is confirmed")
	ann.form("/me/notifications/address", "do=remove").wants(t, http.StatusOK, "Your mail address is removed.")
	ann.get("/me/notifications").wants(t, http.StatusOK, "No address.")
	s.client().form("/me/notifications/address", "address=x@example.org").wants(t, http.StatusOK, "Sign in")
}

// TestAddressNeedsProof: to change the address of mail somebody must have signed in recently.
func TestAddressNeedsProof(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	ahead := time.Duration(0)
	s := newMailingAt(t, func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return time.Now().Add(ahead)
	})
	ann := s.account("Ann")
	mu.Lock()
	ahead = time.Hour
	mu.Unlock()
	for _, fields := range [][]string{{"address=eve@example.org"}, {"do=remove"}} {
		ann.form("/me/notifications/address", fields...).wants(t, http.StatusForbidden, "First confirm that it is you")
	}
	page := ann.get("/me/notifications")
	page.wants(t, http.StatusOK, `href="/sign-in?back=/me/notifications"`)
	if strings.Contains(page.body, `name="address"`) {
		t.Error("the page asks for an address")
	}
}

// TestWishes: people choose by topic how they are told, and when the daily mail comes.
func TestWishes(t *testing.T) {
	t.Parallel()
	s := newMailing(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	s.reachable(ann, "ann@example.org")
	ann.form("/me/notifications", "mail-turn=never", "mail-challenge=daily", "push-turn=on", "hour=21").
		wants(t, http.StatusOK, "Your choices are saved.")
	c, err := s.store.Contact(t.Context(), s.id("Ann"))
	if err != nil || c.Hour != 21 {
		t.Fatalf("the hour is %d, %v", c.Hour, err)
	}
	for topic, want := range map[store.Topic]store.Wish{
		store.TurnTopic:      {Mail: store.MailNever, Push: true},
		store.ChallengeTopic: {Mail: store.MailDaily},
		store.AcceptedTopic:  {Mail: store.MailNow},
	} {
		if got := c.Wishes.Of(topic); got != want {
			t.Errorf("%s: %+v, want %+v", topic, got, want)
		}
	}
	ann.form("/me/notifications", "mail-deadline=daily").
		wants(t, http.StatusUnprocessableEntity, "A daily mail may come after the deadline")
	ann.form("/me/notifications", "hour=24").wants(t, http.StatusUnprocessableEntity, "0 to 23")

	// What cannot be sent is told with its reason.
	s.mail.Answer(func(string) error { return smtptest.Refusal(550) })
	bob.offers(games.Offer{Variant: "chess", Clock: play.Days(3), Opponent: games.Anybody, Colour: play.White})
	ann.offers(games.Offer{Variant: "circe", Clock: play.Days(3), Opponent: games.Anybody})
	mine, _ := api[[]store.Seek](ann, http.MethodGet, "/seeks/mine", nil)
	bob.form("/offers/" + mine[0].ID + "/take")
	for range 500 {
		if why, err := s.store.LastFailure(t.Context(), s.id("Ann")); err != nil || why != "" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	ann.get("/me/notifications").
		wants(t, http.StatusOK, "The last mail could not be sent: the mail server answered 550")
	guest := s.client()
	guest.form("/offers", "variant=chess", "clock=5+3", "opponent=anybody")
	guest.get("/me/notifications").wants(t, http.StatusOK, "You are a guest")
	guest.form("/me/notifications", "mail-turn=now").
		wants(t, http.StatusForbidden, "A guest needs an account for this.")
}

// TestOneClick: a mail program ends mail of a topic by one POST from anywhere (RFC 8058). The page
// of the link has a button, since programs that scan mail follow links.
func TestOneClick(t *testing.T) {
	t.Parallel()
	s := newMailing(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	s.reachable(ann, "ann@example.org")
	challenge := func(variant string) {
		bob.offers(games.Offer{Variant: variant, Clock: play.Days(3), Opponent: games.Named, Name: "Ann"})
	}
	challenge("circe")
	m := s.next()
	link := m.Link("/mail/stop/")
	if got := m.Header.Get("List-Unsubscribe"); got != "<http://localhost:"+s.port+link+">" {
		t.Fatalf("List-Unsubscribe is %s, the link %s", got, link)
	}
	nobody := s.client()
	nobody.get(link).wants(t, http.StatusOK, "End mail when somebody challenges you?")
	challenge("chess")
	s.next() // the link alone has ended nothing
	r := nobody.request(http.MethodPost, link, "application/x-www-form-urlencoded",
		strings.NewReader("List-Unsubscribe=One-Click"))
	r.Header.Set("Origin", "https://mail.example.org")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	nobody.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	nobody.send(r).wants(t, http.StatusOK, "Unsubscribed")
	c, err := s.store.Contact(t.Context(), s.id("Ann"))
	if err != nil || c.Wishes.Of(store.ChallengeTopic).Mail != store.MailNever ||
		c.Wishes.Of(store.TurnTopic).Mail != store.MailNow {
		t.Errorf("after one click the wishes are %+v, %v", c.Wishes, err)
	}
	nobody.form(link, "all=yes").wants(t, http.StatusOK, "You get no more mail.")
	c, err = s.store.Contact(t.Context(), s.id("Ann"))
	if err != nil || c.Wishes.Of(store.TurnTopic).Mail != store.MailNever {
		t.Errorf("the wishes are %+v, %v", c.Wishes, err)
	}
	for _, false := range []string{link + "x", "/mail/stop/" + s.id("Ann") + ".turn.AAAA", "/mail/stop/x"} {
		nobody.form(false).wants(t, http.StatusNotFound, "This link does not end any mail.")
		nobody.get(false).wants(t, http.StatusNotFound, "This link does not end any mail.")
	}
}

// TestForgottenPassword: a mailed link sets another password, once. It ends the sessions and mails a
// warning. The answer does not tell whether there is such an account.
func TestForgottenPassword(t *testing.T) {
	t.Parallel()
	s := newMailing(t)
	ann := s.account("Ann")
	s.reachable(ann, "ann@example.org")
	s.account("Bob") // without an address
	nobody := s.client()
	nobody.get("/sign-in").wants(t, http.StatusOK, `href="/reset"`)
	nobody.get("/reset").wants(t, http.StatusOK, "Send link")
	answers := map[string]bool{}
	for _, who := range []string{"Ann", "Bob", "Nobody", "eve@example.org", "ann@EXAMPLE.org"} {
		began := time.Now()
		a := nobody.form("/reset", "who="+who)
		if took := time.Since(began); took < 400*time.Millisecond {
			t.Errorf("the answer to %s takes %v", who, took)
		}
		a.wants(t, http.StatusOK, "a mail with a link is on its way")
		answers[a.body] = true
	}
	if len(answers) != 1 {
		t.Error("the answers differ")
	}
	first, second := s.next().Link("/reset/"), s.next().Link("/reset/")
	page := nobody.get(second)
	page.wants(t, http.StatusOK, "For the account Ann.")
	if got := page.header.Get("Referrer-Policy") + page.header.Get("Cache-Control"); got != "no-referrerno-store" {
		t.Errorf("the page with the secret has the headers %s", got)
	}
	nobody.form(second, "password=12345678").wants(t, http.StatusUnprocessableEntity, "most common passwords")
	conn := ann.open("/notices/live?at=/")
	nobody.form(second, "password=battery staple").wants(t, http.StatusOK, "Your password is changed.")
	if code := s.ends(conn); code != 4001 {
		t.Errorf("the socket of the old session ends with %d", code)
	}
	for _, link := range []string{first, second, "/reset/x"} {
		nobody.get(link).wants(t, http.StatusNotFound, "This link does not work, or no longer.")
		nobody.form(link, "password=battery staple 2").wants(t, http.StatusNotFound, "This link does not work")
	}
	m := s.next()
	if m.To != "ann@example.org" || !strings.Contains(m.Body, "the password of your account was changed") {
		t.Errorf("the warning is %+v", m)
	}
	if a := ann.get("/me"); a.at != "/sign-in" {
		t.Errorf("the old session leads to %s", a.at)
	}
	nobody.form("/sign-in", "name=Ann", "password=correct horse Ann").wants(t, http.StatusUnauthorized, "is wrong")
	nobody.form("/sign-in", "name=Ann", "password=battery staple", "back=/me").wants(t, http.StatusOK, "Ann")

	// Changed on the own page, it is told as well.
	nobody.form("/me/password", "old=battery staple", "password=battery staple 3").wants(t, http.StatusOK, "is changed")
	if m := s.next(); !strings.Contains(m.Header.Get("Subject"), "Your password was changed") {
		t.Errorf("the warning is %+v", m)
	}
}

// TestResetsAreBounded: an account gets few links, however often they are asked for, and an address
// may ask for few.
func TestResetsAreBounded(t *testing.T) {
	t.Parallel()
	s := newMailing(t)
	ann := s.account("Ann")
	s.reachable(ann, "ann@example.org")
	for range 8 {
		s.client().form("/reset", "who=Ann").wants(t, http.StatusOK, "on its way")
	}
	time.Sleep(300 * time.Millisecond)
	if n := len(s.mail.Mails()) - s.read; n < 1 || n > 3 {
		t.Errorf("%d links were sent", n)
	}
	slow := startSite(t, filepath.Join(t.TempDir(), "kirke.db"), web.Config{Rate: 20})
	limited := false
	for range 30 {
		limited = limited || slow.client().form("/reset", "who=Ann").status == http.StatusTooManyRequests
	}
	if !limited {
		t.Error("an address asks for any number of links")
	}
	mute := startTelling(t, filepath.Join(t.TempDir(), "kirke.db"), web.Config{}, telling{})
	mute.client().get("/reset").wants(t, http.StatusOK, "This site sends no mail.")
	mute.client().form("/reset", "who=Ann").wants(t, http.StatusForbidden, "This site sends no mail.")
	mute.account("Ann").get("/me/notifications").wants(t, http.StatusOK, "This site sends no mail.")
}

// TestResetLinksExpire: a link for another password works for an hour.
func TestResetLinksExpire(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	ahead := time.Duration(0)
	s := newMailingAt(t, func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return time.Now().Add(ahead)
	})
	s.reachable(s.account("Ann"), "ann@example.org")
	s.client().form("/reset", "who=Ann")
	link := s.next().Link("/reset/")
	s.client().get(link).wants(t, http.StatusOK, "Ann")
	mu.Lock()
	ahead = time.Hour + time.Minute
	mu.Unlock()
	s.client().get(link).wants(t, http.StatusNotFound, "This link does not work")
}

// TestFeeds: the feed and the calendar are at secret addresses, are not sent again while they stay
// the same, and end when others are made.
func TestFeeds(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.game(ann, bob, "chess", "3d")
	made := ann.form("/me/notifications/feed", "do=new")
	made.wants(t, http.StatusOK, "Copy them now")
	feed := within(t, made.body, `http://localhost:\d+(/feed/\w+/games.atom)`)
	calendar := within(t, made.body, `http://localhost:\d+(/feed/\w+/deadlines.ics)`)
	if page := ann.get("/me/notifications").body; strings.Contains(page, "/feed/") &&
		strings.Contains(page, "games.atom") {
		t.Error("the page shows the secret again")
	}
	reader := s.client()
	again := func(path, tag string) answer {
		r := reader.request(http.MethodGet, path, "", nil)
		r.Header.Set("If-None-Match", tag)
		return reader.send(r)
	}
	first := reader.get(feed)
	first.wants(t, http.StatusOK, "<title>Games of Ann</title>")
	if err := xml.Unmarshal([]byte(first.body), new(struct{})); err != nil {
		t.Error(err)
	}
	dates := reader.get(calendar)
	dates.wants(t, http.StatusOK, "SUMMARY:Move against Bob (Chess)")
	for path, a := range map[string]answer{feed: first, calendar: dates} {
		tag := a.header.Get("ETag")
		if b := again(path, tag); tag == "" || b.status != http.StatusNotModified || b.body != "" {
			t.Errorf("%s with %s: %d %s", path, tag, b.status, b.body)
		}
	}
	ann.moves(game, 1, "e4")
	bob.moves(game, 2, "e5")
	again(feed, first.header.Get("ETag")).wants(t, http.StatusOK, "Bob played e5")
	bob.form("/g/"+game+"/do", "do=resign")
	b := again(calendar, dates.header.Get("ETag"))
	if b.status != http.StatusOK || strings.Contains(b.body, "SUMMARY") {
		t.Errorf("the calendar after the game: %d %s", b.status, b.body)
	}
	limited := false
	for range 80 {
		if a := reader.get(feed); a.status == http.StatusTooManyRequests {
			limited = a.header.Get("Retry-After") != ""
			break
		}
	}
	if !limited {
		t.Error("the feed can be read any number of times")
	}
	ann.form("/me/notifications/feed", "do=new")
	reader.get(feed).wants(t, http.StatusNotFound, "There is no such feed.")
	ann.form("/me/notifications/feed", "do=end").wants(t, http.StatusOK, "The addresses no longer work.")
	reader.get("/feed/x/deadlines.ics").wants(t, http.StatusNotFound, "There is no such feed.")
}

// pushService takes push messages.
type pushService struct {
	*httptest.Server
	got chan string // the paths
}

func newPushService(t *testing.T) *pushService {
	p := &pushService{got: make(chan string, 10)}
	p.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		p.got <- r.URL.Path
		w.WriteHeader(http.StatusCreated)
	}))
	t.Cleanup(p.Close)
	return p
}

// subscription returns what a browser sends to take push messages. The keys are those of RFC 8291.
func (p *pushService) subscription(path string) string {
	return fmt.Sprintf(`{"endpoint": "https://push.example.org%s", "expirationTime": null, "keys": {
		"auth": "BTBZMqHH6r4Tts7J_aSIgg", "p256dh":
		"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"}}`, path)
}

// TestPushMessages: a browser takes push messages until they are turned off there or its session
// ends. Signing in again keeps them.
func TestPushMessages(t *testing.T) {
	t.Parallel()
	service := newPushService(t)
	client := service.Client()
	client.Transport = toward{service.Server, client.Transport}
	s := startTelling(t, filepath.Join(t.TempDir(), "kirke.db"), web.Config{Rate: 10_000},
		telling{push: client, wait: 10 * time.Millisecond})
	ann, bob := s.account("Ann"), s.account("Bob")
	send := func(body string) answer {
		r := ann.request(http.MethodPost, "/me/notifications/push", "application/json", strings.NewReader(body))
		return ann.send(r)
	}
	key, _ := api[map[string]string](s.client(), http.MethodGet, "/push/key", nil)
	if len(key["key"]) < 80 {
		t.Errorf("the key is %v", key)
	}
	for _, wrong := range []string{
		`{}`, `x`, strings.Replace(service.subscription("/a"), "https://push.example.org", "https://127.0.0.1", 1),
		strings.Replace(service.subscription("/a"), "https:", "http:", 1),
		strings.Replace(service.subscription("/a"), "BCVx", "AAAA", 1),
	} {
		if a := send(wrong); a.status != http.StatusUnprocessableEntity {
			t.Errorf("%s is answered with %d %s", wrong, a.status, a.body)
		}
	}
	send(service.subscription("/ann")).wants(t, http.StatusOK, "{}")
	ann.get("/me/notifications").wants(t, http.StatusOK, ", this session")
	challenge := func(variant string) {
		t.Helper()
		bob.offers(games.Offer{Variant: variant, Clock: play.Days(3), Opponent: games.Named, Name: "Ann"})
	}
	comes := func() bool {
		select {
		case path := <-service.got:
			return path == "/ann"
		case <-time.After(2 * time.Second):
			return false
		}
	}
	challenge("chess")
	if !comes() {
		t.Fatal("no push message comes")
	}
	ann.form("/sign-in", "name=Ann", "password=correct horse Ann")
	challenge("circe")
	if !comes() {
		t.Error("no push message comes after signing in again")
	}
	id := within(t, ann.get("/me/notifications").body, `data-browser="(\w+)"`)
	ann.form("/me/notifications/push/end", "id="+id).
		wants(t, http.StatusOK, "That browser shows no more push messages.")
	challenge("sissa")
	if comes() {
		t.Error("a push message comes though they are off")
	}
	send(service.subscription("/ann"))
	ann.form("/sign-out")
	challenge("seirawan")
	if comes() {
		t.Error("a push message comes after signing out")
	}
	data, err := s.store.Subscriptions(t.Context(), s.id("Ann"))
	if err != nil || len(data) != 0 {
		text, _ := json.Marshal(data)
		t.Errorf("after signing out there is %s, %v", text, err)
	}
}

// toward sends every request to one server.
type toward struct {
	to   *httptest.Server
	next http.RoundTripper
}

func (d toward) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Host = strings.TrimPrefix(d.to.URL, "https://")
	return d.next.RoundTrip(r)
}

// TestInstalled: the site is a web app with icons of its own. The manifest says how large they are.
func TestInstalled(t *testing.T) {
	t.Parallel()
	c := newSite(t).client()
	page := c.get("/").body
	a := c.get(within(t, page, `rel="manifest" href="([^"]+)"`))
	if kind := a.header.Get("Content-Type"); kind != "application/manifest+json" {
		t.Errorf("the manifest is %s", kind)
	}
	var manifest struct {
		Icons []struct{ Src, Sizes, Type, Purpose string }
	}
	if err := json.Unmarshal([]byte(a.body), &manifest); err != nil || len(manifest.Icons) < 4 {
		t.Fatalf("the manifest has %d icons, %v", len(manifest.Icons), err)
	}
	icons := map[string]string{within(t, page, `rel="apple-touch-icon" href="([^"]+)"`): "180x180"}
	for _, icon := range manifest.Icons {
		if icon.Type == "image/png" {
			icons[icon.Src] = icon.Sizes
		}
	}
	for path, want := range icons {
		picture, err := png.DecodeConfig(strings.NewReader(c.get(path).body))
		if got := fmt.Sprintf("%dx%d", picture.Width, picture.Height); err != nil || got != want {
			t.Errorf("%s is %s, not %s, %v", path, got, want, err)
		}
	}
	worker := c.get("/service-worker.js")
	if worker.status != http.StatusOK || !strings.HasPrefix(worker.header.Get("Content-Type"), "text/javascript") {
		t.Errorf("the service worker: %d %s", worker.status, worker.header.Get("Content-Type"))
	}
}

// TestPushInTheBrowser turns push messages on by the button of the page. The service worker then
// shows a message as a notification that leads to the game.
func TestPushInTheBrowser(t *testing.T) {
	t.Parallel()
	service := newPushService(t)
	s := newSite(t)
	s.account("Ann")
	screen := chromium.Desk
	screen.Notified = true
	tab := s.signsIn(t, screen, "Ann", "/me/notifications")
	origin := s.at("localhost", "")
	tab.Notifications(origin)
	// No push service is reached from here, so the browser's answer is one of the test.
	chromium.Eval[bool](tab.Tab, fmt.Sprintf(`(() => {
		const made = %s;
		PushManager.prototype.subscribe = async (options) => {
			if (options.applicationServerKey.length !== 65 || !options.userVisibleOnly) throw new Error("what key?");
			return { toJSON: () => made };
		};
		return true })()`, service.subscription("/ann")))
	tab.press(`[data-do="push-on"]`)
	tab.Wait(`document.querySelector("[data-browser]")?.textContent.includes("this session")`)
	tab.Wait(`document.body.textContent.includes("This browser now shows push messages.")`)
	chromium.Eval[bool](tab.Tab, `navigator.serviceWorker.ready.then(() => true)`)

	const shown = `(async () => {
		const worker = await navigator.serviceWorker.getRegistration("/");
		return (await worker.getNotifications()).map((n) => [n.title, n.body, n.tag, n.data].join(" | ")).join() })()`
	want := "Your turn | Circe. | turn x | /g/x"
	for i := range 1000 {
		if i%200 == 0 { // a browser under load drops what its worker is too slow to take
			tab.Push(origin, `{"id": "1", "title": "Your turn", "body": "Circe.", "path": "/g/x", "tag": "turn x"}`)
		}
		if chromium.Eval[string](tab.Tab, shown) == want {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if got := chromium.Eval[string](tab.Tab, shown); got != want {
		t.Errorf("the browser shows %q, want %q", got, want)
	}
	tab.press(`[data-browser] button`)
	tab.Wait(`document.querySelector("[data-browser]") === null`)
}
