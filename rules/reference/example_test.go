package reference_test

import (
	"fmt"

	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// Positions are played by a kernel: here the reference kernel, which plays every game.
func ExampleNew() {
	v, err := rules.Lookup("seirawan")
	if err != nil {
		fmt.Println(err)
		return
	}
	start, err := v.StartSetup(rules.StartOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := reference.New(v, start, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(p.LegalMoves(nil)), "moves")
	// Output: 28 moves
}
