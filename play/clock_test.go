package play

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke"
)

const (
	second = time.Second
	minute = time.Minute
	hour   = time.Hour
)

func TestLiveClock(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("3+2"))
		g.left(3*minute, 3*minute)
		g.takes(50*second, "e4") // the first turn of each side is not charged
		g.takes(10*second, "e5")
		g.left(3*minute, 3*minute)
		g.takes(30*second, "Nf3")
		g.left(2*minute+32*second, 3*minute)
		time.Sleep(20 * second)
		g.left(2*minute+32*second, 2*minute+40*second)
		g.plays("Nc6")
		g.left(2*minute+32*second, 2*minute+42*second)
		g.takes(2*minute+32*second, "Bb5") // with nothing left
		g.left(2*second, 2*minute+42*second)
		g.takes(second, "a6")
		g.expires(2*second + MaxLag)
		g.over("0-1", "time forfeit")
		g.left(0, 2*minute+43*second)
		return g
	})
}

// A live game is aborted when a player does not make the first move. Nobody loses.
func TestFirstTurnAborts(t *testing.T) {
	for _, moves := range []string{"", "e4"} {
		inBubble(t, func(t *testing.T) *table {
			g := sit(t, chess("3+2"))
			g.plays(moves)
			g.expires(FirstTurn + MaxLag)
			g.over("*", Aborted)
			return g
		})
	}
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("1d"))
		g.plays("e4")
		g.expires(Day)
		g.over("*", Aborted)
		return g
	})
}

// A move that arrives too late ends the game, and the error says so.
func TestLateMove(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("1+0"))
		g.plays("e4 e5")
		time.Sleep(minute + time.Millisecond)
		if code := g.does(White, Command{Do: MakeMove, Ply: 3, Text: "Nf3"}); code != GameOver {
			t.Errorf("the late move: %q", code)
		}
		g.over("0-1", "time forfeit")
		return g
	})
	inBubble(t, func(t *testing.T) *table { // long after, with any other command
		g := sit(t, chess("1+0"))
		g.plays("e4 e5")
		time.Sleep(hour)
		if code := g.does(White, Command{Do: Resign, ID: "r"}); code != GameOver {
			t.Errorf("resigning late: %q", code)
		}
		g.over("0-1", "time forfeit")
		if g.g.Seen(White, "r") {
			t.Error("the end by time bears the name of the command")
		}
		return g
	})
	inBubble(t, func(t *testing.T) *table { // the opponent need not wait for the server
		g := sit(t, chess("1+0"))
		g.plays("e4 e5")
		time.Sleep(minute + MaxLag)
		g.refuses(Black, Command{Do: Flag}, NotNow)
		time.Sleep(time.Millisecond)
		g.does(Black, Command{Do: Flag})
		g.over("0-1", "time forfeit")
		return g
	})
}

// TestFinalClocks expects clocks to stop at the end of a game.
func TestFinalClocks(t *testing.T) {
	resign := func(g *table) { g.must(White, Command{Do: Resign}) }
	for name, test := range map[string]struct {
		clock, moves string
		took         time.Duration // of the last turn, before the end
		end          func(*table)
		white, black time.Duration
	}{
		"resigning in a game of three days a move": {"3d", "e4 e5", Day, resign, 2 * Day, 0},
		"resigning in a live game":                 {"1+0", "e4 e5", 20 * second, resign, 40 * second, minute},
		"resigning while the opponent is on turn":  {"1+0", "e4 e5 Nf3", 20 * second, resign, minute, 40 * second},
		"time forfeit": {"1+0", "e4 e5", hour, func(g *table) { g.swept(true) }, 0, minute},
		"a move too late": {"1+0", "e4 e5", minute + 2*time.Millisecond,
			func(g *table) { g.does(White, Command{Do: MakeMove, Ply: 3, Text: "d4"}) }, 0, minute},
		"a turn that is not charged": {"1+0", "e4", 20 * second, func(g *table) { g.must(Black, Command{Do: Resign}) },
			minute, minute},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) *table {
				g := sit(t, chess(test.clock))
				g.plays(test.moves)
				time.Sleep(test.took)
				test.end(g)
				time.Sleep(hour)
				g.left(test.white, test.black)
				return g
			})
		})
	}
}

