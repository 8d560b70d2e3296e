// Package olive reads and writes the collections of the editor Olive: YAML documents, one for
// each problem, with the pieces in algebraic notation.
package olive

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
)

// document is a problem as Olive keeps it.
type document struct {
	Algebraic   pieces            `yaml:"algebraic"`
	Authors     []string          `yaml:"authors,omitempty"`
	Award       any               `yaml:"award,omitempty"`
	Comments    []string          `yaml:"comments,omitempty"`
	Conditions  []string          `yaml:"conditions,omitempty"`
	Keywords    []string          `yaml:"keywords,omitempty"`
	Options     []string          `yaml:"options,omitempty"`
	Solution    string            `yaml:"solution,omitempty"`
	Source      any               `yaml:"source,omitempty"`
	Stipulation string            `yaml:"stipulation"`
	Twins       map[string]string `yaml:"twins,omitempty"`
}

type pieces struct {
	Black   []string `yaml:"black,omitempty"`
	White   []string `yaml:"white,omitempty"`
	Neutral []string `yaml:"neutral,omitempty"`
}

// Is reports whether a file looks like a collection of Olive.
func Is(input []byte) bool {
	head := string(input[:min(len(input), 4096)])
	return strings.HasPrefix(head, "algebraic:") ||
		strings.HasPrefix(head, "---") && strings.Contains(head, "algebraic:")
}

// Read reads a collection. What is wrong with a problem is in its entry. The error says that
// nothing in the file is YAML.
func Read(r io.Reader) ([]problem.Entry, error) {
	input, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var all []problem.Entry
	var fault error
	sound := false // some document is YAML
	for _, c := range chunks(string(input)) {
		var node yaml.Node
		err := yaml.Unmarshal([]byte(c.text), &node)
		if err == nil && node.Kind == 0 {
			continue // nothing is in it
		}
		e := problem.Entry{Number: len(all) + 1, Line: c.line}
		var d document
		switch {
		case err != nil:
			e.Err = fmt.Errorf("this is not YAML: %w", err)
			fault = cmp.Or(fault, fmt.Errorf("problem %d is not YAML: %w", e.Number, err))
		default:
			sound = true
			if e.Err = narrow(&node); e.Err == nil {
				e.Err = node.Decode(&d)
			}
			if e.Err == nil {
				e.Problem, e.Warnings, e.Err = d.problem()
			}
		}
		all = append(all, e)
	}
	if !sound && fault != nil {
		return nil, fault
	}
	return all, nil
}

// maxKeys is how many keys a mapping may have: the YAML library compares each with all others.
const maxKeys = 200

// narrow returns an error if a mapping in a document has more than maxKeys keys.
func narrow(n *yaml.Node) error {
	if n.Kind == yaml.MappingNode && len(n.Content) > 2*maxKeys {
		return fmt.Errorf("a mapping has more than %d keys", maxKeys)
	}
	for _, c := range n.Content {
		if err := narrow(c); err != nil {
			return err
		}
	}
	return nil
}

// chunk is a document of a file, with the line where it begins.
type chunk struct {
	text string
	line int
}

// chunks splits a file at the lines that begin documents. Directives belong to the document after
// them.
func chunks(text string) []chunk {
	var all []chunk
	line, from, at, number, begun := 1, 0, 0, 0, false
	for l := range strings.Lines(text) {
		number++
		if strings.HasPrefix(l, "---") {
			if begun {
				all = append(all, chunk{text[from:at], line})
				line, from = number, at
			}
			begun = true
		}
		begun = begun || strings.TrimSpace(l) != "" && l[0] != '%' && l[0] != '#'
		at += len(l)
	}
	return append(all, chunk{text[from:], line})
}

// problem reads a document by way of Popeye's language, as Olive does.
func (d *document) problem() (p *problem.Problem, warnings []string, err error) {
	var b strings.Builder
	b.WriteString("BeginProblem\n")
	for _, a := range d.Authors {
		fmt.Fprintf(&b, "Author %s\n", oneLine(a))
	}
	fmt.Fprintf(&b, "Stipulation %s\n", oneLine(d.Stipulation))
	if len(d.Options) > 0 {
		fmt.Fprintf(&b, "Option %s\n", oneLine(strings.Join(d.Options, " ")))
	}
	if len(d.Conditions) > 0 {
		fmt.Fprintf(&b, "Condition %s\n", oneLine(strings.Join(d.Conditions, " ")))
	}
	var pieces strings.Builder
	for _, side := range []struct {
		colour string
		pieces []string
	}{{"White", d.Algebraic.White}, {"Black", d.Algebraic.Black}, {"Neutral", d.Algebraic.Neutral}} {
		for _, m := range side.pieces {
			fmt.Fprintf(&pieces, " %s %s", side.colour, oneLine(m))
		}
	}
	if pieces.Len() > 0 {
		fmt.Fprintf(&b, "Pieces%s\n", pieces.String())
	}
	var names []string
	for name := range d.Twins {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		word := "Twin"
		if name == "a" {
			word = "ZeroPosition"
		}
		fmt.Fprintf(&b, "%s %s\n", word, oneLine(d.Twins[name]))
	}
	b.WriteString("EndProblem\n")
	entries, _, err := popeye.Read(strings.NewReader(b.String()))
	if err != nil {
		return nil, nil, err
	}
	for _, w := range entries[0].Warnings {
		warnings = append(warnings, line.ReplaceAllString(w, ""))
	}
	return entries[0].Problem, warnings, withoutLine(entries[0].Err)
}

// line matches the line of an error in Popeye's language, which is none of the collection.
var line = regexp.MustCompile(`^line \d+: `)

func withoutLine(err error) error {
	if err == nil {
		return nil
	}
	if u := (*problem.UnsupportedError)(nil); errors.As(err, &u) {
		return &problem.UnsupportedError{Missing: u.Missing, Where: u.Where}
	}
	return errors.New(line.ReplaceAllString(err.Error(), ""))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Write writes problems with their solutions, which are texts in the same order. With nil solutions
// it writes the problems alone.
func Write(w io.Writer, problems []*problem.Problem, solutions []string) error {
	out := yaml.NewEncoder(w)
	out.SetIndent(2)
	for i, p := range problems {
		if p.Invisible > 0 {
			return fmt.Errorf("problem %d: a collection of Olive has no place for totally invisible pieces", i+1)
		}
		d := document{
			Authors: p.Authors, Stipulation: p.Stipulation.Text, Options: p.Options.Words, Comments: p.Remarks,
		}
		for _, c := range p.Conditions {
			d.Conditions = append(d.Conditions, c.Text)
		}
		if len(p.Origins) > 0 {
			d.Source = map[string]string{"name": strings.Join(p.Origins, "; ")}
		}
		for sq, m := range p.Setup.Board {
			if m == 0 {
				continue
			}
			name := p.PieceText(board.Square(sq))
			side := &d.Algebraic.White
			switch {
			case m.Neutral():
				side = &d.Algebraic.Neutral
			case m.Color() == board.Black:
				side = &d.Algebraic.Black
			}
			*side = append(*side, name)
		}
		for j, text := range popeye.TwinTexts(p) {
			if d.Twins == nil {
				d.Twins = map[string]string{}
			}
			first := 'b'
			if p.Zero {
				first = 'a'
			}
			d.Twins[string(first+rune(j))] = text
		}
		if i < len(solutions) {
			d.Solution = solutions[i]
		}
		if err := out.Encode(d); err != nil {
			return err
		}
	}
	return out.Close()
}
