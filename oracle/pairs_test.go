package oracle_test

// pairs are conditions together that meet in one place.
var pairs = []conditionRow{
	{text: "Madrasi Bicolores"},
	{text: "Madrasi Pepo", quirk: mates},
	{text: "Madrasi DangerCirce", alone: true, quirk: repeated},
	{text: "Madrasi AnnanChess"},
	{text: "Isardam AnnanChess"},
	{text: "EiffelChess AnnanChess"},
	{text: "FunctionaryChess AnnanChess"},
	{text: "FuddledMen MessignyChess"},
	{text: "BichromChess MessignyChess"},
	{text: "Bicaptures EinsteinChess", alone: true, quirk: bicaptures},
}
