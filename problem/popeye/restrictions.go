package popeye

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/piece/fairy"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/rules"
)

// restrictionWords are the conditions that forbid or demand moves.
var restrictionWords = []conditionWord{
	restriction("Isardam", "isardam"),
	restriction("EiffelChess", "eiffel"),
	restriction("PartialParalysis", "partial-paralysis"),
	restriction("GridChess", "grid"),
	restriction("MonochromChess", "monochromatic"),
	restriction("BichromChess", "bichromatic"),
	restriction("WhiteEdgeMover", "edgemover-white"),
	restriction("BlackEdgeMover", "edgemover-black"),
	restriction("Hole", ""),
	restriction("Imitator", ""),
	restriction("NoIProm", ""),
	restriction("UltraPatrol", "ultrapatrol"),
	restriction("FunctionaryChess", "functionary"),
	restriction("CentralChess", "central"),
	restriction("Disparate", "disparate"),
	restriction("NoCapture", "no-capture"),
	restriction("NoWhiteCapture", "no-capture-white"),
	restriction("NoBlackCapture", "no-capture-black"),
	restriction("Patrouille", "patrol"),
	restriction("Lortap", "lortap"),
	restriction("ProvocationChess", "provocation"),
	restriction("SuperGuards", "superguards"),
	restriction("AntiGuards", "antiguards"),
	restriction("ShieldedKings", "shielded-kings"),
	restriction("GhostChess", "ghost"),
	restriction("AMU", "amu"),
	restriction("MAFF", ""),
	restriction("HaanerChess", "haaner"),
	restriction("ActuatedRevolvingCentre", "actuated-revolving-centre"),
	restriction("HauntedChess", "haunted"),
	restriction("MultiCaptures", "multicaptures"),
	restriction("Bicaptures", "bicaptures"),
	restriction("Woozles", "woozles"),
	restriction("BiWoozles", "biwoozles"),
	restriction("Heffalumps", "heffalumps"),
	restriction("BiHeffalumps", "biheffalumps"),
	restriction("FuddledMen", "fuddled-men"),
	restriction("MessignyChess", "messigny"),
	restriction("Volage", ""),
	restriction("LeseMajeste", ""),
	restriction("PromOnly", ""),
	restriction("Pepo", "pepo"),
	restriction("Bicolores", "bicolores"),
	restriction("Leffie", "leffie"),
	restriction("Bolero", "bolero"),
	restriction("BoleroInverse", "bolero-inverse"),
	restriction("PowerTransfer", "power-transfer"),
	restriction("PointReflection", "point-reflection"),
	restriction("CASTChess", "cast"),
	restriction("Tibet", "tibet"),
	restriction("DoubleTibet", "double-tibet"),
	restriction("DarkSide", "dark-side"),
	restriction("RelegationChess", "relegation"),
	restriction("ImmunChess", "immunchess"),
	restriction("MirrorImmunChess", "immunchess-mirror"),
	restriction("GenevaChess", "geneva"),
	restriction("BrunnerChess", "brunner"),
	restriction("DangerCirce", "danger-circe"),
	restriction("PhantomChess", "phantom"),
	restriction("PlusChess", "plus"),
	restriction("Football", ""),
	restriction("PADChess", "pad"),
	restriction("VaultingKings", ""),
	restriction("WhiteVaultingKing", ""),
	restriction("BlackVaultingKing", ""),
	restriction("AprilChess", ""),
	restriction("FrischAufCirce", ""),
	restriction("KoeKo", "koeko"),
	restriction("AntiKoeko", "antikoeko"),
	restriction("NewKoeko", "newkoeko"),
	restriction("ContactGridChess", "contact-grid"),
	restriction("ChecklessChess", "checkless"),
	restriction("ExclusiveChess", "exclusive"),
	restriction("WhitePromSquares", ""),
	restriction("BlackPromSquares", ""),
	restriction("WhiteUltraSchachZwang", "must-check-white"),
	restriction("BlackUltraSchachZwang", "must-check-black"),
	restriction("UltraSchachZwang", "must-check-black"),
	restriction("Maximummer", "maximummer-black"),
	restriction("Hypervolage", "hypervolage"),
	restriction("CavalierMajeur", ""),
	restriction("Leofamily", ""),
	restriction("ChineseChess", ""),
	restriction("MarineChess", ""),
	restriction("UltramarineChess", ""),
	restriction("ArgentinianChess", ""),
	restriction("LosingChess", ""),
	restriction("SnekChess", ""),
	restriction("RoyalDynasty", ""),
	restriction("RepublicanChess", ""),
	restriction("CastlingChess", "castling-chess"),
	restriction("Rokagogo", "rokagogo"),
	restriction("ExchangeCastling", "exchange-castling"),
	restriction("AllInChess", "all-in"),
	restriction("MainlyInChess", "mainly-in"),
	restriction("HalfInChess", "half-in"),
	restriction("AliceChess", ""),
	restriction("KobulKings", ""),
	restriction("LostPieces", "lost-pieces"),
	restriction("FrankfurtChess", ""),
	restriction("ProteanChess", ""),
	restriction("RoleExchange", ""),
	restriction("SeriesCapture", ""),
	restriction("BackHome", ""),
	restriction("WhiteTransmutedKing", "transmuting-king-white"),
	restriction("BlackTransmutedKing", "transmuting-king-black"),
	restriction("WhiteReflectiveKing", "reflective-king-white"),
	restriction("BlackReflectiveKing", "reflective-king-black"),
	restriction("WhiteSuperTransmutingKing", "super-transmuting-king-white"),
	restriction("BlackSuperTransmutingKing", "super-transmuting-king-black"),
	restriction("SnekCircleChess", "snek-circle"),
	restriction("Influencer", "influencer"),
	restriction("SAT", "sat"),
	restriction("StrictSAT", "strict-sat"),
	restriction("VogtlaenderChess", "vogtlaender"),
	restriction("BGL", ""),
	restriction("WhiteMaximummer", "maximummer-white"),
	restriction("BlackMaximummer", "maximummer-black"),
	restriction("WhiteMinimummer", "minimummer-white"),
	restriction("BlackMinimummer", "minimummer-black"),
	restriction("WhiteMustCapture", "must-capture-white"),
	restriction("BlackMustCapture", "must-capture-black"),
	restriction("WhiteMaxDister", ""),
	restriction("BlackMaxDister", ""),
	restriction("WhiteMinDister", ""),
	restriction("BlackMinDister", ""),
	restriction("WhiteConsequentForcedSquare", ""),
	restriction("BlackConsequentForcedSquare", ""),
	restriction("WhiteForcedSquare", ""),
	restriction("BlackForcedSquare", ""),
	restriction("WhiteFollowMyLeader", "following-white"),
	restriction("BlackFollowMyLeader", "following-black"),
	restriction("DuellistChess", "duellist"),
	restriction("WhiteSynchronMover", "synchronous-white"),
	restriction("BlackSynchronMover", "synchronous-black"),
	restriction("WhiteAntiSynchronMover", "antisynchronous-white"),
	restriction("BlackAntiSynchronMover", "antisynchronous-black"),
	restriction("WhiteAlphabeticChess", "alphabetic-white"),
	restriction("BlackAlphabeticChess", "alphabetic-black"),
	restriction("AlphabeticChess", ""),
}

