package protocol

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
)

// TestXBoardGames plays the engine against itself in several variants.
func TestXBoardGames(t *testing.T) {
	for _, id := range played {
		t.Run(id, func(t *testing.T) {
			name := id
			if n, ok := xboardNames[id]; ok {
				name = n
			}
			first := start(t, id)
			g := kirke.NewGame(first)
			var sides [2]*peer
			for c := range sides {
				p := dial(t, XBoard)
				p.send("xboard\nprotover 2\nmemory 4\nnew\nvariant %s\nforce\nsetboard %s\nsd 2\nnopost\nping 1", name,
					first.FEN())
				p.expect("pong 1")
				sides[c] = p
			}
			sent, going := "", false
			for sent == "" && g.Ply() < 240 {
				us, them := sides[g.Position().Turn()], sides[g.Position().Turn().Other()]
				if !going {
					us.send("go")
				}
				line := us.expect("move ", "1-0", "0-1", "1/2", "resign")
				text, moved := strings.CutPrefix(line, "move ")
				if !moved {
					sent = line
					break
				}
				mover := g.Position().Turn()
				if err := g.PlayText(text); err != nil {
					t.Fatal(err)
				}
				// In a series the engine goes on by itself.
				if going = g.Position().Turn() == mover && !g.Outcome().Over(); !going {
					us.send("force\nping 2")
					us.expect("pong 2")
				}
				them.send("usermove %s\nping 3", text)
				them.expect("pong 3")
				if them.saw("Illegal") || them.saw("Error") {
					t.Fatalf("%s: %q", g.Position(), them.seen)
				}
			}
			t.Logf("%d half-moves, %s, %s", g.Ply(), sent, g.Position())
			want := g.Outcome().Result.String()
			if len(g.Claims()) > 0 {
				want = "1/2-1/2"
			}
			if sent != "" && sent != "resign" && !strings.HasPrefix(sent, want+" {") {
				t.Errorf("%s is the result in %s, %v", sent, g.Position(), g.Outcome())
			}
			for _, p := range sides {
				p.send("quit")
				p.ends()
			}
		})
	}
}

// TestXBoardResults: the result of a game is sent with its reason.
func TestXBoardResults(t *testing.T) {
	for _, c := range []struct{ fen, move, want string }{
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "1-0 {White mates}"},
		{"7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "f6f7", "1/2-1/2 {stalemate}"},
		{"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", "", "1/2-1/2 {stalemate}"},
		{"k7/8/8/8/8/8/r7/1K6 w - - 0 1", "b1a2", "1/2-1/2 {dead position}"},
		{"k7/8/8/8/8/8/8/1K5R w - - 99 80", "h1h2", "1/2-1/2 {fifty moves}"},
	} {
		p := dial(t, XBoard)
		p.send("protover 2\nnew\nforce\nsetboard %s", c.fen)
		if c.move == "" {
			p.send("go")
		} else {
			p.send("usermove %s\ngo", c.move)
		}
		if got := p.expect("1", "0", "move"); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.fen, c.move, got, c.want)
		}
	}
	p := dial(t, XBoard)
	p.send("new\nforce")
	for _, m := range strings.Fields("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8") {
		p.send("%s", m)
	}
	p.send("go")
	if got := p.expect("1", "move"); got != "1/2-1/2 {repetition}" {
		t.Errorf("the third time: %s", got)
	}
}

// TestXBoardPonders: the engine searches in the opponent's time, and continues that search when the
// expected move comes.
func TestXBoardPonders(t *testing.T) {
	p := dial(t, XBoard)
	p.send("protover 2\nnew\nhard\npost\nlevel 0 0:02 0\nusermove e2e4")
	p.expect("move ")
	p.send("hint")
	expected := strings.TrimPrefix(p.expect("Hint: "), "Hint: ")
	p.send("ping 7")
	p.expect("pong 7") // at once: it only ponders
	p.send("time 150\notim 150\nusermove %s\nping 8", expected)
	p.expect("pong 8")
	if !p.saw("move ") {
		t.Errorf("pong came before the move: %q", p.seen)
	}
	p.send("easy\nforce\nundo\nremove\nundo\nundo\nundo\nping 9")
	p.expect("pong 9")
	if !p.saw("Error (command not legal now): undo") {
		t.Errorf("five half-moves taken back of four: %q", p.seen)
	}
}

// TestXBoardAnalyses: an analysis follows the moves until exit.
func TestXBoardAnalyses(t *testing.T) {
	p := dial(t, XBoard)
	p.send("protover 2\nnew\nvariant seirawan\nforce\nanalyze")
	p.expect("4 ")
	p.send("g1f3h")
	p.expect("3 ")
	p.send(".")
	p.expect("stat01: ")
	p.send("undo\ngo\nping 1")
	p.expect("pong 1")
	if !p.saw("Error (command not legal now): go") {
		t.Errorf("go in an analysis: %q", p.seen)
	}
	p.send("exit\nping 2")
	p.expect("pong 2")
	p.quiet()
	p.send("quit")
	p.ends()
}

