package rulestest

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// Stories runs a file of positions written by hand, each with what the rules say about it. A story
// is
//
//	== a name
//	source   where the rule is written
//	variant  circe problem cohen     (id, then switches: problem, cohen, quietConversion)
//	forgive  king                    (a side may lack its king)
//	8 . . . . k . . .                (the diagram, a line a rank)
//	1 . . . . K . . R
//	state    [HE] w K - 0 1          (the rest of the FEN)
//	moves    e1g1 …                  (exactly these are legal)
//	from     e1: e1g1 e1d1           (exactly these of the moves that begin so)
//	legal    e1g1                    (these are legal)
//	illegal  e1c1                    (these are not)
//	play     e1g1 --                 (play them; -- passes)
//	fen      …                       (the position is now this)
//	check | mate | stalemate | safe | dead | alive
//	restart                          (back to the diagram)
//
// Lines that begin with # are remarks.
func Stories(t *testing.T, file string) {
	t.Helper()
	StoriesOf(t, file, reference.New)
}

// StoriesOf is Stories with the positions made by kernel.
func StoriesOf(t *testing.T, file string, kernel Kernel) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var name string
	var lines []string
	told := 0
	tell := func() {
		if name != "" {
			told++
			t.Run(name, func(t *testing.T) {
				s := story{t: t, kernel: kernel}
				for _, line := range lines {
					s.line(line)
				}
				if !s.judged {
					t.Fatal("the story says nothing about its position")
				}
			})
		}
	}
	in := bufio.NewScanner(f)
	for in.Scan() {
		line := strings.TrimSpace(in.Text())
		switch next, ok := strings.CutPrefix(line, "== "); {
		case ok:
			tell()
			name, lines = next, nil
		case line != "" && line[0] != '#':
			lines = append(lines, line)
		}
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	tell()
	if told == 0 {
		t.Fatalf("%s holds no story", file)
	}
}

// story is a story being run.
type story struct {
	t       *testing.T
	kernel  Kernel
	variant *rules.Variant
	forgive rules.Defect
	ranks   []string
	start   rules.Position
	p       rules.Position
	judged  bool
}

func (s *story) line(line string) {
	s.t.Helper()
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	if word[0] >= '0' && word[0] <= '9' {
		s.ranks = append(s.ranks, rank(rest))
		return
	}
	switch word {
	case "source":
	case "variant":
		s.variant = s.lookup(strings.Fields(rest))
	case "forgive":
		s.forgive |= map[string]rules.Defect{"king": rules.MissingKing, "check": rules.OppositeCheck}[rest]
	case "state":
		s.start = position(s.t, s.variant, strings.Join(s.ranks, "/")+glue(rest), s.forgive, s.kernel)
		s.p = s.start
	case "restart":
		s.p = s.start
	case "play":
		for _, text := range strings.Fields(rest) {
			s.play(text)
		}
	default:
		if s.p == nil {
			s.t.Fatalf("%q before the position is set up", line)
		}
		s.judged = true
		s.judge(word, rest)
	}
}

func (s *story) lookup(words []string) *rules.Variant {
	s.t.Helper()
	found, err := rules.Lookup(words[0])
	if err != nil {
		s.t.Fatal(err)
	}
	v := *found
	for _, w := range words[1:] {
		switch w {
		case "problem":
			v.AssumeCastling = true
		case "cohen":
			v.Aftermath.Cohen = true
		case "quietConversion":
			v.Conversion.NoCaptures = true
		default:
			s.t.Fatalf("%q is no switch of a story", w)
		}
	}
	return &v
}

func (s *story) play(text string) {
	s.t.Helper()
	if text == "--" {
		s.p = s.p.Play(rules.NullMove)
		return
	}
	m, ok := Find(s.p, text)
	if !ok {
		s.t.Fatalf("%s cannot be played\n%s\nlegal: %v", text, Text(s.p), MoveTexts(s.p))
	}
	s.p = s.p.Play(m)
}

func (s *story) judge(word, rest string) {
	s.t.Helper()
	texts := MoveTexts(s.p)
	mustBe := func(what string, is bool) {
		s.t.Helper()
		if !is {
			s.t.Errorf("not %s\n%s\nlegal: %v", what, Text(s.p), texts)
		}
	}
	switch word {
	case "moves":
		list(s.t, s.p, strings.Fields(rest))
	case "from":
		prefix, want, _ := strings.Cut(rest, ":")
		var got []string
		for _, text := range texts {
			if strings.HasPrefix(text, prefix) {
				got = append(got, text)
			}
		}
		if missing, extra := Difference(slices.Sorted(slices.Values(strings.Fields(want))),
			got); len(missing)+len(extra) > 0 {
			s.t.Errorf("from %s missing %v, too many %v\n%s", prefix, missing, extra, Text(s.p))
		}
	case "legal":
		for _, text := range strings.Fields(rest) {
			mustBe(text+" legal", slices.Contains(texts, text))
		}
	case "illegal":
		for _, text := range strings.Fields(rest) {
			mustBe(text+" illegal", !slices.Contains(texts, text))
		}
	case "fen":
		mustBe(rest, Text(s.p) == rest)
	case "check":
		mustBe(word, s.p.InCheck())
	case "safe":
		mustBe(word, !s.p.InCheck())
	case "mate":
		mustBe(word, s.p.InCheck() && len(texts) == 0)
	case "stalemate":
		mustBe(word, !s.p.InCheck() && len(texts) == 0)
	case "dead":
		mustBe(word, s.p.Dead())
	case "alive":
		mustBe(word, !s.p.Dead())
	default:
		s.t.Fatalf("%q is no word of a story", word)
	}
}

// rank turns "r . . k" into the "r2k" of a FEN.
func rank(line string) string {
	var b strings.Builder
	empty := 0
	flush := func() {
		if empty > 0 {
			fmt.Fprint(&b, empty)
		}
		empty = 0
	}
	for _, cell := range strings.Fields(line) {
		if cell == "." {
			empty++
			continue
		}
		flush()
		b.WriteString(cell)
	}
	flush()
	return b.String()
}

// glue puts the rest of a FEN behind its placement. A hand follows it without a blank.
func glue(state string) string {
	if strings.HasPrefix(state, "[") {
		return state
	}
	return " " + state
}