// restrictionFollowers read what follows some of them.
var restrictionFollowers = map[string]reads{
	"Isardam":                     (*reader).isardam,
	"GridChess":                   (*reader).grid,
	"Woozles":                     rexExclusiveOf("woozles"),
	"BiWoozles":                   rexExclusiveOf("biwoozles"),
	"Heffalumps":                  rexExclusiveOf("heffalumps"),
	"BiHeffalumps":                rexExclusiveOf("biheffalumps"),
	"MessignyChess":               rexExclusiveOf("messigny"),
	"Bolero":                      rexInclusiveOf("bolero"),
	"BoleroInverse":               rexInclusiveOf("bolero-inverse"),
	"PowerTransfer":               rexInclusiveOf("power-transfer"),
	"Hole":                        (*reader).holes,
	"Imitator":                    (*reader).imitators,
	"NoIProm":                     (*reader).noImitators,
	"ImmunChess":                  (*reader).immune,
	"GenevaChess":                 (*reader).geneva,
	"AprilChess":                  (*reader).aprilChess,
	"PADChess":                    (*reader).pad,
	"Football":                    (*reader).football,
	"VaultingKings":               vaulting(rules.Sides{}),
	"WhiteVaultingKing":           vaulting(rules.Sides{White: true}),
	"BlackVaultingKing":           vaulting(rules.Sides{Black: true}),
	"FrischAufCirce":              (*reader).frischauf,
	"KoeKo":                       (*reader).leap,
	"AntiKoeko":                   (*reader).leap,
	"SAT":                         (*reader).flights,
	"StrictSAT":                   (*reader).flights,
	"BGL":                         (*reader).budget,
	"UltraSchachZwang":            (*reader).ofDefence,
	"Maximummer":                  (*reader).ofDefence,
	"CavalierMajeur":              replaceAll(army{'N': "N"}),
	"Leofamily":                   replaceAll(army{'Q': "LE", 'R': "PA", 'B': "VA", 'N': "MA"}),
	"ChineseChess":                alsoPromoteTo("LE", "MA", "PA", "VA"),
	"MarineChess":                 replace(army{'Q': "SI", 'R': "TR", 'B': "ND", 'N': "MS"}),
	"UltramarineChess":            replace(army{'Q': "SI", 'R': "TR", 'B': "ND", 'N': "MS", 'K': "PO", 'P': "MP"}),
	"LosingChess":                 (*reader).losing,
	"ArgentinianChess":            replace(army{'Q': "SE", 'R': "FA", 'B': "LO", 'N': "SA"}),
	"SnekChess":                   (*reader).snek,
	"RoyalDynasty":                (*reader).dynasty,
	"RepublicanChess":             (*reader).republic,
	"AliceChess":                  (*reader).alice,
	"KobulKings":                  (*reader).kobul,
	"FrankfurtChess":              takenTypes(rules.AsCaptured),
	"ProteanChess":                takenTypes(rules.AsTurned),
	"RoleExchange":                (*reader).roles,
	"SeriesCapture":               (*reader).chains,
	"BackHome":                    (*reader).backHome,
	"MAFF":                        (*reader).freeField,
	"Volage":                      (*reader).volage,
	"LeseMajeste":                 (*reader).takeable,
	"PromOnly":                    (*reader).promotions,
	"WhitePromSquares":            (*reader).promotionSquares,
	"BlackPromSquares":            (*reader).promotionSquares,
	"WhiteMaximummer":             (*reader).strictness,
	"BlackMaximummer":             (*reader).strictness,
	"WhiteMinimummer":             (*reader).strictness,
	"BlackMinimummer":             (*reader).strictness,
	"WhiteMustCapture":            (*reader).strictness,
	"BlackMustCapture":            (*reader).strictness,
	"WhiteMaxDister":              forced(rules.Measuring{White: rules.Measured{By: rules.FarthestPair}}),
	"BlackMaxDister":              forced(rules.Measuring{Black: rules.Measured{By: rules.FarthestPair}}),
	"WhiteMinDister":              forced(rules.Measuring{White: rules.Measured{By: rules.NearestPair}}),
	"BlackMinDister":              forced(rules.Measuring{Black: rules.Measured{By: rules.NearestPair}}),
	"WhiteConsequentForcedSquare": forced(rules.Measuring{White: consequentSquare}),
	"BlackConsequentForcedSquare": forced(rules.Measuring{Black: consequentSquare}),
	"WhiteForcedSquare":           forced(rules.Measuring{White: forcedSquare}),
	"BlackForcedSquare":           forced(rules.Measuring{Black: forcedSquare}),
	"AlphabeticChess":             (*reader).alphabetic,
}

