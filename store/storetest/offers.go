package storetest

import (
	"fmt"
	"slices"
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
	f.ok(f.DropSeek(f.ctx, k.ID, bob.ID))
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

	// Each game keeps its own shuffled position.
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
	f.refused(f.DropSeek(f.ctx, k.ID, eve.ID), play.NotFound)
	m, err := f.TakeSeek(f.ctx, k.ID, bob.ID)
	f.ok(err)
	want(f, "white", m.Players[0].User, ann.ID)
	for _, u := range []store.User{ann, bob} { // either may end it
		k, _ := f.seek(store.SeekRequest{By: ann.ID, To: bob.ID, Terms: terms("5+3")})
		f.ok(f.DropSeek(f.ctx, k.ID, u.ID))
		_, err = f.TakeSeek(f.ctx, k.ID, bob.ID)
		f.refused(err, play.NotFound)
	}
}

func invitations(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	k, secret := f.seek(store.SeekRequest{By: ann.ID, Link: true, Terms: terms("5+3")})
	_, err := f.TakeSeek(f.ctx, k.ID, bob.ID) // the ID is not the secret
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
	// An empty secret does not find offers without one.
	f.seek(store.SeekRequest{By: ann.ID, Terms: terms("5+3")})
	_, err = f.TakeLink(f.ctx, "", bob.ID)
	f.refused(err, play.NotFound)
}

func seeksEnd(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	live, _ := f.seek(store.SeekRequest{By: ann.ID, Terms: terms("5+3")})
	challenge, _ := f.seek(store.SeekRequest{By: ann.ID, To: bob.ID, Terms: terms("5+3")})
	days, _ := f.seek(store.SeekRequest{By: ann.ID, Terms: terms("3d")})
	link, secret := f.seek(store.SeekRequest{By: ann.ID, Link: true, Terms: terms("5+3"), Life: time.Minute})
	want(f, "live", live.Expires.Sub(f.now), store.LiveSeekLife)
	want(f, "challenge", challenge.Expires.Sub(f.now), store.LiveSeekLife)
	want(f, "days", days.Expires.Sub(f.now), store.SlowSeekLife)
	want(f, "link", link.Expires.Sub(f.now), time.Minute)
	expired := func(of ...store.Seek) {
		f.Helper()
		got, err := f.ExpireSeeks(f.ctx)
		f.ok(err)
		var ids, wanted []string
		for _, k := range got {
			ids = append(ids, k.ID)
		}
		for _, k := range of {
			wanted = append(wanted, k.ID)
		}
		slices.Sort(ids)
		slices.Sort(wanted)
		want(f, "expired", fmt.Sprint(ids), fmt.Sprint(wanted))
	}
	expired()
	f.pass(time.Minute)
	_, err := f.TakeLink(f.ctx, secret, bob.ID)
	f.refused(err, play.NotFound)
	expired(link)

	// ExtendSeeks extends only offers that need their maker.
	f.ok(f.ExtendSeeks(f.ctx, ann.ID, f.now.Add(time.Hour)))
	f.ok(f.ExtendSeeks(f.ctx, bob.ID, f.now.Add(time.Second)))
	f.pass(time.Hour - time.Millisecond)
	_, err = f.SeekByID(f.ctx, live.ID)
	f.ok(err)
	f.ok(f.ExtendSeeks(f.ctx, ann.ID, f.now.Add(time.Minute))) // which may be sooner than before
	f.pass(time.Minute)
	for _, k := range []store.Seek{live, challenge} {
		_, err = f.TakeSeek(f.ctx, k.ID, bob.ID)
		f.refused(err, play.NotFound)
	}
	expired(live, challenge)
	expired()
	got, err := f.SeekByID(f.ctx, days.ID)
	f.ok(err)
	want(f, "days still end", got.Expires, days.Expires)

	// EndSeeks ends the selected offers.
	f.seek(store.SeekRequest{By: ann.ID, Terms: terms("1+0")})
	f.seek(store.SeekRequest{By: ann.ID, Link: true, Terms: terms("5+3")})
	ended, err := f.EndSeeks(f.ctx, ann.ID, store.Seek.NeedsMaker)
	f.ok(err)
	want(f, "ended", len(ended), 1)
	ended, err = f.EndSeeks(f.ctx, ann.ID, func(store.Seek) bool { return true })
	f.ok(err)
	want(f, "ended", len(ended), 2)

	for range store.AccountQuota.Offers {
		f.seek(store.SeekRequest{By: ann.ID, Terms: terms("1+0")})
	}
	_, _, err = f.PostSeek(f.ctx, store.SeekRequest{By: ann.ID, Terms: terms("1+0")})
	f.refused(err, play.NotAllowed)
}

