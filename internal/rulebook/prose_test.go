package rulebook

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// proseStatements are sentences that are written by hand: where games come from, their summaries,
// and the notes. Each is known word for word.
func proseStatements() []*statement {
	var all []*statement
	for _, s := range history {
		all = append(all, &statement{pattern: regexp.QuoteMeta(s), read: func(b *bench, _ []string) { b.saw() }})
	}
	for s, is := range summaries {
		all = append(all, &statement{pattern: regexp.QuoteMeta(s), read: func(b *bench, _ []string) {
			if !is(b.v) {
				b.wrong(nil, "it is not that game")
			}
			b.saw()
		}})
	}
	for s, a := range members {
		all = append(all, &statement{pattern: regexp.QuoteMeta(s), read: func(b *bench, _ []string) {
			if !chooses(b.v, a) {
				b.wrong(nil, "it is not that member of the family")
			}
			b.saw()
		}})
	}
	for s, read := range readings {
		all = append(all, &statement{pattern: regexp.QuoteMeta(s), read: func(b *bench, _ []string) { read(b) }})
	}
	all = append(all, &statement{pattern: `(\d) members of the Circe family at once: (.*)\.`, read: func(b *bench,
		said []string) {
		if names := strings.Split(said[2], ", "); len(said[1]) != 1 || int(said[1][0]-'0') != len(names) ||
			len(names) != strings.Count(b.v.ID, "circe") {
			b.wrong(nil, "there are %v", names)
		}
		b.saw()
	}})
	return append(all, &statement{pattern: `((?:=\w, )?(?:\S*[\d\\]\S*|O-O\S*)(?:, \S+)?): ([A-Z].*)`, read: exampled})
}

// history is what cannot be tested.
var history = []string{
	"Chess960 was announced by Bobby Fischer in 1996.",
	"Circe was invented by Pierre Monréal in 1967 and published with Jean-Pierre Boyer in Problème in 1968.",
	"It is named for the enchantress who told Odysseus the way to the underworld and back.",
	"Problemists have made a family of it; each member changes a few of its choices.",
	"Cetran chess, for Cetina random, is a family of games by Carlos Cetina.",
	"It is short and sharp, and the game that Circe is most often joined with.",
	"Seirawan chess was designed by the grandmaster Yasser Seirawan and Bruce Harper in 2007.",
	"Siceirawan is a form of Seirawan chess by Simon Jepps, in which the pieces in hand stand beside the board, on " +
		"four imaginary squares, and can be taken there.",
	"The Sissa was invented by Carlos Cetina and is named for the man who, in the legend, invented chess.",
	"Published: twelve pieces and twelve pawns a side, among them one king, Amazon, queen, Sissa, Gryphon, Aanca " +
		"and Chancellor.",
	"In version 1 of these rules the third repetition and the fifty moves had to be claimed, as in Seirawan chess.",
}