// Measured lag is not charged, up to MaxLag and in live games only.
func TestLag(t *testing.T) {
	for _, test := range []struct {
		clock      string
		took, lag  time.Duration
		left, code string
	}{
		{"1+0", 10 * second, 0, "50s", ""},
		{"1+0", 10 * second, 300 * time.Millisecond, "50.3s", ""},
		{"1+0", 10 * second, 5 * second, "51s", ""},
		{"1+0", 10 * second, -5 * second, "50s", ""},
		{"1+0", 100 * time.Millisecond, second, "1m0s", ""},
		{"1+0", minute + 400*time.Millisecond, 400 * time.Millisecond, "0s", ""},
		{"1+0", minute + 400*time.Millisecond, 399 * time.Millisecond, "", "game_over"},
		{"1+0", minute + second, second, "0s", ""},
		{"1+0", minute + second + time.Millisecond, 2 * second, "", "game_over"},
		{"1d+0d", 10 * second, second, "23h59m50s", ""},
	} {
		inBubble(t, func(t *testing.T) *table {
			g := sit(t, chess(test.clock))
			g.plays("e4 e5")
			time.Sleep(test.took)
			code := g.does(White, Command{Do: MakeMove, Ply: 3, Text: "d4", Lag: test.lag})
			if string(code) != test.code || code == "" && g.g.Left(White, time.Now()).String() != test.left {
				t.Errorf("%+v: %q, %s left", test, code, g.g.Left(White, time.Now()))
			}
			return g
		})
	}
}

// TestLagIsBounded plays with a constant lag of a second, which a player can feign by answering
// pings late. It gains a few seconds in a fast game, and is credited in full in games of five
// minutes or more.
func TestLagIsBounded(t *testing.T) {
	for _, test := range []struct {
		clock    string
		lag, won time.Duration // in fourteen half-moves
	}{
		{"0.5+0", second, 810*time.Millisecond + 13*270*time.Millisecond},
		{"0.5+0", 250 * time.Millisecond, 14 * 250 * time.Millisecond},
		{"1+0", 350 * time.Millisecond, 14 * 350 * time.Millisecond},
		{"5+0", second, 14 * second},
	} {
		inBubble(t, func(t *testing.T) *table {
			g := sit(t, chess(test.clock))
			g.plays("Nf3 Nf6")
			before := g.g.Left(White, time.Now())
			extra := g.g.Terms().Control.Extra
			for i, text := range strings.Fields("a3 b3 c3 d3 e3 g3 h3 a4 b4 c4 d4 e4 g4 h4") {
				time.Sleep(second)
				g.must(White, Command{Do: MakeMove, Ply: 3 + 2*i, Text: text, Lag: test.lag})
				g.plays([]string{"Ng8", "Nf6"}[i%2])
			}
			charged := before + 14*extra - g.g.Left(White, time.Now())
			if won := 14*second - charged; won != test.won {
				t.Errorf("%s with a lag of %s: %s made good, not %s", test.clock, test.lag, won, test.won)
			}
			again, err := Replay(g.events)
			if err != nil {
				t.Fatal(err)
			}
			if again.clock.lagQuota != g.g.clock.lagQuota {
				t.Errorf("%s: replayed, the quota is %s, not %s", test.clock, again.clock.lagQuota, g.g.clock.lagQuota)
			}
			return g
		})
	}
}

// A player who runs out of time against a king that can never mate draws. A king that may be reborn
// can mate.
func TestTimeAgainstBareKing(t *testing.T) {
	for _, test := range []struct{ variant, start, result string }{
		{"chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "1/2-1/2"},
		{"chess", "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", "0-1"},
		{"circe-rex-inclusive", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "0-1"},
	} {
		inBubble(t, func(t *testing.T) *table {
			g := sit(t, Terms{Variant: test.variant, Start: test.start, Control: Live(minute, 0)})
			g.plays("Kd1 Kd8")
			g.expires(minute + MaxLag)
			g.over(test.result, "time forfeit")
			return g
		})
	}
}

func TestDaysAMove(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("3d"))
		g.left(3*Day, 0)
		g.takes(2*Day, "e4")
		g.takes(3*Day, "e5") // to the millisecond
		g.left(3*Day, 0)
		g.takes(hour, "Nf3")
		g.expires(3 * Day)
		g.over("1-0", "time forfeit")
		return g
	})
}

