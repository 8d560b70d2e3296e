package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

func aGame(f *fixture) {
	ann, bob, eve := f.person("ann"), f.person("bob"), f.person("eve")
	m := f.game(play.Terms{Variant: "seirawan", Control: play.Live(3*time.Minute, 2*time.Second)}, ann, bob)
	got, err := f.Summary(f.ctx, m.ID)
	f.ok(err)
	want(f, "as it is stored", got, m)
	want(f, "deadline", m.Deadline, f.now.Add(play.FirstTurn+play.MaxLag))
	f.pass(time.Second)
	done := f.does(m.ID, ann, play.Command{Do: play.MakeMove, Ply: 1, Text: "Nf3/H"})
	want(f, "seat", done.Seat, play.White)
	want(f, "last move", done.Summary.LastMove, "g1f3h")
	got, err = f.Summary(f.ctx, m.ID)
	f.ok(err)
	want(f, "after a move", got, done.Summary)
	for _, test := range []struct {
		user store.User
		c    play.Command
		code play.Code
	}{
		{ann, play.Command{Do: play.MakeMove, Ply: 2, Text: "e5"}, play.NotYours},
		{eve, play.Command{Do: play.MakeMove, Ply: 2, Text: "e5"}, play.NotYours},
		{eve, play.Command{Do: play.Resign}, play.NotYours},
		{bob, play.Command{Do: play.MakeMove, Ply: 1, Text: "e5"}, play.Stale},
		{bob, play.Command{Do: play.MakeMove, Ply: 2, Text: "e4"}, play.Illegal},
		// Clients cannot set the fields that the server fills in.
		{eve, play.Command{Do: play.MakeMove, Ply: 2, Text: "e5", By: play.Black, User: bob.ID}, play.NotYours},
	} {
		_, err := f.Do(f.ctx, m.ID, test.user.ID, test.c)
		f.refused(err, test.code)
	}
	_, err = f.Do(f.ctx, m.ID, "", play.Command{Do: play.Resign})
	f.refused(err, play.NotYours)
	_, err = f.Do(f.ctx, "nosuchgame", ann.ID, play.Command{Do: play.Resign})
	f.refused(err, play.NotFound)
	_, err = f.Game(f.ctx, "nosuchgame")
	f.refused(err, play.NotFound)
	_, err = f.Events(f.ctx, "nosuchgame", 0)
	f.refused(err, play.NotFound)
	f.does(m.ID, bob, play.Command{Do: play.Resign})
	want(f, "events", f.kinds(m.ID, 0), "created moved ended")
	want(f, "events after the second", f.kinds(m.ID, 2), "ended")
	want(f, "events after the last", f.kinds(m.ID, 3), "")
	_, err = f.Do(f.ctx, m.ID, ann.ID, play.Command{Do: play.MakeMove, Ply: 2, Text: "e5"})
	f.refused(err, play.GameOver)

	// Notify got every event, once and in order.
	seq := 0
	for _, c := range f.told {
		for _, e := range c.Events {
			seq++
			want(f, "told", e.Seq, seq)
		}
		want(f, "summary told", c.Summary.Seq, seq)
	}
	want(f, "told", seq, 3)
}

// A game in memory equals the replay of its events.
func memoryAgrees(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	m := f.game(terms("10d+1d/20d"), ann, bob)
	f.plays(m.ID, "e4 e5 Nf3")
	f.pass(time.Hour)
	f.does(m.ID, ann, play.Command{Do: play.OfferTakeback, ID: "t"})
	f.does(m.ID, bob, play.Command{Do: play.AcceptTakeback})
	f.plays(m.ID, "Nc3 Nc6")
	f.does(m.ID, ann, play.Command{Do: play.OfferDraw})
	f.does(m.ID, ann, play.Command{Do: play.Say, Text: "What do you think?"})
	look := func() string {
		g, err := f.Game(f.ctx, m.ID)
		f.ok(err)
		at, _ := g.Deadline()
		return fmt.Sprint(g.Seq(), g.Position().FEN(), g.DrawOffer(), at, g.Left(play.White, f.now),
			g.Left(play.Black, f.now), g.Seen(play.White, "t"))
	}
	before := look()
	f.reopen()
	want(f, "after reopening", look(), before)
	// Store.Game returns a copy.
	g, err := f.Game(f.ctx, m.ID)
	f.ok(err)
	if _, err := g.Do(play.Command{Do: play.Resign, By: play.White}, f.now); err != nil {
		f.Fatal(err)
	}
	want(f, "after changing a copy", look(), before)
	// Done.Game is the game after the command, and does not change later.
	said := f.does(m.ID, bob, play.Command{Do: play.Say, Text: "Well…"})
	drawn := f.does(m.ID, bob, play.Command{Do: play.AcceptDraw})
	want(f, "over after the answer", said.Game.Over(), false)
	want(f, "over after the draw", drawn.Game.Over(), true)
	want(f, "seq", drawn.Game.Seq(), drawn.Summary.Seq)
}

