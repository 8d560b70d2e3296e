package notify

import (
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"github.com/kirke-chess/kirke/store"
)

// pusher sends push messages. It signs them with keys that the store keeps (VAPID, RFC 8292).
type pusher struct {
	keys    vapidKeys
	contact string // of the operator, for the push services
	client  *http.Client
}

type vapidKeys struct {
	Public  string `json:"public"`
	Private string `json:"private"`
}

// pushLife is how long a push service keeps a message for a browser that is offline.
const pushLife = 24 * time.Hour

func newPusher(ctx context.Context, o Options) (p pusher, err error) {
	var fresh vapidKeys
	if fresh.Private, fresh.Public, err = webpush.GenerateVAPIDKeys(); err != nil {
		return p, err
	}
	data, err := json.Marshal(fresh)
	if err != nil {
		return p, err
	}
	if data, err = o.Store.FirstValue(ctx, "keys of push messages", data); err != nil {
		return p, err
	}
	if err := json.Unmarshal(data, &p.keys); err != nil {
		return p, err
	}
	switch { // webpush-go writes "mailto:" before what is no address of a site
	case strings.HasPrefix(o.URL, "https:"):
		p.contact = o.URL
	case o.Mail != nil:
		p.contact = o.Mail.from.Address
	default:
		p.contact = "operator@localhost"
	}
	p.client = o.Push
	if p.client == nil {
		p.client = publicClient()
	}
	return p, nil
}

// PushKey returns the public key that browsers need to take push messages.
func (n *Sender) PushKey() string { return n.push.keys.Public }

// pushMessage is what the service worker of the site shows.
type pushMessage struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Body  string `json:"body"`
	Path  string `json:"path"` // where a click leads
	Tag   string `json:"tag"`  // a later message with the same tag takes the place of an earlier one
}

// sendPush sends a push message. A browser that the push service no longer knows is forgotten.
func (n *Sender) sendPush(ctx context.Context, one item) error {
	s := sentenceOf(n.speech, one)
	message, err := json.Marshal(pushMessage{
		ID: one.ID, Title: s.title, Body: s.text, Path: s.path, Tag: string(one.Topic) + " " + one.Outgoing.Game,
	})
	if err != nil {
		return err
	}
	b := one.Subscription
	answer, err := webpush.SendNotificationWithContext(ctx, message, &webpush.Subscription{
		Endpoint: b.Endpoint, Keys: webpush.Keys{Auth: b.Auth, P256dh: b.Key},
	}, &webpush.Options{
		HTTPClient: n.push.client, Subscriber: n.push.contact, TTL: int(pushLife / time.Second),
		VAPIDPublicKey: n.push.keys.Public, VAPIDPrivateKey: n.push.keys.Private, Urgency: webpush.UrgencyNormal,
	})
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err // without the endpoint, which is the browser's secret
	}
	if err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 1<<16)) // so that the connection can be used again
	_ = answer.Body.Close()                                        // it was read
	why := fmt.Sprintf("the push service answered %d", answer.StatusCode)
	switch code := answer.StatusCode; {
	case code < 300:
		return nil
	case code == http.StatusNotFound || code == http.StatusGone:
		n.note(n.store.DropSubscription(ctx, b.ID))
		return refusedError{why}
	case code == http.StatusTooManyRequests || code >= 500:
		return errors.New(why)
	}
	return refusedError{why}
}

// CheckSubscription returns why a browser's subscription cannot be used, nil if it can.
func CheckSubscription(b store.Subscription) error {
	u, err := url.Parse(b.Endpoint)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return errors.New("that is not the address of a push service")
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil && !isPublic(a) {
		return errors.New("that is not the address of a push service")
	}
	auth, err := base64.RawURLEncoding.DecodeString(b.Auth)
	if err == nil && len(auth) == 16 {
		var key []byte
		if key, err = base64.RawURLEncoding.DecodeString(b.Key); err == nil {
			_, err = ecdh.P256().NewPublicKey(key)
		}
		if err == nil {
			return nil
		}
	}
	return errors.New("the keys of this browser cannot be used")
}

// publicClient returns a client that connects to public addresses only and follows no redirects:
// the addresses come from browsers, and must not lead into the operator's network.
func publicClient() *http.Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !isPublic(to.Addr()) || to.Port() != 443 {
			return errors.New("the push service has no public address")
		}
		return nil
	}}
	return &http.Client{
		Transport: &http.Transport{
			DialContext: dialer.DialContext, ForceAttemptHTTP2: true, TLSHandshakeTimeout: 10 * time.Second,
			ResponseHeaderTimeout: 20 * time.Second, IdleConnTimeout: time.Minute, MaxIdleConns: 100,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       sendWithin,
	}
}

// carrierNAT is the network that providers share among their customers (RFC 6598).
var carrierNAT = netip.MustParsePrefix("100.64.0.0/10")

func isPublic(a netip.Addr) bool {
	a = a.Unmap()
	return a.IsGlobalUnicast() && !a.IsPrivate() && !carrierNAT.Contains(a)
}
