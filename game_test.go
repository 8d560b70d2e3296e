package kirke_test

import (
	"slices"
	"testing"

	"github.com/kirke-chess/kirke"
)

// line writes the moves to the current position in SAN.
func line(g *kirke.Game) []string {
	texts := []string{}
	for n := range g.Line() {
		texts = append(texts, n.Text(kirke.SAN))
	}
	return texts
}

func mainLine(g *kirke.Game) []string {
	texts := []string{}
	for n := range g.MainLine() {
		texts = append(texts, n.Text(kirke.SAN))
	}
	return texts
}

func wantLine(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s is %q, want %q", what, got, want)
	}
}

func TestGameTree(t *testing.T) {
	g := game(t, "chess", "", "e4 e5 Nf3 Nc6")
	wantLine(t, "the line", line(g), "e4", "e5", "Nf3", "Nc6")

	// A move that is there already is followed; another becomes a variation.
	if err := g.GoTo(1); err != nil {
		t.Fatal(err)
	}
	play(t, g, "e5")
	if n := len(g.Node().Parent().Children()); n != 1 {
		t.Errorf("e5 is there %d times", n)
	}
	if err := g.GoTo(1); err != nil {
		t.Fatal(err)
	}
	play(t, g, "c5 c3")
	wantLine(t, "the line", line(g), "e4", "c5", "c3")
	wantLine(t, "the main line", mainLine(g), "e4", "e5", "Nf3", "Nc6")
	if got := len(g.Moves()); got != 3 {
		t.Errorf("%d moves lead here", got)
	}

	// GoTo stays on the line through the current position.
	if err := g.GoTo(2); err != nil {
		t.Fatal(err)
	}
	wantLine(t, "the line", line(g), "e4", "c5")
	sicilian := g.Node()
	for _, ply := range []int{-1, 4} {
		if err := g.GoTo(ply); err == nil {
			t.Errorf("GoTo(%d) went somewhere", ply)
		}
	}
	if g.Node() != sicilian {
		t.Error("a failed GoTo moved")
	}

	if err := g.Promote(sicilian); err != nil {
		t.Fatal(err)
	}
	wantLine(t, "the main line", mainLine(g), "e4", "c5", "c3")
	g.GoToEnd()
	wantLine(t, "the line", line(g), "e4", "c5", "c3")

	// What is removed takes the current position with it.
	if err := g.Remove(sicilian); err != nil {
		t.Fatal(err)
	}
	wantLine(t, "the line", line(g), "e4")
	wantLine(t, "the main line", mainLine(g), "e4", "e5", "Nf3", "Nc6")
	for what, err := range map[string]error{
		"Enter":   g.Enter(sicilian),
		"Promote": g.Promote(sicilian),
		"Remove":  g.Remove(sicilian),
		"root":    g.Remove(g.Root()),
		"nil":     g.Enter(nil),
	} {
		if err == nil {
			t.Errorf("%s of a node that is not in the tree", what)
		}
	}
	if err := g.Enter(g.Root().Next().Next()); err != nil {
		t.Error(err)
	}
	wantLine(t, "the line", line(g), "e4", "e5")
}

func TestUndo(t *testing.T) {
	g := game(t, "seirawan", "", "Nf3/H Nf6")
	before := g.Position()
	play(t, g, "Nc3/E")
	if !g.Undo() {
		t.Fatal("nothing was taken back")
	}
	if got := g.Position(); got != before || got.FEN() != "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKBHR[Ehe] w "+
		"KQBCDFkqbcdf - 2 2" {
		t.Errorf("back at %s", got)
	}
	if g.Node().Next() != nil {
		t.Error("the move that was taken back is still in the game")
	}
	g.Undo()
	g.Undo()
	if g.Undo() || g.Ply() != 0 {
		t.Errorf("something was taken back before the start, at ply %d", g.Ply())
	}
}

