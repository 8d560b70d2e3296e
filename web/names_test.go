package web_test

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/web/internal/games"
)

var (
	unread = regexp.MustCompile(`(?s)<(script|style|pre|code)\b.*?</(script|style|pre|code)>`)
	tags   = regexp.MustCompile(`<[^>]*>`)
)

// TestNamesAndNotIDs: pages name games, combinations and rating families by their names. They do
// not show words of the command line.
func TestNamesAndNotIDs(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	for _, variant := range []string{"cetran2", "circe-rex-inclusive", "progressive+circe"} {
		k := ann.offers(
			games.Offer{
				Variant: variant, Clock: play.Days(3), Rated: true, Opponent: games.Anybody, Colour: play.White,
			},
		)
		game := strings.TrimPrefix(bob.form("/offers/"+k.ID+"/take").at, "/g/")
		for turns := 0; turns < 5; {
			g := s.until(game, func(*play.Game) bool { return true })
			by := map[play.Seat]*client{play.White: ann, play.Black: bob}[g.Turn()]
			var text string
			for m := range g.Position().LegalMoves() {
				text = g.Position().MoveText(m, kirke.UCI)
				break
			}
			if a := by.moves(game, g.Ply()+1, text); a.status != http.StatusOK {
				t.Fatalf("%s: %d %s", text, a.status, a.body)
			}
			if next := s.until(game, func(*play.Game) bool { return true }); next.Turn() != g.Turn() {
				turns++
			}
		}
		ann.form("/g/"+game+"/do", "do=resign")
		ann.offers(games.Offer{Variant: variant, Clock: play.Days(3), Opponent: games.Anybody})
	}
	var ids []string
	for _, v := range kirke.Variants() {
		if v.ID != strings.ToLower(v.Name) && v.ID != "chess" && v.ID != "circe" && v.ID != "progressive" &&
			v.ID != "sissa" && v.ID != "seirawan" {
			ids = append(ids, regexp.QuoteMeta(v.ID))
		}
	}
	id := regexp.MustCompile(`\b(siceirawan|cetran|\w+\+circe|` + strings.Join(ids, "|") + `)\b|\s--\w+`)
	for path, want := range map[string]string{
		"/":                                     "Siceirawan",
		"/?variant=progressive%2Bcirce":         "Progressive Chess + Circe",
		"/lobby?variant=progressive%2Bcirce":    "Progressive Chess + Circe",
		"/games":                                "Cetran Chess 2",
		"/browse":                               "Circe Rex Inclusive",
		"/u/Ann":                                "Progressive Chess + Circe",
		"/me":                                   "Cetran",
		"/rules":                                "Progressive Chess + Circe",
		"/analysis?variant=progressive%2Bcirce": "Progressive Chess + Circe",
		"/problems?variant=circe-strict%2Bcirce-mirror": "Strict Circe + Mirror Circe",
		"/editor?variant=siceirawan":                    "Siceirawan",
		"/convert":                                      "Siceirawan",
		"/import":                                       "Siceirawan",
	} {
		a := ann.get(path)
		text := html.UnescapeString(tags.ReplaceAllString(unread.ReplaceAllString(a.body, " "), " "))
		if a.status != http.StatusOK || !strings.Contains(text, want) {
			t.Errorf("%s: %d, without %q", path, a.status, want)
		}
		if found := id.FindString(text); found != "" {
			t.Errorf("%s shows %q", path, found)
		}
	}
	if text := tags.ReplaceAllString(ann.get("/rules/siceirawan").body, " "); strings.Contains(text, " siceirawan ") {
		t.Error("the page of the rules shows the ID")
	}
}
