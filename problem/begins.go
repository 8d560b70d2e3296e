package problem

import "github.com/kirke-chess/kirke/board"

// Begins returns the side that makes the first move of the solution.
func (p *Problem) Begins() board.Color {
	if p.Stipulation.tree() {
		return board.White
	}
	all := p.Stipulation.sequences(&p.Options, false, board.White)
	if len(all) == 0 {
		return board.White
	}
	return all[len(all)-1].First
}
