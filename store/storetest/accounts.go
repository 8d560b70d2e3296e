package storetest

import (
	"bytes"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// A name changes in all games, at most once in RenameEvery, and the old one stays reserved.
func renaming(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	m := f.game(terms("3d"), ann, bob)
	f.plays(m.ID, "e4 e5")
	f.refused(f.Rename(f.ctx, ann.ID, "BOB"), play.Taken)
	f.refused(f.Rename(f.ctx, ann.ID, "x"), play.Invalid)
	f.refused(f.Rename(f.ctx, ann.ID, "deleted-me"), play.Invalid)
	f.ok(f.Rename(f.ctx, ann.ID, "Ann")) // another case of the same name
	f.ok(f.Rename(f.ctx, ann.ID, "carla"))
	check := func(when string) {
		f.Helper()
		g, err := f.Game(f.ctx, m.ID)
		f.ok(err)
		s, err := f.Summary(f.ctx, m.ID)
		f.ok(err)
		want(f, when, g.Player(play.White).Name+" "+s.Players[0].Name+" "+g.Player(play.Black).Name, "carla carla bob")
	}
	check("the players")
	f.reopen()
	check("the players after reopening")
	f.refused(f.Rename(f.ctx, ann.ID, "dora"), play.NotNow)
	_, err := f.CreateUser(f.ctx, "ANN", "")
	f.refused(err, play.Taken)
	f.pass(store.RenameEvery)
	f.ok(f.Rename(f.ctx, ann.ID, "ann")) // her own old name
	f.pass(store.NameReserved)
	f.person("carla")
	guest, err := f.CreateGuest(f.ctx, "")
	f.ok(err)
	f.refused(f.Rename(f.ctx, guest.ID, "emma"), play.NotAllowed)
	f.ok(f.SetProfile(f.ctx, ann.ID, "I play Circe."))
	u, err := f.User(f.ctx, ann.ID)
	f.ok(err)
	want(f, "profile", u.Profile, "I play Circe.")
	f.refused(f.SetProfile(f.ctx, ann.ID, strings.Repeat("x", store.MaxProfile+1)), play.Invalid)
	f.refused(f.SetProfile(f.ctx, guest.ID, "hello"), play.NotFound)
}

// Only the games of a deleted account are left, without its name.
func deleting(f *fixture) {
	ann, bob, eve := f.person("annabella"), f.person("bob"), f.person("eve")
	begun, going := f.game(terms("3d"), ann, bob), f.game(terms("3d"), bob, ann)
	f.plays(going.ID, "e4 e5")
	f.does(going.ID, ann, play.Command{Do: play.Say, Text: "a secret of hers"})
	other := f.game(terms("3d"), bob, eve)
	f.does(other.ID, ann, play.Command{Do: play.Say, Text: "another secret"})
	f.does(other.ID, eve, play.Command{Do: play.Say, Text: "hello"})
	f.ok(f.SetNote(f.ctx, going.ID, ann.ID, "a private note"))
	f.ok(f.SetProfile(f.ctx, ann.ID, "a profile"))
	_, err := f.SavePreset(f.ctx, ann.ID, "a preset", terms("5+0"))
	f.ok(err)
	_, err = f.SaveStudy(f.ctx, ann.ID, store.Study{Name: "a study", Variant: "chess", PGN: "*", Public: true})
	f.ok(err)
	_, err = f.NewDraft(f.ctx, ann.ID, store.Draft{Title: "a draft", File: "name = \"a game\""})
	f.ok(err)
	_, secret, err := f.CreateToken(f.ctx, ann.ID, "a browser", "web", 0)
	f.ok(err)
	_, _, err = f.PostSeek(f.ctx, store.SeekRequest{By: ann.ID, Terms: terms("3d")})
	f.ok(err)
	f.ok(f.AddReport(f.ctx, report(ann.ID, eve.ID, "", 0, "a report")))
	f.ok(f.Block(f.ctx, bob.ID, ann.ID))
	f.ok(f.Rename(f.ctx, ann.ID, "annemarie"))

	f.ok(f.DeleteUser(f.ctx, ann.ID))
	f.reopen()
	m, err := f.Summary(f.ctx, going.ID)
	f.ok(err)
	want(f, "a game that went on", m.Result+" "+m.Players[1].Name, "1-0 deleted")
	m, err = f.Summary(f.ctx, begun.ID)
	f.ok(err)
	want(f, "a game that had hardly begun", m.Result+" "+m.Players[0].Name, "* deleted")
	want(f, "its moves", f.moves(going.ID), "e2e4 e7e5")
	_, err = f.TokenBySecret(f.ctx, secret)
	f.refused(err, play.NotFound)
	var out bytes.Buffer
	f.ok(f.Dump(f.ctx, &out))
	for line := range strings.Lines(out.String()) {
		for _, trace := range []string{"annabella", "annemarie", "secret", "private note", "a profile", "a preset",
			"a study", "a draft", "a report", "hash of ann"} {
			if strings.Contains(line, trace) && !strings.Contains(line, `"table":"names"`) {
				f.Errorf("the database still has %q: %s", trace, line)
			}
		}
	}
	if !strings.Contains(out.String(), "hello") {
		f.Error("what somebody else said is gone")
	}
	_, err = f.CreateUser(f.ctx, "annabella", "")
	f.refused(err, play.Taken)
	f.pass(store.NameReserved + time.Hour)
	f.person("annabella")
	guest, err := f.CreateGuest(f.ctx, "")
	f.ok(err)
	f.ok(f.DeleteUser(f.ctx, guest.ID))
	f.refused(f.DeleteUser(f.ctx, "nobody"), play.NotFound)
}

// A one-time code works once, and so does a recovery code.
func secondFactor(f *fixture) {
	ann := f.person("ann")
	_, here, err := f.CreateToken(f.ctx, ann.ID, "here", "web", 0)
	f.ok(err)
	_, there, err := f.CreateToken(f.ctx, ann.ID, "there", "web", 0)
	f.ok(err)
	f.ok(f.SetSecondFactor(f.ctx, ann.ID, store.SecondFactor{Secret: "SECRET", Recovery: []string{"one", "two"}}, here))
	_, err = f.TokenBySecret(f.ctx, here)
	f.ok(err)
	_, err = f.TokenBySecret(f.ctx, there)
	f.refused(err, play.NotFound)
	u, err := f.User(f.ctx, ann.ID)
	f.ok(err)
	want(f, "the secret", u.SecondFactor(), "SECRET")
	f.oneOf(atOnce(4, func(int) error { return f.UseStep(f.ctx, ann.ID, 7) }), play.NotAllowed)
	f.refused(f.UseStep(f.ctx, ann.ID, 6), play.NotAllowed)
	f.ok(f.UseStep(f.ctx, ann.ID, 8))
	f.oneOf(atOnce(4, func(int) error { _, err := f.UseRecovery(f.ctx, ann.ID, "one"); return err }), play.NotAllowed)
	left, err := f.UseRecovery(f.ctx, ann.ID, "two")
	f.ok(err)
	want(f, "codes left", left, 0)
	_, err = f.UseRecovery(f.ctx, ann.ID, "")
	f.refused(err, play.NotAllowed)
	f.ok(f.SetSecondFactor(f.ctx, ann.ID, store.SecondFactor{}, here))
}

// The acts of moderators take effect, and are in the audit log.
func moderation(f *fixture) {
	mod, ann, cheat := f.person("mod"), f.person("ann"), f.person("cheat")
	f.ok(f.SetRole(f.ctx, store.Operator, mod.ID, store.Moderator))
	f.refused(f.SetRole(f.ctx, mod.ID, ann.ID, "king"), play.Invalid)
	u, err := f.User(f.ctx, mod.ID)
	f.ok(err)
	want(f, "moderates", u.Moderates(), true)

	rated := terms("5+0")
	rated.Rated = true
	m := f.game(rated, ann, cheat)
	f.plays(m.ID, "e4 e5 Nf3 Nc6")
	line := f.does(m.ID, cheat, play.Command{Do: play.Say, Text: "something ugly"}).Events[0].Seq
	f.does(m.ID, ann, play.Command{Do: play.Resign})
	lost, err := f.Rating(f.ctx, ann.ID, "chess", rated.Control.Speed())
	f.ok(err)
	going := f.game(terms("3d"), ann, cheat)
	f.plays(going.ID, "e4 e5")

	f.ok(f.AddReport(f.ctx, report(ann.ID, cheat.ID, m.ID, line, "He has an engine.")))
	f.refused(f.AddReport(f.ctx, report(ann.ID, ann.ID, "", 0, "me")), play.Invalid)
	f.refused(f.AddReport(f.ctx, report(ann.ID, "nobody", "", 0, "x")), play.NotFound)
	reports, err := f.Reports(f.ctx, 10)
	f.ok(err)
	if len(reports) != 1 || reports[0].About.Name != "cheat" || reports[0].By.Name != "ann" || reports[0].Line != line {
		f.Fatalf("the reports are %+v", reports)
	}
	f.ok(f.RemoveLine(f.ctx, mod.ID, m.ID, line))
	f.refused(f.RemoveLine(f.ctx, mod.ID, m.ID, 1), play.NotFound)
	f.refused(f.RemoveLine(f.ctx, mod.ID, m.ID, 999), play.NotFound)
	f.ok(f.Mute(f.ctx, mod.ID, cheat.ID, f.now.Add(time.Hour), "ugly words"))
	_, err = f.Do(f.ctx, m.ID, cheat.ID, play.Command{Do: play.Say, Text: "more"})
	f.refused(err, play.NotAllowed)
	f.refused(f.SetProfile(f.ctx, cheat.ID, "more"), play.NotAllowed)
	f.pass(time.Hour)
	f.does(m.ID, cheat, play.Command{Do: play.Say, Text: "sorry"})

	_, secret, err := f.CreateToken(f.ctx, cheat.ID, "a browser", "web", 0)
	f.ok(err)
	f.refused(f.CloseAccount(f.ctx, mod.ID, mod.ID, "oneself", false), play.NotAllowed)
	f.ok(f.CloseAccount(f.ctx, mod.ID, cheat.ID, "an engine", true))
	_, err = f.TokenBySecret(f.ctx, secret)
	f.refused(err, play.NotFound)
	back, err := f.Rating(f.ctx, ann.ID, "chess", rated.Control.Speed())
	f.ok(err)
	if was := play.NewRating.Rating; lost.Rating >= was || back.Rating < was-0.01 || back.Rating > was+0.01 {
		f.Errorf("ann had %g, has lost and had %g, and has %g when the game was annulled", was, lost.Rating,
			back.Rating)
	}
	f.reopen()
	g, err := f.Game(f.ctx, m.ID)
	f.ok(err)
	want(f, "annulled", g.Annulled() && !g.Rated(), true)
	s, err := f.Summary(f.ctx, going.ID)
	f.ok(err)
	want(f, "the game that went on", s.Result, "1-0")
	_, _, err = f.PostSeek(f.ctx, store.SeekRequest{By: ann.ID, To: cheat.ID, Terms: terms("3d")})
	f.refused(err, play.NotAllowed)
	f.ok(f.CloseReport(f.ctx, mod.ID, reports[0].ID, "closed the account"))
	f.refused(f.CloseReport(f.ctx, mod.ID, reports[0].ID, "again"), play.NotFound)
	f.ok(f.Reopen(f.ctx, mod.ID, cheat.ID, "a year has passed"))
	k, _, err := f.PostSeek(f.ctx, store.SeekRequest{By: cheat.ID, Terms: terms("3d")})
	f.ok(err)
	_, err = f.RemoveSeek(f.ctx, mod.ID, k.ID)
	f.ok(err)
	f.refused(func() error { _, err := f.SeekByID(f.ctx, k.ID); return err }(), play.NotFound)

	acts, err := f.AuditLog(f.ctx, 0, 100)
	f.ok(err)
	var done []string
	for _, a := range acts {
		done = append(done, a.By+": "+a.Act)
	}
	want(f, "the log", strings.Join(done, ", "),
		"the operator: role, mod: remove line, mod: mute, mod: close, mod: close report, mod: reopen, "+
			"mod: remove offer")
	if !strings.Contains(acts[1].Detail, "something ugly") {
		f.Errorf("the log does not say what was removed: %s", acts[1].Detail)
	}
	var out bytes.Buffer
	f.ok(f.Dump(f.ctx, &out))
	if strings.Count(out.String(), "something ugly") != 1 {
		f.Error("what was removed is in the game still")
	}
	rest, err := f.AuditLog(f.ctx, 3, 100)
	f.ok(err)
	want(f, "the rest of the log", len(rest), len(acts)-3)
	for _, err := range atOnce(5, func(int) error { return f.Mute(f.ctx, mod.ID, ann.ID, time.Time{}, "at once") }) {
		f.ok(err)
	}
	acts, err = f.AuditLog(f.ctx, 0, 100)
	f.ok(err)
	want(f, "entries", len(acts), 12)
}

// A blocked person can neither challenge the player nor chat in the player's games.
func blocks(f *fixture) {
	ann, eve := f.person("ann"), f.person("eve")
	m := f.game(terms("3d"), ann, eve)
	challenge, _, err := f.PostSeek(f.ctx, store.SeekRequest{By: eve.ID, To: ann.ID, Terms: terms("3d")})
	f.ok(err)
	open, _, err := f.PostSeek(f.ctx, store.SeekRequest{By: ann.ID, Terms: terms("3d")})
	f.ok(err)
	f.ok(f.Block(f.ctx, ann.ID, eve.ID))
	f.ok(f.Block(f.ctx, ann.ID, eve.ID)) // twice is no harm
	f.refused(f.Block(f.ctx, ann.ID, ann.ID), play.Invalid)
	_, err = f.SeekByID(f.ctx, challenge.ID)
	f.refused(err, play.NotFound)
	_, _, err = f.PostSeek(f.ctx, store.SeekRequest{By: eve.ID, To: ann.ID, Terms: terms("3d")})
	f.refused(err, play.NotAllowed)
	_, err = f.TakeSeek(f.ctx, open.ID, eve.ID)
	f.refused(err, play.NotFound)
	_, err = f.Do(f.ctx, m.ID, eve.ID, play.Command{Do: play.Say, Text: "hello"})
	f.refused(err, play.NotAllowed)
	f.does(m.ID, ann, play.Command{Do: play.Say, Text: "I can"})
	all, err := f.Blocked(f.ctx, ann.ID)
	f.ok(err)
	want(f, "blocked", len(all) == 1 && all[0].Name == "eve", true)
	f.ok(f.Unblock(f.ctx, ann.ID, eve.ID))
	f.does(m.ID, eve, play.Command{Do: play.Say, Text: "hello"})
}

func report(by, about, game string, line int, text string) store.Report {
	return store.Report{By: store.Person{ID: by}, About: store.Person{ID: about}, Game: game, Line: line, Text: text}
}
