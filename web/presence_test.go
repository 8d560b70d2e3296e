package web

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/wire"
)

// TestPresence: somebody is there as long as one of their pages is open, which is told again and again, and not after.
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
		first() // twice is once
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

// TestOffersLastAsLongAsTheirMaker: an offer of a live game lasts as long as its maker has a page open at any server, and
// ends soon after the last is closed, or its server has died, which those who see it are told.
func TestOffersLastAsLongAsTheirMaker(t *testing.T) {
	now := time.Now()
	games, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "kirke.db"), store.Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer games.Close()
	bus, err := wire.Open(t.Context(), wire.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer bus.Close()
	var servers [2]*Server
	for i := range servers {
		if servers[i], err = New(Config{Store: games, Wire: bus, Now: func() time.Time { return now }}); err != nil {
			t.Fatal(err)
		}
	}
	var people [2]store.User
	for i := range people {
		if people[i], err = games.CreateGuest(t.Context()); err != nil {
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
	sub, err := bus.Subscribe(wire.Lobby, wire.User(bob.ID))
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	<-sub.Events() // the first is a resync
	offered := func(want bool) {
		t.Helper()
		for _, s := range servers {
			if err := s.expireSeeks(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for _, id := range []string{k.ID, challenge.ID} {
			if _, err := games.SeekByID(t.Context(), id); (err == nil) != want {
				t.Errorf("the offer is there: %v, want %v", err == nil, want)
			}
		}
	}
	for range 40 { // much longer than the offers would last by themselves
		now = now.Add(absence / 2)
		servers[1].stays(ann.ID)
		offered(true)
	}
	servers[0].stays(ann.ID)
	now = now.Add(absence - time.Second)
	offered(true)
	now = now.Add(time.Second)
	offered(false)
	told := map[wire.Kind]int{}
	for range 2 {
		select {
		case e := <-sub.Events():
			told[e.Kind]++
		case <-time.After(10 * time.Second):
			t.Fatalf("told are only %v", told)
		}
	}
	if told[wire.KindLobby] != 1 || told[wire.KindUser] != 1 {
		t.Errorf("told are %v", told)
	}
}