var (
	forcedSquare     = rules.Measured{By: rules.ForcedSquare}
	consequentSquare = rules.Measured{By: rules.ForcedSquare, Ultra: true}
)

// reads reads what follows the word of a condition.
type reads func(in *reader, p *problem.Problem, c *problem.Condition) error

// restriction returns the row of a condition with a modifier, "" if the words that follow make one.
func restriction(name, modifier string) conditionWord {
	return conditionWord{name: name, modifier: modifier, text: name}
}

// own gives c a modifier that the rules have no name for.
func own(c *problem.Condition, id string, fairy rules.Fairy) {
	c.Modifiers = []*rules.Modifier{{
		ID: id, Name: c.Text, Summary: "The condition " + c.Text + " of problemists.", Fairy: fairy,
	}}
}

// slug returns words as they stand in an ID.
func slug(text string) string { return strings.Trim(strings.ToLower(notSlug.Replace(text)), "-") }

var notSlug = strings.NewReplacer(" ", "-", ".", "-", "/", "-", "&", "-and-")

// oneOf reads the next token if it is one of the words, which may be shortened. It returns which,
// or -1.
func (in *reader) oneOf(all ...string) int {
	t := in.next()
	for i, w := range all {
		if len(t) > 1 && len(t) <= len(w) && strings.EqualFold(w[:len(t)], t) {
			return i
		}
	}
	in.again()
	return -1
}

