package rules

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/words"
)

// StartPosition is the starting position.
type StartPosition struct {
	// Placement is the position as in the first field of a FEN. If the position is shuffled, it is
	// one example.
	Placement string
	// Hand is what each side has in hand in a game with drops, White's letters in upper case:
	// "KQRRkqrr".
	Hand string
	// Rights are the castling rights at the start, letters of KQkq or of files as in a FEN. If it
	// is empty, they are all that the pieces on their squares allow.
	Rights string
	// Black makes Black move first.
	Black bool
	// Shuffle draws the first ranks at random; nil means that the position is fixed.
	Shuffle *Shuffle
}

// Symmetry is how the first ranks of the two sides are related.
type Symmetry string

// The symmetries.
const (
	Asymmetric Symmetry = "asymmetric" // each side has its own shuffle
	Mirror     Symmetry = "mirror"     // both have the same pieces on each file
	Central    Symmetry = "central"    // one rank is the other reversed
)

// Shuffle is how the first ranks are drawn at random.
type Shuffle struct {
	Pieces   string     // the letters to place, as "KQSCRBBN"
	Default  Symmetry   // if none is asked for
	Allowed  []Symmetry // those that may be asked for
	Chess960 bool       // king between the rooks, bishops on both colours; numbered 0 to 959
}

// StartOptions choose among the starting positions of a game: at random by a seed, or by name.
type StartOptions struct {
	Seed uint64 // the same seed gives the same position
	// FirstRank is White's first rank ("RNBQKBNR" or "K,Q,S,C,A,DH,R,N"), both first ranks joined
	// by "/", or a Chess960 number. "" draws by Seed.
	FirstRank string
	Symmetry  Symmetry // "" for the game's default
}

// WithStart returns v with the starting position that the options choose, a variant of its own that
// knows where its pieces are at home. If the position of v is fixed it returns v itself, and an
// error if the options ask for another.
func (v *Variant) WithStart(o StartOptions) (*Variant, error) {
	shuffle := v.Start.Shuffle
	if shuffle == nil {
		if o.FirstRank != "" || o.Symmetry != "" {
			return nil, fmt.Errorf("%s has one starting position: it takes no array or symmetry", v.ID)
		}
		return v, nil
	}
	symmetry := cmp.Or(o.Symmetry, shuffle.Default)
	if !slices.Contains(shuffle.Allowed, symmetry) {
		return nil, fmt.Errorf("%s is not drawn with %s symmetry; it may be %s",
			v.ID, symmetry, words.Or(shuffle.Allowed))
	}
	white, black, err := shuffle.ranks(v, o, symmetry)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", v.ID, err)
	}
	drawn := v.Clone()
	pawns := strings.Repeat("p", v.Size.Files)
	empty := strings.Repeat(strconv.Itoa(v.Size.Files)+"/", v.Size.Ranks-4)
	drawn.Start.Placement = strings.ToLower(black) + "/" + pawns + "/" + empty + strings.ToUpper(pawns) + "/" + white
	return drawn, nil
}

// NeedsSeed reports whether the options leave any of the starting position of v to their seed.
func (v *Variant) NeedsSeed(o StartOptions) bool {
	shuffle := v.Start.Shuffle
	if shuffle == nil || o.FirstRank == "" {
		return shuffle != nil
	}
	return cmp.Or(o.Symmetry, shuffle.Default) == Asymmetric && !strings.Contains(o.FirstRank, "/")
}

// ranks returns the first ranks of both sides in upper case.
func (s *Shuffle) ranks(v *Variant, o StartOptions, symmetry Symmetry) (white, black string, err error) {
	name, other, both := strings.Cut(strings.ToUpper(o.FirstRank), "/")
	source := rand.New(rand.NewPCG(o.Seed, 0x6B69726B65))
	switch {
	case name == "":
		white = s.draw(source)
	case s.Chess960 && strings.Trim(name, "0123456789") == "":
		n, err := strconv.Atoi(name)
		if err != nil || n > 959 {
			return "", "", fmt.Errorf("the Chess960 arrays are numbered 0 to 959, not %s", name)
		}
		white = chess960Rank(n)
	default:
		if white, err = s.readRank(v, name); err != nil {
			return "", "", err
		}
	}
	switch {
	case both:
		if black, err = s.readRank(v, other); err != nil {
			return "", "", err
		}
	case symmetry == Mirror:
		black = white
	case symmetry == Central:
		b := []byte(white)
		slices.Reverse(b)
		black = string(b)
	default:
		black = s.draw(source)
	}
	return white, black, nil
}

// draw returns a first rank at random.
func (s *Shuffle) draw(source *rand.Rand) string {
	if s.Chess960 {
		return chess960Rank(source.IntN(960))
	}
	b := []byte(s.Pieces)
	source.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
	return string(b)
}

// readRank returns the letters of a first rank. The text may have commas or blanks between them,
// and the longer names of pieces.
func (s *Shuffle) readRank(v *Variant, text string) (string, error) {
	err := s.checkRank(text)
	if err == nil {
		return text, nil
	}
	var rank []byte
	for rest := text; ; {
		if rest = strings.TrimLeft(rest, ", "); rest == "" {
			break
		}
		k, n := v.TypePrefix(rest)
		if n == 0 {
			return "", err
		}
		rank, rest = append(rank, v.Type(k).Letter), rest[n:]
	}
	if letters := string(rank); letters != text {
		return letters, s.checkRank(letters)
	}
	return "", err
}

