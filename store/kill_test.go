package store_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// victim names the database that a child process plays in until it is killed.
const victim = "KIRKE_STORE_VICTIM"

func TestMain(m *testing.M) {
	if place := os.Getenv(victim); place != "" {
		if err := playUntilKilled(place); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// A process that is killed while it writes has lost no move that it has reported, and leaves a
// consistent database.
func TestKilled(t *testing.T) {
	t.Parallel()
	const rounds, games = 6, 8
	ctx := t.Context()
	place := sqlite(t)
	var ids []string
	acknowledged := make(map[string][]string)
	for range rounds {
		ids = append(ids, begin(t, place, games)...) // games of earlier rounds may be over
		for _, line := range killed(t, place, time.Duration(100+rand.IntN(200))*time.Millisecond) {
			id, uci, _ := strings.Cut(line, " ")
			acknowledged[id] = append(acknowledged[id], uci)
		}
		s, err := store.Open(ctx, place, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			g, err := s.Game(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			moves := g.Moves()
			// The last move of a game may have been made and not reported.
			told := acknowledged[id]
			if len(moves) < len(told) || len(moves) > len(told)+1 {
				t.Fatalf("game %s has %d half-moves, and %d were acknowledged", id, len(moves), len(told))
			}
			for i, m := range moves {
				if i < len(told) && m.UCI != told[i] {
					t.Fatalf("half-move %d of game %s is %s, and %s was acknowledged", i+1, id, m.UCI, told[i])
				}
			}
			if len(moves) > len(told) {
				acknowledged[id] = append(told, moves[len(moves)-1].UCI)
			}
			if m, err := s.Summary(ctx, id); err != nil || m != store.Summarise(g) {
				t.Fatalf("the lists show %+v, and the game is %+v (%v)", m, store.Summarise(g), err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	total := 0
	for _, moves := range acknowledged {
		total += len(moves)
	}
	if total < rounds*games {
		t.Errorf("only %d moves were made", total)
	}
	t.Logf("%d moves, killed %d times", total, rounds)
}

// begin begins games.
func begin(t *testing.T, place string, n int) (ids []string) {
	t.Helper()
	s, err := store.Open(t.Context(), place, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range n {
		var players [2]play.Player
		for i := range players {
			u, err := s.CreateGuest(t.Context(), "")
			if err != nil {
				t.Fatal(err)
			}
			players[i] = play.Player{User: u.ID, Name: u.Name}
		}
		terms := play.Terms{Variant: "seirawan", Control: play.Live(time.Hour, time.Second)}
		m, err := s.CreateGame(t.Context(), play.Beginning{Terms: terms, White: players[0], Black: players[1]})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, m.ID)
	}
	return ids
}

// killed lets a child process play for a while and kills it. It returns the lines that the child
// has written.
func killed(t *testing.T, place string, after time.Duration) (lines []string) {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^$")
	child.Env = append(os.Environ(), victim+"="+place)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(out)
	for {
		line, err := in.ReadString('\n')
		if err == io.EOF {
			break // an incomplete line does not count
		}
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(line, "error") {
			t.Fatal(line)
		}
		if len(lines) == 0 { // the child is playing
			time.AfterFunc(after, func() { _ = child.Process.Kill() })
		}
		lines = append(lines, strings.TrimSpace(line))
	}
	_ = child.Wait()
	return lines
}

// playUntilKilled plays all games at once, and reports each move when it has been stored.
func playUntilKilled(place string) error {
	ctx := context.Background()
	s, err := store.Open(ctx, place, store.Options{})
	if err != nil {
		return err
	}
	games, err := s.LiveGames(ctx, 0)
	if err != nil {
		return err
	}
	errs := make(chan error, len(games))
	var telling sync.Mutex
	for _, m := range games {
		go func() {
			g, err := s.Game(ctx, m.ID)
			for err == nil {
				p := g.Position()
				legal := p.AppendLegalMoves(nil)
				c := play.Command{
					Do: play.MakeMove, By: g.Turn(), Ply: g.Ply() + 1,
					Text: p.MoveText(legal[rand.IntN(len(legal))], kirke.UCI),
				}
				var done store.Done
				if done, err = s.Do(ctx, m.ID, m.Players[g.Ply()%2].User, c); err != nil {
					break
				}
				telling.Lock()
				_, err = fmt.Println(m.ID, done.Summary.LastMove)
				telling.Unlock()
				if done.Summary.Over {
					select {} // wait to be killed
				}
				for _, e := range done.Events {
					if err == nil {
						err = g.Apply(e)
					}
				}
			}
			errs <- err
		}()
	}
	return <-errs
}
