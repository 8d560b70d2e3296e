package rulebook

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// handStatements are about pieces in hand and on imaginary squares.
func handStatements() []*statement {
	const first = `the first time that (.*) leaves the square where it starts, one (?:piece in hand|of the two) ` +
		`may be (?:gated: )?put on that square in the same move, if it is empty then\.`
	return []*statement{
		{pattern: `Each side starts with (.*) in hand\.`, read: func(b *bench, said []string) {
			want := listed(said[1])
			for c, hand := range b.start.Setup().Gating.Hand {
				for i, n := range hand {
					if n != 0 && (n != 1 || i >= len(want) ||
						nameOf(b.v.Type(b.v.TypeOf(b.v.Gating.Hand[i]))) != want[i]) ||
						n == 0 && i < len(want) {
						b.wrong(b.start.Rules(), "%v holds %v", kirke.Color(c), hand)
					}
				}
			}
			b.saw()
		}},
		{pattern: strings.Replace(first, "the first", "The first", 1), read: func(b *bench,
			said []string) {
			b.gates(listed(said[1]))
		}},
		{pattern: `First gating: ` + first, read: func(b *bench, said []string) { b.gates(listed(said[1])) }},
		{pattern: `This is possible while both wait outside the board\.`, read: func(b *bench, _ []string) {
			for _, p := range b.places {
				for c, gates := range p.Setup().Gating.Gates {
					if gates != 0 && b.waiting(p, kirke.Color(c)) != 2 {
						b.wrong(p, "the gates of %v are open", kirke.Color(c))
					}
				}
			}
			b.saw()
		}},
		{pattern: `A piece that is captured on that square, or ` +
			`leaves it without gating, closes the gate there for good\.`, read: closing},
		{pattern: `A piece that is reborn there does not open it again\.`, read: reopening},
		{pattern: `The move must be legal with the gated piece and without ` +
			`it: gating never parries a check and never breaks a pin\.`, read: bareMove},
		{pattern: `The gated piece may give check\.`, read: func(b *bench, _ []string) {
			for _, s := range b.steps {
				if s.d.Check && s.d.Gated != 0 && !b.leavesCheckWithout(s) {
					b.saw()
				}
			}
		}},
		{pattern: `In castling one piece may be gated, on the square that the king leaves or on that of the rook(?:, ` +
			`never on both)?\.`, read: func(b *bench, _ []string) { b.castlingGate() }},
		{pattern: `It cannot be gated on a square where king or rook lands\.`, read: func(b *bench, _ []string) {
			for _, s := range b.steps {
				if s.m.Form() == rules.Castle && s.d.Gated != 0 && (s.d.GatedAt == s.d.To ||
					s.d.GatedAt == s.d.RookTo) {
					b.wrong(s.before, "%s", text(s.before, s.m))
				}
			}
			b.castlingGate()
		}},

		{pattern: `Each side's (.*) start on imaginary squares one diagonal step outside the corners: (.*)\.`,
			read: imaginary},
		{pattern: `At most one (.*) of a side is on the board at a time, promoted ones included\.`, read: func(b *bench,
			said []string) {
			for _, p := range b.places {
				var n [2]int
				for _, pc := range p.Setup().Board {
					if pc != 0 && slices.Contains(listed(said[1]), nameOf(b.v.Type(pc.Type()))) {
						n[pc.Color()]++
					}
				}
				// A diagram may stand so that the rule is broken; play never does.
				if max(n[0], n[1]) > 1 && !p.Variant().AssumeCastling {
					b.wrong(p, "there are %v", n)
				}
				if n[0]+n[1] > 0 {
					b.saw()
				}
			}
		}},
		{pattern: `Once one of the two is gone and none is on the board, the other may be gated on the square ` +
			`that any own piece but a pawn leaves, whether it has moved before or not\.`, read: anyGate},
		{pattern: `Reassignment: the piece on the board goes back to its own imaginary square and the one that waits ` +
			`takes its place\.`, read: reassigned},
		{pattern: `One pawn move may follow in the same move\.`, read: func(b *bench, _ []string) {
			b.seen(func(s *step) bool { return s.m.Form() == rules.Reassign && s.d.PawnFrom != kirke.NoSquare })
		}},
		{pattern: `Only the position after that must leave the own king safe\.`, read: func(b *bench, _ []string) {
			b.seen(func(s *step) bool { return s.m.Form() == rules.Reassign && !turned(s.after, s.us()).InCheck() })
		}},
		{pattern: `Pieces outside the board do not move, check, guard or block\.`, read: passive},
		{pattern: `An enemy there can be captured by (.*) along the long diagonal through the empty corner, and by ` +
			`(.*) with a knight's leap\.`, read: outside},
		{pattern: `Both pieces then leave the game\.`, read: func(b *bench, _ []string) {
			b.seen(func(s *step) bool {
				if int(s.d.To) < b.v.Size.Area() {
					return false
				}
				if s.after.At(s.d.To) != 0 || s.after.At(s.d.From) != 0 && s.d.Gated == 0 {
					b.wrong(s.before, "after %s something is left", text(s.before, s.m))
				}
				return true
			})
		}},
		{pattern: `Redesignation \(∞\): a side that castles may let its two imaginary squares change places, as long ` +
			`as a piece of its own stands on one of them\.`, read: redesignated},
	}
}

