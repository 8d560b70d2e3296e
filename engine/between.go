package engine

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// betweenTable has the squares that must be empty for a piece of a variant to attack another
// square.
type betweenTable[W rules.Words] struct {
	// emptyBoardAttacks has the squares that a piece attacks beyond other squares, by type and
	// square. between has those other squares, by type, square and attacked square.
	emptyBoardAttacks, between [maxTypes][]rules.Squares[W]
}

func betweenTableOf[W rules.Words](v *rules.Variant) *betweenTable[W] {
	return compiled(v, newBetweenTable[W])
}

func newBetweenTable[W rules.Words](v *rules.Variant) *betweenTable[W] {
	s, area := &betweenTable[W]{}, v.Size.Area()
	var buf []board.Square
	for i, t := range v.Army {
		movement, err := piece.Parse(t.Betza)
		if err != nil || t.Pawn || t.Royal {
			continue
		}
		far, between := make([]rules.Squares[W], area), make([]rules.Squares[W], area*area)
		s.emptyBoardAttacks[i+1], s.between[i+1] = far, between
		for sq := range area {
			for _, p := range movement {
				way, ok := p.From(v.Size, board.White, board.Square(sq), buf)
				if last := len(way) - 1; ok && last > 0 && p.Mode&piece.Capture != 0 && !p.Initial && p.Plain() {
					far[sq].Add(way[last])
					for _, passed := range way[:last] {
						between[sq*area+int(way[last])].Add(passed)
					}
				}
			}
		}
	}
	return s
}

// betweenSquares returns the squares that must be empty for a piece on one square to attack
// another. It returns nil if there are none, or if the piece never attacks it.
func (s *betweenTable[W]) betweenSquares(k rules.PieceType, from, to board.Square) *rules.Squares[W] {
	far := s.emptyBoardAttacks[k]
	if far == nil || !far[from].Has(to) {
		return nil
	}
	return &s.between[k][int(from)*len(far)+int(to)]
}
