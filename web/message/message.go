// Package message has what the pages say, in the languages that the site speaks.
//
// The English text is the key of a message: Text(ctx, "Your move") returns the text in the language
// of the reader, or the English itself where the catalogue of that language lacks it. So English
// needs no catalogue, and a page reads as it looks. A catalogue is a file catalogue/LANGUAGE.json,
// which 'go run ./tool/messages LANGUAGE' begins and brings up to date; CONTRIBUTING.md shows how.
//
// What the rules say is not from here: reasons of illegal moves and of an end, rules pages, notes on
// a position, names of games and pieces, positions in words. The packages of rules write it, in
// English. Mails and push messages (package notify) have their keys in the catalogue and are sent in
// English, since the store does not know the language of a person.
package message

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"
)

//go:embed catalogue
var shipped embed.FS

// Key marks the English text of a message that is asked for elsewhere: Text(ctx, string(key)).
type Key = string

// Catalogue has the languages of a site.
type Catalogue struct {
	matcher language.Matcher
	speech  []speech // in the order of the matcher; English is the first
}

// A speech is one language.
type speech struct {
	tag     language.Tag
	printer *message.Printer
	has     map[string]bool // the keys that are translated
	scripts string          // the messages as JSON, for the scripts of a page; "" for English
}

// A translation is a message in another language: one text, or one for each plural form.
type translation struct {
	text  string
	forms map[string]string
}

// UnmarshalJSON reads a string, or an object with the CLDR plural forms of the language.
func (t *translation) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &t.text); err == nil {
		return nil
	}
	return json.Unmarshal(data, &t.forms)
}

// Shipped returns the catalogue of the languages that come with the program.
func Shipped() (*Catalogue, error) {
	files, err := fs.Sub(shipped, "catalogue")
	if err != nil {
		return nil, fmt.Errorf("catalogues of messages: %w", err)
	}
	return Read(files)
}

// Read returns the catalogue of English and of all files LANGUAGE.json. It fails if one of them is
// not named for a language (BCP 47), or is not an object of texts and plural forms.
func Read(files fs.FS) (*Catalogue, error) {
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		return nil, fmt.Errorf("catalogues of messages: %w", err)
	}
	texts := catalog.NewBuilder(catalog.Fallback(language.English))
	c := &Catalogue{speech: []speech{{tag: language.English}}}
	for _, name := range names {
		s, err := readLanguage(files, name, texts)
		if err != nil {
			return nil, fmt.Errorf("catalogue of messages %s: %w", name, err)
		}
		c.speech = append(c.speech, s)
	}
	var tags []language.Tag
	for i := range c.speech {
		s := &c.speech[i]
		s.printer = message.NewPrinter(s.tag, message.Catalog(texts))
		tags = append(tags, s.tag)
	}
	c.matcher = language.NewMatcher(tags)
	return c, nil
}

// readLanguage adds the messages of a file to texts.
func readLanguage(files fs.FS, name string, texts *catalog.Builder) (speech, error) {
	tag, err := language.Parse(strings.TrimSuffix(path.Base(name), ".json"))
	if err != nil {
		return speech{}, err
	}
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return speech{}, err
	}
	var all map[string]translation
	if err := json.Unmarshal(data, &all); err != nil {
		return speech{}, err
	}
	has := map[string]bool{}
	for key, t := range all {
		if err := t.add(texts, tag, key); err != nil {
			return speech{}, fmt.Errorf("%q: %w", key, err)
		}
		has[key] = t.text != "" || t.forms["other"] != ""
	}
	return speech{tag: tag, has: has, scripts: string(data)}, nil
}

// add puts the message into texts. Without a text it stays English: it waits for its translator.
func (t translation) add(texts *catalog.Builder, tag language.Tag, key string) error {
	if len(t.forms) == 0 {
		if t.text == "" {
			return nil
		}
		return texts.SetString(tag, key, t.text)
	}
	var cases []any
	for _, form := range []string{"zero", "one", "two", "few", "many", "other"} { // other must be the last
		text, ok := t.forms[form]
		switch {
		case ok && text == "":
			return nil
		case ok:
			cases = append(cases, form, text)
		}
	}
	if len(cases) != 2*len(t.forms) {
		return errors.New("plural forms are zero, one, two, few, many and other")
	}
	return texts.Set(tag, key, plural.Selectf(1, "%d", cases...))
}

type contextKey struct{}

// Serve gives each request the language that its header Accept-Language asks for.
func (c *Catalogue) Serve(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(c.speech) > 1 {
			w.Header().Add("Vary", "Accept-Language")
			_, at := language.MatchStrings(c.matcher, r.Header.Get("Accept-Language"))
			r = r.WithContext(context.WithValue(r.Context(), contextKey{}, &c.speech[at]))
		}
		next.ServeHTTP(w, r)
	})
}

var english = speech{tag: language.English, printer: message.NewPrinter(language.English)}

func of(ctx context.Context) *speech {
	s, _ := ctx.Value(contextKey{}).(*speech)
	return cmp.Or(s, &english)
}

// A Reader is the language of a reader, to keep beyond a request.
type Reader struct{ speech *speech }

// ReaderOf returns the language of the reader who asks.
func ReaderOf(ctx context.Context) Reader { return Reader{of(ctx)} }

// Context returns a context in which messages are in the reader's language.
func (r Reader) Context() context.Context {
	return context.WithValue(context.Background(), contextKey{}, r.speech)
}

// Text returns a message in the language of the reader. The key is its English text, a format of
// package fmt: a percent sign is written %%.
func Text(ctx context.Context, key string, values ...any) string {
	return of(ctx).text(key, values...)
}

// Known returns a text that was marked by Key, or is no message, in the language of the reader.
func Known(ctx context.Context, text string) string {
	return of(ctx).text(strings.ReplaceAll(text, "%", "%%"), []any(nil)...)
}

// Count returns a message about a number of things, such as Count(ctx, n, "%d move", "%d moves").
// The second text is the key. Further values come behind the number.
func Count(ctx context.Context, n int, one, other string, values ...any) string {
	s := of(ctx)
	if n == 1 && !s.has[other] {
		other = one
	}
	return s.text(other, append([]any{n}, values...)...)
}

// text writes English as package fmt does, which groups no digits.
func (s *speech) text(key string, values ...any) string {
	switch {
	case !strings.Contains(key, "%") && s.tag == language.English: // "the last move" does without its number
		return key
	case s.tag == language.English:
		return fmt.Sprintf(key, values...)
	}
	return s.printer.Sprintf(key, values...)
}

// Language returns the language of the reader as a BCP 47 tag such as "en".
func Language(ctx context.Context) string { return of(ctx).tag.String() }

// Scripts returns the messages of the reader's language as a JSON object for the scripts of a page,
// or "" for English, which the scripts have.
func Scripts(ctx context.Context) string { return of(ctx).scripts }
