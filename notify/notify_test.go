package notify_test

import (
	"context"
	"encoding/xml"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/internal/smtptest"
	"github.com/kirke-chess/kirke/notify"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

const base = "https://chess.example.org"

// site is a store with a sender.
type site struct {
	*testing.T
	*store.Store
	mail   *smtptest.Server
	sender *notify.Sender
	stop   func() // ends the sender
	speech notify.Speech

	mu  sync.Mutex
	now time.Time
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{T: t, mail: smtptest.New(t), now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "kirke.db"), store.Options{Now: s.time})
	s.ok(err)
	s.Store = db
	t.Cleanup(func() { s.ok(db.Close()) })
	s.start(http.DefaultClient)
	return s
}

// start starts a sender.
func (s *site) start(push *http.Client) {
	s.Helper()
	mailer, err := notify.NewMailer(s.mail.URL, "Kirke <kirke@example.org>")
	s.ok(err)
	sender, err := notify.New(s.Context(), notify.Options{
		Store: s.Store, URL: base, Mail: mailer, Every: 5 * time.Millisecond, Push: push, Speech: s.speech,
	})
	s.ok(err)
	s.sender = sender
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { sender.Run(ctx) })
	s.stop = func() { cancel(); running.Wait() }
	s.Cleanup(s.stop)
}

