package learn

import (
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/engine/nn"
)

// Lend is the command that gives a network to more games.
type Lend struct {
	Network string   `arg:"" help:"File of the network."`
	Games   []string `arg:"" name:"game" help:"IDs of the games, which must have the same board and pieces."`
	Output  string   `short:"o" required:"" placeholder:"FILE" help:"The new file."`
}

// Help returns examples.
func (*Lend) Help() string {
	return console.Examples("kirke train lend -o more.nnue circe.nnue circe-diagram circe-memory",
		"kirke train lend -o hill.nnue chess.nnue kingofthehill")
}

// Run writes the network's file with the games added.
func (cmd *Lend) Run(*console.Console) error {
	file, err := os.ReadFile(cmd.Network)
	if err != nil {
		return err
	}
	network, in, err := nn.ReadAny(file)
	if err == nil {
		err = checkGames(cmd.Games, in, network.Games[0])
	}
	if err != nil {
		return fmt.Errorf("%s: %w", cmd.Network, err)
	}
	for _, id := range cmd.Games {
		if slices.Contains(network.Games, id) {
			return fmt.Errorf("%s is for %s already", cmd.Network, id)
		}
		network.Games = append(network.Games, id)
	}
	return write(cmd.Output, func(w io.Writer) error { return network.Write(w, in) })
}

// checkGames returns why a game cannot have a network for a game with inputs.
func checkGames(ids []string, in *nn.Inputs, game string) error {
	for _, id := range ids {
		v, err := kirke.Lookup(id)
		if err != nil {
			return err
		}
		other, err := nn.NewInputs(v)
		if err != nil {
			return err
		}
		if other.Signature() != in.Signature() {
			return fmt.Errorf("the board or the pieces of %s differ from those of %s", id, game)
		}
	}
	return nil
}
