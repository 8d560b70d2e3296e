package problem_test

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/tablebase"
)

// counted counts what tables are asked and know.
type counted struct {
	rules.Tables
	asked, known *atomic.Int64
}

func (c counted) Decided(p rules.Position) (sign, plies int, ok bool) {
	c.asked.Add(1)
	if c.Tables != nil {
		if sign, plies, ok = c.Tables.Decided(p); ok {
			c.known.Add(1)
		}
	}
	return sign, plies, ok
}

// endgames returns counted tables of king and rook against king in a game.
func endgames(t *testing.T, v *kirke.Variant) counted {
	t.Helper()
	m, err := tablebase.ParseMaterial(v, "KRK")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := tablebase.Build(t.Context(), dir, v, m, 2, nil); err != nil {
		t.Fatal(err)
	}
	tables, err := tablebase.Open(dir, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	return counted{tables, new(atomic.Int64), new(atomic.Int64)}
}

// solvedWith returns the solution of a task as text, and how many positions were visited.
func solvedWith(t *testing.T, v *kirke.Variant, s rules.Setup, task string, tables rules.Tables) (string, uint64) {
	t.Helper()
	p := problem.New(v)
	p.Setup, p.FromFEN = s, true
	var err error
	if p.Stipulation, err = problem.ParseStipulation(task); err != nil {
		t.Fatal(err)
	}
	r, err := (&problem.Solver{Threads: 1, Hash: 4, Tables: tables}).Check(t.Context(), p)
	if err != nil {
		t.Fatalf("%s %s: %v", v.FormatPlacement(s.Board), task, err)
	}
	var nodes uint64
	for _, twin := range r.Twins {
		nodes += twin.Nodes
	}
	return popeye.Text(r, popeye.English), nodes
}

// TestTablesChangeNothing solves random direct mates with and without tables of endgames: the
// solutions are the same, and fewer positions are visited.
func TestTablesChangeNothing(t *testing.T) {
	for _, game := range []string{"gardner", "gardner+circe"} {
		v, err := kirke.Lookup(game)
		if err != nil {
			t.Fatal(err)
		}
		tables, dice := endgames(t, v), rand.New(rand.NewPCG(3, 1))
		var found, with, without int
		for range 60 {
			s := endgame(v, dice)
			for _, task := range []string{"#2", "#3", "#4", "#5"} {
				known, some := solvedWith(t, v, s, task, tables)
				plain, all := solvedWith(t, v, s, task, nil)
				if known != plain {
					t.Errorf("%s %s: with tables\n%s\nwithout\n%s", v.FormatPlacement(s.Board), task, known, plain)
				}
				if plain != "" {
					found++
				}
				with, without = with+int(some), without+int(all)
			}
		}
		t.Logf("%s: %d solutions; %d positions with tables, %d without", game, found, with, without)
		if found < 10 || tables.known.Load() == 0 || with >= without {
			t.Errorf("%s: the tables knew %d positions", game, tables.known.Load())
		}
	}
}

// endgame returns a random position of king and rook against king, perhaps with another piece that
// the tables do not have.
func endgame(v *kirke.Variant, dice *rand.Rand) rules.Setup {
	for {
		s := rules.NewSetup(v)
		squares := dice.Perm(len(s.Board))
		for i, letter := range "KRkn"[:3+dice.IntN(2)] {
			c := board.Color(0)
			if letter >= 'a' {
				c, letter = 1, letter-'a'+'A'
			}
			s.Board[squares[i]] = rules.MakePiece(v.TypeOf(byte(letter)), c)
		}
		if p, err := kirke.FromSetup(v, s); err == nil {
			return p.Setup()
		}
	}
}

// TestTablesAreNotAsked: where a table does not answer the question of the stipulation, it is not
// asked.
func TestTablesAreNotAsked(t *testing.T) {
	chess, err := kirke.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	stalemates := chess.Clone()
	stalemates.End.Stalemate = rules.Loss
	p, err := kirke.FromFEN(chess, "7k/8/8/5K2/8/8/8/6R1 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		game *kirke.Variant
		task string
		want bool
	}{
		{chess, "#3", true}, {chess, "#4", true}, {stalemates, "#3", false}, {chess, "=3", false},
		{chess, "s#2", false}, {chess, "r#2", false}, {chess, "h#2", false}, {chess, "+2", false},
		{chess, "ser-#3", false}, {chess, "exact-#3", false},
	} {
		nothing := counted{nil, new(atomic.Int64), new(atomic.Int64)}
		solvedWith(t, tt.game, p.Setup(), tt.task, nothing)
		if asked := nothing.asked.Load(); (asked > 0) != tt.want {
			t.Errorf("%s: tables are asked %d times", tt.task, asked)
		}
	}
}
