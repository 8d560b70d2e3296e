package popeye_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/rules"
)

const file = `BeginProblem
Author A. Composer
Stipulation #1
Pieces White Kg6 Re1 Black Kh8
EndProblem
`

// A problem is read from a file, solved and printed as Popeye prints it.
func Example() {
	entries, language, err := popeye.Read(strings.NewReader(file))
	if err != nil || entries[0].Err != nil {
		fmt.Println(err, entries[0].Err)
		return
	}
	w := popeye.NewTextWriter(os.Stdout, language)
	w.Diagram(entries[0].Problem)
	solver := problem.Solver{Threads: 1, Hash: 4}
	if err := solver.Solve(context.Background(), entries[0].Problem, w); err != nil {
		fmt.Println(err)
		return
	}
	if err := w.Flush(); err != nil {
		fmt.Println(err)
	}
	// Output:
	//                          A. Composer
	//
	// +---a---b---c---d---e---f---g---h---+
	// |                                   |
	// 8   .   .   .   .   .   .   .  -K   8
	// |                                   |
	// 7   .   .   .   .   .   .   .   .   7
	// |                                   |
	// 6   .   .   .   .   .   .   K   .   6
	// |                                   |
	// 5   .   .   .   .   .   .   .   .   5
	// |                                   |
	// 4   .   .   .   .   .   .   .   .   4
	// |                                   |
	// 3   .   .   .   .   .   .   .   .   3
	// |                                   |
	// 2   .   .   .   .   .   .   .   .   2
	// |                                   |
	// 1   .   .   .   .   R   .   .   .   1
	// |                                   |
	// +---a---b---c---d---e---f---g---h---+
	//   #1                          2 + 1
	//
	//    1.Re1-e8 # !
}

// A problem is made of values and written as a file.
func ExampleWrite() {
	chess, err := rules.Lookup("chess")
	if err != nil {
		fmt.Println(err)
		return
	}
	circe, err := rules.Lookup("circe")
	if err != nil {
		fmt.Println(err)
		return
	}
	p := problem.New(chess)
	_, p.Conditions, _ = popeye.ConditionsOf(circe)
	p.Setup.Board[chess.Size.At(4, 0)] = rules.MakePiece(chess.TypeOf('K'), board.White)
	if p.Stipulation, err = problem.ParseStipulation("h#2"); err != nil {
		fmt.Println(err)
		return
	}
	if err := popeye.Write(os.Stdout, []*problem.Problem{p}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// BeginProblem
	// Stipulation h#2
	// Condition Circe
	// Pieces White Ke1
	// EndProblem
}
