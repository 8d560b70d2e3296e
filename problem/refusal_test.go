package problem_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/rules"
)

// TestRefusals: a refusal names all parts of a problem that do not go together, in full words, and
// no others.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		problem string
		missing []string
	}{
		{"Condition WhiteVaultingKing N BlackVaultingKing G\nPieces White Kc3 Black Ka1", []string{
			"the condition BlackVaultingKing G with the condition WhiteVaultingKing N (two of its parts decide as " +
				"what a king in check moves)",
		}},
		{"Condition BlackMinDister a1b1 Circe Parrain\nPieces White Kc3 Black Ka1", []string{
			"the condition Circe Parrain with the condition BlackMinDister a1 b1 (it is not settled how far apart " +
				"two pieces are under another condition)",
		}},
		{"Condition BlackUltraSchachZwang\nPieces White Kc8 Black Kh4", []string{
			"the condition UltraSchachZwang in a structured stipulation, or with a goal that mates the side which " +
				"reaches it",
		}},
		{"Condition Circe Cage RexInclusive\nPieces White Kf2 Black Ka1 Rd3", []string{
			"the condition Circe Cage RexInclusive (whether a piece could move depends on checks, and checks on " +
				"captures and their cages)",
		}},
		{"Condition Circe April S Einstein\nPieces White Kf2 Black Ka1 Rd3", []string{
			"the condition Circe April S Einstein (it is not settled whether the types that are reborn are those " +
				"before or after their change)",
		}},
		{"Condition AntiCirce Bicolores\nPieces White Kf2 Rh4 Black Ka1 Rd8", []string{
			"the condition Bicolores with the condition AntiCirce (it is not settled whether a piece that could not " +
				"be reborn checks the king of its side)",
		}},
		{"Condition Circe Clone RexInclusive\nPieces White Kf2 Black Ka1 Rd3", []string{
			"the condition Circe Clone RexInclusive, by which kings become other royal pieces",
		}},
		{"Condition LostPieces\nPieces White Kamikaze Qb3 Black Ka1", []string{
			"the attribute Kamikaze with the condition LostPieces",
		}},
		{"Condition MarineChess ArgentinianChess\nPieces White Kc3 Black Ka1", []string{
			"the condition MarineChess with the condition ArgentinianChess",
		}},
		{"Condition LosingChess\nPieces White Kc3 Black Ka1", []string{"the condition LosingChess with the goal !#"}},
		{"Condition Leofamily\nPieces White Kc3 Rb2 Black Ka1", []string{
			"the condition Leofamily with the rook of chess",
		}},
		{"Condition MarineChess\nPieces White Kc3 Black Magic Qa1", []string{
			"the condition MarineChess with the attribute Magic",
		}},
		{"Condition LostPieces\nPieces White Kc3 Black Ka1 Neutral Qb4", []string{
			"neutral pieces with the condition LostPieces",
		}},
		{"Condition LostPieces Circe\nPieces White Kc3 Black Ka1", []string{
			"the condition Circe with the condition LostPieces " +
				"(it is not settled which moves save a lost piece under another condition)",
		}},
		{"Pieces White Kamikaze Qb3 Black Ka1 Black Magic Sb8", []string{
			"the attribute Magic with the attribute Kamikaze",
		}},
		{"Condition Madrasi Isardam Circe\nPieces White Kamikaze Qb3 Black Ka1 Black Patrol Sb8", []string{
			"the attribute Kamikaze with the condition Madrasi", "the attribute Patrol with the condition Madrasi",
			"the attribute Kamikaze with the condition Isardam", "the attribute Patrol with the condition Isardam",
			"the attribute Patrol with the attribute Kamikaze",
			"the condition Isardam with the condition Madrasi (two of its parts decide which pieces are paralysed)",
		}},
		{"Pieces White HurdleColourChanging EAb3 Black Ka1", []string{
			"the piece Eagle with the attribute HurdleColourChanging",
		}},
		{"Condition FrankfurtChess RexExclusive Anticirce\nPieces White Kc3 Black Ka1", []string{
			"the condition AntiCirce with the condition FrankfurtChess RexExclusive (it is not settled what becomes " +
				"of a king that is captured by a piece that is reborn then)",
		}},
		{"Condition Circe Frischauf\nPieces White Kc3 White Royal Pe7 Black Ka1", []string{
			"the attribute Frischauf of pawns and kings",
		}},
		{"Condition Annan Make&Take\nPieces White Kc3 Black Ka1", []string{
			"the condition Make&TakeChess with the condition AnnanChess (it is not settled whether a piece that " +
				"captures from elsewhere goes as it is lent there)",
		}},
		{"Pieces White Magic ROb3 Black Ka1", []string{"the piece Rose with the attribute Magic"}},
		{"Pieces White Royal Kamikaze Gb3 Black Ka1", []string{"one piece with the attributes Royal and Kamikaze"}},
		{"Condition Einstein\nPieces White Royal Gb3 Black Ka1", []string{
			"the attribute Royal with the condition EinsteinChess",
		}},
		{"Condition Volage Madrasi\nPieces White Kc3 Black Ka1", []string{
			"the condition Madrasi with the condition Volage",
		}},
		{"Pieces White Magic Sb3 Black Ka1 Ob8", []string{"the piece Orphan with the attribute Magic"}},
		{"Condition Circe AntiCirce MarsCirce\nPieces White Kc3 Black Ka1", []string{
			"the condition MarsCirce with the condition Circe (both are of the Circe family)",
			"the condition MarsCirce with the condition AntiCirce (both are of the Circe family)",
		}},
		{"Condition AliceChess Circe Madrasi\nPieces White Kc3 Black Ka1", []string{
			"the condition Circe with the condition AliceChess", "the condition Madrasi with the condition AliceChess",
		}},
		{"Pieces White Protean Qb3 Black Ka1 Neutral Sb8", []string{"neutral pieces with the attribute Protean"}},
		{"Pieces White Protean Qb3 Black Ka1 Black Magic Sb8", []string{
			"the attribute Magic with the attribute Protean",
		}},
		{"Pieces White Protean BPb3 Black Ka1", []string{"the piece Berolina Pawn with the attribute Protean"}},
		{"Condition ProteanChess\nPieces White Protean Qb3 Black Ka1", []string{
			"the attribute Protean with the condition ProteanChess",
		}},
		{"Condition FrankfurtChess\nPieces White Kc3 Ld4 Black Ka1", []string{
			"the piece Locust with the condition FrankfurtChess",
		}},
		{"Condition ProteanChess Madrasi\nPieces White Kc3 Black Ka1", []string{
			"the condition Madrasi with the condition ProteanChess " +
				"(it is not settled what a capturer becomes under further conditions)",
		}},
		{"Condition FrankfurtChess\nPieces White Kc3 BPd4 Black Ka1", []string{
			"the piece Berolina Pawn with the condition FrankfurtChess",
		}},
		{"Condition FrankfurtChess RexExclusive\nPieces White Royal Pc3 Black Ka1", []string{
			"the attribute Royal with the condition FrankfurtChess RexExclusive",
		}},
		{"Condition Madrasi\nPieces White AliceB Kc3 Black Ka1", []string{
			"the attribute AliceB with the condition Madrasi",
		}},
		{"Condition ExclusiveChess\nPieces White Kamikaze Kc3 Black Ka1", []string{
			"the condition ExclusiveChess with another goal than mate",
			"one piece with the attributes Royal and Kamikaze",
		}},
		{"Condition Madrasi\nPieces White UUb3 Kc3 Black Ka1", []string{
			"the piece Ubi-Ubi with the condition Madrasi",
		}},
		{"Pieces White UUb3 Kc3 White Kamikaze Qd1 Black Ka1", []string{
			"the piece Ubi-Ubi with the attribute Kamikaze",
		}},
		{"Pieces White UUb3 Kc3 Ob8 Black Ka1", []string{"the piece Orphan with the piece Ubi-Ubi"}},
		{"Condition Circe Frischauf\nPieces White Kc3 White Frischauf Kamikaze Qd1 Black Ka1", []string{
			"the attribute Kamikaze with the condition Circe Frischauf",
			"the attribute Frischauf with the attribute Kamikaze",
		}},
		{"Pieces White Paralysing Qb3 Kc3 Black Ka1", []string{"the attribute Paralysing with the goal !#"}},
	} {
		_, err := read(t, "Stipulation !#1\n"+c.problem).Variant()
		u, refused := errors.AsType[*problem.UnsupportedError](err)
		if !refused {
			t.Errorf("%s: %v", c.problem, err)
			continue
		}
		slices.Sort(u.Missing)
		slices.Sort(c.missing)
		if !slices.Equal(u.Missing, c.missing) {
			t.Errorf("%s:\n lacks %q\n not   %q", c.problem, u.Missing, c.missing)
		}
	}
}

