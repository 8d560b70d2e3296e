package notify_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/store"
)

var base64URL = base64.RawURLEncoding

// pushService takes push messages, as those of browsers do.
type pushService struct {
	*httptest.Server
	testing.TB

	mu     sync.Mutex
	answer int
	got    []pushed
}

// pushed is a message that has come.
type pushed struct {
	path   string
	header http.Header
	body   []byte
}

func newPushService(t testing.TB) *pushService {
	s := &pushService{TB: t, answer: http.StatusCreated}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.got = append(s.got, pushed{r.URL.Path, r.Header.Clone(), body})
		w.WriteHeader(s.answer)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *pushService) answers(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = status
}

// wait waits until a number of messages have come, and returns them.
func (s *pushService) wait(n int) []pushed {
	s.Helper()
	for range 3000 {
		s.mu.Lock()
		got := s.got
		s.mu.Unlock()
		if len(got) > n {
			s.Fatalf("%d messages have come, want %d", len(got), n)
		}
		if len(got) == n {
			return got
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.Fatalf("message %d does not come", n)
	return nil
}

// verify expects a message to be signed with a key for this service (RFC 8292).
func (s *pushService) verify(m pushed, key, contact string) {
	s.Helper()
	var token, signer string
	for _, part := range strings.Split(strings.TrimPrefix(m.header.Get("Authorization"), "vapid "), ", ") {
		name, value, _ := strings.Cut(part, "=")
		switch name {
		case "t":
			token = value
		case "k":
			signer = value
		}
	}
	if signer != key {
		s.Errorf("signed with %s, want %s", signer, key)
	}
	parts := strings.Split(token, ".")
	point, err := base64URL.DecodeString(signer)
	if err != nil || len(parts) != 3 {
		s.Fatalf("the signature is %q: %v", m.header.Get("Authorization"), err)
	}
	signature, err := base64URL.DecodeString(parts[2])
	if err != nil {
		s.Fatal(err)
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		s.Fatal(err)
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	half := len(signature) / 2
	if !ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(signature[:half]), new(big.Int).SetBytes(signature[half:])) {
		s.Error("the signature is false")
	}
	claims, err := base64URL.DecodeString(parts[1])
	if err != nil {
		s.Fatal(err)
	}
	var said struct{ Aud, Sub string }
	if err := json.Unmarshal(claims, &said); err != nil || said.Aud != s.URL || said.Sub != contact {
		s.Errorf("the claims are %s", claims)
	}
	if m.header.Get("TTL") == "" || m.header.Get("Content-Encoding") != "aes128gcm" {
		s.Errorf("the headers are %v", m.header)
	}
}

// browser is a browser that takes push messages.
type browser struct {
	store.Subscription
	private *ecdh.PrivateKey
	auth    []byte
}

func (s *pushService) browser(t testing.TB) *browser {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{private: key, auth: make([]byte, 16)}
	_, _ = rand.Read(b.auth) // never fails
	b.Endpoint = s.URL + "/" + rand.Text()
	b.Auth, b.Key = base64URL.EncodeToString(b.auth), base64URL.EncodeToString(key.PublicKey().Bytes())
	return b
}

// read decrypts a message (RFC 8188 and 8291).
func (b *browser) read(t testing.TB, m pushed) string {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	salt, length := m.body[:16], int(m.body[20])
	sender, sealed := m.body[21:21+length], m.body[21+length:]
	public, err := ecdh.P256().NewPublicKey(sender)
	check(err)
	shared, err := b.private.ECDH(public)
	check(err)
	info := "WebPush: info\x00" + string(b.private.PublicKey().Bytes()) + string(sender)
	input, err := hkdf.Key(sha256.New, shared, b.auth, info, 32)
	check(err)
	key, err := hkdf.Key(sha256.New, input, salt, "Content-Encoding: aes128gcm\x00", 16)
	check(err)
	nonce, err := hkdf.Key(sha256.New, input, salt, "Content-Encoding: nonce\x00", 12)
	check(err)
	block, err := aes.NewCipher(key)
	check(err)
	gcm, err := cipher.NewGCM(block)
	check(err)
	text, err := gcm.Open(nil, nonce, sealed, nil)
	check(err)
	return strings.TrimRight(string(text), "\x00\x02")
}
