// Package smtptest has a mail server for tests. It takes mail by SMTP and keeps it.
package smtptest

import (
	"bytes"
	"io"
	"net"
	"net/mail"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// Mail is a mail that the server has taken.
type Mail struct {
	From, To string
	Header   mail.Header
	Body     string
}

// Server is a mail server.
type Server struct {
	testing.TB
	URL string // for a program that sends mail, as "smtp://127.0.0.1:1234"

	mu     sync.Mutex
	mails  []Mail
	answer func(to string) error
}

// New starts a mail server that ends with the test.
func New(t testing.TB) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{TB: t, URL: "smtp://" + l.Addr().String() + "?tls=off"}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &session{server: s}, nil
	}))
	server.Domain = "localhost"
	server.ErrorLog = quiet{}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = server.Serve(l) // it ends when the server is closed
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-ended
	})
	return s
}

// quiet logs nothing: clients that are killed are no news.
type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

// Answer sets what the server answers to a recipient. An error refuses the mail; Refusal makes one.
func (s *Server) Answer(answer func(to string) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = answer
}

// Refusal returns the answer that refuses a mail: with a code of 400 to 499 for now, with one of 500
// to 599 for good.
func Refusal(code int) error { return &smtp.SMTPError{Code: code, Message: "refused by the test"} }

// Mails returns what the server has taken.
func (s *Server) Mails() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.mails)
}

// Wait waits until the server has taken a number of mails, and returns them. It fails the test when
// that takes half a minute, or when there are more.
func (s *Server) Wait(n int) []Mail {
	s.Helper()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if all := s.Mails(); len(all) >= n {
			if len(all) > n {
				s.Fatalf("%d mails have come, want %d: %q", len(all), n, all)
			}
			return all
		}
	}
	s.Fatalf("%d mails have come, want %d", len(s.Mails()), n)
	return nil
}

// Link returns the first link in a mail whose path begins with some text, without what is before
// the path.
func (m Mail) Link(path string) string {
	for _, word := range strings.Fields(m.Body) {
		if i := strings.Index(word, path); strings.HasPrefix(word, "http") && i >= 0 {
			return word[i:]
		}
	}
	return ""
}

type session struct {
	server   *Server
	from, to string
}

func (k *session) Mail(from string, _ *smtp.MailOptions) error {
	k.from = from
	return nil
}

func (k *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	k.to = to
	k.server.mu.Lock()
	answer := k.server.answer
	k.server.mu.Unlock()
	if answer != nil {
		return answer(to)
	}
	return nil
}

func (k *session) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	m, err := mail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		return err
	}
	body, err := readBody(m)
	if err != nil {
		return err
	}
	k.server.mu.Lock()
	defer k.server.mu.Unlock()
	k.server.mails = append(k.server.mails, Mail{k.from, k.to, m.Header, body})
	return nil
}

func (k *session) Reset()        {}
func (k *session) Logout() error { return nil }
