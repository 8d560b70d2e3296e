package store

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// NewID returns a name for something new, 12 letters and digits that nobody is
// likely to have had before. It is no secret.
func NewID() string { return strings.ToLower(rand.Text()[:12]) }

// newSecret returns 130 bits of chance as text.
func newSecret() string { return rand.Text() }

// hashed returns what is stored of a secret. The secrets are made here and cannot be
// guessed, so a plain hash keeps them.
func hashed(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

func hexText(b []byte) string { return hex.EncodeToString(b) }

func textHex(s string) ([]byte, error) { return hex.DecodeString(s) }
