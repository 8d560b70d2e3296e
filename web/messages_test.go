package web_test

import (
	"cmp"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/net/html"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/web"
	"github.com/kirke-chess/kirke/web/message"
	source "github.com/kirke-chess/kirke/web/message/keys"
)

// markedTag is the language that readers with the browser's own settings are served in the tests of
// this file: every message of it is the English one in ⟦ and ⟧, outside of which are its values.
const markedTag = "en-US"

// Values of a message, where its links begin and end, and code in it.
var verbs = regexp.MustCompile("%(\\[\\d\\])?[sd]|[][]|`[^`]*`")

func marked(text string) string { return "⟦" + verbs.ReplaceAllString(text, "⟧$0⟦") + "⟧" }

// markedMessages returns the catalogue of the marked language.
func markedMessages(t *testing.T) *message.Catalogue {
	t.Helper()
	found, err := source.Find(os.DirFS(".."), source.Folders...)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]any{}
	for text := range found.Texts {
		all[text] = marked(text)
	}
	for text := range found.Counts {
		all[text] = map[string]string{"one": marked(text), "other": marked(text)}
	}
	data, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	c, err := message.Read(fstest.MapFS{markedTag + ".json": {Data: data}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// newMarkedScene is newScene with the marked language.
func newMarkedScene(t *testing.T) *scene {
	t.Helper()
	config := web.Config{Rate: 10_000, Messages: markedMessages(t)}
	return sceneAt(t, startSite(t, filepath.Join(t.TempDir(), "kirke.db"), config))
}

// accepting asks for a language with every request.
type accepting struct {
	http.RoundTripper
	language string
}

func (a accepting) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("Accept-Language", a.language)
	return a.RoundTripper.RoundTrip(r)
}

// TestPagesSayMessages: all that a page says is a message of the catalogue, or data. The language
// is one in which messages can be told from other texts.
func TestPagesSayMessages(t *testing.T) {
	t.Parallel()
	s := newMarkedScene(t)
	for _, c := range []*client{s.ann, s.bob, s.eve, s.nobody} {
		c.http.Transport = accepting{http.DefaultTransport, markedTag}
	}
	seen := map[string]bool{}
	for _, p := range s.mainPages() {
		if strings.HasPrefix(p.path, "/rules/") { // written by the packages of rules
			continue
		}
		for _, c := range []*client{s.bob, s.ann, s.nobody} {
			for _, text := range foreign(t, c.get(p.path).body) {
				if !seen[text] {
					t.Errorf("%s: %q is no message", p.path, text)
				}
				seen[text] = true
			}
		}
	}
}

// TestScriptsSayMessages: so is all that scripts add to the pages.
func TestScriptsSayMessages(t *testing.T) {
	t.Parallel()
	s := newMarkedScene(t)
	screen := chromium.Desk
	screen.Alone = true // another language may be in its cache
	tab := open(t, screen, s.at("localhost", "/sign-in?back=/"))
	tab.fill(`input[name=name]`, "Bob")
	tab.fill(`input[name=password]`, "correct horse Bob")
	tab.press(`form[action="/sign-in"] .primary`)
	tab.Wait(`location.pathname === "/"`)
	seen := map[string]bool{}
	for _, p := range s.mainPages() {
		if strings.HasPrefix(p.path, "/rules/") || p.name == "nothing" { // the browser complains of the status
			continue
		}
		tab.Go(s.at("localhost", p.path))
		tab.Wait(cmp.Or(p.ready, "true"))
		if p.press != "" {
			tab.press(p.press)
			tab.Wait(p.then)
		}
		for _, text := range foreign(t, chromium.Eval[string](tab.Tab, "document.documentElement.outerHTML")) {
			if !seen[text] {
				t.Errorf("%s: %q is no message", p.path, text)
			}
			seen[text] = true
		}
	}
}

// TestAnswersSayMessages: so is what the site answers to forms and to what it refuses.
func TestAnswersSayMessages(t *testing.T) {
	t.Parallel()
	s := newMarkedScene(t)
	s.bob.http.Transport = accepting{http.DefaultTransport, markedTag}
	for name, a := range map[string]answer{
		"no game":     s.bob.get("/g/none"),
		"a profile":   s.bob.form("/me/profile", "text=Hello."),
		"no variant":  s.bob.form("/offers", "variant=none", "clock=3d", "opponent=anybody"),
		"no clock":    s.bob.form("/offers", "variant=chess", "clock=x", "opponent=anybody"),
		"no password": s.bob.form("/me/password", "old=x", "new=y"),
		"no player":   s.bob.form("/offers", "variant=chess", "clock=3d", "opponent=named", "name=Bob"),
		"no study":    s.bob.get("/study/none"),
	} {
		if !strings.Contains(a.body, "⟦") {
			t.Errorf("%s: %d without a message: %s", name, a.status, a.body)
		}
		for _, text := range foreign(t, a.body) {
			t.Errorf("%s: %q is no message", name, text)
		}
	}
}

// foreign returns what a page says that is neither a message nor data.
func foreign(t *testing.T, page string) (texts []string) {
	t.Helper()
	tree, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	check := func(text string) {
		if rest := outside(text); !isData(rest) {
			texts = append(texts, text)
		}
	}
	var read func(n *html.Node)
	read = func(n *html.Node) {
		if n.Type == html.TextNode {
			check(n.Data)
		}
		// Their words are those of packages picture and rules.
		if strings.Contains(class(n), "board-picture") || class(n) == "modifiers" {
			return
		}
		silent := []string{"script", "style", "pre", "code", "textarea", "noscript"}
		if n.Type == html.ElementNode && slices.Contains(silent, n.Data) {
			return
		}
		for _, a := range n.Attr {
			if slices.Contains([]string{"title", "aria-label", "placeholder", "alt", "label"}, a.Key) {
				check(a.Val)
			}
		}
		for child := range n.ChildNodes() {
			read(child)
		}
	}
	read(tree)
	return texts
}

func class(n *html.Node) string {
	for _, a := range n.Attr {
		if a.Key == "class" {
			return a.Val
		}
	}
	return ""
}

// outside returns what of a text is outside of messages.
func outside(text string) string {
	var b strings.Builder
	depth := 0
	for _, r := range text {
		switch {
		case r == '⟦':
			depth++
		case r == '⟧':
			depth--
			b.WriteByte('\n')
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}

var (
	letters = regexp.MustCompile(`\pL`)
	// Moves, positions, sizes of boards, stipulations, results and hours.
	notation = regexp.MustCompile(`^(([A-Z]?[a-l]?\d{0,2}x?[a-l]\d+(=[A-Z])?(/[A-Z])?|O-O(-O)?)[+#]?[!?]*|` +
		`[\da-zA-Z~\[\]]+(/[\w~\[\]]+){5,}.*|[a-z-]*[#=]\d+|[\d.]+[dhs]|\d+x\d+|` +
		`[a-l]\d+[a-l]\d+[a-z]?|[A-Z] [a-l]\d+-[a-l]\d+.*|` + // moves as programs and Game Courier write them
		`\d\d:00 UTC|\d+\.[A-Z][a-h]\d-.*|N|Ge2e4 Rd5|Chrome on Linux)$`)
	// What the packages of rules and problems say, in English.
	prose = regexp.MustCompile(`^((white|black) [A-Z][a-z]+ \w+,|` +
		`Bishops that may convert: |(White|Black) (moves first|makes )|Cooked: \d+ keys, |` +
		`.* \d{4}(, [^:]*)?: (help )?(stale)?mate in )`)
)

// isData reports whether a text is a name, a move or the like, which are the same in all languages.
func isData(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.Trim(line, " \t\n,:;·–")
		if letters.MatchString(line) && !notation.MatchString(line) && !prose.MatchString(line) && !isName(line) {
			return false
		}
	}
	return true
}

func isName(text string) bool {
	if slices.Contains([]string{
		"Kirke", "Ann", "Bob", "Eve", "Ann – Bob", "Ann – ?",
		"An opening", "Best.", "between us", // what people have written
		"read", "play", // their tokens
		"resignation", "1-0 (resignation)", "White wins: resignation.", "#1, Circe",
		"There is no variant \"none\".", // as play says
		"PGN", "JSON", "FEN",
		"White", "Black", "Event", "Site", "Date", "Round", "Annotator", // tags of PGN
		"King", "Queen", "Rook", "Bishop", "Knight", "Pawn", "Hawk", "Elephant",
	}, text) {
		return true
	}
	return slices.ContainsFunc(append(kirke.Variants(), kirke.Catalogue()...), func(v *kirke.Variant) bool {
		return v.Name == text || v.Summary == text
	})
}
