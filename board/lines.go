package board

// JoinLines returns lines of a board, each from one square to another, with those that go on straight
// where another ends joined to one. It looks for the second square of a line as the first of another.
func (s Size) JoinLines(lines [][2]Square) [][2]Square {
	var joined [][2]Square
	for _, l := range lines {
		i := 0
		for i < len(joined) && !(joined[i][1] == l[0] && s.direction(joined[i]) == s.direction(l)) {
			i++
		}
		if i == len(joined) {
			joined = append(joined, l)
		} else {
			joined[i][1] = l[1]
		}
	}
	return joined
}

// direction returns whether a line leads to the right (1) or left (-1), and up or down.
func (s Size) direction(l [2]Square) [2]int {
	return [2]int{sign(s.File(l[1]) - s.File(l[0])), sign(s.Rank(l[1]) - s.Rank(l[0]))}
}

// sign returns -1, 0 or 1.
func sign(n int) int { return min(max(n, -1), 1) }
