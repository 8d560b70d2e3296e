package web

import (
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"github.com/kirke-chess/kirke/play"
)

// cost is what it takes to compute a hash of a password by argon2id.
type cost struct {
	memory  uint32 // KiB
	time    uint32
	threads uint8
}

// today is the cost of new hashes; old ones name their own.
var today = cost{memory: 19 << 10, time: 2, threads: 1}

const (
	saltBytes = 16
	hashBytes = 32

	minPassword = 8
	maxPassword = 200
)

// hashing lets so many hashes be computed at once that memory and processors are
// left for games.
var hashing = make(chan struct{}, 2)

// checkPassword returns why nobody should have a password, nil when they may.
func checkPassword(password, name string) error {
	switch n := utf8.RuneCountInString(password); {
	case !utf8.ValidString(password):
		return deny(play.Invalid, "The password is not text.")
	case n < minPassword:
		return deny(play.Invalid, "A password has at least %d characters.", minPassword)
	case len(password) > maxPassword:
		return deny(play.Invalid, "A password has at most %d bytes.", maxPassword)
	case strings.EqualFold(password, name):
		return deny(play.Invalid, "The password is the name.")
	case commonPasswords()[strings.ToLower(password)]:
		return deny(play.Invalid, "That is one of the passwords that are tried first everywhere. Choose another.")
	}
	return nil
}

// commonPasswordList has those of the 30,000 most common passwords that are long enough, one a line, in small letters: the
// frequency list of zxcvbn 4.4.2 (Dan Wheeler and Dropbox, MIT), which counts leaked passwords.
//
//go:embed lists/common-passwords.txt
var commonPasswordList string

var commonPasswords = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for password := range strings.Lines(commonPasswordList) {
		all[strings.TrimSpace(password)] = true
	}
	return all
})

// hashPassword returns the hash of a password, in the form of the argon2 command.
func hashPassword(password string) string {
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, today.memory, today.time, today.threads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(derive(password, salt, today, hashBytes)))
}

func derive(password string, salt []byte, c cost, bytes uint32) []byte {
	hashing <- struct{}{}
	defer func() { <-hashing }()
	return argon2.IDKey([]byte(password), salt, c.time, c.memory, c.threads, bytes)
}

// isPassword reports whether a hash is that of a password. A hash that cannot be
// read, such as that of nobody, costs as much time as any other.
func isPassword(hash, password string) bool {
	c, salt, want, err := readHash(hash)
	if err != nil {
		c, salt, want = today, make([]byte, saltBytes), make([]byte, hashBytes)
	}
	got := derive(password, salt, c, uint32(len(want)))
	return subtle.ConstantTimeCompare(got, want) == 1 && err == nil
}

var errHash = errors.New("the hash of a password cannot be read")

func readHash(hash string) (c cost, salt, sum []byte, err error) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return c, nil, nil, errHash
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.memory, &c.time, &c.threads); err != nil {
		return c, nil, nil, errHash
	}
	salt, err1 := base64.RawStdEncoding.DecodeString(parts[4])
	sum, err2 := base64.RawStdEncoding.DecodeString(parts[5])
	if err1 != nil || err2 != nil || len(sum) < 16 || len(sum) > 64 || c.time == 0 || c.threads == 0 || c.memory > 1<<20 {
		return c, nil, nil, errHash
	}
	return c, salt, sum, nil
}
