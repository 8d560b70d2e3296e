// Package nn evaluates positions with small neural networks that are updated move by move (NNUE;
// Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi", 2018).
//
// Begin with inputs.go: a position is a row of cells, small numbers that say what stands on each
// square and what is in hand. Each value of a cell is an input of the network, once as each side
// sees it. network.go is the network: its layers, its evaluation and its file. accumulator.go keeps
// the first layer's sums and brings them from one row of cells to another by what differs, whatever
// the moves between them did: captures, rebirths, gating, castling and promotion are one mechanism.
// sums.go has the loops, which assembly replaces where the processor can run it.
package nn

//go:generate sh -c "cd asm && go run . -out ../sums_amd64.s -stubs ../stubs_amd64.go -pkg nn"
