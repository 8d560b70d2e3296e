package kirke

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/kirke-chess/kirke/notation"
)

// Tag is a tag of a game: a name and a value.
type Tag = notation.Tag

// Game is a game that is or was played: its starting position, the tree of moves with comments and
// variations, and a current position in the tree. It is not safe for concurrent use.
type Game struct {
	// Tags are the tags in order. Those that follow from the game (Variant, RulesVersion, SetUp,
	// FEN, Result) are written in any case and need not be here.
	Tags []Tag

	root, at *Node
	recorded Outcome
}

// Node is a position in the tree of a game, with the move that led to it.
type Node struct {
	// Before are comments before the move, at the start of a variation. Comments are those after
	// it; at the root, those before the game.
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

// Clone returns a copy of the game that shares nothing which changes: tags, the
// tree with all that is said in it, and the current position. No move is played
// again.
func (g *Game) Clone() *Game {
	nodes := []*Node{g.root} // breadth first, so that siblings stand side by side
	for i := 0; i < len(nodes); i++ {
		nodes = append(nodes, nodes[i].children...)
	}
	c := &Game{Tags: slices.Clone(g.Tags), recorded: g.recorded}
	copies := make([]Node, len(nodes))
	for i, n := range nodes {
		copies[i] = *n
		if n == g.at {
			c.at = &copies[i]
		}
	}
	for i := range nodes {
		nodes[i] = &copies[i]
	}
	c.root = nodes[0]
	siblings := nodes[1:]
	for i := range copies {
		n := &copies[i]
		n.Before, n.Comments, n.NAGs = slices.Clone(n.Before), slices.Clone(n.Comments), slices.Clone(n.NAGs)
		count := len(n.children)
		n.children, siblings = siblings[:count:count], siblings[count:]
		for _, child := range n.children {
			child.parent = n
		}
	}
	return c
}

// Variant returns the game's rules.
func (g *Game) Variant() *Variant { return g.root.position.Variant() }

// Start returns the position the game starts from.
func (g *Game) Start() Position { return g.root.position }

// Position returns the current position.
func (g *Game) Position() Position { return g.at.position }

// Root returns the node of the starting position. It has no move.
func (g *Game) Root() *Node { return g.root }

// Node returns the current node.
func (g *Game) Node() *Node { return g.at }

// Ply returns how many half-moves from the start the current position is.
func (g *Game) Ply() int { return g.at.ply }

// Play plays m in the current position and makes the position after it current. If the tree has the
// move already, Play follows it; another move becomes a variation. Play does not look at the
// Outcome, but it is an error to lengthen the main line after a recorded result. For a move that is
// not legal the error is that of Position.Play.
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

// Pass plays a pass, as in an analysis that shows a threat. It is an error in check.
func (g *Game) Pass() error {
	next, m, err := g.at.position.Pass()
	if err != nil {
		return err
	}
	return g.enter(m, next)
}

// enter makes the position after m current, which it adds to the tree if it is not there.
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

// Undo removes the move that led to the current position, with all that follows it, and makes the
// position before current. It reports false at the start. To go back and keep the move, use GoTo.
func (g *Game) Undo() bool {
	return g.Remove(g.at) == nil
}

// GoTo makes the position after ply half-moves current. It is on the line through the current
// position, which goes on along the main continuation. The error says how long that line is.
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

// errForeign is the error for a node that is not in the game.
var errForeign = errors.New("the position is not one of this game")

// owns reports whether n is in the tree: not removed, and not of another game.
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

// Promote makes n the main continuation of the position before it; the others follow in their
// order. The error says that n is the start or not in the game. A recorded result stays at the end
// of the main line.
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

// Remove removes n and all that follows it. If the current position is among them, the one before n
// becomes current. If the end of the main line is, a recorded result is removed too. The error says
// that n is the start or not in the game.
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

// index returns the index of n among the continuations of its parent.
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

// Tag returns the value of a tag, or "" if there is none.
func (g *Game) Tag(name string) string { return notation.Tags(g.Tags).Value(name) }

// SetTag sets the value of a tag. A new tag follows the others.
func (g *Game) SetTag(name, value string) { (*notation.Tags)(&g.Tags).Set(name, value) }

// Move returns the move that led to n, or the zero Move at the root.
func (n *Node) Move() Move { return n.move }

// Text returns the move that led to n in a style, or "" at the root.
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

// Parent returns the node before n, or nil at the root.
func (n *Node) Parent() *Node { return n.parent }

// Next returns the main continuation of n, or nil at the end of a line.
func (n *Node) Next() *Node {
	if len(n.children) == 0 {
		return nil
	}
	return n.children[0]
}

// Children returns the continuations of n, the main one first.
func (n *Node) Children() []*Node { return slices.Clone(n.children) }