func TestGamePlayRefuses(t *testing.T) {
	g := game(t, "chess", "", "e4")
	if err := g.PlayText("e4"); err == nil || g.Ply() != 1 {
		t.Errorf("e4 again: %v, ply %d", err, g.Ply())
	}
	if err := g.Play(0); err == nil || g.Ply() != 1 {
		t.Errorf("no move: %v, ply %d", err, g.Ply())
	}
	if err := g.PlayText("--"); err == nil || g.Ply() != 1 {
		t.Errorf("a pass in play: %v, ply %d", err, g.Ply())
	}
	if err := g.Pass(); err != nil || g.Position().Turn() != kirke.White {
		t.Errorf("a pass in analysis: %v", err)
	}
}

func TestTags(t *testing.T) {
	g := kirke.NewGame(position(t, "chess", ""))
	g.SetTag("White", "Anna")
	g.SetTag("Black", "Berta")
	g.SetTag("White", "Clara")
	want := []kirke.Tag{{Name: "White", Value: "Clara"}, {Name: "Black", Value: "Berta"}}
	if !slices.Equal(g.Tags, want) {
		t.Errorf("got %v, want %v", g.Tags, want)
	}
	if g.Tag("Black") != "Berta" || g.Tag("Site") != "" {
		t.Errorf("Black %q, Site %q", g.Tag("Black"), g.Tag("Site"))
	}
}

func TestRecordedResultAtTheEnd(t *testing.T) {
	g := game(t, "chess", "", "e4 e5 Nf3")
	if err := g.Resign(kirke.Black); err != nil {
		t.Fatal(err)
	}
	if err := g.GoTo(1); err != nil {
		t.Fatal(err)
	}
	if o := g.Outcome(); o.Over() {
		t.Errorf("after one half-move: %v", o)
	}
	if err := g.AgreeDraw(); err == nil {
		t.Error("a draw was agreed in the middle of the game")
	}
	play(t, g, "c5") // analysis goes on
	if o := g.Outcome(); o.Over() {
		t.Errorf("in the variation: %v", o)
	}
	g.GoToEnd()
	if got := g.Outcome().String(); got != "1-0 (resignation)" {
		t.Errorf("at the end: %s", got)
	}
	if g.Recorded() != g.Outcome() {
		t.Errorf("recorded: %v", g.Recorded())
	}
}

// What the rules say goes before the recorded result, which is kept.
func TestRecordedResultAgainstTheBoard(t *testing.T) {
	g := game(t, "chess", "", "f3 e5 g4 Qh4")
	g.Record(kirke.Outcome{Result: kirke.WhiteWins})
	if got := g.Outcome().String(); got != "0-1 (mate)" {
		t.Errorf("got %s", got)
	}
	if got := g.Recorded().String(); got != "1-0" {
		t.Errorf("recorded %s", got)
	}
}

// TestClone changes a copy in every way, and expects the game to be as it was.
func TestClone(t *testing.T) {
	g := game(t, "chess", "", "e4 e5 Nf3 Nc6")
	g.SetTag("Event", "A game")
	if err := g.GoTo(1); err != nil {
		t.Fatal(err)
	}
	play(t, g, "c5 c3")
	g.Node().Comments = []string{"Alapin"}
	g.Root().Next().NAGs = []int{1}
	before, err := g.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	c := g.Clone()
	if copied, err := c.MarshalJSON(); err != nil || string(copied) != string(before) {
		t.Errorf("the copy is\n%s (%v), want\n%s", copied, err, before)
	}
	wantLine(t, "the copy's line", line(c), "e4", "c5", "c3")
	c.SetTag("Event", "Another")
	c.Node().Comments[0] = "?"
	c.Root().Next().NAGs[0] = 2
	play(t, c, "Nf6")
	if err := c.Promote(c.Node().Parent().Parent()); err != nil {
		t.Fatal(err)
	}
	if err := c.Remove(c.Root().Next().Children()[1]); err != nil {
		t.Fatal(err)
	}
	play(t, c, "e5")
	if err := c.Resign(kirke.Black); err != nil {
		t.Fatal(err)
	}
	wantLine(t, "the copy's main line", mainLine(c), "e4", "c5", "c3", "Nf6", "e5")
	if after, err := g.MarshalJSON(); err != nil || string(after) != string(before) {
		t.Errorf("the game is\n%s (%v), want\n%s", after, err, before)
	}
	if err := c.Enter(g.Node()); err == nil {
		t.Error("a node of the game is one of the copy")
	}
}
