package view_test

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/web/view"
)

var update = flag.Bool("update", false, "write the golden files anew")

// games are all named games, those of the catalogue, and some combinations of two or three.
func games(t testing.TB) []*kirke.Variant {
	all := slices.Concat(kirke.Variants(), rules.Catalogue())
	for _, id := range []string{
		"progressive+circe", "seirawan+circe", "seirawan+anticirce", "seirawan960+circe-parrain", "sissa+circe",
		"cetran1+circe-couscous", "chess960+circe-coucou",
	} {
		v, err := kirke.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// walk plays random moves from a random starting position of v.
func walk(t *rapid.T, v *kirke.Variant) kirke.Position {
	dice := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	var opts []kirke.Option
	if v.Start.Shuffle != nil {
		opts = append(opts, kirke.Seed(dice.Uint64()))
	}
	p, err := kirke.Start(v, opts...)
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 60).Draw(t, "plies") {
		moves := p.AppendLegalMoves(nil)
		if len(moves) == 0 || p.Outcome().Over() {
			break
		}
		m := moves[dice.IntN(len(moves))]
		for range 3 { // prefer captures and gatings to quiet moves
			if d := p.Details(m); d.Captured != 0 || d.Gated != 0 || d.Promoted != 0 {
				break
			}
			m = moves[dice.IntN(len(moves))]
		}
		if p, err = p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// TestStepsReachEachMoveOnce walks the tree of choices as a client does. The next choices are those
// of the moves that begin with the choices made so far. A move is played when it is the only one
// left and all its steps are made.
func TestStepsReachEachMoveOnce(t *testing.T) {
	for _, v := range games(t) {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				p := walk(t, v)
				shown := view.Of(p)
				var reached []string
				var visit func(made []string, left []view.Move)
				visit = func(made []string, left []view.Move) {
					next := map[string][]view.Move{}
					for _, m := range left {
						if len(m.Steps) == len(made) {
							if len(left) != 1 {
								t.Fatalf("%s: %v ends %s, but %d moves begin so", p, made, m.UCI, len(left))
							}
							reached = append(reached, m.UCI)
							return
						}
						key := m.Steps[len(made)]
						next[key] = append(next[key], m)
					}
					for key, moves := range next {
						_, isChoice := shown.Choices[key]
						isSquare := slices.Contains(shown.Squares, key) || slices.Contains(shown.Imaginary, key)
						if isChoice == isSquare {
							t.Fatalf("%s: %q is neither square nor choice, or both", p, key)
						}
						drops := strings.HasPrefix(key, "drop:")
						if isChoice && len(next) == 1 && !drops {
							t.Fatalf("%s: after %v there is only %q to choose", p, made, key)
						}
						if len(made) == 0 && isChoice && !drops {
							t.Fatalf("%s: the first choice is %q, neither a square nor a drop", p, key)
						}
						visit(append(slices.Clone(made), key), moves)
					}
				}
				visit(nil, shown.Moves)
				var legal []string
				for m := range p.LegalMoves() {
					if !p.Outcome().Over() {
						legal = append(legal, p.MoveText(m, kirke.UCI))
					}
				}
				slices.Sort(legal)
				slices.Sort(reached)
				if diff := cmp.Diff(legal, reached); diff != "" {
					t.Fatalf("%s: legal moves (-) and those reached (+):\n%s", p, diff)
				}
				for from, others := range shown.Aliases {
					for square, means := range others {
						for _, m := range shown.Moves {
							if m.Steps[0] == from && m.Steps[1] == square {
								t.Fatalf("%s: %s%s is a move and an alias of %s%s", p, from, square, from, means)
							}
						}
					}
				}
			})
		})
	}
}

// foreseen returns the premoves that lead to the steps of a legal move. A premove may have choices
// that answer "none" and the only legal promotion, which are dropped later. It may lack choices
// that have come up since.
func foreseen(premove, steps []string, uci string) bool {
	i := 0
	for _, key := range premove {
		switch {
		case i < len(steps) && steps[i] == key:
			i++
		case strings.HasPrefix(key, "promote:") && strings.HasSuffix(uci, strings.ToLower(key[len(key)-1:])):
		case !strings.HasSuffix(key, ":-"):
			return false
		}
	}
	return true
}

// TestPremovesForesee: each legal reply by the pieces now on the board can be premoved.
func TestPremovesForesee(t *testing.T) {
	for _, v := range games(t) {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				p := walk(t, v)
				shown := view.Of(p, view.Premoves())
				if shown.Outcome != nil {
					return
				}
				moves := p.AppendLegalMoves(nil)
				for range 4 {
					m := moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")]
					next, err := p.Play(m)
					if err != nil {
						t.Fatal(err)
					}
					if next.Turn() == p.Turn() {
						continue // a series goes on
					}
					answers, steps, _ := view.Steps(next)
					for i, answer := range answers {
						if !stood(p, next, answer) {
							continue
						}
						if !slices.ContainsFunc(
							shown.Premoves,
							func(ahead []string) bool {
								return foreseen(ahead, steps[i], next.MoveText(answer, kirke.UCI))
							},
						) {
							t.Fatalf("%s: %s may be answered by %s, steps %v, which no premove foresees",
								p, p.MoveText(m, kirke.UCI), next.MoveText(answer, kirke.UCI), steps[i])
						}
					}
				}
			})
		})
	}
}