func TestDaysWithIncrementAndCap(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("10d+1d/11d"))
		g.takes(Day/2, "e4")
		g.left(10*Day+Day/2, 10*Day)
		g.takes(2*Day, "e5")
		g.left(10*Day+Day/2, 9*Day)
		g.takes(hour, "Nf3") // would be 11 days and 11 hours
		g.left(11*Day, 9*Day)
		g.takes(Day, "Nc6")
		g.expires(11 * Day)
		return g
	})
}

// The example that players at Game Courier explain the clock with: 5 days, a day of
// grace, an hour more for each move.
func TestCourierGraceAndExtra(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("spare=5d grace=1d extra=1h"))
		g.left(6*Day, 5*Day)
		g.plays("e4")
		g.left(121*hour, 120*hour+24*hour)
		g.takes(20*hour, "e5") // within grace: nothing is drawn
		g.takes(26*hour, "Nf3")
		g.left(121*hour+hour-2*hour, (121+24)*hour)
		g.expires((121 + 24) * hour)
		return g
	})
}

// Grace and min time together: "if a person has 12 hours of each", 24 hours are
// always there for a move.
func TestCourierSixParts(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("spare=14d grace=12h bonus=6h within=1s min=12h max=28d"))
		g.takes(12*hour, "e4") // quick: no more than grace
		g.left(14*Day+6*hour, 14*Day+12*hour)
		g.takes(12*hour+second, "e5") // a second too much
		g.left(14*Day+6*hour+12*hour, 14*Day-second)
		g.takes(14*Day+18*hour-hour, "Nf3") // an hour would be left: min time
		g.left(12*hour, 14*Day-second+12*hour)
		g.plays("Nc6")
		g.expires(24 * hour)
		return g
	})
	inBubble(t, func(t *testing.T) *table { // bonus up to max time
		g := sit(t, chess("spare=1d bonus=2h within=1h max=25h"))
		g.takes(hour-time.Millisecond, "e4")
		g.left(25*hour, 24*hour)
		g.takes(hour, "e5")
		g.left(25*hour, 23*hour)
		return g
	})
	inBubble(t, func(t *testing.T) *table { // min time instead of a bank
		g := sit(t, chess("min=2d"))
		g.takes(Day, "e4")
		g.takes(2*Day, "e5")
		g.left(2*Day, 2*Day)
		g.expires(2 * Day)
		return g
	})
}

func TestUnlimited(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("unlimited"))
		g.takes(1000*Day, "e4")
		g.takes(1000*Day, "e5")
		if _, ok := g.g.Deadline(); ok {
			t.Error("there is a deadline")
		}
		time.Sleep(1000 * Day)
		g.swept(false)
		g.refuses(Black, Command{Do: Flag}, NotNow)
		return g
	})
}

// In a series game the clock is pressed when the turn ends, not after each of its
// half-moves.
func TestSeriesClock(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		terms := chess("3+2")
		terms.Variant = "progressive"
		g := sit(t, terms)
		g.plays("e4") // White's one move
		g.takes(20*second, "e5")
		g.takes(20*second, "d5") // Black's two: the first turn, not charged
		g.left(3*minute, 3*minute)
		g.takes(10*second, "Nf3")
		g.left(2*minute+50*second, 3*minute)
		g.takes(20*second, "Nc3")
		g.left(2*minute+30*second, 3*minute)
		g.takes(30*second, "d3")
		g.left(2*minute+2*second, 3*minute)
		g.takes(minute, "Nf6")
		g.expires(2*minute + MaxLag)
		g.over("1-0", "time forfeit")
		return g
	})
	inBubble(t, func(t *testing.T) *table { // lag is made good once for each half-move
		terms := chess("3+0")
		terms.Variant = "progressive"
		g := sit(t, terms)
		g.plays("e4 e5 d5")
		for i, text := range []string{"Nf3", "Nc3", "d3"} {
			time.Sleep(10 * second)
			g.must(White, Command{Do: MakeMove, Ply: 4 + i, Text: text, Lag: 500 * time.Millisecond})
		}
		g.left(3*minute-30*second+1500*time.Millisecond, 3*minute)
		return g
	})
}

