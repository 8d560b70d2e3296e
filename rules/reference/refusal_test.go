package reference_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// refused is how many positions of each game TestRefusalsAreTrue looks at.
var refused = flag.Int("refused", 2, "positions of each game to check reasons in")

// leapers is chess with a cannon that captures by leaping and a grasshopper.
func leapers(t *testing.T) *rules.Variant {
	v := *lookup(t, "chess")
	v.ID = "leapers"
	v.Army = append(slices.Clone(v.Army),
		piece.Type{Name: "Cannon", Letter: 'C', Betza: "mRcpR"}, piece.Type{Name: "Grasshopper", Letter: 'G',
			Betza: "gQ"})
	v.Start.Placement = strings.NewReplacer("n", "c", "N", "C", "b", "g", "B", "G").Replace(v.Start.Placement)
	v.Promotion.To = "QCG"
	return &v
}

// TestRefusalsAreTrue checks the facts of every reason against every kind of refused move, in
// positions of random games and random diagrams of all games.
func TestRefusalsAreTrue(t *testing.T) {
	met := map[rules.Rule]int{}
	known := append(rulestest.Variants(t), leapers(t))
	for i, v := range slices.Concat(known, rulestest.Inventions(t), rules.Catalogue()) {
		t.Run(v.ID, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(uint64(i), 2))
			for n := range *refused {
				p := somewhere(t, v, dice, n%2 == 1 && i < len(known))
				for rule, times := range rulestest.Refusals(t, p, dice, min(150**refused, 4000)) {
					met[rule] += times
				}
			}
		})
	}
	for rule := rules.NoMove; rule < rules.Unexplained; rule++ {
		if met[rule] == 0 {
			t.Logf("rule %d was not met", rule)
		}
	}
}

