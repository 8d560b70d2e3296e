package rulebook

import (
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// partStatements are about pawns, castling, the conversion rule and series.
func partStatements() []*statement {
	return []*statement{
		{pattern: `There is no taking en passant: no pawn's home square is beside a pawn that has passed\.`,
			read: func(b *bench, _ []string) { b.enPassant(false) }},
		{pattern: `A pawn that has moved two squares may be taken by a pawn in the next half-move as if it had moved ` +
			`one \(en passant\)\.`,
			read: func(b *bench, _ []string) { b.enPassant(true) }},
		{pattern: `A pawn that reaches the last rank becomes (.*)\.`, read: promotions},
		{pattern: `It may become (.*) only while none of these of its side is on the board\.`, read: fewerPromotions},
		{pattern: `A pawn that captures on the last rank leaves the board without promoting\.`, read: vanishing},
		{pattern: `A pawn that is reborn on its second rank may move two squares again\.`, read: twoSteps},
		{pattern: `A pawn that comes to stand on its own first rank does not move, capture or give check\.`,
			read: func(b *bench, _ []string) { b.firstRank(false) }},
		{pattern: `A pawn that comes to stand on its own first rank moves one square and captures\.`,
			read: func(b *bench,
				_ []string) {
				b.firstRank(true)
			}},

		{pattern: `There is no castling\.`, read: func(b *bench, _ []string) {
			for _, s := range b.steps {
				if s.m.Form() == rules.Castle {
					b.wrong(s.before, "%s", text(s.before, s.m))
				}
			}
			b.saw()
		}},
		{pattern: `A king and a rook that have not moved may castle, if the squares between them are empty and the ` +
			`king is not in check and would not be on any square that it passes or lands on\.`,
			read: func(b *bench, _ []string) { b.castles(false) }},
		{pattern: `A king and a rook that have not moved may castle, if the squares that they pass or land on are ` +
			`empty but for the two and the king is not in check ` +
			`and would not be on any square that it passes or lands on\.`,
			read: func(b *bench, _ []string) { b.castles(true) }},
		{pattern: `The king lands on the (\w)-file and the rook on the (\w)-file, or on the queen's side on the ` +
			`(\w)-file and the (\w)-file\.`, read: landings},
		{pattern: `They land there from whatever squares they start on\.`,
			read: func(b *bench, _ []string) { b.saw() }},
		// landings looks at all
		{pattern: `A rook that is reborn on a square where its side's rooks start may castle again\.`,
			read: func(b *bench,
				_ []string) {
				b.mayCastleAgain('R')
			}},
		{pattern: `A king that is reborn on the square where it starts may castle again\.`, read: func(b *bench,
			_ []string) {
			b.mayCastleAgain('K')
		}},

		{pattern: `The bishops conversion rule holds for a side whose two bishops start on squares of one colour\.`,
			read: whoConverts},
		{pattern: `A conversion is one orthogonal step of a bishop that has not moved\.`, read: conversions},
		{pattern: `A conversion may capture\.`, read: func(b *bench, _ []string) { b.convertingCaptures(true) }},
		{pattern: `A conversion may not capture\.`, read: func(b *bench, _ []string) { b.convertingCaptures(false) }},
		{pattern: `While neither has moved, each may move as a bishop or convert\.`, read: conversions},
		{pattern: `When one has moved as a bishop, the other must convert with its first move and (attacks only the ` +
			`squares beside it|attacks nothing) until then\.`, read: mustConvert},
		{pattern: `When one has converted, the other never does\.`, read: conversions},
		{pattern: `When one is captured before either has moved, the other keeps its choice\.`, read: conversions},
		{pattern: `A bishop that is reborn can no longer convert\.`, read: rebornBishop},

		{pattern: `White plays one move, Black two, White three, and so on\.`, read: lengths},
		{pattern: `A side in check must get out of it with the first move of its series\.`, read: leavesCheck},
		{pattern: `En passant is possible with the first move of a series only, against a pawn whose last move was ` +
			`its double step\.`, read: seriesEnPassant},
		{pattern: `Check may be given only with the very last move of a series \(Italian\)\.`, read: func(b *bench,
			_ []string) {
			for _, s := range b.steps {
				if s.d.Check && s.before.Setup().Series.Left != 1 {
					b.wrong(s.before, "%s checks early", text(s.before, s.m))
				}
				if s.d.Check {
					b.saw()
				}
			}
		}},
		{pattern: `A check ends the series \(Scottish\); the series after it is one move longer all the same\.`,
			read: func(b *bench, _ []string) {
				for _, s := range b.steps {
					before, after := s.before.Setup().Series, s.after.Setup().Series
					if !s.d.Check {
						continue
					}
					if s.after.Turn() == s.us() || after.Length != before.Length+1 || after.Left != after.Length {
						b.wrong(s.before, "after %s comes %v", text(s.before, s.m), after)
					}
					if before.Left > 1 {
						b.saw()
					}
				}
			}},
	}
}

// bare returns a board with the two kings far from the middle, and more pieces by letter
// and square, small letters for Black.
func (b *bench) bare(pieces map[kirke.Square]byte) rules.Setup {
	s := rules.NewSetup(b.v)
	for sq, letter := range pieces {
		pc, err := b.v.ParsePiece(string(letter))
		if err != nil {
			b.Fatal(err)
		}
		s.Board[sq] = pc
	}
	king := b.v.TypeOf('K')
	for c := range [2]kirke.Color{} {
		side := kirke.Color(c)
		if slices.Contains(s.Board, rules.MakePiece(king, side)) {
			continue
		}
		for file := range b.v.Size.Files { // as far to a corner as there is room
			if sq := b.v.Size.Home(side, file, 0); s.Board[sq] == 0 {
				s.Board[sq] = rules.MakePiece(king, side)
				break
			}
		}
	}
	return s
}

// legal returns the legal moves of a setup from a square.
func (b *bench) legal(s rules.Setup, from kirke.Square) (rules.Position, []rules.Move) {
	p := set(b.v, s, rules.AnyDefect)
	if p == nil {
		b.Fatal("no position of a setup")
	}
	return p, slices.DeleteFunc(p.LegalMoves(nil), func(m rules.Move) bool { return m.From() != from })
}

// enPassant has a pawn pass another on every file.
func (b *bench) enPassant(possible bool) {
	size := b.v.Size
	taken := 0
	for file := range size.Files - 1 {
		taker, passer := size.At(file, size.Ranks-4), size.At(file+1, size.Ranks-2)
		s := b.bare(map[kirke.Square]byte{taker: 'P', passer: 'p'})
		s.Turn = kirke.Black
		_, moves := b.legal(s, passer)
		p := set(b.v, s, rules.AnyDefect)
		for _, m := range moves {
			if m.To() != size.At(file+1, size.Ranks-4) {
				continue
			}
			for _, answer := range p.Play(m).LegalMoves(nil) {
				if answer.Form() == rules.EnPassant {
					taken++
				}
			}
			later := turned(p.Play(m), kirke.Black) // a half-move later nothing is left of it
			for _, quiet := range later.LegalMoves(nil) {
				after := later.Play(quiet)
				if quiet.To() != passer && len(after.Setup().EnPassant) > 0 &&
					p.At(quiet.From()) != rules.MakePiece(b.v.TypeOf('P'), kirke.Black) {
					b.wrong(after, "en passant stays possible")
				}
			}
		}
	}
	for _, s := range b.steps {
		if s.m.Form() == rules.EnPassant && !possible {
			b.wrong(s.before, "%s", text(s.before, s.m))
		}
	}
	if (taken > 0) != possible {
		b.wrong(nil, "%d pawns were taken en passant", taken)
	}
	b.saw()
}

// promoted returns what a pawn becomes that steps onto the last rank.
func (b *bench) promoted(more map[kirke.Square]byte) []string {
	from := b.v.Size.At(3, b.v.Size.Ranks-2)
	pieces := map[kirke.Square]byte{from: 'P', b.v.Size.At(b.v.Size.Files-1, 0): 'K', b.v.Size.At(b.v.Size.Files-1,
		b.v.Size.Ranks-1): 'k'}
	for sq, letter := range more {
		pieces[sq] = letter
	}
	_, moves := b.legal(b.bare(pieces), from)
	var names []string
	for _, m := range moves {
		if k := m.Promotion(); k != 0 && !slices.Contains(names, nameOf(b.v.Type(k))) {
			names = append(names, nameOf(b.v.Type(k)))
		}
	}
	return names
}

func promotions(b *bench, said []string) {
	got, want := b.promoted(nil), listed(said[1])
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		b.wrong(nil, "a pawn becomes %v", got)
	}
	for _, s := range b.steps {
		if k := s.m.Promotion(); k != 0 && !slices.Contains(listed(said[1]), nameOf(b.v.Type(k))) {
			b.wrong(s.before, "%s", text(s.before, s.m))
		}
	}
	b.saw()
}