// TestInvisibleRefusals: what is not solved with totally invisible pieces is named, and so are
// options that are only for them.
func TestInvisibleRefusals(t *testing.T) {
	const with = " with totally invisible pieces"
	for text, missing := range map[string][]string{
		"Stipulation #2\nCondition Madrasi Hole a1\nOption NoCastling e1\n" +
			"Pieces White Kf1 Gb3 Black Kh8 Neutral Sb1 TotalInvisible 2": {
			"the condition Madrasi" + with, "the piece Grasshopper" + with, "neutral pieces" + with,
			"the stipulation #2" + with, "the option NoCastling" + with,
		},
		"Stipulation h=2\nPieces White Kf1 Black Kh8 TotalInvisible 1": {"the stipulation h=2" + with},
		"Stipulation h#12\nPieces White Kf1 Black Kh8 TotalInvisible 17": {
			"more than 16 totally invisible pieces", "the stipulation h#12" + with,
		},
		"Stipulation h#1\nOption UpToMoveNumber 1:2\nPieces White Kf1 Black Kh8": {
			"the option UpToMoveNumber with several numbers, without totally invisible pieces",
		},
	} {
		err := read(t, text).Validate()
		u, refused := errors.AsType[*problem.UnsupportedError](err)
		if !refused {
			t.Errorf("%s: %v", text, err)
			continue
		}
		slices.Sort(u.Missing)
		slices.Sort(missing)
		if !slices.Equal(u.Missing, missing) {
			t.Errorf("%s:\n lacks %q\n not   %q", text, u.Missing, missing)
		}
	}
}

