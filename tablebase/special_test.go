package tablebase

import (
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// small returns chess on a small board: three files of five ranks, on which pawns make double steps and
// become rooks.
func small(t *testing.T) *kirke.Variant {
	v := variant(t, "chess")
	v.ID, v.Size, v.Castling = "small-chess", board.Size{Files: 3, Ranks: 5}, rules.Castling{}
	v.Start.Placement, v.Promotion.To = "k1r/p1p/3/P1P/K1R", "R"
	if wrong := v.Validate(); len(wrong) > 0 {
		t.Fatal(wrong)
	}
	return v
}

// TestEnPassant: positions in which a pawn may be taken en passant are in the table of the position
// before the double step, and are worth what their best move makes of them. Some are worth something else
// than without the capture.
func TestEnPassant(t *testing.T) {
	v, dir := small(t), t.TempDir()
	build(t, v, dir, "KPKP")
	tables, err := Open(dir, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	m := material(t, v, "KPKP")
	g, err := newGraph(v)
	if err != nil {
		t.Fatal(err)
	}
	e := explorer{graph: g}
	var stored, differ int
	for n := range m.numbers(v.Size.Area()) {
		p, ok := e.plain(&part{material: m}, n)
		if !ok || p.Outcome().Over() {
			continue
		}
		for move := range p.LegalMoves() {
			after, err := p.Play(move)
			if err != nil {
				t.Fatal(err)
			}
			s := after.Setup()
			if len(s.EnPassant) == 0 {
				continue
			}
			value, err := tables.stored(after.Rules())
			if err != nil {
				t.Fatalf("%s: %v", after.FEN(), err)
			}
			s.EnPassant = nil
			without, err := kirke.FromSetup(v, s)
			if err != nil {
				t.Fatal(err)
			}
			if other, err := tables.Probe(without); err == nil && other != value {
				differ++
			}
			if stored++; stored%20 == 0 {
				compare(t, tables, after, 1)
			}
		}
	}
	if stored < 100 || differ == 0 {
		t.Errorf("%d positions with a pawn that may be taken en passant, %d of them worth something else",
			stored, differ)
	}
}

// TestCastling: no table has positions with castling rights. Probe looks ahead to those without; what the
// search asks is not known.
func TestCastling(t *testing.T) {
	v, dir := variant(t, "losalamos"), t.TempDir()
	v.ID, v.Castling = "castling-alamos", rules.Castling{KingTo: [2]int{1, 4}, RookTo: [2]int{2, 3}}
	if wrong := v.Validate(); len(wrong) > 0 {
		t.Fatal(wrong)
	}
	build(t, v, dir, "KRK")
	tables, err := Open(dir, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	castled := 0
	for _, fen := range []string{
		"1k4/6/6/6/6/3K1R w K - 0 1", "6/6/6/4k1/6/3K1R w K - 0 1", "6/6/6/4k1/6/3K1R b K - 0 1",
		"3k1r/6/6/1K4/6/6 b k - 0 1", "6/6/6/6/5k/3K1R b K - 0 1",
	} {
		p, err := kirke.FromFEN(v, fen)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, ok := tables.Decided(p.Rules()); ok {
			t.Errorf("%s is known without looking ahead", fen)
		}
		for move := range p.LegalMoves() {
			if move.Form() == rules.Castle {
				castled++
			}
		}
		compare(t, tables, p, 1)
	}
	if castled == 0 {
		t.Error("nobody can castle")
	}
}
