// Command load measures how long a move takes from one browser to the other when many people play
// at once. It starts kirke serve on a database of its own, connects every player by a WebSocket on
// the loopback, lets them play random moves, and prints a table in Markdown with one row for each
// number of players.
//
//	go run ./tool/load -kirke bin/kirke -players 250,500,1000 -every 5s -for 30s
//	go run ./tool/load -kirke bin/kirke -players 400 -attackers 40 -p99 150ms -memory 1000
//
// With attackers the server has its usual limits, and each player a network of their own. A second
// table shows what came of each attack, and how long visitors waited for an offer, the lobby and a
// move of the computer.
//
// A move is timed from the moment it is sent until its opponent has been told. The players and the
// server share one machine.
//
// Read main.go, then server.go (the server and its games), players.go and attack.go.
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
	var t test
	flag.StringVar(&t.kirke, "kirke", "bin/kirke", "the `program`")
	players := flag.String("players", "250,500,1000", "the `numbers` of players, one table row each")
	flag.DurationVar(&t.every, "every", 5*time.Second, "time between two moves of a game")
	flag.DurationVar(&t.length, "for", 30*time.Second, "time that each number of players is measured")
	games := flag.String("variants", "chess,seirawan,circe,sissa", "the `games` to play, in turn")
	flag.BoolVar(&t.busy, "busy", false, "let the server solve a hard problem meanwhile")
	flag.IntVar(&t.attackers, "attackers", 0, "`number` of connections that attack the server meanwhile")
	var most limits
	flag.DurationVar(&most.p99, "p99", 0, "exit with 1 if the 99th percentile is longer")
	flag.Float64Var(&most.memory, "memory", 0, "exit with 1 if the server uses more memory, in `MB`")
	at := flag.String("attack", "", "only attack the server at this `address`, with -attackers and -game")
	watched := flag.String("game", "", "a `game` that anybody may watch, for -attack")
	flag.Parse()
	t.variants = strings.Split(*games, ",")
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	if *at != "" {
		fmt.Print(attack(ctx, t.attackers, *at, *watched).table())
		stop()
		return
	}
	err := run(ctx, *players, t, most)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

const mostPlayers = 4000

// test says how people play.
type test struct {
	kirke     string        // the program
	every     time.Duration // between two moves of a game
	length    time.Duration // of the measurement
	variants  []string
	busy      bool // the server solves a hard problem
	attackers int
}

// limits are what a run must not exceed; zero is no limit.
type limits struct {
	p99    time.Duration
	memory float64 // MB
}

// run measures each number of players and prints the table.
func run(ctx context.Context, players string, t test, most limits) error {
	var numbers []int
	for text := range strings.SplitSeq(players, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 2 || n > mostPlayers || n%2 != 0 {
			return fmt.Errorf("-players: %q is not an even number from 2 to %d", text, mostPlayers)
		}
		numbers = append(numbers, n)
	}
	if t.every <= 0 || t.length <= 0 {
		return errors.New("-every and -for must be longer than nothing")
	}
	fmt.Println("| players | games | moves | p50 | p95 | p99 | longest | errors " +
		"| server's processors | server's memory |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	bad := false
	for _, n := range numbers {
		r, err := measure(ctx, n, t)
		if err != nil {
			return err
		}
		fmt.Println(r.row(n))
		for _, text := range r.errors[:min(len(r.errors), 5)] {
			fmt.Fprintln(os.Stderr, "load:", text)
		}
		fmt.Print(r.attacks)
		bad = bad || len(r.errors) > 0 || r.exceeds(most)
	}
	if bad {
		return errors.New("there were errors, moves took too long, or the server used too much memory")
	}
	return nil
}

// result is what was measured for a number of players.
type result struct {
	took    []time.Duration // by each move; sorted by row
	errors  []string
	attacks string  // the table of attacks, "" for none
	cpu     float64 // processors that the server kept busy
	memory  float64 // the largest resident memory seen, in bytes
}

// exceeds reports whether a limit is exceeded.
func (r *result) exceeds(most limits) bool {
	return most.p99 > 0 && r.percentile(99) > most.p99 || most.memory > 0 && r.memory > most.memory*1e6
}

// percentile returns the time that p percent of the moves did not exceed.
func (r *result) percentile(p int) time.Duration {
	if len(r.took) == 0 {
		return 0
	}
	return r.took[min(len(r.took)-1, len(r.took)*p/100)]
}

// row returns the row of the table.
func (r *result) row(players int) string {
	slices.Sort(r.took)
	ms := func(p int) string {
		return fmt.Sprintf("%.1f ms", float64(r.percentile(p))/float64(time.Millisecond))
	}
	return fmt.Sprintf("| %d | %d | %d | %s | %s | %s | %s | %d | %.2f | %.0f MB |", players, players/2, len(r.took),
		ms(50), ms(95), ms(99), ms(100), len(r.errors), r.cpu, r.memory/1e6)
}
