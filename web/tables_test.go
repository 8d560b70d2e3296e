package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/tablebase"
	"github.com/kirke-chess/kirke/web"
	"github.com/kirke-chess/kirke/web/internal/tools"
)

// Positions of Gardner's chess on 5×5 squares, with what the site says of them.
const (
	rookGame   = "gardner+circe"
	rookStands = "5/1k3/2R2/5/4K b - - 0 1" // after Kxc3 the rook is reborn on a1
	queenFar   = "5/3k1/5/5/KQ3 w - - 0 1"
	queenMates = "k4/5/1K3/5/3Q1 w - - 0 1"
)

// tablesOf builds tables of one game, and of another with rebirth, and opens their folder. The table of
// a king and a rook is damaged.
func tablesOf(t *testing.T, report func(error)) *tablebase.Tables {
	t.Helper()
	dir := t.TempDir()
	for game, materials := range map[string][]string{"gardner": {"KQK", "KRK"}, rookGame: {"KRK"}} {
		v, err := kirke.Lookup(game)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range materials {
			m, err := tablebase.ParseMaterial(v, text)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tablebase.Build(t.Context(), dir, v, m, 2, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.Truncate(filepath.Join(dir, "gardner", "KRvK.tb"), 100); err != nil {
		t.Fatal(err)
	}
	tables, err := tablebase.Open(dir, report)
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// ask asks the API for what tables know of a position.
func (c *client) ask(query ...string) (tools.TableAnswer, answer) {
	c.Helper()
	values := url.Values{}
	for i := 0; i < len(query); i += 2 {
		values.Set(query[i], query[i+1])
	}
	return api[tools.TableAnswer](c, http.MethodGet, "/tables?"+values.Encode(), nil)
}

// TestTables: the API and the page of analysis without scripts say what tables know, with and without
// rebirth. A damaged table is reported once, and said to be of no use, and a player of a rated game is told
// nothing of its position.
func TestTables(t *testing.T) {
	t.Parallel()
	var reports []error
	tables := tablesOf(t, func(err error) { reports = append(reports, err) })
	s := startSite(t, filepath.Join(t.TempDir(), "kirke.db"), web.Config{Rate: 10_000, Tables: tables})
	nobody := s.client()
	for _, c := range []struct{ game, fen string }{
		{"gardner", queenFar}, {"gardner", queenMates}, {"gardner", "k4/2Q2/1K3/5/5 b - - 0 1"},
		{rookGame, rookStands}, {rookGame, "5/1k3/2R2/5/4K w - - 0 1"},
	} {
		v, err := kirke.Lookup(c.game)
		if err != nil {
			t.Fatal(err)
		}
		p, err := kirke.FromFEN(v, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		got, a := nobody.ask("variant", c.game, "fen", c.fen)
		if p.Outcome().Over() {
			if got.Value != nil || len(got.Moves) > 0 {
				t.Errorf("the game is over in %s: %s", c.fen, a.body)
			}
			continue
		}
		want, err := tables.Probe(p)
		if err != nil {
			t.Fatal(err)
		}
		if got.Value == nil || got.Value.Verdict != want.Verdict() || len(got.Moves) != len(p.AppendLegalMoves(nil)) {
			t.Fatalf("%s %s is %v: %d %s", c.game, c.fen, want, a.status, a.body)
		}
		if best := got.Moves[0]; best.Verdict != got.Value.Verdict || best.Text != got.Value.Text {
			t.Errorf("the best move of %s is %+v", c.fen, best)
		}
		query := url.Values{"variant": {c.game}, "fen": {c.fen}}.Encode()
		page := nobody.get("/analysis?" + query).body
		if !strings.Contains(page, "<strong>"+got.Value.Text+"</strong>") || !strings.Contains(page, "data-tables=") {
			t.Errorf("the page does not say %s", got.Value.Text)
		}
	}

	if got, a := nobody.ask("variant", "gardner", "fen", queenMates); got.Value == nil ||
		got.Value.Text != "White mates in 1" || got.Note != "" {
		t.Error(a.body)
	}
	late := strings.Replace(queenFar, "- - 0", "- - 99", 1)
	if got, a := nobody.ask("variant", "gardner", "fen", late); got.Note == "" {
		t.Errorf("the count of moves without progress is not named: %s", a.body)
	}
	reborn, a := nobody.ask("variant", rookGame, "fen", rookStands)
	if last := reborn.Moves[len(reborn.Moves)-1]; last.Result != "loss" || !strings.Contains(a.body, `"b4c3`) {
		t.Errorf("a rook that is reborn does not win: %s", a.body)
	}
	for _, unknown := range []string{"8/8/8/8/2k5/8/8/K6Q w - - 0 1", ""} {
		if got, a := nobody.ask("variant", "chess", "fen", unknown); a.body != `{"moves":[]}`+"\n" || got.Value != nil {
			t.Errorf("chess, %q: %d %s", unknown, a.status, a.body)
		}
	}
	if _, a := nobody.ask("variant", "gardner", "fen", "nonsense"); a.status != http.StatusUnprocessableEntity {
		t.Errorf("nonsense: %d %s", a.status, a.body)
	}
	for range 3 {
		if got, a := nobody.ask("variant", "gardner", "fen", "k4/5/1K3/5/4R w - - 0 1"); got.Value != nil ||
			!strings.Contains(got.Note, "The table of this material cannot be used") {
			t.Errorf("a damaged table: %s", a.body)
		}
	}
	if len(reports) != 1 || !strings.Contains(reports[0].Error(), "KRvK.tb: the table is damaged") {
		t.Errorf("reports %v", reports)
	}

	ann, bob := s.account("Ann"), s.account("Bob")
	s.rated(ann, bob, "3d", "e4", "e5")
	if _, a := ann.ask("variant", "chess", "moves", "e4 e5"); a.status != http.StatusForbidden {
		t.Errorf("a player is told of the position of a rated game: %d %s", a.status, a.body)
	}
}

// TestAnalysisAsksTables: the server's analysis knows the mate of a table at depth 1.
func TestAnalysisAsksTables(t *testing.T) {
	t.Parallel()
	s := startSite(t, filepath.Join(t.TempDir(), "kirke.db"),
		web.Config{Rate: 10_000, Tables: tablesOf(t, nil)})
	nobody := s.client()
	known, _ := nobody.ask("variant", "gardner", "fen", queenFar)
	mate := fmt.Sprintf(`"text":"#%d"`, (known.Value.Plies+1)/2)
	query := url.Values{"variant": {"gardner"}, "fen": {queenFar}, "seconds": {"1"}}.Encode()
	line, _, _ := strings.Cut(nobody.get("/api/v1/analyse?"+query).body, "\n\n")
	if !strings.Contains(line, mate) || !strings.Contains(line, `"depth":1,`) {
		t.Errorf("the analysis begins without %s: %s", mate, line)
	}
}

// TestTablesOnThePage: the page of analysis shows what tables know of the position on the board, lets
// moves be played from there, and shows nothing where they know nothing.
func TestTablesOnThePage(t *testing.T) {
	t.Parallel()
	s := startSite(t, filepath.Join(t.TempDir(), "kirke.db"),
		web.Config{Rate: 10_000, Tables: tablesOf(t, nil)})
	known, _ := s.client().ask("variant", "gardner", "fen", queenFar)
	const (
		shown = `document.querySelector(".tables:not([hidden], [inert]) strong")?.textContent`
		moves = `document.querySelectorAll(".tables dd button").length`
		first = `document.querySelector(".tables dd button")`
	)
	for name, screen := range pageScreens {
		if os.Getenv("KIRKE_SHOTS") == "" && name != "desk" && name != "phone-dark" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			query := url.Values{"variant": {"gardner"}, "fen": {queenFar}}.Encode()
			tab := open(t, screen, s.at("localhost", "/analysis?"+query))
			tab.Wait(fmt.Sprintf(`%s === %q && %s === %d`, shown, known.Value.Text, moves, len(known.Moves)))
			tab.isForAll(t, "tables-"+name, "/analysis with tables")
			chromium.Eval[bool](tab.Tab, `(`+first+`.scrollIntoView({ block: "center" }), true)`)
			tab.Shoot("tables-moves-" + name)
			tab.press(".tables dd button")
			tab.Wait(fmt.Sprintf(`document.querySelector(".movelist [aria-current]")?.textContent === %q && %s !== %d`,
				known.Moves[0].SAN, moves, len(known.Moves)))
			tab.Wait(shown + `.startsWith("White mates in ")`)

			other := url.Values{"variant": {rookGame}, "fen": {rookStands}}.Encode()
			tab.Go(s.at("localhost", "/analysis?"+other))
			tab.Wait(shown + `?.startsWith("White mates in ")`)
			tab.Shoot("tables-circe-" + name)
			tab.Go(s.at("localhost", "/analysis?variant=gardner"))
			tab.Wait(`document.querySelector(".movelist") !== null && document.querySelector(".tables").hidden`)
			for _, text := range tab.Complaints() {
				t.Error(text)
			}
		})
	}
}
