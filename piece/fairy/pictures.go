package fairy

import "slices"

// drawings has the walks that are drawn as each turned piece of chess, as problemists draw them
// where they agree: a grasshopper is a queen upside down. The first of a row is drawn so. The
// others have their letters beside the drawing.
var drawings = []struct {
	picture string // as in piece.Type.Picture
	walks   []string
}{
	{"Queen 180", []string{"G", "G2", "G3", "CG", "DG", "HA", "HC", "DU", "SO", "EQ", "NE", "QE", "QF", "EE", "EN"}},
	{"Rook 180", []string{"RH", "DK", "GL", "TH"}},
	{"Bishop 180", []string{"BH", "DB", "LH"}},
	{"King 180", []string{"KH", "EK"}},
	{"Knight 180", []string{"N", "NH", "BN", "LN", "ET", "WA"}},
	{"Pawn 180", []string{"BP", "PP", "BS", "SP", "CP", "MP"}},

	// Chinese pieces and their kin
	{"Queen 270", []string{"LE", "SE"}},
	{"Rook 270", []string{"PA", "FA"}},
	{"Bishop 270", []string{"VA", "LO"}},
	{"Knight 270", []string{"MA", "MO", "AO", "OA", "NA", "KO", "AH", "OH", "SA"}},

	// Lions
	{"Queen 90", []string{"LI", "KL", "KA", "RT", "BO", "DO"}},
	{"Rook 90", []string{"RL"}},
	{"Bishop 90", []string{"BL"}},
	{"Knight 90", []string{"CA", "NL", "CR", "CH", "ML", "MM", "RN"}},

	// Locusts and marine pieces
	{"Queen 135", []string{"L", "SI"}},
	{"Rook 135", []string{"LR", "TR", "SH"}},
	{"Bishop 135", []string{"LB", "ND"}},
	{"King 135", []string{"PO"}},
	{"Knight 135", []string{"Z", "ZR", "ZH", "MS", "LS", "SC", "ST", "SK", "CY", "MH"}},

	// Those that turn at the hurdle
	{"Queen 45", []string{"M", "SW", "MG"}},
	{"Rook 45", []string{"RM", "RW"}},
	{"Bishop 45", []string{"BM", "BW"}},
	{"Queen 315", []string{"EA"}},
	{"Rook 315", []string{"RE", "RR", "NO", "OR"}}, // and hunters
	{"Bishop 315", []string{"BE", "BR"}},

	// Knights that go on
	{"Knight 225", []string{"RO", "RP", "SS", "DS", "S1", "S2", "S3", "S4", "QN", "CT", "BK", "RA"}},
	{"Bishop 225", []string{"RB", "AR", "C", "BT", "B3", "FR"}},
	{"Rook 225", []string{"GT", "B2", "WR", "GY", "GE"}},
	{"Queen 225", []string{"B1", "EH", "UU", "QQ", "GF"}},

	// Short leapers
	{"King 270", []string{"WE", "FE", "DA", "AL"}},
	{"Knight 45", []string{"GI", "ZE", "AN", "BU", "RF", "15", "16", "24", "25", "35", "36", "37"}},
	{"Knight 315", []string{"GN", "GR", "GH", "BI", "OK", "SQ", "RK", "KP"}},

	// Those that move as others do
	{"King 90", []string{"O", "F", "DR"}},

	// Those that Kirke has drawings of by other names
	{"Chancellor 0", []string{"EM"}},
	{"Archbishop 0", []string{"PR"}},
}

// pictureOf returns the drawing of the walk with an English abbreviation, "" for the pieces of chess
// and those drawn by their own name.
func pictureOf(abbreviation string) string {
	for _, d := range drawings {
		switch i := slices.Index(d.walks, abbreviation); {
		case i == 0:
			return d.picture
		case i > 0:
			return d.picture + " " + abbreviation
		}
	}
	return ""
}
