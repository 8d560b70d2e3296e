package play

import (
	"encoding/json"

	"github.com/kirke-chess/kirke"
)

// Terms are what two people agree on before a game.
type Terms struct {
	Variant  string         `json:"variant"`            // an ID for kirke.Lookup
	Array    string         `json:"array,omitempty"`    // the shuffled first rank or ranks; "" for random ones
	Symmetry kirke.Symmetry `json:"symmetry,omitempty"` // of a shuffled position; "" for the variant's default
	Start    string         `json:"start,omitempty"`    // a FEN; "" for the variant's starting position
	Control  Control        `json:"clock"`
	Rated    bool           `json:"rated,omitempty"`
	Private  bool           `json:"private,omitempty"` // only its players see the game
}

// Origin is what a game starts from: the variant, the version of its rules, and the starting
// position. It never changes. A build with other rules refuses the game.
type Origin struct {
	Variant      string `json:"variant"`
	RulesVersion int    `json:"rulesVersion"`
	Start        string `json:"start"`           // FEN
	Array        string `json:"array,omitempty"` // the shuffled ranks, where captured pieces are reborn by them
	Problem      bool   `json:"problem,omitempty"`
}

// Begin returns a game without moves. The error is a *kirke.VersionError when this build does not
// have the rules.
func (o Origin) Begin() (*kirke.Game, error) {
	data, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	g := new(kirke.Game)
	if err := json.Unmarshal(data, g); err != nil {
		return nil, err
	}
	return g, nil
}

// Canonical returns the terms with the variant's canonical ID. The error says what is wrong with
// the terms.
func (t Terms) Canonical() (Terms, error) {
	o, err := t.Origin(0)
	if err != nil {
		return Terms{}, err
	}
	t.Variant = o.Variant
	return t, nil
}

// Check returns what is wrong with the terms, nil when a game can be played on them.
func (t Terms) Check() error {
	_, err := t.Origin(0)
	return err
}

// Origin returns what a game on these terms starts from. The seed shuffles the position, in
// variants with a shuffled one. The error says what is wrong with the terms.
func (t Terms) Origin(seed uint64) (Origin, error) {
	if err := t.Control.Check(); err != nil {
		return Origin{}, err
	}
	v, err := kirke.Lookup(t.Variant)
	if err != nil {
		return Origin{}, wrapError(Invalid, err)
	}
	opts := []kirke.Option{kirke.Seed(seed), kirke.DrawnWith(t.Symmetry), kirke.Array(t.Array)}
	var p kirke.Position
	if t.Start == "" {
		p, err = kirke.Start(v, opts...)
	} else {
		p, err = kirke.FromFEN(v, t.Start, opts...)
	}
	if err != nil {
		return Origin{}, wrapError(Invalid, err)
	}
	if o := p.Outcome(); o.Over() {
		return Origin{}, refuse(Invalid, "The game would be over at once: %s.", o)
	}
	switch {
	case t.Rated && t.Start != "":
		return Origin{}, refuse(Invalid, "A game from a position of your own cannot be rated.")
	case t.Rated && t.Control.IsUnlimited():
		return Origin{}, refuse(Invalid, "A game without a clock cannot be rated.")
	}
	data, err := json.Marshal(kirke.NewGame(p))
	if err != nil {
		return Origin{}, err
	}
	var o Origin
	if err := json.Unmarshal(data, &o); err != nil {
		return Origin{}, err
	}
	return o, nil
}
