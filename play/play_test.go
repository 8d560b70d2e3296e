package play

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kirke-chess/kirke"
)

// table is a game between Ann (White) and Bob (Black), played in the time of the
// test, which testing/synctest makes as it is needed.
type table struct {
	*testing.T
	g      *Game
	events []Event
}

func sit(t *testing.T, terms Terms) *table {
	t.Helper()
	return sitWith(t, Beginning{
		ID: "g", Terms: terms, White: Player{User: "ann", Name: "Ann"}, Black: Player{User: "bob", Name: "Bob"},
	})
}

func sitWith(t *testing.T, b Beginning) *table {
	t.Helper()
	g, events, err := Begin(b, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return &table{t, g, events}
}

func chess(clock string) Terms {
	c, err := ParseControl(clock)
	if err != nil {
		panic(err)
	}
	return Terms{Variant: "chess", Control: c}
}

// does carries out a command and returns its code, "" when it was done.
func (t *table) does(by Seat, c Command) Code {
	t.Helper()
	c.By = by
	events, err := t.g.Do(c, time.Now())
	t.keep(events)
	var e *Error
	if err != nil && !errors.As(err, &e) {
		t.Fatalf("%s %s: %v", by, c.Do, err)
	}
	return CodeOf(err)
}

// keep adds events to those that the game is replayed from.
func (t *table) keep(events []Event) {
	t.Helper()
	t.events = append(t.events, events...)
	if t.g.Seq() != len(t.events) {
		t.Fatalf("the game has %d events, and %d were told", t.g.Seq(), len(t.events))
	}
}

// must carries out a command that is possible.
func (t *table) must(by Seat, c Command) {
	t.Helper()
	if code := t.does(by, c); code != "" {
		t.Fatalf("%s cannot %s %s: %s", by, c.Do, c.Text, code)
	}
}

// refuses expects a command to be refused with a code and to change nothing.
func (t *table) refuses(by Seat, c Command, want Code) {
	t.Helper()
	before := t.g.Seq()
	if code := t.does(by, c); code != want || t.g.Seq() != before {
		t.Errorf("%s %s %s: code %q and %d events, want %q and none", by, c.Do, c.Text, code, t.g.Seq()-before, want)
	}
}

// plays makes moves, each by the side to move, at once.
func (t *table) plays(moves string) {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		t.must(t.g.Turn(), Command{Do: MakeMove, Ply: t.g.Ply() + 1, Text: text})
	}
}

// takes lets the side to move think and then move.
func (t *table) takes(d time.Duration, move string) {
	t.Helper()
	time.Sleep(d)
	t.plays(move)
}

// left expects what the clocks show.
func (t *table) left(white, black time.Duration) {
	t.Helper()
	if w, b := t.g.Left(White, time.Now()), t.g.Left(Black, time.Now()); w != white || b != black {
		t.Errorf("after %d half-moves the clocks show %s and %s, want %s and %s", t.g.Ply(), w, b, white, black)
	}
}

// over expects the game to have ended.
func (t *table) over(result, reason string) {
	t.Helper()
	if e, _, ok := t.g.Ending(); !ok || e.Result != result || e.Reason != reason {
		t.Errorf("the game has ended %v with %q, %q; want %q, %q", ok, e.Result, e.Reason, result, reason)
	}
	if !t.g.Over() {
		return
	}
	if _, ok := t.g.Deadline(); ok {
		t.Error("a game that is over has a deadline")
	}
}

// expires expects the time of the side to move to be up at a moment that is so far
// away, and not before.
func (t *table) expires(after time.Duration) {
	t.Helper()
	at, ok := t.g.Deadline()
	if !ok || !at.Equal(time.Now().Add(after)) {
		t.Errorf("the deadline is in %s (%v), want %s", time.Until(at), ok, after)
	}
	time.Sleep(time.Until(at))
	t.swept(false)
	time.Sleep(time.Millisecond)
	t.swept(true)
}

