package oracle_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/piece/fairy"
)

// families are the fairy pieces, in kinds that move alike.
var families = []conditionRow{
	{family: "leapers", walks: "Z CA GI RF BU WE AL FE DA GN AN SQ ZE OK 37 16 24 35 15 25 BI 36 EK"},
	{family: "riders", walks: "N CR ZR GR WR FR AM EM PR WA ET"},
	{family: "bent riders", walks: "MA MO AO RO SS DS CT BT GT S1 S2 S3 S4 QN"},
	{family: "hoppers", walks: "G NH CH ZH GH RH BH G2 G3 KH KP CG RP HA SO GL"},
	{family: "double hoppers", walks: "DG DK DB"},
	{family: "turning hoppers", walks: "M EA SW RM RE RW BM BE BW MG"},
	{family: "lions", walks: "LI RL BL RN NL KA DO RT KL AH OH"},
	{family: "Chinese pieces", walks: "LE PA VA NA RA KO"},
	{family: "Argentine pieces", walks: "SE FA LO SA"},
	{family: "locusts", walks: "L LR LB LN LS SI TR ND SK CY MS"},
	{family: "immobile pieces", walks: "DU", alone: true},
	{family: "borrowing pieces", walks: "O F"},
	{family: "equihoppers and equistoppers", walks: "NE EQ OR NO QE QF"},
	{family: "bouncers, Edgehogs and Contra Hamsters", walks: "B1 B2 B3 EH HC"},
	{family: "radial pieces", walks: "RK TH LH GE GF"},
	{family: "riders of Mao and Moa", walks: "OA ML MM"},
	{family: "pieces that move as pawns too", walks: "DR SH GY MH"},
	{family: "super and Chinese pawns", walks: "BS SP CP"},
	{family: "hunters", walks: "R/B B/R Q/S S/K G/LI N/R CA/G RR BR"},
	{family: "pieces that turn at the edge", walks: "RB AR C BK"},
	{family: "Eagle Equihoppers", walks: "EE EN"},
	{family: "Scarabs, Bobs and Querquisites", walks: "SC BO QQ"},
	{family: "pieces that go on", walks: "UU BN"},
	{family: "kings", walks: "PO ST"},
	{family: "Reverse Pawns", walks: "PP"},
	{family: "Marine Pawns", walks: "MP"},
	{family: "Berolina Pawns", walks: "BP", quirk: afterDoubleSteps},
}

// afterDoubleSteps are the facts with an answer to a move, which may be a capture en passant: a
// Berolina Pawn is not captured en passant.
func afterDoubleSteps(f fact) bool { return f.Stipulation != "~1" }

// TestFamilies checks that every fairy piece that Kirke plays is compared.
func TestFamilies(t *testing.T) {
	for _, w := range fairy.Catalogue() {
		if w.Betza == "" || slices.Contains(orthodox, w.Letters[0]) {
			continue
		}
		in := 0
		for _, row := range families {
			if slices.Contains(strings.Fields(row.walks), w.Letters[0]) {
				in++
			}
		}
		if in != 1 {
			t.Errorf("%s (%s) is of %d families in families_test.go", w.Name, w.Letters[0], in)
		}
	}
}
