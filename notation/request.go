package notation

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// request is what a move text asks for. What it leaves open is 0, NoSquare or, for a file or rank,
// -1.
type request struct {
	choice byte  // first, the reborn pawn becomes this
	castle *bool // castling, on the king's side or not
	out    byte  // reassignment: the piece that leaves
	in     byte  // and the one that takes its place
	place  board.Square
	pawn   *request // the pawn move of the same turn

	letter     byte // of the piece that moves; a pawn has none in most texts
	plus       bool // it is a promoted piece as in shogi
	drop       bool // it is dropped
	star       bool // "*" before its only square may say so, as in shogi
	file, rank int  // of its departure
	via, to    board.Square
	promotion  byte
	turn       byte // '+', '-' or '=': the piece turns over, back, or does not though it may
	wall       board.Square
	second     board.Square // that the mover chose besides
	released   byte         // what the latent pawn there becomes, or a piece on the first or last file

	gated   byte // the piece to gate
	gatedAt board.Square
	swap    bool    // the imaginary squares change places
	back    []claim // pieces the text says come back
}

// claim is a piece that is reborn, comes up or is gated, according to a text.
type claim struct {
	text   string
	letter byte // 0 for a pawn or none given
	from   board.Square
	at     board.Square
	into   byte
	below  bool
}

// scanner reads a request from a text without blanks.
type scanner struct {
	v      *rules.Variant
	popeye bool   // S is the knight, whatever else the game calls S
	text   string // as given, for messages
	rest   string
}

// clean replaces figurines and typographic signs by plain letters and signs.
var clean = strings.NewReplacer(
	" ", "", "\t", "", "\n", "", "\u00a0", "",
	"–", "-", "—", "-", "−", "-", "‑", "-", "×", "x", "†", "+", "‡", "#", "→", "->",
	"♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "",
	"♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "",
)

// longestMove is the greatest length of a move in bytes.
const longestMove = 200

// read returns what text asks for.
func read(v *rules.Variant, text string, style Style) (request, error) {
	if len(text) > longestMove {
		return request{}, fmt.Errorf("%s is too long for a move", quote(text))
	}
	s := scanner{v: v, popeye: style == Popeye, text: text, rest: clean.Replace(text)}
	if number := numbered.FindString(s.rest); strings.HasSuffix(number, ".") {
		s.rest = s.rest[len(number):]
	}
	if s.rest == "" {
		return request{}, fmt.Errorf("the move is empty")
	}
	r, err := s.request()
	if err == nil && s.rest != "" {
		err = s.stuck()
	}
	return r, err
}

func newRequest() request {
	none := board.NoSquare
	return request{file: -1, rank: -1, via: none, to: none, place: none, gatedAt: none, wall: none, second: none}
}

