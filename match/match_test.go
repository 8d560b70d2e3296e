package match

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/fakeengine"
	"github.com/kirke-chess/kirke/rules"
)

// TestEveryFaultLoses: for each way in which an engine may fail, in both
// protocols and as both colours, the game ends with the loss and its reason.
func TestEveryFaultLoses(t *testing.T) {
	cases := []struct {
		way, ending string
		limit       Limit
		protocols   string
	}{
		{fakeengine.Crash, Crash, Limit{Depth: 1}, "uci xboard"},
		{fakeengine.Disconnect, Crash, Limit{Depth: 1}, "uci xboard"},
		{fakeengine.Stall, Stall, Limit{Depth: 1}, "uci xboard"},
		{fakeengine.Stall, "time forfeit", Limit{Time: 5 * time.Second}, "uci xboard"},
		{fakeengine.Slow, "time forfeit", Limit{Time: time.Second, Increment: time.Second / 10}, "uci xboard"},
		{fakeengine.Slow, "time forfeit", Limit{MoveTime: time.Second}, "uci xboard"},
		{fakeengine.Illegal, IllegalMove, Limit{Depth: 1}, "uci xboard"},
		{fakeengine.Babble, IllegalMove, Limit{Depth: 1}, "uci xboard"},
		{fakeengine.Refuse, RefusedMove, Limit{Depth: 1}, "xboard"},
		{fakeengine.Resign, "resignation", Limit{Depth: 1}, "xboard"},
	}
	for _, c := range cases {
		for protocol := range strings.FieldsSeq(c.protocols) {
			t.Run(protocol+"/"+c.way+"/"+c.limit.String(), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					m := Match{
						Engines: [2]Engine{inMemory(protocol, c.way), inMemory("uci", fakeengine.Random)},
						Games:   2, Book: startBook(t, "seirawan"), Referee: Referee{Limit: c.limit}, Log: io.Discard,
						dial: dialMemory,
					}
					records, each := collect()
					s, err := m.Run(t.Context(), each)
					if err != nil {
						t.Fatal(err)
					}
					for _, r := range *records {
						if r.Ending != c.ending || r.Result != kirke.Win(kirke.Color(1-r.White)) {
							t.Errorf("game %d ended %s by %q (%s)", r.Number, r.Result, r.Ending, r.Detail)
						}
						if got := r.Game.Tag("Termination"); got != c.ending {
							t.Errorf("game %d has the Termination %q", r.Number, got)
						}
					}
					if got := s.Tally(); got != (Tally{Lost: 2}) {
						t.Errorf("the tally is %+v", got)
					}
					if c.ending != "resignation" && s.Faults[0][c.ending] != 2 {
						t.Errorf("the faults are %v", s.Faults)
					}
				})
			})
		}
	}
}

// TestProcesses: engines as processes play whole games; one that crashes is started again, and the
// reason is recorded.
func TestProcesses(t *testing.T) {
	for _, way := range []string{fakeengine.Random, fakeengine.Crash, fakeengine.Disconnect} {
		t.Run(way, func(t *testing.T) {
			m := Match{
				Engines:     [2]Engine{program(t, "uci", way), program(t, "uci", fakeengine.Random)},
				Games:       4,
				Book:        Random(func(int) (kirke.Position, error) { return startOf(t, "seirawan"), nil }, 4, 7),
				Referee:     Referee{Limit: Limit{Depth: 1}, MaxMoves: 40},
				Concurrency: 2,
			}
			records, each := collect()
			if _, err := m.Run(t.Context(), each); err != nil {
				t.Fatal(err)
			}
			if len(*records) != 4 {
				t.Fatalf("%d games", len(*records))
			}
			for _, r := range *records {
				if bad := way != fakeengine.Random; (r.Ending == Crash) != bad {
					t.Errorf("game %d ended by %q: %s", r.Number, r.Ending, r.Detail)
				}
				if way == fakeengine.Crash && !strings.Contains(r.Detail, "exit status 3") {
					t.Errorf("game %d ended so: %s", r.Number, r.Detail)
				}
			}
		})
	}
}