// TestRefusalSentences: one thing is not supported, and several are not. The pieces that they are
// about are named with their squares.
func TestRefusalSentences(t *testing.T) {
	for text, want := range map[string]string{
		"Stipulation hct2\nCondition Circe Parachute\nPieces White Kc3 Black Ka1": "pieces that wait below others " +
			"with a goal about where pieces stood before is not supported",
		"Condition Circe\nPieces White AliceB Kc3 Black Ka1": "the attribute AliceB with the condition Circe is " +
			"not supported (AliceB King c3)",
		"Condition LostPieces\nPieces Neutral Gb3 Black Ka1": "neutral pieces with the condition LostPieces are " +
			"not supported",
		"Pieces White Royal Kamikaze Gb3 Black Ka1": "one piece with the attributes Royal and Kamikaze is " +
			"not supported (Royal Kamikaze Grasshopper b3)",
		"Pieces White Kc3 White Magic Qb3 White Kamikaze Rd1d4 Bf1 Black Ka1 Sh8": "the attribute Kamikaze with the " +
			"attribute Magic is not supported (Magic Queen b3, Kamikaze Rook d4 d1, Kamikaze Bishop f1)",
		"Condition LostPieces\nPieces White Magic ROb3 Black Ka1": "the attribute Magic with the condition " +
			"LostPieces and the piece Rose with the attribute Magic are not supported (Magic Rose b3)",
	} {
		_, err := read(t, "Stipulation h#2\n"+text).Variant()
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestRefusalOfAGame: a game whose own parts do not go together is refused by its name.
func TestRefusalOfAGame(t *testing.T) {
	v, err := rules.Lookup("capablanca+circe")
	if err != nil {
		t.Fatal(err)
	}
	v.Fairy.Turning.Mover = rules.CrossingTurns
	p := problem.New(v)
	_, err = p.Variant()
	u, refused := errors.AsType[*problem.UnsupportedError](err)
	if !refused || len(u.Missing) != 1 || !strings.HasPrefix(u.Missing[0], "the game "+v.ID) {
		t.Errorf("the game is refused with %v", err)
	}
}

// TestGoalsOfChains: what a chain of captures takes and brings back belongs to its steps, and no
// goal asks that.
func TestGoalsOfChains(t *testing.T) {
	for _, goal := range []string{"%1", "x1", "ep1", "<>1", "#1", "z" + "a8" + "1"} {
		_, err := read(t, "Stipulation ser-"+goal+"\nCondition SeriesCapture\nPieces White Kc3 Rd1 Black Ka1").Variant()
		if known := goal[0] == '#' || goal[0] == 'z'; known != (err == nil) {
			t.Errorf("SeriesCapture with %s: %v", goal, err)
		}
	}
}

// TestGoalsOfWaitingCapturers: a capture that lets another capturer be reborn wins a piece. Goals about
// where pieces stood before have not been compared there.
func TestGoalsOfWaitingCapturers(t *testing.T) {
	const diagram = "\nCondition AntiCirce Parrain\nPieces White Kc6 Rh6 Pb2 Black Kf8 Ba1 Sg6"
	out, err := solve("BeginProblem\nStipulation h%1"+diagram+"\nEndProblem\n", time.Minute, false)
	if err != nil || !strings.Contains(out, "1.Ba1*b2 Rh6*g6[bBb2->a2] %") {
		t.Errorf("%v, %s", err, out)
	}
	for _, more := range []string{
		"Stipulation hct1" + diagram, "Stipulation h%1" + diagram + "\nCondition LastCapture white Rf8",
	} {
		if _, err := read(t, more).Variant(); err == nil {
			t.Errorf("%s is accepted", more)
		}
	}
}
