package problem

import (
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// Problem is a composed problem: a position, a stipulation, and how it is solved and shown.
type Problem struct {
	Authors, Origins, Titles, Awards, Remarks []string // a line each

	// Game is the game without the conditions. In Popeye's language it is chess.
	Game       *rules.Variant
	Conditions []Condition
	// Setup is the diagram. Its turn does not matter, since the stipulation says who begins.
	Setup   rules.Setup
	Initial []rules.Piece // the board of position A, for a=>b; Setup is position B
	// Invisible is how many pieces are totally invisible: their squares, colours and types are not
	// known.
	Invisible int
	FromFEN   bool // castling rights are those of Setup; otherwise they follow from the squares

	Stipulation Stipulation
	Options     Options
	Twins       []Twin
	Zero        bool // the diagram itself is not solved, and the first twin is a)

	part *interval // the first moves to search, in each phase and length; nil for all
}

// New returns a problem without pieces in a game.
func New(game *rules.Variant) *Problem {
	return &Problem{Game: game, Setup: rules.NewSetup(game)}
}

// Condition is a fairy condition: modifiers that are put on the game, or the capture that was made
// before the diagram.
type Condition struct {
	Text      string // as Popeye prints it
	Modifiers []*rules.Modifier

	Takeable      bool          // the side to move may be able to capture the king in the diagram
	Promotions    string        // what alone pawns become: labels of the problem's game, "" for what they become there
	PromotionsToo string        // what pawns become besides, also such labels
	PromoteOn     board.Regions // squares where alone pawns of a side are promoted, "" for its last rank
	Army          bool          // the game of the problem has other pieces in the place of those of chess
	CommonKings   bool          // with Army: its kings are pieces like others
	Without       string        // letters of types of the game that may not be in the diagram
	TwoBoards     bool          // the game of the problem has a second board (rules.Variant.TwoBoards)

	LastCapture rules.Piece // the piece that the move before the diagram captured, 0 if unknown
	CapturedAt  board.Square
}

// Name returns the text without the piece that was captured.
func (c Condition) Name() string {
	if c.LastCapture != 0 {
		name, _, _ := strings.Cut(c.Text, " ")
		return name
	}
	return c.Text
}

// Twin makes another problem by changes to the diagram.
type Twin struct {
	Continued bool // the changes are made to the twin before
	Changes   []Change
}

// Change is one change of a twin. Its kind says which of the other fields it needs.
type Change struct {
	What       ChangeKind
	From, To   board.Square       // of MovePiece, SwapPieces, Shift
	Squares    []board.Square     // of RemovePieces
	Pieces     []Placed           // of AddPieces
	Types      [2]rules.PieceType // of Substitute: the old type and the new
	Angle      int                // of Rotate
	Mirror     string             // of Reflect: "a1<-->h1"
	Task       Stipulation        // of NewStipulation
	Conditions []Condition        // of NewConditions
	Invisible  int                // of AddPieces: how many are now totally invisible, 0 for as many as before
}

// Placed is a piece on a square.
type Placed struct {
	Piece rules.Piece
	At    board.Square
}

// ChangeKind is the kind of a change.
type ChangeKind uint8

// The kinds of changes.
const (
	MovePiece ChangeKind = iota
	SwapPieces
	RemovePieces
	AddPieces
	Substitute
	Rotate
	Reflect
	Shift
	SwapColours
	NewStipulation
	NewConditions
)

// Entry is one problem of a file, or what is wrong with it.
type Entry struct {
	Number  int // of the problem in the file, from 1
	Line    int // where the problem begins, from 1
	Problem *Problem
	Err     error // an *UnsupportedError for what is known but not solved

	Warnings []string // what is read otherwise than its author may have meant, each with its line
}

// clone returns a copy with a board of its own.
func (p *Problem) clone() *Problem {
	c := *p
	c.Setup = p.Setup.Clone()
	return &c
}

// Add puts a piece on the board. A piece that already stands on its square goes below it, as in
// Volcanic Circe.
func (p *Problem) Add(m Placed) {
	if old := p.Setup.Board[m.At]; old != 0 {
		p.Setup.Aftermath.Below = append(p.Setup.Aftermath.Below, rules.Hidden{At: m.At, Piece: old})
	}
	p.put(m)
}

// put puts a piece on the board in place of what stands on its square. Piece 0 empties the square.
func (p *Problem) put(m Placed) {
	p.Setup.Board[m.At] = m.Piece
}

// on returns the piece on a square, which may be piece 0.
func (p *Problem) on(sq board.Square) Placed {
	return Placed{p.Setup.Board[sq], sq}
}

// Letter returns the letter of a piece type in problems: S for the knight, SS for the Sissa.
func (p *Problem) Letter(t rules.PieceType) string { return notation.ProblemLetter(p.Game, t) }

// PieceText returns the piece on a square with its traits, as "Sd4" or "kamikaze Sd4", "" for an
// empty square.
func (p *Problem) PieceText(sq board.Square) string {
	m := p.on(sq)
	if m.Piece == 0 {
		return ""
	}
	text := ""
	for _, name := range p.Game.Type(m.Piece.Type()).Traits.Names() {
		text += strings.ToLower(name) + " "
	}
	return text + p.Letter(m.Piece.Type()) + p.Game.Size.Name(sq)
}
