package learn

import (
	"fmt"
	"io"
	"os"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/engine/nn"
)

// Mean is the command that makes one network of several.
type Mean struct {
	Networks []string `arg:"" name:"network" help:"Files of at least two networks of the same shape, for the same game: fits from one start to different positions, or with different seeds, and the start itself."`
	Output   string   `short:"o" required:"" placeholder:"FILE" help:"The new file, for the games that all are for."`
}

// Help returns examples.
func (*Mean) Help() string {
	return console.Examples("kirke train mean -o mean.nnue before.nnue seed1.nnue seed2.nnue")
}

// Run writes the network whose weights are the means of those of all files.
func (cmd *Mean) Run(*console.Console) error {
	if len(cmd.Networks) < 2 {
		return fmt.Errorf("there is only one network, %s", cmd.Networks[0])
	}
	var inputs *nn.Inputs
	var networks []*nn.Network
	for _, name := range cmd.Networks {
		file, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		network, in, err := nn.ReadAny(file)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if inputs == nil {
			inputs = in
		}
		if in.Signature() != inputs.Signature() {
			return fmt.Errorf("%s: the network is for %s, whose board or pieces differ from those of %s",
				name, network.Games[0], networks[0].Games[0])
		}
		networks = append(networks, network)
	}
	mean, err := nn.Mean(networks)
	if err != nil {
		return err
	}
	return write(cmd.Output, func(w io.Writer) error { return mean.Write(w, inputs) })
}
