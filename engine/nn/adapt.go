package nn

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/rules"
)

// ReadAny reads the file of a network for the games that it names. It returns their inputs too.
func ReadAny(file []byte) (*Network, *Inputs, error) {
	games, err := Games(file)
	if err != nil {
		return nil, nil, err
	}
	if len(games) == 0 {
		return nil, nil, errors.New("the network is for no game")
	}
	v, err := rules.Lookup(games[0])
	if err != nil {
		return nil, nil, fmt.Errorf("the network is for %s: %w", games[0], err)
	}
	in, err := NewInputs(v)
	if err != nil {
		return nil, nil, err
	}
	n, err := Read(file, in)
	return n, in, err
}

// ReadAs reads the file of a network that may be for another game on a board of the same size, as a
// start for a network for inputs. What both games have keeps its weights; what the other game lacks
// weighs nothing. The network names no games.
func ReadAs(file []byte, in *Inputs) (*Network, error) {
	n, from, err := ReadAny(file)
	if err != nil {
		return nil, err
	}
	if from.v.Size != in.v.Size {
		return nil, fmt.Errorf("the network is for %s, whose board has another size than that of %s",
			strings.Join(n.Games, ", "), in.v.ID)
	}
	return n.adapted(from, in), nil
}

// adapted returns the network, which is for one kind of inputs, for another.
func (n *Network) adapted(from, to *Inputs) *Network {
	a := *n
	a.Games = nil
	a.weights = make([]int16, to.features*n.units)
	for input, origin := range to.origins(from) {
		if origin >= 0 {
			copy(a.row(int32(input)), n.row(int32(origin)))
		}
	}
	return &a
}

// origins returns the input of other inputs, on a board of the same size, that means the same as
// each of in's, or -1 if there is none.
func (in *Inputs) origins(other *Inputs) []int {
	all := make([]int, in.features)
	for i := range all {
		all[i] = -1
	}
	types := in.typesIn(other)
	for piece := range 2 * in.types { // the own pieces, then the others
		k := types[piece%in.types]
		if k < 0 {
			continue
		}
		for sq := range in.area {
			all[piece*in.area+sq] = (piece/in.types*other.types+k)*in.area + sq
		}
	}
	for what := range in.groups {
		g, o := &in.groups[what], &other.groups[what]
		if o.items == 0 || what == waiting { // the values of waiting are piece types
			continue
		}
		for item := range g.items {
			from := in.itemIn(other, what, item, types)
			if from < 0 {
				continue
			}
			for side := range 2 {
				for value := range g.most {
					all[g.input+(side*g.items+item)*g.most+value] =
						o.input + (side*o.items+from)*o.most + min(value, o.most-1)
				}
			}
		}
	}
	return all
}

// typesIn returns the number from 0 that each piece type has among other inputs, or -1. Pawns are the
// same type however they move: a network that takes them for what they are elsewhere begins better
// than one without pawns.
func (in *Inputs) typesIn(other *Inputs) []int {
	all := make([]int, in.types)
	for i := range all {
		all[i] = -1
		for j := range other.v.Army {
			a, b := &in.v.Army[i], &other.v.Army[j]
			if a.Pawn == b.Pawn && a.Royal == b.Royal && (a.Pawn || a.Betza == b.Betza) {
				all[i] = j
				break
			}
		}
	}
	return all
}

// itemIn returns the item of the same group of other inputs that an item is, or -1.
func (in *Inputs) itemIn(other *Inputs, what, item int, types []int) int {
	switch what {
	case inHand:
		return slices.IndexFunc([]byte(other.v.Gating.Hand), func(letter byte) bool {
			return int(other.v.TypeOf(letter))-1 == types[in.v.TypeOf(in.v.Gating.Hand[item])-1]
		})
	case dropped, below, pending:
		return types[item]
	}
	return item // one of a side in all games
}
