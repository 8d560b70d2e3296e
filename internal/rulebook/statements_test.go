package rulebook

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// statement is a kind of sentence that pages may have. The test fails for a sentence of no known
// kind, for a kind that no page has, and for one that was never seen to hold in a game.
type statement struct {
	pattern string                        // of the whole sentence
	read    func(b *bench, said []string) // tries what is said, or notes it in the model
	sight   string                        // what is to be seen; "" is that read saw it

	shape *regexp.Regexp
	met   bool
}

// statements returns all kinds of sentences.
func statements() []*statement {
	all := slices.Concat(proseStatements(), pieceStatements(), partStatements(), handStatements(), rebirthStatements(),
		endStatements())
	for _, s := range all {
		s.shape = regexp.MustCompile("^" + s.pattern + "$")
		if s.sight == "" {
			s.sight = s.pattern
		}
	}
	return all
}

// TestEveryStatement reads the pages of every game, of every game with a modifier and of every two
// modifiers, and tests what they say.
func TestEveryStatement(t *testing.T) {
	known := statements()
	sight := map[string]int{}
	for _, v := range combinations(t) {
		t.Run(v.ID, func(t *testing.T) { readPages(newBench(t, v, sight), known) })
	}
	if testing.Short() {
		return
	}
	for _, s := range known {
		switch {
		case !s.met:
			t.Errorf("no page says %q", s.pattern)
		case sight[s.sight] == 0:
			t.Errorf("%q (%s) was never seen to hold", s.pattern, s.sight)
		}
	}
}

// combinations returns the games to read about.
func combinations(t *testing.T) []*kirke.Variant {
	all := rules.All()
	if testing.Short() {
		all = slices.DeleteFunc(all, func(v *kirke.Variant) bool { return v.Size.Area() > 100 })
	}
	seen := map[string]bool{}
	for _, v := range all {
		seen[v.ID] = true
	}
	own := *all[0] // a changed copy is described as truly
	own.ID, own.Summary, own.Gating.Hand = "own", "", "NB"
	all = append(all, &own)
	add := func(id string) {
		v, err := rules.Lookup(id)
		if err == nil && !seen[v.ID] {
			seen[v.ID] = true
			all = append(all, v)
		}
	}
	if testing.Short() {
		for _, id := range []string{"progressive+circe", "sissa+circe", "seirawan+circe", "seirawan+circe-pwc",
			"symmetric-sissa+circe-martian", "cetran1+circe"} {
			add(id)
		}
		return all
	}
	for _, base := range rules.All() {
		if base.Aftermath.Active || base.Series.Progressive {
			continue
		}
		for i, m := range rules.Modifiers() {
			add(base.ID + "+" + m.ID)
			if base.ID != "chess" {
				continue
			}
			for _, other := range rules.Modifiers()[:i] {
				add(m.ID + "+" + other.ID)
			}
		}
	}
	if len(all) < 300 {
		t.Errorf("only %d games", len(all))
	}
	return all
}

// readPages reads all pages of a game.
func readPages(b *bench, known []*statement) {
	sections := Of(b.start)
	if b.v.Summary != "" {
		sections = append(sections, Section{Title: "Summary", Text: []string{b.v.Summary}})
	}
	for _, section := range sections {
		for _, paragraph := range section.Text {
			said := sentences(paragraph)
			if section.List {
				said = []string{paragraph}
			}
			for _, sentence := range said {
				b.read(known, sentence)
			}
		}
	}
	b.current = "the rebirths"
	b.compare()
}

// read tests one sentence.
func (b *bench) read(known []*statement, sentence string) {
	var found *statement
	for _, s := range known {
		said := s.shape.FindStringSubmatch(sentence)
		if said == nil {
			continue
		}
		if found != nil {
			b.Errorf("%q is of two kinds, %q and %q", sentence, found.pattern, s.pattern)
			return
		}
		found = s
		s.met = true
		b.current = s.pattern
		s.read(b, said)
	}
	if found == nil {
		b.Errorf("nothing is known of the sentence %q", sentence)
	}
}

// listed returns the names in "a, b or c" and "a, b and c", without articles.
func listed(said string) []string {
	var all []string
	for _, name := range regexp.MustCompile(`, | or | and `).Split(said, -1) {
		name = strings.TrimPrefix(strings.TrimPrefix(name, "a "), "an ")
		all = append(all, strings.TrimPrefix(strings.TrimPrefix(name, "A "), "An "))
	}
	return all
}

