package rules

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
)

// Draw says how a drawn array is to be had: by lot from a seed, or as it is named.
type Draw struct {
	Seed uint64 // the same seed gives the same array
	// Array is White's first rank ("RNBQKBNR" or "K,Q,S,C,A,DH,R,N"), or both joined by "/", or a
	// Chess960 number; "" draws by Seed.
	Array    string
	Symmetry Symmetry // "" for the game's default
}

// Drawn returns v with its array drawn: a game's own variant value, which knows
// its array. For a game with a fixed array it returns v, and an error when d
// asks for anything else than the default.
func (v *Variant) Drawn(d Draw) (*Variant, error) {
	lot := v.Array.Lot
	if lot == nil {
		if d.Array != "" || d.Symmetry != "" {
			return nil, fmt.Errorf("%s has one array: it takes no array or symmetry", v.ID)
		}
		return v, nil
	}
	symmetry := cmp.Or(d.Symmetry, lot.Default)
	if !slices.Contains(lot.Allowed, symmetry) {
		return nil, fmt.Errorf("%s is not drawn with %s symmetry; it may be %s", v.ID, symmetry, joinSymmetries(lot.Allowed))
	}
	white, black, err := lot.ranks(v, d, symmetry)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", v.ID, err)
	}
	drawn := *v
	pawns := strings.Repeat("p", v.Size.Files)
	empty := strings.Repeat(strconv.Itoa(v.Size.Files)+"/", v.Size.Ranks-4)
	drawn.Array.Placement = strings.ToLower(black) + "/" + pawns + "/" + empty + strings.ToUpper(pawns) + "/" + white
	return &drawn, nil
}

// DrawnByLot reports whether d leaves any of the array of v to its seed.
func (v *Variant) DrawnByLot(d Draw) bool {
	lot := v.Array.Lot
	if lot == nil || d.Array == "" {
		return lot != nil
	}
	return cmp.Or(d.Symmetry, lot.Default) == Asymmetric && !strings.Contains(d.Array, "/")
}

func joinSymmetries(all []Symmetry) string {
	words := make([]string, len(all))
	for i, s := range all {
		words[i] = string(s)
	}
	return strings.Join(words, ", ")
}

// ranks returns the first ranks of both sides in upper case.
func (l *Lot) ranks(v *Variant, d Draw, symmetry Symmetry) (white, black string, err error) {
	name, other, both := strings.Cut(strings.ToUpper(d.Array), "/")
	source := rand.New(rand.NewPCG(d.Seed, 0x6B69726B65))
	switch {
	case name == "":
		white = l.shuffled(source)
	case l.Chess960 && strings.Trim(name, "0123456789") == "":
		n, err := strconv.Atoi(name)
		if err != nil || n > 959 {
			return "", "", fmt.Errorf("the Chess960 arrays are numbered 0 to 959, not %s", name)
		}
		white = chess960(n)
	default:
		if white, err = l.readRank(v, name); err != nil {
			return "", "", err
		}
	}
	switch {
	case both:
		if black, err = l.readRank(v, other); err != nil {
			return "", "", err
		}
	case symmetry == Mirror:
		black = white
	case symmetry == Central:
		b := []byte(white)
		slices.Reverse(b)
		black = string(b)
	default:
		black = l.shuffled(source)
	}
	return white, black, nil
}

func (l *Lot) shuffled(source *rand.Rand) string {
	if l.Chess960 {
		return chess960(source.IntN(960))
	}
	b := []byte(l.Men)
	source.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
	return string(b)
}

// readRank returns the letters of a first rank, which may stand with commas or blanks between
// them and as the longer names of their pieces.
func (l *Lot) readRank(v *Variant, text string) (string, error) {
	err := l.checkRank(text)
	if err == nil {
		return text, nil
	}
	var rank []byte
	for rest := text; ; {
		if rest = strings.TrimLeft(rest, ", "); rest == "" {
			break
		}
		k, n := v.KindPrefix(rest)
		if n == 0 {
			return "", err
		}
		rank, rest = append(rank, v.Type(k).Letter), rest[n:]
	}
	if letters := string(rank); letters != text {
		return letters, l.checkRank(letters)
	}
	return "", err
}

// checkRank returns an error when rank is not an order of the men of the lot.
func (l *Lot) checkRank(rank string) error {
	a, b := []byte(l.Men), []byte(rank)
	slices.Sort(a)
	slices.Sort(b)
	if !slices.Equal(a, b) {
		return fmt.Errorf("the array %q is not an order of the men %s", rank, l.Men)
	}
	if !l.Chess960 {
		return nil
	}
	rooks := [2]int{strings.IndexByte(rank, 'R'), strings.LastIndexByte(rank, 'R')}
	if king := strings.IndexByte(rank, 'K'); king < rooks[0] || king > rooks[1] {
		return fmt.Errorf("in the array %q the king is not between the rooks", rank)
	}
	if (strings.IndexByte(rank, 'B')+strings.LastIndexByte(rank, 'B'))%2 == 0 {
		return fmt.Errorf("in the array %q both bishops are on one colour", rank)
	}
	return nil
}

// chess960 returns the first rank with a number by Scharnagl's scheme, 0 to 959.
func chess960(n int) string {
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

// Start returns the start of the game with all rights. A drawn array is drawn as
// d says; use Drawn first when the game needs to know its array later.
func (v *Variant) Start(d Draw) (Setup, error) {
	drawn, err := v.Drawn(d)
	if err != nil {
		return Setup{}, err
	}
	return drawn.start()
}

func (v *Variant) start() (Setup, error) {
	t, err := tableOf(v)
	if err != nil {
		return Setup{}, err
	}
	s := NewSetup(v)
	if s.Board, err = v.ParsePlacement(v.Array.Placement); err != nil {
		return Setup{}, err
	}
	for c := range board.Color(2) {
		if v.Castling.any() {
			s.Castling.Rook[c] = t.corner[c]
			s.Castling.King[c] = true
		}
		if v.Entry.Hand != "" {
			t.startEntry(c, &s.Entry)
		}
		s.Unmoved = append(s.Unmoved, t.startBishops(c, s.Board)...)
	}
	return s, nil
}

// startEntry fills the hand and opens the gates of a side.
func (t *table) startEntry(c board.Color, e *EntryState) {
	for file, k := range t.homes[c] {
		if k != 0 {
			e.Gates[c] |= 1 << file
		}
	}
	for i := range t.handKinds {
		if !t.v.Entry.Imaginary {
			e.Hand[c][i] = 1
		}
	}
	if !t.v.Entry.Imaginary {
		return
	}
	// The first of the hand starts at the player's right hand, the second at the left.
	right, left := MakeMan(t.hand[0], c), MakeMan(t.hand[1], c)
	if c == board.White {
		e.Imaginary[0], e.Imaginary[1] = left, right
	} else {
		e.Imaginary[2], e.Imaginary[3] = right, left
	}
}

// startBishops returns the conversion rights of a side: both bishops of the
// array, when they stand on one colour.
func (t *table) startBishops(c board.Color, men []Man) []Unmoved {
	if t.free == 0 {
		return nil
	}
	var squares []board.Square
	for file := range t.v.Size.Files {
		if sq := t.v.Size.Home(c, file, 0); men[sq] == MakeMan(t.bishop, c) {
			squares = append(squares, sq)
		}
	}
	if len(squares) != 2 || t.v.Size.Dark(squares[0]) != t.v.Size.Dark(squares[1]) {
		return nil
	}
	return []Unmoved{{Square: squares[0]}, {Square: squares[1]}}
}