func fewerPromotions(b *bench, said []string) {
	barred := listed(said[1])
	for _, letter := range []byte(b.v.Gating.Hand) {
		for _, name := range b.promoted(map[kirke.Square]byte{b.v.Size.At(0, 2): letter}) {
			if slices.Contains(barred, name) {
				b.wrong(nil, "a pawn becomes a %s beside one", name)
			}
		}
	}
	b.saw()
}

func vanishing(b *bench, _ []string) {
	size := b.v.Size
	from, to := size.At(2, size.Ranks-2), size.At(3, size.Ranks-1)
	p, moves := b.legal(b.bare(map[kirke.Square]byte{from: 'P', to: 'n', size.At(size.Files-1, size.Ranks-1): 'k',
		size.At(size.Files-1, 0): 'K'}), from)
	for _, m := range moves {
		if m.To() != to {
			continue
		}
		b.saw()
		if on := p.Play(m).At(to); m.Promotion() != 0 || on != 0 && on.Color() == kirke.White {
			b.wrong(p, "%s leaves %q", text(p, m), b.letter(on))
		}
	}
}

// twoSteps looks at pawns that have just been reborn.
func twoSteps(b *bench, _ []string) {
	size := b.v.Size
	if !b.v.Aftermath.Active {
		b.wrong(nil, "nothing is reborn")
	}
	for _, s := range b.steps {
		for _, at := range []kirke.Square{s.d.RebornAt, s.d.CapturerAt} {
			if int(at) >= size.Area() || s.d.RebornBelow {
				continue
			}
			pc := s.after.At(at)
			if pc == 0 || !b.v.Type(pc.Type()).Pawn || size.RankFrom(pc.Color(), at) != 1 {
				continue
			}
			p := turned(s.after, pc.Color())
			over, to := size.Home(pc.Color(), size.File(at), 2), size.Home(pc.Color(), size.File(at), 3)
			if p == nil || p.At(over) != 0 || p.At(to) != 0 {
				continue
			}
			double := rules.MakeMove(rules.Ordinary, at, to)
			if err := p.Forbidden(double); err != nil && !strings.Contains(err.Error(), "king") &&
				!strings.Contains(err.Error(), "check") && !strings.Contains(err.Error(), "promoted") {
				b.wrong(p, "%v", err)
			} else if err == nil {
				b.saw()
			}
		}
	}
}

