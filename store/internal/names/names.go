// Package names compares names by how they look, so that nobody can pass for somebody else.
package names

import (
	"strings"

	"github.com/kirke-chess/kirke/play"
)

// Limits of names.
const (
	Min     = 2 // letters
	Max     = 24
	Deleted = "deleted" // the name, in their games, of players who have deleted their accounts
)

// Check returns why nobody can have a name, nil when somebody can.
func Check(name string) error {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	key := Key(name)
	switch {
	case len(name) < Min || len(name) > Max:
		return play.Refuse(play.Invalid, "A name has %d to %d letters.", Min, Max)
	case strings.Trim(key, letters+"0123456789-_") != "" || !strings.Contains(letters, key[:1]):
		return play.Refuse(play.Invalid,
			"A name consists of the letters A to Z, digits, - and _, and starts with a letter.")
	case reserved[key] || strings.HasPrefix(key, "guest") || strings.HasPrefix(key, Deleted):
		return play.Refuse(play.Invalid, "The name %s is reserved.", name)
	}
	return nil
}

// reserved are names that would be misleading.
var reserved = map[string]bool{
	"admin": true, "administrator": true, "computer": true, "kirke": true, "moderator": true, "nobody": true,
	"root": true, "server": true, "support": true, "system": true,
}

// Key returns a name without its case.
func Key(name string) string { return strings.ToLower(name) }

// lookalikes are texts that look alike in some font. Migration 4 replaces them in SQL.
var lookalikes = [][2]string{{"_", ""}, {"-", ""}, {"0", "o"}, {"1", "l"}, {"i", "l"}, {"rn", "m"}, {"vv", "w"}}

// Look returns what a name looks like. Names that look alike have the same look.
func Look(name string) string {
	look := Key(name)
	for _, r := range lookalikes {
		look = strings.ReplaceAll(look, r[0], r[1])
	}
	return look
}