func retries(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	m := f.game(terms("5+0"), ann, bob)
	first := play.Command{Do: play.MakeMove, Ply: 1, Text: "e4", ID: "1"}
	done := f.does(m.ID, ann, first)
	want(f, "events", len(done.Events), 1)
	f.plays(m.ID, "e5")
	for range 2 {
		again := f.does(m.ID, ann, first)
		want(f, "events of a retry", len(again.Events), 0)
		want(f, "the game after a retry", again.Summary.Ply, 2)
		f.reopen() // also when the server has been restarted since
	}
	// The same command several times at once is one command.
	second := play.Command{Do: play.MakeMove, Ply: 3, Text: "Nf3", ID: "2"}
	for _, err := range atOnce(6, func(int) error {
		_, err := f.Do(f.ctx, m.ID, ann.ID, second)
		return err
	}) {
		f.ok(err)
	}
	want(f, "moves", f.moves(m.ID), "e2e4 e7e5 g1f3")
}

// Of several moves for the same half-move, exactly one is made.
func oneMover(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	m := f.game(terms("5+0"), ann, bob)
	moves := []string{"a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3"}
	f.oneOf(atOnce(len(moves), func(i int) error {
		_, err := f.Do(f.ctx, m.ID, ann.ID, play.Command{Do: play.MakeMove, Ply: 1, Text: moves[i]})
		return err
	}), play.Stale)
	want(f, "events", f.kinds(m.ID, 0), "created moved")
	// Both players at once, with everything they can do: one of them ends the game.
	f.oneOf(atOnce(8, func(i int) error {
		_, err := f.Do(f.ctx, m.ID, []string{ann.ID, bob.ID}[i%2], play.Command{Do: play.Resign})
		return err
	}), play.GameOver)
	want(f, "events", f.kinds(m.ID, 0), "created moved ended")
}

// Many games are played at once, and every acknowledged move is stored.
func manyGames(f *fixture) {
	const games, plies = 12, 8
	var ids []string
	var people [][2]store.User
	for i := range games {
		ann, bob := f.person(fmt.Sprintf("ann%d", i)), f.person(fmt.Sprintf("bob%d", i))
		ids = append(ids, f.game(terms("5+3"), ann, bob).ID)
		people = append(people, [2]store.User{ann, bob})
	}
	acknowledged := make([]string, games)
	for _, err := range atOnce(games, func(i int) error {
		for ply := range plies {
			g, err := f.Game(f.ctx, ids[i])
			if err != nil {
				return err
			}
			if g.Over() { // a mate by chance
				break
			}
			legal := g.Position().AppendLegalMoves(nil)
			text := g.Position().MoveText(legal[rand.IntN(len(legal))], kirke.UCI)
			if _, err := f.Do(f.ctx, ids[i], people[i][ply%2].ID,
				play.Command{Do: play.MakeMove, Ply: ply + 1, Text: text}); err != nil {
				return err
			}
			acknowledged[i] += text + " "
		}
		return nil
	}) {
		f.ok(err)
	}
	f.reopen()
	for i, id := range ids {
		want(f, "moves", f.moves(id)+" ", acknowledged[i])
	}
}