// TestXBoardMoves: moves are read as XBoard writes them, and others are refused.
func TestXBoardMoves(t *testing.T) {
	p := dial(t, XBoard)
	p.send("new\nvariant fischerandom\nforce\n" +
		"setboard 1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1\nusermove O-O\nusermove e8b8\nping 1")
	p.expect("pong 1")
	if len(p.seen) > 0 {
		t.Errorf("castling: %q", p.seen)
	}
	p.send("new\nforce\nusermove e2e5")
	p.expect("Illegal move (the pawn on e2 does not move to e5): e2e5")
	p.send("e2e4\nusermove e7\nbla")
	p.expect("Illegal move (")
	p.expect("Error (unknown command): bla")
	p.send("setboard 8/8")
	p.expect("tellusererror Illegal position: ")
}

// TestXBoardDescribes: games that XBoard does not know are described to it.
func TestXBoardDescribes(t *testing.T) {
	p := dial(t, XBoard)
	p.send("new\nvariant sissa")
	if got := p.expect("setup"); !strings.HasPrefix(got,
		"setup (PNBRQ...........S....Kpnbrq...........s....k) 9x9+0_fairy "+
			"rnbskqbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKSBNR w KQkq ") {
		t.Errorf("got %s", got)
	}
	p.send("ping 1")
	p.expect("pong 1")
	for _, want := range []string{"piece K& KisO3", "piece S& maifsRmaibsRmaifsBmaibsB", "piece B& BiW",
		"piece P& fmWfceFifmnD"} {
		if !p.saw(want) {
			t.Errorf("%q is missing in %q", want, p.seen)
		}
	}
	// XBoard repeats the starting position without the fields that it does not know.
	p.send("force\nsetboard rnbskqbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKSBNR w KQkq - 0 1\nc2c4\na8a7\nc1c2\nping 2")
	p.expect("pong 2")
	if len(p.seen) > 0 {
		t.Errorf("the bishop on c1 may convert: %q", p.seen)
	}
	for _, v := range kirke.Variants() {
		p, err := kirke.Start(v)
		if err != nil {
			t.Fatal(err)
		}
		pieces, _, _ := strings.Cut(strings.TrimPrefix(describe(p), "setup ("), ")")
		letters := map[byte]bool{}
		for _, a := range v.Army {
			letters[a.Letter] = true
		}
		if n := len(strings.ReplaceAll(pieces, ".", "")); len(pieces) != 2*len(slots) || n != 2*len(letters) {
			t.Errorf("%s: %d letters for %d pieces in %s", v.ID, n, len(letters), pieces)
		}
	}
}

// TestXBoardGivesUp: a hopeless game is resigned after some moves, and a draw is accepted when the
// engine is not better.
func TestXBoardGivesUp(t *testing.T) {
	p := dial(t, XBoard)
	p.send("new\nforce\nsetboard 3qkq2/8/8/8/8/8/P6P/4K3 w - - 0 1\nsd 1\ngo")
	for n := 0; ; n++ {
		line := p.expect("move ", "resign", "0-1")
		if line == "resign" {
			break
		}
		if n > resignMoves || line[0] == '0' {
			t.Fatalf("it plays on: %s", line)
		}
		p.send("draw\nping %d", n)
		p.expect(fmt.Sprintf("pong %d", n))
		if !p.saw("offer draw") {
			t.Error("no draw is accepted in a lost game")
		}
		p.send("usermove %s", []string{"d8d7", "d7d8"}[n%2])
	}
}

// FuzzXBoard: no input ends the program before quit, or by a panic.
func FuzzXBoard(f *testing.F) {
	for _, seed := range []string{
		"xboard\nprotover 2\naccepted done\nnew\nusermove e2e4\nping 1",
		"new\nvariant sissa\nforce\na2a4\nundo\nremove",
		"variant seirawan\nlevel 40 5 0\nst 1\nsd 1\ntime 100\notim 100\nhard\npost\ng1f3h\n?",
		"analyze\n.\ne2e4\nundo\nexit\nhint\ndraw",
		"option MultiPV=3\noption Clear Hash\nmemory 1\ngo\nresult 1-0 {x}",
		"playother\ne4\nO-O\nsetboard 8/8/8/8/8/8/8/8 w - - 0 1",
		"variant progressive\nsd 1\ngo\nforce", "variant siceirawan\nsd 1\ngo\neasy", "level 0 0 0\ngo\n?",
		"variant cetran3\nanalyze\nnew\ngo",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, script string) { fuzz(t, XBoard, script) })
}
