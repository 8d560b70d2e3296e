package match

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kirke-chess/kirke"
)

func TestParseEngine(t *testing.T) {
	cases := map[string]Engine{
		"fairy-stockfish": {Command: []string{"fairy-stockfish"}},
		"cmd=kirke uci,name=A,option.Hash=64": {Name: "A", Command: []string{"kirke", "uci"},
			Options: []Option{{"Hash", "64"}}},
		`cmd='/opt/my engine/run' --set="a,b",proto=cecp,variant=seirawan,dir=/tmp`: {
			Command: []string{"/opt/my engine/run", "--set=a,b"}, Protocol: XBoard, Variant: "seirawan", Dir: "/tmp"},
		"x -a=1,option.Use NNUE=false,option.Book='a, b',tc=40/60+0.5": {
			Command: []string{"x", "-a=1"}, Options: []Option{{"Use NNUE", "false"}, {"Book", "a, b"}},
			Limit: Limit{Moves: 40, Time: time.Minute, Increment: time.Second / 2}},
		"x,st=0.25,depth=3,nodes=1000": {Command: []string{"x"},
			Limit: Limit{MoveTime: time.Second / 4, Depth: 3, Nodes: 1000}},
	}
	for text, want := range cases {
		got, err := ParseEngine(text)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", text, err, diff)
		}
	}
	for text, want := range map[string]string{
		"":               "the command is missing",
		"name=A":         "the command is missing",
		"x,proto=tcp":    `"tcp" is not a protocol`,
		"x,y":            `"y" is not a key`,
		"x,depth=0":      `"0" is not a number of half-moves`,
		"x,nodes=-1":     `"-1" is not a number of nodes`,
		"x,tc=a":         `"a" is not a number of seconds`,
		"x,st=1h":        `"1h" is not a number of seconds`,
		"x 'y":           "a quote is not closed",
		"x,proto=,tc=0/": `"" is not a protocol`,
	} {
		if _, err := ParseEngine(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v", text, err)
		}
	}
}

func TestParseLimit(t *testing.T) {
	for text, want := range map[string]Limit{
		"60": {Time: time.Minute}, "1+0.1": {Time: time.Second, Increment: 100 * time.Millisecond},
		"40/60+0.5": {Moves: 40, Time: time.Minute, Increment: 500 * time.Millisecond},
		"2:30+1":    {Time: 150 * time.Second, Increment: time.Second},
	} {
		if got, err := ParseLimit(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0", "1+", "/5", "0/5", "1+-1", "x:1", "1:NaN", "1e300", "-1"} {
		if l, err := ParseLimit(text); err == nil {
			t.Errorf("%s: %+v and no error", text, l)
		}
	}
	if text := (Limit{Moves: 40, Time: time.Minute, Increment: time.Second / 2,
		Depth: 8}).String(); text != "40/60+0.5, depth 8" {
		t.Error(text)
	}
}

func FuzzParseEngine(f *testing.F) {
	f.Add("cmd='a b' c,name=\"x\",tc=40/1:30+0.5")
	f.Fuzz(func(t *testing.T, text string) {
		if e, err := ParseEngine(text); err == nil && len(e.Command) == 0 {
			t.Error("no command and no error")
		}
	})
}

// TestClock: what is left, and how many moves to the next control.
func TestClock(t *testing.T) {
	c := newClock(Limit{Moves: 2, Time: 10 * time.Second, Increment: time.Second})
	for i, want := range []struct {
		left time.Duration
		toGo int
	}{{10 * time.Second, 2}, {7 * time.Second, 1}, {14 * time.Second, 2}} {
		if c.allowed() != want.left || c.movesToGo() != want.toGo {
			t.Errorf("after %d moves %v are left for %d", i, c.allowed(), c.movesToGo())
		}
		c.press(4 * time.Second)
	}
}

// TestReadInfo: what engines write while they think.
func TestReadInfo(t *testing.T) {
	var a answer
	for _, c := range []struct {
		line string
		want string
	}{
		{"depth 8 seldepth 11 multipv 1 score cp 172 nodes 11041 nps 334575 time 33 pv e2e4 d7d5", "+1.72"},
		{"depth 9 multipv 2 score cp 3 nodes 1 pv e2e3", "+1.72"},
		{"string depth 3 score cp 1", "+1.72"},
		{"depth 9 score mate -3 upperbound nodes 12000", "-M3"},
		{"depth 9 score mate 2 nodes 12000", "+M2"},
		{"depth 10 currmove e2e4", "+M2"},
		{"depth", "+M2"},
	} {
		if a.readInfo(strings.Fields(c.line)); a.text() != c.want {
			t.Errorf("%s: %s, want %s", c.line, a.text(), c.want)
		}
	}
	if a.depth != 10 || a.nodes != 12000 {
		t.Errorf("%+v", a.info)
	}
	for _, c := range []struct {
		line, want string
		depth      int
	}{
		{" 4     14        0       2063 b8c6 b1c3", "+0.14", 4},
		{" 8.   -7   88    176091  1. Nc3 Nc6", "-0.07", 8},
		{"12 99998 5 6 x", "+999.98", 12},
		{"12 100003 5 6 x", "+M3", 12},
		{"12 -100002 5 6 x", "-M2", 12},
		{"# 1 2 3 4", "-M2", 12},
	} {
		if a.readXBoard(c.line, kirke.White); a.text() != c.want || a.depth != c.depth {
			t.Errorf("%s: %s at %d, want %s at %d", c.line, a.text(), a.depth, c.want, c.depth)
		}
	}
}

// TestXBoardAnswers: the lines with which an engine that plays White answers.
func TestXBoardAnswers(t *testing.T) {
	for _, c := range []struct {
		line   string
		ends   bool
		move   string
		resign bool
	}{
		{"move e2e4", true, "e2e4", false},
		{"move Nf3/H", true, "Nf3/H", false},
		{"My move is : d7d5", true, "d7d5", false},
		{"resign", true, "", true},
		{"0-1 {White resigns}", true, "", true},
		{"1-0 {White mates}", false, "", false},
		{"1/2-1/2 {I say so}", false, "", false},
		{"offer draw", false, "", false},
		{"# move e2e4", false, "", false},
	} {
		var a answer
		if ends := a.readXBoard(c.line, kirke.White); ends != c.ends || a.move != c.move || a.resign != c.resign {
			t.Errorf("%s: %v %+v", c.line, ends, a)
		}
	}
}

// deaf is a pipe to nowhere.
type deaf struct{ pipe }

func (deaf) Send(string) error { return nil }

// FuzzLines: any line of an engine can be read.
func FuzzLines(f *testing.F) {
	f.Add("info depth 8 multipv 1 score cp 172 nodes 11041 pv e2e4")
	f.Add("12 -100002 5 6 x")
	f.Add(`feature myname="It's" option="Variant fairy selects -combo A /// B" variants="normal,seirawan" done=1`)
	f.Add("UCI_Variant type combo default chess var chess var seirawan")
	f.Fuzz(func(t *testing.T, line string) {
		if strings.TrimSpace(line) == "" {
			return
		}
		var a answer
		a.readInfo(strings.Fields(line))
		a.readXBoard(line, kirke.Black)
		_ = a.text()
		(&uci{options: map[string]string{}}).option(line)
		x := &xboard{session: session{pipe: deaf{}}, features: map[string]string{}}
		if err := x.feature(line); err != nil {
			t.Error(err)
		}
		_ = x.refusal(line)
	})
}