// isardam reads the type of Isardam and whether it is about kings.
func (in *reader) isardam(_ *problem.Problem, c *problem.Condition) error {
	id := "isardam"
	if in.oneOf("TypeA", "TypeB") == 1 {
		id, c.Text = "isardam-b", "Isardam TypeB"
		c.Modifiers = []*rules.Modifier{modifier(id)}
	}
	in.rex(c, id)
	return nil
}

// rexInclusiveOf reads whether a condition is about kings too.
func rexInclusiveOf(id string) reads {
	return func(in *reader, _ *problem.Problem, c *problem.Condition) error {
		in.rex(c, id)
		return nil
	}
}

// rexExclusiveOf reads whether a condition leaves kings alone.
func rexExclusiveOf(id string) reads {
	return func(in *reader, _ *problem.Problem, c *problem.Condition) error {
		if in.choice("RexExclusive") {
			c.Text += " RexExclusive"
			c.Modifiers = []*rules.Modifier{modifier(id + "-rex-exclusive")}
		}
		return nil
	}
}

// immune reads the choices of Immunchess.
func (in *reader) immune(_ *problem.Problem, c *problem.Condition) error {
	return in.immunity(c, func(f *rules.Capturing) *rules.Immunity { return &f.Immune }, "RexExclusive", "Strict")
}

// geneva reads the choices of Geneva chess.
func (in *reader) geneva(_ *problem.Problem, c *problem.Condition) error {
	return in.immunity(c, func(f *rules.Capturing) *rules.Immunity { return &f.Homing })
}

// immunity reads the choices of where a piece would have to be reborn. Those that are as without a
// word are read too.
func (in *reader) immunity(c *problem.Condition, of func(*rules.Capturing) *rules.Immunity, plain ...string) error {
	for name := in.anyChoice(); name != ""; name = in.anyChoice() {
		c.Text += " " + name
		f := of(&c.Modifiers[0].Fairy.Capturing)
		switch {
		case name == "RexInclusive":
			f.Kings = true
		case name == "Mirror":
			f.OpponentHome = true
		case slices.Contains(plain, name):
			continue
		default:
			in.lack("the condition %s", c.Text)
			continue
		}
		own(c, slug(c.Text), c.Modifiers[0].Fairy)
	}
	return nil
}

// pad reads whether PAD chess is strict, and about kings.
func (in *reader) pad(_ *problem.Problem, c *problem.Condition) error {
	strict, kings := "", ""
	for {
		switch {
		case in.choice("Strict"):
			strict = " Strict"
			continue
		case in.choice("RexInclusive"):
			kings = " RexInclusive"
			continue
		case in.choice("RexExclusive"):
			continue
		}
		c.Text += strict + kings
		id := "pad" + strings.NewReplacer(" Strict", "-strict", " RexInclusive", "-rex-inclusive").Replace(strict+kings)
		c.Modifiers = []*rules.Modifier{modifier(id)}
		return nil
	}
}

// frischauf reads the choices of Circe after the word that stands for one of them.
func (in *reader) frischauf(_ *problem.Problem, c *problem.Condition) error {
	c.Text, c.Modifiers = "Circe", modifiers("circe")
	return in.choices(c, ofCaptured, "Frischauf")
}

// aprilChess reads the types that are reborn, on any square.
func (in *reader) aprilChess(_ *problem.Problem, c *problem.Condition) error {
	c.Text = "Circe Super"
	c.Modifiers = modifiers("circe-super+circe-strict")
	if words := in.april(c, ofCaptured); words != "" {
		c.Text = "Circe Super " + words
	}
	return nil
}

// leaps are the leapers whose steps may make a contact, by their letters in Popeye's English.
var leaps = map[string]string{
	"K": "", "S": "N", "WE": "W", "FE": "F", "CA": "C", "AL": "A", "Z": "Z", "DA": "D", "GI": "(1,4)", "AN": "(3,4)",
}

