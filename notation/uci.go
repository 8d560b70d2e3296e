package notation

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// nullMove is the text of the pass.
const nullMove = "0000"

// UCI returns the move m of v as engines write it:
//
//	g1f3 e7e8q     an ordinary move, a promotion
//	g1f3h          a piece is gated on the square left
//	e1g1 e1h1      castling; in Chess960, or if the king goes one square, it takes its rook
//	e1g1h h1e1h    castling, with a piece gated on the king's or the rook's square
//	e1g1~          castling, and the imaginary squares change places
//	d3d3e,e5f6     the piece on d3 becomes the Elephant, and a pawn moves in the same turn
//	d1d5=q         the reborn pawn is promoted, after the mover's own: d7d8q=n
//	=q,e2e4        first the pawn reborn by the opponent is promoted
//	P@e4 +L@e4     a piece is dropped, promoted side up
//	e6e7+ e7e6-    the piece turns over to its promoted side, or back
//	e2e4,e4d6      the move puts a wall on d6
//	a1<>a8         the two pieces change places
//	a1a5>b6        the capturer goes on to b6, or the mover chooses that square for what follows
//	0000 e1e1      nothing moves; in games with passes, the king's square twice
//
// Letters of pieces are lower case for both sides, those of drops upper case.
func UCI(v *rules.Variant, m rules.Move) string {
	if m.Form() == rules.Pass && m.Bare() == rules.NullMove && v.Passing == (rules.Passing{}) {
		return nullMove
	}
	var b strings.Builder
	if k := cmp.Or(m.Promotion(), m.Dropped()); m.Form() == rules.Drop && k != 0 && int(k) <= len(v.Army) {
		b.WriteString(v.Type(k).Label() + "@" + v.SquareName(m.To()))
		writeWall(&b, v, m)
		return b.String()
	}
	write := func(before string, k rules.PieceType, after string) {
		if k == 0 || int(k) > len(v.Army) {
			return
		}
		b.WriteString(before)
		b.WriteByte(v.Type(k).Letter + 'a' - 'A')
		b.WriteString(after)
	}
	write("=", m.Choice(), ",")
	from, to := m.From(), m.To()
	switch {
	case m.Form() != rules.Castle:
	case m.AtRook():
		from, to = to, from
	case !v.CastlesAsTaking():
		if kingTo, _ := v.CastlingSquares(from, to); v.Size.Distance(from, kingTo) > 1 {
			to = kingTo
		}
	}
	switch {
	case m == rules.ExchangeOfRoles:
		return rolesText
	case m.Form() == rules.Exchange:
		return b.String() + v.SquareName(from) + "<>" + v.SquareName(to)
	}
	b.WriteString(v.SquareName(from) + v.SquareName(to))
	if pawnFrom, pawnTo, ok := m.Pawn(); m.Form() == rules.Reassign {
		write("", m.Gated(), "")
		if ok {
			b.WriteString("," + v.SquareName(pawnFrom) + v.SquareName(pawnTo))
		}
		write("", m.Promotion(), "")
		return b.String()
	}
	writePromotion(&b, v, m.Promotion())
	if n := m.Chain(); n != 0 && v.Fairy.Chains {
		return b.String() + "~" + strconv.Itoa(n)
	}
	if m.Form() == rules.Locust {
		b.WriteString("x" + v.SquareName(m.Victim()))
	}
	write("", m.Gated(), "")
	write("=", m.OwnReborn(), "")
	write("=", m.Reborn(), "")
	if m.Redesignates() {
		b.WriteByte('~')
	}
	writeWall(&b, v, m)
	b.WriteString(secondText(v, m, ">"))
	return b.String()
}

// writePromotion writes what a piece becomes: "+" for its promoted side, "-" for the side before,
// or a letter.
func writePromotion(b *strings.Builder, v *rules.Variant, k rules.PieceType) {
	switch {
	case k == 0 || int(k) > len(v.Army):
	case v.Type(k).Mark == '+':
		b.WriteByte('+')
	case v.Promotion.Back:
		b.WriteByte('-')
	default:
		b.WriteByte(v.Type(k).Letter + 'a' - 'A')
	}
}

