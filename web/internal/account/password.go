package account

// This file checks and hashes passwords.

import (
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
)

// cost is what argon2id takes to compute the hash of a password.
type cost struct {
	memory  uint32 // KiB
	time    uint32
	threads uint8
}

// currentCost is the cost of new hashes. Each hash names its own cost.
var currentCost = cost{memory: 19 << 10, time: 2, threads: 1}

const (
	saltBytes = 16
	hashBytes = 32

	minPassword = 8
	maxPassword = 200
)

// hashing bounds how many hashes are computed at once, so that memory and processors are left for
// games.
var hashing = make(chan struct{}, max(1, runtime.NumCPU()/2))

// checkPassword returns why a password is refused to a person, or nil.
func checkPassword(password, name string) error {
	switch n := utf8.RuneCountInString(password); {
	case !utf8.ValidString(password):
		return play.Refuse(play.Invalid, "The password is not valid text.")
	case n < minPassword:
		return play.Refuse(play.Invalid, "A password needs at least %d characters.", minPassword)
	case len(password) > maxPassword:
		return play.Refuse(play.Invalid, "A password has at most %d bytes.", maxPassword)
	case strings.EqualFold(password, name):
		return play.Refuse(play.Invalid, "The password is the same as the name.")
	case siteWords()[strings.ToLower(password)]:
		return play.Refuse(play.Invalid, "That password is easy to guess here. Choose another.")
	case commonPasswords()[strings.ToLower(password)]:
		return play.Refuse(play.Invalid, "That is one of the most common passwords. Choose another.")
	}
	return nil
}

// siteWords are passwords made from the names of the site and its variants, which are easy to guess
// here.
var siteWords = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, v := range kirke.Variants() {
		for _, name := range []string{v.ID, v.Name} {
			name = strings.ToLower(name)
			all[name], all[name+"1"], all[name+"123"], all["kirke"+name] = true, true, true, true
		}
	}
	for _, name := range []string{"kirkechess", "kirke123", "kirke1234", "kirkekirke", "kirke.chess"} {
		all[name] = true
	}
	return all
})

// commonPasswordList has those of the 30,000 most common passwords that are long enough, one a
// line, in lower case. It is the frequency list of zxcvbn 4.4.2 (Dan Wheeler and Dropbox, MIT),
// which counts leaked passwords.
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
	sum := derive(password, salt, currentCost, hashBytes)
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s",
		argon2.Version, currentCost.memory, currentCost.time, currentCost.threads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(sum))
}

func derive(password string, salt []byte, c cost, bytes uint32) []byte {
	hashing <- struct{}{}
	defer func() { <-hashing }()
	return argon2.IDKey([]byte(password), salt, c.time, c.memory, c.threads, bytes)
}

// isPassword reports whether a hash is that of a password. A hash that cannot be read, such as that
// of an unknown name, takes as much time as any other.
func isPassword(hash, password string) bool {
	c, salt, want, err := readHash(hash)
	if err != nil {
		c, salt, want = currentCost, make([]byte, saltBytes), make([]byte, hashBytes)
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
	if err1 != nil || err2 != nil || len(sum) < 16 || len(sum) > 64 {
		return c, nil, nil, errHash
	}
	if c.time == 0 || c.threads == 0 || c.memory > 1<<20 {
		return c, nil, nil, errHash
	}
	return c, salt, sum, nil
}
