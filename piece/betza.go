package piece

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/board"
)

// Movement returns the paths of t, none if its Betza is "-". They must not be changed. The error is
// that of Parse, with the name of the type before it.
func (t Type) Movement() (Movement, error) {
	if t.Betza == "-" {
		return nil, nil
	}
	m, err := parsed.get(t.Betza)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	return m, nil
}

// parsed are movements that were asked for, by their text.
var parsed movements

// movements keeps up to mostMovements movements.
type movements struct {
	mu   sync.Mutex
	read map[string]Movement
}

const mostMovements = 256

// get is Parse for a text that may have been read before.
func (s *movements) get(betza string) (Movement, error) {
	s.mu.Lock()
	m, known := s.read[betza]
	s.mu.Unlock()
	if known {
		return m, nil
	}
	m, err := Parse(betza)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.read == nil || len(s.read) == mostMovements {
		s.read = make(map[string]Movement)
	}
	s.read[betza] = slices.Clip(m)
	return m, nil
}

// Parse reads a movement in Betza's notation as XBoard extended it (XBetza): a row of atoms, each
// with its modifiers before it and its range after it. The piece may make any of these moves. The
// paths are as long as the largest board allows, are all different, and never end on their start.
//
// # Atoms
//
//	W (0,1)   D (0,2)   H (0,3)   R = W0   K = WF
//	F (1,1)   A (2,2)   G (3,3)   B = F0   Q = RB
//	N (1,2)   C or L (1,3)   Z or J (2,3)
//	(1,4)     a leap of one file and four ranks, or the other way round
//	(2,1;2,-1)  leaps that are made in turn, and all that they are turned or mirrored:
//	          (2,1;2,-1)0 is a nightrider in zigzag
//	{Sissa}   the Sissa, and other movements by their names; only m, c and i may stand before it
//	{R/B}     two movements: the moves of the first away from the side's first rank and
//	          those of the second towards it, here of a rook-bishop hunter; problemists
//	          have one that is not turned for Black, {RookBishopHunter}
//
// # Range
//
// A number after the atom is the greatest number of equal steps, the squares
// between them empty; 0 is no limit, and so is the letter doubled (NN is the
// nightrider). Without a number W F D H A G N C Z L J K make one step.
//
// # Directions
//
// f forward, b backward, l left, r right, v both f and b, s both l and r. They
// stand together, and without them all directions are meant.
//   - W D H R: each letter is one direction (fsW goes forward, left and right).
//   - F A G B: each letter is a pair and two letters at right angles are one
//     direction (fF goes two ways, flF one).
//   - N C Z L J: each letter is the pair that goes furthest that way; of two
//     letters at right angles the second is the long way (fN and ffN are the
//     forward pair of long steps, fsN the wide pair, lfN one of them); h after
//     a letter is that half of the moves (fhN, four), hr and hl those that turn
//     right or left.
//   - K Q: one letter is the orthogonal, two at right angles the diagonal, h
//     after a letter is that half (fK is fW, fsK is fF, fhK all three); others
//     read fK as fWfF.
//
// Letters join in pairs from the left wherever they can; double one to keep it
// apart (ffrrN).
//
// # Modifiers
//
//	m     only to an empty square
//	c     only by capture; e after it is read for pawns and left to the rules
//	i     only from a start square
//	n     lame: the squares leapt over are empty (the N passes its orthogonal
//	      neighbour, as in xiangqi)
//	j     leaper: exactly one square leapt over is occupied; R B Q and W or F
//	      with a range: passes its first square whatever stands there
//	p     rider: hops over exactly one piece (mRcpR is the cannon)
//	g     rider: hops over one piece and lands just behind it (gQ)
//	o     the files wrap round as on a cylinder
//	q     each step turns by 45 degrees to the same side (qN is the rose)
//	x     hops over no piece of its own type, and captures none (xpR is the cannon
//	      of Janggi)
//
// # Legs
//
// a ("again") ends one leg of a move and begins the next with the same atom:
// what stands before it belongs to the first leg. Every leg is made. Directions
// of the next leg are relative to the last in the manner of K, and a turn of 45
// degrees changes W to F, D to A, H to G and back: afsW is the xiangqi horse.
// K, Q and the oblique atoms may leave them out for every direction but back;
// oblique ones turn only both ways at once (fs, s, bs). A leg that is not the
// last ends on
//
//	m     an empty square, also when nothing is written
//	p     a piece that is passed over
//	mp    any square, whatever stands there
//	y     an empty square, where a leaper becomes a rider and a rider a leaper
//	g     a piece that is passed over, with the same change
//	c     an enemy that is captured; with y there is the same change. The move ends
//	      on an empty square, so that its last leg has m
//
// so that FyafsF is the gryphon, WyafsW the aanca, gasQ the eagle and cyafmQ the
// locust. In moves of several legs i q x stand on the first, o on all or none, n
// j e nowhere. A line that bends, with q or in parentheses, goes on with f.
// The piece itself stands on its start: it is in the way, or hopped over.
//
// # Brackets
//
// t[FR] and [F?R] are an F that may go on outward as a R, the gryphon again,
// and [F-R] is one that must; both atoms are orthogonal or diagonal with steps
// of one length, and directions, m, c, i and o stand before the bracket.
//
// # Errors
//
// The error names the byte, counted from 0, and the text that Parse cannot read, or that paths
// cannot express: t without brackets (only over own pieces, or not onto kings), d u z, castling O and
// drops @.
func Parse(betza string) (Movement, error) {
	if betza == "" {
		return nil, fmt.Errorf("betza text is empty: it names no movement")
	}
	if len(betza) > maxText {
		return nil, fmt.Errorf("betza text of %d bytes is too long: at most %d are read", len(betza), maxText)
	}
	r := &reader{text: betza, seen: map[string]int{}}
	for r.pos < len(r.text) {
		if err := r.atom(); err != nil {
			return nil, err
		}
	}
	return r.paths, nil
}