// rebirthStatements are about captures: they fill in the model.
func rebirthStatements() []*statement {
	notes := func(pattern, sight string, note func(m *model)) *statement {
		return &statement{pattern: pattern, sight: sight, read: func(b *bench, _ []string) { note(&b.model) }}
	}
	homes := func(b *bench, names, where string) {
		if b.model.homes == nil {
			b.model.homes = map[string]string{}
		}
		for _, name := range listed(names) {
			b.model.homes[name] = where
		}
	}
	home := func(pattern, where, sight string) *statement {
		return &statement{pattern: pattern, sight: sight, read: func(b *bench, said []string) {
			if len(said) > 1 {
				homes(b, said[1], where)
			} else {
				homes(b, "pawn", where)
			}
		}}
	}
	const reckoned = ` the square where (?:the captured piece stood|it stands)`
	return []*statement{
		notes(`A captured piece is reborn as part of the capture\.`, "reborn",
			func(m *model) { m.reborn = "captured" }),
		notes(`A captured piece is reborn by the half-move that follows its capture\.`, "reborn later",
			func(m *model) { m.reborn = "next half-move" }),
		notes(`A captured piece is reborn by the next capture, of either side\.`, "reborn",
			func(m *model) { m.reborn = "next capture" }),
		notes(`A piece that captures is reborn as part of the capture, and the captured piece leaves the game\.`,
			"capturer reborn", func(m *model) { m.reborn = "capturing" }),
		notes(`Both pieces of a capture are reborn, the capturing one first\.`, "capturer reborn",
			func(m *model) { m.reborn = "both" }),
		notes(`A king that captures stays where it is\.`, "king takes", func(m *model) { m.kingsStay = true }),
		notes(`The piece that captures leaves the board, unless it is a king\.`, "capturer gone",
			func(m *model) { m.vanishes = true }),
		notes(`The captured piece is reborn as what it is, a promoted pawn as what it has become\.`, "reborn",
			func(m *model) { m.same = true }),
		notes(`The captured piece is reborn as a piece of the type that took it, before any promotion\.`,
			"another type",
			func(m *model) { m.asCapturer = true }),
		notes(`When a king takes it, it keeps its type\.`, "king takes", func(m *model) { m.kingsKeep = true }),
		{pattern: `The captured piece is reborn as another type: (.*)\.`, sight: "another type", read: func(b *bench,
			said []string) {
			b.model.as = map[string]string{}
			for _, change := range strings.Split(said[1], ", ") {
				from, to, _ := strings.Cut(change, " as ")
				b.model.as[from] = to
			}
		}},
		notes(`Other pieces keep theirs\.`, "reborn", func(*model) {}),
		notes(`No piece of this game changes its type by rebirth\.`, "reborn", func(m *model) { m.same = true }),
		notes(`Kings are not reborn: check and mate are as usual\.`, "reborn", func(m *model) { m.judge("usual") }),
		notes(`Kings are not reborn\.`, "check of its own", func(m *model) { m.judge("capture") }),
		notes(`Kings are reborn, too, as kings: a king is in check only when it would not come back after its `+
			`capture\.`, "no check",
			func(m *model) { m.kings = true; m.judge("capture") }),
		notes(`Kings are reborn like other pieces when they capture, and a king is in check only from a piece that `+
			`could be reborn after taking it\.`, "no check",
			func(m *model) { m.judge("capture") }),
		notes(`A king is in check, too, when a capture would put another piece in its place\.`, "check of its own",
			func(m *model) { m.judge("capture") }),

		notes(`The rebirth square is the square that the capturing piece came from\.`, "reborn",
			func(m *model) { m.square = "departure" }),
		notes(`It is always empty\.`, "reborn", func(m *model) { m.occupied = "never" }),
		notes(`The rebirth square lies opposite the square where the captured piece stood, through the centre of the `+
			`board\.`, "reborn", func(m *model) { m.square = "opposite" }),
		notes(`The rebirth square is the square where the piece stood at the start of the game or, in a problem, in `+
			`the diagram\.`, "reborn", func(m *model) { m.square = "origin" }),
		notes(`A promoted pawn keeps the square of the pawn\.`, "reborn", func(*model) {}),
		notes(`A gated piece has the square where it was gated\.`, "reborn", func(*model) {}),
		notes(`The rebirth square is as far beyond the square where the captured piece stood as the capturing piece `+
			`has come, in the same direction\.`, "reborn",
			func(m *model) { m.square = "beyond" }),
		notes(`The rebirth square is as far from the square where the captured piece stood, and in the same `+
			`direction, as the half-move that follows goes; `+
			`castling counts as the sum of its two movements\.`, "castling reborn",
			func(m *model) { m.square = "vector" }),
		notes(`The rebirth square is the square where the captured piece stood\.`, "reborn",
			func(m *model) { m.square = "its capture" }),
		notes(`A pawn that is reborn on its last rank is promoted by its own side, as the first part of its next `+
			`half-move\.`, "chosen", func(m *model) { m.promotes = "owner" }),
		notes(`A pawn that is reborn on its last rank is promoted by the side that makes that half-move\.`,
			"reborn pawn promoted", func(m *model) { m.promotes = "mover" }),
		notes(`A pawn that is reborn on its last rank is promoted by the capturing side\.`, "reborn pawn promoted",
			func(m *model) { m.promotes = "capturer" }),

		notes(`The rebirth square is the home square of the capturing piece, after any promotion\.`, "capturer reborn",
			func(m *model) { m.square, m.homeOf = "home", "capturing" }),
		notes(`The rebirth square of both is the home square of the capturing piece, after any promotion\.`,
			"capturer reborn", func(m *model) { m.square, m.homeOf = "home", "capturing" }),
		notes(`The rebirth square is the home square that the capturing piece has, after any promotion\.`, "reborn",
			func(m *model) { m.square, m.homeOf = "home", "capturing" }),
		notes(`The rebirth square of each is its home square\.`, "capturer reborn", func(m *model) {
			m.square,
				m.homeOf = "home", "reborn"
		}),
		notes(`The rebirth square is the home square of what is reborn\.`, "reborn", func(m *model) {
			m.square,
				m.homeOf = "home", "reborn"
		}),
		notes(`But the home squares are those of the other side\.`, "reborn", func(m *model) { m.otherSide = true }),
		home(`(.*) is at home on the square that its type has in the starting position\.`, "once", "reborn"),
		home(`(.*) is at home on that one of its type's two squares in the starting position which has the colour `+
			`of`+reckoned+`\.`, "two", "reborn"),
		home(`(.*) is at home on that one of its type's squares in the starting position which has the colour `+
			`of`+reckoned+
			` or, where several or none have it, on the nearest of them by file, the queen's side first\.`, "near",
			"reborn"),
		home(`A pawn is at home on its second rank, on the file of`+reckoned+`\.`, "second", "reborn"),
		home(`(.*) is at home on its last rank, on the file of`+reckoned+`\.`, "last", "reborn"),

		notes(`When the rebirth square is occupied the capture is not legal\.`, "capture not allowed",
			func(m *model) { m.occupied = "illegal" }),
		notes(`When the rebirth square of the captured piece is occupied the capture is not legal\.`,
			"capture not allowed", func(m *model) { m.occupied = "illegal" }),
		notes(`When the rebirth square is occupied or off the board, the capture is not legal\.`, "off the board",
			func(m *model) { m.occupied, m.barredOff = "illegal", true }),
		notes(`A piece may not capture on its own rebirth square\.`, "capture not allowed",
			func(m *model) { m.ownSquare = "barred" }),
		notes(`The square that it has left counts as empty\.`, "capturer at home", func(*model) {}),
		notes(`The square that the piece has left and the one on which it captures count as `+
			`empty\.`, "capturer at home",
			func(m *model) { m.ownSquare = "empty" }),
		notes(`A pawn that captures on its last rank is promoted before\.`, "capturer reborn", func(*model) {}),
		notes(`The square that the capturing piece has left counts as empty, and that of the capture unless a `+
			`king has `+
			`come there\.`,
			"capturer at home", func(*model) {}),
		notes(`A capturing piece whose rebirth square is occupied is gone\.`, "capturer gone",
			func(m *model) { m.capturerGone = true }),
		notes(`A piece that stands on the rebirth square of a captured piece leaves the game, the capturing one too; `+
			`but the own king may not be put off the board\.`, "removed",
			func(m *model) { m.occupied = "removed" }),
		notes(`When the rebirth square is occupied the (?:captured )?piece waits below the one that stands there and `+
			`comes up when the square is left\.`, "comes up",
			func(m *model) { m.occupied = "waits" }),
		notes(`When the rebirth square is occupied the one that stands there waits below the captured piece, a king `+
			`too, and comes up when the square is left\.`, "removed",
			func(m *model) { m.occupied = "covered" }),
		notes(`Of several below one square the last to go below comes up first\.`, "one of two comes up",
			func(*model) {}),
		notes(`A king below another piece is not in check\.`, "king below", func(*model) {}),
		notes(`Of several below one square the first to go below comes up first\.`, "one of two comes up",
			func(*model) {}),
		notes(`A pawn is not promoted by coming up\.`, "comes up", func(*model) {}),
		notes(`When the rebirth square is occupied the piece is gone\.`, "gone",
			func(m *model) { m.occupied = "gone" }),
		notes(`When the rebirth square is occupied the captured piece is gone\.`, "captured gone",
			func(m *model) { m.occupied = "gone" }),
		notes(`When the rebirth square is occupied or off the board, the (?:captured )?piece is gone\.`,
			"off the board",
			func(m *model) { m.occupied = "gone" }),
		notes(`When it is off the board the piece is gone\.`, "off the board", func(*model) {}),
		notes(`The square that the capturing piece has left counts as empty, and the one on which it stands now as `+
			`occupied\.`, "reborn where it came from", func(*model) {}),
		{pattern: `A capture is not legal when its rebirth leaves the king of the capturing side in check\.`,
			read: exposing},
		{pattern: `A capture that only reverses the opponent's last capture is not legal\.`, read: reversing},

		notes(`To capture, a piece is first carried to its home square, which must be empty or its own, and captures `+
			`from there; the captured piece leaves the game\.`, "martian capture",
			func(m *model) { m.reborn = "mover" }),
		{pattern: `Moves that do not capture are as usual\.`, read: quietAsUsual},
		notes(`A piece gives check from its home square\.`, "check of its own", func(m *model) { m.judge("home") }),
		{pattern: `From the home squares not every square can be attacked\.`,
			read: func(b *bench, _ []string) { b.saw() }},
		{pattern: `The (white|black) king is never in check on (.*)\.`, read: refuge},
	}
}

