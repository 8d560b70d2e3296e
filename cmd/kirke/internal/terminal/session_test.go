package terminal

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
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

// TestComputerPlaysWholeGames lets the computer play itself, and reads its games again.
func TestComputerPlaysWholeGames(t *testing.T) {
	const longest = 240
	for _, id := range []string{
		"seirawan", "siceirawan", "circe", "anticirce-calvet", "cetran1", "cetran2", "sissa", "symmetric-sissa",
		"progressive", "chess960",
		"progressive+circe",
	} {
		t.Run(id, func(t *testing.T) {
			s := start(t, id)
			c := &computer{options: engine.Options{Threads: 1, Hash: 1, Seed: 1}}
			for !s.g.Outcome().Over() && s.g.Ply() < longest {
				s.level, s.side = 1+s.g.Ply()%2, s.g.Position().Turn()
				kind, before := s.due(), s.g.Node()
				if kind != makeMove {
					t.Fatalf("task %d", kind)
				}
				result, err := c.do(t.Context(), s.task(kind), nil)
				if answer := s.finish(kind, result, err); s.g.Node() == before && !s.g.Outcome().Over() {
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
		s.clock = newClock(timeControl{time.Minute, 2 * time.Second})
		s.startClock()
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

func TestParseTimeControl(t *testing.T) {
	for text, want := range map[string]timeControl{
		"5+3": {5 * time.Minute, 3 * time.Second}, "15": {15 * time.Minute, 0},
		"0.5+0.1": {30 * time.Second, 100 * time.Millisecond},
		"1:30+1":  {90 * time.Second, time.Second}, "0:10+0": {10 * time.Second, 0},
		"": {}, "0": {}, "-1+1": {}, "5+-3": {}, "nan": {}, "inf+1": {}, "1e9": {}, "5+3+2": {}, "1:": {},
	} {
		if got, err := parseTimeControl(text); got != want || (err == nil) != (want.base > 0) {
			t.Errorf("%q is %v (%v), want %v", text, got, err, want)
		}
	}
}

func TestClockText(t *testing.T) {
	for left, want := range map[time.Duration]string{
		0: "0:00.0", 9940 * time.Millisecond: "0:09.9", 10 * time.Second: "0:10", 299001 * time.Millisecond: "5:00",
		2 * time.Hour: "2:00:00",
	} {
		if got := clockText(left); got != want {
			t.Errorf("%v is %q, want %q", left, got, want)
		}
	}
}

// FuzzSession: whatever two people type, the game stays one that can be played.
func FuzzSession(f *testing.F) {
	f.Add("e4\ne5\nmoves g1\nundo\nresign")
	f.Add("draw\ndraw\nexplain O-O\nfen\nNf3/H\nflip\n1. e4")
	f.Add("level 3\nside white\nhint\nundo\nnew siceirawan\ngo\neval")
	seirawan, err := kirke.Lookup("seirawan")
	if err != nil {
		f.Fatal(err)
	}
	start, err := kirke.Start(seirawan)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := newTestSession(kirke.NewGame(start))
		for _, line := range strings.Split(text, "\n") {
			word, _, _ := strings.Cut(strings.TrimSpace(strings.ToLower(line)), " ")
			if word == "save" || word == "load" {
				continue
			}
			if _, quit := s.do(line); quit {
				break
			}
		}
		if _, err := kirke.FromFEN(s.g.Variant(), s.g.Position().FEN()); err != nil {
			t.Error(err)
		}
	})
}
