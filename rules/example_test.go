package rules_test

import (
	"fmt"

	"github.com/kirke-chess/kirke/rules"
)

// A changed copy of a game is a game of its own, and modifiers can be put on it.
func ExampleCompose() {
	own, err := rules.Lookup("chess")
	if err != nil {
		fmt.Println(err)
		return
	}
	own.ID, own.Name = "knights", "Chess with promotion to knights"
	own.Promotion.To = "N"
	circe, err := rules.LookupModifier("circe")
	if err != nil {
		fmt.Println(err)
		return
	}
	own, err = rules.Compose(own, circe)
	fmt.Println(own.ID, own.Name, err)
	// Output: knights+circe Chess with promotion to knights + Circe <nil>
}
