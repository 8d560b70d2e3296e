//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/internal/smtptest"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// TestMailKilled kills a server between events and their mails, and while it sends. Each event that
// was acknowledged is one mail. A mail may come twice if the server was killed after the mail server
// had taken it: then both have the same Message-ID.
func TestMailKilled(t *testing.T) {
	t.Parallel()
	const games = 24
	mails := smtptest.New(t)
	random := rand.New(rand.NewPCG(9, 10))
	mails.Answer(func(string) error { // some take their time
		time.Sleep(time.Duration(random.IntN(100)) * time.Millisecond)
		return nil
	})
	db := filepath.Join(t.TempDir(), "kirke.db")
	token, ids := mailedGames(t, db, games)
	addr := freeAddr(t)
	server := process(t, "the server", func() bool {
		r, err := (&http.Client{Timeout: time.Second}).Get("http://" + addr + "/readyz")
		if err != nil {
			return false
		}
		r.Body.Close()
		return r.StatusCode == http.StatusOK
	}, "kirke", "serve", "--quiet", "--rate", "1000000", "--addr", addr, "--db", db, "--workers", "0",
		"--smtp", mails.URL, "--mail-from", "kirke@example.org", "--url", "https://chess.example.org",
		"--mail-after", "400ms")
	server.start()
	for i, id := range ids {
		for end := time.Now().Add(time.Minute); !sendsMove(addr, token, id); time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("the move is not taken")
			}
		}
		if i%4 == 3 { // with mails before, in and behind the sending
			time.Sleep(time.Duration(random.IntN(700)) * time.Millisecond)
			server.kill()
			server.start()
		}
	}
	count := map[string]map[string]bool{} // by game, the mails by Message-ID
	for end := time.Now().Add(3 * time.Minute); len(count) < games; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("mails of %d games have come, want %d", len(count), games)
		}
		for _, m := range mails.Mails() {
			game := strings.TrimPrefix(m.Link("/g/"), "/g/")
			if count[game] == nil {
				count[game] = map[string]bool{}
			}
			count[game][m.Header.Get("Message-ID")] = true
		}
	}
	time.Sleep(3 * time.Second) // for what comes too much
	for _, m := range mails.Mails() {
		count[strings.TrimPrefix(m.Link("/g/"), "/g/")][m.Header.Get("Message-ID")] = true
	}
	for game, of := range count {
		if len(of) != 1 {
			t.Errorf("game %s is told of by %d mails", game, len(of))
		}
	}
	if twice := len(mails.Mails()) - games; twice > 0 {
		t.Logf("%d mails came twice, since the server was killed after they were taken", twice)
	}
}

// mailedGames begins games by correspondence against somebody with a mail address, and returns the
// token of the opponent, who moves first.
func mailedGames(t *testing.T, db string, n int) (token string, ids []string) {
	t.Helper()
	ctx := t.Context()
	s, err := store.Open(ctx, db, store.Options{})
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(err)
	ann, err := s.CreateUser(ctx, "Ann", "")
	check(err)
	bob, err := s.CreateUser(ctx, "Bob", "")
	check(err)
	secret, err := s.NewConfirmation(ctx, ann.ID, "ann@example.org")
	check(err)
	check(s.SetAddress(ctx, ann.ID, "ann@example.org"))
	_, err = s.ConfirmAddress(ctx, secret)
	check(err)
	parcels, err := s.TakeOutgoing(ctx, store.ByMail, 10, time.Minute) // the mail with the link
	check(err)
	for _, rows := range parcels {
		check(s.MarkSent(ctx, rows...))
	}
	_, token, err = s.CreateToken(ctx, bob.ID, "test", "play", 0)
	check(err)
	for range n {
		m, err := s.CreateGame(ctx, play.Beginning{
			Terms: play.Terms{Variant: "chess", Control: play.Days(3)},
			White: play.Player{User: bob.ID, Name: bob.Name}, Black: play.Player{User: ann.ID, Name: ann.Name},
		})
		check(err)
		ids = append(ids, m.ID)
	}
	check(s.Close())
	return token, ids
}

// sendsMove makes the first move of a game, and reports whether it was acknowledged.
func sendsMove(addr, token, game string) bool {
	body, err := json.Marshal(play.Command{Do: play.MakeMove, ID: "first", Ply: 1, Text: "e4"})
	if err != nil {
		return false
	}
	r, err := http.NewRequest(http.MethodPost, fmt.Sprintf("http://%s/api/v1/games/%s/do", addr, game),
		bytes.NewReader(body))
	if err != nil {
		return false
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	answer, err := (&http.Client{Timeout: 2 * time.Second}).Do(r)
	if err != nil {
		return false
	}
	answer.Body.Close()
	return answer.StatusCode < 300
}
