package games

import (
	"io/fs"
	"log/slog"
	"path/filepath"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// TestPresence: offers are extended again and again while a person has a page open, and not after.
func TestPresence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := 0
		p := newPresence(func(string) { seen++ })
		told := func(want int) {
			t.Helper()
			synctest.Wait()
			if seen != want {
				t.Errorf("told %d times, want %d", seen, want)
			}
			seen = 0
		}
		first, second := p.enter("ann"), p.enter("ann")
		told(1)
		first()
		first() // a second call changes nothing
		time.Sleep(absence)
		told(3)
		second()
		time.Sleep(2 * absence)
		told(0)
		back := p.enter("ann")
		told(1)
		back()
	})
}

// TestOffersLastAsLongAsTheirMaker: an offer of a live game lasts while its maker has a page open
// at any server. It ends soon after the last page is closed or its server dies, and the lobby is
// told.
func TestOffersLastAsLongAsTheirMaker(t *testing.T) {
	now := time.Now()
	games, err := store.Open(
		t.Context(), filepath.Join(t.TempDir(), "kirke.db"), store.Options{Now: func() time.Time { return now }},
	)
	if err != nil {
		t.Fatal(err)
	}
	defer games.Close()
	events, err := bus.Open(t.Context(), bus.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer events.Close()
	var servers [2]*Games
	for i := range servers {
		s, err := site.New(site.Options{
			Log: slog.New(slog.DiscardHandler), Store: games, Bus: events, Now: func() time.Time { return now },
			Static: []fs.FS{fstest.MapFS{}}, Rate: site.DefaultRate, Work: 1, Places: 1,
		})
		if err != nil {
			t.Fatal(err)
		}
		servers[i] = New(s, nil, nil, nil)
	}
	var people [2]store.User
	for i := range people {
		if people[i], err = games.CreateGuest(t.Context(), ""); err != nil {
			t.Fatal(err)
		}
	}
	ann, bob := people[0], people[1]
	live := play.Terms{Variant: "chess", Control: play.Live(5*time.Minute, 0)}
	k, _, err := games.PostSeek(t.Context(), store.SeekRequest{By: ann.ID, Terms: live})
	if err != nil {
		t.Fatal(err)
	}
	challenge, _, err := games.PostSeek(t.Context(), store.SeekRequest{By: ann.ID, To: bob.ID, Terms: live})
	if err != nil {
		t.Fatal(err)
	}
	sub, err := events.Subscribe(bus.Lobby, bus.User(bob.ID))
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	<-sub.Events() // the first is a resync
	offered := func(want bool) {
		t.Helper()
		for _, s := range servers {
			if err := s.ExpireSeeks(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for _, id := range []string{k.ID, challenge.ID} {
			if _, err := games.SeekByID(t.Context(), id); (err == nil) != want {
				t.Errorf("the offer exists: %v, want %v", err == nil, want)
			}
		}
	}
	for range 40 { // much longer than offers last without being extended
		now = now.Add(absence / 2)
		servers[1].extendOffers(ann.ID)
		offered(true)
	}
	servers[0].extendOffers(ann.ID)
	now = now.Add(absence - time.Second)
	offered(true)
	now = now.Add(time.Second)
	offered(false)
	told := map[bus.Kind]int{}
	for range 2 {
		select {
		case e := <-sub.Events():
			told[e.Kind]++
		case <-time.After(10 * time.Second):
			t.Fatalf("told are only %v", told)
		}
	}
	if told[bus.KindLobby] != 1 || told[bus.KindUser] != 1 {
		t.Errorf("told are %v", told)
	}
}