// summaries say in short what a game is; each must hold of every game that shows it.
var summaries = map[string]func(v *kirke.Variant) bool{
	"The game as FIDE plays it.": func(v *kirke.Variant) bool {
		return v.Start.Shuffle == nil && !v.Aftermath.Active && v.Series == rules.Series{} && v.End == rules.End{} &&
			v.Gating == rules.Gating{}
	},
	"Chess with one of 960 first ranks, the same for both sides; " +
		"castling lands where it does in chess.": func(v *kirke.Variant) bool {
		return v.Start.Shuffle.Chess960 && v.Start.Shuffle.Default == rules.Mirror &&
			v.Castling.KingTo == [2]int{2, 6} &&
			v.Castling.RookTo == [2]int{3, 5}
	},
	"Chess with a Hawk and an Elephant in hand, gated on the squares that first-rank " +
		"pieces leave with their first moves.": gating,
	"Seirawan chess with one of the 960 first ranks of Chess960.": func(v *kirke.Variant) bool {
		return gating(v) &&
			v.Start.Shuffle.Chess960
	},
	"Seirawan chess in which a bare king draws if it is not mated and cannot take the last piece of the other side " +
		"at once, and in which no draw has to be claimed.": func(v *kirke.Variant) bool {
		return gating(v) && v.End.BareKing && v.End.NoClaims
	},
	"Seirawan chess with at most one Hawk or Elephant of a side on the board; the other waits on an imaginary " +
		"square outside a corner.": func(v *kirke.Variant) bool {
		return v.Gating == rules.Gating{Hand: "HE", Imaginary: true}
	},
	"It adds two pieces in hand to the army of chess.":                                        gating,
	"A side that waits too long has no gates left and cannot gate what it still has in hand.": gating,
	"Each side has at most one of its two on the board " +
		"and may exchange it for the other.": func(v *kirke.Variant) bool { return v.Gating.Imaginary },
	"Chess on 9×9 with a Sissa for each side and bishops of which " +
		"one must convert to the other colour.": func(v *kirke.Variant) bool {
		return v.Size.Files == 9 && v.Size.Ranks == 9 && v.Conversion.Bishop == 'B' && strings.Count(v.Start.Placement,
			"S") == 1
	},
	"Sissa with two Sissas and two Cardinals a side and no conversion rule.": func(v *kirke.Variant) bool {
		return v.Size.Files == 9 && v.Conversion.Bishop == 0 && strings.Count(v.Start.Placement, "S") == 2 &&
			strings.Count(v.Start.Placement, "C") == 2
	},
	"Chess without castling from a first rank drawn at random, " +
		"with a Sissa and a Chancellor.": func(v *kirke.Variant) bool {
		return v.Castling == rules.Castling{} && v.Start.Shuffle != nil &&
			strings.Count(v.Start.Shuffle.Pieces, "S") == 1 &&
			strings.Count(v.Start.Shuffle.Pieces, "C") == 1
	},
	"Chess without castling from a first rank drawn at " +
		"random, of eight different pieces.": func(v *kirke.Variant) bool {
		return v.Castling == rules.Castling{} && v.Start.Shuffle != nil && distinct(v.Start.Shuffle.Pieces) == 8
	},
	"Twelve different pieces a side on 12×12, from a first rank drawn at random; a reconstruction of a game " +
		"published in part.": func(v *kirke.Variant) bool {
		return v.Size.Files == 12 && v.Size.Ranks == 12 && distinct(v.Start.Shuffle.Pieces) == 12
	},
	"Progressive chess gives every turn one move more than the turn before it.": func(v *kirke.Variant) bool {
		return v.Series.Progressive
	},
	"White plays one move, Black two, White three and so on; " +
		"a check ends the series (Scottish).": func(v *kirke.Variant) bool {
		return v.Series == rules.Series{Progressive: true}
	},
	"Progressive chess in which a check may only be given on the " +
		"very last permitted move of a series.": func(v *kirke.Variant) bool {
		return v.Series == rules.Series{Progressive: true, Italian: true}
	},
	"A side that has its king alone and cannot at once " +
		"take the opponent's last piece draws.": func(v *kirke.Variant) bool {
		return v.End.BareKing
	},
	"The bishops conversion may not capture: sources " +
		"disagree whether it may.": func(v *kirke.Variant) bool { return v.Conversion.NoCaptures },

	"A capture that only reverses the opponent's last move is not allowed.": func(v *kirke.Variant) bool {
		return v.Aftermath.Cohen
	},
}

