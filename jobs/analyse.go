package jobs

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// Game is the request to analyse a game, its main line.
type Game struct {
	Game  json.RawMessage `json:"game"`            // as kirke.Game writes it
	Nodes uint64          `json:"nodes,omitempty"` // for each position; 0 is DefaultNodes
}

// Nodes for each position of a game that is analysed.
const (
	DefaultNodes = 200_000
	MostNodes    = 20_000_000
)

// Analysis is the answer to a Game.
type Analysis struct {
	Positions []Judged `json:"positions"` // from the start to the end of the main line
}

// Judged is what was found about a position.
type Judged struct {
	Ply   int      `json:"ply"`
	Over  string   `json:"over,omitempty"` // how the game has ended there; then there is no more
	Score string   `json:"score,omitempty"`
	Value int      `json:"value"` // the score as a number: centipawns for White, mates beyond all others
	Depth int      `json:"depth,omitempty"`
	Line  []string `json:"line,omitempty"` // the best play, in SAN
	Best  string   `json:"best,omitempty"` // its first move as UCI writes it
}

// analysing is a Game that has been read.
type analysing struct {
	game  *kirke.Game
	line  []*kirke.Node // from the start
	nodes uint64
	each  int // positions of a shard
}

func (q Game) job() (job, error) {
	a := &analysing{game: new(kirke.Game), nodes: q.Nodes}
	if err := a.game.UnmarshalJSON(q.Game); err != nil {
		return nil, fmt.Errorf("the game cannot be read: %w", err)
	}
	if a.nodes == 0 {
		a.nodes = DefaultNodes
	}
	if a.nodes > MostNodes {
		return nil, fmt.Errorf("%d nodes for each position are more than %d", a.nodes, MostNodes)
	}
	a.line = []*kirke.Node{a.game.Root()}
	for n := range a.game.MainLine() {
		a.line = append(a.line, n)
	}
	a.each = (len(a.line) + mostShards - 1) / mostShards
	return a, nil
}

func (a *analysing) shards() int { return (len(a.line) + a.each - 1) / a.each }

// do judges some positions. A search with one thread, nothing in memory and a number of nodes finds the same wherever it runs.
func (a *analysing) do(ctx context.Context, shard int, r resources) (any, error) {
	from, to := shard*a.each, min((shard+1)*a.each, len(a.line))
	if from >= to {
		return nil, fmt.Errorf("the game has %d shards, and there is none with the number %d", a.shards(), shard)
	}
	e := engine.New(engine.Options{Threads: 1, Hash: min(r.hash, engine.DefaultHash)})
	found := []Judged{}
	for i := from; i < to; i++ {
		e.Clear()
		j, err := a.judge(ctx, e, i)
		if err != nil {
			return nil, err
		}
		found = append(found, j)
		r.tell(Progress{Done: i - from + 1, Of: to - from})
	}
	return found, nil
}

func (a *analysing) judge(ctx context.Context, e *engine.Engine, i int) (Judged, error) {
	p := a.line[i].Position()
	j := Judged{Ply: i}
	if o := p.Outcome(); o.Over() || len(p.AppendLegalMoves(nil)) == 0 {
		j.Over = o.String()
		return j, nil
	}
	if err := a.game.Enter(a.line[i]); err != nil {
		return Judged{}, err
	}
	r, err := e.Search(ctx, a.game, engine.Limits{Nodes: a.nodes}, nil)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return Judged{}, err
	}
	score := r.Score
	if p.Turn() == kirke.Black {
		score = -score
	}
	j.Score, j.Value, j.Depth, j.Best = score.String(), int(score), r.Depth, p.MoveText(r.Move, kirke.UCI)
	j.Line = line(p, r.PV)
	return j, nil
}

// line returns moves from p in SAN.
func line(p kirke.Position, moves []kirke.Move) (texts []string) {
	for _, m := range moves {
		next, err := p.Play(m)
		if err != nil {
			break // it was cut off there
		}
		texts = append(texts, p.MoveText(m, kirke.SAN))
		p = next
	}
	return texts
}

func (a *analysing) join(_ context.Context, found []json.RawMessage, _ resources) (any, error) {
	out := Analysis{Positions: []Judged{}}
	for i, data := range found {
		var part []Judged
		if err := json.Unmarshal(data, &part); err != nil {
			return nil, fmt.Errorf("what shard %d has found cannot be read: %w", i, err)
		}
		out.Positions = append(out.Positions, part...)
	}
	return out, nil
}
