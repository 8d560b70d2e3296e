package storetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

func ids(games []store.Summary) string {
	var all []string
	for _, m := range games {
		all = append(all, m.ID)
	}
	return strings.Join(all, " ")
}

func lists(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	never := f.game(terms("unlimited"), ann, bob)
	f.pass(time.Second)
	slow := f.game(terms("3d"), ann, bob)
	f.pass(time.Second)
	quick := f.game(terms("5+0"), ann, bob)
	f.pass(time.Second)
	waiting := f.game(terms("3d"), bob, ann)
	f.pass(time.Second)
	waitingToo := f.game(terms("5+0"), bob, ann)
	over := f.game(terms("5+0"), ann, bob)
	f.does(over.ID, ann, play.Command{Do: play.Resign})

	all, err := f.GamesOf(f.ctx, ann.ID)
	f.ok(err)
	want(f, "ann's games", ids(all), ids([]store.Summary{quick, slow, never, waitingToo, waiting}))
	n, err := f.OnTurn(f.ctx, ann.ID)
	f.ok(err)
	want(f, "ann is on turn in", n, 3)
	f.plays(quick.ID, "e4")
	n, err = f.OnTurn(f.ctx, ann.ID)
	f.ok(err)
	want(f, "ann is on turn in", n, 2)
	for _, nobody := range []string{"", "nobody"} {
		all, err = f.GamesOf(f.ctx, nobody)
		f.ok(err)
		want(f, "nobody's games", len(all), 0)
		n, err = f.OnTurn(f.ctx, nobody)
		f.ok(err)
		want(f, "nobody is on turn in", n, 0)
	}
	all, err = f.LiveGames(f.ctx, 2)
	f.ok(err)
	want(f, "two live games", len(all), 2)
	all, err = f.LiveGames(f.ctx, 0)
	f.ok(err)
	want(f, "live games", len(all), 5)
}

func search(f *fixture) {
	ann, bob, eve := f.person("ann"), f.person("bob"), f.person("eve")
	begin := f.now
	a := f.game(terms("5+0"), ann, bob)
	f.pass(10 * time.Second)
	seirawan := terms("3d")
	seirawan.Variant, seirawan.Rated = "seirawan", true
	b := f.game(seirawan, bob, ann)
	f.pass(10 * time.Second)
	c := f.game(terms("5+0"), eve, bob)
	f.plays(a.ID, "e4 e5 Nf3 Nc6")
	f.plays(c.ID, "Nf3 Nc6 e4 e5")
	f.does(a.ID, bob, play.Command{Do: play.Resign})
	f.plays(b.ID, "e4")
	for _, test := range []struct {
		q    store.Query
		want []store.Summary
	}{
		{store.Query{}, []store.Summary{c, b, a}},
		{store.Query{Player: ann.ID}, []store.Summary{b, a}},
		{store.Query{Player: bob.ID, Opponent: eve.ID}, []store.Summary{c}},
		{store.Query{Player: ann.ID, Opponent: eve.ID}, nil},
		{store.Query{Variant: "seirawan"}, []store.Summary{b}},
		{store.Query{Speed: play.Blitz}, []store.Summary{c, a}},
		{store.Query{Rated: true}, []store.Summary{b}},
		{store.Query{Result: "1-0"}, []store.Summary{a}},
		{store.Query{Result: "*"}, nil},
		{store.Query{Over: true}, []store.Summary{a}},
		{store.Query{Live: true}, []store.Summary{c, b}},
		{store.Query{Position: f.key(a.ID)}, []store.Summary{c, a}}, // by another order of moves
		{store.Query{Position: f.key(a.ID), Player: eve.ID}, []store.Summary{c}},
		{store.Query{Since: begin.Add(10 * time.Second)}, []store.Summary{c, b}},
		{store.Query{Until: begin.Add(10 * time.Second)}, []store.Summary{a}},
		{store.Query{Player: "' OR 1=1 --"}, nil},
	} {
		page, err := f.Search(f.ctx, test.q)
		f.ok(err)
		want(f, fmt.Sprintf("%+v", test.q), ids(page.Games), ids(test.want))
	}
}

