package storetest

import (
	"fmt"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// seek posts an offer that is possible.
func (f *fixture) seek(r store.SeekRequest) (store.Seek, string) {
	f.Helper()
	k, secret, err := f.PostSeek(f.ctx, r)
	f.ok(err)
	return k, secret
}

func lobby(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	drawn := play.Terms{Variant: "cetran2", Control: play.Days(3)}
	first, _ := f.seek(store.SeekRequest{By: ann.ID, Terms: terms("5+3"), Color: play.Black})
	f.pass(time.Second)
	second, _ := f.seek(store.SeekRequest{By: bob.ID, Terms: drawn})
	f.seek(store.SeekRequest{By: ann.ID, To: bob.ID, Terms: terms("5+3")})
	f.seek(store.SeekRequest{By: ann.ID, Link: true, Terms: terms("5+3")})
	odd := terms("5+0")
	odd.Variant = " Anticirce "
	k, _ := f.seek(store.SeekRequest{By: bob.ID, Terms: odd})
	want(f, "variant", k.Terms.Variant, "anticirce-calvet")
	f.ok(f.RefuseSeek(f.ctx, k.ID, bob.ID))
	all, err := f.Lobby(f.ctx)
	f.ok(err)
	if len(all) != 2 || all[0].ID != second.ID || all[1].ID != first.ID {
		f.Fatalf("the lobby is %+v", all)
	}
	want(f, "by", all[1].By, store.Person{ID: ann.ID, Name: "ann"})
	want(f, "terms", all[0].Terms, drawn)
	want(f, "rating", all[1].Rating.Rating, 1500)

	_, err = f.TakeSeek(f.ctx, first.ID, ann.ID)
	f.refused(err, play.Invalid)
	_, err = f.TakeSeek(f.ctx, first.ID, "nobody")
	f.refused(err, play.NotFound)
	m, err := f.TakeSeek(f.ctx, first.ID, bob.ID)
	f.ok(err)
	want(f, "players", m.Players, [2]play.Player{player(bob), player(ann)})
	_, err = f.TakeSeek(f.ctx, first.ID, bob.ID)
	f.refused(err, play.NotFound)

	// Another draw gives another array, and both games keep theirs.
	m, err = f.TakeSeek(f.ctx, second.ID, ann.ID)
	f.ok(err)
	arrays := map[string]bool{m.FEN: true}
	for range 5 {
		arrays[f.game(drawn, ann, bob).FEN] = true
	}
	if len(arrays) < 3 {
		f.Errorf("six games have %d arrays", len(arrays))
	}
	f.reopen()
	g, err := f.Game(f.ctx, m.ID)
	f.ok(err)
	want(f, "array", g.Position().FEN(), m.FEN)

	for _, bad := range []store.SeekRequest{
		{By: ann.ID, Terms: play.Terms{Variant: "chezz"}},
		{By: ann.ID, Terms: terms("5+0"), Color: play.Watcher},
		{By: ann.ID, To: ann.ID, Terms: terms("5+0")},
		{By: ann.ID, To: bob.ID, Link: true, Terms: terms("5+0")},
	} {
		_, _, err := f.PostSeek(f.ctx, bad)
		f.refused(err, play.Invalid)
	}
	_, _, err = f.PostSeek(f.ctx, store.SeekRequest{By: ann.ID, To: "nobody", Terms: terms("5+0")})
	f.refused(err, play.NotFound)
}

func challenges(f *fixture) {
	ann, bob, eve := f.person("ann"), f.person("bob"), f.person("eve")
	k, _ := f.seek(store.SeekRequest{By: ann.ID, To: bob.ID, Terms: terms("5+3"), Color: play.White})
	for _, u := range []store.User{ann, bob} {
		mine, err := f.SeeksOf(f.ctx, u.ID)
		f.ok(err)
		if len(mine) != 1 || mine[0].To == nil || mine[0].To.Name != "bob" {
			f.Errorf("the offers of %s are %+v", u.Name, mine)
		}
	}
	none, err := f.SeeksOf(f.ctx, eve.ID)
	f.ok(err)
	want(f, "eve's offers", len(none), 0)
	_, err = f.TakeSeek(f.ctx, k.ID, eve.ID)
	f.refused(err, play.NotFound)
	f.refused(f.RefuseSeek(f.ctx, k.ID, eve.ID), play.NotFound)
	m, err := f.TakeSeek(f.ctx, k.ID, bob.ID)
	f.ok(err)
	want(f, "white", m.Players[0].User, ann.ID)
	for _, u := range []store.User{ann, bob} { // either may end it
		k, _ := f.seek(store.SeekRequest{By: ann.ID, To: bob.ID, Terms: terms("5+3")})
		f.ok(f.RefuseSeek(f.ctx, k.ID, u.ID))
		_, err = f.TakeSeek(f.ctx, k.ID, bob.ID)
		f.refused(err, play.NotFound)
	}
}

func invitations(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	k, secret := f.seek(store.SeekRequest{By: ann.ID, Link: true, Terms: terms("5+3")})
	_, err := f.TakeSeek(f.ctx, k.ID, bob.ID) // the ID is no secret, and no way in
	f.refused(err, play.NotFound)
	for _, wrong := range []string{"", secret[1:], k.ID} {
		_, err = f.TakeLink(f.ctx, wrong, bob.ID)
		f.refused(err, play.NotFound)
	}
	seen, err := f.SeekBySecret(f.ctx, secret)
	f.ok(err)
	want(f, "seen", seen.ID, k.ID)
	_, err = f.TakeLink(f.ctx, secret, ann.ID)
	f.refused(err, play.Invalid)
	_, err = f.TakeLink(f.ctx, secret, bob.ID)
	f.ok(err)
	_, err = f.TakeLink(f.ctx, secret, bob.ID)
	f.refused(err, play.NotFound)
	// An offer without a secret is not found by none.
	f.seek(store.SeekRequest{By: ann.ID, Terms: terms("5+3")})
	_, err = f.TakeLink(f.ctx, "", bob.ID)
	f.refused(err, play.NotFound)
}

func seeksEnd(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	live, _ := f.seek(store.SeekRequest{By: ann.ID, Terms: terms("5+3")})
	days, _ := f.seek(store.SeekRequest{By: ann.ID, Terms: terms("3d")})
	link, secret := f.seek(store.SeekRequest{By: ann.ID, Link: true, Terms: terms("5+3"), Life: time.Minute})
	want(f, "live", live.Expires.Sub(f.now), store.LiveSeekLife)
	want(f, "days", days.Expires.Sub(f.now), store.SlowSeekLife)
	want(f, "link", link.Expires.Sub(f.now), time.Minute)
	f.pass(time.Minute)
	_, err := f.TakeLink(f.ctx, secret, bob.ID)
	f.refused(err, play.NotFound)
	f.pass(store.LiveSeekLife - 2*time.Minute)
	f.ok(f.ProlongSeek(f.ctx, live.ID, ann.ID))
	f.ok(f.ProlongSeek(f.ctx, days.ID, ann.ID))
	f.refused(f.ProlongSeek(f.ctx, live.ID, bob.ID), play.NotFound)
	f.pass(store.LiveSeekLife - time.Millisecond)
	_, err = f.SeekByID(f.ctx, live.ID)
	f.ok(err)
	f.pass(time.Millisecond)
	_, err = f.TakeSeek(f.ctx, live.ID, bob.ID)
	f.refused(err, play.NotFound)
	f.refused(f.ProlongSeek(f.ctx, live.ID, ann.ID), play.NotFound)
	got, err := f.SeekByID(f.ctx, days.ID)
	f.ok(err)
	want(f, "days still end", got.Expires, days.Expires)
	removed, err := f.Tidy(f.ctx)
	f.ok(err)
	want(f, "tidied", removed, 2)

	f.seek(store.SeekRequest{By: ann.ID, Terms: terms("1+0")})
	n, err := f.RefuseAll(f.ctx, ann.ID)
	f.ok(err)
	want(f, "refused when ann leaves", n, 1)
	for range store.MaxSeeks - 1 {
		f.seek(store.SeekRequest{By: ann.ID, Terms: terms("1+0")})
	}
	_, _, err = f.PostSeek(f.ctx, store.SeekRequest{By: ann.ID, Terms: terms("1+0")})
	f.refused(err, play.NotAllowed)
}

func oneTaker(f *fixture) {
	ann := f.person("ann")
	var takers []store.User
	for i := range 6 {
		takers = append(takers, f.person(fmt.Sprintf("taker%d", i)))
	}
	k, _ := f.seek(store.SeekRequest{By: ann.ID, Terms: terms("5+3")})
	f.oneOf(atOnce(len(takers), func(i int) error {
		_, err := f.TakeSeek(f.ctx, k.ID, takers[i].ID)
		return err
	}), play.NotFound)
	games, err := f.GamesOf(f.ctx, ann.ID)
	f.ok(err)
	want(f, "games", len(games), 1)
}