// checkRank returns an error if rank is not an order of the pieces to shuffle.
func (s *Shuffle) checkRank(rank string) error {
	a, b := []byte(s.Pieces), []byte(rank)
	slices.Sort(a)
	slices.Sort(b)
	if !slices.Equal(a, b) {
		return fmt.Errorf("the array %q is not an order of the pieces %s", rank, s.Pieces)
	}
	if !s.Chess960 {
		return nil
	}
	rooks := [2]int{strings.IndexByte(rank, 'R'), strings.LastIndexByte(rank, 'R')}
	if king := strings.IndexByte(rank, 'K'); king < rooks[0] || king > rooks[1] {
		return fmt.Errorf("in the array %q the king is not between the rooks", rank)
	}
	if (strings.IndexByte(rank, 'B')+strings.LastIndexByte(rank, 'B'))%2 == 0 {
		return fmt.Errorf("in the array %q both bishops are on squares of one colour", rank)
	}
	return nil
}

// chess960Rank returns the first rank with a number by Scharnagl's scheme, 0 to 959.
func chess960Rank(n int) string {
	rank := []byte("........")
	n, b := n/4, n%4
	rank[2*b+1] = 'B'
	n, b = n/4, n%4
	rank[2*b] = 'B'
	free := func(i int) int {
		for f, c := range rank {
			if c == '.' {
				if i == 0 {
					return f
				}
				i--
			}
		}
		return 0
	}
	n, b = n/6, n%6
	rank[free(b)] = 'Q'
	knights := [10][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}[n]
	first, second := free(knights[0]), free(knights[1])
	rank[first], rank[second] = 'N', 'N'
	for _, c := range []byte("RKR") {
		rank[free(0)] = c
	}
	return string(rank)
}

// StartSetup returns the starting position that the options choose, with all rights. Where captured
// pieces are reborn, set it up with the variant that WithStart returns, which knows their homes.
func (v *Variant) StartSetup(o StartOptions) (Setup, error) {
	drawn, err := v.WithStart(o)
	if err != nil {
		return Setup{}, err
	}
	return drawn.start()
}

// start returns the position of v.Start with all rights.
func (v *Variant) start() (Setup, error) {
	homes, err := HomesOf(v)
	if err != nil {
		return Setup{}, err
	}
	s := NewSetup(v)
	if v.Start.Black {
		s.Turn = board.Black
	}
	if s.Board, err = v.ParsePlacement(v.Start.Placement); err != nil {
		return Setup{}, err
	}
	if s.Hand, err = v.ParseHand(v.Start.Hand); err != nil {
		return Setup{}, err
	}
	for c := range board.Color(2) {
		if v.Castling.Any() && homes.king[c] != board.NoSquare && !v.Drops.Castling {
			v.startCastling(c, homes, &s.Castling)
		}
		if v.HasGates() {
			v.startGating(c, homes.ranks[c], &s.Gating)
		}
		s.Conversions = append(s.Conversions, v.startBishops(c, s.Board)...)
	}
	return s, nil
}

// startCastling gives a side the castling rights that it has at the start.
func (v *Variant) startCastling(c board.Color, homes *Homes, s *CastlingState) {
	for side, sq := range homes.corner[c] {
		letters := string("QK"[side])
		if sq != board.NoSquare {
			letters += strings.ToUpper(board.FileName(v.Size.File(sq)))
		}
		if c == board.Black {
			letters = strings.ToLower(letters)
		}
		if v.Start.Rights == "" || strings.ContainsAny(v.Start.Rights, letters) {
			s.Rook[c][side] = sq
			s.King[c] = s.King[c] || sq != board.NoSquare || v.Start.Rights == ""
		}
	}
}

// startGating fills the hand of a side and opens the gates on its first rank.
func (v *Variant) startGating(c board.Color, rank []PieceType, g *GatingState) {
	once, _ := v.TypesOf(v.FirstMoves.Once)
	for file, k := range rank {
		if k != 0 && (v.Gating.Any() || once>>(k-1)&1 != 0) {
			g.Gates[c] |= 1 << file
		}
	}
	hand := v.Gating.Hand
	if !v.Gating.Imaginary {
		for i := range hand {
			g.Hand[c][i] = 1
		}
		return
	}
	// The first of the hand starts at the player's right hand, the second at the left.
	right, left := MakePiece(v.TypeOf(hand[0]), c), MakePiece(v.TypeOf(hand[1]), c)
	if c == board.White {
		g.Imaginary[0], g.Imaginary[1] = left, right
	} else {
		g.Imaginary[2], g.Imaginary[3] = right, left
	}
}

// startBishops returns the conversion rights of a side: both bishops of its first rank, when they
// stand on one colour.
func (v *Variant) startBishops(c board.Color, pieces []Piece) []ConversionRight {
	bishop, free, _ := v.ConversionTypes()
	if free == 0 {
		return nil
	}
	var squares []board.Square
	for file := range v.Size.Files {
		if sq := v.Size.Home(c, file, 0); pieces[sq] == MakePiece(bishop, c) {
			squares = append(squares, sq)
		}
	}
	if len(squares) != 2 || v.Size.Dark(squares[0]) != v.Size.Dark(squares[1]) {
		return nil
	}
	return []ConversionRight{{Square: squares[0]}, {Square: squares[1]}}
}
