package keys_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kirke-chess/kirke/web/message/keys"
)

func TestFind(t *testing.T) {
	found, err := keys.Find(fstest.MapFS{
		"page/a.go": {Data: []byte(`package page
			func f(ctx C) {
				say(ctx, "Your \"move\"")
				count(ctx, n, "%d move", "%d moves", name)
				say(ctx, l.name) // marked where it is
				g.site.Flash(w, r, "Welcome, %s.", name)
				return play.Refuse(play.Invalid, "It is "+
					"too late.")
				s.Frame(r, "%s", name) // a value alone
				fmt.Sprintf("no message")
			}`)},
		"internal/b.go": {Data: []byte(`package b
			var name = message.Key("Play")
			func f() string { return message.Text(r.Context(), "Signed in") }`)},
		"internal/b_test.go": {Data: []byte(`package b; func g() { message.Text(ctx, "in a test") }`)},
		"client/c.ts": {Data: []byte("x.textContent = say(\"Over \\u00bd\", n) + count(a.length(1), \"%d day\",\n" +
			"\"%d days\"); const k = key(\"White\"); essay(\"no\"); this.say(\"no\"); say(`${no}`)")},
	}, "page", "internal", "client")
	if err != nil {
		t.Fatal(err)
	}
	texts := slices.Sorted(maps.Keys(found.Texts))
	want := []string{"It is too late.", "Over ½", "Play", "Signed in", "Welcome, %s.", "White", `Your "move"`}
	if !slices.Equal(texts, want) {
		t.Errorf("texts %q, want %q", texts, want)
	}
	counts := slices.Sorted(maps.Keys(found.Counts))
	if want := []string{"%d days", "%d moves"}; !slices.Equal(counts, want) {
		t.Errorf("counts %q, want %q", counts, want)
	}
}

func TestTextsPutTogether(t *testing.T) {
	source := `package a; var x, y = say(ctx, "The "+name), say(ctx, "ok")`
	_, err := keys.Find(fstest.MapFS{"a.go": {Data: []byte(source)}}, ".")
	if err == nil || !strings.Contains(err.Error(), "put together") {
		t.Errorf("%v, want an error", err)
	}
}
