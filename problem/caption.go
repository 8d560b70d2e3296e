package problem

// This file has what a diagram says of a problem.

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

// Rules returns the names of what differs from chess: the game, if it is another, and the conditions.
// They are what stands at a diagram besides the stipulation.
func (p *Problem) Rules() []string {
	var names []string
	if p.Game.ID != orthodox {
		names = append(names, p.Game.Name)
	}
	for _, c := range p.Conditions {
		names = append(names, c.Text)
	}
	return names
}

// orthodox is the game that no problem names.
const orthodox = "chess"