// TestOtherProtocolIsFound: the protocol of an engine that does not answer "uci" is found.
func TestOtherProtocolIsFound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one, two := inMemory("xboard", fakeengine.Random), inMemory("uci", fakeengine.Random)
		one.Protocol, two.Protocol, one.Name = Unknown, Unknown, ""
		m := Match{Engines: [2]Engine{one, two}, Games: 2, Book: startBook(t, "chess"),
			Referee: Referee{Limit: Limit{Depth: 1}, MaxMoves: 5}, dial: dialMemory}
		s, err := m.Run(t.Context(), func(Record, Standing) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		if m.Engines[0].Protocol != XBoard || m.Engines[1].Protocol != UCI || s.Names[0] != "Fake's random" {
			t.Errorf("they are %+v, called %v", m.Engines, s.Names)
		}
	})
}

// TestCannotPlay: what keeps an engine from playing at all is one sentence.
func TestCannotPlay(t *testing.T) {
	option := inMemory("uci", fakeengine.Random)
	option.Options = []Option{{"Hish", "1"}}
	nodes := inMemory("xboard", fakeengine.Random)
	nodes.Limit.Nodes = 5
	cases := []struct {
		engine Engine
		game   string
		want   string
	}{
		{inMemory("uci", fakeengine.Mute), "chess", "does not answer as an engine of protocol uci: it does not answer"},
		{inMemory("uci", fakeengine.Random), "anticirce-calvet",
			"does not offer anticirce-calvet; if it plays it all the same, variant=NAME gives its name there: " +
				"it offers chess, seirawan"},
		{inMemory("xboard", fakeengine.Random), "circe", "it offers normal, seirawan, sissa"},
		{option, "chess", `uci-random has no option "Hish"`},
		{nodes, "chess", "cannot be limited by nodes"},
	}
	for _, c := range cases {
		synctest.Test(t, func(t *testing.T) {
			m := Match{Engines: [2]Engine{c.engine, inMemory("uci", fakeengine.Random)}, Games: 2,
				Book: startBook(t, c.game), Referee: Referee{Limit: Limit{Depth: 1}}, dial: dialMemory}
			if _, err := m.Run(t.Context(), nil); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want %q", err, c.want)
			}
		})
	}
	m := Match{Engines: [2]Engine{{Command: []string{"/no/such/engine"}}, {Command: []string{"x"}}}, Games: 2,
		Book: startBook(t, "chess"), Referee: Referee{Limit: Limit{Depth: 1}}}
	if _, err := m.Run(t.Context(), nil); err == nil ||
		err.Error() != "/no/such/engine cannot be run: no such file or directory" {
		t.Errorf("the error is %v", err)
	}
}

// TestAdjudication: scores that both engines agree on, and a limit of moves, end games.
func TestAdjudication(t *testing.T) {
	cases := []struct {
		way     string
		referee Referee
		result  kirke.Result
		ending  string
		plies   int
	}{
		{fakeengine.Even, Referee{Draw: Adjudication{Moves: 3, Score: 5, From: 4}}, kirke.Drawn, Adjudicated, 8},
		{fakeengine.Won, Referee{Resign: Adjudication{Moves: 2, Score: 900}}, kirke.WhiteWins, Adjudicated, 4},
		{fakeengine.Won, Referee{Resign: Adjudication{Moves: 2, Score: 901}, MaxMoves: 6}, kirke.Drawn, MoveLimit, 12},
	}
	for _, c := range cases {
		synctest.Test(t, func(t *testing.T) {
			c.referee.Limit = Limit{Depth: 1}
			m := Match{Engines: [2]Engine{inMemory("uci", c.way), inMemory("xboard", c.way)}, Games: 1,
				Book: startBook(t, "chess"), Referee: c.referee, dial: dialMemory}
			records, each := collect()
			if _, err := m.Run(t.Context(), each); err != nil {
				t.Fatal(err)
			}
			r := (*records)[0]
			if r.Result != c.result || r.Ending != c.ending || r.Game.Ply() != c.plies {
				t.Errorf("%s: %s by %s after %d half-moves, want %s by %s after %d", c.way, r.Result, r.Ending,
					r.Game.Ply(), c.result, c.ending, c.plies)
			}
		})
	}
}