// members are what the summaries of the Circe family choose.
var members = map[string]rules.Aftermath{
	"A captured piece is reborn on its home square; if that is occupied, it is gone.": {},
	"A capture is legal only if the captured piece can be reborn.":                    {Occupied: rules.NoCapture},
	"Kings are reborn too: a king is in check only if it could not be.":               {Kings: true},
	"A captured piece is reborn where an opponent's piece would be.":                  {OpponentHome: true},
	"A captured piece is reborn as the piece that captured it, kings excepted.":       {As: rules.AsCapturer},
	"A captured piece is reborn as the next in the cycle of knight, bishop, rook and queen, where the game has " +
		"that.": {As: rules.AsChameleon},
	"A captured piece is reborn where its capturer would be; the mover promotes a pawn that comes to its last rank.": {
		OtherPiece: true,
	},
	"A captured piece is reborn where its capturer would be; a pawn that comes to its last rank is promoted by its " +
		"own side.": {OtherPiece: true, OwnerPromotes: true},
	"A captured piece is reborn on the square its capturer came from.": {
		Where: rules.AtDeparture,
	},
	"A captured piece is reborn as far beyond the square of its capture as its capturer has come.": {
		Where: rules.AtEquipollent,
	},
	"A captured piece is reborn when the next half-move is made, displaced by that move's vector.": {
		Where: rules.AtNextVector,
	},
	"A captured piece is reborn where it was captured, when the next piece is captured.": {
		Where: rules.AtItsCapture,
	},
	"A captured piece is reborn on the square opposite through the board's centre.": {
		Where: rules.AtReflection,
	},
	"A captured piece is reborn on the square it had in the starting position.": {
		Where: rules.AtOrigin,
	},
	"A captured piece is reborn even on an occupied square, and the occupant leaves the board.": {
		Occupied: rules.ReplacesOccupant,
	},
	"A captured piece whose home is occupied waits below the occupant and comes up when it leaves.": {
		Occupied: rules.WaitsBelow,
	},
	"A captured piece is reborn even on an occupied square, and the occupant waits below it and comes up when it " +
		"leaves.": {Occupied: rules.CoversOccupant},
	"The capturing piece leaves the board, kings excepted, and the captured one is reborn.": {
		Capturer: rules.CapturerVanishes,
	},
	"Both pieces of a capture are reborn, the capturer first.": {
		Reborn: rules.BothReborn,
	},
	"The capturing piece is reborn, and the captured one is gone; without a free rebirth square a capture is " +
		"illegal.": {Reborn: rules.CapturerReborn},
	"Anticirce in which a capture on one's own rebirth square is illegal.": {
		Reborn: rules.CapturerReborn, Cheylan: true,
	},
	"Pieces capture only from their home square, when it is free; captured pieces are gone.": {
		Reborn: rules.MoverReborn,
	},
}

func gating(v *kirke.Variant) bool { return v.Gating == rules.Gating{Hand: "HE"} }

func distinct(letters string) int {
	all := []byte(letters)
	slices.Sort(all)
	return len(slices.Compact(all))
}

// chooses reports whether a game has just these choices, Cohen's rule aside.
func chooses(v *kirke.Variant, a rules.Aftermath) bool {
	a.Active, a.Cohen = true, v.Aftermath.Cohen
	return v.Aftermath == a
}

