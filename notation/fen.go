package notation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// The longest FEN that is read, and the largest number in one.
const (
	longestFEN = 8192
	mostMoves  = 65535
)

// ParseFEN reads a position of v. Fields may be missing at the end: then White is to move, there
// are no rights and no en passant square, the clocks are 0 and 1, and a series game is in the
// series of that move number.
//
// The setup is what the text says and need not be a position of the game; kernels check that.
// Useless rights are left out: the gates of a side with nothing in hand, and castling with a king
// or rook out of place. The error is one sentence that names the field and what in it cannot be
// read.
func ParseFEN(v *rules.Variant, text string) (rules.Setup, error) {
	if len(text) > longestFEN {
		return rules.Setup{}, fmt.Errorf("FEN of %d bytes is too long: at most %d are read", len(text), longestFEN)
	}
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return rules.Setup{}, fmt.Errorf("FEN is empty: it must start with the pieces on the board")
	}
	s := rules.NewSetup(v)
	if err := (&fenReader{v: v, s: &s}).read(fields); err != nil {
		return rules.Setup{}, err
	}
	return s, nil
}

// FEN writes a setup of v in its canonical form, which ParseFEN reads back to the same setup. The
// setup must have the shape that rules.NewSetup gives it.
func FEN(v *rules.Variant, s rules.Setup) string {
	fields := []string{v.FormatPlacement(s.Board) + formatHand(v, &s), "w", formatRights(v, &s),
		formatPassed(v, &s)}
	if s.Turn == board.Black {
		fields[1] = "b"
	}
	if v.Conversion.Bishop != 0 {
		fields = append(fields, formatConversions(v, &s))
	}
	if v.Check.Count > 0 {
		fields = append(fields, fmt.Sprintf("%d+%d", s.Checks[board.White], s.Checks[board.Black]))
	}
	fields = append(fields, strconv.Itoa(s.Halfmove), strconv.Itoa(s.Fullmove))
	return strings.Join(append(fields, formatSuffixes(v, &s)...), " ")
}

// fenReader fills in a setup field by field.
type fenReader struct {
	v *rules.Variant
	s *rules.Setup
}

// fenField is one of the fields that stand in a fixed order.
type fenField struct {
	name   string
	read   func(string) error
	absent func(string) bool // whether the field is left out before a text; nil is never
}

// read reads the fields of a FEN; there is at least one.
func (r *fenReader) read(texts []string) error {
	noBishops := func(text string) bool { return r.v.Conversion.Bishop == 0 || startsWithDigit(text) }
	noChecks := func(text string) bool { return r.v.Check.Count == 0 || !strings.Contains(text, "+") }
	fields := []fenField{
		{"board", r.placement, nil},
		{"side to move", r.turn, nil},
		{"castling field", r.rights, startsWithDigit},
		{"en passant field", r.passed, startsWithDigit},
		{"field of unmoved bishops", r.conversions, noBishops},
		{"count of checks to give", r.checks, noChecks},
		{"count of half-moves", func(f string) (err error) { r.s.Halfmove, err = number(f); return err }, nil},
		{"number of the move", r.full, nil},
	}
	for i, f := range fields {
		if len(texts) == 0 || i > 0 && isSuffix(texts[0]) {
			break
		}
		if f.absent != nil && f.absent(texts[0]) {
			continue
		}
		if err := f.read(texts[0]); err != nil {
			return fmt.Errorf("FEN: %s %q: %w", f.name, short(texts[0]), err)
		}
		texts = texts[1:]
	}
	return r.suffixes(texts)
}

func startsWithDigit(text string) bool { return text[0] >= '0' && text[0] <= '9' }

// number reads a count.
func number(text string) (int, error) {
	n := 0
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, fmt.Errorf("%q is not a digit", string(rune(c)))
		}
		if n = 10*n + int(c-'0'); n > mostMoves {
			return 0, fmt.Errorf("a number is at most %d", mostMoves)
		}
	}
	if text == "" {
		return 0, fmt.Errorf("a number is missing")
	}
	return n, nil
}

func (r *fenReader) full(text string) (err error) {
	// Many programs count from 0.
	r.s.Fullmove, err = number(text)
	r.s.Fullmove = max(r.s.Fullmove, 1)
	return err
}

