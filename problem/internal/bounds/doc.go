// Package bounds says of a position how many moves a mate, a stalemate or a given final position
// needs at least, so that the solver can give up lines that have too few left.
package bounds
