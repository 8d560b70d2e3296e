package web

import (
	"context"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/store"
)

// Fair play: neither the engine nor the solver helps in a rated game that goes on. Everything that has a position judged for
// somebody asks here first. docs/playing.md says what is refused, and what cannot be known.

// protected are the positions that are not judged for a person, by their placement: where the person's rated games stand, and what
// one move makes of them. The zero value protects nothing.
type protected struct {
	person        string
	stands, after map[string]store.Summary
}

// placement returns the part of a FEN that tells positions apart here: the board and the pieces in hand. Neither the counters nor the
// rights nor the side to move count, so that a position altered in them is the same one.
func placement(fen string) string {
	board, _, _ := strings.Cut(fen, " ")
	return board
}

// protects returns the positions that are not judged for the person who asks. The error is fit to be shown.
func (s *Server) protects(ctx context.Context) (protected, error) {
	p := protected{person: userID(ctx), stands: map[string]store.Summary{}, after: map[string]store.Summary{}}
	if p.person == "" {
		return p, nil
	}
	games, err := s.store.GamesOf(ctx, p.person)
	if err != nil {
		return p, s.apiError(ctx, err)
	}
	for _, m := range games {
		if m.Rated {
			p.add(m)
		}
	}
	return p, nil
}

// add protects the position of a game. A starting position that all games of a variant share is known to everybody and stays free:
// who waits for a first move can still play the computer.
func (p *protected) add(m store.Summary) {
	v, err := kirke.Lookup(m.Variant)
	if err != nil {
		return // a variant that this build does not know, and so cannot judge
	}
	if start, err := kirke.Start(v); err == nil && v.Array.Lot == nil && placement(start.FEN()) == placement(m.FEN) {
		return
	}
	p.stands[placement(m.FEN)] = m
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

// stand reports whether a rated game stands in a position: a line of the engine ends there.
func (p protected) stand(at kirke.Position) bool {
	_, found := p.stands[placement(at.FEN())]
	return found
}

// refuse is the refusal to help in a game.
func (p protected) refuse(m store.Summary) error {
	opponent := m.Players[0]
	if opponent.User == p.person {
		opponent = m.Players[1]
	}
	return deny(play.NotAllowed, "The engine and the solver do not help here: this is a position of your rated game with %s, which is not over.", opponent.Name)
}

// position refuses a position where a rated game stands, or one move on.
func (p protected) position(fen string) error {
	for _, known := range []map[string]store.Summary{p.stands, p.after} {
		if m, found := known[placement(fen)]; found {
			return p.refuse(m)
		}
	}
	return nil
}

// line refuses the last position of a game if a rated game stands there, or has been passed in as many half-moves before as a line of
// the engine shows.
func (p protected) line(g *kirke.Game) error {
	if err := p.position(g.Position().FEN()); err != nil {
		return err
	}
	for n, back := g.Node().Parent(), 1; n != nil && back <= mostShown; n, back = n.Parent(), back+1 {
		if m, found := p.stands[placement(n.Position().FEN())]; found {
			return p.refuse(m)
		}
	}
	return nil
}

// mayJudge refuses the last position of a game to somebody whose rated game it concerns.
func (s *Server) mayJudge(ctx context.Context, g *kirke.Game) error {
	p, err := s.protects(ctx)
	if err != nil {
		return err
	}
	return p.line(g)
}

// mayJudgeAll does so with all positions of a game.
func (s *Server) mayJudgeAll(ctx context.Context, g *kirke.Game) error {
	p, err := s.protects(ctx)
	if err != nil {
		return err
	}
	if m, found := p.stands[placement(g.Start().FEN())]; found {
		return p.refuse(m)
	}
	for n := range g.MainLine() {
		if m, found := p.stands[placement(n.Position().FEN())]; found {
			return p.refuse(m)
		}
	}
	return nil
}

// maySolve refuses a problem if one of its twins concerns a rated game of the person who asks, or makes no sense.
func (s *Server) maySolve(ctx context.Context, q *problem.Problem) error {
	p, err := s.protects(ctx)
	if err != nil || len(p.stands) == 0 {
		return err
	}
	twins, err := q.Unroll()
	if err != nil {
		return refused(err)
	}
	for _, t := range twins {
		v, err := t.Problem.Variant()
		if err != nil {
			return refused(err)
		}
		if err := p.position(notation.FEN(v, t.Problem.Setup)); err != nil {
			return err
		}
	}
	return nil
}

// noHelp reports whether a game is one in which a seat gets no help from the engine and the solver.
func noHelp(g *play.Game, seat play.Seat) bool {
	return seat.Playing() && g.Rated() && !g.Over()
}
