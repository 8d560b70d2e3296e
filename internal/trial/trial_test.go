package trial_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/trial"
	"github.com/kirke-chess/kirke/rules"
)

// start returns the starting position of a built-in game.
func start(t *testing.T, id string) kirke.Position {
	t.Helper()
	v, err := kirke.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestGoalOutOfReach: pawns that promote on the squares of a goal do not reach it.
func TestGoalOutOfReach(t *testing.T) {
	v, err := kirke.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	warned := func() bool {
		p, err := kirke.Start(v)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(strings.Join(trial.New(v).Warnings(p), " "), "can never reach its goal")
	}
	v.Goal.Types, v.Goal.Zone.White = "P", "*8"
	if !warned() {
		t.Error("no warning of a goal for pawns on their last rank")
	}
	if v.Promotion.Optional = true; warned() {
		t.Error("a warning of pawns that need not promote")
	}
	v.Promotion.Optional = false
	if v.Goal.Types = "PK"; warned() {
		t.Error("a warning of a goal that the king may reach")
	}
}

// line returns a player that plays given moves and then gives up.
func line(moves string) trial.Player {
	rest := strings.Fields(moves)
	return func(_ context.Context, g *kirke.Game) (kirke.Move, error) {
		if len(rest) == 0 {
			return 0, errEnd
		}
		m, err := g.Position().ParseMove(rest[0])
		rest = rest[1:]
		return m, err
	}
}

var errEnd = errors.New("no more moves")

// TestCounts: the pieces that move and are taken are counted, and how the game ended.
func TestCounts(t *testing.T) {
	p := start(t, "chess")
	r := trial.New(p.Variant())
	if err := r.Play(t.Context(), p, line("e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2")); !errors.Is(err, errEnd) {
		t.Fatal(err)
	}
	if r.Games != 0 || r.Types[0].Moved != 0 {
		t.Errorf("a game that was not finished counts: %+v", r)
	}
	if err := r.Play(t.Context(), p, line("e4 e5 Qh5 Ke7 Qxe5#")); err != nil {
		t.Fatal(err)
	}
	moved := map[string]int{"King": 1, "Queen": 2, "Pawn": 2}
	for i, use := range r.Types {
		name := p.Variant().Army[i].Name
		taken := 0
		if name == "Pawn" {
			taken = 1
		}
		if !use.Seen || use.Moved != moved[name] || use.Taken != taken {
			t.Errorf("%s: %+v", name, use)
		}
	}
	if r.Results[kirke.WhiteWins] != 1 || r.Ends["mate"] != 1 || r.Decisive() != 1 || r.Plies[0] != 5 {
		t.Errorf("%+v", r)
	}
}

// TestGating: gated pieces count as moved.
func TestGating(t *testing.T) {
	p := start(t, "seirawan")
	r := trial.New(p.Variant())
	player := trial.Random(rand.New(rand.NewPCG(1, 1)))
	for range 5 {
		if err := r.Play(t.Context(), p, player); err != nil {
			t.Fatal(err)
		}
	}
	for i, use := range r.Types {
		if !use.Seen || use.Moved == 0 {
			t.Errorf("%s: %+v", p.Variant().Army[i].Name, use)
		}
	}
	if least, middle, most := r.Length(); least < 2 || least > middle || middle > most || r.Games != 5 {
		t.Errorf("%d games, %d to %d to %d half-moves", r.Games, least, middle, most)
	}
}

// TestCancelled: a game ends with its context and does not count.
func TestCancelled(t *testing.T) {
	p := start(t, "chess")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := trial.New(p.Variant())
	err := r.Play(ctx, p, trial.Random(rand.New(rand.NewPCG(1, 1))))
	if !errors.Is(err, context.Canceled) || r.Games != 0 {
		t.Errorf("%v, %d games", err, r.Games)
	}
}

// TestKingless: a side without a king is warned of if the other has one, unless running out of pieces
// ends the game.
func TestKingless(t *testing.T) {
	for _, c := range []struct{ id, placement, want string }{
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR",
			"White has no king at the start, and can never be mated."},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", ""},
		{"horde", "", ""},
	} {
		v, err := kirke.Lookup(c.id)
		if err != nil {
			t.Fatal(err)
		}
		if c.placement != "" {
			v.ID, v.Start.Placement, v.Castling = "kingless", c.placement, rules.Castling{}
		}
		p, err := kirke.Start(v)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(trial.New(v).Warnings(p), " ")
		if c.want == "" && strings.Contains(got, "no king") || !strings.Contains(got, c.want) {
			t.Errorf("%s, %s: %q, want %q", c.id, c.placement, got, c.want)
		}
	}
}