// Two servers on one database see each other's moves. Of two moves for the same half-move one is
// made.
func twoServers(f *fixture) {
	other, err := store.Open(f.ctx, f.at, store.Options{Now: f.time})
	f.ok(err)
	defer func() { f.ok(other.Close()) }()
	both := []*store.Store{f.Store, other}
	ann, bob := f.person("ann"), f.person("bob")
	m := f.game(terms("5+0"), ann, bob)
	for ply, text := range strings.Fields("e4 e5 Nf3 Nc6 Bb5 a6") {
		s := both[ply/2%2] // each makes two half-moves and then misses two
		_, err := s.Do(f.ctx, m.ID, []string{ann.ID, bob.ID}[ply%2],
			play.Command{Do: play.MakeMove, Ply: ply + 1, Text: text, ID: fmt.Sprint(ply)})
		f.ok(err)
	}
	for _, s := range both { // both know a retry
		done, err := s.Do(f.ctx, m.ID, ann.ID, play.Command{Do: play.MakeMove, Ply: 1, Text: "e4", ID: "0"})
		f.ok(err)
		want(f, "events of a retry", len(done.Events), 0)
	}
	moves := []string{"Ba4", "Bxc6", "Bc4", "Be2", "Bf1", "Bd3"}
	for ply := 7; ply < 15; ply += 2 {
		f.oneOf(atOnce(len(moves), func(i int) error {
			_, err := both[i%2].Do(f.ctx, m.ID, ann.ID, play.Command{Do: play.MakeMove, Ply: ply, Text: moves[i]})
			return err
		}), play.Stale)
		g, err := other.Game(f.ctx, m.ID)
		f.ok(err)
		legal := g.Position().AppendLegalMoves(nil)
		f.plays(m.ID, g.Position().MoveText(legal[0], kirke.UCI))
		g, err = other.Game(f.ctx, m.ID)
		f.ok(err)
		moves = nil
		for _, m := range g.Position().AppendLegalMoves(nil)[:6] {
			moves = append(moves, g.Position().MoveText(m, kirke.UCI))
		}
	}
	g, err := other.Game(f.ctx, m.ID)
	f.ok(err)
	var all []string
	for _, m := range g.Moves() {
		all = append(all, m.UCI)
	}
	want(f, "moves", strings.Join(all, " "), f.moves(m.ID))
}

// Several servers that start at once on an empty database create its schema once.
func startAtOnce(f *fixture) {
	at := f.place(f.T)
	for _, err := range atOnce(4, func(i int) error {
		s, err := store.Open(f.ctx, at, store.Options{})
		if err != nil {
			return err
		}
		if _, err := s.CreateUser(f.ctx, fmt.Sprintf("ann%d", i), ""); err != nil {
			return err
		}
		return s.Close()
	}) {
		f.ok(err)
	}
}

// A move that arrives too late is refused, and the end of the game is stored.
func lateMoves(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	m := f.game(terms("1+0"), ann, bob)
	f.plays(m.ID, "e4 e5")
	f.pass(time.Minute + play.MaxLag + time.Millisecond)
	_, err := f.Do(f.ctx, m.ID, ann.ID, play.Command{Do: play.MakeMove, Ply: 3, Text: "Nf3"})
	f.refused(err, play.GameOver)
	want(f, "events", f.kinds(m.ID, 0), "created moved moved ended")
	f.reopen()
	got, err := f.Summary(f.ctx, m.ID)
	f.ok(err)
	want(f, "result", got.Result+" "+got.Reason, "0-1 time forfeit")
	want(f, "deadline", got.Deadline.IsZero(), true)
}

func sweep(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	quick, slow, started, never := f.game(terms("1+0"), ann, bob), f.game(terms("3d"), ann, bob),
		f.game(terms("1+0"), ann, bob), f.game(terms("unlimited"), ann, bob)
	f.plays(quick.ID, "e4 e5 Nf3")
	f.plays(slow.ID, "e4 e5")
	sweeps := func(n int) {
		f.Helper()
		got, err := f.Sweep(f.ctx)
		f.ok(err)
		want(f, "swept", got, n)
	}
	f.pass(time.Minute + play.MaxLag)
	sweeps(0)
	f.pass(time.Millisecond)
	sweeps(2)
	sweeps(0)
	for id, result := range map[string]string{quick.ID: "1-0 time forfeit", started.ID: "* aborted", slow.ID: "* ",
		never.ID: "* "} {
		got, err := f.Summary(f.ctx, id)
		f.ok(err)
		want(f, "result", got.Result+" "+got.Reason, result)
	}
	f.pass(3 * play.Day)
	sweeps(1)
	f.pass(1000 * play.Day)
	sweeps(0)
}