// swept looks whether the time is up.
func (t *table) swept(want bool) {
	t.Helper()
	events, err := t.g.Expire(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	t.keep(events)
	if t.g.Over() != want {
		t.Errorf("over: %v, want %v", t.g.Over(), want)
	}
}

// inBubble runs a test in the made-up time of testing/synctest, and looks at the
// end whether the game that the events tell is the game that was played.
func inBubble(t *testing.T, f func(*testing.T) *table) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		table := f(t)
		if table == nil {
			return
		}
		again, err := Replay(overJSON(t, table.events))
		if err != nil {
			t.Fatal(err)
		}
		same(t, "replayed", table.g, again)
		same(t, "cloned", table.g, table.g.Clone())
	})
}

// overJSON returns events as they are after being stored.
func overJSON(t *testing.T, events []Event) []Event {
	t.Helper()
	again := make([]Event, len(events))
	for i, e := range events {
		data, err := e.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if err := again[i].UnmarshalJSON(data); err != nil {
			t.Fatal(err)
		}
	}
	return again
}

// same expects two games to be the same in all that can be asked.
func same(t *testing.T, how string, a, b *Game) {
	t.Helper()
	now := time.Now().Add(time.Minute)
	type seen struct {
		fen, claims, over, moves string
		left                     [2]time.Duration
		deadline                 time.Time
		draw, takeback, rematch  Seat
		refusal                  Seat
		rated                    bool
		seq, said                int
	}
	look := func(g *Game) seen {
		e, _, _ := g.Ending()
		by, _ := g.Takeback()
		at, _ := g.Deadline()
		var moves []string
		for _, m := range g.Moves() {
			moves = append(moves, m.SAN)
		}
		s := seen{
			fen: g.Position().FEN(), over: e.String() + g.Chess().Outcome().String(), moves: strings.Join(moves, " "),
			left: [2]time.Duration{g.Left(White, now), g.Left(Black, now)}, deadline: at.UTC(),
			draw: g.DrawOffer(), refusal: g.DrawRefusal(), rated: g.Rated(), takeback: by, rematch: g.RematchOffer(),
			seq: g.Seq(), said: len(g.chatLines),
		}
		for _, r := range g.Chess().Claims() {
			s.claims += r.String()
		}
		return s
	}
	if x, y := look(a), look(b); x != y {
		t.Errorf("the game %s is\n%+v\nand was\n%+v", how, y, x)
	}
}

