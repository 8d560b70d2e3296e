package server

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestCertificateChanges: a renewed certificate is used, and a half-written one is not.
func TestCertificateChanges(t *testing.T) {
	dir := t.TempDir()
	pair := &keyPair{cert: filepath.Join(dir, "cert.pem"), key: filepath.Join(dir, "key.pem")}
	writeCert(t, pair.cert, pair.key, 1)
	serial := func() int64 {
		t.Helper()
		c, err := pair.get(nil)
		if err != nil {
			t.Fatal(err)
		}
		leaf, err := x509.ParseCertificate(c.Certificate[0])
		if err != nil {
			t.Fatal(err)
		}
		return leaf.SerialNumber.Int64()
	}
	later := func(minutes int) { // the files change, and it is time to look
		t.Helper()
		at := time.Now().Add(time.Duration(minutes) * time.Minute)
		for _, name := range []string{pair.cert, pair.key} {
			if err := os.Chtimes(name, at, at); err != nil {
				t.Fatal(err)
			}
		}
		pair.checked = time.Time{}
	}
	if n := serial(); n != 1 {
		t.Fatalf("certificate %d", n)
	}
	write(t, pair.cert, []byte("half"))
	later(1)
	if n := serial(); n != 1 {
		t.Errorf("certificate %d while another is being written", n)
	}
	writeCert(t, pair.cert, pair.key, 2)
	later(2)
	if n := serial(); n != 2 {
		t.Errorf("certificate %d after the renewal", n)
	}
}

// writeCert writes a certificate for localhost with a serial number, and its key, to two files. It
// returns a pool that trusts the certificate.
func writeCert(t *testing.T, cert, key string, serial int64) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial),
		NotAfter:     time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	write(t, cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	write(t, key, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: secret}))
}

func write(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
