package main

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/internal/rulebook"
)

// start returns a session with a new game.
func start(t *testing.T, id string) *session {
	t.Helper()
	v, err := kirke.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.Start(v, kirke.Seed(7))
	if err != nil {
		t.Fatal(err)
	}
	return newTestSession(kirke.NewGame(p))
}

// TestComputerPlaysWholeGames lets the computer play itself, and its games be read again.
func TestComputerPlaysWholeGames(t *testing.T) {
	const longest = 240
	for _, id := range []string{
		"seirawan", "siceirawan", "circe", "anticirce-calvet", "cetran1", "cetran2", "sissa", "symmetric-sissa", "progressive", "chess960",
		"progressive+circe",
	} {
		t.Run(id, func(t *testing.T) {
			s := start(t, id)
			c := &computer{options: engine.Options{Threads: 1, Hash: 1, Seed: 1}}
			for !s.g.Outcome().Over() && s.g.Ply() < longest {
				s.level, s.side = 1+s.g.Ply()%2, s.g.Position().Turn()
				e, before := s.work(), s.g.Node()
				task, err := s.task(e)
				if err != nil || e != toMove {
					t.Fatalf("errand %d, %v", e, err)
				}
				result, err := c.do(t.Context(), task, nil)
				if answer := s.done(e, result, err); s.g.Node() == before && !s.g.Outcome().Over() {
					t.Fatalf("after %s it answers %q", before.Position().FEN(), answer)
				}
			}
			t.Logf("%d half-moves, %v", s.g.Ply(), s.g.Outcome())
			var pgn bytes.Buffer
			if err := s.g.WritePGN(&pgn); err != nil {
				t.Fatal(err)
			}
			for g, err := range kirke.ReadPGN(&pgn) {
				if err != nil || g.Position().FEN() != s.g.Position().FEN() {
					t.Fatalf("read again, the game ends differently: %v", err)
				}
			}
		})
	}
}

// TestClocks plays a game by the clock.
func TestClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, "chess")
		s.quiet = true
		s.clock = newClock(control{time.Minute, 2 * time.Second})
		s.wind()
		check := func(white, black time.Duration) {
			t.Helper()
			if w, b := s.clock.remaining(kirke.White), s.clock.remaining(kirke.Black); w != white || b != black {
				t.Errorf("the clocks show %v and %v, want %v and %v", w, b, white, black)
			}
		}
		time.Sleep(10 * time.Second)
		check(50*time.Second, time.Minute)
		s.do("e4")
		time.Sleep(20 * time.Second)
		check(52*time.Second, 40*time.Second)
		s.do("e5")
		check(52*time.Second, 42*time.Second)
		time.Sleep(5 * time.Second)
		s.do("undo") // Black thinks again, with the time as it was
		check(52*time.Second, time.Minute)
		s.do("e5")
		time.Sleep(52 * time.Second)
		if answer, _ := s.do("Nf3"); answer != "Black wins: 0-1 (time forfeit)" {
			t.Errorf("a move after the flag has fallen is answered with %q", answer)
		}
		time.Sleep(time.Hour)
		check(0, 62*time.Second)
		s.do("undo")
		check(52*time.Second, 62*time.Second)
		s.do("resign")
		time.Sleep(time.Hour)
		check(52*time.Second, 62*time.Second)
		s.do("new")
		check(time.Minute, time.Minute)
	})
}

func TestParseControl(t *testing.T) {
	for text, want := range map[string]control{
		"5+3": {5 * time.Minute, 3 * time.Second}, "15": {15 * time.Minute, 0}, "0.5+0.1": {30 * time.Second, 100 * time.Millisecond},
		"1:30+1": {90 * time.Second, time.Second}, "0:10+0": {10 * time.Second, 0},
		"": {}, "0": {}, "-1+1": {}, "5+-3": {}, "nan": {}, "inf+1": {}, "1e9": {}, "5+3+2": {}, "1:": {},
	} {
		if got, err := parseControl(text); got != want || (err == nil) != (want.base > 0) {
			t.Errorf("%q is %v (%v), want %v", text, got, err, want)
		}
	}
}

func TestClockText(t *testing.T) {
	for left, want := range map[time.Duration]string{
		0: "0:00.0", 9940 * time.Millisecond: "0:09.9", 10 * time.Second: "0:10", 299001 * time.Millisecond: "5:00", 2 * time.Hour: "2:00:00",
	} {
		if got := clockText(left); got != want {
			t.Errorf("%v is %q, want %q", left, got, want)
		}
	}
}

// TestTell: choices are told apart by what happens in them.
func TestTell(t *testing.T) {
	for _, c := range []struct{ id, moves, move, want string }{
		{"seirawan", "", "Nf3/H", "The Knight goes to f3; the Hawk enters on g1."},
		{"seirawan", "Nf3 a6 g3 a5 Bg2 a4", "O-O/Eh1", "The King castles to g1, the Rook to f1; the Elephant enters on h1."},
		{"siceirawan", "Nf3/H a6", `H\E, a3`, "The Hawk goes back to its imaginary square and the Elephant takes its place on g1; the pawn on a2 goes to a3."},
		{"circe", "e4 d5 exd5 Nf6 Nc3 Nxd5", "Nxd5", "The Knight takes the Knight on d5; the Knight is reborn on g8."},
		{"anticirce-calvet", "Nc3 d5", "Nxd5", "The Knight takes the Pawn on d5; the capturer is reborn on b1 as a Knight."},
	} {
		s := start(t, c.id)
		if err := gamefile.PlayAll(s.g, c.moves); err != nil {
			t.Fatal(err)
		}
		m, err := s.g.Position().ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := rulebook.Tell(s.g.Position(), m); got != c.want {
			t.Errorf("%s: %s is told as %q, want %q", c.id, c.move, got, c.want)
		}
	}
}

// TestChoicesAreToldApart: two moves between the same squares are never told alike, in random games of every variant.
func TestChoicesAreToldApart(t *testing.T) {
	const plies = 120
	for _, v := range kirke.Variants() {
		dice := rand.New(rand.NewPCG(1, 2))
		g := start(t, v.ID).g
		for range plies {
			p := g.Position()
			moves := p.AppendLegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			type choice struct {
				from, to kirke.Square
				told     string
			}
			told := map[choice]kirke.Move{}
			for _, m := range moves {
				c := choice{m.From(), m.To(), rulebook.Tell(p, m)}
				if other, ok := told[c]; ok {
					t.Fatalf("%s: %s: %s and %s are both told as %q", v.ID, p.FEN(), p.MoveText(m, kirke.SAN), p.MoveText(other, kirke.SAN), c.told)
				}
				told[c] = m
			}
			if err := g.Play(moves[dice.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}
