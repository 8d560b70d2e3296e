package problem

// This file has what a diagram says of a problem.

import (
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke/board"
)

// Begins returns the side that makes the first move of the solution.
func (p *Problem) Begins() board.Color {
	switch {
	case p.Stipulation.Structure != nil:
		return p.Stipulation.Structure.Side
	case p.Stipulation.tree():
		return board.White
	}
	all := p.Stipulation.sequences(&p.Options, false, board.White)
	if len(all) == 0 {
		return board.White
	}
	return all[len(all)-1].First
}

// Sentence returns what a stipulation asks for in plain words: "White moves first and forces mate
// in 2 moves." It is "" for the rarer kinds.
func (p *Problem) Sentence() string {
	st := &p.Stipulation
	if st.Structure != nil {
		return ""
	}
	switch st.Goal.Aim {
	case Mate, Stalemate, MateOrStalemate, Check:
	default:
		return ""
	}
	if len(st.Intro) > 0 || st.Exact || p.Options.PostKeyPlay || p.Options.Duplex || p.Options.HalfDuplex {
		return ""
	}
	first, goal, length := sideName(p.Begins()), noun(st.Goal), st.length()
	other := sideName(p.Begins().Other())
	switch {
	case st.Mover == Alternate && st.Play == Direct:
		return fmt.Sprintf("%s moves first and forces %s in %s.", first, goal, length)
	case st.Mover == Alternate && st.Play == Self:
		return fmt.Sprintf("%s moves first and forces %s to give %s in %s.", first, other, goal, length)
	case st.Mover == Alternate && st.Play == Help:
		return fmt.Sprintf("%s moves first, and both sides help White to give %s in %s.", first, goal, length)
	case st.Mover == Series && st.Play == Direct:
		return fmt.Sprintf("%s makes %s in a row, and the last gives %s.", first, length, goal)
	case st.Mover == Series && st.Play == Help:
		return fmt.Sprintf("%s makes %s in a row, and then %s gives %s.", first, length, other, goal)
	}
	return ""
}

// Rules returns the names of what differs from chess: the game under its conditions, if it is
// another, and the capture before the diagram. They are what stands at a diagram besides the
// stipulation. Where Kirke does not play the conditions, they are named as Popeye does.
func (p *Problem) Rules() []string {
	var names []string
	v, err := p.Variant()
	switch {
	case err == nil && v.ID != orthodox:
		names = append(names, v.Name)
	case err != nil && p.Game.ID != orthodox:
		names = append(names, p.Game.Name)
	}
	if p.Game.TwoBoards() && !p.saysTwoBoards() {
		names = append(names, aliceChess)
	}
	for _, c := range p.Conditions {
		if err != nil || len(c.Modifiers) == 0 {
			names = append(names, c.Text)
		}
	}
	return names
}

// orthodox is the game that no problem names.
const orthodox = "chess"

// aliceChess is the condition of a problem in which an attribute alone says that there are two
// boards.
const aliceChess = "AliceChess"

// saysTwoBoards reports whether a condition says that there are two boards.
func (p *Problem) saysTwoBoards() bool {
	return slices.ContainsFunc(p.Conditions, func(c Condition) bool { return c.TwoBoards })
}