// firstRank puts a pawn on its own first rank, in front of a piece and a king.
func (b *bench) firstRank(moves bool) {
	size := b.v.Size
	at := size.At(3, 0)
	pieces := map[kirke.Square]byte{at: 'P', size.At(size.Files-1, 0): 'K', size.At(4, 1): 'k', size.At(2, 1): 'n'}
	s := b.bare(pieces)
	s.Turn = kirke.Black
	if p := set(b.v, s, rules.AnyDefect); p.InCheck() != moves {
		b.wrong(p, "check is %v", p.InCheck())
	}
	pieces[size.At(size.Files-1, size.Ranks-1)] = 'k'
	delete(pieces, size.At(4, 1))
	p, legal := b.legal(b.bare(pieces), at)
	var ahead, takes bool
	for _, m := range legal {
		ahead = ahead || m.To() == size.At(3, 1)
		takes = takes || m.To() == size.At(2, 1)
	}
	if ahead != moves || takes != moves || len(legal) > 0 && !moves {
		b.wrong(p, "it moves %v and takes %v", ahead, takes)
	}
	b.saw()
}

// castles compares castling with what is said of the squares and of checks.
func (b *bench) castles(free bool) {
	size := b.v.Size
	for _, p := range b.places {
		us := p.Turn()
		s := p.Setup()
		king := p.King(us)
		if king == kirke.NoSquare || !s.Castling.King[us] || s.Aftermath.Pending != 0 ||
			s.Aftermath.Choice != kirke.NoSquare {
			continue
		}
		legal := map[kirke.Square]bool{}
		for _, m := range p.LegalMoves(nil) {
			if m.Form() == rules.Castle {
				legal[m.To()] = true
			}
		}
		for _, rook := range s.Castling.Rook[us] {
			if rook == kirke.NoSquare {
				continue
			}
			kingTo, rookTo := b.v.CastlingSquares(king, rook)
			low, high := min(king, rook), max(king, rook)
			if free {
				low, high = min(low, kingTo, rookTo), max(high, kingTo, rookTo)
			}
			open := true
			for sq := low; sq <= high; sq++ {
				passed := !free || between(sq, king, kingTo) || between(sq, rook, rookTo)
				open = open && (sq == king || sq == rook || s.Board[sq] == 0 || !passed)
			}
			safe := !p.InCheck()
			for sq := min(king, kingTo); sq <= max(king, kingTo); sq++ {
				q := p.Setup()
				q.Castling = rules.NewSetup(b.v).Castling
				q.Board[king] = 0
				if sq == rook { // which steps aside
					q.Board[rook] = 0
				}
				q.Board[sq] = s.Board[king]
				if on, err := reference.Exactly(b.v, q); err != nil || on.InCheck() {
					safe = false
				}
			}
			if want := open && safe; legal[rook] != want && !b.v.Series.Italian && size.Rank(king) == size.Rank(rook) {
				if err := p.Forbidden(rules.MakeMove(rules.Castle, king, rook)); err == nil ||
					!strings.Contains(err.Error(),
						"would be in check") {
					b.wrong(p, "castling with %s is legal: %v (%v)", b.v.SquareName(rook), legal[rook], err)
				}
			}
			if legal[rook] {
				b.saw()
			}
		}
	}
}

