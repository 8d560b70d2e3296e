package problem_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// asStructure are ordinary stipulations and structured ones that ask for the same, but are not
// handed to the solver of the ordinary one.
var asStructure = map[string]string{
	"#2": "white 3a[#|#]d", "s#2": "white 4ad[#|#]", "h#2": "black 4hh[#|#]", "h#3": "black 6hh[#|#]",
	"ser-#3": "white 3s[#|#]", "ser-#4": "white 4s[#|#]", "ser-h#3": "black 3s[1h[#|#]h]",
	"r#2": "white 3a[>1a[#]d]d{!1a[#]d}", "semi-r#2": "white 3a[1a[#]d]d", "h=2": "black 4hh[=|=]",
	"hs#2": "white 2hh[2ad[#]]", "x2": "white 3a[x]d", "h#1.5": "white 3hh[#|#]",
	"##1": "white 1a[##|##]d", "h##1": "black 2hh[##|##]", "h##2": "black 4hh[##|##]",
	"##!2": "white 3a[##!|##!]d", "h##!1": "black 2hh[##!|##!]", "s##!1": "white 2ad[##!|##!]",
	"dia1.5": "white 3h[dia|dia]h", "dia2": "white 4hh[dia|dia]", "dia2.5": "white 5h[dia|dia]h",
	"a=>b1": "black 2hh[a=>b|a=>b]", "ser-dia5": "white 5s[dia|dia]",
}

// TestStructures solves problems with their stipulations and with structured ones that ask for the
// same, and compares the lines.
func TestStructures(t *testing.T) {
	stipulation := regexp.MustCompile(`(?m)^Stipulation (.*)$`)
	options := regexp.MustCompile(
		`(?m)^Option .*(Set|Duplex|Max|Intell|Defence|Threat|Number|PostKey|Short|Quod|Trivial|WhiteToPlay)`)
	compared := map[string]int{}
	for _, row := range rulestest.Lines[composed](t, data+"popeye.jsonl") {
		found := stipulation.FindStringSubmatch(row.Input)
		if found == nil || asStructure[strings.ToLower(found[1])] == "" || options.MatchString(row.Input) {
			continue
		}
		text := strings.ToLower(found[1])
		want, err := solve(row.Input, time.Second, false)
		if err != nil {
			continue // TestProblems says why
		}
		same := stipulation.ReplaceAllLiteralString(row.Input, "SStipulation "+asStructure[text])
		got, err := solve(same, time.Second, false)
		if errors.Is(err, problem.ErrInterrupted) {
			continue
		}
		if compared[text]++; err != nil || !slices.Equal(lines(got), lines(want)) {
			t.Errorf("%s: %s and %s (%v):\n%s\n%s", row.ID, text, asStructure[text], err, want, got)
		}
	}
	t.Log("compared", compared)
	if len(compared) < 4 {
		t.Errorf("only these were compared: %v", compared)
	}
}
