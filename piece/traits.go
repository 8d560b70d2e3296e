package piece

import (
	"strings"
	"unicode"
)

// Traits are attributes by which the pieces of a type differ from others that move alike. A type with
// traits names the type without them as its Walk.
type Traits struct {
	// Kamikaze pieces leave the board when they capture. Where captured pieces are reborn, they are
	// reborn too, before these.
	Kamikaze bool
	// Paralysing pieces do not capture. The pieces of the other side that they attack stand still, and
	// a side whose pieces could all move but for that is stalemated, in check too.
	Paralysing bool
	// Chameleon pieces become knights, bishops, rooks and queens in turn when they move. Pawns promote
	// to chameleons too.
	Chameleon bool
	// Jigger pieces come only to squares beside other pieces.
	Jigger bool
	// Volage pieces change sides when they first move between light and dark squares, and keep theirs
	// then.
	Volage bool
	// Functionary pieces move, capture and check only while the other side attacks them.
	Functionary bool
	// HalfNeutral pieces become neutral when they move, and when they are it, of the side that has
	// moved them.
	HalfNeutral bool
	// HurdleColourChanging pieces let what they hop over change sides, kings and neutral pieces excepted.
	HurdleColourChanging bool
	// Bul pieces let what they hop over move like themselves, without a capture, as the player who moves them
	// chooses. They hop over nothing that cannot.
	Bul bool
	// Dob pieces are Bul pieces but that what they hop over moves in its own way.
	Dob bool
	// Protean pieces become what they capture, and keep their attributes. By capturing a pawn they become one
	// that goes the other way.
	Protean bool
	// Magic pieces view what they attack, of either side, but for kings and magic pieces. A piece that
	// a move has brought into an odd number of new views changes sides. A view along a line is the same
	// while neither piece leaves the line.
	Magic bool
	// Uncapturable pieces are not captured. Kings are in check as ever.
	Uncapturable bool
	// Patrol pieces capture and check only while a piece of their own side guards them.
	Patrol bool
	// Anda pieces become neutral when they check by their own move, and when they are it, of the side that
	// has moved them.
	Anda bool
	// AndaInverse pieces do so when their move does not let them check.
	AndaInverse bool
	// OtherBoard pieces stand on the second of two boards (Alice chess). The first has those without it. A
	// piece moves on its board as if the other were empty, and goes to the same square of the other, which
	// must be empty. A king may not be in check before it goes there either.
	OtherBoard bool
	// Promoted pieces are what a pawn has become. It tells where they are reborn
	// (rules.PromotedOnLastRank).
	Promoted bool
	// Settled pieces no longer change sides where pieces do so once (rules.FirstCrossingTurns).
	Settled bool
}

// traitNames are the names of traits, in Popeye's order, and what rules pages say of them.
var traitNames = []struct {
	name string
	of   func(*Traits) *bool
	doc  string
}{
	{"Kamikaze", func(t *Traits) *bool { return &t.Kamikaze }, "It leaves the board when it captures."},
	{"Paralysing", func(t *Traits) *bool { return &t.Paralysing },
		"It does not capture, and what it attacks of the other side does not move, capture or check."},
	{"Chameleon", func(t *Traits) *bool { return &t.Chameleon },
		"When it moves it becomes the next of knight, bishop, rook and queen."},
	{"Jigger", func(t *Traits) *bool { return &t.Jigger }, "It comes only to squares beside other pieces."},
	{"Volage", func(t *Traits) *bool { return &t.Volage },
		"It changes sides when it first moves between light and dark squares."},
	{"Functionary", func(t *Traits) *bool { return &t.Functionary },
		"It moves, captures and checks only while the other side attacks it."},
	{"HalfNeutral", func(t *Traits) *bool { return &t.HalfNeutral },
		"When it moves it becomes neutral, or of the side that has moved it if it was neutral."},
	{"HurdleColourChanging", func(t *Traits) *bool { return &t.HurdleColourChanging },
		"What it hops over changes sides, kings and neutral pieces excepted."},
	{"Protean", func(t *Traits) *bool { return &t.Protean },
		"When it captures it becomes what it has captured, a pawn that goes the other way if that was a pawn."},
	{"Magic", func(t *Traits) *bool { return &t.Magic },
		"What a move brings into its sight changes sides, kings and magic pieces excepted."},
	{"Uncapturable", func(t *Traits) *bool { return &t.Uncapturable }, "It is not captured."},
	{"Patrol", func(t *Traits) *bool { return &t.Patrol },
		"It captures and checks only while a piece of its own side guards it."},
	{"Frischauf", func(t *Traits) *bool { return &t.Promoted },
		"A pawn has become it: it is reborn on the last rank of its side, on the file of its capture."},
	{"Bul", func(t *Traits) *bool { return &t.Bul },
		"What it hops over moves like it, without a capture, as the player who moves it chooses. " +
			"It hops over nothing that cannot."},
	{"Dob", func(t *Traits) *bool { return &t.Dob },
		"What it hops over moves in its own way, without a capture, as the player who moves it chooses. " +
			"It hops over nothing that cannot."},
	{"Anda", func(t *Traits) *bool { return &t.Anda },
		"When it checks by its move it becomes neutral, or of the side that has moved it if it was neutral."},
	{"AndaInverse", func(t *Traits) *bool { return &t.AndaInverse },
		"When its move does not let it check it becomes neutral, or of the side that has moved it if it was neutral."},
	{"AliceB", func(t *Traits) *bool { return &t.OtherBoard },
		"It stands on the second board. After a move a piece goes to the same square of the other board."},
	{"Settled", func(t *Traits) *bool { return &t.Settled }, "It does not change sides again."},
}

// ActOnHurdles reports whether pieces with the traits do something to what they hop over.
func (t Traits) ActOnHurdles() bool { return t.HurdleColourChanging || t.MoveHurdles() }

// MoveHurdles reports whether what pieces with the traits hop over moves.
func (t Traits) MoveHurdles() bool { return t.Bul || t.Dob }

// BecomeNeutral reports whether pieces with the traits may become neutral.
func (t Traits) BecomeNeutral() bool { return t.HalfNeutral || t.Anda || t.AndaInverse }

// Attributes returns the small letters that problems write for the traits: the capitals of their
// names. Nothing is written for a piece that is settled, nor for the board that it stands on.
func (t Traits) Attributes() (text string) {
	t.Settled, t.OtherBoard = false, false
	for _, name := range t.Names() {
		for _, letter := range name {
			if unicode.IsUpper(letter) {
				text += string(unicode.ToLower(letter))
			}
		}
	}
	return text
}

// Initials returns the letters that are drawn beside a piece for the traits: those of Attributes in capitals, and
// B on the second board.
func (t Traits) Initials() string {
	text := strings.ToUpper(t.Attributes())
	if t.OtherBoard {
		text += "B"
	}
	return text
}

// Names returns the names of the traits, in Popeye's order.
func (t Traits) Names() (all []string) {
	for _, n := range traitNames {
		if *n.of(&t) {
			all = append(all, n.name)
		}
	}
	return all
}

// Doc returns what rules pages say of the traits: a sentence each.
func (t Traits) Doc() string {
	var all []string
	for _, n := range traitNames {
		if *n.of(&t) {
			all = append(all, n.doc)
		}
	}
	return strings.Join(all, " ")
}

// Set sets the trait with a name. It reports false if there is none.
func (t *Traits) Set(name string) bool {
	for _, n := range traitNames {
		if n.name == name {
			*n.of(t) = true
			return true
		}
	}
	return false
}
