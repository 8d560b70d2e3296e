package problem_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
)

const file = "BeginProblem\nPieces White Kf6 Rg2 Black Kh8\nStipulation #2\nEndProblem\n"

// A problem in Popeye's language is read, solved and printed as Popeye prints it.
func ExampleSolver_Solve() {
	entries, language, err := popeye.Read(strings.NewReader(file))
	if err != nil || entries[0].Err != nil {
		fmt.Println(err, entries[0].Err)
		return
	}
	w := popeye.NewTextWriter(os.Stdout, language)
	solver := problem.Solver{Threads: 1, Hash: 4}
	if err := solver.Solve(context.Background(), entries[0].Problem, w); err != nil {
		fmt.Println(err)
		return
	}
	if err := w.Flush(); err != nil {
		fmt.Println(err)
	}
	// Output: 1.Kf6-f7 !
}

// A problem can be made of a position.
func ExampleNew() {
	v, err := kirke.Lookup("circe")
	if err != nil {
		fmt.Println(err)
		return
	}
	position, err := kirke.FromFEN(v, "4n3/8/5b2/8/4R3/6K1/3P4/5k2 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	p := problem.New(v)
	p.Setup = position.Setup()
	if p.Stipulation, err = problem.ParseStipulation("#1"); err != nil {
		fmt.Println(err)
		return
	}
	solver := problem.Solver{Threads: 1, Hash: 4}
	r, err := solver.Check(context.Background(), p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(popeye.Text(r, popeye.English))
	// Output: 1.Re4-e1 # !
}

// A report says whether the problem is sound.
func ExampleSolver_Check() {
	entries, _, err := popeye.Read(strings.NewReader(file))
	if err != nil || entries[0].Err != nil {
		fmt.Println(err, entries[0].Err)
		return
	}
	solver := problem.Solver{Threads: 1, Hash: 4}
	r, err := solver.Check(context.Background(), entries[0].Problem)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.ReplaceAll(r.Words(), ". ", ".\n"))
	// Output:
	// Sound (C+): it is solved as intended, and in no other way.
	// Checked: all first moves, 11 tries refuted by one move, 78 positions.
}
