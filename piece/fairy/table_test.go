package fairy_test

import (
	"cmp"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/piece/fairy"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

var recordFlag = flag.Bool("record", false, "write the table of docs/pieces.md")

// TestPieceTable: the table of the page has all pieces with their abbreviations. With -record it is written.
func TestPieceTable(t *testing.T) {
	rulestest.Table(t, "../../docs/pieces.md", "piece/fairy", pieceTable(), *recordFlag)
}

// pieceTable returns a table with a line for each walk.
func pieceTable() string {
	ids := map[string]string{}
	for _, m := range rules.Pieces() {
		if m.Adds != nil {
			ids[m.Adds.Name] = "`" + m.ID + "`"
		}
	}
	var b strings.Builder
	b.WriteString("| piece | English | German | French | in an ID |\n|---|---|---|---|---|\n")
	for _, w := range fairy.Catalogue() {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", w.Name, w.Letters[0], w.Letters[1], w.Letters[2],
			cmp.Or(ids[w.Name], "–"))
	}
	return b.String()
}
