package reference_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// diagram returns the position of a composed problem: nothing but pieces, and a
// side may lack its king.
func diagram(t *testing.T, v *rules.Variant, placement string, turn board.Color) rules.Position {
	t.Helper()
	side := map[board.Color]string{board.White: " w", board.Black: " b"}[turn]
	return rulestest.Position(t, v, placement+side+" - - 0 1",
		rules.MissingKing|rules.OppositeCheck|rules.PawnOnFirstRank)
}

// popeye returns a legal move as Popeye writes it, without blanks.
func popeye(p rules.Position, m rules.Move) string {
	return strings.ReplaceAll(notation.Text(p, m, notation.Popeye), " ", "")
}

func TestCirceMoves(t *testing.T) {
	rulestest.EachLine(t, data+"circe/moves.jsonl", func(t *testing.T, row struct {
		Variant, FEN, First, White, Black string
		Lines                             map[string]string
	}) {
		v := problem(t, row.Variant)
		if row.Lines == nil {
			compareMoves(t, diagram(t, v, row.FEN, board.White), row.White)
			compareMoves(t, diagram(t, v, row.FEN, board.Black), row.Black)
			return
		}
		p := diagram(t, v, row.FEN, board.Black)
		answered := 0
		for _, m := range p.LegalMoves(nil) {
			next := p.Play(m)
			// A move without an answer has no line of two half-moves.
			if replies, ok := row.Lines[popeye(p, m)]; ok {
				answered++
				compareMoves(t, next, replies)
			} else if n := len(next.LegalMoves(nil)); n > 0 {
				t.Errorf("%s %s: Popeye does not have %s with its %d answers", v.ID, row.FEN, popeye(p, m), n)
			}
		}
		for text := range row.Lines {
			if !slices.ContainsFunc(p.LegalMoves(nil), func(m rules.Move) bool { return popeye(p, m) == text }) {
				t.Errorf("%s %s: %s is not legal", v.ID, row.FEN, text)
			}
		}
		if answered == 0 {
			t.Errorf("%s %s: no move was compared", v.ID, row.FEN)
		}
	})
}

// compareMoves checks that the legal moves of p are those that Popeye lists.
func compareMoves(t *testing.T, p rules.Position, list string) {
	t.Helper()
	v := p.Variant()
	want := strings.Fields(list)
	if v.ID == "circe-martian" {
		// Popeye's quirk 2 (rules of Circe): Mars generates castling twice.
		want = oneCastling(want)
	}
	var got []string
	for _, m := range p.LegalMoves(nil) {
		got = append(got, popeye(p, m))
	}
	slices.Sort(want)
	slices.Sort(got)
	if missing, extra := rulestest.Difference(want, got); len(missing)+len(extra) > 0 {
		t.Errorf("%s %v to move: missing %v, too many %v\n%s", v.ID, p.Turn(), missing, extra, rulestest.Text(p))
	}
}

// oneCastling leaves one of two castlings to the same side.
func oneCastling(texts []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(texts, func(text string) bool {
		twice := strings.HasPrefix(text, "0-0") && seen[text]
		seen[text] = true
		return twice
	})
}

// lineMove is a move of testdata/circe/lines.jsonl: the squares, what a pawn
// becomes, what is reborn and where, check and mate.
var lineMove = regexp.MustCompile(`^([KQRBN]?)([a-h][1-8])([-x])([a-h][1-8])(?:=([QRBN]))?` +
	`(?:\(([QRBN]?)([a-h][1-8])\))?([+#]?)$`)

func TestCirceLines(t *testing.T) {
	rulestest.EachLine(t, data+"circe/lines.jsonl", func(t *testing.T, row struct {
		Variant, Source, Stipulation, Twin, FEN string
		Lines                                   []struct{ Moves, Sides, End, Final string }
	}) {
		v := problem(t, row.Variant)
		placement, rest, _ := strings.Cut(row.FEN, " ")
		start := board.White
		if strings.HasPrefix(rest, "b") {
			start = board.Black
		}
		for _, line := range row.Lines {
			p := diagram(t, v, placement, start)
			for i, text := range strings.Fields(line.Moves) {
				if line.Sides != "" {
					p = pass(p, map[byte]board.Color{'w': board.White, 'b': board.Black}[line.Sides[i]])
				}
				p = playLineMove(t, p, text)
			}
			if got := v.FormatPlacement(p.Setup().Board); got != line.Final {
				t.Errorf("%s %s %s\n%s ends in %s, want %s", row.Source, row.Stipulation, row.Twin, line.Moves, got,
					line.Final)
			}
			none := len(p.LegalMoves(nil)) == 0
			switch {
			case line.End == "checkmate" && !(none && p.InCheck()):
				t.Errorf("%s is not mate\n%s", line.Moves, rulestest.Text(p))
			case line.End == "stalemate" && (!none || p.InCheck()):
				t.Errorf("%s is not stalemate\n%s", line.Moves, rulestest.Text(p))
			}
		}
	})
}