// The history of the clocks is what they showed after each half-move, in turns and in series, with
// an increment, a delay and days for a move.
func TestClockHistory(t *testing.T) {
	for _, test := range []struct{ variant, clock string }{
		{"chess", "3+2"}, {"chess", "3d"}, {"progressive", "3+2"}, {"progressive", "10d+3d/30d"},
	} {
		inBubble(t, func(t *testing.T) *table {
			terms := chess(test.clock)
			terms.Variant = test.variant
			g := sit(t, terms)
			shown := func() (at [2]time.Duration) {
				for i, side := range []Seat{White, Black} {
					at[i] = g.g.Left(side, time.Now())
					if side != g.g.Turn() {
						at[i] += terms.Control.Grace
					}
				}
				return at
			}
			want := [][2]time.Duration{shown()}
			moves := "e4 e5 Nf3 Nc6 Bc4 Bc5 c3"
			if test.variant == "progressive" {
				moves = "e4 e5 d5 Nf3 Nc3 d3 Nf6 a6"
			}
			for _, move := range strings.Fields(moves) {
				g.takes(11*second, move)
				want = append(want, shown())
			}
			if got := g.g.History(); !slices.Equal(got, want) {
				t.Errorf("%s %s: the clocks showed %v, not %v", test.variant, test.clock, got, want)
			}
			return g
		})
	}
}

// Time that was used stays used when moves are taken back, and the turn begins anew.
func TestTakebackClock(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("3+0"))
		g.plays("e4 e5")
		g.takes(30*second, "Nf3")
		g.takes(20*second, "Nc6")
		time.Sleep(5 * second)
		g.must(White, Command{Do: OfferTakeback})
		g.must(Black, Command{Do: AcceptTakeback})
		g.left(2*minute+30*second, 2*minute+40*second)
		g.takes(10*second, "Nc3")
		g.left(2*minute+20*second, 2*minute+40*second)
		return g
	})
}

func (t *table) credited(events []Event, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.keep(events)
}

// The time in which the server was down is charged to nobody.
func TestDowntime(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("3+0"))
		g.plays("e4 e5")
		time.Sleep(10 * second)
		down := time.Now()
		time.Sleep(hour)
		g.credited(g.g.Credit(down, time.Now()))
		g.left(2*minute+50*second, 3*minute)
		time.Sleep(10 * second)
		down = time.Now()
		time.Sleep(hour)
		g.credited(g.g.Credit(down, time.Now())) // and again in the same turn
		g.takes(10*second, "Nf3")
		g.left(2*minute+30*second, 3*minute)
		g.credited(g.g.Credit(down, time.Now())) // before the turn: nothing
		g.left(2*minute+30*second, 3*minute)
		g.expires(3*minute + MaxLag)
		before := g.g.Seq()
		g.credited(g.g.Credit(down, time.Now()))
		if g.g.Seq() != before {
			t.Error("a game that is over is credited")
		}
		return g
	})
	inBubble(t, func(t *testing.T) *table { // also for the first turn
		g := sit(t, chess("3+0"))
		down := time.Now()
		time.Sleep(hour)
		g.credited(g.g.Credit(down, time.Now()))
		g.expires(FirstTurn + MaxLag)
		return g
	})
}

