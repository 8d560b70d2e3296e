package main

import (
	"github.com/alecthomas/kong"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/analyse"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/bench"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/engines"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/games"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/learn"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/manual"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/perft"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/server"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/solve"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/tables"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/terminal"
)

// commands are the commands, each with its flags. The field names are the names that are typed.
type commands struct {
	Version kong.VersionFlag `help:"Show the version."`
	Own     console.OwnFlags `embed:""`

	Variants games.Variants   `cmd:"" help:"List the games, or write one as a file."`
	Check    games.Check      `cmd:"" help:"Check a file of a game: all errors, the board, moves, counts, random games."`
	Rules    games.Rules      `cmd:"" help:"Show the rules of a game."`
	Moves    games.Moves      `cmd:"" help:"List the legal moves of a position, or explain one."`
	Perft    perft.Command    `cmd:"" help:"Count the leaves of the tree of legal moves."`
	Replay   games.Replay     `cmd:"" help:"Replay game files and report bad games."`
	Convert  games.Convert    `cmd:"" help:"Convert positions and games between formats."`
	Diagram  games.Diagram    `cmd:"" help:"Draw a position, as SVG or as text."`
	Bench    bench.Command    `cmd:"" help:"Measure how fast Kirke is."`
	Solve    solve.Command    `cmd:"" help:"Solve chess problems as Popeye does, in its language and output."`
	Train    learn.Command    `cmd:"" help:"Make networks for the computer player: games, positions, fitting, tests."`
	Tb       tables.Command   `cmd:"" help:"Build and ask tables of endgames: who wins with a few pieces, and how soon."`
	Tune     bench.Tune       `cmd:"" hidden:"" help:"Fit the evaluation of a game to games of the engine against itself."`
	Match    engines.Match    `cmd:"" help:"Let two engines play each other, and estimate which is stronger."`
	Uci      engines.UCI      `cmd:"" help:"Play as a UCI engine. kirke also starts in UCI mode when its first input line is 'uci'."`
	Xboard   engines.XBoard   `cmd:"" help:"Play as an XBoard engine (CECP). kirke also starts in XBoard mode when its first input line is 'xboard'."`
	Play     terminal.Command `cmd:"" help:"Play a game against the computer, or with two people at one terminal."`
	Analyse  analyse.Command  `cmd:"" help:"Analyse games or a position: evaluations, marks and best lines."`
	Worker   server.Worker    `cmd:"" help:"Solve and analyse for a server elsewhere, over NATS."`
	Admin    server.Admin     `cmd:"" help:"Manage roles and people in the database of a server, and read the moderation log."`
	Serve    server.Serve     `cmd:"" help:"Serve Kirke to browsers: games, analysis, problems."`

	Help       manual.Help       `cmd:"" help:"Show the help of a command."`
	VersionCmd manual.Version    `cmd:"" name:"version" help:"Show the version, the commit and the compiler."`
	Licences   manual.Licences   `cmd:"" help:"Show the licences of the libraries in the program."`
	Man        manual.Man        `cmd:"" help:"Write the manual page, for man."`
	Completion manual.Completion `cmd:"" help:"Write a shell script that completes commands, flags and games."`
	Complete   manual.Complete   `cmd:"" hidden:"" help:"List what may complete a command line, for the completion scripts."`
}

// newParser returns the parser of the command line. The values of shared flags go to c.
func newParser(c *console.Console) (*kong.Kong, error) {
	return kong.New(&commands{},
		kong.Name("kirke"),
		kong.Description("Kirke plays a family of chess variants: "+
			"Seirawan chess, Cetran chess, the Circe family and more."),
		kong.Vars{
			"version": "kirke " + manual.VersionText(), "seed": "", "threads": "all", "levels": terminal.Levels(),
		},
		kong.Bind(c, &c.Flags),
		kong.Writers(c.Out, c.Err),
		kong.Exit(func(code int) { panic(exit(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: 100}),
	)
}
