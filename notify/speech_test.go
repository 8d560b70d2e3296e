package notify_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/notify"
	"github.com/kirke-chess/kirke/play"
)

// marked is a language whose messages are the English ones in « and », outside of which are their
// values.
type marked struct{}

var values = regexp.MustCompile(`%[sd]`)

func (marked) Text(key string, with ...any) string {
	return fmt.Sprintf("«"+values.ReplaceAllString(key, "»$0«")+"»", with...)
}

func (m marked) Count(n int, _, other string) string { return m.Text(other, n) }

var (
	messages = regexp.MustCompile(`«[^»]*»`)
	// data are the texts that are no messages: names, links, a game, a reason.
	data = regexp.MustCompile(`ann|bob|Seirawan( Chess)?|resignation|https://\S+`)
	// fields are those of a push message that nobody reads, and the names of the others.
	fields = regexp.MustCompile(`"(id|path|tag)":"[^"]*"|"(title|body)":`)
	word   = regexp.MustCompile(`\pL+`)
)

// TestTextsAreMessages: all that mails and push messages say is a message of the catalogue, or data.
func TestTextsAreMessages(t *testing.T) {
	s := newSite(t)
	s.stop()
	service := newPushService(t)
	s.speech = notify.Speech(marked{})
	s.start(service.Client())
	ann, bob := s.person("ann"), s.person("bob")
	s.reachable(ann)
	s.reachable(bob)
	phone := service.browser(t)
	session, _, err := s.CreateToken(t.Context(), bob.ID, "a browser", "web", 0)
	s.ok(err)
	phone.User, phone.Token = bob.ID, session.ID
	s.ok(s.Subscribe(t.Context(), phone.Subscription))

	next := func() {
		t.Helper()
		s.pass(2 * time.Minute)
		s.settled()
	}
	m := s.game(ann, bob)
	next() // Ann's turn
	s.move(m.ID, ann, 1, "e4")
	s.pass(2 * time.Minute)
	said := []string{phone.read(t, service.wait(1)[0])} // Bob's
	s.move(m.ID, bob, 2, "e5")
	next()
	s.do(m.ID, bob, play.Command{Do: play.Say, Text: "hello"})
	next()
	s.do(m.ID, bob, play.Command{Do: play.OfferDraw})
	next()
	s.do(m.ID, bob, play.Command{Do: play.Resign})
	next()
	s.ok(s.SetPassword(t.Context(), ann.ID, "another", ""))
	next()
	s.pass(24 * time.Hour) // for what goes into the daily mail
	s.settled()
	for _, mail := range s.mail.Mails() {
		said = append(said, mail.Subject(), mail.Body)
	}
	contains(t, "all texts", strings.Join(said, "\n"), "Your turn against", "has ended", "you won",
		"password was changed", "Confirm your mail address", " days»")
	for _, text := range said {
		text = fields.ReplaceAllString(text, "")
		rest := data.ReplaceAllString(messages.ReplaceAllString(text, ""), "")
		if !strings.Contains(text, "«") || word.MatchString(rest) {
			t.Errorf("%q is no message in\n%s", strings.TrimSpace(rest), text)
		}
	}
}