// seen looks for a step.
func (b *bench) seen(is func(s *step) bool) {
	for _, s := range b.steps {
		if is(s) {
			b.saw()
		}
	}
}

// waiting counts a side's pieces on imaginary squares.
func (b *bench) waiting(p rules.Position, c kirke.Color) int {
	n := 0
	for i := range 2 {
		if p.Setup().Gating.Imaginary[2*int(c)+i] != 0 {
			n++
		}
	}
	return n
}

// gates compares what each move gates with the gates.
func (b *bench) gates(starting []string) {
	for _, p := range b.places {
		us := p.Turn()
		e := p.Setup().Gating
		legal := p.LegalMoves(nil)
		gated := map[rules.Move]map[rules.PieceType]bool{}
		for _, m := range legal {
			if k := m.Gated(); k != 0 && m.Form() == rules.Ordinary {
				if gated[m.WithGated(0, false)] == nil {
					gated[m.WithGated(0, false)] = map[rules.PieceType]bool{}
				}
				gated[m.WithGated(0, false)][k] = true
			}
		}
		for _, m := range legal {
			if m.Form() != rules.Ordinary || m.Gated() != 0 {
				continue
			}
			from := m.From()
			open := b.v.Size.RankFrom(us, from) == 0 && e.Gates[us]>>b.v.Size.File(from)&1 != 0
			name := nameOf(b.v.Type(b.pieceType(p.At(from))))
			for i, letter := range []byte(b.v.Gating.Hand) {
				k := b.v.TypeOf(letter)
				inHand := e.Hand[us][i] > 0 || b.v.Gating.Imaginary && b.waiting(p, us) == 2
				switch is := gated[m][k]; {
				case is && open && inHand && !slices.Contains(starting, name):
					b.wrong(p, "a piece is gated behind a %s", name)
				case is && !(open && inHand) && !b.v.Gating.Imaginary:
					b.wrong(p, "a piece is gated on %s", b.v.SquareName(from))
				case !is && open && inHand && p.Play(m).At(from) == 0:
					if err := p.Forbidden(m.WithGated(k, false)); err == nil ||
						!strings.Contains(err.Error(), "the king would "+
							"be in check") {
						b.wrong(p, "after %s no %s may be gated: %v", text(p, m), b.v.Type(k).Name, err)
					}
				case is && open && inHand:
					b.saw()
				}
			}
		}
	}
	for _, pc := range b.startBoard() {
		if pc != 0 && !b.v.Type(pc.Type()).Pawn && !slices.Contains(starting, nameOf(b.v.Type(b.pieceType(pc)))) {
			b.wrong(nil, "a %s starts, too", b.v.Type(pc.Type()).Name)
		}
	}
}

func closing(b *bench, _ []string) {
	for _, s := range b.steps {
		before, after := s.before.Setup().Gating, s.after.Setup().Gating
		for c := range before.Gates {
			if after.Gates[c]&^before.Gates[c] != 0 {
				b.wrong(s.before, "%s opens a gate", text(s.before, s.m))
			}
			for rest := before.Gates[c]; rest != 0; rest &= rest - 1 {
				file := bits.TrailingZeros16(rest)
				sq := b.v.Size.Home(kirke.Color(c), file, 0)
				left := sq == s.d.From || sq == s.d.RookFrom || sq == s.d.CapturedAt
				if is := after.Gates[c]>>file&1 != 0; is && left {
					b.wrong(s.before, "after %s the gate on %s is open", text(s.before, s.m), b.v.SquareName(sq))
				}
				if left {
					b.saw()
				}
			}
		}
	}
}

func reopening(b *bench, _ []string) {
	closing(b, nil)
	b.seen(func(s *step) bool {
		at := s.d.RebornAt
		if at == kirke.NoSquare {
			at = s.d.CapturerAt
		}
		if int(at) >= b.v.Size.Area() || s.d.RebornBelow {
			return false
		}
		pc := s.after.At(at)
		if pc == 0 || b.v.Size.RankFrom(pc.Color(), at) != 0 {
			return false
		}
		e := s.after.Setup().Gating
		if e.Gates[pc.Color()]>>b.v.Size.File(at)&1 != 0 {
			b.wrong(s.after, "the gate on %s is open", b.v.SquareName(at))
		}
		return e.Hand[pc.Color()] != [2]int{}
	})
}

