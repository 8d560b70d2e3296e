package view

// This file writes legal moves as chains of choices, and the last move.

import (
	"slices"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/picture"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// Move is a legal move.
type Move struct {
	UCI    string `json:"uci"`
	SAN    string `json:"san"`
	Spoken string `json:"spoken"` // "Knight g1 to f3, Hawk placed on g1"
	// Steps are the choices that lead to the move: squares, and keys of View.Choices. Choices
	// without an alternative are left out. No move has steps that begin with all steps of another.
	Steps []string `json:"steps"`

	Captures string `json:"captures,omitempty"` // the square of the captured piece
	Reborn   string `json:"reborn,omitempty"`   // where the captured piece, or a pending one, is reborn
	Capturer string `json:"capturer,omitempty"` // where the capturer is reborn
	Waited   string `json:"waited,omitempty"`   // where what is reborn stood, if it was on the board
	From     string `json:"from,omitempty"`     // the home square that a piece of Mars Circe captures from
	Removes  string `json:"removes,omitempty"`  // the square of a piece that a rebirth removes
	Check    bool   `json:"check,omitempty"`
}

// Choice is a choice of something other than a square.
type Choice struct {
	// Kind is "drop", "gate", "promotion", "rebirth", "own rebirth", "first", "swap", "pawn" or "castling".
	Kind  string `json:"kind"`
	Label string `json:"label"` // "Hawk on g1"; for a promotion, "Queen"
	None  bool   `json:"none,omitempty"`
	Piece *Piece `json:"man,omitempty"` // the piece to draw, if any
}

// step is one choice of a chain: a square, or a key with its choice.
type step struct {
	key    string
	choice *Choice
	kept   bool // stays in the chain though it has no alternative
}

// chainer makes chains of choices for the moves of one position.
type chainer struct {
	v    *kirke.Variant
	p    kirke.Position
	side kirke.Color
}

// Steps returns the legal moves of p, in the order of LegalMoves, with the choices that lead to
// each. choices describes the choices that are not squares. Made one after the other, the choices
// narrow the legal moves down to one.
func Steps(p kirke.Position) (moves []kirke.Move, steps [][]string, choices map[string]Choice) {
	moves = p.AppendLegalMoves(nil)
	c := chainer{p.Variant(), p, p.Turn()}
	chains := make([][]step, len(moves))
	for i, m := range moves {
		chains[i] = c.chain(m)
	}
	steps, choices = trim(chains)
	return moves, steps, choices
}

// Beginning returns the legal moves of p that begin with the choice of a square, by the square that
// is chosen next. It is for boards that show all moves between two squares at once. Castling
// appears under both squares that can be chosen for it.
func Beginning(p kirke.Position, from kirke.Square) map[kirke.Square][]kirke.Move {
	v := p.Variant()
	moves, steps, _ := Steps(p)
	others := aliases(v, moves, steps)
	next := map[kirke.Square][]kirke.Move{}
	add := func(name string, m kirke.Move) {
		if sq, err := v.ParseSquare(name); err == nil {
			next[sq] = append(next[sq], m)
		}
	}
	for i, m := range moves {
		if steps[i][0] != v.SquareName(from) {
			continue
		}
		add(steps[i][1], m)
		for other, means := range others[steps[i][0]] {
			if means == steps[i][1] {
				add(other, m)
			}
		}
	}
	return next
}

// listMoves adds the legal moves.
func (view *View) listMoves(p kirke.Position) {
	v := p.Variant()
	moves, steps, choices := Steps(p)
	view.Choices = choices
	for i, m := range moves {
		d := p.Details(m)
		shown := Move{
			UCI: p.MoveText(m, kirke.UCI), SAN: p.MoveText(m, kirke.SAN), Spoken: picture.Spoken(p, m), Steps: steps[i],
			Captures: square(v, d.CapturedAt), Reborn: square(v, d.RebornAt), Capturer: square(v, d.CapturerAt),
			Waited: square(v, d.RebornFrom), From: square(v, d.Home), Check: d.Check,
		}
		if d.Captured == 0 {
			shown.Captures = ""
		}
		if d.Removed != 0 {
			shown.Removes = shown.Reborn
		}
		view.Moves = append(view.Moves, shown)
	}
	view.Aliases = aliases(v, moves, steps)
}

// listPremoves adds the premoves of the side not to move.
func (view *View) listPremoves(p kirke.Position) {
	c := chainer{p.Variant(), p, p.Turn().Other()}
	var chains [][]step
	for _, m := range reference.Premoves(p.Rules()) {
		chains = append(chains, c.chain(m))
	}
	steps, choices := trim(chains)
	for key, choice := range choices {
		if view.Choices == nil {
			view.Choices = map[string]Choice{}
		}
		view.Choices[key] = choice
	}
	slices.SortFunc(steps, slices.Compare)
	view.Premoves = slices.CompactFunc(steps, slices.Equal)
}

// chain returns every choice of a move, squares first.
func (c *chainer) chain(m kirke.Move) []step {
	var steps []step
	at := func(sq kirke.Square) { steps = append(steps, step{key: c.v.SquareName(sq), kept: true}) }
	piece := func(prefix, kind string, k kirke.PieceType, side kirke.Color) {
		pc := typed(c.v.Type(k), side)
		choice := &Choice{Kind: kind, Label: pc.Type, Piece: &pc}
		steps = append(steps, step{key: prefix + ":" + pc.Letter, choice: choice})
	}
	switch m.Form() {
	case rules.Drop:
		piece("drop", "drop", m.Dropped(), c.side)
		steps[0].kept = true
		at(m.To())
	case rules.Pass:
		if wall, ok := m.Wall(); ok { // instead of a move
			at(wall)
			at(wall)
		} else {
			at(m.From())
			at(m.To())
		}
	case rules.Reassign:
		at(c.waiting(m.Gated()))
		at(m.To())
		if from, to, ok := m.Pawn(); ok {
			at(from)
			at(to)
		} else {
			steps = append(steps, step{key: "pawn:-", choice: &Choice{Kind: "pawn", Label: "No pawn move", None: true}})
		}
	default:
		at(m.From())
		at(arrival(c.v, m))
	}
	steps = append(steps, c.form(m))
	if k := m.Choice(); k != 0 {
		piece("first", "first", k, c.side)
	}
	if k := m.Promotion(); k != 0 {
		piece("promote", "promotion", k, c.side)
	} else {
		choice := &Choice{Kind: "promotion", Label: "Do not promote", None: true}
		steps = append(steps, step{key: "promote:-", choice: choice})
	}
	if m.Form() != rules.Reassign && c.v.Gating.Any() {
		steps = append(steps, c.gate(m))
	}
	if k := m.OwnReborn(); k != 0 {
		piece("own", "own rebirth", k, c.side)
	}
	if k := m.Reborn(); k != 0 {
		side := c.p.Details(m).RebornInto.Color()
		if c.v.Fairy.Latent != rules.NoLatentPawns {
			side = c.side.Other()
		}
		piece("reborn", "rebirth", k, side)
	}
	if c.v.Gating.Imaginary {
		swap := step{key: "swap:-", choice: &Choice{Kind: "swap", Label: "Keep the imaginary squares", None: true}}
		if m.Redesignates() {
			swap = step{key: "swap:+", choice: &Choice{Kind: "swap", Label: "Swap the imaginary squares"}}
		}
		steps = append(steps, swap)
	}
	if wall, ok := m.Wall(); ok && m.Form() != rules.Pass {
		steps = append(steps, step{key: c.v.SquareName(wall)})
	}
	return steps
}

// form returns the choice between castling and a king's move to the same square, or between a change of
// places and a capture.
func (c *chainer) form(m kirke.Move) step {
	switch m.Form() {
	case rules.Castle:
		return step{key: "castle:+", choice: &Choice{Kind: "castling", Label: "Castle"}}
	case rules.Exchange:
		if m == rules.ExchangeOfRoles {
			return step{key: "roles:+", choice: &Choice{Kind: "roles", Label: "Exchange the roles"}}
		}
		return step{key: "exchange:+", choice: &Choice{Kind: "exchange", Label: "Change places"}}
	}
	if c.v.Fairy.Exchange != rules.NoExchange && c.p.At(m.To()) != 0 {
		return step{key: "exchange:-", choice: &Choice{Kind: "exchange", Label: "Capture", None: true}}
	}
	return step{key: "castle:-", choice: &Choice{Kind: "castling", Label: "Do not castle", None: true}}
}

// gate returns the choice of a piece to place on a gate, or of none.
func (c *chainer) gate(m kirke.Move) step {
	k := m.Gated()
	if k == 0 {
		return step{key: "gate:-", choice: &Choice{Kind: "gate", Label: "None", None: true}}
	}
	pc, on := typed(c.v.Type(k), c.side), c.v.SquareName(m.GateSquare())
	return step{key: "gate:" + pc.Letter + "@" + on, choice: &Choice{
		Kind: "gate", Label: pc.Type + " on " + on, Piece: &pc,
	}}
}

// waiting returns the imaginary square of a piece that is not on the board yet.
func (c *chainer) waiting(k kirke.PieceType) kirke.Square {
	for i := range 4 {
		if sq := c.v.Imaginary(i); c.p.At(sq) == rules.MakePiece(k, c.side) {
			return sq
		}
	}
	return board.NoSquare
}

// arrival returns the square that is chosen second. For castling it is the king's target square, or
// the rook's square in variants where king and rook start anywhere.
func arrival(v *kirke.Variant, m kirke.Move) kirke.Square {
	if m.Form() != rules.Castle || v.CastlesAsTaking() {
		return m.To()
	}
	king, _ := v.CastlingSquares(m.From(), m.To())
	return king
}

// aliases returns the other square that can be chosen for castling, if no other move of the king
// goes there.
func aliases(v *kirke.Variant, moves []kirke.Move, steps [][]string) map[string]map[string]string {
	var all map[string]map[string]string
	for i, m := range moves {
		if m.Form() != rules.Castle {
			continue
		}
		from, to, other := steps[i][0], steps[i][1], v.SquareName(m.To())
		if v.CastlesAsTaking() {
			king, _ := v.CastlingSquares(m.From(), m.To())
			other = v.SquareName(king)
		}
		taken := other == from || slices.ContainsFunc(steps, func(s []string) bool {
			return s[0] == from && s[1] == other
		})
		if taken {
			continue
		}
		if all == nil {
			all = map[string]map[string]string{}
		}
		if all[from] == nil {
			all[from] = map[string]string{}
		}
		all[from][other] = to
	}
	return all
}

// trim writes chains as keys and describes the choices that are not squares. It leaves out choices
// without an alternative, unless they are kept.
func trim(chains [][]step) (keys [][]string, choices map[string]Choice) {
	keys = make([][]string, len(chains))
	all := make([]int, len(chains))
	for i := range all {
		all[i] = i
	}
	choices = map[string]Choice{}
	narrow(chains, all, 0, keys, choices)
	return keys, choices
}

// narrow appends the n-th step of chains that agree so far. Then it continues with each group that
// agrees in this step too.
func narrow(chains [][]step, group []int, n int, keys [][]string, choices map[string]Choice) {
	groups := map[string][]int{}
	var order []string
	for _, i := range group {
		if n >= len(chains[i]) {
			continue
		}
		key := chains[i][n].key
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], i)
	}
	for _, key := range order {
		if s := chains[groups[key][0]][n]; s.kept || len(order) > 1 {
			for _, i := range groups[key] {
				keys[i] = append(keys[i], key)
			}
			if s.choice != nil {
				choices[key] = *s.choice
			}
		}
		narrow(chains, groups[key], n+1, keys, choices)
	}
}