// The start of a live game ends the other live offers of its players.
func seeksEndWithGames(f *fixture) {
	ann, bob, eve := f.person("ann"), f.person("bob"), f.person("eve")
	offers := func() (live store.Seek) {
		live, _ = f.seek(store.SeekRequest{By: ann.ID, Terms: terms("5+3")})
		f.seek(store.SeekRequest{By: ann.ID, To: eve.ID, Terms: terms("5+3")})
		f.seek(store.SeekRequest{By: ann.ID, Terms: terms("3d")})
		f.seek(store.SeekRequest{By: ann.ID, Link: true, Terms: terms("5+3")})
		f.seek(store.SeekRequest{By: bob.ID, Terms: terms("1+1")})
		return live
	}
	left := func(want int) {
		f.Helper()
		n := 0
		for _, u := range []store.User{ann, bob} {
			mine, err := f.SeeksOf(f.ctx, u.ID)
			f.ok(err)
			for _, k := range mine {
				if k.NeedsMaker() {
					f.Errorf("the offer %+v has outlived the beginning of a game", k)
				}
			}
			ended, err := f.EndSeeks(f.ctx, u.ID, func(store.Seek) bool { return true })
			f.ok(err)
			n += len(ended)
		}
		if n != want {
			f.Errorf("%d offers are left, want %d", n, want)
		}
	}
	_, err := f.TakeSeek(f.ctx, offers().ID, bob.ID)
	f.ok(err)
	left(2)
	offers()
	b := play.Beginning{Terms: terms("5+0"), White: player(ann), Black: play.Player{Name: "Computer 3", Level: 3}}
	_, err = f.CreateGame(f.ctx, b) // against the computer: bob's stays
	f.ok(err)
	_, err = f.EndSeeks(f.ctx, bob.ID, func(store.Seek) bool { return true })
	f.ok(err)
	left(2)
	offers()
	f.game(terms("3d"), ann, bob) // by correspondence: all stay
	for u, want := range map[string]int{ann.ID: 4, bob.ID: 1} {
		ended, err := f.EndSeeks(f.ctx, u, func(store.Seek) bool { return true })
		f.ok(err)
		if len(ended) != want {
			f.Errorf("%d offers are left after the beginning of a game by correspondence, want %d", len(ended), want)
		}
	}
}

// The maker of an offer gets a notice of what became of it, until the game is opened or the notice
// is dismissed.
func notices(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	told := func(of store.User, want ...store.Notice) []store.Notice {
		f.Helper()
		got, err := f.Notices(f.ctx, of.ID)
		f.ok(err)
		seen := slices.Clone(got)
		for i := range seen {
			seen[i].ID, seen[i].Created = "", time.Time{}
		}
		if !slices.Equal(seen, want) {
			f.Errorf("%s is told %+v, want %+v", of.Name, seen, want)
		}
		return got
	}
	k, _ := f.seek(store.SeekRequest{By: ann.ID, Terms: terms("3d")})
	m, err := f.TakeSeek(f.ctx, k.ID, bob.ID)
	f.ok(err)
	accepted := store.Notice{Kind: store.OfferAccepted, By: "bob", Variant: m.Variant, Game: m.ID}
	told(bob)
	told(ann, accepted)
	f.pass(time.Second)
	k, _ = f.seek(store.SeekRequest{By: ann.ID, To: bob.ID, Terms: terms("3d")})
	f.ok(f.DropSeek(f.ctx, k.ID, bob.ID))
	declined := store.Notice{Kind: store.ChallengeDeclined, By: "bob", Variant: m.Variant}
	all := told(ann, declined, accepted)
	f.ok(f.DropNotice(f.ctx, bob.ID, all[0].ID)) // it is not bob's
	f.reopen()
	told(ann, declined, accepted)
	f.ok(f.DropNotice(f.ctx, ann.ID, all[0].ID))
	for _, want := range []bool{true, false} {
		found, err := f.DropGameNotices(f.ctx, ann.ID, m.ID)
		f.ok(err)
		if found != want {
			f.Errorf("there was a notice of the game: %v, want %v", found, want)
		}
	}
	told(ann)

	f.does(m.ID, ann, play.Command{Do: play.Abort})
	f.does(m.ID, bob, play.Command{Do: play.OfferRematch})
	done := f.does(m.ID, ann, play.Command{Do: play.OfferRematch})
	told(ann)
	told(bob, store.Notice{Kind: store.RematchAccepted, By: "ann", Variant: m.Variant, Game: done.Rematch.ID})
	f.pass(8 * play.Day)
	told(bob)
	n, err := f.DeleteExpired(f.ctx)
	f.ok(err)
	want(f, "tidied", n, 1)
	// Withdrawing one's own offer gives no notice.
	k, _ = f.seek(store.SeekRequest{By: ann.ID, To: bob.ID, Terms: terms("3d")})
	f.ok(f.DropSeek(f.ctx, k.ID, ann.ID))
	told(ann)
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