// readings are what the sources leave open.
var readings = map[string]func(b *bench){
	"A dead position is recognised by material alone, not by blocked pawns.": func(b *bench) {
		size := b.v.Size
		pieces := map[kirke.Square]byte{size.At(4, 0): 'K', size.At(4, size.Ranks-1): 'k'}
		for file := range size.Files {
			pieces[size.At(file, 3)], pieces[size.At(file, 4)] = 'P', 'p'
		}
		if p := set(b.v, b.bare(pieces), 0); p.Dead() {
			b.wrong(p, "it is dead")
		}
		b.saw()
	},
	"The letter of the dragon horse is H, as on Game Courier; the author " +
		"writes DH, which is read as well.": func(b *bench) {
		b.spelled(piece.DragonHorse, "H", "DH")
	},
	"The letters of the dragon king and the dragon horse are D and H; DK and DH are read as well.": func(b *bench) {
		b.spelled(piece.DragonKing, "D", "DK")
		b.spelled(piece.DragonHorse, "H", "DH")
	},
	"Reconstructed here: the Archbishop, dragon king, dragon horse, rook and knight, the twelve ranks, the " +
		"mirrored draw, and promotion to any piece but the king.": func(b *bench) {
		for _, k := range types(b.v) {
			if t := b.v.Type(k); (strings.IndexByte(b.v.Promotion.To, t.Letter) >= 0) == (t.Royal || t.Pawn) {
				b.wrong(nil, "promotion to a %s", t.Name)
			}
		}
		if b.v.Size.Ranks != 12 || b.v.Start.Shuffle.Default != rules.Mirror {
			b.wrong(nil, "%v %v", b.v.Size, b.v.Start.Shuffle.Default)
		}
		b.saw()
	},
	"A pawn may become a Hawk or an Elephant whatever is in hand or on the board.": func(b *bench) {
		size := b.v.Size
		for _, name := range []string{"Hawk", "Elephant"} {
			if !slices.Contains(b.promoted(map[kirke.Square]byte{size.At(0, 2): 'H', size.At(1, 2): 'E'}), name) {
				b.wrong(nil, "not to the %s", name)
			}
		}
		b.saw()
	},
	"Gates belong to the identity of a position; they vanish when the hand is empty.": func(b *bench) {
		s := b.start.Setup()
		closed := b.start.Setup()
		closed.Gating.Gates[kirke.White] &^= 2
		if set(b.v, s, 0).SameAs(set(b.v, closed, 0)) {
			b.wrong(nil, "gates make no difference")
		}
		s.Gating.Hand = [2][2]int{}
		if got := set(b.v, s, 0).Setup().Gating.Gates; got != [2]uint16{} {
			b.wrong(nil, "the gates are %v", got)
		}
		b.saw()
	},
	"A position is not dead while a Hawk or an Elephant is on the " +
		"board, or in hand with an open gate.": func(b *bench) {
		size := b.v.Size
		pieces := map[kirke.Square]byte{size.At(4, 0): 'K', size.At(4, size.Ranks-1): 'k'}
		s := b.bare(pieces)
		s.Gating.Hand[kirke.White][0], s.Gating.Gates[kirke.White] = 1, 1<<4
		pieces[size.At(0, 2)] = 'H'
		for _, s := range []rules.Setup{s, b.bare(pieces)} {
			if p := set(b.v, s, rules.AnyDefect); p.Dead() {
				b.wrong(p, "it is dead")
			}
		}
		b.saw()
	},
	"Games that were stored under it are replayed under it.": func(b *bench) {
		v, err := rules.LookupVersion(b.v.ID, 1)
		if err != nil || v.Version != 1 || v.End.NoClaims || b.v.Version != 2 || !b.v.End.NoClaims {
			b.wrong(nil, "%v", err)
		}
		b.saw()
	},
	"White's Elephant starts on z0 and its Hawk on i0, Black's Hawk on z9 and its Elephant on i9: the Hawk at the " +
		"player's right hand.": func(b *bench) {
		want := ""
		for _, pc := range b.start.Setup().Gating.Imaginary {
			want += b.letter(pc)
		}
		if want != "EHhe" {
			b.wrong(b.start.Rules(), "%s", want)
		}
		b.saw()
	},
	"A pawn that becomes a Hawk or an Elephant is the one of its side that waits, which leaves its imaginary " +
		"square, or else the captured one, which comes back.": func(b *bench) {
		size := b.v.Size
		from := size.At(3, size.Ranks-2)
		for _, waits := range []bool{true, false} { // the Hawk, or it has been captured
			s := b.bare(map[kirke.Square]byte{from: 'P', size.At(0, 0): 'K', size.At(0, size.Ranks-1): 'k'})
			hawk := rules.MakePiece(b.v.TypeOf('H'), kirke.White)
			s.Gating.Imaginary[0] = rules.MakePiece(b.v.TypeOf('E'), kirke.White)
			if waits {
				s.Gating.Imaginary[1] = hawk
			}
			p, moves := b.legal(s, from)
			i := slices.IndexFunc(moves, func(m rules.Move) bool { return m.Promotion() == hawk.Type() })
			if i < 0 {
				b.wrong(p, "no pawn becomes a Hawk")
				continue
			}
			if after := p.Play(moves[i]).Setup().Gating.Imaginary; after[1] != 0 || after[0] == 0 {
				b.wrong(p, "after %s %v wait", text(p, moves[i]), after)
			}
		}
		b.saw()
	},
	"A reassignment without a pawn move does not interrupt the moves without a capture or pawn move; a capture on " +
		"an imaginary square does.": func(b *bench) {
		b.seen(func(s *step) bool {
			before, _ := s.before.Clock()
			after, _ := s.after.Clock()
			taken := int(s.d.To) >= b.v.Size.Area()
			quiet := s.m.Form() == rules.Reassign && s.d.PawnFrom == kirke.NoSquare
			if taken && after != 0 && !b.v.Series.Progressive || quiet && after < before {
				b.wrong(s.before, "%s: %d, %d", text(s.before, s.m), before, after)
			}
			return taken || quiet
		})
	},
	"A Sissa's move is from one square to another: two paths to one square are one move.": func(b *bench) {
		size := b.v.Size
		at := size.At(4, 4)
		_, moves := b.legal(b.bare(map[kirke.Square]byte{at: 'S', size.At(0, 0): 'K', size.At(0, size.Ranks-1): 'k'}),
			at)
		slices.Sort(moves)
		if n := len(moves); n == 0 || len(slices.Compact(moves)) != n {
			b.wrong(nil, "%d moves", n)
		}
		b.saw()
	},
	"A capture after which the owner of a pawn must choose a promotion is legal only if the capturing side's king " +
		"is safe whatever is chosen.": func(b *bench) {
		for _, s := range b.steps {
			at := s.after.Setup().Aftermath.Choice
			if at == kirke.NoSquare {
				continue
			}
			for _, letter := range []byte(b.v.Promotion.To) {
				setup := s.after.Setup()
				setup.Board[at] = rules.MakePiece(b.v.TypeOf(letter), s.us().Other())
				setup.Aftermath.Choice, setup.Turn = kirke.NoSquare, s.us()
				if p, err := reference.Exactly(b.v, setup); err != nil || p.InCheck() {
					b.wrong(s.before, "%s, and a %q gives check: %v", text(s.before, s.m), letter, err)
				}
			}
			b.saw()
		}
	},
	"An owner that passes, as in a series, has not chosen yet: the pawn " +
		"stands still until its next half-move; of several such pawns, only the last waits.": func(b *bench) {
		pass := rules.NullMove
		for _, s := range b.steps {
			at := s.after.Setup().Aftermath.Choice
			if at == kirke.NoSquare || s.after.InCheck() {
				continue
			}
			passed := s.after.Play(pass)
			if passed.Setup().Aftermath.Choice != at {
				b.wrong(passed, "the choice is gone")
			}
			for _, m := range passed.LegalMoves(nil) {
				if m.Choice() != 0 {
					b.wrong(passed, "%s", text(passed, m))
				}
			}
			b.saw()
		}
	},
	"A null move does not release the pending piece.": func(b *bench) {
		pass := rules.NullMove
		for _, s := range b.steps {
			pending := s.after.Setup().Aftermath.Pending
			if pending == 0 || s.after.InCheck() {
				continue
			}
			if got := s.after.Play(pass).Setup().Aftermath.Pending; got != pending {
				b.wrong(s.after, "a pass leaves %v pending", got)
			}
			b.saw()
		}
	},
	"Whether a king that castles is safe where it lands is judged after the rebirth.": func(b *bench) {
		b.seen(func(s *step) bool {
			if s.m.Form() != rules.Castle || s.d.RebornAs == 0 {
				return false
			}
			if turned(s.after, s.us()).InCheck() {
				b.wrong(s.before, "%s leaves the king in check", text(s.before, s.m))
			}
			return true
		})
	},
}

