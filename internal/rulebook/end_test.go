package rulebook

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// deadMaterial says which material is a draw.
const deadMaterial = `The game is a draw when only the two kings are left(?:, or besides them one ([^,]*?)` +
	`(, or bishops that all stand on squares of one colour(?: and can no longer convert)?)?)?` +
	`(?: and no piece waits on an imaginary square|,? and no piece can be gated)?(?: and no piece waits)?\.`

// TestDeadMaterial: in the games of other programs too, the pages say which material is a draw.
func TestDeadMaterial(t *testing.T) {
	shape := regexp.MustCompile("^" + deadMaterial + "$")
	read := 0
	for _, v := range rules.Catalogue() {
		start, err := kirke.Start(v)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(v.ID, func(t *testing.T) {
			b := &bench{T: t, v: start.Variant(), start: start, sight: map[string]int{}}
			for _, section := range Of(start) {
				for _, sentence := range sentences(strings.Join(section.Text, " ")) {
					if said := shape.FindStringSubmatch(sentence); said != nil {
						dying(b, said)
						read++
					}
				}
			}
		})
	}
	if read < 20 {
		t.Errorf("only %d pages say it", read)
	}
}

// endStatements are about how games end.
func endStatements() []*statement {
	return []*statement{
		{pattern: `A side that is in check and has no legal move is mated and loses\.`, read: func(b *bench,
			_ []string) {
			b.noMove(true)
		}},
		{pattern: `A side that is not in check and has no legal move(?:, at whatever point of its series,)? is ` +
			`stalemated: a draw\.`, read: func(b *bench, _ []string) { b.noMove(false) }},
		{pattern: deadMaterial, read: dying},
		{pattern: `It is a draw when the side to move has nothing but its king, unless the opponent too has only one ` +
			`piece besides the king and that can be taken at once\.`, read: barely},
		{pattern: `When a position has stood for the third time the player to move may claim a draw; ` +
			`the fifth time the game is a draw\.`, read: func(b *bench, _ []string) {
			b.repeats(2, kirke.ThreefoldRepetition, true)
			b.repeats(4, kirke.FivefoldRepetition, false)
		}},
		{pattern: `When a position has stood for the third time the game is a draw\.`, read: func(b *bench,
			_ []string) {
			b.repeats(2, kirke.ThreefoldRepetition, false)
		}},
		{pattern: `No position comes back, since every series is longer than the one before\.`, read: func(b *bench,
			_ []string) {
			for _, s := range b.steps {
				for last := s.last; last != nil; last = last.last {
					if last.before.SameAs(s.after) {
						b.wrong(s.after, "it comes back")
					}
				}
			}
			b.saw()
		}},
		{pattern: `After fifty moves of each side in a row without a capture or pawn move the player to move may ` +
			`claim a draw; after seventy-five the game is a draw\.`, read: func(b *bench, _ []string) {
			b.idles(100, kirke.FiftyMoves, true)
			b.idles(150, kirke.SeventyFiveMoves, false)
		}},
		{pattern: `After fifty moves of each side in a row without a capture or pawn move the game is a draw\.`,
			read: func(b *bench, _ []string) { b.idles(100, kirke.FiftyMoves, false) }},
		{pattern: `After (\d+) turns in a row without a capture or pawn move the game is a draw\.`, read: func(b *bench,
			said []string) {
			n, err := strconv.Atoi(said[1])
			if err != nil {
				b.Fatal(err)
			}
			b.idles(n, kirke.IdleTurns, false)
		}},
		{pattern: `No draw has to be claimed\.`, read: func(b *bench, _ []string) {
			for _, g := range []*kirke.Game{b.shuffled(4), b.idled(150)} {
				for range g.Ply() {
					if len(g.Claims()) > 0 {
						b.wrong(g.Position().Rules(), "%v may be claimed", g.Claims())
					}
					if err := g.GoTo(g.Ply() - 1); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.saw()
		}},
		{pattern: `A draw is claimed when it is your turn\.`,
			read: func(b *bench, _ []string) {
				g := b.shuffled(2)
				if claims := g.Claims(); len(claims) == 0 || g.Claim(claims[0]) != nil || !g.Outcome().Over() {
					b.wrong(g.Position().Rules(), "%v may be claimed, and that leaves %v", claims, g.Outcome())
				}
				b.saw()
			}},
	}
}

// noMove looks at positions without a legal move.
func (b *bench) noMove(check bool) {
	for _, s := range b.steps {
		if s.after.HasLegalMove() || s.after.InCheck() != check || s.after.Setup().Aftermath.Choice != kirke.NoSquare {
			continue
		}
		p, err := kirke.FromSetup(b.v, s.after.Setup(), kirke.Forgive(rules.AnyDefect))
		if err != nil {
			b.Fatal(err)
		}
		want := kirke.Outcome{Result: kirke.Drawn, Reason: kirke.Stalemate}
		if check {
			want = kirke.Outcome{Result: kirke.Win(s.after.Turn().Other()), Reason: kirke.Mate}
		}
		if got := p.Outcome(); got != want {
			b.wrong(s.after, "it is %v", got)
		}
		b.saw()
	}
}

// diagrams returns random diagrams of few pieces, and some with one piece of each type.
func (b *bench) diagrams(n int) []rules.Position {
	dice := rand.New(rand.NewPCG(7, uint64(len(b.v.ID))))
	var all []rules.Position
	add := func(most int, without string) {
		if p := set(b.v, rulestest.Scatter(dice, b.v, most, without), 0); p != nil {
			all = append(all, p)
		}
	}
	for i := range n {
		add(i%4, "QSPCAEGHMXD"[:min(i%12, 11)])
	}
	var letters string
	for _, k := range types(b.v) {
		if t := b.v.Type(k); !t.Royal && !strings.ContainsRune(b.v.Extinction.Types, rune(t.Letter)) {
			letters += string(t.Letter)
		}
	}
	for _, only := range letters {
		for range 2 {
			add(1, strings.ReplaceAll(letters, string(only), ""))
		}
	}
	return all
}

// dying compares what is said of material with what the kernel says.
func dying(b *bench, said []string) {
	one := listed(said[1])
	for _, p := range append(b.diagrams(60), b.places...) {
		s := p.Setup()
		var pieces []string
		shades := map[bool]bool{}
		bishops := 0
		for sq, pc := range s.Board {
			if pc == 0 || b.v.Type(pc.Type()).Royal {
				continue
			}
			name := nameOf(b.v.Type(pc.Type()))
			pieces = append(pieces, name)
			if name == "bishop" {
				bishops++
				shades[b.v.Size.Dark(kirke.Square(sq))] = true
				if _, is := unmoved(p)[kirke.Square(sq)]; is {
					shades[false], shades[true] = true, true
				}
			}
		}
		waits := len(s.Aftermath.Below) > 0 || s.Aftermath.Pending != 0 || s.Gating.Imaginary != [4]rules.Piece{}
		for c := range 2 {
			waits = waits || s.Gating.Gates[c] != 0 && s.Gating.Hand[c] != [2]int{}
		}
		want := len(pieces) == 0 || said[1] != "" && len(pieces) == 1 && slices.Contains(one, pieces[0]) ||
			said[2] != "" && bishops == len(pieces) && len(shades) == 1
		if want = want && !waits; p.Dead() != want {
			b.wrong(p, "the kernel says %v", p.Dead())
		}
		if want {
			b.saw()
		}
	}
}

// barely compares what is said of bare kings with the outcome.
func barely(b *bench, _ []string) {
	for _, p := range append(b.diagrams(80), b.places...) {
		s := p.Setup()
		var own, theirs int
		last := kirke.NoSquare
		for sq, pc := range s.Board {
			switch {
			case pc == 0 || b.v.Type(pc.Type()).Royal:
			case pc.Color() == p.Turn():
				own++
			default:
				theirs++
				last = kirke.Square(sq)
			}
		}
		for i, pc := range s.Gating.Imaginary {
			if pc != 0 && kirke.Color(i/2) == p.Turn() {
				own++
			}
		}
		for _, h := range append(s.Aftermath.Below, rules.Hidden{Piece: s.Aftermath.Pending}) {
			if h.Piece != 0 && h.Piece.Color() == p.Turn() {
				own++
			}
		}
		if s.Gating.Gates[p.Turn()] != 0 && s.Gating.Hand[p.Turn()] != [2]int{} {
			own++
		}
		at, err := kirke.FromSetup(b.v, s, kirke.Forgive(rules.AnyDefect))
		if err != nil {
			b.Fatal(err)
		}
		got := at.Outcome()
		if got.Reason == kirke.Mate || got.Reason == kirke.Stalemate || got.Reason == kirke.DeadPosition {
			continue
		}
		takes := slices.ContainsFunc(p.LegalMoves(nil), func(m rules.Move) bool { return m.To() == last })
		if want := own == 0 && theirs > 0 && !(theirs == 1 && takes); want != (got.Reason == kirke.BareKing) {
			b.wrong(p, "it is %v", got)
		} else if want {
			b.saw()
		}
	}
}

// shuffled has two kings go to and fro so many times.
func (b *bench) shuffled(times int) *kirke.Game {
	return b.kings(0, times*4)
}

// idled plays one half-move, in a series a turn of one, after so many without progress.
func (b *bench) idled(halves int) *kirke.Game { return b.kings(halves-1, 1) }

// kings plays half-moves of the kings alone, to and fro, in a game with a rook of each
// side and without rights: with neither side in check.
func (b *bench) kings(half, plies int) *kirke.Game {
	size := b.v.Size
	for white := range size.Files - 1 {
		for black := range size.Files - 1 {
			for rook := range size.Files - 1 {
				s := b.bare(map[kirke.Square]byte{
					size.At(white, 0): 'K', size.At(black, size.Ranks-1): 'k', size.At(rook, 2): 'R', size.At(rook+1,
						size.Ranks-3): 'r',
				})
				s.Halfmove = half
				p, err := kirke.FromSetup(b.v, s)
				if err != nil {
					continue
				}
				if g := toAndFro(p, plies); g != nil {
					return g
				}
			}
		}
	}
	b.Fatal("the kings cannot go to and fro anywhere")
	return nil
}

// toAndFro has the kings step aside and back in turn, nil where they may not.
func toAndFro(p kirke.Position, plies int) *kirke.Game {
	g := kirke.NewGame(p)
	home := [2]kirke.Square{p.Rules().King(kirke.White), p.Rules().King(kirke.Black)}
	for range plies {
		side := g.Position().Turn()
		from, to := g.Position().Rules().King(side), home[side]
		if from == to {
			to++
		}
		if g.Play(rules.MakeMove(rules.Ordinary, from, to)) != nil {
			return nil
		}
	}
	return g
}

// repeats goes to and fro, and asks what follows at the end and not before.
func (b *bench) repeats(times int, reason kirke.Reason, claimed bool) {
	b.follows(b.shuffled(times), reason, claimed)
}

// idles plays a quiet half-move after so many, and asks what follows.
func (b *bench) idles(halves int, reason kirke.Reason, claimed bool) {
	b.follows(b.idled(halves), reason, claimed)
}

// follows checks that a draw may be claimed, or has come, at the end of a game and not
// one half-move before.
func (b *bench) follows(g *kirke.Game, reason kirke.Reason, claimed bool) {
	is := func() bool {
		if claimed {
			return slices.Contains(g.Claims(), reason)
		}
		return g.Outcome() == kirke.Outcome{Result: kirke.Drawn, Reason: reason}
	}
	at := strings.TrimSpace(g.Position().FEN())
	if !is() {
		b.Errorf("%q is not true in %s: %v, claims %v", b.current, at, g.Outcome(), g.Claims())
	}
	if err := g.GoTo(g.Ply() - 1); err != nil {
		b.Fatal(err)
	}
	if is() {
		b.Errorf("%q is true a half-move before %s: %v, claims %v", b.current, at, g.Outcome(), g.Claims())
	}
	b.saw()
}
