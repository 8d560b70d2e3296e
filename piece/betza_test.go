package piece_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// leaps lists the arrivals of m with what may be done there, sorted: "+1+2" is
// one file right and two ranks forward.
func leaps(m piece.Movement) []string {
	var out []string
	for _, p := range m {
		o := p.Squares[len(p.Squares)-1]
		out = append(out, fmt.Sprintf("%+d%+d", o.File, o.Rank))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// paths writes every path of m, sorted: squares in order, an x after a hurdle,
// then m or c where only that is allowed, i for initial and o for wrapped.
func paths(m piece.Movement) []string {
	var out []string
	for _, p := range m {
		var b strings.Builder
		for i, o := range p.Squares {
			fmt.Fprintf(&b, "%+d%+d", o.File, o.Rank)
			if p.Hurdles>>i&1 == 1 {
				b.WriteByte('x')
			}
			b.WriteByte(' ')
		}
		switch p.Mode {
		case piece.Move:
			b.WriteByte('m')
		case piece.Capture:
			b.WriteByte('c')
		}
		if p.Initial {
			b.WriteByte('i')
		}
		if p.Wrap {
			b.WriteByte('o')
		}
		out = append(out, strings.TrimSpace(b.String()))
	}
	slices.Sort(out)
	return out
}

func parse(t *testing.T, text string) piece.Movement {
	t.Helper()
	m, err := piece.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestDirections(t *testing.T) {
	tests := []struct {
		text string
		want string // arrivals
	}{
		{"W", "+0+1 +1+0 +0-1 -1+0"},
		{"F", "+1+1 +1-1 -1-1 -1+1"},
		{"D", "+0+2 +2+0 +0-2 -2+0"},
		{"A", "+2+2 +2-2 -2-2 -2+2"},
		{"H", "+0+3 +3+0 +0-3 -3+0"},
		{"G", "+3+3 +3-3 -3-3 -3+3"},
		{"N", "+1+2 +2+1 +2-1 +1-2 -1-2 -2-1 -2+1 -1+2"},
		{"C", "+1+3 +3+1 +3-1 +1-3 -1-3 -3-1 -3+1 -1+3"},
		{"L", "+1+3 +3+1 +3-1 +1-3 -1-3 -3-1 -3+1 -1+3"},
		{"Z", "+2+3 +3+2 +3-2 +2-3 -2-3 -3-2 -3+2 -2+3"},
		{"J", "+2+3 +3+2 +3-2 +2-3 -2-3 -3-2 -3+2 -2+3"},
		{"K", "+0+1 +1+1 +1+0 +1-1 +0-1 -1-1 -1+0 -1+1"},
		// Each letter is one orthogonal direction.
		{"fW", "+0+1"},
		{"rW", "+1+0"},
		{"bW", "+0-1"},
		{"lW", "-1+0"},
		{"vW", "+0+1 +0-1"},
		{"sW", "+1+0 -1+0"},
		{"fsW", "+0+1 +1+0 -1+0"},
		{"frD", "+0+2 +2+0"},
		{"ffW", "+0+1"},
		// Each letter is a diagonal pair; two at right angles are one diagonal.
		{"fF", "-1+1 +1+1"},
		{"rF", "+1+1 +1-1"},
		{"lF", "-1+1 -1-1"},
		{"bF", "-1-1 +1-1"},
		{"flF", "-1+1"},
		{"lfF", "-1+1"},
		{"brF", "+1-1"},
		{"vF", "+1+1 +1-1 -1-1 -1+1"},
		{"fsF", "-1+1 +1+1"},
		{"fbF", "+1+1 +1-1 -1-1 -1+1"},
		{"frblF", "+1+1 -1-1"},
		{"flA", "-2+2"},
		// The second letter of a pair is the long side of an oblique leap.
		{"fN", "-1+2 +1+2"},
		{"ffN", "-1+2 +1+2"},
		{"sfN", "-1+2 +1+2"},
		{"fsN", "-2+1 +2+1"},
		{"bbN", "-1-2 +1-2"},
		{"bsN", "-2-1 +2-1"},
		{"rN", "+2+1 +2-1"},
		{"lvN", "-1+2 -1-2"},
		{"lfN", "-1+2"},
		{"flN", "-2+1"},
		{"rbN", "+1-2"},
		{"brN", "+2-1"},
		{"vN", "-1+2 +1+2 -1-2 +1-2"},
		{"sN", "-2+1 +2+1 -2-1 +2-1"},
		{"vsN", "-2+1 +2+1 -2-1 +2-1"},
		{"fhN", "-2+1 -1+2 +1+2 +2+1"},
		{"lhN", "-2+1 -1+2 -1-2 -2-1"},
		{"hrN", "+1+2 +2-1 -1-2 -2+1"},
		{"hlN", "-1+2 -2-1 +1-2 +2+1"},
		{"ffrrN", "-1+2 +1+2 +2+1 +2-1"},
		{"ffsZ", "-2+3 +2+3 -3+2 +3+2 -3-2 +3-2"},
		{"fsC", "-3+1 +3+1"},
		// K: single letters orthogonal, crossed ones diagonal.
		{"fK", "+0+1"},
		{"ffK", "+0+1"},
		{"fsK", "-1+1 +1+1"},
		{"frK", "+1+1"},
		{"lvK", "-1+1 -1-1"},
		{"vK", "+0+1 +0-1"},
		{"sK", "-1+0 +1+0"},
		{"fhK", "-1+1 +0+1 +1+1"},
		{"bhK", "-1-1 +0-1 +1-1"},
		{"fbK", "+0+1 +0-1"},
		// Unions.
		{"FW", "+0+1 +1+1 +1+0 +1-1 +0-1 -1-1 -1+0 -1+1"},
		{"fFsW", "-1+1 +1+1 -1+0 +1+0"},
		{"WW2", "+0+1 +1+0 +0-1 -1+0 +0+2 +2+0 +0-2 -2+0"},
		{"fQ2", "+0+1 +0+2"},
		{"fsK2", "+1+1 +2+2 -1+1 -2+2"},
		{"fsN2", "+2+1 +4+2 -2+1 -4+2"},
		{"fR16", "+0+1 +0+10 +0+11 +0+12 +0+13 +0+14 +0+15 +0+2 +0+3 +0+4 +0+5 +0+6 +0+7 +0+8 +0+9"},
		{"flNN", "-2+1 -4+2 -6+3 -8+4 -10+5 -12+6 -14+7"},
		{"rfGG", "+3+3 +6+6 +9+9 +12+12 +15+15"},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			want := strings.Fields(tt.want)
			slices.Sort(want)
			if diff := cmp.Diff(want, leaps(parse(t, tt.text))); diff != "" {
				t.Errorf("arrivals (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPaths(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"fmWfceFifmnD", []string{"+0+1 m", "-1+1 c", "+1+1 c", "+0+1 +0+2 mi"}},
		{"fR3", []string{"+0+1", "+0+1 +0+2", "+0+1 +0+2 +0+3"}},
		{"mfWcfW", []string{"+0+1"}},
		{"mcfW", []string{"+0+1"}},
		{"lfA", []string{"-2+2"}},
		{"lfnA", []string{"-1+1 -2+2"}},
		{"fnH", []string{"+0+1 +0+2 +0+3"}},
		{"fnD2", []string{"+0+1 +0+2", "+0+1 +0+2 +0+3 +0+4"}},
		{"rfnN", []string{"+0+1 +1+2"}},
		{"brnN", []string{"+1+0 +2-1"}},
		{"fjD", []string{"+0+1x +0+2"}},
		{"lfjG", []string{"-1+1x -2+2 -3+3", "-1+1 -2+2x -3+3"}},
		{"fjW3", []string{"+0+2", "+0+2 +0+3"}},
		{"fpR4", []string{
			"+0+1x +0+2",
			"+0+1x +0+2 +0+3", "+0+1 +0+2x +0+3",
			"+0+1x +0+2 +0+3 +0+4", "+0+1 +0+2x +0+3 +0+4", "+0+1 +0+2 +0+3x +0+4",
		}},
		{"fgcR4", []string{"+0+1x +0+2 c", "+0+1 +0+2x +0+3 c", "+0+1 +0+2 +0+3x +0+4 c"}},
		{"rfpN2", []string{"+1+2x +2+4"}},
		{"osW2", []string{"+1+0 o", "-1+0 o", "+1+0 +2+0 o", "-1+0 -2+0 o"}},
		{"imfW", []string{"+0+1 mi"}},
		// Legs.
		{"fafsW", []string{"+0+1 +1+2", "+0+1 -1+2"}},
		{"frafsF", []string{"+1+1 +1+2", "+1+1 +2+1"}},
		{"fafW", []string{"+0+1 +0+2"}},
		{"fasW", []string{"+0+1 +1+1", "+0+1 -1+1"}},
		{"famsW", []string{"+0+1 +1+1 m", "+0+1 -1+1 m"}},
		{"fmafcW", []string{"+0+1 +0+2 c"}},
		{"fpafW", []string{"+0+1x +0+2"}},
		{"fmpafW", []string{"+0+2"}},
		{"rfmpafN", []string{"+2+4"}},
		{"rfafsN", []string{"+1+2 +3+3", "+1+2 +0+4"}},
		{"rfasN", []string{"+1+2 +3+1", "+1+2 -1+3"}},
		{"fafsD", []string{"+0+2 +2+4", "+0+2 -2+4"}},
		{"frafrG", []string{"+3+3 +6+3"}},
		{"fafrafrW", []string{"+0+1 +1+2 +2+2"}},
		{"faK", []string{"+0+1 +0+2", "+0+1 +1+2", "+0+1 +1+1", "+0+1 -1+1", "+0+1 -1+2", "+0+1 +1+0", "+0+1 -1+0"}},
		{"fasR2", []string{
			"+0+1 +1+1", "+0+1 +1+1 +2+1", "+0+1 -1+1", "+0+1 -1+1 -2+1",
			"+0+1 +0+2 +1+2", "+0+1 +0+2 +1+2 +2+2", "+0+1 +0+2 -1+2", "+0+1 +0+2 -1+2 -2+2",
		}},
		{"fgafR3", []string{"+0+1x +0+2", "+0+1 +0+2x +0+3", "+0+1 +0+2 +0+3x +0+4"}},
		{"ifoaofW", []string{"+0+1 +0+2 io"}},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			slices.Sort(tt.want)
			if diff := cmp.Diff(tt.want, paths(parse(t, tt.text))); diff != "" {
				t.Errorf("paths (-want +got):\n%s", diff)
			}
		})
	}
}

// Two ways of saying the same movement have the same paths.
func TestSynonyms(t *testing.T) {
	for _, pair := range [][2]string{
		{"K", "WF"}, {"R", "W0"}, {"B", "FF"}, {"Q", "RB"}, {"KK", "Q"}, {"L", "C"}, {"J", "Z"},
		{"N0", "NN"}, {"W15", "R"}, {"nN", "afsW"}, {"nA", "afF"}, {"nD", "afW"}, {"mRcR", "R"},
		{"gQ", "gafQ"}, {"pR", "pafR"}, {"jD", "pafW"}, {"fQ", "fR"}, {"fsQ", "fB"},
		{"vF", "F"}, {"fhNbhN", "N"}, {"hrNhlN", "N"}, {"flFfrF", "fF"},
		{"mpafW", "D"}, {"mpafF", "A"}, {"mpafsW", "N"}, {"{Sissa}", "m{Sissa}c{Sissa}"},
		{"aQ2", "afflrrfsbsQ2"}, {"t[FR]", "FyafsF"}, {"[F?R]", "FyafsF"}, {"[F-R]", "yafsF"}, {"t[WB]", "WyafsW"},
		{"[W-F]", "afsW"},
		{"fm[W?B3]", "fmWfm[W-F3]"}, {"io[D-A]", "ioaofsD"}, {"flc[F-B]", "flyacfF"},
	} {
		if diff := cmp.Diff(paths(parse(t, pair[0])), paths(parse(t, pair[1]))); diff != "" {
			t.Errorf("%s and %s differ:\n%s", pair[0], pair[1], diff)
		}
	}
}

// Without directions a movement is the same under all eight symmetries of the
// board; with forward and back exchanged fX is bX.
func TestSymmetry(t *testing.T) {
	turn := func(m piece.Movement, f func(piece.Offset) piece.Offset) []string {
		var out piece.Movement
		for _, p := range m {
			p.Squares = slices.Clone(p.Squares)
			for i := range p.Squares {
				p.Squares[i] = f(p.Squares[i])
			}
			out = append(out, p)
		}
		return paths(out)
	}
	quarter := func(o piece.Offset) piece.Offset { return piece.Offset{File: o.Rank, Rank: -o.File} }
	mirror := func(o piece.Offset) piece.Offset { return piece.Offset{File: -o.File, Rank: o.Rank} }
	flip := func(o piece.Offset) piece.Offset { return piece.Offset{File: o.File, Rank: -o.Rank} }
	for _, text := range []string{
		"W", "F", "D", "A", "H", "G", "N", "C", "Z", "K", "R", "B", "Q", "NN", "nN", "jA", "gQ", "pR", "jR",
		"FyafsF", "WyafsW", "aK", "asR2", "afsN", "aN", "{Sissa}", "mRcpR", "gabyabsR",
	} {
		m := parse(t, text)
		for name, f := range map[string]func(piece.Offset) piece.Offset{"quarter turn": quarter, "mirror": mirror} {
			if diff := cmp.Diff(paths(m), turn(m, f)); diff != "" {
				t.Errorf("%s changes under %s:\n%s", text, name, diff)
			}
		}
	}
	for _, text := range []string{"fW", "fF", "fN", "fsN", "fhN", "lfN", "fsK", "fafsW", "rfasN"} {
		back := strings.Replace(text, "f", "b", 1)
		if diff := cmp.Diff(paths(parse(t, back)), turn(parse(t, text), flip)); diff != "" {
			t.Errorf("%s is not %s seen from behind:\n%s", back, text, diff)
		}
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "betza text is empty: it names no movement"},
		{"f", `"f" at byte 0 stands before no atom`},
		{"WfX", `"X" at byte 2 is not an atom`},
		{"Wé", `"é" at byte 1 is not an atom`},
		{"\xff", `"\xff" at byte 0 is not an atom`},
		{"3", `"3" at byte 0 is not an atom`},
		{"N NN", `" " at byte 1 is not an atom`},
		{"WkF", `"k" at byte 1 is not a modifier`},
		{"WttF", `"t" at byte 1 cannot be read: paths do not tell`},
		{"dK", `"d" at byte 0 cannot be read`},
		{"zB", `"z" at byte 0 cannot be read: write a zigzag`},
		{"mmW", `"m" at byte 1 stands twice`},
		{"fmlF", `"l" at byte 2 is apart from the other directions`},
		{"hF", `"hF" at byte 0 has h`},
		{"fhW", `"fhW" at byte 0 has h`},
		{"hrK", `"hrK" at byte 0 has h`},
		{"vhN", `"vhN" at byte 0 has h`},
		{"RR", `"RR" at byte 0 doubles`},
		{"W00", `"00" at byte 1 is not a range`},
		{"W100", `"100" at byte 1 is not a range`},
		{"nW", `"n" at byte 0 has n or j`},
		{"nR", `"n" at byte 0 has n or j`},
		{"jF", `"j" at byte 0 has n or j`},
		{"nC", `"n" at byte 0 has n or j`},
		{"jDD", `"j" at byte 0 has j`},
		{"pK", `"p" at byte 0 has p or g`},
		{"gafpR", `"fp" at byte 2 has p or g`},
		{"gN", `"g" at byte 0 has p or g`},
		{"pgR", `"pg" at byte 0 has more than one`},
		{"yR", `"y" at byte 0 has y on the last leg`},
		{"eF", `"e" at byte 0 has e without c`},
		{"fcafF", `"fF" at byte 3 follows a capture`},
		{"fcpafmF", `"fcp" at byte 0 takes on the way`},
		{"(1,4", `"(" at byte 0 is not followed by )`},
		{"(1,4;)", `"(1,4;)" at byte 0 is no leap`},
		{"(0,16)", `"(0,16)" at byte 0 is no leap`},
		{"f(2,1;2,-1)", `has a direction`},
		{"gasqN", `"sq" at byte 2 has q: it belongs on the first leg`},
		{"qgasN", `goes on along its curve`},
		{"WnafD", `"n" at byte 1 has n, which is read only`},
		{"mgafQ", `"mg" at byte 0 has m beside g`},
		{"faifW", `"if" at byte 2 has i`},
		{"foafW", `"foaf" at byte 0 has o`},
		{"aW", `"W" at byte 1 goes on without a direction`},
		{"afrN", `"frN" at byte 1 turns an oblique leap`},
		{"abW", `"abW" at byte 0 makes no move`},
		{"f{Sissa}", `"f" at byte 0 cannot stand before {Sissa}`},
		{"{Sisa}", `"{Sisa}" at byte 0 is not the name of a movement`},
		{"[F+R]", `"[F" at byte 0 is not followed by ? or -`},
		{"[F?R", `"[F?R" at byte 0 is not followed by ]`},
		{"t[FR", `"t[FR" at byte 0 is not followed by ]`},
		{"Wt[", "ends where an atom should stand"},
		{"t[NR]", `"t[NR]" at byte 0 joins atoms other than`},
		{"[W-D]", `"[W-D]" at byte 0 joins atoms other than`},
		{"t[KQ]", `"t[KQ]" at byte 0 joins atoms other than`},
		{"[mF?R]", `"m" at byte 1 is not an atom`},
		{"p[F?R]", `"p" at byte 0 cannot stand before brackets`},
		{"fh[F?R]", `"fh[F?R]" at byte 0 has h`},
		{"tR", `"t" at byte 0 cannot be read`},
		{"O2", `"O" at byte 0 is not an atom`},
		{"asasR", "has a path of more than 32 squares"},
		{"fpafabasW", `"fpafabasW" at byte 0 makes no move`}, // its second square is empty and a hurdle
		{"mpampampampampampaK", "has too many ways to move"},
		{"abW[W?B]", `"abW" at byte 0 makes no move`},
		{"[X?R]", `"X" at byte 1 is not an atom`},
		{"[F?X]", `"X" at byte 3 is not an atom`},
		{"aaaaaaK", "has more than 32768 paths"},
		{strings.Repeat("W", 201), "betza text of 201 bytes is too long"},
	}
	for _, tt := range tests {
		m, err := piece.Parse(tt.text)
		if err == nil {
			t.Errorf("Parse(%q) is no error but %d paths", tt.text, len(m))
		} else if !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("Parse(%q): %v\nwant: %s", tt.text, err, tt.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"K", "fmWfceFifmnD", "mRcpR", "gQ", "FyafsF", "WyafsW", "{Sissa}", "ffrrN", "masR", "gabyabsR", "NN3", "osR",
		"mpafN", "hrN", "jjD", "aaK", "lfnA", "ci{Sissa}W", "afraflWaflafrW", "fcafmF", "tpR", "R99", "t[FR]",
		"m[W?B3]", "é", "\xff",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := piece.Parse(text)
		if err != nil {
			if m != nil || err.Error() == "" || strings.Contains(err.Error(), "\n") {
				t.Fatalf("Parse(%q) = %v, %q", text, m, err)
			}
			return
		}
		if len(m) == 0 {
			t.Fatalf("Parse(%q) has no paths and no error", text)
		}
		seen := map[string]bool{}
		for _, p := range m {
			if len(p.Squares) == 0 || p.Mode == 0 || p.Mode&^piece.Both != 0 || p.Hurdles>>(len(p.Squares)-1) != 0 {
				t.Fatalf("Parse(%q) has the path %+v", text, p)
			}
			for _, o := range p.Squares {
				if o == (piece.Offset{}) || max(o.File, -o.File, o.Rank, -o.Rank) >= board.MaxSide {
					t.Fatalf("Parse(%q) has the path %+v", text, p)
				}
			}
			p.Mode = piece.Both
			key := fmt.Sprint(p)
			if seen[key] {
				t.Fatalf("Parse(%q) has the path %+v twice", text, p)
			}
			seen[key] = true
		}
	})
}
