package kirke

import (
	"iter"

	"github.com/kirke-chess/kirke/notation"
)

// Tag is one line of a game's header.
type Tag = notation.Tag

// Game is a game as it was or is being played: where it started, the tree of
// moves with comments and variations, and a current position in it. It is not
// safe for use by several goroutines at once.
type Game struct {
	// Tags are the header, in order. Variant, FEN, SetUp, RulesVersion and Result
	// are written from the game itself and need not be here.
	Tags []Tag

	root, at *Node
	recorded Outcome
}

// Node is one position in the tree of a game, and the move that led to it.
type Node struct {
	// Before is what is said before the move, as at the start of a variation,
	// and Comments what is said after it.
	Before, Comments []string
	NAGs             []int // numeric annotation glyphs of the move, 1 for "!"

	parent   *Node
	children []*Node
	move     Move
	position Position
	ply      int
}

// NewGame returns a game that starts from p.
func NewGame(p Position) *Game {
	root := &Node{position: p}
	return &Game{root: root, at: root}
}

// Variant returns the game's rules.
func (g *Game) Variant() *Variant { return g.root.position.Variant() }

// Start returns the position the game starts from.
func (g *Game) Start() Position { return g.root.position }

// Position returns the current position.
func (g *Game) Position() Position { return g.at.position }

// Root returns the node of the start position, whose move is none.
func (g *Game) Root() *Node { return g.root }

// Node returns the current node.
func (g *Game) Node() *Node { return g.at }

// Ply returns how many half-moves from the start the current position is.
func (g *Game) Ply() int { return g.at.ply }

// Play plays m in the current position and makes the position after it current.
// A move that is there already is entered again; a new one where the game has
// gone another way becomes a variation. The error is that of Position.Play.
func (g *Game) Play(m Move) error { return nil }

// PlayText plays the move that text means, like Position.ParseMove.
func (g *Game) PlayText(text string) error { return nil }

// Undo goes back one half-move and takes the move out of the game, with all
// that followed it. It reports false at the start.
func (g *Game) Undo() bool { return false }

// GoTo makes the position after ply half-moves current, on the line through the
// current position and on along its main continuation. The error says how long
// that line is.
func (g *Game) GoTo(ply int) error { return nil }

// GoToEnd makes the last position of the main line current.
func (g *Game) GoToEnd() {}

// Enter makes n current. The error says that n belongs to another game.
func (g *Game) Enter(n *Node) error { return nil }

// Promote makes n the first continuation of its parent: the main line.
func (g *Game) Promote(n *Node) error { return nil }

// Remove takes n and all that follows it out of the game; when the current
// position is there its parent becomes current.
func (g *Game) Remove(n *Node) error { return nil }

// Line yields the nodes from the first move to the current position.
func (g *Game) Line() iter.Seq[*Node] { return nil }

// MainLine yields the nodes of the main line from the first move to the last.
func (g *Game) MainLine() iter.Seq[*Node] { return nil }

// Moves returns the moves from the start to the current position.
func (g *Game) Moves() []Move { return nil }

// Tag returns the value of a tag, "" when there is none.
func (g *Game) Tag(name string) string { return "" }

// SetTag sets the value of a tag, after the others when it is new.
func (g *Game) SetTag(name, value string) {}

// Move returns the move that led to n, the zero Move at the root.
func (n *Node) Move() Move { return n.move }

// Text returns the move that led to n in a style, "" at the root.
func (n *Node) Text(s Style) string { return "" }

// Position returns the position after the move.
func (n *Node) Position() Position { return n.position }

// Ply returns how many half-moves from the start n is.
func (n *Node) Ply() int { return n.ply }

// Parent returns the node before n, nil at the root.
func (n *Node) Parent() *Node { return n.parent }

// Next returns the main continuation of n, nil at the end of a line.
func (n *Node) Next() *Node { return nil }

// Children returns the continuations of n, the main one first.
func (n *Node) Children() []*Node { return n.children }

// Repetitions returns how many times the current position has stood on the line
// that led to it, itself included.
func (g *Game) Repetitions() int { return 0 }

// Outcome returns how the game stands at the current position: what the board
// says, fivefold repetition, and at the end of the main line the result that was
// recorded.
func (g *Game) Outcome() Outcome { return Outcome{} }

// Claims returns the draws the side to move may claim in the current position:
// ThreefoldRepetition, FiftyMoves.
func (g *Game) Claims() []Reason { return nil }

// Claim ends the game in a draw that Claims offers; it is an error otherwise.
func (g *Game) Claim(r Reason) error { return nil }

// Resign records that c has resigned.
func (g *Game) Resign(c Color) error { return nil }

// AgreeDraw records a draw by agreement.
func (g *Game) AgreeDraw() error { return nil }

// LoseOnTime records that c ran out of time.
func (g *Game) LoseOnTime(c Color) error { return nil }

// Record records an outcome that comes from elsewhere, such as a file; the zero
// Outcome takes a record back.
func (g *Game) Record(o Outcome) {}
