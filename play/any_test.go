package play

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke"
)

// Whatever people try in whatever order, with clocks that go backwards and texts that
// mean nothing: every refusal has a code and leaves the game as it was, every event can
// follow those before it, and the events tell the whole game.
func TestAnyCommands(t *testing.T) {
	verbs := []Verb{
		MakeMove, MakeMove, MakeMove, MakeMove, MakeMove, MakeMove, OfferDraw, AcceptDraw, DeclineDraw, Claim, Resign,
		Abort,
		OfferTakeback, AcceptTakeback, DeclineTakeback, Flag, Say, OfferRematch, DeclineRematch, "nonsense",
	}
	rapid.Check(t, func(t *rapid.T) {
		now := time.UnixMilli(rapid.Int64Range(0, 4e12).Draw(t, "start"))
		b := Beginning{
			ID: "g", Seed: rapid.Uint64().Draw(t, "seed"), White: Player{User: "a", Name: "A"},
			Black: Player{User: "b", Name: "B"},
			Terms: Terms{
				Variant: rapid.SampledFrom([]string{"chess", "seirawan", "progressive+circe", "cetran1"}).Draw(t,
					"variant"),
				Control: anyControl(t),
			},
		}
		if rapid.Bool().Draw(t, "computer") {
			b.Black = Player{Name: "Kirke", Level: 1}
		}
		g, events, err := Begin(b, now)
		if err != nil {
			t.Fatal(err)
		}
		plans := make(map[Seat]Plan)
		happened := func(more []Event, err error) {
			if err != nil && CodeOf(err) == "" {
				t.Fatal(err)
			}
			if len(more) > 0 && err != nil && !ends(more) {
				t.Fatalf("refused (%v), and yet %+v", err, more)
			}
			events = append(events, more...)
		}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.Int64Range(-1000, 40_000).Draw(t, "wait")) * time.Millisecond)
			seat := rapid.SampledFrom([]Seat{White, Black, White, Black, Watcher, Server, "nobody"}).Draw(t, "seat")
			switch rapid.SampledFrom([]string{"do", "do", "do", "do", "do", "do", "expire", "credit", "leave", "return",
				"plan"}).Draw(t, "what") {
			case "expire":
				happened(g.Expire(now))
				if at, ok := g.Deadline(); ok && g.eventTime(now).After(at) {
					t.Fatalf("the deadline %s is past, and the game goes on at %s", at, now)
				}
			case "credit":
				happened(g.Credit(now.Add(-10*time.Second), now))
			case "leave":
				if seat.Playing() {
					happened(g.StartVacation(seat, now.Add(time.Hour), now))
				}
			case "return":
				if seat.Playing() {
					happened(g.EndVacation(seat, now))
				}
			case "plan":
				plan, err := g.Plan(seat, [][]string{anyLine(t, g)})
				if err != nil && CodeOf(err) == "" {
					t.Fatal(err)
				}
				plans[seat] = plan
				happened(g.Follow(plans, now))
			default:
				before := g.Seq()
				c := anyCommand(t, g, rapid.SampledFrom(verbs).Draw(t, "verb"))
				c.By = seat
				more, err := g.Do(c, now)
				happened(more, err)
				if g.Seq() != before+len(more) {
					t.Fatalf("%d events, and %d were told", g.Seq()-before, len(more))
				}
			}
			sane(t, g, now)
		}
		again, err := Replay(events)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := again.Position().FEN(), g.Position().FEN(); a != b || again.clock.bank != g.clock.bank ||
			again.Seq() != g.Seq() {
			t.Fatalf("replayed, the game is %s, and it was %s", a, b)
		}
		x, _ := g.Deadline()
		if y, _ := again.Deadline(); !x.Equal(y) {
			t.Fatalf("replayed, the deadline is %s, and it was %s", y, x)
		}
	})
}

// ends reports whether the game ends in events.
func ends(events []Event) bool {
	for _, e := range events {
		if _, ok := e.Payload.(Ended); ok {
			return true
		}
	}
	return false
}

// anyCommand returns something that somebody may want to do, sensible more often
// than not.
func anyCommand(t *rapid.T, g *Game, verb Verb) Command {
	c := Command{
		Do: verb, Ply: g.Ply() + rapid.SampledFrom([]int{1, 1, 1, 1, 0, 2, -5}).Draw(t, "ply"),
		ID:     rapid.SampledFrom([]string{"", "", "", "a", "b", "c", "d", "\xff"}).Draw(t, "id"),
		Offer:  rapid.Bool().Draw(t, "offer"),
		Reason: rapid.SampledFrom([]string{"threefold repetition", "fifty moves", "", "mate"}).Draw(t, "reason"),
		Lag:    time.Duration(rapid.Int64Range(-1e10, 1e10).Draw(t, "lag")),
	}
	if rapid.Bool().Draw(t, "has an ID for a rematch") {
		c.NewGame = "h"
	}
	if rapid.IntRange(0, 9).Draw(t, "any text") == 0 {
		c.Text = rapid.String().Draw(t, "text")
	} else if line := anyLine(t, g); len(line) > 0 && verb != Claim {
		c.Text = line[0]
	}
	return c
}

// anyLine returns a few legal half-moves from here on.
func anyLine(t *rapid.T, g *Game) (line []string) {
	p := g.Position()
	for range 3 {
		legal := p.AppendLegalMoves(nil)
		if len(legal) == 0 {
			break
		}
		m := legal[rapid.IntRange(0, len(legal)-1).Draw(t, "move")]
		line = append(line, p.MoveText(m, kirke.SAN))
		next, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		p = next
	}
	return line
}

// sane looks for what must never be.
func sane(t *rapid.T, g *Game, now time.Time) {
	_, ticking := g.Deadline()
	if want := !g.Over() && !g.Terms().Control.IsUnlimited(); ticking != want {
		t.Fatalf("over: %v, deadline: %v", g.Over(), ticking)
	}
	for _, s := range []Seat{White, Black} {
		if left := g.Left(s, now); left < 0 || left > 2*MaxTime {
			t.Fatalf("%s has %s left", s, left)
		}
	}
	if by, _ := g.Takeback(); g.Over() && (g.DrawOffer() != "" || by != "") {
		t.Fatal("something is asked after the end")
	}
	if !g.Over() && g.Chess().Outcome().Over() {
		t.Fatalf("the game goes on after its end: %s", g.Chess().Outcome())
	}
	if e, _, over := g.Ending(); over {
		if _, err := e.outcome(); err != nil && e.Reason != Aborted {
			t.Fatal(err)
		}
		if e.Reason != Aborted && g.Chess().Outcome().Result.String() != e.Result {
			t.Fatalf("the game ended %s, and for kirke %s", e.String(), g.Chess().Outcome())
		}
	}
	if g.Ply() != g.Chess().Ply() {
		t.Fatalf("%d half-moves, and for kirke %d", g.Ply(), g.Chess().Ply())
	}
}
