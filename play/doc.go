// Package play holds games between people, and between people and the
// computer: what may be done in them, by whom and until when. It is pure. It
// reads no clock, keeps nothing and knows no network: the time comes in with each
// call, and what happened goes out as a list of events for somebody else to store.
//
// # A game is its events
//
// An [Event] is one thing that happened: the game was created, a move was made, a
// draw was offered, time ran out. Events are numbered from 1 and only ever added.
// [Replay] makes a [Game] of them, [Game.Apply] adds one, and two games with the
// same events are the same in everything, clocks included.
//
// What somebody wants to do is a [Command], and [Game.Do] answers it with the
// events that follow from it, which are in the game already, or with an [Error],
// whose code is for programs and whose sentence is for the player.
//
//	terms := play.Terms{Variant: "seirawan", Control: play.Live(5*time.Minute, 3*time.Second)}
//	g, err := play.Begin(play.Beginning{ID: "x7", Terms: terms, White: ann, Black: bob}, now)
//	events, err := g.Do(play.Command{Do: play.MakeMove, By: play.White, Ply: 1, Text: "Nf3/H"}, now)
//
// # Time
//
// One clock serves every kind of game, from a minute each to the six-part clock of
// Game Courier: a [Control] is its settings, and the kinds that people know are
// settings of which most are zero. [Game.Deadline] says when the time of the side
// to move is up; whoever stores games keeps that moment beside them and looks for
// those that are past.
//
// # Rules
//
// A game is pinned to a variant, the version of its rules and the array it was
// drawn ([Origin]); a game under rules that this build does not have is refused by
// name and never replayed wrongly. All rules of movement and of how games end are
// kirke's own.
package play
