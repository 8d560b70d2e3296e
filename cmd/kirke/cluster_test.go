package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/nats-io/nats-server/v2/server"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/store/storetest"
)

// listening starts a NATS server for the test and returns its URL.
func listening(t *testing.T) string {
	t.Helper()
	hub, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: filepath.Join(t.TempDir(), "nats"), NoLog: true,
		NoSigs: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	hub.Start()
	t.Cleanup(func() { hub.Shutdown(); hub.WaitForShutdown() })
	if !hub.ReadyForConnections(10 * time.Second) {
		t.Fatal("NATS does not become ready")
	}
	return hub.ClientURL()
}

// natsServer is a NATS server as a process of its own, for tests that kill it.
func natsServer() {
	fs := flag.NewFlagSet("nats", flag.ExitOnError)
	options, err := server.ConfigureOptions(fs, os.Args[1:], nil, nil, nil)
	if err == nil {
		options.NoLog, options.NoSigs = true, true
		var s *server.Server
		if s, err = server.NewServer(options); err == nil {
			s.Start()
			s.WaitForShutdown()
			return
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// seated is a player with a live connection to a game.
type seated struct {
	*testing.T
	conn *websocket.Conn
}

// sit connects a player to a game.
func sit(t *testing.T, address, game, token string) seated {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(address, "http")+"/g/"+game+"/live",
		&websocket.DialOptions{
			HTTPHeader: http.Header{"Authorization": {"Bearer " + token}},
		})
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(1 << 20)
	t.Cleanup(func() { _ = conn.CloseNow() })
	return seated{t, conn}
}

// move sends a half-move.
func (s seated) move(ply int, text string) {
	s.Helper()
	data, err := json.Marshal(play.Command{Do: play.MakeMove, ID: fmt.Sprint("move-", ply), Ply: ply, Text: text})
	if err == nil {
		err = s.conn.Write(s.Context(), websocket.MessageText, data)
	}
	if err != nil {
		s.Fatal(err)
	}
}

// sees waits until the player is shown a half-move.
func (s seated) sees(ply int) {
	s.Helper()
	ctx, cancel := context.WithTimeout(s.Context(), 20*time.Second)
	defer cancel()
	for {
		_, data, err := s.conn.Read(ctx)
		if err != nil {
			s.Fatalf("half-move %d is not shown: %v", ply, err)
		}
		var m struct {
			Refused, Text string
			State         struct{ Ply int }
		}
		if err := json.Unmarshal(data, &m); err != nil || m.Refused != "" {
			s.Fatalf("%s: %v", data, err)
		}
		if m.State.Ply >= ply {
			return
		}
	}
}

// TestTwoServers: two servers share a PostgreSQL and a NATS. Each player is connected to one of
// them; when the first ends, its player continues at the second.
func TestTwoServers(t *testing.T) {
	t.Parallel()
	db, hub := storetest.Postgres(t)(t), listening(t)
	games, err := store.Open(t.Context(), db, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := play.Beginning{Terms: play.Terms{Variant: "seirawan", Control: play.Live(10*time.Minute, 0)}}
	var tokens [2]string
	for side, p := range []*play.Player{&b.White, &b.Black} {
		u, err := games.CreateUser(t.Context(), []string{"Ann", "Bob"}[side], "")
		if err != nil {
			t.Fatal(err)
		}
		if _, tokens[side], err = games.CreateToken(t.Context(), u.ID, "test", "play", 0); err != nil {
			t.Fatal(err)
		}
		p.User, p.Name = u.ID, u.Name
	}
	m, err := games.CreateGame(t.Context(), b)
	if err == nil {
		err = games.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	first, end := serving(t, "--db", db, "--nats", hub)
	second, _ := serving(t, "--db", db, "--nats", hub)
	ann, bob := sit(t, first, m.ID, tokens[0]), sit(t, second, m.ID, tokens[1])
	for i, text := range []string{"e4", "e5", "Nf3/H", "Nc6/E"} {
		mover := []seated{ann, bob}[i%2]
		mover.move(i+1, text)
		ann.sees(i + 1)
		bob.sees(i + 1)
	}
	end()
	ann = sit(t, second, m.ID, tokens[0])
	ann.move(5, "Bc4")
	ann.sees(5)
	bob.sees(5)
}