func TestBeginRefuses(t *testing.T) {
	ann, bob := Player{User: "ann", Name: "Ann"}, Player{User: "bob", Name: "Bob"}
	five := Live(5*time.Minute, 0)
	for name, b := range map[string]Beginning{
		"no such game":    {Terms: Terms{Variant: "chezz", Control: five}, White: ann, Black: bob},
		"against oneself": {Terms: Terms{Variant: "chess", Control: five}, White: ann, Black: ann},
		"nobody":          {Terms: Terms{Variant: "chess", Control: five}, White: ann},
		"two computers": {Terms: Terms{Variant: "chess", Control: five}, White: Player{Level: 1},
			Black: Player{Level: 2}},
		"level 11": {Terms: Terms{Variant: "chess", Control: five}, White: ann, Black: Player{Level: 11}},
		"person and computer": {Terms: Terms{Variant: "chess", Control: five}, White: ann,
			Black: Player{User: "bob", Level: 1}},
		"rated computer": {Terms: Terms{Variant: "chess", Control: five, Rated: true}, White: ann,
			Black: Player{Level: 1}},
		"rated unlimited": {Terms: Terms{Variant: "chess", Rated: true}, White: ann, Black: bob},
		"rated position": {Terms: Terms{Variant: "chess", Control: five, Rated: true,
			Start: "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}, White: ann, Black: bob},
		"no array to choose": {Terms: Terms{Variant: "chess", Control: five, Array: "RNBQKBNR"}, White: ann,
			Black: bob},
		"ended": {Terms: Terms{Variant: "chess", Control: five, Start: "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
			White: ann, Black: bob},
		"no position": {Terms: Terms{Variant: "chess", Control: five, Start: "8/8/8/8/8/8/8/8 w - - 0 1"},
			White: ann, Black: bob},
		"no clock": {Terms: Terms{Variant: "chess", Control: Control{Spare: -1}}, White: ann, Black: bob},
	} {
		if _, _, err := Begin(b, time.Now()); CodeOf(err) != Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A game is bound to its shuffled starting position and to the version of its rules.
func TestPinned(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		b := Beginning{
			ID: "g", Terms: Terms{Variant: "chess960+circe", Control: Days(1)}, Seed: 7,
			White: Player{User: "ann"}, Black: Player{User: "bob"},
		}
		table := sitWith(t, b)
		v, _ := kirke.Lookup("chess960+circe")
		p, _ := kirke.Start(v, kirke.Seed(7))
		if table.g.Position().FEN() != p.FEN() || table.g.Created().Origin.Array == "" {
			t.Errorf("the game starts from %s, array %q; want %s", table.g.Position(), table.g.Created().Origin.Array,
				p)
		}
		other := table.events[0]
		created := other.Payload.(Created)
		created.Origin.RulesVersion = 99
		other.Payload = created
		var version *kirke.VersionError
		if _, err := Replay([]Event{other}); !errors.As(err, &version) {
			t.Errorf("a game of other rules is replayed: %v", err)
		}
		return table
	})
}

// Every verb in every situation: who may do what, when.
func TestWhoMayDoWhat(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("5+0"))
		e4 := Command{Do: MakeMove, Ply: 1, Text: "e4"}
		g.refuses(Black, e4, NotYours)
		g.refuses(Watcher, e4, NotYours)
		g.refuses(Server, e4, NotYours)
		g.refuses(White, Command{Do: MakeMove, Ply: 2, Text: "e4"}, Stale)
		g.refuses(White, Command{Do: MakeMove, Text: "e4"}, Stale)
		g.refuses(White, Command{Do: MakeMove, Ply: 1, Text: "e5"}, Illegal)
		g.refuses(White, Command{Do: MakeMove, Ply: 1, Text: "hello"}, Invalid)
		g.refuses(White, Command{Do: MakeMove, Ply: 1, Text: strings.Repeat("e", MaxMove+1)}, Invalid)
		g.refuses(White, Command{Do: MakeMove, Ply: 1, Text: "e4\x00"}, Invalid)
		g.refuses(White, Command{Do: MakeMove, Ply: 1, Text: "e4\xff"}, Invalid)
		g.refuses(White, Command{Do: MakeMove, Ply: 1, Text: "e4", ID: strings.Repeat("x", MaxID+1)}, Invalid)
		g.refuses(White, Command{Do: "win"}, Invalid)
		g.refuses(White, Command{}, Invalid)
		g.refuses(White, Command{Do: AcceptDraw}, NotNow)
		g.refuses(White, Command{Do: DeclineDraw}, NotNow)
		g.refuses(White, Command{Do: AcceptTakeback}, NotNow)
		g.refuses(White, Command{Do: DeclineTakeback}, NotNow)
		g.refuses(White, Command{Do: OfferTakeback}, NotNow)
		g.refuses(White, Command{Do: Flag}, NotNow)
		g.refuses(Server, Command{Do: Flag}, NotNow)
		g.refuses(White, Command{Do: Claim, Reason: "threefold repetition"}, NotNow)
		g.refuses(Black, Command{Do: Claim, Reason: "threefold repetition"}, NotYours)
		g.refuses(White, Command{Do: Claim, Reason: "boredom"}, Invalid)
		g.refuses(White, Command{Do: OfferRematch, NewGame: "h"}, NotNow)
		g.refuses(Watcher, Command{Do: Resign}, NotYours)
		g.must(White, e4)
		g.must(Black, Command{Do: Resign})
		g.over("1-0", "resignation")
		for _, verb := range []Verb{MakeMove, OfferDraw, AcceptDraw, DeclineDraw, Claim, Resign, Abort, OfferTakeback,
			AcceptTakeback, DeclineTakeback, Flag} {
			g.refuses(Black, Command{Do: verb, Ply: 2, Text: "e5"}, GameOver)
		}
		return g
	})
}

