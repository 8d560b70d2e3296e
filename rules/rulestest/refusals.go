package rulestest

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Fataler is what a check reports to.
type Fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Refusals checks the facts of the errors against moves of p: moves of every form, of every piece
// to every square, with the choices that might go with them, or limit of them at random. p is of
// the reference kernel. It returns how often it has met each rule.
func Refusals(t Fataler, p rules.Position, dice *rand.Rand, limit int) map[rules.Rule]int {
	t.Helper()
	met := map[rules.Rule]int{}
	legal := map[rules.Move]bool{}
	for _, m := range p.LegalMoves(nil) {
		legal[m] = true
	}
	all := candidates(p, dice)
	dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, m := range all[:min(len(all), limit)] {
		if p.IsLegal(m) != legal[m] {
			t.Fatalf("%s %s: %s (%#x) is listed %v, IsLegal says %v", p.Variant().ID, Text(p), safeText(p, m),
				uint64(m), legal[m], p.IsLegal(m))
		}
		if reason := Judge(t, p, m); reason != nil {
			met[reason.Rule]++
		}
	}
	return met
}

// Judge returns the error against m after checking its facts, or nil for a legal move. p is of the
// reference kernel.
func Judge(t Fataler, p rules.Position, m rules.Move) *rules.ForbiddenError {
	t.Helper()
	err, v := p.Forbidden(m), p.Variant()
	if (err == nil) != p.IsLegal(m) {
		t.Fatalf("%s %s: %s (%#x): IsLegal says %v, Forbidden %v", v.ID, Text(p), safeText(p, m), uint64(m),
			p.IsLegal(m), err)
	}
	if err == nil {
		return nil
	}
	reason := new(rules.ForbiddenError)
	if !errors.As(err, &reason) {
		t.Fatalf("%s %s: %s is refused with %v, which is no ForbiddenError", v.ID, Text(p), safeText(p, m), err)
	}
	c := claims{p: p, v: v, m: m, r: reason, s: p.Setup(), us: p.Turn(), b: look(p)}
	if wrong := c.wrong(); wrong != "" {
		t.Fatalf("%s %s\n%s (%#x) is refused because %q (rule %d)\nbut %s\n%+v", v.ID, Text(p), safeText(p, m),
			uint64(m), err, reason.Rule, wrong, *reason)
	}
	return reason
}

// safeText is MoveText for moves that may name squares and types that the game does not have.
func safeText(p rules.Position, m rules.Move) string {
	if int(m.Promotion()) > len(p.Variant().Army) || m.Form() > rules.Pass {
		return "a malformed move"
	}
	return MoveText(p, m)
}

// candidates returns moves that somebody might try in p, legal or not.
func candidates(p rules.Position, dice *rand.Rand) []rules.Move {
	c := asked{p: p, v: p.Variant(), dice: dice, s: p.Setup()}
	n := board.Square(c.v.Size.Area())
	last := n
	if c.v.Gating.Imaginary {
		last += 4
	}
	for from := range n {
		for to := range last {
			if c.own(from) || dice.IntN(20) == 0 {
				c.squares(from, to)
			}
		}
		c.reassignments(from)
	}
	c.drops()
	c.passes()
	for _, m := range p.LegalMoves(nil) {
		if c.v.Walls.Place != rules.NoWalls && dice.IntN(10) != 0 {
			continue // there are many
		}
		c.add(m.WithWall(c.square()), m.WithPawn(0, 0))
		c.add(m, m^1<<dice.IntN(64), m.WithRedesignation(), m.WithReborn(c.pieceType()), m.WithOwnReborn(c.pieceType()),
			m.WithChoice(c.pieceType()),
			m.WithGated(c.pieceType(), dice.IntN(2) == 0), m.WithPromotion(c.pieceType()))
	}
	c.add(0, rules.NullMove, rules.Move(dice.Uint64()))
	return c.moves
}

// asked collects candidates.
type asked struct {
	p     rules.Position
	v     *rules.Variant
	s     rules.Setup
	dice  *rand.Rand
	moves []rules.Move
}