// A move and the sweeper race. The game has one or the other, and an acknowledged move is stored.
func sweepOrMove(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	for range 6 {
		m := f.game(terms("1+0"), ann, bob)
		f.plays(m.ID, "e4 e5")
		f.pass(time.Minute)
		var moved error
		errs := atOnce(3, func(i int) error {
			if i == 0 {
				_, moved = f.Do(f.ctx, m.ID, ann.ID, play.Command{Do: play.MakeMove, Ply: 3, Text: "Nf3"})
				return nil
			}
			f.pass(play.MaxLag)
			_, err := f.Sweep(f.ctx)
			return err
		})
		f.ok(errs[1])
		f.ok(errs[2])
		events := f.kinds(m.ID, 3)
		if moved == nil {
			want(f, "the first event after a move", strings.Fields(events)[0], "moved")
		} else {
			f.refused(moved, play.GameOver)
			want(f, "events", events, "ended")
		}
		f.pass(play.Day)
		_, err := f.Sweep(f.ctx)
		f.ok(err)
	}
}

func downtime(f *fixture) {
	recovers := func(down time.Duration, games int) {
		f.Helper()
		d, n, err := f.Recover(f.ctx)
		f.ok(err)
		want(f, "down", d, down)
		want(f, "games", n, games)
	}
	recovers(0, 0) // the very first start
	ann, bob := f.person("ann"), f.person("bob")
	quick, slow := f.game(terms("1+0"), ann, bob), f.game(terms("3d"), ann, bob)
	over, never := f.game(terms("1+0"), ann, bob), f.game(terms("unlimited"), ann, bob)
	f.plays(quick.ID, "e4 e5")
	f.plays(slow.ID, "e4")
	f.does(over.ID, ann, play.Command{Do: play.Abort})
	f.pass(10 * time.Second)
	f.ok(f.Beat(f.ctx))
	f.pass(time.Hour) // the server is killed, and started an hour later
	f.reopen()
	recovers(time.Hour, 2)
	recovers(0, 0)
	n, err := f.Sweep(f.ctx)
	f.ok(err)
	want(f, "swept after the downtime", n, 0)
	g, err := f.Game(f.ctx, quick.ID)
	f.ok(err)
	want(f, "left", g.Left(play.White, f.now), 50*time.Second)
	g, err = f.Game(f.ctx, slow.ID)
	f.ok(err)
	want(f, "left", g.Left(play.Black, f.now), 3*play.Day-10*time.Second)

	// A move counts as a heartbeat.
	f.pass(5 * time.Second)
	f.plays(quick.ID, "Nf3")
	f.pass(time.Minute)
	f.reopen()
	recovers(time.Minute, 2)
	g, err = f.Game(f.ctx, quick.ID)
	f.ok(err)
	want(f, "left", g.Left(play.White, f.now), 45*time.Second)
	want(f, "left", g.Left(play.Black, f.now), time.Minute)
	want(f, "events of a game without a clock", f.kinds(never.ID, 0), "created")

	// A restart so quick that another server may have been running.
	f.ok(f.Beat(f.ctx))
	f.pass(900 * time.Millisecond)
	lost := time.Duration(0)
	if f.Postgres() {
		lost = 900 * time.Millisecond
		recovers(0, 0)
	} else {
		recovers(900*time.Millisecond, 2)
	}

	// Of several servers that start at once, one gives the time back.
	f.ok(f.Beat(f.ctx))
	f.pass(time.Hour)
	for _, err := range atOnce(4, func(int) error {
		_, _, err := f.Recover(f.ctx)
		return err
	}) {
		f.ok(err)
	}
	g, err = f.Game(f.ctx, quick.ID)
	f.ok(err)
	want(f, "left", g.Left(play.Black, f.now), time.Minute-lost)
}