func (r *fenReader) turn(text string) error {
	switch text {
	case "w", "W":
		r.s.Turn = board.White
	case "b", "B":
		r.s.Turn = board.Black
	default:
		return fmt.Errorf("it must be w or b")
	}
	return nil
}

// placement reads the pieces on the board, and those in hand: in brackets or, as some programs
// write them, after one more slash.
func (r *fenReader) placement(text string) error {
	pieces, hand, bracket := strings.Cut(text, "[")
	pocket := bracket
	switch {
	case bracket:
		if !strings.HasSuffix(hand, "]") {
			return fmt.Errorf("the bracket of the pieces in hand is not closed at the end")
		}
		hand = strings.TrimSuffix(hand, "]")
	case strings.Count(text, "/") == r.v.Size.Ranks:
		i := strings.LastIndexByte(text, '/')
		pieces, hand, pocket = text[:i], text[i+1:], true
	}
	var err error
	if r.s.Board, err = r.v.ParsePlacement(pieces); err != nil || !pocket || hand == "" || hand == "-" {
		return err
	}
	return r.hand(hand)
}

// checks reads "3+2": how many checks White and Black still have to give.
func (r *fenReader) checks(text string) (err error) {
	white, black, _ := strings.Cut(text, "+")
	if r.s.Checks[board.White], err = number(white); err == nil {
		r.s.Checks[board.Black], err = number(black)
	}
	return err
}

// hand reads the pieces in hand or on imaginary squares.
func (r *fenReader) hand(text string) error {
	v, g := r.v, &r.s.Gating
	if v.Drops.Active {
		hand, err := v.ParseHand(text)
		r.s.Hand = hand
		return err
	}
	if v.Gating.Hand == "" {
		return fmt.Errorf("%s has no pieces in hand, but %q are given", v.ID, short(text))
	}
	if v.Gating.Imaginary && len(text) != len(g.Imaginary) {
		return fmt.Errorf("%q must be four characters, for z0 i0 z9 i9 in that order, with - for an empty square",
			short(text))
	}
	for i := range len(text) {
		if v.Gating.Imaginary && text[i] == '-' {
			continue
		}
		pc, err := v.ParsePiece(text[i : i+1])
		if err != nil {
			return err
		}
		place := strings.IndexByte(v.Gating.Hand, letter(v, pc))
		if place < 0 {
			return fmt.Errorf("%q is never in hand, only %s are", text[i:i+1], v.Gating.Hand)
		}
		c := pc.Color()
		if !v.Gating.Imaginary {
			g.Hand[c][place]++
			continue
		}
		if c != board.Color(i/2) {
			return fmt.Errorf("%q cannot wait on %s, which is %s's", text[i:i+1], v.SquareName(v.Imaginary(i)),
				c.Other())
		}
		g.Imaginary[i] = pc
	}
	return nil
}

func formatHand(v *rules.Variant, s *rules.Setup) string {
	if v.Drops.Active {
		return "[" + v.FormatHand(s.Hand) + "]"
	}
	if v.Gating.Hand == "" {
		return ""
	}
	var b strings.Builder
	b.WriteByte('[')
	if v.Gating.Imaginary {
		for _, pc := range s.Gating.Imaginary {
			if pc == 0 {
				b.WriteByte('-')
			} else {
				b.WriteByte(v.Letter(pc))
			}
		}
	} else {
		for c := range board.Color(2) {
			for i, l := range []byte(v.Gating.Hand) {
				for range s.Gating.Hand[c][i] {
					b.WriteByte(inCase(c, l))
				}
			}
		}
	}
	b.WriteByte(']')
	return b.String()
}

// inCase returns an upper-case letter in the case of a side: lower for Black.
func inCase(c board.Color, letter byte) byte {
	if c == board.Black {
		letter += 'a' - 'A'
	}
	return letter
}