// bareMove checks that a move that gates a piece is legal and leaves the king safe without it.
func bareMove(b *bench, _ []string) {
	for _, s := range b.steps {
		if s.d.Gated == 0 || s.m.Form() == rules.Reassign {
			continue
		}
		if bare := s.m.WithGated(0, false); !s.m.Redesignates() && !s.before.IsLegal(bare) {
			b.wrong(s.before, "%s is legal, %s is not", text(s.before, s.m), text(s.before, bare))
		}
		if q := turned(s.after, s.us()); q != nil && s.after.Setup().Aftermath.Choice == kirke.NoSquare && q.InCheck() {
			b.wrong(s.before, "%s leaves the king in check", text(s.before, s.m))
		}
		b.saw()
	}
}

// leavesCheckWithout reports whether the move gives check without the gated piece, too.
func (b *bench) leavesCheckWithout(s *step) bool {
	bare := s.m.WithGated(0, false)
	return s.m.Form() != rules.Reassign && s.before.IsLegal(bare) && s.before.Details(bare).Check
}

// castlingGate looks at what is gated in castling.
func (b *bench) castlingGate() {
	for _, s := range b.steps {
		if s.m.Form() != rules.Castle || s.d.Gated == 0 {
			continue
		}
		if s.d.GatedAt != s.d.From && s.d.GatedAt != s.d.RookFrom || s.after.At(s.d.GatedAt) != s.d.Gated {
			b.wrong(s.before, "%s", text(s.before, s.m))
		}
		b.saw()
	}
}

func imaginary(b *bench, said []string) {
	e := b.start.Setup().Gating
	for i, pair := range listed(said[2]) {
		name, corner, _ := strings.Cut(pair, " beyond ")
		sq, err := b.v.ParseSquare(name)
		at, err2 := b.v.ParseSquare(corner)
		if err != nil || err2 != nil || sq != b.v.Imaginary(i) || e.Imaginary[i] == 0 ||
			b.start.At(sq) != e.Imaginary[i] ||
			!slices.Contains(listed(said[1]), nameOf(b.v.Type(e.Imaginary[i].Type()))) {
			b.wrong(b.start.Rules(), "%s: %v %v", pair, err, err2)
			continue
		}
		// A bishop on the corner is one diagonal step away.
		c := e.Imaginary[i].Color()
		s := b.outsideSetup(i, at, 'B')
		if !slices.ContainsFunc(set(b.v, s, rules.AnyDefect).LegalMoves(nil),
			func(m rules.Move) bool { return m.From() == at && m.To() == sq }) {
			b.wrong(nil, "a bishop on %s does not reach %s of %v", corner, name, c)
		}
	}
	b.saw()
}

// outsideSetup puts an enemy piece of a letter on a square, and a piece of the hand on
// the imaginary square i.
func (b *bench) outsideSetup(i int, at kirke.Square, letter byte) rules.Setup {
	owner := kirke.Color(i / 2)
	by := string(letter)
	if owner == kirke.White {
		by = strings.ToLower(by)
	}
	size := b.v.Size
	s := b.bare(map[kirke.Square]byte{at: by[0], size.At(4, 0): 'K', size.At(3, size.Ranks-1): 'k'})
	if letter == 'K' {
		s.Board = slices.Clone(s.Board)
		for sq, pc := range s.Board {
			if kirke.Square(sq) != at && pc == s.Board[at] {
				s.Board[sq] = 0
			}
		}
	}
	s.Turn = owner.Other()
	s.Gating.Imaginary[i] = rules.MakePiece(b.v.TypeOf(b.v.Gating.Hand[0]), owner)
	return s
}

// outside tries each type on the long diagonals and a leap away.
func outside(b *bench, said []string) {
	far := [2][]string{listed(said[1]), listed(said[2])}
	size := b.v.Size
	f, r := size.Files-1, size.Ranks-1
	for i, way := range [4][2][2]int{{{2, 2}, {0, 1}}, {{f - 2, 2}, {f, 1}}, {{2, r - 2}, {0, r - 1}}, {{f - 2, r - 2},
		{f, r - 1}}} {
		for how, at := range way {
			for _, k := range types(b.v) {
				t := b.v.Type(k)
				sq := size.At(at[0], at[1])
				s := b.outsideSetup(i, sq, t.Letter)
				takes := slices.ContainsFunc(set(b.v, s, rules.AnyDefect).LegalMoves(nil),
					func(m rules.Move) bool { return m.From() == sq && m.To() == b.v.Imaginary(i) })
				if want := slices.Contains(far[how], nameOf(t)); takes != want {
					b.wrong(nil, "a %s on %s takes on %s: %v", t.Name, b.v.SquareName(sq),
						b.v.SquareName(b.v.Imaginary(i)), takes)
				}
			}
		}
	}
	b.saw()
}