func between(sq, a, c kirke.Square) bool { return sq >= min(a, c) && sq <= max(a, c) }

// landings puts kings and rooks alone where they start.
func landings(b *bench, said []string) {
	b.model.castling = [4]string(said[1:])
	seen := 0
	for _, at := range []kirke.Position{b.start, b.another()} {
		start := at.Setup()
		s := rules.NewSetup(b.v)
		for sq, pc := range start.Board {
			if pc != 0 && (b.v.Type(pc.Type()).Royal || b.v.Type(pc.Type()).Letter == 'R') {
				s.Board[sq] = pc
			}
		}
		s.Castling = start.Castling
		for _, side := range []kirke.Color{kirke.White, kirke.Black} {
			s.Turn = side
			p := set(at.Variant(), s, rules.AnyDefect)
			for _, m := range p.LegalMoves(nil) {
				if m.Form() != rules.Castle {
					continue
				}
				d := p.Details(m)
				kingTo, rookTo := b.castled(m.From(), m.To())
				if d.To != kingTo || d.RookTo != rookTo || p.Play(m).At(kingTo) != s.Board[m.From()] ||
					p.Play(m).At(rookTo) != s.Board[m.To()] {
					b.wrong(p, "%s leads to %s and %s", text(p, m), b.v.SquareName(d.To), b.v.SquareName(d.RookTo))
				}
				seen++
			}
		}
	}
	if seen == 0 {
		b.wrong(nil, "there is no castling")
	}
	b.saw()
}

// another returns another starting position of the game, or the same if there is only one.
func (b *bench) another() kirke.Position {
	if b.v.Start.Shuffle == nil {
		return b.start
	}
	v, err := kirke.Lookup(b.v.ID)
	if err != nil {
		b.Fatal(err)
	}
	p, err := kirke.Start(v, kirke.Seed(5))
	if err != nil {
		b.Fatal(err)
	}
	return p
}

// mayCastleAgain looks for a rook or king that has been reborn where it starts.
func (b *bench) mayCastleAgain(letter byte) {
	start := b.startBoard()
	for _, s := range b.steps {
		for _, at := range []kirke.Square{s.d.RebornAt, s.d.CapturerAt} {
			if int(at) >= len(start) || s.d.RebornBelow {
				continue
			}
			pc := s.after.At(at)
			if pc == 0 || b.v.Type(pc.Type()).Letter != letter || start[at] != pc {
				continue
			}
			rights := s.after.Setup().Castling
			c := pc.Color()
			switch king := s.after.King(c); {
			case letter == 'K' && !rights.King[c]:
				b.wrong(s.after, "the king on %s may not castle", b.v.SquareName(at))
			case letter == 'R' && rights.King[c] && king != kirke.NoSquare && start[king] == s.after.At(king) &&
				rights.Rook[c][0] != at && rights.Rook[c][1] != at:
				b.wrong(s.after, "the rook on %s may not castle", b.v.SquareName(at))
			case letter == 'K' || rights.King[c]:
				b.saw()
			}
		}
	}
}