// add appends moves, with a choice where one is due, and now and then without it.
func (c *asked) add(moves ...rules.Move) {
	for _, m := range moves {
		if c.s.Aftermath.Choice != board.NoSquare && c.own(c.s.Aftermath.Choice) && m.Choice() == 0 &&
			c.dice.IntN(10) != 0 {
			m = m.WithChoice(c.pieceType())
		}
		c.moves = append(c.moves, m)
	}
}

func (c *asked) own(sq board.Square) bool {
	pc := c.p.At(sq)
	return pc.Type() != 0 && pc.Color() == c.p.Turn()
}

// pieceType returns a random type, mostly one that pawns become or that is gated.
func (c *asked) pieceType() rules.PieceType {
	types := c.v.PromotionTypes()
	for _, letter := range []byte(c.v.Gating.Hand) {
		types = append(types, c.v.TypeOf(letter))
	}
	if len(types) > 0 && c.dice.IntN(8) != 0 {
		return types[c.dice.IntN(len(types))]
	}
	return rules.PieceType(c.dice.IntN(len(c.v.Army) + 1))
}

// square returns a random square.
func (c *asked) square() board.Square { return board.Square(c.dice.IntN(c.v.Size.Area())) }

// drops adds drops of every piece, most of them only if the game has drops.
func (c *asked) drops() {
	for sq := range board.Square(c.v.Size.Area()) {
		for k := range rules.PieceType(len(c.v.Army)) {
			if !c.v.Drops.Active && c.dice.IntN(50) != 0 {
				continue
			}
			m := rules.MakeMove(rules.Drop, sq, sq).WithGated(k+1, false)
			c.add(m)
			if c.dice.IntN(10) == 0 || c.v.Drops.EitherSide {
				c.add(m.WithPromotion(rules.PieceType(c.dice.IntN(len(c.v.Army)+1))), m.WithRedesignation())
			}
		}
	}
}

// passes adds passes on some squares, with and without a wall.
func (c *asked) passes() {
	for sq := range board.Square(c.v.Size.Area()) {
		if m := rules.MakeMove(rules.Pass, sq, sq); c.own(sq) || c.dice.IntN(10) == 0 {
			c.add(m, m.WithWall(c.square()), m.WithRedesignation())
		}
	}
}

// squares adds the moves from one square to another.
func (c *asked) squares(from, to board.Square) {
	m, pc := rules.MakeMove(rules.Ordinary, from, to), c.p.At(from)
	c.add(m)
	if c.v.Walls.Place != rules.NoWalls && c.own(from) && c.dice.IntN(4) == 0 {
		c.add(m.WithWall(from), m.WithWall(c.square()))
	}
	if turned := c.turned(pc); turned != 0 && c.own(from) {
		c.add(m.WithPromotion(turned))
	}
	pawn := pc.Type() != 0 && c.v.Type(pc.Type()).Pawn
	switch {
	case pawn && c.v.Size.Contains(to) && c.v.Size.RankFrom(pc.Color(), to) == c.v.Size.Ranks-1:
		for _, k := range c.v.PromotionTypes() {
			c.add(m.WithPromotion(k))
		}
		c.add(m.WithPromotion(c.pieceType()))
	case c.dice.IntN(20) == 0:
		c.add(m.WithPromotion(c.pieceType()))
	}
	if c.own(from) && c.v.Aftermath.Active && c.p.At(to) != 0 {
		c.add(m.WithReborn(c.pieceType()), m.WithOwnReborn(c.pieceType()),
			m.WithPromotion(c.pieceType()).WithReborn(c.pieceType()))
	}
	atHome := c.v.Size.RankFrom(c.p.Turn(), from) == 0
	if c.own(from) && c.v.Gating.Hand != "" && (atHome || c.dice.IntN(10) == 0) {
		for _, letter := range []byte(c.v.Gating.Hand) {
			c.add(m.WithGated(c.v.TypeOf(letter), false))
		}
	}
	if c.dice.IntN(20) == 0 {
		c.add(m.WithGated(c.pieceType(), c.dice.IntN(2) == 0))
	}
	if pawn || c.dice.IntN(20) == 0 {
		c.add(rules.MakeMove(rules.EnPassant, from, to))
	}
	if c.v.Fairy.Exchange != rules.NoExchange {
		c.add(rules.MakeMove(rules.Exchange, from, to))
	}
	if c.v.Fairy.Castling != rules.NoFreeCastling {
		c.add(rules.MakeMove(rules.Castle, from, to))
	}
	king := pc.Type() != 0 && c.v.Castling.IsKing(c.v.Type(pc.Type()))
	if king && c.v.Size.Rank(from) == c.v.Size.Rank(to) || c.dice.IntN(50) == 0 {
		castle := rules.MakeMove(rules.Castle, from, to)
		entering := castle.WithGated(c.pieceType(), c.dice.IntN(2) == 0)
		c.add(castle, castle.WithRedesignation(), entering, entering.WithRedesignation())
	}
}

