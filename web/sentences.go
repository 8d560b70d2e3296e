package web

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
)

// sentence returns an error as it is shown to people: one line that begins with a
// capital and ends with a stop.
func sentence(err error) string {
	if err == nil {
		return ""
	}
	text := err.Error()
	if status, ok := errors.AsType[huma.StatusError](err); ok {
		text = status.Error()
	}
	text = plain(text, 600)
	first, size := utf8.DecodeRuneInString(text)
	if first == utf8.RuneError {
		return text
	}
	text = string(unicode.ToUpper(first)) + text[size:]
	if !strings.ContainsRune(".?!", rune(text[len(text)-1])) {
		text += "."
	}
	return text
}

// plain returns text on one line, of so many characters at most, without what
// cannot be printed.
func plain(text string, most int) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, text)
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