func TestVacation(t *testing.T) {
	inBubble(t, func(t *testing.T) *table {
		g := sit(t, chess("3d"))
		g.plays("e4 e5")
		time.Sleep(Day)
		g.credited(g.g.StartVacation(White, time.Now().Add(10*Day), time.Now()))
		g.left(2*Day, 0)
		if g.g.Running(time.Now()) {
			t.Error("the clock runs on vacation")
		}
		time.Sleep(5 * Day)
		g.left(2*Day, 0)
		if until, away := g.g.OnVacation(White, time.Now()); !away || !until.Equal(time.Now().Add(5*Day)) {
			t.Errorf("away: %v until %s", away, until)
		}
		g.takes(5*Day+hour, "Nf3") // an hour after it
		g.credited(g.g.StartVacation(White, time.Now().Add(3*Day), time.Now()))
		g.takes(2*Day, "Nc6") // the opponent's clock runs all the same
		g.left(3*Day, 0)
		time.Sleep(hour)
		g.credited(g.g.EndVacation(White, time.Now()))
		time.Sleep(hour)
		g.left(3*Day-hour, 0)
		g.expires(3*Day - hour)
		return g
	})
	inBubble(t, func(t *testing.T) *table { // the deadline is known beforehand
		g := sit(t, chess("3d"))
		g.plays("e4 e5")
		g.credited(g.g.StartVacation(White, time.Now().Add(10*Day), time.Now()))
		g.expires(13 * Day)
		return g
	})
	inBubble(t, func(t *testing.T) *table { // downtime in a vacation is not counted twice
		g := sit(t, chess("3d"))
		g.plays("e4 e5")
		g.credited(g.g.StartVacation(White, time.Now().Add(2*Day), time.Now()))
		time.Sleep(Day)
		down := time.Now()
		time.Sleep(2 * Day)
		g.credited(g.g.Credit(down, time.Now())) // one day of it was vacation
		g.left(3*Day, 0)
		g.expires(3 * Day)
		return g
	})
	inBubble(t, func(t *testing.T) *table { // not in live games
		g := sit(t, chess("3+0"))
		g.plays("e4 e5")
		g.credited(g.g.StartVacation(White, time.Now().Add(Day), time.Now()))
		g.expires(3*minute + MaxLag)
		return g
	})
}

// Time is conserved. The time since the start is the time charged to the two clocks, and time that
// the events or the rules do not charge. Each bank holds what it started with and gained, less what
// was taken from it.
func TestTimeIsConserved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		control := anyControl(t)
		terms := Terms{Variant: rapid.SampledFrom([]string{"chess", "seirawan", "progressive"}).Draw(t, "variant"),
			Control: control}
		start := time.UnixMilli(rapid.Int64Range(0, 4e12).Draw(t, "start")).UTC()
		now := start
		g, events, err := Begin(Beginning{ID: "g", Terms: terms, White: Player{User: "a"}, Black: Player{User: "b"}},
			now)
		if err != nil {
			t.Fatal(err)
		}
		l := ledger{bank: [2]time.Duration{max(control.Spare, control.Min), max(control.Spare, control.Min)}}
		l.gain = min(second, 150*time.Millisecond+(l.bank[0]+40*control.Grace+40*control.Extra)/250)
		l.quota = [2]time.Duration{3 * l.gain, 3 * l.gain}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			if g.Over() {
				break
			}
			more := l.step(t, g, &now)
			events = append(events, more...)
			if g.Over() {
				break
			}
			turn := g.Turn().side()
			l.settled(t, g, now, start)
			if got := g.clock.bank[turn]; got != l.bank[turn] && !control.IsUnlimited() {
				t.Fatalf("%s: the bank holds %s, and by the book %s", control, got, l.bank[turn])
			}
		}
		again, err := Replay(events)
		if err != nil {
			t.Fatal(err)
		}
		if at, _ := again.Deadline(); g.Over() != again.Over() || again.clock.bank != g.clock.bank {
			t.Fatalf("replayed, the game is another: deadline %s", at)
		}
	})
}

// ledger keeps the book of a game's time in another way than the clock does.
type ledger struct {
	bank    [2]time.Duration
	turn    time.Duration // charged in this turn
	charged time.Duration // in all turns that are over
	waived  time.Duration // not charged: lag, credit, vacation, free turns, turns taken back
	turns   [2]int
	quota   [2]time.Duration // of lag to be made good
	gain    time.Duration    // of the quota in a half-move
}

// settled expects all time since the start to be in the book.
func (l *ledger) settled(t *rapid.T, g *Game, now, start time.Time) {
	if sum := l.charged + l.waived + l.turn; sum != now.Sub(start) {
		t.Fatalf("%s have passed: %s charged, %s waived, %s in this turn", now.Sub(start), l.charged, l.waived, l.turn)
	}
	if took := g.clock.elapsed(g.Turn().side(), now); took != l.turn {
		t.Fatalf("the turn has taken %s, and by the book %s", took, l.turn)
	}
}

