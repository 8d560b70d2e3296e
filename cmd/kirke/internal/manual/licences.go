package manual

import (
	_ "embed"
	"io"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// licences are the notices of the libraries in the program. tool/release writes them.
//
//go:embed licences.txt
var licences string

// Licences is the command that shows the licences of the libraries.
type Licences struct{}

// Help returns examples.
func (*Licences) Help() string {
	return console.Examples("kirke licences", "kirke licences | less")
}

// Run writes the licences of Kirke and of the libraries.
func (*Licences) Run(c *console.Console) error {
	_, err := io.WriteString(c.Out, "Kirke itself is under the MIT licence.\n\n"+licences)
	return err
}