// rookEndings knows positions of king and rook against king, and takes all of them for won in five
// half-moves but those in which the rook is attacked.
type rookEndings struct{}

func (rookEndings) Pieces(*kirke.Variant) int { return 3 }

func (rookEndings) Decided(p rules.Position) (sign, plies int, ok bool) {
	var rook board.Square
	squares := rules.OccupiedSquares(p, nil)
	for _, sq := range squares {
		if p.Variant().Letter(p.At(sq)|1) == 'r' {
			rook = sq
		}
	}
	if rook == 0 || len(squares) != 3 {
		return 0, 0, false
	}
	if p.At(rook).Color() == p.Turn() {
		return 1, 5, true
	}
	size, king := p.Variant().Size, p.King(p.Turn())
	near := max(size.File(king)-size.File(rook), size.File(rook)-size.File(king)) <= 1 &&
		max(size.Rank(king)-size.Rank(rook), size.Rank(rook)-size.Rank(king)) <= 1
	if near {
		return 0, 0, true
	}
	return -1, 5, true
}

// TestTables: tables of endgames end games whose result they know, and the game says so. A win that may
// come too late for the fifty-move rule is played on.
func TestTables(t *testing.T) {
	v := startOf(t, "chess").Variant()
	for _, c := range []struct {
		fen, detail string
		result      kirke.Result
		ending      string
	}{
		{"k7/8/8/2K5/8/8/8/6R1 w - - 0 1", "tables of endgames: White wins in 5 half-moves",
			kirke.WhiteWins, Adjudicated},
		{"K7/8/8/2k5/8/8/8/6r1 w - - 0 1", "tables of endgames: Black wins in 5 half-moves",
			kirke.BlackWins, Adjudicated},
		{"8/8/8/3k4/3R4/8/8/K7 b - - 0 1", "tables of endgames: a draw", kirke.Drawn, Adjudicated},
		{"k7/8/8/2K5/8/8/8/6R1 w - - 99 60", "", kirke.Drawn, "fifty moves"},
	} {
		synctest.Test(t, func(t *testing.T) {
			start, err := kirke.FromFEN(v, c.fen)
			if err != nil {
				t.Fatal(err)
			}
			m := Match{Engines: [2]Engine{inMemory("uci", fakeengine.Random), inMemory("xboard", fakeengine.Random)},
				Games: 1, Book: func(int) (Opening, error) { return Opening{Start: start}, nil },
				Referee: Referee{Limit: Limit{Depth: 1}, Tables: rookEndings{}}, dial: dialMemory}
			records, each := collect()
			if _, err := m.Run(t.Context(), each); err != nil {
				t.Fatal(err)
			}
			r := (*records)[0]
			if r.Result != c.result || r.Ending != c.ending || !strings.HasPrefix(r.Detail, c.detail) {
				t.Errorf("%s: %s by %s, %q", c.fen, r.Result, r.Ending, r.Detail)
			}
			var pgn strings.Builder
			if err := r.Game.WritePGN(&pgn); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(pgn.String(), c.detail) {
				t.Errorf("the PGN does not say %q:\n%s", c.detail, &pgn)
			}
		})
	}
}

