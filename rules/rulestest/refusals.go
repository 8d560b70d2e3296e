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

// Refusals checks that the facts of each reason against a move of p are true, for moves of every
// form, of every piece to every square, with the choices that might go with them; of more than
// limit moves it takes as many at random. p is of the reference kernel. It returns which rules
// it has met how often.
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

// Judge returns the refusal of m after checking its facts, or nil for a legal move. p is of
// the reference kernel.
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

// candidates returns moves that might be asked for in p, legal or not.
func candidates(p rules.Position, dice *rand.Rand) []rules.Move {
	c := asked{p: p, v: p.Variant(), dice: dice, s: p.Setup()}
	n := board.Square(c.v.Size.Area())
	last := n
	if c.v.Entry.Imaginary {
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
	for _, m := range p.LegalMoves(nil) {
		c.add(m, m^1<<dice.IntN(64), m.WithRedesignation(), m.WithReborn(c.kind()), m.WithOwnReborn(c.kind()),
			m.WithChoice(c.kind()),
			m.WithEntry(c.kind(), dice.IntN(2) == 0), m.WithPromotion(c.kind()))
	}
	c.add(0, rules.MakeMove(rules.Pass, 0, 0), rules.Move(dice.Uint64()))
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

// add appends moves, with a choice where one is due, once in a while without it.
func (c *asked) add(moves ...rules.Move) {
	for _, m := range moves {
		if c.s.Aftermath.Choice != board.NoSquare && c.own(c.s.Aftermath.Choice) && m.Choice() == 0 &&
			c.dice.IntN(10) != 0 {
			m = m.WithChoice(c.kind())
		}
		c.moves = append(c.moves, m)
	}
}

func (c *asked) own(sq board.Square) bool {
	m := c.p.At(sq)
	return m != 0 && m.Color() == c.p.Turn()
}

// kind returns any kind: mostly one that pawns become or that enters.
func (c *asked) kind() rules.Kind {
	if letters := c.v.Promotion.To + c.v.Entry.Hand; letters != "" && c.dice.IntN(8) != 0 {
		return c.v.KindOf(letters[c.dice.IntN(len(letters))])
	}
	return rules.Kind(c.dice.IntN(len(c.v.Army) + 1))
}

// squares adds the moves from one square to another.
func (c *asked) squares(from, to board.Square) {
	m, man := rules.MakeMove(rules.Ordinary, from, to), c.p.At(from)
	c.add(m)
	pawn := man != 0 && c.v.Type(man.Kind()).Pawn
	switch {
	case pawn && c.v.Size.Contains(to) && c.v.Size.RankFrom(man.Color(), to) == c.v.Size.Ranks-1:
		for _, letter := range []byte(c.v.Promotion.To) {
			c.add(m.WithPromotion(c.v.KindOf(letter)))
		}
		c.add(m.WithPromotion(c.kind()))
	case c.dice.IntN(20) == 0:
		c.add(m.WithPromotion(c.kind()))
	}
	if c.own(from) && c.v.Aftermath.Active && c.p.At(to) != 0 {
		c.add(m.WithReborn(c.kind()), m.WithOwnReborn(c.kind()), m.WithPromotion(c.kind()).WithReborn(c.kind()))
	}
	atHome := c.v.Size.RankFrom(c.p.Turn(), from) == 0
	if c.own(from) && c.v.Entry.Hand != "" && (atHome || c.dice.IntN(10) == 0) {
		for _, letter := range []byte(c.v.Entry.Hand) {
			c.add(m.WithEntry(c.v.KindOf(letter), false))
		}
	}
	if c.dice.IntN(20) == 0 {
		c.add(m.WithEntry(c.kind(), c.dice.IntN(2) == 0))
	}
	if pawn || c.dice.IntN(20) == 0 {
		c.add(rules.MakeMove(rules.EnPassant, from, to))
	}
	king := man != 0 && c.v.Type(man.Kind()).Royal
	if king && c.v.Size.Rank(from) == c.v.Size.Rank(to) || c.dice.IntN(50) == 0 {
		castle := rules.MakeMove(rules.Castle, from, to)
		entering := castle.WithEntry(c.kind(), c.dice.IntN(2) == 0)
		c.add(castle, castle.WithRedesignation(), entering, entering.WithRedesignation())
	}
}

// reassignments adds those of what stands on a square, alone and with moves of pawns and others.
func (c *asked) reassignments(sq board.Square) {
	if !c.v.Entry.Imaginary && c.dice.IntN(20) != 0 {
		return
	}
	n := board.Square(c.v.Size.Area())
	for _, k := range []rules.Kind{0, c.v.KindOf('H'), c.v.KindOf('E'), c.kind()} {
		m := rules.MakeMove(rules.Reassign, sq, sq).WithEntry(k, false)
		c.add(m, m.WithPawn(sq, sq))
		if !c.own(sq) {
			continue
		}
		for from := range n {
			for to := range n {
				if from != to && (c.own(from) && c.dice.IntN(4) == 0 || c.dice.IntN(400) == 0) {
					c.add(m.WithPawn(from, to))
					if c.dice.IntN(4) == 0 || c.v.Size.RankFrom(c.p.Turn(), to) == c.v.Size.Ranks-1 {
						c.add(m.WithPawn(from, to).WithPromotion(c.kind()))
					}
				}
			}
		}
	}
}

// claims are the facts of a reason, to be checked one by one.
type claims struct {
	p  rules.Position
	v  *rules.Variant
	m  rules.Move
	r  *rules.ForbiddenError
	s  rules.Setup
	us board.Color
	b  seen // before the move; with a reborn pawn's choice made, and the reassignment of a turn with a pawn move
}

// wrong returns what is not true of the reason, or "".
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
		c.b.men[at] = rules.MakeMan(k, c.b.men[at].Color())
	}
	pawn := c.r.Mover.At != board.NoSquare && (c.r.Mover.At != c.m.From() || c.r.Rule == rules.NotAPawn)
	if pawn && c.m.Form() == rules.Reassign && c.v.Entry.Imaginary {
		c.reassign()
	}
	if at := c.r.Mover.At; c.r.Mover.Man != 0 && c.b.men[at] != c.r.Mover.Man {
		return "another piece stands on the square that the move leaves"
	}
	return check(c)
}

// reassign makes the exchange of the turn, without its pawn move.
func (c *claims) reassign() {
	sq, in := c.m.From(), rules.MakeMan(c.m.Enters(), c.us)
	hand := c.v.Size.Area() + 2*int(c.us)
	own := c.b.men[hand : hand+2]
	i := slices.Index(own, in)
	if i < 0 {
		return
	}
	own[i], own[1-i] = 0, c.b.men[sq]
	c.b.men[sq] = in
}
