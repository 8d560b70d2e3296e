package kirke_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// variant returns a game that must exist.
func variant(t testing.TB, id string) *kirke.Variant {
	t.Helper()
	v, err := kirke.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// position returns the position of a FEN, or the start where it is "".
func position(t testing.TB, id, fen string, opts ...kirke.Option) kirke.Position {
	t.Helper()
	v := variant(t, id)
	p, err := kirke.Start(v, opts...)
	if fen != "" {
		p, err = kirke.FromFEN(v, fen, opts...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// game plays moves, separated by blanks, from a position.
func game(t testing.TB, id, fen, moves string) *kirke.Game {
	t.Helper()
	g := kirke.NewGame(position(t, id, fen))
	play(t, g, moves)
	return g
}

func play(t testing.TB, g *kirke.Game, moves string) {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		if err := g.PlayText(text); err != nil {
			t.Fatalf("after %d half-moves: %v", g.Ply(), err)
		}
	}
}

func TestOutcome(t *testing.T) {
	const shuffle = " Nf3 Nf6 Ng1 Ng8"
	tests := []struct {
		name, variant, fen, moves string
		want                      string
	}{
		{"the start", "chess", "", "", "*"},
		{"fool's mate", "chess", "", "f3 e5 g4 Qh4", "0-1 (mate)"},
		{"a check that can be answered", "chess", "", "e4 e5 Qh5 Nc6 Qxf7", "*"},
		{"stalemate", "chess", "7k/8/4Q1K1/8/8/8/8/8 w - - 0 1", "Qf7", "1/2-1/2 (stalemate)"},
		{"an Elephant mates when it is gated", "seirawan", "5rkr/5p1p/8/8/8/8/8/4K1N1[E] w G - 0 1", "Nh3/E",
			"1-0 (mate)"},
		{"without it there is no mate", "seirawan", "5rkr/5p1p/8/8/8/8/8/4K1N1[E] w G - 0 1", "Nh3", "*"},

		{"two kings", "chess", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "Kxd2", "1/2-1/2 (dead position)"},
		{"a knight alone", "chess", "4k3/8/8/8/8/8/3p4/4K1N1 w - - 0 1", "Kxd2", "1/2-1/2 (dead position)"},
		{"bishops on one colour", "chess", "4k1b1/8/8/8/8/8/3p4/4KB2 w - - 0 1", "Kxd2", "1/2-1/2 (dead position)"},
		{"bishops on both colours", "chess", "4kb2/8/8/8/8/8/3p4/4KB2 w - - 0 1", "Kxd2", "*"},
		{"a pawn", "chess", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "", "*"},

		{"a Hawk on the board", "seirawan", "4k3/8/8/8/8/8/3p4/4KH2[] w - - 0 1", "Kxd2", "*"},
		{"a Hawk in hand and an open gate", "seirawan", "4k3/8/8/8/8/8/8/4K3[H] w E - 0 1", "", "*"},
		{"a Hawk in hand and no gate", "seirawan", "4k3/8/8/8/8/8/8/4K3[H] w - - 0 1", "", "1/2-1/2 (dead position)"},
		{"the last gate is left", "seirawan", "4k3/8/8/8/8/8/8/4K3[H] w E - 0 1", "Kd1", "1/2-1/2 (dead position)"},
		{"the last gate is used", "seirawan", "4k3/8/8/8/8/8/8/4K3[H] w E - 0 1", "Kd1/H", "*"},
		{"an Elephant on an imaginary square", "siceirawan", "4k3/8/8/8/8/8/8/4K3[E---] w - - 0 1", "", "*"},
		{"imaginary squares empty", "siceirawan", "4k3/8/8/8/8/8/8/4K3[----] w - - 0 1", "", "1/2-1/2 (dead position)"},

		{"a bared king draws where the flag says so", "seirawan-sjaak", "4k3/8/8/8/8/8/3n4/R3K3[] w - - 0 1", "Kxd2",
			"1/2-1/2 (bare king)"},
		{"and nowhere else", "seirawan", "4k3/8/8/8/8/8/3n4/R3K3[] w - - 0 1", "Kxd2", "*"},
		{"a bared king may take the last piece", "seirawan-sjaak", "1R6/8/8/8/8/2k5/1n6/7K[] w - - 0 1", "Rxb2", "*"},
		{"a bared king that is mated has lost", "seirawan-sjaak", "k7/1n6/1K6/8/8/8/8/7Q[] w - - 0 1", "Qxb7",
			"1-0 (mate)"},

		{"Circe: bare kings", "circe", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", "1/2-1/2 (dead position)"},
		{"Circe: a knight beside them", "circe", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "", "*"},
		{"Circe: a captured piece comes back", "circe", "4k3/8/8/8/8/8/3n4/4K3 w - - 0 1", "Kxd2(Nb8)", "*"},
		{"Circe: its home is occupied", "circe", "1k6/8/8/8/8/2n5/3K4/8 w - - 0 1", "Kxc3", "1/2-1/2 (dead position)"},
		{"Parrain: a piece is pending", "circe-parrain", "4k3/8/8/8/8/8/3n4/4K3 w - - 0 1", "Kxd2", "*"},
		{"Volcanic: a piece is below", "circe-volcanic", "1k6/8/8/8/8/2n5/3K4/8 w - - 0 1", "Kxc3", "*"},

		{"seventy-five moves", "chess", "r3k3/8/8/8/8/8/8/4K3 w - - 149 80", "Kd2", "1/2-1/2 (seventy-five moves)"},
		{"mate comes first", "chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 80", "Ra8", "1-0 (mate)"},
		{"seventy-four and a half", "chess", "r3k3/8/8/8/8/8/8/4K3 w - - 148 80", "Kd2", "*"},
		{"fifty moves are for the players to claim", "chess", "r3k3/8/8/8/8/8/8/4K3 w - - 99 80", "Kd2", "*"},
		{"fivefold", "chess", "", shuffle + shuffle + shuffle + shuffle, "1/2-1/2 (fivefold repetition)"},
		{"fourfold", "chess", "", shuffle + shuffle + shuffle, "*"},

		{"the tenth idle turn", "progressive", "r3k3/8/8/8/8/8/8/4K3 w - - 9 11 1/1", "Kd2", "1/2-1/2 (idle turns)"},
		{"the ninth idle turn", "progressive", "r3k3/8/8/8/8/8/8/4K3 w - - 8 11 1/1", "Kd2", "*"},
		{"progressive mate", "progressive", "", "e4 e5 Nc6 Bc4 Qh5 Qxf7", "1-0 (mate)"},
		{"no move left in the middle of a series", "progressive", "k7/8/8/2Q5/8/p7/P7/7K b - - 0 1 2/2", "Kb7 Ka8",
			"*"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := game(t, test.variant, test.fen, test.moves)
			if got := g.Outcome().String(); got != test.want {
				t.Errorf("%s: got %s, want %s", g.Position(), got, test.want)
			}
		})
	}
}

func TestRepetitions(t *testing.T) {
	tests := []struct {
		name, variant, fen, moves string
		want                      int
	}{
		{"the start comes back", "chess", "", "Nf3 Nf6 Ng1 Ng8", 2},
		{"and again", "chess", "", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", 3},
		{"another side to move", "chess", "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1",
			"Kd1 Kd8 Ke1 Ke8 Ra2 Kd8 Ra1 Ke8 Ra3 Kd8 Ra2 Ke8 Ra1", 1},
		{"castling rights are lost", "chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "Ke2 Ke7 Ke1 Ke8", 1},
		{"they are lost once", "chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8", 2},
		{"en passant was possible", "chess", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d4 Kd8 Kd1 Ke8 Ke1", 1},
		{"en passant was not", "chess", "4k3/8/8/8/8/4p3/3P4/4K3 w - - 0 1", "d4 Kd8 Kd1 Ke8 Ke1", 2},
		{"gates have closed", "seirawan", "", "Nf3 Nf6 Ng1 Ng8", 1},
		{"they close once", "seirawan", "", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", 2},
		{"without a hand there are no gates", "seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
			"Nf3 Nf6 Ng1 Ng8", 2},
		{"a bishop has become one that must convert", "sissa", "4k4/9/9/9/9/9/9/9/2B1K1B2 w - - CG 0 1",
			"Bd2 Ke8 Bc1 Ke9", 1},
		{"it became so once", "sissa", "4k4/9/9/9/9/9/9/9/2B1K1B2 w - - CG 0 1", "Bd2 Ke8 Bc1 Ke9 Bd2 Ke8 Bc1 Ke9", 2},
		{"captures do not cut the history of Circe", "circe", "1k6/8/8/3q4/8/8/8/K2R4 w - - 0 1",
			"Rxd5(Qd8) Qxd5(Rh1) Rd1 Ka8 Rxd5(Qd8) Qxd5(Rh1) Rd1 Kb8", 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := game(t, test.variant, test.fen, test.moves)
			if got := g.Repetitions(); got != test.want {
				t.Errorf("%s: %d times, want %d", g.Position(), got, test.want)
			}
		})
	}
}

func TestClaims(t *testing.T) {
	const shuffle = " Nf3 Nf6 Ng1 Ng8"
	threefold, fifty := kirke.ThreefoldRepetition, kirke.FiftyMoves
	tests := []struct {
		name, variant, fen, moves string
		want                      []kirke.Reason
	}{
		{"nothing at the start", "chess", "", "", nil},
		{"twice is not enough", "chess", "", shuffle, nil},
		{"three times", "chess", "", shuffle + shuffle, []kirke.Reason{threefold}},
		{"gates make it later", "seirawan", "", shuffle + shuffle, nil},
		{"but not for ever", "seirawan", "", shuffle + shuffle + shuffle, []kirke.Reason{threefold}},
		{"fifty moves", "chess", "r3k3/8/8/8/8/8/8/4K3 w - - 99 80", "Kd2", []kirke.Reason{fifty}},
		{"both", "chess", "r3k3/8/8/8/8/8/8/4K3 w - - 100 80", "Kd2 Kd8 Ke1 Ke8 Kd2 Kd8 Ke1 Ke8",
			[]kirke.Reason{threefold, fifty}},
		{"nothing when the game is over", "chess", "r3k3/8/8/8/8/8/8/4K3 w - - 149 80", "Kd2", nil},
		{"series games have their own rule", "progressive", "r3k3/8/8/8/8/8/8/4K3 w - - 9 11 1/1", "Kd2", nil},
		{"a Circe game of captures", "circe", "1k6/8/8/3q4/8/8/8/K2R4 w - - 0 1",
			strings.Repeat("Rxd5(Qd8) Qxd5(Rh1) Rd1 Ka8 Rxd5(Qd8) Qxd5(Rh1) Rd1 Kb8 ", 2), []kirke.Reason{threefold}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := game(t, test.variant, test.fen, test.moves)
			if got := g.Claims(); !slices.Equal(got, test.want) {
				t.Errorf("%s: got %v, want %v", g.Position(), got, test.want)
			}
			for _, r := range []kirke.Reason{threefold, fifty} {
				g.Record(kirke.Outcome{})
				err := g.Claim(r)
				if offered := slices.Contains(test.want, r); (err == nil) != offered {
					t.Errorf("Claim(%v) = %v", r, err)
				} else if offered && g.Outcome() != (kirke.Outcome{Result: kirke.Drawn, Reason: r}) {
					t.Errorf("Claim(%v) left %v", r, g.Outcome())
				}
			}
		})
	}
}

// A king is not bare while a piece of its side may still come to the board.
func TestBareKingWaits(t *testing.T) {
	bare := func(id string, change func(*kirke.Setup)) kirke.Reason {
		v := variant(t, id)
		s := rules.NewSetup(v)
		s.Board[v.Size.At(4, 0)] = rules.MakePiece(v.TypeOf('K'), kirke.White)
		s.Board[v.Size.At(4, 7)] = rules.MakePiece(v.TypeOf('K'), kirke.Black)
		s.Board[v.Size.At(0, 7)] = rules.MakePiece(v.TypeOf('Q'), kirke.Black)
		change(&s)
		p, err := kirke.FromSetup(v, s)
		if err != nil {
			t.Fatal(err)
		}
		return p.Outcome().Reason
	}
	rook := func(v *kirke.Variant) kirke.Piece { return rules.MakePiece(v.TypeOf('R'), kirke.White) }
	for _, test := range []struct {
		variant string
		change  func(v *kirke.Variant, s *kirke.Setup)
	}{
		{"circe-volcanic+bare-king", func(v *kirke.Variant, s *kirke.Setup) {
			s.Aftermath.Below = []rules.Hidden{{At: v.Size.At(0, 7), Piece: rook(v)}}
		}},
		{"circe-parrain+bare-king", func(v *kirke.Variant, s *kirke.Setup) {
			s.Aftermath.Pending, s.Aftermath.PendingAt = rook(v), v.Size.At(1, 3)
		}},
		{"siceirawan+bare-king", func(v *kirke.Variant, s *kirke.Setup) {
			s.Gating.Imaginary[0], s.Gating.Imaginary[1] = rules.MakePiece(v.TypeOf('E'), kirke.White),
				rules.MakePiece(v.TypeOf('H'), kirke.White)
			s.Gating.Gates[kirke.White] = 1 << 4
		}},
		{"seirawan-sjaak", func(v *kirke.Variant, s *kirke.Setup) {
			s.Gating.Hand[kirke.White][0] = 1
			s.Gating.Gates[kirke.White] = 1 << 4
		}},
	} {
		if got := bare(test.variant, func(*kirke.Setup) {}); got != kirke.BareKing {
			t.Errorf("%s with a bare king: %v", test.variant, got)
		}
		v := variant(t, test.variant)
		if got := bare(test.variant, func(s *kirke.Setup) { test.change(v, s) }); got != kirke.NoReason {
			t.Errorf("%s with a piece that waits: %v", test.variant, got)
		}
	}
}

// In a game without claims the third repetition and the fifty moves end it by themselves.
func TestDrawsWithoutClaims(t *testing.T) {
	const shuffle = " Nf3 Nf6 Ng1 Ng8"
	threefold, fifty := kirke.ThreefoldRepetition, kirke.FiftyMoves
	for _, test := range []struct {
		name, variant, fen, moves string
		want                      kirke.Reason
	}{
		{"twice is not enough", "seirawan-sjaak", "", shuffle + shuffle, kirke.NoReason},
		{"three times", "seirawan-sjaak", "", shuffle + shuffle + shuffle, threefold},
		{"three times in a combination", "seirawan-sjaak+circe", "", shuffle + shuffle + shuffle, threefold},
		{"99 half-moves", "seirawan-sjaak", "r3k3/8/8/8/8/8/8/R3K3[] w - - 98 80", "Kd2", kirke.NoReason},
		{"fifty moves", "seirawan-sjaak", "r3k3/8/8/8/8/8/8/R3K3[] w - - 99 80", "Kd2", fifty},
		{"mate comes first", "seirawan-sjaak", "4k3/R7/8/8/8/8/8/1R2K3[] w - - 99 80", "Rb8", kirke.Mate},
		{"series games have their own rule", "seirawan-sjaak+progressive", "r3k3/8/8/8/8/8/8/R3K3[] w - - 8 5 1/1",
			"Kd2", kirke.NoReason},
		{"not in Seirawan chess", "seirawan", "", shuffle + shuffle + shuffle, kirke.NoReason},
	} {
		t.Run(test.name, func(t *testing.T) {
			moves := strings.Fields(test.moves)
			g := game(t, test.variant, test.fen, strings.Join(moves[:len(moves)-1], " "))
			last, err := g.Position().ParseMove(moves[len(moves)-1])
			if err != nil {
				t.Fatal(err)
			}
			after, claims := g.OutcomeAfter(last), g.ClaimsWith(last)
			play(t, g, moves[len(moves)-1])
			if got := g.Outcome(); got.Reason != test.want || got.Over() != (test.want != kirke.NoReason) ||
				got != after {
				t.Errorf("%s: got %v, and before the last move %v, want %v", g.Position(), got, after, test.want)
			}
			if v := g.Variant(); v.End.NoClaims && (claims != nil || g.Claims() != nil || g.Claim(threefold) == nil) {
				t.Errorf("%s: a draw is claimed", g.Position())
			}
		})
	}
}

func TestClaimsWith(t *testing.T) {
	g := game(t, "chess", "", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")
	if got := g.Claims(); got != nil {
		t.Fatalf("Claims() = %v before the move", got)
	}
	for text, want := range map[string][]kirke.Reason{"Ng8": {kirke.ThreefoldRepetition}, "e5": nil} {
		m, err := g.Position().ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.ClaimsWith(m); !slices.Equal(got, want) {
			t.Errorf("ClaimsWith(%s) = %v, want %v", text, got, want)
		}
	}
	if g.Ply() != 7 {
		t.Errorf("asking played a move: %d", g.Ply())
	}
}

func TestRecordedOutcomes(t *testing.T) {
	tests := []struct {
		name string
		fen  string
		end  func(*kirke.Game) error
		want string
	}{
		{"White resigns", "", func(g *kirke.Game) error { return g.Resign(kirke.White) }, "0-1 (resignation)"},
		{"Black resigns", "", func(g *kirke.Game) error { return g.Resign(kirke.Black) }, "1-0 (resignation)"},
		{"agreement", "", (*kirke.Game).AgreeDraw, "1/2-1/2 (agreement)"},
		{"time", "", func(g *kirke.Game) error { return g.LoseOnTime(kirke.White) }, "0-1 (time forfeit)"},
		{"time against a bare king", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
			func(g *kirke.Game) error { return g.LoseOnTime(kirke.White) }, "1/2-1/2 (time forfeit)"},
		{"time of the bare king", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
			func(g *kirke.Game) error { return g.LoseOnTime(kirke.Black) }, "1-0 (time forfeit)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := kirke.NewGame(position(t, "chess", test.fen))
			if err := test.end(g); err != nil {
				t.Fatal(err)
			}
			if got := g.Outcome().String(); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if err := g.AgreeDraw(); err == nil {
				t.Error("a second end was recorded")
			}
			for m := range g.Position().LegalMoves() {
				if err := g.Play(m); err == nil {
					t.Error("the game was played on")
				}
				break
			}
		})
	}
	mated := game(t, "chess", "", "f3 e5 g4 Qh4")
	if err := mated.Resign(kirke.White); err == nil || !strings.Contains(err.Error(), "0-1 (mate)") {
		t.Errorf("resigning after mate: %v", err)
	}
	mated.Undo()
	if err := mated.Resign(kirke.Black); err != nil {
		t.Error(err)
	}
	mated.Undo()
	if o := mated.Outcome(); o.Over() {
		t.Errorf("the game that was taken up again is %v", o)
	}
}

func TestResultAndReasonTexts(t *testing.T) {
	for r := kirke.Unfinished; r <= kirke.Drawn; r++ {
		if got, err := kirke.ParseResult(r.String()); err != nil || got != r {
			t.Errorf("ParseResult(%q) = %v, %v", r, got, err)
		}
	}
	for r := kirke.NoReason; r <= kirke.TimeForfeit; r++ {
		if got, err := kirke.ParseReason(r.String()); err != nil || got != r {
			t.Errorf("ParseReason(%q) = %v, %v", r, got, err)
		}
	}
	if _, err := kirke.ParseResult("won"); err == nil {
		t.Error("“won” is a result")
	}
	if _, err := kirke.ParseReason("boredom"); err == nil {
		t.Error("“boredom” is a reason")
	}
}
