package kirke

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/kirke-chess/kirke/notation"
)

// Tag is one line of a game's header.
type Tag = notation.Tag

// Game is a game as it was or is being played: where it started, the tree of
// moves with comments and variations, and a current position in it. It is not
// safe for use by several goroutines at once.
type Game struct {
	// Tags are the header, in order. What the game itself knows (Variant,
	// RulesVersion, SetUp, FEN, Result) is written from it and need not be here.
	Tags []Tag

	root, at *Node
	recorded Outcome
}

// Node is one position in the tree of a game, and the move that led to it.
type Node struct {
	// Before is what is said before the move, at the start of a variation, and
	// Comments what is said after it; at the root, what is said before the game.
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
// A move that is there already is entered again; another one becomes a
// variation. Play does not stop at an Outcome of the board, which is for the
// arbiter to ask about; after a recorded result it is an error to lengthen the
// main line. The error for a move that is not legal is that of Position.Play.
func (g *Game) Play(m Move) error {
	next, err := g.at.position.Play(m)
	if err != nil {
		return err
	}
	return g.enter(m, next)
}

// PlayText plays the move that text means, as Position.ParseMove reads it.
func (g *Game) PlayText(text string) error {
	next, m, err := g.at.position.PlayText(text)
	if err != nil {
		return err
	}
	return g.enter(m, next)
}

// Pass lets the side to move do nothing, as in an analysis that shows a threat.
// It is an error in check.
func (g *Game) Pass() error {
	next, m, err := g.at.position.Pass()
	if err != nil {
		return err
	}
	return g.enter(m, next)
}

func (g *Game) enter(m Move, next Position) error {
	for _, n := range g.at.children {
		if n.move == m {
			g.at = n
			return nil
		}
	}
	if g.recorded.Over() && g.atEnd() {
		return fmt.Errorf("the game is over: %s", g.recorded)
	}
	n := &Node{parent: g.at, move: m, position: next, ply: g.at.ply + 1}
	g.at.children = append(g.at.children, n)
	g.at = n
	return nil
}

// atEnd reports whether the current node is the last of the main line.
func (g *Game) atEnd() bool { return g.at == g.last() }

func (g *Game) last() *Node {
	n := g.root
	for n.Next() != nil {
		n = n.Next()
	}
	return n
}

// Undo takes the move that led to the current position out of the game, with
// all that followed it, and goes back to the position before. It reports false
// at the start. To go back and keep the move, use GoTo.
func (g *Game) Undo() bool {
	return g.Remove(g.at) == nil
}

// GoTo makes the position after ply half-moves current, on the line through the
// current position and on from there along the main continuation. The error
// says how long that line is.
func (g *Game) GoTo(ply int) error {
	n := g.at
	for n.ply > ply && n.parent != nil {
		n = n.parent
	}
	for n.ply < ply && n.Next() != nil {
		n = n.Next()
	}
	if n.ply != ply {
		return fmt.Errorf("there is no position after %d half-moves: the line has %d", ply, g.at.lineLength())
	}
	g.at = n
	return nil
}

func (n *Node) lineLength() int {
	for n.Next() != nil {
		n = n.Next()
	}
	return n.ply
}

// GoToEnd makes the last position of the main line current.
func (g *Game) GoToEnd() { g.at = g.last() }

// errForeign is the answer to a node that is not in the game.
var errForeign = errors.New("the position is not one of this game")

// owns reports whether n is in the tree, not removed from it or from another.
func (g *Game) owns(n *Node) bool {
	for n != nil && n.parent != nil {
		if !slices.Contains(n.parent.children, n) {
			return false
		}
		n = n.parent
	}
	return n == g.root
}

// Enter makes n current. The error says that n is not in the game.
func (g *Game) Enter(n *Node) error {
	if !g.owns(n) {
		return errForeign
	}
	g.at = n
	return nil
}

// Promote makes n the main continuation of the position before it; the others
// follow in their order. The error says that n is the start or not in the game.
// A recorded result stays with the end of the main line, whichever that is.
func (g *Game) Promote(n *Node) error {
	i, err := g.index(n)
	if err != nil {
		return err
	}
	siblings := n.parent.children
	copy(siblings[1:i+1], siblings[:i])
	siblings[0] = n
	return nil
}

// Remove takes n and all that follows it out of the game; when the current
// position is there, the one before n becomes current. A recorded result goes
// with the end of the main line. The error says that n is the start or not in
// the game.
func (g *Game) Remove(n *Node) error {
	i, err := g.index(n)
	if err != nil {
		return err
	}
	if g.last().within(n) {
		g.recorded = Outcome{}
	}
	if g.at.within(n) {
		g.at = n.parent
	}
	n.parent.children = slices.Delete(n.parent.children, i, i+1)
	return nil
}

// index returns the place of n among the continuations of its parent.
func (g *Game) index(n *Node) (int, error) {
	if !g.owns(n) {
		return 0, errForeign
	}
	if n.parent == nil {
		return 0, errors.New("the start has no move before it")
	}
	return slices.Index(n.parent.children, n), nil
}

// within reports whether n is m or follows it.
func (n *Node) within(m *Node) bool {
	for n != nil && n != m {
		n = n.parent
	}
	return n != nil
}

// Line yields the nodes from the first move to the current position.
func (g *Game) Line() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		var line []*Node
		for n := g.at; n.parent != nil; n = n.parent {
			line = append(line, n)
		}
		for _, n := range slices.Backward(line) {
			if !yield(n) {
				return
			}
		}
	}
}

// MainLine yields the nodes of the main line from the first move to the last.
func (g *Game) MainLine() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for n := g.root.Next(); n != nil && yield(n); n = n.Next() {
		}
	}
}

// Moves returns the moves from the start to the current position.
func (g *Game) Moves() []Move {
	var moves []Move
	for n := range g.Line() {
		moves = append(moves, n.move)
	}
	return moves
}

// Tag returns the value of a tag, "" when there is none.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// SetTag sets the value of a tag, after the others when it is new.
func (g *Game) SetTag(name, value string) {
	for i := range g.Tags {
		if g.Tags[i].Name == name {
			g.Tags[i].Value = value
			return
		}
	}
	g.Tags = append(g.Tags, Tag{Name: name, Value: value})
}

// Move returns the move that led to n, the zero Move at the root.
func (n *Node) Move() Move { return n.move }

// Text returns the move that led to n in a style, "" at the root.
func (n *Node) Text(s Style) string {
	if n.parent == nil {
		return ""
	}
	return n.parent.position.MoveText(n.move, s)
}

// Position returns the position after the move.
func (n *Node) Position() Position { return n.position }

// Ply returns how many half-moves from the start n is.
func (n *Node) Ply() int { return n.ply }

// Parent returns the node before n, nil at the root.
func (n *Node) Parent() *Node { return n.parent }

// Next returns the main continuation of n, nil at the end of a line.
func (n *Node) Next() *Node {
	if len(n.children) == 0 {
		return nil
	}
	return n.children[0]
}

// Children returns the continuations of n, the main one first.
func (n *Node) Children() []*Node { return slices.Clone(n.children) }
