package page

import (
	"context"
	"io"
	"regexp"
	"strings"

	"github.com/a-h/templ"
)

// inLinked finds the links and the code in a sentence: [text] and `text`.
var inLinked = regexp.MustCompile("\\[([^\\]]*)\\]|`([^`]*)`")

// linked shows a sentence with links in it, so that translators see it whole: each text in brackets
// leads to the next address of to, and text in backquotes is code.
func linked(text string, to ...string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var b strings.Builder
		end := 0
		for _, at := range inLinked.FindAllStringSubmatchIndex(text, -1) {
			b.WriteString(templ.EscapeString(text[end:at[0]]))
			switch {
			case at[2] < 0:
				b.WriteString("<code>" + templ.EscapeString(text[at[4]:at[5]]) + "</code>")
			case len(to) > 0:
				b.WriteString(`<a href="` + templ.EscapeString(string(templ.URL(to[0]))) + `">`)
				b.WriteString(templ.EscapeString(text[at[2]:at[3]]) + "</a>")
				to = to[1:]
			default: // more brackets than addresses: a slip of a translator
				b.WriteString(templ.EscapeString(text[at[0]:at[1]]))
			}
			end = at[1]
		}
		b.WriteString(templ.EscapeString(text[end:]))
		_, err := io.WriteString(w, b.String())
		return err
	})
}
