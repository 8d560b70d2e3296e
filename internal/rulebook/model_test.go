package rulebook

import (
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// model is what the pages of a game say about captures. Reading the pages fills it in, and compare
// then plays by it beside the kernel.
type model struct {
	plain *kirke.Variant // the game without rebirths, once it has been asked for

	reborn       string            // "captured", "next half-move", "next capture", "capturing", "both" or "mover"
	vanishes     bool              // the capturing piece, kings excepted
	kingsStay    bool              // capturing kings are not reborn
	kings        bool              // kings are reborn
	as           map[string]string // as what a captured piece is reborn, by its name
	same         bool              // or as what it is
	asCapturer   bool              // or as what took it,
	kingsKeep    bool              // unless that is a king
	square       string            // "home", "departure", "opposite", "origin", "beyond" or "vector"
	homeOf       string            // "reborn", "capturing"
	homes        map[string]string
	otherSide    bool
	occupied     string // "gone", "illegal", "removed", "waits", "covered", "never"
	barredOff    bool   // a capture is not legal when the rebirth square is off the board
	ownSquare    string // of a capturing piece that is reborn: "empty" or "barred"
	capturerGone bool   // a capturing piece is gone when its rebirth square is occupied
	promotes     string // who promotes pawns that are reborn on their last rank: "owner", "capturer", "mover"
	check        string // "usual", "capture" or "home"
	unclear      bool   // about check
	castling     [4]string
}

// judge notes how check is judged. Pages that say it twice must say the same.
func (m *model) judge(check string) {
	m.unclear = m.unclear || m.check != "" && m.check != check
	m.check = check
}

// letter returns the letter of a piece, the same before and after a conversion.
func (b *bench) letter(pc rules.Piece) string {
	if pc == 0 {
		return ""
	}
	return string(b.v.Letter(pc))
}

// pieceType returns the first type with the letter of a piece.
func (b *bench) pieceType(pc rules.Piece) rules.PieceType {
	return b.v.TypeOf(b.v.Type(pc.Type()).Letter)
}

// standing is the pieces on squares and those below them.
type standing struct {
	pieces []rules.Piece
	below  map[kirke.Square][]rules.Piece
}

// homeSquare returns where a piece is at home, as the pages say.
func (b *bench) homeSquare(k rules.PieceType, side kirke.Color, at kirke.Square) kirke.Square {
	size := b.v.Size
	if b.model.otherSide {
		side = side.Other()
	}
	var all, coloured []kirke.Square
	start := b.startBoard()
	for file := range size.Files {
		sq := size.Home(side, file, 0)
		if pc := start[sq]; pc != 0 && pc.Color() == side && b.pieceType(pc) == k {
			all = append(all, sq)
			if size.Dark(sq) == size.Dark(at) {
				coloured = append(coloured, sq)
			}
		}
	}
	switch where := b.model.homes[nameOf(b.v.Type(k))]; where {
	case "once":
		if len(all) == 1 {
			return all[0]
		}
	case "two":
		if len(all) == 2 && len(coloured) == 1 {
			return coloured[0]
		}
	case "near":
		if len(coloured) > 0 {
			all = coloured
		}
		return slices.MinFunc(all, func(x, y kirke.Square) int {
			far := func(sq kirke.Square) int { return max(size.File(sq)-size.File(at), size.File(at)-size.File(sq)) }
			return far(x) - far(y) // of two, the first in all, which is nearer to the queen's side
		})
	case "second":
		return size.Home(side, size.File(at), 1)
	case "last":
		return size.Home(side, size.File(at), size.Ranks-1)
	default:
		b.Fatalf("the pages do not say where a %s is at home", b.v.Type(k).Name)
	}
	b.wrong(nil, "the %s of %s has %d squares", b.v.Type(k).Name, side, len(all))
	return kirke.NoSquare
}

func (b *bench) startBoard() []rules.Piece {
	pieces, err := b.v.ParsePlacement(b.v.Start.Placement)
	if err != nil {
		b.Fatal(err)
	}
	return pieces
}

// shifted returns sq moved by the vector from one square to another, or NoSquare.
func (b *bench) shifted(sq, from, to kirke.Square) kirke.Square {
	size := b.v.Size
	return size.At(size.File(sq)+size.File(to)-size.File(from), size.Rank(sq)+size.Rank(to)-size.Rank(from))
}

// rebornType returns as what a captured piece is reborn.
func (b *bench) rebornType(captured, mover rules.Piece) rules.PieceType {
	k := b.pieceType(captured)
	switch {
	case b.v.Type(k).Royal, b.model.same:
	case b.model.asCapturer && !(b.model.kingsKeep && b.v.Type(mover.Type()).Royal):
		return b.pieceType(mover)
	case b.model.asCapturer:
	case b.model.as == nil:
		b.Fatal("the pages do not say as what a captured piece is reborn")
	default:
		if as, ok := b.model.as[nameOf(b.v.Type(k))]; ok {
			for _, other := range types(b.v) {
				if nameOf(b.v.Type(other)) == as {
					return other
				}
			}
		}
	}
	return k
}

// captureOn is a capture to be played by the model.
type captureOn struct {
	pieces          []rules.Piece
	below           map[kirke.Square][]rules.Piece
	from, to, at    kirke.Square    // at is where the captured piece stands
	origin          kirke.Square    // of the captured piece
	promotion, into rules.PieceType // of a pawn that arrives, and of one that is reborn
}

// capture plays a capture as the pages say; legal is false where they do not allow
// its rebirths.
func (b *bench) capture(c captureOn) (legal bool) {
	mover, captured := b.plainPiece(c.pieces[c.from]), b.plainPiece(c.pieces[c.at])
	us := mover.Color()
	arrived := mover
	if c.promotion != 0 {
		arrived = rules.MakePiece(c.promotion, us)
	}
	c.pieces[c.at], c.pieces[c.from], c.pieces[c.to] = 0, 0, arrived
	king := b.v.Type(mover.Type()).Royal
	switch m := &b.model; {
	case m.vanishes && !king:
		c.pieces[c.to] = 0
	case m.reborn == "capturing", m.reborn == "both" && (!king || !m.kingsStay):
		home := b.homeSquare(arrived.Type(), us, c.at)
		switch {
		case home == c.to && (m.reborn == "both" || m.ownSquare == "empty"):
		case home == c.to && m.ownSquare == "barred":
			return false
		case c.pieces[home] == 0:
			c.pieces[c.to], c.pieces[home] = 0, arrived
		case m.reborn == "capturing" && m.occupied == "illegal":
			return false
		case m.reborn == "both" && m.capturerGone, m.reborn == "capturing" && m.occupied == "gone":
			c.pieces[c.to] = 0
		default:
			b.Fatalf("the pages do not say what happens when the home of a capturing piece is occupied")
		}
	}
	if b.model.reborn != "captured" && b.model.reborn != "both" || b.v.Type(captured.Type()).Royal && !b.model.kings {
		return true
	}
	return b.revive(c, rules.MakePiece(b.rebornType(captured, mover), captured.Color()), b.rebirthSquare(c, mover,
		arrived, captured))
}

// plainPiece returns a piece without its right to convert.
func (b *bench) plainPiece(pc rules.Piece) rules.Piece {
	if pc == 0 {
		return 0
	}
	return rules.MakePiece(b.pieceType(pc), pc.Color())
}

// rebirthSquare returns where a captured piece is reborn, or NoSquare.
func (b *bench) rebirthSquare(c captureOn, mover, arrived, captured rules.Piece) kirke.Square {
	switch b.model.square {
	case "departure":
		return c.from
	case "opposite":
		return b.v.Size.At(b.v.Size.Files-1-b.v.Size.File(c.at), b.v.Size.Ranks-1-b.v.Size.Rank(c.at))
	case "origin":
		return c.origin
	case "beyond":
		return b.shifted(c.at, c.from, c.to)
	case "home":
		if b.model.homeOf == "capturing" {
			return b.homeSquare(arrived.Type(), arrived.Color(), c.at)
		}
		return b.homeSquare(b.rebornType(captured, mover), captured.Color(), c.at)
	}
	b.Fatalf("the pages do not say where a captured piece is reborn: %q", b.model.square)
	return kirke.NoSquare
}

// revive puts a piece on its rebirth square.
func (b *bench) revive(c captureOn, pc rules.Piece, sq kirke.Square) (legal bool) {
	area := kirke.Square(len(c.pieces))
	if sq >= area {
		b.sight["off the board"]++
		return !b.model.barredOff
	}
	if c.pieces[sq] != 0 {
		switch b.model.occupied {
		case "gone":
			return true
		case "illegal":
			return false
		case "covered":
			c.below[sq] = slices.Insert(c.below[sq], 0, c.pieces[sq])
		case "removed", "waits":
		default:
			b.wrong(nil, "a rebirth square is occupied: %q", b.model.occupied)
		}
	}
	if b.v.Type(pc.Type()).Pawn && b.v.Size.RankFrom(pc.Color(), sq) == b.v.Size.Ranks-1 {
		if (c.into == 0) != (b.model.promotes == "owner") {
			b.wrong(nil, "the promotion of a reborn pawn is %d, and the pages leave it to %q", c.into, b.model.promotes)
		}
		if c.into != 0 {
			pc = rules.MakePiece(c.into, pc.Color())
		}
	}
	if b.model.occupied == "waits" && c.pieces[sq] != 0 {
		c.below[sq] = append(c.below[sq], pc)
		return true
	}
	c.pieces[sq] = pc
	return true
}

// predict returns the board after a move as the pages say.
func (b *bench) predict(s *step) (after standing, legal bool) {
	setup := s.before.Setup()
	after = standing{setup.Board, map[kirke.Square][]rules.Piece{}}
	for _, h := range setup.Aftermath.Below {
		after.below[h.At] = append(after.below[h.At], h.Piece)
	}
	if k := s.m.Choice(); k != 0 {
		after.pieces[setup.Aftermath.Choice] = rules.MakePiece(k, s.us())
	}
	from, to := s.m.From(), s.m.To()
	legal = true
	at := to
	captures := after.pieces[to] != 0 && s.m.Form() != rules.Castle || s.m.Form() == rules.EnPassant
	switch {
	case s.m.Form() == rules.Castle:
		king, rook := after.pieces[from], after.pieces[to]
		after.pieces[from], after.pieces[to] = 0, 0
		kingTo, rookTo := b.castled(from, to)
		after.pieces[kingTo], after.pieces[rookTo] = king, rook
	case s.m.Form() == rules.EnPassant:
		at = b.v.Size.At(b.v.Size.File(to), b.v.Size.Rank(from))
		legal = b.capture(b.captureOf(s, after, at))
	case after.pieces[to] != 0:
		legal = b.capture(b.captureOf(s, after, at))
	default:
		pc := b.plainPiece(after.pieces[from])
		if s.m.Promotion() != 0 {
			pc = rules.MakePiece(s.m.Promotion(), s.us())
		}
		after.pieces[from], after.pieces[to] = 0, pc
	}
	if pending := setup.Aftermath.Pending; pending != 0 && b.releases(captures) {
		sq := b.released(setup.Aftermath.PendingAt, from, to)
		if s.m.Form() == rules.Castle {
			kingTo, rookTo := b.castled(from, to)
			files := b.v.Size.File(kingTo) - b.v.Size.File(from) + b.v.Size.File(rookTo) - b.v.Size.File(to)
			sq = b.v.Size.At(b.v.Size.File(setup.Aftermath.PendingAt)+files, b.v.Size.Rank(setup.Aftermath.PendingAt))
		}
		c := b.captureOf(s, after, at)
		legal = b.revive(c, b.plainPiece(pending), sq) && legal
	}
	b.comeUp(after)
	if k := s.m.Gated(); k != 0 {
		sq := from
		if s.m.AtRook() {
			sq = to
		}
		after.pieces[sq] = rules.MakePiece(k, s.us())
	}
	return after, legal
}

// releases reports whether a move brings back the piece captured before.
func (b *bench) releases(captures bool) bool {
	return b.model.reborn == "next half-move" || b.model.reborn == "next capture" && captures
}

// released returns where a move from one square to another brings back the piece captured on at.
func (b *bench) released(at, from, to kirke.Square) kirke.Square {
	if b.model.square == "its capture" {
		return at
	}
	return b.shifted(at, from, to)
}

// captureOf returns the capture of a step on a board.
func (b *bench) captureOf(s *step, on standing, at kirke.Square) captureOn {
	return captureOn{
		pieces: on.pieces, below: on.below, from: s.m.From(), to: s.m.To(), at: at, origin: s.origin[at],
		promotion: s.m.Promotion(), into: s.m.Reborn(),
	}
}

// castled returns where king and rook land, by the files that the pages name.
func (b *bench) castled(king, rook kirke.Square) (kingTo, rookTo kirke.Square) {
	files := b.model.castling[:2]
	if rook < king {
		files = b.model.castling[2:]
	}
	rank := b.v.Size.Rank(king)
	if files[0] == "" {
		b.Fatal("the pages do not say where castling leads")
	}
	return b.v.Size.At(int(files[0][0]-'a'), rank), b.v.Size.At(int(files[1][0]-'a'), rank)
}

// comeUp brings up pieces below empty squares.
func (b *bench) comeUp(on standing) {
	for sq, waiting := range on.below {
		if len(waiting) > 0 && on.pieces[sq] == 0 {
			on.pieces[sq], on.below[sq] = waiting[0], waiting[1:]
			if len(waiting) > 1 && b.letter(waiting[0]) != b.letter(waiting[1]) {
				b.sight["one of two comes up"]++
			}
		}
	}
}

// compare plays every step by the model beside the kernel.
func (b *bench) compare() {
	if b.model.reborn == "" {
		return
	}
	if b.model.unclear {
		b.Error("the pages say of check now this, now that")
	}
	for _, s := range b.steps {
		if s.m.Form() > rules.Castle {
			continue
		}
		if b.model.reborn == "mover" {
			b.compareMartian(s)
			continue
		}
		want, legal := b.predict(s)
		setup := s.after.Setup()
		below := map[kirke.Square][]rules.Piece{}
		for _, h := range setup.Aftermath.Below {
			below[h.At] = append(below[h.At], h.Piece)
		}
		same := legal
		for sq, pc := range setup.Board {
			same = same && b.letter(pc) == b.letter(want.pieces[sq])
			for i := range max(len(below[kirke.Square(sq)]), len(want.below[kirke.Square(sq)])) {
				same = same && i < len(below[kirke.Square(sq)]) && i < len(want.below[kirke.Square(sq)]) &&
					b.letter(below[kirke.Square(sq)][i]) == b.letter(want.below[kirke.Square(sq)][i])
			}
		}
		if !same {
			b.Errorf("%s, %s: the pages allow it %v and give\n%s, the kernel\n%s", rulestest.Text(s.before),
				text(s.before,
					s.m), legal,
				b.v.FormatPlacement(want.pieces), b.v.FormatPlacement(setup.Board))
		}
		b.notice(s)
	}
	b.compareLegality()
	b.compareChecks()
}

// compareMartian checks that a capture is made from the home square.
func (b *bench) compareMartian(s *step) {
	setup := s.before.Setup()
	if s.d.Captured == 0 {
		return
	}
	from := s.m.From()
	home := b.homeSquare(b.pieceType(setup.Board[from]), s.us(), from)
	if home != s.d.Home || home != from && setup.Board[home] != 0 || !b.strikes(s.before, from, home, s.m.To()) {
		b.wrong(s.before, "%s is a capture from %s", text(s.before, s.m), b.v.SquareName(s.d.Home))
	}
	b.sight["martian capture"]++
}

// strikes reports whether the piece on from, put on home, takes on a square.
func (b *bench) strikes(p rules.Position, from, home, to kirke.Square) bool {
	s := p.Setup()
	pc := s.Board[from]
	s.Board[from] = 0
	s.Board[home] = pc
	if home == to { // the target stands there
		return false
	}
	s.Conversions = slices.DeleteFunc(s.Conversions, func(u rules.ConversionRight) bool {
		return s.Board[u.Square] == 0 ||
			home != from && u.Square == home
	})
	q, err := reference.Exactly(b.v, s)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range b.captures(q, pc.Color()) {
		if c.From() == home && c.To() == to {
			return true
		}
	}
	return false
}

// captures returns the captures of a side by movement alone, of kings too, without
// a look at its own king. Promotions are those of the game.
func (b *bench) captures(p rules.Position, by kirke.Color) []rules.Move {
	plain := b.plain(p, by)
	s := plain.Setup()
	rook := b.v.TypeOf('R')
	var kings []kirke.Square
	for sq, pc := range s.Board {
		if pc == 0 || !b.v.Type(pc.Type()).Royal {
			continue
		}
		if pc.Color() == by {
			kings = append(kings, kirke.Square(sq))
		}
		s.Board[sq] = rules.MakePiece(rook, pc.Color()) // it stands in the way, and can be taken
	}
	s.EnPassant = nil
	q, err := reference.New(plain.Variant(), s, rules.AnyDefect)
	if err != nil {
		b.Fatal(err)
	}
	var all []rules.Move
	for _, m := range q.LegalMoves(nil) {
		if q.At(m.To()) != 0 && !slices.Contains(kings, m.From()) {
			all = append(all, m)
		}
	}
	for _, king := range kings {
		for file := b.v.Size.File(king) - 1; file <= b.v.Size.File(king)+1; file++ {
			for rank := b.v.Size.Rank(king) - 1; rank <= b.v.Size.Rank(king)+1; rank++ {
				if to := b.v.Size.At(file, rank); to != kirke.NoSquare && to != king && s.Board[to] != 0 &&
					s.Board[to].Color() != by {
					all = append(all, rules.MakeMove(rules.Ordinary, king, to))
				}
			}
		}
	}
	return all
}

// notice counts what happens in a step, for the statements about it.
func (b *bench) notice(s *step) {
	d := &s.d
	count := func(is bool, what string) {
		if is {
			b.sight[what]++
		}
	}
	area := kirke.Square(b.v.Size.Area())
	took := d.Captured != 0 && d.To < area
	count(took && d.RebornAs != 0 && !d.RebornBelow, "reborn")
	count(took && d.RebornAs != 0 && b.v.Type(d.RebornAs.Type()).Letter != b.v.Type(d.Captured.Type()).Letter,
		"another type")
	count(d.Captured == 0 && d.RebornAs != 0, "reborn later")
	count(took && d.RebornAs == 0 && b.model.reborn == "captured", "gone")
	count(took && d.RebornAt == d.From && b.model.square == "home", "reborn where it came from")
	count(took && d.RebornAs == 0 && b.model.reborn == "both", "captured gone")
	count(d.CapturerAt != kirke.NoSquare, "capturer reborn")
	count(d.CapturerAt != kirke.NoSquare && d.CapturerAt == d.To, "capturer at home")
	count(d.CapturerGone, "capturer gone")
	count(took && b.v.Type(d.Mover.Type()).Royal, "king takes")
	count(d.Removed != 0, "removed")
	count(d.Removed != 0 && b.v.Type(d.Removed.Type()).Royal && !s.after.InCheck(), "king below")
	count(d.RebornBelow, "waits")
	count(len(d.Emerged) > 0, "comes up")
	count(d.RebornInto != 0, "reborn pawn promoted")
	count(s.m.Choice() != 0, "chosen")
	count(s.m.Form() == rules.Castle && d.RebornAs != 0, "castling reborn")
}

// compareLegality checks that captures that movement allows are legal exactly when
// the pages allow the rebirth and the king is safe.
func (b *bench) compareLegality() {
	for i, p := range b.places {
		if i%3 != 0 || p.Setup().Aftermath.Choice != kirke.NoSquare || b.model.reborn == "mover" {
			continue
		}
		legal := map[rules.Move]bool{}
		for _, m := range p.LegalMoves(nil) {
			legal[rules.MakeMove(rules.Ordinary, m.From(), m.To()).WithPromotion(m.Promotion())] = true
		}
		for _, m := range b.captures(p, p.Turn()) {
			if b.v.Type(p.At(m.To()).Type()).Royal {
				continue
			}
			if b.model.vanishes {
				m = m.WithPromotion(0)
			}
			allowed, _ := b.tried(p, m)
			is := legal[m]
			switch {
			case is && !allowed:
				b.Errorf("%s: %s is legal, but not by the pages", rulestest.Text(p), text(p, m))
			case !is && allowed && !b.forbidden(p, m):
				b.Errorf("%s: %s is not legal, and the pages do not say why", rulestest.Text(p), text(p, m))
			case !allowed:
				b.sight["capture not allowed"]++
			}
		}
	}
}

// tried plays a capture by the model; hasKing reports whether each side still has its king.
func (b *bench) tried(p rules.Position, m rules.Move) (allowed bool, hasKing [2]bool) {
	s := &step{before: p, m: m, origin: originOf(p)}
	setup := p.Setup()
	after := standing{setup.Board, map[kirke.Square][]rules.Piece{}}
	for _, h := range setup.Aftermath.Below {
		after.below[h.At] = append(after.below[h.At], h.Piece)
	}
	c := b.captureOf(s, after, m.To())
	c.into = b.anyPromotion()
	allowed = b.capture(c)
	if pending := setup.Aftermath.Pending; pending != 0 && allowed && b.releases(true) {
		allowed = b.revive(c, b.plainPiece(pending), b.released(setup.Aftermath.PendingAt, m.From(), m.To()))
	}
	b.comeUp(after)
	for _, pc := range after.pieces {
		if pc != 0 && b.v.Type(pc.Type()).Royal {
			hasKing[pc.Color()] = true
		}
	}
	return allowed, hasKing
}

// anyPromotion returns something that a reborn pawn may become where the capturing side chooses.
func (b *bench) anyPromotion() rules.PieceType {
	if b.model.promotes == "owner" {
		return 0
	}
	return b.v.TypeOf(b.v.Promotion.To[0])
}

// forbidden reports whether the kernel refuses a capture for the sake of a king or of
// the statement about reversed captures.
func (b *bench) forbidden(p rules.Position, m rules.Move) bool {
	for _, k := range append(types(b.v), 0) { // a choice that the mover may have to make is not in m
		err := p.Forbidden(m.WithReborn(k))
		if err == nil {
			return k != 0
		}
		for _, reason := range []string{"king", "reverse", "check may only"} {
			if strings.Contains(err.Error(), reason) {
				return true
			}
		}
	}
	return false
}

// originOf returns where the pieces stood in the diagram, as the position knows it.
func originOf(p rules.Position) []kirke.Square {
	s := p.Setup()
	if s.Aftermath.Origin != nil {
		return s.Aftermath.Origin
	}
	own := make([]kirke.Square, len(s.Board))
	for sq := range own {
		own[sq] = kirke.Square(sq)
	}
	return own
}

// compareChecks checks that a king is in check exactly when the pages say so.
func (b *bench) compareChecks() {
	for i, p := range b.places {
		s := p.Setup()
		king := p.King(p.Turn())
		if i%3 != 0 || king == kirke.NoSquare || s.Aftermath.Choice != kirke.NoSquare {
			continue
		}
		us := p.Turn()
		want := false
		switch b.model.check {
		case "usual":
			want = b.plain(p, us).InCheck()
		case "capture":
			for _, m := range b.captures(turned(p, us.Other()), us.Other()) {
				if m.To() != king && b.model.occupied != "removed" {
					continue
				}
				allowed, kings := b.tried(p, m)
				if allowed && !kings[us] {
					want = true
				}
			}
		case "home":
			for from, pc := range s.Board {
				if pc == 0 || pc.Color() == us || b.v.Type(pc.Type()).Pawn &&
					b.v.Size.RankFrom(pc.Color(), kirke.Square(from)) == 0 {
					continue
				}
				home := b.homeSquare(b.pieceType(pc), pc.Color(), kirke.Square(from))
				if (home == kirke.Square(from) || s.Board[home] == 0) && b.strikes(p, kirke.Square(from), home, king) {
					want = true
				}
			}
		default:
			b.Fatalf("the pages do not say what check is: %q", b.model.check)
		}
		if p.InCheck() != want {
			b.Errorf("%s: check is %v, by the pages %v", rulestest.Text(p), p.InCheck(), want)
		}
		if want && b.model.check != "usual" {
			b.sight["check of its own"]++
		}
		if !want && b.model.check != "usual" && b.plain(p, us).InCheck() {
			b.sight["no check"]++
		}
	}
}