// unmoved returns the bishops that may or must still convert, by square.
func unmoved(p rules.Position) map[kirke.Square]bool {
	all := map[kirke.Square]bool{}
	for _, u := range p.Setup().Conversions {
		all[u.Square] = u.Must
	}
	return all
}

func whoConverts(b *bench, _ []string) {
	for seed := range uint64(6) {
		if b.v.Start.Shuffle == nil && seed > 0 {
			break
		}
		p := b.start
		if b.v.Start.Shuffle != nil {
			v, err := kirke.Lookup(b.v.ID)
			if err != nil {
				b.Fatal(err)
			}
			if p, err = kirke.Start(v, kirke.Seed(seed)); err != nil {
				b.Fatal(err)
			}
		}
		for c := range [2]kirke.Color{} {
			var shades []bool
			var squares []kirke.Square
			for sq, pc := range p.Setup().Board {
				if pc != 0 && pc.Color() == kirke.Color(c) && b.v.Type(pc.Type()).Letter == 'B' {
					shades, squares = append(shades, b.v.Size.Dark(kirke.Square(sq))), append(squares, kirke.Square(sq))
				}
			}
			one := len(shades) == 2 && shades[0] == shades[1]
			for _, sq := range squares {
				if must, is := unmoved(p.Rules())[sq]; is != one || must {
					b.wrong(p.Rules(), "the bishop on %s: %v %v", b.v.SquareName(sq), is, must)
				}
			}
			b.saw()
		}
	}
}

// conversions follows the bishops of each game.
func conversions(b *bench, _ []string) {
	size := b.v.Size
	for _, s := range b.steps {
		before, after := unmoved(s.before), unmoved(s.after)
		from := s.m.From()
		must, converts := before[from]
		straight := size.File(from) == size.File(s.m.To()) || size.Rank(from) == size.Rank(s.m.To())
		for sq, was := range before {
			pc := s.before.At(sq)
			other := pc.Color() == s.us() && converts && !must && sq != from
			still, is := after[sq]
			gone := sq == from || sq == s.d.CapturedAt || b.letter(s.after.At(sq)) != b.letter(pc) ||
				s.d.Removed != 0 &&
					s.d.RebornAt == sq
			switch {
			case gone && is:
				b.wrong(s.before, "%s leaves a bishop unmoved on %s", text(s.before, s.m), b.v.SquareName(sq))
			case gone:
			case other && straight && is, other && !straight && (!is || !still), !other && (!is || still != was):
				b.wrong(s.before, "after %s the bishop on %s: %v %v", text(s.before, s.m), b.v.SquareName(sq), is,
					still)
			default:
				b.saw()
			}
		}
	}
	// Both ways of moving are open to a bishop that is free.
	for _, p := range b.places {
		for sq, must := range unmoved(p) {
			if p.At(sq).Color() != p.Turn() {
				continue
			}
			for _, m := range p.LegalMoves(nil) {
				step := size.File(sq) == size.File(m.To()) || size.Rank(sq) == size.Rank(m.To())
				if m.From() != sq || m.Form() != rules.Ordinary {
					continue
				}
				files, ranks := size.File(sq)-size.File(m.To()), size.Rank(sq)-size.Rank(m.To())
				if must && !step || step && abs(files)+abs(ranks) != 1 {
					if p.At(m.To()) == 0 || b.v.Aftermath.Reborn != rules.MoverReborn {
						b.wrong(p, "%s", text(p, m))
					}
				}
			}
		}
	}
}

func abs(n int) int { return max(n, -n) }

