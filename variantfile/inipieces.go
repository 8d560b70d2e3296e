package variantfile

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// stockPiece is a piece type that Fairy-Stockfish knows by name.
type stockPiece struct {
	name, betza string
	value       int
}

// stockPieces are the piece types of Fairy-Stockfish, in the order of its types.
var stockPieces = []stockPiece{
	{"pawn", "fmWfceF", 100}, {"knight", "N", 325}, {"bishop", "B", 325}, {"rook", "R", 500}, {"queen", "Q", 950},
	{"fers", "F", 150}, {"alfil", "A", 120}, {"fersAlfil", "FA", 250}, {"silver", "FfW", 230}, {"aiwok", "RNF", 950},
	{"bers", "RF", 675}, {"archbishop", "BN", 800}, {"chancellor", "RN", 875}, {"amazon", "QN", 1250},
	{"knibis", "mNcB", 325}, {"biskni", "mBcN", 325}, {"kniroo", "mNcR", 400}, {"rookni", "mRcN", 400},
	{"shogiPawn", "fW", 90}, {"lance", "fR", 250}, {"shogiKnight", "fN", 200}, {"gold", "WfF", 280},
	{"dragonHorse", "BW", 500}, {"clobber", "cW", 100}, {"breakthrough", "fmWfF", 100}, {"immobile", "-", 50},
	{"cannon", "mRcpR", 350}, {"janggiCannon", "xpR", 320}, {"soldier", "fsW", 120}, {"horse", "nN", 250},
	{"elephant", "nA", 120}, {"janggiElephant", "mafsmafW", 250}, {"banner", "RcpRnN", 700},
	{"wazir", "W", 130}, {"commoner", "K", 280}, {"centaur", "KN", 700}, {"king", "K", 0},
}

// stock returns the stock piece with a name, custom pieces and the king's own movement included.
func stock(name string) (stockPiece, bool) {
	if number, ok := strings.CutPrefix(name, "customPiece"); ok {
		n, err := strconv.Atoi(number)
		return stockPiece{name, "", 300}, err == nil && n > 0
	}
	i := slices.IndexFunc(stockPieces, func(p stockPiece) bool { return p.name == name })
	if i < 0 {
		return stockPiece{}, false
	}
	return stockPieces[i], true
}

// iniPiece is a piece type of a game as its file has it.
type iniPiece struct {
	stockPiece
	letter byte // upper case
	into   byte // letter of what it is promoted to as in shogi, or 0
}

// readPieces reads the pieces of a game. A piece replaces an earlier one with its letter.
func (g *iniGame) readPieces() {
	for _, key := range g.keys {
		p, ok := stock(key)
		letter, betza, own := strings.Cut(g.values[key], ":")
		letter = strings.ToUpper(strings.TrimSpace(letter))
		if ok {
			g.types = slices.DeleteFunc(g.types, func(m iniPiece) bool {
				return m.name == key || letter == string(rune(m.letter))
			})
		}
		switch {
		case !ok:
			continue
		case letter == "-":
			g.used[key] = true
			continue
		case len(letter) != 1 || letter[0] < 'A' || letter[0] > 'Z':
			g.refuse(key, "%q is no letter", g.values[key])
			g.partial = true
			continue
		}
		if own {
			p.betza = strings.TrimSpace(betza)
		}
		p.betza = cmp.Or(p.betza, "-")
		g.types = append(g.types, iniPiece{stockPiece: p, letter: letter[0]})
	}
	slices.SortStableFunc(g.types, func(a, b iniPiece) int { return rank(a.name) - rank(b.name) })
}

// rank orders piece types: kings first, then the most valuable, pawns last.
func rank(name string) int {
	if name == "king" {
		return -2000
	}
	p, _ := stock(name)
	return -p.value
}

// army reads the piece types of the game, promoted ones after the others.
func (g *iniGame) army(v *rules.Variant) {
	pawns := g.pawnLetters()
	var army []piece.Type
	for _, m := range g.types {
		t := piece.Type{Name: title(m), Letter: m.letter, Betza: m.betza, Value: m.value, Royal: m.name == "king",
			Pawn: strings.IndexByte(pawns, m.letter) >= 0}
		g.shape(&t, m)
		g.lines(v, &t, m)
		t.Doc = doc(&t)
		army = append(army, t)
	}
	for _, m := range g.types {
		if m.into == 0 {
			continue
		}
		i := slices.IndexFunc(g.types, func(o iniPiece) bool { return o.letter == m.into })
		t := army[i]
		t.Name, t.Letter, t.Mark = "Promoted "+title(m), m.letter, '+'
		t.From, t.To, t.Drops = string(rune(m.letter)), "", board.Regions{}
		t.Kind = string(rune(m.into))
		army = append(army, t)
	}
	if g.flag("capturesToHand") && !g.flag("dropLoop") {
		army = append(army, g.promotedPawns(army, pawns)...)
	}
	if len(army) > 31 {
		g.faults = append(g.faults, g.fault("",
			"it has %d piece types, promoted ones included, and an army has 31 at most", len(army)))
		army = army[:31]
	}
	v.Army = army
}

