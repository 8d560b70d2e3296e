package oracle_test

// traits are the attributes of single pieces, and conditions that give them to all.
var traits = []conditionRow{
	{trait: "royal", kings: true},
	{trait: "kamikaze"},
	{trait: "kamikaze", text: "Circe RexInclusive", alone: true},
	{trait: "kamikaze", text: "Hole d4e5", empty: "d4e5", alone: true},
	{trait: "paralysing", kings: true},
	{trait: "paralysing", text: "MirrorCirce", kings: true, alone: true},
	{trait: "paralysing", text: "DiagramCirce", kings: true, alone: true},
	{trait: "paralysing", text: "PWC", kings: true, alone: true},
	{trait: "chameleon"},
	{trait: "functionary", kings: true},
	{trait: "halfneutral"},
	{trait: "magic", kings: true},
	{trait: "magic", walks: "N G LI", family: "riders and hoppers"},
	{trait: "magic", walks: "Z CA GI FE WE DA AL", family: "leapers"},
	{trait: "uncapturable", kings: true},
	{trait: "patrol", kings: true},
	{trait: "jigger", kings: true},
	{trait: "volage", alone: true},
	{trait: "neutral"},
	{text: "FunctionaryChess"},
	{text: "ChameleonChess"},
	{text: "ChameleonChess S Q B S"},
	{text: "LineChameleonChess"},
	{text: "ChameleonPursuit", quirk: series},
}