// A command that is sent again changes nothing, whatever has happened since. The same ID from the
// other side is another command.
func TestRetries(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("5+0"))
		first := Command{Do: MakeMove, Ply: 1, Text: "e4", ID: "a"}
		g.must(White, first)
		g.refuses(White, first, "")
		g.must(Black, Command{Do: MakeMove, Ply: 2, Text: "e5", ID: "a"})
		g.refuses(White, first, "")
		g.refuses(White, Command{Do: MakeMove, Ply: 1, Text: "e4", ID: "b"}, Stale)
		say := Command{Do: Say, Text: "hello", ID: "c"}
		g.must(White, say)
		g.refuses(White, say, "")
		g.must(White, Command{Do: Resign, ID: "d"})
		g.refuses(White, Command{Do: Resign, ID: "d"}, "")
		g.refuses(White, first, "")
		if last := g.events[len(g.events)-1]; last.ID != "d" || !g.g.Seen(White, "d") || g.g.Seen(Black, "d") {
			t.Errorf("the last event is %+v", last)
		}
		return g
	})
}

func TestDrawOffers(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("5+0"))
		offer, accept, decline := Command{Do: OfferDraw}, Command{Do: AcceptDraw}, Command{Do: DeclineDraw}
		standing := func(want Seat) {
			t.Helper()
			if got := g.g.DrawOffer(); got != want {
				t.Errorf("the draw offer is %q's, want %q", got, want)
			}
		}
		refused := func(want Seat) {
			t.Helper()
			if got := g.g.DrawRefusal(); got != want {
				t.Errorf("the draw offer was declined by %q, want %q", got, want)
			}
		}
		g.must(White, Command{Do: MakeMove, Ply: 1, Text: "e4", Offer: true})
		standing(White)
		g.refuses(White, offer, NotNow)
		g.refuses(White, accept, NotNow) // one's own
		g.must(Black, decline)
		standing("")
		refused(Black)
		g.refuses(White, offer, NotNow) // again, without a move since
		g.plays("e5")
		refused(Black) // until White moves
		g.refuses(White, offer, NotNow)
		g.plays("Nf3")
		refused("")
		g.must(White, offer)
		g.must(White, decline) // withdrawn
		standing("")
		refused("")
		g.plays("Nc6 Nc3 Nf6")
		g.must(White, offer)
		g.plays("Bb5")
		standing(White) // one's own move leaves it
		g.refuses(White, offer, NotNow)
		g.plays("a6") // a move declines
		standing("")
		refused(Black)
		g.must(Black, offer)
		g.plays("Ba4")
		standing("")
		g.must(White, offer)
		g.must(Black, offer) // two offers agree
		g.over("1/2-1/2", "agreement")
		return g
	})
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("5+0"))
		g.plays("e4")
		g.must(Black, Command{Do: OfferDraw})
		g.must(White, Command{Do: AcceptDraw})
		g.over("1/2-1/2", "agreement")
		return g
	})
}

func TestAbort(t *testing.T) {
	for moves, want := range map[string]Code{"": "", "e4": "", "e4 e5": NotNow} {
		inBubble(t, func(t *testing.T) *table {
			g := sit(t, chess("5+0"))
			g.plays(moves)
			if code := g.does(Black, Command{Do: Abort}); code != want {
				t.Errorf("abort after %q: %q, want %q", moves, code, want)
			}
			if want == "" {
				g.over("*", Aborted)
			}
			return g
		})
	}
}

