package console

import (
	"fmt"

	"github.com/kirke-chess/kirke/tablebase"
)

// Tables opens the folder of --tablebases. What is wrong with one of its tables is written to standard
// error.
func (c *Console) Tables(dir string) (*tablebase.Tables, error) {
	tables, err := tablebase.Open(dir, func(err error) { fmt.Fprintf(c.Err, "kirke: %v\n", err) })
	if err != nil {
		return nil, fmt.Errorf("--tablebases: %w", err)
	}
	return tables, nil
}