func square(v *kirke.Variant, sq kirke.Square) string {
	if sq == board.NoSquare {
		return ""
	}
	return v.SquareName(sq)
}

// Last is the move that led to a position.
type Last struct {
	UCI      string   `json:"uci"`
	SAN      string   `json:"san"`
	Spoken   string   `json:"spoken"`
	Squares  []string `json:"squares"`            // the squares to mark
	Captured string   `json:"captured,omitempty"` // the square of the captured piece
	Paths    []Path   `json:"paths"`              // the paths of the pieces, in order
}

// Path is the path of one piece in a move.
type Path struct {
	From string `json:"from"`
	To   string `json:"to"`
	How  string `json:"how"` // "move", "rebirth", "capturer" (its rebirth after its move), "entry" (a gate) or "return"
}

// reborn reports whether the piece was reborn at the end of its path.
func (p Path) reborn() bool { return p.How == "rebirth" || p.How == "capturer" }

// showLast adds the last move, and marks the pieces reborn in it.
func (view *View) showLast(before kirke.Position, m kirke.Move) {
	v := before.Variant()
	last := &Last{
		UCI: before.MoveText(m, kirke.UCI), SAN: before.MoveText(m, kirke.SAN), Spoken: "Pass",
		Squares: []string{}, Paths: []Path{},
	}
	view.Last = last
	wall, walled := m.Wall()
	if m.Form() == rules.Pass && !walled { // not legal in every game, so without Details
		return
	}
	d := before.Details(m)
	last.Spoken = picture.Spoken(before, m)
	if d.Captured != 0 {
		last.Captured = square(v, d.CapturedAt)
	}
	path := func(from, to kirke.Square, how string) {
		if to == board.NoSquare {
			return
		}
		last.Paths = append(last.Paths, Path{square(v, from), square(v, to), how})
		for _, sq := range []string{square(v, from), square(v, to)} {
			if sq != "" && !slices.Contains(last.Squares, sq) {
				last.Squares = append(last.Squares, sq)
			}
		}
	}
	c := chainer{v, before, before.Turn()}
	switch m.Form() {
	case rules.Pass:
	case rules.Drop:
		path(board.NoSquare, d.To, "entry")
	case rules.Reassign:
		from := c.waiting(m.Gated())
		left, right := v.Imaginary(2*int(before.Turn())), v.Imaginary(2*int(before.Turn())+1)
		path(m.From(), left+right-from, "return")
		path(from, m.From(), "entry")
		path(d.PawnFrom, d.PawnTo, "move")
	default:
		path(d.From, d.To, "move")
		if m.Form() == rules.Exchange {
			path(d.To, d.From, "move")
		}
		path(d.RookFrom, d.RookTo, "move")
		if d.Gated != 0 {
			path(c.waiting(d.Gated.Type()), d.GatedAt, "entry")
		}
	}
	path(d.To, d.CapturerAt, "capturer")
	if d.RebornAt != board.NoSquare && !d.RebornBelow {
		from, waited := d.CapturedAt, before.Setup().Aftermath
		switch {
		case d.RebornFrom != board.NoSquare:
			from = d.RebornFrom
		case waited.Pending != 0:
			from = waited.PendingAt
		}
		path(from, d.RebornAt, "rebirth")
	}
	if walled {
		path(board.NoSquare, wall, "entry")
	}
	for i := range view.Pieces {
		piece := &view.Pieces[i]
		if slices.ContainsFunc(last.Paths, func(p Path) bool { return p.reborn() && p.To == piece.Square }) {
			piece.Marks = append(piece.Marks, "reborn")
		}
	}
}