func TestTakebacks(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("5+0"))
		offer, accept, decline := Command{Do: OfferTakeback}, Command{Do: AcceptTakeback}, Command{Do: DeclineTakeback}
		g.plays("e4 e5 Nf3")
		g.must(White, offer) // the opponent is on turn: one half-move
		g.refuses(White, accept, NotNow)
		g.refuses(White, offer, NotNow)
		g.refuses(Black, offer, NotNow)
		g.must(Black, decline)
		g.must(White, offer)
		g.must(White, decline)
		g.must(White, offer)
		g.plays("Nc6") // a move declines
		if by, _ := g.g.Takeback(); by != "" {
			t.Errorf("%s still asks", by)
		}
		g.must(White, offer) // on turn oneself: two half-moves
		g.must(Black, accept)
		if g.g.Ply() != 2 || g.g.Turn() != White || g.g.Position().At(kirke.Square(6)) == 0 {
			t.Errorf("after the takeback: %d half-moves, %s", g.g.Ply(), g.g.Position())
		}
		g.plays("Nc3 Nf6 Nf3")
		g.must(Black, offer)
		g.must(White, accept)
		g.plays("d6 d4")
		if got := len(g.g.Moves()); got != 5 {
			t.Errorf("%d half-moves stand, want 5", got)
		}
		return g
	})
}

// The computer always accepts takebacks and rematches.
func TestAgainstTheComputer(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sitWith(t, Beginning{
			ID: "g", Terms: chess("5+0"), White: Player{User: "ann", Name: "Ann"},
			Black: Player{Name: "Kirke", Level: 3},
		})
		g.plays("e4 e5 Nf3")
		g.must(White, Command{Do: OfferTakeback})
		if g.g.Ply() != 2 {
			t.Errorf("%d half-moves stand, want 2", g.g.Ply())
		}
		g.must(White, Command{Do: Resign})
		g.must(White, Command{Do: OfferRematch, NewGame: "h"})
		if g.g.Rematch() != "h" {
			t.Error("the computer does not play again")
		}
		b := g.g.RematchOf("h")
		if !b.White.Computer() || b.Black.User != "ann" || b.Previous != "g" {
			t.Errorf("the rematch is %+v", b)
		}
		return g
	})
}

func TestRematch(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("5+0"))
		ask := Command{Do: OfferRematch, NewGame: "h"}
		g.must(White, Command{Do: Resign})
		g.refuses(Watcher, ask, NotYours)
		g.refuses(White, Command{Do: DeclineRematch}, NotNow)
		g.must(White, ask)
		g.refuses(White, ask, NotNow)
		g.must(Black, Command{Do: DeclineRematch})
		g.must(Black, ask)
		g.refuses(White, Command{Do: OfferRematch}, Invalid) // the server has forgotten the ID
		g.must(White, ask)
		g.refuses(White, ask, NotNow)
		if g.g.Rematch() != "h" {
			t.Errorf("the rematch is %q", g.g.Rematch())
		}
		return g
	})
}