// Limits that no piece of any game comes near.
const (
	maxText  = 200     // bytes of a text
	maxPaths = 1 << 15 // paths of a movement
	maxSteps = 1 << 16 // steps looked at for one text
)

// reach is the furthest a path goes along a file or a rank.
const reach = board.MaxSide - 1

// A reader holds the text and the paths read so far.
type reader struct {
	text  string
	pos   int
	paths Movement
	seen  map[string]int // index in paths by squares, hurdles and flags
	steps int
}

// errorf returns an error about text[from:to].
func (r *reader) errorf(from, to int, format string, args ...any) error {
	return fmt.Errorf("betza text %q: %q at byte %d %s", r.text, r.text[from:to], from, fmt.Sprintf(format, args...))
}

// A leg holds the modifiers of one leg of a move.
type leg struct {
	from, to int    // place in the text
	letters  string // modifiers other than directions
	dirs     string // direction letters
	dirFrom  int    // place of the first direction letter
}

func (l leg) has(c byte) bool { return strings.IndexByte(l.letters, c) >= 0 }

// mode returns what may be done on the last square: both, unless one is named.
func (l leg) mode() Mode {
	var m Mode
	if l.has('m') {
		m |= Move
	}
	if l.has('c') {
		m |= Capture
	}
	if m == 0 {
		return Both
	}
	return m
}

// unsupported says why a modifier that others write is refused.
var unsupported = map[byte]string{
	't': "cannot be read: paths do not tell whose pieces they hop over, nor kings from other pieces",
	'd': "cannot be read: no path takes its own side's pieces",
	'u': "cannot be read: no path puts a piece down",
	'z': "cannot be read: write a zigzag as its two steps in parentheses",
}

// modifiers reads the legs before an atom.
func (r *reader) modifiers() ([]leg, error) {
	legs := []leg{{from: r.pos}}
	for ; r.pos < len(r.text); r.pos++ {
		c := r.text[r.pos]
		if c < 'a' || c > 'z' || strings.HasPrefix(r.text[r.pos:], "t[") {
			break
		}
		l := &legs[len(legs)-1]
		switch {
		case c == 'a':
			l.to = r.pos
			legs = append(legs, leg{from: r.pos + 1})
		case strings.IndexByte("fblrvsh", c) >= 0:
			if l.dirs == "" {
				l.dirFrom = r.pos
			} else if l.dirFrom+len(l.dirs) != r.pos {
				return nil, r.errorf(r.pos, r.pos+1,
					"is apart from the other directions of its leg; write them together")
			}
			l.dirs += string(c)
		case strings.IndexByte("mceinjpgyoqx", c) >= 0:
			if l.has(c) {
				return nil, r.errorf(r.pos, r.pos+1, "stands twice in one leg")
			}
			l.letters += string(c)
		case unsupported[c] != "":
			return nil, r.errorf(r.pos, r.pos+1, "%s", unsupported[c])
		default:
			return nil, r.errorf(r.pos, r.pos+1, "is not a modifier")
		}
	}
	legs[len(legs)-1].to = r.pos
	return legs, nil
}