// A game under rules that this build does not have cannot be changed. Other games go on.
func otherRules(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	t := terms("1d")
	t.Variant = "sissa"
	sissa, chess := f.game(t, ann, bob), f.game(terms("1d"), ann, bob)
	f.plays(sissa.ID, "d3 d7")
	f.plays(chess.ID, "e4 e5")
	var out bytes.Buffer
	f.ok(f.Dump(f.ctx, &out))
	const pin = `\"variant\":\"sissa\",\"rulesVersion\":`
	changed := strings.Replace(out.String(), pin+"1", pin+"99", 1)
	if changed == out.String() {
		f.Fatal("the version of the rules is not in the dump")
	}
	f.close()
	f.at = f.place(f.T)
	f.open()
	f.ok(f.Restore(f.ctx, strings.NewReader(changed)))

	var version *kirke.VersionError
	if _, err := f.Game(f.ctx, sissa.ID); !errors.As(err, &version) {
		f.Errorf("the game is shown: %v", err)
	}
	if _, err := f.Do(f.ctx, sissa.ID, ann.ID, play.Command{Do: play.Resign}); !errors.As(err, &version) {
		f.Errorf("the game goes on: %v", err)
	}
	want(f, "its events", f.kinds(sissa.ID, 0), "created moved moved")
	f.pass(time.Hour)
	_, n, err := f.Recover(f.ctx)
	f.ok(err)
	want(f, "games that got time back", n, 1)
	_, err = f.TakeVacation(f.ctx, bob.ID, f.now.Add(play.Day))
	f.ok(err)
	f.pass(2 * play.Day)
	n, err = f.Sweep(f.ctx)
	want(f, "swept", n, 1)
	if !errors.As(err, &version) || !strings.Contains(err.Error(), sissa.ID) {
		f.Errorf("the sweep does not name the game: %v", err)
	}
	m, err := f.Summary(f.ctx, chess.ID)
	f.ok(err)
	want(f, "the other game", m.Result, "0-1")
}

func vacations(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	slow, quick := f.game(terms("3d"), ann, bob), f.game(terms("5+0"), ann, bob)
	f.plays(slow.ID, "e4 e5")
	f.refused(f.EndVacation(f.ctx, ann.ID), play.NotNow)
	v, err := f.TakeVacation(f.ctx, ann.ID, f.now.Add(10*play.Day))
	f.ok(err)
	want(f, "vacation", v.Until, f.now.Add(10*play.Day))
	_, err = f.TakeVacation(f.ctx, ann.ID, f.now.Add(11*play.Day))
	f.refused(err, play.NotNow)
	want(f, "events", f.kinds(slow.ID, 3), "wentAway")
	want(f, "events of a live game", f.kinds(quick.ID, 1), "")
	got, err := f.Summary(f.ctx, slow.ID)
	f.ok(err)
	want(f, "deadline", got.Deadline, f.now.Add(13*play.Day))

	// A game that starts meanwhile knows of the vacation.
	later := f.game(terms("3d"), ann, bob)
	want(f, "deadline", later.Deadline, f.now.Add(13*play.Day))
	want(f, "events", f.kinds(later.ID, 0), "created wentAway")

	f.pass(4 * play.Day)
	f.ok(f.EndVacation(f.ctx, ann.ID))
	got, err = f.Summary(f.ctx, slow.ID)
	f.ok(err)
	want(f, "deadline", got.Deadline, f.now.Add(3*play.Day))
	all, err := f.Vacations(f.ctx, ann.ID)
	f.ok(err)
	want(f, "vacations", len(all), 1)
	want(f, "left of the year", play.VacationLeft(all, 2026), 26*play.Day)

	// Two at once are one.
	f.oneOf(atOnce(4, func(int) error {
		_, err := f.TakeVacation(f.ctx, bob.ID, f.time().Add(play.Day))
		return err
	}), play.NotNow)
	_, err = f.TakeVacation(f.ctx, ann.ID, f.now.Add(27*play.Day))
	f.refused(err, play.NotAllowed)
}