func pages(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	const games = 7
	for i := range games {
		f.game(terms("5+0"), ann, bob)
		if i%3 == 0 { // some have the same time
			f.pass(time.Millisecond)
		}
	}
	seen := make(map[string]bool)
	q := store.Query{Player: ann.ID, Limit: 2}
	for n := 0; ; n++ {
		page, err := f.Search(f.ctx, q)
		f.ok(err)
		for _, m := range page.Games {
			if seen[m.ID] {
				f.Errorf("game %s is on two pages", m.ID)
			}
			seen[m.ID] = true
		}
		if page.Next == "" {
			want(f, "pages", n+1, 4)
			break
		}
		q.Cursor = page.Next
	}
	want(f, "games on all pages", len(seen), games)
	for _, bad := range []string{"x", "!", "AAAA", strings.Repeat("A", 999)} {
		_, err := f.Search(f.ctx, store.Query{Cursor: bad})
		f.refused(err, play.Invalid)
	}
}

func presets(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	t := play.Terms{Variant: "cetran3", Symmetry: "",
		Control: play.Control{Spare: 14 * play.Day, Grace: 12 * time.Hour}}
	p, err := f.SavePreset(f.ctx, ann.ID, "my Cetran", t)
	f.ok(err)
	got, err := f.Preset(f.ctx, p.ID)
	f.ok(err)
	want(f, "preset", got, p)
	want(f, "terms", got.Terms, t)
	want(f, "by", got.By.Name, "ann")
	mine, err := f.Presets(f.ctx, ann.ID)
	f.ok(err)
	want(f, "presets", len(mine), 1)
	f.refused(f.DeletePreset(f.ctx, bob.ID, p.ID), play.NotFound)
	f.ok(f.DeletePreset(f.ctx, ann.ID, p.ID))
	_, err = f.Preset(f.ctx, p.ID)
	f.refused(err, play.NotFound)
	_, err = f.SavePreset(f.ctx, ann.ID, "", t)
	f.refused(err, play.Invalid)
	_, err = f.SavePreset(f.ctx, ann.ID, "x", play.Terms{Variant: "chezz"})
	f.refused(err, play.Invalid)
	_, err = f.SavePreset(f.ctx, "nobody", "x", t)
	f.refused(err, play.NotFound)
}

func studies(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	first := store.Study{Name: "Ruy", Variant: "chess", PGN: "1. e4 {good} e5 *"}
	y, err := f.SaveStudy(f.ctx, ann.ID, first)
	f.ok(err)
	want(f, "version", y.Version, 1)
	want(f, "by", y.By.Name, "ann")
	f.pass(time.Minute)
	y.Public, y.Name, y.PGN = true, "Ruy López", "1. d4 *"
	changed, err := f.ChangeStudy(f.ctx, ann.ID, y)
	f.ok(err)
	f.reopen()
	got, err := f.Study(f.ctx, y.ID)
	f.ok(err)
	want(f, "study", got, changed)
	want(f, "changed", got.Name+got.PGN, "Ruy López1. d4 *")
	if got.Version != 2 || !got.Public || !got.Changed.After(got.Created) {
		f.Errorf("the changed study is %+v", got)
	}

	// Of two that change one version, one is refused.
	f.oneOf(atOnce(4, func(i int) error {
		mine := changed
		mine.Name = fmt.Sprint("tab ", i)
		_, err := f.ChangeStudy(f.ctx, ann.ID, mine)
		return err
	}), play.Stale)
	_, err = f.ChangeStudy(f.ctx, ann.ID, y)
	f.refused(err, play.Stale)

	_, err = f.ChangeStudy(f.ctx, bob.ID, changed)
	f.refused(err, play.NotFound)
	f.refused(f.DeleteStudy(f.ctx, bob.ID, y.ID), play.NotFound)
	second, err := f.SaveStudy(f.ctx, ann.ID, first)
	f.ok(err)
	mine, err := f.Studies(f.ctx, ann.ID)
	f.ok(err)
	want(f, "studies", len(mine), 2)
	want(f, "PGN in a list", mine[0].PGN+mine[1].PGN, "")
	f.refused(f.RemoveStudy(f.ctx, bob.ID, second.ID), play.NotFound) // it is private
	f.ok(f.RemoveStudy(f.ctx, bob.ID, y.ID))
	f.refused(f.DeleteStudy(f.ctx, ann.ID, y.ID), play.NotFound)
	y, err = f.SaveStudy(f.ctx, ann.ID, y)
	f.ok(err)
	f.ok(f.DeleteStudy(f.ctx, ann.ID, y.ID))
	_, err = f.Study(f.ctx, y.ID)
	f.refused(err, play.NotFound)
	whole, err := f.WholeStudies(f.ctx, ann.ID)
	f.ok(err)
	if len(whole) != 1 || whole[0].ID != second.ID || whole[0].PGN != first.PGN {
		f.Errorf("the studies are %+v", whole)
	}
	for _, bad := range []store.Study{
		{Name: "", PGN: "*"}, {Name: "x"}, {Name: "x", PGN: strings.Repeat("x", store.MaxStudy+1)},
		{Name: "x", PGN: "a\x00"}, {Name: strings.Repeat("x", 1000), PGN: "*"}, {Name: "x\xff", PGN: "*"},
	} {
		_, err := f.SaveStudy(f.ctx, ann.ID, bad)
		f.refused(err, play.Invalid)
	}
	_, err = f.SaveStudy(f.ctx, "nobody", first)
	f.refused(err, play.NotFound)
}