func TestClaims(t *testing.T) {
	const shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1"
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("5+0"))
		g.plays(shuffle)
		claim := Command{Do: Claim, Reason: "threefold repetition", Text: "Ng8"}
		g.refuses(Black, Command{Do: Claim, Reason: "threefold repetition"}, NotNow)
		g.refuses(Black, Command{Do: Claim, Reason: "fifty moves", Text: "Ng8"}, NotNow)
		g.refuses(Black, Command{Do: Claim, Reason: "threefold repetition", Text: "Ng4"}, NotNow)
		g.refuses(Black, Command{Do: Claim, Reason: "threefold repetition", Text: "Ng7"}, Illegal)
		g.refuses(White, claim, NotYours)
		g.must(Black, claim) // with a move that is not played
		g.over("1/2-1/2", "threefold repetition")
		if g.g.Ply() != 7 {
			t.Errorf("%d half-moves stand, want 7", g.g.Ply())
		}
		return g
	})
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("5+0"))
		g.plays(shuffle + " Ng8")
		g.must(White, Command{Do: Claim, Reason: "threefold repetition"})
		g.over("1/2-1/2", "threefold repetition")
		return g
	})
	inBubble(t, func(t *testing.T) *table { // nobody claims: the fifth time ends it
		g := sit(t, chess("5+0"))
		g.plays(strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 4))
		g.over("1/2-1/2", "fivefold repetition")
		return g
	})
	inBubble(t, func(t *testing.T) *table { // moves taken back do not count
		g := sit(t, chess("5+0"))
		g.plays(shuffle + " Ng8")
		g.must(Black, Command{Do: OfferTakeback})
		g.must(White, Command{Do: AcceptTakeback})
		g.plays("d6")
		g.refuses(White, Command{Do: Claim, Reason: "threefold repetition"}, NotNow)
		return g
	})
}

// In a variant without claims the third repetition ends the game. A game under the version of the
// rules that had claims goes on.
func TestDrawsWithoutClaims(t *testing.T) {
	const shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6"
	terms := chess("5+0")
	terms.Variant = "seirawan-sjaak"
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, terms)
		g.plays(shuffle)
		g.over("1/2-1/2", "threefold repetition")
		return g
	})
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, terms)
		created := g.events[0].Payload.(Created)
		created.Origin.RulesVersion = 1
		g.events[0].Payload = created
		var err error
		if g.g, err = Replay(g.events); err != nil {
			t.Fatal(err)
		}
		g.plays(shuffle + " e4 e5")
		g.refuses(White, Command{Do: Claim, Reason: "threefold repetition"}, NotNow)
		g.plays("Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6")
		g.must(White, Command{Do: Claim, Reason: "threefold repetition"})
		g.over("1/2-1/2", "threefold repetition")
		return g
	})
}

// The rules end a game without a command, and a draw offered with the last move is ignored.
func TestEndsByTheRules(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("5+0"))
		g.plays("f3 e5 g4")
		g.must(Black, Command{Do: MakeMove, Ply: 4, Text: "Qh4", Offer: true})
		g.over("0-1", "mate")
		if g.g.DrawOffer() != "" {
			t.Error("a draw is offered after mate")
		}
		if e, _, _ := g.g.Ending(); e.Winner() != Black {
			t.Errorf("%s has won", e.Winner())
		}
		return g
	})
}

// Moves are read in any style, of any game, and kept as UCI.
func TestMoveTexts(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		terms := chess("1d")
		terms.Variant = "seirawan"
		g := sit(t, terms)
		for _, text := range []string{"Nf3/H", "n g8-f6; h-g8", "e2e4", "e7-e5"} {
			g.must(g.g.Turn(), Command{Do: MakeMove, Ply: g.g.Ply() + 1, Text: text})
		}
		var got []string
		for _, m := range g.g.Moves() {
			got = append(got, m.UCI+" "+m.SAN)
		}
		if want := []string{"g1f3h Nf3/H", "g8f6h Nf6/H", "e2e4 e4", "e7e5 e5"}; !slices.Equal(got, want) {
			t.Errorf("the moves are %q, want %q", got, want)
		}
		return g
	})
}