func plans(f *fixture) {
	ann, bob, eve := f.person("ann"), f.person("bob"), f.person("eve")
	m := f.game(terms("3d"), ann, bob)
	f.plays(m.ID, "e4")
	plan, err := f.SetPlan(f.ctx, m.ID, ann.ID, [][]string{{"e5", "Nf3", "Nc6", "Bb5"}, {"c5", "Nc3"}})
	f.ok(err)
	want(f, "the plan", fmt.Sprint(plan.Lines), "[[e7e5 g1f3 b8c6 f1b5] [c7c5 b1c3]]")
	got, err := f.Plan(f.ctx, m.ID, ann.ID)
	f.ok(err)
	want(f, "the plan again", fmt.Sprint(got), fmt.Sprint(plan))
	for _, u := range []string{bob.ID, eve.ID, ""} { // others do not see it
		got, err := f.Plan(f.ctx, m.ID, u)
		f.ok(err)
		want(f, "another's plan", len(got.Lines), 0)
	}
	want(f, "events", f.kinds(m.ID, 0), "created moved")
	_, err = f.SetPlan(f.ctx, m.ID, eve.ID, [][]string{{"e5"}})
	f.refused(err, play.NotYours)
	_, err = f.SetPlan(f.ctx, m.ID, ann.ID, [][]string{{"e6", "e4"}})
	f.refused(err, play.Illegal)
	f.reopen()
	// The opponent's move and the answer are one transaction.
	f.pass(time.Hour)
	done := f.does(m.ID, bob, play.Command{Do: play.MakeMove, Ply: 2, Text: "e5"})
	want(f, "half-moves", done.Summary.Ply, 3)
	want(f, "events", len(done.Events), 2)
	want(f, "told together", len(f.told[len(f.told)-1].Events), 2)
	// The draw offer waits for an answer, and then the plan goes on.
	done = f.does(m.ID, bob, play.Command{Do: play.MakeMove, Ply: 4, Text: "Nc6", Offer: true})
	want(f, "half-moves", done.Summary.Ply, 4)
	done = f.does(m.ID, ann, play.Command{Do: play.DeclineDraw})
	want(f, "half-moves", done.Summary.Ply, 5)
	want(f, "moves", f.moves(m.ID), "e2e4 e7e5 g1f3 b8c6 f1b5")
	// A takeback makes plans void.
	_, err = f.SetPlan(f.ctx, m.ID, ann.ID, [][]string{{"a6", "Ba4"}})
	f.ok(err)
	f.does(m.ID, ann, play.Command{Do: play.OfferTakeback})
	f.does(m.ID, bob, play.Command{Do: play.AcceptTakeback})
	got, err = f.Plan(f.ctx, m.ID, ann.ID)
	f.ok(err)
	want(f, "after a takeback", len(got.Lines), 0)
	f.plays(m.ID, "Bc4")
	_, err = f.SetPlan(f.ctx, m.ID, ann.ID, [][]string{{"Bc5", "c3"}})
	f.ok(err)
	_, err = f.SetPlan(f.ctx, m.ID, ann.ID, nil) // given up
	f.ok(err)
	want(f, "half-moves", f.plays(m.ID, "Bc5").Ply, 6)
}

func takebacks(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	m := f.game(terms("5+0"), ann, bob)
	f.plays(m.ID, "e4 e5 Nf3")
	there := f.key(m.ID)
	f.does(m.ID, ann, play.Command{Do: play.OfferTakeback})
	f.does(m.ID, bob, play.Command{Do: play.AcceptTakeback})
	want(f, "moves", f.moves(m.ID), "e2e4 e7e5")
	page, err := f.Search(f.ctx, store.Query{Position: there})
	f.ok(err)
	want(f, "found by a position taken back", len(page.Games), 0)
	f.plays(m.ID, "Nc3 Nc6")
	page, err = f.Search(f.ctx, store.Query{Position: f.key(m.ID)})
	f.ok(err)
	want(f, "found by the position", len(page.Games), 1)
}

// key returns the key of a game's position.
func (f *fixture) key(game string) string {
	f.Helper()
	g, err := f.Game(f.ctx, game)
	f.ok(err)
	return play.PositionKey(g.Position())
}

