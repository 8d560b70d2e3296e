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

func quoted(s string) string { return strings.ReplaceAll(`"`+s+`"`, "\n", `\n`) }
