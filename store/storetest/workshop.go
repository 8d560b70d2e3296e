package storetest

import (
	"fmt"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// A draft is its owner's alone, and of two that change one revision the second is refused.
func drafts(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	first := store.Draft{Title: "Hopping Chess", File: "extends = \"chess\"\n", ForkOf: "chess", ForkVersion: 1}
	d, err := f.NewDraft(f.ctx, ann.ID, first)
	f.ok(err)
	want(f, "revision", d.Revision, 1)
	want(f, "owner", d.Owner, ann.ID)
	want(f, "where it comes from", fmt.Sprint(d.ForkOf, d.ForkVersion), "chess1")
	f.pass(time.Minute)
	d.Title, d.File = "Jumping Chess", "this is no game"
	changed, err := f.SaveDraft(f.ctx, ann.ID, d)
	f.ok(err)
	f.reopen()
	got, err := f.Draft(f.ctx, ann.ID, d.ID)
	f.ok(err)
	want(f, "draft", got, changed)
	want(f, "changed", got.Title+got.File, "Jumping Chessthis is no game")
	if got.Revision != 2 || !got.Updated.After(got.Created) {
		f.Errorf("the changed draft is %+v", got)
	}
	f.oneOf(atOnce(4, func(i int) error {
		mine := changed
		mine.Title = fmt.Sprint("tab ", i)
		_, err := f.SaveDraft(f.ctx, ann.ID, mine)
		return err
	}), play.Stale)

	_, err = f.Draft(f.ctx, bob.ID, d.ID)
	f.refused(err, play.NotFound)
	_, err = f.SaveDraft(f.ctx, bob.ID, changed)
	f.refused(err, play.NotFound)
	f.refused(f.DeleteDraft(f.ctx, bob.ID, d.ID), play.NotFound)
	second, err := f.NewDraft(f.ctx, ann.ID, first)
	f.ok(err)
	mine, err := f.Drafts(f.ctx, ann.ID)
	f.ok(err)
	want(f, "drafts", len(mine), 2)
	want(f, "files in a list", mine[0].File+mine[1].File, "")
	f.ok(f.DeleteDraft(f.ctx, ann.ID, d.ID))
	whole, err := f.WholeDrafts(f.ctx, ann.ID)
	f.ok(err)
	if len(whole) != 1 || whole[0].ID != second.ID || whole[0].File != first.File {
		f.Errorf("the drafts are %+v", whole)
	}
	for _, bad := range []store.Draft{
		{}, {Title: strings.Repeat("x", store.MaxGameName+1)}, {Title: "x\xff"},
		{Title: "x", File: strings.Repeat("x", store.MaxGameFile+1)}, {Title: "x", File: "\xff"},
		{Title: "x", File: "a\x00"},
	} {
		_, err := f.NewDraft(f.ctx, ann.ID, bad)
		f.refused(err, play.Invalid)
	}
}

// own returns chess with another name, in which a stalemate is a win.
func (f *fixture) own(name string) *kirke.Variant {
	f.Helper()
	v, err := kirke.Lookup("chess")
	f.ok(err)
	v.Name, v.ID, v.Aliases, v.Family = name, "chess", []string{"crazyhouse"}, "chess"
	v.End.Stalemate = "win"
	return v
}

// publishes publishes a new game.
func (f *fixture) publishes(u store.User, name, visibility string) store.Published {
	f.Helper()
	d, err := f.NewDraft(f.ctx, u.ID, store.Draft{Title: name, ForkOf: "chess", ForkVersion: 1})
	f.ok(err)
	g, err := f.Publish(f.ctx, u.ID, store.Publication{
		Draft: d.ID, Revision: 1, Game: f.own(name), Visibility: visibility, Traits: "size:8x8",
	})
	f.ok(err)
	return g
}

// A published version never changes, and is what kirke.Lookup finds; a game that is under way keeps
// its version.
func published(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	d, err := f.NewDraft(f.ctx, ann.ID, store.Draft{Title: "Own", ForkOf: "chess", ForkVersion: 1})
	f.ok(err)
	p := store.Publication{Draft: d.ID, Revision: 1, Game: f.own("Own  Ideas!"), Visibility: store.Private, Traits: "x"}
	_, err = f.Publish(f.ctx, bob.ID, p)
	f.refused(err, play.NotFound)
	first, err := f.Publish(f.ctx, ann.ID, p)
	f.ok(err)
	if !strings.HasPrefix(first.ID, "u-own-ideas-") || first.Version != 1 || first.By.Name != "ann" ||
		first.ForkOf != "chess" || first.Visibility != store.Private {
		f.Errorf("the game is %+v", first)
	}
	v, err := kirke.Lookup(first.ID)
	f.ok(err)
	if v.ID != first.ID || v.Version != 1 || v.Aliases != nil || v.Family != "" || v.End.Stalemate != "win" {
		f.Errorf("Lookup finds %+v", v)
	}
	t := terms("3d")
	t.Variant = first.ID + "+circe"
	running := f.game(t, ann, bob)
	t.Variant = first.ID
	other := f.game(t, ann, bob)
	f.plays(running.ID, "e4 d5 exd5")
	f.plays(other.ID, "e4")

	f.pass(time.Hour)
	p.Game.End.Stalemate, p.Game.Name, p.Visibility, p.News = "loss", "Own Game", store.Public, "Stalemate loses."
	second, err := f.Publish(f.ctx, ann.ID, p)
	f.ok(err)
	if second.ID != first.ID || second.Version != 2 || second.Name != "Own Game" ||
		!second.Changed.After(second.Created) {
		f.Errorf("the second version is %+v", second)
	}
	f.reopen()
	if v, err := kirke.Lookup(first.ID); err != nil || v.Version != 2 || v.End.Stalemate != "loss" {
		f.Errorf("Lookup finds %+v, %v", v, err)
	}
	for id, want := range map[string]string{running.ID: "e2e4 d7d5 e4d5", other.ID: "e2e4"} {
		if got := f.moves(id); got != want {
			f.Errorf("the moves of %s are %s, not %s", id, got, want)
		}
		g, err := f.Game(f.ctx, id)
		f.ok(err)
		if v := g.Chess().Variant(); v.Version != 1 || v.End.Stalemate != "win" {
			f.Errorf("%s is played under version %d", v.ID, v.Version)
		}
	}
	f.plays(other.ID, "e5")
	begun := f.game(t, ann, bob)
	g, err := f.Game(f.ctx, begun.ID)
	f.ok(err)
	want(f, "version of a new game", g.Chess().Variant().Version, 2)

	versions, err := f.PublishedVersions(f.ctx, first.ID)
	f.ok(err)
	if len(versions) != 2 || versions[0].News != "Stalemate loses." || versions[1].File != "" {
		f.Errorf("the versions are %+v", versions)
	}
	one, err := f.PublishedVersion(f.ctx, first.ID, 1)
	f.ok(err)
	if !strings.Contains(one.File, `stalemate = "win"`) || !strings.Contains(one.File, `id = "`+first.ID+`"`) {
		f.Errorf("the file of version 1 is %s", one.File)
	}
	_, err = f.PublishedVersion(f.ctx, first.ID, 3)
	f.refused(err, play.NotFound)

	public, err := f.PublicGames(f.ctx)
	f.ok(err)
	want(f, "public games", len(public), 1)
	f.ok(f.SetVisibility(f.ctx, ann.ID, first.ID, store.ByLink))
	f.refused(f.SetVisibility(f.ctx, bob.ID, first.ID, store.Public), play.NotFound)
	f.refused(f.SetVisibility(f.ctx, ann.ID, first.ID, "all"), play.Invalid)
	public, err = f.PublicGames(f.ctx)
	f.ok(err)
	want(f, "public games", len(public), 0)
	mine, err := f.PublishedBy(f.ctx, ann.ID)
	f.ok(err)
	want(f, "ann's games", len(mine), 1)
	f.refused(f.DeletePublished(f.ctx, ann.ID, first.ID), play.NotNow)

	f.ok(f.RemovePublished(f.ctx, bob.ID, first.ID))
	f.refused(f.SetVisibility(f.ctx, ann.ID, first.ID, store.Public), play.NotAllowed)
	_, err = f.Publish(f.ctx, ann.ID, p)
	f.refused(err, play.NotAllowed)
	if v, err := kirke.Lookup(first.ID); err != nil || v.Version != 2 {
		f.Errorf("a removed game cannot go on: %v", err)
	}
	counts, err := f.PlayedCounts(f.ctx)
	f.ok(err)
	want(f, "games played", counts[first.ID], 2)
}

// A private game is seen by its author and by who plays it, and only public ones are offered to
// everybody.
func publishedSeen(f *fixture) {
	ann, bob, eve := f.person("ann"), f.person("bob"), f.person("eve")
	g := f.publishes(ann, "Own", store.Private)
	sees := func(user string, want play.Code) {
		f.Helper()
		_, err := f.PublishedFor(f.ctx, user, g.ID+"+circe")
		if got := play.CodeOf(err); got != want {
			f.Errorf("code %q, want %q", got, want)
		}
	}
	offers := func(r store.SeekRequest, want play.Code) store.Seek {
		f.Helper()
		r.Terms = terms("3d")
		r.Terms.Variant = g.ID
		k, _, err := f.PostSeek(f.ctx, r)
		if got := play.CodeOf(err); got != want {
			f.Errorf("code %q, want %q", got, want)
		}
		return k
	}
	sees(ann.ID, "")
	sees(bob.ID, play.NotFound)
	sees("", play.NotFound)
	offers(store.SeekRequest{By: ann.ID}, play.NotAllowed)
	offers(store.SeekRequest{By: eve.ID, To: bob.ID}, play.NotFound)
	k := offers(store.SeekRequest{By: ann.ID, To: bob.ID}, "")
	sees(bob.ID, "")
	sees(eve.ID, play.NotFound)
	_, err := f.TakeSeek(f.ctx, k.ID, bob.ID)
	f.ok(err)
	sees(bob.ID, "")
	offers(store.SeekRequest{By: bob.ID, To: eve.ID}, "")
	f.ok(f.SetVisibility(f.ctx, ann.ID, g.ID, store.ByLink))
	sees("", "")
	offers(store.SeekRequest{By: eve.ID, Link: true}, "")
	offers(store.SeekRequest{By: eve.ID}, play.NotAllowed)
	f.ok(f.SetVisibility(f.ctx, ann.ID, g.ID, store.Public))
	offers(store.SeekRequest{By: eve.ID}, "")
}

// What one account publishes is bounded, and names do not pass for each other.
func publishedLimits(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	guest, err := f.CreateGuest(f.ctx, "")
	f.ok(err)
	d, err := f.NewDraft(f.ctx, guest.ID, store.Draft{Title: "x"})
	f.ok(err)
	p := store.Publication{Draft: d.ID, Revision: 1, Game: f.own("Mine"), Visibility: store.Public}
	_, err = f.Publish(f.ctx, guest.ID, p)
	f.refused(err, play.NotAllowed)

	f.publishes(bob, "Twin Chess", store.Public)
	d, err = f.NewDraft(f.ctx, ann.ID, store.Draft{Title: "x"})
	f.ok(err)
	p.Draft, p.Game.Name = d.ID, "TWlN CHESS"
	_, err = f.Publish(f.ctx, ann.ID, p)
	f.refused(err, play.Taken)
	p.Visibility = store.ByLink
	g, err := f.Publish(f.ctx, ann.ID, p)
	f.ok(err)
	f.refused(f.SetVisibility(f.ctx, ann.ID, g.ID, store.Public), play.Taken)
	for i := 1; i < store.MaxVersionsADay; i++ {
		_, err = f.Publish(f.ctx, ann.ID, p)
		f.ok(err)
	}
	_, err = f.Publish(f.ctx, ann.ID, p)
	f.refused(err, play.NotAllowed)
	f.pass(25 * time.Hour)
	_, err = f.Publish(f.ctx, ann.ID, p)
	f.ok(err)
	for _, bad := range []func(*store.Publication){
		func(p *store.Publication) { p.Visibility = "all" },
		func(p *store.Publication) { p.Visibility = store.Removed },
		func(p *store.Publication) { p.News = strings.Repeat("x", store.MaxNews+1) },
		func(p *store.Publication) { p.Game.Name = strings.Repeat("x", store.MaxGameName+1) },
	} {
		wrong := p
		wrong.Game = p.Game.Clone()
		bad(&wrong)
		_, err = f.Publish(f.ctx, ann.ID, wrong)
		f.refused(err, play.Invalid)
	}
	p.Revision = 7
	_, err = f.Publish(f.ctx, ann.ID, p)
	f.refused(err, play.Stale)
	for range 200 / store.MaxVersionsADay * 2 { // until the game has all its versions
		f.pass(25 * time.Hour)
		for range store.MaxVersionsADay {
			p.Revision = 1
			if _, err = f.Publish(f.ctx, ann.ID, p); err != nil {
				break
			}
		}
	}
	f.refused(err, play.NotAllowed)
	g, err = f.Published(f.ctx, g.ID)
	f.ok(err)
	want(f, "versions", g.Version, store.MaxVersions)
}

// Of what a person has published, only what is played stays when the account is deleted, without
// their name.
func publishedDeleted(f *fixture) {
	ann, bob := f.person("annabella"), f.person("bob")
	played, unused := f.publishes(ann, "Played", store.Public), f.publishes(ann, "Unused", store.Public)
	offered := f.publishes(ann, "Offered", store.Public)
	t := terms("3d")
	t.Variant = played.ID + "+circe"
	going := f.game(t, bob, f.person("eve"))
	t.Variant = offered.ID
	f.seek(store.SeekRequest{By: bob.ID, Terms: t})
	_, err := f.AddComment(f.ctx, ann.ID, played.ID, "by her")
	f.ok(err)
	_, err = f.AddComment(f.ctx, bob.ID, played.ID, "by him")
	f.ok(err)
	f.refused(f.DeletePublished(f.ctx, ann.ID, offered.ID), play.NotNow)
	f.ok(f.DeleteUser(f.ctx, ann.ID))
	f.reopen()
	got, err := f.Published(f.ctx, played.ID)
	f.ok(err)
	want(f, "author", got.By, store.Person{Name: store.DeletedName})
	all, err := f.Comments(f.ctx, played.ID)
	f.ok(err)
	if len(all) != 1 || all[0].Text != "by him" {
		f.Errorf("the comments are %+v", all)
	}
	f.plays(going.ID, "e4")
	_, err = f.Published(f.ctx, unused.ID)
	f.refused(err, play.NotFound)
	if _, err := kirke.Lookup(unused.ID); err == nil {
		f.Error("a game that was deleted is found")
	}
	_, err = f.Published(f.ctx, offered.ID)
	f.ok(err)
	f.refused(f.SetVisibility(f.ctx, "", played.ID, store.Private), play.NotFound)
}

// Comments are bounded, and are deleted by who has written them, by the author and by moderators.
func comments(f *fixture) {
	ann, bob, eve := f.person("ann"), f.person("bob"), f.person("eve")
	g := f.publishes(ann, "Own", store.Public)
	c, err := f.AddComment(f.ctx, bob.ID, g.ID, " Well done. ")
	f.ok(err)
	want(f, "comment", c.Text+c.By.Name+c.Game, "Well done.bob"+g.ID)
	f.refused(f.DeleteComment(f.ctx, eve.ID, c.ID), play.NotFound)
	f.ok(f.DeleteComment(f.ctx, ann.ID, c.ID))
	c, err = f.AddComment(f.ctx, bob.ID, g.ID, "again")
	f.ok(err)
	f.ok(f.DeleteComment(f.ctx, bob.ID, c.ID))
	c, err = f.AddComment(f.ctx, eve.ID, g.ID, "spam")
	f.ok(err)
	f.ok(f.RemoveComment(f.ctx, bob.ID, c.ID))
	f.refused(f.RemoveComment(f.ctx, bob.ID, c.ID), play.NotFound)
	guest, err := f.CreateGuest(f.ctx, "")
	f.ok(err)
	_, err = f.AddComment(f.ctx, guest.ID, g.ID, "hello")
	f.refused(err, play.NotAllowed)
	_, err = f.AddComment(f.ctx, bob.ID, "u-none", "hello")
	f.refused(err, play.NotFound)
	for _, bad := range []string{" ", strings.Repeat("x", store.MaxComment+1), "\xff"} {
		_, err = f.AddComment(f.ctx, bob.ID, g.ID, bad)
		f.refused(err, play.Invalid)
	}
	f.ok(f.Block(f.ctx, ann.ID, eve.ID))
	_, err = f.AddComment(f.ctx, eve.ID, g.ID, "hello")
	f.refused(err, play.NotAllowed)
	for err = nil; err == nil; {
		_, err = f.AddComment(f.ctx, bob.ID, g.ID, "more")
	}
	f.refused(err, play.NotAllowed)
	written, err := f.CommentsBy(f.ctx, bob.ID)
	f.ok(err)
	want(f, "comments", len(written), store.MaxCommentsADay)
}
