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
	Networks []string `arg:"" name:"network" help:"Files of networks of the same shape that were fitted from one start, to other positions or with other seeds; the start may be one of them. Networks that began with different random weights have no mean that is worth anything. A file that is named twice counts twice."`
	Output   string   `short:"o" required:"" placeholder:"FILE" help:"The new file, for the games that all are for."`
}

// Help returns examples.
func (*Mean) Help() string {
	return console.Examples("kirke train mean -o mean.nnue before.nnue seed1.nnue seed2.nnue",
		"kirke train mean -o between.nnue before.nnue after.nnue")
}

// Run writes the network whose numbers are the means of those of all files.
func (cmd *Mean) Run(*console.Console) error {
	if err := checkNew(cmd.Output); err != nil {
		return err
	}
	var inputs *nn.Inputs
	var networks []*nn.Network
	var mean *nn.Network
	for _, name := range cmd.Networks {
		file, err := os.ReadFile(name)
		if err != nil {
			return console.FileError(err)
		}
		var network *nn.Network
		if inputs == nil {
			network, inputs, err = nn.ReadAny(file)
		} else {
			network, err = nn.Read(file, inputs)
		}
		if err == nil {
			networks = append(networks, network)
			mean, err = nn.Mean(networks) // of those so far, so that the error is about this one
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(networks) == 1 {
		return fmt.Errorf("there is only one network, %s", cmd.Networks[0])
	}
	return write(cmd.Output, func(w io.Writer) error { return mean.Write(w, inputs) })
}
