package kirke_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

func TestStartErrors(t *testing.T) {
	tests := []struct {
		variant string
		option  kirke.Option
		want    string
	}{
		{"chess", kirke.Array("RNBQKBNR"), "chess has one starting position: it takes no array or symmetry"},
		{"chess960", kirke.Array("1000"), "chess960: the Chess960 arrays are numbered 0 to 959, not 1000"},
		{"chess960", kirke.DrawnWith(rules.Central), "chess960 is not drawn with central symmetry; it may be mirror"},
		{"cetran2", kirke.Array("KKKKKKKK"), `cetran2: the array "KKKKKKKK" is not an order of the pieces KQSCAHRN`},
		{"chess", kirke.Kernel("slow"), `there is no kernel "slow"; there are "reference" and "fast"`},
	}
	for _, test := range tests {
		if _, err := kirke.Start(variant(t, test.variant), test.option); err == nil || err.Error() != test.want {
			t.Errorf("%s: got  %v\nwant %s", test.variant, err, test.want)
		}
	}
}

func TestSetupErrorsAreData(t *testing.T) {
	_, err := kirke.FromFEN(variant(t, "chess"), "8/8/8/8/8/8/8/P6K w - - 0 1")
	var bad *rules.SetupError
	if !errors.As(err, &bad) {
		t.Fatalf("got %v", err)
	}
	if want := rules.MissingKing | rules.PawnOnFirstRank; bad.Refused != want {
		t.Errorf("refused %v, want %v", bad.Refused, want)
	}
	_, err = kirke.FromFEN(variant(t, "chess"), "8/8/8/8/8/8/8/P6K w - - 0 1", kirke.Forgive(rules.MissingKing))
	if !errors.As(err, &bad) || bad.Refused != rules.PawnOnFirstRank {
		t.Errorf("with one of two forgiven: %v", err)
	}
}

func TestSeedRepeatsTheStart(t *testing.T) {
	for _, id := range []string{"chess960", "seirawan960", "cetran1", "cetran2", "cetran3", "cetran2+circe"} {
		seen := map[string]bool{}
		for seed := range uint64(20) {
			p := position(t, id, "", kirke.Seed(seed))
			if q := position(t, id, "", kirke.Seed(seed)); p.FEN() != q.FEN() {
				t.Errorf("%s, seed %d: %s and %s", id, seed, p, q)
			}
			seen[p.FEN()] = true
		}
		if len(seen) < 15 {
			t.Errorf("%s: 20 seeds draw only %d arrays", id, len(seen))
		}
	}
}

// The walk of a caller through the exported methods alone.
func TestPositionAgreesWithItself(t *testing.T) {
	for _, v := range games(t) {
		t.Run(v.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p, err := kirke.Start(v, kirke.Seed(rapid.Uint64().Draw(t, "seed")))
				if err != nil {
					t.Fatal(err)
				}
				for range rapid.IntRange(0, 20).Draw(t, "moves") {
					moves := p.AppendLegalMoves(nil)
					if !slices.Equal(moves, slices.Collect(p.LegalMoves())) {
						t.Fatalf("%s: the two lists of moves differ", p)
					}
					if p.Perft(1) != uint64(len(moves)) {
						t.Fatalf("%s: perft 1 is %d, and there are %d moves", p, p.Perft(1), len(moves))
					}
					if len(moves) == 0 {
						return
					}
					m := moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")]
					before := p.FEN()
					for _, style := range []kirke.Style{kirke.SAN, kirke.Book, kirke.LAN, kirke.UCI, kirke.Courier} {
						text := p.MoveText(m, style)
						if back, err := p.ParseMove(text); err != nil || back != m {
							t.Fatalf("%s: %q reads as %v, %v", p, text, back, err)
						}
					}
					next, err := p.Play(m)
					if err != nil {
						t.Fatal(err)
					}
					if p.FEN() != before {
						t.Fatalf("Play changed %s to %s", before, p)
					}
					again, err := kirke.FromFEN(next.Variant(), next.FEN())
					if err != nil {
						t.Fatal(err)
					}
					if !again.SameAs(next) || again.Key() != next.Key() || again.FEN() != next.FEN() {
						t.Fatalf("%s set up afresh is %s", next, again)
					}
					p = next
				}
			})
		})
	}
}

func TestOptionsReachThePosition(t *testing.T) {
	p := position(t, "chess", "", kirke.Kernel("reference"))
	if p.Variant().ID != "chess" || p.Turn() != kirke.White || p.InCheck() {
		t.Errorf("%s", p)
	}
	e1, err := p.Variant().ParseSquare("e1")
	if err != nil {
		t.Fatal(err)
	}
	if pc := p.At(e1); pc.Color() != kirke.White || p.Variant().Type(pc.Type()).Name != "King" {
		t.Errorf("on e1 stands %v", pc)
	}
	for _, sq := range []kirke.Square{64, 200, kirke.NoSquare} {
		if pc := p.At(sq); pc != 0 {
			t.Errorf("beyond the board, on %d, stands %v", sq, pc)
		}
	}
	var none kirke.Position
	if !none.IsZero() || p.IsZero() || none.String() != "no position" {
		t.Errorf("the zero Position is %s", none)
	}
}

func TestAppendLegalMovesDoesNotAllocate(t *testing.T) {
	p := position(t, "seirawan", "")
	buf := make([]kirke.Move, 0, 256)
	if n := testing.AllocsPerRun(100, func() { buf = p.AppendLegalMoves(buf[:0]) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestPasses: where a pass is legal, its text in each style means it, and it can be played.
func TestPasses(t *testing.T) {
	for _, id := range []string{"janggi", "janggicasual"} {
		p, err := kirke.Start(variant(t, id))
		if err != nil {
			t.Fatal(err)
		}
		moves := p.AppendLegalMoves(nil)
		at := slices.IndexFunc(moves, func(m kirke.Move) bool { return m.Form() == rules.Pass })
		if at < 0 {
			t.Fatalf("%s has no pass", id)
		}
		for _, style := range notation.Styles() {
			text := p.MoveText(moves[at], style)
			next, m, err := p.PlayText(text)
			if err != nil {
				t.Errorf("%s: %q: %v", id, text, err)
			} else if m != moves[at] || next.Turn() == p.Turn() {
				t.Errorf("%s: %q means %v", id, text, m)
			}
		}
	}
}

// TestPassesInPGN: a legal pass in a PGN is the move of the game, and is written so again.
func TestPassesInPGN(t *testing.T) {
	p, err := kirke.Start(variant(t, "janggi"))
	if err != nil {
		t.Fatal(err)
	}
	_, pass, err := p.Pass()
	if err != nil || !p.IsLegal(pass) {
		t.Fatalf("the pass %v is not legal: %v", pass, err)
	}
	g := kirke.NewGame(p)
	if err := g.Play(pass); err != nil {
		t.Fatal(err)
	}
	var file strings.Builder
	if err := g.WritePGN(&file); err != nil {
		t.Fatal(err)
	}
	for back, err := range kirke.ReadPGN(strings.NewReader(file.String())) {
		if err != nil {
			t.Fatal(err)
		}
		if got := back.Moves(); len(got) != 1 || got[0] != pass {
			t.Errorf("%v in %s", got, file.String())
		}
	}
}
