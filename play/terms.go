package play

import (
	"encoding/json"

	"github.com/kirke-chess/kirke"
)

// Terms are what two people agree on before a game.
type Terms struct {
	Variant  string         `json:"variant"`            // an ID as kirke.Lookup reads it
	Array    string         `json:"array,omitempty"`    // the first rank or ranks, where the game draws them; "" draws by lot
	Symmetry kirke.Symmetry `json:"symmetry,omitempty"` // of a drawn array; "" for the game's default
	Start    string         `json:"start,omitempty"`    // a FEN to start from; "" for the game's array
	Control  Control        `json:"clock"`
	Rated    bool           `json:"rated,omitempty"`
	Private  bool           `json:"private,omitempty"` // not listed, and not shown to those who do not play
}

// Origin is where a game comes from: rules by name and version, and the position
// it starts from. It decides the game for ever; a build with other rules refuses it.
type Origin struct {
	Variant      string `json:"variant"`
	RulesVersion int    `json:"rulesVersion"`
	Start        string `json:"start"`           // FEN
	Array        string `json:"array,omitempty"` // as drawn, where captured men go home to it
	Problem      bool   `json:"problem,omitempty"`
}

// Begin returns a game without moves. The error is a *kirke.VersionError when this
// build does not have the rules.
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

// Canonical returns the terms with their variant by the one ID that it has among
// its names. The error says why no game can be played on them.
func (t Terms) Canonical() (Terms, error) {
	o, err := t.Origin(0)
	if err != nil {
		return Terms{}, err
	}
	t.Variant = o.Variant
	return t, nil
}

// Check returns why no game can be played on these terms, nil when one can.
func (t Terms) Check() error {
	_, err := t.Origin(0)
	return err
}

// Origin returns where a game on these terms starts, its array drawn by the seed
// where it is drawn. The error says what is wrong with the terms.
func (t Terms) Origin(seed uint64) (Origin, error) {
	if err := t.Control.Check(); err != nil {
		return Origin{}, err
	}
	v, err := kirke.Lookup(t.Variant)
	if err != nil {
		return Origin{}, because(Invalid, err)
	}
	opts := []kirke.Option{kirke.Seed(seed), kirke.DrawnWith(t.Symmetry), kirke.Array(t.Array)}
	var p kirke.Position
	if t.Start == "" {
		p, err = kirke.Start(v, opts...)
	} else {
		p, err = kirke.FromFEN(v, t.Start, opts...)
	}
	if err != nil {
		return Origin{}, because(Invalid, err)
	}
	if o := p.Outcome(); o.Over() {
		return Origin{}, refuse(Invalid, "The position is the end of a game: %s.", o)
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
