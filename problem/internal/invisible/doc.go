// Package invisible searches help mates with totally invisible pieces: pieces of which nobody knows
// the square, the colour and the type.
//
// A world is a complete history of these pieces: where each stands after every half-move. The
// solver sees only the other pieces, and what the invisible ones do to them. A line of moves is a
// solution if some world agrees with all that is seen and the king is mated in each such world.
//
// board.go has pieces, squares and attacks. line.go has Move, what is seen of a half-move, and the
// moves that may be seen in a position. world.go plays a line in a world and says what is wrong
// with it. repair.go finds a world for a line by repairing one that is wrong, and history.go lists
// the histories of a piece. mate.go asks whether a king is mated in all worlds. search.go has
// Search, which goes through the lines.
package invisible