// turned returns the other side of a piece, or 0.
func (c *asked) turned(pc rules.Piece) rules.PieceType {
	if pc.Type() == 0 {
		return 0
	}
	t := c.v.Type(pc.Type())
	k, n := c.v.LabelPrefix(t.To + t.From)
	if n == 0 {
		return 0
	}
	return k
}

// reassignments adds reassignments of the piece on a square, alone and with moves of pawns and
// others.
func (c *asked) reassignments(sq board.Square) {
	if !c.v.Gating.Imaginary && c.dice.IntN(20) != 0 {
		return
	}
	n := board.Square(c.v.Size.Area())
	for _, k := range []rules.PieceType{0, c.v.TypeOf('H'), c.v.TypeOf('E'), c.pieceType()} {
		m := rules.MakeMove(rules.Reassign, sq, sq).WithGated(k, false)
		c.add(m, m.WithPawn(sq, sq))
		if !c.own(sq) {
			continue
		}
		for from := range n {
			for to := range n {
				if from != to && (c.own(from) && c.dice.IntN(4) == 0 || c.dice.IntN(400) == 0) {
					c.add(m.WithPawn(from, to))
					if c.dice.IntN(4) == 0 || c.v.Size.RankFrom(c.p.Turn(), to) == c.v.Size.Ranks-1 {
						c.add(m.WithPawn(from, to).WithPromotion(c.pieceType()))
					}
				}
			}
		}
	}
}

// claims are the facts of an error, to be checked one by one.
type claims struct {
	p  rules.Position
	v  *rules.Variant
	m  rules.Move
	r  *rules.ForbiddenError
	s  rules.Setup
	us board.Color
	b  seen // before the move; with a reborn pawn's choice made, and the reassignment of a turn with a pawn move
}

// wrong returns what is not true of the error, or "".
func (c *claims) wrong() string {
	check := truths[c.r.Rule]
	switch text := c.r.Error(); {
	case check == nil:
		return "the test knows no such rule"
	case text == "" || strings.ContainsAny(text, "{}") || strings.Contains(text, "  "):
		return "its sentence is not whole"
	case c.r.Move != c.m:
		return "it is about another move"
	case c.r.Turn != c.us:
		return "it is the other side's turn"
	}
	if k, at := c.m.Choice(), c.s.Aftermath.Choice; k != 0 && at != board.NoSquare && c.r.Rule != rules.NotAPromotion {
		c.b.pieces[at] = rules.MakePiece(k, c.b.pieces[at].Color())
	}
	pawn := c.r.Mover.At != board.NoSquare && (c.r.Mover.At != c.m.From() || c.r.Rule == rules.NotAPawn)
	if pawn && c.m.Form() == rules.Reassign && c.v.Gating.Imaginary {
		c.reassign()
	}
	if at := c.r.Mover.At; c.r.Mover.Piece != 0 && c.b.pieces[at] != c.r.Mover.Piece {
		return "another piece stands on the square that the move leaves"
	}
	return check(c)
}

// reassign makes the exchange of a reassignment, without its pawn move.
func (c *claims) reassign() {
	sq, in := c.m.From(), rules.MakePiece(c.m.Gated(), c.us)
	hand := c.v.Size.Area() + 2*int(c.us)
	own := c.b.pieces[hand : hand+2]
	i := slices.Index(own, in)
	if i < 0 {
		return
	}
	own[i], own[1-i] = 0, c.b.pieces[sq]
	c.b.pieces[sq] = in
}