func anyGate(b *bench, _ []string) {
	for _, p := range b.places {
		us := p.Turn()
		present := 0
		for _, pc := range p.Setup().Board {
			if pc != 0 && pc.Color() == us && strings.IndexByte(b.v.Gating.Hand, b.v.Type(pc.Type()).Letter) >= 0 {
				present++
			}
		}
		if b.waiting(p, us) != 1 {
			continue
		}
		legal := p.LegalMoves(nil)
		for _, m := range legal {
			if m.Form() != rules.Ordinary || m.Gated() != 0 {
				continue
			}
			may := slices.ContainsFunc(legal, func(e rules.Move) bool {
				return e.Gated() != 0 &&
					e.WithGated(0, false) == m
			})
			pawn := b.v.Type(p.At(m.From()).Type()).Pawn
			switch {
			case may && (pawn || present > 0):
				b.wrong(p, "a piece is gated behind %s", text(p, m))
			case !may && !pawn && present == 0:
				waits := p.Setup().Gating.Imaginary[2*int(us)]
				if waits == 0 {
					waits = p.Setup().Gating.Imaginary[2*int(us)+1]
				}
				if err := p.Forbidden(m.WithGated(waits.Type(), false)); err == nil || !strings.Contains(err.Error(),
					"the king would be in check") {
					b.wrong(p, "nothing is gated behind %s: %v", text(p, m), err)
				}
			case may:
				b.saw()
			}
		}
	}
}

func reassigned(b *bench, _ []string) {
	for _, s := range b.steps {
		if s.m.Form() != rules.Reassign {
			continue
		}
		us := int(s.us())
		before, after := s.before.Setup().Gating.Imaginary, s.after.Setup().Gating.Imaginary
		in, back := s.before.At(s.m.From()), s.after.At(s.m.From())
		from, to := 2*us, 2*us+1
		if before[from] == 0 {
			from, to = to, from
		}
		if s.d.PawnTo != s.m.From() && (before[from] != back || after[to] != in || after[from] != 0 ||
			before[to] != 0) {
			b.wrong(s.before, "%s: %v becomes %v", text(s.before, s.m), before, after)
		}
		b.saw()
	}
}

// passive removes the pieces outside the board and checks what changes.
func passive(b *bench, _ []string) {
	for _, p := range b.places {
		s := p.Setup()
		if s.Gating.Imaginary == [4]rules.Piece{} {
			continue
		}
		s.Gating.Imaginary = [4]rules.Piece{}
		s.Gating.Gates = [2]uint16{}
		q, err := reference.Exactly(b.v, s)
		if err != nil {
			b.Fatal(err)
		}
		board := func(p rules.Position) []rules.Move {
			moves := slices.DeleteFunc(p.LegalMoves(nil), func(m rules.Move) bool {
				return m.Form() == rules.Reassign || m.Gated() != 0 || m.Redesignates() ||
					int(m.To()) >= b.v.Size.Area() ||
					m.Promotion() != 0
			})
			slices.Sort(moves)
			return moves
		}
		if p.InCheck() != q.InCheck() || !slices.Equal(board(p), board(q)) {
			b.wrong(p, "pieces outside change what moves on the board")
		}
		b.saw()
	}
}

func redesignated(b *bench, _ []string) {
	for _, p := range b.places {
		legal := p.LegalMoves(nil)
		for _, m := range legal {
			if m.Form() != rules.Castle || m.Redesignates() {
				continue
			}
			left := b.waiting(p, p.Turn())
			if m.Gated() != 0 {
				left--
			}
			if is := slices.Contains(legal, m.WithRedesignation()); is != (left > 0) {
				b.wrong(p, "%s: %d wait, and the squares may change places: %v", text(p, m), left, is)
			}
		}
	}
	for _, s := range b.steps {
		if !s.m.Redesignates() {
			continue
		}
		us := 2 * int(s.us())
		before, after := s.before.Setup().Gating.Imaginary, s.after.Setup().Gating.Imaginary
		for i := range 2 {
			if pc := before[us+i]; pc != s.d.Gated && after[us+1-i] != pc {
				b.wrong(s.before, "%s: %v becomes %v", text(s.before, s.m), before, after)
			}
		}
		b.saw()
	}
}