// pieceStatements are about where the game starts and how its pieces move.
func pieceStatements() []*statement {
	return []*statement{
		{pattern: `The first ranks are drawn at random from the letters (\w+)\.`, read: func(b *bench, said []string) {
			b.draws("", func(white, black string) bool {
				return shuffleOf(white, said[1]) &&
					shuffleOf(black, said[1])
			}, true)
		}},
		{pattern: `Any order is possible\.`, read: func(b *bench, _ []string) {
			order := []byte(b.v.Start.Shuffle.Pieces)
			slices.Sort(order)
			if _, err := kirke.Start(b.shared(), kirke.Array(string(order))); err != nil {
				b.wrong(nil, "%v", err)
			}
			b.saw()
		}},
		{pattern: `The king stands between the rooks, and the bishops on squares of both colours\.`,
			read: func(b *bench,
				_ []string) {
				b.draws("", func(white, _ string) bool {
					king := strings.IndexByte(white, 'K')
					return strings.IndexByte(white, 'R') < king && king < strings.LastIndexByte(white, 'R') &&
						(strings.IndexByte(white, 'B')+strings.LastIndexByte(white, 'B'))%2 == 1
				}, true)
			}},
		{pattern: `Each side draws its own\.`, read: func(b *bench, _ []string) {
			b.draws("", func(white, black string) bool { return white == black }, false)
		}},
		{pattern: `Both sides have the same pieces on each file\.`, read: func(b *bench, _ []string) {
			b.draws("", func(white, black string) bool { return white == black }, true)
		}},
		{pattern: `Another symmetry may be asked for: (.*)\.`, read: func(b *bench, said []string) {
			for _, name := range []rules.Symmetry{rules.Asymmetric, rules.Mirror, rules.Central} {
				_, err := kirke.Start(b.shared(), kirke.DrawnWith(name))
				if want := slices.Contains(listed(said[1]), string(name)) ||
					name == b.v.Start.Shuffle.Default; (err == nil) != want {
					b.wrong(nil, "%s: %v", name, err)
				}
			}
			b.saw()
		}},
		{pattern: `The position that was drawn is kept with the game\.`, read: func(b *bench, _ []string) {
			p := b.another()
			data, err := kirke.NewGame(p).MarshalJSON()
			g := new(kirke.Game)
			if err == nil {
				err = g.UnmarshalJSON(data)
			}
			if err != nil || !g.Start().SameAs(p) || b.v.Aftermath.Active &&
				g.Variant().Start.Placement != p.Variant().Start.Placement {
				b.wrong(p.Rules(), "it comes back as %s, %v", g.Start(), err)
			}
			b.saw()
		}},
		{pattern: `This is one of them:`, read: func(b *bench, _ []string) { b.saw() }},
		{pattern: `([A-Z][A-Za-z ]*) \(([A-Z])\): (.*)`, read: moves},
		{pattern: `It goes round corners\.`, read: func(b *bench, _ []string) { b.saw() }}, // moves looks at its paths
		{pattern: `Every square of its path must be empty, the corner included\.`, read: func(b *bench, _ []string) {
			size := b.v.Size
			at := size.At(3, 2)
			pieces := map[kirke.Square]byte{at: 'S', size.At(0, 0): 'K', size.At(0, size.Ranks-1): 'k'}
			for _, by := range []kirke.Square{size.At(3, 3), size.At(4, 2), size.At(4, 3), size.At(2, 3), size.At(2, 2),
				size.At(3, 1), size.At(4, 1), size.At(2, 1)} {
				pieces[by] = 'P'
			}
			if p, moves := b.legal(b.bare(pieces), at); len(moves) > 0 {
				b.wrong(p, "it leaves by %s", text(p, moves[0]))
			}
			b.saw()
		}},
	}
}