func privateGames(f *fixture) {
	ann, bob, eve := f.person("ann"), f.person("bob"), f.person("eve")
	t := terms("3d")
	t.Private = true
	m := f.game(t, ann, bob)
	f.plays(m.ID, "e4")
	for _, user := range []string{eve.ID, ""} {
		want(f, "may watch", m.MayWatch(user), false)
		_, err := f.Do(f.ctx, m.ID, user, play.Command{Do: play.Say, Text: "hello"})
		f.refused(err, play.NotFound)
		_, err = f.SetPlan(f.ctx, m.ID, user, nil)
		f.refused(err, play.NotFound)
		f.refused(f.SetNote(f.ctx, m.ID, user, "x"), play.NotFound)
		page, err := f.Search(f.ctx, store.Query{Player: ann.ID, Viewer: user})
		f.ok(err)
		want(f, "found", len(page.Games), 0)
	}
	page, err := f.Search(f.ctx, store.Query{Viewer: bob.ID})
	f.ok(err)
	want(f, "found by a player", len(page.Games), 1)
	live, err := f.LiveGames(f.ctx, 10)
	f.ok(err)
	want(f, "listed", len(live), 0)
	want(f, "may watch", m.MayWatch(ann.ID), true)
}

func notes(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	m := f.game(terms("3d"), ann, bob)
	f.ok(f.SetNote(f.ctx, m.ID, ann.ID, "try h4"))
	f.ok(f.SetNote(f.ctx, m.ID, ann.ID, "try h4! ♞"))
	got, err := f.Note(f.ctx, m.ID, ann.ID)
	f.ok(err)
	want(f, "note", got, "try h4! ♞")
	got, err = f.Note(f.ctx, m.ID, bob.ID)
	f.ok(err)
	want(f, "the other's note", got, "")
	f.ok(f.SetNote(f.ctx, m.ID, ann.ID, ""))
	got, err = f.Note(f.ctx, m.ID, ann.ID)
	f.ok(err)
	want(f, "note", got, "")
	f.refused(f.SetNote(f.ctx, m.ID, ann.ID, strings.Repeat("x", store.MaxNote+1)), play.Invalid)
	f.refused(f.SetNote(f.ctx, m.ID, ann.ID, "\xff"), play.Invalid)
	f.refused(f.SetNote(f.ctx, "nosuchgame", ann.ID, "x"), play.NotFound)
}

func chat(f *fixture) {
	ann, bob, eve := f.person("ann"), f.person("bob"), f.person("eve")
	m := f.game(terms("3d"), ann, bob)
	f.does(m.ID, ann, play.Command{Do: play.Say, Text: "good luck", Name: "Bob", User: bob.ID})
	f.does(m.ID, eve, play.Command{Do: play.Say, Text: "<script>"})
	events, err := f.Events(f.ctx, m.ID, 1)
	f.ok(err)
	want(f, "said", events[0].Payload, play.Payload(
		play.Said{Room: play.PlayersRoom, User: ann.ID, Name: "ann", Text: "good luck"}))
	want(f, "said", events[1].Payload, play.Payload(
		play.Said{Room: play.WatchersRoom, User: eve.ID, Name: "eve", Text: "<script>"}))
	_, err = f.Do(f.ctx, m.ID, "", play.Command{Do: play.Say, Text: "who am I"})
	f.refused(err, play.NotFound)
}

