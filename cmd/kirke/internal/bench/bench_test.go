package bench

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// TestTable writes a row in each form.
func TestTable(t *testing.T) {
	for _, test := range []struct {
		json, markdown bool
		want           string
	}{
		{want: "" +
			"work                                   game                 depth         nodes   seconds  Mnodes/s\n" +
			"start                                  chess                    3          8902      0.01      0.89\n" +
			"done\n"},
		{markdown: true, want: "" +
			"| work | game | depth | nodes | seconds | Mnodes/s |\n" +
			"| --- | --- | --- | --- | --- | --- |\n" +
			"| start | chess | 3 | 8902 | 0.01 | 0.89 |\n" +
			"\ndone\n"},
		{json: true, want: `{"work":"start","variant":"chess","depth":3,"nodes":8902,"seconds":0.01,` +
			`"mnodes_per_second":0.8902}` + "\n"},
	} {
		var out strings.Builder
		c := &console.Console{Out: &out}
		c.JSON = test.json
		table := tableFlag{test.markdown}.speedTable(c)
		table.head()
		s := speed{Work: "start", Variant: "chess", Depth: 3, Nodes: 8902, Seconds: 0.01}
		if err := s.write(table); err != nil {
			t.Fatal(err)
		}
		table.note("%s", "done")
		if out.String() != test.want {
			t.Errorf("wrote\n%s\nwant\n%s", out.String(), test.want)
		}
	}
}
