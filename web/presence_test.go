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

// TestPresence: somebody is gone when the last of their pages has been closed for long, and not before.
func TestPresence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var gone []string
		seen := 0
		p := newPresence(func(string) { seen++ }, func(user string) { gone = append(gone, user) })
		first, second := p.enter("ann"), p.enter("ann")
		first()
		first() // twice is once
		time.Sleep(2*absence - time.Second)
		synctest.Wait()
		if seen != 4 {
			t.Errorf("seen %d times, want 4", seen)
		}
		second()
		time.Sleep(absence / 2)
		back := p.enter("ann") // to another page and back
		time.Sleep(2 * absence)
		synctest.Wait()
		if len(gone) != 0 {
			t.Fatalf("gone are %v", gone)
		}
		back()
		time.Sleep(absence + time.Second)
		synctest.Wait()
		if len(gone) != 1 || gone[0] != "ann" {
			t.Errorf("gone are %v, want ann", gone)
		}
	})
}

// TestPresenceAtSeveralServers: an offer lasts as long as its maker is in the lobby at any server, and is taken back when they have left
// the last.
func TestPresenceAtSeveralServers(t *testing.T) {
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
	ann, err := games.CreateGuest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	k, _, err := games.PostSeek(t.Context(), store.SeekRequest{By: ann.ID, Terms: play.Terms{Variant: "chess", Control: play.Live(5*time.Minute, 0)}})
	if err != nil {
		t.Fatal(err)
	}
	offered := func() bool {
		t.Helper()
		open, err := games.Lobby(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return len(open) == 1 && open[0].ID == k.ID
	}
	servers[0].stays(ann.ID)
	for range 40 { // much longer than the offer would last by itself
		now = now.Add(absence / 2)
		servers[1].stays(ann.ID)
	}
	servers[0].gone(ann.ID)
	if !offered() {
		t.Error("the offer is gone with one of two pages")
	}
	now = now.Add(absence)
	servers[1].gone(ann.ID)
	if offered() {
		t.Error("the offer of somebody who has left is still there")
	}
}