// alongLines are how pieces move along diagonal lines, and janggiPoints what they count.
var (
	alongLines = map[string]string{
		"wazir": "F", "soldier": "fF", "rook": "B", "janggiCannon": "xpB",
	}
	janggiPoints = map[string]int{
		"rook": 13, "janggiCannon": 7, "horse": 5, "janggiElephant": 3, "wazir": 3, "soldier": 2,
	}
)

// lines sets how a piece moves along diagonal lines, and what it counts.
func (g *iniGame) lines(v *rules.Variant, t *piece.Type, m iniPiece) {
	if v.Lines.Squares = g.regions("diagonalLines", board.Regions{}); v.Lines.Squares == board.Same("-") {
		v.Lines = rules.Lines{}
	}
	switch {
	case v.Lines == rules.Lines{}:
	case t.Royal && t.Betza == "W":
		t.Along = "F"
	default:
		t.Along = alongLines[m.name]
	}
	if g.value("materialCounting") == "janggi" {
		t.Points = janggiPoints[m.name]
	}
}

// doc returns how a type moves: for the pieces of chess as Kirke says it.
func doc(t *piece.Type) string {
	for _, known := range []piece.Type{piece.King, piece.Queen, piece.Rook, piece.Bishop, piece.Knight, piece.Pawn} {
		if known.Name == t.Name && known.Betza == t.Betza {
			return known.Doc
		}
	}
	return "Moves as " + t.Betza + " in Betza's notation."
}

// promotedPawns returns the types that pawns become where captured ones turn into pawns again.
func (g *iniGame) promotedPawns(army []piece.Type, pawns string) (all []piece.Type) {
	if pawns == "" {
		return nil
	}
	for _, letter := range []byte(g.promotions()) {
		i := slices.IndexFunc(army, func(t piece.Type) bool { return t.Letter == letter && t.Mark == 0 })
		if i < 0 {
			continue
		}
		t := army[i]
		t.Picture = t.Name + " 0 " + pawns[:1] // as what it is, and what it comes to a hand as
		t.Name, t.Mark, t.From, t.To = "Promoted "+t.Name, '~', pawns[:1], ""
		t.Kind = string(rune(letter))
		all = append(all, t)
	}
	return all
}

// title returns the name of a piece for people.
func title(m iniPiece) string {
	if strings.HasPrefix(m.name, "customPiece") {
		return "Piece " + string(rune(m.letter))
	}
	var b strings.Builder
	for i, c := range m.name {
		if i == 0 || c >= 'A' && c <= 'Z' {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(strings.ToUpper(string(c)))
			continue
		}
		b.WriteRune(c)
	}
	return b.String()
}

// shape sets where a piece starts its first moves, goes and promotes.
func (g *iniGame) shape(t *piece.Type, m iniPiece) {
	double := g.unless("doubleStep")
	initial := strings.Contains(m.betza, "i")
	if m.name == "pawn" && double {
		t.Betza, initial = "fmWfceFifmnD", true
	}
	if initial {
		t.Starts = g.regions("doubleStepRegion", board.Regions{White: g.rankRegion(2), Black: g.rankRegion(7)})
		if !double {
			t.Starts = board.Same("-")
		}
	}
	name := strings.ToUpper(m.name[:1]) + m.name[1:]
	t.Within = g.regions("mobilityRegion", board.Regions{}, name)
	if from := g.value("soldierPromotionRank"); m.name == "soldier" && from != "" && from != "1" {
		t.Betza = "fWisW"
		t.Starts = g.ranksFrom("soldierPromotionRank")
	}
	if m.name == "rook" && g.flag("sittuyinRookDrop") {
		t.Drops = board.Regions{White: "*1", Black: g.rankRegion(g.size.Ranks)}
	}
	if m.into != 0 {
		t.To = "+" + string(rune(m.letter))
	}
	if g.value("dropNoDoubledCount") == "0" && strings.EqualFold(g.value("dropNoDoubled"), string(rune(m.letter))) {
		t.Drops = board.Same("-")
	}
}
