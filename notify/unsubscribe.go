package notify

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/kirke-chess/kirke/store"
)

// links makes the addresses in mails.
type links struct {
	base string // of the site, without a slash at its end
	host string
	key  []byte // of the links that end mail
}

func newLinks(ctx context.Context, s *store.Store, base, host string) (l links, err error) {
	l.base, l.host = base, cmp.Or(host, "localhost")
	l.key, err = s.FirstValue(ctx, "key of unsubscribing", []byte(rand.Text()))
	return l, err
}

// to returns the address of a page.
func (l links) to(path string) string { return l.base + path }

// messageID returns the name of the mail of a row, which stays the same if it is sent twice.
func (l links) messageID(row string) string { return row + "@" + l.host }

// Stop says what mail somebody no longer wants: about a topic, StopDaily or StopAll.
type Stop string

// Kinds of mail besides those of one topic.
const (
	StopDaily Stop = "daily"
	StopAll   Stop = "all"
)

// Covers reports whether the mail about a topic ends, for a person's present wish.
func (w Stop) Covers(t store.Topic, wish store.Wish) bool {
	return w == StopAll || w == Stop(t) || w == StopDaily && wish.Mail == store.MailDaily
}

// Text returns the mail in words.
func (w Stop) Text(in Speech) string {
	switch w {
	case StopDaily:
		return say(in, "daily mail")
	case StopAll:
		return say(in, "mail")
	}
	switch store.Topic(w) {
	case store.TurnTopic:
		return say(in, "mail when it is your turn")
	case store.DeadlineTopic:
		return say(in, "mail when your time runs out")
	case store.ChallengeTopic:
		return say(in, "mail when somebody challenges you")
	case store.AcceptedTopic:
		return say(in, "mail when somebody accepts your offer")
	case store.EndTopic:
		return say(in, "mail when your game ends")
	}
	return say(in, "mail when an opponent writes to you")
}

// The links that end mail work for ever and without signing in, as mail programs want it. They hold
// the person and the kind of mail, and a keyed hash of both.

// stop returns the link that ends some mail to a person.
func (l links) stop(user string, what Stop) string {
	text := user + "." + string(what)
	return l.to("/mail/stop/" + text + "." + l.sign(text))
}

func (l links) sign(text string) string {
	mac := hmac.New(sha256.New, l.key)
	_, _ = mac.Write([]byte(text)) // never fails
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// ReadStop returns whose mail of what kind a link ends, by what follows "/mail/stop/" in it. ok is
// false for a link that was not made here.
func (n *Sender) ReadStop(text string) (user string, what Stop, ok bool) {
	end := strings.LastIndexByte(text, '.')
	if end < 0 || !hmac.Equal([]byte(n.links.sign(text[:end])), []byte(text[end+1:])) {
		return "", "", false
	}
	user, kind, _ := strings.Cut(text[:end], ".")
	return user, Stop(kind), true
}

// StopPath returns the path of the link that ends some mail to a person.
func (n *Sender) StopPath(user string, what Stop) string {
	return strings.TrimPrefix(n.links.stop(user, what), n.links.base)
}