// shared returns the game before its starting position is drawn.
func (b *bench) shared() *kirke.Variant {
	v, err := kirke.Lookup(b.v.ID)
	if err != nil {
		b.Fatal(err)
	}
	return v
}

// draws checks that all of several starting positions have a property, or not all.
func (b *bench) draws(symmetry rules.Symmetry, is func(white, black string) bool, all bool) {
	so := 0
	const seeds = 8
	for seed := range uint64(seeds) {
		p, err := kirke.Start(b.shared(), kirke.Seed(seed), kirke.DrawnWith(symmetry))
		if err != nil {
			b.Fatal(err)
		}
		ranks := strings.Split(b.v.FormatPlacement(p.Setup().Board), "/")
		if is(ranks[len(ranks)-1], strings.ToUpper(ranks[0])) {
			so++
		}
	}
	if (so == seeds) != all {
		b.wrong(nil, "%d of %d draws", so, seeds)
	}
	b.saw()
}

func shuffleOf(a, letters string) bool {
	x, y := []byte(a), []byte(letters)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// moves compares what is said of a type with its movement.
func moves(b *bench, said []string) {
	way, known := ways[said[3]]
	if !known {
		b.Errorf("it is not known what %q means", said[3])
		return
	}
	for i := range b.v.Army {
		t := &b.v.Army[i]
		if t.Name != said[1] || string(t.Letter) != said[2] {
			continue
		}
		movement, err := t.Movement()
		if err != nil {
			b.Fatal(err)
		}
		got := map[piece.Offset]bool{}
		for _, p := range movement {
			if end := p.Squares[len(p.Squares)-1]; max(abs(end.File), abs(end.Rank)) <= reach {
				got[end] = true
			}
		}
		want := map[piece.Offset]bool{}
		way(func(file, rank int) {
			if max(abs(file), abs(rank)) <= reach {
				want[piece.Offset{File: file, Rank: rank}] = true
			}
		})
		for o := range got {
			if !want[o] {
				b.wrong(nil, "it goes %d files and %d ranks", o.File, o.Rank)
			}
		}
		if len(got) != len(want) {
			b.wrong(nil, "it goes to %d squares, not %d", len(got), len(want))
		}
		b.saw()
		return
	}
	b.wrong(nil, "there is no such piece")
}

// reach is how far moves are compared.
const reach = 7

// to is called with the squares that a piece reaches, in files and ranks from its own.
type to func(file, rank int)

// ways are what the sentences about movement mean.
var ways = map[string]func(t to){
	"Moves one square in any direction and must not be left in check.": func(t to) {
		around(1, t)
		across(1, t)
	},
	"Slides any distance orthogonally or diagonally.": func(t to) {
		around(reach, t)
		across(reach, t)
	},
	"Slides any distance orthogonally.": func(t to) {
		around(reach, t)
	},
	"Slides any distance diagonally.": func(t to) {
		across(reach, t)
	},
	"Leaps to the squares two away in one direction and one in the other.": leap,
	"Moves one square forward, two from its start square, and takes one square diagonally forward.": func(t to) {
		t(0, 1)
		t(0, 2)
		t(1, 1)
		t(-1, 1)
	},
	"Moves as a bishop or a knight.": func(t to) { across(reach, t); leap(t) },
	"Moves as a rook or a knight.":   func(t to) { around(reach, t); leap(t) },
	"Moves as a queen or a knight.": func(t to) {
		around(reach, t)
		across(reach, t)
		leap(t)
	},
	"Moves as a bishop or one square orthogonally.": func(t to) {
		across(reach, t)
		around(1, t)
	},
	"Moves as a rook or one square diagonally.": func(t to) {
		around(reach, t)
		across(1, t)
	},
	"A bishop that has not moved: moves as a bishop, or one square orthogonally to change its colour.": func(t to) {
		across(reach, t)
		around(1, t)
	},
	"A bishop that has to change its colour: moves one square orthogonally.": func(t to) { around(1, t) },
	"Moves some squares as a rook and then as many as a bishop, or the other way round.": func(t to) {
		for n := 1; n <= reach; n++ {
			around(1, func(f, r int) {
				across(1, func(f2, r2 int) {
					if file, rank := n*(f+f2), n*(r+r2); file != 0 || rank != 0 {
						t(file, rank)
					}
				})
			})
		}
	},
	"Moves one square diagonally and may slide on outward as a rook.": func(t to) {
		across(1, func(f, r int) {
			for n := range reach {
				t(f*(n+1), r)
				t(f, r*(n+1))
			}
		})
	},
	"Moves one square orthogonally and may slide on outward as a bishop.": func(t to) {
		around(1, func(f, r int) {
			t(f, r)
			for n := 1; n < reach; n++ {
				for _, side := range []int{-n, n} {
					if f != 0 {
						t(f*(n+1), side)
					} else {
						t(side, r*(n+1))
					}
				}
			}
		})
	},
}

// around goes orthogonally, across diagonally, and leap as a knight.
func around(far int, t to) {
	for n := 1; n <= far; n++ {
		t(n, 0)
		t(-n, 0)
		t(0, n)
		t(0, -n)
	}
}

func across(far int, t to) {
	for n := 1; n <= far; n++ {
		t(n, n)
		t(-n, n)
		t(n, -n)
		t(-n, -n)
	}
}

func leap(t to) {
	for _, f := range []int{-2, -1, 1, 2} {
		r := 3 - abs(f)
		t(f, r)
		t(f, -r)
	}
}

// exampled compares an example with the board before and after its move.
func exampled(b *bench, said []string) {
	if b.examples == nil {
		b.examples = examples(b.start)
	}
	i := slices.IndexFunc(b.examples, func(e example) bool { return e.text() == said[0] })
	if i < 0 {
		b.wrong(nil, "it was not played")
		return
	}
	e := b.examples[i]
	if m, err := e.before.ParseMove(said[1]); err != nil || m != e.move {
		b.wrong(e.before.Rules(), "%q is read as another move: %v", said[1], err)
	}
	after, err := e.before.Play(e.move)
	if err != nil {
		b.Fatal(err)
	}
	words, _, _ := strings.Cut(said[2], " Engines write ")
	named := map[string]bool{}
	for _, name := range regexp.MustCompile(`\b[a-z]\d+\b`).FindAllString(words, -1) {
		named[name] = true
	}
	d := e.before.Details(e.move)
	leaves := []kirke.Square{d.From, d.RookFrom, d.Home, d.PawnFrom}
	for sq := range b.v.Size.Area() {
		at := kirke.Square(sq)
		changed := b.letter(e.before.At(at)) != b.letter(after.At(at))
		name := b.v.SquareName(at)
		if changed && !named[name] && !slices.Contains(leaves, at) && !b.emerged(d, at) && at != d.CapturedAt {
			b.wrong(e.before.Rules(), "what happens on %s is not told", name)
		}
		if named[name] && !changed && !slices.Contains([]kirke.Square{d.To, d.RookTo, d.CapturedAt, d.Home,
			d.PawnFrom,
			d.RebornAt, d.CapturerAt}, at) {
			b.wrong(e.before.Rules(), "nothing happens on %s: %s", name, rulestest.Text(after.Rules()))
		}
	}
	b.saw()
}

// emerged reports whether a piece comes up on a square.
func (b *bench) emerged(d kirke.Details, at kirke.Square) bool {
	return slices.ContainsFunc(d.Emerged, func(h rules.Hidden) bool { return h.At == at })
}
