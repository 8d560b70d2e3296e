package web

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke/play"
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

// encodeFlash writes a text as the value of a cookie, and decodeFlash reads it.
func encodeFlash(text string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(plain(text, 300)))
}

func decodeFlash(value string) string {
	text, err := base64.RawURLEncoding.DecodeString(value)
	if err != nil {
		return ""
	}
	return plain(string(text), 300)
}

// statusOf returns the status of the answer to what was refused; otherwise is for errors
// that say no more than their sentence.
func statusOf(err error, otherwise int) int {
	if status, ok := errors.AsType[huma.StatusError](err); ok {
		return status.GetStatus()
	}
	if status, _ := overload(err); status != 0 {
		return status
	}
	switch play.CodeOf(err) {
	case play.Invalid, play.Illegal:
		return http.StatusUnprocessableEntity
	case play.Stale, play.NotNow, play.GameOver, play.Taken:
		return http.StatusConflict
	case play.NotYours, play.NotAllowed:
		return http.StatusForbidden
	case play.NotFound:
		return http.StatusNotFound
	}
	return otherwise
}

// deny returns an error for the person who asked, with its sentence.
func deny(c play.Code, format string, args ...any) error {
	return &play.Error{Code: c, Message: fmt.Sprintf(format, args...)}
}
