package problem

import "github.com/kirke-chess/kirke/problem/internal/bounds"

// What a search for lines asks of the bound and of the final pictures, which say where nothing is to be hoped for.

// sides puts the side that mates or stalemates first.
func (l *liner) sides(moves [2]int) [2]int {
	return [2]int{moves[l.mating], moves[l.mating.Other()]}
}

// ways returns which moves of turn i may lead to final pictures, and to those of the other goal.
func (l *liner) ways(i int) (ways, others bounds.UsefulMoves) {
	side, moves := l.turns[i].side, l.left(i+1)
	if l.other != nil && i < len(l.turns)-2 {
		n := int(side ^ l.final.Other())
		others = l.other.UsefulMoves(n, lessLast(moves, l.final)[n])
	}
	return l.visit.UsefulMoves(int(side^l.mating), moves[side]), others
}

// bounded returns what asks a bound about the positions of lines, with the statistics of shorter ones.
func (l *liner) bounded(b *bounds.MateBound, before []bounds.Stats) *bounds.Pruner {
	of := bounds.Script{Side: l.mating, Mate: needsCheck(l.stip.Goal.Aim), Answered: l.answered() > 0}
	for i := range l.turns {
		t := &l.turns[i]
		of.Turns = append(of.Turns, bounds.Turn{
			Moves: l.sides(l.left(i)), Mating: t.side == l.mating, Series: l.inSeries(i), Parry: t.parry,
		})
	}
	of.Turns = append(of.Turns, bounds.Turn{Moves: l.sides(l.left(len(l.turns)))})
	return bounds.NewPruner(b, of, before)
}
