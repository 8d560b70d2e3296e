package notation

import (
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke/rules"
)

// Locale is a language's letters for pieces in SAN, book and LAN. The zero value is English, with
// the letters of the games themselves.
type Locale struct {
	Tag     string // "de"
	Name    string // "Deutsch"
	letters string // for K, Q, R, B, N and P
}

var locales = []Locale{
	{"en", "English", "KQRBNP"},
	{"de", "Deutsch", "KDTLSB"},
	{"fr", "Français", "RDTFCP"},
	{"es", "Español", "RDTACP"},
	{"it", "Italiano", "RDTACP"},
	{"nl", "Nederlands", "KDTLPO"},
	{"figurine", "Figurines", "♔♕♖♗♘♙"},
}

// LocaleOf returns the language with a tag such as "de" or "de-AT". The error lists the languages.
func LocaleOf(tag string) (Locale, error) {
	language, _, _ := strings.Cut(strings.ToLower(tag), "-")
	var tags []string
	for _, l := range locales {
		if l.Tag == language {
			return l, nil
		}
		tags = append(tags, l.Tag)
	}
	return Locale{}, fmt.Errorf("there are no letters for the language %q, only for %s", tag, strings.Join(tags, ", "))
}

// Text returns a move text of v with the language's letters.
func (l Locale) Text(v *rules.Variant, text string) string {
	return translate(text, l.of(v))
}

// English returns a move text in the language's letters with the game's own letters, as Parse reads
// it. Letters that the language does not use stay as they are, and so do longer names.
func (l Locale) English(v *rules.Variant, text string) string {
	for i := range v.Army {
		if t := &v.Army[i]; t.Alias != "" {
			text = strings.ReplaceAll(text, t.Alias, string(t.Letter))
		}
	}
	inverse := map[rune]rune{}
	for own, r := range l.of(v) {
		inverse[r] = own
	}
	return translate(text, inverse)
}

// of returns the language's letters for the pieces of v, by their own. If two pieces would share
// one ("D" for the queen and the Dragon King), all keep their own.
func (l Locale) of(v *rules.Variant) map[rune]rune {
	names := map[rune]rune{}
	for i, r := range []rune(l.letters) {
		names[rune(locales[0].letters[i])] = r
	}
	owner := map[rune]rune{}
	for i := range v.Army {
		own := rune(v.Army[i].Letter)
		name, ok := names[own]
		if !ok {
			name = own
		}
		if other, taken := owner[name]; taken && other != own {
			return nil
		}
		owner[name] = own
	}
	return names
}

// translate replaces letters, except the O-O of castling.
func translate(text string, by map[rune]rune) string {
	castling := 0
	if strings.HasPrefix(text, "O-O") {
		castling = strings.LastIndex(text, "-O") + len("-O")
	}
	return text[:castling] + strings.Map(func(r rune) rune {
		if other, ok := by[r]; ok {
			return other
		}
		return r
	}, text[castling:])
}
