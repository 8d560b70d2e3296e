package rules

// Draw says how a drawn array is to be drawn: a seed, or the array itself.
type Draw struct {
	Seed     uint64   // the same seed gives the same array
	Array    string   // the men of the first rank ("RNBQKBNR"), two joined by "/" (White's first), or a Chess960 number
	Symmetry Symmetry // "" for the game's default
}
