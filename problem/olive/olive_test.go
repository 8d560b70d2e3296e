package olive_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/olive"
	"github.com/kirke-chess/kirke/problem/popeye"
)

const collection = `---
algebraic:
  black: [Kf3, Qc8]
  white:
  - Kd6
  - Rg3
  - Bc1
authors:
- Cheylan, Yves
conditions: [AntiCirce Cheylan]
options: [Duplex]
source:
  name: diagrammes
stipulation: h#2
twins:
  b: Move c8 c7
  c: Continued Remove c1
---
algebraic:
  white: [Kd5, Bg3, Bg4]
  black: [Ke8, Ra8, Sd7, Pe7]
  neutral: [Pa2]
options: [NullMoves]
stipulation: h#2
`

func TestRead(t *testing.T) {
	if !olive.Is([]byte(collection)) || olive.Is([]byte("BeginProblem\nEndProblem\n")) {
		t.Error("collections are not told from other files")
	}
	entries, err := olive.Read(strings.NewReader(collection))
	if err != nil || len(entries) != 2 {
		t.Fatal(len(entries), err)
	}
	p := entries[0].Problem
	if entries[0].Err != nil || p.Authors[0] != "Cheylan, Yves" || p.Stipulation.Text != "h#2" ||
		len(p.Twins) != 2 || !p.Twins[1].Continued || !p.Options.Duplex {
		t.Fatalf("%v: %+v", entries[0].Err, p)
	}
	if v, err := p.Variant(); err != nil || v.ID != "anticirce-cheylan" {
		t.Error(v, err)
	}
	if err := entries[1].Err; err == nil || err.Error() != "the option NullMoves is not supported" {
		t.Error("null moves:", err)
	}
	if entries[1].Number != 2 || entries[1].Line <= entries[0].Line {
		t.Errorf("the second problem is number %d at line %d", entries[1].Number, entries[1].Line)
	}
}

// TestWritten solves a problem before and after it is written and read again.
func TestWritten(t *testing.T) {
	entries, err := olive.Read(strings.NewReader(collection))
	if err != nil {
		t.Fatal(err)
	}
	var file strings.Builder
	if err := olive.Write(&file, []*problem.Problem{entries[0].Problem}, []string{"1.x"}); err != nil {
		t.Fatal(err)
	}
	again, err := olive.Read(strings.NewReader(file.String()))
	if err != nil || again[0].Err != nil {
		t.Fatal(err, again, file.String())
	}
	solve := func(p *problem.Problem) string {
		var out strings.Builder
		w := popeye.NewTextWriter(&out, popeye.English)
		if err := (&problem.Solver{Hash: 1}).Solve(context.Background(), p, w); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if a, b := solve(entries[0].Problem), solve(again[0].Problem); a != b {
		t.Errorf("%s\nwritten and read again:\n%s\nfrom\n%s", a, b, file.String())
	}
}

// TestNeutralsAreWritten: neutral pieces are neutral when they are read back.
func TestNeutralsAreWritten(t *testing.T) {
	entries, err := olive.Read(strings.NewReader(strings.Replace(collection, "options: [NullMoves]\n", "", 1)))
	if err != nil || len(entries) != 2 || entries[1].Err != nil {
		t.Fatal(entries, err)
	}
	p := entries[1].Problem
	var b strings.Builder
	if err := olive.Write(&b, []*problem.Problem{p}, []string{""}); err != nil {
		t.Fatal(err)
	}
	again, err := olive.Read(strings.NewReader(b.String()))
	if err != nil || len(again) != 1 || !slices.Equal(again[0].Problem.Setup.Board, p.Setup.Board) {
		t.Errorf("%v:\n%s", err, b.String())
	}
}

// TestOneIsNotYAML reads a collection in which some documents are wrong.
func TestOneIsNotYAML(t *testing.T) {
	const good = "algebraic: {white: [Kd5, Bg3, Bg4], black: [Ke8, Ra8, Sd7, Pe7]}\nstipulation: h#2\n"
	const file = "%YAML 1.1\n---\n" + good + "---\ngarbage: [\n---\nstipulation: [1]\n--- \n" + good
	entries, err := olive.Read(strings.NewReader(file))
	if err != nil || len(entries) != 4 {
		t.Fatal(entries, err)
	}
	for i, e := range entries {
		if wrong := i == 1 || i == 2; (e.Err != nil) != wrong || e.Number != i+1 {
			t.Errorf("problem %d, number %d: %v", i+1, e.Number, e.Err)
		}
	}
	if entries[3].Line != 9 || entries[3].Problem.Stipulation.Text != "h#2" {
		t.Errorf("the last is %+v", entries[3])
	}
}

func TestNotYAML(t *testing.T) {
	if _, err := olive.Read(strings.NewReader("---\n\t: [")); err == nil {
		t.Error("rubbish is read")
	}
}