// leap reads the leaper of Köko.
func (in *reader) leap(_ *problem.Problem, c *problem.Condition) error {
	if in.oneOf("Cont", "Contact") < 0 {
		return nil
	}
	letter := strings.ToUpper(in.next())
	leap, known := leaps[letter]
	if !known || in.lang != English {
		in.lack("the condition %s Contact %s", c.Text, letter)
		return nil
	}
	c.Text += " " + letter
	f := c.Modifiers[0].Fairy
	f.Contact.Leap = leap
	own(c, slug(c.Text), f)
	return nil
}

// holes reads squares that the board lacks.
func (in *reader) holes(p *problem.Problem, c *problem.Condition) error {
	t, _, err := in.squares(p)
	if err != nil {
		return err
	}
	c.Text += " " + t
	own(c, "hole-"+t, rules.Fairy{Lanes: rules.Lanes{Holes: spaced(t)}})
	return nil
}

// imitators reads where imitators are.
func (in *reader) imitators(p *problem.Problem, c *problem.Condition) error {
	t, squares, err := in.squares(p)
	if err != nil {
		return err
	}
	if len(squares) > rules.MostImitators {
		return in.fault("%s: there are at most %d imitators", c.Text, rules.MostImitators)
	}
	c.Text += " " + strings.ToLower(t)
	c.Modifiers = []*rules.Modifier{rules.ImitatorsOn(strings.ToLower(t))}
	_, err = p.AddType(imitator)
	return err
}

// imitator is the piece type to which pawns are promoted to become imitators.
var imitator = piece.Type{
	Name: rules.Imitator, Abbreviation: "I", Betza: "-", Doc: "Becomes an imitator.",
}

// noImitators keeps pawns from being promoted to imitators.
func (in *reader) noImitators(_ *problem.Problem, c *problem.Condition) error {
	own(c, slug(c.Text), rules.Fairy{Imitators: rules.Imitators{NoPromotion: true}})
	return nil
}

// spaced returns squares that are written without blanks with blanks between them.
func spaced(squares string) string { return strings.Join(board.Names(squares), " ") }

// isHole reports whether a condition takes squares off the board.
func isHole(c problem.Condition) bool { return strings.HasPrefix(c.Text, "Hole ") }

// joinHoles makes one condition of the holes of several.
func joinHoles(all []problem.Condition) []problem.Condition {
	first := -1
	var joined []problem.Condition
	for _, c := range all {
		hole := isHole(c)
		switch {
		case hole && first >= 0:
			f := &joined[first]
			f.Text += " " + strings.TrimPrefix(c.Text, "Hole ")
			holes := f.Modifiers[0].Fairy.Lanes.Holes + " " + c.Modifiers[0].Fairy.Lanes.Holes
			own(f, slug(f.Text), rules.Fairy{Lanes: rules.Lanes{Holes: holes}})
			continue
		case hole:
			first = len(joined)
		}
		joined = append(joined, c)
	}
	return joined
}

// gridWords are the kinds of grids.
var gridWords = words{
	{"VerticalShift", "VertikalVerschoben", "DeplacementVertical"},
	{"HorizontalShift", "HorizontalVerschoben", "DeplacementHorizontal"},
	{"DiagonalShift", "DiagonalVerschoben", "DeplacementDiagonal"},
	{"Orthogonal", "Orthogonal", "Orthogonal"},
	{"Irregular", "Unregelmaessig", "Irregulier"},
	{"GridLines", "Gitterlinien", "LignesDeGrille"},
}

// grid reads the kind of a grid.
func (in *reader) grid(p *problem.Problem, c *problem.Condition) error {
	l := c.Modifiers[0].Fairy.Lanes
	changed := false
	for {
		t := in.next()
		w, ok, _ := gridWords.find(in.lang, t)
		if _, condition, _ := conditionNames.find(in.lang, t); !ok || len(t) < 4 || condition && len(t) < 5 {
			in.again()
			break
		}
		changed = true
		c.Text += " " + gridWords[w][English]
		switch w {
		case 0:
			l.Grid = "bdf1357"
		case 1:
			l.Grid = "aceg246"
		case 2:
			l.Grid = "aceg1357"
		case 3:
			l.Grid = strings.ToLower(in.next())
			c.Text += " " + l.Grid
		case 4:
			l.Grid = ""
			for t = in.next(); ; t = in.next() {
				if _, ok := parseSquares(p, t); !ok {
					in.again()
					break
				}
				l.Cells += " " + strings.ToLower(t)
			}
			if l.Cells = strings.TrimSpace(l.Cells); l.Cells == "" {
				l.Cells = "-"
			}
			c.Text += " " + l.Cells
		case 5:
			for t = in.next(); isLine(t); t = in.next() {
				l.Lines += " " + strings.ToUpper(t[:1]) + strings.ToLower(t[1:])
			}
			in.again()
			l.Lines = strings.TrimSpace(l.Lines)
			c.Text += " " + l.Lines
		}
	}
	if changed {
		own(c, slug(c.Text), rules.Fairy{Lanes: l})
	}
	return nil
}