// TestInterrupted: a match stops when its context ends, and leaves no process.
func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	e := program(t, "uci", fakeengine.Random)
	pids := filepath.Join(t.TempDir(), "pids")
	e.Command = []string{"sh", "-c", "echo $$ >> " + pids + "; sleep 1000 & echo $! >> " + pids + "; exec " +
		strings.Join(quoted(e.Command), " ")}
	m := Match{Engines: [2]Engine{e, program(t, "uci", fakeengine.Random)}, Games: 1000, Concurrency: 2,
		Book: startBook(t, "chess"), Referee: Referee{Limit: Limit{Depth: 1}}}
	games := 0
	_, err := m.Run(ctx, func(Record, Standing) error {
		if games++; games == 3 {
			stop()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || games != 3 {
		t.Errorf("%d games and the error %v", games, err)
	}
	text, err := os.ReadFile(pids)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "linux" {
		return
	}
	for pid := range strings.FieldsSeq(string(text)) {
		if _, err := strconv.Atoi(pid); err != nil {
			t.Fatal(err)
		}
		// What was killed may take a moment to go.
		for range 1000 {
			if !alive(pid) {
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		if alive(pid) {
			t.Errorf("process %s is left", pid)
		}
	}
}

// alive reports whether a process exists and is not a zombie.
func alive(pid string) bool {
	state, err := os.ReadFile("/proc/" + pid + "/stat")
	return err == nil && !strings.Contains(string(state), ") Z ") && !strings.Contains(string(state), ") X ")
}

func quoted(words []string) []string {
	var q []string
	for _, w := range words {
		q = append(q, "'"+w+"'")
	}
	return q
}

// TestResume: a resumed match plays the missing games from the same openings, and refuses games of
// another match.
func TestResume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := func(int) (kirke.Position, error) { return startOf(t, "seirawan"), nil }
		fresh := func(seed uint64) *Match {
			return &Match{Engines: [2]Engine{inMemory("uci", fakeengine.Mater), inMemory("xboard", fakeengine.Random)},
				Games: 6,
				Book:  Random(start, 5, seed), Referee: Referee{Limit: Limit{Depth: 1}, MaxMoves: 30}, dial: dialMemory}
		}
		var file strings.Builder
		enough := errors.New("enough")
		written := 0
		_, err := fresh(1).Run(t.Context(), func(r Record, _ Standing) error {
			if written++; written == 4 {
				return enough
			}
			return r.Game.WritePGN(&file)
		})
		if err != enough {
			t.Fatal(err)
		}
		var played []*kirke.Game
		for g, err := range kirke.ReadPGN(strings.NewReader(file.String())) {
			if err != nil {
				t.Fatal(err)
			}
			played = append(played, g)
		}
		m := fresh(1)
		m.Played = played
		records, each := collect()
		s, err := m.Run(t.Context(), each)
		if err != nil {
			t.Fatal(err)
		}
		if len(*records) != 3 || s.Tally().Games() != 6 || s.Pairs.Count() != 3 {
			t.Errorf("%d games more, %+v", len(*records), s)
		}
		m = fresh(2)
		m.Played = played
		if _, err := m.Run(t.Context(), each); err == nil || !strings.Contains(err.Error(), "from another opening") {
			t.Errorf("the error is %v", err)
		}
		m = fresh(1)
		m.Played, m.Referee.Limit.Depth = played, 2
		if _, err := m.Run(t.Context(), each); err == nil ||
			!strings.Contains(err.Error(), "with another limit than this match has: depth 1") {
			t.Errorf("the error is %v", err)
		}
		m = fresh(1)
		m.Played, m.Engines[0].Name = played, "Other"
		if _, err := m.Run(t.Context(), each); err == nil ||
			!strings.Contains(err.Error(), "not by Other and xboard-random") {
			t.Errorf("the error is %v", err)
		}
	})
}

// TestSPRTEnds: a match ends when its test is decided.
func TestSPRTEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := Match{Engines: [2]Engine{inMemory("uci", fakeengine.Random), inMemory("uci", fakeengine.Illegal)},
			Games: 1000,
			Book:  startBook(t, "chess"), Referee: Referee{Limit: Limit{Depth: 1}}, SPRT: &SPRT{Elo0: 0, Elo1: 50},
			dial: dialMemory}
		s, err := m.Run(t.Context(), func(Record, Standing) error { return nil })
		if err != nil || m.SPRT.Decided(s.Pairs) != 1 || s.Tally().Games() > 20 {
			t.Errorf("%+v, %v", s, err)
		}
	})
}

