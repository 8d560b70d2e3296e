// Package train makes networks for the computer player: games of the engine with itself, their
// positions in a file, and a network fitted to them.
//
// Begin with play.go, which plays the games, also those that 'kirke tune' fits weights to. data.go is
// the file of positions, generate.go plays many games into one. model.go is a network with real
// numbers, fit.go fits it. chances.go fits how often a score wins.
package train
