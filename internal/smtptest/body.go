package smtptest

import (
	"encoding/base64"
	"io"
	"mime"
	"mime/quotedprintable"
	"net/mail"
	"strings"
)

// readBody returns the text of a mail.
func readBody(m *mail.Message) (string, error) {
	r := m.Body
	switch strings.ToLower(m.Header.Get("Content-Transfer-Encoding")) {
	case "quoted-printable":
		r = quotedprintable.NewReader(r)
	case "base64":
		r = base64.NewDecoder(base64.StdEncoding, r)
	}
	text, err := io.ReadAll(r)
	return strings.ReplaceAll(string(text), "\r\n", "\n"), err
}

// Subject returns the subject of a mail as people read it.
func (m Mail) Subject() string {
	text, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		return m.Header.Get("Subject")
	}
	return text
}
