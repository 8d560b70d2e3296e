// Package trial plays games to see what a game is like: how long it lasts, who wins and how, which
// pieces move and which are taken, and what about it is seldom meant.
//
// Read trial.go first, then smells.go, which has the warnings.
package trial

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/kirke-chess/kirke"
)

// MostPlies is how long a game may last, in half-moves. A longer one stays unfinished.
const MostPlies = 300

// Record is what the games were like.
type Record struct {
	Games   int
	Results map[kirke.Result]int
	Ends    map[string]int // how many games ended by each reason
	Plies   []int          // how long each game lasted, in half-moves
	Types   []Use          // of each piece type: Types[k-1] of type k
}

// Use is what became of the pieces of a type, both sides together.
type Use struct {
	Seen  bool // on the board
	Moved int  // how many moves they made, drops and gatings included
	Taken int  // how many were captured or blown up
}

// New returns the record of a game that has not been played.
func New(v *kirke.Variant) *Record {
	return &Record{Results: map[kirke.Result]int{}, Ends: map[string]int{}, Types: make([]Use, len(v.Army))}
}

// Player chooses moves.
type Player func(ctx context.Context, g *kirke.Game) (kirke.Move, error)

// Random returns a player that chooses among all legal moves.
func Random(dice *rand.Rand) Player {
	var moves []kirke.Move
	return func(_ context.Context, g *kirke.Game) (kirke.Move, error) {
		moves = g.Position().AppendLegalMoves(moves[:0])
		return moves[dice.IntN(len(moves))], nil
	}
}

// Play plays a game from p and records it. The error is that of ctx or of the player; then the game
// does not count.
func (r *Record) Play(ctx context.Context, p kirke.Position, player Player) error {
	g := kirke.NewGame(p)
	types := slices.Clone(r.Types)
	look(p, types)
	for g.Ply() < MostPlies && !g.Outcome().Over() {
		if err := ctx.Err(); err != nil {
			return err
		}
		m, err := player(ctx, g)
		if err != nil {
			return err
		}
		count(g.Position().Details(m), types)
		if err := g.Play(m); err != nil {
			return err
		}
		look(g.Position(), types)
	}
	r.add(g.Outcome(), g.Ply())
	r.Types = types
	return nil
}

// count counts the pieces that a move moves and takes.
func count(d kirke.Details, types []Use) {
	for _, pc := range []kirke.Piece{d.Mover, d.Gated} {
		if pc != 0 {
			types[pc.Type()-1].Moved++
		}
	}
	if d.Captured != 0 {
		types[d.Captured.Type()-1].Taken++
	}
	for _, b := range d.Blasted {
		types[b.Piece.Type()-1].Taken++
	}
}

// look notes which types are on the board.
func look(p kirke.Position, types []Use) {
	for sq := range kirke.Square(p.Variant().Size.Area()) {
		if pc := p.At(sq); pc.Type() != 0 {
			types[pc.Type()-1].Seen = true
		}
	}
}

// add records the end of a game.
func (r *Record) add(o kirke.Outcome, plies int) {
	r.Games++
	r.Results[o.Result]++
	r.Plies = append(r.Plies, plies)
	if o.Over() {
		r.Ends[o.Reason.String()]++
	}
}

// Decisive returns how many games one side won.
func (r *Record) Decisive() int { return r.Results[kirke.WhiteWins] + r.Results[kirke.BlackWins] }

// Length returns how long the shortest, the middle and the longest game was, in half-moves.
func (r *Record) Length() (least, middle, most int) {
	if len(r.Plies) == 0 {
		return 0, 0, 0
	}
	plies := slices.Sorted(slices.Values(r.Plies))
	return plies[0], plies[len(plies)/2], plies[len(plies)-1]
}

// Reasons returns why games ended, the most frequent reason first.
func (r *Record) Reasons() []string {
	var all []string
	for end := range r.Ends {
		all = append(all, end)
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(r.Ends[b], r.Ends[a]), cmp.Compare(a, b)) })
	return all
}