// convertingCaptures puts an enemy beside a free bishop and one that must convert.
func (b *bench) convertingCaptures(may bool) {
	if b.v.Aftermath.Active && b.v.Aftermath.Reborn != rules.CapturedReborn {
		b.saw()
		return // other conditions decide there what may be taken
	}
	size := b.v.Size
	at, beside := size.At(2, 0), size.At(2, 1)
	for _, must := range []bool{false, true} {
		s := b.bare(map[kirke.Square]byte{at: 'B', beside: 'n', size.At(size.Files-1, 0): 'K', size.At(size.Files-1,
			size.Ranks-1): 'k'})
		s.Conversions = []rules.ConversionRight{{Square: at, Must: must}}
		p, moves := b.legal(s, at)
		takes := slices.ContainsFunc(moves, func(m rules.Move) bool { return m.To() == beside })
		if takes != may {
			b.wrong(p, "it takes: %v", takes)
		}
	}
	b.saw()
}

// mustConvert looks at what a bishop that must convert attacks.
func mustConvert(b *bench, said []string) {
	size := b.v.Size
	at := size.At(2, 0)
	if b.v.Aftermath.Active && b.v.Aftermath.Reborn != rules.CapturedReborn || b.v.Aftermath.Kings ||
		b.v.Aftermath.Occupied == rules.ReplacesOccupant {
		b.saw()
		return // check is of another kind there
	}
	for _, king := range []kirke.Square{size.At(2, 1), size.At(3, 1), size.At(1, 0), size.At(5, 3)} {
		s := b.bare(map[kirke.Square]byte{at: 'B', king: 'k', size.At(size.Files-1, size.Ranks-1): 'K'})
		s.Turn = kirke.Black
		s.Conversions = []rules.ConversionRight{{Square: at, Must: true}}
		beside := abs(size.File(at)-size.File(king))+abs(size.Rank(at)-size.Rank(king)) == 1
		if p := set(b.v, s, rules.AnyDefect); p.InCheck() != (beside && said[1] != "attacks nothing") {
			b.wrong(p, "check is %v", p.InCheck())
		}
	}
	conversions(b, nil)
}

func rebornBishop(b *bench, _ []string) {
	for _, s := range b.steps {
		for _, at := range []kirke.Square{s.d.RebornAt, s.d.CapturerAt} {
			if int(at) >= b.v.Size.Area() || s.d.RebornBelow {
				continue
			}
			if pc := s.after.At(at); pc == 0 || b.v.Type(pc.Type()).Letter != 'B' {
				continue
			}
			if _, is := unmoved(s.after)[at]; is {
				b.wrong(s.after, "the bishop on %s may convert", b.v.SquareName(at))
			}
			b.saw()
		}
	}
}

func lengths(b *bench, _ []string) {
	if s := b.start.Setup(); s.Series != (rules.SeriesState{Left: 1, Length: 1}) || s.Turn != kirke.White {
		b.wrong(b.start.Rules(), "it starts with %v", s.Series)
	}
	for _, s := range b.steps {
		before, after := s.before.Setup().Series, s.after.Setup().Series
		same := after.Length == before.Length && after.Left == before.Left-1 && s.after.Turn() == s.us()
		next := after.Length == before.Length+1 && after.Left == after.Length && s.after.Turn() != s.us()
		if !same && !next || next && before.Left > 1 && !s.d.Check {
			b.wrong(s.before, "after %s comes %v", text(s.before, s.m), after)
		}
		b.saw()
	}
}

func leavesCheck(b *bench, _ []string) {
	for _, s := range b.steps {
		if !s.before.InCheck() || s.after.Setup().Aftermath.Choice != kirke.NoSquare {
			continue
		}
		if q := turned(s.after, s.us()); q != nil && q.InCheck() {
			b.wrong(s.before, "%s leaves the king in check", text(s.before, s.m))
		}
		b.saw()
	}
}

func seriesEnPassant(b *bench, _ []string) {
	for _, s := range b.steps {
		if s.m.Form() != rules.EnPassant {
			continue
		}
		series := s.before.Setup().Series
		if series.Left != series.Length {
			b.wrong(s.before, "%s is not the first move of a series", text(s.before, s.m))
		}
		for last := s.last; last != nil; last = last.last { // the last move of the pawn that is taken
			if last.m.To() == s.d.CapturedAt {
				if abs(int(last.m.To())-int(last.m.From())) != 2*b.v.Size.Files {
					b.wrong(s.before, "%s takes a pawn that moved %s", text(s.before, s.m), text(last.before, last.m))
				}
				b.saw()
				break
			}
		}
	}
}
