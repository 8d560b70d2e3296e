package jobs

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// Game is the request to analyse the main line of a game.
type Game struct {
	Game  json.RawMessage `json:"game"`            // as kirke.Game writes it
	Nodes uint64          `json:"nodes,omitempty"` // searched for each position (default DefaultNodes)
}

// Nodes searched for each position of a game.
const (
	DefaultNodes = 200_000
	MaxNodes     = 20_000_000
)

// Analysis is the answer to a Game.
type Analysis struct {
	Positions []PositionAnalysis `json:"positions"` // from the start to the end of the main line
}

// PositionAnalysis is what the engine found in one position.
type PositionAnalysis struct {
	Ply   int      `json:"ply"`
	Over  string   `json:"over,omitempty"` // how the game ended here; nothing but Value is then set below
	Score string   `json:"score,omitempty"`
	Value int      `json:"value"` // the score in centipawns for White; mates are beyond all others
	Depth int      `json:"depth,omitempty"`
	Line  []string `json:"line,omitempty"` // the principal variation, in SAN
	UCI   []string `json:"uci,omitempty"`  // the same as UCI writes it
	Best  string   `json:"best,omitempty"` // its first move, as UCI writes it
}

// WonValue is the Value of a position in which White has won.
const WonValue = 32_000

// analysisJob is a Game that has been read.
type analysisJob struct {
	game     *kirke.Game
	line     []*kirke.Node // from the start
	nodes    uint64
	perShard int // positions
}

func (q Game) job() (job, error) {
	a := &analysisJob{game: new(kirke.Game), nodes: q.Nodes}
	if err := a.game.UnmarshalJSON(q.Game); err != nil {
		return nil, fmt.Errorf("the game cannot be read: %w", err)
	}
	if a.nodes == 0 {
		a.nodes = DefaultNodes
	}
	if a.nodes > MaxNodes {
		return nil, fmt.Errorf("%d nodes for each position are more than %d", a.nodes, MaxNodes)
	}
	a.line = []*kirke.Node{a.game.Root()}
	for n := range a.game.MainLine() {
		a.line = append(a.line, n)
	}
	a.perShard = (len(a.line) + maxShards - 1) / maxShards
	return a, nil
}

func (a *analysisJob) shards() int { return (len(a.line) + a.perShard - 1) / a.perShard }

// run analyses the positions of a shard. A search by one thread with an empty table and a limit of
// nodes finds the same wherever it runs.
func (a *analysisJob) run(ctx context.Context, shard int, r resources) (any, error) {
	from, to := shard*a.perShard, min((shard+1)*a.perShard, len(a.line))
	if from >= to {
		return nil, fmt.Errorf("the game has %d shards: there is no shard %d", a.shards(), shard)
	}
	e := engine.New(engine.Options{Threads: 1, Hash: min(r.hash, engine.DefaultHash)})
	found := []PositionAnalysis{}
	for i := from; i < to; i++ {
		e.Clear()
		position, err := a.analyse(ctx, e, i)
		if err != nil {
			return nil, err
		}
		found = append(found, position)
		r.progress(Progress{Done: i - from + 1, Of: to - from})
	}
	return found, nil
}

// analyse searches the position after ply half-moves.
func (a *analysisJob) analyse(ctx context.Context, e *engine.Engine, ply int) (PositionAnalysis, error) {
	p := a.line[ply].Position()
	found := PositionAnalysis{Ply: ply}
	if o := p.Outcome(); o.Over() || len(p.AppendLegalMoves(nil)) == 0 {
		found.Over = o.String()
		switch o.Result {
		case kirke.WhiteWins:
			found.Value = WonValue
		case kirke.BlackWins:
			found.Value = -WonValue
		}
		return found, nil
	}
	if err := a.game.Enter(a.line[ply]); err != nil {
		return PositionAnalysis{}, err
	}
	r, err := e.Search(ctx, a.game, engine.Limits{Nodes: a.nodes}, nil)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return PositionAnalysis{}, err
	}
	score := r.Score
	if p.Turn() == kirke.Black {
		score = -score
	}
	found.Score, found.Value, found.Depth = score.String(), int(score), r.Depth
	found.Best = p.MoveText(r.Move, kirke.UCI)
	found.Line, found.UCI = lineOf(p, r.PV)
	return found, nil
}

// lineOf returns moves from p in SAN and as UCI writes them.
func lineOf(p kirke.Position, moves []kirke.Move) (san, uci []string) {
	for _, m := range moves {
		next, err := p.Play(m)
		if err != nil {
			break // the principal variation was cut off here
		}
		san, uci = append(san, p.MoveText(m, kirke.SAN)), append(uci, p.MoveText(m, kirke.UCI))
		p = next
	}
	return san, uci
}

func (a *analysisJob) join(_ context.Context, results []json.RawMessage, _ resources) (any, error) {
	out := Analysis{Positions: []PositionAnalysis{}}
	for i, data := range results {
		var positions []PositionAnalysis
		if err := json.Unmarshal(data, &positions); err != nil {
			return nil, fmt.Errorf("the result of shard %d cannot be read: %w", i, err)
		}
		out.Positions = append(out.Positions, positions...)
	}
	return out, nil
}
