package oracle_test

// pairs are conditions together that meet in one place.
var pairs = []conditionRow{
	{text: "Madrasi Bicolores"},
	{text: "AnnanChess Take&MakeChess"},

	{text: "Madrasi Pepo", quirk: mates},
	{text: "Madrasi DangerCirce", alone: true, quirk: repeated},
	{text: "Madrasi AnnanChess"},
	{text: "Isardam AnnanChess"},
	{text: "EiffelChess AnnanChess"},
	{text: "FunctionaryChess AnnanChess"},
	{text: "FuddledMen MessignyChess"},
	{text: "BichromChess MessignyChess"},
	{text: "AntiCirce BlackMaximummer", alone: true},
	{text: "AntiCirce Cheylan WhiteMaximummer BlackMaximummer", alone: true},
	{text: "AntiCirce WhiteMinimummer", alone: true},
	{text: "AntiCirce BlackMustCapture", alone: true},
	{text: "MarsCirce NoCapture", alone: true, quirk: castlesAway},
	{text: "MarsCirce BlackEdgeMover", alone: true, quirk: castlesAway},
	{text: "MarsCirce GridChess", alone: true, quirk: castlesAway},
	{text: "MarsCirce MonochromChess", alone: true, quirk: castlesAway},
	{text: "MarsCirce BichromChess", alone: true, quirk: castlesAway},
	{text: "MarsCirce HaanerChess", alone: true, quirk: castlesAway},
	{text: "MarsCirce AndernachChess", alone: true, quirk: castlesAway},
	{text: "MarsCirce AntiAndernachChess", alone: true, quirk: castlesAway},
	{text: "MarsCirce MagicSquares d4e5", alone: true, quirk: castlesAway},
	{text: "MarsCirce ChameleonChess", alone: true, quirk: castlesAway},
	{text: "MarsCirce NorskSjakk", alone: true, quirk: castlesAway},
	{text: "MarsCirce ChecklessChess", alone: true, quirk: castlesAway},
	{text: "MarsCirce BlackMaximummer", alone: true, quirk: castlesAway},
	{text: "MarsCirce WhiteMinimummer", alone: true, quirk: castlesAway},
	{text: "MarsCirce WhiteMustCapture", alone: true, quirk: castlesAway},
	{text: "MarsCirce WhiteAlphabetic", alone: true, quirk: castlesAway},
	{text: "MarsCirce BlackSynchronMover", alone: true, quirk: castlesAwayOrSeries, apart: true},
	{text: "MarsCirce BlackForcedSquare d4e5", alone: true, quirk: castlesAway},
	{text: "MarsCirce DuellistChess", alone: true, quirk: castlesAway},
	{text: "MarsCirce WhiteEdgeMover BlackMaximummer", alone: true, quirk: castlesAway},
	{text: "Bicaptures EinsteinChess", alone: true, quirk: bicaptures},
}

// castlesAwayOrSeries are the facts of castlesAway and of series.
func castlesAwayOrSeries(f fact) bool { return castlesAway(f) || series(f) }