// playLineMove plays the one legal move that the text tells of and checks what
// it says about rebirth, check and mate.
func playLineMove(t *testing.T, p rules.Position, text string) rules.Position {
	t.Helper()
	if text == "--" {
		return p.Play(rules.NullMove)
	}
	v := p.Variant()
	letter := func(pc rules.Piece) string {
		if pc == 0 || v.Type(pc.Type()).Pawn {
			return ""
		}
		return string(v.Type(pc.Type()).Letter)
	}
	said := lineMove.FindStringSubmatch(text)
	if said == nil {
		body := strings.TrimRight(text, "+#")
		if body != "O-O" && body != "O-O-O" {
			t.Fatalf("%s is not understood", text)
		}
		said = []string{text, "K", "", body, "", "", "", "", text[len(body):]}
	}
	for _, m := range p.LegalMoves(nil) {
		d := p.Details(m)
		reborn := ""
		if d.RebornAt != board.NoSquare {
			reborn = v.SquareName(d.RebornAt)
		}
		told := []string{
			text, letter(d.Mover), v.SquareName(d.From), "-", v.SquareName(d.To),
			letter(d.Promoted), letter(d.RebornAs), reborn, "",
		}
		switch {
		case m.Form() == rules.Castle && d.KingSide:
			told[2], told[3], told[4] = "", "O-O", ""
		case m.Form() == rules.Castle:
			told[2], told[3], told[4] = "", "O-O-O", ""
		case d.Captured != 0:
			told[3] = "x"
		}
		switch {
		case d.Mate:
			told[8] = "#"
		case d.Check:
			told[8] = "+"
		}
		if slices.Equal(told, said) {
			return p.Play(m)
		}
	}
	t.Fatalf("%s cannot be played\n%s\nlegal: %v", text, rulestest.Text(p), rulestest.MoveTexts(p))
	return nil
}

// TestCirceSolutions plays the lines of solved help and series problems; the
// trees of direct mates are for the solver.
func TestCirceSolutions(t *testing.T) {
	number := regexp.MustCompile(`^[0-9]+\.+`)
	rulestest.EachLine(t, data+"circe/solutions.jsonl", func(t *testing.T, row struct {
		Variant, Stipulation, FEN string
		Lines                     []string
	}) {
		v := problem(t, row.Variant)
		lines := row.Lines
		if testing.Short() {
			lines = lines[:min(3, len(lines))]
		}
		for _, line := range lines {
			words := strings.Fields(line)
			var texts []string
			for _, word := range words {
				if word == "+" || word == "#" || word == "=" {
					texts[len(texts)-1] += word
					continue
				}
				texts = append(texts, number.ReplaceAllString(word, ""))
			}
			var p rules.Position
			series := strings.HasPrefix(row.Stipulation, "ser-")
			switch {
			case row.Stipulation == "#2":
				return
			case row.Stipulation == "ser-#3", strings.HasPrefix(words[0], "1..."):
				p = diagram(t, v, row.FEN, board.White)
			default:
				p = diagram(t, v, row.FEN, board.Black)
			}
			mover := p.Turn()
			for i, text := range texts {
				if series && i > 0 && (i < len(texts)-1 || row.Stipulation == "ser-#3") {
					p = pass(p, mover)
				}
				p = playPopeye(t, p, text)
				if t.Failed() {
					t.Fatalf("%s %s %s: %s", v.ID, row.Stipulation, row.FEN, line)
				}
			}
		}
	})
}

// playPopeye plays a move as Popeye writes it, its goal's sign included.
func playPopeye(t *testing.T, p rules.Position, text string) rules.Position {
	t.Helper()
	body := strings.TrimRight(text, "+#=")
	for _, m := range p.LegalMoves(nil) {
		if strings.TrimRight(popeye(p, m), "+") != body {
			continue
		}
		next := p.Play(m)
		none, check := len(next.LegalMoves(nil)) == 0, next.InCheck()
		switch sign := text[len(body):]; {
		case sign == "#" && !(none && check), sign == "=" && !(none && !check), sign == "+" && !check:
			t.Errorf("%s promises %s\n%s", text, sign, rulestest.Text(p))
		}
		return next
	}
	t.Errorf("%s cannot be played\n%s", text, rulestest.Text(p))
	return p
}
