package view

import (
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Move is a legal move.
type Move struct {
	UCI    string `json:"uci"`
	SAN    string `json:"san"`
	Spoken string `json:"spoken"` // "Knight g1 to f3, Hawk enters on g1"
	// Steps are the choices that lead to the move: squares, and keys of View.Choices. No move's steps begin with all of
	// another's, and choices that the rules leave no choice about are left out.
	Steps []string `json:"steps"`

	Captures string `json:"captures,omitempty"` // the square of the man that is taken
	Reborn   string `json:"reborn,omitempty"`   // where that man, or the one pending, is reborn
	Capturer string `json:"capturer,omitempty"` // where the capturing man is reborn
	From     string `json:"from,omitempty"`     // the home square that a Martian captures from
	Removes  string `json:"removes,omitempty"`  // the square of the man that a rebirth puts off the board
	Check    bool   `json:"check,omitempty"`
}

// Choice is a choice that is not a square.
type Choice struct {
	Kind  string `json:"kind"`  // "gate", "promotion", "rebirth", "own rebirth", "first", "swap", "pawn" or "castling"
	Label string `json:"label"` // "Hawk enters on g1"; of what a pawn becomes, the man's name
	None  bool   `json:"none,omitempty"`
	Man   *Piece `json:"man,omitempty"` // what is to be drawn, if anything
}

// step is one choice of a chain: a square, or a key with its choice.
type step struct {
	key    string
	choice *Choice
}

// chainer makes chains of choices of moves in one position.
type chainer struct {
	v    *kirke.Variant
	p    kirke.Position
	side kirke.Color
}

// Steps returns the choices that lead to each of the legal moves of p, in the order of LegalMoves, and what those choices
// mean that are not squares. Making one after the other narrows the legal moves down to one.
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

// Beginning returns the legal moves of p that begin with the choice of a square, by the square that is chosen next: for boards that
// show all moves between two squares at once. Castling stands under both squares that may be meant by it.
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

// listMoves fills in the legal moves.
func (view *View) listMoves(p kirke.Position) {
	v := p.Variant()
	moves, steps, choices := Steps(p)
	view.Choices = choices
	for i, m := range moves {
		d := p.Details(m)
		shown := Move{
			UCI: p.MoveText(m, kirke.UCI), SAN: p.MoveText(m, kirke.SAN), Spoken: Spoken(p, m), Steps: steps[i],
			Captures: square(v, d.CapturedAt), Reborn: square(v, d.RebornAt), Capturer: square(v, d.CapturerAt),
			From: square(v, d.MarsHome), Check: d.Check,
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

// listPremoves fills in what the side not to move may choose ahead.
func (view *View) listPremoves(p kirke.Position) {
	c := chainer{p.Variant(), p, p.Turn().Other()}
	var chains [][]step
	for _, m := range rules.Premoves(p.Rules()) {
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
	at := func(sq kirke.Square) { steps = append(steps, step{key: c.v.SquareName(sq)}) }
	man := func(kind, name string, k kirke.Kind, side kirke.Color) {
		t := c.v.Type(k)
		steps = append(steps, step{kind + ":" + string(rune(t.Letter)), &Choice{
			Kind: name, Label: t.Name, Man: &Piece{string(rune(t.Letter)), t.Name, colorName(side)},
		}})
	}
	switch m.Form() {
	case rules.Reassign:
		at(c.waits(m.Enters()))
		at(m.To())
		if from, to, ok := m.Pawn(); ok {
			at(from)
			at(to)
		} else {
			steps = append(steps, step{"pawn:-", &Choice{Kind: "pawn", Label: "No pawn moves", None: true}})
		}
	default:
		at(m.From())
		at(arrival(c.v, m))
	}
	steps = append(steps, form(m))
	if k := m.Choice(); k != 0 {
		man("first", "first", k, c.side)
	}
	if k := m.Promotion(); k != 0 {
		man("promote", "promotion", k, c.side)
	}
	if m.Form() != rules.Reassign && c.v.Entry.Hand != "" {
		steps = append(steps, c.gate(m))
	}
	if k := m.OwnReborn(); k != 0 {
		man("own", "own rebirth", k, c.side)
	}
	if k := m.Reborn(); k != 0 {
		man("reborn", "rebirth", k, c.p.Details(m).RebornInto.Color())
	}
	if c.v.Entry.Imaginary {
		swap := step{"swap:-", &Choice{Kind: "swap", Label: "The imaginary squares stay", None: true}}
		if m.Redesignates() {
			swap = step{"swap:+", &Choice{Kind: "swap", Label: "The imaginary squares change places"}}
		}
		steps = append(steps, swap)
	}
	return steps
}

// form tells a castling from a king's own move to the same square.
func form(m kirke.Move) step {
	if m.Form() == rules.Castle {
		return step{"castle:+", &Choice{Kind: "castling", Label: "Castle"}}
	}
	return step{"castle:-", &Choice{Kind: "castling", Label: "Do not castle", None: true}}
}

// gate is the choice of a man that enters, or of none.
func (c *chainer) gate(m kirke.Move) step {
	k := m.Enters()
	if k == 0 {
		return step{"gate:-", &Choice{Kind: "gate", Label: "No man enters", None: true}}
	}
	sq := m.From()
	if m.AtRook() {
		sq = m.To()
	}
	t, on := c.v.Type(k), c.v.SquareName(sq)
	return step{"gate:" + string(rune(t.Letter)) + "@" + on, &Choice{
		Kind: "gate", Label: t.Name + " enters on " + on, Man: &Piece{string(rune(t.Letter)), t.Name, colorName(c.side)},
	}}
}

// waits returns the imaginary square on which a man of the hand waits.
func (c *chainer) waits(k kirke.Kind) kirke.Square {
	for i := range 4 {
		if sq := c.v.Imaginary(i); c.p.At(sq) == rules.MakeMan(k, c.side) {
			return sq
		}
	}
	return board.NoSquare
}

// arrival returns the square that is chosen second: in castling the king's, or where king and rook stand anywhere, the
// rook's.
func arrival(v *kirke.Variant, m kirke.Move) kirke.Square {
	if m.Form() != rules.Castle || v.Castling.Free {
		return m.To()
	}
	king, _ := v.CastlingSquares(m.From(), m.To())
	return king
}

// aliases returns the other square that castling may be meant by, where no move of the king goes there.
func aliases(v *kirke.Variant, moves []kirke.Move, steps [][]string) map[string]map[string]string {
	var all map[string]map[string]string
	for i, m := range moves {
		if m.Form() != rules.Castle {
			continue
		}
		from, to, other := steps[i][0], steps[i][1], v.SquareName(m.To())
		if v.Castling.Free {
			king, _ := v.CastlingSquares(m.From(), m.To())
			other = v.SquareName(king)
		}
		taken := other == from || slices.ContainsFunc(steps, func(s []string) bool { return s[0] == from && s[1] == other })
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

// trim writes chains as keys, leaves out the choices other than squares that have no alternative, and returns what the
// others mean.
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

// narrow appends the n-th step of the chains that agree so far, and goes on with each group that agrees in it too.
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
		choice := chains[groups[key][0]][n].choice
		if choice == nil || len(order) > 1 {
			for _, i := range groups[key] {
				keys[i] = append(keys[i], key)
			}
			if choice != nil {
				choices[key] = *choice
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
	Squares  []string `json:"squares"`            // the squares to be marked
	Captured string   `json:"captured,omitempty"` // the square of the man that was taken
	Paths    []Path   `json:"paths"`              // the ways that men have gone, in their order
}

// Path is the way of one man in a move.
type Path struct {
	From string `json:"from"`
	To   string `json:"to"`
	How  string `json:"how"` // "move", "rebirth", "capturer" (which goes on after its move), "entry" or "return"
}

// reborn reports whether the man was reborn at the end of its way.
func (p Path) reborn() bool { return p.How == "rebirth" || p.How == "capturer" }

// showLast fills in the last move and marks the men reborn in it.
func (view *View) showLast(before kirke.Position, m kirke.Move) {
	v := before.Variant()
	if m.Form() == rules.Pass {
		view.Last = &Last{UCI: before.MoveText(m, kirke.UCI), SAN: before.MoveText(m, kirke.SAN), Spoken: "Pass", Squares: []string{}, Paths: []Path{}}
		return
	}
	d := before.Details(m)
	last := &Last{UCI: before.MoveText(m, kirke.UCI), SAN: before.MoveText(m, kirke.SAN), Spoken: Spoken(before, m), Squares: []string{}, Paths: []Path{}}
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
	if m.Form() == rules.Reassign {
		from := c.waits(m.Enters())
		left, right := v.Imaginary(2*int(before.Turn())), v.Imaginary(2*int(before.Turn())+1)
		path(m.From(), left+right-from, "return")
		path(from, m.From(), "entry")
		path(d.PawnFrom, d.PawnTo, "move")
	} else {
		path(d.From, d.To, "move")
		path(d.RookFrom, d.RookTo, "move")
		if d.Entered != 0 {
			path(c.waits(d.Entered.Kind()), d.EnteredAt, "entry")
		}
	}
	path(d.To, d.CapturerAt, "capturer")
	if !d.RebornBelow {
		from := d.CapturedAt
		if d.Captured == 0 {
			from = before.Setup().Aftermath.PendingAt
		}
		path(from, d.RebornAt, "rebirth")
	}
	view.Last = last
	for i := range view.Men {
		man := &view.Men[i]
		if slices.ContainsFunc(last.Paths, func(p Path) bool { return p.reborn() && p.To == man.Square }) {
			man.Marks = append(man.Marks, "reborn")
		}
	}
}

// Spoken says what happens in the legal move m in a line that can be read aloud: "Knight g1 to f3, Hawk enters on g1".
func Spoken(p kirke.Position, m kirke.Move) string {
	v, d := p.Variant(), p.Details(m)
	name := func(man kirke.Man) string { return v.Type(man.Kind()).Name }
	at := v.SquareName
	var parts []string
	say := func(words ...string) { parts = append(parts, strings.Join(words, " ")) }

	if d.Choice != 0 {
		say("the pawn on", at(d.ChoiceAt), "becomes a", name(d.Choice))
	}
	switch {
	case m.Form() == rules.Reassign:
		say(name(d.Returned), "on", at(d.EnteredAt), "goes back,", name(d.Entered), "takes its place")
		if d.PawnFrom != board.NoSquare {
			pawn := []string{"pawn", at(d.PawnFrom)}
			if d.Captured != 0 {
				say(append(pawn, "takes", name(d.Captured), "on", at(d.PawnTo))...)
			} else {
				say(append(pawn, "to", at(d.PawnTo))...)
			}
		}
	case m.Form() == rules.Castle:
		wing := "queen's"
		if d.KingSide {
			wing = "king's"
		}
		say("Castles on the", wing, "side, King to", at(d.To)+", Rook to", at(d.RookTo))
	case d.Captured != 0:
		say(name(d.Mover), at(m.From()), "takes", name(d.Captured), "on", at(d.CapturedAt))
		if d.MarsHome != board.NoSquare && d.MarsHome != m.From() {
			say("from its home", at(d.MarsHome))
		}
	default:
		say(name(d.Mover), at(m.From()), "to", at(m.To()))
	}
	if d.Promoted != 0 {
		say("becomes a", name(d.Promoted))
	}
	if d.Entered != 0 && m.Form() != rules.Reassign {
		say(name(d.Entered), "enters on", at(d.EnteredAt))
	}
	if m.Redesignates() {
		say("the imaginary squares change places")
	}
	if d.CapturerGone {
		say("the", name(d.Mover), "leaves the board")
	}
	if d.CapturerAt != board.NoSquare {
		say("the", name(d.CapturerAs), "is reborn on", at(d.CapturerAt))
	}
	if d.RebornAs != 0 {
		where := "on"
		if d.RebornBelow {
			where = "below"
		}
		say(name(d.RebornAs), "reborn", where, at(d.RebornAt))
		if d.RebornInto != 0 && d.RebornInto != d.RebornAs {
			say("becomes a", name(d.RebornInto))
		}
	}
	if d.Removed != 0 {
		say(name(d.Removed), "there leaves the board")
	}
	for _, h := range d.Emerged {
		say(name(h.Man), "comes up on", at(h.At))
	}
	switch {
	case d.Mate:
		say("mate")
	case d.Check:
		say("check")
	}
	return strings.Join(parts, ", ")
}
