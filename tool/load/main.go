// Command load measures how long a move takes from one browser to the other when many people play at once. It starts
// kirke serve on a database of its own, connects every player by a real WebSocket on the loopback, lets them play random
// moves, and prints a table in Markdown with one row for each number of players.
//
//	go run ./tool/load -kirke bin/kirke -players 250,500,1000 -every 5s -for 30s
//
// What is timed is the way from the moment a move is sent to the moment the opponent has been told of it. The players and the
// server share one machine.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	kirke := flag.String("kirke", "bin/kirke", "the program")
	players := flag.String("players", "250,500,1000", "how many people are connected, one table row each")
	every := flag.Duration("every", 5*time.Second, "between two moves of a game")
	length := flag.Duration("for", 30*time.Second, "how long each number is measured")
	games := flag.String("variants", "chess,seirawan,circe,sissa", "the games that are played, in turn")
	busy := flag.Bool("busy", false, "the server solves a hard problem meanwhile")
	most := flag.Duration("p99", 0, "the 99th percentile that is too long: exit code 1")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *kirke, *players, *every, *length, strings.Split(*games, ","), *busy, *most)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

const mostPlayers = 4000

func run(ctx context.Context, kirke, players string, every, length time.Duration, variants []string, busy bool, most time.Duration) error {
	var numbers []int
	for text := range strings.SplitSeq(players, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 2 || n > mostPlayers || n%2 != 0 {
			return fmt.Errorf("-players: %q is not an even number from 2 to %d", text, mostPlayers)
		}
		numbers = append(numbers, n)
	}
	if every <= 0 || length <= 0 {
		return errors.New("-every and -for are spans of time")
	}
	fmt.Println("| players | games | moves | p50 | p95 | p99 | longest | errors | server's processors | server's memory |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	bad := false
	for _, n := range numbers {
		r, err := measure(ctx, kirke, n, every, length, variants, busy)
		if err != nil {
			return err
		}
		fmt.Println(r.row(n))
		for _, text := range r.errors[:min(len(r.errors), 5)] {
			fmt.Fprintln(os.Stderr, "load:", text)
		}
		bad = bad || len(r.errors) > 0 || most > 0 && r.percentile(99) > most
	}
	if bad {
		return errors.New("there were errors, or moves took too long")
	}
	return nil
}

// result is what was measured for a number of players.
type result struct {
	took   []time.Duration // of each move, sorted
	errors []string
	cpu    float64 // processors that the server kept busy
	memory float64 // its resident memory in the end, in bytes
}

// percentile returns the time that p in a hundred moves did not exceed.
func (r *result) percentile(p int) time.Duration {
	if len(r.took) == 0 {
		return 0
	}
	return r.took[min(len(r.took)-1, len(r.took)*p/100)]
}

func (r *result) row(players int) string {
	slices.Sort(r.took)
	ms := func(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond)) }
	return fmt.Sprintf("| %d | %d | %d | %s | %s | %s | %s | %d | %.2f | %.0f MB |", players, players/2, len(r.took),
		ms(r.percentile(50)), ms(r.percentile(95)), ms(r.percentile(99)), ms(r.percentile(100)), len(r.errors), r.cpu, r.memory/1e6)
}
