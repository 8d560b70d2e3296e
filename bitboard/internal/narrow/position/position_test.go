package position

import (
	"testing"

	"github.com/kirke-chess/kirke/rules"
)

// TestWithoutReference: a position that the reference kernel does not take, which cannot be, says
// so and does not ask itself for ever.
func TestWithoutReference(t *testing.T) {
	v, err := rules.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	s, err := v.StartSetup(rules.StartOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(v, s, 0)
	if err != nil {
		t.Fatal(err)
	}
	q := p.(*position)
	whole := q.g.Variant
	defer func() { q.g.Variant = whole }()
	q.g.Variant = v.Clone()
	q.g.Variant.Army = nil
	m := rules.MakeMove(rules.Ordinary, 12, 28)
	if err := q.Forbidden(m); err == nil {
		t.Error("a move without a reference kernel is explained")
	}
	if q.Dead() || len(q.Select(rules.Exposing, nil)) != 0 {
		t.Error("a position without a reference kernel is dead, or has moves that expose the king")
	}
}
