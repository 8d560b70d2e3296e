package match

import "testing"

// TestQuote: a value that was quoted is read as it was.
func TestQuote(t *testing.T) {
	for _, path := range []string{"plain.nnue", "my nets/one, two.nnue", `it's "new".nnue`, ""} {
		e, err := ParseEngine("cmd=" + Quote("/opt/"+path) + " uci,option.EvalFile=" + Quote(path) + ",name=A")
		if err != nil {
			t.Fatal(err)
		}
		if e.Command[0] != "/opt/"+path || e.Options[0] != (Option{"EvalFile", path}) || e.Name != "A" {
			t.Errorf("%q is read as %+v", path, e)
		}
	}
}