// atom reads one atom with its modifiers and range and adds its paths.
func (r *reader) atom() error {
	start := r.pos
	legs, err := r.modifiers()
	if err != nil {
		return err
	}
	if r.pos == len(r.text) {
		return r.errorf(start, r.pos, "stands before no atom")
	}
	if r.text[r.pos] == '{' {
		return r.braces(legs)
	}
	if c := r.text[r.pos]; c == '[' || c == 't' {
		return r.brackets(start, legs)
	}
	at := r.pos
	a, err := r.letter()
	if err != nil {
		return err
	}
	if a.curved = legs[0].has('q'); a.curved && a.far == 1 {
		a.far = fullCircle
	}
	if err := r.check(legs, a); err != nil {
		return err
	}
	t := trip{reader: r, atom: a, hops: make([]hop, len(legs))}
	for i, l := range legs {
		set, reason := a.directions(l.dirs, i > 0)
		if reason != "" {
			return r.errorf(l.from, at+1, "%s", reason)
		}
		t.hops[i] = hop{leg: l, set: set, far: a.far}
		if l.has('y') || l.has('g') {
			a.toggle()
		}
	}
	return t.layAll(start)
}

// letter reads an atom's letter and its range.
func (r *reader) letter() (atom, error) {
	at := r.pos
	if at == len(r.text) {
		return atom{}, fmt.Errorf("betza text %q ends where an atom should stand", r.text)
	}
	if r.text[at] == '(' {
		return r.parentheses()
	}
	a, ok := atoms[r.text[at]]
	if !ok {
		_, size := utf8.DecodeRuneInString(r.text[at:])
		return atom{}, r.errorf(at, at+size, "is not an atom")
	}
	r.pos++
	var err error
	a.far, err = r.stepLimit(a, at)
	return a, err
}

// parentheses reads an atom of one leap, "(1,4)", or of several that are made in turn, "(2,1;2,-1)", and
// its range.
func (r *reader) parentheses() (atom, error) {
	at := r.pos
	end := strings.IndexByte(r.text[at:], ')')
	if end < 0 {
		return atom{}, r.errorf(at, at+1, "is not followed by )")
	}
	r.pos += end + 1
	var all []Offset
	for leap := range strings.SplitSeq(r.text[at+1:at+end], ";") {
		file, rank, ok := strings.Cut(leap, ",")
		a, err := strconv.Atoi(file)
		b, err2 := strconv.Atoi(rank)
		if o := (Offset{a, b}); !ok || err != nil || err2 != nil || o == (Offset{}) ||
			max(a, -a, b, -b) > reach {
			return atom{}, r.errorf(at, r.pos, "is no leap such as (1,4), of at most %d squares, nor several between "+
				"semicolons", reach)
		}
		all = append(all, Offset{a, b})
	}
	made := leaper(all[0])
	if len(all) > 1 {
		made = atom{system: oblique, ring: bent(all[0].File, all[0].Rank), far: 1}
		for _, o := range all {
			made.series = append(made.series, bent(o.File, o.Rank))
		}
	}
	var err error
	made.far, err = r.stepLimit(made, at)
	return made, err
}

// brackets reads t[FR], [F?R] or [F-R]: a leg and another that goes on outward.
func (r *reader) brackets(start int, legs []leg) error {
	l := legs[0]
	if len(legs) > 1 || strings.Trim(l.letters, "mcio") != "" {
		return r.errorf(l.from, r.pos, "cannot stand before brackets: only directions, m, c, i and o can")
	}
	open, then := r.pos, r.text[r.pos] == 't'
	r.pos += len("[")
	if then {
		r.pos++
	}
	first, err := r.letter()
	if err != nil {
		return err
	}
	mayStop := then
	if !then {
		if r.pos == len(r.text) || r.text[r.pos] != '?' && r.text[r.pos] != '-' {
			return r.errorf(open, r.pos, "is not followed by ? or - and the second atom")
		}
		mayStop = r.text[r.pos] == '?'
		r.pos++
	}
	second, err := r.letter()
	if err != nil {
		return err
	}
	if r.pos == len(r.text) || r.text[r.pos] != ']' {
		return r.errorf(open, r.pos, "is not followed by ]")
	}
	r.pos++
	if first.ring != second.ring || first.bends() || second.bends() || max(first.system, second.system) > diagonal {
		return r.errorf(open, r.pos, "joins atoms other than orthogonal and diagonal steps of one length")
	}
	set, reason := first.directions(l.dirs, false)
	if reason != "" {
		return r.errorf(start, r.pos, "%s", reason)
	}
	outward := ringSet(1)
	if first.system != second.system {
		outward = 1<<1 | 1<<7
	}
	// Both legs carry the modifiers: on the first only o and i count.
	hops := []hop{{leg: l, set: set, far: first.far}, {leg: l, set: outward, far: second.far}}
	if mayStop {
		stop := trip{reader: r, atom: first, hops: hops[:1]}
		if err := stop.layAll(start); err != nil {
			return err
		}
	}
	on := trip{reader: r, atom: first, hops: hops}
	return on.layAll(start)
}

