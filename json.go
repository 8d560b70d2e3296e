package kirke

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/kirke-chess/kirke/notation"
)

// A game as JSON, one object:
//
//	variant       the ID of the game, "seirawan"
//	rulesVersion  the version of its rules, 1
//	problem       true if castling rights follow from the squares; else absent
//	tags          [{"name": "White", "value": "…"}, …]; absent if there are none
//	start         FEN of the first position
//	array         the first ranks of a shuffled starting position, White's first, if pieces are
//	              reborn at home; else absent
//	comments      comments before the first move; absent if there are none
//	moves         the main line; each move is an object of
//	    uci         the move as in "g1f3h"; this is what is read
//	    san         the move for people, "Nf3/H"; read if uci is absent
//	    nags        [1, …]; absent if there are none
//	    before      comments before the move; absent if there are none
//	    comments    comments after it; absent if there are none
//	    variations  [[…], …], lines played instead
//	result        "1-0", "0-1", "1/2-1/2" or "*"
//	reason        why, as Reason.String writes it; absent if unknown
//
// Fields are only ever added.
type gameJSON struct {
	Variant      string     `json:"variant"`
	RulesVersion int        `json:"rulesVersion"`
	Problem      bool       `json:"problem,omitempty"`
	Tags         []tagJSON  `json:"tags,omitempty"`
	Start        string     `json:"start"`
	Array        string     `json:"array,omitempty"`
	Comments     []string   `json:"comments,omitempty"`
	Moves        []moveJSON `json:"moves"`
	Result       string     `json:"result"`
	Reason       string     `json:"reason,omitempty"`
}

type tagJSON struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type moveJSON struct {
	UCI        string       `json:"uci,omitempty"`
	SAN        string       `json:"san,omitempty"`
	NAGs       []int        `json:"nags,omitempty"`
	Before     []string     `json:"before,omitempty"`
	Comments   []string     `json:"comments,omitempty"`
	Variations [][]moveJSON `json:"variations,omitempty"`
}

// MarshalJSON returns the game as one JSON object with the fields variant, rulesVersion, problem,
// tags, start, array, comments, moves, result and reason. A move has uci, san, nags, before,
// comments and variations. Fields are only ever added.
func (g *Game) MarshalJSON() ([]byte, error) {
	v, final := g.Variant(), g.final()
	out := gameJSON{
		Variant:      v.ID,
		RulesVersion: v.Version,
		Problem:      v.AssumeCastling,
		Start:        g.Start().FEN(),
		Array:        g.array(),
		Comments:     g.root.Comments,
		Moves:        lineJSON(nil, g.root),
		Result:       final.Result.String(),
		Reason:       final.Reason.String(),
	}
	for _, t := range g.Tags {
		out.Tags = append(out.Tags, tagJSON(t))
	}
	return json.Marshal(out)
}

// lineJSON appends the main continuation of n, with the variations from it.
func lineJSON(line []moveJSON, n *Node) []moveJSON {
	if line == nil {
		line = []moveJSON{}
	}
	for n.Next() != nil {
		m := n.children[0].asJSON()
		for _, c := range n.children[1:] {
			m.Variations = append(m.Variations, lineJSON([]moveJSON{c.asJSON()}, c))
		}
		line = append(line, m)
		n = n.Next()
	}
	return line
}

func (n *Node) asJSON() moveJSON {
	return moveJSON{UCI: n.Text(UCI), SAN: n.Text(SAN), NAGs: n.NAGs, Before: n.Before, Comments: n.Comments}
}

// UnmarshalJSON reads what MarshalJSON writes and makes the end of the main line current. The error
// names the move that cannot be read, or a rules version that this build does not know. For games
// of variants of your own use ReadJSON.
func (g *Game) UnmarshalJSON(data []byte) error {
	read, err := new(options).fromJSON(data)
	if err != nil {
		return err
	}
	*g = *read
	return nil
}

func (o *options) fromJSON(data []byte) (*Game, error) {
	var in gameJSON
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, fmt.Errorf("the game is not the JSON of one: %w", err)
	}
	if in.Variant == "" || in.Start == "" {
		return nil, errors.New(`the JSON of a game has a "variant" and a "start"`)
	}
	from := origin{variant: in.Variant, fen: in.Start, array: in.Array, problem: in.Problem}
	if in.RulesVersion != 0 {
		from.version = strconv.Itoa(in.RulesVersion)
	}
	g, err := o.begin(from)
	if err != nil {
		return nil, err
	}
	for _, t := range in.Tags {
		g.Tags = append(g.Tags, Tag(t))
	}
	g.root.Comments = in.Comments
	if err := g.readJSON(in.Moves); err != nil {
		return nil, err
	}
	g.GoToEnd()
	reason, err := ParseReason(in.Reason)
	if err != nil {
		return nil, err
	}
	if in.Result == "" {
		in.Result = Unfinished.String()
	}
	return g, g.conclude(in.Result, reason)
}

// readJSON plays a line from the current position.
func (g *Game) readJSON(line []moveJSON) error {
	for _, m := range line {
		before := g.at
		text := m.UCI
		if text == "" {
			text = m.SAN
		}
		if err := g.PlayTextOrPass(text); err != nil {
			return fmt.Errorf("after %d half-moves: %w", before.ply, err)
		}
		n := g.at
		n.NAGs, n.Before, n.Comments = m.NAGs, m.Before, m.Comments
		for _, variation := range m.Variations {
			g.at = before
			if err := g.readJSON(variation); err != nil {
				return err
			}
		}
		g.at = n
	}
	return nil
}

// maxJSON is the length of the longest line that ReadJSON reads.
const maxJSON = 16 << 20

// ReadJSON yields the games of a JSON Lines file, on each line an object as MarshalJSON writes it.
// A line that cannot be read yields nil and a *notation.LineError, and reading goes on with the
// next. An error of r, or a line of more than 16 MiB, is yielded and ends the sequence.
func ReadJSON(r io.Reader, opts ...Option) iter.Seq2[*Game, error] {
	o := gather(opts)
	return func(yield func(*Game, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, maxJSON)
		at := 0
		for lines.Scan() {
			at++
			if len(bytes.TrimSpace(lines.Bytes())) == 0 {
				continue
			}
			g, err := o.fromJSON(lines.Bytes())
			if err != nil {
				g, err = nil, &notation.LineError{Line: at, Err: err}
			}
			if !yield(g, err) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(nil, fmt.Errorf("line %d: %w", at+1, err))
		}
	}
}