// passed reads the squares that double steps have just passed.
func (r *fenReader) passed(text string) error {
	if text == "-" {
		return nil
	}
	passers := map[board.Square]board.Square{} // by the square that they passed
	last := board.NoSquare
	for rest := text; rest != ""; {
		sq, n := r.v.Size.Prefix(rest)
		if n == 0 {
			return fmt.Errorf("%q is not a square of the board", short(rest))
		}
		// Like Fairy-Stockfish, a pawn that did not step straight, or not as in chess, stands after
		// the square that it passed.
		if last != board.NoSquare && r.hasPassed(sq, last) {
			passers[last], last, rest = sq, board.NoSquare, rest[n:]
			continue
		}
		r.s.EnPassant, last, rest = append(r.s.EnPassant, sq), sq, rest[n:]
	}
	slices.Sort(r.s.EnPassant)
	r.s.EnPassant = slices.Compact(r.s.EnPassant)
	if len(r.s.EnPassant) > 1 && !r.v.Series.Progressive {
		return fmt.Errorf("only one square can be passed in a turn of %s", r.v.ID)
	}
	bent := false
	for _, sq := range r.s.EnPassant {
		file, rank := r.v.Size.File(sq), r.v.Size.Rank(sq)
		pawn, known := passers[sq]
		if !known { // it stands straight ahead
			if pawn = r.v.Size.At(file, rank+1); pawn == board.NoSquare || !r.hasPassed(pawn, sq) {
				pawn = r.v.Size.At(file, rank-1)
			}
		}
		r.s.Passers = append(r.s.Passers, pawn)
		bent = bent || r.v.Size.File(pawn) != file || pawn != board.NoSquare && r.goesBack(pawn)
	}
	if !bent {
		r.s.Passers = nil
	}
	return nil
}

// hasPassed reports whether a pawn stands on sq that may just have passed another square.
func (r *fenReader) hasPassed(sq, other board.Square) bool {
	pc, size := r.s.Board[sq], r.v.Size
	if pc.Type() == 0 || !isPawn(r.v, pc) {
		return false
	}
	files := size.File(sq) - size.File(other)
	way := pc.Color()
	if r.goesBack(sq) {
		way = way.Other()
	}
	return size.RankFrom(way, sq) == size.RankFrom(way, other)+1 && files*files <= 1
}

// goesBack reports whether a pawn that goes the way of the other side's stands on sq.
func (r *fenReader) goesBack(sq board.Square) bool {
	k := r.s.Board[sq].Type()
	return k != 0 && r.v.Type(k).Backwards
}

// formatPassed writes the squares that double steps have passed, each with its pawn after it if
// that did not go straight.
func formatPassed(v *rules.Variant, s *rules.Setup) string {
	if len(s.EnPassant) == 0 {
		return "-"
	}
	var b strings.Builder
	for i, sq := range s.EnPassant {
		b.WriteString(v.Size.Name(sq))
		if i < len(s.Passers) && v.Size.File(s.Passers[i]) != v.Size.File(sq) {
			b.WriteString(v.Size.Name(s.Passers[i]))
		}
	}
	return b.String()
}

// conversions reads which bishops may or must still convert.
func (r *fenReader) conversions(text string) error {
	if text == "-" {
		return nil
	}
	for i := 0; i < len(text); i++ {
		c, file := fileLetter(text[i])
		sq := r.v.Size.Home(c, file, 0)
		if sq == board.NoSquare {
			return fmt.Errorf("%q is not the letter of a file", text[i:i+1])
		}
		u := rules.ConversionRight{Square: sq}
		if i+1 < len(text) && text[i+1] == '+' {
			u.Must = true
			i++
		}
		for _, other := range r.s.Conversions {
			if other.Square == sq {
				return fmt.Errorf("%q names a bishop for the second time", text[:i+1])
			}
		}
		r.s.Conversions = append(r.s.Conversions, u)
	}
	slices.SortFunc(r.s.Conversions, func(a, b rules.ConversionRight) int { return int(a.Square) - int(b.Square) })
	return nil
}

// fileLetter returns the side and the file that a letter names, or the file -1.
func fileLetter(letter byte) (board.Color, int) {
	switch {
	case letter >= 'A' && letter <= 'P':
		return board.White, int(letter - 'A')
	case letter >= 'a' && letter <= 'p':
		return board.Black, int(letter - 'a')
	}
	return board.White, -1
}

func formatConversions(v *rules.Variant, s *rules.Setup) string {
	var b strings.Builder
	for c := range board.Color(2) {
		for file := range v.Size.Files {
			for _, u := range s.Conversions {
				if u.Square != v.Size.Home(c, file, 0) {
					continue
				}
				b.WriteByte(inCase(c, 'A'+byte(file)))
				if u.Must {
					b.WriteByte('+')
				}
			}
		}
	}
	if b.Len() == 0 {
		return "-"
	}
	return b.String()
}
