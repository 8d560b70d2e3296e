package rules

var progressive = &Modifier{
	ID: "progressive", Name: "Progressive Chess",
	Summary: "White plays one move, Black two, White three and so on; a check ends the series (Scottish).",
	Series:  Series{Progressive: true},
	End:     End{IdleTurns: 10},
}

var progressiveItalian = &Modifier{
	ID: "progressive-italian", Family: "progressive", Name: "Progressive Chess (Italian)",
	Summary: "Progressive chess in which a check may only be given on the very last permitted move of a series.",
	Series:  Series{Progressive: true, Italian: true},
	End:     End{IdleTurns: 10},
}

var progressives = []*Modifier{progressive, progressiveItalian}