// exposing looks for captures that are refused for the sake of the reborn piece alone.
func exposing(b *bench, _ []string) {
	for i, p := range b.places {
		if i%16 != 0 || p.Setup().Aftermath.Choice != kirke.NoSquare {
			continue
		}
		for _, m := range b.captures(p, p.Turn()) {
			if err := p.Forbidden(m); err != nil && strings.Contains(err.Error(), "in check from the") {
				b.saw()
			}
		}
	}
	for i, s := range b.steps {
		if i%4 != 0 || s.d.Captured == 0 {
			continue
		}
		if q := turned(s.after, s.us()); q != nil && s.after.Setup().Aftermath.Choice == kirke.NoSquare && q.InCheck() {
			b.wrong(s.before, "%s leaves the king in check", text(s.before, s.m))
		}
	}
}

// reversing looks for captures that restore what stood before the last one.
func reversing(b *bench, _ []string) {
	for _, s := range b.steps {
		if s.d.Captured == 0 {
			continue
		}
		if s.last == nil || s.last.d.Captured == 0 || s.last.us() == s.us() {
			continue
		}
		first, now, then := s.last.before.Setup().Board, s.before.Setup().Board, s.after.Setup().Board
		if slices.Equal(first, then) && !slices.Equal(first, now) {
			b.wrong(s.before, "%s restores %s", text(s.before, s.m), b.v.FormatPlacement(s.after.Setup().Board))
		}
		for _, m := range b.captures(s.after, s.after.Turn()) {
			if err := s.after.Forbidden(m); err != nil && strings.Contains(err.Error(), "reverse") {
				b.saw()
			}
		}
	}
}