// stood reports whether the pieces of a move were on the same squares in an earlier position.
func stood(before, now kirke.Position, m kirke.Move) bool {
	rooks := before.Setup().Castling.Rook[now.Turn()]
	if m.Form() == rules.Castle && !slices.Contains(rooks[:], m.To()) {
		return false // the right came back with a rebirth
	}
	was, is, v := before.At(m.From()), now.At(m.From()), now.Variant()
	// A bishop that must convert now is another piece type.
	return was != 0 && is != 0 && v.Letter(was) == v.Letter(is) && m.Choice() == 0
}

func TestGolden(t *testing.T) {
	for _, test := range []struct{ name, variant, fen, moves string }{
		{"seirawan-gates", "seirawan", "", "g1f3h e7e5"},
		{"seirawan-castling", "seirawan", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQAHkqah - 0 1", ""},
		{"siceirawan-reassignment", "siceirawan", "4k3/4p3/8/8/3H4/8/4P3/R3K3[E---] w Q - 0 1", ""},
		{"circe-rebirth", "circe", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"},
		{"anticirce", "anticirce", "4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", ""},
		{"sissa-conversion", "sissa", "", "c2c3 a8a7 c1c2"},
		{"progressive", "progressive+circe", "", "e2e4 e7e5"},
		{"parrain-return", "circe-parrain", "4k3/7p/8/3p4/8/8/8/3RK3 w - - 0 1 ~N@b1", "d1d5"},
		{
			"waiting-capturer", "anticirce-calvet+anticirce-choices+circe-parrain", "7k/5K2/8/8/8/8/1P6/b7 b - - 0 1",
			"a1b2",
		},
		{"couscous-choice", "circe-couscous", "4k3/8/8/8/8/2N5/8/r3K3 w - - 0 1", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			v, err := kirke.Lookup(test.variant)
			if err != nil {
				t.Fatal(err)
			}
			p, err := kirke.Start(v)
			if test.fen != "" {
				p, err = kirke.FromFEN(v, test.fen)
			}
			if err != nil {
				t.Fatal(err)
			}
			var opts []view.Option
			for _, text := range strings.Fields(test.moves) {
				next, m, err := p.PlayText(text)
				if err != nil {
					t.Fatal(err)
				}
				opts = []view.Option{view.After(p, m)}
				p = next
			}
			got, err := json.MarshalIndent(view.Of(p, opts...), "", " ")
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", test.name+".json")
			if *update {
				if err := os.WriteFile(file, append(got, '\n'), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)+"\n"); diff != "" {
				t.Errorf("%s has changed; -update writes it anew:\n%s", file, diff)
			}
		})
	}
}

// TestEndedSeries: a view of a game that is over shows no series, however the game ended.
func TestEndedSeries(t *testing.T) {
	v, err := kirke.Lookup("progressive")
	if err != nil {
		t.Fatal(err)
	}
	start, err := kirke.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	g := kirke.NewGame(start)
	says := func(shown view.View) bool {
		return shown.Series != nil ||
			slices.ContainsFunc(shown.Notes, func(note string) bool { return strings.Contains(note, "series") })
	}
	running := view.OfGame(g)
	if !says(running) {
		t.Error("an unfinished game does not show what is left of the series")
	}
	running.End(view.Outcome{Result: "0-1", Reason: "resignation", Text: "Black wins: resignation"})
	if says(running) || len(running.Moves) > 0 || running.Outcome == nil {
		t.Errorf("a game that was resigned shows %v, %v, %d moves", running.Series, running.Notes, len(running.Moves))
	}
	for _, text := range []string{"e4", "e5", "a6", "Bc4", "Qf3", "Qxf7#"} {
		if err := g.PlayText(text); err != nil {
			t.Fatal(err)
		}
	}
	if mated := view.OfGame(g); says(mated) || mated.Outcome == nil {
		t.Errorf("after mate the view shows %v, %v", mated.Series, mated.Notes)
	}
}

func TestBeginningFindsCastlingUnderBothSquares(t *testing.T) {
	for _, test := range []struct{ variant, fen, from, want string }{
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1", "d1:Kd1 d2:Kd2 e2:Ke2 f1:Kf1 f2:Kf2 g1:O-O h1:O-O"},
		{"siceirawan", "4k3/8/8/8/3H4/8/8/4K3[E---] w - - 0 1", "z0", `d4:H\E`},
		{"chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1", "e1:Ke1 e2:Ke2 f2:Kf2 g1:O-O g2:Kg2"}, // the rook is there
	} {
		v, err := kirke.Lookup(test.variant)
		if err != nil {
			t.Fatal(err)
		}
		p, err := kirke.FromFEN(v, test.fen)
		if err != nil {
			t.Fatal(err)
		}
		from, err := v.ParseSquare(test.from)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for to, moves := range view.Beginning(p, from) {
			for _, m := range moves {
				got = append(got, v.SquareName(to)+":"+p.MoveText(m, kirke.SAN))
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s from %s:\n%s", test.fen, test.from, diff)
		}
	}
}
