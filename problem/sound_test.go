package problem_test

import (
	"context"
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/problem"
)

// TestSound compares what Check finds wrong with problems.
func TestSound(t *testing.T) {
	for _, c := range []struct {
		name, stipulation, pieces string
		faults                    []string // of all twins
	}{
		{"one solution", "h#2", "White Kd5 Bg3g4 Black Ke8 Ra8 Sd7 Pe7", nil},
		{
			"the king can be taken in b)", "h#2", "White Kd5 Bg3g4 Black Ke8 Ra8 Sd7 Pe7\nTwin move d5 c5",
			[]string{"not solved: the side to play can capture the king"},
		},
		{
			"solved for one side only", "h#1", "White Kb6 Rh1 Black Kb8\nOption Duplex",
			[]string{"no solution with colours exchanged"},
		},
		{
			"a mate in two for one in three", "#3", "White Ke5 Sg4e6g5 Black Ke8 Pc4",
			[]string{"short solution: 1.Ke5-d6"},
		},
		{"both sides can mate", "reci-h#2", "White Kc7 Qf1 Black Ka4 Bb4 Pe3 Qf5", nil},
		{
			"after the key", "#2", "White Kb6 Rh2 Black Ka8 Pb2\nOption PostKeyPlay",
			[]string{"refuted by 1...b2-b1=Q +", "refuted by 1...b2-b1=R +"},
		},
		{"nobody can begin with the goal", "reci-h#1", "White Ka1 Pa3 Black Kh8 Ph6 Pa4", []string{"no solution"}},
		{
			"six mates, one of them forced", "hr#1",
			"White Kb4 Bg3 Sh4 Black Kb1 Qe5 Qb3 Ra7\nCondition Circe Couscous", nil,
		},
		{"a series and a mate", "1->#1", "White Kb6 Rh1 Black Kb8", nil},
		{
			"two series, and a mate in one for one in two", "1->#2", "White Kd6 Rb1 Black Kd8 Pa7",
			[]string{
				"short solution: a7-a5 Rb1-b8 #",
				"further solution: a7-a6 Rb1-b8 #",
				"short solution: a7-a6 Rb1-b8 #",
			},
		},
		{"several answers to one series", "1->#2", "White Kb4 Rh5 Be6 Black Ka1", nil},
		{
			"three answers to a check in a parry series", "pser-#3",
			"White Kg1 Qe1 Ba6 Black Ke5 Sg7g8 Pa3c5d5e3e4f6", nil,
		},
		{"an answer that reaches the goal too soon", "pser-s=2", "White Qg6 Black Kc7\nOption NoWk", nil},
		{"reached at once", "r#1", "White Kd6 Rb1 Black Kd8", []string{"no solution"}},
	} {
		p := read(t, "Stipulation "+c.stipulation+"\nPieces "+c.pieces)
		r, err := (&problem.Solver{Hash: 4}).Check(context.Background(), p)
		if err != nil {
			t.Fatal(c.name, err)
		}
		var got []string
		for _, twin := range r.Twins {
			got = append(got, twin.Faults...)
		}
		if !slices.Equal(got, c.faults) || r.Sound() != (len(c.faults) == 0) {
			t.Errorf("%s: the faults are %q, want %q", c.name, got, c.faults)
		}
	}
}
