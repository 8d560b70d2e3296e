// Package fairplay keeps the engine and the solver from helping in a rated game before it is over.
// Whatever judges a position for a reader asks here first. docs/playing.md says what is refused,
// and what cannot be detected.
package fairplay

import (
	"context"
	"maps"
	"slices"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/bestline"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// LineLength is the number of half-moves of a line that the engine shows, and that Line looks back.
const LineLength = bestline.Length

// Protected are the positions that are not judged for a person: the current ones of their rated
// games, and those one move later. They are compared by their placement.
type Protected struct {
	person         string
	current, after map[string]store.Summary
}

// placement returns the part of a FEN that tells positions apart here. A position with other
// counters, rights or another side to move counts as the same.
func placement(fen string) string { return bestline.Placement(fen) }

// Of returns the positions that are not judged for the person who asks. The error may be shown.
func Of(ctx context.Context, s *site.Site) (Protected, error) {
	p := Protected{
		person: site.UserID(ctx), current: map[string]store.Summary{}, after: map[string]store.Summary{},
	}
	if p.person == "" {
		return p, nil
	}
	games, err := s.Store.GamesOf(ctx, p.person)
	if err != nil {
		return p, s.APIError(ctx, err)
	}
	for _, m := range games {
		if m.Rated {
			p.add(m)
		}
	}
	return p, nil
}

// add protects the position of a game. A starting position that all games of a variant share is not
// protected: everybody knows it, and a player who waits for a first move may play the computer.
func (p *Protected) add(m store.Summary) {
	v, err := kirke.Lookup(m.Variant)
	if err != nil {
		return // this build does not know the variant, and cannot judge it
	}
	start, err := kirke.Start(v)
	if err == nil && v.Start.Shuffle == nil && placement(start.FEN()) == placement(m.FEN) {
		return
	}
	p.current[placement(m.FEN)] = m
	at, err := kirke.FromFEN(v, m.FEN)
	if err != nil {
		return
	}
	for move := range at.LegalMoves() {
		if next, err := at.Play(move); err == nil {
			p.after[placement(next.FEN())] = m
		}
	}
}

// IsCurrent reports whether a position is the current one of a rated game. A line of the engine
// ends there.
func (p Protected) IsCurrent(at kirke.Position) bool {
	_, found := p.current[placement(at.FEN())]
	return found
}

// Current returns the placements of the current positions of rated games.
func (p Protected) Current() []string { return slices.AppendSeq([]string{}, maps.Keys(p.current)) }

// refuse returns the refusal to help in a game.
func (p Protected) refuse(m store.Summary) error {
	opponent := m.Players[0]
	if opponent.User == p.person {
		opponent = m.Players[1]
	}
	return play.Refuse(play.NotAllowed, "The engine and the solver do not help here: this position occurs in "+
		"your rated game with %s, which is not over.", opponent.Name)
}

// Position refuses a protected position.
func (p Protected) Position(fen string) error {
	for _, known := range []map[string]store.Summary{p.current, p.after} {
		if m, found := known[placement(fen)]; found {
			return p.refuse(m)
		}
	}
	return nil
}

// Line refuses the last position of a game if it is protected, or if one of the LineLength
// positions before it is the current one of a rated game.
func (p Protected) Line(g *kirke.Game) error {
	if err := p.Position(g.Position().FEN()); err != nil {
		return err
	}
	for n, back := g.Node().Parent(), 1; n != nil && back <= LineLength; n, back = n.Parent(), back+1 {
		if m, found := p.current[placement(n.Position().FEN())]; found {
			return p.refuse(m)
		}
	}
	return nil
}

// MayJudge refuses the last position of a game, as Line does, to the person who asks.
func MayJudge(ctx context.Context, s *site.Site, g *kirke.Game) error {
	p, err := Of(ctx, s)
	if err != nil {
		return err
	}
	return p.Line(g)
}

// MayJudgeAll refuses a game if one of its positions is the current one of a rated game of the
// person who asks.
func MayJudgeAll(ctx context.Context, s *site.Site, g *kirke.Game) error {
	p, err := Of(ctx, s)
	if err != nil {
		return err
	}
	if m, found := p.current[placement(g.Start().FEN())]; found {
		return p.refuse(m)
	}
	for n := range g.MainLine() {
		if m, found := p.current[placement(n.Position().FEN())]; found {
			return p.refuse(m)
		}
	}
	return nil
}

// MaySolve refuses a problem if one of its twins is a protected position of the person who asks, or
// cannot be read.
func MaySolve(ctx context.Context, s *site.Site, q *problem.Problem) error {
	p, err := Of(ctx, s)
	if err != nil || len(p.current) == 0 {
		return err
	}
	twins, err := q.Unroll()
	if err != nil {
		return site.Refused(ctx, err)
	}
	for _, t := range twins {
		v, err := t.Problem.Variant()
		if err != nil {
			return site.Refused(ctx, err)
		}
		if err := p.Position(notation.FEN(v, t.Problem.Setup)); err != nil {
			return err
		}
	}
	return nil
}

// NoHelp reports whether a player must not use the engine and the solver in a game.
func NoHelp(g *play.Game, seat play.Seat) bool {
	return seat.Playing() && g.Rated() && !g.Over()
}