func (s *site) time() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *site) pass(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

func (s *site) ok(err error) {
	s.Helper()
	if err != nil {
		s.Error(err)
	}
}

func (s *site) person(name string) store.User {
	s.Helper()
	u, err := s.CreateUser(s.Context(), name, "hash")
	s.ok(err)
	return u
}

// reachable gives a person a mail address, confirmed by the link in the mail.
func (s *site) reachable(u store.User) {
	s.Helper()
	n := len(s.mail.Mails())
	s.ok(s.SetAddress(s.Context(), u.ID, u.Name+"@example.org"))
	m := s.mail.Wait(n + 1)[n]
	_, err := s.ConfirmAddress(s.Context(), strings.TrimPrefix(m.Link("/mail/confirm/"), "/mail/confirm/"))
	s.ok(err)
	s.settled() // the row of the mail is marked, so time may pass
}

func (s *site) game(white, black store.User) store.Summary {
	s.Helper()
	m, err := s.CreateGame(s.Context(), play.Beginning{
		Terms: play.Terms{Variant: "seirawan", Control: play.Days(3)},
		White: play.Player{User: white.ID, Name: white.Name}, Black: play.Player{User: black.ID, Name: black.Name},
	})
	s.ok(err)
	return m
}

func (s *site) do(game string, u store.User, c play.Command) {
	s.Helper()
	_, err := s.Do(s.Context(), game, u.ID, c)
	s.ok(err)
}

func (s *site) move(game string, u store.User, ply int, text string) {
	s.Helper()
	s.do(game, u, play.Command{Do: play.MakeMove, Ply: ply, Text: text})
}

// settled waits until nothing waits to be sent now.
func (s *site) settled() {
	s.Helper()
	for range 1000 {
		left := 0
		for _, c := range []store.Channel{store.ByMail, store.ByPush} {
			n, err := s.OutboxCount(s.Context(), c)
			s.ok(err)
			left += n.Due + n.Sending
		}
		if left == 0 {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	s.Error("what is due is not sent")
}

func contains(t *testing.T, what, text string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("%s has no %q: %s", what, w, text)
		}
	}
}

// TestMails: each event is one mail, in words, with a link that ends such mails by one click.
func TestMails(t *testing.T) {
	s := newSite(t)
	ann, bob := s.person("ann"), s.person("bob")
	s.reachable(ann)
	m := s.game(ann, bob)
	s.pass(2 * time.Minute)
	s.move(m.ID, ann, 1, "e4")
	s.move(m.ID, bob, 2, "e5")
	s.pass(2 * time.Minute)
	mails := s.mail.Wait(2)
	turn := mails[1]
	contains(t, "the mail", turn.Body, "Your turn against bob.", "Seirawan", "2 days 23 hours left",
		base+"/g/"+m.ID, base+"/me/notifications", "\n-- \n")
	if turn.Subject() != "Your turn against bob" || turn.To != "ann@example.org" || turn.From != "kirke@example.org" {
		t.Errorf("%q to %s from %s", turn.Subject(), turn.To, turn.From)
	}
	if got := turn.Header.Get("List-Unsubscribe-Post"); got != "List-Unsubscribe=One-Click" {
		t.Errorf("List-Unsubscribe-Post: %q", got)
	}
	if !strings.HasSuffix(turn.Header.Get("Message-ID"), "@chess.example.org>") {
		t.Errorf("Message-ID: %q", turn.Header.Get("Message-ID"))
	}
	link := strings.Trim(turn.Header.Get("List-Unsubscribe"), "<>")
	user, what, ok := s.sender.ReadStop(strings.TrimPrefix(link, base+"/mail/stop/"))
	if !ok || user != ann.ID || what != notify.Stop(store.TurnTopic) {
		t.Errorf("%s ends %s of %s: %v", link, what, user, ok)
	}
	for _, forged := range []string{"", ".", bob.ID + ".turn." + link[len(link)-22:], link[:len(link)-1]} {
		if _, _, ok := s.sender.ReadStop(forged); ok {
			t.Errorf("%s is taken for a link", forged)
		}
	}
	s.do(m.ID, bob, play.Command{Do: play.Say, Text: "hello"})
	s.do(m.ID, bob, play.Command{Do: play.Resign})
	s.pass(24 * time.Hour) // both go into the daily mail
	daily := s.mail.Wait(3)[2]
	contains(t, "the daily mail", daily.Body, "bob wrote to you.", "Your game against bob has ended.",
		"you won (resignation)")
	if strings.Contains(daily.Body, "hello") {
		t.Error("the mail has what was said")
	}
}

// TestRefusedMail: a mail that is refused for now is tried again, and one that is refused for good is
// given up.
func TestRefusedMail(t *testing.T) {
	s := newSite(t)
	ann, bob := s.person("ann"), s.person("bob")
	s.reachable(ann)
	s.mail.Answer(func(string) error { return smtptest.Refusal(451) })
	m := s.game(ann, bob)
	s.pass(2 * time.Minute)
	s.settled()
	s.mail.Answer(nil)
	s.pass(time.Minute)
	first := s.mail.Wait(2)[1]
	contains(t, "the mail", first.Body, "Your turn against bob.")
	s.mail.Answer(func(string) error { return smtptest.Refusal(550) })
	s.move(m.ID, ann, 1, "e4")
	s.move(m.ID, bob, 2, "e5")
	s.pass(2 * time.Minute)
	s.settled()
	s.mail.Answer(nil)
	for range 20 {
		s.pass(4 * time.Hour)
		s.settled()
	}
	for _, m := range s.mail.Wait(3)[2:] {
		contains(t, "the only later mail", m.Body, "Your time against bob runs out.")
	}
}

// TestManySenders: of several senders one sends each mail.
func TestManySenders(t *testing.T) {
	s := newSite(t)
	for range 3 {
		s.start(http.DefaultClient)
	}
	ann, bob := s.person("ann"), s.person("bob")
	s.reachable(ann)
	const games = 20
	for range games {
		s.game(ann, bob)
	}
	s.pass(2 * time.Minute)
	seen := map[string]bool{}
	for _, m := range s.mail.Wait(games + 1) {
		id := m.Header.Get("Message-ID")
		if seen[id] {
			t.Errorf("%s has come twice", id)
		}
		seen[id] = true
	}
}

// TestStartingAnother: a sender that starts leaves alone what another is sending.
func TestStartingAnother(t *testing.T) {
	s := newSite(t)
	ann, bob := s.person("ann"), s.person("bob")
	s.reachable(ann)
	asked, answer := make(chan bool, 2), make(chan bool)
	s.mail.Answer(func(string) error { asked <- true; <-answer; return nil })
	s.game(ann, bob)
	s.pass(2 * time.Minute)
	<-asked
	s.start(http.DefaultClient)
	select {
	case <-asked:
		t.Error("both send the mail")
	case <-time.After(200 * time.Millisecond): // many rounds
	}
	close(answer)
	s.settled()
	s.mail.Wait(2)
}

// TestKilledSender: what a killed sender has taken is sent by another when the lease is over.
func TestKilledSender(t *testing.T) {
	s := newSite(t)
	ann, bob := s.person("ann"), s.person("bob")
	s.reachable(ann)
	s.stop()
	s.game(ann, bob)
	s.pass(2 * time.Minute)
	taken, err := s.TakeOutgoing(t.Context(), store.ByMail, 8, time.Minute)
	s.ok(err)
	if len(taken) != 1 {
		t.Fatalf("%d mails are due, want 1", len(taken))
	}
	s.start(http.DefaultClient)
	s.pass(time.Minute)
	s.mail.Wait(2)
	s.ok(s.MarkFailed(t.Context(), "too late", taken[0]...))
	s.settled()
	why, err := s.LastFailure(t.Context(), ann.ID)
	s.ok(err)
	if why != "" {
		t.Errorf("the row ends as %q, and is not its last taker's", why)
	}
}

// TestStopping: what is being sent when the sender is told to end is sent, and noted.
func TestStopping(t *testing.T) {
	s := newSite(t)
	ann, bob := s.person("ann"), s.person("bob")
	s.reachable(ann)
	asked, answer := make(chan bool, 1), make(chan bool)
	s.mail.Answer(func(string) error { asked <- true; <-answer; return nil })
	s.game(ann, bob)
	s.pass(2 * time.Minute)
	<-asked
	time.AfterFunc(50*time.Millisecond, func() { close(answer) })
	s.stop()
	s.mail.Wait(2)
	s.mail.Answer(nil)
	s.start(http.DefaultClient)
	s.pass(time.Hour)
	s.settled()
	s.mail.Wait(2)
}

// TestPush: a push message is signed with keys that stay the same, and only its browser can read it.
func TestPush(t *testing.T) {
	s := newSite(t)
	s.stop()
	service := newPushService(t)
	s.start(service.Client())
	key := s.sender.PushKey()
	ann, bob := s.person("ann"), s.person("bob")
	s.reachable(ann)
	there := service.browser(t)
	session, _, err := s.CreateToken(t.Context(), ann.ID, "a browser", "web", 0)
	s.ok(err)
	there.User, there.Token = ann.ID, session.ID
	s.ok(s.Subscribe(t.Context(), there.Subscription))
	m := s.game(ann, bob)
	s.pass(2 * time.Minute)
	got := service.wait(1)[0]
	service.verify(got, key, base)
	contains(t, "the message", there.read(t, got), "Your turn against bob", "Seirawan", `"path":"/g/`+m.ID+`"`)

	// The service is busy: the message is sent again, and no mail as well.
	service.answers(http.StatusServiceUnavailable)
	s.move(m.ID, ann, 1, "e4")
	s.move(m.ID, bob, 2, "e5")
	s.pass(2 * time.Minute)
	service.wait(2)
	s.settled()
	service.answers(http.StatusCreated)
	s.pass(time.Minute)
	service.wait(3)
	s.pass(time.Hour)
	s.settled()
	s.mail.Wait(1) // the confirmation

	// The browser is gone: it is forgotten, and mail comes instead.
	service.answers(http.StatusGone)
	s.move(m.ID, ann, 3, "Nf3")
	s.move(m.ID, bob, 4, "Nc6")
	s.pass(2 * time.Minute)
	service.wait(4)
	s.settled()
	s.pass(time.Minute)
	contains(t, "the mail", s.mail.Wait(2)[1].Body, "Your turn against bob.")
	all, err := s.Subscriptions(t.Context(), ann.ID)
	s.ok(err)
	if len(all) > 0 {
		t.Errorf("%d browsers are left", len(all))
	}
	s.stop()
	s.start(service.Client())
	if s.sender.PushKey() != key {
		t.Error("the keys have changed")
	}
}

// TestPushGoesToPublicAddresses: nobody can make the server ask an address in its own network.
func TestPushGoesToPublicAddresses(t *testing.T) {
	s := newSite(t)
	s.stop()
	asked := false
	inside := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer inside.Close()
	service := newPushService(t)
	there := service.browser(t)
	for _, bad := range []string{
		inside.URL, "http://push.example.org/1", "https://10.0.0.1/1", "https://[::1]/1", "https://100.64.1.1/",
		"https://", "ftp://push.example.org", "https://a:b@push.example.org/", "https://169.254.169.254/latest",
		"https://[fd00::1]/",
	} {
		b := there.Subscription
		b.Endpoint = bad
		if notify.CheckSubscription(b) == nil {
			t.Errorf("%s is taken for a push service", bad)
		}
	}
	b := there.Subscription
	b.Endpoint = "https://push.example.org/1"
	s.ok(notify.CheckSubscription(b))
	b.Key = b.Key[:20]
	if notify.CheckSubscription(b) == nil {
		t.Error("a key that is none is taken")
	}
	// A name that leads inside is found out when it is asked.
	ann, bob := s.person("ann"), s.person("bob")
	session, _, err := s.CreateToken(t.Context(), ann.ID, "a browser", "web", 0)
	s.ok(err)
	there.User, there.Token = ann.ID, session.ID
	there.Endpoint = strings.Replace(inside.URL, "127.0.0.1", "localhost", 1)
	s.ok(s.Subscribe(t.Context(), there.Subscription))
	s.start(nil)
	s.game(ann, bob)
	s.pass(2 * time.Minute)
	s.settled()
	if asked {
		t.Error("a server inside was asked")
	}
}

// TestMailer: a mail server is an address, and its password is in no error.
func TestMailer(t *testing.T) {
	for _, good := range []string{
		"smtp://mail.example.org", "smtps://ann:secret@mail.example.org:465", "smtp://localhost:25",
		"smtp://[::1]:2525?tls=off",
	} {
		if _, err := notify.NewMailer(good, "kirke@example.org"); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{
		"", "mail.example.org:25", "http://mail.example.org", "smtp://", "smtp://ann:se%cret@mail",
		"imap://ann:secret@mail",
		"smtp://ann:secret@mail:99999",
	} {
		_, err := notify.NewMailer(bad, "kirke@example.org")
		if err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "se%cret") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if _, err := notify.NewMailer("smtp://localhost", "nobody"); err == nil {
		t.Error("a sender that is no address is taken")
	}
	for _, bad := range []string{"chess.example.org", "ftp://chess.example.org", "https://"} {
		if _, err := notify.New(t.Context(), notify.Options{URL: bad}); err == nil {
			t.Errorf("%s is taken for a site", bad)
		}
	}
}

// TestFeeds: the feed has what others did, and the calendar the deadlines of one's own moves.
func TestFeeds(t *testing.T) {
	s := newSite(t)
	ann, bob := s.person("ann"), s.person("bob")
	m := s.game(ann, bob)
	other := s.game(bob, ann)
	s.move(m.ID, ann, 1, "e4")
	s.pass(time.Minute)
	s.move(m.ID, bob, 2, "Nf6/E")
	s.do(m.ID, bob, play.Command{Do: play.Say, Text: "a <secret> & more"})
	s.do(other.ID, bob, play.Command{Do: play.Abort})
	events, err := s.EventsOf(t.Context(), ann.ID, s.time().Add(-time.Hour), notify.FeedEntries)
	s.ok(err)
	var feed strings.Builder
	s.ok(notify.WriteAtom(&feed, ann, events, base, base+"/feed/x/games.atom"))
	var read struct {
		Updated string `xml:"updated"`
		Entries []struct {
			ID    string `xml:"id"`
			Title string `xml:"title"`
		} `xml:"entry"`
	}
	s.ok(xml.Unmarshal([]byte(feed.String()), &read))
	titles := map[string]bool{}
	for _, e := range read.Entries {
		titles[e.Title] = true
	}
	for _, want := range []string{
		"Your game against bob has begun", "bob played Nf6/E", "bob wrote to you",
		"Your game against bob has ended: aborted",
	} {
		if !titles[want] {
			t.Errorf("the feed does not say %q: %v", want, titles)
		}
	}
	if len(read.Entries) != 5 || read.Updated != "2026-03-01T12:01:00Z" || strings.Contains(feed.String(), "secret") {
		t.Errorf("the feed: %s", feed.String())
	}
	games, err := s.GamesOf(t.Context(), ann.ID)
	s.ok(err)
	var calendar strings.Builder
	s.ok(notify.WriteCalendar(&calendar, ann, games, base, "chess.example.org", s.time()))
	text := calendar.String()
	contains(t, "the calendar", text, "BEGIN:VCALENDAR\r\n", "UID:"+m.ID+"@chess.example.org", "DTEND:20260304T120100Z",
		"SUMMARY:Move against bob (Seirawan", "END:VCALENDAR")
	if strings.Count(text, "BEGIN:VEVENT") != 1 {
		t.Errorf("the calendar: %s", text)
	}
}

func TestWords(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "1 minute", time.Minute: "1 minute", 59 * time.Minute: "59 minutes", 25 * time.Hour: "1 day 1 hour",
		48 * time.Hour: "2 days", 90 * time.Minute: "1 hour",
	} {
		if got := notify.Duration(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
	for detail, want := range map[string]string{
		"1-0 mate": "you won (mate)", "0-1 time forfeit": "you lost (time forfeit)",
		"1/2-1/2 agreement": "draw (agreement)",
		"* aborted":         "aborted", "1-0": "you won",
	} {
		if got := notify.EndText(detail, play.White); got != want {
			t.Errorf("%s: %q, want %q", detail, got, want)
		}
	}
}
