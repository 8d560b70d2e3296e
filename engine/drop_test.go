package engine_test

import (
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/variantfile"
)

// craneChess has leapers that are dropped, and so check kings that are walled in by their own pieces.
const craneChess = `
name = "Crane Chess"
size = "10x8"

[start]
placement = "r1clrkl1cr/pppppppppp/10/10/10/10/PPPPPPPPPP/R1CLRKL1CR"

[[pieces]]
name = "King"
[[pieces]]
name = "Rook"
[[pieces]]
name = "Pawn"
[[pieces]]
name = "Crane"
letter = "C"
betza = "NH"
[[pieces]]
name = "Leopard"
letter = "L"
betza = "Q"

[promotion]
to = "LCR"

[drops]
active = true
captured = true
`

// TestDropsThatMateAreSeen: a drop that mates is not pruned, however much the other side has won.
func TestDropsThatMateAreSeen(t *testing.T) {
	v, err := variantfile.Read("crane", []byte(craneChess))
	if err != nil {
		t.Fatal(err)
	}
	// g5xg8 wins a leopard, and C@f4 mates.
	p, err := kirke.FromFEN(v, "r2lrkl2r/pppppp1ppp/6p3/6C2c/10/10/PPPPPPPPPP/R1CLRKL2R[c] w - - 0 6")
	if err != nil {
		t.Fatal(err)
	}
	for depth := 2; depth <= 7; depth++ {
		e := engine.New(engine.Options{Threads: 1})
		r, err := e.Search(t.Context(), kirke.NewGame(p), engine.Limits{Depth: depth}, nil)
		if err != nil {
			t.Fatal(err)
		}
		next, err := p.Play(r.Move)
		if err != nil {
			t.Fatal(err)
		}
		if mate, err := next.ParseMove("C@f4"); err == nil {
			if end, _ := next.Play(mate); end.InCheck() && len(end.AppendLegalMoves(nil)) == 0 {
				t.Errorf("at depth %d White plays %s and is mated", depth, p.MoveText(r.Move, kirke.UCI))
			}
		}
	}
}
