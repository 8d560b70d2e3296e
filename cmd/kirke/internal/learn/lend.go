package learn

import (
	"fmt"
	"io"
	"slices"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/engine/nn"
)

// Lend is the command that gives a network to more games.
type Lend struct {
	Network string   `arg:"" help:"The network: a file, or a game that has one."`
	Games   []string `arg:"" name:"game" help:"IDs of the games, which must have the same board and the same pieces on and off it."`
	Output  string   `short:"o" required:"" placeholder:"FILE" help:"The new file."`
}

// Help returns examples.
func (*Lend) Help() string {
	return console.Examples("kirke train lend -o more.nnue circe.nnue circe-diagram circe-memory",
		"kirke train lend -o torpedo.nnue chess torpedo")
}

// Run writes the network's file with the games added.
func (cmd *Lend) Run(*console.Console) error {
	if err := checkNew(cmd.Output); err != nil {
		return err
	}
	file, err := networkFile(cmd.Network)
	if err != nil {
		return err
	}
	network, in, err := nn.ReadAny(file)
	if err != nil {
		return fmt.Errorf("%s: %w", cmd.Network, err)
	}
	games, err := sharing(cmd.Games, in, network.Games)
	if err != nil {
		return err
	}
	network.Games = append(network.Games, games...)
	return write(cmd.Output, func(w io.Writer) error { return network.Write(w, in) })
}

// sharing returns the IDs of games that are to have a network with inputs too. The error says which
// cannot, or has it already.
func sharing(names []string, in *nn.Inputs, has []string) (ids []string, err error) {
	for _, name := range names {
		v, err := kirke.Lookup(name)
		if err != nil {
			return nil, err
		}
		other, err := nn.NewInputs(v)
		if err != nil {
			return nil, err
		}
		if other.Signature() != in.Signature() {
			return nil, fmt.Errorf("a network sees other things in %s than in %s: "+
				"the board, or the pieces on or off it, differ", v.ID, has[0])
		}
		if slices.Contains(has, v.ID) {
			return nil, fmt.Errorf("%s has the network already", v.ID)
		}
		if slices.Contains(ids, v.ID) {
			return nil, fmt.Errorf("%s is named twice", v.ID)
		}
		ids = append(ids, v.ID)
	}
	return ids, nil
}