func jobs(f *fixture) {
	ann := f.person("ann")
	j, err := f.CreateJob(f.ctx, store.Job{User: ann.ID, Kind: "solve", Request: json.RawMessage(`{"a":1}`), Shards: 4})
	f.ok(err)
	_, err = f.CreateJob(f.ctx, store.Job{ID: j.ID, Kind: "solve", Request: json.RawMessage(`{}`)})
	f.refused(err, play.Taken)
	f.ok(f.SetJob(f.ctx, j.ID, store.JobRunning, nil))
	// Of two results for one shard the first stays.
	firsts := make([]bool, 6)
	for _, err := range atOnce(len(firsts), func(i int) (err error) {
		firsts[i], err = f.SaveShard(f.ctx, j.ID, 2, json.RawMessage(fmt.Sprint(i)))
		return err
	}) {
		f.ok(err)
	}
	shards, err := f.Shards(f.ctx, j.ID)
	f.ok(err)
	n := 0
	for i, first := range firsts {
		if first {
			n++
			want(f, "result", string(shards[2]), fmt.Sprint(i))
		}
	}
	want(f, "first results", n, 1)
	_, err = f.SaveShard(f.ctx, "nosuchjob", 1, nil)
	f.refused(err, play.NotFound)
	f.reopen()
	open, err := f.OpenJobs(f.ctx)
	f.ok(err)
	if len(open) != 1 || open[0].State != store.JobRunning || open[0].Shards != 4 || open[0].Done != 1 ||
		string(open[0].Request) != `{"a":1}` {
		f.Errorf("the open jobs are %+v", open)
	}
	f.ok(f.SetJob(f.ctx, j.ID, store.JobDone, json.RawMessage(`"mate"`)))
	f.refused(f.SetJob(f.ctx, j.ID, store.JobCancelled, nil), play.NotNow)
	got, err := f.Job(f.ctx, j.ID)
	f.ok(err)
	want(f, "answer", string(got.Answer), `"mate"`)
	want(f, "shards done", got.Done, 4)
	// When the job is done, results of shards are deleted, and late ones ignored.
	first, err := f.SaveShard(f.ctx, j.ID, 3, json.RawMessage(`"late"`))
	f.ok(err)
	want(f, "a shard of a job that is over is kept", first, false)
	shards, err = f.Shards(f.ctx, j.ID)
	f.ok(err)
	want(f, "shards of a job that is over", len(shards), 0)
	mine, err := f.JobsOf(f.ctx, ann.ID, 10)
	f.ok(err)
	want(f, "ann's jobs", len(mine), 1)
	open, err = f.OpenJobs(f.ctx)
	f.ok(err)
	want(f, "open jobs", len(open), 0)
}

