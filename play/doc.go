// Package play has games between people, and between people and the computer: who may do what in
// them, and until when. It is pure. It reads no clock, stores nothing and knows no network: each
// call brings the time, and returns what happened as a list of events for the caller to store.
//
// # A game is its events
//
// An [Event] is one thing that happened: the game was created, a move was made, a draw was offered,
// time ran out. Events are numbered from 1 and never change. [Replay] folds them into a [Game], and
// [Game.Apply] adds one. Two games with the same events are equal in everything, clocks included.
//
// A [Command] is what somebody wants to do. [Game.Do] answers it with the events that follow from
// it, which are in the game already, or with an [Error]. An error has a code for programs and a
// sentence for the player.
//
//	terms := play.Terms{Variant: "seirawan", Control: play.Live(5*time.Minute, 3*time.Second)}
//	b := play.Beginning{ID: "x7", Terms: terms, White: ann, Black: bob}
//	g, events, err := play.Begin(b, now)
//	events, err = g.Do(play.Command{Do: play.MakeMove, By: play.White, Ply: 1, Text: "Nf3/H"}, now)
//
// # Time
//
// One clock serves every kind of game, from a minute for each side to the clock of Game Courier. A
// [Control] is its settings; in those that people know, most are zero. [Game.Deadline] is when the
// time of the side to move runs out. The store keeps it in a column, and looks for those that have
// passed.
//
// # Rules
//
// A game is bound to a variant, the version of its rules and its starting position ([Origin]). A
// build that does not have these rules refuses the game and never replays it wrongly. Package kirke
// has all rules of how pieces move and how games end.
//
// Read event.go first, then game.go (the fold), command.go and actions.go (what players do), and
// clock.go. The rest are values: control.go and courier.go (time controls), terms.go, seat.go,
// plan.go (conditional moves), vacation.go, rating.go, key.go and error.go.
package play
