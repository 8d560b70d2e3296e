package engine

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/engine/nets"
	"github.com/kirke-chess/kirke/engine/nn"
	"github.com/kirke-chess/kirke/rules"
)

// A network takes the place of the hand-made evaluation in the games that have one, but where a lone
// king is chased. What is known of drawn endgames and of progress stays.

// learned is the network of a variant, with its inputs. The zero learned is none.
type learned struct {
	net     *nn.Network
	inputs  *nn.Inputs
	unfaded bool // see Options.Unfaded
}

// learnedFor returns the network for a variant that was added or comes with Kirke, if there is one.
func learnedFor(v *rules.Variant) learned {
	return *compiled(v, func(v *rules.Variant) *learned {
		net, in := nets.For(v)
		return &learned{net: net, inputs: in}
	})
}

// AddNetwork gives all engines a network for the games that its file names, in place of the one that
// comes with Kirke. It is to be called before any of them is played. The error says what is wrong with
// the file, also that a game is not known.
func AddNetwork(file []byte) error {
	if err := CheckNetwork(file); err != nil {
		return err
	}
	return nets.Add(file)
}

// ReadNetwork reads the file of a network for Options.Network; "" is nil. If it is not for a variant, it
// is returned with an error that says so.
func ReadNetwork(path string, v *rules.Variant) ([]byte, error) {
	if path == "" {
		return nil, nil
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := CheckNetwork(file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if games, _ := nn.Games(file); !slices.Contains(games, v.ID) {
		return file, fmt.Errorf("%s is for %s: it changes nothing in %s", path, strings.Join(games, ", "), v.ID)
	}
	return file, nil
}

// networkFor returns the network for a variant: that of the options if it is for the variant, none
// if they want the hand-made evaluation, else the one that was added or comes with Kirke.
func (e *Engine) networkFor(v *rules.Variant) learned {
	if e.chosen != v {
		e.chosen, e.learned = v, e.options.networkFor(v)
	}
	return e.learned
}

// NetworkUnits returns the units of a side's view in the network that evaluates positions of a
// variant, but for those in which a lone king is chased; 0 if the hand-made evaluation does. It waits
// for the end of a search.
func (e *Engine) NetworkUnits(v *kirke.Variant) (units int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if l := e.networkFor(v); l.net != nil {
		units, _ = l.net.Shape()
	}
	return units
}

func (o *Options) networkFor(v *rules.Variant) learned {
	if o.HandMade {
		return learned{}
	}
	if o.Network != nil && nets.BuiltIn(v) {
		if in, err := nn.NewInputs(v); err == nil {
			if net, err := nn.Read(o.Network, in); err == nil && slices.Contains(net.Games, v.ID) {
				return learned{net, in, o.Unfaded}
			}
		}
	}
	l := learnedFor(v)
	l.unfaded = o.Unfaded
	return l
}

// evaluateLearned returns the network's value of the position at a ply for the side to move.
func (t *thread[W]) evaluateLearned(ply, half int) Score {
	ss := &t.stack[ply]
	nn.ReadSurvey(t.inputs, &ss.info.Survey, ss.turn, &t.seen)
	var before *nn.Accumulator
	if ply > 0 {
		before = &t.stack[ply-1].sums
	}
	score := Score(t.net.Evaluate(t.inputs, &t.seen, &ss.sums, before))
	return t.tempered(ss.info, score, t.unfaded, ss.turn, half)
}

// Evaluate returns the static evaluation of a position for the side to move, without a search: by a
// network if the engine has one for the game.
func (e *Engine) Evaluate(p kirke.Position) Score {
	e.mu.Lock()
	defer e.mu.Unlock()
	l := e.networkFor(p.Rules().Variant())
	if l.net == nil {
		return Evaluate(p)
	}
	switch p.Rules().(type) {
	case rules.Surveyor[[1]uint64]:
		return evaluateByNetwork[[1]uint64](l, p)
	case rules.Surveyor[[2]uint64]:
		return evaluateByNetwork[[2]uint64](l, p)
	}
	return evaluateByNetwork[[4]uint64](l, p)
}

func evaluateByNetwork[W rules.Words](l learned, p kirke.Position) Score {
	e := evaluatorOf[W](p.Rules().Variant())
	var info boardInfo[W]
	e.readPosition(p.Rules().(rules.Surveyor[W]), &info)
	if e.chasesKing(&info) {
		return Evaluate(p)
	}
	var seen nn.Position
	nn.ReadSurvey(l.inputs, &info.Survey, p.Turn(), &seen)
	half, _ := p.Clock()
	score := Score(l.net.Evaluate(l.inputs, &seen, new(nn.Accumulator), nil))
	return e.tempered(&info, score, l.unfaded, p.Turn(), half)
}

// tempered returns the score of a network, for the side to move, with what is known of endgames: as it
// counts with the pieces that are left, unless it is to count in full.
func (e *evaluator[W]) tempered(info *boardInfo[W], score Score, unfaded bool, turn board.Color, half int) Score {
	if !unfaded {
		score = Faded(score, PartLeft(info.pieceCount[0]+info.pieceCount[1], e.fullCount))
	}
	score = forWhite(e.scaleToDraw(info, forWhite(score, turn), half), turn)
	return max(-mateBound+1, min(mateBound-1, score))
}

// Faded returns a network's score as it counts with a part of the pieces left: with few the same lead
// wins less often. Seirawan chess +17 ± 28, chess +42 ± 36; where pieces stay nothing changes.
func Faded(s Score, part float64) Score { return Score(float64(s) * (9 + 4*part) / 13) }

// CheckNetwork reads the file of a network for each game that it names. The error says what is wrong
// with it.
func CheckNetwork(file []byte) error {
	games, err := nn.Games(file)
	if err != nil {
		return err
	}
	if len(games) == 0 {
		return errors.New("the network is for no game")
	}
	for _, id := range games {
		v, err := rules.Lookup(id)
		if err != nil {
			return fmt.Errorf("the network is for %s: %w", id, err)
		}
		in, err := nn.NewInputs(v)
		if err != nil {
			return err
		}
		if _, err := nn.Read(file, in); err != nil {
			return err
		}
	}
	return nil
}