// quietAsUsual compares moves without a capture with those of the game without rebirths.
func quietAsUsual(b *bench, _ []string) {
	for _, s := range b.steps {
		if s.d.Captured != 0 || s.m.Form() != rules.Ordinary {
			continue
		}
		after := s.before.Setup().Board
		after[s.m.From()] = 0
		after[s.m.To()] = s.after.Setup().Board[s.m.To()]
		if s.d.Gated != 0 {
			after[s.d.GatedAt] = s.d.Gated
		}
		if b.v.FormatPlacement(after) != b.v.FormatPlacement(s.after.Setup().Board) {
			b.wrong(s.before, "%s does more than move", text(s.before, s.m))
		}
		b.saw()
	}
}

// refuge puts each piece of the other side alone on each square beside a king.
func refuge(b *bench, said []string) {
	us := kirke.White
	if said[1] == "black" {
		us = kirke.Black
	}
	safe := map[string]bool{}
	for _, name := range listed(said[2]) {
		safe[name] = true
	}
	for sq := range kirke.Square(b.v.Size.Area()) {
		name := b.v.SquareName(sq)
		if attackable := b.attackable(us, sq); attackable == safe[name] {
			b.wrong(nil, "a %s king on %s can be attacked: %v", said[1], name, attackable)
		}
	}
	b.saw()
}

// attackable reports whether some piece, by itself, can give check to a king on a square.
func (b *bench) attackable(us kirke.Color, king kirke.Square) bool {
	v := b.start.Rules().Variant() // the copy that positions share, which is set up the fastest
	royal := v.TypeOf('K')
	for _, k := range types(v) {
		for at := range kirke.Square(v.Size.Area()) {
			if at == king {
				continue
			}
			s := rules.NewSetup(v)
			s.Turn = us
			s.Board[king] = rules.MakePiece(royal, us)
			s.Board[at] = rules.MakePiece(k, us.Other())
			for range 2 {
				if p, err := reference.New(v, s, rules.AnyDefect); err == nil && p.InCheck() {
					return true
				}
				s.Conversions = []rules.ConversionRight{{Square: at}} // as a bishop that may convert
			}
		}
	}
	return false
}