// step lets some time pass and something happen.
func (l *ledger) step(t *rapid.T, g *Game, now *time.Time) []Event {
	control := g.Terms().Control
	turn := g.Turn()
	unit := max(time.Millisecond, (control.Spare+control.Grace+control.Min)/40).Truncate(time.Millisecond)
	d := time.Duration(rapid.IntRange(0, 12).Draw(t, "wait")) * unit
	_, away := g.OnVacation(turn, now.Add(d))
	if until, wasAway := g.OnVacation(turn, *now); wasAway && !away {
		d = until.Sub(*now) // wait for its end, no longer
	}
	from := *now
	*now = now.Add(d)
	if away || func() bool { _, was := g.OnVacation(turn, from); return was }() {
		l.waived += d
	} else {
		l.turn += d
	}
	what := rapid.SampledFrom([]string{"move", "move", "move", "move", "credit", "leave", "return", "takeback"}).Draw(t,
		"what")
	var events []Event
	var err error
	switch what {
	case "credit":
		// The server was down for the last part of the wait.
		part := d.Truncate(2*time.Millisecond) / 2
		if _, was := g.OnVacation(turn, from); was {
			part = 0
		}
		events, err = g.Credit(now.Add(-part), *now)
		if len(events) > 0 {
			l.turn -= part
			l.waived += part
		}
	case "leave":
		events, err = g.StartVacation(turn, now.Add(7*unit), *now)
	case "return":
		events, err = g.EndVacation(turn, *now)
	case "takeback":
		events, err = g.Do(Command{Do: OfferTakeback, By: turn}, *now)
		if err == nil {
			var more []Event
			more, err = g.Do(Command{Do: AcceptTakeback, By: turn.Other()}, *now)
			events = append(events, more...)
			l.waived += l.turn
			l.turn = 0
		}
	default:
		events, err = l.move(t, g, *now)
	}
	if err != nil && CodeOf(err) != GameOver && CodeOf(err) != NotNow {
		t.Fatal(err)
	}
	return events
}

// move makes some move and books it.
func (l *ledger) move(t *rapid.T, g *Game, now time.Time) ([]Event, error) {
	control, turn := g.Terms().Control, g.Turn()
	moves := g.Position().AppendLegalMoves(nil)
	m := moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")]
	lag := time.Duration(rapid.IntRange(0, 1500).Draw(t, "lag")) * time.Millisecond
	before, side := g.clock.took, turn.side()
	events, err := g.Do(Command{Do: MakeMove, By: turn, Ply: g.Ply() + 1, Text: g.Position().MoveText(m, kirke.UCI),
		Lag: lag}, now)
	if err != nil || g.Over() {
		return events, err
	}
	if !control.Correspondence() {
		good := min(lag, MaxLag, l.turn-before, l.quota[side])
		l.turn -= good
		l.waived += good
		if l.turns[side] > 0 { // the first turn is free
			l.quota[side] = min(l.quota[side]-good+l.gain, 7*l.gain)
		}
	}
	if g.clock.turns[turn.side()] == l.turns[turn.side()] { // the series goes on
		if control.IsUnlimited() || control.Correspondence() || l.turns[turn.side()] > 0 {
			return events, nil
		}
		l.waived += l.turn
		l.turn = 0
		return events, nil
	}
	free := !control.Correspondence() && l.turns[side] == 0
	l.turns[side]++
	if free {
		l.waived += l.turn
	} else {
		l.charged += l.turn
		if !control.IsUnlimited() {
			l.press(control, side)
		}
	}
	l.turn = 0
	return events, nil
}

// press books the end of a turn, millisecond by millisecond of meaning: what was
// free, what was drawn, what was gained, and the two limits.
func (l *ledger) press(c Control, side int) {
	drawn := time.Duration(0)
	if l.turn > c.Grace {
		drawn = l.turn - c.Grace
	}
	b := l.bank[side] - drawn + c.Extra
	if quick := drawn == 0 || drawn < c.BonusWithin; quick {
		b += c.Bonus
	}
	if b < c.Min {
		b = c.Min
	}
	if c.Max != 0 && b > c.Max {
		b = c.Max
	}
	l.bank[side] = b
}
