// Package variantfile reads and writes games as files, so that a game can be invented without Go.
//
// A file is TOML and holds one game. Its keys are the fields of rules.Variant in small letters with
// dashes: Promotion.To is promotion.to. The package works from the Go types alone, so that a new
// part of a game is a new part of the file. docs/variantfile.md, generated from the same types,
// describes every key.
//
// Read read.go first (from a file to a variant), then decode.go (values), lines.go (the line of
// each key), pieces.go (the army), write.go, edit.go (changing one key), and load.go (files and
// folders, other formats).
//
// Variants files of Fairy-Stockfish are read by ini.go (sections and their keys, and the line of each),
// inigame.go (the rules of a game), inivalues.go (switches, numbers, regions, letters) and
// inipieces.go (the pieces). builtin.ini has the games that sections are derived from. What Kirke
// does not play is refused by its key, and never read as another rule.
package variantfile

//go:generate go run ../tool/variantfile
