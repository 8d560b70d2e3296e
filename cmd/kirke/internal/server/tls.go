package server

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// tlsFlags say whether and how a server uses TLS.
type tlsFlags struct {
	Cert     string   `name:"tls-cert" placeholder:"FILE" type:"path" help:"Use TLS with this certificate (PEM, followed by its chain). A changed file is read again."`
	Key      string   `name:"tls-key" placeholder:"FILE" type:"path" help:"Key of the certificate (PEM)."`
	Hosts    []string `name:"acme" placeholder:"HOST" help:"Use TLS with certificates for these hosts, fetched and renewed by ACME (Let's Encrypt)."`
	ACMEDir  string   `name:"acme-dir" placeholder:"FOLDER" type:"path" default:"kirke-acme" help:"Where ACME certificates are kept (default kirke-acme)."`
	ACMEFrom string   `name:"acme-url" placeholder:"URL" help:"ACME directory of another authority (default: Let's Encrypt)."`
	HTTP     string   `name:"http" placeholder:"HOST:PORT" help:"Another address to listen at, usually :80: redirect browsers to TLS and answer the authority."`
}

// given reports whether TLS is used.
func (f tlsFlags) given() bool { return f.Cert != "" || len(f.Hosts) > 0 }

// check validates the flags.
func (f tlsFlags) check() error {
	switch {
	case (f.Cert == "") != (f.Key == ""):
		return errors.New("--tls-cert and --tls-key must be given together")
	case f.Cert != "" && len(f.Hosts) > 0:
		return errors.New("--tls-cert and --acme exclude each other: give one of them")
	case f.HTTP != "" && !f.given():
		return errors.New("--http is for servers with TLS: give --tls-cert or --acme")
	}
	return nil
}

// config returns the configuration of TLS, and what answers at the address of --http. The error
// says what is wrong with the certificate.
func (f tlsFlags) config() (*tls.Config, http.Handler, error) {
	if len(f.Hosts) > 0 {
		m := &autocert.Manager{
			Prompt:     autocert.AcceptTOS,
			Cache:      autocert.DirCache(f.ACMEDir),
			HostPolicy: autocert.HostWhitelist(f.Hosts...),
		}
		if f.ACMEFrom != "" {
			m.Client = &acme.Client{DirectoryURL: f.ACMEFrom}
		}
		c := m.TLSConfig()
		c.MinVersion = tls.VersionTLS12
		return c, m.HTTPHandler(nil), nil
	}
	pair := &keyPair{cert: f.Cert, key: f.Key}
	if _, err := pair.get(nil); err != nil {
		return nil, nil, err
	}
	c := &tls.Config{
		MinVersion:     tls.VersionTLS12,
		NextProtos:     []string{"h2", "http/1.1"},
		GetCertificate: pair.get,
	}
	return c, http.HandlerFunc(redirectToTLS), nil
}

// redirectToTLS redirects a browser to the same page with TLS.
func redirectToTLS(w http.ResponseWriter, r *http.Request) {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "Use https for this request.", http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, "https://"+host+r.URL.RequestURI(), http.StatusMovedPermanently)
}

// keyPair is a certificate and its key in files, which are read again when they change.
type keyPair struct {
	cert, key string

	mu      sync.Mutex
	loaded  *tls.Certificate
	changed time.Time // modification time of the files that were loaded
	checked time.Time // when the files were last looked at
}

// checkEvery is how often the files are looked at.
const checkEvery = time.Minute

// get returns the certificate. If a new one cannot be read, for instance because it is being
// written, the old one stays in use.
func (p *keyPair) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if p.loaded != nil && now.Sub(p.checked) < checkEvery {
		return p.loaded, nil
	}
	p.checked = now
	modified, err := p.modified()
	if err == nil && (p.loaded == nil || !modified.Equal(p.changed)) {
		var pair tls.Certificate
		if pair, err = tls.LoadX509KeyPair(p.cert, p.key); err == nil {
			p.loaded, p.changed = &pair, modified
		}
	}
	if p.loaded != nil {
		return p.loaded, nil
	}
	return nil, fmt.Errorf("--tls-cert: %w", console.FileError(err))
}

// modified returns when the files were last modified.
func (p *keyPair) modified() (last time.Time, err error) {
	for _, name := range []string{p.cert, p.key} {
		info, err := os.Stat(name)
		if err != nil {
			return time.Time{}, err
		}
		if info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	return last, nil
}