// isLine reports whether a token is a line of a grid, such as "Ha24".
func isLine(t string) bool {
	return len(t) == 4 && strings.ContainsAny(t[:1], "hHvV") && t[3] >= '1' && t[3] <= '9'
}

// count reads a number that may follow.
func (in *reader) count() (n int, ok bool) {
	t := in.next()
	n, err := strconv.Atoi(t)
	if err != nil || n < 0 {
		in.again()
		return 0, false
	}
	return n, true
}

// flights reads the numbers of flights of SAT.
func (in *reader) flights(_ *problem.Problem, c *problem.Condition) error {
	white, ok := in.count()
	if !ok {
		return nil
	}
	black, ok := in.count()
	c.Text += " " + strconv.Itoa(white)
	f := &c.Modifiers[0].Fairy.Checking
	if f.Flights = white + 1; ok {
		c.Text += " " + strconv.Itoa(black)
		f.BlackFlights = black + 1
	}
	own(c, slug(c.Text), c.Modifiers[0].Fairy)
	return nil
}

// budget reads how far the sides may move: "7 3.5", "-" for no limit, and one number for both
// together.
func (in *reader) budget(_ *problem.Problem, c *problem.Condition) error {
	var budgets []int
	for len(budgets) < 2 {
		t := in.next()
		length, err := strconv.ParseFloat(t, 64)
		switch {
		case t == "-":
			budgets = append(budgets, 0)
		case err == nil && length > 0 && length < 600:
			budgets = append(budgets, int(math.Round(100*length)))
		default:
			in.again()
			if len(budgets) == 0 {
				return in.fault("BGL: how far the sides may move is wanted, as in BGL 10 20 or BGL 27.42")
			}
			c.Text += " " + budgetText(budgets[0])
			own(c, slug(c.Text), rules.Fairy{Budget: rules.Budget{White: budgets[0], Black: budgets[0], Shared: true}})
			return nil
		}
	}
	c.Text += " " + budgetText(budgets[0]) + "/" + budgetText(budgets[1])
	own(c, slug(c.Text), rules.Fairy{Budget: rules.Budget{White: budgets[0], Black: budgets[1]}})
	return nil
}

// budgetText writes a distance as Popeye does.
func budgetText(hundredths int) string {
	if hundredths == 0 {
		return "-"
	}
	return rules.InSquares(hundredths)
}

// strictWords are how strictly a measure is taken.
var strictWords = words{{"exact", "exakt", "exact"}, {"ultra", "ultra", "ultra"}}

// strictness reads whether a measure counts moves that leave the king in check.
func (in *reader) strictness(_ *problem.Problem, c *problem.Condition) error {
	t := in.next()
	w, ok, _ := strictWords.find(in.lang, t)
	if !ok || !strings.EqualFold(t, strictWords[w][in.lang]) {
		in.again()
		return nil
	}
	f := c.Modifiers[0].Fairy
	for _, m := range []*rules.Measured{&f.Measuring.White, &f.Measuring.Black} {
		if m.By != rules.NoMeasure {
			m.Exact, m.Ultra = w == 0, w == 1
		}
	}
	c.Text += " " + strictWords[w][English]
	own(c, slug(c.Text), f)
	return nil
}

// ofDefence reads a condition without a colour, which is of the side that defends, and in help play
// of the one that does not reach the goal.
func (in *reader) ofDefence(p *problem.Problem, c *problem.Condition) error {
	if c.Text == "Maximummer" {
		if err := in.strictness(p, c); err != nil {
			return err
		}
	}
	in.ofDefenders = append(in.ofDefenders, c.Text)
	return nil
}