func TestChat(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("5+0"))
		g.must(White, Command{Do: Say, Text: "good luck", User: "ann", Name: "Ann"})
		g.must(Watcher, Command{Do: Say, Text: "<b>Qh5!</b>", User: "eve", Name: "Eve"})
		said, heard := g.events[1], g.events[2]
		for _, user := range []string{"eve", "eli", "eve"} { // two watchers may call two lines the same
			g.must(Watcher, Command{Do: Say, Text: "!", User: user, ID: "1"})
		}
		if g.g.chatLines[WatchersRoom] != 3 {
			t.Errorf("%d lines of watchers", g.g.chatLines[WatchersRoom])
		}
		for _, test := range []struct {
			e    Event
			to   Seat
			over bool
			want bool
		}{
			{said, White, false, true}, {said, Black, false, true}, {said, Watcher, false, false},
			{said, Watcher, true, true},
			{heard, White, false, false}, {heard, Watcher, false, true}, {heard, White, true, true},
			{heard, Server, false, true},
			{g.events[0], Watcher, false, true},
		} {
			if got := test.e.VisibleTo(test.to, test.over); got != test.want {
				t.Errorf("event %d visible to %s (over: %v): %v", test.e.Seq, test.to, test.over, got)
			}
		}
		for _, text := range []string{"", "  ", "a\nb", "\x00", "\xff", strings.Repeat("é", MaxChat+1), "\u200b"} {
			g.refuses(White, Command{Do: Say, Text: text}, Invalid)
		}
		g.refuses(Server, Command{Do: Say, Text: "hello"}, Invalid)
		g.must(White, Command{Do: Say, Text: strings.Repeat("é", MaxChat)})
		g.must(White, Command{Do: Resign})
		g.must(Black, Command{Do: Say, Text: "thank you"})
		for g.g.chatLines[WatchersRoom] < maxChatLines {
			g.must(Watcher, Command{Do: Say, Text: "!"})
		}
		g.refuses(Watcher, Command{Do: Say, Text: "!"}, NotNow)
		g.must(White, Command{Do: Say, Text: "You too"})
		return g
	})
}

// Events that cannot follow are refused, and the game does not change.
func TestApplyRefuses(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("5+0"))
		g.plays("e4 e5")
		now := time.Now()
		for name, e := range map[string]Event{
			"a gap":           {Seq: 5, By: White, Payload: DrawOffered{}},
			"twice":           {Seq: 3, By: Black, Payload: Moved{Ply: 2, UCI: "e7e5"}},
			"created again":   {Seq: 4, By: Server, Payload: g.events[0].Payload},
			"not on turn":     {Seq: 4, By: Black, Payload: Moved{Ply: 3, UCI: "d7d5"}},
			"wrong ply":       {Seq: 4, By: White, Payload: Moved{Ply: 4, UCI: "d2d4"}},
			"illegal":         {Seq: 4, By: White, Payload: Moved{Ply: 3, UCI: "e4e5"}},
			"too far back":    {Seq: 4, By: White, Payload: TakenBack{Ply: -1}},
			"not back at all": {Seq: 4, By: White, Payload: TakenBack{Ply: 2}},
			"no result":       {Seq: 4, By: White, Payload: Ended{Result: "2-0", Reason: "mate"}},
			"no reason":       {Seq: 4, By: White, Payload: Ended{Result: "1-0", Reason: "magic"}},
			"nothing":         {Seq: 4, By: White},
		} {
			e.At = now
			before := g.g.Position().FEN()
			if err := g.g.Apply(e); err == nil || g.g.Seq() != 3 || g.g.Position().FEN() != before {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := Replay(nil); CodeOf(err) != NotFound {
			t.Errorf("no events: %v", err)
		}
		if _, err := Replay(g.events[1:]); err == nil {
			t.Error("a game without a beginning is replayed")
		}
		return g
	})
}

func FuzzEvent(f *testing.F) {
	f.Add([]byte(`{"seq":2,"at":"2026-01-01T00:00:00Z","by":"white","kind":"moved","data":{"ply":1,"uci":"e2e4"}}`))
	f.Add([]byte(`{"seq":2,"kind":"ended","data":null}`))
	_, events, err := Begin(Beginning{Terms: chess("5+0"), White: Player{User: "a"}, Black: Player{User: "b"}},
		time.Now())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var e Event
		if e.UnmarshalJSON(data) == nil {
			_, _ = Replay(append(slices.Clone(events), e))
		}
	})
}
