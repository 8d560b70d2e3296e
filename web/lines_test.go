package web_test

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
)

// TestLinesOnTheBoard makes conditional moves on the board: a line, a branch of it, what contradicts
// it, and none.
func TestLinesOnTheBoard(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, variant        string
		first                string   // White's move
		line, branch         []string // squares
		want, both           string
		contradicts, refused []string
	}{
		{"chess", "chess", "e4", []string{"e7", "e5", "g1", "f3", "b8", "c6", "f1", "b5"},
			[]string{"c7", "c5", "g1", "f3"}, "e5 Nf3 Nc6 Bb5", "e5 Nf3 Nc6 Bb5\nc5 Nf3",
			[]string{"e7", "e5", "d2", "d4"}, []string{"another line plays"}},
		{"circe", "circe", "e4", []string{"d7", "d5", "e4", "d5"}, []string{"e7", "e5", "g1", "f3"},
			"d5 exd5(d7)", "d5 exd5(d7)\ne5 Nf3", []string{"d7", "d5", "d2", "d4"}, []string{"another line plays"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newSite(t)
			ann, _, annAPI, bobAPI, game := s.players(test.variant, "10d+3d/30d")
			annAPI.act(game, play.Command{Do: play.MakeMove, Ply: 1, Text: test.first})
			const (
				plan  = `document.querySelector('[data-place="plan"]')`
				field = `document.querySelector('[data-place="plan-form"] textarea')`
				all   = `[...document.querySelectorAll(".plan-lines .row button")]`
				tools = all + `.find((b) => b.textContent === "TOOL")`
			)
			tool := func(name string) {
				t.Helper()
				at := strings.ReplaceAll(tools, "TOOL", name)
				ann.Wait(at + " !== undefined")
				chromium.Eval[bool](ann.Tab, "("+at+".click(), true)")
			}
			squares := func(names []string) {
				t.Helper()
				for i := 0; i < len(names); i += 2 {
					from, to := names[i], names[i+1]
					ann.Wait(board(`!board.waiting && board.movable === "both"`))
					ann.Wait(board(`board.view.moves.some((m) => m.steps[0] === "` + from + `")`))
					chromium.Pointer.Square(ann.Tab, from)
					chromium.Pointer.Square(ann.Tab, to)
					ann.Wait(board(`!board.waiting && board.view.last?.squares.includes("` + to + `")`))
				}
			}
			ann.Wait(plan + ".checkVisibility()")
			chromium.Eval[bool](ann.Tab, "("+plan+".open = true)")
			tool("Enter on the board")
			squares(test.line)
			ann.Wait(field + `.value === ` + quoted(test.want))
			tool("New line")
			ann.Wait(board(`board.view.last == null`))
			squares(test.branch)
			ann.Wait(field + `.value === ` + quoted(test.both))
			ann.Shoot("lines " + test.name)
			tool("New line")
			ann.Wait(board(`board.view.last == null`))
			squares(test.contradicts[:2])
			ann.Wait(board(`!board.waiting && board.view.moves.length > 0`))
			chromium.Pointer.Square(ann.Tab, test.contradicts[2])
			chromium.Pointer.Square(ann.Tab, test.contradicts[3])
			ann.Wait(`document.querySelector(".plan-lines [role=status]").textContent.includes(` +
				quoted(test.refused[0]) + `)`)
			tool("Done")
			ann.Wait(board(`board.view.last?.san === ` + quoted(test.first)))
			chromium.Eval[bool](ann.Tab, `(document.querySelector(".plan-delete").click(), true)`)
			left := strings.Split(test.both, "\n")[1]
			ann.Wait(field + `.value === ` + quoted(left))
			bobAPI.act(game, play.Command{Do: play.MakeMove, Ply: 2, Text: strings.Fields(left)[0]})
			s.until(game, func(g *play.Game) bool { return g.Ply() == 3 })
			ann.Wait(`document.querySelectorAll(".plan-tree li").length === 0`)
			if !chromium.Eval[bool](ann.Tab, "window.stays === true") {
				t.Error("the page has been reloaded")
			}
			ann.Complaints() // about the refused line
		})
	}
}

// TestLinesByEveryHand makes a line of conditional moves on the board with a gate, a Sissa and a
// series, by keyboard and on a phone. The reply is then played.
func TestLinesByEveryHand(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		variant, line, want string
		theirs              int // half-moves that Bob plays
	}{
		{"seirawan", "g8f6h g1f3e", "Nf6/H Nf3/E", 1},
		{"sissa", "e8e6 f1e3", "e6 Se3", 1},
		{"progressive", "e7e5 d7d5 e4d5 d2d4 g1f3", "e5 d5 exd5 d4 Nf3", 2},
	} {
		for name, on := range map[string]chromium.Screen{
			"keyboard": chromium.Desk, "phone": {Width: 390, Height: 844, Touch: true, Dark: true},
		} {
			t.Run(test.variant+" "+name, func(t *testing.T) {
				s := newSite(t)
				ann, bob := s.account("Ann"), s.account("Bob")
				game := s.game(ann, bob, test.variant, "10d+3d/30d")
				ann.moves(game, 1, "e4")
				tab := open(t, on, s.at("localhost", "/"))
				signIn(tab, s, "Ann")
				tab.Go(s.at("localhost", "/g/"+game))
				tab.Wait(board("board?.view != null"))
				tab.hand = map[string]chromium.Hand{"keyboard": chromium.Keyboard, "phone": chromium.Pointer}[name]
				button := func(text string) string {
					return `[...document.querySelectorAll(".plan-lines .row button")]
						.find((b) => b.textContent === "` + text + `")`
				}
				tab.hand.Press(tab.Tab, `document.querySelector('[data-place="plan"] summary')`)
				tab.hand.Press(tab.Tab, button("Enter on the board"))
				for _, uci := range strings.Fields(test.line) {
					tab.Wait(board(`!board.waiting && board.movable === "both"`))
					tab.steps(uci)
					tab.Wait(board(`!board.waiting && board.view.last?.uci === "` + uci + `"`))
				}
				tab.Wait(`document.querySelector('[data-place="plan-form"] textarea').value === ` + quoted(test.want))
				tab.Shoot("lines-" + test.variant + "-" + name)
				wide := chromium.Eval[float64](tab.Tab, `document.documentElement.scrollWidth`)
				if wide > float64(on.Width) {
					t.Errorf("the page is %.0f pixels wide", wide)
				}
				tab.hand.Press(tab.Tab, button("Done"))
				tab.Wait(board(`board.view.last?.san === "e4"`))
				moves := strings.Fields(test.want)
				for i, text := range moves[:test.theirs] {
					bob.moves(game, 2+i, text)
				}
				s.until(game, func(g *play.Game) bool { return g.Ply() == 1+len(moves) })
			})
		}
	}
}

// steps makes a move on the board by its steps, whoever's turn it is.
func (p player) steps(uci string) {
	p.Helper()
	steps := board(`board.view.moves.find((m) => m.uci === "` + uci + `")?.steps`)
	p.Wait(steps + ` !== undefined`)
	for _, step := range chromium.Eval[[]string](p.Tab, steps) {
		if strings.Contains(step, ":") {
			p.hand.Choose(p.Tab, step)
		} else {
			p.hand.Square(p.Tab, step)
		}
	}
}

func quoted(s string) string { return strings.ReplaceAll(`"`+s+`"`, "\n", `\n`) }
