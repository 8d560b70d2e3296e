package oracle_test

import "slices"

// rebirths are members of the Circe family that only problemists play.
var rebirths = []conditionRow{
	{text: "Circe Rank", alone: true},
	{text: "Circe File", alone: true},
	{text: "Circe File Mirror", alone: true},
	{text: "Circe Antipodes", alone: true},
	{text: "Circe VerticalSymmetry", alone: true},
	{text: "Circe HorizontalSymmetry", alone: true},
	{text: "Circe Diametral", alone: true},
	{text: "Circe VerticalMirror", alone: true},
	{text: "Circe Einstein", alone: true},
	{text: "Circe ReversalEinstein", alone: true},
	{text: "CirceTurncoats", alone: true},
	{text: "CirceDoubleAgents", alone: true},
	{text: "SuperCirce", alone: true},
	{text: "CageCirce", alone: true},
	{text: "CirceTake&Make", alone: true},
	{text: "AntiCirce Rank", alone: true},
	{text: "AntiCirce File", alone: true},
	{text: "AntiCirce Antipodes", alone: true},
	{text: "AntiCirce Symmetry", alone: true},
	{text: "AntiCirce VerticalSymmetry Cheylan", alone: true},
	{text: "AntiCirce Equipollents", alone: true},
	{text: "AntiCirce Diagram", alone: true},
	{text: "AntiCirce PWC", alone: true},
	{text: "AntiCirce Diametral", alone: true},
	{text: "AntiCirce Volcanic", alone: true},
	{text: "AntiCirce Assassin", alone: true},
	{text: "AntiSuperCirce", alone: true},
	{text: "AntiSuperCirce Cheylan", alone: true},
	{text: "Circe Parachute", alone: true},
	{text: "Circe Couscous Parachute", alone: true},
	{text: "AntiCirce Parachute", alone: true},
	{text: "FrischAufCirce", alone: true},
	{text: "Circe Frischauf RexInclusive", alone: true},
	{text: "AntiCirce Frischauf", alone: true},
	{text: "AntiCirce Frischauf Cheylan", alone: true},
	{trait: "frischauf", text: "Circe Frischauf", pieces: "QRBS", alone: true},
	{trait: "frischauf", text: "AntiCirce Frischauf", pieces: "QRBS", alone: true},
	{text: "AprilChess Q B", alone: true},
	{text: "Circe April S R", alone: true},
	{text: "DangerCirce", alone: true, quirk: repeated},
	{text: "PhantomChess"},
	{trait: "neutral", text: "PhantomChess"},
	{text: "GenevaChess", alone: true},
	{text: "GenevaChess RexInclusive", alone: true},
	{text: "GenevaChess Mirror", alone: true},
	{text: "BrunnerChess"},
	{text: "Circe AntiCirce", alone: true},
	{text: "Circe Strict AntiCirce Cheylan", alone: true},
}

// repeated are the facts with a line twice: Popeye lists a move home once as such and once as a move
// of the piece.
func repeated(f fact) bool { return len(slices.Compact(slices.Clone(f.Said))) < len(f.Said) }
