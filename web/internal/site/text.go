package site

// This file cleans and writes texts.

import (
	"context"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/web/message"
)

// Sentence returns an error as people read it: one line that begins with a capital letter and ends
// with a full stop. Without an error it is "". A refusal is in the language of the reader, except
// what the packages of rules say in it.
func Sentence(ctx context.Context, err error) string {
	if err == nil {
		return ""
	}
	text := Plain(said(ctx, err), 600)
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

// English is Sentence for what the packages of rules say.
func English(err error) string { return Sentence(context.Background(), err) }

func said(ctx context.Context, err error) string {
	if status, ok := errors.AsType[huma.StatusError](err); ok {
		return message.Known(ctx, status.Error())
	}
	text := err.Error()
	refusal, ok := errors.AsType[*play.Error](err)
	if !ok || refusal.Format == "" || refusal.Message != text {
		return text
	}
	values := slices.Clone(refusal.Values)
	for i, v := range values {
		if err, ok := v.(error); ok {
			values[i] = said(ctx, err)
		}
	}
	return message.Text(ctx, refusal.Format, values...)
}

// Plain returns text on one line of at most most characters, without unprintable ones.
func Plain(text string, most int) string {
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

// PlainLines does the same for each line of a form's text.
func PlainLines(text string, most int) string {
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")), "\n")
	for i := range lines {
		lines[i] = Plain(lines[i], most)
	}
	return strings.Join(lines, "\n")
}

// encodeFlash writes a text as the value of a cookie. decodeFlash reads it.
func encodeFlash(text string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(Plain(text, 300)))
}

func decodeFlash(value string) string {
	text, err := base64.RawURLEncoding.DecodeString(value)
	if err != nil {
		return ""
	}
	return Plain(string(text), 300)
}
