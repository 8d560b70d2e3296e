package piece_test

import (
	"fmt"

	"github.com/kirke-chess/kirke/piece"
)

// A lame forward leap of two squares passes one that must be empty.
func ExampleParse() {
	m, err := piece.Parse("fmWifmnD")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range m {
		fmt.Println(p.Squares, p.Mode == piece.Move, p.Initial)
	}
	// Output:
	// [{0 1}] true false
	// [{0 1} {0 2}] true true
}

func ExampleParse_error() {
	_, err := piece.Parse("RcaK")
	fmt.Println(err)
	// Output:
	// betza text "RcaK": "K" at byte 3 follows a capture, so that it ends on an empty square: it has m
}

func ExampleType_Movement() {
	m, err := piece.Gryphon.Movement()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(piece.Gryphon.Doc)
	fmt.Println(m[0].Squares, m[4].Squares, m[5].Squares)
	// Output:
	// Moves one square diagonally and may slide on outward as a rook.
	// [{1 1}] [{1 1} {1 2}] [{1 1} {1 2} {1 3}]
}

func ExampleType_Drawing() {
	for _, picture := range []string{"", "Amazon", "Queen 180", "Knight 90 CA", "M50 10L90 90H10Z"} {
		t := piece.Type{Name: "Camel", Picture: picture}
		name, turn, mark := t.Drawing()
		fmt.Printf("%s, turned %d, %q\n", name, turn, mark)
	}
	// Output:
	// Camel, turned 0, ""
	// Amazon, turned 0, ""
	// Queen, turned 180, ""
	// Knight, turned 90, "CA"
	// Camel, turned 0, ""
}
