package play

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// lines reads "e4 e5; d4 d5" as two lines.
func lines(text string) [][]string {
	var all [][]string
	for _, line := range strings.Split(text, ";") {
		all = append(all, strings.Fields(line))
	}
	return all
}

// plans makes a plan that is possible.
func (t *table) plans(s Seat, text string) Plan {
	t.Helper()
	p, err := t.g.Plan(s, lines(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// follows lets plans answer and expects so many half-moves to stand.
func (t *table) follows(plans map[Seat]Plan, ply int) {
	t.Helper()
	events, err := t.g.Follow(plans, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	t.keep(events)
	if t.g.Ply() != ply {
		t.Errorf("%d half-moves stand, want %d", t.g.Ply(), ply)
	}
}

func TestPlans(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("3d"))
		g.plays("e4")
		// Any style, and a tree: White has an answer to two replies.
		white := g.plans(White, "e7-e5 Nf3 Nc6 Bb5; e5 Nf3 d6 d4; c5 Nf3")
		if want := lines("e7e5 g1f3 b8c6 f1b5; e7e5 g1f3 d7d6 d2d4; c7c5 g1f3"); !reflect.DeepEqual(white,
			Plan{1, want}) {
			t.Errorf("the plan is %v", white)
		}
		plans := map[Seat]Plan{White: white}
		rest := func(want string) {
			t.Helper()
			if got := white.Rest(g.g); len(got)+len(want) > 0 && !reflect.DeepEqual(got, lines(want)) {
				t.Errorf("of the plan %v is left, want %q", got, want)
			}
		}
		g.follows(plans, 1) // the opponent is on turn
		g.plays("e5")
		rest("g1f3 b8c6 f1b5; g1f3 d7d6 d2d4")
		g.follows(plans, 3)
		g.plays("d6")
		rest("d2d4")
		g.follows(plans, 5)
		rest("")
		if m := g.g.Moves()[4]; m.UCI != "d2d4" || !m.Planned || m.Took != 0 {
			t.Errorf("the answer is %+v", m)
		}
		g.plays("exd4")
		g.follows(plans, 6) // the plan is at its end
		return g
	})
	inBubble(t, func(t *testing.T) *table { // the opponent leaves the plan
		g := sit(t, chess("3d"))
		g.plays("e4")
		plans := map[Seat]Plan{White: g.plans(White, "e5 Nf3; c5 Nf3")}
		g.plays("e6")
		g.follows(plans, 2)
		return g
	})
	inBubble(t, func(t *testing.T) *table { // two plans answer each other
		g := sit(t, chess("3d"))
		g.plays("e4")
		white := g.plans(White, "e5 Nf3 Nc6 Bb5 a6 Ba4")
		g.plays("e5")
		black := g.plans(Black, "Nf3 Nc6 Bb5 a6 Bxc6 dxc6")
		g.follows(map[Seat]Plan{White: white, Black: black}, 7)
		return g
	})
	inBubble(t, func(t *testing.T) *table { // as far as mate
		g := sit(t, chess("3d"))
		g.plays("f3 e5")
		black := g.plans(Black, "g4 Qh4")
		g.plays("g4")
		g.follows(map[Seat]Plan{Black: black}, 4)
		g.over("0-1", "mate")
		return g
	})
	inBubble(t, func(t *testing.T) *table { // what the player has to answer comes first
		g := sit(t, chess("3d"))
		g.plays("e4")
		plans := map[Seat]Plan{White: g.plans(White, "e5 Nf3")}
		g.must(Black, Command{Do: MakeMove, Ply: 2, Text: "e5", Offer: true})
		g.follows(plans, 2)
		g.must(White, Command{Do: DeclineDraw})
		g.must(Black, Command{Do: OfferTakeback})
		g.follows(plans, 2)
		g.must(White, Command{Do: DeclineTakeback})
		g.follows(plans, 3)
		return g
	})
	inBubble(t, func(t *testing.T) *table { // in a series game, all half-moves of the turn
		terms := chess("3d")
		terms.Variant = "progressive"
		g := sit(t, terms)
		plans := map[Seat]Plan{Black: g.plans(Black, "e4 e5 d5")}
		g.plays("e4")
		g.follows(plans, 3)
		return g
	})
}

func TestPlanRefuses(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("3d"))
		g.plays("e4")
		many := strings.Repeat("e5;", MaxPlanLines) + "e5"
		long := "e5 " + strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", MaxPlanPlies/4)
		for _, test := range []struct {
			seat Seat
			text string
			want Code
		}{
			{Black, "e5", NotNow}, {Watcher, "e5", NotYours}, {White, "e6 e4", Illegal}, {White, "hello", Invalid},
			{White, many, Invalid}, {White, long, Invalid}, {White, "e5 Nf3; e7e5 Nc3", Invalid},
		} {
			_, err := g.g.Plan(test.seat, lines(test.text))
			if CodeOf(err) != test.want {
				t.Errorf("%s %q: %v, want %s", test.seat, test.text, err, test.want)
			}
			if test.want == Illegal && !strings.HasPrefix(err.Error(), `In line 1, half-move 2: "e4" is not legal`) {
				t.Errorf("the error does not say where: %s", err)
			}
		}
		g.must(White, Command{Do: Resign})
		if _, err := g.g.Plan(White, lines("e5")); CodeOf(err) != GameOver {
			t.Errorf("after the end: %v", err)
		}
		return g
	})
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("5+0"))
		if _, err := g.g.Plan(Black, lines("e4 e5")); CodeOf(err) != NotNow {
			t.Errorf("in a live game: %v", err)
		}
		return g
	})
}
