package kirke_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// must is for examples: a program would look at the error.
func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func Example() {
	v, err := kirke.Lookup("seirawan")
	if err != nil {
		log.Fatal(err)
	}
	p, err := kirke.Start(v)
	if err != nil {
		log.Fatal(err)
	}
	g := kirke.NewGame(p)
	for _, text := range []string{"e4", "Nf6/H", "Nf3/E", "Nxe4"} {
		if err := g.PlayText(text); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(g.Position())
	fmt.Println(g.Position().Explain("Qe2/E"))
	// Output:
	// rnbqkbhr/pppppppp/8/8/4n3/5N2/PPPP1PPP/RNBQKBER[He] w KQBCDFkqbcdf - 0 3
	// "Qe2/E" is not legal: there is no Elephant in hand
}

func ExampleLookup() {
	for _, id := range []string{"anticirce", "progressive+circe", "chess+sissa"} {
		v, err := kirke.Lookup(id)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s: %s\n", v.ID, v.Name)
	}
	// Output:
	// anticirce-calvet: Anticirce (Calvet)
	// progressive+circe: Progressive Chess + Circe
	// "chess+sissa": chess and sissa are two games; only one can be played
}

func ExampleVariants() {
	for _, v := range kirke.Variants() {
		if v.Size.Files > 8 {
			fmt.Printf("%-15s %d×%d  %s\n", v.ID, v.Size.Files, v.Size.Ranks, v.Name)
		}
	}
	// Output:
	// sissa           9×9  Sissa
	// symmetric-sissa 9×9  Symmetric Sissa
	// cetran3         12×12  Cetran Chess 3 (reconstruction)
}

// A shuffled starting position is drawn by a seed. The same seed draws it again.
func ExampleSeed() {
	cetran := must(kirke.Lookup("cetran2"))
	fmt.Println(must(kirke.Start(cetran, kirke.Seed(7))))
	fmt.Println(must(kirke.Start(cetran, kirke.Seed(7), kirke.DrawnWith(rules.Central))))
	// Output:
	// hkcnsaqr/pppppppp/8/8/8/8/PPPPPPPP/RAKSQNCH w - - 0 1
	// hcnqskar/pppppppp/8/8/8/8/PPPPPPPP/RAKSQNCH w - - 0 1
}

// The first rank may be named instead. Those of Chess960 have numbers.
func ExampleArray() {
	chess960 := must(kirke.Lookup("chess960"))
	fmt.Println(must(kirke.Start(chess960, kirke.Array("518"))))
	_, err := kirke.Start(chess960, kirke.Array("960"))
	fmt.Println(err)
	// Output:
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1
	// chess960: the Chess960 arrays are numbered 0 to 959, not 960
}

// The defects of a setup are named in the error, unless they are forgiven.
func ExampleForgive() {
	chess := must(kirke.Lookup("chess"))
	const noBlackKing = "8/8/8/3q4/8/8/8/K2R4 w - - 0 1"
	_, err := kirke.FromFEN(chess, noBlackKing)
	fmt.Println(err)
	p := must(kirke.FromFEN(chess, noBlackKing, kirke.Forgive(rules.MissingKing)))
	fmt.Println(p.Explain("Rxd5"))
	// Output:
	// this is no position of chess: a side has no king
	// <nil>
}

func ExamplePosition_LegalMoves() {
	seirawan := must(kirke.Lookup("seirawan"))
	p := must(kirke.FromFEN(seirawan, "4k3/8/8/8/8/8/5PPP/4K2R[H] w K - 0 1"))
	for m := range p.LegalMoves() {
		if m.Form() == rules.Castle || m.Gated() != 0 {
			fmt.Println(p.MoveText(m, kirke.SAN))
		}
	}
	// Unordered output:
	// Ke2/H
	// Kf1/H
	// Kd1/H
	// Kd2/H
	// Rg1/H
	// Rf1/H
	// O-O
	// O-O/He1
	// O-O/Hh1
}

// A Hawk is gated on the square that a knight leaves.
func ExamplePosition_PlayText() {
	p := must(kirke.Start(must(kirke.Lookup("seirawan"))))
	next, m, err := p.PlayText("Nf3/H")
	if err != nil {
		log.Fatal(err)
	}
	d := p.Details(m)
	fmt.Printf("the %s is gated on %s\n", p.Variant().Type(d.Gated.Type()).Name, p.Variant().SquareName(d.GatedAt))
	fmt.Println(next)
	// Output:
	// the Hawk is gated on g1
	// rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKBHR[Ehe] b KQBCDFkqbcdfg - 1 1
}

// In castling a piece may be gated on the king's or on the rook's square.
func ExamplePosition_PlayText_castling() {
	seirawan := must(kirke.Lookup("seirawan"))
	p := must(kirke.FromFEN(seirawan, "4k3/8/8/8/8/8/5PPP/4K2R[HE] w K - 0 1"))
	for _, text := range []string{"O-O", "O-O/He1", "O-O/Eh1"} {
		next, m, err := p.PlayText(text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(p.MoveText(m, kirke.UCI), next)
	}
	// Output:
	// e1g1 4k3/8/8/8/8/8/5PPP/5RK1[HE] b - - 1 1
	// e1g1h 4k3/8/8/8/8/8/5PPP/4HRK1[E] b - - 1 1
	// h1e1e 4k3/8/8/8/8/8/5PPP/5RKE[H] b - - 1 1
}

// A captured piece of Circe is reborn at home.
func ExamplePosition_Details() {
	circe := must(kirke.Lookup("circe"))
	p := must(kirke.FromFEN(circe, "4k3/8/8/3n4/8/8/8/K2R4 w - - 0 1"))
	next, m, err := p.PlayText("Rxd5")
	if err != nil {
		log.Fatal(err)
	}
	d := p.Details(m)
	fmt.Println(p.MoveText(m, kirke.SAN), "reborn on", circe.SquareName(d.RebornAt))
	fmt.Println(next)
	// Output:
	// Rxd5(Ng8) reborn on g8
	// 4k1n1/8/8/3R4/8/8/8/K7 b - - 0 1
}

func ExamplePosition_Explain() {
	p := must(kirke.Start(must(kirke.Lookup("sissa"))))
	for _, text := range []string{"h3", "h7", "Bh2", "g7", "b3", "b7"} {
		next, _, err := p.PlayText(text)
		if err != nil {
			log.Fatal(err)
		}
		p = next
	}
	fmt.Println(p.Explain("Bc1-a3"))

	seirawan := must(kirke.Lookup("seirawan"))
	p = must(kirke.FromFEN(seirawan, "4k3/8/8/8/8/8/8/r3K3[H] w E - 0 1"))
	fmt.Println(p.Explain("Kf1/H"))
	// Output:
	// "Bc1-a3" is not legal: Bc1 must convert first: one orthogonal step
	// "Kf1/H" is not legal: gating may not shield the king from the rook on a1: the move must be legal without it
}

// A refusal is data besides its sentence: here, who is in the way.
func ExampleForbiddenError() {
	p := must(kirke.Start(must(kirke.Lookup("chess"))))
	err := p.Explain("Ra1-a5")
	fmt.Println(err)
	var refusal *kirke.ForbiddenError
	if errors.As(err, &refusal) && refusal.Rule == rules.Blocked {
		for _, piece := range refusal.Pieces {
			fmt.Println(p.Variant().Type(piece.Piece.Type()).Name, p.Variant().SquareName(piece.At))
		}
	}
	// Output:
	// "Ra1-a5" is not legal: the way of the rook on a1 to a5 is blocked by the pawn on a2
	// Pawn a2
}

// One move in all the styles it can be written in.
func ExamplePosition_MoveText() {
	p := must(kirke.Start(must(kirke.Lookup("seirawan"))))
	m := must(p.ParseMove("g1f3h"))
	for _, s := range []kirke.Style{kirke.SAN, kirke.Book, kirke.LAN, kirke.UCI, kirke.Courier, kirke.Popeye} {
		fmt.Printf("%-8s%s\n", s, p.MoveText(m, s))
	}
	// Output:
	// san     Nf3/H
	// book    Nf3(Hg1)
	// lan     Ng1-f3(Hg1)
	// uci     g1f3h
	// courier N g1-f3; H-g1
	// popeye  Sg1-f3/Hg1
}

func ExamplePosition_Outcome() {
	chess := must(kirke.Lookup("chess"))
	for _, fen := range []string{
		"r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
		"4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
		"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
	} {
		fmt.Println(must(kirke.FromFEN(chess, fen)).Outcome())
	}
	// Output:
	// 1-0 (mate)
	// 1/2-1/2 (stalemate)
	// 1/2-1/2 (dead position)
	// *
}

func ExamplePosition_Perft() {
	p := must(kirke.Start(must(kirke.Lookup("seirawan"))))
	for depth := range 4 {
		fmt.Println(p.Perft(depth))
	}
	// Output:
	// 1
	// 28
	// 784
	// 24830
}

// A game of your own is a changed copy of another: here White's and Black's
// queens are Amazons, and captured pieces are reborn as in Circe.
func ExampleVariant() {
	own := *must(kirke.Lookup("circe"))
	own.ID, own.Name = "amazons", "Circe with Amazons"
	own.Army = append([]kirke.Type(nil), own.Army...)
	own.Army[own.TypeOf('Q')-1] = kirke.Type{Name: "Amazon", Letter: 'A', Betza: "QN",
		Doc: "Moves as a queen or a knight."}
	own.Start.Placement = strings.NewReplacer("q", "a", "Q", "A").Replace(own.Start.Placement)
	own.Promotion.To = "ARBN"

	g := kirke.NewGame(must(kirke.Start(&own)))
	for _, text := range []string{"Ac3", "d5", "Ad4", "c6", "Axd5"} {
		if err := g.PlayText(text); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(g.Node().Text(kirke.SAN))
	fmt.Println(g.Position())
	// Output:
	// Axd5(d7)
	// rnbakbnr/pp1ppppp/2p5/3A4/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 3
}

// A game keeps its moves as a tree.
func ExampleGame() {
	g := kirke.NewGame(must(kirke.Start(must(kirke.Lookup("chess")))))
	for _, text := range []string{"f3", "e5", "g4", "Qh4#"} {
		if err := g.PlayText(text); err != nil {
			log.Fatal(err)
		}
	}
	g.Node().Comments = []string{"the shortest there is"}
	fmt.Println(g.Outcome())

	// Another third move becomes a variation.
	if err := g.GoTo(2); err != nil {
		log.Fatal(err)
	}
	if err := g.PlayText("e4"); err != nil {
		log.Fatal(err)
	}
	g.SetTag("White", "N. N.")
	if err := g.WritePGN(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 0-1 (mate)
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "N. N."]
	// [Black "?"]
	// [Result "0-1"]
	// [RulesVersion "1"]
	//
	// 1. f3 e5 2. g4 (2. e4) 2... Qh4# {the shortest there is} 0-1
}

func ExampleGame_Claims() {
	g := kirke.NewGame(must(kirke.Start(must(kirke.Lookup("seirawan")))))
	for !g.Outcome().Over() {
		for _, text := range []string{"Nf3", "Nf6", "Ng1", "Ng8"} {
			if err := g.PlayText(text); err != nil {
				log.Fatal(err)
			}
		}
		// The first time the knights come home they have closed two gates,
		// so the start itself does not count.
		fmt.Println(g.Repetitions(), g.Claims())
	}
	fmt.Println(g.Outcome())
	// Output:
	// 1 []
	// 2 []
	// 3 [threefold repetition]
	// 4 [threefold repetition]
	// 5 []
	// 1/2-1/2 (fivefold repetition)
}

// A file is read game by game; a bad one does not stop the reading.
func ExampleReadPGN() {
	const file = `[Variant "Seirawan"]
[White "Anna"]

1. e4 e5 2. Nf3/H (2. Bc4/E) 2... Nc6/E {both gate} 1/2-1/2

[Variant "Seirawan"]
[White "Berta"]

1. e4 e5 2. Qh6 *

[White "Clara"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
`
	for g, err := range kirke.ReadPGN(strings.NewReader(file)) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s, %s: %d half-moves, %s\n", g.Tag("White"), g.Variant().Name, g.Ply(), g.Outcome())
	}
	// Output:
	// Anna, Seirawan Chess: 4 half-moves, 1/2-1/2
	// line 9: "Qh6" is not legal: the queen on d1 does not move to h6
	// Clara, Chess: 7 half-moves, 1-0 (mate)
}

// A Game Courier log, which names every move in full, becomes PGN.
func ExampleReadCourier() {
	const courierLog = `// Variant: seirawan
1. P e2-e4
1... n g8-f6; h-g8
2. N g1-f3; E-g1 // both are gated
`
	g := must(kirke.ReadCourier(strings.NewReader(courierLog)))
	if err := g.WritePGN(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "?"]
	// [Black "?"]
	// [Result "*"]
	// [Variant "seirawan"]
	// [RulesVersion "1"]
	//
	// 1. e4 Nf6/H 2. Nf3/E {both are gated} *
}

// A game is stored as JSON with everything needed to replay it.
func ExampleGame_MarshalJSON() {
	g := kirke.NewGame(must(kirke.FromFEN(must(kirke.Lookup("circe")), "4k3/8/8/3n4/8/8/8/K2R4 w - - 0 1")))
	if err := g.PlayText("Rxd5"); err != nil {
		log.Fatal(err)
	}
	data := must(json.MarshalIndent(g, "", "  "))
	fmt.Println(string(data))

	var again kirke.Game
	if err := json.Unmarshal(data, &again); err != nil {
		log.Fatal(err)
	}
	fmt.Println(again.Position())

	future := strings.Replace(string(data), `"rulesVersion": 1`, `"rulesVersion": 2`, 1)
	fmt.Println(json.Unmarshal([]byte(future), &again))
	// Output:
	// {
	//   "variant": "circe",
	//   "rulesVersion": 1,
	//   "start": "4k3/8/8/3n4/8/8/8/K2R4 w - - 0 1",
	//   "moves": [
	//     {
	//       "uci": "d1d5",
	//       "san": "Rxd5(Ng8)"
	//     }
	//   ],
	//   "result": "*"
	// }
	// 4k1n1/8/8/3R4/8/8/8/K7 b - - 0 1
	// the game was played under rules version 2 of circe, and the newest that this build knows is version 1
}