// refuseDefenders refuses such conditions where it is not known which side defends, and where the
// sides change places, which the condition would have to do too.
func (in *reader) refuseDefenders(p *problem.Problem) {
	s, o := &p.Stipulation, &p.Options
	for _, text := range in.ofDefenders {
		if o.Duplex || o.HalfDuplex {
			in.lack("the condition %s, of no colour, with the option Duplex or HalfDuplex", text)
		}
	}
	if s.Structure != nil || s.Mover != problem.Alternate || s.Play > problem.Help || s.Play == problem.Reflex {
		for _, text := range in.ofDefenders {
			in.lack("the condition %s with such a stipulation", text)
		}
	}
	in.ofDefenders = nil
}

// snek puts the condition on a problem, whose kings may become royal knights and others.
func (in *reader) snek(p *problem.Problem, c *problem.Condition) error {
	own(c, slug(c.Text), rules.Fairy{Succession: rules.Succession{Heirs: rules.LineOfHeirs}})
	return nil
}

// kobul puts the condition on a problem, whose kings become what is captured.
func (in *reader) kobul(_ *problem.Problem, c *problem.Condition) error {
	of := rules.Sides{White: true, Black: true}
	if i := in.oneOf("White", "Black"); i >= 0 {
		of = rules.Sides{White: i == 0, Black: i == 1}
		c.Text += []string{" White", " Black"}[i]
	}
	own(c, slug(c.Text), rules.Fairy{Succession: rules.Succession{KingHeirs: of}})
	return nil
}

// vaulting reads the types as which kings in check move besides: equihoppers where none is named.
func vaulting(of rules.Sides) reads {
	return func(in *reader, p *problem.Problem, c *problem.Condition) error {
		labels := ""
		for {
			types := in.pieceTypes(p, c.Text)
			for _, k := range types {
				labels += p.Game.Type(k).Label()
				c.Text += " " + p.Letter(k)
			}
			if in.word("Transmuting", "Transmutierende", "Transmute") {
				in.lack("the condition %s Transmuting", c.Text)
			} else if len(types) == 0 {
				break
			}
		}
		if labels == "" {
			k, err := p.AddType(fairy.Find(int(English), "EQ").Type())
			if err != nil {
				return err
			}
			labels = p.Game.Type(k).Label()
		}
		own(c, slug(c.Text), rules.Fairy{Lending: rules.Lending{From: rules.EnemyCheckersToo, As: labels, Of: of}})
		return nil
	}
}

// football reads the types that pieces may become at the edge.
func (in *reader) football(p *problem.Problem, c *problem.Condition) error {
	labels := ""
	types := in.pieceTypes(p, c.Text)
	slices.SortFunc(types, func(a, b rules.PieceType) int {
		return cmp.Compare(fairy.Order(p.Letter(a)), fairy.Order(p.Letter(b)))
	})
	for _, k := range slices.Compact(types) {
		labels += p.Game.Type(k).Label()
		c.Text += " " + p.Letter(k)
	}
	if labels == "" {
		in.lack("the condition %s without pieces", c.Text)
		return nil
	}
	own(c, slug(c.Text), rules.Fairy{Changing: rules.Changing{Bench: labels}})
	return nil
}

// takenTypes reads whether kings too become what they capture.
func takenTypes(mover rules.ChangingMove) reads {
	return func(in *reader, _ *problem.Problem, c *problem.Condition) error {
		kings := !in.choice("RexExclusive")
		if !kings {
			c.Text += " RexExclusive"
		}
		own(c, slug(c.Text), rules.Fairy{Changing: rules.Changing{Mover: mover, Kings: kings}})
		if !kings && mover == rules.AsCaptured {
			c.Modifiers = []*rules.Modifier{modifier("frankfurt-rex-exclusive")}
		}
		return nil
	}
}

// roles reads how often White may exchange the roles.
func (in *reader) roles(_ *problem.Problem, c *problem.Condition) error {
	most, limited := in.count()
	if limited {
		c.Text += " " + strconv.Itoa(most)
	}
	if limited && most == 0 {
		return nil
	}
	own(c, slug(c.Text), rules.Fairy{Roles: rules.Roles{Exchanged: true, Most: most}})
	return nil
}

// chains puts the condition on a problem, whose moves may be chains of captures.
func (in *reader) chains(_ *problem.Problem, c *problem.Condition) error {
	own(c, slug(c.Text), rules.Fairy{Chains: true})
	return nil
}

// backHome puts the condition on a problem, whose pieces go back to their squares in the diagram.
func (in *reader) backHome(_ *problem.Problem, c *problem.Condition) error {
	home := rules.Measured{By: rules.HomingMove}
	own(c, slug(c.Text), rules.Fairy{Measuring: rules.Measuring{White: home, Black: home}})
	return nil
}

