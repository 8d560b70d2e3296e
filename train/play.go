package train

import (
	"context"
	"math/rand/v2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/engine/nn"
)

// SelfPlay lets the engine play a game against itself after a few random moves, with so many nodes a
// move. It calls see with each position and what the search finds in it, and returns the result. The
// dice determine the game. The error is that of ctx, if it ends first.
func SelfPlay(
	ctx context.Context, e *engine.Engine, v *kirke.Variant, nodes uint64, dice *rand.Rand,
	see func(kirke.Position, engine.Result),
) (Result, error) {
	game, err := opening(v, dice)
	if err != nil {
		return Draw, err
	}
	verdict := adjudicator{turn: game.Position().Turn().Other()}
	for !game.Outcome().Over() && len(game.Claims()) == 0 && game.Ply() < maxPlies {
		r, err := e.Search(ctx, game, engine.Limits{Nodes: nodes}, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return Draw, err
		}
		p := game.Position()
		see(p, r)
		if verdict.watch(p.Turn(), r.Score, game.Ply()); verdict.over {
			return verdict.result, nil
		}
		if err := game.Play(r.Move); err != nil {
			return Draw, err
		}
	}
	return resultOf(game.Outcome()), nil
}

// Play lets the engine play a game against itself. It returns the quiet positions of the game with the
// scores of the searches, or, if static is not 0, so many positions near each position of the game with
// their static evaluation. The seed and the number of the game determine it. The error is that of ctx,
// if it ends first.
func (g *Generation) Play(ctx context.Context, in *nn.Inputs, number uint64) ([]Sample, error) {
	var samples []Sample
	dice := rand.New(rand.NewPCG(g.Seed, 2*number+1))
	e := engine.New(engine.Options{Threads: 1, Hash: 2, Network: g.Network, Unfaded: true})
	result, err := SelfPlay(ctx, e, g.Variant, g.Nodes, rand.New(rand.NewPCG(g.Seed, 2*number)),
		func(p kirke.Position, r engine.Result) {
			switch {
			case g.Static > 0:
				samples = appendStatic(samples, in, p, g.Static, dice)
			case Quiet(p, r):
				samples = appendSample(samples, in, p, r.Score)
			}
		})
	if err != nil {
		return nil, err
	}
	for i := range samples {
		samples[i].Result = result
	}
	return samples, nil
}

// appendSample appends a position with its score. A position without one king a side is left out.
func appendSample(to []Sample, in *nn.Inputs, p kirke.Position, score engine.Score) []Sample {
	_, full := p.Clock()
	s := Sample{Score: int16(score), Ply: 2*(full-1) + int(p.Turn())}
	in.Read(p.Rules(), &s.Position)
	if in.Complete(&s.Position, p.Turn()) != nil {
		return to
	}
	return append(to, s)
}

// appendStatic appends so many positions one or two random moves after p with their static
// evaluation: such positions are what a search evaluates. Those in check are left out.
func appendStatic(to []Sample, in *nn.Inputs, p kirke.Position, n int, dice *rand.Rand) []Sample {
	var moves []kirke.Move
	for range n {
		at := p
		for range 1 + dice.IntN(2) {
			if moves = at.AppendLegalMoves(moves[:0]); len(moves) == 0 {
				break
			}
			at, _ = at.Play(moves[dice.IntN(len(moves))]) // a legal move
		}
		if !at.InCheck() && !at.Outcome().Over() {
			to = appendSample(to, in, at, engine.Evaluate(at))
		}
	}
	return to
}

// maxPlies is when a game that goes on counts as drawn.
const maxPlies = 400

// opening returns a game after 6 to 9 random moves that do not end it.
func opening(v *kirke.Variant, dice *rand.Rand) (*kirke.Game, error) {
	for {
		p, err := kirke.Start(v, kirke.Seed(dice.Uint64()))
		if err != nil {
			return nil, err
		}
		g := kirke.NewGame(p)
		for range 6 + dice.IntN(4) {
			moves := g.Position().AppendLegalMoves(nil)
			if len(moves) == 0 || g.Outcome().Over() {
				break
			}
			if err := g.Play(moves[dice.IntN(len(moves))]); err != nil {
				return nil, err
			}
		}
		if !g.Outcome().Over() {
			return g, nil
		}
	}
}

// Quiet reports whether a static evaluation can tell what a position is worth. It leaves out mates, which
// the search finds. Series games keep them: most leads there end in a mate in the next series, and
// without such positions a network takes them for won by the side that is mated.
func Quiet(p kirke.Position, r engine.Result) bool {
	_, mate := r.Score.Mate()
	return (!mate || p.Variant().Series.Progressive) && engine.Quiet(p, r.Move)
}

// resultOf returns the result of a game.
func resultOf(o kirke.Outcome) Result {
	switch o.Result {
	case kirke.WhiteWins:
		return WhiteWins
	case kirke.BlackWins:
		return BlackWins
	}
	return Draw
}

// adjudicator ends games whose result is clear.
type adjudicator struct {
	over     bool
	result   Result
	turn     kirke.Color // whose turn was watched last; at first the side not to move
	won      int         // turns in a row that one side wins, negative for Black
	balanced int         // turns in a row without an advantage
}

// When a game is decided: scores in centipawns, levelFrom in half-moves. In series games a turn is a
// whole series, since the side to move seems to win until it ends.
const (
	winning      = 1500
	winningTurns = 5
	level        = 8
	levelTurns   = 16
	levelFrom    = 100
)

// watch takes the score of the side to move. Only the first of a turn counts.
func (a *adjudicator) watch(turn kirke.Color, score engine.Score, ply int) {
	if turn == a.turn {
		return
	}
	a.turn = turn
	if turn == kirke.Black {
		score = -score
	}
	switch {
	case score >= winning:
		a.won = max(a.won, 0) + 1
	case score <= -winning:
		a.won = min(a.won, 0) - 1
	default:
		a.won = 0
	}
	a.balanced++
	if score > level || score < -level {
		a.balanced = 0
	}
	switch {
	case a.won >= winningTurns:
		a.over, a.result = true, WhiteWins
	case a.won <= -winningTurns:
		a.over, a.result = true, BlackWins
	case a.balanced >= levelTurns && ply >= levelFrom:
		a.over, a.result = true, Draw
	}
}
