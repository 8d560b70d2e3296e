package kirke_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke"
)

// TestMain plays fewer random games by default, so that the tests take a few seconds. make soak
// plays more.
func TestMain(m *testing.M) {
	_ = flag.Set("rapid.checks", "40")
	m.Run()
}

// games returns every named variant and some combinations.
func games(t testing.TB) []*kirke.Variant {
	all := kirke.Variants()
	for _, id := range []string{"progressive+circe", "seirawan+circe", "cetran2+anticirce-calvet",
		"circe-rex-inclusive+circe-mirror", "sissa+circe"} {
		all = append(all, variant(t, id))
	}
	return all
}

// randomGame plays a game of v with variations, comments and glyphs.
func randomGame(t *rapid.T, v *kirke.Variant) *kirke.Game {
	var opts []kirke.Option
	if v.Start.Shuffle != nil {
		opts = append(opts, kirke.Seed(rapid.Uint64().Draw(t, "seed")))
	}
	start, err := kirke.Start(v, opts...)
	if err != nil {
		t.Fatal(err)
	}
	anything := rapid.StringMatching(`[A-Za-zé(][ -|~]{0,12}[a-z!]`)
	words := rapid.Map(anything, func(s string) string { return strings.Join(strings.Fields(s), " ") })
	comment := func(label string) []string {
		if rapid.IntRange(0, 5).Draw(t, label+"?") > 0 {
			return nil
		}
		return []string{words.Draw(t, label)}
	}
	g := kirke.NewGame(start)
	g.SetTag("White", words.Draw(t, "White"))
	g.SetTag("Annotator", `"\`)
	g.Root().Comments = comment("opening")
	// The main line and the line before a branch are played for the most part.
	for range rapid.IntRange(0, 30).Draw(t, "moves") {
		if rapid.IntRange(0, 7).Draw(t, "branch") == 0 {
			if err := g.GoTo(rapid.IntRange(0, g.Ply()).Draw(t, "ply")); err != nil {
				t.Fatal(err)
			}
		}
		moves := g.Position().AppendLegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		branch := g.Node().Next() != nil
		before := len(g.Node().Children())
		if err := g.Play(moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")]); err != nil {
			t.Fatal(err)
		}
		n := g.Node()
		if len(n.Parent().Children()) == before {
			continue // it was there already
		}
		n.Comments = comment("comment")
		if branch {
			n.Before = comment("before")
		}
		if rapid.IntRange(0, 5).Draw(t, "nag?") == 0 {
			n.NAGs = []int{rapid.IntRange(1, 200).Draw(t, "nag")}
		}
	}
	g.GoToEnd()
	if rapid.Bool().Draw(t, "resigned") && !g.Outcome().Over() {
		if err := g.Resign(g.Position().Turn()); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func toJSON(t rapid.TB, g *kirke.Game) string {
	data, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, data, "", " "); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestJSONRoundTrip(t *testing.T) {
	for _, v := range games(t) {
		t.Run(v.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				want := toJSON(t, randomGame(t, v))
				var g kirke.Game
				if err := json.Unmarshal([]byte(want), &g); err != nil {
					t.Fatalf("%v\n%s", err, want)
				}
				if diff := cmp.Diff(want, toJSON(t, &g)); diff != "" {
					t.Fatal(diff)
				}
			})
		})
	}
}

func TestPGNRoundTrip(t *testing.T) {
	for _, v := range games(t) {
		t.Run(v.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				written := randomGame(t, v)
				var file strings.Builder
				if err := written.WritePGN(&file); err != nil {
					t.Fatal(err)
				}
				// What PGN requires is there after a round trip.
				for _, tag := range []string{"Event", "Site", "Date", "Round", "White", "Black"} {
					if written.Tag(tag) == "" {
						written.SetTag(tag, map[bool]string{true: "????.??.??", false: "?"}[tag == "Date"])
					}
				}
				n := 0
				for g, err := range kirke.ReadPGN(strings.NewReader(file.String())) {
					if err != nil {
						t.Fatalf("%v\n%s", err, file.String())
					}
					if diff := cmp.Diff(sortTags(toJSON(t, written)), sortTags(toJSON(t, g))); diff != "" {
						t.Fatalf("%s\n%s", diff, file.String())
					}
					n++
				}
				if n != 1 {
					t.Fatalf("%d games came back\n%s", n, file.String())
				}
			})
		})
	}
}

// sortTags takes the tags out of a game's JSON and puts them, sorted, before it:
// PGN has an order of its own for them, and says why a game ended in one.
func sortTags(text string) string {
	var g map[string]any
	if err := json.Unmarshal([]byte(text), &g); err != nil {
		return err.Error()
	}
	tags := map[string]any{}
	for _, t := range g["tags"].([]any) {
		tag := t.(map[string]any)
		if tag["name"] != "Termination" {
			tags[tag["name"].(string)] = tag["value"]
		}
	}
	g["tags"] = tags
	sorted, err := json.MarshalIndent(g, "", " ")
	return fmt.Sprintf("%s%v", sorted, err)
}

func TestCourierRoundTrip(t *testing.T) {
	for _, v := range games(t) {
		t.Run(v.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				written := randomGame(t, v)
				var log strings.Builder
				if err := written.WriteCourier(&log); err != nil {
					t.Fatal(err)
				}
				g, err := kirke.ReadCourier(strings.NewReader(log.String()))
				if err != nil {
					t.Fatalf("%v\n%s", err, log.String())
				}
				if diff := cmp.Diff(written.Moves(), g.Moves()); diff != "" {
					t.Fatalf("%s\n%s", diff, log.String())
				}
				if written.Start().FEN() != g.Start().FEN() || written.Outcome() != g.Outcome() {
					t.Fatalf("%v %v became %v %v", written.Start(), written.Outcome(), g.Start(), g.Outcome())
				}
			})
		})
	}
}
