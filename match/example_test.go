package match_test

import (
	"fmt"

	"github.com/kirke-chess/kirke/match"
)

// An engine is the command that starts it, a name, and options.
func ExampleParseEngine() {
	e, err := match.ParseEngine("kirke uci,name=Kirke,option.Hash=64")
	fmt.Println(e.Name, err)
	// Output: Kirke <nil>
}

// Elo turns a score into the difference in strength that it stands for.
func ExampleElo() {
	fmt.Printf("%.0f\n", match.Elo(0.64))
	// Output: 100
}