// writeWall writes the wall of a move, after the square from which its piece looks at it.
func writeWall(b *strings.Builder, v *rules.Variant, m rules.Move) {
	if sq, ok := m.Wall(); ok {
		b.WriteString("," + v.SquareName(m.To()) + v.SquareName(sq))
	}
}

// IllegalError is the error for a text that means a move, but not a legal one.
type IllegalError struct {
	Text string
	Move rules.Move // what the text means
	// Reason is the rule that forbids the move: a *rules.ForbiddenError, or several joined if the
	// text may mean several moves.
	Reason error
}

// Error returns the text and the rule that forbids the move.
func (e *IllegalError) Error() string {
	return fmt.Sprintf("%s is not legal: %v", quote(e.Text), e.Reason)
}

// Unwrap returns the rule.
func (e *IllegalError) Unwrap() error { return e.Reason }

// ParseUCI returns the legal move of p that a text in the form of UCI means. It also reads castling
// as the king taking its own rook, or as the king's move if that is no other move; upper-case
// letters; and "=" before a promotion or a gated piece.
//
// If the text is a move but not a legal one, the null move included, the error is an *IllegalError.
// Otherwise it says what in the text cannot be read.
func ParseUCI(p rules.Position, text string) (rules.Move, error) {
	if m, ok := parseLocust(p, text, UCIStyle); ok {
		return m, nil
	}
	if m, ok := parseChain(p, text, UCIStyle); ok {
		return m, nil
	}
	if m, ok, err := parseExchange(p, text); ok {
		return m, err
	}
	moves, err := meanings(p, text)
	if err != nil {
		return 0, err
	}
	if m, ok := firstLegal(p, moves); ok {
		return m, nil
	}
	reason := p.Forbidden(moves[0])
	if reason == nil {
		reason = fmt.Errorf("it is not among the legal moves")
	}
	return 0, &IllegalError{strings.TrimSpace(text), moves[0], reason}
}

// Candidate returns the move that a text in the form of UCI means in p, legal or not: a legal one
// if there is one, else the most likely. Position.Forbidden then explains it. The error says what
// in the text cannot be read.
func Candidate(p rules.Position, text string) (rules.Move, error) {
	if m, ok := parseLocust(p, text, UCIStyle); ok {
		return m, nil
	}
	if m, ok := parseChain(p, text, UCIStyle); ok {
		return m, nil
	}
	if m, ok, err := parseExchange(p, text); ok && m != 0 {
		return m, nil
	} else if ok {
		return 0, err
	}
	moves, err := meanings(p, text)
	if err != nil {
		return 0, err
	}
	if m, ok := firstLegal(p, moves); ok {
		return m, nil
	}
	return moves[0], nil
}

func firstLegal(p rules.Position, moves []rules.Move) (rules.Move, bool) {
	for _, m := range moves {
		if p.IsLegal(m) {
			return m, true
		}
	}
	return 0, false
}

// meanings returns the moves that a text may mean, the most likely first.
func meanings(p rules.Position, text string) ([]rules.Move, error) {
	text = strings.TrimSpace(text)
	if text == nullMove {
		m := rules.NullMove
		if legal, err := passWith(p, text, ""); err == nil {
			m = legal
		}
		return []rules.Move{m}, nil
	}
	t, err := scanUCI(p.Variant(), text)
	if err != nil {
		return nil, err
	}
	return t.moves(p)
}

// uciMove is a move text taken apart.
type uciMove struct {
	text             string
	choice           rules.PieceType
	from, to         board.Square
	piece            rules.PieceType // promoted to, gated, or dropped
	drop             bool            // a piece is dropped
	turned           byte            // '+' or '-': the piece turns over
	reborn           []rules.PieceType
	swap             bool
	pawn             bool // a pawn moves in the same turn
	pawnFrom, pawnTo board.Square
	promotion        rules.PieceType // of that pawn
	second           board.Square    // that the mover chose besides
}

// uciScanner takes a move text apart from left to right.
type uciScanner struct {
	v          *rules.Variant
	text, rest string
}

