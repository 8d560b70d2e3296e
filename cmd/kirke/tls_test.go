package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// writeCert writes the certificate of httptest for 127.0.0.1, and its key, to two files. It returns
// a pool that trusts it.
func writeCert(t *testing.T, cert, key string) *x509.CertPool {
	t.Helper()
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	pair := server.TLS.Certificates[0]
	secret, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	write(t, cert, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: pair.Certificate[0]})))
	write(t, key, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
	pool := x509.NewCertPool()
	pool.AddCert(server.Certificate())
	return pool
}

// TestTLS: a server uses TLS, tells browsers to keep using it, and redirects those that do not.
func TestTLS(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	pool := writeCert(t, cert, key)
	ports := freePorts(t, 2)
	plain, inside := ports[0], ports[1]
	address, end := serving(t, "--db", filepath.Join(dir, "kirke.db"), "--tls-cert", cert, "--tls-key", key, "--http",
		plain, "--internal", inside)
	defer end()
	if !strings.HasPrefix(address, "https://") {
		t.Fatalf("it is at %s", address)
	}
	browser := &http.Client{
		Timeout:       20 * time.Second,
		Transport:     &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	get := func(address string) (*http.Response, string) {
		t.Helper()
		r, err := browser.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r, string(body)
	}
	if r, _ := get(address + "/rules"); r.StatusCode != http.StatusOK || r.ProtoMajor != 2 ||
		r.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("by TLS: %s, %s, HSTS %q", r.Status, r.Proto, r.Header.Get("Strict-Transport-Security"))
	}
	if r, _ := get("http://" + plain + "/rules?a=b"); r.StatusCode != http.StatusMovedPermanently ||
		r.Header.Get("Location") != "https://127.0.0.1/rules?a=b" {
		t.Errorf("without TLS: %s to %s", r.Status, r.Header.Get("Location"))
	}
	if r, body := get("http://" + inside + "/metrics"); r.StatusCode != http.StatusOK ||
		!strings.Contains(body, "kirke_sockets") {
		t.Errorf("the metrics inside: %s", r.Status)
	}
}

// freePorts returns n addresses at which nobody listens.
func freePorts(t *testing.T, n int) (all []string) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		all = append(all, l.Addr().String())
	}
	return all
}
