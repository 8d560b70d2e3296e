package play_test

import (
	"fmt"
	"time"

	"github.com/kirke-chess/kirke/play"
)

func Example() {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	g, _, err := play.Begin(play.Beginning{
		ID:    "x7",
		Terms: play.Terms{Variant: "seirawan", Control: play.Days(3)},
		White: play.Player{User: "1", Name: "Ann"},
		Black: play.Player{User: "2", Name: "Bob"},
	}, now)
	if err != nil {
		fmt.Println(err)
		return
	}
	events, err := g.Do(play.Command{Do: play.MakeMove, By: play.White, Ply: 1, Text: "Nf3/H"}, now.Add(time.Hour))
	fmt.Println(events[0].Kind(), g.Moves()[0].UCI, err)
	_, err = g.Do(play.Command{Do: play.MakeMove, By: play.White, Ply: 2, Text: "e4"}, now)
	fmt.Println(play.CodeOf(err), err)
	deadline, _ := g.Deadline()
	fmt.Println(deadline.Format(time.DateTime))
	// Output:
	// moved g1f3h <nil>
	// not_yours It is Black's turn.
	// 2026-03-04 13:00:00
}

func ExampleParseControl() {
	for _, text := range []string{
		"5+3", "3d", "10d+1d/20d", "unlimited",
		"Spare Time: 2 weeks, Grace Time: 12 hours, Bonus Time: 6 hours for moving within 1 second",
	} {
		c, err := play.ParseControl(text)
		fmt.Println(c, c.Speed(), err)
	}
	// Output:
	// 5+3 blitz <nil>
	// 3d correspondence <nil>
	// 10d+1d/20d correspondence <nil>
	// unlimited correspondence <nil>
	// spare=14d grace=12h bonus=6h within=1s correspondence <nil>
}

func ExampleGame_Plan() {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	g, _, _ := play.Begin(play.Beginning{
		Terms: play.Terms{Variant: "chess", Control: play.Days(3)},
		White: play.Player{User: "1", Name: "Ann"}, Black: play.Player{User: "2", Name: "Bob"},
	}, now)
	_, _ = g.Do(play.Command{Do: play.MakeMove, By: play.White, Ply: 1, Text: "e4"}, now)
	plan, _ := g.Plan(play.White, [][]string{{"e5", "Nf3", "Nc6", "Bb5"}, {"c5", "Nf3"}})
	_, _ = g.Do(play.Command{Do: play.MakeMove, By: play.Black, Ply: 2, Text: "c5"}, now)
	_, _ = g.Follow(map[play.Seat]play.Plan{play.White: plan}, now)
	for _, m := range g.Moves() {
		fmt.Print(m.SAN, " ")
	}
	// Output: e4 c5 Nf3
}