func ratings(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	t := terms("5+0")
	t.Variant, t.Rated = "seirawan960", true
	const opening = "a3 a6 b3 b6" // legal with any first rank
	m := f.game(t, ann, bob)
	f.plays(m.ID, opening)
	done := f.does(m.ID, bob, play.Command{Do: play.Resign})
	changed, ok := done.Events[1].Payload.(play.RatingsChanged)
	if !ok || changed.After[0] <= 1500 || changed.After[1] >= 1500 || changed.Before != [2]float64{1500, 1500} {
		f.Errorf("the events are %+v", done.Events)
	}
	r, err := f.Rating(f.ctx, ann.ID, "seirawan", play.Blitz) // seirawan960 is rated with seirawan
	f.ok(err)
	want(f, "rating", r.Rating, changed.After[0])
	want(f, "games", r.Games, 1)
	all, err := f.Ratings(f.ctx, bob.ID)
	f.ok(err)
	want(f, "ratings", len(all), 1)
	want(f, "of", all[0].Family+" "+string(all[0].Speed), "seirawan blitz")
	want(f, "rated", done.Summary.Rated, true)
	// Casual games, aborted games and very short games do not count.
	t.Rated = false
	m = f.game(t, ann, bob)
	f.plays(m.ID, opening)
	f.does(m.ID, ann, play.Command{Do: play.Resign})
	t.Rated = true
	f.does(f.game(t, ann, bob).ID, ann, play.Command{Do: play.Abort})
	m = f.game(t, ann, bob)
	f.plays(m.ID, "a3 a6 b3")
	done = f.does(m.ID, bob, play.Command{Do: play.Resign})
	want(f, "result", done.Summary.Result, "1-0")
	want(f, "events", len(done.Events), 1)
	m, err = f.Summary(f.ctx, m.ID)
	f.ok(err)
	want(f, "rated after three half-moves", m.Rated, false)
	r, err = f.Rating(f.ctx, ann.ID, "seirawan", play.Blitz)
	f.ok(err)
	want(f, "games", r.Games, 1)
	r, err = f.Rating(f.ctx, ann.ID, "chess", play.Blitz)
	f.ok(err)
	want(f, "rating of a game never played", r, play.NewRating)
	// Many games that end at once all count.
	var ids []string
	for range 6 {
		m := f.game(t, ann, bob)
		f.plays(m.ID, opening)
		ids = append(ids, m.ID)
	}
	for _, err := range atOnce(len(ids), func(i int) error {
		_, err := f.Do(f.ctx, ids[i], ann.ID, play.Command{Do: play.Resign})
		return err
	}) {
		f.ok(err)
	}
	r, err = f.Rating(f.ctx, ann.ID, "seirawan", play.Blitz)
	f.ok(err)
	want(f, "games", r.Games, 7)
}

func rematch(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	t := terms("5+3")
	t.Variant = "cetran1"
	m := f.game(t, ann, bob)
	f.does(m.ID, ann, play.Command{Do: play.Resign})
	done := f.does(m.ID, ann, play.Command{Do: play.OfferRematch})
	want(f, "begun at once", done.Rematch == nil, true)
	done = f.does(m.ID, bob, play.Command{Do: play.OfferRematch})
	if done.Rematch == nil {
		f.Fatal("there is no rematch")
	}
	again, err := f.Summary(f.ctx, done.Rematch.ID)
	f.ok(err)
	want(f, "rematch", again, *done.Rematch)
	want(f, "players", again.Players, [2]play.Player{player(bob), player(ann)})
	want(f, "terms", again.Variant+" "+again.Control.String()+" "+again.Previous, "cetran1 5+3 "+m.ID)
	g, err := f.Game(f.ctx, m.ID)
	f.ok(err)
	want(f, "rematch", g.Rematch(), again.ID)
}

func computer(f *fixture) {
	ann := f.person("ann")
	m, err := f.CreateGame(f.ctx, play.Beginning{Terms: terms("5+3"), White: play.Player{Name: "Kirke", Level: 4},
		Black: player(ann)})
	f.ok(err)
	waiting := func(n int) {
		f.Helper()
		all, err := f.ComputerToMove(f.ctx, 10)
		f.ok(err)
		want(f, "the computer is on turn in", len(all), n)
	}
	waiting(1)
	_, err = f.DoFor(f.ctx, m.ID, play.Black, play.Command{Do: play.Resign})
	f.refused(err, play.NotYours)
	_, err = f.DoFor(f.ctx, m.ID, play.Server, play.Command{Do: play.Resign})
	f.refused(err, play.NotYours)
	_, err = f.Do(f.ctx, m.ID, "", play.Command{Do: play.MakeMove, Ply: 1, Text: "e4"})
	f.refused(err, play.NotYours)
	_, err = f.DoFor(f.ctx, m.ID, play.White, play.Command{Do: play.MakeMove, Ply: 1, Text: "e4"})
	f.ok(err)
	waiting(0)
	f.does(m.ID, ann, play.Command{Do: play.MakeMove, Ply: 2, Text: "e5"})
	waiting(1)
	f.does(m.ID, ann, play.Command{Do: play.OfferTakeback}) // granted
	waiting(0)
	f.does(m.ID, ann, play.Command{Do: play.Resign})
	done := f.does(m.ID, ann, play.Command{Do: play.OfferRematch})
	want(f, "the rematch begins", done.Rematch != nil, true)
	waiting(0)
}
