package rules

// Series is how many moves a turn has; the zero value is one.
type Series struct {
	// Progressive lets White play one move, Black two, White three and so on.
	Progressive bool
	// Italian allows a check only on the last permitted move of a series;
	// otherwise (Scottish) a check ends the series.
	Italian bool `decides:"when a check may be given"`
}

// SeriesState is where in a series of moves the game is.
type SeriesState struct {
	Left, Length int  // moves left in this series, and its length; 0 and 0 outside series games
	Progress     bool // a capture or pawn move was made earlier in this series
}
