package problem_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/problem"
)

func TestStipulations(t *testing.T) {
	good := map[string]problem.Stipulation{
		"#2":            {Play: problem.Direct, Moves: 2},
		"h#2.5":         {Play: problem.Help, Moves: 2, Half: true},
		"hs=3":          {Play: problem.HelpSelf, Goal: problem.Goal{Aim: problem.Stalemate}, Moves: 3},
		"ser-h#14":      {Mover: problem.Series, Play: problem.Help, Moves: 14},
		"pser-#5":       {Mover: problem.Parry, Moves: 5},
		"phser-s#5":     {Mover: problem.HelpParry, Play: problem.Self, Moves: 5},
		"dia2.0":        {Goal: problem.Goal{Aim: problem.ProofGame}, Moves: 2},
		"semi-r#2":      {Play: problem.SemiReflex, Moves: 2},
		"hzg74":         {Play: problem.Help, Goal: problem.Goal{Aim: problem.Target, Square: "g7"}, Moves: 4},
		"szh31":         {Play: problem.Self, Goal: problem.Goal{Aim: problem.Target, Square: "h3"}, Moves: 1},
		"exact-s#2":     {Exact: true, Play: problem.Self, Moves: 2},
		"1->ser-#5":     {Intro: []int{1}, Mover: problem.Series, Moves: 5},
		"reci-h(#)=3":   {Play: problem.Reciprocal, Other: problem.Goal{Aim: problem.Mate}, Goal: problem.Goal{Aim: problem.Stalemate}, Moves: 3},
		"dia3.5":        {Goal: problem.Goal{Aim: problem.ProofGame}, Moves: 3, Half: true},
		"ser-s004":      {Mover: problem.Series, Play: problem.Self, Goal: problem.Goal{Aim: problem.Castling}, Moves: 4},
		"hep1":          {Play: problem.Help, Goal: problem.Goal{Aim: problem.PassingCapture}, Moves: 1},
		"ser-reci-h#=2": {Mover: problem.Series, Play: problem.Reciprocal, Other: problem.Goal{Aim: problem.MateOrStalemate}, Goal: problem.Goal{Aim: problem.MateOrStalemate}, Moves: 2},
	}
	for text, want := range good {
		got, err := problem.ParseStipulation(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if want.Play != problem.Reciprocal {
			want.Other = want.Goal
		}
		if got.Mover != want.Mover || got.Play != want.Play || got.Goal != want.Goal || got.Other != want.Other || got.Moves != want.Moves ||
			got.Half != want.Half || got.Exact != want.Exact || len(got.Intro) != len(want.Intro) {
			t.Errorf("%s is read as %+v", text, got)
		}
	}
	for _, text := range []string{"", "2", "#", "#0", "h#", "#2.5", "q#2", "h#999", "x->#2", "zz92", "ser-#2.5", "#-1"} {
		if s, err := problem.ParseStipulation(text); err == nil {
			t.Errorf("%q is read as %+v", text, s)
		} else if errors.As(err, new(*problem.UnsupportedError)) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := problem.ParseStipulation("c813"); !errors.As(err, new(*problem.UnsupportedError)) {
		t.Errorf("c813: %v", err)
	}
}

// FuzzRead: no file makes the reader panic, and what is read can be written and read again.
func FuzzRead(f *testing.F) {
	f.Add("BeginProblem\nStipulation #2\nOption Try Variations\nCondition Circe\nPieces White Ka1 Black Kh8\nTwin Move a1 b2\nEndProblem\n")
	f.Add("AnfangProblem Forderung h#2 Steine Weiss Kd5 Dg3g4 Schwarz Ke8 Zwilling tausche d5 e8 EndeProblem")
	f.Add("BeginProblem Forsyth 8/8/k.xx3/=Q Option EnPassant d7d6d5 MaxSolutions 5 ZeroPosition rotate 90 NextProblem EndProblem")
	f.Fuzz(func(t *testing.T, text string) {
		entries, _, err := problem.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, e := range entries {
			if e.Err != nil || e.Problem == nil {
				continue
			}
			var out strings.Builder
			if err := problem.Write(&out, []*problem.Problem{e.Problem}); err != nil {
				t.Fatal(err)
			}
			_, _ = e.Problem.Unroll()
		}
	})
}

// TestWritten: a problem that is written is read as the same.
func TestWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{"#2", "h#2.5", "ser-h=5", "s#3", "reci-h#2"}).Draw(t, "task")
		option := rapid.SampledFrom([]string{"", "Option Try Variations", "Option MaxSolutions 3 Intelligent", "Option Defence 2 NoThreat"}).Draw(t, "option")
		condition := rapid.SampledFrom([]string{"", "Condition Circe", "Condition AntiCirce Cheylan", "Condition Circe Strict Mirror", "Condition PWC"}).Draw(t, "condition")
		twin := rapid.SampledFrom([]string{"", "Twin Move a1 b3", "Twin Exchange a1 h8 Remove c5", "Twin rotate 90 Twin continued PolishType", "ZeroPosition shift a1 b1"}).Draw(t, "twin")
		file := "BeginProblem\nStipulation " + text + "\n" + option + "\n" + condition + "\nPieces White Ka1 Qc5 Black Kh8 Pe5\n" + twin + "\nEndProblem\n"
		write := func(file string) string {
			entries, _, err := problem.Read(strings.NewReader(file))
			if err != nil || entries[0].Err != nil {
				t.Fatal(err, entries, file)
			}
			var out strings.Builder
			if err := problem.Write(&out, []*problem.Problem{entries[0].Problem}); err != nil {
				t.Fatal(err)
			}
			return out.String()
		}
		once := write(file)
		if twice := write(once); twice != once {
			t.Fatalf("%s\nis written as\n%s\nand then as\n%s", file, once, twice)
		}
	})
}