func scanUCI(v *rules.Variant, text string) (uciMove, error) {
	s := &uciScanner{v, text, text}
	t := uciMove{text: short(text), second: board.NoSquare}
	var err error
	if strings.HasPrefix(s.rest, "=") {
		s.rest = s.rest[1:]
		if t.choice, err = s.piece(); err != nil {
			return t, err
		}
		if !strings.HasPrefix(s.rest, ",") {
			return t, s.errorf("a comma must follow the choice")
		}
		s.rest = s.rest[1:]
	}
	if label, _, ok := strings.Cut(s.rest, "@"); ok {
		return s.drop(t, label)
	}
	if t.from, t.to, err = s.squares(); err != nil {
		return t, err
	}
	if s.rest != "" && (s.rest[0] == '+' || s.rest[0] == '-') {
		t.turned, s.rest = s.rest[0], s.rest[1:]
	}
	if s.atLetter() {
		if t.piece, err = s.piece(); err != nil {
			return t, err
		}
	}
	for strings.HasPrefix(s.rest, "=") && len(t.reborn) < 2 {
		s.rest = s.rest[1:]
		k, err := s.piece()
		if err != nil {
			return t, err
		}
		t.reborn = append(t.reborn, k)
	}
	s.rest, t.swap = strings.CutPrefix(s.rest, "~")
	s.rest, t.pawn = strings.CutPrefix(s.rest, ",")
	if t.pawn {
		if t.pawnFrom, t.pawnTo, err = s.squares(); err != nil {
			return t, err
		}
		s.rest = strings.TrimPrefix(s.rest, "=")
		if s.atLetter() {
			if t.promotion, err = s.piece(); err != nil {
				return t, err
			}
		}
	}
	if rest, ok := strings.CutPrefix(s.rest, ">"); ok {
		if sq, n := s.v.SquarePrefix(rest); n > 0 {
			t.second, s.rest = sq, rest[n:]
		}
	}
	if s.rest != "" {
		return t, s.errorf("%q means nothing there", short(s.rest))
	}
	return t, nil
}

// drop reads "P@e4", of which label stands before the "@".
func (s *uciScanner) drop(t uciMove, label string) (uciMove, error) {
	k, n := s.v.LabelPrefix(label)
	if n == 0 || n != len(label) {
		return t, s.errorf("%q is not a piece of %s", short(label), s.v.ID)
	}
	t.piece, t.drop = k, true
	square := s.rest[len(label)+1:]
	sq, n := s.v.SquarePrefix(square)
	if n == 0 || n != len(square) {
		return t, s.errorf("%q is not a square of %s", short(square), s.v.ID)
	}
	t.from, t.to = sq, sq
	return t, nil
}

func (s *uciScanner) errorf(format string, args ...any) error {
	return fmt.Errorf("move %q: %s", short(s.text), fmt.Sprintf(format, args...))
}

// squares reads departure and arrival.
func (s *uciScanner) squares() (from, to board.Square, err error) {
	for _, sq := range []*board.Square{&from, &to} {
		var n int
		if *sq, n = s.v.SquarePrefix(s.rest); n == 0 {
			what := "nothing"
			if s.rest != "" {
				what = fmt.Sprintf("%q", short(s.rest))
			}
			return from, to, s.errorf("%s where a square of %s is wanted", what, s.v.ID)
		}
		s.rest = s.rest[n:]
	}
	return from, to, nil
}

func (s *uciScanner) atLetter() bool {
	return s.rest != "" && upper(s.rest[0]) >= 'A' && upper(s.rest[0]) <= 'Z'
}

// piece reads the letter or the longer name of a piece, in either case.
func (s *uciScanner) piece() (rules.PieceType, error) {
	if !s.atLetter() {
		return 0, s.errorf("the letter of a piece is missing")
	}
	name := head(s.rest, capitals+smalls)
	k, n := s.v.TypePrefix(strings.ToUpper(name))
	if n == 0 {
		return 0, s.errorf("%q is not a piece of %s", name, s.v.ID)
	}
	s.rest = s.rest[n:]
	return k, nil
}

