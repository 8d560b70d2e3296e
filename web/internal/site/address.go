package site

// This file holds the network address and the number of a request, and logs limits.

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/kirke-chess/kirke/store"
)

type addressKey struct{}

// Address returns the network a request comes from: an IPv4 address, or the /64 that one household
// has of IPv6.
func (s *Site) Address(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if s.proxied {
		// The proxy itself has added the last one. Clients can forge those before it.
		all := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		if last := strings.TrimSpace(all[len(all)-1]); last != "" {
			host = last
		}
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}
	}
	a = a.Unmap().WithZone("")
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.Addr()
		}
	}
	return a
}

// WithAddress returns the context of a request from an address.
func WithAddress(ctx context.Context, a netip.Addr) context.Context {
	return context.WithValue(ctx, addressKey{}, a)
}

// AddressOf returns the network of a request under way.
func AddressOf(ctx context.Context) netip.Addr {
	a, _ := ctx.Value(addressKey{}).(netip.Addr)
	return a
}

// AddressMark returns a keyed hash that stands for the network of a request in the log and in the
// list of sessions. Without the database nobody can tell the network from it.
func (s *Site) AddressMark(ctx context.Context) string {
	mac := hmac.New(sha256.New, s.marks.key(s.Store))
	_, _ = mac.Write(AddressOf(ctx).AsSlice()) // never fails
	return hex.EncodeToString(mac.Sum(nil)[:8])
}

// marks holds the key of address marks.
type marks struct {
	mu   sync.Mutex
	kept []byte
}

// key returns the key, which the database keeps. Without a store, or while it cannot be read, the
// key is one of this process.
func (m *marks) key(games *store.Store) []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept != nil {
		return m.kept
	}
	fresh := []byte(rand.Text())
	if games == nil {
		m.kept = fresh
		return fresh
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	kept, err := games.FirstValue(ctx, "key of addresses", fresh)
	if err != nil {
		return fresh
	}
	m.kept = kept
	return kept
}

// OverTLS reports whether the reader's connection is encrypted.
func (s *Site) OverTLS(r *http.Request) bool {
	return r.TLS != nil || s.proxied && r.Header.Get("X-Forwarded-Proto") == "https"
}

// BaseURL returns the address of the site as the reader of a request uses it, without a path.
func (s *Site) BaseURL(r *http.Request) string {
	if s.OverTLS(r) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// Proxied reports whether a request has come through a proxy.
func (s *Site) Proxied(r *http.Request) bool {
	return s.proxied || r.Header.Get("X-Forwarded-For") != "" || r.Header.Get("Forwarded") != ""
}

// LogLimit logs that a limit was hit, once a minute for each address.
func (s *Site) LogLimit(ctx context.Context, limit string) {
	if s.noted.Allow(AddressOf(ctx)) {
		s.Log.Warn("a limit was hit", "limit", limit, "user", UserID(ctx), "address", s.AddressMark(ctx))
	}
}

// MayAct returns ErrTooMany when a person, or all people at their address, do too much.
func (s *Site) MayAct(ctx context.Context, user string) error {
	if !s.actions.Allow(user) || !s.network.Allow(AddressOf(ctx)) {
		return ErrTooMany
	}
	return nil
}

type requestKey struct{}

// WithRequestID gives a request a number that marks its lines in the log. A number from the client
// is not used: it could be anything.
func WithRequestID(ctx context.Context) context.Context {
	return context.WithValue(ctx, requestKey{}, rand.Text()[:12])
}

// RequestID returns the number of a request under way, "" outside of one.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey{}).(string)
	return id
}

// labelled is a log handler that adds the number of the request to each line.
type labelled struct{ slog.Handler }

// Labelled returns a log handler that adds to each line the number of the request it belongs to.
func Labelled(h slog.Handler) slog.Handler { return labelled{h} }

// Handle implements slog.Handler.
func (l labelled) Handle(ctx context.Context, line slog.Record) error {
	if id := RequestID(ctx); id != "" {
		line = line.Clone()
		line.AddAttrs(slog.String("request", id))
	}
	return l.Handler.Handle(ctx, line)
}

// WithAttrs implements slog.Handler.
func (l labelled) WithAttrs(all []slog.Attr) slog.Handler { return labelled{l.Handler.WithAttrs(all)} }

// WithGroup implements slog.Handler.
func (l labelled) WithGroup(name string) slog.Handler { return labelled{l.Handler.WithGroup(name)} }
