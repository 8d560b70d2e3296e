package rules

var progressive = &Modifier{
	ID: "progressive", Name: "Progressive Chess",
	Summary: "White plays one move, Black two, White three and so on; a check ends the series (Scottish).",
	Notes: []string{
		"A side in check must leave it with the first move of its series; when it cannot, it is mated.",
		"A side that has no legal move at some point of its series, and is not in check, is stalemated: a draw.",
		"En passant is only for the first move of a series, against a pawn whose last move in the series before was its double step.",
		"Ten consecutive turns without a capture or a pawn move are a draw.",
	},
	Series: Series{Progressive: true},
	End:    End{IdleTurns: 10},
}

var progressiveItalian = &Modifier{
	ID: "progressive-italian", Name: "Progressive Chess (Italian)",
	Summary: "Progressive chess in which a check may only be given on the very last permitted move of a series.",
	Notes:   progressive.Notes,
	Series:  Series{Progressive: true, Italian: true},
	End:     End{IdleTurns: 10},
}