// TestSeries: in a series an XBoard engine goes on by itself, and is not told to.
func TestSeries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := Match{Engines: [2]Engine{inMemory("xboard", fakeengine.Random), inMemory("uci", fakeengine.Random)},
			Games: 6,
			Book:  startBook(t, "progressive"), Referee: Referee{Limit: Limit{Depth: 1}, MaxMoves: 40},
			dial: dialMemory}
		_, err := m.Run(t.Context(), func(r Record, _ Standing) error {
			if slices.Contains([]string{IllegalMove, RefusedMove, Crash, Stall}, r.Ending) {
				t.Errorf("game %d: %s: %s", r.Number, r.Ending, r.Detail)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// TestBalancedOpenings: a balanced book gives the random openings that are thought even, and says if
// there are none.
func TestBalancedOpenings(t *testing.T) {
	start := func(int) (kirke.Position, error) { return startOf(t, "chess"), nil }
	refused, err := Random(start, 3, 5)(0)
	if err != nil {
		t.Fatal(err)
	}
	even := func(g *kirke.Game) (bool, error) { return !slices.Equal(g.Moves(), refused.Moves), nil }
	book := Balanced(start, 3, 5, even)
	for range 2 {
		o, err := book(0)
		if err != nil || len(o.Moves) != 3 || slices.Equal(o.Moves, refused.Moves) {
			t.Errorf("%v, error %v", o.Moves, err)
		}
	}
	never := Balanced(start, 3, 5, func(*kirke.Game) (bool, error) { return false, nil })
	if _, err := never(0); err == nil || err.Error() != "none of 200 random openings of 3 half-moves was even" {
		t.Errorf("got the error %v", err)
	}
	broken := errors.New("broken")
	breaks := Balanced(start, 3, 5, func(*kirke.Game) (bool, error) { return true, broken })
	if _, err := breaks(0); !errors.Is(err, broken) {
		t.Errorf("got the error %v", err)
	}
}

// TestOpenings: random openings are the same for the same seed, differ from each other, and are
// even.
func TestOpenings(t *testing.T) {
	for _, id := range []string{"chess", "seirawan", "circe", "sissa", "progressive", "petrified"} {
		book := Random(func(int) (kirke.Position, error) { return startOf(t, id), nil }, 6, 3)
		seen := map[string]bool{}
		for i := range 10 {
			one, err := book(i)
			if err != nil {
				t.Fatal(err)
			}
			two, err := book(i)
			if err != nil {
				t.Fatal(err)
			}
			g := kirke.NewGame(one.Start)
			for j, m := range one.Moves {
				if two.Moves[j] != m {
					t.Errorf("%s: opening %d is not the same twice", id, i)
				}
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			if len(one.Moves) != 6 || g.Outcome().Over() {
				t.Errorf("%s: opening %d: %v, %s", id, i, one.Moves, g.Outcome())
			}
			seen[g.Position().FEN()] = true
		}
		if len(seen) < 8 {
			t.Errorf("%s: %d openings of 10 are different", id, len(seen))
		}
	}
}

// TestExchange: a hanging piece counts as lost, a guarded one does not.
func TestExchange(t *testing.T) {
	chess, err := kirke.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	for fen, want := range map[string]int{
		"4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1":   100,  // takes the queen
		"4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1": -100, // 100 − 425, then +325 and −100
		"4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1":  300,  // the pawn is guarded
		"4k3/8/8/8/8/8/PPP5/4K3 b - - 0 1":    -300,
	} {
		p, err := kirke.FromFEN(chess, fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := exchange(p.Rules(), exchangeFor, -infinite, infinite); got != want {
			t.Errorf("%s: %d, want %d", fen, got, want)
		}
	}
}