// quote returns text, or the beginning of a long one, in quotation marks for a message. The
// backslash of a reassignment stays as it is.
func quote(text string) string {
	return strings.ReplaceAll(strconv.Quote(short(text)), `\\`, `\`)
}

// stuck is the error for what follows in the text and means nothing there.
func (s *scanner) stuck() error {
	if s.rest == "" {
		return fmt.Errorf("%s breaks off", quote(s.text))
	}
	return fmt.Errorf("%s: %s means nothing there", quote(s.text), quote(s.rest))
}

// take removes the first of the given prefixes that the rest has.
func (s *scanner) take(prefixes ...string) bool {
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(s.rest, p); ok {
			s.rest = rest
			return true
		}
	}
	return false
}

const (
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	smalls   = "abcdefghijklmnopqrstuvwxyz"
)

// head returns the longest prefix of text made of letters of a set.
func head(text, set string) string { return text[:len(text)-len(strings.TrimLeft(text, set))] }

// isCapital reports whether text begins with A to Z.
func isCapital(text string) bool { return text != "" && text[0] >= 'A' && text[0] <= 'Z' }

// walk reads a piece's letter, after Popeye's attributes for kamikaze, royal and neutral pieces. It
// returns 0 if there is none.
func (s *scanner) walk() byte {
	text := s.rest
	for len(text) > 1 && strings.IndexByte("krn", text[0]) >= 0 && isCapital(text[1:]) {
		text = text[1:]
	}
	if !isCapital(text) {
		return 0
	}
	if k, n := s.v.TypePrefix(text); n > 1 {
		s.rest = text[n:]
		return s.v.Type(k).Letter
	}
	c, n := text[0], 1
	sissa := s.v.TypeOf('S') != 0
	switch {
	case c == 'S' && s.popeye && strings.HasPrefix(text, "SS"):
		n = 2
	case c == 'S' && (s.popeye || !sissa):
		c = 'N'
	}
	s.rest = text[n:]
	return c
}

// smallWalk reads a small letter, or a longer name in small letters, that is a piece because it
// cannot be a file: "nf3", "sh4" on a board without an s-file, "dhf2" if a piece is called DH.
func (s *scanner) smallWalk() byte {
	name := strings.ToUpper(head(s.rest, smalls))
	if name == "" || len(s.rest) < 2 {
		return 0
	}
	if k, n := s.v.TypePrefix(name); n > 1 && s.goesOn(s.rest[n:]) {
		s.rest = s.rest[n:]
		return s.v.Type(k).Letter
	}
	if c := name[0]; int(c-'A') >= s.v.Size.Files && (s.v.TypeOf(c) != 0 || c == 'S') {
		s.rest = name[:1] + s.rest[1:]
		return s.walk()
	}
	return 0
}

// goesOn reports whether a text has a square after at most one file or rank and one sign.
func (s *scanner) goesOn(text string) bool {
	if _, n := s.v.SquarePrefix(text); n > 0 {
		return true
	}
	rest := strings.TrimLeft(text, "0123456789")
	if rest == text && text != "" && text[0] >= 'a' && int(text[0]-'a') < s.v.Size.Files {
		rest = text[1:]
	}
	if rest != "" && strings.IndexByte("-x:*", rest[0]) >= 0 {
		rest = rest[1:]
	}
	_, n := s.v.SquarePrefix(rest)
	return n > 0
}

// request reads a whole move.
func (s *scanner) request() (request, error) {
	r := newRequest()
	if s.take("=") { // "=Q," before the move
		if r.choice = s.choiceLetter(); r.choice == 0 || !s.take(",") {
			return r, s.stuck()
		}
	}
	for strings.HasPrefix(s.rest, "[") { // Popeye's "[d3=E]" before the move
		claim, err := s.claim()
		if err != nil {
			return r, err
		}
		if claim.into == 0 || claim.letter != 0 {
			continue // "[wKd4->e1]0-0": the king's way home
		}
		if s.v.Gating.Imaginary {
			r.in, r.place = claim.into, claim.at
		} else {
			r.choice = claim.into
		}
	}
	switch {
	case r.in != 0:
		return r, s.pawnMove(&r)
	case s.castling(&r):
		return r, s.tail(&r)
	case s.reassignment(&r):
		s.marks()
		s.take(",")
		return r, s.pawnMove(&r)
	}
	if err := s.body(&r); err != nil {
		return r, err
	}
	return r, s.tail(&r)
}

// choiceLetter reads what a pawn becomes, in either case.
func (s *scanner) choiceLetter() byte {
	if c := s.walk(); c != 0 {
		return c
	}
	name := strings.ToUpper(head(s.rest, smalls))
	if name == "" {
		return 0
	}
	_, n := s.v.TypePrefix(name)
	n = max(n, 1)
	s.rest = name[:n] + s.rest[n:]
	return s.walk()
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c
}

// castling reads O-O or O-O-O, with zeros or small letters as well.
func (s *scanner) castling(r *request) bool {
	for _, o := range []string{"O", "0", "o"} {
		king := false
		switch {
		case s.take(o + "-" + o + "-" + o):
		case s.take(o + "-" + o):
			king = true
		default:
			continue
		}
		r.castle = &king
		return true
	}
	return false
}

// reassignment reads H\E or H/E, with or without the square between.
func (s *scanner) reassignment(r *request) bool {
	rest := s.rest
	if isCapital(rest) && s.v.Gating.Imaginary && strings.IndexByte(s.v.Gating.Hand, rest[0]) >= 0 {
		out := s.walk()
		if sq, n := s.v.SquarePrefix(s.rest); n > 0 {
			r.place, s.rest = sq, s.rest[n:]
		}
		if s.take(`\`, "/") {
			if in := s.walk(); in != 0 && (s.rest == "" || !isSquare(s.rest)) {
				r.out, r.in = out, in
				return true
			}
		}
	}
	s.rest, r.place = rest, board.NoSquare
	return false
}

// isSquare reports whether text begins like a square: a small letter and a digit.
func isSquare(text string) bool {
	return len(text) > 1 && text[0] >= 'a' && text[0] <= 'p' && text[1] >= '0' && text[1] <= '9'
}

// pawnMove reads the pawn move of a reassignment, if there is one.
func (s *scanner) pawnMove(r *request) error {
	if s.marks(); s.rest == "" {
		return nil
	}
	pawn := newRequest()
	if err := s.body(&pawn); err != nil {
		return err
	}
	r.pawn = &pawn
	return s.tail(&pawn)
}

// body reads the piece and the squares of an ordinary move.
func (s *scanner) body(r *request) error {
	r.plus = s.take("+")
	if r.letter = s.walk(); r.letter == 0 {
		r.letter = s.smallWalk()
	}
	if r.letter != 0 && s.v.TypeOf(r.letter) == 0 {
		return noPiece(s.v, s.text, string(r.letter)+head(s.rest, capitals))
	}
	if r.drop = s.take("@"); r.drop && r.letter == 0 {
		r.letter = 'P'
	}
	size := s.v.Size
	var squares []board.Square
	for s.rest != "" && !strings.HasPrefix(s.rest, "e.p") && !strings.HasPrefix(s.rest, "ep") {
		if sq, n := s.v.SquarePrefix(s.rest); n > 0 {
			squares, s.rest = append(squares, sq), s.rest[n:]
			continue
		}
		c := s.rest[0]
		switch {
		case c == '-' && len(squares) > 0 && (s.turnsBack() || strings.HasPrefix(s.rest, "->")):
			c = 0
		case strings.IndexByte("-x:", c) >= 0:
		case c == '*' && len(s.rest) > 1:
			r.star = r.letter != 0 && len(squares) == 0 && r.file < 0 && r.rank < 0
		case len(squares) == 0 && c >= 'a' && int(c-'a') < size.Files:
			r.file = int(c - 'a')
		case len(squares) == 0 && c >= '1' && c <= '9':
			n := 1
			if len(s.rest) > 1 && s.rest[1] >= '0' && s.rest[1] <= '9' {
				n = 2
			}
			rank := 0
			for _, d := range s.rest[:n] {
				rank = rank*10 + int(d-'0')
			}
			r.rank, s.rest = rank-1, s.rest[n:]
			continue
		default:
			c = 0
		}
		if c == 0 {
			break
		}
		s.rest = s.rest[1:]
	}
	switch n := len(squares); {
	case n == 0:
		return fmt.Errorf("%s names no square of the board to move to", quote(s.text))
	case r.drop && n > 1:
		return fmt.Errorf("%s names %d squares, and a piece is dropped on one", quote(s.text), n)
	case n == 1:
		r.to = squares[0]
		if (r.letter == 0 || r.letter == 'P' && s.pawnP() && !r.plus) && r.file < 0 && size.Contains(r.to) {
			r.file = size.File(r.to) // a pawn that names no file does not take
		}
	case n <= 3:
		r.file, r.rank, r.to = size.File(squares[0]), size.Rank(squares[0]), squares[n-1]
		if n == 3 {
			r.via = squares[1]
		}
		if n == 3 && s.v.Fairy.Making == rules.TakeThenMake { // "Qa1*a5-b6"
			r.via, r.to, r.second = board.NoSquare, squares[1], squares[2]
		}
	default:
		return fmt.Errorf("%s names %d squares", quote(s.text), n)
	}
	return nil
}

// pawnP reports whether P is a pawn, which in shogi it is not.
func (s *scanner) pawnP() bool {
	k := s.v.TypeOf('P')
	return k == 0 || s.v.Type(k).Pawn
}

// turnsBack reports whether a hyphen behind the squares says that a piece turns back.
func (s *scanner) turnsBack() bool {
	return turns(s.v) && (len(s.rest) == 1 || strings.IndexByte("+#,!?", s.rest[1]) >= 0)
}

// marks skips check marks and signs of praise and blame.
func (s *scanner) marks() {
	s.rest = strings.TrimLeft(s.rest, "+#!?")
}

// tail reads what may follow the squares of a move, in any order.
func (s *scanner) tail(r *request) error {
	if turns(s.v) && s.rest != "" && strings.IndexByte("+-=", s.rest[0]) >= 0 {
		r.turn, s.rest = s.rest[0], s.rest[1:]
	}
	for s.rest != "" {
		rest := s.rest
		s.marks()
		switch {
		case s.v.Walls.Place != rules.NoWalls && s.wall(r):
		case s.v.ChoosesSquare() && s.second(r):
		case s.take("e.p.", "e.p", "ep.", "ep", ","):
		case s.take("[z0<->i0]", "[z9<->i9]", "∞", "oo", "OO", "*", "~"):
			r.swap = true
		case s.take("/"):
			if err := s.gating(r); err != nil {
				return err
			}
		case s.rest == "=" || s.rest == "==": // stalemate
			s.rest = ""
		case s.take("=+", "="):
			into := s.choiceLetter()
			switch {
			case into == 0:
				return s.stuck()
			case r.promotion == 0:
				r.promotion = into
			default:
				r.released = into
			}
		case s.take("(hidden)"):
			if n := len(r.back); n > 0 {
				r.back[n-1].below = true
			}
		case strings.HasPrefix(s.rest, "(") || strings.HasPrefix(s.rest, "["):
			c, err := s.claim()
			if err != nil {
				return err
			}
			r.back = append(r.back, c)
		case isCapital(s.rest) && r.promotion == 0 && r.castle == nil:
			r.promotion = s.walk()
		}
		if s.rest == rest {
			return s.stuck()
		}
	}
	return nil
}

// wall reads ",d6".
func (s *scanner) wall(r *request) bool {
	rest, found := strings.CutPrefix(s.rest, ",")
	sq, n := s.v.SquarePrefix(rest)
	if !found || n == 0 {
		return false
	}
	r.wall, s.rest = sq, rest[n:]
	return true
}

// second reads "->d6".
func (s *scanner) second(r *request) bool {
	rest, found := strings.CutPrefix(s.rest, "->")
	sq, n := s.v.SquarePrefix(rest)
	if !found || n == 0 {
		return false
	}
	r.second, s.rest = sq, rest[n:]
	if rest, ok := strings.CutPrefix(s.rest, "="); ok && rest != "" && s.v.PromotesOnChosen() {
		r.released, s.rest = rest[0], rest[1:]
	}
	return true
}

// gating reads "H" or "Hg1" after a slash.
func (s *scanner) gating(r *request) error {
	if r.gated = s.walk(); r.gated == 0 {
		return s.stuck()
	}
	if sq, n := s.v.SquarePrefix(s.rest); n > 0 {
		r.gatedAt, s.rest = sq, s.rest[n:]
	}
	return nil
}

// claim reads what stands in parentheses or brackets: "(Ng8)", "(H)", "(d7)",
// "(h1=B)", "[+bSg8->v]", "[wkQd5->d1]", "[-wRa1]", "(+wBf1(hidden))".
func (s *scanner) claim() (claim, error) {
	close := ")"
	if s.rest[0] == '[' {
		close = "]"
	}
	c := claim{from: board.NoSquare, at: board.NoSquare}
	whole := s.rest
	s.rest = s.rest[1:]
	s.take("+", "-")
	if len(s.rest) > 1 && (s.rest[0] == 'w' || s.rest[0] == 'b') && !isSquare(s.rest) {
		s.rest = s.rest[1:]
	}
	c.letter = s.walk()
	square := func() {
		if sq, n := s.v.SquarePrefix(s.rest); n > 0 {
			c.at, s.rest = sq, s.rest[n:]
		}
	}
	square()
	for s.take("->") {
		if s.take("v") {
			c.below = true
			continue
		}
		c.from = c.at
		s.walk() // what it has become, which the rules know
		square()
	}
	if s.take("=") {
		if c.into = s.walk(); c.into == 0 {
			return c, s.stuck()
		}
	}
	if s.take("->v") || s.take("(hidden)") {
		c.below = true
	}
	if !s.take(close) || c.letter == 0 && c.at == board.NoSquare {
		s.rest = whole
		return c, s.stuck()
	}
	c.text = strings.Trim(whole[:len(whole)-len(s.rest)], "()[]")
	return c, nil
}
