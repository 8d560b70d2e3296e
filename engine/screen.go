package engine

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// screens say what stands in the way of the men of a variant.
type screens[W rules.Words] struct {
	// far is, by kind and square, what a man attacks over others once they are gone, and between, by kind, square and
	// one of those, what must be empty for that.
	far, between [maxKinds][]rules.Squares[W]
}

func screensOf[W rules.Words](v *rules.Variant) *screens[W] { return compiled(v, newScreens[W]) }

func newScreens[W rules.Words](v *rules.Variant) *screens[W] {
	s, area := &screens[W]{}, v.Size.Area()
	var buf []board.Square
	for i, t := range v.Army {
		movement, err := piece.Parse(t.Betza)
		if err != nil || t.Pawn || t.Royal {
			continue
		}
		far, between := make([]rules.Squares[W], area), make([]rules.Squares[W], area*area)
		s.far[i+1], s.between[i+1] = far, between
		for sq := range area {
			for _, p := range movement {
				way, ok := p.From(v.Size, board.White, board.Square(sq), buf)
				if last := len(way) - 1; ok && last > 0 && p.Mode&piece.Capture != 0 && !p.Initial && p.Hurdles == 0 {
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

// screen returns the squares that must be empty for a man to attack another from where it stands; nil if there are none, or it never does.
func (s *screens[W]) screen(k rules.Kind, from, to board.Square) *rules.Squares[W] {
	far := s.far[k]
	if far == nil || !far[from].Has(to) {
		return nil
	}
	return &s.between[k][int(from)*len(far)+int(to)]
}