// moves returns the moves that t may mean in p.
func (t *uciMove) moves(p rules.Position) ([]rules.Move, error) {
	v := p.Variant()
	var bare []rules.Move
	switch {
	case !v.Size.Contains(t.from):
		return nil, fmt.Errorf("move %q: a piece on %s does not move", t.text, v.SquareName(t.from))
	case t.drop:
		return []rules.Move{t.dropped(v)}, nil
	case t.from == t.to && v.InPlace.Active && (t.piece != 0 || len(t.reborn) > 0):
		bare = []rules.Move{t.withPiece(p, rules.MakeMove(rules.Ordinary, t.from, t.to), t.piece)}
	case t.from == t.to && v.Passing != (rules.Passing{}) || t.from == t.to && v.Walls.Instead:
		bare = []rules.Move{rules.MakeMove(rules.Pass, t.from, t.to)}
	case t.from == t.to && v.Gating.Imaginary:
		m := rules.MakeMove(rules.Reassign, t.from, t.to).WithGated(t.piece, false)
		if t.pawn {
			m = m.WithPawn(t.pawnFrom, t.pawnTo).WithPromotion(t.promotion)
		}
		bare = []rules.Move{m}
	case t.from == t.to:
		return nil, fmt.Errorf("move %q: departure and arrival are the same square", t.text)
	case t.pawn && v.Walls.Place == rules.NoWalls:
		return nil, fmt.Errorf("move %q: only a reassignment goes with a pawn move", t.text)
	default:
		bare = append(t.castlings(p), t.steps(p)...)
		if v.Castling.Free && len(bare) > 1 && ownKing(p, t.from) && !ownRook(p, t.to) {
			bare[0], bare[1] = bare[1], bare[0] // a king's own move before castling
		}
	}
	var moves []rules.Move
	for _, m := range bare {
		if t.swap {
			m = m.WithRedesignation()
		}
		m = m.WithChoice(t.choice)
		if t.pawn && m.Form() != rules.Reassign {
			m = m.WithWall(t.pawnTo)
		}
		if t.second != board.NoSquare {
			m = m.WithSecond(t.second)
		}
		switch {
		case len(t.reborn) == 2:
			moves = append(moves, m.WithOwnReborn(t.reborn[0]).WithReborn(t.reborn[1]))
		case len(t.reborn) == 1:
			k := t.reborn[0]
			if t.piece == 0 && (v.Gating.Any() || ownPawn(p, t.from)) {
				// Many write "e7e8=q".
				moves = append(moves, t.withPiece(p, m, k))
			}
			moves = append(moves, m.WithReborn(k), m.WithOwnReborn(k))
		default:
			moves = append(moves, m)
		}
	}
	return moves, nil
}

// dropped returns the drop that t means. The piece on the board may be the promoted side of that in
// the hand.
func (t *uciMove) dropped(v *rules.Variant) rules.Move {
	m := rules.MakeMove(rules.Drop, t.to, t.to)
	if was := v.Type(t.piece).From; was != "" && v.Drops.EitherSide {
		if k, n := v.LabelPrefix(was); n == len(was) {
			return m.WithGated(k, false).WithPromotion(t.piece)
		}
	}
	return m.WithGated(t.piece, false)
}

// castlings returns the castlings that t may mean.
func (t *uciMove) castlings(p rules.Position) []rules.Move {
	v, us := p.Variant(), p.Turn()
	if pc := p.At(t.from); v.Fairy.Movers.MovesTheirs() && pc.Type() != 0 && !pc.Neutral() {
		us = pc.Color()
	}
	if v.Fairy.Castling != rules.NoFreeCastling && ownKing(p, t.from) && v.Size.Contains(t.to) && p.At(t.to) != 0 {
		return []rules.Move{rules.MakeMove(rules.Castle, t.from, t.to)}
	}
	if !v.Castling.Any() {
		return nil
	}
	switch {
	case ownKing(p, t.from) && ownRook(p, t.to):
		return []rules.Move{rules.MakeMove(rules.Castle, t.from, t.to).WithGated(t.piece, false)}
	case ownKing(p, t.to) && ownRook(p, t.from) && t.piece != 0:
		return []rules.Move{rules.MakeMove(rules.Castle, t.to, t.from).WithGated(t.piece, true)}
	case !ownKing(p, t.from):
		return nil
	}
	s := p.Setup()
	start := newRightsReader(v, &s)
	for side := range 2 {
		rook := s.Castling.Rook[us][side]
		if rook == board.NoSquare && start.rook[us][side] >= 0 && !v.Castling.Free {
			rook = v.Size.Home(us, start.rook[us][side], v.Castling.Rank)
		}
		far := v.Size.File(t.to) - v.Size.File(t.from)
		if kingTo, _ := v.CastlingSquares(t.from, rook); rook == board.NoSquare || kingTo != t.to || !v.Castling.Free &&
			far*far < 4 {
			continue
		}
		return []rules.Move{rules.MakeMove(rules.Castle, t.from, rook).WithGated(t.piece, false)}
	}
	return nil
}