// freeField puts the condition on a problem, in which a king that is mated or stalemated has one
// free field.
func (in *reader) freeField(_ *problem.Problem, c *problem.Condition) error {
	own(c, slug(c.Text), rules.Fairy{Checking: rules.Checking{FreeField: true}})
	return nil
}

// dynasty puts the condition on a problem, whose sides may have several kings.
func (in *reader) dynasty(_ *problem.Problem, c *problem.Condition) error {
	own(c, slug(c.Text), rules.Fairy{Succession: rules.Succession{Dynasty: true}})
	return nil
}

// republic reads whether a side that is mated by a king put on the board may put one itself.
func (in *reader) republic(_ *problem.Problem, c *problem.Condition) error {
	kind, text := rules.Republicans, " Type2"
	if in.word("Type1", "Typ1") {
		kind, text = rules.RepublicansUnlessMated, " Type1"
	} else {
		in.word("Type2", "Typ2")
	}
	c.Text += text
	own(c, slug(c.Text), rules.Fairy{Republic: kind})
	return nil
}

// alice puts pieces of the second board into the game of a problem: there are two boards, then.
func (in *reader) alice(p *problem.Problem, c *problem.Condition) error {
	c.TwoBoards = true
	in.twoBoards(p)
	return nil
}

func (in *reader) twoBoards(p *problem.Problem) {
	if _, err := p.AddTraits(p.Game.TypeOf('K'), piece.Traits{OtherBoard: true}, true); err != nil {
		in.lack("%s", err.Error())
	}
}

// volage lets all pieces but kings change sides once.
func (in *reader) volage(_ *problem.Problem, c *problem.Condition) error {
	own(c, slug(c.Text), rules.Fairy{Turning: rules.Turning{Mover: rules.FirstCrossingTurns}})
	return nil
}

// takeable lets the side to move be able to capture the king in the diagram. In the play kings are
// as ever.
func (in *reader) takeable(_ *problem.Problem, c *problem.Condition) error {
	c.Takeable = true
	return nil
}

// promotionSquares reads the squares where alone pawns of a side are promoted.
func (in *reader) promotionSquares(p *problem.Problem, c *problem.Condition) error {
	t, _, err := in.squares(p)
	if err != nil {
		return err
	}
	of := &c.PromoteOn.White
	if c.Text == "BlackPromSquares" {
		of = &c.PromoteOn.Black
	}
	*of = board.Region(spaced(strings.ToLower(t)))
	c.Text += " " + t
	return nil
}

// promotions reads the types that pawns become, in any order.
func (in *reader) promotions(p *problem.Problem, c *problem.Condition) error {
	var types []rules.PieceType
	for _, k := range in.pieceTypes(p, c.Text) {
		if !slices.Contains(types, k) {
			types = append(types, k)
		}
	}
	if len(types) == 0 {
		return in.fault("%s: the pieces are missing that pawns become", c.Text)
	}
	slices.SortFunc(types, func(a, b rules.PieceType) int {
		return cmp.Compare(fairy.Order(p.Letter(a)), fairy.Order(p.Letter(b)))
	})
	for _, k := range types {
		c.Promotions += p.Game.Type(k).Label()
		c.Text += " " + p.Letter(k)
	}
	return nil
}

// forced reads the squares that a side must move to.
func forced(by rules.Measuring) reads {
	return func(in *reader, p *problem.Problem, c *problem.Condition) error {
		t, squares, err := in.squares(p)
		if err != nil {
			return err
		}
		m := by
		pair := m.White.By.OfPair() || m.Black.By.OfPair()
		if pair && (len(squares) != 2 || squares[0] == squares[1]) {
			return in.fault("%s: two squares are wanted", c.Text)
		}
		if m.White.By != rules.NoMeasure {
			m.White.Squares = spaced(t)
		} else {
			m.Black.Squares = spaced(t)
		}
		if pair {
			t = spaced(t)
		}
		c.Text += " " + t
		own(c, slug(c.Text), rules.Fairy{Measuring: m})
		return nil
	}
}

// alphabetic puts both sides under the condition.
func (in *reader) alphabetic(_ *problem.Problem, c *problem.Condition) error {
	c.Modifiers = []*rules.Modifier{modifier("alphabetic-white"), modifier("alphabetic-black")}
	return nil
}
