package notation_test

import (
	"fmt"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

func ExampleParseFEN() {
	v, err := rules.Lookup("seirawan")
	if err != nil {
		panic(err)
	}
	// The hand in another order, and every gate by its file.
	s, err := notation.ParseFEN(v, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[EHeh] w ABCDEFGHabcdefgh - 0 1")
	if err != nil {
		panic(err)
	}
	fmt.Println(notation.FEN(v, s))

	_, err = notation.ParseFEN(v, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HQhe] w KQkq - 0 1")
	fmt.Println(err)
	// Output:
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1
	// FEN: board "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK…": "Q" is never in hand, only HE are
}

func ExampleParseUCI() {
	v, err := rules.Lookup("seirawan")
	if err != nil {
		panic(err)
	}
	s, err := notation.ParseFEN(v, "4k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQk - 0 1")
	if err != nil {
		panic(err)
	}
	p, err := reference.New(v, s, 0)
	if err != nil {
		panic(err)
	}
	m, err := notation.ParseUCI(p, "h1e1h")
	if err != nil {
		panic(err)
	}
	fmt.Println(notation.FEN(v, p.Play(m).Setup()))

	_, err = notation.ParseUCI(p, "a1b3")
	fmt.Println(err)
	// Output:
	// 4k2r/8/8/8/8/8/8/R4RKH[Ehe] b Ak - 1 1
	// "a1b3" is not legal: the rook on a1 does not move to b3
}
