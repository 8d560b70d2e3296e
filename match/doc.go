// Package match lets engines play each other: any two programs that speak UCI or XBoard's protocol
// 2 (CECP), in any game of Kirke, under its rules.
//
// A Match is two Engines, a Book of openings, each of which is played with both colours, and a
// Referee who keeps the clocks and judges every move. Run plays the games, several at a time if
// asked, passes each Record to its caller as it ends, and returns the Standing: wins, draws and
// losses, the difference in Elo with its error, and the state of a sequential test.
//
//	one, err := match.ParseEngine("kirke uci,name=Kirke,option.Hash=64")
//	two, err := match.ParseEngine("fairy-stockfish")
//	m := match.Match{
//		Engines: [2]match.Engine{one, two},
//		Games:   200,
//		Book:    match.Random(start, 6, 1),
//		Referee: match.Referee{
//			Limit: match.Limit{Time: time.Second, Increment: 100 * time.Millisecond},
//		},
//	}
//	each := func(r match.Record, s match.Standing) error { return r.Game.WritePGN(out) }
//	standing, err := m.Run(ctx, each)
//
// Engines run as processes in groups of their own. They keep running from game to game where they
// can, are started again after a crash, and never outlive Run.
//
// Read match.go (the games), referee.go (one game), player.go (one engine); then client.go with
// uci.go and xboard.go (the protocols) and process.go (the programs). engine.go, limit.go,
// opening.go, names.go and statistics.go stand alone.
package match