// steps returns the moves that t may mean besides castling.
func (t *uciMove) steps(p rules.Position) []rules.Move {
	return []rules.Move{t.withPiece(p, step(p, t.from, t.to), t.piece)}
}

// step returns the move of a piece from one square to another. A pawn takes en passant on an empty
// square just passed, unless it moves there without capturing, as pawns do that capture straight
// forward.
func step(p rules.Position, from, to board.Square) rules.Move {
	v, pc := p.Variant(), p.At(from)
	m := rules.MakeMove(rules.Ordinary, from, to)
	if pc.Type() == 0 || !isPawn(v, pc) || !v.Size.Contains(to) || p.At(to) != 0 ||
		!slices.Contains(p.Setup().EnPassant, to) ||
		slices.ContainsFunc(p.LegalMoves(nil), func(o rules.Move) bool { return o.Bare() == m }) {
		return m
	}
	return rules.MakeMove(rules.EnPassant, from, to)
}

// withPiece returns m with k as the promotion of a pawn, or else as the gated piece.
func (t *uciMove) withPiece(p rules.Position, m rules.Move, k rules.PieceType) rules.Move {
	if t.turned != 0 {
		return m.WithPromotion(otherSide(p.Variant(), p.At(t.from), t.turned))
	}
	if pc := p.At(t.from); pc.Type() != 0 && isPawn(p.Variant(), pc) {
		return m.WithPromotion(promoted(p.Variant(), k))
	}
	return m.WithGated(k, m.AtRook())
}

// promoted returns the type that a pawn becomes whose letter is that of k: the marked one where
// promoted pieces are marked.
func promoted(v *rules.Variant, k rules.PieceType) rules.PieceType {
	types := v.PromotionTypes()
	if k == 0 || slices.Contains(types, k) {
		return k
	}
	for _, other := range types {
		if v.Type(other).Letter == v.Type(k).Letter {
			return other
		}
	}
	return k
}

// otherSide returns what a piece turns over to: its promoted side for '+', the side before for '-';
// or 0.
func otherSide(v *rules.Variant, pc rules.Piece, sign byte) rules.PieceType {
	if pc.Type() == 0 {
		return 0
	}
	label := v.Type(pc.Type()).To
	if sign == '-' {
		label = v.Type(pc.Type()).From
	}
	k, n := v.LabelPrefix(label)
	if n != len(label) {
		return 0
	}
	return k
}

// moves reports whether the side to move may move a piece, as far as whose it is tells.
func moves(p rules.Position, pc rules.Piece) bool {
	return pc.Type() != 0 && (pc.Color() == p.Turn() || p.Variant().Fairy.Movers.MovesTheirs())
}

func ownKing(p rules.Position, sq board.Square) bool {
	pc := p.At(sq)
	return moves(p, pc) && p.Variant().Castling.IsKing(p.Variant().Type(pc.Type()))
}

func ownPawn(p rules.Position, sq board.Square) bool {
	pc := p.At(sq)
	return pc.Type() != 0 && pc.Color() == p.Turn() && isPawn(p.Variant(), pc)
}

func ownRook(p rules.Position, sq board.Square) bool {
	pc := p.At(sq)
	return moves(p, pc) && p.Variant().Castling.IsRook(p.Variant().Type(pc.Type()))
}