// TestEveryRule meets each rule once, and checks the facts of its reason.
func TestEveryRule(t *testing.T) {
	move := func(text string, form rules.Form) func(p rules.Position) rules.Move {
		return func(p rules.Position) rules.Move {
			v := p.Variant()
			from, n := v.SquarePrefix(text)
			to, _ := v.SquarePrefix(text[n:])
			return rules.MakeMove(form, from, to)
		}
	}
	with := func(m func(rules.Position) rules.Move, change func(m rules.Move,
		v *rules.Variant) rules.Move) func(rules.Position) rules.Move {
		return func(p rules.Position) rules.Move { return change(m(p), p.Variant()) }
	}
	enters := func(letter byte) func(rules.Move, *rules.Variant) rules.Move {
		return func(m rules.Move, v *rules.Variant) rules.Move { return m.WithGated(v.TypeOf(letter), false) }
	}
	const start = ""
	quiet := "rnbskqb1r/ppppppppp/9/9/9/9/9/PPPPPPnPP/RNBQKSBNR w KQkq - CGcg 0 1"
	tests := map[rules.Rule]struct {
		variant, fen, text string                          // the text as engines write it,
		move               func(rules.Position) rules.Move // or the move that has none
	}{
		rules.NoMove:       {"chess", start, "0000", nil},
		rules.Malformed:    {"siceirawan", "4k3/8/8/8/3H4/8/8/4K3[E---] w - - 0 1", "", move("d4d5", rules.Reassign)},
		rules.WrongForm:    {"chess", "7k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "", move("e5d6", rules.Ordinary)},
		rules.ChoiceDue:    {"circe-couscous", "P3k3/8/8/8/8/8/4P3/4K3 w - - 0 1 =a8", "e2e4", nil},
		rules.ChoiceNotDue: {"circe-couscous", start, "=q,e2e4", nil},
		rules.EmptySquare:  {"chess", start, "e3e4", nil},
		rules.NotYours:     {"chess", start, "e7e5", nil},

		rules.NoSuchMove:      {"chess", start, "b1b3", nil},
		rules.OwnPiece:        {"chess", start, "b1d2", nil},
		rules.Blocked:         {"sissa", start, "f1f3", nil},
		rules.NothingToLeap:   {"leapers", "1c2k3/8/8/8/8/8/8/1C2K3 w - - 0 1", "b1b8", nil},
		rules.OnlyCaptures:    {"chess", start, "e2d3", nil},
		rules.OnlyMoves:       {"chess", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e3", nil},
		rules.FirstRankPawn:   {"circe-pwc", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a1a2", nil},
		rules.EmptyImaginary:  {"siceirawan", "4k3/8/8/8/8/8/1B6/4K3[----] w - - 0 1", "b2z0", nil},
		rules.MustConvert:     {"sissa", "4k4/9/9/9/9/9/9/9/2B1K4 w - - C+ 0 1", "c1a3", nil},
		rules.QuietConversion: {"sissa+quiet-conversion", quiet, "g1g2", nil},
		rules.HomeTaken:       {"circe-martian", "4k3/8/8/7n/8/3R4/8/4K2N w - - 0 1", "d3h5", nil},
		rules.HomeOutOfReach:  {"circe-martian", "4k3/8/8/3n4/8/3R4/8/4K3 w - - 0 1", "d3d5", nil},
		rules.HomeBlocked:     {"circe-martian", "4k3/8/8/7n/8/3R3P/8/4K3 w - - 0 1", "d3h5", nil},

		rules.NoCastling:       {"cetran2", start, "", move("e1h1", rules.Castle)},
		rules.NotTheKing:       {"chess", start, "", move("d1a1", rules.Castle)},
		rules.NoCastlingRight:  {"chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", nil},
		rules.CastlingInCheck:  {"chess", "k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", nil},
		rules.CastlingBlocked:  {"chess", start, "e1g1", nil},
		rules.CastlingAttacked: {"chess", "k4r2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", nil},

		rules.NoReassignment:  {"chess", start, "", move("e2e2", rules.Reassign)},
		rules.NotReassignable: {"siceirawan", start, "d1d1h", nil},
		rules.SeveralPresent:  {"siceirawan", "4k3/8/8/8/3HE3/8/8/4K3[----] w - - 0 1", "d4d4e", nil},
		rules.NoNewcomer:      {"siceirawan", "4k3/8/8/8/3H4/8/8/4K3[E---] w - - 0 1", "d4d4", nil},
		rules.SameType:        {"siceirawan", "4k3/8/8/8/3H4/8/8/4K3[E---] w - - 0 1", "d4d4h", nil},
		rules.ReturnBlocked:   {"siceirawan", "4k3/8/8/8/3H4/8/8/4K3[EH--] w - - 0 1", "d4d4e", nil},
		rules.NotAPawn:        {"siceirawan", "4k3/8/8/8/3H4/8/8/N3K3[E---] w - - 0 1", "d4d4e,a1b3", nil},

		rules.PromotionDue:    {"chess", "7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", nil},
		rules.PromotionNotDue: {"chess", start, "e2e4q", nil},
		rules.NotAPromotion:   {"chess", "7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", nil},
		rules.PromotionHeld:   {"siceirawan", "4k3/P7/8/8/3H4/8/8/4K3[E---] w - - 0 1", "a7a8e", nil},

		rules.RebornDue: {"circe-coucou", "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1", "a1a2", nil},
		rules.RebornNotDue: {"circe", "4k3/8/8/3n4/8/8/8/K2R4 w - - 0 1", "", with(move("d1d5", rules.Ordinary),
			func(m rules.Move, v *rules.Variant) rules.Move { return m.WithReborn(v.TypeOf('Q')) })},
		rules.RebirthBlocked:  {"circe-strict", "4k1n1/8/8/3n4/8/8/8/K2R4 w - - 0 1", "d1d5", nil},
		rules.NoRebirth:       {"circe-strict+circe-equipollents", "3nk3/8/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", nil},
		rules.CapturerBlocked: {"anticirce", "4k3/8/8/3n4/8/8/8/K2R3B w - - 0 1", "d1d5", nil},
		rules.CapturerOff: {"anticirce+anticirce-choices+circe-equipollents", "3nk3/8/8/8/8/8/8/K2R4 w - - 0 1", "d1d8",
			nil},
		rules.OnOwnHome: {"anticirce-cheylan", "4k3/8/8/8/8/8/3K4/r2R4 w - - 0 1", "d1a1", nil},
		rules.TakesBack: {"circe-pwc+cohen", "4k3/8/8/3R4/8/K7/8/3r4 b - - 0 1 !d1d5d1", "d1d5", nil},

		rules.KingTaken:   {"chess", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "e1e8", nil},
		rules.KingLost:    {"circe-assassin", "2K5/8/8/3b4/8/7k/8/3R4 w - - 0 1", "d1d5", nil},
		rules.LeavesCheck: {"chess", "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2d2", nil},
		rules.GateShields: {"seirawan", "4k3/8/8/8/8/8/8/r3K3[H] w E - 0 1", "e1f1h", nil},
		rules.ChecksEarly: {"progressive-italian", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 2/2", "a1a8", nil},

		rules.NoImaginary:       {"chess", start, "e2e4~", nil},
		rules.SwapOutsideCastle: {"siceirawan", start, "e2e4~", nil},
		rules.NothingToSwap:     {"siceirawan", "4k3/8/8/8/8/8/8/4K2R[----] w K - 0 1", "e1g1~", nil},
		rules.NeverGated:        {"seirawan", start, "g1f3q", nil},
		rules.PawnLeaves:        {"seirawan", start, "", with(move("e2e4", rules.Ordinary), enters('H'))},
		rules.NotWaiting:        {"siceirawan", "4k3/8/8/8/8/8/8/4K1N1[E---] w - - 0 1", "g1f3h", nil},
		rules.OtherPresent:      {"siceirawan", "4k3/8/8/8/3H4/8/8/4K1N1[E---] w - - 0 1", "g1f3e", nil},
		rules.NotInHand:         {"seirawan", "4k3/8/8/8/8/8/8/4K1N1[E] w EG - 0 1", "g1f3h", nil},
		rules.NoGate:            {"seirawan", "4k3/8/8/8/8/5N2/8/4K3[E] w E - 0 1", "f3d4e", nil},
		rules.GateClosed:        {"seirawan", "4k3/8/8/8/8/8/8/4K1N1[E] w E - 0 1", "g1f3e", nil},
		rules.GateBlocked:       {"seirawan960", "4k3/8/8/8/8/8/8/5KR1[H] w GFG - 0 1", "f1g1h", nil},

		rules.GameOver:         {"racing", "4k3/K7/8/8/8/8/8/8 w - - 0 1", "a7a8", nil},
		rules.CaptureDue:       {"giving", "4k3/8/8/8/8/8/1n6/2K5 w - - 0 1", "c1c2", nil},
		rules.PromotionHits:    {"sittuyin", "8/8/8/8/3n4/4P3/8/K6k[] w - - 0 1", "e3e3f", nil},
		rules.DropDue:          {"placed", "8/pppppppp/8/8/8/8/PPPPPPPP/8[Kk] w - - 0 1", "e2e4", nil},
		rules.PassNotDue:       {"passing", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "e8e8", nil},
		rules.ChecksForbidden:  {"racing", "8/8/8/8/8/8/k7/5R1K w - - 0 1", "f1f2", nil},
		rules.KingsFace:        {"facing", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2d2", nil},
		rules.KingWalks:        {"makpong", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "e8d8", nil},
		rules.RoyalLost:        {"blasting", "4k3/8/8/8/8/8/3rR3/4K3 w - - 0 1", "e2d2", nil},
		rules.NeverMoves:       {"little-shogi", "4k/5/5/5/K4[P] w - - 0 1", "P@c5", nil},
		rules.NotDropped:       {"little-shogi", "4k/5/2P2/5/K4[P] w - - 0 1", "P@c2", nil},
		rules.DropOccupied:     {"house", "4k3/8/8/8/8/8/4P3/4K3[N] w - - 0 1", "N@e2", nil},
		rules.DropChecks:       {"shy-house", "4k3/8/8/8/8/8/4P3/3K4[R] w - - 0 1", "R@h8", nil},
		rules.DropMates:        {"little-shogi", "3lk/3p1/4K/5/5[P] w - - 0 1", "P@e4", nil},
		rules.BishopColors:     {"placed", "8/pppppppp/8/8/8/8/PPPPPPPP/2B5[BKk] w - - 0 1", "B@a1", nil},
		rules.HasMoved:         {"cambodian", "4k3/8/8/8/8/8/8/3K4 w - - 0 1", "d1b2", nil},
		rules.FirstMoveInCheck: {"cambodian", "3rk3/8/8/8/8/8/8/3K4 w D - 0 1", "d1b2", nil},
		rules.WallDue:          {"duck", start, "e2e4", nil},

		rules.Paralysed:  {"madrasi", "4k3/8/8/3n4/5N2/8/8/4K3 w - - 0 1", "f4g6", nil},
		rules.BenchDue:   {"football", start, "b1a3", nil},
		rules.NotBenched: {"football", start, "b1c3=r", nil},
		rules.StepDue:    {"take-and-make", "4k3/8/8/8/8/8/8/R2nK3 w - - 0 1", "a1d1", nil},
		rules.NoStep:     {"take-and-make", "4k3/8/8/8/8/4P3/8/R3p1K1 w - - 0 1", "a1e1", nil},
		rules.NotChosen:  {"take-and-make", "4k3/8/8/8/8/8/8/R2nK3 w - - 0 1", "a1d1>h8", nil},
		rules.OwnType:    {"norsk", "4k3/8/8/8/8/8/8/R2nK3 w - - 0 1", "a1d1", nil},

		rules.Unattacked:      {"chess+functionary", start, "e2e4", nil},
		rules.Unguarded:       {"chess+ultrapatrol", "4k3/8/8/8/8/8/8/R6K w - - 0 1", "a1a2", nil},
		rules.MovesBack:       {"chess+all-in", "4k3/8/8/8/8/8/R7/6K1 b - - 0 1 $ma1a2R", "a2a1", nil},
		rules.OnlyTheirs:      {"chess+half-in", "4k3/8/8/8/8/8/R7/6K1 w - - 0 1", "a2a1", nil},
		rules.JustMoved:       {"chess+fuddled-men", "4k3/8/8/8/8/8/8/R6K w - - 0 1 $fa1/-", "a1a2", nil},
		rules.AttackedKing:    {"chess+pepo", "4k3/8/8/8/8/8/8/r6K w - - 0 1", "h1h2", nil},
		rules.TypeMoved:       {"chess+disparate", "4k3/8/8/8/8/8/8/R6K w - - 0 1 $ma7a8r", "a1a2", nil},
		rules.KingMustGo:      {"chess+super-transmuting-king-white", "4k3/8/8/8/8/8/8/R3K2r w - - 0 1", "a1a2", nil},
		rules.WithinCell:      {"chess+grid", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b1", nil},
		rules.WrongShade:      {"chess+monochromatic", start, "b1c3", nil},
		rules.OffTheEdge:      {"chess+edgemover-white", start, "e2e4", nil},
		rules.TooFar:          {"chess+bgl", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 $b250/250", "a1a4", nil},
		rules.ImitatorBlocked: {"chess+imitator", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 $ie7", "a1a2", nil},
		rules.CaptureBarred:   {"chess+no-capture", "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1", "a1a2", nil},
		rules.Paralyses:       {"chess+isardam", "r3k3/8/8/8/8/8/8/1R2K3 w - - 0 1", "b1a1", nil},
		rules.MakesContact:    {"chess+antikoeko", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1d1", nil},
		rules.LosesContact:    {"chess+koeko", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a5", nil},
		rules.GreaterDue:      {"chess+maximummer-white", start, "e2e3", nil},
		rules.CheckDue:        {"chess+must-check-white", start, "e2e4", nil},
		rules.MatesTwice:      {"chess+exclusive", "k7/8/1K6/8/8/8/8/5Q1R w - - 0 1", "h1h8", nil},
		rules.UnsafeSwap:      {"white-oscillating-kings-b", "4kr2/8/8/8/8/8/8/4K3 w - - 0 1", "e1f1", nil},
		rules.StaysPawn:       {"single-box-2", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", nil},
		rules.NeverExchanged:  {"chess", start, "e2<>e7", nil},
		rules.NotAlike:        {"chess+messigny", start, "e2<>e8", nil},
		rules.JustExchanged:   {"chess+messigny", "4k3/8/8/8/8/8/R7/r3K3 w - - 0 1 $xa1a2", "a2<>a1", nil},
		rules.NoPartner:       {"chess+rokagogo", "4k3/8/8/8/8/8/8/4K2B w - - 0 1", "", move("e1h1", rules.Castle)},
		rules.PartnerTooNear:  {"chess+castling-chess", "4k3/8/8/8/8/8/8/4K1B1 w - - 0 1", "e1g1", nil},
		rules.CastledBefore:   {"chess+exchange-castling", "4k3/8/8/8/8/8/8/4K2B w - - 0 1 $k1/0", "e1h1", nil},
		rules.RolesStay:       {"chess", start, "<>", nil},
		rules.OutOfBox:        {"single-box", "4k3/P7/8/8/8/8/8/3QK3 w - - 0 1", "a7a8q", nil},
	}
	for rule := rules.NoMove; rule < rules.Unexplained; rule++ {
		test, listed := tests[rule]
		if !listed {
			t.Errorf("rule %d has no example", rule)
			continue
		}
		p := example(t, test.variant, test.fen)
		if test.move == nil {
			test.move = func(p rules.Position) rules.Move {
				m, err := notation.Candidate(p, test.text)
				if err != nil {
					t.Fatal(err)
				}
				return m
			}
		}
		m := test.move(p)
		switch reason := rulestest.Judge(t, p, m); {
		case reason == nil:
			t.Errorf("rule %d: %s %s is legal in %s", rule, test.text, rulestest.MoveText(p, m), rulestest.Text(p))
		case reason.Rule != rule:
			t.Errorf("rule %d: %s is refused by rule %d: %v", rule, test.text, reason.Rule, reason)
		}
	}
}

// example returns the position of a FEN that may have any problem, or the start of a game.
func example(t *testing.T, id, fen string) rules.Position {
	t.Helper()
	var v *rules.Variant
	switch {
	case id == "leapers":
		v = leapers(t)
	case slices.ContainsFunc(rulestest.Inventions(t), func(v *rules.Variant) bool { return v.ID == id }):
		v = rulestest.Invention(t, id)
	default:
		v = lookup(t, id)
	}
	if fen != "" {
		return rulestest.Position(t, v, fen, rules.AnyDefect)
	}
	s, err := v.StartSetup(rules.StartOptions{FirstRank: startOf(v)})
	if err != nil {
		t.Fatal(err)
	}
	p, err := reference.New(v, s, 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// arrayOf returns the example array of a game that draws one.
func startOf(v *rules.Variant) string {
	if v.Start.Shuffle == nil {
		return ""
	}
	ranks := strings.Split(v.Start.Placement, "/")
	return ranks[len(ranks)-1] + "/" + ranks[0]
}

// somewhere returns a position of a random game from the array or from a random diagram.
func somewhere(t *testing.T, v *rules.Variant, dice *rand.Rand, scattered bool) rules.Position {
	t.Helper()
	var err error
	if v.Start.Shuffle != nil {
		if v, err = v.WithStart(rules.StartOptions{Seed: dice.Uint64()}); err != nil {
			t.Fatal(err)
		}
	}
	s, err := v.StartSetup(rules.StartOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for {
		forgive := rules.Defect(0)
		if scattered {
			s = equipped(dice, v, rulestest.Scatter(dice, v, 4+dice.IntN(24), ""))
			forgive = rules.AnyDefect &^ rules.OppositeCheck
			if dice.IntN(4) == 0 {
				forgive = rules.AnyDefect // where a king may be taken
			}
		}
		p, err := reference.New(v, s, forgive)
		if err != nil && !scattered {
			t.Fatal(err)
		}
		if err != nil {
			continue
		}
		for range dice.IntN(60) {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[dice.IntN(len(moves))]
			if lively := rules.Select(p, rules.Captures, nil); len(lively) > 0 && dice.IntN(3) == 0 {
				m = lively[dice.IntN(len(lively))]
			}
			p = p.Play(m)
		}
		return p
	}
}

// equipped returns a diagram with what a game has beside the board: pieces in hand and gates,
// bishops that may or must convert, moves left in a series.
func equipped(dice *rand.Rand, v *rules.Variant, s rules.Setup) rules.Setup {
	for c := range board.Color(2) {
		if v.Gating.Hand != "" {
			s.Gating.Gates[c] = 1<<v.Size.Files - 1
			s.Gating.Hand[c] = [2]int{dice.IntN(2), dice.IntN(2)}
		}
		if v.Gating.Imaginary {
			s.Gating.Hand[c] = [2]int{}
			for i := range 2 {
				if dice.IntN(3) > 0 {
					s.Gating.Imaginary[2*int(c)+i] = rules.MakePiece(v.TypeOf(v.Gating.Hand[i]), c)
				}
			}
		}
		for file := range v.Size.Files {
			sq := v.Size.Home(c, file, 0)
			if v.Conversion.Bishop != 0 && s.Board[sq] == rules.MakePiece(v.TypeOf('B'), c) {
				s.Conversions = append(s.Conversions, rules.ConversionRight{Square: sq, Must: dice.IntN(2) == 0})
			}
		}
	}
	if v.Series.Progressive {
		n := 1 + dice.IntN(4)
		s.Series = rules.SeriesState{Left: 1 + dice.IntN(n), Length: n}
	}
	return s
}

// TestBlastBeforeCheck: who blows up the opponent's king need not mind the own one.
func TestBlastBeforeCheck(t *testing.T) {
	p := example(t, "blasting", "4k3/3p4/8/8/8/1b6/8/3RK2r w - - 0 1")
	for text, legal := range map[string]bool{"d1d7": true, "e1e2": true, "d1d2": false} {
		if _, found := rulestest.Find(p, text); found != legal {
			t.Errorf("%s is legal: %v", text, found)
		}
	}
}

// TestAsideOfAList: what is asked while moves are listed does not touch the list.
func TestAsideOfAList(t *testing.T) {
	p := example(t, "little-shogi", "3lk/3p1/4K/5/5[GP] w - - 0 1")
	moves := p.LegalMoves(nil)
	if n := rules.Perft(p, nil, 1); n != uint64(len(moves)) {
		t.Errorf("perft is %d of %d moves", n, len(moves))
	}
	var sum uint64
	for _, m := range moves {
		sum += uint64(len(p.Play(m).LegalMoves(nil)))
		if !p.IsLegal(m) {
			t.Errorf("%s is listed and not legal", rulestest.MoveText(p, m))
		}
	}
	if n := rules.Perft(p, nil, 2); n != sum {
		t.Errorf("perft is %d, the sum %d", n, sum)
	}
}

// TestBishops: the pieces that are shared between light and dark squares are those that the game
// names.
func TestBishops(t *testing.T) {
	v, err := rules.Lookup("placement")
	if err != nil {
		t.Fatal(err)
	}
	v.ID, v.Drops.Bishops = "knights-apart", "N"
	p := rulestest.Position(t, v, "8/pppppppp/8/8/8/8/PPPPPPPP/2N5[NKk] w - - 0 1", 0)
	squares := map[board.Square]bool{}
	for _, m := range p.LegalMoves(nil) {
		squares[m.To()] = squares[m.To()] || m.Gated() == v.TypeOf('N')
	}
	if squares[0] || !squares[1] {
		t.Errorf("a second knight is dropped on a1: %v, b1: %v", squares[0], squares[1])
	}
}