// stepLimit reads what follows the atom letter at text[at] and returns the
// number of equal steps it may make.
func (r *reader) stepLimit(a atom, at int) (int, error) {
	far := a.far
	if r.pos < len(r.text) && r.text[r.pos] == r.text[at] && r.text[at] != '(' {
		if a.slider {
			return 0, r.errorf(at, r.pos+1, "doubles an atom that has no limit")
		}
		far = reach
		r.pos++
	}
	from := r.pos
	for r.pos < len(r.text) && r.text[r.pos] >= '0' && r.text[r.pos] <= '9' {
		r.pos++
	}
	digits := r.text[from:r.pos]
	if digits == "" {
		return far, nil
	}
	if len(digits) > 2 || len(digits) == 2 && digits[0] == '0' {
		return 0, r.errorf(from, r.pos, "is not a range: 0 for no limit, or 1 to 99")
	}
	n := 0
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	if n == 0 || n > reach {
		n = reach
	}
	return n, nil
}

// check returns an error for modifiers that mean nothing together or on a.
func (r *reader) check(legs []leg, a atom) error {
	wrap, taking := legs[0].has('o'), false
	for i, l := range legs {
		last := i == len(legs)-1
		refuse := func(format string, args ...any) error {
			return r.errorf(l.from, l.to, format, args...)
		}
		for _, c := range []byte("iqx") {
			if l.has(c) && i > 0 {
				return refuse("has %c: it belongs on the first leg", c)
			}
		}
		if l.has('o') != wrap {
			return r.errorf(legs[0].from, l.to, "has o on one leg and not on another")
		}
		for _, c := range []byte("nje") {
			if l.has(c) && len(legs) > 1 {
				return refuse("has %c, which is read only in a move of one leg", c)
			}
		}
		if l.has('e') && !l.has('c') {
			return refuse("has e without c: taking en passant alone cannot be read")
		}
		count := 0
		for _, c := range []byte("njpgy") {
			if l.has(c) {
				count++
			}
		}
		switch {
		case count > 1:
			return refuse("has more than one of n j p g y")
		case !last && l.has('c') && (taking || strings.Trim(l.letters, "ciyoqx") != ""):
			return refuse("takes on the way: once in a move, and besides c only i y o q x may stand there")
		case last && taking && (!l.has('m') || l.has('c') || l.has('p') || l.has('g')):
			return r.errorf(l.from, r.pos, "follows a capture, so that it ends on an empty square: it has m")
		case !last && l.has('m') && (l.has('g') || l.has('y')):
			return refuse("has m beside g or y before the last leg")
		case last && l.has('y'):
			return refuse("has y on the last leg, where nothing follows the change")
		case last && (l.has('n') || l.has('j')) && !a.leapsOver() && !(l.has('j') && a.slides()):
			return refuse("has n or j, and this atom leaps over nothing")
		case last && l.has('j') && a.leapsOver() && a.far > 1:
			return refuse("has j, which a rider of long steps cannot have")
		}
		taking = taking || l.has('c')
		if l.has('y') || l.has('g') && !last {
			a.toggle()
		}
		if last && (l.has('p') || l.has('g')) && a.far == 1 {
			return refuse("has p or g, and this leg makes one step only")
		}
	}
	return nil
}

// add adds p, or its mode to the same path when that is known already.
func (r *reader) add(p Path) error {
	key := make([]byte, 0, 2*len(p.Squares)+11)
	for _, o := range p.Squares {
		key = append(key, byte(o.File), byte(o.Rank))
	}
	key = binary.BigEndian.AppendUint32(key, p.Hurdles)
	key = binary.BigEndian.AppendUint16(key, p.Ranks)
	key = binary.BigEndian.AppendUint16(key, p.Files)
	key = append(key, byte(p.Over), byte(p.Takes), byte(p.Rim), byte(p.Turns))
	key = append(key, byte(p.Beyond.File), byte(p.Beyond.Rank))
	for _, flag := range []bool{p.Initial, p.Wrap, p.Upright} {
		if flag {
			key = append(key, 1)
		} else {
			key = append(key, 0)
		}
	}
	if i, ok := r.seen[string(key)]; ok {
		r.paths[i].Mode |= p.Mode
		return nil
	}
	if len(r.paths) == maxPaths {
		return fmt.Errorf("betza text %q has more than %d paths", r.text, maxPaths)
	}
	r.seen[string(key)] = len(r.paths)
	r.paths = append(r.paths, p)
	return nil
}
