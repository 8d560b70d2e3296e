package rulebook

import (
	"flag"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/bitboard"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// step is a legal move that was played.
type step struct {
	before rules.Position
	m      rules.Move
	d      rules.Details
	after  rules.Position
	last   *step          // the one before it in its game, nil at the start
	origin []kirke.Square // where each piece of before stood at the start of the game, by its square
}

// us returns the side that moves.
func (s *step) us() kirke.Color { return s.before.Turn() }

// bench holds what the pages of a game are tested with: positions and moves of random games and of
// random diagrams.
type bench struct {
	*testing.T
	v        *kirke.Variant // knows its drawn array, as the pages do
	start    kirke.Position
	model    model
	examples []example // of the page, once they have been asked for
	steps    []*step
	places   []rules.Position // in which no move needs to have been played
	sight    map[string]int   // how often what a statement says was seen
	current  string           // the statement that is being read
}

// saw notes that what the current statement says was seen.
func (b *bench) saw() { b.sight[b.current]++ }

// wrong reports that a statement is not true.
func (b *bench) wrong(p rules.Position, format string, args ...any) {
	b.Helper()
	where := ""
	if p != nil {
		where = rulestest.Text(p)
	}
	b.Errorf("%q is not true in %s: "+format, append([]any{b.current, where}, args...)...)
}

// text writes a move of p.
func text(p rules.Position, m rules.Move) string { return notation.Text(p, m, notation.SAN) }

// set returns the position of a setup, or nil.
func set(v *kirke.Variant, s rules.Setup, forgive rules.Defect) rules.Position {
	p, err := bitboard.New(v, s, forgive)
	if err != nil {
		if p, err = reference.New(v, s, forgive); err != nil {
			return nil
		}
	}
	return p
}

// turned returns p with a side to move, which may leave the other in check.
func turned(p rules.Position, side kirke.Color) rules.Position {
	s := p.Setup()
	if s.Turn != side {
		s.EnPassant = nil
	}
	s.Turn = side
	if q, err := reference.Exactly(p.Variant(), s); err == nil {
		return q
	}
	return nil
}

// depth is how much is played of each game. make soak plays more.
var depth = flag.Int("depth", 1, "random games to play of each combination; of each single game, four times as many")

// newBench plays the games.
func newBench(t *testing.T, v *kirke.Variant, sight map[string]int) *bench {
	t.Helper()
	start, err := kirke.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{T: t, v: start.Variant(), start: start, sight: sight}
	h := fnv.New64a()
	h.Write([]byte(v.ID))
	dice := rand.New(rand.NewPCG(h.Sum64(), 1))
	games, plies, diagrams := *depth, 50, 4**depth
	switch {
	case v.Size.Area() > 100:
		plies, diagrams = 30, 2**depth
	case !strings.Contains(v.ID, "+"):
		games = 4 * *depth // some rules are those of one game
	}
	for range games {
		b.game(dice, start.Rules(), plies)
	}
	problem := *b.v
	problem.AssumeCastling = true
	for i := range diagrams {
		s := rulestest.Scatter(dice, &problem, 2+i, "")
		if i%2 == 1 {
			s.Turn = kirke.Black
		}
		if p := set(&problem, s, rules.BadSeries); p != nil {
			b.game(dice, p, 4)
		}
	}
	return b
}

// game plays random moves from p, and captures and the like more often than others.
func (b *bench) game(dice *rand.Rand, p rules.Position, plies int) {
	origin := make([]kirke.Square, b.v.Size.Area())
	for sq := range origin {
		origin[sq] = kirke.Square(sq)
	}
	var last *step
	for range plies {
		b.places = append(b.places, p)
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			return
		}
		slices.Sort(moves)
		var lively []rules.Move
		for _, m := range moves {
			if m.Form() != rules.Ordinary || m != m.Bare() || int(m.To()) >= b.v.Size.Area() || p.At(m.To()) != 0 {
				lively = append(lively, m)
			}
		}
		next := moves[dice.IntN(len(moves))]
		if len(lively) > 0 && dice.IntN(3) == 0 {
			next = lively[dice.IntN(len(lively))]
		}
		for range 6 {
			if len(lively) > 0 {
				m := lively[dice.IntN(len(lively))]
				b.steps = append(b.steps, &step{p, m, p.Details(m), p.Play(m), last, origin})
			}
		}
		s := &step{p, next, p.Details(next), p.Play(next), last, origin}
		b.steps = append(b.steps, s)
		origin, p, last = s.originAfter(), s.after, s
	}
}

// originAfter returns where each piece stood at the start of the game, after the move.
func (s *step) originAfter() []kirke.Square {
	next := slices.Clone(s.origin)
	d := &s.d
	area := kirke.Square(len(next))
	captured := kirke.NoSquare
	if d.CapturedAt < area {
		captured = s.origin[d.CapturedAt]
	}
	switch {
	case s.m.Form() == rules.Castle:
		next[d.To], next[d.RookTo] = s.origin[d.From], s.origin[d.RookFrom]
	case s.m.Form() == rules.Reassign || d.To >= area:
		return next
	case d.CapturerAt != kirke.NoSquare:
		next[d.CapturerAt] = s.origin[d.From]
	default:
		next[d.To] = s.origin[d.From]
	}
	if d.RebornAs != 0 && !d.RebornBelow && d.RebornAt < area && d.Captured != 0 {
		next[d.RebornAt] = captured
	}
	for _, h := range d.Emerged {
		next[h.At] = h.At
	}
	if d.Gated != 0 {
		next[d.GatedAt] = d.GatedAt
	}
	return next
}

// plain returns the game without rebirths in the position p, with a side to move.
// Rights are left out, except en passant.
func (b *bench) plain(p rules.Position, side kirke.Color) rules.Position {
	v := b.model.plain
	if v == nil {
		c := *b.v
		c.Aftermath, c.Castling, c.Gating, c.Series = rules.Aftermath{}, rules.Castling{}, rules.Gating{},
			rules.Series{}
		if b.model.reborn == "next half-move" { // pawns on the first rank move there
			c.Aftermath = rules.Aftermath{Active: true, Where: rules.AtNextVector}
		}
		v = &c
	}
	s, from := rules.NewSetup(v), p.Setup()
	s.Board, s.Turn, s.Conversions = from.Board, side, from.Conversions
	if side == from.Turn && p.Turn() == side && (from.Series.Left == from.Series.Length) {
		s.EnPassant = from.EnPassant
	}
	q, err := reference.New(v, s, rules.AnyDefect)
	if err != nil {
		b.Fatal(err)
	}
	b.model.plain = q.Variant() // the copy that positions share, which is set up the fastest
	return q
}

// sentences cuts a paragraph into sentences.
func sentences(text string) []string {
	var all []string
	for {
		i := 0
		for i < len(text) {
			n := strings.Index(text[i:], ". ")
			if n < 0 {
				i = len(text)
				break
			}
			i += n + 2
			if i < len(text) && text[i] >= 'A' && text[i] <= 'Z' {
				break
			}
		}
		all = append(all, strings.TrimSpace(text[:i]))
		if text = text[i:]; text == "" {
			return all
		}
	}
}

// spelled checks that both names are read as a piece of a type.
func (b *bench) spelled(t piece.Type, letter, alias string) {
	for _, name := range []string{letter, alias} {
		pc, err := b.v.ParsePiece(name)
		if err != nil || b.v.Type(pc.Type()).Name != t.Name {
			b.wrong(nil, "%s: %v %v", name, pc, err)
		}
	}
	b.saw()
}