// full adds rows to every table.
func (f *fixture) full() {
	f.Helper()
	ann, bob := f.person("ann"), f.person("bob")
	t := terms("5+0")
	t.Rated = true
	f.ok(f.SetAddress(f.ctx, bob.ID, "bob@example.org"))
	f.browser(bob, "https://push.example.org/1")
	m := f.game(t, ann, bob)
	f.plays(m.ID, "e4 e5 Nf3 Nc6")
	f.does(m.ID, ann, play.Command{Do: play.Resign})
	m = f.game(terms("3d"), ann, bob)
	f.plays(m.ID, "e4")
	_, err := f.SetPlan(f.ctx, m.ID, ann.ID, [][]string{{"e5", "Nf3"}})
	f.ok(err)
	f.ok(f.SetNote(f.ctx, m.ID, ann.ID, "\"\\ \u2028 <&> ♞"))
	_, _, err = f.CreateToken(f.ctx, ann.ID, "bot", "", 0)
	f.ok(err)
	f.ok(f.SaveCredential(f.ctx, store.Credential{ID: []byte{1}, User: ann.ID, Data: json.RawMessage("{}")}))
	k, _ := f.seek(store.SeekRequest{By: ann.ID, To: bob.ID, Terms: terms("5+0")})
	f.ok(f.DropSeek(f.ctx, k.ID, bob.ID)) // ann gets a notice
	f.seek(store.SeekRequest{By: ann.ID, Terms: terms("5+0")})
	_, err = f.SavePreset(f.ctx, ann.ID, "preset", terms("5+0"))
	f.ok(err)
	_, err = f.SaveStudy(f.ctx, ann.ID, store.Study{Name: "a study", Variant: "chess", PGN: "1. e4 {\"♞\"} *"})
	f.ok(err)
	own := f.publishes(ann, "Own Chess", store.Public)
	_, err = f.AddComment(f.ctx, bob.ID, own.ID, "♞!")
	f.ok(err)
	_, err = f.TakeVacation(f.ctx, bob.ID, f.now.Add(play.Day))
	f.ok(err)
	f.ok(f.Beat(f.ctx))
	f.ok(f.SetValue(f.ctx, "a", []byte{0}, time.Time{}))
	j, err := f.CreateJob(f.ctx, store.Job{Kind: "solve", Request: json.RawMessage(`{}`)})
	f.ok(err)
	_, err = f.SaveShard(f.ctx, j.ID, 1, json.RawMessage(`[]`))
	f.ok(err)
}

// A restored dump gives the same dump, and its games go on.
func dump(f *fixture) {
	f.full()
	var first bytes.Buffer
	f.ok(f.Dump(f.ctx, &first))
	for _, table := range []string{
		"users", "credentials", "tokens", "seeks", "games", "events", "positions", "notes", "plans", "presets",
		"vacations", "ratings", "heartbeat", "keyed", "jobs", "shards", "notices",
		"contacts", "subscriptions", "outbox", "studies",
		"drafts", "published", "published_versions", "comments",
	} {
		if !strings.Contains(first.String(), `{"table":"`+table+`"`) {
			f.Errorf("nothing is dumped of %s", table)
		}
	}
	if err := f.Restore(f.ctx, bytes.NewReader(first.Bytes())); err == nil {
		f.Error("a dump is restored into a store that is not empty")
	}
	games, err := f.Search(f.ctx, store.Query{Live: true})
	f.ok(err)

	f.close()
	f.at = f.place(f.T)
	f.open()
	f.ok(f.Beat(f.ctx)) // a heartbeat does not make the store non-empty
	f.ok(f.Restore(f.ctx, bytes.NewReader(first.Bytes())))
	var second bytes.Buffer
	f.ok(f.Dump(f.ctx, &second))
	want(f, "dump", second.String(), first.String())
	want(f, "half-moves", f.plays(games.Games[0].ID, "e5").Ply, 3) // with the conditional move
}

func badDumps(f *fixture) {
	f.full()
	var whole bytes.Buffer
	f.ok(f.Dump(f.ctx, &whole))
	f.close()
	f.at = f.place(f.T)
	f.open()
	lines := strings.SplitAfter(strings.TrimSuffix(whole.String(), "\n"), "\n")
	change := func(i int, line string) string {
		changed := append([]string(nil), lines...)
		changed[i] = line
		return strings.Join(changed, "")
	}
	for name, text := range map[string]string{
		"empty":            "",
		"no dump":          "hello\n",
		"another version":  change(0, `{"kirke":"store","version":99}`+"\n"),
		"cut off":          strings.Join(lines[:len(lines)-1], ""),
		"cut in a line":    whole.String()[:whole.Len()/2],
		"a row missing":    change(3, ""),
		"a row twice":      change(3, lines[3]+lines[3]),
		"no such table":    change(3, `{"table":"sqlite_master","row":{"name":"x"}}`+"\n"),
		"no such column":   change(3, `{"table":"users","row":{"id) VALUES (1); --":"x"}}`+"\n"),
		"no row":           change(3, `{"table":"users","row":{}}`+"\n"),
		"a game of nobody": change(1, ""),
	} {
		if err := f.Restore(f.ctx, strings.NewReader(text)); err == nil {
			f.Errorf("%s: restored", name)
		}
		page, err := f.Search(f.ctx, store.Query{})
		f.ok(err)
		if len(page.Games) > 0 {
			f.Fatalf("%s: a part is restored", name)
		}
	}
	f.ok(f.Restore(f.ctx, &whole)) // the failed attempts left nothing
}
